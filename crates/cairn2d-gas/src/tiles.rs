//! Which tiles have work: those with gas that is not ambient, and the ring around them.
//!
//! Invariant: both arrays of cells hold the same in tiles without work, and all gas there is ambient to the
//! bit. Ambient gas among ambient gas does not change, so leaving it out changes no bit.

use core::ops::Range;

use crate::layout::{Layout, State, TILE_HEIGHT, TILE_WIDTH};
use crate::sweep::{OPEN, STILL, TileWork, WALLED};

/// Sub-steps after which the work must be determined again: two cells each within the height of a tile.
pub(crate) const SUB_STEPS: u32 = TILE_HEIGHT as u32 / 2;

/// Flags of all tiles.
#[derive(Clone, Debug)]
pub(crate) struct Tiles {
    count: [usize; 2],
    /// Whether some gas is not ambient, or a solid moves.
    loud: Vec<bool>,
    /// Whether a solid is in the tile or in reach of its stencil: one that stays, and any.
    fixed: Vec<bool>,
    walled: Vec<bool>,
    work: Vec<u8>,
    next: Vec<u8>,
}

impl Tiles {
    pub(crate) fn new(layout: &Layout) -> Tiles {
        let [columns, rows] = layout.tiles;
        let count = columns * rows;
        let closed = vec![false; count];
        Tiles {
            count: layout.tiles,
            loud: closed.clone(),
            fixed: closed.clone(),
            walled: closed,
            work: vec![STILL; count],
            next: vec![STILL; count],
        }
    }

    pub(crate) fn work(&self) -> TileWork<'_> {
        TileWork { tiles: self.count, work: &self.work }
    }

    /// Number of tiles with work.
    pub(crate) fn active(&self) -> usize {
        self.work.iter().filter(|&&work| work != STILL).count()
    }

    /// Whether some gas is not still, or was not when the work was planned.
    pub(crate) fn any(&self) -> bool {
        self.work.iter().any(|&work| work != STILL) || self.is_loud()
    }

    /// Whether some gas is not still.
    pub(crate) fn is_loud(&self) -> bool {
        self.loud.contains(&true)
    }

    pub(crate) fn loud(&self) -> &[bool] {
        &self.loud
    }

    pub(crate) fn loud_mut(&mut self) -> &mut [bool] {
        &mut self.loud
    }

    /// Bytes of the flags.
    pub(crate) fn memory(&self) -> usize {
        5 * self.work.len()
    }

    /// Marks the tile of a cell as loud.
    pub(crate) fn raise(&mut self, column: usize, row: usize) {
        self.loud[row / TILE_HEIGHT * self.count[0] + column / TILE_WIDTH] = true;
    }

    /// Marks all tiles as loud, until the next look at the cells.
    #[cfg(test)]
    pub(crate) fn raise_all(&mut self) {
        self.loud.fill(true);
    }

    /// Whether the tile of a cell has work.
    pub(crate) fn works_at(&self, column: usize, row: usize) -> bool {
        self.work[row / TILE_HEIGHT * self.count[0] + column / TILE_WIDTH] != STILL
    }

    /// Looks for walls that stay in all tiles. `fixed` tells by rows which cells of the grid are such walls;
    /// beyond it, cells without gas are.
    pub(crate) fn find_walls(&mut self, layout: &Layout, cells: &[f32], fixed: &[u8]) {
        let (columns, rows) = (layout.columns as isize, layout.rows as isize);
        let is_wall = |column: isize, row: isize| {
            if (0..columns).contains(&column) && (0..rows).contains(&row) {
                fixed[(row * columns + column) as usize] != 0
            } else {
                cells[layout.place(column, row)] == 0.0
            }
        };
        for row in 0..self.count[1] {
            for column in 0..self.count[0] {
                let (columns, rows) = (layout.tile_columns(column), layout.tile_rows(row));
                let columns = columns.start as isize - 2..columns.end as isize + 2;
                let found = (rows.start as isize - 2..rows.end as isize + 2)
                    .any(|row| columns.clone().any(|column| is_wall(column, row)));
                self.fixed[row * self.count[0] + column] = found;
            }
        }
    }

    /// Marks the tiles in reach of a cell that became a wall that stays.
    pub(crate) fn wall_at(&mut self, column: usize, row: usize) {
        for tile in in_reach(self.count, column, row) {
            self.fixed[tile] = true;
            self.walled[tile] = true;
        }
    }

    /// Marks the tiles in reach of walls that stay, and of cells of moving bodies: columns and rows.
    pub(crate) fn cover(&mut self, cells: impl Iterator<Item = [usize; 2]>) {
        self.walled.copy_from_slice(&self.fixed);
        for [column, row] in cells {
            for tile in in_reach(self.count, column, row) {
                self.walled[tile] = true;
            }
        }
    }

    /// Looks which tiles with work are loud: with gas that is not ambient, or solids faster than `quiet`
    /// `[m/s]`.
    pub(crate) fn listen(&mut self, layout: &Layout, cells: &[f32], ambient: State, quiet: f32) {
        for row in 0..self.count[1] {
            for column in 0..self.count[0] {
                let tile = row * self.count[0] + column;
                if self.work[tile] == STILL && !self.loud[tile] {
                    continue;
                }
                let (columns, rows) = (layout.tile_columns(column), layout.tile_rows(row));
                self.loud[tile] = is_loud(layout, cells, (ambient, quiet), columns, rows, self.walled[tile]);
            }
        }
    }

    /// Determines the work from the loud tiles. Tiles that become still are copied from `cells` to `other`.
    pub(crate) fn plan(&mut self, layout: &Layout, cells: &[f32], other: &mut [f32]) {
        let [columns, rows] = self.count;
        self.next.fill(STILL);
        for row in 0..rows {
            for column in 0..columns {
                if !self.loud[row * columns + column] {
                    continue;
                }
                for near_row in row.saturating_sub(1)..(row + 2).min(rows) {
                    for near in column.saturating_sub(1)..(column + 2).min(columns) {
                        let tile = near_row * columns + near;
                        self.next[tile] = if self.walled[tile] { WALLED } else { OPEN };
                    }
                }
            }
        }
        for tile in 0..self.work.len() {
            if self.work[tile] != STILL && self.next[tile] == STILL {
                copy_tile(layout, cells, other, tile % columns, tile / columns);
            }
        }
        core::mem::swap(&mut self.work, &mut self.next);
    }

    /// Returns the columns of the first run of tiles with work in a row of cells, from a column on.
    pub(crate) fn columns_with_work(&self, layout: &Layout, row: usize, from: usize) -> Option<Range<usize>> {
        let row = row / TILE_HEIGHT;
        let work = &self.work[row * self.count[0]..(row + 1) * self.count[0]];
        let first = (from.div_ceil(TILE_WIDTH)..work.len()).find(|&tile| work[tile] != STILL)?;
        let end = (first..work.len()).find(|&tile| work[tile] == STILL).unwrap_or(work.len());
        Some(layout.tile_columns(first).start..layout.tile_columns(end - 1).end)
    }

    /// Calls `visit` with the columns of each run of tiles with work in the rows of each row of tiles.
    pub(crate) fn for_each_run(&self, layout: &Layout, mut visit: impl FnMut(Range<usize>, Range<usize>)) {
        for row in 0..self.count[1] {
            let work = &self.work[row * self.count[0]..(row + 1) * self.count[0]];
            let mut from = 0;
            while let Some(first) = (from..work.len()).find(|&tile| work[tile] != STILL) {
                let end = (first..work.len()).find(|&tile| work[tile] == STILL).unwrap_or(work.len());
                visit(
                    layout.tile_columns(first).start..layout.tile_columns(end - 1).end,
                    layout.tile_rows(row),
                );
                from = end;
            }
        }
    }
}

/// Tiles whose cells read a cell.
fn in_reach([columns, rows]: [usize; 2], column: usize, row: usize) -> impl Iterator<Item = usize> {
    let near = column.saturating_sub(2) / TILE_WIDTH..=((column + 2) / TILE_WIDTH).min(columns - 1);
    let near_rows = row.saturating_sub(2) / TILE_HEIGHT..=((row + 2) / TILE_HEIGHT).min(rows - 1);
    near_rows.flat_map(move |row| near.clone().map(move |column| row * columns + column))
}

fn is_loud(
    layout: &Layout,
    cells: &[f32],
    (ambient, quiet): (State, f32),
    columns: Range<usize>,
    rows: Range<usize>,
    walled: bool,
) -> bool {
    rows.into_iter().any(|row| {
        let first = layout.place(columns.start as isize, row as isize);
        let part = |part: usize| {
            let start = first + part * layout.stride;
            &cells[start..start + columns.len()]
        };
        if !walled {
            // Without a branch in the loops, so that they are wide.
            let differs = |number: usize| {
                part(number).iter().fold(false, |any, &value| any | (value != ambient[number]))
            };
            return (0..layout.parts).any(differs);
        }
        (0..columns.len()).any(|column| {
            if part(0)[column] == 0.0 {
                return part(1)[column].abs() > quiet || part(2)[column].abs() > quiet;
            }
            (0..layout.parts).any(|number| part(number)[column] != ambient[number])
        })
    })
}

fn copy_tile(layout: &Layout, from: &[f32], to: &mut [f32], column: usize, row: usize) {
    let columns = layout.tile_columns(column);
    for row in layout.tile_rows(row) {
        for part in 0..layout.parts {
            let start = layout.place(columns.start as isize, row as isize) + part * layout.stride;
            to[start..start + columns.len()].copy_from_slice(&from[start..start + columns.len()]);
        }
    }
}
