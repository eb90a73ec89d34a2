//! The parts of a Tiled file that are read, equal for JSON and XML.
//!
//! The types are those of the JSON format, of which fields without use are left out. Values of unknown fields
//! are skipped without memory. XML fills the same types, with the place of each object.

use core::fmt;

use serde::Deserialize;
use serde::de::{self, Deserializer, IgnoredAny, SeqAccess, Visitor};

use crate::traits::Value;

/// A map.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Map {
    pub(super) orientation: String,
    #[serde(rename = "tilewidth")]
    pub(super) tile_width: f64,
    #[serde(rename = "tileheight")]
    pub(super) tile_height: f64,
    pub(super) layers: Vec<Layer>,
    pub(super) tilesets: Vec<Tileset>,
    pub(super) properties: Vec<Property>,
}

/// A layer of any type.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Layer {
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) name: String,
    #[serde(rename = "offsetx")]
    pub(super) offset_x: f64,
    #[serde(rename = "offsety")]
    pub(super) offset_y: f64,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) encoding: String,
    pub(super) compression: String,
    pub(super) data: Cells,
    pub(super) chunks: Vec<Chunk>,
    pub(super) objects: Vec<Object>,
    pub(super) layers: Vec<Layer>,
    pub(super) properties: Vec<Property>,
    #[serde(skip)]
    pub(super) at: usize,
}

/// A part of the tiles of an infinite map.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Chunk {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) data: Cells,
}

/// Tiles of a layer or a chunk.
#[derive(Debug, Default)]
pub(super) enum Cells {
    #[default]
    None,
    List(Vec<u32>),
    Text(String),
}

/// A set of tiles: in the map, or the name of its file.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Tileset {
    #[serde(rename = "firstgid")]
    pub(super) first_gid: u32,
    pub(super) source: Option<String>,
    #[serde(rename = "tilewidth")]
    pub(super) tile_width: f64,
    #[serde(rename = "tileheight")]
    pub(super) tile_height: f64,
    #[serde(rename = "tileoffset")]
    pub(super) tile_offset: Point,
    #[serde(rename = "objectalignment")]
    pub(super) alignment: String,
    #[serde(rename = "tilerendersize")]
    pub(super) render_size: String,
    pub(super) tiles: Vec<Tile>,
    pub(super) properties: Vec<Property>,
    #[serde(skip)]
    pub(super) at: usize,
}

/// A tile with properties or collision shapes.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Tile {
    pub(super) id: u32,
    pub(super) width: Option<f64>,
    pub(super) height: Option<f64>,
    #[serde(rename = "objectgroup")]
    pub(super) shapes: Option<Layer>,
    pub(super) properties: Vec<Property>,
    #[serde(skip)]
    pub(super) at: usize,
}

/// An object of an object layer, of a tile, or of a template.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Object {
    pub(super) name: Option<String>,
    pub(super) template: Option<String>,
    pub(super) gid: Option<u32>,
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: Option<f64>,
    pub(super) height: Option<f64>,
    /// Clockwise \[degrees\].
    pub(super) rotation: Option<f64>,
    pub(super) ellipse: bool,
    pub(super) capsule: bool,
    pub(super) point: bool,
    pub(super) polygon: Option<Vec<Point>>,
    pub(super) polyline: Option<Vec<Point>>,
    #[serde(deserialize_with = "is_there")]
    pub(super) text: bool,
    pub(super) properties: Vec<Property>,
    #[serde(skip)]
    pub(super) at: usize,
}

/// A template.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Template {
    pub(super) object: Object,
}

/// A point of an outline.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// A custom property.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Property {
    pub(super) name: String,
    #[serde(default = "no_value")]
    pub(super) value: Value,
}

fn no_value() -> Value {
    Value::Other
}

/// Whether an object is present; its content is skipped.
fn is_there<'de, D: Deserializer<'de>>(reader: D) -> Result<bool, D::Error> {
    IgnoredAny::deserialize(reader).map(|_| true)
}

impl<'de> Deserialize<'de> for Cells {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Cells, D::Error> {
        reader.deserialize_any(AnyCells)
    }
}

struct AnyCells;

impl<'de> Visitor<'de> for AnyCells {
    type Value = Cells;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list of tiles or a text")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Cells, E> {
        Ok(Cells::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Cells, A::Error> {
        let mut cells = Vec::new();
        while let Some(cell) = list.next_element()? {
            cells.push(cell);
        }
        Ok(Cells::List(cells))
    }
}
