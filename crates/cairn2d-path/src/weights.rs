//! A grid whose cells have weights.

use crate::search::{DIAGONAL, STRAIGHT};
use crate::{Cell, Cost, Grid, Path, PathError, Search, a_star};

/// A grid whose open cells have weights from 1 to 255. A step costs its length times the weight of the cell
/// that it enters: a road has 1, a meadow 2, a swamp 8.
///
/// # Cost
/// One byte a cell beside those of the [`Grid`].
///
/// # Examples
/// ```
/// use cairn2d_path::{Cell, Grid, Path, Search, Weights};
///
/// let mut land = Weights::uniform(Grid::open(20, 20)?, 4);
/// land.fill(Cell::new(0, 10), Cell::new(19, 10), 1)?; // a road
/// let (mut search, mut path) = (Search::new(), Path::new());
/// let cost = search.find_weighted(&land, Cell::new(0, 7), Cell::new(19, 7), &mut path)?;
/// assert!(path.cells().any(|cell| cell.y == 10), "the road is worth the detour");
/// # Ok::<(), cairn2d_path::PathError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    grid: Grid,
    /// Weight of each cell by rows; zero is blocked.
    weights: Vec<u8>,
    /// How many cells have each weight.
    counts: Box<[u32; 256]>,
}

impl Weights {
    /// A grid whose open cells all have the same weight. A weight of zero blocks every cell.
    #[must_use]
    pub fn uniform(grid: Grid, weight: u8) -> Self {
        let weights = (0..grid.height())
            .flat_map(|y| (0..grid.width()).map(move |x| Cell::new(x, y)))
            .map(|cell| if grid.is_open(cell) { weight } else { 0 })
            .collect();
        Self::with(grid, weights)
    }

    /// A grid with the weight of each cell by rows. A weight of zero blocks the cell.
    ///
    /// # Errors
    /// [`PathError::Size`], or [`PathError::WeightCount`] unless there is one weight for each cell.
    pub fn new(width: u32, height: u32, weights: Vec<u8>) -> Result<Self, PathError> {
        // The product of unchecked sides may exceed 32 bits.
        if weights.len() as u64 != u64::from(width) * u64::from(height) {
            // The size is checked first, so that its error is the one of a bad size.
            let cells = Grid::blocked(width, height)?.cell_count();
            return Err(PathError::WeightCount { weights: weights.len(), cells });
        }
        let index = |cell: Cell| cell.y as usize * width as usize + cell.x as usize;
        let grid = Grid::from_fn(width, height, |cell| weights[index(cell)] > 0)?;
        Ok(Self::with(grid, weights))
    }

    /// The open and blocked cells.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Weight of a cell. Zero if it is blocked or outside of the grid.
    #[must_use]
    pub fn weight(&self, cell: Cell) -> u8 {
        if self.grid.contains(cell) { self.weights[self.index(cell)] } else { 0 }
    }

    /// Sets the weight of all cells of the rectangle with the corners `a` and `b`, both included. Zero
    /// blocks them.
    ///
    /// # Errors
    /// [`PathError::Outside`]; nothing changes then.
    pub fn fill(&mut self, a: Cell, b: Cell, weight: u8) -> Result<(), PathError> {
        self.grid.fill(a, b, weight > 0)?;
        for y in a.y.min(b.y)..=a.y.max(b.y) {
            for x in a.x.min(b.x)..=a.x.max(b.x) {
                let index = self.index(Cell::new(x, y));
                self.counts[self.weights[index] as usize] -= 1;
                self.counts[weight as usize] += 1;
                self.weights[index] = weight;
            }
        }
        Ok(())
    }

    /// Least weight of an open cell, 1 if there is none.
    pub(crate) fn least(&self) -> u8 {
        (1..=255).find(|&weight| self.counts[weight as usize] > 0).unwrap_or(1)
    }

    /// Greatest weight of an open cell, 1 if there is none.
    pub(crate) fn greatest(&self) -> u8 {
        (1..=255).rev().find(|&weight| self.counts[weight as usize] > 0).unwrap_or(1)
    }

    fn with(grid: Grid, weights: Vec<u8>) -> Self {
        let mut counts = Box::new([0; 256]);
        for &weight in &weights {
            counts[weight as usize] += 1;
        }
        Self { grid, weights, counts }
    }

    fn index(&self, cell: Cell) -> usize {
        cell.y as usize * self.grid.width() as usize + cell.x as usize
    }
}

impl Search {
    /// Finds a cheapest path from `start` to `goal` on a grid with weights, by A*, and returns its cost, or
    /// `None` if there is no path. `path` is replaced, by an empty path if there is none or on an error.
    ///
    /// # Errors
    /// [`PathError::Outside`] if a cell is not in the grid.
    pub fn find_weighted(
        &mut self,
        weights: &Weights,
        start: Cell,
        goal: Cell,
        path: &mut Path,
    ) -> Result<Option<Cost>, PathError> {
        let grid = weights.grid();
        self.begin(grid, start, goal, weights.least(), path)?;
        if !grid.is_open(start) || !grid.is_open(goal) {
            return Ok(None);
        }
        let corners = self.corners();
        let found = self.run(start, |nodes, expansion| {
            a_star::for_each_step(grid, expansion.cell, corners, |to, diagonal| {
                let length = if diagonal { DIAGONAL } else { STRAIGHT };
                let step = length * u64::from(weights.weight(to));
                nodes.reach(to, expansion.cost.saturating_add(step), expansion.cell);
            });
        });
        Ok(found.then(|| {
            self.finish(path, |from, to| {
                let (step, weight) = (from.octile_distance(to), u64::from(weights.weight(to)));
                Cost { straight: step.straight * weight, diagonal: step.diagonal * weight }
            })
        }))
    }
}
