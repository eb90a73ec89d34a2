//! Cases with a known result, and degenerate input.

use super::*;
use crate::ChainSegment;
use cairn2d_math::{Rot, vec2};

const HALF_PI: f32 = core::f32::consts::FRAC_PI_2;

fn at(x: f32, y: f32) -> Pose {
    Pose::from_position(vec2(x, y))
}

fn assert_near(a: Vec2, b: Vec2) {
    assert!(a.distance(b) < 1e-5, "{a:?} is not {b:?}");
}

#[test]
fn a_box_on_a_box_has_two_points() {
    let ground: Shape = Rect::half(10.0, 1.0).into();
    let small: Shape = Rect::half(0.5, 0.5).into();
    let m = collide(&ground, &small, at(2.0, 1.49));
    assert_eq!(m.count, 2);
    assert_near(m.normal, Vec2::Y);
    // The lower end of a top edge (which runs to the left) is on the right: corner 2 of A with corner 1 of B.
    assert_near(m.points[0].point, vec2(2.5, 0.995));
    assert_near(m.points[1].point, vec2(1.5, 0.995));
    assert_eq!([m.points[0].id, m.points[1].id], [3 << 16 | 2, 4 << 16 | 1]);
    assert!((m.points[0].separation + 0.01).abs() < 1e-6);
}

#[test]
fn boxes_and_equal_polygons_agree() {
    // Compares the closed form for boxes with the general polygon code, on boxes and on the same corners as
    // polygons.
    let mut random = Random::new(21);
    let mut compared = 0;
    while compared < 50_000 {
        let mut make =
            || Rect::half(random.range(0.2, 1.5), random.range(0.2, 1.5)).at(random.point(0.5)).rotated(0.7);
        let (a, b) = (make(), make());
        let rel = random.pose(2.5);
        let boxes = collide(&a.into(), &b.into(), rel);
        let plain = |rect: Rect| {
            let polygon = Polygon::from(rect);
            let faces = (polygon.vertices().to_vec(), polygon.normals().to_vec());
            super::super::faces::PaddedFaces::<_, 8>::from_slices(&faces.0, &faces.1)
        };
        let l = cairn2d_math::lanes::Scalar;
        let moved = plain(b).transformed(super::super::PoseW::splat(l, rel));
        let general = super::super::polygon::polygon_polygon::<_, false>(l, &plain(a), &moved, (0.0, 0.0));
        let general = LocalManifold::from_lane(&general);
        // Ties between faces, and points at the margin, may be decided either way.
        if boxes.count != general.count || boxes.normal.distance(general.normal) > 1e-4 {
            let gap = |m: &LocalManifold| projected_gap(&a.into(), &b.into(), rel, m.normal);
            let tie = boxes.count == 0
                || general.count == 0
                || (gap(&boxes) - gap(&general)).abs() < 1e-5
                || boxes.normal == general.normal;
            assert!(tie, "{a:?}\n{b:?}\n{rel:?}\n{boxes:?}\n{general:?}");
            continue;
        }
        compared += usize::from(boxes.count > 0);
        for (p, q) in boxes.points().iter().zip(general.points()) {
            let same = p.id == q.id
                && p.point.distance(q.point) < 1e-4
                && (p.separation - q.separation).abs() < 1e-5;
            assert!(same, "{a:?}\n{b:?}\n{rel:?}\n{boxes:?}\n{general:?}");
        }
    }
}

#[test]
fn coincident_circles_use_a_fixed_axis() {
    let circle: Shape = Circle::new(0.5).into();
    let m = collide(&circle, &circle, Pose::IDENTITY);
    assert_eq!(m.count, 1);
    assert_eq!(m.normal, Vec2::Y);
    assert_eq!(m.points[0].separation, -1.0);
}

#[test]
fn circles_touch_on_the_line_between_their_centres() {
    let m = collide(&Circle::new(1.0).into(), &Circle::new(0.5).into(), at(0.9, 1.2));
    assert_eq!(m.count, 1);
    assert_near(m.normal, vec2(0.6, 0.8));
    assert!((m.points[0].separation).abs() < 1e-6);
    assert_near(m.points[0].point, vec2(0.6, 0.8));
}

#[test]
fn lying_capsule_has_two_contact_points() {
    let ground: Shape = Rect::half(10.0, 1.0).into();
    let beam: Shape = Capsule::horizontal(2.0, 0.25).into();
    for below in [&ground, &Segment::new((-10.0, 1.0), (10.0, 1.0)).into()] {
        let m = collide(below, &beam, at(0.0, 1.245));
        assert_eq!(m.count, 2, "{below:?}");
        assert_near(m.normal, Vec2::Y);
        assert!(m.points().iter().all(|p| (p.separation + 0.005).abs() < 1e-6));
        assert!((m.points[0].point.x - m.points[1].point.x).abs() > 3.9);
    }
    let m = collide(&beam, &beam, at(1.0, 0.5));
    assert_eq!(m.count, 2);
    assert_near(m.normal, Vec2::Y);
    assert!((m.points[0].point.x - m.points[1].point.x).abs() - 3.0 < 1e-5);
}

#[test]
fn capsules_in_line_touch_at_their_ends() {
    let a: Shape = Capsule::horizontal(1.0, 0.5).into();
    for turn in [0.0, HALF_PI * 2.0] {
        let m = collide(&a, &a, Pose::new(vec2(2.99, 0.0), Rot::from_angle(turn)));
        assert_eq!(m.count, 1);
        assert_near(m.normal, Vec2::X);
        assert!((m.points[0].separation + 0.01).abs() < 1e-6);
        assert!(m.points[0].point.distance(vec2(1.495, 0.0)) < 1e-5);
    }
}

#[test]
fn rounded_corners_meet_like_circles() {
    let a: Shape = Rect::half(0.5, 0.5).rounded(0.25).into();
    // Corners 0.3 and 0.4 apart, radii 0.25 each: touching exactly.
    let m = collide(&a, &a, at(1.3, 1.4));
    assert_eq!(m.count, 1);
    assert_near(m.normal, vec2(0.6, 0.8));
    assert!(m.points[0].separation.abs() < 1e-6);
    assert_near(m.points[0].point, vec2(0.65, 0.7));
}

#[test]
fn stacked_rounded_boxes_have_two_points_despite_noise() {
    let a: Shape = Rect::half(0.5, 0.5).rounded(0.1).into();
    let mut random = Random::new(5);
    for _ in 0..10_000 {
        let noise = random.point(1.0e-4);
        let pose = Pose::new(vec2(noise.x, 1.198 + noise.y), Rot::from_angle(random.range(-1.0e-3, 1.0e-3)));
        assert_eq!(collide(&a, &a, pose).count, 2, "{pose:?}");
    }
}

#[test]
fn tip_to_tip_needles_have_no_sideways_speculative_contact() {
    let needle: Shape = Polygon::new(&[(-2.0, -0.02), (0.0, 0.0), (-2.0, 0.02)]).expect("thin").into();
    let m = collide(&needle, &needle, Pose::new(vec2(0.015, 0.0), Rot::from_angle(HALF_PI * 2.0)));
    assert_eq!(m.count, 1);
    assert_near(m.normal, Vec2::X);
    assert!((m.points[0].separation - 0.015).abs() < 1e-5);
}

#[test]
fn polygons_with_many_corners_collide_like_circles() {
    let wheel: Shape = Polygon::regular(64, 1.0).expect("a wheel").into();
    let ground: Shape = Rect::half(5.0, 1.0).into();
    let ball: Shape = Circle::new(1.0).into();
    assert_eq!(pair_kind(&wheel, &ground).map(|k| k.0), Some(PairKind::Scalar));
    for turn in 0..20 {
        let pose = Pose::new(vec2(0.3, 1.99), Rot::from_angle(turn as f32 * 0.31));
        let (m, like) = (collide(&ground, &wheel, pose), collide(&ground, &ball, pose));
        assert!(m.count > 0 && m.normal.distance(like.normal) < 0.05, "{m:?}");
        assert!((least_separation(&m) - like.points[0].separation).abs() < 2e-3, "{m:?}");
        let m = collide(&wheel, &ball, Pose::new(vec2(1.2, 1.59), Rot::IDENTITY));
        assert!((m.normal.distance(vec2(0.6024, 0.7982))) < 0.06, "{m:?}");
        assert!((m.points[0].separation + 0.008).abs() < 2e-3, "{m:?}");
    }
}

#[test]
fn large_polygons_find_the_axis_of_the_exhaustive_search() {
    let mut random = Random::new(22);
    let mut touching = 0;
    for case in 0..600 {
        let make = |random: &mut Random| -> Shape {
            let stretch = vec2(random.range(0.2, 1.5), random.range(0.2, 1.5));
            let count = 9 + random.below(if case % 50 == 0 { 900 } else { 60 });
            let corner = |i: usize| {
                let p = Vec2::from_angle(i as f32 * core::f32::consts::TAU / count as f32);
                vec2(p.x * stretch.x, p.y * stretch.y)
            };
            Polygon::new(&(0..count).map(corner).collect::<Vec<Vec2>>()).expect("an ellipse").into()
        };
        let (a, b) = (make(&mut random), make(&mut random));
        let rel = random.pose(1.5);
        let m = collide(&a, &b, rel);
        let mut best = f64::NEG_INFINITY;
        if let (Shape::Polygon(p), Shape::Polygon(q)) = (&a, &b) {
            let turned = q.normals().iter().map(|&n| -rel.q.rotate(n));
            for normal in p.normals().iter().copied().chain(turned) {
                best = best.max(projected_gap(&a, &b, rel, normal));
            }
        }
        if best > 0.0 {
            continue;
        }
        touching += 1;
        let found = projected_gap(&a, &b, rel, m.normal);
        assert!(m.count > 0 && (found - best).abs() < 6e-4, "{found} {best}\n{a:?}\n{b:?}\n{rel:?}");
    }
    assert!(touching > 200, "only {touching}");
}

#[test]
fn segments_and_chains_never_collide_with_each_other() {
    let segment: Shape = Segment::new((-1.0, 0.0), (1.0, 0.0)).into();
    let chain: Shape = ChainSegment::new((-2.0, 0.0), (-1.0, 0.0), (1.0, 0.0), (2.0, 0.0)).into();
    for (a, b) in [(&segment, &segment), (&segment, &chain), (&chain, &segment), (&chain, &chain)] {
        assert_eq!(pair_kind(a, b), None);
        assert_eq!(collide(a, b, Pose::IDENTITY), LocalManifold::EMPTY);
    }
}

/// Shapes that validation rejects, or nearly so: no points, no extent, huge, tiny.
fn odd_shapes() -> Vec<Shape> {
    let rect = |x, y| Shape::from(Rect::half(x, y));
    vec![
        Circle::new(0.0).into(),
        Circle::new(1.0e6).into(),
        Circle::new(1.0e-30).into(),
        Shape::Capsule(Capsule::new((0.0, 0.0), (0.0, 0.0), 0.5)),
        Shape::Capsule(Capsule::new((1.0, 1.0), (1.0, 1.0 + 1e-7), 0.0)),
        Capsule::new((-1.0e6, 0.0), (1.0e6, 1.0), 1.0).into(),
        Segment::new((0.0, 0.0), (0.0, 0.0)).into(),
        Segment::new((-1.0, 0.0), (1.0, 0.0)).into(),
        rect(0.0, 0.0),
        rect(1.0e6, 1.0e-4),
        rect(1.0e-4, 1.0e-4),
        rect(1.0, 1.0),
        Shape::from(Rect::half(0.0, 0.0).rounded(0.5)),
        Shape::from(Rect::half(1.0, 0.0).rounded(0.5)),
        Polygon::regular(5, 1.0).expect("a pentagon").into(),
        Polygon::regular(40, 1.0).expect("a wheel").into(),
        ChainSegment::new((-2.0, 0.0), (-1.0, 0.0), (1.0, 0.0), (2.0, 0.0)).into(),
        ChainSegment::new((1.0, 0.0), (1.0, 0.0), (1.0, 0.0), (1.0, 0.0)).into(),
        ChainSegment::new((-1.0, 0.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 0.0)).into(),
    ]
}

#[test]
fn degenerate_shapes_have_finite_manifolds() {
    let shapes = odd_shapes();
    let mut random = Random::new(31);
    let mut poses = vec![Pose::IDENTITY, at(0.0, 1.0), at(1.0, 0.0), at(1.0e6, -1.0e6), at(1.0e-20, 0.0)];
    poses.push(Pose::from_angle(HALF_PI));
    poses.extend((0..200).map(|_| random.pose(2.0)));
    let mut touching = 0;
    for (a, b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
        for &rel in &poses {
            let m = collide(a, b, rel);
            let case = || format!("{a:?}\n{b:?}\n{rel:?}\n{m:?}");
            touching += usize::from(m.count > 0);
            if m.count > 0 {
                assert!((m.normal.length() - 1.0).abs() < 1e-4, "{}", case());
            }
            for p in m.points() {
                assert!(p.point.is_finite() && p.separation.is_finite() && p.id != 0, "{}", case());
            }
        }
    }
    assert!(touching > 10_000, "only {touching}");
}

#[test]
fn input_that_is_not_finite_does_not_panic() {
    let bad = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX];
    let shapes = odd_shapes();
    for (a, b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
        for value in bad {
            assert!(collide(a, b, at(value, 0.0)).count <= 2);
            assert!(collide(a, b, Pose::new(Vec2::ZERO, Rot { c: value, s: 0.0 })).count <= 2);
        }
    }
}
