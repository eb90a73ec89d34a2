//! Solid cells of a grid as few rectangles, and the surfaces along the outline of their union.
//!
//! Method: runs of cells in a row, and equal runs of rows below each other. The union of the rectangles is
//! left to `cairn2d-polygon`.

use std::collections::BTreeMap;

use cairn2d::Vec2;

/// Outlines of rectangles that cover cells given as row and column, counter-clockwise with y up; `size`
/// is that of a cell.
pub(crate) fn cell_rings(cells: Vec<[i32; 2]>, size: [f64; 2], y_down: bool) -> Vec<Vec<Vec2>> {
    let ring = |[low, high]: [[i32; 2]; 2]| {
        let at = |cell: i32, axis: usize| (f64::from(cell) * size[axis]) as f32;
        let (left, right) = (at(low[1], 0), at(high[1], 0));
        let (start, end) = (at(low[0], 1), at(high[0], 1));
        let (bottom, top) = if y_down { (-end, -start) } else { (start, end) };
        vec![Vec2::new(left, bottom), Vec2::new(right, bottom), Vec2::new(right, top), Vec2::new(left, top)]
    };
    rectangles(cells).into_iter().map(ring).collect()
}

/// Few rectangles that cover cells given as row and column: the first cell and the one past the last.
fn rectangles(mut cells: Vec<[i32; 2]>) -> Vec<[[i32; 2]; 2]> {
    cells.sort_unstable();
    cells.dedup();
    let mut done: Vec<[[i32; 2]; 2]> = Vec::new();
    // Rectangles that reach the row above, by their columns.
    let mut open: BTreeMap<[i32; 2], i32> = BTreeMap::new();
    let mut row = i32::MIN;
    let mut at = 0;
    while at < cells.len() {
        let [y, _] = cells[at];
        if row.checked_add(1) != Some(y) {
            close(&mut done, &open, row);
            open.clear();
        }
        let mut next: BTreeMap<[i32; 2], i32> = BTreeMap::new();
        while at < cells.len() && cells[at][0] == y {
            let start = cells[at][1];
            let mut end = start;
            while at < cells.len() && cells[at] == [y, end] {
                end = end.saturating_add(1);
                at += 1;
            }
            let top = open.remove(&[start, end]).unwrap_or(y);
            next.insert([start, end], top);
        }
        close(&mut done, &open, row);
        (open, row) = (next, y);
    }
    close(&mut done, &open, row);
    done
}

fn close(done: &mut Vec<[[i32; 2]; 2]>, open: &BTreeMap<[i32; 2], i32>, row: i32) {
    done.extend(open.iter().map(|(columns, &top)| [[top, columns[0]], [row.saturating_add(1), columns[1]]]));
}

/// Which of several surfaces the cells of a grid have.
#[derive(Clone, Debug)]
pub(crate) struct Owners {
    /// Size of a cell.
    size: [f64; 2],
    y_down: bool,
    /// The surface of a cell, given as row and column.
    cells: BTreeMap<[i32; 2], usize>,
}

/// Cells of the largest figure that still has owners.
const MOST_CELLS: f64 = 64.0;

/// Share of a cell that a point is moved from an outline into the area.
const INWARDS: f64 = 0.01;

impl Owners {
    pub(crate) fn new(size: [f64; 2], y_down: bool) -> Owners {
        Owners { size, y_down, cells: BTreeMap::new() }
    }

    /// Gives a cell, which is solid as a whole, a surface.
    pub(crate) fn own(&mut self, cell: [i32; 2], surface: usize) {
        self.cells.insert(cell, surface);
    }

    /// Gives the cells around an outline a surface if they have none; returns false if these are too many.
    pub(crate) fn own_around(&mut self, ring: &[Vec2], surface: usize) -> bool {
        let Some(&first) = ring.first() else { return true };
        let (low, high) =
            ring.iter().fold((first, first), |(low, high), &point| (low.min(point), high.max(point)));
        // An outline at the border of a cell is not in the next one.
        let [corner, end] = [low + (high - low) * 0.001, high - (high - low) * 0.001].map(|at| self.cell(at));
        let count = [0, 1].map(|axis| f64::from(corner[axis].abs_diff(end[axis])) + 1.0);
        if count[0] * count[1] > MOST_CELLS {
            return false;
        }
        for row in corner[0].min(end[0])..=corner[0].max(end[0]) {
            for column in corner[1]..=end[1] {
                self.cells.entry([row, column]).or_insert(surface);
            }
        }
        true
    }

    /// The points of a ring, and where the surface changes on its sides, each with the surface after it.
    pub(crate) fn split(&self, ring: &[Vec2]) -> Vec<(Vec2, usize)> {
        let mut points: Vec<(Vec2, usize)> = Vec::new();
        let mut last = 0;
        for (&start, &end) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            let side = end - start;
            let inwards =
                side.perp() * (INWARDS * self.size[0].min(self.size[1]) / f64::from(side.length())) as f32;
            let cuts = self.cuts(start, end);
            for (index, pair) in cuts.windows(2).enumerate() {
                let middle = start + side * (0.5 * (pair[0] + pair[1]));
                let surface = self.cells.get(&self.cell(middle + inwards)).copied().unwrap_or(last);
                if index == 0 || surface != last {
                    points.push((start + side * pair[0], surface));
                }
                last = surface;
            }
        }
        points
    }

    /// Where a side crosses borders of cells, as shares of its length, with 0 and 1.
    fn cuts(&self, start: Vec2, end: Vec2) -> Vec<f32> {
        let mut cuts = vec![0.0, 1.0];
        for (axis, (start, end)) in [(start.x, end.x), (start.y, end.y)].into_iter().enumerate() {
            let [start, end] = [start, end].map(|at| f64::from(at) / self.size[axis]);
            let (low, high) = (start.min(end), start.max(end));
            let mut border = low.floor() + 1.0;
            while border < high {
                cuts.push(((border - start) / (end - start)) as f32);
                border += 1.0;
            }
        }
        cuts.sort_by(f32::total_cmp);
        cuts.dedup();
        cuts
    }

    /// The cell of a point, as row and column.
    fn cell(&self, point: Vec2) -> [i32; 2] {
        let row = f64::from(point.y) / self.size[1];
        let row = if self.y_down { -row } else { row };
        [row.floor() as i32, (f64::from(point.x) / self.size[0]).floor() as i32]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_split_where_the_surface_changes() {
        let mut owners = Owners::new([16.0, 16.0], true);
        for (column, surface) in [(0, 0), (1, 0), (2, 1), (3, 0)] {
            owners.own([0, column], surface);
        }
        let ring = [[0.0, -16.0], [64.0, -16.0], [64.0, 0.0], [0.0, 0.0]].map(Vec2::from);
        let points: Vec<([f32; 2], usize)> =
            owners.split(&ring).into_iter().map(|(point, surface)| (point.into(), surface)).collect();
        let bottom = [([0.0, -16.0], 0), ([32.0, -16.0], 1), ([48.0, -16.0], 0)];
        let top = [([64.0, -16.0], 0), ([64.0, 0.0], 0), ([48.0, 0.0], 1), ([32.0, 0.0], 0), ([0.0, 0.0], 0)];
        assert_eq!(points, [&bottom[..], &top[..]].concat());
        assert!(owners.own_around(&[[64.0, -15.0], [100.0, -1.0]].map(Vec2::from), 2));
        assert_eq!(owners.cell(Vec2::new(99.0, -8.0)), [0, 6]);
        assert!(!owners.own_around(&[[0.0, 0.0], [1.0e5, 1.0]].map(Vec2::from), 2));
    }

    #[test]
    fn rectangles_cover_exactly_the_cells() {
        let picture = ["###..", "###.#", "..#.#", ".....", "#####", "#####"];
        let cells: Vec<[i32; 2]> = (0..6)
            .flat_map(|row| (0..5).map(move |column| [row, column]))
            .filter(|&[row, column]| picture[row as usize].as_bytes()[column as usize] == b'#')
            .collect();
        let mut covered: Vec<[i32; 2]> = Vec::new();
        let found = rectangles(cells.iter().rev().copied().collect());
        for &[low, high] in &found {
            covered.extend((low[0]..high[0]).flat_map(|row| (low[1]..high[1]).map(move |x| [row, x])));
        }
        covered.sort_unstable();
        assert_eq!(covered, cells);
        assert_eq!(found.len(), 4);
        assert!(rectangles(Vec::new()).is_empty());
        assert_eq!(rectangles(vec![[i32::MAX, i32::MAX]]).len(), 1);
    }
}
