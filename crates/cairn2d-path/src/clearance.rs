//! Grids for units that are larger than a cell, and straight lines between cells.

use crate::{Cell, Grid, Path, PathError};

/// Largest radius of a unit \[cells\].
const MAX_RADIUS: f32 = 1_024.0;

impl Grid {
    /// The grid for the center of a round unit: open where a disc of `radius` \[cells\] around the center
    /// of the cell touches no blocked cell and stays in the grid. A disc that only touches a side fits.
    ///
    /// # Errors
    /// [`PathError::Radius`] unless `radius` is from 0 to 1,024.
    ///
    /// # Cost
    /// Proportional to the number of cells times the radius.
    ///
    /// # Examples
    /// ```
    /// use cairn2d_path::{Cell, Grid};
    ///
    /// let mut grid = Grid::open(9, 9)?;
    /// grid.set(Cell::new(4, 4), false)?;
    /// let large = grid.for_radius(1.5)?;
    /// assert!(!large.is_open(Cell::new(4, 3)) && large.is_open(Cell::new(4, 2)));
    /// assert!(!large.is_open(Cell::new(0, 0)) && large.is_open(Cell::new(1, 1)));
    /// # Ok::<(), cairn2d_path::PathError>(())
    /// ```
    pub fn for_radius(&self, radius: f32) -> Result<Self, PathError> {
        if !(0.0..=MAX_RADIUS).contains(&radius) {
            return Err(PathError::Radius(radius.to_string()));
        }
        let reach = reach_by_row(f64::from(radius));
        let (width, height) = (self.width() as usize, self.height() as usize);
        let blocked_near = self.distances_in_rows();
        Self::from_fn(self.width(), self.height(), |cell| {
            let (x, y) = (cell.x as usize, cell.y as usize);
            self.is_open(cell)
                && reach.iter().enumerate().all(|(rows, &reach)| {
                    let clear = |y: usize| blocked_near[y * width + x] > reach;
                    y >= rows && y + rows < height && clear(y - rows) && clear(y + rows)
                })
        })
    }

    /// Whether the straight line between the centers of two cells passes only open cells. A line through a
    /// corner needs both cells beside it to be open.
    ///
    /// # Examples
    /// ```
    /// use cairn2d_path::{Cell, Grid};
    ///
    /// let mut grid = Grid::open(9, 9)?;
    /// grid.set(Cell::new(4, 4), false)?;
    /// assert!(!grid.sees(Cell::new(0, 0), Cell::new(8, 8)));
    /// assert!(grid.sees(Cell::new(0, 0), Cell::new(8, 4)));
    /// # Ok::<(), cairn2d_path::PathError>(())
    /// ```
    #[must_use]
    pub fn sees(&self, from: Cell, to: Cell) -> bool {
        if !self.is_open(from) || !self.is_open(to) {
            return false;
        }
        let toward = |at: u32, to: u32| if to > at { at + 1 } else { at - 1 };
        let (dx, dy) = (i64::from(from.x.abs_diff(to.x)), i64::from(from.y.abs_diff(to.y)));
        // Twice the area by which the line passes the corner ahead on one side.
        let mut side = dx - dy;
        let mut at = from;
        while at != to {
            if side > 0 {
                at.x = toward(at.x, to.x);
                side -= 2 * dy;
            } else if side < 0 {
                at.y = toward(at.y, to.y);
                side += 2 * dx;
            } else {
                let next = Cell::new(toward(at.x, to.x), toward(at.y, to.y));
                if !self.is_open(Cell::new(next.x, at.y)) || !self.is_open(Cell::new(at.x, next.y)) {
                    return false;
                }
                at = next;
                side += 2 * (dx - dy);
            }
            if !self.is_open(at) {
                return false;
            }
        }
        true
    }

    /// For each cell by rows, the number of columns to the nearest blocked one in its row, or to the
    /// border.
    fn distances_in_rows(&self) -> Vec<u32> {
        let mut distances = vec![0; self.cell_count()];
        for (y, row) in (0..).zip(distances.chunks_mut(self.width() as usize)) {
            let mut last = 0;
            for (x, distance) in (0..).zip(row.iter_mut()) {
                last = if self.is_open(Cell::new(x, y)) { last + 1 } else { 0 };
                *distance = last;
            }
            last = 0;
            for distance in row.iter_mut().rev() {
                last = if *distance > 0 { last + 1 } else { 0 };
                *distance = (*distance).min(last);
            }
        }
        distances
    }
}

/// For each number of rows, how many columns away a blocked cell may be and still touch the disc, as long
/// as the disc reaches the row.
fn reach_by_row(radius: f64) -> Vec<u32> {
    let gap = |cells: u32| if cells == 0 { 0.0 } else { f64::from(cells) - 0.5 };
    let touches =
        |columns: u32, rows: u32| gap(columns) * gap(columns) + gap(rows) * gap(rows) < radius * radius;
    (0..)
        .take_while(|&rows| rows == 0 || touches(0, rows))
        .map(|rows| (1..).take_while(|&columns| touches(columns, rows)).count() as u32)
        .collect()
}

impl Path {
    /// Replaces `out` by waypoints of the path between which straight lines of any angle are open: start,
    /// goal, and those in between that cannot be left out one after the other.
    ///
    /// The result is never longer than the path. It need not be the shortest way of straight lines.
    ///
    /// # Examples
    /// ```
    /// use cairn2d_path::{Cell, Grid, Path, Search};
    ///
    /// let grid = Grid::open(30, 30)?;
    /// let (mut path, mut line) = (Path::new(), Vec::new());
    /// Search::new().find(&grid, Cell::new(0, 0), Cell::new(29, 11), &mut path)?;
    /// path.straighten(&grid, &mut line);
    /// assert_eq!(line, [Cell::new(0, 0), Cell::new(29, 11)]);
    /// # Ok::<(), cairn2d_path::PathError>(())
    /// ```
    pub fn straighten(&self, grid: &Grid, out: &mut Vec<Cell>) {
        out.clear();
        let Some((&start, rest)) = self.waypoints().split_first() else {
            return;
        };
        out.push(start);
        let (mut from, mut last) = (start, start);
        for &waypoint in rest {
            if !grid.sees(from, waypoint) {
                out.push(last);
                from = last;
            }
            last = waypoint;
        }
        if last != start {
            out.push(last);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, random_grid};
    use crate::{Method, Search};

    #[test]
    fn a_disc_fits_where_no_blocked_square_is_nearer_than_its_radius() {
        let mut random = Random::new(21);
        for _ in 0..60 {
            let (w, h) = (1 + random.below(24), 1 + random.below(24));
            let grid = random_grid(&mut random, w, h);
            let radius = random.below(40) as f32 / 8.0;
            let shrunk = grid.for_radius(radius).expect("a good radius");
            for y in 0..h as i64 {
                for x in 0..w as i64 {
                    // Squares beyond the border are blocked.
                    let reach = radius as i64 + 1;
                    let mut fits = grid.is_open(Cell::new(x as u32, y as u32));
                    for by in y - reach..=y + reach {
                        for bx in x - reach..=x + reach {
                            let inside = bx >= 0 && by >= 0 && bx < i64::from(w) && by < i64::from(h);
                            if inside && grid.is_open(Cell::new(bx as u32, by as u32)) {
                                continue;
                            }
                            let gap = |d: i64| (d.abs() as f64 - 0.5).max(0.0);
                            fits &= gap(bx - x).hypot(gap(by - y)) >= f64::from(radius) - 1e-9;
                        }
                    }
                    let cell = Cell::new(x as u32, y as u32);
                    assert_eq!(shrunk.is_open(cell), fits, "{cell} radius {radius} of {w} by {h}");
                }
            }
        }
    }

    #[test]
    fn bad_radii_are_rejected() {
        let grid = Grid::open(3, 3).expect("a good size");
        for radius in [-1.0, f32::NAN, f32::INFINITY, 1025.0] {
            assert!(matches!(grid.for_radius(radius), Err(PathError::Radius(_))));
        }
    }

    /// Whether a line passes no blocked cell, by points on it that are dense.
    fn sees_by_points(grid: &Grid, from: Cell, to: Cell) -> bool {
        let steps = 64 * (from.x.abs_diff(to.x).max(from.y.abs_diff(to.y)).max(1));
        let at = |from: u32, to: u32, step: u32| {
            f64::from(from) + 0.5 + (f64::from(to) - f64::from(from)) * f64::from(step) / f64::from(steps)
        };
        (0..=steps).all(|step| {
            let (x, y) = (at(from.x, to.x, step), at(from.y, to.y, step));
            // Points within this distance of a side belong to both cells.
            let cells = |v: f64| [(v - 1e-9).floor() as u32, (v + 1e-9).floor() as u32];
            cells(x).iter().all(|&x| cells(y).iter().all(|&y| grid.is_open(Cell::new(x, y))))
        })
    }

    #[test]
    fn lines_pass_open_cells_only() {
        let mut random = Random::new(22);
        let mut seen = 0;
        for _ in 0..300 {
            let (w, h) = (1 + random.below(12), 1 + random.below(12));
            let grid = random_grid(&mut random, w, h);
            for _ in 0..20 {
                let (from, to) = (random.cell(&grid), random.cell(&grid));
                let sees = grid.sees(from, to);
                assert_eq!(sees, grid.sees(to, from), "{from} to {to}");
                assert_eq!(sees, sees_by_points(&grid, from, to), "{from} to {to} of {w} by {h}");
                seen += u32::from(sees);
            }
        }
        assert!(seen > 300, "only {seen} lines are open");
    }

    #[test]
    fn straightened_paths_are_open_and_not_longer() {
        let mut random = Random::new(23);
        let (mut search, mut path, mut line) = (Search::new(), Path::new(), Vec::new());
        search.set_method(Method::Auto);
        let length = |cells: &[Cell]| -> f64 {
            let leg = |pair: &[Cell]| {
                f64::from(pair[0].x.abs_diff(pair[1].x)).hypot(f64::from(pair[0].y.abs_diff(pair[1].y)))
            };
            cells.windows(2).map(leg).sum()
        };
        for _ in 0..200 {
            let grid = random_grid(&mut random, 40, 40);
            let (start, goal) = (random.cell(&grid), random.cell(&grid));
            if search.find(&grid, start, goal, &mut path).expect("inside").is_some() {
                path.straighten(&grid, &mut line);
                assert_eq!((line.first(), line.last()), (Some(&start), Some(&goal)));
                assert!(line.windows(2).all(|pair| grid.sees(pair[0], pair[1])));
                assert!(length(&line) <= path.cost().length() + 1e-9);
            }
        }
    }
}
