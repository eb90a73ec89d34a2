//! Water of particles beside a cairn2d world: it keeps its volume, carries bodies and pours.
//!
//! A [`Particles`] is a [`WorldSystem`](cairn2d::system::WorldSystem). Shapes of the world are walls for it.
//! It can also be used without a world: [`Particles::advance`].
//!
//! ```
//! use cairn2d::prelude::*;
//! use cairn2d::system::Systems;
//! use cairn2d_particles::{Particles, ParticlesDef};
//!
//! let mut world = World::new(WorldConfig::default())?;
//! world.spawn(Body::fixed().at([0.0, -1.0]).with(Rect::half(10.0, 1.0)))?;
//! let mut water = Particles::new(ParticlesDef::default())?;
//! water.fill_box(Aabb::new([-1.0, 0.0], [1.0, 2.0]), [0.0, 0.0])?;
//! let mut systems = Systems::new().with(water);
//! for _ in 0..30 {
//!     systems.step(&mut world, 1.0 / 60.0)?;
//! }
//! let water = systems.get::<Particles>().unwrap();
//! assert!(water.positions().iter().any(|p| p.x > 1.5));
//! # Ok::<(), cairn2d::Error>(())
//! ```
//!
//! # Determinism
//! The same calls give the same bits on every machine, with all lanes and any number of threads.
//!
//! # Units
//! Those of the world, for a layer of unit depth: densities in `[kg/m^2]`, pressures in `[N/m]`.
#![forbid(unsafe_code)]

mod batch;
mod blocks;
mod collide;
mod coupling;
mod def;
mod flow;
mod grid;
mod multigrid;
mod particles;
mod pressure;
mod runs;
mod solve;
mod spread;
mod system;
mod transfer;
mod viscosity;
mod walls;

pub use def::{FARTHEST, MAX_CELLS, MAX_PARTICLES, ParticlesDef};
pub use particles::{LiquidState, Particles, ParticlesStep};

#[cfg(test)]
mod tests;
