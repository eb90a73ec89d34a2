//! Clips lines and polygons to a box, so that a ground of a kilometre does not reach the rasteriser or the
//! file.
//!
//! Sources: Liang and Barsky 1984 for lines, Sutherland and Hodgman 1974 for polygons.

use super::Point;
use super::camera::Bounds;

/// The part of a line inside a box, if any.
pub(super) fn line(a: Point, b: Point, inside: Bounds) -> Option<(Point, Point)> {
    let step = [b[0] - a[0], b[1] - a[1]];
    let (mut enter, mut leave) = (0.0f32, 1.0f32);
    for axis in 0..2 {
        if step[axis] == 0.0 {
            if a[axis] < inside.lower[axis] || a[axis] > inside.upper[axis] {
                return None;
            }
            continue;
        }
        let low = (inside.lower[axis] - a[axis]) / step[axis];
        let high = (inside.upper[axis] - a[axis]) / step[axis];
        enter = enter.max(low.min(high));
        leave = leave.min(low.max(high));
    }
    let at = |t: f32| [a[0] + step[0] * t, a[1] + step[1] * t];
    // The ends are exact if they are not clipped.
    let end = if leave >= 1.0 { b } else { at(leave) };
    (enter <= leave).then(|| (at(enter), end))
}

/// The part of a convex polygon inside a box; empty if there is none.
pub(super) fn polygon(corners: &[Point], inside: Bounds) -> Vec<Point> {
    let mut kept = corners.to_vec();
    for axis in 0..2 {
        kept = half_plane(&kept, axis, inside.lower[axis], 1.0);
        kept = half_plane(&kept, axis, inside.upper[axis], -1.0);
    }
    kept
}

fn half_plane(corners: &[Point], axis: usize, limit: f32, sign: f32) -> Vec<Point> {
    let depth = |p: Point| (p[axis] - limit) * sign;
    let mut kept = Vec::with_capacity(corners.len() + 1);
    for (i, &p) in corners.iter().enumerate() {
        let q = corners[(i + 1) % corners.len()];
        let (at_p, at_q) = (depth(p), depth(q));
        if at_p >= 0.0 {
            kept.push(p);
        }
        if (at_p >= 0.0) != (at_q >= 0.0) {
            let t = at_p / (at_p - at_q);
            let mut cut = [p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t];
            cut[axis] = limit;
            kept.push(cut);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: Bounds = Bounds { lower: [0.0, 0.0], upper: [1.0, 1.0] };

    #[test]
    fn lines_are_cut_at_the_box() {
        assert_eq!(line([-1.0, 0.5], [3.0, 0.5], UNIT), Some(([0.0, 0.5], [1.0, 0.5])));
        assert_eq!(line([0.25, 0.25], [0.75, 0.5], UNIT), Some(([0.25, 0.25], [0.75, 0.5])));
        assert_eq!(line([-1.0, 2.0], [3.0, 2.0], UNIT), None);
        assert_eq!(line([-1.0, 0.5], [0.5, 3.0], UNIT), None);
        assert_eq!(line([0.5, 0.5], [0.5, 0.5], UNIT), Some(([0.5, 0.5], [0.5, 0.5])));
    }

    #[test]
    fn a_polygon_around_the_box_becomes_the_box() {
        let huge = [[-9.0, -9.0], [9.0, -9.0], [9.0, 9.0], [-9.0, 9.0]];
        let mut cut = polygon(&huge, UNIT);
        cut.sort_by(|a, b| a.partial_cmp(b).unwrap());
        assert_eq!(cut, [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]);
        assert!(polygon(&huge.map(|p| [p[0] + 20.0, p[1]]), UNIT).is_empty());
    }
}
