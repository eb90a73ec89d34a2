//! The field against distances of closed form.

use super::{Random, flat};
use crate::{Brush, Edited, Field, GroundMaterial, TerrainDef};
use cairn2d::prelude::*;

#[test]
fn samples_are_distances() {
    let mut field = Field::new(TerrainDef { size: [120, 100], ..TerrainDef::default() }).unwrap();
    field.fill(&Brush::disc([6.0, 5.0], 3.0), 0).unwrap();
    let mut random = Random(5);
    let mut near = 0;
    for _ in 0..20_000 {
        let point = vec2(random.between(0.0, 11.9), random.between(0.0, 9.9));
        let exact = 3.0 - point.distance(vec2(6.0, 5.0));
        let sample = field.sample(point);
        // Corners of a cell that is farther out may be beyond the reach of samples.
        if exact.abs() < 0.05 {
            near += 1;
            assert!((sample - exact).abs() < 0.0025, "{sample} for {exact} at {point:?}");
            let outward = (vec2(6.0, 5.0) - point).normalize_or(Vec2::X);
            let gradient = field.gradient(point);
            assert!((gradient - outward).length() < 0.05, "{gradient:?} for {outward:?}");
        }
        assert_eq!(sample > 0.0, field.is_solid(point));
        assert!(exact.abs() < 0.003 || (sample > 0.0) == (exact > 0.0));
    }
    assert!(near > 300);
    // Beyond the field, and for numbers that are none, there is no ground.
    for far in [1.0e30, f32::INFINITY, f32::NEG_INFINITY, f32::NAN] {
        assert!(field.sample([far, 5.0]) < 0.0 && !field.is_solid([5.0, far]), "{far}");
        assert_eq!(field.material([far, far]), None);
    }
}

#[test]
fn areas_have_the_distance_of_their_outline() {
    // A frame with a hole, against the distance to boxes.
    let ring = |half: f32| [vec2(-half, -half), vec2(half, -half), vec2(half, half), vec2(-half, half)];
    let rings = [ring(2.0).map(|p| p + vec2(5.03, 4.02)), ring(1.0).map(|p| p + vec2(5.03, 4.02))];
    let area = cairn2d_polygon::MultiPolygon::from_rings(
        rings.iter().map(|ring| &ring[..]),
        cairn2d_polygon::FillRule::EvenOdd,
    )
    .unwrap();
    let mut field = Field::new(TerrainDef { size: [100, 80], ..TerrainDef::default() }).unwrap();
    field.fill(&Brush::area(area), 0).unwrap();
    let inside = |p: Vec2, half: f32| {
        let (x, y) = (p.x.abs() - half, p.y.abs() - half);
        let outside = vec2(x.max(0.0), y.max(0.0)).length();
        -(outside + x.max(y).min(0.0))
    };
    for y in 0..80 {
        for x in 0..100 {
            let point = vec2(x as f32 * 0.1, y as f32 * 0.1) - vec2(5.03, 4.02);
            let exact = inside(point, 2.0).min(-inside(point, 1.0)).clamp(-0.2, 0.2);
            let sample = field.sample([x as f32 * 0.1, y as f32 * 0.1]);
            assert!((sample - exact).abs() < 0.0018, "{sample} for {exact} at {point:?}");
        }
    }
}

#[test]
fn hard_ground_recedes_less() {
    for (hardness, left) in [(0.0, false), (0.5, true), (f32::INFINITY, true)] {
        let materials = vec![GroundMaterial { hardness, ..GroundMaterial::default() }];
        let def = TerrainDef { size: [100, 100], materials, ..TerrainDef::default() };
        let mut field = Field::new(def).unwrap();
        field.fill(&Brush::disc([5.0, 5.0], 4.0), 0).unwrap();
        field.carve(&Brush::disc([5.0, 5.0], 2.0)).unwrap();
        // A ring from 1.5 to 2 m stays at a hardness of half a metre.
        assert_eq!(field.is_solid([6.75, 5.0]), left, "{hardness}");
        assert_eq!(field.is_solid([5.0, 5.0]), hardness == f32::INFINITY);
    }
}

#[test]
fn edits_count_what_they_change() {
    let mut field = flat([64, 64], 3.0).field().clone();
    let before = field.solid_area();
    let edited = field.carve(&Brush::disc([3.0, 2.5], 1.0)).unwrap();
    assert!((before - field.solid_area() - f64::from(edited.removed[0]) * 0.01).abs() < 1.0e-3);
    assert!(edited.removed[0] > 200 && edited.added == 0);
    let again = field.carve(&Brush::disc([3.0, 2.5], 1.0)).unwrap();
    assert_eq!(again, Edited { removed: vec![0], added: 0 });
    // A brush beside the field, and one without points, change nothing.
    let empty = cairn2d_polygon::MultiPolygon::default();
    for brush in [Brush::disc([-40.0, 0.0], 2.0), Brush::area(empty), Brush::disc([3.0, 900.0], 5.0)] {
        let hash = field.values.clone();
        assert_eq!(field.fill(&brush, 0).unwrap().added, 0);
        assert_eq!(field.values, hash);
    }
}

#[test]
fn bad_input_is_rejected() {
    let mut field = flat([32, 32], 1.0).field().clone();
    let before = field.values.clone();
    for brush in [
        Brush::disc([f32::NAN, 0.0], 1.0),
        Brush::disc([0.0, 0.0], f32::INFINITY),
        Brush::disc([0.0, 0.0], -1.0),
        Brush::capsule([0.0, 0.0], [1.0e30, 0.0], 1.0),
    ] {
        assert!(field.carve(&brush).is_err() && field.fill(&brush, 0).is_err(), "{brush:?}");
    }
    assert!(field.fill(&Brush::disc([1.0, 1.0], 1.0), 1).is_err());
    assert_eq!(field.values, before);
    let good = TerrainDef::default();
    for bad in [
        TerrainDef { spacing: 0.0, ..good.clone() },
        TerrainDef { spacing: f32::NAN, ..good.clone() },
        TerrainDef { size: [0, 4], ..good.clone() },
        TerrainDef { size: [16_384, 16_384], ..good.clone() },
        TerrainDef { origin: vec2(1.0e5, 0.0), ..good.clone() },
        TerrainDef { tolerance: 1.0, ..good.clone() },
        TerrainDef { materials: Vec::new(), ..good.clone() },
        TerrainDef { max_loose: 0, ..good },
    ] {
        assert!(Field::new(bad.clone()).is_err(), "{bad:?}");
    }
}
