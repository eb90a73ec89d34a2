//! Cars without wheel bodies, against the formulas of springs, tyres and steering geometry.

use cairn2d::prelude::*;
use cairn2d::vehicle::{CarInput, SprungCar, SprungWheel, TopDownCar, TopDownWheel};

use crate::harness::{DT, add_floor, sleepless, weightless};

const GRAVITY: f32 = 10.0;

fn sprung(world: &mut World, at: [f32; 2], wheel: impl Fn(f32) -> SprungWheel) -> SprungCar {
    let body = Body::dynamic().at(at).with(Rect::half(1.2, 0.3).density(20.0));
    let chassis = world.spawn(body).unwrap();
    SprungCar::new(chassis, 20.0).wheel(wheel(-0.9)).wheel(wheel(0.9))
}

fn drive(world: &mut World, car: &mut SprungCar, input: CarInput, seconds: f32, dt: f32) {
    for _ in 0..(seconds / dt).round() as u32 {
        car.update(world, input, dt).unwrap();
        world.step(dt).unwrap();
    }
}

#[test]
fn springs_hold_the_car_at_their_height() {
    for hertz in [1.0, 2.0, 5.0, 12.0] {
        for rate in [30.0, 60.0, 240.0] {
            let mut world = sleepless();
            add_floor(&mut world);
            let mut car =
                sprung(&mut world, [0.0, 1.2], |x| SprungWheel::new([x, 0.0], 0.8, 0.35).spring(hertz, 0.7));
            drive(&mut world, &mut car, CarInput::default(), 8.0, 1.0 / rate);
            // Each spring carries half of the weight: x = (m g / 2) / (m w² / 2).
            let omega = core::f32::consts::TAU * hertz;
            let pressed = (GRAVITY / (omega * omega)).min(0.8);
            let expected = 0.8 - pressed + 0.35;
            let height = world.body(car.chassis()).unwrap().position().y;
            let bottom = expected < 0.31;
            assert!(
                bottom || (height - expected).abs() < 1e-3,
                "{hertz} Hz, {rate}: {height}, not {expected}"
            );
            let mass = world.body(car.chassis()).unwrap().mass().mass;
            for state in car.states() {
                assert!((state.load / (0.5 * mass * GRAVITY) - 1.0).abs() < 1e-3, "{}", state.load);
            }
        }
    }
}

#[test]
fn suspension_oscillates_and_decays_by_frequency_and_damping() {
    let (hertz, ratio, dt) = (1.5_f32, 0.2_f32, 1.0 / 480.0);
    let mut world = sleepless();
    add_floor(&mut world);
    let omega = core::f32::consts::TAU * hertz;
    let rest = 0.8 - GRAVITY / (omega * omega) + 0.35;
    let wheel = |x: f32| SprungWheel::new([x, 0.0], 0.8, 0.35).spring(hertz, ratio);
    let mut car = sprung(&mut world, [0.0, rest + 0.08], wheel);
    for step in 1..=480 {
        car.update(&mut world, CarInput::default(), dt).unwrap();
        world.step(dt).unwrap();
        let time = step as f32 * dt;
        let damped = omega * (1.0 - ratio * ratio).sqrt();
        let decay = (-ratio * omega * time).exp();
        let expected =
            0.08 * decay * ((damped * time).cos() + ratio * omega / damped * (damped * time).sin());
        let height = world.body(car.chassis()).unwrap().position().y - rest;
        assert!((height - expected).abs() < 2.5e-3, "at {time} s: {height}, not {expected}");
    }
}

#[test]
fn the_engine_accelerates_by_its_torque_and_stops_at_its_speed() {
    let mut world = sleepless();
    world.spawn(Body::fixed().with(Rect::half(1000.0, 1.0).at([0.0, -1.0]))).unwrap();
    let wheel = |x: f32| SprungWheel::new([x, 0.0], 0.6, 0.35).driven(20.0, 60.0);
    let mut car = sprung(&mut world, [0.0, 0.85], wheel);
    drive(&mut world, &mut car, CarInput::default(), 2.0, DT);
    drive(&mut world, &mut car, CarInput::throttle(1.0), 2.0, DT);
    let mass = world.body(car.chassis()).unwrap().mass().mass;
    // Two wheels push with T / r and accelerate themselves besides the chassis: I / r² = m / 2.
    let expected = 2.0 * (2.0 * 20.0 / 0.35) / (mass + 0.1);
    let speed = world.body(car.chassis()).unwrap().velocity().x;
    assert!((speed / expected - 1.0).abs() < 0.01, "{speed}, not {expected}");
    for state in car.states() {
        assert!((state.spin * 0.35 + speed).abs() < 0.05, "it rolls: {} {speed}", state.spin);
    }
    drive(&mut world, &mut car, CarInput::throttle(1.0), 12.0, DT);
    let speed = world.body(car.chassis()).unwrap().velocity().x;
    assert!((speed - 20.0).abs() < 0.2, "{speed}");
    drive(&mut world, &mut car, CarInput::throttle(-1.0), 16.0, DT);
    let speed = world.body(car.chassis()).unwrap().velocity().x;
    assert!((speed + 20.0).abs() < 0.2, "{speed}");
}

#[test]
fn friction_limits_tyre_forces() {
    let mut world = sleepless();
    world.spawn(Body::fixed().with(Rect::half(1000.0, 1.0).at([0.0, -1.0]))).unwrap();
    let wheel = |x: f32| SprungWheel::new([x, 0.0], 0.6, 0.35).friction(0.3).driven(1000.0, 1000.0);
    let mut car = sprung(&mut world, [0.0, 0.85], wheel);
    drive(&mut world, &mut car, CarInput::default(), 2.0, DT);
    drive(&mut world, &mut car, CarInput::throttle(1.0), 1.0, DT);
    let speed = world.body(car.chassis()).unwrap().velocity().x;
    assert!((speed - 3.0).abs() < 0.1, "wheels that spin: {speed}");
    assert!(car.states().iter().all(|state| (state.spin * 0.35 + 20.0).abs() < 0.1), "at the engine's speed");
    drive(&mut world, &mut car, CarInput::default().brake(1.0), 0.5, DT);
    let after = world.body(car.chassis()).unwrap().velocity().x;
    assert!((speed - after - 1.5).abs() < 0.1, "locked wheels: {after}");
    assert!(car.states().iter().all(|state| state.spin == 0.0));
}

#[test]
fn brakes_hold_the_car_on_a_slope() {
    let mut world = sleepless();
    let slope = Body::fixed().rotated(0.3).with(Rect::half(100.0, 1.0).at([0.0, -1.0]));
    world.spawn(slope).unwrap();
    let wheel = |x: f32| SprungWheel::new([x, 0.0], 0.6, 0.35).driven(20.0, 200.0);
    let mut car = sprung(&mut world, [0.0, 1.0], wheel);
    drive(&mut world, &mut car, CarInput::default().brake(1.0), 3.0, DT);
    let parked = world.body(car.chassis()).unwrap().position();
    drive(&mut world, &mut car, CarInput::default().brake(1.0), 10.0, DT);
    let after = world.body(car.chassis()).unwrap().position();
    assert!(parked.distance(after) < 0.01, "it crept from {parked:?} to {after:?}");
    drive(&mut world, &mut car, CarInput::default(), 2.0, DT);
    let rolled = world.body(car.chassis()).unwrap().velocity();
    // Without the brake it rolls down: g sin 0.3 minus the inertia of the wheels.
    assert!((rolled.length() / (2.0 * GRAVITY * 0.3_f32.sin()) - 1.0).abs() < 0.03, "{rolled:?}");
}

#[test]
fn ground_body_under_a_car_carries_its_weight() {
    let mut world = sleepless();
    add_floor(&mut world);
    let plate = world.spawn(Body::dynamic().at([0.0, 0.1]).with(Rect::half(3.0, 0.1).density(50.0))).unwrap();
    let mut car = sprung(&mut world, [0.0, 1.3], |x| SprungWheel::new([x, 0.0], 0.6, 0.35));
    drive(&mut world, &mut car, CarInput::default(), 4.0, DT);
    let masses = world.body(car.chassis()).unwrap().mass().mass + world.body(plate).unwrap().mass().mass;
    let contact = world.body(plate).unwrap().contacts().next().unwrap();
    let pressed: f32 = world.contact(contact).unwrap().points().map(|point| point.normal_impulse).sum();
    // The impulse is that of one sub-step, a quarter of the step.
    assert!((pressed / (masses * GRAVITY * DT / 4.0) - 1.0).abs() < 0.02, "{pressed}");
}

fn top_down(world: &mut World, velocity: [f32; 2], grip: f32) -> TopDownCar {
    let body = Body::dynamic().velocity(velocity).with(Rect::half(1.5, 0.8));
    let mut car = TopDownCar::new(world.spawn(body).unwrap(), 30.0);
    for y in [-0.7, 0.7] {
        car = car.wheel(TopDownWheel::new([1.2, y], grip).steered());
        car = car.wheel(TopDownWheel::new([-1.2, y], grip).driven(5.0));
    }
    car
}

#[test]
fn lateral_slip_decays_by_tyre_friction() {
    let mut world = weightless();
    let mut car = top_down(&mut world, [6.0, 4.0], 3.0);
    let mass = world.body(car.body()).unwrap().mass().mass;
    let slowing = 4.0 * 3.0 / mass;
    for step in 1..=300 {
        car.update(&mut world, CarInput::default(), DT).unwrap();
        world.step(DT).unwrap();
        let body = world.body(car.body()).unwrap();
        let expected = (4.0 - slowing * step as f32 * DT).max(0.0);
        assert!((body.velocity().y - expected).abs() < 5e-3, "{:?}, not {expected}", body.velocity());
        assert!((body.velocity().x - 6.0).abs() < 1e-3, "it rolls on freely");
        assert!(body.angle().abs() < 1e-4);
    }
    assert!(car.slips().iter().all(|slip| slip.abs() < 1e-3));
}

#[test]
fn car_turns_about_the_ackermann_centre() {
    for steer in [0.05_f32, 0.2, 0.5, -0.35, 0.9] {
        let mut world = weightless();
        let mut car = top_down(&mut world, [1.0, 0.0], 1000.0);
        for _ in 0..120 {
            car.update(&mut world, CarInput::default().steer(steer), DT).unwrap();
            world.step(DT).unwrap();
        }
        // The middle of the rear axle moves on a circle of radius wheelbase / tan(steer).
        let expected = 2.4 / steer.tan();
        let body = world.body(car.body()).unwrap();
        let rear = body.pose().transform_point(vec2(-1.2, 0.0));
        let speed = body.velocity_at(rear).dot(body.rotation().x_axis());
        let radius = speed / body.angular_velocity();
        assert!((radius / expected - 1.0).abs() < 0.01, "steer {steer}: radius {radius}, not {expected}");
        let aside = body.velocity_at(rear).dot(body.rotation().y_axis());
        assert!(aside.abs() < 0.01 * speed.abs(), "{aside} of {speed}");
        // The path is that circle: the car returns to its start.
        let center = rear + body.rotation().y_axis() * expected;
        let mut worst = 0.0_f32;
        for _ in 0..600 {
            car.update(&mut world, CarInput::default().steer(steer), DT).unwrap();
            world.step(DT).unwrap();
            let body = world.body(car.body()).unwrap();
            let rear = body.pose().transform_point(vec2(-1.2, 0.0));
            worst = worst.max((rear.distance(center) - expected.abs()).abs());
        }
        assert!(worst < 0.02 * expected.abs(), "steer {steer}: {worst} off the circle of {expected}");
    }
}

#[test]
fn car_above_its_tyre_limit_understeers() {
    let run = |grip: f32| {
        let mut world = weightless();
        let mut car = top_down(&mut world, [12.0, 0.0], grip);
        let mut slip = 0.0_f32;
        for _ in 0..90 {
            car.update(&mut world, CarInput::default().steer(0.3), DT).unwrap();
            world.step(DT).unwrap();
            slip = slip.max(car.slips().iter().fold(0.0, |most, slip| most.max(slip.abs())));
        }
        (
            world.body(car.body()).unwrap().velocity().y.atan2(world.body(car.body()).unwrap().velocity().x),
            slip,
        )
    };
    let ((held, no_slip), (slid, slip)) = (run(1.0e4), run(2.0));
    assert!(no_slip < 0.5 && slip > 2.0, "{no_slip} {slip}");
    assert!(held.abs() > 1.0 && slid.abs() < 0.8, "{held} {slid}");
}

#[test]
fn engines_and_brakes_apply_their_force() {
    let mut world = weightless();
    let mut car = top_down(&mut world, [0.0, 0.0], 100.0);
    let mass = world.body(car.body()).unwrap().mass().mass;
    for _ in 0..120 {
        car.update(&mut world, CarInput::throttle(1.0), DT).unwrap();
        world.step(DT).unwrap();
    }
    let expected = 2.0 * 2.0 * 5.0 / mass;
    let speed = world.body(car.body()).unwrap().velocity().x;
    assert!((speed / expected - 1.0).abs() < 1e-3, "{speed}, not {expected}");
    for _ in 0..600 {
        car.update(&mut world, CarInput::default().brake(0.01), DT).unwrap();
        world.step(DT).unwrap();
    }
    assert!(world.body(car.body()).unwrap().velocity().length() < 1e-4);
}

#[test]
fn bad_numbers_and_stale_cars_are_rejected() {
    let mut world = sleepless();
    add_floor(&mut world);
    let mut car = sprung(&mut world, [0.0, 1.2], |x| SprungWheel::new([x, 0.0], 0.8, 0.35));
    let mut kart = top_down(&mut world, [0.0, 0.0], 1.0);
    let before = world.hash();
    for bad in [f32::NAN, f32::INFINITY, 7.0, -7.0] {
        for input in [CarInput::throttle(bad), CarInput::default().brake(bad), CarInput::default().steer(bad)]
        {
            assert!(car.update(&mut world, input, DT).is_err());
            assert!(kart.update(&mut world, input, DT).is_err());
        }
        assert!(car.update(&mut world, CarInput::default(), bad).is_err());
        assert!(kart.update(&mut world, CarInput::default(), bad).is_err());
    }
    for bad in [f32::NAN, f32::INFINITY, -1.0] {
        let settings: [fn(&mut SprungWheel) -> &mut f32; 10] = [
            |wheel| &mut wheel.mount.x,
            |wheel| &mut wheel.direction.x,
            |wheel| &mut wheel.length,
            |wheel| &mut wheel.radius,
            |wheel| &mut wheel.mass,
            |wheel| &mut wheel.hertz,
            |wheel| &mut wheel.damping_ratio,
            |wheel| &mut wheel.friction,
            |wheel| &mut wheel.torque,
            |wheel| &mut wheel.brake,
        ];
        for (index, setting) in settings.into_iter().enumerate() {
            let mut wheel = SprungWheel::new([0.0, 0.0], 0.8, 0.35);
            *setting(&mut wheel) = bad;
            let mut car = SprungCar::new(car.chassis(), 20.0).wheel(wheel);
            let refused = car.update(&mut world.clone(), CarInput::default(), DT).is_err();
            assert!(refused || index == 0 && bad == -1.0, "setting {index} took {bad}");
        }
    }
    for bad in [f32::NAN, f32::INFINITY, -1.0] {
        let mut fast = SprungCar::new(car.chassis(), bad).wheel(SprungWheel::new([0.0, 0.0], 0.8, 0.35));
        assert!(fast.update(&mut world, CarInput::default(), DT).is_err());
        assert!(TopDownCar::new(kart.body(), bad).update(&mut world, CarInput::default(), DT).is_err());
        let settings: [fn(&mut TopDownWheel) -> &mut f32; 4] = [
            |wheel| &mut wheel.position.x,
            |wheel| &mut wheel.grip,
            |wheel| &mut wheel.drive,
            |wheel| &mut wheel.brake,
        ];
        for (index, setting) in
            settings.into_iter().enumerate().filter(|(index, _)| *index > 0 || bad != -1.0)
        {
            let mut wheel = TopDownWheel::new([0.0, 0.0], 1.0);
            *setting(&mut wheel) = bad;
            let mut kart = TopDownCar::new(kart.body(), 1.0).wheel(wheel);
            assert!(kart.update(&mut world, CarInput::default(), DT).is_err(), "setting {index} took {bad}");
        }
    }
    assert_eq!(world.hash(), before);
    world.despawn(car.chassis()).unwrap();
    world.despawn(kart.body()).unwrap();
    let why = car.update(&mut world, CarInput::default(), DT).unwrap_err().to_string();
    assert!(why.contains("does not exist"), "{why}");
    assert!(kart.update(&mut world, CarInput::default(), DT).is_err());
}
