//! Chain segments: one-sided, exact, and smooth across joints.

use super::*;
use crate::testing::naive_gap;
use crate::{Chain, ChainSegment, SPECULATIVE_MARGIN};
use cairn2d_math::{Rot, vec2};

/// A segment of up to 3 m with neighbours that bend either way by up to a right angle.
pub(super) fn random_segment(random: &mut Random) -> ChainSegment {
    let along = random.rot();
    let a = random.point(1.0);
    let b = a + along.rotate(vec2(random.range(0.5, 3.0), 0.0));
    let bend = |angle: f32, length: f32| along.rotate(Vec2::from_angle(angle) * length);
    let before = bend(random.range(-1.5, 1.5), random.range(0.3, 2.0));
    let after = bend(random.range(-1.5, 1.5), random.range(0.3, 2.0));
    ChainSegment::new(a - before, a, b, b + after)
}

/// Shapes that slide, about half a metre in size, resting at height 0 when their pose is at `height`.
fn sliders() -> Vec<(Shape, f32)> {
    vec![
        (Rect::half(0.5, 0.25).into(), 0.25),
        (Rect::half(0.4, 0.2).rounded(0.1).into(), 0.3),
        (Circle::new(0.3).into(), 0.3),
        (Capsule::horizontal(0.4, 0.2).into(), 0.2),
        (Capsule::vertical(0.3, 0.2).into(), 0.5),
        (Polygon::new(&[(-0.5, 0.0), (0.5, 0.0), (0.2, 0.6), (-0.2, 0.6)]).expect("convex").into(), 0.0),
        (Polygon::regular(24, 0.4).expect("a wheel").into(), 0.4),
    ]
}

/// Unit normals of the segments before, at and after one; the middle one is the solid side.
fn normals(chain: &ChainSegment) -> [Vec2; 3] {
    let right = |a: Vec2, b: Vec2| {
        let d = (b - a).normalize().expect("distinct points");
        vec2(d.y, -d.x)
    };
    [right(chain.ghost_a, chain.a), right(chain.a, chain.b), right(chain.b, chain.ghost_b)]
}

/// Sine of the angle by which a normal is outside of the cone of the segment.
fn outside_cone(chain: &ChainSegment, normal: Vec2) -> f32 {
    let [before, own, after] = normals(chain);
    let beyond_first = if before.cross(own) > 0.01 { before } else { own };
    let beyond_last = if own.cross(after) > 0.01 { after } else { own };
    let first = normal.cross(beyond_first);
    let last = beyond_last.cross(normal);
    if first > last { first } else { last }
}

/// All contacts of a shape with a chain.
fn touch(chain: &Chain, shape: &Shape, pose: Pose) -> Vec<(ChainSegment, LocalManifold)> {
    chain
        .segments()
        .map(|segment| (segment, collide(&segment.into(), shape, pose)))
        .filter(|(_, m)| m.count > 0)
        .collect()
}

#[test]
fn no_ghost_collision_on_collinear_chain_segments() {
    // From right to left, so that the solid side is above. Lengths are uneven.
    let xs: Vec<f32> = (0..34).map(|i| 10.0 - 0.6 * i as f32 - 0.1 * (i % 3) as f32).collect();
    let points: Vec<Vec2> = xs.iter().map(|&x| vec2(x, 0.0)).collect();
    let chain = Chain::open(&points).expect("a floor");
    for (shape, height) in sliders() {
        for step in 0..4000 {
            let x = -7.5 + 0.004 * step as f32;
            for (sink, tilt) in [(0.01, 0.0), (0.004, 0.01), (0.004, -0.01), (-0.005, 0.0)] {
                let pose = Pose::new(vec2(x, height - sink), Rot::from_angle(tilt));
                let contacts = touch(&chain, &shape, pose);
                assert!(!contacts.is_empty(), "{shape:?} at {x}");
                for (segment, m) in &contacts {
                    assert!(m.normal.distance(Vec2::Y) < 1e-6, "{shape:?} {pose:?}\n{segment:?}\n{m:?}");
                }
                // The floor as a whole reports the depth of an infinite floor, except for a tilted corner
                // that is past a joint but does not reach the surface beyond it.
                let lowest = contacts.iter().map(|(_, m)| least_separation(m)).fold(f32::MAX, f32::min);
                let true_gap = shape.aabb(pose).min.y;
                assert!((lowest - true_gap).abs() < 1e-4, "{shape:?} {pose:?}: {lowest} {true_gap}");
            }
        }
    }
}

/// A hill (`bend` > 0) or a bowl, from right to left, with the same turn at every joint.
fn curved_floor(bend: f32) -> Chain {
    let mut points = vec![vec2(0.0, 0.0)];
    let start = if bend > 0.0 { -0.75 } else { 0.75 };
    for i in 0..31 {
        let heading = start + bend * i as f32;
        let last = points[i];
        points.push(last + Vec2::from_angle(core::f32::consts::PI + heading) * 0.5);
    }
    Chain::open(&points).expect("a curved floor")
}

#[test]
fn normals_stay_in_the_cone_on_curved_floors() {
    for bend in [0.05, -0.05, 0.15, -0.1] {
        let chain = curved_floor(bend);
        let segments: Vec<ChainSegment> = chain.segments().collect();
        for (shape, height) in sliders() {
            for segment in &segments[3..26] {
                let along = segment.b - segment.a;
                let up = segment.normal();
                for step in 0..40 {
                    let at = segment.a + along * (step as f32 / 40.0);
                    for sink in [-0.01, 0.0, 0.01, 0.03] {
                        let turn = Rot { c: up.y, s: -up.x };
                        let pose = Pose::new(at + up * (height - sink), turn);
                        let contacts = touch(&chain, &shape, pose);
                        let case = format!("{bend} {shape:?} {pose:?}\n{segment:?}\n{contacts:?}");
                        assert!(sink < 0.0 || !contacts.is_empty(), "{case}");
                        for (segment, m) in &contacts {
                            assert!(outside_cone(segment, m.normal) < 2e-3, "{case}");
                            // A contact deeper than the sinking would be a bump.
                            let sag = 0.5 * 1.1 * (bend.abs() + 0.02);
                            assert!(least_separation(m) > -sink - sag, "{case}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn a_box_resting_beyond_a_convex_joint_is_not_pushed_by_the_segment_before() {
    // A ledge: flat from x = 2 to 0, then falling at 20 degrees; the box lies on the slope, and its corner
    // reaches the ledge.
    let slope = vec2(-0.939_692_6, -0.342_020_15);
    let ledge = ChainSegment::new((4.0, 0.0), (2.0, 0.0), (0.0, 0.0), slope * 3.0);
    let incline = ChainSegment::new((2.0, 0.0), (0.0, 0.0), slope * 3.0, slope * 6.0);
    let up = vec2(slope.y, -slope.x);
    let shape: Shape = Rect::half(0.5, 0.25).into();
    for reach in [0.02, 0.05, 0.1, 0.2] {
        for sink in [0.0, 0.005, 0.02] {
            let center = slope * (0.5 - reach) + up * (0.25 - sink);
            let pose = Pose::new(center, Rot { c: up.y, s: -up.x });
            let (on_ledge, on_slope) =
                (collide(&ledge.into(), &shape, pose), collide(&incline.into(), &shape, pose));
            assert!(on_slope.count == 2 && on_slope.normal.distance(up) < 1e-5, "{on_slope:?}");
            if on_ledge.count > 0 {
                assert!(outside_cone(&ledge, on_ledge.normal) < 1.1e-3, "{on_ledge:?}");
                assert!(least_separation(&on_ledge) > -sink - 1e-4, "{reach} {sink} {on_ledge:?}");
            }
        }
    }
}

#[test]
fn chain_segments_ignore_shapes_behind_them() {
    let mut random = Random::new(41);
    for _ in 0..100_000 {
        let segment = random_segment(&mut random);
        let shape = random.solid();
        let rel = random.pose(3.0);
        let m = collide(&segment.into(), &shape, rel);
        if m.count == 0 {
            continue;
        }
        let [before, own, after] = normals(&segment);
        let center = rel.transform_point(shape.centroid());
        let in_front = own.dot(center - segment.a) >= 0.0
            || before.cross(own) > 0.0 && before.dot(center - segment.a) >= 0.0
            || own.cross(after) > 0.0 && after.dot(center - segment.b) >= 0.0;
        assert!(in_front, "{segment:?}\n{shape:?}\n{rel:?}\n{m:?}");
        assert!(outside_cone(&segment, m.normal) < 1.1e-3, "{segment:?}\n{shape:?}\n{rel:?}\n{m:?}");
    }
}

#[test]
fn chain_segment_equals_a_plain_segment_in_front_of_its_middle() {
    let mut random = Random::new(42);
    let mut compared = 0;
    while compared < 30_000 {
        let segment = random_segment(&mut random);
        let [_, own, _] = normals(&segment);
        let shape = random.solid();
        let rel = random.pose(3.0);
        let plain: Shape = Segment::new(segment.a, segment.b).into();
        let gap = naive_gap(&plain, Pose::IDENTITY, &shape, rel);
        let reference = collide(&plain, &shape, rel);
        let center = rel.transform_point(shape.centroid());
        let from_front = own.dot(center - segment.a) > 0.0;
        let facing = reference.count > 0 && reference.normal.distance(own) < 1e-3;
        // If the cores overlap, another axis may be shorter for the plain segment; otherwise there is only
        // one.
        if gap < -f64::from(shape.radius()) + 1e-3 || !from_front || !facing {
            continue;
        }
        let m = collide(&segment.into(), &shape, rel);
        // A corner next to an end may belong to the neighbour.
        let along = (segment.b - segment.a).normalize().expect("distinct ends");
        let middle = (reference.points[0].point - segment.a).dot(along);
        let length = segment.a.distance(segment.b);
        if middle < 0.05 || middle > length - 0.05 {
            continue;
        }
        compared += 1;
        let case = format!("{segment:?}\n{shape:?}\n{rel:?}\n{reference:?}\n{m:?}\n{gap}");
        assert!(m.count > 0, "{case}");
        assert!((least_separation(&m) - least_separation(&reference)).abs() < 6e-4, "{case}");
        assert!(f64::from(least_separation(&m)) < f64::from(SPECULATIVE_MARGIN), "{case}");
    }
}

#[test]
fn circle_contacts_rotate_around_an_outer_chain_corner() {
    // A right-angled step, solid above and on the left.
    let top = ChainSegment::new((4.0, 0.0), (2.0, 0.0), (0.0, 0.0), (0.0, -2.0));
    let side = ChainSegment::new((2.0, 0.0), (0.0, 0.0), (0.0, -2.0), (0.0, -4.0));
    let ball: Shape = Circle::new(0.5).into();
    for degrees in 1..90 {
        let out = Vec2::from_angle((90 + degrees) as f32 * core::f32::consts::PI / 180.0);
        let pose = Pose::from_position(out * 0.49);
        let m = collide(&top.into(), &ball, pose);
        assert!(m.count == 1 && m.normal.distance(out) < 1e-5, "{degrees} {m:?}");
        assert!((m.points[0].separation + 0.01).abs() < 1e-5);
    }
    // Above the ledge only the ledge has a contact, beside the wall only the wall.
    let above = Pose::from_position(vec2(0.1, 0.49));
    assert_eq!(collide(&top.into(), &ball, above).count, 1);
    assert_eq!(collide(&side.into(), &ball, above).count, 0);
    let beside = Pose::from_position(vec2(-0.49, -0.1));
    assert_eq!(collide(&top.into(), &ball, beside).count, 0);
    assert_eq!(collide(&side.into(), &ball, beside).count, 1);
}
