//! Jump point search without cutting corners.
//!
//! The method is that of D. Harabor and A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps" (AAAI
//! 2011), with the block scans and the pruning of diagonal jump points of their "Improving Jump Point Search"
//! (ICAPS 2014). If corners are not cut, a diagonal move forces no neighbor, so a path turns only at the end
//! of a straight move beside an obstacle. Jump points are therefore always reached by a straight move, and the
//! direction of that move follows from the parent: the longer axis of the difference.

use crate::search::{DIAGONAL, Expansion, Nodes, STRAIGHT};
use crate::{Cell, Grid};

/// One of the two directions along an axis.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    Down,
    Up,
}

use Sign::{Down, Up};

impl Sign {
    fn of(from: u32, to: u32) -> Self {
        if to > from { Up } else { Down }
    }

    #[inline]
    fn step(self, from: u32) -> u32 {
        if self == Up { from + 1 } else { from.wrapping_sub(1) }
    }

    #[inline]
    fn back(self, from: u32) -> u32 {
        if self == Up { from.wrapping_sub(1) } else { from + 1 }
    }
}

/// A cell on the way of an expansion, and the cost to it.
#[derive(Clone, Copy)]
struct Reached {
    cell: Cell,
    cost: u64,
}

/// Reaches the jump points that follow from a node.
pub(crate) fn expand(nodes: &mut Nodes, grid: &Grid, expansion: Expansion) {
    let Expansion { cell, parent, cost } = expansion;
    let mut jumps = Jumps { nodes, grid, origin: cell };
    let from = Reached { cell, cost };
    if cell == parent {
        for sign in [Down, Up] {
            jumps.scan_row(from, sign);
            jumps.scan_column(from, sign);
            jumps.scan_diagonal(from, sign, Down);
            jumps.scan_diagonal(from, sign, Up);
        }
        return;
    }
    let Cell { x, y } = cell;
    if x.abs_diff(parent.x) > y.abs_diff(parent.y) {
        let sign = Sign::of(parent.x, x);
        let behind = sign.back(x);
        jumps.scan_row(from, sign);
        for side in [Down, Up] {
            let beside = side.step(y);
            if grid.is_open(Cell::new(x, beside)) && !grid.is_open(Cell::new(behind, beside)) {
                jumps.scan_column(from, side);
                jumps.scan_diagonal(from, sign, side);
            }
        }
    } else {
        let sign = Sign::of(parent.y, y);
        let behind = sign.back(y);
        jumps.scan_column(from, sign);
        for side in [Down, Up] {
            let beside = side.step(x);
            if grid.is_open(Cell::new(beside, y)) && !grid.is_open(Cell::new(beside, behind)) {
                jumps.scan_row(from, side);
                jumps.scan_diagonal(from, side, sign);
            }
        }
    }
}

/// The expansion of one node.
struct Jumps<'a> {
    nodes: &'a mut Nodes,
    grid: &'a Grid,
    /// The node, parent of all jump points that the scans reach.
    origin: Cell,
}

impl Jumps<'_> {
    /// Reaches the jump point or the goal in the row of `from`.
    fn scan_row(&mut self, from: Reached, sign: Sign) {
        let Cell { x, y } = from.cell;
        let rows = self.grid.rows();
        let (at, goal) = (x + 1, self.nodes.goal);
        let scan = if sign == Up { rows.scan_up(y + 1, at) } else { rows.scan_down(y + 1, at) };
        let end = scan.end;
        let goal_passed = goal.y == y && passes(at, end, goal.x + 1);
        if goal_passed {
            self.reach(from, goal);
        } else if scan.jump {
            self.reach(from, Cell::new(end - 1, y));
        }
    }

    /// Reaches the jump point or the goal in the column of `from`.
    fn scan_column(&mut self, from: Reached, sign: Sign) {
        let Cell { x, y } = from.cell;
        let columns = self.grid.columns();
        let (at, goal) = (y + 1, self.nodes.goal);
        let scan = if sign == Up { columns.scan_up(x + 1, at) } else { columns.scan_down(x + 1, at) };
        let end = scan.end;
        let goal_passed = goal.x == x && passes(at, end, goal.y + 1);
        if goal_passed {
            self.reach(from, goal);
        } else if scan.jump {
            self.reach(from, Cell::new(x, end - 1));
        }
    }

    /// Goes along a diagonal and scans the row and the column of each of its cells.
    fn scan_diagonal(&mut self, from: Reached, along_x: Sign, along_y: Sign) {
        let Reached { mut cell, mut cost } = from;
        let rows = self.grid.rows();
        loop {
            let (x, y) = (along_x.step(cell.x), along_y.step(cell.y));
            // Positions in the lines, which have a blocked cell on either side.
            let (px, py) = (x.wrapping_add(1), y.wrapping_add(1));
            if !rows.get(cell.y + 1, px) || !rows.get(py, cell.x + 1) || !rows.get(py, px) {
                return;
            }
            cell = Cell::new(x, y);
            cost += DIAGONAL;
            let reached = Reached { cell, cost };
            if cell == self.nodes.goal {
                self.nodes.reach(cell, cost, self.origin);
                return;
            }
            self.scan_row(reached, along_x);
            self.scan_column(reached, along_y);
        }
    }

    /// Reaches a cell in the row or the column of `from`.
    fn reach(&mut self, from: Reached, to: Cell) {
        let steps = from.cell.x.abs_diff(to.x) + from.cell.y.abs_diff(to.y);
        self.nodes.reach(to, from.cost + u64::from(steps) * STRAIGHT, self.origin);
    }
}

/// Whether `position` is behind `from` in the direction of `end`, and not behind `end`.
#[inline]
fn passes(from: u32, end: u32, position: u32) -> bool {
    if end > from { from < position && position <= end } else { end <= position && position < from }
}
