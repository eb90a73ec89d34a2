//! Drives, grabs and filters against the laws of motion under a bounded force.

use cairn2d::prelude::*;
use cairn2d::{JointError, JointKind, LinearMotor, LinearSpring, Mass};

use crate::harness::{run, sleepless, weightless};

fn weight(at: [f32; 2], kilograms: f32, inertia: f32) -> Body {
    Body::dynamic().at(at).mass(Mass { mass: kilograms, center: Vec2::ZERO, inertia })
}

/// A top-down puck stops after v²/2a on a straight line, and its spin decays at the rate of the torque.
#[test]
fn top_down_friction_stops_a_puck_at_the_distance_of_the_formula() {
    let mut world = weightless();
    let ground = world.spawn(Body::fixed().at([-7.0, 3.0])).unwrap();
    let puck = weight([0.0, 0.0], 2.0, 0.5).velocity([3.0, 4.0]).angular_velocity(6.0);
    let puck = world.spawn(puck).unwrap();
    let friction = world.join(Drive::friction(ground, puck, 5.0, 1.0).at([0.0, 0.0])).unwrap();
    for _ in 0..60 {
        run(&mut world, 1);
        let force = world.joint(friction).unwrap().reaction_force();
        assert!(
            (force.length() - 5.0).abs() < 1.0e-3 && force.cross(vec2(3.0, 4.0)).abs() < 1.0e-2,
            "{force:?}"
        );
    }
    let body = world.body(puck).unwrap();
    assert!(
        (body.velocity().length() - 2.5).abs() < 1.0e-3 && (body.angular_velocity() - 4.0).abs() < 1.0e-3
    );
    run(&mut world, 240);
    let body = world.body(puck).unwrap();
    // 5 m/s at 2.5 m/s².
    assert!(body.position().distance(vec2(3.0, 4.0)) < 0.02, "{:?}", body.position());
    assert!(body.velocity().length() < 1.0e-6 && body.angular_velocity().abs() < 1.0e-6);
    // Forces up to the friction move nothing.
    world.body_mut(puck).unwrap().apply_force([4.9, 0.0]).unwrap();
    run(&mut world, 1);
    assert!(world.body(puck).unwrap().velocity().length() < 1.0e-5);
}

#[test]
fn a_drive_reaches_its_velocity_in_the_frame_of_the_first_body() {
    let mut world = weightless();
    let platform =
        world.spawn(Body::kinematic().rotated(core::f32::consts::FRAC_PI_2).velocity([0.0, 1.0])).unwrap();
    let load = world.spawn(weight([2.0, 0.0], 4.0, 1.0)).unwrap();
    let drive =
        Drive::new(platform, load).at_local([0.0, 0.0], [0.0, 0.0]).velocity([0.5, 0.0], 8.0).spin(3.0, 2.0);
    let drive = world.join(drive).unwrap();
    run(&mut world, 15);
    // 8 N on 4 kg for a quarter of a second, and 2 N m on 1 kg m².
    let body = world.body(load).unwrap();
    assert!(
        (body.velocity().y - 0.5).abs() < 0.01 && (body.angular_velocity() - 0.5).abs() < 0.01,
        "{body:?}"
    );
    run(&mut world, 105);
    let body = world.body(load).unwrap();
    assert!(body.velocity().distance(vec2(0.0, 1.5)) < 1.0e-3, "{:?}", body.velocity());
    assert!((body.angular_velocity() - 3.0).abs() < 1.0e-3);
    let stop = LinearMotor { velocity: Vec2::ZERO, max_force: 100.0 };
    world.joint_mut(drive).unwrap().set_linear_motor(stop).unwrap();
    run(&mut world, 60);
    assert!(world.body(load).unwrap().velocity().distance(vec2(0.0, 1.0)) < 1.0e-3);
}

#[test]
fn a_drive_pulls_to_a_pose_with_bounded_strength() {
    let mut world = weightless();
    let ground = world.spawn(Body::fixed()).unwrap();
    let body = world.spawn(weight([4.0, 0.0], 2.0, 0.5).rotated(1.0)).unwrap();
    let target = Pose { p: vec2(1.0, 1.0), q: Rot::from_angle(-0.5) };
    let drive = Drive::new(ground, body).at_frames(target, Pose::IDENTITY);
    world.join(drive.linear_spring(2.0, 1.0, 10.0).angular_spring(2.0, 1.0, 0.5)).unwrap();
    run(&mut world, 12);
    // The springs are stretched beyond their force limit, so the limits act: 5 m/s² and 1 rad/s².
    let now = world.body(body).unwrap();
    assert!(
        (now.velocity().length() - 1.0).abs() < 0.02 && (now.angular_velocity() + 0.2).abs() < 0.01,
        "{now:?}"
    );
    run(&mut world, 600);
    let now = world.body(body).unwrap();
    assert!(now.position().distance(target.p) < 1.0e-3 && (now.angle() + 0.5).abs() < 1.0e-3, "{now:?}");
}

#[test]
fn a_grab_carries_a_body_at_its_point() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    world.spawn(Body::fixed().with(Rect::half(20.0, 0.5).at([0.0, -0.5]))).unwrap();
    let plank = world.spawn(Body::dynamic().at([0.0, 0.1]).with(Rect::half(1.0, 0.1))).unwrap();
    run(&mut world, 120);
    assert!(world.body(plank).unwrap().is_asleep());
    let mass = world.body(plank).unwrap().mass().mass;
    let grab = world.join(Grab::new(plank, [0.9, 0.1])).unwrap();
    assert!(!world.body(plank).unwrap().is_asleep());
    assert_eq!(world.joint(grab).unwrap().bodies(), [plank, plank]);
    for step in 0..60 {
        world.joint_mut(grab).unwrap().set_target([0.9, 0.1 + 3.0 * step as f32 / 60.0]).unwrap();
        run(&mut world, 1);
    }
    world.body_mut(plank).unwrap().set_damping(0.0, 3.0).unwrap();
    run(&mut world, 900);
    // It hangs straight below the point and stretches the spring by g / w².
    let omega = core::f32::consts::TAU * 5.0;
    let hold = world.body(plank).unwrap().pose().transform_point(vec2(0.9, 0.0));
    let target = world.joint(grab).unwrap().target().unwrap();
    assert!((hold.x - target.x).abs() < 2.0e-3, "{hold:?} of {target:?}");
    let stretch = target.y - hold.y;
    assert!((stretch - 10.0 / (omega * omega)).abs() < 3.0e-3, "{stretch} m");
    let force = world.joint(grab).unwrap().reaction_force();
    assert!((force.y - 10.0 * mass).abs() < 0.02 * mass, "{force:?}");
    // At rest it sleeps; a new target wakes it.
    run(&mut world, 240);
    assert!(world.body(plank).unwrap().is_asleep());
    world.joint_mut(grab).unwrap().set_target([2.0, 4.0]).unwrap();
    assert!(!world.body(plank).unwrap().is_asleep());
    // Two grabs hold it level.
    let second = world.joint(grab).unwrap().bodies()[1];
    let at = world.body(second).unwrap().pose().transform_point(vec2(-0.9, 0.0));
    let other = world.join(Grab::new(plank, at).target([0.2, 4.0]).spring(5.0, 1.0)).unwrap();
    run(&mut world, 600);
    let body = world.body(plank).unwrap();
    assert!(body.position().distance(vec2(1.1, 4.0)) < 0.02 && body.angle().abs() < 0.02, "{body:?}");
    world.unjoin(grab).unwrap();
    world.unjoin(other).unwrap();
    run(&mut world, 240);
    assert!(world.body(plank).unwrap().position().y < 0.2);
    let again = world.join(Grab::new(plank, [1.0, 0.1])).unwrap();
    world.despawn(plank).unwrap();
    assert!(world.joint(again).is_none());
    run(&mut world, 10);
}

#[test]
fn grab_force_stays_within_its_limit() {
    let mut world = weightless();
    let body = world.spawn(weight([0.0, 0.0], 10.0, 1.0)).unwrap();
    let grab = world.join(Grab::new(body, [0.0, 0.0]).target([30.0, 40.0]).max_force(20.0)).unwrap();
    run(&mut world, 60);
    let velocity = world.body(body).unwrap().velocity();
    assert!(velocity.distance(vec2(1.2, 1.6)) < 0.01, "{velocity:?}");
    assert!((world.joint(grab).unwrap().reaction_force().length() - 20.0).abs() < 1.0e-2);
    let spring = LinearSpring { hertz: 1.0, damping_ratio: 1.0, max_force: 1.0e6 };
    world.joint_mut(grab).unwrap().set_linear_spring(spring).unwrap();
    run(&mut world, 600);
    assert!(world.body(body).unwrap().position().distance(vec2(30.0, 40.0)) < 1.0e-2);
}

/// Two distant grabs on a free plank pull against each other forever without vibration.
#[test]
fn opposing_grabs_come_to_rest() {
    let mut world = sleepless();
    let plank = world.spawn(Body::dynamic().with(Rect::half(1.0, 0.1))).unwrap();
    for (point, target) in [([-0.9, 0.0], [-3.0, 2.0]), ([0.9, 0.0], [3.0, 2.0]), ([0.0, 0.0], [0.0, 0.0])] {
        world.join(Grab::new(plank, point).target(target)).unwrap();
    }
    run(&mut world, 600);
    let body = world.body(plank).unwrap();
    assert!(body.velocity().length() < 1.0e-3 && body.angular_velocity().abs() < 1.0e-3, "{body:?}");
    // Each spring scales with the effective mass at its point, which is smaller at the end of a plank than in
    // its middle.
    let share = 1.0 / (1.0 + 0.9 * 0.9 / ((1.0 + 0.01) / 3.0));
    let omega = core::f32::consts::TAU * 5.0;
    let exact = (2.0 * share * 2.0 - 10.0 / (omega * omega)) / (1.0 + 2.0 * share);
    assert!((body.position().y - exact).abs() < 1.0e-3, "{:?}, exact {exact} m", body.position());
    assert!(body.position().x.abs() < 1.0e-3 && body.angle().abs() < 1.0e-3);
}

#[test]
fn filter_joint_only_disables_collision() {
    let mut world = weightless();
    let left = world.spawn(Body::dynamic().with(Circle::new(0.5)).velocity([1.0, 0.0])).unwrap();
    let right = world.spawn(Body::dynamic().at([2.0, 0.0]).with(Circle::new(0.5))).unwrap();
    let filter = world.join(Filter::new(left, right)).unwrap();
    run(&mut world, 120);
    assert!((world.body(left).unwrap().position().x - 2.0).abs() < 1.0e-3);
    assert_eq!(world.body(right).unwrap().velocity(), Vec2::ZERO);
    assert_eq!(world.counts().contacts, 0);
    let joint = world.joint(filter).unwrap();
    assert!(!joint.is_active() && joint.kind() == JointKind::Filter && joint.reaction_force() == Vec2::ZERO);
    let refused = world.joint_mut(filter).unwrap().set_limits((0.0, 1.0));
    assert!(
        matches!(refused, Err(JointError::Kind(error)) if error.reason() == "this type of joint has no limits")
    );
    world.unjoin(filter).unwrap();
    run(&mut world, 1);
    assert_eq!(world.counts().touching_contacts, 1);
}
