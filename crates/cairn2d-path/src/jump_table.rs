//! Jump point search with stored jumps (JPS+), and local repair of the table after an edit.
//!
//! The table is that of D. Harabor and A. Grastien, "Improving Jump Point Search" (ICAPS 2014). A diagonal
//! entry leads to the next cell from which a straight jump ends at a jump point. Such a cell is passed and
//! not pushed, as in the search without a table. So both searches reach the same nodes in the same order.
//!
//! Invariant: each entry follows from the next cell of its direction. A repair starts at the entries whose
//! cells changed and goes backwards until an entry keeps its value.

use crate::a_star::{REVERSE, allowed, along, neighbor, open_neighbors, parts};
use crate::bits::FIRST;
use crate::search::{DIAGONAL, Expansion, Nodes, STRAIGHT};
use crate::{Cell, Corners, Cost, Grid, Path, PathError, Search};

/// Bit of an entry that ends at a jump point or, if diagonal, at a cell with a straight jump.
const JUMP: u16 = 1 << 15;
/// Bits of an entry that hold the number of steps.
const STEPS: u16 = JUMP - 1;

const RIGHT: u32 = 0;
const LEFT: u32 = 1;
const UP: u32 = 2;
const DOWN: u32 = 3;

/// A grid with the jumps of all cells, for many searches on a map that seldom changes.
///
/// [`Search::find_jump`] finds the paths of [`Search::find`] on it, two to four times as fast on most maps.
///
/// # Cost
/// 16 bytes a cell beside those of the [`Grid`]. [`new`](Self::new) takes time proportional to the number
/// of cells, [`fill`](Self::fill) to the number of entries that change.
///
/// # Examples
/// ```
/// use cairn2d_path::{Cell, Grid, JumpTable, Path, Search};
///
/// let mut table = JumpTable::new(Grid::open(64, 64)?);
/// table.fill(Cell::new(32, 0), Cell::new(32, 60), false)?;
/// let (mut search, mut path) = (Search::new(), Path::new());
/// let cost = search.find_jump(&table, Cell::new(1, 1), Cell::new(62, 1), &mut path)?;
/// assert_eq!(cost, search.find(table.grid(), Cell::new(1, 1), Cell::new(62, 1), &mut path)?);
/// # Ok::<(), cairn2d_path::PathError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JumpTable {
    grid: Grid,
    /// For each cell by rows, an entry for each direction in the order of the neighbors. Zero if blocked.
    entries: Vec<[u16; 8]>,
    /// Cells of a repair whose straight jumps begin or end to exist.
    changed: Vec<Cell>,
}

impl JumpTable {
    /// Computes the table of a grid.
    #[must_use]
    pub fn new(grid: Grid) -> Self {
        let entries = vec![[0; 8]; grid.cell_count()];
        let mut table = Self { grid, entries, changed: Vec::new() };
        let (width, height) = (table.grid.width(), table.grid.height());
        for y in 0..height {
            for x in 0..width {
                table.update(Cell::new(x, y), LEFT);
                table.update(Cell::new(x, y), DOWN);
            }
        }
        for y in (0..height).rev() {
            for x in (0..width).rev() {
                table.update(Cell::new(x, y), RIGHT);
                table.update(Cell::new(x, y), UP);
            }
        }
        // A diagonal entry needs the straight ones and the diagonal one of the next row.
        for y in 0..height {
            for x in 0..width {
                table.update(Cell::new(x, y), 6);
                table.update(Cell::new(x, y), 7);
            }
        }
        for y in (0..height).rev() {
            for x in 0..width {
                table.update(Cell::new(x, y), 4);
                table.update(Cell::new(x, y), 5);
            }
        }
        table.changed.clear();
        table
    }

    /// The open and blocked cells.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The grid, without the table.
    #[must_use]
    pub fn into_grid(self) -> Grid {
        self.grid
    }

    /// Opens or blocks a cell and repairs the table.
    ///
    /// # Errors
    /// [`PathError::Outside`].
    pub fn set(&mut self, cell: Cell, open: bool) -> Result<(), PathError> {
        self.fill(cell, cell, open)
    }

    /// Opens or blocks all cells of the rectangle with the corners `a` and `b`, both included, and repairs
    /// the table.
    ///
    /// # Errors
    /// [`PathError::Outside`]; nothing changes then.
    pub fn fill(&mut self, a: Cell, b: Cell, open: bool) -> Result<(), PathError> {
        self.grid.fill(a, b, open)?;
        // Stops of scans change beside the rectangle, and the entries that lead to them.
        let low = Cell::new(a.x.min(b.x).saturating_sub(1), a.y.min(b.y).saturating_sub(1));
        let high = Cell::new(
            (a.x.max(b.x) + 1).min(self.grid.width() - 1),
            (a.y.max(b.y) + 1).min(self.grid.height() - 1),
        );
        self.changed.clear();
        for y in low.y..=high.y {
            self.repair_line((low.x..=high.x).rev().map(|x| Cell::new(x, y)), RIGHT);
            self.repair_line((low.x..=high.x).map(|x| Cell::new(x, y)), LEFT);
        }
        for x in low.x..=high.x {
            self.repair_line((low.y..=high.y).rev().map(|y| Cell::new(x, y)), UP);
            self.repair_line((low.y..=high.y).map(|y| Cell::new(x, y)), DOWN);
        }
        for y in low.y..=high.y {
            for x in low.x..=high.x {
                for direction in 4..8 {
                    if self.update(Cell::new(x, y), direction) {
                        self.repair_behind(Cell::new(x, y), direction);
                    }
                }
            }
        }
        let mut changed = core::mem::take(&mut self.changed);
        for &cell in &changed {
            for direction in 4..8 {
                self.repair_behind(cell, direction);
            }
        }
        changed.clear();
        self.changed = changed;
        Ok(())
    }

    /// Bytes of memory.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.grid.memory() + self.entries.len() * size_of::<[u16; 8]>()
    }

    /// Updates the entries of some cells of a line, which are given against the direction, and those
    /// behind.
    fn repair_line(&mut self, cells: impl Iterator<Item = Cell>, direction: u32) {
        let mut last = None;
        for cell in cells {
            last = Some((cell, self.update(cell, direction)));
        }
        if let Some((cell, true)) = last {
            self.repair_behind(cell, direction);
        }
    }

    /// Updates the entries that lead to a cell in this direction, as long as they change.
    fn repair_behind(&mut self, mut cell: Cell, direction: u32) {
        loop {
            cell = neighbor(cell, REVERSE[direction as usize].into());
            if !self.grid.contains(cell) || !self.update(cell, direction) {
                return;
            }
        }
    }

    /// Computes an entry from the next one and returns whether it changed.
    fn update(&mut self, cell: Cell, direction: u32) -> bool {
        let index = self.index(cell);
        let entry = self.computed(cell, direction);
        let old = core::mem::replace(&mut self.entries[index][direction as usize], entry);
        if direction < 4 && (old ^ entry) & JUMP != 0 {
            self.changed.push(cell);
        }
        old != entry
    }

    fn computed(&self, cell: Cell, direction: u32) -> u16 {
        let grid = &self.grid;
        if !grid.is_open(cell) || allowed(open_neighbors(grid, cell), Corners::Avoid) >> direction & 1 == 0 {
            return 0;
        }
        let next = neighbor(cell, direction);
        let entries = self.entries[self.index(next)];
        let ends = match direction {
            RIGHT => grid.rows().stops::<true>(next.y + 1, next.x + FIRST),
            LEFT => grid.rows().stops::<false>(next.y + 1, next.x + FIRST),
            UP => grid.columns().stops::<true>(next.x + 1, next.y + FIRST),
            DOWN => grid.columns().stops::<false>(next.x + 1, next.y + FIRST),
            _ => {
                let [row, column] = parts(direction);
                (entries[row as usize] | entries[column as usize]) & JUMP != 0
            }
        };
        if ends { 1 | JUMP } else { entries[direction as usize] + 1 }
    }

    #[inline]
    fn index(&self, cell: Cell) -> usize {
        cell.y as usize * self.grid.width() as usize + cell.x as usize
    }
}

impl Search {
    /// Finds a shortest path from `start` to `goal` by the jumps of a table, and returns its cost, or
    /// `None` if there is no path. `path` is replaced, by an empty path if there is none or on an error.
    ///
    /// The path is the one that [`find`](Self::find) finds on the grid of the table. Corners are not cut,
    /// whatever [`set_corners`](Self::set_corners) and [`set_method`](Self::set_method) say.
    ///
    /// # Errors
    /// [`PathError::Outside`] if a cell is not in the grid.
    pub fn find_jump(
        &mut self,
        table: &JumpTable,
        start: Cell,
        goal: Cell,
        path: &mut Path,
    ) -> Result<Option<Cost>, PathError> {
        let grid = table.grid();
        self.begin(grid, start, goal, 1, path)?;
        if !grid.is_open(start) || !grid.is_open(goal) {
            return Ok(None);
        }
        let found = self.run(start, |nodes, expansion| expand(nodes, table, expansion));
        Ok(found.then(|| self.finish(path, Cell::octile_distance)))
    }
}

/// Reaches the jump points that follow from a node, in the order of the search without a table.
fn expand(nodes: &mut Nodes, table: &JumpTable, expansion: Expansion) {
    let Expansion { cell, parent, cost } = expansion;
    let entries = table.entries[table.index(cell)];
    let mut jumps = TableJumps { nodes, table, origin: cell, cost };
    if cell == parent {
        let goal = jumps.nodes.goal;
        for direction in if goal.y > cell.y { [UP, DOWN] } else { [DOWN, UP] } {
            jumps.straight(entries, cell, 0, direction);
        }
        for direction in if goal.x > cell.x { [RIGHT, LEFT] } else { [LEFT, RIGHT] } {
            jumps.straight(entries, cell, 0, direction);
        }
        for (right, up) in crate::jump::diagonals_toward(cell, goal) {
            if jumps.nodes.is_found() {
                break;
            }
            jumps.diagonal(entries, between(if right { RIGHT } else { LEFT }, if up { UP } else { DOWN }));
        }
        return;
    }
    // The jump ended in the direction of the longer axis.
    let in_row = cell.x.abs_diff(parent.x) > cell.y.abs_diff(parent.y);
    let along = match (in_row, cell.x > parent.x, cell.y > parent.y) {
        (true, true, _) => RIGHT,
        (true, false, _) => LEFT,
        (false, _, true) => UP,
        (false, _, false) => DOWN,
    };
    jumps.straight(entries, cell, 0, along);
    let back = along ^ 1;
    for side in if in_row { [DOWN, UP] } else { [LEFT, RIGHT] } {
        // The cell behind is open, so only the cell beside it can prevent the diagonal step.
        if entries[side as usize] != 0 && entries[between(back, side) as usize] == 0 {
            jumps.straight(entries, cell, 0, side);
            jumps.diagonal(entries, between(along, side));
        }
    }
}

/// The diagonal direction between a direction of the row and one of the column, in either order.
#[inline]
fn between(a: u32, b: u32) -> u32 {
    let (row, column) = if a < UP { (a, b) } else { (b, a) };
    4 + row + 2 * (column - UP)
}

/// The expansion of one node.
struct TableJumps<'a> {
    nodes: &'a mut Nodes,
    table: &'a JumpTable,
    /// The node, parent of all jump points that are reached.
    origin: Cell,
    /// Cost to the node.
    cost: u64,
}

impl TableJumps<'_> {
    /// Reaches the goal or the jump point of a straight jump, which begins after some diagonal steps.
    #[inline]
    fn straight(&mut self, entries: [u16; 8], from: Cell, diagonal: u32, direction: u32) {
        let entry = entries[direction as usize];
        let steps = u32::from(entry & STEPS);
        if let Some(ahead) = self.goal_ahead(from, direction).filter(|&ahead| ahead <= steps) {
            self.reach(self.nodes.goal, diagonal, ahead);
        } else if entry & JUMP != 0 {
            self.reach(along(from, direction, steps), diagonal, steps);
        }
    }

    /// Steps to the goal, if it is in the line from a node in this direction.
    #[inline]
    fn goal_ahead(&self, from: Cell, direction: u32) -> Option<u32> {
        // After diagonal steps, the goal was reached at the step whose line holds it.
        if from != self.origin {
            return None;
        }
        let goal = self.nodes.goal;
        let ahead = match direction {
            RIGHT => goal.y == from.y && goal.x > from.x,
            LEFT => goal.y == from.y && goal.x < from.x,
            UP => goal.x == from.x && goal.y > from.y,
            _ => goal.x == from.x && goal.y < from.y,
        };
        ahead.then(|| goal.x.abs_diff(from.x) + goal.y.abs_diff(from.y))
    }

    /// Follows a diagonal from cell to cell with straight jumps, and reaches their jump points.
    fn diagonal(&mut self, mut entries: [u16; 8], direction: u32) {
        let (origin, goal) = (self.origin, self.nodes.goal);
        let [row, column] = parts(direction);
        let is_ahead = (if row == RIGHT { goal.x > origin.x } else { goal.x < origin.x })
            && (if column == UP { goal.y > origin.y } else { goal.y < origin.y });
        // The step after which the goal is in the row or the column, if the diagonal leads towards it.
        let mut turn =
            if is_ahead { goal.x.abs_diff(origin.x).min(goal.y.abs_diff(origin.y)) } else { u32::MAX };
        let mut steps = 0;
        loop {
            let entry = entries[direction as usize];
            let end = steps + u32::from(entry & STEPS);
            if turn <= end {
                let cell = along(origin, direction, turn);
                let toward = if cell.x == goal.x { column } else { row };
                let rest = cell.x.abs_diff(goal.x) + cell.y.abs_diff(goal.y);
                if rest <= u32::from(self.table.entries[self.table.index(cell)][toward as usize] & STEPS) {
                    self.reach(goal, turn, rest);
                    if self.nodes.is_found() {
                        return;
                    }
                }
                turn = u32::MAX;
            }
            if entry & JUMP == 0 {
                return;
            }
            steps = end;
            let cell = along(origin, direction, steps);
            entries = self.table.entries[self.table.index(cell)];
            for straight in [row, column] {
                self.straight(entries, cell, steps, straight);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, random_grid};

    #[test]
    fn tables_find_the_paths_of_searches_without() {
        let mut random = Random::new(31);
        let (mut search, mut path, mut expected) = (Search::new(), Path::new(), Path::new());
        let mut found = 0;
        for _ in 0..300 {
            let (w, h) = (1 + random.below(90), 1 + random.below(90));
            let table = JumpTable::new(random_grid(&mut random, w, h));
            for _ in 0..40 {
                let (start, goal) = (random.cell(table.grid()), random.cell(table.grid()));
                let cost = search.find(table.grid(), start, goal, &mut expected).expect("inside");
                let expanded = search.expanded_count();
                assert_eq!(search.find_jump(&table, start, goal, &mut path), Ok(cost), "{start} to {goal}");
                assert_eq!(path, expected);
                assert_eq!(search.expanded_count(), expanded);
                found += u32::from(cost.is_some());
            }
        }
        assert!(found > 3_000, "only {found} paths were compared");
    }

    #[test]
    fn repaired_tables_equal_new_ones() {
        let mut random = Random::new(32);
        for _ in 0..60 {
            let (w, h) = (1 + random.below(60), 1 + random.below(60));
            let mut table = JumpTable::new(random_grid(&mut random, w, h));
            for _ in 0..20 {
                let (a, reach, open) =
                    (random.cell(table.grid()), 1 + random.below(12), random.below(2) == 0);
                let b =
                    Cell::new((a.x + random.below(reach)).min(w - 1), (a.y + random.below(reach)).min(h - 1));
                table.fill(b, a, open).expect("inside");
                let new = JumpTable::new(table.grid().clone());
                assert!(table.changed.is_empty());
                for y in 0..h {
                    for x in 0..w {
                        let cell = Cell::new(x, y);
                        let index = table.index(cell);
                        assert_eq!(table.entries[index], new.entries[index], "{cell} of {w} by {h}");
                    }
                }
            }
        }
    }

    #[test]
    fn refused_edits_change_nothing() {
        let mut table = JumpTable::new(Grid::open(5, 4).expect("a good size"));
        let before = table.clone();
        let error = table.fill(Cell::new(0, 0), Cell::new(0, 4), false);
        assert_eq!(error, Err(PathError::Outside { cell: Cell::new(0, 4), width: 5, height: 4 }));
        assert_eq!(table, before);
        let mut path = Path::new();
        assert!(Search::new().find_jump(&table, Cell::new(5, 0), Cell::new(0, 0), &mut path).is_err());
    }
}
