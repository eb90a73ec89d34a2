//! Liquid and bodies: draught, momentum, rest, paddles.

use cairn2d::prelude::*;
use cairn2d::system::Systems;

use super::rest::{Build, DT, GRAVITY, Tank, build_room, empty_world};
use crate::{Particles, ParticlesDef};

/// A pool in a closed room with its left lower corner off the grid.
fn pool(spacing: f32, width: f32, depth: f32) -> Tank {
    Tank {
        spacing,
        block: [width, depth],
        size: [width, 3.0 * depth],
        corner: [0.03, 0.07],
        build: Build::Thick,
    }
}

/// Depth of the middle of a floating square below the surface plus a half, in sides: where the part under
/// water has the share `density` of its area.
fn draught(density: f32, tilt: f32) -> f32 {
    let (sin, cos) = (tilt.sin().abs(), tilt.cos().abs());
    // The square is as wide as this at a height over its middle.
    let width = |height: f32| {
        let from_corner = 0.5 * (sin + cos) - height.abs();
        (from_corner / (sin * cos).max(1.0e-6)).min(1.0 / sin.max(cos)).max(0.0)
    };
    let (mut area, mut height) = (0.0, -0.75);
    while area < density {
        area += width(height) * 1.0e-4;
        height += 1.0e-4;
    }
    0.5 + height
}

#[test]
fn boxes_float_at_their_draught() {
    // At rest on its corner, a square of density 0.25 has its middle 0.207 sides above the surface.
    assert!((draught(0.25, core::f32::consts::FRAC_PI_4) - 0.2929).abs() < 1.0e-3);
    assert!((draught(0.25, 0.0) - 0.25).abs() < 1.0e-3);

    for (spacing, side) in [(0.1, 1.0_f32), (0.05, 0.6)] {
        for density in [0.05_f32, 0.25, 0.5, 0.75] {
            let tank = pool(spacing, 5.0, 2.0);
            let (mut world, mut systems) = tank.make();
            let half = 0.5 * side;
            let crate_body =
                Body::dynamic().at([2.53, 2.07 + half]).with(Rect::half(half, half).density(density));
            let body = world.spawn(crate_body).unwrap();
            let (mut speeds, mut draughts) = (0.0_f32, 0.0);
            for step in 0..1200 {
                systems.step(&mut world, DT).unwrap();
                if step < 1080 {
                    continue;
                }
                let water = systems.get::<Particles>().unwrap();
                let body = world.body(body).unwrap();
                // The surface is where liquid and box together have their volume.
                let volume = water.len() as f32 * spacing * spacing + density * side * side;
                let level = tank.corner[1] + volume / 5.0;
                draughts += (level - (body.position().y - half)) / side / 120.0;
                speeds = speeds.max(body.velocity().length());
            }
            let tilt = world.body(body).unwrap().angle();
            println!("side {side} density {density}: draught {draughts}, speed {speeds}, tilt {tilt}");
            assert!(speeds < 1.0e-3, "{speeds} m/s at rest");
            let exact = draught(density, tilt);
            assert!((draughts - exact).abs() < 0.03, "{draughts} of {exact}");
        }
    }
}

#[test]
fn liquid_and_bodies_in_free_fall_keep_their_momentum() {
    for ratio in [0.05, 1.0, 20.0] {
        for gravity in [0.0, GRAVITY] {
            let mut world = World::new(WorldConfig::with_gravity([0.0, -gravity])).unwrap();
            let bounds = Aabb::new([-20.0, -40.0], [20.0, 20.0]);
            let mut water = Particles::new(ParticlesDef { bounds, ..ParticlesDef::default() }).unwrap();
            let drop = Shape::from(Circle::new(0.8));
            water.fill_shape(&drop, Pose::from_position([-1.5, 5.0]), [4.0, 0.5]).unwrap();
            let count = water.len();
            let mut bodies = Vec::new();
            for y in [4.6, 5.7] {
                let body = Body::dynamic().at([0.0, y]).with(Rect::half(0.4, 0.4).density(ratio));
                bodies.push(world.spawn(body).unwrap());
            }
            let mut systems = Systems::new().with(water);
            let momentum = |world: &World, systems: &Systems| {
                let mut sum = systems.get::<Particles>().unwrap().momentum();
                for &id in &bodies {
                    let body = world.body(id).unwrap();
                    let mass = f64::from(body.mass().mass);
                    sum[0] += mass * f64::from(body.velocity().x);
                    sum[1] += mass * f64::from(body.velocity().y);
                }
                sum
            };
            let start = momentum(&world, &systems);
            for _ in 0..90 {
                systems.step(&mut world, DT).unwrap();
            }
            let water = systems.get::<Particles>().unwrap();
            assert_eq!(water.len(), count);
            let end = momentum(&world, &systems);
            let bodies_mass: f64 =
                bodies.iter().map(|&id| f64::from(world.body(id).unwrap().mass().mass)).sum();
            let mass = bodies_mass + f64::from(water.particle_mass()) * water.len() as f64;
            let fall = mass * f64::from(gravity) * 1.5;
            let scale = mass * 4.0 + fall;
            let drift = [end[0] - start[0], end[1] - start[1] + fall].map(|part| part / scale);
            let speed = world.body(bodies[0]).unwrap().velocity().x;
            println!("ratio {ratio} gravity {gravity}: drift {drift:?}, body {speed} m/s");
            assert!(drift.iter().all(|part| part.abs() < 1.0e-5), "{drift:?}");
            assert!(speed > 1.0e-3);
        }
    }
}

#[test]
fn paddles_throw_nothing_out_of_a_room() {
    let mut world = empty_world();
    let (corner, size) = ([0.03, 0.07], [4.0, 4.0]);
    build_room(&mut world, corner, size, Build::Lines);
    let paddle = Body::kinematic()
        .at([2.0, 1.4])
        .angular_velocity(9.0)
        .with(Rect::half(1.1, 0.06))
        .with(Rect::half(0.06, 1.1));
    world.spawn(paddle).unwrap();
    let free = world.spawn(Body::dynamic().at([3.4, 3.0]).with(Rect::half(0.2, 0.2).density(0.5))).unwrap();
    let bounds = Aabb::new([-1.0, -1.0], [5.0, 5.0]);
    let mut water = Particles::new(ParticlesDef { bounds, ..ParticlesDef::default() }).unwrap();
    water.fill_box(Aabb::new([0.1, 0.2], [4.0, 1.8]), [0.0, 0.0]).unwrap();
    let count = water.len();
    let mut systems = Systems::new().with(water);
    let inside = Aabb::new([0.05, 0.09], [4.01, 4.05]);
    for step in 0..1200 {
        systems.step(&mut world, DT).unwrap();
        let water = systems.get::<Particles>().unwrap();
        assert_eq!(water.len(), count, "step {step}");
        let outside = water.positions().iter().find(|&&p| !inside.contains_point(p));
        assert!(outside.is_none(), "step {step}: {outside:?}");
        assert!(water.velocities().iter().all(|v| v.length() < 60.0), "step {step}");
        assert!(world.body(free).unwrap().velocity().length() < 40.0, "step {step}");
    }
}

#[test]
fn a_pool_at_rest_sleeps_with_its_boats_and_wakes_with_them() {
    let tank = pool(0.1, 5.0, 2.0);
    let (mut world, mut systems) = tank.make();
    let boat = Body::dynamic().at([2.4, 2.3]).with(Rect::half(0.8, 0.3).density(0.5));
    let boat = world.spawn(boat).unwrap();
    let asleep = |systems: &Systems| systems.get::<Particles>().unwrap().is_asleep();
    let mut steps = 0;
    while !asleep(&systems) {
        systems.step(&mut world, DT).unwrap();
        steps += 1;
        assert!(steps < 3600, "no sleep: {:?}", systems.get::<Particles>().unwrap().last_step());
    }
    println!("asleep after {steps} steps");
    assert!(world.body(boat).unwrap().is_asleep());
    let (still, pose) = (systems.hash(&world), world.body(boat).unwrap().pose());
    let saved = systems.snapshot(&world);
    for _ in 0..30 {
        systems.step(&mut world, DT).unwrap();
    }
    assert!(asleep(&systems) && world.body(boat).unwrap().pose() == pose);
    // A snapshot of a sleeping pool sleeps on.
    systems.restore(&mut world, &saved).unwrap();
    assert_eq!(systems.hash(&world), still);
    systems.step(&mut world, DT).unwrap();
    assert!(asleep(&systems));
    // A stone wakes it, and the boat with it.
    world.spawn(Body::dynamic().at([1.0, 3.5]).with(Circle::new(0.3).density(3.0))).unwrap();
    for _ in 0..60 {
        systems.step(&mut world, DT).unwrap();
    }
    assert!(!asleep(&systems) && world.body(boat).unwrap().is_awake());
    assert!((world.body(boat).unwrap().position().y - pose.p.y).abs() < 0.5);
}

#[test]
fn loaded_rafts_and_sunken_stacks_come_to_rest() {
    // Half extents and density of a raft or ground block, and bodies above each other on it, with offsets.
    type Block = ([f32; 2], f32, f32);
    let stacks: [(&str, &[Block]); 6] = [
        ("raft", &[([1.2, 0.2], 0.4, 0.0)]),
        ("stack on a raft", &[([1.2, 0.2], 0.4, 0.0), ([0.4, 0.2], 0.5, 0.0), ([0.2, 0.2], 0.05, 0.0)]),
        ("stack beside the middle", &[([1.2, 0.25], 0.4, 0.0), ([0.3, 0.2], 0.5, 0.2)]),
        ("light raft, heavy load", &[([1.2, 0.3], 0.05, 0.0), ([0.2, 0.2], 4.0, 0.0)]),
        ("three rafts", &[([1.2, 0.2], 0.3, 0.0), ([1.0, 0.2], 0.3, 0.0), ([0.8, 0.2], 0.3, 0.0)]),
        ("sunken stack", &[([0.4, 0.4], 20.0, 0.0), ([0.3, 0.3], 3.0, 0.05)]),
    ];
    for (name, stack) in stacks {
        let tank = pool(0.1, 6.0, 2.0);
        let (mut world, mut systems) = tank.make();
        let mut y = 2.1;
        for &([half_width, half_height], density, offset) in stack {
            let shape = Rect::half(half_width, half_height).density(density);
            let at = [2.5 + offset, y + half_height];
            world.spawn(Body::dynamic().at(at).with(shape)).unwrap();
            y += 2.0 * half_height;
        }
        let mut steps = 0;
        while !systems.get::<Particles>().unwrap().is_asleep() {
            systems.step(&mut world, DT).unwrap();
            steps += 1;
            assert!(steps < 1800, "{name}: {:?}", systems.get::<Particles>().unwrap().last_step());
        }
        println!("{name}: asleep after {steps} steps");
    }
}

/// A box under water, wherever it is in the grid: what its faces cover must not set the liquid in motion.
#[test]
fn liquid_rests_around_obstacles() {
    for (turn, at) in [
        (0.0_f32, [2.53, 2.3]),
        (0.0, [2.53, 1.9]),
        (0.3, [2.53, 1.9]),
        (0.785, [2.53, 1.05]),
        (0.1, [2.47, 1.05]),
        (0.0, [4.53, 0.88]),
    ] {
        let mut world = empty_world();
        build_room(&mut world, [0.03, 0.07], [5.0, 6.0], Build::Thick);
        world.spawn(Body::fixed().at(at).rotated(turn).with(Rect::half(0.5, 0.5))).unwrap();
        // Little damping, which would hide a steady flow.
        let bounds = Aabb::new([-0.28, -0.21], [5.4, 7.0]);
        let def = ParticlesDef { bounds, damping: 0.01, ..ParticlesDef::default() };
        let mut water = Particles::new(def).unwrap();
        let hole = Pose::new(at, Rot::from_angle(turn));
        let outside = |p: Vec2| {
            let p = hole.inv_transform_point(p);
            p.x.abs() > 0.55 || p.y.abs() > 0.55
        };
        water.fill_where(Aabb::new([0.03, 0.07], [5.03, 2.07]), [0.0, 0.0], outside).unwrap();
        let mut systems = Systems::new().with(water);
        for _ in 0..1200 {
            systems.step(&mut world, DT).unwrap();
        }
        let water = systems.get::<Particles>().unwrap();
        let mass = f64::from(water.particle_mass()) * water.len() as f64;
        let speed = (2.0 * water.kinetic_energy() / mass).sqrt();
        println!("turn {turn} at {at:?}: {speed} m/s");
        assert!(speed < 0.02, "turn {turn} at {at:?}: {speed} m/s");
    }
}

#[test]
fn a_heap_of_small_boxes_keeps_the_water_around_it() {
    for turn in [0.0, 0.3, 0.4] {
        heap_of_boxes(turn);
    }
}

/// Steps a heap of boxes in water, each turned by an angle more than the one before it.
fn heap_of_boxes(turn: f32) {
    // Boxes of four spacings, which enclose pockets of water, press particles into corners.
    let spacing = 0.12;
    let mut world = World::new(WorldConfig::default()).unwrap();
    let basin = Body::fixed()
        .with(Rect::half(6.0, 0.5).at([0.0, -0.5]))
        .with(Rect::half(0.5, 5.0).at([-5.0, 4.0]))
        .with(Rect::half(0.5, 5.0).at([5.0, 4.0]));
    world.spawn(basin).unwrap();
    for n in 0..24 {
        let at = [-3.0 + 1.1 * (n % 6) as f32, 0.7 + 0.95 * (n / 6) as f32];
        let density = if n % 6 == 5 { 2.5 } else { 0.2 + 0.1 * (n % 5) as f32 };
        let shape = Rect::half(0.19, 0.19).rounded(0.06).density(density);
        world.spawn(Body::dynamic().at(at).rotated(n as f32 + turn).with(shape)).unwrap();
    }
    let bounds = Aabb::new([-5.0, -0.5], [5.0, 9.0]);
    let mut water = Particles::new(ParticlesDef { bounds, spacing, ..ParticlesDef::default() }).unwrap();
    let count = water.fill_box(Aabb::new([-4.4, 4.6], [4.4, 8.6]), [0.0, 0.0]).unwrap();
    let mut systems = Systems::new().with(water);
    for step in 0..900 {
        systems.step(&mut world, DT).unwrap();
        let water = systems.get::<Particles>().unwrap();
        assert_eq!(water.len() as u32, count, "step {step}: nothing leaves the basin");
        // A fall from the top of the water gives 13.1 m/s. Rounding decides what a blow of water adds: of 63
        // turns, some five give more than 12 m/s, and the fastest body has 13.3 m/s.
        let speed = |id| world.body(id).unwrap().velocity().length();
        let fastest = world.bodies().map(speed).fold(0.0, f32::max);
        assert!(fastest < 14.0, "turn {turn}, step {step}: a body at {fastest} m/s");
    }
    let water = systems.get::<Particles>().unwrap();
    let mut heights: Vec<f32> = water.positions().iter().map(|position| position.y).collect();
    heights.sort_by(f32::total_cmp);
    let top = heights[heights.len() * 97 / 100];
    let level = (count as f32 * spacing * spacing + 24.0 * 0.25) / 9.0;
    // Some particles are crowded in pockets between boxes.
    assert!((top / level - 1.0).abs() < 0.25, "{top} of {level}");
}

#[test]
fn particles_at_one_place_part() {
    let bounds = Aabb::new([-4.0, -4.0], [4.0, 4.0]);
    let mut water = Particles::new(ParticlesDef { bounds, ..ParticlesDef::default() }).unwrap();
    for _ in 0..20 {
        water.emit([0.3, -0.2], [0.0, 0.0]).unwrap();
    }
    for _ in 0..120 {
        water.advance(DT, [0.0, 0.0], None).unwrap();
    }
    let places = water.positions();
    for (n, a) in places.iter().enumerate() {
        for b in &places[..n] {
            assert!(a.distance(*b) > 0.6 * water.def().spacing, "{a:?} {b:?}");
        }
    }
}
