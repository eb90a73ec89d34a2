//! A* on single cells.

use crate::bits::FIRST;
use crate::search::{DIAGONAL, Expansion, Nodes, STRAIGHT};
use crate::{Cell, Corners, Grid};

/// Offsets of the eight neighbors, and the bit of each in the mask of [`steps`].
pub(crate) const NEIGHBORS: [(i32, i32); 8] =
    [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)];

/// Neighbors to which a step leads, as a mask in the order of [`NEIGHBORS`].
#[inline]
pub(crate) fn steps(grid: &Grid, cell: Cell, corners: Corners) -> u32 {
    let rows = grid.rows();
    let three = |line: u32| rows.three(line, cell.x + FIRST);
    let (below, middle, above) = (three(cell.y), three(cell.y + 1), three(cell.y + 2));
    let bit = |bits: u32, at: u32| bits >> at & 1;
    let (east, west, north, south) = (bit(middle, 2), bit(middle, 0), bit(above, 1), bit(below, 1));
    let diagonal = |a: u32, b: u32, target: u32| match corners {
        Corners::Avoid => a & b & target,
        Corners::Cut => (a | b) & target,
    };
    east | west << 1
        | north << 2
        | south << 3
        | diagonal(east, north, bit(above, 2)) << 4
        | diagonal(west, north, bit(above, 0)) << 5
        | diagonal(east, south, bit(below, 2)) << 6
        | diagonal(west, south, bit(below, 0)) << 7
}

/// The neighbor in the direction of this bit.
#[inline]
pub(crate) fn neighbor(cell: Cell, direction: u32) -> Cell {
    let (dx, dy) = NEIGHBORS[direction as usize];
    Cell::new(cell.x.wrapping_add_signed(dx), cell.y.wrapping_add_signed(dy))
}

/// Reaches the neighbors of a node.
pub(crate) fn expand(nodes: &mut Nodes, grid: &Grid, corners: Corners, expansion: Expansion) {
    let mut left = steps(grid, expansion.cell, corners);
    while left != 0 {
        let direction = left.trailing_zeros();
        left &= left - 1;
        let step = if direction < 4 { STRAIGHT } else { DIAGONAL };
        nodes.reach(neighbor(expansion.cell, direction), expansion.cost + step, expansion.cell);
    }
}
