//! Errors of grids, searches and files.

use crate::Cell;

/// Error of a call, which changed nothing.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathError {
    /// A side of the grid is zero or above [`MAX_SIDE`](crate::MAX_SIDE), or the grid has more than
    /// [`MAX_CELLS`](crate::MAX_CELLS) cells.
    Size {
        /// Number of columns.
        width: usize,
        /// Number of rows.
        height: usize,
    },
    /// The cell is not in the grid.
    Outside {
        /// The cell.
        cell: Cell,
        /// Number of columns of the grid.
        width: u32,
        /// Number of rows of the grid.
        height: u32,
    },
    /// The list of weights has another length than the grid has cells.
    WeightCount {
        /// Number of weights.
        weights: usize,
        /// Number of cells.
        cells: usize,
    },
    /// A flow field or a table belongs to a grid of another size.
    OtherGrid {
        /// Size of the grid of the call.
        grid: [u32; 2],
        /// Size of the grid that it was made for.
        expected: [u32; 2],
    },
    /// The radius, as text, is not from 0 to 1,024 cells.
    Radius(String),
    /// A line of a map file is malformed.
    Map {
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong with it.
        reason: &'static str,
    },
}

impl core::fmt::Display for PathError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Size { width, height } => write!(
                f,
                "grid is {width} by {height} cells, sides must be from 1 to {} and cells at most {}",
                crate::MAX_SIDE,
                crate::MAX_CELLS
            ),
            Self::Outside { cell, width, height } => {
                write!(f, "cell {cell} is outside of the grid of {width} by {height} cells")
            }
            Self::WeightCount { weights, cells } => {
                write!(f, "{weights} weights are given for {cells} cells")
            }
            Self::OtherGrid { grid: [width, height], expected: [w, h] } => {
                write!(f, "grid is {width} by {height} cells, expected {w} by {h}")
            }
            Self::Radius(radius) => {
                write!(f, "radius of the unit is {radius} cells, it must be from 0 to 1024")
            }
            Self::Map { line, reason } => write!(f, "line {line} of the map: {reason}"),
        }
    }
}

impl core::error::Error for PathError {}
