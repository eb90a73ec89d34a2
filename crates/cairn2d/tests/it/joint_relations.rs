//! Joints that relate angles and displacements: gears, racks, pulleys, rotary joints over many turns, and
//! custom constraints.

use cairn2d::prelude::*;
use cairn2d::{ConstraintRow, JointEnds, JointError, JointKind, LaneLevel, Mass, Motor, Servo, Spring};

use crate::harness::{DT, run, sleepless, weightless};

const TAU: f32 = core::f32::consts::TAU;

fn weight(at: [f32; 2], kilograms: f32, inertia: f32) -> Body {
    Body::dynamic().at(at).mass(Mass { mass: kilograms, center: Vec2::ZERO, inertia })
}

/// A wheel on an axle.
fn wheel(world: &mut World, ground: BodyId, at: [f32; 2], inertia: f32) -> BodyId {
    let body = world.spawn(weight(at, 1.0, inertia)).unwrap();
    world.join(Revolute::new(ground, body).at(at)).unwrap();
    body
}

fn spin(world: &World, body: BodyId) -> f32 {
    world.body(body).unwrap().angular_velocity()
}

#[test]
fn a_gear_keeps_its_ratio_over_hundreds_of_turns() {
    for ratio in [-2.5_f32, 0.4, 1.0] {
        let mut world = weightless();
        let ground = world.spawn(Body::fixed()).unwrap();
        let (a, b) = (wheel(&mut world, ground, [0.0, 0.0], 2.0), wheel(&mut world, ground, [3.0, 0.0], 0.5));
        let gear = world.join(Gear::new(a, b, ratio)).unwrap();
        world.body_mut(a).unwrap().set_angular_velocity(30.0).unwrap();
        // The impulse is shared before anything moves: momentum of A along the coordinate, with the reduced
        // inertia.
        run(&mut world, 1);
        assert!(world.joint(gear).unwrap().coordinate().abs() < 1.0e-4);
        run(&mut world, 1);
        let exact = 30.0 * 2.0 / (2.0 + ratio * ratio * 0.5);
        assert!((spin(&world, a) - exact).abs() < 0.02 * exact, "{} rad/s, exact {exact}", spin(&world, a));
        // Half a minute against a load on B.
        for step in 0..1800 {
            world.body_mut(b).unwrap().apply_torque(if step % 60 < 30 { -1.0 } else { 1.0 }).unwrap();
            run(&mut world, 1);
            let off = world.joint(gear).unwrap().coordinate().abs();
            assert!(off < 1.0e-3, "{ratio}: off by {off} rad at step {step}");
        }
        assert!((spin(&world, b) - ratio * spin(&world, a)).abs() < 1.0e-3);
        // The ratio can be changed in motion.
        world.joint_mut(gear).unwrap().set_ratio(-1.0).unwrap();
        run(&mut world, 60);
        assert!((spin(&world, b) + spin(&world, a)).abs() < 1.0e-3);
        assert!(world.joint(gear).unwrap().angular_separation() < 1.0e-3);
    }
}

#[test]
fn a_gear_multiplies_torque() {
    let mut world = weightless();
    let ground = world.spawn(Body::fixed()).unwrap();
    let (a, b) = (wheel(&mut world, ground, [0.0, 0.0], 1.0), wheel(&mut world, ground, [3.0, 0.0], 1.0));
    let gear = world.join(Gear::new(a, b, 0.25)).unwrap();
    for _ in 0..60 {
        world.body_mut(a).unwrap().apply_torque(2.0).unwrap();
        world.body_mut(b).unwrap().apply_torque(-8.0).unwrap();
        run(&mut world, 1);
    }
    assert!(spin(&world, a).abs() < 1.0e-3 && spin(&world, b).abs() < 1.0e-3, "four to one is a balance");
    assert!((world.joint(gear).unwrap().reaction_torque() - 8.0).abs() < 0.01);
}

#[test]
fn pinion_moves_its_rack_by_the_rolled_length() {
    let mut world = sleepless();
    let ground = world.spawn(Body::fixed()).unwrap();
    let pinion = wheel(&mut world, ground, [0.0, 1.0], 0.2);
    let bar = world.spawn(weight([2.0, 0.5], 4.0, 1.0)).unwrap();
    // The rack slides down a slope; the pinion brakes it by its inertia.
    let line = Vec2::from_angle(-0.5);
    world.join(Prismatic::new(ground, bar).at([2.0, 0.5]).along(line)).unwrap();
    let rack = world.join(Rack::new(pinion, bar, 0.25).at([0.0, 1.0]).along(line)).unwrap();
    let start = world.body(bar).unwrap().position();
    for step in 1..=120 {
        run(&mut world, 1);
        let joint = world.joint(rack).unwrap();
        assert!(joint.separation() < 1.0e-3, "off by {} m at step {step}", joint.coordinate());
    }
    let way = (world.body(bar).unwrap().position() - start).dot(line);
    // Two seconds at g sin(0.5) m / (m + I / r²).
    let exact = 0.5 * 10.0 * 0.5_f32.sin() * 4.0 / (4.0 + 0.2 / 0.0625) * 4.0;
    assert!((way / exact - 1.0).abs() < 0.01, "{way} m, exact {exact} m");
    assert!((spin(&world, pinion) * 0.25 - world.body(bar).unwrap().velocity().dot(line)).abs() < 1.0e-3);
}

#[test]
fn free_rack_and_pinion_conserve_momentum() {
    let mut world = weightless();
    let pinion = world.spawn(weight([0.0, 0.6], 1.0, 0.3).angular_velocity(5.0)).unwrap();
    let bar = world.spawn(weight([0.2, 0.0], 3.0, 1.0).angular_velocity(0.8)).unwrap();
    // A slot keeps the pinion at its distance; it rotates freely.
    world.join(Slot::new(bar, pinion).at([0.0, 0.6]).along([1.0, 0.0])).unwrap();
    let rack = world.join(Rack::new(pinion, bar, 0.6).at([0.0, 0.6])).unwrap();
    let momentum = |world: &World| {
        [(pinion, 1.0, 0.3), (bar, 3.0, 1.0)].into_iter().fold(
            (Vec2::ZERO, 0.0),
            |(p, turn), (id, mass, inertia)| {
                let body = world.body(id).unwrap();
                let part = body.velocity() * mass;
                (p + part, turn + body.position().cross(part) + inertia * body.angular_velocity())
            },
        )
    };
    let (linear, angular) = momentum(&world);
    run(&mut world, 300);
    let (linear_after, angular_after) = momentum(&world);
    assert!(linear.distance(linear_after) < 1.0e-4, "{linear:?} became {linear_after:?}");
    assert!((angular - angular_after).abs() < 0.01 * angular, "{angular} became {angular_after}");
    assert!(world.joint(rack).unwrap().separation() < 2.0e-3);
}

#[test]
fn a_pulley_keeps_the_length_of_its_rope() {
    for ratio in [1.0_f32, 2.0] {
        let mut world = sleepless();
        let (a, b) = (
            world.spawn(weight([-2.0, 0.0], 3.0, 0.1)).unwrap(),
            world.spawn(weight([2.0, 0.0], 2.0, 0.1)).unwrap(),
        );
        let pulley = Pulley::new(a, b, [-2.0, 5.0], [2.0, 5.0]).ratio(ratio);
        let pulley = world.join(pulley).unwrap();
        let length = 5.0 + ratio * 5.0;
        assert!((world.joint(pulley).unwrap().rest_length().unwrap() - length).abs() < 1.0e-5);
        for step in 1..=60 {
            run(&mut world, 1);
            let off = world.joint(pulley).unwrap().separation();
            assert!(off < 1.0e-3, "off by {off} m at step {step}");
        }
        // Atwood: B moves by a share of A, tension T on A and ratio T on B.
        let exact = 10.0 * (2.0 / ratio - 3.0) / (3.0 + 2.0 / (ratio * ratio));
        let speed = world.body(a).unwrap().velocity().y;
        assert!((speed - exact).abs() < 0.01 * exact.abs(), "{speed} m/s, exact {exact}");
        assert!((world.body(b).unwrap().velocity().y * ratio + speed).abs() < 1.0e-3);
        let tension = 3.0 * (10.0 + exact);
        let force = world.joint(pulley).unwrap().reaction_force();
        assert!((force.y - ratio * tension).abs() < 0.1, "{force:?}, exact {} N", ratio * tension);
    }
}

#[test]
fn swinging_pulley_keeps_its_rope_length_and_a_slack_rope_is_loose() {
    let mut world = sleepless();
    let a = world.spawn(weight([-4.0, 2.0], 2.0, 0.1)).unwrap();
    let b = world.spawn(Body::dynamic().at([2.0, 0.0]).with(Rect::half(0.7, 0.7))).unwrap();
    let pulley = Pulley::new(a, b, [-2.0, 5.0], [2.0, 5.0]).between([-4.0, 2.0], [2.3, 0.3]);
    let pulley = world.join(pulley).unwrap();
    for step in 1..=180 {
        run(&mut world, 1);
        let off = world.joint(pulley).unwrap().separation();
        assert!(off < 2.0e-3, "off by {off} m at step {step}");
    }
    // A slack rope lets both fall freely until it is tight.
    let mut world = sleepless();
    let (a, b) = (
        world.spawn(weight([-2.0, 4.0], 3.0, 0.1)).unwrap(),
        world.spawn(weight([2.0, 4.0], 3.0, 0.1)).unwrap(),
    );
    let rope = world.join(Pulley::new(a, b, [-2.0, 5.0], [2.0, 5.0]).length(6.0).slack()).unwrap();
    run(&mut world, 30);
    assert!((world.body(a).unwrap().velocity().y + 5.0).abs() < 1.0e-3);
    assert_eq!(world.joint(rope).unwrap().separation(), 0.0);
    run(&mut world, 300);
    let joint = world.joint(rope).unwrap();
    assert!(
        (joint.coordinate() - 6.0).abs() < 1.0e-3 && joint.speed().abs() < 1.0e-3,
        "{} m",
        joint.coordinate()
    );
    assert!((joint.reaction_force().y - 30.0).abs() < 0.1);
}

#[test]
fn joint_angle_counts_whole_turns_and_limits_hold() {
    let mut world = weightless();
    let ground = world.spawn(Body::fixed()).unwrap();
    let body = wheel(&mut world, ground, [0.0, 0.0], 1.0);
    let limits = (-3.0 * TAU, 40.5 * TAU);
    let rotary = world.join(Rotary::new(ground, body).limits(limits.0, limits.1).motor(12.0, 20.0)).unwrap();
    run(&mut world, 60 * 30);
    let joint = world.joint(rotary).unwrap();
    assert!(
        (joint.coordinate() - f64::from(limits.1)).abs() < 1.0e-3,
        "{} turns",
        joint.coordinate() / f64::from(TAU)
    );
    assert!((joint.angle().abs() - core::f32::consts::PI).abs() < 1.0e-3 && joint.speed().abs() < 1.0e-3);
    world.joint_mut(rotary).unwrap().set_motor(Motor { speed: -12.0, strength: 20.0 }).unwrap();
    run(&mut world, 60 * 30);
    let angle = world.joint(rotary).unwrap().coordinate();
    assert!((angle - f64::from(limits.0)).abs() < 1.0e-3, "{angle} rad");
    assert!(
        (world.joint(rotary).unwrap().reaction_torque()).abs() < 1.0e-2,
        "the motor pushes against the limit"
    );
}

/// At the speed limit a body rotates by half a turn per step; no turn may be lost.
#[test]
fn joint_angle_loses_no_turn_at_the_speed_limit() {
    let mut world = weightless();
    let ground = world.spawn(Body::fixed()).unwrap();
    let body = world.spawn(weight([0.0, 0.0], 1.0, 1.0).angular_velocity(185.0)).unwrap();
    let rotary = world.join(Rotary::new(ground, body)).unwrap();
    run(&mut world, 600);
    let exact = 185.0 * 10.0;
    let angle = world.joint(rotary).unwrap().coordinate();
    assert!((angle - exact).abs() < 0.05, "{angle} rad, exact {exact}");
}

#[test]
fn rotary_spring_follows_the_sinusoid_over_whole_turns() {
    let mut world = weightless();
    let ground = world.spawn(Body::fixed()).unwrap();
    let body = world.spawn(weight([0.0, 0.0], 1.0, 2.0)).unwrap();
    // From 0 to a rest angle of five turns, and as far beyond.
    let rotary = world.join(Rotary::new(ground, body).spring(0.5, 0.05, 5.0 * TAU)).unwrap();
    let (omega, ratio) = (core::f64::consts::PI, 0.05_f64);
    let damped = omega * (1.0 - ratio * ratio).sqrt();
    let away = 5.0 * f64::from(TAU);
    for step in 1..=600 {
        run(&mut world, 1);
        let t = f64::from(step) * f64::from(DT);
        let swing = (damped * t).cos() + ratio * omega / damped * (damped * t).sin();
        let exact = away * (1.0 - (-ratio * omega * t).exp() * swing);
        let angle = world.joint(rotary).unwrap().coordinate();
        assert!((angle - exact).abs() < 0.02 * away, "{angle} rad at {t} s, exact {exact}");
    }
}

#[test]
fn a_rotary_servo_winds_up_a_load() {
    let mut world = sleepless();
    let ground = world.spawn(Body::fixed()).unwrap();
    let drum = world.spawn(weight([0.0, 5.0], 30.0, 0.5)).unwrap();
    world.join(Revolute::new(ground, drum).at([0.0, 5.0])).unwrap();
    let load = world.spawn(weight([0.3, 0.0], 20.0, 1.0)).unwrap();
    world.join(Prismatic::new(ground, load).at([0.3, 0.0]).along([0.0, 1.0])).unwrap();
    // A rope on a drum of 0.3 m is a rack whose line is the rope.
    world.join(Rack::new(drum, load, 0.3).along([0.0, 1.0])).unwrap();
    let servo = world.join(Rotary::new(ground, drum).servo(2.0 * TAU, 3.0, 200.0)).unwrap();
    run(&mut world, 60);
    assert!((world.joint(servo).unwrap().coordinate() - 3.0).abs() < 0.1);
    run(&mut world, 360);
    let joint = world.joint(servo).unwrap();
    assert!((joint.coordinate() - f64::from(2.0 * TAU)).abs() < 1.0e-3, "{} rad", joint.coordinate());
    let height = world.body(load).unwrap().position().y;
    assert!((height - 2.0 * TAU * 0.3).abs() < 1.0e-3, "{height} m");
    assert!((joint.motor_load() - 60.0).abs() < 0.5, "{} N m hold 200 N on 0.3 m", joint.motor_load());
    let servo_back = Servo { target: -TAU, max_speed: 3.0, strength: 200.0 };
    world.joint_mut(servo).unwrap().set_servo(servo_back).unwrap();
    run(&mut world, 60 * 9);
    assert!((world.joint(servo).unwrap().coordinate() + f64::from(TAU)).abs() < 1.0e-3);
}

#[test]
fn ratchet_rotates_one_way_and_holds_at_its_teeth() {
    for sign in [1.0_f32, -1.0] {
        let mut world = weightless();
        let ground = world.spawn(Body::fixed()).unwrap();
        let body = wheel(&mut world, ground, [0.0, 0.0], 1.0);
        let pitch = 0.5 * sign;
        let ratchet = world.join(Rotary::new(ground, body).ratchet(pitch, 0.1 * sign)).unwrap();
        // Two turns forward, freely.
        world.body_mut(body).unwrap().set_angular_velocity(TAU * sign).unwrap();
        run(&mut world, 120);
        assert!((spin(&world, body) - TAU * sign).abs() < 1.0e-3);
        let reached = world.joint(ratchet).unwrap().coordinate();
        assert!((reached - f64::from(2.0 * TAU * sign)).abs() < 0.02, "{reached} rad");
        // Back to the last tooth and no further.
        world.body_mut(body).unwrap().set_angular_velocity(0.0).unwrap();
        for _ in 0..120 {
            world.body_mut(body).unwrap().apply_torque(-30.0 * sign).unwrap();
            run(&mut world, 1);
        }
        let angle = world.joint(ratchet).unwrap().coordinate() * f64::from(sign);
        let tooth = ((f64::from(2.0 * TAU) - 0.1) / 0.5).floor() * 0.5 + 0.1;
        assert!((angle - tooth).abs() < 1.0e-3, "{angle} rad, the tooth is at {tooth}");
        world.joint_mut(ratchet).unwrap().set_ratchet(None).unwrap();
        for _ in 0..60 {
            world.body_mut(body).unwrap().apply_torque(-30.0 * sign).unwrap();
            run(&mut world, 1);
        }
        assert!(world.joint(ratchet).unwrap().coordinate() * f64::from(sign) < tooth - 1.0);
    }
}

/// A bead on a parabola as a custom constraint.
fn on_parabola(ends: &JointEnds) -> [Option<ConstraintRow>; 3] {
    let p = ends.frames[1].p;
    let mut row = ConstraintRow::offset(ends, [-2.0 * p.x, 1.0]);
    row.value = p.y - p.x * p.x;
    [Some(row), None, None]
}

#[test]
fn custom_constraint_keeps_a_bead_on_a_curve() {
    let mut world = sleepless();
    let ground = world.spawn(Body::fixed()).unwrap();
    let bead = world.spawn(weight([1.0, 1.0], 2.0, 1.0)).unwrap();
    let joint = world.join(Custom::new(ground, bead, on_parabola)).unwrap();
    assert_eq!(world.joint(joint).unwrap().kind(), JointKind::Custom);
    let mut leftmost = 0.0_f32;
    for step in 0..300 {
        run(&mut world, 1);
        let body = world.body(bead).unwrap();
        let (p, v) = (body.position(), body.velocity());
        assert!((p.y - p.x * p.x).abs() < 3.0e-3, "off the curve at step {step}: {p:?}");
        // The energy is that of the initial height, minus the loss from straight rows at high curvature.
        let energy = 0.5 * v.length_squared() + 10.0 * p.y;
        let least = 9.9 - 0.0025 * step as f32;
        assert!(energy > least && energy < 10.05, "step {step}: {energy} J/kg");
        leftmost = leftmost.min(p.x);
    }
    assert!(leftmost < -0.9, "it swung to {leftmost} only");
}

/// A hinge with limits as three custom rows equals the built-in hinge.
#[test]
fn bead_on_a_circle_keeps_its_speed_by_the_centripetal_force() {
    let mut world = weightless();
    let ground = world.spawn(Body::fixed()).unwrap();
    let bead = world.spawn(weight([2.0, 0.0], 3.0, 1.0).velocity([0.0, 4.0])).unwrap();
    let on_circle = |ends: &JointEnds| {
        let p = ends.frames[1].p;
        let mut row = ConstraintRow::offset(ends, p.normalize_or(Vec2::X));
        row.value = p.length() - 2.0;
        [Some(row), None, None]
    };
    let ring = world.join(Custom::new(ground, bead, on_circle)).unwrap();
    for step in 1..=1200 {
        run(&mut world, 1);
        let body = world.body(bead).unwrap();
        let (speed, radius) = (body.velocity().length(), body.position().length());
        assert!((speed - 4.0).abs() < 4.0e-3, "step {step}: {speed} m/s");
        assert!((radius - 2.0).abs() < 1.0e-3, "step {step}: {radius} m");
        let force = world.joint(ring).unwrap().reaction_force();
        // m v² / r, inwards. The first step begins on the circle but along its tangent, so its force is half
        // as large.
        assert!(step == 1 || (force.length() - 24.0).abs() < 0.05, "step {step}: {force:?}");
        assert!(
            step == 1 || force.normalize_or(Vec2::X).dot(body.position()) < -1.99,
            "step {step}: {force:?}"
        );
    }
}

#[test]
fn custom_rows_reproduce_a_hinge() {
    let build = |own: bool| {
        let mut world = sleepless();
        let ground = world.spawn(Body::fixed()).unwrap();
        let arm = world.spawn(weight([1.0, 0.0], 3.0, 0.5)).unwrap();
        if own {
            let hinge = |ends: &JointEnds| {
                let mut angle = ConstraintRow::angle(ends);
                (angle.rigid, angle.limits) = (false, Some((-0.8, 0.5)));
                [
                    Some(ConstraintRow::offset(ends, [1.0, 0.0])),
                    Some(ConstraintRow::offset(ends, [0.0, 1.0])),
                    Some(angle),
                ]
            };
            world.join(Custom::new(ground, arm, hinge).at([0.0, 0.0])).unwrap();
        } else {
            world.join(Revolute::new(ground, arm).at([0.0, 0.0]).limits(-0.8, 0.5)).unwrap();
        }
        (world, arm)
    };
    let ((mut own, arm), (mut built_in, _)) = (build(true), build(false));
    for step in 0..240 {
        run(&mut own, 1);
        run(&mut built_in, 1);
        let [a, b] = [&own, &built_in].map(|world| world.body(arm).unwrap().position());
        assert!(a.distance(b) < 0.03, "step {step}: {a:?} and {b:?}");
    }
    let joint = own.joints().next().unwrap();
    let view = own.joint(joint).unwrap();
    assert!((view.angle() + 0.8).abs() < 1.0e-3 && view.distance() < 1.0e-3, "{} rad", view.angle());
    assert!((view.reaction_force().y - 30.0).abs() < 0.3, "{:?}", view.reaction_force());
    assert!((view.reaction_torque() - 30.0 * 0.8_f32.cos()).abs() < 0.3);
}

#[test]
fn custom_joint_is_cloned_sleeps_and_survives_panics() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    world.spawn(Body::fixed().with(Rect::half(20.0, 0.5).at([0.0, -0.5]))).unwrap();
    let [left, right] = [0.0, 3.0].map(|x| {
        world.spawn(Body::dynamic().at([x, 0.5]).with(Rect::half(0.5, 0.5)).velocity([x, 0.0])).unwrap()
    });
    let tie = |ends: &JointEnds| {
        let mut row = ConstraintRow::offset(ends, [1.0, 0.0]);
        row.rigid = false;
        row.spring = Some(Spring { hertz: 2.0, damping_ratio: 0.7, target: 3.0 });
        row.motor = Some(Motor { speed: 0.0, strength: 1.0 });
        // Numbers outside of the solver's range are skipped.
        let mut bad = ConstraintRow::angle(ends);
        bad.value = f32::NAN;
        [Some(row), Some(bad), None]
    };
    world.join(Custom::new(left, right, tie)).unwrap();
    run(&mut world, 20);
    let mut copy = world.clone();
    for _ in 0..100 {
        run(&mut world, 1);
        run(&mut copy, 1);
        assert_eq!(world.hash(), copy.hash());
    }
    run(&mut world, 600);
    assert!([left, right].iter().all(|&id| world.body(id).unwrap().is_asleep()));
    // One island: both wake.
    world.body_mut(left).unwrap().apply_impulse([0.1, 0.0]).unwrap();
    assert!(!world.body(right).unwrap().is_asleep());
}

/// Generic constraints of all kinds between moving bodies, enough to fill the lanes.
fn workshop(lanes: LaneLevel, threads: usize) -> World {
    let mut config = WorldConfig::default();
    (config.lanes, config.threads) = (lanes, threads);
    let mut world = World::new(config).unwrap();
    let ground = world.spawn(Body::fixed().with(Rect::half(80.0, 0.5).at([0.0, -0.5]))).unwrap();
    let mut last: Option<BodyId> = None;
    for index in 0..40 {
        let x = 3.0 * index as f32 - 60.0;
        let body = Body::dynamic()
            .at([x, 6.0])
            .with(Rect::half(0.4, 0.3))
            .angular_velocity(index as f32 * 0.3 - 6.0);
        let body = world.spawn(body).unwrap();
        match index % 5 {
            0 => drop(world.join(Revolute::new(ground, body).at([x, 6.0])).unwrap()),
            1 => drop(
                world
                    .join(Prismatic::new(ground, body).at([x, 6.0]).along([0.3, 1.0]).limits(-5.0, 3.0))
                    .unwrap(),
            ),
            2 => drop(
                world
                    .join(
                        Wheel::new(ground, body)
                            .at([x, 6.0])
                            .along([0.0, 1.0])
                            .spring(1.0, 0.2)
                            .motor(4.0, 9.0),
                    )
                    .unwrap(),
            ),
            3 => drop(world.join(Drive::friction(ground, body, 30.0, 2.0)).unwrap()),
            _ => drop(world.join(Grab::new(body, [x + 0.2, 6.1]).target([x, 8.0]).max_force(500.0)).unwrap()),
        }
        if let Some(last) = last {
            match index % 4 {
                0 => drop(world.join(Gear::new(last, body, -1.5)).unwrap()),
                1 => drop(world.join(Pulley::new(last, body, [x - 3.0, 9.0], [x, 9.0]).slack()).unwrap()),
                2 => drop(
                    world
                        .join(
                            Rotary::new(last, body)
                                .limits(-9.0, 12.0)
                                .spring(1.0, 0.1, 7.0)
                                .ratchet(0.3, 0.0),
                        )
                        .unwrap(),
                ),
                _ => drop(
                    world
                        .join(Custom::new(last, body, |ends: &JointEnds| {
                            let mut row = ConstraintRow::offset(ends, [0.0, 1.0]);
                            (row.rigid, row.limits) = (false, Some((-1.0, 1.0)));
                            [Some(row), Some(ConstraintRow::angle(ends)), None]
                        }))
                        .unwrap(),
                ),
            }
        }
        if index % 7 == 3 {
            world.join(Weld::new(last.unwrap(), body).at([x - 1.5, 6.0]).angular_spring(2.0, 0.1)).unwrap();
            world.join(Rack::new(last.unwrap(), body, 0.4).along([1.0, 0.2])).unwrap();
        }
        last = Some(body);
    }
    world
}

#[test]
fn lanes_and_threads_change_no_bit_of_any_joint() {
    let mut scalar = workshop(LaneLevel::Scalar, 1);
    let levels = LaneLevel::ALL.into_iter().filter(|level| level.is_available());
    let mut others: Vec<World> = levels.map(|level| workshop(level, 1)).collect();
    others.push(workshop(LaneLevel::best(), 3));
    for step in 0..300 {
        scalar.step(DT).unwrap();
        for (index, world) in others.iter_mut().enumerate() {
            world.step(DT).unwrap();
            assert_eq!(world.hash(), scalar.hash(), "world {index} differs at step {step}");
        }
    }
    scalar.validate().unwrap();
    assert!(scalar.bodies().all(|id| scalar.body(id).unwrap().position().length() < 100.0));
}

#[test]
fn bad_generic_constraints_are_rejected() {
    let mut world = weightless();
    let (a, b) = (world.spawn(Body::fixed()).unwrap(), world.spawn(weight([1.0, 0.0], 1.0, 1.0)).unwrap());
    for bad in [f32::NAN, f32::INFINITY, 0.0, 1.0e9] {
        assert!(world.join(Gear::new(a, b, bad)).is_err());
        assert!(world.join(Rack::new(a, b, bad)).is_err());
        assert!(world.join(Pulley::new(a, b, [0.0, 1.0], [1.0, 1.0]).ratio(bad)).is_err());
        assert!(world.join(Rotary::new(a, b).ratchet(bad, 0.0)).is_err());
    }
    assert!(world.join(Pulley::new(a, b, [f32::NAN, 1.0], [1.0, 1.0])).is_err());
    let gear = world.join(Gear::new(a, b, 2.0)).unwrap();
    assert!(world.joint_mut(gear).unwrap().set_ratio(0.0).is_err());
    assert_eq!(world.joint(gear).unwrap().ratio(), Some(2.0));
    let refused = world.joint_mut(gear).unwrap().set_ratchet((1.0, 0.0));
    assert!(
        matches!(refused, Err(JointError::Kind(error)) if error.reason() == "only rotary joints have a ratchet")
    );
}

/// The default rest length, computed from the bodies, is in the range of an explicit one, so files and
/// snapshots can hold it.
#[test]
fn default_lengths_can_be_set_and_restored() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let [a, b] =
        [-9.0e5, 9.0e5].map(|x| world.spawn(Body::dynamic().at([x, 0.0]).with(Circle::new(0.5))).unwrap());
    let rod = world.join(Distance::new(a, b)).unwrap();
    let rope = world.join(Pulley::new(a, b, [9.0e5, 9.0e5], [-9.0e5, 9.0e5]).ratio(1000.0)).unwrap();
    let read = World::from_snapshot(&world.snapshot()).unwrap();
    let apart = 2.0_f32.hypot(1.0) * 9.0e5;
    for (joint, expected) in [(rod, 1.8e6), (rope, 1001.0 * apart)] {
        let length = read.joint(joint).unwrap().rest_length().unwrap();
        assert!((length / expected - 1.0).abs() < 1.0e-5, "{length} m, expected {expected}");
        world.joint_mut(joint).unwrap().set_length(length).unwrap();
    }
}
