//! Tests of whole terrains, with measures that do not use the field.

mod bodies;
mod edits;
mod outlines;
mod state;

use cairn2d::prelude::*;
use cairn2d::system::Systems;

use crate::{Brush, Terrain, TerrainDef};

/// Length of a step `[s]`.
const DT: f32 = 1.0 / 60.0;

pub(super) struct Random(pub(super) u64);

impl Random {
    /// From 0 to 1.
    pub(super) fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1 << 24) as f32
    }

    pub(super) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.next()
    }
}

/// Flat ground up to a height.
pub(super) fn flat(size: [u32; 2], top: f32) -> Terrain {
    let mut terrain = Terrain::new(TerrainDef { size, ..TerrainDef::default() }).unwrap();
    let width = size[0] as f32 * 0.1;
    terrain
        .field_mut()
        .fill(&Brush::capsule([-50.0, top - 40.0], [width + 50.0, top - 40.0], 40.0), 0)
        .unwrap();
    terrain
}

/// All segments of the ground in the world, as the world has them.
pub(super) fn segments(world: &World) -> Vec<[Vec2; 4]> {
    let mut list = Vec::new();
    for body in world.bodies() {
        for id in world.body(body).unwrap().shapes() {
            if let Shape::ChainSegment(chain) = world.shape(id).unwrap().geometry() {
                list.push([chain.ghost_a, chain.a, chain.b, chain.ghost_b]);
            }
        }
    }
    list
}

/// Area that the segments enclose `[m^2]`.
pub(super) fn outline_area(world: &World) -> f64 {
    let cross = |[_, a, b, _]: [Vec2; 4]| f64::from(a.x) * f64::from(b.y) - f64::from(a.y) * f64::from(b.x);
    segments(world).into_iter().map(cross).sum::<f64>() / 2.0
}

/// Runs systems and world, and returns the systems.
pub(super) fn run(systems: &mut Systems, world: &mut World, steps: u32) {
    for _ in 0..steps {
        systems.step(world, DT).unwrap();
    }
}

pub(super) fn terrain_of(systems: &mut Systems) -> &mut Terrain {
    systems.get_mut::<Terrain>().unwrap()
}
