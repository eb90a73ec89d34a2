//! LDtk: levels with layers of whole numbers, merged to ground, and entities.
//!
//! Every value above 0 is solid, and each value of a layer is ground of its own whose material has the
//! value as its id. The format is described at <https://ldtk.io/json/>.

use std::collections::BTreeMap;

use cairn2d_polygon::{FillRule, MultiPolygon};
use cairn2d_scenes::format::{BodyDesc, CapsuleDesc, Geometry, ShapeDesc};
use serde::Deserialize;

use crate::build::{Builder, Frame, Surfaces};
use crate::error::{ImportError, Source};
use crate::grid::{Owners, cell_rings};
use crate::text::Sources;
use crate::traits::{Traits, Value};
use crate::{ImportOptions, Imported};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Project {
    #[serde(rename = "defaultGridSize")]
    grid_size: f64,
    #[serde(rename = "worldLayout")]
    layout: Option<String>,
    levels: Vec<Level>,
    worlds: Vec<WorldLevels>,
    defs: Definitions,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct WorldLevels {
    #[serde(rename = "worldLayout")]
    layout: Option<String>,
    levels: Vec<Level>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Definitions {
    layers: Vec<LayerDefinition>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct LayerDefinition {
    identifier: String,
    #[serde(rename = "intGridValues")]
    values: Vec<ValueDefinition>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct ValueDefinition {
    value: u32,
    identifier: Option<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Level {
    identifier: String,
    #[serde(rename = "worldX")]
    x: f64,
    #[serde(rename = "worldY")]
    y: f64,
    #[serde(rename = "pxWid")]
    width: f64,
    #[serde(rename = "pxHei")]
    height: f64,
    #[serde(rename = "externalRelPath")]
    file: Option<String>,
    #[serde(rename = "layerInstances")]
    layers: Option<Vec<LayerInstance>>,
    #[serde(rename = "fieldInstances")]
    fields: Vec<Field>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct LayerInstance {
    #[serde(rename = "__identifier")]
    identifier: String,
    #[serde(rename = "__cWid")]
    width: u32,
    #[serde(rename = "__cHei")]
    height: u32,
    #[serde(rename = "__gridSize")]
    grid_size: f64,
    #[serde(rename = "__pxTotalOffsetX")]
    offset_x: f64,
    #[serde(rename = "__pxTotalOffsetY")]
    offset_y: f64,
    #[serde(rename = "intGridCsv")]
    cells: Vec<u32>,
    #[serde(rename = "entityInstances")]
    entities: Vec<Entity>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Entity {
    #[serde(rename = "__identifier")]
    identifier: String,
    #[serde(rename = "__pivot")]
    pivot: [f64; 2],
    #[serde(rename = "px")]
    position: [f64; 2],
    width: f64,
    height: f64,
    #[serde(rename = "fieldInstances")]
    fields: Vec<Field>,
}

#[derive(Debug, Deserialize)]
struct Field {
    #[serde(rename = "__identifier")]
    identifier: String,
    #[serde(rename = "__value", default = "nothing")]
    value: Value,
}

fn nothing() -> Value {
    Value::Other
}

/// Reads a project from a file of a name.
pub(crate) fn import(
    name: &str,
    text: &str,
    sources: &mut Sources<'_>,
    options: &ImportOptions,
) -> Result<Imported, ImportError> {
    read(name, text, sources, options).map_err(|error| error.in_file(name, Source::Json(text)))
}

fn read(
    name: &str,
    text: &str,
    sources: &mut Sources<'_>,
    options: &ImportOptions,
) -> Result<Imported, ImportError> {
    let project: Project = sources.json(text)?;
    let grid = if project.grid_size == 0.0 { 16.0 } else { project.grid_size };
    let frame = Frame::new(options, checked_size(grid, "defaultGridSize")?, true)?;
    let mut values: BTreeMap<(String, u32), String> = BTreeMap::new();
    for layer in project.defs.layers {
        for value in layer.values {
            values.insert((layer.identifier.clone(), value.value), value.identifier.unwrap_or_default());
        }
    }
    let mut reader = LevelReader { name, sources, builder: Builder::new(name, options), frame, values };
    reader.levels(project.levels, project.layout.as_deref())?;
    for (index, world) in project.worlds.into_iter().enumerate() {
        reader
            .levels(world.levels, world.layout.as_deref())
            .map_err(|error| error.index(index).field("worlds"))?;
    }
    let (scene, warnings) = reader.builder.finish()?;
    Ok(Imported { scene, warnings: warnings.list, actuators: Vec::new() })
}

struct LevelReader<'a, 'b> {
    name: &'a str,
    sources: &'a mut Sources<'b>,
    builder: Builder<'a>,
    frame: Frame,
    /// The names of values by layer.
    values: BTreeMap<(String, u32), String>,
}

impl LevelReader<'_, '_> {
    /// Adds levels; those of a linear layout are beside or below each other and have no position.
    fn levels(&mut self, levels: Vec<Level>, layout: Option<&str>) -> Result<(), ImportError> {
        let mut next = [0.0; 2];
        for (index, level) in levels.into_iter().enumerate() {
            let (corner, size) = match layout {
                Some("LinearHorizontal") => (next, [level.width, 0.0]),
                Some("LinearVertical") => (next, [0.0, level.height]),
                _ => ([level.x, level.y], [0.0; 2]),
            };
            next = [next[0] + size[0], next[1] + size[1]];
            self.level(level, corner).map_err(|error| error.index(index).field("levels"))?;
        }
        Ok(())
    }

    fn level(&mut self, level: Level, corner: [f64; 2]) -> Result<(), ImportError> {
        let Level { identifier, file, layers, fields, .. } = level;
        let mut base = Traits::default();
        apply(&mut base, &fields)?;
        if let Some(layers) = layers {
            return self.layers(layers, &identifier, corner, &base);
        }
        let Some(file) = file else { return Ok(()) };
        let (path, text) =
            self.sources.open(self.name, &file).map_err(|error| error.field("externalRelPath"))?;
        let mut inner = || {
            let level: Level = self.sources.json(&text)?;
            self.layers(level.layers.unwrap_or_default(), &identifier, corner, &base)
        };
        inner().map_err(|error| error.in_file(&path, Source::Json(&text)))
    }

    fn layers(
        &mut self,
        layers: Vec<LayerInstance>,
        level: &str,
        corner: [f64; 2],
        base: &Traits,
    ) -> Result<(), ImportError> {
        for (index, layer) in layers.into_iter().enumerate() {
            self.layer(layer, level, corner, base)
                .map_err(|error| error.index(index).field("layerInstances"))?;
        }
        Ok(())
    }

    fn layer(
        &mut self,
        layer: LayerInstance,
        level: &str,
        corner: [f64; 2],
        base: &Traits,
    ) -> Result<(), ImportError> {
        let corner = [corner[0] + layer.offset_x, corner[1] + layer.offset_y];
        if !layer.cells.is_empty() {
            self.ground(&layer, level, corner, base)?;
        }
        for (index, entity) in layer.entities.into_iter().enumerate() {
            self.entity(entity, corner, base).map_err(|error| error.index(index).field("entityInstances"))?;
        }
        Ok(())
    }

    /// Adds the body of a layer of values.
    fn ground(
        &mut self,
        layer: &LayerInstance,
        level: &str,
        corner: [f64; 2],
        base: &Traits,
    ) -> Result<(), ImportError> {
        let size = checked_size(layer.grid_size, "__gridSize")?;
        let count = layer.width as usize * layer.height as usize;
        if layer.cells.len() != count {
            let (width, height, given) = (layer.width, layer.height, layer.cells.len());
            let reason = format!("{given} values are given for {width} x {height} cells");
            return Err(ImportError::range(reason).field("intGridCsv"));
        }
        self.builder.spend_tiles(count)?;
        let mut groups: BTreeMap<u32, Vec<[i32; 2]>> = BTreeMap::new();
        for (index, &value) in layer.cells.iter().enumerate().filter(|(_, value)| **value != 0) {
            let index = index as u32;
            let cell = [(index / layer.width) as i32, (index % layer.width) as i32];
            groups.entry(value).or_default().push(cell);
        }
        let mut body = base.body(self.frame.point(corner), 0.0);
        let first = format_args!("{level}/{}", layer.identifier);
        let scale = self.frame.scale;
        let mut owners = Owners::new([size; 2], self.frame.y_down);
        let (mut shared, mut surfaces) = (Vec::new(), Vec::new());
        for (value, cells) in groups {
            let mut traits = base.clone();
            traits.material.id = u64::from(value);
            let name = self.values.get(&(layer.identifier.clone(), value)).map_or("", String::as_str);
            traits.sensor |= name.starts_with("sensor");
            traits.one_way |= name.starts_with("one_way");
            if name.starts_with("ignore") {
                continue;
            }
            let is_shared = !traits.one_way && self.builder.has_outlines(&body, &traits);
            if is_shared {
                cells.iter().for_each(|&cell| owners.own(cell, surfaces.len()));
            }
            let mut rings = cell_rings(cells, [size; 2], self.frame.y_down);
            self.builder.spend_vertices(4 * rings.len())?;
            if is_shared {
                // Unlike surfaces of one outline share their corners, so that nothing bumps where they meet.
                surfaces.push(traits.material);
                shared.append(&mut rings);
                continue;
            }
            let area = MultiPolygon::from_rings(rings.iter().map(Vec::as_slice), FillRule::NonZero)?;
            self.builder.add_area(&mut body, &area, scale, &traits, first)?;
        }
        let area = MultiPolygon::from_rings(shared.iter().map(Vec::as_slice), FillRule::NonZero)?;
        let surfaces = Surfaces { owners: &owners, materials: &surfaces, scale };
        self.builder.add_surfaces(&mut body, &area, &surfaces, base, first);
        if !(body.shapes.is_empty() && body.chains.is_empty()) {
            self.builder.add(body, &format!("{level}/{}", layer.identifier))?;
        }
        Ok(())
    }

    /// Adds the body of an entity, with its box if a field says something physical.
    fn entity(&mut self, entity: Entity, corner: [f64; 2], base: &Traits) -> Result<(), ImportError> {
        let mut traits = base.clone();
        apply(&mut traits, &entity.fields)?;
        let text_of = |wanted: &str| {
            entity.fields.iter().find_map(|field| match &field.value {
                Value::Text(text) if field.identifier == wanted => Some(text.as_str()),
                _ => None,
            })
        };
        let size = [checked_size(entity.width, "width")?, checked_size(entity.height, "height")?];
        let center =
            [0, 1].map(|axis| corner[axis] + entity.position[axis] + (0.5 - entity.pivot[axis]) * size[axis]);
        let mut body = traits.body(self.frame.point(center), 0.0);
        if traits.ignore {
            return Ok(());
        }
        if traits.kind.is_some() || traits.solid || traits.sensor {
            let half = size.map(|side| self.frame.length(0.5 * side));
            let geometry = figure(text_of("shape"), half)?;
            body.shapes.push(traits.dress(ShapeDesc::new(geometry)));
        }
        self.add_entity(body, &entity.identifier)
    }

    fn add_entity(&mut self, body: BodyDesc, name: &str) -> Result<(), ImportError> {
        self.builder.add(body, name).map(drop)
    }
}

/// A box, a disc or a capsule in half extents `[m]`.
fn figure(shape: Option<&str>, half: [f32; 2]) -> Result<Geometry, ImportError> {
    let radius = half[0].min(half[1]);
    let arm = [half[0] - radius, half[1] - radius];
    match shape {
        None | Some("box") => Ok(ShapeDesc::half_box(half[0], half[1]).geometry),
        Some("capsule") if arm != [0.0; 2] => {
            Ok(Geometry::Capsule(CapsuleDesc { a: arm.map(|x| -x), b: arm, radius }))
        }
        Some("circle" | "capsule") => Ok(ShapeDesc::circle(radius).geometry),
        Some(other) => {
            let shown: String = other.chars().take(40).collect();
            Err(ImportError::range(format!("shape must be box, circle or capsule, but is {shown:?}"))
                .field("fieldInstances"))
        }
    }
}

fn checked_size(size: f64, name: &str) -> Result<f64, ImportError> {
    if (1.0..=1.0e5).contains(&size) {
        return Ok(size);
    }
    Err(ImportError::range(format!("must be from 1 to 100000, but is {size}")).field(name))
}

/// Sets the fields with known names.
fn apply(traits: &mut Traits, fields: &[Field]) -> Result<(), ImportError> {
    for (index, field) in fields.iter().enumerate() {
        // A field without a value has its default.
        if field.value == Value::Other {
            continue;
        }
        traits.set(&field.identifier, &field.value).map_err(|reason| {
            ImportError::range(reason).field("__value").index(index).field("fieldInstances")
        })?;
    }
    Ok(())
}
