//! The part of a convex polygon within a convex cell.
//!
//! Invariant: a corner depends only on the corner or on the two sides from which it results, not on which
//! cell or part it is computed for. So neighbours have the same bits.

use cairn2d::Vec2;

use crate::plane::{Point, cross, dot, is_before, narrow, sub, wide};

/// From this number on, a label is that of a side of the part.
const PART: u32 = 1 << 31;

/// A corner of a ring, and the label of the side that leaves it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Corner {
    pub(crate) at: Point,
    pub(crate) side: u32,
}

/// A convex polygon, counter-clockwise, from which half planes cut, and its memory.
#[derive(Debug, Default)]
pub(crate) struct Ring {
    pub(crate) corners: Vec<Corner>,
    other: Vec<Corner>,
}

impl Ring {
    /// Starts again with other corners.
    pub(crate) fn begin(&mut self, corners: impl IntoIterator<Item = Corner>) {
        self.corners.clear();
        self.corners.extend(corners);
    }

    /// Keeps the part with a depth of at least 0, which is a linear function of the place. The new side gets
    /// the label. Returns whether anything changed.
    #[inline]
    pub(crate) fn cut(&mut self, depth: impl Fn(Point) -> f64, label: u32) -> bool {
        let Some(&first) = self.corners.first() else { return false };
        if self.corners.iter().all(|corner| depth(corner.at) >= 0.0) {
            return false;
        }
        self.other.clear();
        let mut from = depth(first.at);
        for (index, &corner) in self.corners.iter().enumerate() {
            let next = self.corners.get(index + 1).unwrap_or(&first).at;
            let to = depth(next);
            if from >= 0.0 {
                self.other.push(corner);
            }
            if (from > 0.0 && to < 0.0) || (from < 0.0 && to > 0.0) {
                let share = from / (from - to);
                let at = [
                    corner.at[0] + (next[0] - corner.at[0]) * share,
                    corner.at[1] + (next[1] - corner.at[1]) * share,
                ];
                let side = if from > 0.0 { label } else { corner.side };
                self.other.push(Corner { at, side });
            } else if from == 0.0 && to < 0.0 {
                // The corner is on the line, which leaves it.
                if let Some(last) = self.other.last_mut() {
                    last.side = label;
                }
            }
            from = to;
        }
        core::mem::swap(&mut self.corners, &mut self.other);
        true
    }
}

/// Memory for clipping.
#[derive(Debug, Default)]
pub(crate) struct Clipper {
    ring: Ring,
}

impl Clipper {
    /// Appends the corners of the intersection of a part and a cell, both counter-clockwise. Corners nearer
    /// than `weld` \[m\] to the one before are left out. Returns whether there is an intersection.
    pub(crate) fn clip(&mut self, [part, cell]: [&[Point]; 2], weld: f64, out: &mut Vec<Vec2>) -> bool {
        self.ring.begin(cell.iter().zip(0..).map(|(&at, side)| Corner { at, side }));
        for (index, &a) in part.iter().enumerate() {
            let way = sub(part[if index + 1 == part.len() { 0 } else { index + 1 }], a);
            self.ring.cut(|at| cross(way, sub(at, a)), PART + index as u32);
            if self.ring.corners.len() < 3 {
                return false;
            }
        }
        let start = out.len();
        let corners = &self.ring.corners;
        for (index, corner) in corners.iter().enumerate() {
            let last = corners.len() - 1;
            let before = corners[if index == 0 { last } else { index - 1 }].side;
            let point = narrow(shared(part, cell, [before, corner.side], corner.at));
            if out[start..].last().is_none_or(|&last| !is_near(last, point, weld)) {
                out.push(point);
            }
        }
        while out.len() > start + 1 && out.last().is_some_and(|&last| is_near(last, out[start], weld)) {
            out.pop();
        }
        if out.len() < start + 3 {
            out.truncate(start);
        }
        out.len() > start
    }

    /// The corners of a convex polygon without what is nearer than `by` \[m\] to its sides.
    pub(crate) fn inset(&mut self, corners: &[Point], by: f64) -> impl Iterator<Item = Point> {
        self.ring.begin(corners.iter().map(|&at| Corner { at, side: 0 }));
        for (index, &a) in corners.iter().enumerate() {
            let way = sub(corners[if index + 1 == corners.len() { 0 } else { index + 1 }], a);
            let share = by / dot(way, way).sqrt();
            let a = [a[0] - way[1] * share, a[1] + way[0] * share];
            self.ring.cut(|at| cross(way, sub(at, a)), 0);
        }
        self.ring.corners.iter().map(|corner| corner.at)
    }
}

fn is_near(a: Vec2, b: Vec2, within: f64) -> bool {
    let way = sub(wide(a), wide(b));
    way[0].abs() <= within && way[1].abs() <= within
}

/// The corner between two sides.
fn shared(part: &[Point], cell: &[Point], sides: [u32; 2], near: Point) -> Point {
    let next = |index: usize, count: usize| if index + 1 == count { 0 } else { index + 1 };
    let [a, b] = sides.map(|side| (side & !PART) as usize);
    match sides.map(|side| side >= PART) {
        [false, false] if next(a, cell.len()) == b => cell[b],
        [true, true] if next(a, part.len()) == b => part[b],
        [true, false] => crossing(side_of(part, a), side_of(cell, b), near),
        [false, true] => crossing(side_of(part, b), side_of(cell, a), near),
        _ => near,
    }
}

/// The ends of a side in an order that does not depend on its direction.
fn side_of(polygon: &[Point], index: usize) -> [Point; 2] {
    let (a, b) = (polygon[index], polygon[if index + 1 == polygon.len() { 0 } else { index + 1 }]);
    if is_before(a, b) { [a, b] } else { [b, a] }
}

fn crossing([a, b]: [Point; 2], [c, d]: [Point; 2], near: Point) -> Point {
    let (way, line) = (sub(b, a), sub(d, c));
    let share = cross(line, sub(c, a)) / cross(line, way);
    // Of nearly parallel sides, the crossing is imprecise, and no corner is far beyond an end.
    if (-1.0e-9..=1.0 + 1.0e-9).contains(&share) {
        [a[0] + way[0] * share, a[1] + way[1] * share]
    } else {
        near
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clip(part: &[Point], cell: &[Point]) -> Vec<Vec2> {
        let mut out = vec![Vec2::X];
        let there = Clipper::default().clip([part, cell], 1.0e-6, &mut out);
        assert_eq!(there, out.len() > 1);
        out.split_off(1)
    }

    const SQUARE: [Point; 4] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];

    #[test]
    fn intersections_of_squares_and_triangles() {
        assert_eq!(clip(&SQUARE, &SQUARE).len(), 4);
        assert!(clip(&SQUARE, &SQUARE.map(|[x, y]| [x + 1.0, y])).is_empty());
        assert!(clip(&SQUARE, &SQUARE.map(|[x, y]| [x + 1.5, y])).is_empty());
        let half = clip(&SQUARE, &[[0.5, -1.0], [4.0, -1.0], [4.0, 4.0], [0.5, 4.0]]);
        assert_eq!(half.len(), 4);
        assert!(half.iter().all(|p| p.x == 0.5 || p.x == 1.0));
        let corner = clip(&SQUARE, &[[0.5, -1.0], [3.0, 1.5], [0.5, 1.5]]);
        assert_eq!(corner.len(), 4);
        // A part within the cell, and a cell within the part.
        assert_eq!(clip(&SQUARE, &SQUARE.map(|[x, y]| [3.0 * x - 1.0, 3.0 * y - 1.0])).len(), 4);
        assert_eq!(clip(&SQUARE.map(|[x, y]| [3.0 * x - 1.0, 3.0 * y - 1.0]), &SQUARE).len(), 4);
    }

    #[test]
    fn both_sides_of_a_cut_share_its_ends_to_the_bit() {
        let part = [[0.1, 0.2], [0.9, 0.1], [1.1, 0.8], [0.4, 1.3]];
        for step in 0..200 {
            let x = 0.15 + 0.004 * f64::from(step);
            let line = [[x, -3.0], [1.2 - x, 4.0]];
            let left = [line[1], [-9.0, 4.0], [-9.0, -3.0], line[0]];
            let right = [line[0], [9.0, -3.0], [9.0, 4.0], line[1]];
            let [left, right] = [clip(&part, &left), clip(&part, &right)];
            let common = left.iter().filter(|p| right.contains(p)).count();
            assert_eq!(common, 2, "{left:?} {right:?}");
        }
    }
}
