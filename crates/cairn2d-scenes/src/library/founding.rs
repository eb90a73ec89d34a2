//! The first benchmark worlds of this engine: a stack of 1000 boxes, and up to 20,000 moving discs.

use super::benchmark::pyramid;
use super::{BuiltIn, Category, tunable};
use crate::format::{BodyDesc, FilterDesc, MaterialDesc, Scene, ShapeDesc};
use crate::parameters::Parameters;
use crate::trig::cos_sin;

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    tunable("pyramid990", Category::Founding, 500, pyramid990, "A pyramid of 990 boxes stands"),
    tunable("wall1000", Category::Founding, 500, wall1000, "A brick wall of 1000 boxes stands"),
    tunable("moving10k", Category::Founding, 500, moving10k, "10000 elastic discs fly about in a room"),
    tunable("moving20k", Category::Founding, 500, moving20k, "20000 elastic discs fly about in a room"),
    tunable(
        "moving20k_filtered",
        Category::Founding,
        500,
        moving20k_filtered,
        "20000 discs fly through one another in a room",
    ),
];

fn pyramid990(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let rows = parameters.count("rows", 2..=140, 44, "Boxes in the lowest row");
    pyramid(scene, rows);
}

fn wall1000(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let rows = parameters.count("rows", 1..=100, 25, "Rows of bricks");
    let columns = parameters.count("columns", 1..=160, 40, "Bricks of a row");
    scene.world.sleeping = false;
    scene.add(BodyDesc::fixed([0.0, -1.0]).with(ShapeDesc::half_box(100.0, 1.0)));
    for row in 0..rows {
        let shift = if row % 2 == 0 { -0.25 } else { 0.25 };
        for column in 0..columns {
            let position = [(column as f32 - 0.5 * (columns as f32 - 1.0)) + shift, 0.5 + row as f32];
            scene.add(BodyDesc::dynamic(position).with(ShapeDesc::half_box(0.5, 0.5)));
        }
    }
}

fn moving10k(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let discs = parameters.count("discs", 1..=50000, 10000, "Discs");
    moving(scene, discs, FilterDesc::default());
}

fn moving20k(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let discs = parameters.count("discs", 1..=50000, 20000, "Discs");
    moving(scene, discs, FilterDesc::default());
}

fn moving20k_filtered(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let discs = parameters.count("discs", 1..=50000, 20000, "Discs");
    moving(scene, discs, FilterDesc { category: 2, mask: 1, group: 0 });
}

/// Builds a square room with `count` elastic discs that cover a quarter of it and fly in all directions.
fn moving(scene: &mut Scene, count: u32, filter: FilterDesc) {
    const RADIUS: f32 = 0.25;
    scene.world.gravity = [0.0, 0.0];
    scene.world.sleeping = false;
    let elastic = MaterialDesc { friction: 0.0, restitution: 1.0, ..MaterialDesc::default() };
    let side = (count as f32).sqrt().ceil();
    let cell = (core::f32::consts::PI * RADIUS * RADIUS / 0.25).sqrt();
    let half = side * cell / 2.0;

    let (long, far) = (half + 1.0, half + 0.5);
    let wall = |half, center| ShapeDesc::box_at(half, center).material(elastic);
    let room = BodyDesc::fixed([0.0, 0.0])
        .with(wall([long, 0.5], [0.0, far]))
        .with(wall([long, 0.5], [0.0, -far]))
        .with(wall([0.5, long], [far, 0.0]))
        .with(wall([0.5, long], [-far, 0.0]));
    scene.add(room);

    let disc = ShapeDesc::circle(RADIUS).material(elastic).filter(filter);
    let mut random = Random(12345);
    for i in 0..count {
        let (column, row) = (i % side as u32, i / side as u32);
        let position = [-half + (column as f32 + 0.5) * cell, -half + (row as f32 + 0.5) * cell];
        let [cos, sin] = cos_sin(core::f32::consts::TAU * random.next());
        let speed = 1.0 + 4.0 * random.next();
        let body = BodyDesc { velocity: [speed * cos, speed * sin], ..BodyDesc::dynamic(position) };
        scene.add(body.with(disc.clone()));
    }
}

/// A 32-bit xorshift generator of numbers from 0 to just below 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Random(pub(crate) u32);

impl Random {
    pub(crate) fn next(&mut self) -> f32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        (self.0 >> 8) as f32 / 16_777_216.0
    }
}
