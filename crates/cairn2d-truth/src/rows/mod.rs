//! The rows, by subject, in the order of the table.

mod friction;
mod impacts;
mod machines;
mod motion;
mod springs;
mod stress;
mod symmetry;
mod together;

use cairn2d_scenes::Scene;
use cairn2d_scenes::format::{BodyDesc, MaterialDesc, ShapeDesc};

use crate::row::Row;

/// Default length of a step of a scene `[s]`.
const DT: f64 = 1.0 / 60.0;

/// Gravity of the default world \[m/s^2\].
const G: f64 = 10.0;

/// Returns all rows.
pub fn all() -> Vec<Row> {
    let mut rows = Vec::new();
    motion::add(&mut rows);
    springs::add(&mut rows);
    friction::add(&mut rows);
    impacts::add(&mut rows);
    together::add(&mut rows);
    symmetry::add(&mut rows);
    stress::add(&mut rows);
    machines::add(&mut rows);
    rows.sort_by_key(|row| (order(row.id), row.id));
    rows
}

fn order(id: &str) -> usize {
    ["A", "R", "F"].iter().position(|letter| id.starts_with(letter)).unwrap_or(usize::MAX)
}

/// A scene with default settings in which nothing sleeps.
fn sleepless() -> Scene {
    let mut scene = Scene::new("truth", "");
    scene.world.sleeping = false;
    scene
}

/// The same without gravity.
fn weightless() -> Scene {
    let mut scene = sleepless();
    scene.world.gravity = [0.0, 0.0];
    scene
}

/// A material.
pub(crate) fn surface(friction: f32, restitution: f32) -> MaterialDesc {
    MaterialDesc { friction, restitution, ..MaterialDesc::default() }
}

/// Adds a wide static floor with its top at y = 0.
fn floor(scene: &mut Scene, friction: f32) -> usize {
    let top = ShapeDesc::box_at([100.0, 1.0], [0.0, -1.0]).friction(friction);
    scene.add(BodyDesc::fixed([0.0, 0.0]).with(top)) as usize
}

/// Adds a body and returns its index.
fn add(scene: &mut Scene, body: BodyDesc) -> usize {
    scene.add(body) as usize
}

/// Distance of two points.
fn distance(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// The larger of two numbers; NaN stays NaN.
fn worst(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) }
}
