//! Reads Tiled's XML into the types of its JSON.

use roxmltree::Node;

use super::model::{Cells, Chunk, Layer, Map, Object, Point, Property, Template, Tile, Tileset};
use crate::error::ImportError;
use crate::text::{attribute, number, place_of};
use crate::traits::Value;

type Read<T> = Result<T, ImportError>;

/// A map from its root element.
pub(super) fn map(root: Node<'_, '_>, depth: usize) -> Read<Map> {
    expect(root, "map")?;
    Ok(Map {
        orientation: text_of(root, "orientation"),
        tile_width: number(root, "tilewidth", 0.0)?,
        tile_height: number(root, "tileheight", 0.0)?,
        layers: layers(root, depth)?,
        tilesets: named(root, "tileset").map(tileset).collect::<Read<_>>()?,
        properties: properties(root),
    })
}

/// A set of tiles from its element.
pub(super) fn tileset(node: Node<'_, '_>) -> Read<Tileset> {
    expect(node, "tileset")?;
    let offset = named(node, "tileoffset").next();
    let coordinate = |name| offset.map_or(Ok(0.0), |offset| number(offset, name, 0.0));
    Ok(Tileset {
        first_gid: attribute(node, "firstgid")?.unwrap_or(0),
        source: node.attribute("source").map(str::to_owned),
        tile_width: number(node, "tilewidth", 0.0)?,
        tile_height: number(node, "tileheight", 0.0)?,
        tile_offset: Point { x: coordinate("x")?, y: coordinate("y")? },
        alignment: text_of(node, "objectalignment"),
        render_size: text_of(node, "tilerendersize"),
        tiles: named(node, "tile").map(tile).collect::<Read<_>>()?,
        properties: properties(node),
        at: node.range().start,
    })
}

/// A template from its root element.
pub(super) fn template(root: Node<'_, '_>) -> Read<Template> {
    expect(root, "template")?;
    let object = named(root, "object").next();
    let object = object.ok_or_else(|| ImportError::structure("a template has an object"))?;
    Ok(Template { object: self::object(object)? })
}

fn tile(node: Node<'_, '_>) -> Read<Tile> {
    Ok(Tile {
        id: attribute(node, "id")?.unwrap_or(0),
        width: attribute(node, "width")?,
        height: attribute(node, "height")?,
        shapes: named(node, "objectgroup").next().map(|group| layer(group, 0)).transpose()?,
        properties: properties(node),
        at: node.range().start,
    })
}

fn layers(node: Node<'_, '_>, depth: usize) -> Read<Vec<Layer>> {
    const KINDS: [&str; 4] = ["layer", "objectgroup", "group", "imagelayer"];
    let children = node.children().filter(|child| KINDS.contains(&child.tag_name().name()));
    children.map(|child| layer(child, depth)).collect()
}

fn layer(node: Node<'_, '_>, depth: usize) -> Read<Layer> {
    let kind = match node.tag_name().name() {
        "layer" => "tilelayer",
        other => other,
    };
    let inner = match (kind, depth.checked_sub(1)) {
        ("group", Some(depth)) => layers(node, depth)?,
        ("group", None) => {
            let reason = "groups are nested too deeply";
            return Err(ImportError::new(crate::ImportErrorKind::Size, reason).at(Some(place_of(node))));
        }
        _ => Vec::new(),
    };
    let mut layer = Layer {
        kind: kind.to_owned(),
        name: text_of(node, "name"),
        offset_x: number(node, "offsetx", 0.0)?,
        offset_y: number(node, "offsety", 0.0)?,
        width: attribute(node, "width")?.unwrap_or(0),
        height: attribute(node, "height")?.unwrap_or(0),
        objects: named(node, "object").map(object).collect::<Read<_>>()?,
        layers: inner,
        properties: properties(node),
        at: node.range().start,
        ..Layer::default()
    };
    if let Some(data) = named(node, "data").next() {
        layer.encoding = text_of(data, "encoding");
        layer.compression = text_of(data, "compression");
        layer.data = cells(data, &layer.encoding)?;
        for chunk in named(data, "chunk") {
            layer.chunks.push(Chunk {
                x: attribute(chunk, "x")?.unwrap_or(0),
                y: attribute(chunk, "y")?.unwrap_or(0),
                width: attribute(chunk, "width")?.unwrap_or(0),
                height: attribute(chunk, "height")?.unwrap_or(0),
                data: cells(chunk, &layer.encoding)?,
            });
        }
    }
    Ok(layer)
}

/// Tiles as text, as a list separated by commas, or as elements.
fn cells(node: Node<'_, '_>, encoding: &str) -> Read<Cells> {
    let text = node.text().unwrap_or_default().trim();
    match encoding {
        "csv" if text.is_empty() => Ok(Cells::None),
        "csv" => {
            let number = |word: &str| {
                word.trim().parse::<u32>().map_err(|_| {
                    let shown: String = word.chars().take(40).collect();
                    ImportError::structure(format!("{shown:?} is not a tile")).at(Some(place_of(node)))
                })
            };
            text.split(',').map(number).collect::<Read<_>>().map(Cells::List)
        }
        "" => {
            let gid = |tile: Node<'_, '_>| Ok(attribute(tile, "gid")?.unwrap_or(0));
            let list: Vec<u32> = named(node, "tile").map(gid).collect::<Read<_>>()?;
            Ok(if list.is_empty() { Cells::None } else { Cells::List(list) })
        }
        _ if text.is_empty() => Ok(Cells::None),
        _ => Ok(Cells::Text(text.to_owned())),
    }
}

fn object(node: Node<'_, '_>) -> Read<Object> {
    let has = |name| named(node, name).next().is_some();
    let list = |name| named(node, name).next().map(points).transpose();
    Ok(Object {
        name: node.attribute("name").map(str::to_owned),
        template: node.attribute("template").map(str::to_owned),
        gid: attribute(node, "gid")?,
        x: number(node, "x", 0.0)?,
        y: number(node, "y", 0.0)?,
        width: attribute(node, "width")?,
        height: attribute(node, "height")?,
        rotation: attribute(node, "rotation")?,
        ellipse: has("ellipse"),
        capsule: has("capsule"),
        point: has("point"),
        polygon: list("polygon")?,
        polyline: list("polyline")?,
        text: has("text"),
        properties: properties(node),
        at: node.range().start,
    })
}

/// The points of an outline, as `0,0 16,0 16,16`.
fn points(node: Node<'_, '_>) -> Read<Vec<Point>> {
    let point = |pair: &str| {
        let (x, y) = pair.split_once(',')?;
        Some(Point { x: x.parse().ok()?, y: y.parse().ok()? })
    };
    let pairs = node.attribute("points").unwrap_or_default().split_whitespace();
    let wrong = |pair: &str| {
        let shown: String = pair.chars().take(40).collect();
        ImportError::structure(format!("{shown:?} is not a point")).field("points").at(Some(place_of(node)))
    };
    pairs.map(|pair| point(pair).ok_or_else(|| wrong(pair))).collect()
}

/// Custom properties; those of a class have no value of their own.
fn properties(node: Node<'_, '_>) -> Vec<Property> {
    let list = named(node, "properties").next();
    let properties = list.into_iter().flat_map(|list| named(list, "property"));
    let property = |property: Node<'_, '_>| {
        let text = property.attribute("value").or(property.text()).unwrap_or_default();
        let value = match property.attribute("type") {
            Some("class" | "object" | "file" | "color") => Value::Other,
            _ => Value::Text(text.to_owned()),
        };
        Property { name: property.attribute("name").unwrap_or_default().to_owned(), value }
    };
    properties.map(property).collect()
}

fn named<'a, 'b: 'a>(node: Node<'a, 'b>, name: &'static str) -> impl Iterator<Item = Node<'a, 'b>> {
    node.children().filter(move |child| child.has_tag_name(name))
}

fn text_of(node: Node<'_, '_>, name: &str) -> String {
    node.attribute(name).unwrap_or_default().to_owned()
}

fn expect(node: Node<'_, '_>, name: &str) -> Read<()> {
    if node.has_tag_name(name) {
        return Ok(());
    }
    let found: String = node.tag_name().name().chars().take(40).collect();
    let reason = format!("the element <{name}> is expected, but this is <{found}>");
    Err(ImportError::structure(reason).at(Some(place_of(node))))
}
