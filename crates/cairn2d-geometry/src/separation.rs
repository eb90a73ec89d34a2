//! Signed distance of two shapes: their gap or their penetration depth, with its gradient.
//!
//! For separate shapes this is the result of GJK (see `distance`). If the cores overlap, the least
//! translation that separates them is perpendicular to an edge of one of them, because the edges of the
//! Minkowski difference of two convex polygons are the edges of both. Testing each edge as a separating axis
//! is therefore exact. Rounding radii are subtracted at the end. In both cases the result is the distance of
//! the origin from the border of the Minkowski difference, and the normal is its gradient.

use crate::distance::{DistanceCache, gjk, support};
use crate::double::{D2, DPose};
use crate::shape::Shape;
use cairn2d_math::{Pose, Vec2};

/// Signed distance of two shapes.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Separation {
    /// Distance of the surfaces \[m\]; if the shapes overlap, minus the length of the least translation that
    /// separates them.
    pub distance: f32,
    /// Point on the surface of A \[m\], nearest to B or deepest in B.
    pub point_a: Vec2,
    /// Point on the surface of B \[m\], nearest to A or deepest in A.
    pub point_b: Vec2,
    /// Unit vector from A to B: a motion of B along it increases the distance fastest.
    pub normal: Vec2,
}

/// Signed distance of two shapes at world poses, in world coordinates. Chain segments count from both sides.
///
/// # Examples
/// ```
/// # mod cairn2d {
/// #     pub use cairn2d_geometry::{Circle, Rect, Shape, separation_between};
/// #     pub use cairn2d_math::{Pose, vec2};
/// # }
/// use cairn2d::{Circle, Pose, Rect, Shape, separation_between, vec2};
///
/// let floor = Shape::from(Rect::half(5.0, 1.0));
/// let ball = Shape::from(Circle::new(0.5));
/// let above = separation_between(&floor, Pose::IDENTITY, &ball, Pose::from_position(vec2(1.0, 2.0)));
/// assert_eq!((above.distance, above.normal), (0.5, vec2(0.0, 1.0)));
/// let inside = separation_between(&floor, Pose::IDENTITY, &ball, Pose::from_position(vec2(1.0, 0.75)));
/// assert_eq!((inside.distance, inside.normal), (-0.75, vec2(0.0, 1.0)));
/// ```
pub fn separation_between(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> Separation {
    let frame = DPose::from(pose_a);
    let rel = frame.inv_mul(&DPose::from(pose_b));
    let (core_a, core_b) = (a.core(), b.core());
    let found = gjk(core_a.points(), core_b.points(), &rel, &mut DistanceCache::default());
    let apart = if found.normal == D2::ZERO {
        deepest(core_a.points(), core_b.points(), &rel)
    } else {
        Axis { distance: found.distance, a: found.a, b: found.b, normal: found.normal }
    };
    let (radius_a, radius_b) = (f64::from(core_a.radius()), f64::from(core_b.radius()));
    Separation {
        distance: (apart.distance - radius_a - radius_b) as f32,
        point_a: frame.transform(apart.a + apart.normal * radius_a).narrow(),
        point_b: frame.transform(apart.b - apart.normal * radius_b).narrow(),
        normal: frame.rotate(apart.normal).narrow(),
    }
}

/// Signed distance along one direction, in the frame of A.
#[derive(Clone, Copy)]
pub(crate) struct Axis {
    pub(crate) distance: f64,
    pub(crate) a: D2,
    pub(crate) b: D2,
    /// Unit vector from A to B.
    pub(crate) normal: D2,
}

/// The edge of two overlapping cores along whose normal they overlap least.
pub(crate) fn deepest(a: &[Vec2], b: &[Vec2], rel: &DPose) -> Axis {
    let start = D2::from(a[0]);
    let mut best = Axis { distance: f64::MIN, a: start, b: start, normal: D2::new(0.0, 1.0) };
    for (from, normal) in edges(a) {
        let tip = rel.transform(D2::from(b[support(b, rel.inv_rotate(-normal))]));
        let distance = normal.dot(tip - from);
        if distance > best.distance {
            best = Axis { distance, a: tip - normal * distance, b: tip, normal };
        }
    }
    for (from, normal) in edges(b) {
        let (from, normal) = (rel.transform(from), rel.rotate(normal));
        let tip = D2::from(a[support(a, -normal)]);
        let distance = normal.dot(tip - from);
        if distance > best.distance {
            best = Axis { distance, a: tip, b: tip - normal * distance, normal: -normal };
        }
    }
    // Two points have no edge: they overlap only if they are equal.
    if best.distance == f64::MIN { Axis { distance: 0.0, ..best } } else { best }
}

/// A point and the outward normal of each edge; a segment has two.
fn edges(points: &[Vec2]) -> impl Iterator<Item = (D2, D2)> + '_ {
    let n = points.len();
    let count = if n > 1 { n } else { 0 };
    (0..count).filter_map(move |i| {
        let (from, to) = (D2::from(points[i]), D2::from(points[(i + 1) % n]));
        (to - from).right().normalize().map(|normal| (from, normal))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Random, placed};

    /// The largest separation over all directions, which is the definition of the signed distance: samples
    /// directions and refines the best.
    fn sampled(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> f64 {
        let (points_a, points_b) = (placed(a, pose_a), placed(b, pose_b));
        let along = |angle: f64| {
            let (s, c) = angle.sin_cos();
            let most_a = points_a.iter().map(|p| p.0 * c + p.1 * s).fold(f64::MIN, f64::max);
            let least_b = points_b.iter().map(|p| p.0 * c + p.1 * s).fold(f64::MAX, f64::min);
            least_b - most_a
        };
        let mut step = core::f64::consts::TAU / 4000.0;
        let first = (0..4000).map(|i| f64::from(i) * step).max_by(|x, y| along(*x).total_cmp(&along(*y)));
        let mut angle = first.unwrap();
        for _ in 0..60 {
            for candidate in [angle - step, angle + step] {
                angle = if along(candidate) > along(angle) { candidate } else { angle };
            }
            step *= 0.7;
        }
        along(angle) - f64::from(a.radius()) - f64::from(b.radius())
    }

    #[test]
    fn agrees_with_the_best_of_all_directions() {
        let mut random = Random::new(77);
        let (mut apart, mut inside) = (0, 0);
        for _ in 0..3000 {
            let (a, b) = (random.shape(), random.shape());
            let (pose_a, pose_b) = (random.pose(1.5), random.pose(1.5));
            let found = separation_between(&a, pose_a, &b, pose_b);
            let expected = sampled(&a, pose_a, &b, pose_b);
            assert!(
                (f64::from(found.distance) - expected).abs() < 1e-5,
                "{found:?}, {expected}: {a:?} {b:?}"
            );
            assert!((found.normal.length() - 1.0).abs() < 1e-6, "{found:?}");
            let between = (found.point_b - found.point_a).dot(found.normal);
            assert!((between - found.distance).abs() < 1e-5, "the points are not that far apart: {found:?}");
            if found.distance > 0.0 { apart += 1 } else { inside += 1 }
        }
        assert!(apart > 300 && inside > 300, "{apart} apart, {inside} overlapping");
    }

    #[test]
    fn normal_is_the_gradient_and_separates_overlapping_shapes() {
        let mut random = Random::new(78);
        for _ in 0..2000 {
            let (a, b) = (random.shape(), random.shape());
            let (pose_a, pose_b) = (random.pose(1.0), random.pose(1.0));
            let found = separation_between(&a, pose_a, &b, pose_b);
            let by = if found.distance < 0.0 { -found.distance } else { 0.0 } + 0.25;
            let moved = Pose { p: pose_b.p + found.normal * by, ..pose_b };
            let after = separation_between(&a, pose_a, &b, moved).distance;
            assert!((after - found.distance - by).abs() < 1e-4, "{found:?} then {after}");
        }
    }

    #[test]
    fn exchanging_the_shapes_flips_the_normal() {
        let mut random = Random::new(79);
        for _ in 0..2000 {
            let (a, b) = (random.shape(), random.shape());
            let (pose_a, pose_b) = (random.pose(1.0), random.pose(1.0));
            let (ab, ba) =
                (separation_between(&a, pose_a, &b, pose_b), separation_between(&b, pose_b, &a, pose_a));
            assert!((ab.distance - ba.distance).abs() < 2e-6, "{ab:?} {ba:?}");
        }
    }
}
