//! Flow fields: from every cell the direction and the distance to the nearest of some goals.
//!
//! The field is computed by Dijkstra's algorithm from the goals with a ring of buckets (R. Dial, 1969). On
//! a grid without weights, a cell passes the wave on only to the neighbors that no other cell reaches as
//! cheaply, which are the successors of jump point search. So most cells are reached once. Where obstacles
//! are few, whole lines of cells are reached at once, and only the cells at their ends enter a bucket.

use crate::a_star::{REVERSE, SUCCESSORS, allowed, along, for_each_step, neighbor, open_neighbors, parts};
use crate::bits::FIRST;
use crate::heap::{Entry, Heap};
use crate::search::{pack, unpack};
use crate::{Cell, Corners, Grid, PathError, Weights};

/// Cost of a straight step.
pub(crate) const STRAIGHT: u32 = 29;
/// Cost of a diagonal step: 0.03 % less than the square root of two times the straight one.
pub(crate) const DIAGONAL: u32 = 41;
/// Most cells of a line that are reached at once, so that a ring of few buckets holds all open costs.
const LINE: u32 = 32;
/// Most cells of a diagonal that are reached at once.
const DIAGONAL_LINE: u32 = 16;
/// Cost of a cell from which no goal can be reached.
pub(crate) const UNREACHED: u32 = u32::MAX;
/// Direction of goals and of cells from which no goal can be reached.
const NONE: u8 = 8;

/// The way from every cell to the nearest of some goals. Any number of units can follow one field.
///
/// # Cost
/// Five bytes a cell. [`update`](Self::update) takes time proportional to the number of cells,
/// [`repair`](Self::repair) to the number of cells whose way changes.
///
/// # Examples
/// ```
/// use cairn2d_path::{Cell, Corners, FlowField, Grid};
///
/// let grid = Grid::open(32, 32)?;
/// let mut field = FlowField::new();
/// field.update(&grid, &[Cell::new(4, 4)], Corners::Avoid)?;
/// let mut unit = Cell::new(30, 10);
/// while let Some(next) = field.next(unit) {
///     unit = next;
/// }
/// assert_eq!(unit, Cell::new(4, 4));
/// # Ok::<(), cairn2d_path::PathError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct FlowField {
    width: u32,
    height: u32,
    corners: Corners,
    costs: Vec<u32>,
    /// Direction of the next step in the order of the neighbors.
    directions: Vec<u8>,
    /// Reached cells, packed, by cost. The first `ring` buckets are used, a power of two, by the low bits
    /// of the cost.
    buckets: Vec<Vec<u32>>,
    ring: u32,
    /// Number of entries in all buckets.
    waiting: usize,
    /// Cells of a repair, in the order of their cost, and those whose way is to be found anew.
    open: Heap,
    lost: Vec<u32>,
}

impl FlowField {
    /// A field without cells.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Computes the field of a grid without weights. Goals that are blocked count as absent.
    ///
    /// # Errors
    /// [`PathError::Outside`] with the first goal that is not in the grid; the field is unchanged then.
    pub fn update(&mut self, grid: &Grid, goals: &[Cell], corners: Corners) -> Result<(), PathError> {
        self.update_within(grid, goals, corners, u32::MAX)
    }

    /// Computes the part of a field whose costs are at most `limit`. Other costs are above.
    pub(crate) fn update_within(
        &mut self,
        grid: &Grid,
        goals: &[Cell],
        corners: Corners,
        limit: u32,
    ) -> Result<(), PathError> {
        self.begin(grid, goals, corners, DIAGONAL_LINE * DIAGONAL + LINE * STRAIGHT)?;
        // Between many obstacles, lines are too short to be worth a scan.
        let by_lines = corners == Corners::Avoid && 8 * grid.rows().jump_count() < grid.cell_count();
        self.drain(limit, |field, cell, cost, direction| {
            let open = open_neighbors(grid, cell);
            let mut left = match corners {
                Corners::Avoid => SUCCESSORS[direction as usize][open as usize].into(),
                Corners::Cut => allowed(open, corners),
            };
            while left != 0 {
                let toward = left.trailing_zeros();
                left &= left - 1;
                if !by_lines {
                    let step = if toward < 4 { STRAIGHT } else { DIAGONAL };
                    field.reach(neighbor(cell, toward), cost + step, toward as u8);
                } else if toward < 4 {
                    field.spread_straight(grid, cell, cost, toward);
                } else {
                    field.spread_diagonally(grid, cell, cost, toward);
                }
            }
        });
        Ok(())
    }

    /// Computes the field of a grid with weights. A step costs its length times the weight of the cell that
    /// a unit enters.
    ///
    /// # Errors
    /// As [`update`](Self::update).
    pub fn update_weighted(
        &mut self,
        weights: &Weights,
        goals: &[Cell],
        corners: Corners,
    ) -> Result<(), PathError> {
        let grid = weights.grid();
        self.begin(grid, goals, corners, u32::from(weights.greatest()) * DIAGONAL)?;
        self.drain(u32::MAX, |field, cell, cost, _| {
            let weight = u32::from(weights.weight(cell));
            let mut left = allowed(open_neighbors(grid, cell), corners);
            while left != 0 {
                let toward = left.trailing_zeros();
                left &= left - 1;
                let step = if toward < 4 { STRAIGHT } else { DIAGONAL };
                field.reach(neighbor(cell, toward), cost.saturating_add(step * weight), toward as u8);
            }
        });
        Ok(())
    }

    /// Brings a field without weights up to date after cells in the rectangle with the corners `a` and `b`
    /// were opened or blocked. The costs are those of a new field; of several equally cheap ways, units may
    /// be led along another one. A goal that is blocked is a goal no more.
    ///
    /// # Errors
    /// [`PathError::Outside`], or [`PathError::OtherGrid`] if the field was computed for a grid of another
    /// size. The field is unchanged then.
    pub fn repair(&mut self, grid: &Grid, a: Cell, b: Cell) -> Result<(), PathError> {
        if grid.size() != [self.width, self.height] {
            return Err(PathError::OtherGrid { grid: grid.size(), expected: [self.width, self.height] });
        }
        grid.check(a)?;
        grid.check(b)?;
        // A changed cell changes the steps of its neighbors, too.
        let low = Cell::new(a.x.min(b.x).saturating_sub(1), a.y.min(b.y).saturating_sub(1));
        let high = Cell::new((a.x.max(b.x) + 1).min(self.width - 1), (a.y.max(b.y) + 1).min(self.height - 1));
        self.open.clear();
        self.lost.clear();
        for y in low.y..=high.y {
            for x in low.x..=high.x {
                let cell = Cell::new(x, y);
                let direction = u32::from(self.directions[self.index(cell)]);
                let steps =
                    if grid.is_open(cell) { allowed(open_neighbors(grid, cell), self.corners) } else { 0 };
                let is_goal = self.cost_of(cell) == 0 && grid.is_open(cell);
                if !is_goal && (direction == u32::from(NONE) || steps >> direction & 1 == 0) {
                    self.lose(cell);
                }
            }
        }
        // Cells that go through lost ones are lost.
        let mut done = 0;
        while let Some(&index) = self.lost.get(done) {
            done += 1;
            let cell = Cell::new(index % self.width, index / self.width);
            for direction in 0..8 {
                let from = neighbor(cell, direction);
                if grid.contains(from)
                    && u32::from(self.directions[self.index(from)]) == (REVERSE[direction as usize]).into()
                {
                    self.lose(from);
                }
            }
        }
        self.regrow(grid, low, high);
        Ok(())
    }

    /// The next cell on the way, or `None` at a goal, where no goal can be reached, and outside of the
    /// grid.
    #[must_use]
    pub fn next(&self, cell: Cell) -> Option<Cell> {
        if cell.x >= self.width || cell.y >= self.height {
            return None;
        }
        let direction = self.directions[self.index(cell)];
        (direction != NONE).then(|| neighbor(cell, direction.into()))
    }

    /// Length of the way \[cells\], times weights if there are any, or `None` where no goal can be reached
    /// and outside of the grid. Diagonal steps count as 1.41379.
    #[must_use]
    pub fn distance(&self, cell: Cell) -> Option<f32> {
        if cell.x >= self.width || cell.y >= self.height {
            return None;
        }
        let cost = self.cost_of(cell);
        (cost != UNREACHED).then(|| (f64::from(cost) / f64::from(STRAIGHT)) as f32)
    }

    /// Goes from every goal to the cells around in the order of cost, up to a limit. `spread` reaches the
    /// neighbors of a cell, given with its cost and the direction from which it was reached.
    fn drain(&mut self, limit: u32, mut spread: impl FnMut(&mut Self, Cell, u32, u8)) {
        let ring = self.ring;
        let mut cost = 0u32;
        while self.waiting > 0 && cost <= limit {
            let slot = (cost & (ring - 1)) as usize;
            let mut bucket = core::mem::take(&mut self.buckets[slot]);
            self.waiting -= bucket.len();
            for &packed in &bucket {
                let cell = unpack(packed);
                let index = self.index(cell);
                // Otherwise another way was cheaper.
                if self.costs[index] == cost {
                    let direction = REVERSE[self.directions[index] as usize];
                    spread(self, cell, cost, direction);
                }
            }
            bucket.clear();
            self.buckets[slot] = bucket;
            let Some(next) = cost.checked_add(1) else { break };
            cost = next;
        }
        if self.waiting > 0 {
            self.waiting = 0;
            self.buckets.iter_mut().for_each(Vec::clear);
        }
    }

    /// Begins a field with these goals.
    fn begin(
        &mut self,
        grid: &Grid,
        goals: &[Cell],
        corners: Corners,
        greatest_step: u32,
    ) -> Result<(), PathError> {
        for &goal in goals {
            grid.check(goal)?;
        }
        (self.width, self.height, self.corners) = (grid.width(), grid.height(), corners);
        self.costs.clear();
        self.costs.resize(grid.cell_count(), UNREACHED);
        self.directions.clear();
        self.directions.resize(grid.cell_count(), NONE);
        self.ring = (greatest_step + 1).next_power_of_two();
        self.buckets.resize_with(self.buckets.len().max(self.ring as usize), Vec::new);
        for &goal in goals.iter().filter(|&&goal| grid.is_open(goal)) {
            let index = self.index(goal);
            if self.costs[index] != 0 {
                self.costs[index] = 0;
                self.buckets[0].push(pack(goal));
                self.waiting += 1;
            }
        }
        Ok(())
    }

    /// Notes that the wave reaches `cell` in the direction `toward` at this cost.
    #[inline]
    fn reach(&mut self, cell: Cell, cost: u32, toward: u8) {
        let index = self.index(cell);
        if cost < self.costs[index] {
            self.costs[index] = cost;
            self.directions[index] = REVERSE[toward as usize];
            self.buckets[(cost & (self.ring - 1)) as usize].push(pack(cell));
            self.waiting += 1;
        }
    }

    /// Reaches the cells along a line, up to the jump point or the last open cell. Only the last cell
    /// spreads further, if it is a jump point or the line is long. Cells behind one that is reached as
    /// cheaply otherwise are reached from there.
    #[inline]
    fn spread_straight(&mut self, grid: &Grid, from: Cell, cost: u32, toward: u32) {
        let (rows, columns) = (grid.rows(), grid.columns());
        let (row, column) = (rows.line(from.y + 1), columns.line(from.x + 1));
        let (end, is_jump_point) = match toward {
            0 => ended(rows.scan::<true>(row, from.x + FIRST), |at| rows.is_open(row, at)),
            1 => ended(rows.scan::<false>(row, from.x + FIRST), |at| rows.is_open(row, at)),
            2 => ended(columns.scan::<true>(column, from.y + FIRST), |at| columns.is_open(column, at)),
            _ => ended(columns.scan::<false>(column, from.y + FIRST), |at| columns.is_open(column, at)),
        };
        // A wall counts as the end, so that the cell before it is the last one.
        let count = end.abs_diff(FIRST + if toward < 2 { from.x } else { from.y });
        let (count, is_pushed) = if count > LINE { (LINE, true) } else { (count, is_jump_point) };
        let stride = [1, -1, self.width as isize, -(self.width as isize)][toward as usize];
        let (mut at, mut cost) = (self.index(from), cost);
        for _ in 1..count {
            at = at.wrapping_add_signed(stride);
            cost += STRAIGHT;
            if cost >= self.costs[at] {
                return;
            }
            self.costs[at] = cost;
            self.directions[at] = REVERSE[toward as usize];
        }
        if is_pushed {
            self.reach(along(from, toward, count), cost + STRAIGHT, toward as u8);
        }
    }

    /// Reaches the cells along a diagonal, and the lines that begin at each of them.
    fn spread_diagonally(&mut self, grid: &Grid, from: Cell, cost: u32, toward: u32) {
        let (mut cell, mut cost) = (from, cost);
        for count in 1.. {
            if allowed(open_neighbors(grid, cell), Corners::Avoid) >> toward & 1 == 0 {
                return;
            }
            cell = neighbor(cell, toward);
            cost += DIAGONAL;
            if count == DIAGONAL_LINE {
                self.reach(cell, cost, toward as u8);
                return;
            }
            let index = self.index(cell);
            if cost >= self.costs[index] {
                return;
            }
            self.costs[index] = cost;
            self.directions[index] = REVERSE[toward as usize];
            let [row, column] = parts(toward);
            self.spread_straight(grid, cell, cost, row);
            self.spread_straight(grid, cell, cost, column);
        }
    }

    /// Marks a cell as having no way.
    fn lose(&mut self, cell: Cell) {
        let index = self.index(cell);
        self.costs[index] = UNREACHED;
        self.directions[index] = NONE;
        self.lost.push(index as u32);
    }

    /// Finds the ways of lost cells, and cheaper ways that lead through the rectangle.
    fn regrow(&mut self, grid: &Grid, low: Cell, high: Cell) {
        let lost = core::mem::take(&mut self.lost);
        for &index in &lost {
            self.offer(grid, Cell::new(index % self.width, index / self.width));
        }
        for y in low.y..=high.y {
            for x in low.x..=high.x {
                self.offer(grid, Cell::new(x, y));
            }
        }
        self.lost = lost;
        while let Some(entry) = self.open.pop() {
            if u64::from(self.costs[entry.cell as usize]) == entry.cost {
                let cell = Cell::new(entry.cell % self.width, entry.cell / self.width);
                for_each_step(grid, cell, self.corners, |to, _| self.improve(cell, to));
            }
        }
    }

    /// Gives an open cell the cheapest way through one of its neighbors.
    fn offer(&mut self, grid: &Grid, cell: Cell) {
        if grid.is_open(cell) {
            for_each_step(grid, cell, self.corners, |from, _| self.improve(from, cell));
        }
    }

    /// Leads `to` through `from` if that is cheaper.
    fn improve(&mut self, from: Cell, to: Cell) {
        let base = self.cost_of(from);
        let step = if from.x != to.x && from.y != to.y { DIAGONAL } else { STRAIGHT };
        let cost = base.saturating_add(step);
        let index = self.index(to);
        if cost < self.costs[index] {
            self.costs[index] = cost;
            self.directions[index] =
                (0..8).find(|&direction| neighbor(to, direction.into()) == from).unwrap_or(NONE);
            self.open.push(Entry { total: cost.into(), cost: cost.into(), cell: index as u32 });
        }
    }

    /// Cost of the way from a cell of the grid, [`UNREACHED`] if there is none.
    pub(crate) fn cost_of(&self, cell: Cell) -> u32 {
        self.costs[self.index(cell)]
    }

    #[inline]
    fn index(&self, cell: Cell) -> usize {
        cell.y as usize * self.width as usize + cell.x as usize
    }
}

/// The position at which a scan ended, and whether a jump point is there.
#[inline]
fn ended(at: u32, is_open: impl Fn(u32) -> bool) -> (u32, bool) {
    (at, is_open(at))
}
