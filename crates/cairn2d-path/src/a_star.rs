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

/// The two straight directions of a diagonal one: in the row and in the column.
#[inline]
pub(crate) fn parts(diagonal: u32) -> [u32; 2] {
    [diagonal & 1, 2 + (diagonal - 4) / 2]
}

/// The cell after this many steps.
#[inline]
pub(crate) fn along(from: Cell, direction: u32, steps: u32) -> Cell {
    let (dx, dy) = NEIGHBORS[direction as usize];
    let steps = steps as i32;
    Cell::new(from.x.wrapping_add_signed(dx * steps), from.y.wrapping_add_signed(dy * steps))
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
    let Expansion { cell, parent, cost } = expansion;
    let open = open_neighbors(grid, cell);
    let mut left = match corners {
        Corners::Avoid => SUCCESSORS[direction_between(parent, cell)][open as usize].into(),
        Corners::Cut => allowed(open, corners),
    };
    while left != 0 {
        let direction = left.trailing_zeros();
        left &= left - 1;
        let step = if direction < 4 { STRAIGHT } else { DIAGONAL };
        nodes.reach(neighbor(cell, direction), cost + step, cell);
    }
}

/// The direction of a step, 8 if it leads nowhere.
#[inline]
fn direction_between(from: Cell, to: Cell) -> usize {
    // By rows from the one below, each from the left.
    const DIRECTIONS: [u8; 9] = [7, 3, 6, 1, 8, 0, 5, 2, 4];
    let offset = |from: u32, to: u32| to.wrapping_sub(from).wrapping_add(1) as usize;
    DIRECTIONS[3 * offset(from.y, to.y) + offset(from.x, to.x)].into()
}

/// Steps that follow a step in a direction (8: none), by the mask of open neighbors.
///
/// Every other step leads to a cell that can be reached as cheaply without this one.
pub(crate) static SUCCESSORS: [[u8; 256]; 9] = {
    let mut table = [[0; 256]; 9];
    let mut direction = 0;
    while direction < 9 {
        let mut open = 0;
        while open < 256 {
            table[direction][open] =
                (allowed(open as u32, Corners::Avoid) & kept(direction, open as u32)) as u8;
            open += 1;
        }
        direction += 1;
    }
    table
};

/// The mask of a row of [`SUCCESSORS`], without regard to blocked steps.
const fn kept(direction: usize, open: u32) -> u32 {
    const RIGHT: u32 = 1;
    const LEFT: u32 = 2;
    const UP: u32 = 4;
    const DOWN: u32 = 8;
    const RIGHT_UP: u32 = 16;
    const LEFT_UP: u32 = 32;
    const RIGHT_DOWN: u32 = 64;
    const LEFT_DOWN: u32 = 128;
    const fn if_blocked(open: u32, behind: u32, steps: u32) -> u32 {
        if open & behind == 0 { steps } else { 0 }
    }
    match direction {
        0 => {
            RIGHT | if_blocked(open, LEFT_UP, UP | RIGHT_UP) | if_blocked(open, LEFT_DOWN, DOWN | RIGHT_DOWN)
        }
        1 => LEFT | if_blocked(open, RIGHT_UP, UP | LEFT_UP) | if_blocked(open, RIGHT_DOWN, DOWN | LEFT_DOWN),
        2 => {
            UP | if_blocked(open, RIGHT_DOWN, RIGHT | RIGHT_UP) | if_blocked(open, LEFT_DOWN, LEFT | LEFT_UP)
        }
        3 => {
            DOWN | if_blocked(open, RIGHT_UP, RIGHT | RIGHT_DOWN)
                | if_blocked(open, LEFT_UP, LEFT | LEFT_DOWN)
        }
        4 => RIGHT | UP | RIGHT_UP,
        5 => LEFT | UP | LEFT_UP,
        6 => RIGHT | DOWN | RIGHT_DOWN,
        7 => LEFT | DOWN | LEFT_DOWN,
        _ => 0xff,
    }
}
