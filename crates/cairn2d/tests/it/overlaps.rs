//! Bodies that begin with overlap separate gently and keep no velocity.

use core::f32::consts::FRAC_PI_4;

use cairn2d::{Mass, prelude::*};

use crate::harness::DT;

const SHAPES: [&str; 6] = ["disc", "square", "wide", "tall", "capsule", "hexagon"];

/// A body of this shape that is 1 m high, or for the flat ones 0.5 m and 2 m.
fn body(shape: &str) -> (Body, f32) {
    let body = Body::dynamic();
    match shape {
        "disc" => (body.with(Circle::new(0.5)), 0.5),
        "square" => (body.with(Rect::half(0.5, 0.5)), 0.5),
        "wide" => (body.with(Rect::half(1.0, 0.25)), 0.25),
        "tall" => (body.with(Rect::half(0.25, 1.0)), 1.0),
        "capsule" => (body.with(Capsule::new([-0.5, 0.0], [0.5, 0.0], 0.5)), 0.5),
        _ => {
            let corner = |index: u8| {
                let (sin, cos) = (f32::from(index) * core::f32::consts::FRAC_PI_3).sin_cos();
                [0.5 * cos, 0.5 * sin]
            };
            let corners: Vec<[f32; 2]> = (0..6).map(corner).collect();
            (body.with(Polygon::new(&corners).expect("a hexagon")), 0.5 * 0.75_f32.sqrt())
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

#[test]
fn ten_coincident_bodies_are_not_thrown() {
    // Each overlaps nine others, so they separate faster than a pair; long ones have corners in many others.
    for (shape, most) in SHAPES.into_iter().zip([3.5, 3.5, 8.0, 8.0, 8.0, 3.5]) {
        let mut world = weightless();
        let bodies: Vec<BodyId> = (0..10).map(|_| world.spawn(body(shape).0).expect("it is valid")).collect();
        let (_, left) = part(world, &bodies);
        assert!(left < most, "{shape}: {left} m/s after four seconds");
    }
}
