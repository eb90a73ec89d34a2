//! Tests of GJK against the distance of every edge to every edge, and against closed forms.

use super::*;
use crate::overlaps;
use crate::testing::{Random, naive_gap};
use crate::{Capsule, Circle, Polygon, Rect, Segment};
use cairn2d_math::vec2;

/// Checks every field of a result against the naive gap.
fn check(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose, tolerance: f64) {
    let found = distance_between(a, pose_a, b, pose_b);
    let gap = naive_gap(a, pose_a, b, pose_b);
    let context = || format!("{a:?} {pose_a:?} {b:?} {pose_b:?} {found:?} {gap}");
    assert!((f64::from(found.distance) - gap.max(0.0)).abs() <= tolerance, "{}", context());
    if gap == f64::NEG_INFINITY {
        assert_eq!(found.normal, Vec2::ZERO, "{}", context());
        return;
    }
    assert!((found.normal.length() - 1.0).abs() < 1e-5, "{}", context());
    let across = found.point_b - found.point_a;
    assert!((f64::from(across.dot(found.normal)) - gap).abs() <= 2.0 * tolerance, "{}", context());
    assert!(f64::from(across.cross(found.normal)).abs() <= 2.0 * tolerance, "{}", context());
    let on_a = a.nearest_point(pose_a.inv_transform_point(found.point_a)).distance;
    let on_b = b.nearest_point(pose_b.inv_transform_point(found.point_b)).distance;
    assert!(f64::from(on_a).abs() <= tolerance && f64::from(on_b).abs() <= tolerance, "{}", context());
}

#[test]
fn closed_forms() {
    let ball = Shape::from(Circle::new(0.5));
    let found = distance(&ball.core(), &ball.core(), Pose::from_position(vec2(3.0, 4.0)));
    assert_eq!(found.distance, 4.0);
    assert!(found.normal.distance(vec2(0.6, 0.8)) < 1e-6);
    assert!(found.point_a.distance(vec2(0.3, 0.4)) < 1e-6);
    assert!(found.point_b.distance(vec2(2.7, 3.6)) < 1e-6);

    // A square standing on its corner over a square: corner against face.
    let square = Shape::from(Rect::half(1.0, 1.0));
    let pose = Pose::new(vec2(0.25, 4.0), cairn2d_math::Rot::from_angle(core::f32::consts::FRAC_PI_4));
    let found = distance(&square.core(), &square.core(), pose);
    assert!((found.distance - (3.0 - core::f32::consts::SQRT_2)).abs() < 1e-6);
    assert_eq!(found.normal, vec2(0.0, 1.0));
    assert!(found.point_a.distance(vec2(0.25, 1.0)) < 1e-6);

    // Crossing segments overlap; parallel ones are as far apart as their lines.
    let segment = Shape::from(Segment::new([-1.0, 0.0], [1.0, 0.0]));
    let crossed = Pose::from_angle(1.0);
    assert_eq!(distance(&segment.core(), &segment.core(), crossed).distance, 0.0);
    let lifted = distance(&segment.core(), &segment.core(), Pose::from_position(vec2(0.5, 0.25)));
    assert_eq!((lifted.distance, lifted.normal), (0.25, vec2(0.0, 1.0)));
}

#[test]
fn overlapping_rounded_shapes_have_a_direction() {
    let ball = Shape::from(Circle::new(1.0));
    let found = distance(&ball.core(), &ball.core(), Pose::from_position(vec2(1.5, 0.0)));
    assert_eq!(found.distance, 0.0);
    assert_eq!(found.normal, vec2(1.0, 0.0));
    assert_eq!((found.point_a, found.point_b), (vec2(1.0, 0.0), vec2(0.5, 0.0)));
    let same = distance(&ball.core(), &ball.core(), Pose::IDENTITY);
    assert_eq!((same.distance, same.normal), (0.0, Vec2::ZERO));
}

#[test]
fn random_pairs_match_every_edge_against_every_edge() {
    let mut random = Random::new(11);
    let mut apart = 0;
    for _ in 0..150_000 {
        let (a, b) = (random.shape(), random.shape());
        let (pose_a, pose_b) = (random.pose(3.0), random.pose(3.0));
        check(&a, pose_a, &b, pose_b, 1e-5);
        apart += usize::from(!overlaps(&a, pose_a, &b, pose_b));
    }
    assert!((30_000..130_000).contains(&apart), "{apart}");
}

#[test]
fn far_pairs_are_exact_to_their_coordinate_precision() {
    let mut random = Random::new(12);
    for _ in 0..20_000 {
        let (a, b) = (random.shape(), random.shape());
        let base = random.point(50_000.0);
        let mut near = |reach| Pose::new(base + random.point(reach), random.rot());
        // Far out, only the points of the result are rounded to the coarse grid, not the distance.
        let (pose_a, pose_b) = (near(4.0), near(4.0));
        let found = distance_between(&a, pose_a, &b, pose_b);
        let gap = naive_gap(&a, pose_a, &b, pose_b).max(0.0);
        assert!((f64::from(found.distance) - gap).abs() < 1e-5, "{found:?} {gap}");
    }
}

#[test]
fn polygons_of_many_corners() {
    let mut random = Random::new(13);
    let big = |n| Shape::from(Polygon::regular(n, 2.0).unwrap());
    for n in [9, 33, 100] {
        let (a, b) = (big(n), big(n + 1));
        for _ in 0..300 {
            check(&a, random.pose(3.0), &b, random.pose(3.0), 1e-5);
        }
    }
}

#[test]
fn near_parallel_faces_and_grid_positions() {
    // Right angles and grid positions produce every tie in GJK.
    let mut random = Random::new(14);
    let shapes = [
        Shape::from(Rect::half(1.0, 1.0)),
        Shape::from(Rect::half(0.5, 2.0)),
        Shape::from(Capsule::horizontal(1.0, 0.25)),
        Shape::from(Segment::new([-1.0, 0.0], [1.0, 0.0])),
        Shape::from(Polygon::new(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]).unwrap()),
    ];
    for _ in 0..50_000 {
        let (a, b) = (&shapes[random.below(5)], &shapes[random.below(5)]);
        let tilt = if random.below(2) == 0 { 0.0 } else { random.range(-1e-6, 1e-6) };
        let angle = random.below(4) as f32 * core::f32::consts::FRAC_PI_2 + tilt;
        let offset = vec2(random.below(17) as f32 * 0.5 - 4.0, random.below(17) as f32 * 0.5 - 4.0);
        let pose = Pose::new(offset, cairn2d_math::Rot::from_angle(angle));
        let found = distance_between(a, Pose::IDENTITY, b, pose);
        let gap = naive_gap(a, Pose::IDENTITY, b, pose).max(0.0);
        assert!((f64::from(found.distance) - gap).abs() < 1e-6, "{a:?} {b:?} {pose:?} {found:?} {gap}");
    }
}

#[test]
fn any_cache_gives_the_same_distance() {
    let mut random = Random::new(15);
    let mut cache = DistanceCache::default();
    for _ in 0..30_000 {
        let (a, b) = (random.shape(), random.shape());
        let rel = random.pose(4.0);
        let fresh = distance(&a.core(), &b.core(), rel);
        // The cache of the last, unrelated pair.
        let reused = distance_cached(&a.core(), &b.core(), rel, &mut cache);
        assert!((fresh.distance - reused.distance).abs() < 1e-6, "{a:?} {b:?} {rel:?} {fresh:?} {reused:?}");
        let again = distance_cached(&a.core(), &b.core(), rel, &mut cache);
        assert!((fresh.distance - again.distance).abs() < 1e-6, "{a:?} {b:?} {rel:?} {fresh:?} {again:?}");
    }
}

#[test]
fn degenerate_cores_have_a_distance() {
    let same = [vec2(1.0, 1.0); 5];
    let line = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(2.0, 0.0), vec2(1.0, 0.0)];
    let (point, flat) = (Core::points_of(&same, 0.0), Core::points_of(&line, 0.0));
    let found = distance(&point, &flat, Pose::IDENTITY);
    assert_eq!((found.distance, found.normal), (1.0, vec2(0.0, -1.0)));
    assert_eq!(distance(&flat, &flat, Pose::from_angle(0.5)).distance, 0.0);
    assert_eq!(distance(&flat, &flat, Pose::from_position(vec2(2.5, 0.0))).distance, 0.5);
    let nowhere = distance(&point, &Core::point(Vec2::new(f32::NAN, 0.0), 1.0), Pose::IDENTITY);
    assert!(nowhere.normal.x.is_nan() || nowhere.normal == Vec2::ZERO);
}
