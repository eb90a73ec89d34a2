//! Targets of fractures: breakable bodies, patterns and cuts.

use cairn2d::prelude::*;
use cairn2d::system::WorldSystem;
use cairn2d_fracture::{Breakables, Fracture, Pattern, Strength, shatter, slice};

use crate::Random;
use crate::systems::{small_world, system};

/// The bytes of breakable bodies. An accepted list goes on like its own copy.
pub fn breakables(bytes: &[u8]) -> bool {
    system(&small_world(), Breakables::new, bytes)
}

/// A first byte with settings, then numbers: a pattern, a body of convex hulls of up to six points, and a
/// cut. Pieces have the mass of the body, and a second break works on pieces too.
pub fn fracture(bytes: &[u8]) -> bool {
    let Some((&settings, rest)) = bytes.split_first() else { return false };
    let numbers: Vec<f32> = rest.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
    let Some((&[a, b, c, d, min_area, min_width], points)) = numbers.split_first_chunk() else {
        return false;
    };
    let (at, count) = (Vec2::new(a, b), (c.abs() as u32).min(300));
    let points: Vec<Vec2> = points.as_chunks().0.iter().map(|&[x, y]| Vec2::new(x, y)).collect();
    let hulls: Vec<Polygon> =
        points.chunks(6).filter_map(|points| Polygon::new(points).ok()).take(20).collect();
    let rings = 1 + count % 7;
    let pattern = match settings % 5 {
        0 => Pattern::Voronoi { count, focus: None },
        1 => Pattern::Voronoi { count, focus: Some((at, d)) },
        2 => Pattern::Radial { center: at, rays: count.div_ceil(rings), rings, radius: d },
        3 => Pattern::Bricks { size: large_bricks(at, &hulls) },
        _ => Pattern::Sites(points.iter().copied().take(100).collect()),
    };
    let mut how = Fracture::new(pattern).seed(u64::from(settings)).min_area(min_area).min_width(min_width);
    if settings & 32 != 0 {
        (how.min_area, how.min_width) = (0.0, 0.01);
    }
    let body = hulls.into_iter().fold(Body::dynamic().velocity([1.0, 2.0]).angular_velocity(0.5), Body::with);
    let mut world = World::new(WorldConfig::default()).expect("valid settings");
    let Ok(body) = world.spawn(body) else { return false };
    let mass = world.body(body).map_or(0.0, |body| body.mass().mass);
    let hash = world.hash();
    if settings & 64 != 0 {
        let mut list = Breakables::new();
        if list.add(&mut world, body, &how, Strength::new(1.0, d), |center| center.y < b).is_err() {
            assert_eq!(world.hash(), hash, "a refused body changed: {how:?}");
            return false;
        }
        list.strike(&mut world, body, [0.0, 0.0], c.abs().min(1.0e15)).expect("a good blow");
        world.step(1.0 / 60.0).expect("a good length of step");
        world.validate().unwrap_or_else(|what| panic!("{what}: {how:?}"));
        return true;
    }
    let Ok(pieces) = shatter(&mut world, body, &how) else {
        assert_eq!(world.hash(), hash, "a refused fracture changed the world: {how:?}");
        return false;
    };
    let sum: f64 = pieces.iter().map(|&id| f64::from(world.body(id).expect("new").mass().mass)).sum();
    let whole = f64::from(mass);
    assert!((sum - whole).abs() <= 2.0e-6 * whole, "pieces of {sum} kg of {whole}: {how:?}");
    let piece = pieces[pieces.len() / 2];
    let _ = slice(&mut world, piece, at - Vec2::new(1.0e3, c), at + Vec2::new(1.0e3, d), 0.01);
    world.step(1.0 / 60.0).expect("a good length of step");
    world.validate().unwrap_or_else(|what| panic!("{what}: {how:?}"));
    true
}

/// The size of bricks, at least a sixteenth of the body: the memory of a fracture grows with the number of
/// pieces that it asks for.
fn large_bricks(size: Vec2, hulls: &[Polygon]) -> Vec2 {
    let corners = || hulls.iter().flat_map(|hull| hull.vertices());
    let bounds = corners().fold(None, |bounds: Option<Aabb>, &corner| {
        let own = Aabb { min: corner, max: corner };
        Some(bounds.map_or(own, |bounds| bounds.union(own)))
    });
    let least = bounds.map_or(Vec2::ZERO, |bounds| (bounds.max - bounds.min) / 16.0);
    let enlarged = |size: f32, least: f32| if size > 0.0 && size < least { least } else { size };
    Vec2::new(enlarged(size.x, least.x), enlarged(size.y, least.y))
}

/// Bytes of breakable bodies, whole and broken.
pub(crate) fn breakable_lists() -> Vec<Vec<u8>> {
    let with_toughness = |toughness: f32| {
        let mut world = small_world();
        let mut list = Breakables::new();
        for (kind, x) in [(Body::fixed(), 0.0), (Body::dynamic(), 3.0)] {
            let body = world.spawn(kind.at([x, 1.0]).with(Rect::half(0.5, 1.0))).expect("a valid body");
            let strength = Strength::new(toughness, 2.0);
            list.add(&mut world, body, &Fracture::bricks(0.5, 0.25), strength, |center| center.y < -0.8)
                .expect("a good fracture");
            list.strike(&mut world, body, [x, 1.0], 2.0).expect("a good blow");
        }
        let mut bytes = Vec::new();
        list.write(&mut bytes);
        bytes
    };
    [1.0e9, 4.0, 0.0].map(with_toughness).to_vec()
}

/// Input of [`fracture`]: boxes and hulls near the origin, of many sizes.
pub(crate) fn fractures(random: &mut Random) -> Vec<u8> {
    let mut bytes = vec![random.next() as u8];
    let size = 10.0_f32.powi(random.below(6) as i32 - 3);
    let mut number = |random: &mut Random, value: f32| {
        let value = if random.one_in(60) { random.strange() } else { value };
        bytes.extend(value.to_le_bytes());
    };
    let at = [random.range(0.05, 1.0) * size, random.range(0.05, 1.0) * size];
    let count = random.below(100) as f32;
    let rest = [random.range(0.01, 3.0) * size, 0.0, (0.01 * size).max(0.001)];
    for value in [at[0], at[1], count, rest[0], rest[1], rest[2]] {
        number(random, value);
    }
    for hull in 0..1 + random.below(6) {
        for _ in 0..6 {
            let point = [hull as f32 * size + random.range(-1.0, 1.0) * size, random.range(-1.0, 1.0) * size];
            number(random, point[0]);
            number(random, point[1]);
        }
    }
    bytes
}
