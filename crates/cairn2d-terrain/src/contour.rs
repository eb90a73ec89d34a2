//! The outline of a chunk: marching squares between its samples, then fewer corners within a tolerance.
//!
//! A chunk has 16 x 16 cells. Lines that leave it keep their last point, which the chunk beyond computes from
//! the same two samples, so outlines of neighbours meet bit for bit. Nothing else is shared. A change of a
//! sample changes the outlines of the chunks with a cell at it, and no others.
//!
//! Corners are removed one by one, the one with the smallest error first, as in
//! `crates/cairn2d-polygon/src/simplify.rs`; lists are short here, so no heap is needed. A corner stays if
//! another one lies in the triangle that it would give away, so lines never cross.

use cairn2d::Vec2;
use cairn2d_polygon::march::{Field as Samples, Lines, soft};

use crate::field::{BLOCK, Field};

/// Samples along the side of a chunk.
const SIDE: usize = BLOCK + 1;

/// A segment of an outline; ground is on its left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Piece {
    /// The point before, both ends, and the point after `[m]`.
    pub(crate) points: [Vec2; 4],
    pub(crate) material: u8,
    /// Whether the line begins, and ends, with this segment, so that the point beyond is another chunk's.
    pub(crate) is_open: [bool; 2],
}

/// Finds outlines of chunks, with memory that is used again.
#[derive(Clone, Debug, Default)]
pub(crate) struct Contour {
    samples: Vec<f32>,
    lines: Lines,
    points: Vec<Vec2>,
    before: Vec<u32>,
    after: Vec<u32>,
    /// The next point before any was removed.
    given: Vec<u32>,
    is_live: Vec<bool>,
    is_locked: Vec<bool>,
    /// Largest error of removing a corner `[m]`; infinite if it may not be.
    errors: Vec<f64>,
    /// Material of the segment that starts at a point.
    materials: Vec<u8>,
}

impl Contour {
    /// Appends the outline of a chunk to `out`.
    pub(crate) fn find(&mut self, field: &Field, chunk: usize, out: &mut Vec<Piece>) {
        let wide = field.blocks[0] + 1;
        let [column, row] = [chunk % wide, chunk / wide];
        // The first sample of a chunk is the last one of the chunk before.
        let first = [column, row].map(|at| (at * BLOCK) as i64 - 1);
        if !self.gather(field, first) {
            return;
        }
        let mut samples = Samples::new(&self.samples, SIDE, SIDE).expect("the chunk has all samples");
        samples.origin = field.def.origin;
        samples.spacing = field.def.spacing;
        samples.first = first.map(|at| at as i32);
        soft(&samples, 0.0, &mut self.lines);
        self.simplify(field, out);
    }

    /// Copies the samples of a chunk. Returns whether some are solid and some are not.
    fn gather(&mut self, field: &Field, [x, y]: [i64; 2]) -> bool {
        self.samples.clear();
        let (mut all, mut any) = (u8::MAX, 0);
        for row in y..y + SIDE as i64 {
            let start = self.samples.len();
            if row < 0 || row >= field.size[1] as i64 {
                self.samples.resize(start + SIDE, -127.5);
                all = 0;
                continue;
            }
            for column in x..x + SIDE as i64 {
                // Beyond the row there are no bytes, and those of its padding are empty.
                let byte = if column < 0 || column >= field.stride as i64 {
                    0
                } else {
                    field.values[row as usize * field.stride + column as usize]
                };
                all &= byte;
                any |= byte;
                self.samples.push(f32::from(byte) - 127.5);
            }
        }
        // The highest bit is that of solid samples.
        (all ^ any) & 0x80 != 0
    }

    fn simplify(&mut self, field: &Field, out: &mut Vec<Piece>) {
        let tolerance = f64::from(field.def.tolerance);
        let lines = core::mem::take(&mut self.lines);
        self.points.clear();
        self.before.clear();
        self.after.clear();
        self.is_locked.clear();
        self.materials.clear();
        for (line, is_closed) in lines.iter() {
            let start = self.points.len() as u32;
            let last = start + line.len() as u32 - 1;
            for (k, &point) in line.iter().enumerate() {
                let at = start + k as u32;
                self.points.push(point);
                self.before.push(if at > start { at - 1 } else { last });
                self.after.push(if at < last { at + 1 } else { start });
                self.is_locked.push(!is_closed && (at == start || at == last));
                let next = line[(k + 1) % line.len()];
                self.materials.push(material_of(field, point, next));
            }
        }
        self.given.clone_from(&self.after);
        self.is_live.clear();
        self.is_live.resize(self.points.len(), true);
        self.errors.clear();
        self.errors.resize(self.points.len(), f64::INFINITY);
        let mut start = 0;
        for (line, is_closed) in lines.iter() {
            let end = start + line.len();
            self.thin(start..end, tolerance, if is_closed { 3 } else { 2 });
            self.list(start..end, is_closed, out);
            start = end;
        }
        self.lines = lines;
    }

    /// Removes corners of a line within the tolerance.
    fn thin(&mut self, line: core::ops::Range<usize>, tolerance: f64, least: usize) {
        for at in line.clone() {
            self.errors[at] = self.error(at);
        }
        let mut count = line.len();
        while count > least {
            let (mut best, mut corner) = (f64::INFINITY, line.start);
            for (k, &error) in self.errors[line.clone()].iter().enumerate() {
                if error < best {
                    (best, corner) = (error, line.start + k);
                }
            }
            if best > tolerance {
                break;
            }
            if self.is_blocked(corner) {
                self.errors[corner] = f64::INFINITY;
                continue;
            }
            let (a, c) = (self.before[corner] as usize, self.after[corner] as usize);
            self.is_live[corner] = false;
            self.errors[corner] = f64::INFINITY;
            self.after[a] = c as u32;
            self.before[c] = a as u32;
            count -= 1;
            for at in [a, c] {
                self.errors[at] = self.error(at);
            }
        }
    }

    /// Largest distance of the points between the neighbours of a corner from their connection.
    fn error(&self, corner: usize) -> f64 {
        let (a, c) = (self.before[corner] as usize, self.after[corner] as usize);
        if self.is_locked[corner] || self.materials[a] != self.materials[corner] || a == c {
            return f64::INFINITY;
        }
        let (start, end) = (wide(self.points[a]), wide(self.points[c]));
        let (dx, dy) = (end[0] - start[0], end[1] - start[1]);
        let length = dx * dx + dy * dy;
        if length == 0.0 {
            return f64::INFINITY;
        }
        let mut most = 0.0;
        let mut at = a;
        // The points of a line follow each other, and a closed one continues at its start.
        loop {
            at = self.given[at] as usize;
            if at == c {
                break;
            }
            let point = wide(self.points[at]);
            let (x, y) = (point[0] - start[0], point[1] - start[1]);
            let along = x * dx + y * dy;
            let square = if along <= 0.0 {
                x * x + y * y
            } else if along >= length {
                let (x, y) = (point[0] - end[0], point[1] - end[1]);
                x * x + y * y
            } else {
                let across = x * dy - y * dx;
                across * across / length
            };
            most = if square > most { square } else { most };
        }
        f64::sqrt(most)
    }

    /// Whether another live point lies in the triangle of a corner and its neighbours.
    fn is_blocked(&self, corner: usize) -> bool {
        let (a, c) = (self.before[corner] as usize, self.after[corner] as usize);
        let corners = [a, corner, c].map(|at| wide(self.points[at]));
        let (mut low, mut high) = (corners[0], corners[0]);
        for point in &corners[1..] {
            for axis in 0..2 {
                low[axis] = if point[axis] < low[axis] { point[axis] } else { low[axis] };
                high[axis] = if point[axis] > high[axis] { point[axis] } else { high[axis] };
            }
        }
        let [pa, pb, pc] = corners;
        let turn = cross(pa, pb, pc);
        let (pa, pc) = if turn < 0.0 { (pc, pa) } else { (pa, pc) };
        self.points.iter().enumerate().any(|(at, &point)| {
            let p = wide(point);
            p[0] >= low[0]
                && p[0] <= high[0]
                && p[1] >= low[1]
                && p[1] <= high[1]
                && self.is_live[at]
                && at != corner
                && at != a
                && at != c
                && cross(pa, pb, p) >= 0.0
                && cross(pb, pc, p) >= 0.0
                && cross(pc, pa, p) >= 0.0
        })
    }

    /// Appends the segments of a line whose corners are final.
    fn list(&self, line: core::ops::Range<usize>, is_closed: bool, out: &mut Vec<Piece>) {
        let last = line.end - 1;
        let mut at = line.clone().find(|&at| self.is_live[at]).unwrap_or(line.start);
        let start = at;
        loop {
            let next = self.after[at] as usize;
            if !is_closed && at == last {
                break;
            }
            let (a, b) = (self.points[at], self.points[next]);
            let is_open = [!is_closed && at == line.start, !is_closed && next == last];
            // Straight on where the line ends, until the chunk beyond is known.
            let before = if is_open[0] { a + (a - b) } else { self.points[self.before[at] as usize] };
            let after = if is_open[1] { b + (b - a) } else { self.points[self.after[next] as usize] };
            out.push(Piece { points: [before, a, b, after], material: self.materials[at], is_open });
            at = next;
            if at == start {
                break;
            }
        }
    }
}

/// Material of the ground on the left of a segment within a cell: that of the deepest corner.
fn material_of(field: &Field, a: Vec2, b: Vec2) -> u8 {
    if field.materials.is_empty() {
        return 0;
    }
    let [x, y] = field.place((a + b) * 0.5).map(|value| (value + 1.0) as i64 - 1);
    let (mut deepest, mut material) = (0, 0);
    for (x, y) in [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)] {
        let byte = field.byte(x, y);
        if byte > deepest {
            deepest = byte;
            material = field.material_at(x as usize, y as usize);
        }
    }
    material
}

fn wide(point: Vec2) -> [f64; 2] {
    [f64::from(point.x), f64::from(point.y)]
}

fn cross(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}
