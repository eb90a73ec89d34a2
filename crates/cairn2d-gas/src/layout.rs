//! Where the numbers of a cell are: rows of columns, with margins for the stencil and the widest lanes.
//!
//! A row of cells is one block: all densities, then the momenta along x, along y, and for an ideal gas the
//! energies. A solid cell has density 0, and the velocity of the solid in place of its momenta.
//! Invariant: margins hold ambient gas beyond open edges and solids beyond closed ones.

use core::ops::Range;

use crate::def::{Edge, GasDef, Model};

/// Columns to the left of the grid. At least the two of the stencil.
pub(crate) const LEFT: usize = 16;

/// Columns to the right of it, beyond its last block of lanes.
const RIGHT: usize = 32;

/// Rows below and above.
pub(crate) const ROWS_BEYOND: usize = 2;

/// Columns of a tile.
pub(crate) const TILE_WIDTH: usize = 32;

/// Rows of a tile. A sub-step reaches two cells far, so a ring of tiles suffices for four.
pub(crate) const TILE_HEIGHT: usize = 8;

/// Rows that one thread takes at a time; a multiple of the height of a tile.
pub(crate) const BAND: usize = 32;

/// State of a cell: density, momenta, energy (0 for an isothermal gas), each for a unit of area.
pub(crate) type State = [f32; 4];

/// The shape of the arrays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Layout {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// Numbers of a cell: 3 or 4.
    pub(crate) parts: usize,
    /// Floats from one part of a row to the next one.
    pub(crate) stride: usize,
    pub(crate) tiles: [usize; 2],
}

impl Layout {
    pub(crate) fn of(def: &GasDef) -> Layout {
        let [columns, rows] = def.cells.map(|count| count as usize);
        Layout {
            columns,
            rows,
            parts: if matches!(def.model, Model::Ideal { .. }) { 4 } else { 3 },
            stride: LEFT + columns.next_multiple_of(16) + RIGHT,
            tiles: [columns.div_ceil(TILE_WIDTH), rows.div_ceil(TILE_HEIGHT)],
        }
    }

    /// Number of cells of the grid.
    pub(crate) fn cell_count(&self) -> usize {
        self.columns * self.rows
    }

    /// Floats of one row.
    pub(crate) fn row_len(&self) -> usize {
        self.parts * self.stride
    }

    /// The floats of the rows of the grid, without the margins.
    pub(crate) fn inner(&self) -> Range<usize> {
        ROWS_BEYOND * self.row_len()..(ROWS_BEYOND + self.rows) * self.row_len()
    }

    /// Place of the density of a cell; other parts follow at the stride. Margins have negative numbers.
    pub(crate) fn place(&self, column: isize, row: isize) -> usize {
        let row = (row + ROWS_BEYOND as isize) as usize;
        row * self.row_len() + (column + LEFT as isize) as usize
    }

    pub(crate) fn get(&self, cells: &[f32], place: usize) -> State {
        let energy = if self.parts == 4 { cells[place + 3 * self.stride] } else { 0.0 };
        [cells[place], cells[place + self.stride], cells[place + 2 * self.stride], energy]
    }

    pub(crate) fn set(&self, cells: &mut [f32], place: usize, state: State) {
        for (part, value) in state.into_iter().take(self.parts).enumerate() {
            cells[place + part * self.stride] = value;
        }
    }

    /// Cells of ambient gas with margins.
    pub(crate) fn filled(&self, def: &GasDef) -> Vec<f32> {
        let ambient = ambient(def);
        let mut cells = vec![0.0; (self.rows + 2 * ROWS_BEYOND) * self.row_len()];
        let (columns, rows) = (self.columns as isize, self.rows as isize);
        let [left, right, below, above] = def.edges.map(|edge| edge == Edge::Open);
        for row in -(ROWS_BEYOND as isize)..rows + ROWS_BEYOND as isize {
            for column in -(LEFT as isize)..(self.stride - LEFT) as isize {
                let gas = (column >= 0 || left)
                    && (column < columns || right)
                    && (row >= 0 || below)
                    && (row < rows || above);
                if gas {
                    self.set(&mut cells, self.place(column, row), ambient);
                }
            }
        }
        cells
    }

    /// Columns of a tile.
    pub(crate) fn tile_columns(&self, tile: usize) -> Range<usize> {
        tile * TILE_WIDTH..((tile + 1) * TILE_WIDTH).min(self.columns)
    }

    /// Rows of a tile.
    pub(crate) fn tile_rows(&self, tile: usize) -> Range<usize> {
        tile * TILE_HEIGHT..((tile + 1) * TILE_HEIGHT).min(self.rows)
    }
}

/// State of the ambient gas.
pub(crate) fn ambient(def: &GasDef) -> State {
    let energy = match def.model {
        Model::Isothermal { .. } => 0.0,
        Model::Ideal { gamma, .. } => def.pressure() / (gamma - 1.0),
    };
    [def.density, 0.0, 0.0, energy]
}
