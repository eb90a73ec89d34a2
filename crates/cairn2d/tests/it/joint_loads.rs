//! Loads of joints: reactions against the laws of mechanics.

use cairn2d::Mass;
use cairn2d::prelude::*;

use crate::harness::{DT, run, sleepless, weightless};

const GRAVITY: f32 = 10.0;

/// A body without shapes.
fn weight(at: [f32; 2], kilograms: f32, inertia: f32) -> Body {
    Body::dynamic().at(at).mass(Mass { mass: kilograms, center: Vec2::ZERO, inertia })
}

fn pivot(world: &mut World) -> BodyId {
    world.spawn(Body::fixed()).unwrap()
}

fn position(world: &World, body: BodyId) -> Vec2 {
    world.body(body).unwrap().position()
}

fn velocity(world: &World, body: BodyId) -> Vec2 {
    world.body(body).unwrap().velocity()
}

#[test]
fn joint_load_at_rest_equals_the_weight() {
    let mut world = sleepless();
    let ground = pivot(&mut world);
    let bob = world.spawn(weight([0.0, -2.0], 3.0, 0.4)).unwrap();
    let hinge = world.join(Revolute::new(ground, bob).at([0.0, 0.0])).unwrap();
    let second = world.spawn(weight([0.0, -3.0], 5.0, 0.4)).unwrap();
    let rod = world.join(Distance::new(bob, second)).unwrap();
    run(&mut world, 300);
    for (joint, expected) in [(hinge, 80.0), (rod, 50.0)] {
        let joint = world.joint(joint).unwrap();
        let force = joint.reaction_force();
        assert!((force.y - expected).abs() < 1.0e-3 * expected && force.x.abs() < 1.0e-3, "{force:?}");
        assert_eq!(joint.reaction_torque(), 0.0);
    }
}

#[test]
fn looping_pendulum_load_is_weight_plus_centripetal_force() {
    for (name, rigid) in [("hinge", true), ("rod", false)] {
        let (kilograms, length) = (3.0_f32, 2.0);
        let mut world = sleepless();
        let ground = pivot(&mut world);
        let bob = world.spawn(weight([0.0, -length], kilograms, 1.0e-3).velocity([12.0, 0.0])).unwrap();
        let joint = if rigid {
            world.join(Revolute::new(ground, bob).at([0.0, 0.0])).unwrap()
        } else {
            world.join(Distance::new(ground, bob)).unwrap()
        };
        if rigid {
            world.body_mut(bob).unwrap().set_angular_velocity(12.0 / length).unwrap();
        }
        let mut worst = 0.0_f32;
        for step in 0..600 {
            let (from, before) = (position(&world, bob), velocity(&world, bob));
            run(&mut world, 1);
            let (to, after) = (position(&world, bob), velocity(&world, bob));
            // The reaction is the mean over the step, so compare with the middle of the step. The start has a
            // jolt.
            let out = (from + to).normalize_or(Vec2::Y);
            let speed = 0.5 * (before.length() + after.length());
            let exact = kilograms * (speed * speed / length - GRAVITY * out.y);
            let pull = -world.joint(joint).unwrap().reaction_force().dot(out);
            let error = (pull - exact).abs() / (kilograms * 12.0 * 12.0 / length);
            if step > 5 {
                worst = worst.max(error);
            }
        }
        println!("{name}: off by {worst} of the largest centripetal force");
        assert!(worst < 0.01, "{name}: off by {worst}");
    }
}

#[test]
fn mean_joint_force_equals_the_change_of_momentum() {
    let mut world = sleepless();
    let ground = pivot(&mut world);
    let load = world.spawn(weight([1.0, 0.0], 5.0, 1.0)).unwrap();
    // Slack at first: it falls, is caught with a jolt and swings.
    let rope = world.join(Distance::new(ground, load).spring(0.0, 0.0).limits(0.0, 3.0)).unwrap();
    let mut strongest = 0.0_f32;
    for step in 0..300 {
        let before = velocity(&world, load);
        run(&mut world, 1);
        let gained = (velocity(&world, load) - before) * (5.0 / DT) + vec2(0.0, 5.0 * GRAVITY);
        let force = world.joint(rope).unwrap().reaction_force();
        let error = (gained - force).length();
        assert!(
            error < 1.0e-3 * force.length() + 0.05,
            "step {step}: {force:?}, but the body got {gained:?}"
        );
        strongest = strongest.max(force.length());
    }
    assert!(strongest > 1000.0, "the jerk is {strongest} N");
}

#[test]
fn mean_joint_torque_equals_the_change_of_angular_momentum() {
    let mut world = weightless();
    let ground = pivot(&mut world);
    let wheel = world.spawn(weight([0.0, 0.0], 1.0, 2.0)).unwrap();
    let hinge = Revolute::new(ground, wheel).limits(-3.0, 0.5).motor(4.0, 6.0).spring(1.0, 0.1, -0.4);
    let hinge = world.join(hinge).unwrap();
    for step in 0..200 {
        let spin = |world: &World| world.body(wheel).unwrap().angular_velocity();
        let before = spin(&world);
        run(&mut world, 1);
        let gained = (spin(&world) - before) * (2.0 / DT);
        let joint = world.joint(hinge).unwrap();
        let (torque, motor) = (joint.reaction_torque(), joint.motor_load());
        assert!(
            (gained - torque).abs() < 2.0e-3 * torque.abs() + 1.0e-2,
            "step {step}: {torque} against {gained}"
        );
        assert!(motor.abs() <= 6.0001, "the motor gave {motor} N m");
    }
}
