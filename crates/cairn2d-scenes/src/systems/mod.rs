//! Systems that step beside a world ([`cairn2d::system`]), written to be used or copied by games.

pub mod cell_wind;

pub use cell_wind::{CellWind, CellWindDef, Fan, WindPush};
