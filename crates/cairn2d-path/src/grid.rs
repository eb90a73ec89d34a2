//! A grid of open and blocked cells, as bits of rows and of columns.
//!
//! Invariant: rows and columns have the same bit for each cell, and every bit outside of the grid is
//! blocked.

use crate::bits::{Bits, FIRST};
use crate::{Cell, PathError};

/// Largest number of columns and of rows.
pub const MAX_SIDE: u32 = 32_768;

/// Largest number of cells: 2^28, or 2^26 where addresses have 32 bits, so that the memory of a search
/// fits.
pub const MAX_CELLS: usize = if usize::BITS < 64 { 1 << 26 } else { 1 << 28 };

/// A grid of open and blocked cells. Everything outside of it is blocked.
///
/// # Cost
/// Three quarters of a byte a cell and 48 bytes a line. [`set`](Self::set) takes constant time, and a
/// search needs no rebuilding after it.
///
/// # Examples
/// ```
/// use cairn2d_path::{Cell, Grid, Path, Search};
///
/// let mut grid = Grid::open(100, 100)?;
/// grid.fill(Cell::new(50, 0), Cell::new(50, 98), false)?;
/// let mut path = Path::new();
/// let cost = Search::new().find(&grid, Cell::new(0, 0), Cell::new(99, 0), &mut path)?;
/// assert!(cost.is_some_and(|cost| cost.length() > 200.0));
/// # Ok::<(), cairn2d_path::PathError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    width: u32,
    height: u32,
    rows: Bits,
    columns: Bits,
}

impl Grid {
    /// A grid whose cells are all open.
    ///
    /// # Errors
    /// [`PathError::Size`] unless both sides are from 1 to [`MAX_SIDE`] and there are at most [`MAX_CELLS`]
    /// cells.
    pub fn open(width: u32, height: u32) -> Result<Self, PathError> {
        let mut grid = Self::blocked(width, height)?;
        grid.fill(Cell::new(0, 0), Cell::new(width - 1, height - 1), true)?;
        Ok(grid)
    }

    /// A grid whose cells are all blocked.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn blocked(width: u32, height: u32) -> Result<Self, PathError> {
        let (w, h) = (width as usize, height as usize);
        let sides = 1..=MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) || w * h > MAX_CELLS {
            return Err(PathError::Size { width: w, height: h });
        }
        Ok(Self { width, height, rows: Bits::new(h + 2, w), columns: Bits::new(w + 2, h) })
    }

    /// A grid whose cell is open where `open` returns `true`.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn from_fn(width: u32, height: u32, mut open: impl FnMut(Cell) -> bool) -> Result<Self, PathError> {
        let mut grid = Self::blocked(width, height)?;
        for y in 0..height {
            for x in 0..width {
                let cell = Cell::new(x, y);
                if open(cell) {
                    grid.put(cell, true);
                }
            }
        }
        grid.refresh(Cell::new(0, 0), Cell::new(width - 1, height - 1));
        Ok(grid)
    }

    /// Number of columns.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Number of cells.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether the grid has the cell.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        cell.x < self.width && cell.y < self.height
    }

    /// Whether the cell is open. Cells outside of the grid are blocked.
    #[must_use]
    pub fn is_open(&self, cell: Cell) -> bool {
        self.contains(cell) && self.rows.get(cell.y + 1, cell.x + FIRST)
    }

    /// Opens or blocks a cell.
    ///
    /// # Errors
    /// [`PathError::Outside`].
    pub fn set(&mut self, cell: Cell, open: bool) -> Result<(), PathError> {
        self.fill(cell, cell, open)
    }

    /// Opens or blocks all cells of the rectangle with the corners `a` and `b`, both included.
    ///
    /// # Errors
    /// [`PathError::Outside`]; nothing changes then.
    pub fn fill(&mut self, a: Cell, b: Cell, open: bool) -> Result<(), PathError> {
        self.check(a)?;
        self.check(b)?;
        let (first, last) = (Cell::new(a.x.min(b.x), a.y.min(b.y)), Cell::new(a.x.max(b.x), a.y.max(b.y)));
        for y in first.y..=last.y {
            for x in first.x..=last.x {
                self.put(Cell::new(x, y), open);
            }
        }
        self.refresh(first, last);
        Ok(())
    }

    /// The open cell that is nearest to `cell` in a straight line, or `None` if every cell is blocked. Of
    /// equally near cells it is the one in the lowest row, then the lowest column. A cell outside of the
    /// grid stands for the cell of the border that is nearest to it.
    ///
    /// # Cost
    /// Looks at squares of growing size around `cell`.
    ///
    /// # Examples
    /// ```
    /// use cairn2d_path::{Cell, Grid};
    ///
    /// let mut grid = Grid::open(9, 9)?;
    /// grid.fill(Cell::new(2, 2), Cell::new(6, 6), false)?;
    /// assert_eq!(grid.nearest_open(Cell::new(3, 4)), Some(Cell::new(1, 4)));
    /// # Ok::<(), cairn2d_path::PathError>(())
    /// ```
    #[must_use]
    pub fn nearest_open(&self, cell: Cell) -> Option<Cell> {
        let center = (i64::from(cell.x.min(self.width - 1)), i64::from(cell.y.min(self.height - 1)));
        let mut best: Option<(i64, Cell)> = None;
        for reach in 0..i64::from(self.width.max(self.height)) {
            // A square of this reach has no cell nearer than its sides.
            if best.is_some_and(|(distance, _)| reach * reach > distance) {
                break;
            }
            for dy in -reach..=reach {
                // The first and the last row of the square are whole; others have two cells.
                let step = if dy.abs() == reach { 1 } else { 2 * reach as usize };
                for dx in (-reach..=reach).step_by(step) {
                    let (Ok(x), Ok(y)) = (u32::try_from(center.0 + dx), u32::try_from(center.1 + dy)) else {
                        continue;
                    };
                    let near = (dx * dx + dy * dy, Cell::new(x, y));
                    let earlier = |best: (i64, Cell)| (near.0, y, x) < (best.0, best.1.y, best.1.x);
                    if self.is_open(near.1) && best.is_none_or(earlier) {
                        best = Some(near);
                    }
                }
            }
        }
        best.map(|(_, cell)| cell)
    }

    /// Bytes of memory.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.rows.memory() + self.columns.memory()
    }

    /// A small square grid of blocked cells.
    pub(crate) fn square(side: u32) -> Self {
        let lines = side as usize;
        let bits = Bits::new(lines + 2, lines);
        Self { width: side, height: side, rows: bits.clone(), columns: bits }
    }

    /// Replaces all cells by those of `grid` from `corner` on, whose coordinates are multiples of eight.
    /// Cells outside of `grid` are blocked.
    pub(crate) fn copy_from(&mut self, grid: &Self, corner: Cell) {
        self.rows.copy_block(&grid.rows, corner.y, corner.x);
        self.columns.copy_block(&grid.columns, corner.x, corner.y);
        self.refresh(Cell::new(0, 0), Cell::new(self.width - 1, self.height - 1));
    }

    /// Lines along x. Cell `(x, y)` is at position `x + FIRST` of line `y + 1`.
    pub(crate) fn rows(&self) -> &Bits {
        &self.rows
    }

    /// Lines along y. Cell `(x, y)` is at position `y + FIRST` of line `x + 1`.
    pub(crate) fn columns(&self) -> &Bits {
        &self.columns
    }

    pub(crate) fn size(&self) -> [u32; 2] {
        [self.width, self.height]
    }

    pub(crate) fn check(&self, cell: Cell) -> Result<(), PathError> {
        if self.contains(cell) {
            Ok(())
        } else {
            Err(PathError::Outside { cell, width: self.width, height: self.height })
        }
    }

    /// Opens or blocks a cell. [`refresh`](Self::refresh) must follow.
    fn put(&mut self, cell: Cell, open: bool) {
        self.rows.put(cell.y + 1, cell.x + FIRST, open);
        self.columns.put(cell.x + 1, cell.y + FIRST, open);
    }

    /// Computes where scans stop after changes in a rectangle.
    fn refresh(&mut self, first: Cell, last: Cell) {
        let lines = |from: u32, to: u32| from + 1..to + 2;
        let positions = |from: u32, to: u32| from + FIRST..to + FIRST + 1;
        self.rows.refresh(lines(first.y, last.y), positions(first.x, last.x));
        self.columns.refresh(lines(first.x, last.x), positions(first.y, last.y));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, random_grid};

    #[test]
    fn sizes_are_bounded() {
        assert_eq!(Grid::open(0, 4), Err(PathError::Size { width: 0, height: 4 }));
        assert!(Grid::open(4, MAX_SIDE + 1).is_err());
        assert!(Grid::blocked(MAX_SIDE, MAX_SIDE).is_err());
        assert!(Grid::open(1, MAX_SIDE).is_ok());
    }

    #[test]
    fn a_refused_fill_changes_nothing() {
        let mut grid = Grid::open(5, 5).expect("a good size");
        let before = grid.clone();
        let refused = grid.fill(Cell::new(0, 0), Cell::new(5, 0), false);
        assert_eq!(refused, Err(PathError::Outside { cell: Cell::new(5, 0), width: 5, height: 5 }));
        assert_eq!(grid, before);
    }

    #[test]
    fn nearest_open_cell_is_that_of_a_search_of_all() {
        let mut random = Random::new(3);
        for _ in 0..200 {
            let (w, h) = (1 + random.below(12), 1 + random.below(12));
            let grid = random_grid(&mut random, w, h);
            let from = random.cell(&grid);
            let mut best = None;
            for y in 0..grid.height() {
                for x in 0..grid.width() {
                    let (dx, dy) = (x.abs_diff(from.x), y.abs_diff(from.y));
                    let key = (dx * dx + dy * dy, y, x);
                    if grid.is_open(Cell::new(x, y)) && best.is_none_or(|best| key < best) {
                        best = Some(key);
                    }
                }
            }
            assert_eq!(grid.nearest_open(from), best.map(|(_, y, x)| Cell::new(x, y)));
        }
    }
}
