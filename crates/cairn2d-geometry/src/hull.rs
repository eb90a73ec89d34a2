//! Convex hulls with bounded error.
//!
//! The hull is computed exactly (Andrew's monotone chain, "Another efficient algorithm for convex hulls in
//! two dimensions", 1979). Its orientation tests use double precision, which is exact enough for `f32` input
//! of usual scale. Only then is it simplified: a corner is dropped if the chord that replaces it is within a
//! tolerance of *every* corner it replaces. The error is measured from the exact hull, so it cannot
//! accumulate as in successive welding of close points. One rule covers welding (a corner near its neighbour
//! is near the chord) and collinear points.
//!
//! Invariant: `Ok` means at least three corners, counter-clockwise, strictly convex, with every input point
//! inside or at most [`MAX_ERROR`] outside.

use crate::constants::{LINEAR_SLOP, MAX_COORDINATE, MAX_POLYGON_VERTICES, MIN_EXTENT};
use crate::double::D2;
use cairn2d_math::{StandardFloats, Vec2};
use core::fmt;

/// Largest distance of a dropped corner from the hull \[m\].
pub const MAX_ERROR: f32 = 0.1 * LINEAR_SLOP;

/// Largest error relative to the larger side of the bounding box [-], which preserves small features of small
/// shapes.
const RELATIVE_ERROR: f64 = 1.0e-4;

/// Error of points that do not form a convex polygon.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum HullError {
    /// Fewer than three points.
    TooFewPoints {
        /// Points given.
        count: usize,
    },
    /// A point is not finite, or beyond [`MAX_COORDINATE`].
    BadPoint {
        /// Its position in the list.
        index: usize,
        /// Its value.
        point: Vec2,
    },
    /// The whole set is smaller than twice [`MIN_EXTENT`].
    TooSmall {
        /// Larger side \[m\] of the bounding box.
        extent: f32,
    },
    /// The points lie on one line, or so near to one that no area remains.
    Collinear,
    /// More corners than a polygon may have.
    TooManyVertices {
        /// Corners of the hull.
        count: usize,
    },
    /// A corner that bends inwards, if corners are used unchanged.
    NotConvex {
        /// Its position in the list.
        index: usize,
    },
}

impl fmt::Display for HullError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            HullError::TooFewPoints { count } => write!(f, "hull of {count} points, at least 3 are needed"),
            HullError::BadPoint { index, point } => {
                let [x, y] = [point.x, point.y].map(cairn2d_math::Shown);
                write!(f, "hull point {index} is ({x}, {y}), not finite or too far out")
            }
            HullError::TooSmall { extent } => {
                write!(f, "hull points span only {} m", cairn2d_math::Shown(extent))
            }
            HullError::Collinear => write!(f, "hull points lie on one line"),
            HullError::TooManyVertices { count } => {
                write!(f, "hull has {count} corners, at most {MAX_POLYGON_VERTICES} are allowed")
            }
            HullError::NotConvex { index } => write!(f, "corner {index} bends inwards"),
        }
    }
}

impl core::error::Error for HullError {}

/// Corners of the convex hull of `points` \[m\], counter-clockwise and strictly convex.
///
/// A list that already is such a polygon is returned unchanged, or reversed if it is clockwise. Otherwise
/// corners start at the leftmost point (the lower one of two). All corners are input points.
///
/// # Errors
/// See [`HullError`].
///
/// # Cost
/// O(n log n).
pub fn convex_hull(points: &[Vec2]) -> Result<Vec<Vec2>, HullError> {
    StandardFloats::within(|| {
        let tolerance = check_points(points)?;
        if let Some(hull) = already_convex(points, tolerance) {
            return Ok(hull);
        }
        let exact = monotone_chain(points);
        if exact.len() < 3 {
            return Err(HullError::Collinear);
        }
        let hull = simplify(&exact, tolerance).ok_or(HullError::Collinear)?;
        if hull.len() > MAX_POLYGON_VERTICES {
            return Err(HullError::TooManyVertices { count: hull.len() });
        }
        Ok(hull.into_iter().map(D2::narrow).collect())
    })
}

/// Checks every point; returns the simplification tolerance \[m\].
fn check_points(points: &[Vec2]) -> Result<f64, HullError> {
    if points.len() < 3 {
        return Err(HullError::TooFewPoints { count: points.len() });
    }
    let (mut min, mut max) = (points[0], points[0]);
    for (index, &point) in points.iter().enumerate() {
        // The comparison rejects NaN too.
        if !(point.x.abs() <= MAX_COORDINATE && point.y.abs() <= MAX_COORDINATE) {
            return Err(HullError::BadPoint { index, point });
        }
        min = Vec2::new(
            if point.x < min.x { point.x } else { min.x },
            if point.y < min.y { point.y } else { min.y },
        );
        max = Vec2::new(
            if point.x > max.x { point.x } else { max.x },
            if point.y > max.y { point.y } else { max.y },
        );
    }
    let (width, height) = (max.x - min.x, max.y - min.y);
    let extent = if width > height { width } else { height };
    if extent < 2.0 * MIN_EXTENT {
        return Err(HullError::TooSmall { extent });
    }
    let relative = RELATIVE_ERROR * f64::from(extent);
    let absolute = f64::from(MAX_ERROR);
    Ok(if relative < absolute { relative } else { absolute })
}

/// The points counter-clockwise, if they are a convex polygon of which simplification would drop no corner.
fn already_convex(points: &[Vec2], tolerance: f64) -> Option<Vec<Vec2>> {
    let n = points.len();
    if n > MAX_POLYGON_VERTICES {
        return None;
    }
    let at = |i: usize| D2::from(points[i % n]);
    let first = (at(1) - at(0)).cross(at(2) - at(1));
    let turn = if first > 0.0 { 1.0 } else { -1.0 };
    let mut direction = 0.0;
    let mut flips = 0;
    for i in 0..n {
        let (a, b) = (at(i + 1) - at(i), at(i + 2) - at(i + 1));
        let chord = a + b;
        // The height of the corner over the chord is its cross product over the length of the chord.
        if turn * a.cross(b) <= tolerance * chord.length() {
            return None;
        }
        if a.x != 0.0 {
            let side = if a.x > 0.0 { 1.0 } else { -1.0 };
            flips += usize::from(direction != 0.0 && side != direction);
            direction = side;
        }
    }
    // With a left turn at every corner, the x direction of a simple outline changes sign twice; that of a
    // pentagram four times.
    if flips > 2 {
        return None;
    }
    let forward = points.iter().copied();
    Some(if turn > 0.0 { forward.collect() } else { forward.rev().collect() })
}

/// The exact hull: strictly convex, counter-clockwise from the leftmost (then lowest) point.
fn monotone_chain(points: &[Vec2]) -> Vec<D2> {
    // Adding zero turns -0 into +0, so that equal points compare equal in the total order.
    let mut sorted: Vec<D2> = points.iter().map(|&p| D2::from(p) + D2::ZERO).collect();
    sorted.sort_unstable_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let mut hull = Vec::with_capacity(sorted.len() + 1);
    for &p in &sorted {
        push_left_turn(&mut hull, 0, p);
    }
    let upper_base = hull.len() - 1;
    for &p in sorted.iter().rev().skip(1) {
        push_left_turn(&mut hull, upper_base, p);
    }
    hull.pop();
    hull
}

/// Appends `p` after removing the points after `base` that it makes obsolete.
fn push_left_turn(hull: &mut Vec<D2>, base: usize, p: D2) {
    while hull.len() >= base + 2 {
        let (a, b) = (hull[hull.len() - 2], hull[hull.len() - 1]);
        if (b - a).cross(p - b) > 0.0 {
            break;
        }
        hull.pop();
    }
    hull.push(p);
}

/// Drops corners that stick out by no more than `tolerance`; `None` if no area remains.
///
/// One pass is enough: dropping a corner moves the chords of its neighbours inwards, so their errors can only
/// grow.
fn simplify(exact: &[D2], tolerance: f64) -> Option<Vec<D2>> {
    let n = exact.len();
    let mut kept: Vec<usize> = Vec::with_capacity(n);
    for i in 0..n {
        let previous = *kept.last().unwrap_or(&(n - 1));
        let next = if i + 1 < n { i + 1 } else { *kept.first()? };
        if previous == next {
            return None;
        }
        if chord_error(exact, previous, next) > tolerance {
            kept.push(i);
        }
    }
    if kept.len() < 3 { None } else { Some(kept.into_iter().map(|k| exact[k]).collect()) }
}

/// Largest distance of the corners strictly between `from` and `to` (counter-clockwise) from the chord.
///
/// Relative to the chord, the edges between the two corners turn from at most -180° to at most 180°. The
/// distance from the line of the chord therefore rises and falls once, and corners behind either end of the
/// chord come first and last. Bisection finds each of the three extremes.
fn chord_error(exact: &[D2], from: usize, to: usize) -> f64 {
    let n = exact.len();
    let at = |k: usize| exact[(from + k) % n];
    let edge = |k: usize| at(k + 1) - at(k);
    let span = (to + n - from) % n;
    let chord = exact[to] - exact[from];
    let length = chord.length();
    let highest = partition(span, |k| edge(k).cross(chord) > 0.0);
    let rearmost = partition(highest, |k| edge(k).dot(chord) < 0.0);
    let foremost = highest + partition(span - highest, |k| edge(highest + k).dot(chord) >= 0.0);
    let height = (at(highest) - at(0)).cross(chord) / length;
    let behind = (at(0) - at(rearmost)).dot(chord) / length;
    let beyond = (at(foremost) - at(span)).dot(chord) / length;
    let overshoot = if behind > beyond { behind } else { beyond };
    D2::new(height, if overshoot > 0.0 { overshoot } else { 0.0 }).length()
}

/// The first of `0..count` for which `is_before` does not hold; it holds for all earlier ones.
fn partition(count: usize, is_before: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        let middle = low.midpoint(high);
        if is_before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests;
