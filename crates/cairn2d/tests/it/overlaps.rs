//! Bodies that begin with overlap separate gently and keep no velocity.

use core::f32::consts::FRAC_PI_4;

use cairn2d::{Mass, prelude::*};

use crate::harness::DT;

const SHAPES: [&str; 7] = ["disc", "square", "wide", "tall", "plank", "capsule", "hexagon"];

/// A body of this shape and half of its height. Bodies are 1 m high; the flat ones 0.5 m, 2 m and 0.2 m.
fn body(shape: &str) -> (Body, f32) {
    scaled_body(shape, 1.0)
}

/// As [`body`], with all lengths times `scale`.
fn scaled_body(shape: &str, scale: f32) -> (Body, f32) {
    let (body, half) = (Body::dynamic(), 0.5 * scale);
    let rect = |x: f32, y: f32| Rect::half(x * scale, y * scale);
    match shape {
        "disc" => (body.with(Circle::new(half)), half),
        "square" => (body.with(rect(0.5, 0.5)), half),
        "wide" => (body.with(rect(1.0, 0.25)), 0.5 * half),
        "tall" => (body.with(rect(0.25, 1.0)), 2.0 * half),
        "plank" => (body.with(rect(2.0, 0.1)), 0.1 * scale),
        "capsule" => (body.with(Capsule::new([-half, 0.0], [half, 0.0], half)), half),
        _ => {
            let corner = |index: u8| {
                let (sin, cos) = (f32::from(index) * core::f32::consts::FRAC_PI_3).sin_cos();
                [half * cos, half * sin]
            };
            let corners: Vec<[f32; 2]> = (0..6).map(corner).collect();
            (body.with(Polygon::new(&corners).expect("a hexagon")), half * 0.75_f32.sqrt())
        }
    }
}

fn weightless() -> World {
    World::new(WorldConfig::default().gravity([0.0, 0.0]).sleeping(false)).expect("it is valid")
}

/// Largest displacement rate in a step `[m/s]`, and largest speed after four seconds `[m/s]`; rotations count
/// at a radius of 0.5 m.
fn part(mut world: World, bodies: &[BodyId]) -> (f32, f32) {
    let place = |world: &World, id: BodyId| world.body(id).expect("it is there").position();
    let mut fastest = 0.0_f32;
    for _ in 0..240 {
        let before: Vec<Vec2> = bodies.iter().map(|&id| place(&world, id)).collect();
        world.step(DT).expect("it is valid");
        for (&id, before) in bodies.iter().zip(before) {
            fastest = fastest.max(place(&world, id).distance(before) / DT);
        }
    }
    let speed = |&id: &BodyId| {
        let body = world.body(id).expect("it is there");
        body.velocity().length().max(0.5 * body.angular_velocity().abs())
    };
    (fastest, bodies.iter().map(speed).fold(0.0, f32::max))
}

#[test]
fn bodies_overlapping_the_ground_are_pushed_out_and_stop() {
    for shape in SHAPES {
        for angle in [0.0, 0.02, 0.3, FRAC_PI_4] {
            for depth in [0.005, 0.02, 0.05, 0.1, 0.2, 0.4] {
                for friction in [0.0, 0.6, 2.0] {
                    let mut world = weightless();
                    let ground = Rect::half(100.0, 10.0).at([0.0, -10.0]).friction(friction);
                    world.spawn(Body::fixed().with(ground)).expect("it is valid");
                    let (body, half) = body(shape);
                    let id = world.spawn(body.at([0.0, half - depth]).rotated(angle)).expect("it is valid");
                    let (fastest, left) = part(world, &[id]);
                    let what = format!("{shape} at {angle}, {depth} m deep, friction {friction}");
                    assert!(fastest <= 3.5, "{what}: came out at {fastest} m/s");
                    assert!(left < 1.0e-3, "{what}: keeps {left} m/s");
                }
            }
        }
    }
}

#[test]
fn two_overlapping_bodies_separate_and_stop() {
    for shape in SHAPES {
        for share in [0.1, 0.25, 0.5, 0.75, 0.9, 0.99, 1.0] {
            for (mass, turn) in [(1.0, 0.0), (30.0, 0.4)] {
                let mut world = weightless();
                let bodies = [(-1.0, 1.0, 0.0), (1.0, mass, turn)].map(|(side, mass, turn)| {
                    let (body, half) = body(shape);
                    let mass = Mass { mass, inertia: 0.2 * mass, ..Mass::default() };
                    let body = body.at([0.0, side * half * (1.0 - share)]).rotated(turn).mass(mass);
                    world.spawn(body).expect("it is valid")
                });
                let (fastest, left) = part(world, &bodies);
                let what = format!("{shape}, {share} of it, mass ratio {mass}, turned by {turn}");
                assert!(fastest <= 3.5, "{what}: part at {fastest} m/s");
                assert!(left < 1.0e-3, "{what}: keep {left} m/s");
            }
        }
    }
}

/// A column of bodies without gravity, each with this share of its height in its neighbour.
fn column(shape: &str, count: usize, share: f32, scale: f32) -> (World, Vec<BodyId>) {
    let config = WorldConfig::default().gravity([0.0, 0.0]).sleeping(false);
    let mut world = World::new(config.contact_push_speed(3.0 * scale)).expect("it is valid");
    let bodies = (0..count).map(|index| {
        let (body, half) = scaled_body(shape, scale);
        let body = body.at([0.0, 2.0 * half * (1.0 - share) * index as f32]);
        world.spawn(body).expect("it is valid")
    });
    let bodies = bodies.collect();
    (world, bodies)
}

#[test]
fn many_bodies_in_each_other_are_not_thrown() {
    // The push of each pair adds up along a column, and a coincident body is pushed by all others. Before
    // the push was split, ten bodies kept up to 8 m/s, thirty 24 m/s and a hundred 72 m/s.
    for scale in [1.0, 100.0] {
        for shape in SHAPES {
            for share in [0.1, 0.25, 0.5, 0.75, 0.9, 1.0] {
                for (count, most_speed, most_left) in [(3, 3.5, 0.2), (10, 3.5, 0.8), (30, 4.5, 2.0)] {
                    let (world, bodies) = column(shape, count, share, scale);
                    let (fastest, left) = part(world, &bodies);
                    let what = format!("{count} of {shape}, {share} of it, scale {scale}");
                    assert!(fastest <= most_speed * scale, "{what}: part at {fastest} m/s");
                    assert!(left < most_left * scale, "{what}: keep {left} m/s");
                }
            }
        }
    }
}

#[test]
fn bodies_placed_into_each_other_are_not_thrown() {
    // As a column that begins so, but after the bodies were apart or touched each other for some steps.
    for shape in SHAPES {
        for (pitch, share) in [(1.5, 0.5), (1.5, 1.0), (0.98, 0.25), (0.98, 0.9)] {
            let (mut world, bodies) = column(shape, 10, 1.0 - pitch, 1.0);
            for _ in 0..5 {
                world.step(DT).expect("it is valid");
            }
            let (_, half) = body(shape);
            for (index, &id) in bodies.iter().enumerate() {
                let at = [0.0, 2.0 * half * (1.0 - share) * index as f32];
                world.body_mut(id).expect("it is there").set_position(at).expect("it is valid");
            }
            let (fastest, left) = part(world, &bodies);
            let what = format!("{shape} placed from {pitch} to {share} of it");
            // The bodies already move when they are placed, so they part a little faster than new ones.
            assert!(fastest <= 4.0, "{what}: part at {fastest} m/s");
            assert!(left < 0.8, "{what}: keep {left} m/s");
        }
    }
}

#[test]
fn overlap_of_a_pair_does_not_throw_the_bodies_beside_it() {
    // Only the bodies in the middle overlap. The others touch, and are pushed into each other.
    for shape in SHAPES {
        for count in [10, 20] {
            let (mut world, _) = column(shape, 0, 0.0, 1.0);
            let half = body(shape).1;
            let bodies: Vec<BodyId> = (0..count)
                .map(|index| {
                    let gap = if index < count / 2 { 0.0 } else { 0.6 };
                    let body = body(shape).0.at([0.0, 2.0 * half * (index as f32 - gap)]);
                    world.spawn(body).expect("it is valid")
                })
                .collect();
            let (fastest, left) = part(world, &bodies);
            let what = format!("{count} of {shape}");
            assert!(fastest <= 3.5, "{what}: part at {fastest} m/s");
            assert!(left < 0.8, "{what}: keep {left} m/s");
        }
    }
}
