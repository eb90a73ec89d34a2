//! Joints in a world: against the laws of mechanics, through their whole life, and with the same bits for any
//! lanes and threads.

use cairn2d::prelude::*;
use cairn2d::{JointError, LaneLevel, Mass, Motor, Spring};

use crate::harness::{DT, add_floor, run, sleepless, weightless};

const GRAVITY: f32 = 10.0;

fn mass(mass: f32, inertia: f32) -> Mass {
    Mass { mass, center: Vec2::ZERO, inertia }
}

/// A body without shapes.
fn weight(at: [f32; 2], kilograms: f32, inertia: f32) -> Body {
    Body::dynamic().at(at).mass(mass(kilograms, inertia))
}

fn pivot(world: &mut World) -> BodyId {
    world.spawn(Body::fixed()).unwrap()
}

fn position(world: &World, body: BodyId) -> Vec2 {
    world.body(body).unwrap().position()
}

/// Complete elliptic integral of the first kind by the arithmetic-geometric mean.
fn elliptic_k(k: f64) -> f64 {
    let (mut a, mut g) = (1.0, (1.0 - k * k).sqrt());
    for _ in 0..10 {
        (a, g) = (0.5 * (a + g), (a * g).sqrt());
    }
    core::f64::consts::FRAC_PI_2 / a
}

#[test]
fn pendulum_keeps_its_period_and_length() {
    for start in [0.05_f32, core::f32::consts::FRAC_PI_2] {
        let mut world = sleepless();
        let ground = pivot(&mut world);
        let at = Vec2::from_angle(start - core::f32::consts::FRAC_PI_2) * 2.0;
        let bob = world.spawn(weight([at.x, at.y], 3.0, 0.4)).unwrap();
        let hinge = world.join(Revolute::new(ground, bob).at([0.0, 0.0])).unwrap();
        let (mut passes, mut before) = (Vec::new(), at.x);
        for step in 1..1500 {
            world.step(DT).unwrap();
            let now = position(&world, bob).x;
            if before > 0.0 && now <= 0.0 {
                passes.push(f64::from(step as f32 - now / (now - before)) * f64::from(DT));
            }
            before = now;
            let error = world.joint(hinge).unwrap().separation();
            assert!(error < 3.0e-3, "from {start}: the hinge opens by {error} m at step {step}");
        }
        let measured = (passes[4] - passes[0]) / 4.0;
        let (torque, inertia) = (3.0 * f64::from(GRAVITY) * 2.0, 0.4 + 3.0 * 4.0);
        let exact = 4.0 * (inertia / torque).sqrt() * elliptic_k((0.5 * f64::from(start)).sin());
        assert!((measured / exact - 1.0).abs() < 0.01, "from {start}: {measured} s, exact {exact} s");
    }
}

#[test]
fn limits_hold_under_load() {
    let mut world = sleepless();
    let ground = pivot(&mut world);
    // A bar of two metres that hangs by its end.
    let arm = world.spawn(weight([1.0, 0.0], 50.0, 50.0 * 4.0 / 12.0)).unwrap();
    let hinge = world.join(Revolute::new(ground, arm).at([0.0, 0.0]).limits(-0.5, 0.25)).unwrap();
    run(&mut world, 300);
    let joint = world.joint(hinge).unwrap();
    assert!((joint.angle() + 0.5).abs() < 1.0e-3, "{} rad", joint.angle());
    assert!(joint.angular_separation() < 1.0e-3 && joint.speed().abs() < 1.0e-3);
    // The limit holds against the torque of the weight about the pivot.
    let expected = 50.0 * GRAVITY * 0.5_f32.cos();
    assert!(joint.reaction_force().y > 0.99 * 50.0 * GRAVITY, "{:?}", joint.reaction_force());
    assert!((joint.reaction_torque() - expected).abs() < 0.02 * expected, "{} N m", joint.reaction_torque());
}

#[test]
fn a_motor_reaches_its_speed_and_stalls_at_its_torque() {
    let mut world = weightless();
    let ground = pivot(&mut world);
    let wheel = world.spawn(weight([0.0, 0.0], 1.0, 2.0)).unwrap();
    let hinge = world.join(Revolute::new(ground, wheel).motor(6.0, 3.0)).unwrap();
    // A torque of 3 N m on 2 kg m²: 1.5 rad/s more every second until the speed is reached.
    run(&mut world, 60);
    let speed = world.joint(hinge).unwrap().speed();
    assert!((speed - 1.5).abs() < 0.01, "{speed} rad/s after a second");
    run(&mut world, 240);
    assert!((world.joint(hinge).unwrap().speed() - 6.0).abs() < 1.0e-3);

    let mut world = sleepless();
    let ground = pivot(&mut world);
    let arm = world.spawn(weight([1.0, 0.0], 1.0, 0.1)).unwrap();
    // 10 N m are needed to hold the arm: 11 lift it, 9 do not.
    let hinge = world.join(Revolute::new(ground, arm).at([0.0, 0.0]).motor(1.0, 11.0)).unwrap();
    run(&mut world, 30);
    assert!(position(&world, arm).y > 0.1, "{:?}", position(&world, arm));
    world.joint_mut(hinge).unwrap().set_motor(Motor { speed: 0.0, strength: 9.0 }).unwrap();
    run(&mut world, 1);
    assert!((world.joint(hinge).unwrap().motor_load().abs() - 9.0).abs() < 0.01);
    run(&mut world, 300);
    let angle = world.joint(hinge).unwrap().angle();
    // Friction of 9 N m stops it where the weight's torque is no larger than that.
    assert!(angle < -0.45 && 10.0 * angle.cos() < 9.1, "{angle} rad");
}

#[test]
fn spring_deflection_matches_statics() {
    let mut world = sleepless();
    let ground = pivot(&mut world);
    let load = world.spawn(weight([0.0, -2.0], 4.0, 1.0)).unwrap();
    let spring = world.join(Distance::new(ground, load).spring(1.5, 0.7)).unwrap();
    run(&mut world, 900);
    let omega = core::f32::consts::TAU * 1.5;
    let stretched = world.joint(spring).unwrap().distance();
    assert!((stretched - 2.0 - GRAVITY / (omega * omega)).abs() < 1.0e-3, "{stretched} m");
    assert!((world.joint(spring).unwrap().reaction_force().y - 40.0).abs() < 0.05);

    let mut world = sleepless();
    let ground = pivot(&mut world);
    let arm = world.spawn(weight([0.5, 0.0], 2.0, 3.0)).unwrap();
    let hinge = world.join(Revolute::new(ground, arm).at([0.0, 0.0]).spring(2.0, 1.0, 0.3)).unwrap();
    run(&mut world, 1200);
    let omega = core::f32::consts::TAU * 2.0;
    let angle = world.joint(hinge).unwrap().angle();
    let (spring, weight) = (3.0 * omega * omega * (0.3 - angle), 2.0 * GRAVITY * 0.5 * angle.cos());
    assert!((spring - weight).abs() < 0.02 * weight, "{angle} rad: spring {spring}, weight {weight}");
}

#[test]
fn angular_spring_takes_the_short_way_and_targets_beyond_half_a_turn() {
    let mut world = weightless();
    let ground = pivot(&mut world);
    let wheel = world.spawn(weight([0.0, 0.0], 1.0, 1.0).rotated(3.0)).unwrap();
    let hinge = world
        .join(Revolute::new(ground, wheel).at_local([0.0, 0.0], [0.0, 0.0]).spring(2.0, 1.0, -3.0))
        .unwrap();
    let mut farthest = 0.0_f32;
    for _ in 0..240 {
        run(&mut world, 1);
        farthest = farthest.max(3.2 - world.joint(hinge).unwrap().angle().abs());
    }
    let angle = world.joint(hinge).unwrap().angle();
    assert!((angle + 3.0).abs() < 1.0e-2, "{angle}");
    assert!(farthest < 0.3, "it went the long way round, {farthest} from half a turn");
}

#[test]
fn soft_joint_sag_matches_statics() {
    let mut world = sleepless();
    let ground = pivot(&mut world);
    let load = world.spawn(weight([0.0, -1.0], 2.0, 1.0)).unwrap();
    let hinge = world.join(Revolute::new(ground, load).at([0.0, -1.0]).softness(5.0, 1.0)).unwrap();
    let other = world.spawn(weight([5.0, -2.0], 7.0, 1.0)).unwrap();
    let rod =
        world.join(Distance::new(ground, other).between([5.0, 0.0], [5.0, -2.0]).softness(3.0, 1.0)).unwrap();
    run(&mut world, 600);
    for (joint, hertz) in [(hinge, 5.0), (rod, 3.0)] {
        let (omega, sag) = (core::f32::consts::TAU * hertz, world.joint(joint).unwrap().separation());
        let exact = GRAVITY / (omega * omega);
        assert!((sag / exact - 1.0).abs() < 0.01, "{hertz} Hz: {sag} m, exact {exact} m");
    }
    world.joint_mut(hinge).unwrap().set_softness(None).unwrap();
    run(&mut world, 300);
    assert!(world.joint(hinge).unwrap().separation() < 1.0e-3);
}

#[test]
fn anchors_are_relative_to_the_origin_not_the_centre_of_mass() {
    let mut world = sleepless();
    let ground = pivot(&mut world);
    // The bar hangs beside its origin, where it is held.
    let bar = Body::dynamic().at([3.0, 2.0]).rotated(2.5).with(Rect::half(1.0, 0.1).at([1.0, 0.0]));
    let bar = world.spawn(bar).unwrap();
    let hinge = world.join(Revolute::new(ground, bar).at([3.0, 2.0])).unwrap();
    let joint = world.joint(hinge).unwrap();
    assert!(joint.separation() < 1.0e-6 && joint.angle().abs() < 1.0e-6, "{joint:?}");
    assert!(joint.frames()[1].p.length() < 1.0e-6);
    for _ in 0..300 {
        run(&mut world, 1);
        let error = world.joint(hinge).unwrap().separation();
        assert!(error < 5.0e-3 && position(&world, bar).distance(vec2(3.0, 2.0)) < 5.0e-3, "{error} m");
    }
    // A frame given in body coordinates counts the angle between the bodies.
    world.unjoin(hinge).unwrap();
    let turned = world.body(bar).unwrap().angle();
    let hinge = world.join(Revolute::new(ground, bar).at_local([3.0, 2.0], [0.0, 0.0])).unwrap();
    assert!((world.joint(hinge).unwrap().angle() - turned).abs() < 1.0e-5);
}

#[test]
fn a_rope_is_slack_until_it_is_tight() {
    let mut world = sleepless();
    let ground = pivot(&mut world);
    let load = world.spawn(weight([1.0, 0.0], 5.0, 1.0)).unwrap();
    let rope = world.join(Distance::new(ground, load).spring(0.0, 0.0).limits(0.0, 3.0)).unwrap();
    // Free fall for half a second without load.
    run(&mut world, 30);
    let fallen = position(&world, load).y;
    assert!((fallen + 0.5 * GRAVITY * 0.25).abs() < 0.03, "{fallen}");
    assert_eq!(world.joint(rope).unwrap().reaction_force(), Vec2::ZERO);
    for _ in 0..600 {
        run(&mut world, 1);
        assert!(
            world.joint(rope).unwrap().distance() < 3.0 + 0.01,
            "{}",
            world.joint(rope).unwrap().distance()
        );
    }
    assert!(world.joint(rope).unwrap().distance() > 2.9);
}

#[test]
fn a_rod_pushes_and_pulls_and_a_winch_lifts() {
    let mut world = sleepless();
    let ground = pivot(&mut world);
    let load = world.spawn(weight([0.0, -2.0], 3.0, 1.0)).unwrap();
    let rod = world.join(Distance::new(ground, load)).unwrap();
    run(&mut world, 120);
    assert_eq!(world.joint(rod).unwrap().rest_length(), Some(2.0));
    assert!(world.joint(rod).unwrap().separation() < 1.0e-3);
    assert!((world.joint(rod).unwrap().reaction_force().y - 30.0).abs() < 0.05);
    world.joint_mut(rod).unwrap().set_length(1.0).unwrap();
    run(&mut world, 240);
    assert!((position(&world, load).y + 1.0).abs() < 1.0e-2, "{:?}", position(&world, load));

    let winch =
        world.joint_mut(rod).unwrap().set_spring(Spring { hertz: 0.0, damping_ratio: 0.0, target: 0.0 });
    winch.unwrap();
    world.joint_mut(rod).unwrap().set_limits((0.5, 4.0)).unwrap();
    world.joint_mut(rod).unwrap().set_motor(Motor { speed: 0.5, strength: 100.0 }).unwrap();
    run(&mut world, 60);
    let (joint, length) = (world.joint(rod).unwrap(), world.joint(rod).unwrap().distance());
    assert!(
        (joint.speed() - 0.5).abs() < 1.0e-2 && (length - 1.5).abs() < 0.02,
        "{} m/s, {length} m",
        joint.speed()
    );
    run(&mut world, 600);
    assert!((world.joint(rod).unwrap().distance() - 4.0).abs() < 2.0e-3, "the limit stops the winch");
}

/// A bridge, figures with all parts of a hinge, ropes, a floor, and many joints on one body for the overflow
/// color.
fn playground(lanes: LaneLevel, threads: usize) -> World {
    let mut config = WorldConfig::default();
    config.lanes = lanes;
    config.threads = threads;
    let mut world = World::new(config).unwrap();
    let floor = add_floor(&mut world);
    let mut last = floor;
    for link in 0..30 {
        let x = link as f32 - 15.0;
        let plank = world.spawn(Body::dynamic().at([x, 6.0]).with(Rect::half(0.5, 0.1))).unwrap();
        world.join(Revolute::new(last, plank).at([x - 0.5, 6.0]).motor(0.0, 5.0)).unwrap();
        last = plank;
    }
    world.join(Revolute::new(last, floor).at([14.5, 6.0])).unwrap();
    for figure in 0..12 {
        let (x, y) = (2.0 * figure as f32 - 12.0, 9.0 + 0.3 * figure as f32);
        let torso =
            world.spawn(Body::dynamic().at([x, y]).with(Capsule::new([0.0, -0.4], [0.0, 0.4], 0.2))).unwrap();
        for limb in 0..4 {
            let side = if limb % 2 == 0 { 0.5 } else { -0.5 };
            let at = [x + side, y + if limb < 2 { 0.4 } else { -0.4 }];
            let body =
                world.spawn(Body::dynamic().at(at).with(Capsule::new([-0.3, 0.0], [0.3, 0.0], 0.1))).unwrap();
            let hinge =
                Revolute::new(torso, body).at([x + 0.4 * side, at[1]]).limits(-0.6, 0.9).motor(0.0, 0.4);
            world.join(if limb == 3 { hinge } else { hinge.spring(4.0, 0.5, 0.1) }).unwrap();
        }
        if figure % 3 == 0 {
            let tail = world.spawn(Body::dynamic().at([x, y - 1.5]).with(Circle::new(0.15))).unwrap();
            world.join(Distance::new(torso, tail).spring(0.0, 0.0).limits(0.0, 1.6)).unwrap();
            world.join(Distance::new(torso, tail).spring(3.0, 0.2).length(1.0)).unwrap();
        }
    }
    let hub = world.spawn(Body::dynamic().at([0.0, 20.0]).with(Circle::new(0.5))).unwrap();
    for spoke in 0..40 {
        let at = Vec2::from_angle(spoke as f32 * 0.157) * 2.0 + vec2(0.0, 20.0);
        let bead = world.spawn(Body::dynamic().at(at).with(Circle::new(0.1))).unwrap();
        world.join(Distance::new(hub, bead)).unwrap();
    }
    world
}

#[test]
fn lanes_and_threads_change_no_bit() {
    let mut scalar = playground(LaneLevel::Scalar, 1);
    let levels = LaneLevel::ALL.into_iter().filter(|level| level.is_available());
    let mut others: Vec<World> = levels.map(|level| playground(level, 1)).collect();
    others.push(playground(LaneLevel::best(), 3));
    for step in 0..240 {
        scalar.step(DT).unwrap();
        for (index, world) in others.iter_mut().enumerate() {
            world.step(DT).unwrap();
            assert_eq!(world.hash(), scalar.hash(), "world {index} differs at step {step}");
        }
    }
    scalar.validate().unwrap();
    let worst = scalar.joints().map(|id| scalar.joint(id).unwrap().separation()).fold(0.0, f32::max);
    assert!(worst < 0.1, "a joint is {worst} m apart");
}

#[test]
fn joined_bodies_collide_only_if_enabled() {
    for collide in [false, true] {
        let mut world = weightless();
        let a = world.spawn(Body::dynamic().with(Circle::new(0.5))).unwrap();
        let b = world.spawn(Body::dynamic().at([0.8, 0.0]).with(Circle::new(0.5))).unwrap();
        run(&mut world, 1);
        assert_eq!(world.counts().contacts, 1);
        let joint = world.join(Revolute::new(a, b).at([0.4, 0.0]).collide_connected(collide)).unwrap();
        assert_eq!(world.counts().contacts, u32::from(collide));
        run(&mut world, 5);
        assert_eq!(world.counts().touching_contacts, u32::from(collide));
        world.joint_mut(joint).unwrap().set_collide_connected(!collide);
        run(&mut world, 5);
        assert_eq!(world.counts().touching_contacts, u32::from(!collide));
        world.unjoin(joint).unwrap();
        run(&mut world, 1);
        assert_eq!(world.counts().touching_contacts, 1, "they overlap and nothing keeps them apart");
    }
}

#[test]
fn joint_collision_flag_also_applies_to_static_bodies() {
    let mut world = sleepless();
    let floor = add_floor(&mut world);
    let ball = world.spawn(Body::dynamic().at([0.0, 0.4]).with(Circle::new(0.5))).unwrap();
    let joint = world.join(Revolute::new(floor, ball).at([0.0, 0.4])).unwrap();
    run(&mut world, 60);
    assert_eq!(world.counts().contacts, 0);
    world.unjoin(joint).unwrap();
    run(&mut world, 120);
    assert!(position(&world, ball).y > 0.48, "the ball sinks: {:?}", position(&world, ball));
}

#[test]
fn joints_are_removed_with_their_bodies_and_ids_go_stale() {
    let mut world = weightless();
    let ids: Vec<BodyId> = (0..4)
        .map(|x| world.spawn(Body::dynamic().at([x as f32, 0.0]).with(Circle::new(0.2))).unwrap())
        .collect();
    let joints: Vec<_> =
        ids.windows(2).map(|pair| world.join(Distance::new(pair[0], pair[1])).unwrap()).collect();
    run(&mut world, 10);
    world.despawn(ids[1]).unwrap();
    world.validate().unwrap();
    assert_eq!(world.counts().joints, 1);
    assert!(world.joint(joints[0]).is_none() && world.joint_mut(joints[1]).is_none());
    assert_eq!(world.unjoin(joints[0]), Err(JointError::Stale(joints[0].to_string())));
    assert_eq!(world.join(Revolute::new(ids[0], ids[1])), Err(JointError::Stale(ids[1].to_string())));
    assert_eq!(world.join(Revolute::new(ids[0], ids[0])), Err(JointError::SameBody(ids[0])));
    let again = world.join(Revolute::new(ids[0], ids[2])).unwrap();
    assert!(world.joint(joints[0]).is_none(), "a new joint in the slot must not revive the old id");
    assert_eq!(world.joint(again).unwrap().bodies(), [ids[0], ids[2]]);
    run(&mut world, 10);
}

#[test]
fn bad_values_are_rejected_without_a_change() {
    let mut world = weightless();
    let (a, b) = (pivot(&mut world), world.spawn(weight([1.0, 0.0], 1.0, 1.0)).unwrap());
    let hinge = world.join(Revolute::new(a, b).at([0.0, 0.0])).unwrap();
    let before = (world.hash(), world.counts());
    for bad in [f32::NAN, f32::INFINITY, -f32::INFINITY, 1.0e30] {
        assert!(world.join(Revolute::new(a, b).at([bad, 0.0])).is_err());
        assert!(world.join(Revolute::new(a, b).at_local([0.0, 0.0], [0.0, bad])).is_err());
        assert!(world.join(Revolute::new(a, b).limits(bad, 1.0)).is_err());
        assert!(world.join(Revolute::new(a, b).limits(-1.0, bad)).is_err());
        assert!(world.join(Revolute::new(a, b).motor(bad, 1.0)).is_err());
        assert!(world.join(Revolute::new(a, b).motor(1.0, bad)).is_err());
        assert!(world.join(Revolute::new(a, b).spring(bad, 1.0, 0.0)).is_err());
        assert!(world.join(Revolute::new(a, b).softness(bad, 1.0)).is_err());
        assert!(world.join(Distance::new(a, b).length(bad)).is_err());
        assert!(world.join(Distance::new(a, b).spring(1.0, bad)).is_err());
        let mut joint = world.joint_mut(hinge).unwrap();
        assert!(joint.set_limits((0.0, bad)).is_err());
        assert!(joint.set_motor(Motor { speed: bad, strength: 1.0 }).is_err());
        assert!(joint.set_spring(Spring { hertz: 1.0, damping_ratio: 1.0, target: bad }).is_err());
        assert!(joint.set_softness((bad, 1.0)).is_err());
        assert!(joint.set_frames(Pose::from_position(vec2(bad, 0.0)), Pose::IDENTITY).is_err());
    }
    assert!(world.join(Revolute::new(a, b).limits(1.0, 0.5)).is_err());
    let mut joint = world.joint_mut(hinge).unwrap();
    let refused = joint.set_length(1.0).unwrap_err();
    assert_eq!(refused.to_string(), format!("{hinge}: only distance joints and pulleys have a length"));
    assert_eq!((joint.view().limits(), joint.view().motor(), joint.view().spring()), (None, None, None));
    assert_eq!((world.hash(), world.counts()), before);
}

#[test]
fn joined_bodies_sleep_and_wake_together() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let floor = add_floor(&mut world);
    let left = world.spawn(Body::dynamic().at([0.0, 0.5]).with(Rect::half(0.5, 0.5))).unwrap();
    let right = world.spawn(Body::dynamic().at([3.0, 0.5]).with(Rect::half(0.5, 0.5))).unwrap();
    let rod = world.join(Distance::new(left, right)).unwrap();
    run(&mut world, 120);
    let asleep = |world: &World| [left, right].map(|id| world.body(id).unwrap().is_asleep());
    assert_eq!(asleep(&world), [true, true]);
    assert!(!world.joint(rod).unwrap().is_active());
    world.joint_mut(rod).unwrap().set_length(4.0).unwrap();
    assert_eq!(asleep(&world), [false, false]);
    run(&mut world, 240);
    assert!(
        (world.joint(rod).unwrap().distance() - 4.0).abs() < 0.01,
        "{}",
        world.joint(rod).unwrap().distance()
    );
    assert_eq!(asleep(&world), [true, true]);
    // A joint to a sleeping body wakes its island.
    let hook = world.join(Distance::new(floor, right).spring(1.0, 1.0).collide_connected(true)).unwrap();
    assert_eq!(asleep(&world), [false, false]);
    run(&mut world, 240);
    assert_eq!(asleep(&world), [true, true]);
    world.unjoin(hook).unwrap();
    assert_eq!(asleep(&world), [false, false]);
}

#[test]
fn joints_of_a_disabled_body_are_inactive_until_it_is_enabled() {
    let mut world = sleepless();
    let ground = pivot(&mut world);
    let bob = world.spawn(weight([1.0, 0.0], 1.0, 0.1)).unwrap();
    let hinge = world.join(Revolute::new(ground, bob).at([0.0, 0.0])).unwrap();
    world.body_mut(bob).unwrap().set_enabled(false);
    run(&mut world, 10);
    assert!(!world.joint(hinge).unwrap().is_active());
    assert_eq!(position(&world, bob), vec2(1.0, 0.0));
    world.body_mut(bob).unwrap().set_enabled(true);
    run(&mut world, 30);
    assert!(world.joint(hinge).unwrap().is_active());
    assert!(position(&world, bob).y < -0.5 && (position(&world, bob).length() - 1.0).abs() < 3.0e-3);
}

#[test]
fn extremes_stay_finite() {
    let mut world = sleepless();
    let ground = pivot(&mut world);
    let other = pivot(&mut world);
    let still = world.join(Revolute::new(ground, other)).unwrap();
    assert!(!world.joint(still).unwrap().is_active(), "nothing can move");
    let masses =
        [(1.0e-20, 1.0e-20), (1.0, 0.0), (1.0e20, 1.0e20), (0.0, 0.0), (1.0e-6, 1.0e6), (1.0e10, 1.0e-10)];
    let mut last = ground;
    for (index, (kilograms, inertia)) in masses.into_iter().enumerate() {
        let at = [index as f32 * 0.5, 0.0];
        let body = world.spawn(weight(at, kilograms, inertia)).unwrap();
        world.join(Revolute::new(last, body).at(at).limits(-0.1, 0.1).motor(1.0e6, 1.0e15)).unwrap();
        world.join(Distance::new(last, body).at(at).softness(1.0e6, 1.0e4)).unwrap();
        world
            .join(Distance::new(ground, body).spring(1.0e6, 1.0e4).limits(0.0, 0.0).motor(1.0e6, 1.0e15))
            .unwrap();
        last = body;
    }
    for dt in [1.0 / 60.0, 1.0, 1.0e-6, 0.0, 1.0 / 60.0] {
        for _ in 0..20 {
            world.step(dt).unwrap();
            world.validate().unwrap_or_else(|what| panic!("dt {dt}: {what}"));
        }
    }
}

#[test]
fn joint_strength_does_not_depend_on_mass() {
    for kilograms in [1.0e-12, 1.0, 1.0e12, 1.0e20] {
        let mut world = sleepless();
        let ground = pivot(&mut world);
        let bob = world.spawn(weight([1.0, 0.0], kilograms, 0.1 * kilograms)).unwrap();
        world.join(Revolute::new(ground, bob).at([0.0, 0.0])).unwrap();
        run(&mut world, 120);
        let length = position(&world, bob).length();
        assert!((length - 1.0).abs() < 3.0e-3, "{kilograms} kg: {length} m");
    }
}
