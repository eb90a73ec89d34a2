//! Whether two shapes overlap. Cheaper than their distance.
//!
//! Two sharp polygons overlap unless an edge of one has the other one entirely in front of it (separating
//! axis theorem; Gottschalk, Lin, Manocha, "OBBTree", 1996). A disc overlaps a core if its centre is near
//! enough. All other pairs overlap if their distance is zero.

use cairn2d_math::{Pose, Vec2};

use crate::distance::distance_between;
use crate::double::{D2, DPose};
use crate::shape::{Core, Shape, nearest_to_core};

/// Largest number of tests of an edge with a corner. The distance costs less for polygons with more corners.
const MAX_TESTS: usize = 64;

/// True when two shapes at world poses overlap or touch.
pub fn overlaps(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> bool {
    let (core_a, core_b) = (a.core(), b.core());
    let work = core_a.points().len() * core_b.points().len();
    if is_sharp(&core_a) && is_sharp(&core_b) && work <= MAX_TESTS {
        let (frame_a, frame_b) = (DPose::from(pose_a), DPose::from(pose_b));
        let center = frame_b.inv_transform(frame_a.transform(D2::from(a.centroid())));
        return holds(core_b.points(), center)
            || !separates(core_a.points(), core_b.points(), &frame_b.inv_mul(&frame_a))
                && !separates(core_b.points(), core_a.points(), &frame_a.inv_mul(&frame_b));
    }
    match (core_a.points(), core_b.points()) {
        (_, &[center]) => disc_overlaps((&core_a, pose_a), (center, pose_b), core_b.radius()),
        (&[center], _) => disc_overlaps((&core_b, pose_b), (center, pose_a), core_a.radius()),
        _ => distance_between(a, pose_a, b, pose_b).distance <= 0.0,
    }
}

fn is_sharp(core: &Core<'_>) -> bool {
    core.radius() == 0.0 && core.points().len() > 2
}

/// Whether a point is inside of a counter-clockwise convex polygon. Most shapes in a large area have their
/// centre in it, and then overlap it for certain.
fn holds(polygon: &[Vec2], point: D2) -> bool {
    let Some(&last) = polygon.last() else { return false };
    let mut start = D2::from(last);
    polygon.iter().all(|&corner| {
        let end = D2::from(corner);
        let inside = (end - start).cross(point - start) > 0.0;
        start = end;
        inside
    })
}

/// Whether an edge of a counter-clockwise convex polygon, which `rel` moves into the frame of the points, has
/// all of them in front of it.
fn separates(polygon: &[Vec2], points: &[Vec2], rel: &DPose) -> bool {
    let Some(&last) = polygon.last() else { return false };
    let mut start = rel.transform(D2::from(last));
    polygon.iter().any(|&corner| {
        let end = rel.transform(D2::from(corner));
        let (from, normal) = (start, (end - start).right());
        start = end;
        points.iter().all(|&point| normal.dot(D2::from(point) - from) > 0.0)
    })
}

fn disc_overlaps((core, pose): (&Core<'_>, Pose), (center, at): (Vec2, Pose), radius: f32) -> bool {
    let center = DPose::from(pose).inv_transform(DPose::from(at).transform(D2::from(center)));
    nearest_to_core(core, center).distance <= f64::from(radius)
}

#[cfg(test)]
mod tests {
    use super::overlaps;
    use crate::distance::distance_between;
    use crate::shape::{Capsule, Circle, Polygon, Rect, Segment, Shape};
    use cairn2d_math::{Pose, Rot, Vec2};

    /// Every pair of kinds at many poses, against the distance.
    #[test]
    fn overlap_agrees_with_the_distance() {
        let many = (0..40_u8).map(|index| Vec2::from_angle(f32::from(index) * core::f32::consts::TAU / 40.0));
        let hull = Polygon::new(&[[-0.7, -0.4], [0.9, -0.2], [0.5, 0.8], [-0.6, 0.5]]).unwrap();
        let shapes = [
            Shape::from(Circle::new(0.6)),
            Shape::from(Rect::half(0.8, 0.3)),
            Shape::from(Rect::half(0.4, 0.4).rounded(0.2)),
            Shape::from(Capsule::new([-0.5, 0.0], [0.5, 0.2], 0.25)),
            Shape::from(Segment::new([-0.6, -0.1], [0.7, 0.3])),
            Shape::from(hull),
            Shape::from(Polygon::new(&many.collect::<Vec<_>>()).unwrap()),
        ];
        let mut counts = [0; 2];
        for (i, a) in shapes.iter().enumerate() {
            for b in &shapes {
                for step in 0..400_u16 {
                    let t = f32::from(step) * 0.731 + i as f32;
                    let at = Vec2::new(1.9 * (t * 1.3).sin(), 1.7 * (t * 0.9).cos());
                    let poses = [
                        Pose { p: Vec2::new(0.1, -0.2), q: Rot::from_angle(t) },
                        Pose { p: at, q: Rot::from_angle(2.0 * t) },
                    ];
                    let distance = distance_between(a, poses[0], b, poses[1]).distance;
                    // The two may differ within rounding of the surface.
                    if distance == 0.0 || distance > 1.0e-6 {
                        assert_eq!(overlaps(a, poses[0], b, poses[1]), distance == 0.0, "{a:?} {b:?} {t}");
                        counts[usize::from(distance == 0.0)] += 1;
                    }
                }
            }
        }
        assert!(counts.iter().all(|&count| count > 2_000), "{counts:?}");
    }
}
