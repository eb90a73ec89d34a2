//! Compressible gas on a grid beside a cairn2d world: blasts that walls stop and that throw bodies.
#![forbid(unsafe_code)]

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

pub use def::{Blast, Edge, FARTHEST, GasDef, MAX_CELLS, Model};
pub use gas::{Gas, GasState, GasStep, Quantity, Totals};

#[cfg(test)]
mod tests;
