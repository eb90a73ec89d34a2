//! Every type of joint against its kinematic relation.

use cairn2d::prelude::*;
use cairn2d::{JointDef, JointError, Mass, Servo};

use crate::harness::{DT, run, sleepless, weightless};

fn weight(at: [f32; 2], kilograms: f32, inertia: f32) -> Body {
    Body::dynamic().at(at).mass(Mass { mass: kilograms, center: Vec2::ZERO, inertia })
}

fn pivot(world: &mut World) -> BodyId {
    world.spawn(Body::fixed()).unwrap()
}

#[test]
fn prismatic_joint_allows_motion_along_its_line_only() {
    let mut world = sleepless();
    let ground = pivot(&mut world);
    // Its weight acts three metres off the line: the angle must hold against 150 N m.
    let body = Body::dynamic().at([1.0, 2.0]).mass(Mass { mass: 5.0, center: vec2(3.0, 0.0), inertia: 2.0 });
    let body = world.spawn(body).unwrap();
    let direction = vec2(3.0, -4.0) * 0.2;
    let slider = world.join(Prismatic::new(ground, body).at([1.0, 2.0]).along([3.0, -4.0])).unwrap();
    for step in 1..=120 {
        run(&mut world, 1);
        let joint = world.joint(slider).unwrap();
        assert!(joint.separation() < 1.0e-3 && joint.angle().abs() < 1.0e-3, "step {step}: {joint:?}");
        // Down a frictionless slope with a sine of 4/5.
        let t = step as f32 * DT;
        let exact = 0.5 * 8.0 * t * t;
        assert!((joint.slide() - exact).abs() < 0.02 * t + 1.0e-3, "{} m, exact {exact} m", joint.slide());
        let moved = world.body(body).unwrap().position() - vec2(1.0, 2.0);
        assert!(moved.distance(direction * joint.slide()) < 2.0e-3);
    }
    assert!((world.joint(slider).unwrap().speed() - 16.0).abs() < 0.05);
    // Its weight component across the line loads the joint.
    let force = world.joint(slider).unwrap().reaction_force();
    assert!(force.distance(vec2(4.0, 3.0) * (0.2 * 50.0 * 0.6)) < 0.3, "{force:?}");
}

#[test]
fn prismatic_limits_hold_under_load() {
    for (lower, upper) in [(-0.5, 2.0), (0.0, 0.0)] {
        let mut world = sleepless();
        let ground = pivot(&mut world);
        let load = world.spawn(weight([4.0, 0.0], 80.0, 10.0)).unwrap();
        let lift = Prismatic::new(ground, load).at([0.0, 0.0]).along([0.0, 1.0]).limits(lower, upper);
        let lift = world.join(lift).unwrap();
        run(&mut world, 240);
        let joint = world.joint(lift).unwrap();
        assert!((joint.slide() - lower).abs() < 1.0e-3, "{} m", joint.slide());
        assert!(joint.separation() < 1.0e-3 && joint.angle().abs() < 1.0e-3, "{} rad", joint.angle());
        assert!((joint.reaction_force().y - 800.0).abs() < 4.0, "{:?}", joint.reaction_force());
    }
}

#[test]
fn prismatic_motor_drives_and_stalls_at_its_force() {
    let mut world = weightless();
    let ground = pivot(&mut world);
    let load = world.spawn(weight([0.0, 0.0], 4.0, 1.0)).unwrap();
    let slider = world.join(Prismatic::new(ground, load).motor(2.0, 6.0)).unwrap();
    run(&mut world, 60);
    // 6 N on 4 kg.
    assert!((world.joint(slider).unwrap().speed() - 1.5).abs() < 0.01);
    run(&mut world, 60);
    assert!((world.joint(slider).unwrap().speed() - 2.0).abs() < 1.0e-3);
    world.set_gravity([-10.0, 0.0]).unwrap();
    run(&mut world, 60);
    // 40 N against 6 N.
    assert!((world.joint(slider).unwrap().speed() - (2.0 - 8.5)).abs() < 0.05);
    assert!((world.joint(slider).unwrap().motor_load() - 6.0).abs() < 1.0e-3);
}

#[test]
fn prismatic_joint_between_free_bodies_conserves_momentum() {
    let mut world = weightless();
    let a = world.spawn(weight([0.0, 0.0], 2.0, 0.7).velocity([0.3, -0.2]).angular_velocity(1.5)).unwrap();
    let b = world.spawn(weight([1.0, 0.5], 3.0, 0.4).velocity([-0.5, 0.4]).angular_velocity(1.5)).unwrap();
    let slider = Prismatic::new(a, b).at([0.5, 0.2]).along([1.0, 0.6]).spring(1.0, 0.0, 0.0);
    let slider = world.join(slider.limits(-1.0, 1.0)).unwrap();
    let momentum = |world: &World| {
        [(a, 2.0, 0.7), (b, 3.0, 0.4)].into_iter().fold(
            (Vec2::ZERO, 0.0),
            |(p, spin), (id, mass, inertia)| {
                let body = world.body(id).unwrap();
                let part = body.velocity() * mass;
                (p + part, spin + body.position().cross(part) + inertia * body.angular_velocity())
            },
        )
    };
    let (linear, angular) = momentum(&world);
    for _ in 0..600 {
        run(&mut world, 1);
        let joint = world.joint(slider).unwrap();
        assert!(joint.separation() < 3.0e-3 && joint.angle().abs() < 1.0e-3, "{}", joint.separation());
    }
    let (linear_after, angular_after) = momentum(&world);
    assert!(linear.distance(linear_after) < 1.0e-4, "{linear:?} became {linear_after:?}");
    assert!((angular - angular_after).abs() < 5.0e-3 * angular.abs(), "{angular} became {angular_after}");
}

#[test]
fn a_servo_reaches_its_target_and_holds_a_load_there() {
    let mut world = sleepless();
    let ground = pivot(&mut world);
    let load = world.spawn(weight([0.0, 0.0], 10.0, 1.0)).unwrap();
    let lift = Prismatic::new(ground, load).at([0.0, 0.0]).along([0.0, 1.0]).servo(3.0, 1.5, 400.0);
    let lift = world.join(lift).unwrap();
    run(&mut world, 60);
    let slide = world.joint(lift).unwrap().slide();
    assert!((slide - 1.5).abs() < 0.05, "{slide} m after a second at 1.5 m/s");
    run(&mut world, 240);
    let joint = world.joint(lift).unwrap();
    assert!((joint.slide() - 3.0).abs() < 1.0e-3 && joint.speed().abs() < 1.0e-3, "{} m", joint.slide());
    assert!((joint.motor_load() - 100.0).abs() < 0.5);
    let down = Servo { target: -1.0, max_speed: 1.5, strength: 400.0 };
    world.joint_mut(lift).unwrap().set_servo(down).unwrap();
    run(&mut world, 360);
    assert!((world.joint(lift).unwrap().slide() + 1.0).abs() < 1.0e-3);

    // An arm of 20 kg, held out by a hinge.
    let arm = Body::dynamic().at([9.0, 0.0]).mass(Mass { mass: 20.0, center: Vec2::ZERO, inertia: 4.0 });
    let arm = world.spawn(arm).unwrap();
    let hinge = world.join(Revolute::new(ground, arm).at([8.0, 0.0]).servo(1.2, 2.0, 900.0)).unwrap();
    run(&mut world, 360);
    let angle = world.joint(hinge).unwrap().angle();
    assert!((angle - 1.2).abs() < 1.0e-3, "{angle} rad");
    // Radii of two and three metres.
    let bob = world.spawn(weight([-5.0, -2.0], 5.0, 1.0)).unwrap();
    let winch = Distance::new(ground, bob).at_local([-5.0, 0.0], [0.0, 0.0]).servo(3.0, 1.0, 200.0);
    let winch = world.join(winch).unwrap();
    run(&mut world, 300);
    assert!((world.joint(winch).unwrap().distance() - 3.0).abs() < 1.0e-3);
}

#[test]
fn wheel_rolls_without_slip_and_its_suspension_carries_the_car() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    world.spawn(Body::fixed().with(Rect::half(200.0, 0.5).at([0.0, -0.5]))).unwrap();
    let chassis = Rect::half(1.0, 0.2);
    let chassis = world.spawn(Body::dynamic().at([0.0, 1.0]).with(chassis).never_sleeps()).unwrap();
    let wheels: Vec<JointId> = [-0.8, 0.8]
        .into_iter()
        .map(|x| {
            let wheel = world.spawn(Body::dynamic().at([x, 0.4]).with(Circle::new(0.4))).unwrap();
            let wheel = Wheel::new(chassis, wheel).at([x, 0.4]).along([0.0, 1.0]).spring(4.0, 0.7);
            world.join(wheel.limits(-0.2, 0.2).motor(-5.0, 20.0)).unwrap()
        })
        .collect();
    run(&mut world, 300);
    let from = world.body(chassis).unwrap().position();
    run(&mut world, 120);
    let moved = world.body(chassis).unwrap().position() - from;
    // Two seconds at 5 rad/s and 0.4 m.
    assert!((moved.x - 4.0).abs() < 0.04, "{moved:?}");
    for wheel in wheels {
        let joint = world.joint(wheel).unwrap();
        assert!((joint.angular_speed() + 5.0).abs() < 0.05 && joint.separation() < 1.0e-3, "{joint:?}");
        assert!(joint.slide() > 0.0 && joint.slide() < 0.1, "the spring is pressed by {} m", joint.slide());
    }
}

#[test]
fn suspension_stops_at_its_limits() {
    let mut world = sleepless();
    let ground = pivot(&mut world);
    let hub = world.spawn(weight([1.0, 0.0], 50.0, 3.0).angular_velocity(4.0)).unwrap();
    let wheel = Wheel::new(ground, hub).at([1.0, 0.0]).along([0.0, 1.0]).spring(1.0, 0.5).limits(-0.1, 0.3);
    let wheel = world.join(wheel).unwrap();
    run(&mut world, 240);
    let joint = world.joint(wheel).unwrap();
    assert!((joint.slide() + 0.1).abs() < 1.0e-3, "{} m", joint.slide());
    assert!((joint.angular_speed() - 4.0).abs() < 1.0e-3, "it turns freely: {} rad/s", joint.angular_speed());
    // The motor turns the other way, with 6 N m on 3 kg m².
    world.joint_mut(wheel).unwrap().set_motor(cairn2d::Motor { speed: -1.0, strength: 6.0 }).unwrap();
    run(&mut world, 60);
    assert!((world.joint(wheel).unwrap().angular_speed() - 2.0).abs() < 0.02);
    run(&mut world, 240);
    assert!((world.joint(wheel).unwrap().angular_speed() + 1.0).abs() < 1.0e-3);
}

#[test]
fn a_pin_slides_in_its_slot_and_swings() {
    let mut world = sleepless();
    let ground = pivot(&mut world);
    // The pin is a metre above the weight; the slot slopes down to the right and ends after two metres.
    let bob = world.spawn(weight([0.0, -1.0], 5.0, 0.5)).unwrap();
    let slot = Slot::new(ground, bob).at([0.0, 0.0]).along([2.0, -1.0]).limits(-0.5, 2.0);
    let slot = world.join(slot).unwrap();
    let mut swung = 0.0_f32;
    for step in 0..900 {
        run(&mut world, 1);
        let joint = world.joint(slot).unwrap();
        assert!(joint.separation() < 5.0e-3, "step {step}: {} m", joint.separation());
        swung = swung.max(joint.angle().abs());
    }
    assert!(swung > 0.2, "it hangs stiff: {swung} rad");
    world.body_mut(bob).unwrap().set_damping(0.0, 4.0).unwrap();
    run(&mut world, 1800);
    let joint = world.joint(slot).unwrap();
    assert!((joint.slide() - 2.0).abs() < 1.0e-3 && joint.separation() < 1.0e-3, "{} m", joint.slide());
    assert!((joint.reaction_force().y - 50.0).abs() < 0.5, "{:?}", joint.reaction_force());
}

#[test]
fn weld_holds_a_cantilever() {
    let mut world = sleepless();
    let ground = pivot(&mut world);
    let beam = world.spawn(weight([3.0, 0.0], 20.0, 15.0)).unwrap();
    let weld = world.join(Weld::new(ground, beam).at([0.0, 0.0])).unwrap();
    run(&mut world, 300);
    let joint = world.joint(weld).unwrap();
    assert!(joint.separation() < 1.0e-3 && joint.angle().abs() < 1.0e-3, "{} rad", joint.angle());
    assert!((joint.reaction_force().y - 200.0).abs() < 1.0, "{:?}", joint.reaction_force());
    assert!((joint.reaction_torque() - 600.0).abs() < 3.0, "{} N m", joint.reaction_torque());

    // A soft weld bends: 600 N m on an inertia of 15 + 20 * 3² kg m² about the anchor, at 1.5 Hz.
    world
        .joint_mut(weld)
        .unwrap()
        .set_spring(cairn2d::Spring { hertz: 1.5, damping_ratio: 1.0, target: 0.0 })
        .unwrap();
    run(&mut world, 1200);
    let angle = world.joint(weld).unwrap().angle();
    let stiffness = 195.0 * (core::f32::consts::TAU * 1.5).powi(2);
    assert!((stiffness * angle + 20.0 * 10.0 * 3.0 * angle.cos()).abs() < 3.0, "{angle} rad");
    world.joint_mut(weld).unwrap().set_spring(None).unwrap();
    run(&mut world, 300);
    assert!(world.joint(weld).unwrap().angle().abs() < 1.0e-3);
}

#[test]
fn bad_joint_values_are_rejected() {
    let mut world = weightless();
    let (a, b) = (pivot(&mut world), world.spawn(weight([1.0, 0.0], 1.0, 1.0)).unwrap());
    assert!(world.join(Prismatic::new(a, b).along([0.0, 0.0])).is_err());
    assert!(world.join(Prismatic::new(a, b).along([f32::NAN, 0.0])).is_err());
    assert!(world.join(Wheel::new(a, b).limits(1.0, 0.5)).is_err());
    assert!(world.join(Weld::new(a, b).linear_spring(-1.0, 0.5)).is_err());
    let weld = world.join(Weld::new(a, b)).unwrap();
    let servo = Servo { target: 0.0, max_speed: 1.0, strength: 1.0 };
    let refused = world.joint_mut(weld).unwrap().set_servo(servo);
    assert!(
        matches!(refused, Err(JointError::Kind(error)) if error.reason() == "this type of joint has no servo")
    );
}

#[test]
fn joint_rejects_parts_that_its_type_lacks() {
    let mut world = weightless();
    let a = world.spawn(Body::fixed()).unwrap();
    let b = world.spawn(Body::dynamic().with(Circle::new(0.5))).unwrap();
    let refused: [(JointDef, &str); 8] = [
        (JointDef::from(Slot::new(a, b)).motor(1.0, 1.0), "has no motor"),
        (JointDef::from(Slot::new(a, b)).spring(1.0, 1.0, 0.0), "has no spring"),
        (JointDef::from(Gear::new(a, b, 1.0)).spring_range(-1.0, 1.0), "has no spring"),
        (JointDef::from(Wheel::new(a, b)).servo(1.0, 1.0, 1.0), "has no servo"),
        (JointDef::from(Weld::new(a, b)).limits(0.0, 1.0), "has no limits"),
        (JointDef::from(Weld::new(a, b)).linear_motor([1.0, 0.0], 1.0), "only drives"),
        (JointDef::from(Revolute::new(a, b)).linear_spring(1.0, 1.0, 1.0), "only welds, drives and grabs"),
        (JointDef::from(Revolute::new(a, b)).length(1.0), "only distance joints and pulleys"),
    ];
    for (def, reason) in refused {
        let kind = def.kind();
        let error = world.join(def).unwrap_err().to_string();
        assert!(error.contains(reason), "{kind:?}: {error}");
    }
    // A builder and later setters give the same joint.
    let built: JointDef = Prismatic::new(a, b).along([0.0, 1.0]).limits(-1.0, 1.0).motor(2.0, 3.0).into();
    let later = JointDef::from(Prismatic::new(a, b)).motor(2.0, 3.0).limits(-1.0, 1.0).along([0.0, 1.0]);
    assert_eq!(built, later);
}
