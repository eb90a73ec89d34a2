//! The outline in the world against closed forms, and its borders.

use super::{Random, flat, outline_area, segments};
use crate::{Brush, Terrain, TerrainDef};
use cairn2d::prelude::*;
use core::f64::consts::PI;

#[test]
fn area_of_carved_discs_is_exact_to_a_fifth_of_a_percent() {
    let mut random = Random(3);
    let mut worst = 0.0_f64;
    for round in 0..40 {
        let mut world = World::new(WorldConfig::default()).unwrap();
        let mut terrain = flat([200, 160], 30.0);
        terrain.apply(&mut world).unwrap();
        let before = outline_area(&world);
        let center = [random.between(6.0, 14.0), random.between(6.0, 10.0)];
        let radius = if round < 20 { 2.0 } else { random.between(1.5, 4.0) };
        terrain.field_mut().carve(&Brush::disc(center, radius)).unwrap();
        terrain.apply(&mut world).unwrap();
        let carved = before - outline_area(&world);
        let exact = PI * f64::from(radius) * f64::from(radius);
        worst = worst.max((carved / exact - 1.0).abs());
    }
    assert!(worst < 0.002, "relative error {worst}");
    assert!(worst > 1.0e-6, "an outline of few corners cannot be exact");
}

#[test]
fn area_of_carved_polygons_is_exact() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let mut terrain = flat([200, 160], 30.0);
    terrain.apply(&mut world).unwrap();
    let before = outline_area(&world);
    let star: Vec<Vec2> = (0..10)
        .map(|k| {
            let (angle, radius) = (0.3 + k as f32 * 0.628_318_5, if k % 2 == 0 { 5.0 } else { 2.5 });
            vec2(10.0 + radius * angle.cos(), 8.0 + radius * angle.sin())
        })
        .collect();
    let area = cairn2d_polygon::MultiPolygon::from_ring(&star).unwrap();
    let exact = f64::from(area.area());
    terrain.field_mut().carve(&Brush::area(area)).unwrap();
    terrain.apply(&mut world).unwrap();
    let carved = before - outline_area(&world);
    // Corners are cut within a cell.
    assert!((carved / exact - 1.0).abs() < 0.005, "{carved} of {exact}");
}

/// Every segment ends where another one begins, with the same bits, and knows its points beyond.
fn assert_closed(world: &World) -> usize {
    let list = segments(world);
    let key = |point: Vec2| (point.x.to_bits(), point.y.to_bits());
    let mut starts: Vec<_> = list.iter().map(|segment| (key(segment[1]), *segment)).collect();
    starts.sort_by_key(|entry| entry.0);
    let mut gaps = 0;
    for [_, a, b, after] in &list {
        let at = starts.partition_point(|entry| entry.0 < key(*b));
        match starts.get(at).filter(|entry| entry.0 == key(*b)) {
            Some((_, [before, _, end, _])) => {
                assert_eq!((key(*after), key(*before)), (key(*end), key(*a)), "beyond {b:?}");
            }
            // Segments shorter than a slop are left out.
            None => {
                let near = list.iter().map(|other| other[1].distance(*b)).fold(f32::MAX, f32::min);
                assert!(near < 0.005, "no segment begins at {b:?}, the nearest is {near} m away");
                gaps += 1;
            }
        }
    }
    gaps
}

#[test]
fn outlines_of_neighbors_meet_bit_for_bit() {
    let mut random = Random(11);
    let (mut gaps, mut shapes) = (0, 0);
    for _ in 0..6 {
        let mut world = World::new(WorldConfig::default()).unwrap();
        let mut terrain = flat([130, 100], 6.0);
        for _ in 0..60 {
            let center = [random.between(-1.0, 14.0), random.between(-1.0, 11.0)];
            let radius = random.between(0.05, 1.5);
            let to = [center[0] + random.between(-3.0, 3.0), center[1] + random.between(-3.0, 3.0)];
            let brush = if random.next() < 0.5 {
                Brush::disc(center, radius)
            } else {
                Brush::capsule(center, to, 0.5 * radius)
            };
            if random.next() < 0.6 {
                terrain.field_mut().carve(&brush).unwrap();
            } else {
                terrain.field_mut().fill(&brush, 0).unwrap();
            }
            terrain.apply(&mut world).unwrap();
            gaps += assert_closed(&world);
            shapes += segments(&world).len();
        }
        // A terrain that is made at once from the same field has the same ground.
        let mut fresh_world = World::new(WorldConfig::default()).unwrap();
        let mut bytes = Vec::new();
        terrain.field().write(&mut bytes);
        let mut fresh = Terrain::with_field(crate::Field::read(&bytes).unwrap());
        let all: Vec<usize> = (0..fresh.field.dirty.len()).collect();
        for chunk in all {
            fresh.field.dirty.mark(chunk);
        }
        fresh.apply(&mut fresh_world).unwrap();
        let sorted = |world: &World| {
            let mut list: Vec<_> =
                segments(world).iter().map(|s| s.map(|p| (p.x.to_bits(), p.y.to_bits()))).collect();
            list.sort_unstable();
            list
        };
        assert_eq!(sorted(&world), sorted(&fresh_world));
    }
    assert!(gaps * 1000 < shapes, "{gaps} gaps among {shapes} segments");
}

#[test]
fn outlines_of_materials_are_those_of_their_samples() {
    let materials = vec![
        crate::GroundMaterial::default(),
        crate::GroundMaterial { friction: 0.1, hardness: f32::INFINITY, ..Default::default() },
    ];
    let mut world = World::new(WorldConfig::default()).unwrap();
    let mut terrain =
        Terrain::new(TerrainDef { size: [100, 60], materials, ..TerrainDef::default() }).unwrap();
    terrain.field_mut().fill(&Brush::capsule([-9.0, -7.0], [20.0, -7.0], 10.0), 0).unwrap();
    terrain.field_mut().carve(&Brush::disc([5.0, 3.0], 1.5)).unwrap();
    terrain.field_mut().fill(&Brush::disc([5.0, 3.0], 1.5), 1).unwrap();
    terrain.apply(&mut world).unwrap();
    let (mut ice, mut soil) = (0, 0);
    for body in world.bodies() {
        for id in world.body(body).unwrap().shapes() {
            let shape = world.shape(id).unwrap();
            let Shape::ChainSegment(chain) = shape.geometry() else { continue };
            let middle = (chain.a + chain.b) * 0.5;
            let on_disc = (middle.distance(vec2(5.0, 3.0)) - 1.5).abs() < 0.02 && middle.y > 3.05;
            let on_top = (middle.y - 3.0).abs() < 0.01 && (middle.x - 5.0).abs() > 1.6;
            ice += usize::from(on_disc);
            soil += usize::from(on_top);
            if on_disc || on_top {
                assert_eq!(shape.material().friction, if on_disc { 0.1 } else { 0.6 }, "{middle:?}");
            }
        }
    }
    assert!(ice > 10 && soil > 5, "{ice} {soil}");
    // The hard disc stays when all around is carved.
    terrain.field_mut().carve(&Brush::disc([5.0, 3.0], 2.5)).unwrap();
    assert!(terrain.field().is_solid([5.0, 4.3]) && !terrain.field().is_solid([5.0, 1.2]));
}
