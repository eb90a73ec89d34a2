//! Tests of the polygon tools against brute force and closed forms.

use super::*;
use crate::testing::{Random, naive_distance, wide};
use cairn2d_math::vec2;

const L_SHAPE: [Vec2; 6] =
    [vec2(0.0, 0.0), vec2(3.0, 0.0), vec2(3.0, 1.0), vec2(1.0, 1.0), vec2(1.0, 2.0), vec2(0.0, 2.0)];

#[test]
fn crossing_segments_have_the_expected_crossing_point() {
    let hit = segment_segment(vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(1.0, -1.0), vec2(1.0, 3.0)).unwrap();
    assert_eq!(hit, SegmentCrossing { fraction_a: 0.25, fraction_b: 0.25, point: vec2(1.0, 0.0) });
    let touch = segment_segment(vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, 0.0), vec2(5.0, 1.0)).unwrap();
    assert_eq!((touch.fraction_a, touch.fraction_b), (1.0, 0.0));
    assert_eq!(segment_segment(vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(0.0, 1.0), vec2(4.0, 1.0)), None);
    assert_eq!(segment_segment(vec2(0.0, 0.0), vec2(f32::NAN, 0.0), vec2(0.0, 1.0), vec2(4.0, 1.0)), None);
}

#[test]
fn collinear_segments_cross_at_the_first_common_point() {
    let x = |a: f32| vec2(a, 0.0);
    let cross = |a: f32, b: f32, c: f32, d: f32| {
        segment_segment(x(a), x(b), x(c), x(d)).map(|hit| (hit.fraction_a, hit.fraction_b))
    };
    assert_eq!(cross(0.0, 4.0, 1.0, 3.0), Some((0.25, 0.0)));
    assert_eq!(cross(0.0, 4.0, 3.0, 1.0), Some((0.25, 1.0)));
    assert_eq!(cross(0.0, 4.0, -2.0, 2.0), Some((0.0, 0.5)));
    assert_eq!(cross(0.0, 4.0, 5.0, 6.0), None);
    assert_eq!(cross(2.0, 2.0, 0.0, 4.0), Some((0.0, 0.5)));
    assert_eq!(cross(5.0, 5.0, 0.0, 4.0), None);
    assert_eq!(cross(2.0, 2.0, 2.0, 2.0), Some((0.0, 0.0)));
    assert_eq!(cross(2.0, 2.0, 3.0, 3.0), None);
    assert_eq!(cross(0.0, 4.0, 1.0, 1.0), Some((0.25, 0.0)));
}

#[test]
fn random_segments_match_the_side_test() {
    let mut random = Random::new(24);
    let mut hits = 0;
    for _ in 0..100_000 {
        let [a, b, c, d] = [0; 4].map(|_| random.point(1.0));
        let found = segment_segment(a, b, c, d);
        let distance = naive_distance(&[wide(a), wide(b)], &[wide(c), wide(d)]);
        assert_eq!(found.is_some(), distance == 0.0);
        if let Some(hit) = found {
            hits += 1;
            assert!(hit.point.distance(a.lerp(b, hit.fraction_a)) < 1e-5);
            assert!(hit.point.distance(c.lerp(d, hit.fraction_b)) < 1e-5);
        }
    }
    assert!(hits > 10_000);
}

#[test]
fn points_in_a_concave_polygon() {
    let inside =
        [vec2(0.5, 0.5), vec2(2.5, 0.5), vec2(0.5, 1.5), vec2(0.0, 0.0), vec2(1.0, 1.5), vec2(2.0, 1.0)];
    let outside =
        [vec2(2.0, 1.5), vec2(-0.1, 1.0), vec2(4.0, 0.0), vec2(4.0, 1.0), vec2(1.0, 3.0), vec2(-1.0, 2.0)];
    let reversed: Vec<Vec2> = L_SHAPE.iter().rev().copied().collect();
    for p in inside {
        assert!(point_in_polygon(p, &L_SHAPE) && point_in_polygon(p, &reversed), "{p:?}");
    }
    for p in outside {
        assert!(!point_in_polygon(p, &L_SHAPE) && !point_in_polygon(p, &reversed), "{p:?}");
    }
    assert!(!point_in_polygon(vec2(0.0, 0.0), &[]));
    assert!(!point_in_polygon(vec2(f32::NAN, 0.0), &L_SHAPE));
}

/// A star-shaped polygon around the origin: simple, usually concave.
fn star(random: &mut Random, corners: usize) -> Vec<Vec2> {
    (0..corners)
        .map(|i| {
            Vec2::from_angle(core::f32::consts::TAU * i as f32 / corners as f32) * random.range(0.3, 2.0)
        })
        .collect()
}

#[test]
fn random_points_match_the_winding_number() {
    let mut random = Random::new(25);
    for _ in 0..2_000 {
        let corners = 3 + random.below(20);
        let polygon = star(&mut random, corners);
        for _ in 0..50 {
            let p = random.point(2.0);
            let mut angle = 0.0;
            for (a, b) in edges(&polygon) {
                let (u, v) = (a - p, b - p);
                angle += f64::from(u.cross(v)).atan2(f64::from(u.dot(v)));
            }
            assert_eq!(point_in_polygon(p, &polygon), angle.abs() > 3.0, "{p:?} {polygon:?}");
        }
    }
}

#[test]
fn first_crossing_of_an_outline() {
    let hit = segment_polygon(vec2(2.0, 5.0), vec2(2.0, -5.0), &L_SHAPE).unwrap();
    assert_eq!((hit.edge, hit.point), (2, vec2(2.0, 1.0)));
    assert!((hit.fraction - 0.4).abs() < 1e-6);
    assert_eq!(segment_polygon(vec2(0.2, 0.2), vec2(0.8, 0.8), &L_SHAPE), None);
    let mut random = Random::new(26);
    for _ in 0..5_000 {
        let polygon = star(&mut random, 9);
        let (a, b) = (random.point(3.0), random.point(3.0));
        let parity = point_in_polygon(a, &polygon) != point_in_polygon(b, &polygon);
        let found = segment_polygon(a, b, &polygon);
        assert!(found.is_some() || !parity, "an end inside and one outside need a crossing");
        if let Some(hit) = found {
            let edge = (polygon[hit.edge], polygon[(hit.edge + 1) % 9]);
            assert!(point_segment_distance(hit.point, edge.0, edge.1) < 1e-5);
            let before = a.lerp(b, hit.fraction * 0.5);
            assert_eq!(point_in_polygon(before, &polygon), point_in_polygon(a, &polygon));
        }
    }
}

#[test]
fn area_winding_and_perimeter() {
    assert_eq!(polygon_area(&L_SHAPE), 4.0);
    assert_eq!(polygon_perimeter(&L_SHAPE), 10.0);
    assert_eq!(winding(&L_SHAPE), Winding::CounterClockwise);
    let reversed: Vec<Vec2> = L_SHAPE.iter().rev().copied().collect();
    assert_eq!(polygon_area(&reversed), -4.0);
    assert_eq!(winding(&reversed), Winding::Clockwise);
    assert_eq!(winding(&L_SHAPE[..2]), Winding::Degenerate);
    assert_eq!(winding(&[]), Winding::Degenerate);
    let far: Vec<Vec2> = L_SHAPE.iter().map(|&p| p + vec2(65_536.0, -65_536.0)).collect();
    assert_eq!(polygon_area(&far), 4.0);
}

#[test]
fn convex_and_simple() {
    let square = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)];
    let middle = [vec2(0.0, 0.0), vec2(0.5, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)];
    let bow = [vec2(0.0, 0.0), vec2(1.0, 1.0), vec2(1.0, 0.0), vec2(0.0, 2.0)];
    let spike = [vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)];
    let pentagram: Vec<Vec2> = (0..5).map(|i| Vec2::from_angle(2.513_274_1 * i as f32)).collect();
    for (polygon, convex, simple) in [
        (&square[..], true, true),
        (&middle, true, true),
        (&L_SHAPE, false, true),
        (&bow, false, false),
        (&spike, false, false),
        (&pentagram, false, false),
        (&square[..2], false, false),
        (&[], false, false),
    ] {
        let reversed: Vec<Vec2> = polygon.iter().rev().copied().collect();
        for p in [polygon, &reversed] {
            assert_eq!((is_convex(p), is_simple(p)), (convex, simple), "{p:?}");
        }
    }
    let mut random = Random::new(27);
    for _ in 0..2_000 {
        let polygon = random.polygon();
        assert!(is_convex(polygon.vertices()) && is_simple(polygon.vertices()));
        assert!(is_simple(&star(&mut random, 12)));
    }
}

#[test]
fn separating_axis_is_the_least_penetration() {
    let mut random = Random::new(28);
    let (mut apart, mut overlapping) = (0, 0);
    for _ in 0..20_000 {
        let (a, b) = (random.polygon(), random.polygon());
        let shift = random.point(3.0);
        let moved: Vec<Vec2> = b.vertices().iter().map(|&v| v + shift).collect();
        let axis = separating_axis(a.vertices(), &moved).unwrap();
        let outline = |list: &[Vec2]| list.iter().map(|&v| wide(v)).collect::<Vec<_>>();
        let (wide_a, wide_b) = (outline(a.vertices()), outline(&moved));
        let distance = naive_distance(&wide_a, &wide_b);
        let after: Vec<(f64, f64)> = wide_b
            .iter()
            .map(|p| (p.0 + f64::from(axis.translation().x), p.1 + f64::from(axis.translation().y)))
            .collect();
        if distance > 0.0 {
            apart += 1;
            assert!(axis.separation > 0.0 && f64::from(axis.separation) <= distance + 1e-5);
        } else {
            overlapping += 1;
            assert!(axis.separation <= 0.0);
            // Moved out they just touch, and no shorter displacement in any direction achieves that.
            let margin = |extra: f64| -> Vec<(f64, f64)> {
                let n = axis.normal;
                after.iter().map(|p| (p.0 + extra * f64::from(n.x), p.1 + extra * f64::from(n.y))).collect()
            };
            assert!(naive_distance(&wide_a, &margin(1e-5)) > 0.0);
            let depth = -f64::from(axis.separation) - 1e-4;
            for i in 0..16 {
                let (s, c) = (f64::from(i) * core::f64::consts::TAU / 16.0).sin_cos();
                let tried: Vec<_> = wide_b.iter().map(|p| (p.0 + c * depth, p.1 + s * depth)).collect();
                assert!(depth <= 0.0 || naive_distance(&wide_a, &tried) == 0.0);
            }
        }
    }
    assert!(apart > 3_000 && overlapping > 3_000, "{apart} {overlapping}");
    assert_eq!(separating_axis(&L_SHAPE[..2], &L_SHAPE), None);
}

#[test]
fn nearest_on_a_segment() {
    assert_eq!(nearest_on_segment(vec2(1.0, 5.0), vec2(0.0, 0.0), vec2(4.0, 0.0)), vec2(1.0, 0.0));
    assert_eq!(nearest_on_segment(vec2(-3.0, 4.0), vec2(0.0, 0.0), vec2(4.0, 0.0)), vec2(0.0, 0.0));
    assert_eq!(point_segment_distance(vec2(-3.0, 4.0), vec2(0.0, 0.0), vec2(4.0, 0.0)), 5.0);
    assert_eq!(nearest_on_segment(vec2(1.0, 5.0), vec2(2.0, 2.0), vec2(2.0, 2.0)), vec2(2.0, 2.0));
}
