//! Jump point search without cutting corners.
//!
//! The method is that of D. Harabor and A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps"
//! (AAAI 2011), with the block scans and the pruning of diagonal jump points of their "Improving Jump Point
//! Search" (ICAPS 2014). If corners are not cut, a diagonal move forces no neighbor, so a path turns only
//! at the end of a straight move beside an obstacle. Jump points are therefore always reached by a straight
//! move, and the direction of that move follows from the parent: the longer axis of the difference.

use crate::bits::{Bits, FIRST};
use crate::search::{DIAGONAL, Expansion, Nodes, STRAIGHT};
use crate::{Cell, Grid};

/// Reaches the jump points that follow from a node.
pub(crate) fn expand(nodes: &mut Nodes, grid: &Grid, expansion: Expansion) {
    let Expansion { cell, parent, cost } = expansion;
    let mut jumps = Jumps { nodes, grid, origin: cell, cost };
    let Cell { x, y } = cell;
    if cell == parent {
        let goal = jumps.nodes.goal;
        for up in [goal.y > y, goal.y <= y] {
            jumps.column(up);
        }
        for right in [goal.x > x, goal.x <= x] {
            jumps.row(right);
        }
        for (right, up) in diagonals_toward(cell, goal) {
            if jumps.nodes.is_found() {
                return;
            }
            jumps.diagonal(right, up);
        }
    } else if x.abs_diff(parent.x) > y.abs_diff(parent.y) {
        let right = x > parent.x;
        let behind = neighbor(x, !right);
        jumps.row(right);
        for up in [false, true] {
            let beside = neighbor(y, up);
            if grid.is_open(Cell::new(x, beside)) && !grid.is_open(Cell::new(behind, beside)) {
                jumps.column(up);
                jumps.diagonal(right, up);
            }
        }
    } else {
        let up = y > parent.y;
        let behind = neighbor(y, !up);
        jumps.column(up);
        for right in [false, true] {
            let beside = neighbor(x, right);
            if grid.is_open(Cell::new(beside, y)) && !grid.is_open(Cell::new(beside, behind)) {
                jumps.row(right);
                jumps.diagonal(right, up);
            }
        }
    }
}

/// Whether each diagonal leads right and up. The first leads towards the goal, if any does.
#[inline]
pub(crate) fn diagonals_toward(from: Cell, goal: Cell) -> [(bool, bool); 4] {
    let (right, up) = (goal.x > from.x, goal.y > from.y);
    [(right, up), (!right, up), (right, !up), (!right, !up)]
}

/// The next coordinate up or down. Below zero is beyond every grid, so it is blocked.
#[inline]
fn neighbor(coordinate: u32, up: bool) -> u32 {
    if up { coordinate + 1 } else { coordinate.wrapping_sub(1) }
}

/// The expansion of one node.
struct Jumps<'a> {
    nodes: &'a mut Nodes,
    grid: &'a Grid,
    /// The node, parent of all jump points that the scans reach.
    origin: Cell,
    /// Cost to the node.
    cost: u64,
}

impl Jumps<'_> {
    /// Reaches the next jump point, or the goal, in the row of the node.
    fn row(&mut self, right: bool) {
        let Cell { x, y } = self.origin;
        let goal = self.nodes.goal;
        let goal_at = (goal.y == y).then_some(goal.x);
        let rows = self.grid.rows();
        let line = rows.line(y + 1);
        let end = if right {
            straight::<true>(rows, line, x, goal_at)
        } else {
            straight::<false>(rows, line, x, goal_at)
        };
        if let Some(end) = end {
            self.reach(Cell::new(end, y), 0, x.abs_diff(end));
        }
    }

    /// Reaches the next jump point, or the goal, in the column of the node.
    fn column(&mut self, up: bool) {
        let Cell { x, y } = self.origin;
        let goal = self.nodes.goal;
        let goal_at = (goal.x == x).then_some(goal.y);
        let columns = self.grid.columns();
        let line = columns.line(x + 1);
        let end = if up {
            straight::<true>(columns, line, y, goal_at)
        } else {
            straight::<false>(columns, line, y, goal_at)
        };
        if let Some(end) = end {
            self.reach(Cell::new(x, end), 0, y.abs_diff(end));
        }
    }

    fn diagonal(&mut self, right: bool, up: bool) {
        match (right, up) {
            (false, false) => self.scan_diagonal::<false, false>(),
            (false, true) => self.scan_diagonal::<false, true>(),
            (true, false) => self.scan_diagonal::<true, false>(),
            (true, true) => self.scan_diagonal::<true, true>(),
        }
    }

    /// Goes along a diagonal from the node, and scans the row and the column of each of its cells.
    fn scan_diagonal<const RIGHT: bool, const UP: bool>(&mut self) {
        let Cell { x, y } = self.origin;
        let (rows, columns, goal) = (self.grid.rows(), self.grid.columns(), self.nodes.goal);
        // The step after which the goal is in the row or the column, if the diagonal leads towards it.
        let goal_ahead = (goal.x > x) == RIGHT && (goal.y > y) == UP && goal.x != x && goal.y != y;
        let turn = if goal_ahead { x.abs_diff(goal.x).min(y.abs_diff(goal.y)) } else { 0 };
        let (mut row, mut column) = (rows.line(y + 1), columns.line(x + 1));
        let (mut x_at, mut y_at) = (x + FIRST, y + FIRST);
        let mut steps = 0;
        loop {
            let (next_row, next_x) = (rows.next_line::<UP>(row), neighbor(x_at, RIGHT));
            if !rows.is_open(row, next_x) || !rows.is_open(next_row, x_at) || !rows.is_open(next_row, next_x)
            {
                return;
            }
            (row, x_at) = (next_row, next_x);
            (column, y_at) = (columns.next_line::<RIGHT>(column), neighbor(y_at, UP));
            steps += 1;
            let x_end = rows.scan::<RIGHT>(row, x_at);
            let y_end = columns.scan::<UP>(column, y_at);
            if steps == turn {
                let in_row = goal.y + FIRST == y_at && passes(x_at, x_end, goal.x + FIRST);
                let in_column = goal.x + FIRST == x_at && passes(y_at, y_end, goal.y + FIRST);
                if in_row || in_column {
                    self.reach(goal, steps, x_at.abs_diff(goal.x + FIRST) + y_at.abs_diff(goal.y + FIRST));
                    if self.nodes.is_found() {
                        return;
                    }
                }
            }
            if rows.is_open(row, x_end) {
                self.reach(Cell::new(x_end - FIRST, y_at - FIRST), steps, x_at.abs_diff(x_end));
            }
            if columns.is_open(column, y_end) {
                self.reach(Cell::new(x_at - FIRST, y_end - FIRST), steps, y_at.abs_diff(y_end));
            }
        }
    }

    /// Reaches a cell from the node by diagonal steps and then straight ones.
    #[inline]
    fn reach(&mut self, cell: Cell, diagonal: u32, straight: u32) {
        let cost = self.cost + u64::from(diagonal) * DIAGONAL + u64::from(straight) * STRAIGHT;
        self.nodes.reach(cell, cost, self.origin);
    }
}

/// Coordinate of the goal, if it is at `goal` on the line and nothing is in between, or of the next jump
/// point.
fn straight<const UP: bool>(bits: &Bits, line: usize, from: u32, goal: Option<u32>) -> Option<u32> {
    let end = bits.scan::<UP>(line, from + FIRST);
    let ahead = goal.filter(|&goal| passes(from + FIRST, end, goal + FIRST) && goal != from);
    ahead.or_else(|| bits.is_open(line, end).then(|| end - FIRST))
}

/// Whether `position` is at `from`, at `end` or between them.
#[inline]
fn passes(from: u32, end: u32, position: u32) -> bool {
    if end > from { from <= position && position <= end } else { end <= position && position <= from }
}
