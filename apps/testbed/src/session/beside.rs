//! Edits of the systems beside a world: ground that is dug, and water that is poured.
//!
//! A scene without the system gets one around the edit, so the tools work everywhere. Its size depends on the
//! edit alone, so a replay makes the same.

use cairn2d::{Aabb, QueryFilter, ShapeInBox, Vec2};
use cairn2d_particles::{Particles, ParticlesDef};
use cairn2d_scenes::Runner;
use cairn2d_terrain::{Brush, Loose, Terrain, TerrainDef};

/// Samples of a new terrain in the radius of the first brush `[-]`.
const SAMPLES: f32 = 8.0;

/// Samples of a new terrain in a row and in a column.
const FIELD: [u32; 2] = [384, 256];

/// Particles of a new liquid in the radius of the first disc `[-]`.
const FINENESS: f32 = 4.0;

/// Half width and half height of a new liquid `[spacings]`.
const POOL: [f32; 2] = [160.0, 120.0];

/// Most particles of a liquid that is poured by hand.
const MOST: u32 = 20_000;

/// Largest radius of a poured disc `[spacings]`.
const WIDEST: f32 = 32.0;

/// Least distance of new particles from those that are there `[spacings]`.
const APART: f32 = 0.9;

/// Time for which poured water has fallen `[s]`.
const FALL: f32 = 0.2;

/// Carves or fills with a brush.
///
/// # Errors
/// A brush that is out of range, and a carve without a terrain. Nothing has changed then.
pub(super) fn dig(runner: &mut Runner, brush: &Brush, fill: bool) -> Result<(), String> {
    let mut made = None;
    let terrain = match runner.systems.get_mut::<Terrain>() {
        Some(terrain) => terrain,
        None if fill => made.insert(new_terrain(brush)?),
        None => return Err("there is no ground to dig; fill some first".to_owned()),
    };
    let edited =
        if fill { terrain.fill_around(&runner.world, brush, 0) } else { terrain.field_mut().carve(brush) };
    edited.map_err(|error| error.to_string())?;
    // The ground follows at once, so that it is seen while time is paused.
    terrain.apply(&mut runner.world).map_err(|error| error.to_string())?;
    if let Some(made) = made {
        runner.systems.add(made);
    }
    runner.redraw_systems();
    Ok(())
}

fn new_terrain(brush: &Brush) -> Result<Terrain, String> {
    let bounds = brush.bounds().ok_or("the brush is empty")?;
    let size = bounds.max - bounds.min;
    let spacing = 0.5 * size.x.min(size.y) / SAMPLES;
    let half = Vec2::new(FIELD[0] as f32, FIELD[1] as f32) * (0.5 * spacing);
    let def = TerrainDef {
        origin: bounds.center() - half,
        spacing,
        size: FIELD,
        tolerance: 0.02 * spacing,
        loose: Loose::Stay,
        ..TerrainDef::default()
    };
    Terrain::new(def).map_err(|error| error.to_string())
}

/// Adds water in a disc where there is neither water nor a body.
///
/// # Errors
/// A disc that is out of range or outside of the water's bounds, and too much water. Nothing has changed
/// then.
pub(super) fn pour(runner: &mut Runner, center: Vec2, radius: f32) -> Result<(), String> {
    if !(center.is_finite() && radius.is_finite() && radius > 0.0) {
        return Err("the disc is not finite, or has no radius".to_owned());
    }
    let mut made = None;
    let water = match runner.systems.get_mut::<Particles>() {
        Some(water) => water,
        None => made.insert(new_water(center, radius)?),
    };
    let (bounds, spacing) = (water.def().bounds, water.def().spacing);
    if radius > WIDEST * spacing {
        return Err(format!("the radius is above {WIDEST} spacings of the water, {spacing} m each"));
    }
    let disc = Aabb::from_center_half(center, Vec2::new(radius, radius));
    let area = Aabb { min: disc.min.max(bounds.min), max: disc.max.min(bounds.max) };
    if !(area.min.x < area.max.x && area.min.y < area.max.y) {
        return Err("there can be no water here".to_owned());
    }
    let reach = disc.expand(spacing);
    let near: Vec<Vec2> = water.positions().iter().copied().filter(|&at| reach.contains_point(at)).collect();
    let mut found: Vec<ShapeInBox> = Vec::new();
    let world = &runner.world;
    world.shapes_in_box(area, QueryFilter::all(), &mut found).map_err(|error| error.to_string())?;
    let is_free = |at: Vec2| {
        at.distance(center) <= radius
            && near.iter().all(|other| other.distance(at) >= APART * spacing)
            && !found.iter().any(|entry| {
                let shape = world.shape(entry.shape).filter(|shape| !shape.is_sensor());
                shape.is_some_and(|shape| shape.geometry().test_point(entry.pose.inv_transform_point(at)))
            })
    };
    let velocity = world.config().gravity * (FALL * water.def().gravity_scale);
    water.fill_where(area, velocity, is_free).map_err(|error| error.to_string())?;
    if let Some(made) = made {
        runner.systems.add(made);
    }
    runner.redraw_systems();
    Ok(())
}

fn new_water(center: Vec2, radius: f32) -> Result<Particles, String> {
    let spacing = radius / FINENESS;
    let bounds = Aabb::from_center_half(center, Vec2::from(POOL) * spacing);
    let def = ParticlesDef { bounds, spacing, capacity: MOST, ..ParticlesDef::default() };
    Particles::new(def).map_err(|error| error.to_string())
}
