//! Floors seen from above: against the laws of dry friction, and against the friction of a disc summed up
//! piece by piece.

use cairn2d::prelude::*;
use cairn2d::{Area, Conveyor, Field, Floor};

use super::{position, velocity};
use crate::harness::{DT, run, weightless};

const DECELERATION: f32 = 2.0;

fn on_floor(floor: Floor) -> World {
    let mut config = WorldConfig::with_gravity([0.0, 0.0]);
    config.sleeping = true;
    let mut world = World::new(config).unwrap();
    world.add_field(Field::new(Area::Everywhere, floor)).unwrap();
    world
}

/// Steps until a body is at rest, and the distance \[m\] and time \[s\] that it took.
fn until_rest(world: &mut World, id: BodyId) -> (f32, f32) {
    let from = position(world, id);
    for step in 1..2000 {
        world.step(DT).unwrap();
        let body = world.body(id).unwrap();
        if body.velocity().length() < 1.0e-4 && body.angular_velocity().abs() < 1.0e-4 {
            return (body.position().distance(from), step as f32 * DT);
        }
    }
    panic!("it never comes to rest");
}

#[test]
fn puck_stops_at_the_distance_of_the_formula_and_rests() {
    let mut world = on_floor(Floor::new(DECELERATION));
    let puck = world.spawn(Body::dynamic().velocity([3.0, 4.0]).with(Circle::new(0.3))).unwrap();
    let (way, time) = until_rest(&mut world, puck);
    assert!((way - 25.0 / (2.0 * DECELERATION)).abs() < 1.0e-3 * way, "{way}");
    assert!((time - 5.0 / DECELERATION).abs() < 1.5 * DT, "{time}");
    let at = position(&world, puck);
    assert!((at.y * 3.0 - at.x * 4.0).abs() < 1.0e-3, "it left its line: {at:?}");
    run(&mut world, 60);
    assert!(position(&world, puck).distance(at) < 1.0e-4 && !world.body(puck).unwrap().is_awake());
}

#[test]
fn spinning_discs_and_squares_stop_at_the_time_of_the_formula() {
    // Torque of friction on a disc: 2/3 of the radius; on a square: 0.3826 of its side, the mean distance
    // from the middle.
    let side = 0.8_f32;
    let square_rate = 0.382_597_9 * side * DECELERATION / (side * side / 6.0);
    let disc_rate = 2.0 / 3.0 * 0.5 * DECELERATION / (0.5 * 0.5 * 0.5);
    for (name, shape, rate, tolerance) in [
        ("disc", Circle::new(0.5).shape(), disc_rate, 2.0e-3),
        ("square", Rect::half(0.5 * side, 0.5 * side).shape(), square_rate, 1.2e-2),
    ] {
        let mut world = on_floor(Floor::new(DECELERATION));
        let id = world.spawn(Body::dynamic().angular_velocity(12.0).with(shape)).unwrap();
        run(&mut world, 60);
        let slowed = 12.0 - world.body(id).unwrap().angular_velocity();
        assert!((slowed - rate).abs() < tolerance * rate, "{name}: {slowed} in a second, not {rate}");
        let (way, time) = until_rest(&mut world, id);
        assert!(way < 1.0e-5 && (time + 1.0 - 12.0 / rate).abs() < 0.02 * 12.0 / rate + DT, "{name}: {time}");
    }
}

/// Distance and time until a disc of this radius that slides and spins comes to rest: its friction summed up
/// over rings and angles.
fn disc_by_pieces(radius: f64, speed: f64, spin: f64) -> (f64, f64) {
    let (mut v, mut w, mut way, mut time) = (speed, spin, 0.0, 0.0);
    let dt = 1.0e-3;
    while v > 1.0e-3 || w * radius > 1.0e-3 {
        let (mut force, mut torque, mut area) = (0.0, 0.0, 0.0);
        for ring in 0..12 {
            let r = radius * (f64::from(ring) + 0.5) / 12.0;
            for piece in 0..24 {
                let (sin, cos) = (std::f64::consts::TAU * f64::from(piece) / 24.0).sin_cos();
                let (x, y) = (v - w * r * sin, w * r * cos);
                let length = x.hypot(y).max(1.0e-9);
                force += r * x / length;
                torque += r * r * (y * cos - x * sin) / length;
                area += r;
            }
        }
        let a = f64::from(DECELERATION);
        v = (v - dt * a * force / area).max(0.0);
        w = (w - dt * a * torque / area / (0.5 * radius * radius)).max(0.0);
        way += v * dt;
        time += dt;
    }
    (way, time)
}

#[test]
fn sliding_and_spinning_disc_matches_a_sum_over_pieces() {
    for (speed, spin) in [(3.0_f32, 10.0_f32), (3.0, 30.0), (1.0, 20.0), (4.0, 2.0)] {
        let mut world = on_floor(Floor::new(DECELERATION));
        let disc = Body::dynamic().velocity([speed, 0.0]).angular_velocity(spin).with(Circle::new(0.4));
        let disc = world.spawn(disc).unwrap();
        let (way, time) = until_rest(&mut world, disc);
        let (far, long) = disc_by_pieces(0.4, f64::from(speed), f64::from(spin));
        let straight = speed * speed / (2.0 * DECELERATION);
        assert!((f64::from(way) / far - 1.0).abs() < 0.04, "{speed} {spin}: {way} m, {far} m by pieces");
        assert!((f64::from(time) / long - 1.0).abs() < 0.04, "{speed} {spin}: {time} s, {long} s by pieces");
        assert!(way > straight, "spin makes it go farther: {way} {straight}");
    }
}

#[test]
fn floor_belt_carries_bodies_that_enter_from_the_side() {
    // Seen from the belt a body is braked along a straight line.
    let belt = vec2(1.5, 0.0);
    let mut world = on_floor(Floor::new(DECELERATION).moving(belt));
    let start = vec2(0.0, 2.0);
    let id = world.spawn(Body::dynamic().velocity(start).with(Circle::new(0.2))).unwrap();
    let time = start.distance(belt) / DECELERATION;
    let steps = (time / DT) as u32 + 2;
    run(&mut world, steps);
    let wanted = belt * (steps as f32 * DT) + (start - belt) * (0.5 * time);
    assert!(position(&world, id).distance(wanted) < 2.0e-3, "{:?} {wanted:?}", position(&world, id));
    run(&mut world, 100);
    assert!(velocity(&world, id).distance(belt) < 1.0e-5, "{:?}", velocity(&world, id));
}

#[test]
fn floor_friction_holds_up_to_its_strength() {
    let push = |share: f32| {
        let mut world = on_floor(Floor::new(DECELERATION));
        let id = world.spawn(Body::dynamic().never_sleeps().with(Rect::half(0.5, 0.5))).unwrap();
        for _ in 0..60 {
            let mut body = world.body_mut(id).unwrap();
            body.apply_force([share * DECELERATION, 0.0]).unwrap();
            world.step(DT).unwrap();
        }
        velocity(&world, id).x
    };
    assert!(push(0.95).abs() < 1.0e-5, "{}", push(0.95));
    let slid = push(1.5);
    assert!((slid - 0.5 * DECELERATION).abs() < 1.0e-3, "{slid}");
}

#[test]
fn floor_of_higher_priority_decides() {
    let mut world = weightless();
    world.add_field(Field::new(Area::Everywhere, Floor::new(5.0))).unwrap();
    let belt = Field::new(Area::rect([0.0, -1.0], [4.0, 1.0]), Floor::new(5.0).moving([1.0, 0.0]));
    world.add_field(belt.priority(1)).unwrap();
    let chute = Field::new(Area::rect([6.0, -1.0], [9.0, 1.0]), Conveyor::new([0.0, 2.0], 8.0));
    world.add_field(chute.priority(2)).unwrap();
    let [on, off, across] = [[1.0, 0.0], [-1.0, 0.0], [7.0, 0.0]]
        .map(|at| world.spawn(Body::dynamic().at(at).with(Circle::new(0.2))).unwrap());
    run(&mut world, 30);
    assert!(velocity(&world, on).distance(vec2(1.0, 0.0)) < 1.0e-3);
    assert_eq!(velocity(&world, off), Vec2::ZERO);
    assert!(velocity(&world, across).distance(vec2(0.0, 2.0)) < 1.0e-3);
    run(&mut world, 300);
    let at = position(&world, on);
    assert!(at.x > 4.0 && at.x < 4.2, "off the belt the floor stops it: {at:?}");
}
