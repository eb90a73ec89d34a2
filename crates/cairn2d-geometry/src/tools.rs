//! Exact helper functions for points, segments and polygon outlines, for games and the engine.
//!
//! Polygons here are lists of corners \[m\] without a repeated first corner. Unless noted otherwise they may
//! be any simple polygon, convex or not, in either winding. Orientation tests use double precision, which is
//! exact for `f32` input of ordinary scale. Lists that are too short or not finite give the documented empty
//! result and never panic.

use crate::double::D2;
use cairn2d_math::Vec2;

/// Crossing point of two segments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SegmentCrossing {
    /// Fraction [-] of the first segment, from 0 to 1.
    pub fraction_a: f32,
    /// Fraction [-] of the second segment, from 0 to 1.
    pub fraction_b: f32,
    /// The common point \[m\].
    pub point: Vec2,
}

/// The common point of segments `a1 a2` and `b1 b2` \[m\], ends included; `None` if there is none.
///
/// For overlapping segments on one line, the first common point along A.
pub fn segment_segment(
    a1: impl Into<Vec2>,
    a2: impl Into<Vec2>,
    b1: impl Into<Vec2>,
    b2: impl Into<Vec2>,
) -> Option<SegmentCrossing> {
    let (a1, a2, b1, b2) = (a1.into(), a2.into(), b1.into(), b2.into());
    let (p, q) = (D2::from(a1), D2::from(b1));
    let (r, s) = (D2::from(a2) - p, D2::from(b2) - q);
    let between = q - p;
    let cross = r.cross(s);
    let (t, u) = if cross == 0.0 {
        parallel_crossing(r, s, between)?
    } else {
        (between.cross(s) / cross, between.cross(r) / cross)
    };
    // The comparison rejects NaN too.
    if !((0.0..=1.0).contains(&t) && (0.0..=1.0).contains(&u)) {
        return None;
    }
    let point = (p + r * t).narrow();
    Some(SegmentCrossing { fraction_a: t as f32, fraction_b: u as f32, point })
}

/// Fractions of the first common point of two parallel segments, which may be points.
fn parallel_crossing(r: D2, s: D2, between: D2) -> Option<(f64, f64)> {
    if between.cross(r) != 0.0 || between.cross(s) != 0.0 {
        return None;
    }
    let (rr, ss) = (r.length_squared(), s.length_squared());
    if rr == 0.0 {
        // A is a point: its fraction on B.
        let u = if ss == 0.0 { 0.0 } else { -between.dot(s) / ss };
        return if ss == 0.0 && between != D2::ZERO { None } else { Some((0.0, u)) };
    }
    let (start, end) = (between.dot(r) / rr, (between + s).dot(r) / rr);
    let (low, high, low_u) = if start <= end { (start, end, 0.0) } else { (end, start, 1.0) };
    if high < 0.0 || low > 1.0 {
        return None;
    }
    if low >= 0.0 { Some((low, low_u)) } else { Some((0.0, -between.dot(s) / ss)) }
}

/// Crossing point of a segment and the outline of a polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutlineCrossing {
    /// Fraction [-] of the segment, from 0 to 1.
    pub fraction: f32,
    /// The crossing point \[m\].
    pub point: Vec2,
    /// The edge that is crossed, from corner `edge` to the next one.
    pub edge: usize,
}

/// The first point of segment `a b` \[m\] on the outline of a simple polygon; of equal points that of the
/// lowest edge.
pub fn segment_polygon(a: impl Into<Vec2>, b: impl Into<Vec2>, polygon: &[Vec2]) -> Option<OutlineCrossing> {
    let (a, b) = (a.into(), b.into());
    let mut first: Option<OutlineCrossing> = None;
    for (edge, (c, d)) in edges(polygon).enumerate() {
        if let Some(hit) = segment_segment(a, b, c, d)
            && first.is_none_or(|f| hit.fraction_a < f.fraction)
        {
            first = Some(OutlineCrossing { fraction: hit.fraction_a, point: hit.point, edge });
        }
    }
    first
}

/// True if a point \[m\] is inside a simple polygon or on its outline.
pub fn point_in_polygon(point: impl Into<Vec2>, polygon: &[Vec2]) -> bool {
    let point = point.into();
    if !point.is_finite() {
        return false;
    }
    let p = D2::from(point);
    let mut inside = false;
    for (a, b) in edges(polygon) {
        let (a, b) = (D2::from(a), D2::from(b));
        let side = (b - a).cross(p - a);
        if side == 0.0 && (a - p).dot(b - p) <= 0.0 {
            return true;
        }
        // Half-open in y, so that a ray through a corner counts one of its two edges.
        if (a.y > p.y) != (b.y > p.y) && (side > 0.0) == (b.y > a.y) {
            inside = !inside;
        }
    }
    inside
}

/// The point of segment `a b` \[m\] nearest to a point \[m\].
pub fn nearest_on_segment(point: impl Into<Vec2>, a: impl Into<Vec2>, b: impl Into<Vec2>) -> Vec2 {
    let (point, a, b) = (point.into(), a.into(), b.into());
    crate::shape::nearest_on_segment(D2::from(a), D2::from(b), D2::from(point)).point.narrow()
}

/// Distance \[m\] from a point to the segment `a b` \[m\].
pub fn point_segment_distance(point: impl Into<Vec2>, a: impl Into<Vec2>, b: impl Into<Vec2>) -> f32 {
    let (point, a, b) = (point.into(), a.into(), b.into());
    crate::shape::nearest_on_segment(D2::from(a), D2::from(b), D2::from(point)).distance as f32
}

/// Signed area \[m²\] of a simple polygon: positive when counter-clockwise, 0 for fewer than three corners.
pub fn polygon_area(polygon: &[Vec2]) -> f32 {
    area(polygon) as f32
}

/// Length \[m\] of the outline of a polygon.
pub fn polygon_perimeter(polygon: &[Vec2]) -> f32 {
    edges(polygon).map(|(a, b)| (D2::from(b) - D2::from(a)).length()).sum::<f64>() as f32
}

/// The order of the corners of a polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winding {
    /// The inside is on the left of every edge.
    CounterClockwise,
    /// The inside is on the right of every edge.
    Clockwise,
    /// No area.
    Degenerate,
}

/// The winding of a simple polygon.
pub fn winding(polygon: &[Vec2]) -> Winding {
    let area = area(polygon);
    if area > 0.0 {
        Winding::CounterClockwise
    } else if area < 0.0 {
        Winding::Clockwise
    } else {
        Winding::Degenerate
    }
}

/// True if a polygon is convex and simple, in either winding. Corners in the middle of a straight side are
/// allowed.
pub fn is_convex(polygon: &[Vec2]) -> bool {
    let n = polygon.len();
    let sign = area(polygon);
    if n < 3 || sign == 0.0 || !sign.is_finite() {
        return false;
    }
    let at = |i: usize| D2::from(polygon[i % n]);
    let mut flips = 0;
    let mut first_side = 0.0;
    let mut last_side = 0.0;
    for i in 0..n {
        let (e, f) = (at(i + 1) - at(i), at(i + 2) - at(i + 1));
        let turn = e.cross(f) * sign;
        // A straight corner must continue; a reversal is a spike.
        if turn < 0.0 || (turn == 0.0 && e.dot(f) <= 0.0) {
            return false;
        }
        if e.x != 0.0 {
            let side = if e.x > 0.0 { 1.0 } else { -1.0 };
            if first_side == 0.0 {
                first_side = side;
            } else if side != last_side {
                flips += 1;
            }
            last_side = side;
        }
    }
    if last_side != first_side {
        flips += 1;
    }
    // With all turns in one direction, the x direction of a simple outline changes sign twice.
    flips == 2
}

/// True if no two edges of a polygon touch, except neighbours at their common corner.
///
/// # Cost
/// Every pair of edges is tested: O(n²).
pub fn is_simple(polygon: &[Vec2]) -> bool {
    let n = polygon.len();
    if n < 3 || polygon.iter().any(|p| !p.is_finite()) {
        return false;
    }
    let list: Vec<(Vec2, Vec2)> = edges(polygon).collect();
    for i in 0..n {
        let (a, b) = list[i];
        let (_, c) = list[(i + 1) % n];
        let (e, f) = (D2::from(b) - D2::from(a), D2::from(c) - D2::from(b));
        if e == D2::ZERO || (e.cross(f) == 0.0 && e.dot(f) < 0.0) {
            return false;
        }
        for (j, &(c, d)) in list.iter().enumerate().skip(i + 2) {
            let neighbours = i == 0 && j == n - 1;
            if !neighbours && segment_segment(a, b, c, d).is_some() {
                return false;
            }
        }
    }
    true
}

/// The direction with the least overlap or the largest gap of two convex polygons.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeparatingAxis {
    /// Unit normal of a face, from A to B.
    pub normal: Vec2,
    /// Gap \[m\] along the normal; negative, with the size of the depth, if the polygons overlap.
    pub separation: f32,
}

impl SeparatingAxis {
    /// Displacement of B \[m\] after which it touches A along the normal.
    pub fn translation(&self) -> Vec2 {
        self.normal * -self.separation
    }
}

/// The face normal of two convex counter-clockwise polygons \[m\] with the largest gap (separating axis
/// theorem).
///
/// A positive separation proves that they are apart, and is at most their distance. A negative one is the
/// length of the least translation that separates them. Of equal gaps, faces of A and then low indices are
/// preferred. `None` if either has fewer than three corners.
pub fn separating_axis(a: &[Vec2], b: &[Vec2]) -> Option<SeparatingAxis> {
    if a.len() < 3 || b.len() < 3 {
        return None;
    }
    let (gap_a, normal_a) = widest_gap(a, b)?;
    let (gap_b, normal_b) = widest_gap(b, a)?;
    let (gap, normal) = if gap_b > gap_a { (gap_b, -normal_b) } else { (gap_a, normal_a) };
    Some(SeparatingAxis { normal: normal.narrow(), separation: gap as f32 })
}

/// Over the faces of `a`: the largest gap to the nearest corner of `b`.
fn widest_gap(a: &[Vec2], b: &[Vec2]) -> Option<(f64, D2)> {
    let mut widest: Option<(f64, D2)> = None;
    for (p, q) in edges(a) {
        let origin = D2::from(p);
        let Some(normal) = (D2::from(q) - origin).right().normalize() else { continue };
        let gap = b
            .iter()
            .map(|&v| normal.dot(D2::from(v) - origin))
            .fold(f64::MAX, |x, y| if y < x { y } else { x });
        if widest.is_none_or(|w| gap > w.0) {
            widest = Some((gap, normal));
        }
    }
    widest
}

/// The edges of a closed outline in order.
fn edges(polygon: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
    let n = polygon.len();
    (0..n).map(move |i| (polygon[i], polygon[(i + 1) % n]))
}

fn area(polygon: &[Vec2]) -> f64 {
    let Some(&first) = polygon.first() else { return 0.0 };
    let origin = D2::from(first);
    let twice: f64 = edges(polygon).map(|(a, b)| (D2::from(a) - origin).cross(D2::from(b) - origin)).sum();
    0.5 * twice
}

#[cfg(test)]
mod tests;
