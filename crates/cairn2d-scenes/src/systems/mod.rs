//! Systems that step beside a world ([`cairn2d::system`]), written to be used or copied by games.

pub mod cell_wind;
mod view;

pub use cell_wind::{CellWind, CellWindDef, Fan, WindPush};
pub(crate) use view::SystemsView;
