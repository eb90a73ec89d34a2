//! Random bodies, patterns and cuts. `CAIRN2D_FRACTURES=100000 CAIRN2D_SEED=2 cargo test --release -p
//! cairn2d-fracture random_` runs as many from another seed.

use super::*;

struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    fn below(&mut self, count: u64) -> u64 {
        self.bits() % count
    }

    fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * (self.bits() & 0xff_ffff) as f32 / 16_777_216.0
    }

    fn point(&mut self, size: f32) -> Vec2 {
        vec2(self.range(-size, size), self.range(-size, size))
    }
}

/// A body of a random size from 2 cm to 50 m, and that size.
fn random_body(random: &mut Random) -> Option<(Body, f32)> {
    let size = 0.02 * 2500.0_f32.powf(random.range(0.0, 1.0));
    let far = [5.0, 5.0, 5.0, 500.0, 2.0e4, 6.0e5][random.below(6) as usize];
    let place = random.point(far);
    let body = Body::dynamic().at(place).rotated(random.range(-3.0, 3.0));
    let body = body.velocity(random.point(10.0)).angular_velocity(random.range(-5.0, 5.0));
    let body = match random.below(6) {
        0 => body.with(Rect::half(size, size * random.range(0.2, 1.0))),
        1 => body.with(Circle::new(size)),
        2 => body.with(Capsule::new([-size, 0.0], [size, 0.0], size * random.range(0.2, 0.6))),
        3 => {
            let points: Vec<Vec2> = (0..3 + random.below(8)).map(|_| random.point(size)).collect();
            body.with(Polygon::new(&points).ok()?)
        }
        _ => {
            let points: Vec<Vec2> = (0..5 + random.below(12)).map(|_| random.point(size)).collect();
            let area = MultiPolygon::from_rings([&points[..]], FillRule::EvenOdd).unwrap();
            body.outline(&area, if random.below(2) == 0 { 0.0 } else { 0.01 * size }).ok()?
        }
    };
    Some((body, size))
}

fn random_fracture(random: &mut Random, size: f32) -> Fracture {
    let how = match random.below(5) {
        0 => Fracture::voronoi(1 + random.below(40) as u32),
        1 => {
            Fracture::impact(random.point(size), size * random.range(0.05, 1.0), 2 + random.below(40) as u32)
        }
        2 => {
            let (rays, rings) = (3 + random.below(12) as u32, 1 + random.below(5) as u32);
            Fracture::radial(random.point(1.5 * size), rays, rings, size * random.range(0.1, 2.0))
        }
        3 => Fracture::bricks(size * random.range(0.2, 1.5), size * random.range(0.2, 1.5)),
        _ => {
            // Sites on a lattice, where four cells meet in a point.
            let step = size * 0.3;
            let sites = (0..2 + random.below(20)).map(|_| {
                vec2(step * random.below(7) as f32 - 3.0 * step, step * random.below(7) as f32 - 3.0 * step)
            });
            Fracture::new(Pattern::Sites(sites.collect()))
        }
    };
    let how = how.seed(random.bits()).min_width((0.02 * size).max(1.0e-3));
    if random.below(3) == 0 { how.min_area(0.01 * size * size) } else { how }
}

/// Smallest width of the widest shape of a piece, of those pieces that touch others.
fn slivers(world: &World, pieces: &[BodyId], least: f32) -> usize {
    let thick = |id: BodyId| {
        let body = world.body(id).unwrap();
        body.shapes().any(|id| {
            let corners = world.shape(id).unwrap().geometry().core().points().to_vec();
            crate::plane::width(&corners) >= f64::from(least) * 0.999
        })
    };
    pieces.iter().filter(|&&id| !thick(id)).count()
}

#[test]
fn random_shatters_and_cuts_are_never_refused() {
    let count = std::env::var("CAIRN2D_FRACTURES").ok().and_then(|count| count.parse().ok()).unwrap_or(300);
    let seed = std::env::var("CAIRN2D_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut random = Random(seed);
    let (mut done, mut made, mut thin) = (0, 0, 0);
    while done < count {
        let mut world = weightless();
        let Some((body, size)) = random_body(&mut random) else { continue };
        let Ok(id) = world.spawn(body) else { continue };
        let before = sums(&world, &[id]);
        let needle = size * size / area_of(&world, id) as f32;
        let mut what = format!("fracture {done} of {size} m");
        let pieces = if random.below(3) == 0 {
            let (center, least) = (world.body(id).unwrap().center(), (0.02 * size).max(1.0e-3));
            let way = Rot::from_angle(random.range(-3.0, 3.0)).x_axis() * (8.0 * size);
            let off = random.point(0.5 * size);
            let cut = slice(&mut world, id, center + off - way, center + off + way, least);
            let Some(cut) = cut.unwrap_or_else(|error| panic!("cut {done}: {error}")) else { continue };
            thin += slivers(&world, &cut.pieces, least);
            cut.pieces
        } else {
            let how = random_fracture(&mut random, size);
            what = format!("{what}: {how:?}");
            let pieces =
                shatter(&mut world, id, &how).unwrap_or_else(|error| panic!("{done}: {error}: {how:?}"));
            thin += slivers(&world, &pieces, how.min_width);
            pieces
        };
        // Rounding of coordinates far out limits the centres of mass; that of corners, the area of needles.
        let far = world.body(pieces[0]).unwrap().position().length() / size;
        let share = 1.0e-6 * f64::from(1.0_f32.max(0.1 * far).max(0.01 * needle));
        agree(before, sums(&world, &pieces), share, 5.0e-2, &what);
        assert!(world.body(id).is_none());
        made += pieces.len();
        done += 1;
    }
    // A body that is thin itself cannot have thick pieces.
    assert!(thin * 50 <= made, "{thin} slivers of {made} pieces");
}
