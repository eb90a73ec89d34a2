//! Tests of casts against marching with the naive distance, and of the documented corner cases.

use super::*;
use crate::testing::{Random, naive_gap};
use crate::{ChainSegment, Circle, Rect, separation_between};
use cairn2d_math::vec2;

/// First fraction at which the naive gap falls to `touch`, by safe steps.
fn march(a: &Shape, b: &Shape, rel: Pose, translation: Vec2, touch: f64) -> Option<f64> {
    let speed = f64::from(translation.length());
    let mut fraction: f64 = 0.0;
    for _ in 0..100_000 {
        let moved = Pose { p: rel.p + translation * fraction as f32, ..rel };
        let gap = naive_gap(a, Pose::IDENTITY, b, moved);
        if gap <= touch {
            return Some(fraction);
        }
        // At least a small part of the touching distance, so that grazing marches end.
        fraction += gap.max(touch.abs()) / speed;
        if fraction > 1.0 {
            return None;
        }
    }
    None
}

#[test]
fn random_casts_match_marching() {
    let mut random = Random::new(17);
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..20_000 {
        let (a, b) = (random.shape(), random.solid());
        let rel = random.pose(8.0);
        let translation = random.point(12.0);
        let found = shape_cast(&a.core(), &b.core(), rel, translation, 1.0);
        match found {
            Some(hit) => {
                hits += 1;
                let at = |f: f32| Pose { p: rel.p + translation * f, ..rel };
                if hit.fraction == 0.0 {
                    assert!(naive_gap(&a, Pose::IDENTITY, &b, at(0.0)) < 1e-5);
                    continue;
                }
                // The pose itself is rounded to single precision, so the test starts a few micrometres before
                // the hit.
                let before = hit.fraction - 5e-6 / translation.length();
                let gap = naive_gap(&a, Pose::IDENTITY, &b, at(before));
                assert!(gap.abs() < 2e-5, "{a:?} {b:?} {rel:?} {translation:?} {hit:?} {gap}");
                assert!((hit.normal.length() - 1.0).abs() < 1e-5);
                assert!(hit.normal.dot(translation) < 0.0);
                assert!(a.nearest_point(hit.point).distance.abs() < 2e-5);
                let on_b = b.nearest_point(at(hit.fraction).inv_transform_point(hit.point));
                assert!(on_b.distance.abs() < 2e-5);
                // There is no earlier contact.
                for i in 0..20 {
                    let earlier = hit.fraction * i as f32 / 20.0;
                    assert!(naive_gap(&a, Pose::IDENTITY, &b, at(earlier)) > -1e-5);
                }
            }
            None => {
                misses += 1;
                let truth = march(&a, &b, rel, translation, -1e-4);
                assert_eq!(truth, None, "{a:?} {b:?} {rel:?} {translation:?}");
            }
        }
    }
    assert!(hits > 3_000 && misses > 4_000, "{hits} {misses}");
}

#[test]
fn closed_forms() {
    let floor = Shape::from(Rect::half(5.0, 1.0));
    let ball = Shape::from(Circle::new(0.5));
    let rel = Pose::from_position(vec2(1.0, 5.5));
    let hit = shape_cast(&floor.core(), &ball.core(), rel, vec2(0.0, -8.0), 1.0).unwrap();
    assert!((hit.fraction - 0.5).abs() < 1e-6);
    assert!(hit.point.distance(vec2(1.0, 1.0)) < 1e-5);
    assert_eq!(hit.normal, vec2(0.0, 1.0));
    assert_eq!(shape_cast(&floor.core(), &ball.core(), rel, vec2(0.0, -8.0), 0.49), None);
    assert_eq!(shape_cast(&floor.core(), &ball.core(), rel, vec2(0.0, 8.0), 1.0), None);

    // Two unit balls, one passing at an offset of 1.2: they touch where sqrt(2^2 - 1.2^2) = 1.6 remains.
    let unit = Shape::from(Circle::new(1.0));
    let hit =
        shape_cast(&unit.core(), &unit.core(), Pose::from_position(vec2(-10.0, 1.2)), vec2(20.0, 0.0), 1.0);
    let hit = hit.unwrap();
    assert!((hit.fraction - 8.4 / 20.0).abs() < 1e-6);
    assert!(hit.normal.distance(vec2(-0.8, 0.6)) < 1e-5);
}

#[test]
fn overlap_at_the_start_hits_at_zero() {
    let square = Shape::from(Rect::half(1.0, 1.0));
    let hit = shape_cast(&square.core(), &square.core(), Pose::IDENTITY, vec2(5.0, 0.0), 1.0).unwrap();
    assert_eq!((hit.fraction, hit.normal), (0.0, Vec2::ZERO));
    let still =
        shape_cast(&square.core(), &square.core(), Pose::from_position(vec2(3.0, 0.0)), Vec2::ZERO, 1.0);
    assert_eq!(still, None);
}

#[test]
fn touching_shapes_may_leave_or_slide() {
    let square = Shape::from(Rect::half(1.0, 1.0));
    let ball = Shape::from(Circle::new(1.0));
    let touching = Pose::from_position(vec2(0.0, 2.000_000_5));
    let cast = |motion| shape_cast(&square.core(), &ball.core(), touching, motion, 1.0);
    assert_eq!(cast(vec2(0.0, 5.0)), None);
    assert_eq!(cast(vec2(5.0, 0.0)), None);
    assert_eq!(cast(vec2(0.0, -5.0)).unwrap().fraction, 0.0);
}

#[test]
fn chain_segments_are_one_sided() {
    let chain = Shape::from(ChainSegment::new([2.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [-2.0, 0.0]));
    let ball = Shape::from(Circle::new(0.5));
    let from = |y: f32, dy: f32| {
        let pose = Pose::from_position(vec2(0.0, y));
        shape_cast_between(&chain, Pose::IDENTITY, &ball, pose, vec2(0.0, dy), 1.0)
    };
    assert!((from(3.0, -5.0).unwrap().fraction - 0.5).abs() < 1e-6);
    assert_eq!(from(-3.0, 5.0), None);
    assert_eq!(from(0.2, 5.0), None);
}

#[test]
fn world_poses_give_world_results() {
    let mut random = Random::new(18);
    for _ in 0..5_000 {
        let (a, b) = (random.shape(), random.solid());
        let (frame, rel, motion) = (random.pose(20.0), random.pose(6.0), random.point(10.0));
        let local = shape_cast(&a.core(), &b.core(), rel, motion, 1.0);
        let world = shape_cast_between(&a, frame, &b, frame.mul(rel), frame.transform_vector(motion), 1.0);
        if let (Some(l), Some(w)) = (local, world) {
            assert!((l.fraction - w.fraction).abs() * motion.length() < 1e-2);
            assert!(frame.transform_point(l.point).distance(w.point) < 1.0);
        }
    }
}

#[test]
fn clearance_is_a_thicker_shape() {
    let mut random = Random::new(181);
    let mut hits = 0;
    for _ in 0..5_000 {
        let (a, b) = (random.shape(), Circle::new(random.range(0.1, 1.0)));
        let (pose_a, pose_b, motion) = (random.pose(4.0), random.pose(8.0), random.point(12.0));
        let clearance = random.range(0.0, 0.5);
        let (thin, thick) = (Shape::from(b), Shape::from(Circle { radius: b.radius + clearance, ..b }));
        let kept = ShapeCast::new(&thin, pose_b, motion).clearance(clearance).against(&a, pose_a);
        let grown = shape_cast_between(&a, pose_a, &thick, pose_b, motion, 1.0);
        let way = |hit: Option<CastHit>| hit.map_or(1.0, |hit| hit.fraction) * motion.length();
        let grazes =
            [kept, grown].iter().flatten().any(|hit| hit.normal.dot(motion).abs() < 0.01 * motion.length());
        assert!((way(kept) - way(grown)).abs() < 1e-4 || grazes, "{kept:?} {grown:?}");
        hits += usize::from(kept.is_some());
    }
    assert!(hits > 500);
}

#[test]
fn separating_touching_shapes_hit_only_if_they_approach_again() {
    let mut random = Random::new(182);
    let (mut left, mut held) = (0, 0);
    for _ in 0..5_000 {
        let (a, b) = (random.solid(), random.solid());
        let (pose_a, pose_b, motion) = (random.pose(1.0), random.pose(1.0), random.point(2.0));
        let before = separation_between(&a, pose_a, &b, pose_b);
        if before.distance >= 0.0 {
            continue;
        }
        let cast = ShapeCast::new(&b, pose_b, motion);
        assert_eq!(cast.against(&a, pose_a).map(|hit| hit.fraction), Some(0.0));
        let met = cast.may_leave().against(&a, pose_a);
        let closing = before.normal.dot(motion);
        if closing.abs() > 1e-3 {
            assert_eq!(met.is_some(), closing < 0.0, "{before:?} moved by {motion:?}");
            left += usize::from(met.is_none());
            held += usize::from(met.is_some());
        }
    }
    assert!(left > 500 && held > 500);
}

#[test]
fn values_that_are_not_finite_never_hit() {
    let ball = Shape::from(Circle::new(1.0));
    let rel = Pose::from_position(vec2(5.0, 0.0));
    for bad in [f32::NAN, f32::INFINITY] {
        assert_eq!(shape_cast(&ball.core(), &ball.core(), rel, vec2(bad, 0.0), 1.0), None);
        assert_eq!(shape_cast(&ball.core(), &ball.core(), rel, vec2(-9.0, 0.0), bad), None);
        let nowhere = Pose::from_position(vec2(bad, 0.0));
        assert_eq!(shape_cast(&ball.core(), &ball.core(), nowhere, vec2(-9.0, 0.0), 1.0), None);
    }
}
