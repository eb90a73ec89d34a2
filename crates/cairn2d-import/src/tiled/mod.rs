//! Tiled: maps as JSON or XML, with external tilesets and templates.
//!
//! Collision shapes of the tiles of a layer are merged to outlines, so that a floor of a thousand tiles is a
//! few segments without internal edges. Objects become bodies. The format is described at
//! <https://doc.mapeditor.org/en/stable/reference/json-map-format/>.

mod cells;
mod model;
mod objects;
mod tiles;
mod xml;

use std::collections::BTreeMap;

use crate::build::{Builder, Frame};
use crate::error::{ImportError, ImportErrorKind, Source};
use crate::text::Sources;
use crate::traits::Traits;
use crate::{ImportOptions, Imported};
use model::{Layer, Map, Object, Property, Template, Tileset};
use tiles::Tiles;

/// Reads a map from a file of a name.
pub(crate) fn import(
    name: &str,
    text: &str,
    is_xml: bool,
    sources: &mut Sources<'_>,
    options: &ImportOptions,
) -> Result<Imported, ImportError> {
    let source = if is_xml { Source::Xml(text) } else { Source::Json(text) };
    let import = || {
        let map = match is_xml {
            true => xml::map(sources.xml(text)?.root_element(), options.budget.depth)?,
            false => sources.json(text)?,
        };
        MapReader::new(name, map, sources, options)?.read()
    };
    import_located(import, name, source)
}

fn import_located(
    import: impl FnOnce() -> Result<Imported, ImportError>,
    name: &str,
    source: Source<'_>,
) -> Result<Imported, ImportError> {
    import().map_err(|error| error.in_file(name, source))
}

/// A map on its way to a scene.
struct MapReader<'a, 'b> {
    name: &'a str,
    map: Map,
    sources: &'a mut Sources<'b>,
    builder: Builder<'a>,
    frame: Frame,
    tiles: Tiles,
    templates: BTreeMap<String, Object>,
}

impl<'a, 'b> MapReader<'a, 'b> {
    fn new(
        name: &'a str,
        map: Map,
        sources: &'a mut Sources<'b>,
        options: &'a ImportOptions,
    ) -> Result<MapReader<'a, 'b>, ImportError> {
        if !matches!(map.orientation.as_str(), "orthogonal" | "") {
            let shown: String = map.orientation.chars().take(40).collect();
            let reason = format!("a map of orientation {shown:?} is not read, only an orthogonal one");
            return Err(ImportError::unsupported(reason).field("orientation"));
        }
        for (field, size) in [("tilewidth", map.tile_width), ("tileheight", map.tile_height)] {
            if !(1.0..=1.0e5).contains(&size) {
                let reason = format!("must be from 1 to 100000, but is {size}");
                return Err(ImportError::range(reason).field(field));
            }
        }
        let frame = Frame::new(options, map.tile_height, true)?;
        let builder = Builder::new(name, options);
        Ok(MapReader {
            name,
            map,
            sources,
            builder,
            frame,
            tiles: Tiles::default(),
            templates: BTreeMap::new(),
        })
    }

    fn read(mut self) -> Result<Imported, ImportError> {
        let mut base = Traits::default();
        apply(&mut base, &self.map.properties)?;
        for (index, tileset) in core::mem::take(&mut self.map.tilesets).into_iter().enumerate() {
            let at = tileset.at;
            self.tileset(tileset).map_err(|error| error.index(index).field("tilesets").offset(at))?;
        }
        self.tiles.sort();
        let layers = core::mem::take(&mut self.map.layers);
        self.layers(layers, [0.0; 2], &base, self.builder.options.budget.depth)?;
        let MapReader { builder, .. } = self;
        let (scene, warnings) = builder.finish()?;
        Ok(Imported { scene, warnings: warnings.list, actuators: Vec::new() })
    }

    /// Adds a tileset of the map, or the external one that it names.
    fn tileset(&mut self, tileset: Tileset) -> Result<(), ImportError> {
        let (first, tolerance) = (tileset.first_gid, self.tolerance());
        let Some(source) = &tileset.source else {
            return self.tiles.add(first, tileset, [self.map.tile_width, self.map.tile_height], tolerance);
        };
        let (path, text) = self.sources.open(self.name, source).map_err(|error| error.field("source"))?;
        let is_xml = text.trim_start().starts_with('<');
        let place = if is_xml { Source::Xml(&text) } else { Source::Json(&text) };
        let mut read = || {
            let tileset = match is_xml {
                true => xml::tileset(self.sources.xml(&text)?.root_element())?,
                false => self.sources.json(&text)?,
            };
            self.tiles.add(first, tileset, [self.map.tile_width, self.map.tile_height], tolerance)
        };
        read().map_err(|error| error.in_file(&path, place))
    }

    /// The object of a template.
    fn template(&mut self, name: &str) -> Result<Object, ImportError> {
        if let Some(known) = self.templates.get(name) {
            return Ok(known.clone());
        }
        let (path, text) = self.sources.open(self.name, name).map_err(|error| error.field("template"))?;
        let is_xml = text.trim_start().starts_with('<');
        let place = if is_xml { Source::Xml(&text) } else { Source::Json(&text) };
        let read = |sources: &mut Sources<'_>| -> Result<Template, ImportError> {
            match is_xml {
                true => xml::template(sources.xml(&text)?.root_element()),
                false => sources.json(&text),
            }
        };
        let template = read(self.sources).map_err(|error| error.in_file(&path, place))?;
        self.templates.insert(name.to_owned(), template.object.clone());
        Ok(template.object)
    }

    /// Adds layers and those of groups, which shift and describe what is in them.
    fn layers(
        &mut self,
        layers: Vec<Layer>,
        offset: [f64; 2],
        base: &Traits,
        depth: usize,
    ) -> Result<(), ImportError> {
        for (index, layer) in layers.into_iter().enumerate() {
            let at = layer.at;
            self.layer(layer, offset, base, depth)
                .map_err(|error| error.index(index).field("layers").offset(at))?;
        }
        Ok(())
    }

    fn layer(
        &mut self,
        mut layer: Layer,
        offset: [f64; 2],
        base: &Traits,
        depth: usize,
    ) -> Result<(), ImportError> {
        let mut traits = base.clone();
        apply(&mut traits, &layer.properties)?;
        let offset = [offset[0] + layer.offset_x, offset[1] + layer.offset_y];
        if traits.ignore {
            return Ok(());
        }
        match layer.kind.as_str() {
            "tilelayer" => self.tile_layer(layer, offset, &traits),
            "objectgroup" => {
                let objects = core::mem::take(&mut layer.objects);
                for (index, object) in objects.into_iter().enumerate() {
                    let at = object.at;
                    self.object(object, offset, &traits)
                        .map_err(|error| error.index(index).field("objects").offset(at))?;
                }
                Ok(())
            }
            "group" => {
                let depth = depth
                    .checked_sub(1)
                    .ok_or_else(|| ImportError::new(ImportErrorKind::Size, "groups are nested too deeply"))?;
                self.layers(layer.layers, offset, &traits, depth)
            }
            "imagelayer" => {
                self.builder.warnings.add("image layers are left out", format_args!("{}", layer.name));
                Ok(())
            }
            other => {
                let shown: String = other.chars().take(40).collect();
                Err(ImportError::structure(format!("{shown:?} is no type of layer")).field("type"))
            }
        }
    }

    /// The tolerance of curves in units of the file.
    fn tolerance(&self) -> f64 {
        f64::from(self.builder.options.tolerance) / self.frame.scale
    }
}

/// Sets the properties with known names.
fn apply(traits: &mut Traits, properties: &[Property]) -> Result<(), ImportError> {
    for (index, property) in properties.iter().enumerate() {
        traits
            .set(&property.name, &property.value)
            .map_err(|reason| ImportError::range(reason).field("value").index(index).field("properties"))?;
    }
    Ok(())
}
