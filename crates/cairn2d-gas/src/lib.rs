//! Compressible gas on a grid beside a cairn2d world: blasts that walls stop and that throw bodies.
//!
//! A [`Gas`] is a [`WorldSystem`](cairn2d::system::WorldSystem). Shapes of the world are walls for it, and
//! bodies feel its pressure. It can also be used without a world: [`Gas::advance`].
//!
//! ```
//! use cairn2d::prelude::*;
//! use cairn2d::system::Systems;
//! use cairn2d_gas::{Blast, Gas, GasDef};
//!
//! let mut world = World::new(WorldConfig::default())?;
//! let ball = world.spawn(Body::dynamic().at([3.0, 5.0]).with(Circle::new(0.5)))?;
//! let mut gas = Gas::new(GasDef::default())?;
//! gas.explode(&Blast::new([0.0, 5.0], 0.7, 3000.0))?;
//! let mut systems = Systems::new().with(gas);
//! for _ in 0..20 {
//!     systems.step(&mut world, 1.0 / 60.0)?;
//! }
//! assert!(world.body(ball).unwrap().velocity().x > 1.0);
//! # Ok::<(), cairn2d::Error>(())
//! ```
//!
//! # Determinism
//! The same calls give the same bits on every machine, with all lanes and any number of threads.
//!
//! # Units
//! Those of the world, for a layer of unit depth: densities in `[kg/m^2]`, pressures in `[N/m]`.
#![forbid(unsafe_code)]

mod blast;
mod coupling;
mod def;
mod gas;
mod kernel;
mod layout;
mod raster;
mod relax;
mod sweep;
mod system;
mod tiles;
mod walls;

pub use blast::MAX_BLASTS;
pub use def::{Blast, Edge, FARTHEST, GasDef, MAX_CELLS, Model};
pub use gas::{Gas, GasState, GasStep, Quantity, Totals};

#[cfg(test)]
mod tests;
