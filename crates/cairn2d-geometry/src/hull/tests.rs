//! Tests of hulls: the degenerate sets that broke other engines, and random sets against the definition of a
//! hull.

use super::*;
use crate::testing::{Random, cross, dot, inside, length, point_segment, sub, wide};

fn points(list: &[(f32, f32)]) -> Vec<Vec2> {
    list.iter().map(|&p| Vec2::from(p)).collect()
}

/// Checks the contract of `Ok`: strictly convex, counter-clockwise, made of input points, containing all of
/// them.
fn check(input: &[Vec2], hull: &[Vec2]) {
    let n = hull.len();
    assert!(n >= 3, "{input:?} -> {hull:?}");
    let outline: Vec<_> = hull.iter().map(|&v| wide(v)).collect();
    let mut turning = 0.0;
    for i in 0..n {
        let (a, b, c) = (outline[i], outline[(i + 1) % n], outline[(i + 2) % n]);
        let (e, f) = (sub(b, a), sub(c, b));
        assert!(cross(e, f) > 0.0, "corner {i} of {hull:?} from {input:?}");
        turning += cross(e, f).atan2(dot(e, f));
        assert!(input.contains(&hull[i]));
    }
    assert!((turning - core::f64::consts::TAU).abs() < 1e-6, "turns {turning}: {hull:?}");
    for &p in input {
        let p = wide(p);
        if !inside(p, &outline) {
            let error =
                (0..n).map(|i| point_segment(p, outline[i], outline[(i + 1) % n])).fold(f64::MAX, f64::min);
            assert!(error <= 1.01 * f64::from(MAX_ERROR), "{error}: {hull:?} from {input:?}");
        }
    }
}

#[test]
fn collinear_and_duplicate_points_are_rejected() {
    for list in [
        &[(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)][..],
        &[(0.0, 0.0), (10.0, 10.0), (5.0, 5.0), (3.0, 3.0)],
        &[(0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)],
        &[(0.0, 0.0), (1.0, 0.0), (0.0, 0.0), (1.0, 0.0), (-0.0, 0.0)],
        &[(0.0, 0.0), (1.0, 1e-6), (2.0, 0.0), (3.0, 1e-5)],
        &[(0.0, 0.0), (1e-9, 0.0), (0.0, 1e-9)],
    ] {
        let result = convex_hull(&points(list));
        assert!(
            matches!(result, Err(HullError::Collinear | HullError::TooSmall { .. })),
            "{list:?}: {result:?}"
        );
    }
    assert_eq!(convex_hull(&points(&[(0.0, 0.0), (1.0, 1.0)])), Err(HullError::TooFewPoints { count: 2 }));
    assert_eq!(convex_hull(&[]), Err(HullError::TooFewPoints { count: 0 }));
}

#[test]
fn bad_numbers_are_rejected_by_index() {
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 2.0e6, -1e30] {
        let list = points(&[(0.0, 0.0), (1.0, 0.0), (1.0, bad), (0.0, 1.0)]);
        let error = convex_hull(&list).unwrap_err();
        assert!(matches!(error, HullError::BadPoint { index: 2, .. }), "{error}");
        assert!(error.to_string().contains(&format!("{bad}")), "{error}");
    }
}

#[test]
fn sets_that_broke_other_engines_make_valid_hulls() {
    for (list, corners) in [
        (&[(48.76, -60.57), (48.74, -60.54), (48.68, -60.56)][..], 3),
        (&[(17.63, 36.31), (17.52, 36.69), (17.19, 36.36)], 3),
        (
            &[
                (-1.700_822_1, -1.432_217_1),
                (0.5, -0.5),
                (0.104_992_87, 0.974_008_56),
                (-0.658_002_85, 0.926_608_1),
                (-0.994_554_8, 0.165_337_86),
            ],
            4,
        ),
    ] {
        let input = points(list);
        let hull = convex_hull(&input).unwrap();
        check(&input, &hull);
        assert!(hull.len() >= corners, "{hull:?}");
    }
}

#[test]
fn convex_input_keeps_its_order() {
    let square = points(&[(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)]);
    assert_eq!(convex_hull(&square).unwrap(), square);
    let clockwise: Vec<Vec2> = square.iter().rev().copied().collect();
    assert_eq!(convex_hull(&clockwise).unwrap(), square);
}

#[test]
fn pentagram_becomes_pentagon() {
    let angle = |i: usize| (2.0 * core::f64::consts::TAU / 5.0 * i as f64) as f32;
    let star: Vec<Vec2> = (0..5).map(|i| Vec2::from_angle(angle(i))).collect();
    let hull = convex_hull(&star).unwrap();
    check(&star, &hull);
    assert_eq!(hull.len(), 5);
    assert!((crate::tools::polygon_area(&hull) - 2.377_641_3).abs() < 1e-5);
}

#[test]
fn fine_circles_keep_corners_down_to_the_weld_distance() {
    let circle = |n: usize, r: f32| -> Vec<Vec2> {
        (0..n).map(|i| Vec2::from_angle(6.283_185_5 * i as f32 / n as f32) * r).collect()
    };
    for n in [5, 8, 9, 32, 64, 100] {
        let input = circle(n, 1.0);
        assert_eq!(convex_hull(&input).unwrap().len(), n);
    }
    // Ten thousand corners: successive welding of neighbours would consume the circle; the error must stay
    // bounded.
    let input = circle(10_000, 1.0);
    let hull = convex_hull(&input).unwrap();
    check(&input, &hull);
    assert!((100..1000).contains(&hull.len()), "{}", hull.len());
    let area = crate::tools::polygon_area(&hull);
    assert!((area - core::f32::consts::PI).abs() < 1e-3, "{area}");
}

#[test]
fn close_points_are_welded() {
    let input =
        points(&[(0.0, 0.0), (1.0, 0.0), (1.000_01, 0.000_01), (1.0, 1.0), (0.0, 1.0), (-0.000_02, 0.5)]);
    let hull = convex_hull(&input).unwrap();
    check(&input, &hull);
    assert_eq!(hull.len(), 4, "{hull:?}");
}

#[test]
fn random_sets_of_every_scale() {
    let mut random = Random::new(1);
    let (mut made, mut refused) = (0, 0);
    for case in 0..100_000 {
        let scale = 10f32.powi(random.below(13) as i32 - 6);
        let count = 3 + random.below(62);
        let style = case % 4;
        let slope = random.range(-1.0, 1.0);
        let input: Vec<Vec2> = (0..count)
            .map(|_| {
                let p = random.point(1.0);
                let p = match style {
                    1 => Vec2::new((p.x * 4.0).round() / 4.0, (p.y * 4.0).round() / 4.0),
                    2 => Vec2::new(p.x, p.x * slope + p.y * 1e-5),
                    3 => p.normalize_or(Vec2::X),
                    _ => p,
                };
                p * scale
            })
            .collect();
        match convex_hull(&input) {
            Ok(hull) => {
                check(&input, &hull);
                made += 1;
            }
            Err(_) => {
                // Rejected only if it is thin or tiny: its width in some direction is below the tolerance.
                refused += 1;
                let exact = monotone_chain(&input);
                let n = exact.len();
                let width = (0..n)
                    .map(|i| {
                        let e = exact[(i + 1) % n] - exact[i];
                        let tall = exact.iter().map(|&p| e.cross(p - exact[i])).fold(0.0, f64::max);
                        tall / length((e.x, e.y)).max(1e-300)
                    })
                    .fold(f64::MAX, f64::min);
                assert!(n < 3 || width <= 4.0 * f64::from(MAX_ERROR), "{input:?}");
            }
        }
    }
    assert!(made > 50_000 && refused > 10_000, "{made} {refused}");
}

#[test]
fn order_of_the_points_does_not_matter() {
    let mut random = Random::new(2);
    for _ in 0..2_000 {
        let mut input: Vec<Vec2> = (0..20).map(|_| random.point(5.0)).collect();
        let first = convex_hull(&input).unwrap();
        for i in (1..input.len()).rev() {
            input.swap(i, random.below(i + 1));
        }
        assert_eq!(convex_hull(&input).unwrap(), first);
    }
}

#[test]
fn large_hulls_drop_details_of_half_a_millimetre_but_not_of_two() {
    let square = |bump: f32| {
        let corners = [(0.0, 0.0), (100.0, 0.0), (100.0 + bump, 50.0), (100.0, 100.0), (0.0, 100.0)];
        convex_hull(&points(&corners)).expect("a hull").len()
    };
    assert_eq!((square(2.0e-4), square(2.0e-3)), (4, 5));
}
