//! A* on single cells.

use crate::bits::FIRST;
use crate::search::{DIAGONAL, Expansion, Nodes, STRAIGHT};
use crate::{Cell, Corners, Grid};

/// Offsets of the eight neighbors, and the bit of each in the mask of [`steps`].
pub(crate) const NEIGHBORS: [(i32, i32); 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];

/// The opposite of each direction, in the order of the neighbors. The ninth is none.
pub(crate) const REVERSE: [u8; 9] = [1, 0, 3, 2, 7, 6, 5, 4, 8];

/// Which of the eight neighbors are open, as a mask in the order of [`NEIGHBORS`].
#[inline]
pub(crate) fn open_neighbors(grid: &Grid, cell: Cell) -> u32 {
    let rows = grid.rows();
    let three = |line: u32| rows.three(line, cell.x + FIRST);
    let (below, middle, above) = (three(cell.y), three(cell.y + 1), three(cell.y + 2));
    middle >> 2
        | (middle & 1) << 1
        | (above & 2) << 1
        | (below & 2) << 2
        | (above & 4) << 2
        | (above & 1) << 5
        | (below & 4) << 4
        | (below & 1) << 7
}

/// Neighbors to which a step leads, as a mask in the order of [`NEIGHBORS`].
#[inline]
pub(crate) fn steps(grid: &Grid, cell: Cell, corners: Corners) -> u32 {
    allowed(open_neighbors(grid, cell), corners)
}

/// Steps that are allowed if these neighbors are open.
#[inline]
pub(crate) const fn allowed(open: u32, corners: Corners) -> u32 {
    // Bits 4 to 7: right up, left up, right down, left down.
    let (x, y) = (open & 1 | (open & 2), open >> 2);
    let beside_x = x << 4 | x << 6;
    let up = y & 1;
    let down = y >> 1 & 1;
    let beside_y = up << 4 | up << 5 | down << 6 | down << 7;
    let beside = match corners {
        Corners::Avoid => beside_x & beside_y,
        Corners::Cut => beside_x | beside_y,
    };
    open & (0xf | beside)
}

/// The neighbor in the direction of this bit.
#[inline]
pub(crate) fn neighbor(cell: Cell, direction: u32) -> Cell {
    let (dx, dy) = NEIGHBORS[direction as usize];
    Cell::new(cell.x.wrapping_add_signed(dx), cell.y.wrapping_add_signed(dy))
}

/// Calls `step(to, diagonal)` for every step from a cell.
#[inline]
pub(crate) fn for_each_step(grid: &Grid, cell: Cell, corners: Corners, mut step: impl FnMut(Cell, bool)) {
    let mut left = steps(grid, cell, corners);
    while left != 0 {
        let direction = left.trailing_zeros();
        left &= left - 1;
        step(neighbor(cell, direction), direction >= 4);
    }
}

/// Reaches the neighbors of a node.
pub(crate) fn expand(nodes: &mut Nodes, grid: &Grid, corners: Corners, expansion: Expansion) {
    for_each_step(grid, expansion.cell, corners, |to, diagonal| {
        let step = if diagonal { DIAGONAL } else { STRAIGHT };
        nodes.reach(to, expansion.cost + step, expansion.cell);
    });
}
