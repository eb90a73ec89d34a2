//! Areas against naive winding counts, and the test cases of other libraries where they are at hand.

use super::*;
use cairn2d_math::vec2;
use std::fmt::Write;

/// Random numbers (PCG, O'Neill 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn bits(&mut self) -> u32 {
        let old = self.0;
        self.0 = old.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((((old >> 18) ^ old) >> 27) as u32).rotate_right((old >> 59) as u32)
    }

    pub(crate) fn unit(&mut self) -> f32 {
        (self.bits() >> 8) as f32 / (1 << 24) as f32
    }
}

fn ring(points: &[[f32; 2]]) -> Vec<Vec2> {
    points.iter().map(|&[x, y]| vec2(x, y)).collect()
}

/// How often rings wind around a point, and the distance to the nearest side.
fn winding(rings: &[Vec<Vec2>], p: Vec2) -> (i32, f64) {
    let (mut count, mut nearest) = (0, f64::MAX);
    for ring in rings {
        for k in 0..ring.len() {
            let (a, b) = (ring[k], ring[(k + 1) % ring.len()]);
            let wide = |p: Vec2| (f64::from(p.x), f64::from(p.y));
            let ((ax, ay), (bx, by), (x, y)) = (wide(a), wide(b), wide(p));
            let side = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
            if ay <= y && by > y && side > 0.0 {
                count += 1;
            }
            if ay > y && by <= y && side < 0.0 {
                count -= 1;
            }
            let square = (bx - ax).powi(2) + (by - ay).powi(2);
            let t = if square == 0.0 { 0.0 } else { ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / square };
            let t = t.clamp(0.0, 1.0);
            nearest = nearest.min((ax + t * (bx - ax) - x).hypot(ay + t * (by - ay) - y));
        }
    }
    (count, nearest)
}

#[test]
fn areas_agree_with_naive_winding_counts() {
    let mut random = Random(7);
    for round in 0..3000 {
        let lattice = round % 3 == 0;
        let rings: Vec<Vec<Vec2>> = (0..1 + random.bits() % 3)
            .map(|_| {
                let count = 3 + random.bits() % 10;
                (0..count)
                    .map(|_| {
                        let p = vec2(random.unit() * 8.0 - 3.0, random.unit() * 8.0 - 3.0);
                        if lattice { vec2(p.x.floor(), p.y.floor()) } else { p }
                    })
                    .collect()
            })
            .collect();
        let rules = [FillRule::NonZero, FillRule::EvenOdd, FillRule::Positive];
        let areas = rules.map(|r| MultiPolygon::from_rings(rings.iter().map(|ring| &ring[..]), r).unwrap());
        for _ in 0..20 {
            let p = vec2(random.unit() * 9.0 - 3.5, random.unit() * 9.0 - 3.5);
            let (count, nearest) = winding(&rings, p);
            if nearest < 1.0e-5 {
                continue;
            }
            let expected = [count != 0, count % 2 != 0, count > 0];
            for k in 0..3 {
                assert_eq!(areas[k].contains(p), expected[k], "{p:?} {:?} of {rings:?}", rules[k]);
            }
        }
    }
}

/// No two sides of clean rings cross or touch except at common corners: exact, all pairs.
fn assert_clean(area: &MultiPolygon) {
    let (rings, _) = area.to_grid();
    let mut sides = Vec::new();
    for ring in rings.iter() {
        for k in 0..ring.len() {
            sides.push((ring[k], ring[(k + 1) % ring.len()]));
        }
    }
    for (index, &(a, b)) in sides.iter().enumerate() {
        for &(c, d) in &sides[index + 1..] {
            use crate::grid::cross;
            let signs = [cross(a, b, c), cross(a, b, d), cross(c, d, a), cross(c, d, b)].map(i64::signum);
            assert!(signs[0] * signs[1] >= 0 || signs[2] * signs[3] >= 0, "{a:?}{b:?} x {c:?}{d:?}");
            for (p, (s, t)) in [(c, (a, b)), (d, (a, b)), (a, (c, d)), (b, (c, d))] {
                let on = cross(s, t, p) == 0 && crate::grid::dot(p, s, t) < 0;
                assert!(!on, "{p:?} on {s:?}{t:?}");
            }
        }
    }
}

#[test]
fn booleans_of_random_areas_are_clean_and_their_areas_add_up() {
    let mut random = Random(3);
    for round in 0..1500 {
        let mut make = || {
            let count = 3 + random.bits() % 14;
            let points: Vec<Vec2> = (0..count)
                .map(|_| {
                    let p = vec2(random.unit() * 12.0, random.unit() * 12.0);
                    if round % 2 == 0 { vec2(p.x.floor(), p.y.floor()) } else { p }
                })
                .collect();
            MultiPolygon::from_rings([&points[..]], FillRule::EvenOdd).unwrap()
        };
        let (a, b) = (make(), make());
        let of = |operation| a.boolean(&b, operation).unwrap();
        let (or, and) = (of(Boolean::Union), of(Boolean::Intersection));
        let (less, xor) = (of(Boolean::Difference), of(Boolean::Xor));
        for area in [&a, &b, &or, &and, &less, &xor] {
            assert_clean(area);
        }
        let near = |x: f32, y: f32| assert!((x - y).abs() <= 1.0e-6 * 144.0, "round {round}: {x} {y}");
        near(or.area() + and.area(), a.area() + b.area());
        near(less.area() + and.area(), a.area());
        near(xor.area(), or.area() - and.area());
        // A - (A - B) = A and B.
        let twice = a.boolean(&less, Boolean::Difference).unwrap();
        near(twice.area(), and.area());
    }
}

#[test]
fn bad_points_are_errors_that_name_them() {
    let good = vec2(1.0, 1.0);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let error = MultiPolygon::from_ring(&[good, vec2(0.0, bad), good]).unwrap_err();
        assert!(matches!(error, PolygonError::NotFinite { index: 1, .. }), "{error}");
        assert!(!MultiPolygon::default().contains(vec2(bad, 0.0)));
    }
    let error = MultiPolygon::from_ring(&[good, good, vec2(2.0e6, 0.0)]).unwrap_err();
    assert!(matches!(error, PolygonError::TooLarge { index: 2, .. }), "{error}");
    let many = vec![good; MAX_POINTS + 1];
    assert!(matches!(MultiPolygon::from_ring(&many), Err(PolygonError::TooManyPoints { .. })));
    // Every side crosses nearly every other one.
    let mut random = Random(1);
    let wild: Vec<Vec2> = (0..20_000).map(|_| vec2(random.unit(), random.unit())).collect();
    assert!(matches!(MultiPolygon::from_ring(&wild), Err(PolygonError::TooManyCrossings { .. })));
}

#[test]
fn input_without_area_is_empty() {
    let line = ring(&[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]);
    for points in [&line[..], &line[..2], &line[..1], &[]] {
        let area = MultiPolygon::from_ring(points).unwrap();
        assert!(area.is_empty());
        assert_eq!((area.area(), area.perimeter(), area.bounds()), (0.0, 0.0, None));
        assert_eq!(area.region(), Region::default());
        assert_eq!(area.boolean(&area, Boolean::Union).unwrap(), area);
    }
}

#[test]
fn moments_of_a_frame_are_those_of_the_formula() {
    let frame = ring(&[[10.0, 10.0], [14.0, 10.0], [14.0, 14.0], [10.0, 14.0]]);
    let hole = ring(&[[11.0, 11.0], [13.0, 11.0], [13.0, 13.0], [11.0, 13.0]]);
    let area = MultiPolygon::from_rings([&frame[..], &hole[..]], FillRule::EvenOdd).unwrap();
    let region = area.region();
    assert_eq!((region.area, area.perimeter()), (12.0, 24.0));
    assert_eq!(region.centroid, vec2(12.0, 12.0));
    // A square of side a has a^4 / 6.
    let expected = (256.0 - 16.0) / 6.0;
    assert!((region.second_moment - expected).abs() < 1.0e-4 * expected);
}

/// The data of the workspace beside a checkout, which is not part of the repository.
pub(crate) fn shared(path: &str) -> Option<String> {
    let folder = std::env::var("CAIRN2D_DATA").unwrap_or_else(|_| "../../../shared/data".into());
    let text = std::fs::read_to_string(format!("{folder}/{path}")).ok();
    if text.is_none() {
        std::eprintln!("{folder}/{path} is not there; this test needs it and checks nothing");
    }
    text
}

/// Clipper2's own cases: area and number of rings are in the file.
#[test]
fn the_cases_of_clipper2_have_their_areas() {
    let Some(text) = shared("boolean/clipper2-polygons.txt") else { return };
    // Some coordinates are beyond those of the engine.
    const SCALE: f32 = 1.0 / 64.0;
    let (mut cases, mut wrong) = (0, String::new());
    for case in text.split("CAPTION:").skip(1) {
        let field = |name: &str| {
            let line = case.lines().find_map(|line| line.trim().strip_prefix(name));
            line.map(|rest| rest.trim().to_owned()).unwrap_or_default()
        };
        // Negative is positive backwards.
        let is_negative = field("FILLRULE:") == "NEGATIVE";
        let reversed = |mut ring: Vec<Vec2>| {
            if is_negative {
                ring.reverse();
            }
            ring
        };
        let rings = |from: &str, to: &str| -> Vec<Vec<Vec2>> {
            let Some(start) = case.find(from) else { return Vec::new() };
            let text = &case[start + from.len()..];
            let text = &text[..text.find(to).unwrap_or(text.len())];
            let numbers = |line: &str| -> Vec<f32> {
                line.split(|c: char| !(c.is_ascii_digit() || c == '-' || c == '.'))
                    .filter_map(|word| word.parse().ok())
                    .collect()
            };
            let lines = text.lines().map(numbers).filter(|line| line.len() >= 2);
            let points =
                |line: Vec<f32>| line.chunks_exact(2).map(|p| vec2(p[0] * SCALE, p[1] * SCALE)).collect();
            lines.map(points).map(&reversed).collect()
        };
        let rule = match field("FILLRULE:").as_str() {
            "EVENODD" => FillRule::EvenOdd,
            "NONZERO" => FillRule::NonZero,
            "POSITIVE" | "NEGATIVE" => FillRule::Positive,
            other => panic!("fill rule {other}"),
        };
        let operation = match field("CLIPTYPE:").as_str() {
            "UNION" => Boolean::Union,
            "INTERSECTION" => Boolean::Intersection,
            "DIFFERENCE" => Boolean::Difference,
            "XOR" => Boolean::Xor,
            other => panic!("operation {other}"),
        };
        let area =
            |rings: Vec<Vec<Vec2>>| MultiPolygon::from_rings(rings.iter().map(|r| &r[..]), rule).unwrap();
        let (subjects, clips) = (area(rings("SUBJECTS\n", "CLIPS")), area(rings("CLIPS\n", "CAPTION")));
        let result = subjects.boolean(&clips, operation).unwrap();
        let expected: f64 = field("SOL_AREA:").parse().unwrap_or(0.0);
        cases += 1;
        let expected = expected * f64::from(SCALE * SCALE);
        let off = (f64::from(result.area()) - expected).abs();
        // The expected areas are those of corners rounded to whole numbers.
        let rounding = 0.25 * f64::from(SCALE * result.perimeter());
        if expected > 0.0 && off > rounding && off > 0.005 * expected {
            let caption = case.lines().next().unwrap_or_default();
            writeln!(wrong, "{caption}: {} for {expected}", result.area()).unwrap();
        }
    }
    assert_eq!(cases, 195);
    assert!(wrong.is_empty(), "of {cases} cases:\n{wrong}");
}
