//! Paths in pixels: the content of a layer, independent of the file format.
//!
//! Invariant: all closed contours have the same direction, so that overlapping shapes of a layer cut no holes
//! into each other under the non-zero winding rule.

use super::Point;

/// One piece of a path; the points are `[px]`, y down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verb {
    /// Begins a contour.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A cubic curve: two control points and the end.
    Cubic(Point, Point, Point),
    /// Closes the contour.
    Close,
}

/// A sequence of contours.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// The pieces in order.
    pub verbs: Vec<Verb>,
}

impl Path {
    /// Whether there is nothing to draw.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.verbs.is_empty()
    }

    /// Adds an open line.
    pub fn line(&mut self, a: Point, b: Point) {
        self.verbs.extend([Verb::Move(a), Verb::Line(b)]);
    }

    /// Adds a closed polygon, turned to the common direction.
    pub fn polygon(&mut self, corners: &[Point]) {
        let Some((&first, rest)) = corners.split_first() else { return };
        self.verbs.push(Verb::Move(first));
        if doubled_area(corners) >= 0.0 {
            self.verbs.extend(rest.iter().map(|&p| Verb::Line(p)));
        } else {
            self.verbs.extend(rest.iter().rev().map(|&p| Verb::Line(p)));
        }
        self.verbs.push(Verb::Close);
    }

    /// Adds an axis-aligned ellipse with the given half-axes `[px]`.
    pub fn ellipse(&mut self, center: Point, half: Point) {
        let [x, y] = center;
        let [rx, ry] = half;
        let (kx, ky) = (rx * QUARTER, ry * QUARTER);
        self.verbs.extend([
            Verb::Move([x + rx, y]),
            Verb::Cubic([x + rx, y + ky], [x + kx, y + ry], [x, y + ry]),
            Verb::Cubic([x - kx, y + ry], [x - rx, y + ky], [x - rx, y]),
            Verb::Cubic([x - rx, y - ky], [x - kx, y - ry], [x, y - ry]),
            Verb::Cubic([x + kx, y - ry], [x + rx, y - ky], [x + rx, y]),
            Verb::Close,
        ]);
    }

    /// Adds a disc with the given radius `[px]`.
    pub fn circle(&mut self, center: Point, radius: f32) {
        self.ellipse(center, [radius, radius]);
    }

    /// Adds a capsule: everything within `radius` `[px]` of a line.
    pub fn capsule(&mut self, a: Point, b: Point, radius: f32) {
        self.rounded(&[a, b], radius);
    }

    /// Adds a convex polygon of at least two corners grown by `radius` `[px]`.
    pub fn rounded(&mut self, corners: &[Point], radius: f32) {
        // In y-down coordinates the interior must be on the left for a clockwise contour: positive area.
        let mut corners = corners.to_vec();
        if doubled_area(&corners) < 0.0 {
            corners.reverse();
        }
        corners.dedup();
        if corners.len() < 2 {
            return self.circle(corners[0], radius);
        }
        let count = corners.len();
        let normals: Vec<Point> =
            (0..count).map(|i| outward(corners[i], corners[(i + 1) % count], radius)).collect();
        for i in 0..count {
            let (before, after) = (normals[(i + count - 1) % count], normals[i]);
            let start = add(corners[i], before);
            self.verbs.push(if i == 0 { Verb::Move(start) } else { Verb::Line(start) });
            self.corner(corners[i], before, after);
        }
        self.verbs.push(Verb::Close);
    }

    /// The arc around a corner between two outward offsets, as one cubic, or two past a right angle.
    fn corner(&mut self, center: Point, from: Point, to: Point) {
        let cross = from[0] * to[1] - from[1] * to[0];
        let dot = from[0] * to[0] + from[1] * to[1];
        let mut angle = cross.atan2(dot);
        if angle < -1e-3 {
            angle += std::f32::consts::TAU;
        }
        let pieces = if angle > 1.6 { 2 } else { 1 };
        let part = angle / pieces as f32;
        let handle = 4.0 / 3.0 * (part * 0.25).tan();
        let (sin, cos) = part.sin_cos();
        let mut start = from;
        for piece in 0..pieces {
            let turned = [cos * start[0] - sin * start[1], sin * start[0] + cos * start[1]];
            let end = if piece + 1 == pieces { to } else { turned };
            let first = [start[0] - handle * start[1], start[1] + handle * start[0]];
            let second = [end[0] + handle * end[1], end[1] - handle * end[0]];
            self.verbs.push(Verb::Cubic(add(center, first), add(center, second), add(center, end)));
            start = end;
        }
    }
}

/// Length of a quarter circle's handles for radius 1 `[-]`.
const QUARTER: f32 = 0.552_285;

fn doubled_area(corners: &[Point]) -> f32 {
    let mut area = 0.0;
    for (i, p) in corners.iter().enumerate() {
        let q = corners[(i + 1) % corners.len()];
        area += p[0] * q[1] - p[1] * q[0];
    }
    area
}

fn outward(a: Point, b: Point, radius: f32) -> Point {
    let (x, y) = (b[0] - a[0], b[1] - a[1]);
    let factor = radius / x.hypot(y);
    [y * factor, -x * factor]
}

fn add(p: Point, q: Point) -> Point {
    [p[0] + q[0], p[1] + q[1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Area of a path by fine flattening of its curves.
    fn area(path: &Path) -> f32 {
        let (mut sum, mut start, mut at) = (0.0f64, [0.0; 2], [0.0f32; 2]);
        let mut go = |from: Point, to: Point| {
            sum += f64::from(from[0]) * f64::from(to[1]) - f64::from(from[1]) * f64::from(to[0]);
        };
        for verb in &path.verbs {
            match *verb {
                Verb::Move(p) => (start, at) = (p, p),
                Verb::Line(p) => {
                    go(at, p);
                    at = p;
                }
                Verb::Cubic(c, d, p) => {
                    let from = at;
                    for i in 1..=64 {
                        let (t, u) = (i as f32 / 64.0, 1.0 - i as f32 / 64.0);
                        let next = [0, 1].map(|k| {
                            u * u * u * from[k]
                                + 3.0 * u * u * t * c[k]
                                + 3.0 * u * t * t * d[k]
                                + t * t * t * p[k]
                        });
                        go(at, next);
                        at = next;
                    }
                }
                Verb::Close => go(at, start),
            }
        }
        (sum * 0.5) as f32
    }

    #[test]
    fn outlines_have_the_areas_of_their_shapes_and_one_direction() {
        let pi = std::f32::consts::PI;
        let mut path = Path::default();
        path.circle([3.0, 4.0], 2.0);
        assert!((area(&path) - pi * 4.0).abs() < 0.02, "{}", area(&path));

        for ends in [[[1.0, 1.0], [4.0, 5.0]], [[4.0, 5.0], [1.0, 1.0]], [[0.0, 0.0], [-5.0, 0.0]]] {
            let mut path = Path::default();
            path.capsule(ends[0], ends[1], 2.0);
            assert!((area(&path) - (pi * 4.0 + 20.0)).abs() < 0.05, "{}", area(&path));
        }
        let square = [[0.0, 0.0], [3.0, 0.0], [3.0, 3.0], [0.0, 3.0]];
        let turned: Vec<Point> = square.iter().rev().copied().collect();
        for corners in [&square[..], &turned] {
            let mut path = Path::default();
            path.rounded(corners, 1.0);
            assert!((area(&path) - (9.0 + 12.0 + pi)).abs() < 0.02, "{}", area(&path));
            let mut path = Path::default();
            path.polygon(corners);
            assert!((area(&path) - 9.0).abs() < 1e-4);
        }
    }

    #[test]
    fn a_capsule_without_length_is_a_circle() {
        let (mut capsule, mut circle) = (Path::default(), Path::default());
        capsule.capsule([1.0, 2.0], [1.0, 2.0], 3.0);
        circle.circle([1.0, 2.0], 3.0);
        assert_eq!(capsule, circle);
    }
}
