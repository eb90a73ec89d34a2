//! Shortest paths on grids for games: exact, deterministic, without allocation once warm.
//!
//! A [`Grid`] holds open and blocked cells as bits. A [`Search`] finds a shortest path between two cells by
//! jump point search, with a [`JumpTable`] on maps that seldom change, with [`Sectors`] on large ones. A
//! [`Weights`] gives each cell a cost of its own. A [`FlowField`] leads any number of units to one goal.
//!
//! # Determinism
//! All costs are integers. The same calls give the same paths on every machine.
//!
//! # Examples
//! ```
//! use cairn2d_path::{Cell, Grid, Path, Search};
//!
//! let mut grid = Grid::open(64, 64)?;
//! grid.fill(Cell::new(32, 0), Cell::new(32, 60), false)?;
//! let (mut search, mut path) = (Search::new(), Path::new());
//! let cost = search.find(&grid, Cell::new(1, 1), Cell::new(62, 1), &mut path)?;
//! assert!(cost.is_some());
//! for cell in path.cells() {
//!     assert!(grid.is_open(cell));
//! }
//! # Ok::<(), cairn2d_path::PathError>(())
//! ```
#![forbid(unsafe_code)]

mod a_star;
mod bits;
mod cell;
mod clearance;
mod error;
mod flow;
mod grid;
mod heap;
mod jump;
mod jump_table;
mod map_text;
mod path;
mod search;
mod sector_search;
mod sectors;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod weights;

pub use cell::{Cell, Cost};
pub use error::PathError;
pub use flow::FlowField;
pub use grid::{Grid, MAX_CELLS, MAX_SIDE};
pub use jump_table::JumpTable;
pub use path::Path;
pub use search::{Corners, Method, Search, Visit};
pub use sectors::Sectors;
pub use weights::Weights;
