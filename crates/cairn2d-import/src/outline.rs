//! Outlines of curves as points within a tolerance.

use cairn2d::Rot;
use core::f32::consts::TAU;

/// Corners of an ellipse.
const MOST_CORNERS: f64 = 256.0;

/// The number of corners of a circle whose sides are within a tolerance of it: `1 - cos(x) <= x^2 / 2`.
fn corners(radius: f64, tolerance: f64) -> u32 {
    let half = (2.0 * tolerance / radius.max(tolerance)).sqrt();
    // A multiple of four keeps the four extreme points.
    let count = (core::f64::consts::PI / half).clamp(8.0, MOST_CORNERS);
    4 * (count / 4.0).ceil() as u32
}

/// An ellipse about a center, from its point on the x-axis towards the y-axis.
pub(crate) fn ellipse(center: [f64; 2], radii: [f64; 2], tolerance: f64) -> Vec<[f64; 2]> {
    let count = corners(radii[0].max(radii[1]), tolerance);
    let point = |index: u32| {
        // A multiple of a quarter turn is exact.
        let turn = Rot::from_angle(TAU * index as f32 / count as f32);
        let (c, s) = match (4 * index).checked_rem(count) {
            Some(0) => [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)][(4 * index / count) as usize % 4],
            _ => (f64::from(turn.c), f64::from(turn.s)),
        };
        [center[0] + radii[0] * c, center[1] + radii[1] * s]
    };
    (0..count).map(point).collect()
}

/// A box of a size with two half circles at its shorter ends, from the corner at the origin.
pub(crate) fn capsule(size: [f64; 2], tolerance: f64) -> Vec<[f64; 2]> {
    let radius = 0.5 * size[0].min(size[1]);
    let half = [0.5 * size[0] - radius, 0.5 * size[1] - radius];
    let circle = ellipse([0.0; 2], [radius; 2], tolerance);
    let quarter = circle.len() / 4;
    let mut points = Vec::with_capacity(circle.len() + 4);
    let signs = [[1.0, 1.0], [-1.0, 1.0], [-1.0, -1.0], [1.0, -1.0]];
    for (index, sign) in signs.into_iter().enumerate() {
        let arc = (index * quarter..=(index + 1) * quarter).map(|at| circle[at % circle.len()]);
        points.extend(arc.map(|point| {
            [0.5 * size[0] + sign[0] * half[0] + point[0], 0.5 * size[1] + sign[1] * half[1] + point[1]]
        }));
    }
    points
}

/// A point turned by an angle \[degrees\] from x to y.
pub(crate) fn turned(point: [f64; 2], degrees: f64) -> [f64; 2] {
    let (sin, cos) = sin_cos_degrees(degrees);
    [point[0] * cos - point[1] * sin, point[0] * sin + point[1] * cos]
}

/// Sine and cosine, exact at quarter turns.
fn sin_cos_degrees(degrees: f64) -> (f64, f64) {
    let quarter = degrees.rem_euclid(360.0) / 90.0;
    if quarter.fract() == 0.0 {
        return [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)][quarter as usize % 4];
    }
    let turn = Rot::from_angle(degrees.rem_euclid(360.0).to_radians() as f32);
    (f64::from(turn.s), f64::from(turn.c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(points: &[[f64; 2]]) -> f64 {
        let next = points.iter().cycle().skip(1);
        points.iter().zip(next).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum::<f64>() / 2.0
    }

    #[test]
    fn curves_are_within_the_tolerance() {
        for (radius, tolerance) in [(1.0, 0.01), (30.0, 0.01), (0.5, 0.2)] {
            let circle = ellipse([3.0, 4.0], [radius; 2], tolerance);
            let middle =
                |a: [f64; 2], b: [f64; 2]| ((a[0] + b[0]) / 2.0 - 3.0).hypot((a[1] + b[1]) / 2.0 - 4.0);
            for (&a, &b) in circle.iter().zip(circle.iter().cycle().skip(1)) {
                assert!((a[0] - 3.0).hypot(a[1] - 4.0) < radius * (1.0 + 1.0e-6));
                assert!(radius - middle(a, b) < 1.01 * tolerance, "{radius} {tolerance}");
            }
        }
        // A capsule of 4 x 2: a box of 2 x 2 and a circle of radius 1.
        let exact = 4.0 + core::f64::consts::PI;
        for size in [[4.0, 2.0], [2.0, 4.0]] {
            let points = capsule(size, 1.0e-4);
            assert!((area(&points) / exact - 1.0).abs() < 1.0e-3);
            assert!(points.iter().all(|p| (-1e-6..=size[0] + 1e-6).contains(&p[0])));
        }
        assert_eq!(turned([2.0, 1.0], 90.0), [-1.0, 2.0]);
        assert_eq!(turned([2.0, 1.0], -90.0), [1.0, -2.0]);
    }
}
