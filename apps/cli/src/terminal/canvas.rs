//! A screen of dots: every cell has two columns of four, which Unicode's braille patterns show.
//!
//! Coordinates are in dots, x to the right and y down, from the upper left corner. Lines are clipped before
//! they are drawn, so the screen bounds their cost.

use super::ink::Ink;
use crate::picture::Point;

/// The bits of a braille pattern by column and row of the dot.
const BITS: [[u8; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];

/// Dots of an inked screen.
#[derive(Clone, Debug, Default)]
pub struct DotCanvas {
    columns: usize,
    rows: usize,
    cells: Vec<Cell>,
}

/// The set dots of a cell, and the highest rank of their inks; likewise for the shades behind them.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    dots: u8,
    rank: u8,
    shade_dots: u8,
    shade_rank: u8,
}

/// Thresholds of the dots of a shade (ordered dithering, Bayer 1973), by the last two bits of row and column.
const THRESHOLDS: [[u8; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];

impl DotCanvas {
    /// Clears the canvas and gives it a size in cells, at most 4096 each way.
    pub fn reset(&mut self, columns: u16, rows: u16) {
        (self.columns, self.rows) = (usize::from(columns).min(4096), usize::from(rows).min(4096));
        self.cells.clear();
        self.cells.resize(self.columns * self.rows, Cell::default());
    }

    /// Width and height in dots.
    #[must_use]
    pub fn size(&self) -> Point {
        [(self.columns * 2) as f32, (self.rows * 4) as f32]
    }

    /// The character and the ink of a cell.
    #[must_use]
    pub fn cell(&self, column: usize, row: usize) -> (char, Ink) {
        let cell = self.cells[row * self.columns + column];
        let (dots, rank) = match (cell.dots, cell.shade_dots) {
            (0, 0) => return (' ', Ink::None),
            (0, shade) => (shade, cell.shade_rank),
            (dots, _) => (dots, cell.rank),
        };
        let braille = char::from_u32(0x2800 + u32::from(dots)).unwrap_or(' ');
        (braille, Ink::ALL[usize::from(rank)])
    }

    /// Shades a dot: sets it if the strength, 0 to 1, exceeds the threshold of its place, so that an area of
    /// one strength has that share of its dots set. Shades show only in cells without other dots.
    pub fn shade(&mut self, x: usize, y: usize, strength: f32, ink: Ink) {
        let threshold = (f32::from(THRESHOLDS[y % 4][x % 4]) + 0.5) / 16.0;
        if strength > threshold
            && x / 2 < self.columns
            && let Some(cell) = self.cells.get_mut(y / 4 * self.columns + x / 2)
        {
            cell.shade_dots |= BITS[x % 2][y % 4];
            cell.shade_rank = cell.shade_rank.max(ink as u8);
        }
    }

    /// Sets the dot at a point, if that is on the screen.
    pub fn dot(&mut self, p: Point, ink: Ink) {
        let [width, height] = self.size();
        // The comparisons are false for NaN.
        if p[0] >= 0.0 && p[0] < width && p[1] >= 0.0 && p[1] < height {
            self.set(p[0] as usize, p[1] as usize, ink);
        }
    }

    /// Sets the dots of a line.
    pub fn line(&mut self, from: Point, to: Point, ink: Ink) {
        let Some([a, b]) = self.clipped(from, to) else { return };
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let longest = dx.abs().max(dy.abs());
        let count = longest.ceil() as i32;
        // Sixteen bits behind the point: the largest screen has 2^14 dots.
        let fixed = |v: f32| (v * 65536.0) as i32;
        let (mut x, mut y) = (fixed(a[0]), fixed(a[1]));
        let inverse = if count > 0 { 1.0 / count as f32 } else { 0.0 };
        let (step_x, step_y) = (fixed(dx * inverse), fixed(dy * inverse));
        for _ in 0..=count {
            self.set((x >> 16) as usize, (y >> 16) as usize, ink);
            x += step_x;
            y += step_y;
        }
    }

    /// The part of a line that is on the screen (Liang and Barsky 1984).
    fn clipped(&self, from: Point, to: Point) -> Option<[Point; 2]> {
        let size = self.size();
        // Slightly inside the edge, so that rounding never passes the last dot.
        let most = [size[0] - 0.01, size[1] - 0.01];
        let inside = |p: Point| p[0] >= 0.0 && p[0] <= most[0] && p[1] >= 0.0 && p[1] <= most[1];
        if inside(from) && inside(to) {
            return Some([from, to]);
        }
        let (mut enter, mut leave) = (0.0f32, 1.0f32);
        for axis in 0..2 {
            let way = to[axis] - from[axis];
            if !way.is_finite() || most[axis] < 0.0 {
                return None;
            }
            for (distance, speed) in [(-from[axis], way), (from[axis] - most[axis], -way)] {
                // The line is on the right side of this edge from, or until, distance / speed.
                if speed > 0.0 {
                    enter = enter.max(distance / speed);
                } else if speed < 0.0 {
                    leave = leave.min(distance / speed);
                } else if distance > 0.0 {
                    return None;
                }
            }
        }
        if enter > leave {
            return None;
        }
        let at = |t: f32| {
            [0, 1].map(|axis| (from[axis] + (to[axis] - from[axis]) * t).clamp(0.0, most[axis].max(0.0)))
        };
        Some([at(enter), at(leave)])
    }

    fn set(&mut self, x: usize, y: usize, ink: Ink) {
        if x / 2 < self.columns
            && let Some(cell) = self.cells.get_mut(y / 4 * self.columns + x / 2)
        {
            cell.dots |= BITS[x % 2][y % 4];
            cell.rank = cell.rank.max(ink as u8);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canvas(columns: u16, rows: u16) -> DotCanvas {
        let mut canvas = DotCanvas::default();
        canvas.reset(columns, rows);
        canvas
    }

    fn text(canvas: &DotCanvas) -> String {
        let row = |row| (0..canvas.columns).map(|column| canvas.cell(column, row).0).collect::<String>();
        (0..canvas.rows).map(row).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn dots_are_where_unicode_has_them() {
        for (x, y, expected) in [(0, 0, '⠁'), (1, 0, '⠈'), (0, 3, '⡀'), (1, 3, '⢀'), (1, 2, '⠠')] {
            let mut canvas = canvas(1, 1);
            canvas.dot([x as f32 + 0.5, y as f32 + 0.5], Ink::Static);
            assert_eq!(canvas.cell(0, 0), (expected, Ink::Static));
        }
    }

    #[test]
    fn lines_are_unbroken_and_end_where_they_should() {
        let mut level = canvas(3, 1);
        level.line([0.5, 3.5], [5.5, 3.5], Ink::Static);
        assert_eq!(text(&level), "⣀⣀⣀");
        let mut steep = canvas(1, 2);
        steep.line([0.5, 0.5], [1.5, 7.5], Ink::Static);
        assert_eq!(text(&steep), "⡇\n⢸");
        let mut point = canvas(1, 1);
        point.line([1.5, 1.5], [1.5, 1.5], Ink::Static);
        assert_eq!(text(&point), "⠐");
    }

    #[test]
    fn a_clipped_line_is_the_part_of_the_whole_line_on_the_screen() {
        // Compared with small steps along the line. A dot that the line only grazes may be missing on either
        // side.
        let mut state = 1u32;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32
        };
        for _ in 0..300 {
            let mut canvas = canvas(10, 5);
            let [a, b] = [(); 2].map(|()| [next() * 100.0 - 40.0, next() * 100.0 - 40.0]);
            canvas.line(a, b, Ink::Static);
            let on_line = |x: f32, y: f32| {
                (0..4000).any(|i| {
                    let t = i as f32 / 4000.0;
                    let p = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
                    (p[0] - x - 0.5).abs() < 0.6 && (p[1] - y - 0.5).abs() < 0.6
                })
            };
            let mut set = 0;
            for y in 0..20 {
                for x in 0..20 {
                    if canvas.cells[y / 4 * 10 + x / 2].dots & BITS[x % 2][y % 4] != 0 {
                        assert!(on_line(x as f32, y as f32), "{a:?} {b:?} {x} {y}");
                        set += 1;
                    }
                }
            }
            let visible = (0..4000).filter(|&i| {
                let t = i as f32 / 4000.0;
                let p = [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
                p[0] >= 0.0 && p[0] < 20.0 && p[1] >= 0.0 && p[1] < 20.0
            });
            let length = visible.count() as f32 / 4000.0 * (b[0] - a[0]).abs().max((b[1] - a[1]).abs());
            assert!((set as f32 - length).abs() <= 2.5, "{a:?} {b:?}: {set} dots for {length}");
        }
    }

    #[test]
    fn the_highest_rank_colors_a_cell_in_any_order() {
        for inks in [[Ink::Static, Ink::Contact], [Ink::Contact, Ink::Static]] {
            let mut canvas = canvas(1, 1);
            canvas.dot([0.0, 0.0], inks[0]);
            canvas.dot([1.0, 1.0], inks[1]);
            assert_eq!(canvas.cell(0, 0).1, Ink::Contact);
        }
    }

    #[test]
    fn nothing_off_the_screen_is_drawn_and_nothing_panics() {
        let wild = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, -1.0, 0.0, 1e9];
        for (columns, rows) in [(0, 0), (1, 1), (7, 3)] {
            let mut canvas = canvas(columns, rows);
            for a in wild {
                for b in wild {
                    canvas.dot([a, b], Ink::Static);
                    canvas.line([a, b], [b, a], Ink::Static);
                    canvas.line([3.0, a], [b, 2.0], Ink::Static);
                }
            }
        }
        let mut canvas = canvas(2, 2);
        canvas.line([-9.0, -1.0], [9.0, -1.0], Ink::Static);
        canvas.line([4.5, -5.0], [4.5, 50.0], Ink::Static);
        assert_eq!(text(&canvas), "  \n  ");
    }
    #[test]
    fn a_shade_sets_its_share_of_the_dots() {
        for sixteenths in 0..=16 {
            let mut canvas = canvas(4, 2);
            for (x, y) in (0..8).flat_map(|x| (0..8).map(move |y| (x, y))) {
                canvas.shade(x, y, sixteenths as f32 / 16.0, Ink::Note);
            }
            let set: u32 = canvas.cells.iter().map(|cell| cell.shade_dots.count_ones()).sum();
            assert_eq!(set, 4 * sixteenths);
        }
    }

    #[test]
    fn a_shade_gives_way_to_anything_else_in_its_cell() {
        let mut canvas = canvas(2, 1);
        for (x, y) in (0..9).flat_map(|x| (0..9).map(move |y| (x, y))) {
            canvas.shade(x, y, 1.0, Ink::Foe);
        }
        canvas.shade(0, 0, f32::NAN, Ink::Foe);
        canvas.dot([0.0, 0.0], Ink::Static);
        assert_eq!((canvas.cell(0, 0), canvas.cell(1, 0)), (('⠁', Ink::Static), ('⣿', Ink::Foe)));
    }
}
