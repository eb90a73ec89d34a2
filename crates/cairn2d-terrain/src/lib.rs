//! Ground that can be dug, beside a cairn2d world.
//!
//! A [`Field`] holds signed distances and materials on a lattice. [`Field::carve`] and [`Field::fill`] change
//! it. A [`Terrain`] is a [`WorldSystem`](cairn2d::system::WorldSystem) with a field: before each step, the
//! outline of what changed becomes shapes of the world, and ground that came loose becomes bodies.
//!
//! ```
//! use cairn2d::prelude::*;
//! use cairn2d::system::Systems;
//! use cairn2d_terrain::{Brush, Terrain, TerrainDef};
//!
//! let mut world = World::new(WorldConfig::default())?;
//! let mut terrain = Terrain::new(TerrainDef { size: [128, 64], ..TerrainDef::default() })?;
//! terrain.field_mut().fill(&Brush::capsule([0.0, 1.0], [13.0, 1.0], 2.0), 0)?;
//! let ball = world.spawn(Body::dynamic().at([6.0, 3.5]).with(Circle::new(0.4)))?;
//! let mut systems = Systems::new().with(terrain);
//! for _ in 0..60 {
//!     systems.step(&mut world, 1.0 / 60.0)?;
//! }
//! assert!((world.body(ball).unwrap().position().y - 3.4).abs() < 0.02);
//!
//! // The ground under the ball is blown away.
//! systems.get_mut::<Terrain>().unwrap().field_mut().carve(&Brush::disc([6.0, 3.0], 1.5))?;
//! for _ in 0..60 {
//!     systems.step(&mut world, 1.0 / 60.0)?;
//! }
//! assert!(world.body(ball).unwrap().position().y < 2.0);
//! # Ok::<(), cairn2d::Error>(())
//! ```
//!
//! # Determinism
//! The same calls give the same bits on every machine, with all lanes and any number of threads.
#![forbid(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../../../docs/terrain.md")]
struct Page;

mod brush;
mod contour;
mod def;
mod field;
mod ground;
mod islands;
mod rescue;
mod system;
mod terrain;

pub use brush::Brush;
pub use def::{FARTHEST, GroundMaterial, Loose, MAX_MATERIALS, MAX_SAMPLES, MAX_SIDE, TerrainDef};
pub use field::{Edited, Field};
pub use terrain::{Changes, Terrain};

#[cfg(test)]
mod tests;
