//! The result of a search: the cells where a path turns, and its cost.

use crate::{Cell, Cost};

/// A path: start, turns and goal. Between two of them it is straight or diagonal.
///
/// A search fills a path that the caller owns, so that repeated searches allocate nothing.
///
/// # Examples
/// ```
/// use cairn2d_path::{Cell, Grid, Path, Search};
///
/// let grid = Grid::open(8, 8)?;
/// let mut path = Path::new();
/// Search::new().find(&grid, Cell::new(0, 0), Cell::new(5, 2), &mut path)?;
/// assert_eq!(path.waypoints().len(), 3);
/// assert_eq!(path.cells().count(), 6);
/// # Ok::<(), cairn2d_path::PathError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    waypoints: Vec<Cell>,
    cost: Cost,
}

impl Path {
    /// An empty path.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Start, turns and goal. Empty if there is no path; start and goal in one cell give one waypoint.
    #[must_use]
    pub fn waypoints(&self) -> &[Cell] {
        &self.waypoints
    }

    /// The cost, which is zero for an empty path.
    #[must_use]
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// Whether there is no path.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waypoints.is_empty()
    }

    /// Every cell of the path, start and goal included.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let legs = self.waypoints.windows(2).flat_map(|leg| {
            let (from, to) = (leg[0], leg[1]);
            let count = from.x.abs_diff(to.x).max(from.y.abs_diff(to.y));
            let toward = |from: u32, to: u32, by: u32| {
                if to > from {
                    from + by
                } else if to < from {
                    from - by
                } else {
                    from
                }
            };
            (1..=count).map(move |by| Cell::new(toward(from.x, to.x, by), toward(from.y, to.y, by)))
        });
        self.waypoints.first().copied().into_iter().chain(legs)
    }

    pub(crate) fn clear(&mut self) {
        self.waypoints.clear();
        self.cost = Cost::default();
    }

    /// Replaces the path by one that ends where it starts.
    pub(crate) fn begin(&mut self, start: Cell) {
        self.clear();
        self.waypoints.push(start);
    }

    /// Appends a path that begins where this one ends.
    pub(crate) fn append(&mut self, leg: &Self) {
        for &cell in &leg.waypoints {
            self.add(cell);
        }
        self.cost = self.cost + leg.cost;
    }

    /// Replaces the path by the cells from the goal back to the start. Two neighbors of the list are joined
    /// by diagonal steps and then straight ones, as seen from the start.
    pub(crate) fn set_from_goal(&mut self, cells: impl Iterator<Item = Cell>, cost: Cost) {
        self.clear();
        self.cost = cost;
        let mut later: Option<Cell> = None;
        for cell in cells {
            if let Some(to) = later {
                let diagonal = cell.x.abs_diff(to.x).min(cell.y.abs_diff(to.y));
                let along = |from: u32, to: u32| if to > from { from + diagonal } else { from - diagonal };
                let corner = |from: u32, to: u32| if to == from { from } else { along(from, to) };
                self.add(Cell::new(corner(cell.x, to.x), corner(cell.y, to.y)));
            }
            self.add(cell);
            later = Some(cell);
        }
        self.waypoints.reverse();
    }

    /// Appends a cell. Drops the cell before it if the path does not turn there.
    fn add(&mut self, cell: Cell) {
        if self.waypoints.last() == Some(&cell) {
            return;
        }
        if let [.., a, b] = self.waypoints[..] {
            let step = |from: Cell, to: Cell| (to.x.cmp(&from.x), to.y.cmp(&from.y));
            if step(cell, b) == step(b, a) {
                self.waypoints.pop();
            }
        }
        self.waypoints.push(cell);
    }
}
