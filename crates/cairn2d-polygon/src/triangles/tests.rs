//! Triangulation and simplification against areas, naive distances and exact crossing tests.

use super::*;
use crate::area::tests::{Random, shared};
use crate::rings::FillRule;
use cairn2d_math::vec2;

fn random_area(random: &mut Random, round: u32) -> MultiPolygon {
    let rings: Vec<Vec<Vec2>> = (0..1 + random.bits() % 4)
        .map(|_| {
            (0..3 + random.bits() % 14)
                .map(|_| {
                    let p = vec2(random.unit() * 9.0, random.unit() * 9.0);
                    if round % 2 == 0 { vec2(p.x.floor(), p.y.floor()) } else { p }
                })
                .collect()
        })
        .collect();
    MultiPolygon::from_rings(rings.iter().map(|ring| &ring[..]), FillRule::EvenOdd).unwrap()
}

/// Triangles are counter-clockwise, use corners of the area, and add up to it exactly.
fn check_triangles(area: &MultiPolygon) {
    let result = triangulate(area);
    let (rings, grid) = area.to_grid();
    let mut twice = 0;
    for triangle in &result.triangles {
        let [a, b, c] = triangle.map(|index| grid.node(result.points[index as usize]));
        let own = cross(a, b, c);
        assert!(own > 0);
        twice += own;
        let middle = Vec2::new(
            ((f64::from(a.x) + f64::from(b.x) + f64::from(c.x)) / 3.0 * grid.step) as f32,
            ((f64::from(a.y) + f64::from(b.y) + f64::from(c.y)) / 3.0 * grid.step) as f32,
        );
        // Rounding may move the middle of a thin triangle out of it.
        if own > 1 << 36 {
            assert!(area.contains(middle), "{middle:?}");
        }
    }
    assert_eq!(twice, rings.twice_area());
}

#[test]
fn triangles_of_random_areas_add_up_exactly() {
    let mut random = Random(21);
    for round in 0..3000 {
        check_triangles(&random_area(&mut random, round));
    }
}

/// Outlines beside the checkout.
pub(crate) fn outlines(text: &str) -> Vec<(String, Vec<Vec<Vec2>>)> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let mut outlines = Vec::new();
    while let Some(line) = lines.next() {
        let (name, count) = line.rsplit_once(' ').unwrap();
        let ring = |line: &str| -> Vec<Vec2> {
            let numbers: Vec<f32> =
                line.split_whitespace().skip(1).map(|word| word.parse().unwrap()).collect();
            // Web maps have coordinates beyond those of the engine.
            numbers.chunks_exact(2).map(|p| vec2(p[0] / 64.0, p[1] / 64.0)).collect()
        };
        let rings = (0..count.parse().unwrap()).map(|_| ring(lines.next().unwrap())).collect();
        outlines.push((name.to_owned(), rings));
    }
    outlines
}

#[test]
fn triangles_of_known_outlines_add_up_exactly() {
    for set in ["synthetic", "invalid", "earcut", "cgshop2023", "countries50m", "glyphs_dejavu_serif"] {
        let Some(text) = shared(&format!("outlines/{set}.txt")) else { return };
        for (_, rings) in outlines(&text) {
            for rule in [FillRule::NonZero, FillRule::EvenOdd] {
                let rings = rings.iter().map(|ring| &ring[..]);
                check_triangles(&MultiPolygon::from_rings(rings, rule).unwrap());
            }
        }
    }
}

fn distance(p: Vec2, rings: &MultiPolygon) -> f32 {
    let mut best = f32::INFINITY;
    for ring in rings.rings() {
        for k in 0..ring.len() {
            let (a, b) = (ring[k], ring[(k + 1) % ring.len()]);
            let t = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
            best = best.min(p.distance(a + (b - a) * t));
        }
    }
    best
}

#[test]
fn simplified_sides_are_within_the_tolerance_and_locked_corners_stay() {
    let mut random = Random(33);
    for round in 0..1500 {
        let area = random_area(&mut random, round);
        let tolerance = random.unit() * random.unit();
        let is_locked = |p: Vec2| p.x > 6.0;
        let simple = area.simplify(tolerance, is_locked).unwrap();
        assert!(simple.error <= tolerance);
        assert_eq!(simple.area.rings().count(), area.rings().count());
        for &corner in area.points() {
            assert!(distance(corner, &simple.area) <= simple.error + 1.0e-5);
            assert!(!is_locked(corner) || simple.area.points().contains(&corner));
        }
        for ring in simple.area.rings() {
            for k in 0..ring.len() {
                let (a, b) = (ring[k], ring[(k + 1) % ring.len()]);
                for t in [0.25, 0.5, 0.75] {
                    assert!(distance(a + (b - a) * t, &area) <= simple.error + 1.0e-5);
                }
            }
        }
        // Still clean: cleaning changes nothing but the order.
        let again = MultiPolygon::from_rings(simple.area.rings(), FillRule::NonZero).unwrap();
        assert_eq!(again.to_grid().0.twice_area(), simple.area.to_grid().0.twice_area());
        check_triangles(&simple.area);
    }
}
