//! Motion against closed formulas: flight, damping, forces, masses, kinematic bodies and locks. Contacts are
//! in `friction` and `impacts` below; the figures in comments are those of the accuracy table (goal,
//! measured).

use cairn2d::{BodyKind, Locks, Mass, prelude::*};

use crate::harness::{DT, run, sleepless, weightless};

mod friction;
mod impacts;
mod metamorphic;
mod rocking;
mod simultaneous;

/// Gravity of the default world \[m/s²\].
const G: f64 = 10.0;

fn assert_near(what: &str, value: f64, expected: f64, tolerance: f64) {
    let error = (value - expected).abs();
    assert!(
        error <= tolerance,
        "{what}: {value} instead of {expected}, off by {error:e}, allowed {tolerance:e}"
    );
}

fn ball(world: &mut World, at: [f32; 2]) -> BodyId {
    world.spawn(Body::dynamic().at(at).with(Circle::new(0.5))).expect("the ball is valid")
}

#[test]
fn a_projectile_flies_along_its_parabola() {
    let mut world = sleepless();
    let id = world.spawn(Body::dynamic().velocity([7.0, 12.0]).with(Rect::half(0.4, 0.2))).unwrap();
    for step in 1..=120 {
        world.step(DT).unwrap();
        let (t, at) = (f64::from(step) / 60.0, world.body(id).unwrap().position());
        assert_near("x", at.x.into(), 7.0 * t, 1e-3);
        assert_near("y", at.y.into(), 12.0 * t - 0.5 * G * t * t, 1e-3);
    }
    let velocity = world.body(id).unwrap().velocity();
    assert_near("end speed", velocity.y.into(), 12.0 - G * 2.0, 1e-4);
}

#[test]
fn a_damped_projectile_follows_its_exponential() {
    for k in [0.2_f32, 1.0, 4.0] {
        let mut world = sleepless();
        let start = Body::dynamic().velocity([7.0, 12.0]).linear_damping(k).with(Circle::new(0.5));
        let id = world.spawn(start).unwrap();
        run(&mut world, 120);
        let (k, t) = (f64::from(k), 2.0);
        let left = (-k * t).exp();
        let at = world.body(id).unwrap().position();
        // v' = g - k v, so v = (v0 - g/k) exp(-k t) + g/k.
        assert_near("x", at.x.into(), 7.0 * (1.0 - left) / k, 1e-3);
        assert_near("y", at.y.into(), (12.0 + G / k) * (1.0 - left) / k - G / k * t, 1e-3);
    }
}

#[test]
fn free_rotation_keeps_its_period() {
    let mut world = weightless();
    let id = world.spawn(Body::dynamic().angular_velocity(3.0).with(Rect::half(1.0, 0.1))).unwrap();
    run(&mut world, 3600);
    let body = world.body(id).unwrap();
    let goal = 180.0_f64;
    let difference = f64::from(body.angle()) - goal;
    let turns = (difference / core::f64::consts::TAU).round();
    assert_near("angle after 60 s", difference - turns * core::f64::consts::TAU, 0.0, 1e-4);
    assert_eq!(body.angular_velocity(), 3.0);
    let length = f64::from(body.rotation().c).hypot(body.rotation().s.into());
    assert_near("length of the rotation", length, 1.0, 1e-6);
}

#[test]
fn damping_is_exactly_exponential() {
    for k in [0.05_f32, 0.7, 5.0] {
        let mut world = weightless();
        let body = Body::dynamic()
            .velocity([3.0, -4.0])
            .angular_velocity(6.0)
            .linear_damping(k)
            .angular_damping(2.0 * k);
        let id = world.spawn(body.with(Circle::new(0.5))).unwrap();
        run(&mut world, 60);
        let body = world.body(id).unwrap();
        let left = (-f64::from(k)).exp();
        assert_near("speed", body.velocity().length().into(), 5.0 * left, 5e-5 * left);
        assert_near("spin", body.angular_velocity().into(), 6.0 * left * left, 6e-5 * left * left);
    }
}

#[test]
fn gravity_scales_per_body_and_can_change() {
    let mut world = sleepless();
    let ids: Vec<_> = [0.0_f32, 0.5, 1.0, -1.0, 2.5]
        .into_iter()
        .enumerate()
        .map(|(i, scale)| {
            let at = [3.0 * i as f32, 0.0];
            (
                world.spawn(Body::dynamic().at(at).gravity_scale(scale).with(Circle::new(0.5))).unwrap(),
                f64::from(scale),
            )
        })
        .collect();
    run(&mut world, 60);
    for &(id, scale) in &ids {
        assert_near("fall", world.body(id).unwrap().position().y.into(), -0.5 * G * scale, 1e-4);
    }
    world.set_gravity([2.0, 0.0]).unwrap();
    let before: Vec<_> = ids.iter().map(|&(id, _)| world.body(id).unwrap().velocity()).collect();
    run(&mut world, 60);
    for (&(id, scale), before) in ids.iter().zip(before) {
        let gained = world.body(id).unwrap().velocity() - before;
        assert_near("gain in x", gained.x.into(), 2.0 * scale, 1e-4);
        assert_near("gain in y", gained.y.into(), 0.0, 1e-5);
    }
}

#[test]
fn masses_of_single_shapes_are_closed_forms() {
    let mut world = weightless();
    let mut mass = |shape: cairn2d::ShapeDef| {
        // Shapes without mass are rejected at creation, but may be attached later.
        let id = world.spawn(Body::dynamic()).unwrap();
        world.attach(id, shape).unwrap();
        world.body(id).unwrap().mass()
    };
    let pi = core::f64::consts::PI;
    let circle = mass(Circle::new(1.0).density(1.0));
    assert_near("mass of a disc", circle.mass.into(), pi, 1e-6 * pi);
    assert_near("inertia of a disc", circle.inertia.into(), 0.5 * pi, 1e-6 * pi);
    let square = mass(Rect::square(2.0).density(1.0));
    assert_near("mass of a box", square.mass.into(), 4.0, 4e-6);
    assert_near("inertia of a box", square.inertia.into(), 8.0 / 3.0, 3e-6);
    let capsule = mass(Capsule::new([0.0, 0.0], [2.0, 0.0], 0.5).density(3.0));
    // A box 2 x 1 and two half discs whose centroids lie 4r/3pi beyond its ends.
    let (r, d) = (0.5, 1.0);
    let disc = pi * r * r;
    let ends = disc * (0.5 * r * r + d * d + 2.0 * d * 4.0 * r / (3.0 * pi));
    assert_near("mass of a capsule", capsule.mass.into(), 3.0 * (2.0 + disc), 1e-5);
    assert_near("inertia of a capsule", capsule.inertia.into(), 3.0 * (2.0 * 5.0 / 12.0 + ends), 1e-5);
    assert_near("centre of a capsule", capsule.center.x.into(), 1.0, 1e-6);
    let segment = mass(Segment::new([0.0, 0.0], [1.0, 0.0]).density(1.0));
    assert_eq!((segment.mass, segment.inertia), (0.0, 0.0));
}

#[test]
fn mass_of_several_shapes_is_their_sum_and_follows_changes() {
    let mut world = weightless();
    // Dumb-bell: a light bar and two heavy discs of different size.
    let body = Body::dynamic()
        .at([5.0, 5.0])
        .rotated(0.7)
        .with(Rect::half(2.0, 0.1).density(0.5))
        .with(Circle { center: vec2(-2.0, 0.0), radius: 0.5 }.density(2.0))
        .with(Circle { center: vec2(2.0, 0.0), radius: 0.25 }.density(2.0));
    let id = world.spawn(body).unwrap();
    let pi = core::f64::consts::PI;
    let parts = [
        (0.4, 0.0, 0.4 * (16.0 + 0.04) / 12.0),
        (0.5 * pi, -2.0, 0.0625 * pi),
        (0.125 * pi, 2.0, 0.125 * pi * 0.03125),
    ];
    let check = |world: &World, parts: &[(f64, f64, f64)]| {
        let total: f64 = parts.iter().map(|part| part.0).sum();
        let center: f64 = parts.iter().map(|part| part.0 * part.1).sum::<f64>() / total;
        let inertia: f64 = parts.iter().map(|part| part.2 + part.0 * (part.1 - center).powi(2)).sum();
        let mass = world.body(id).unwrap().mass();
        assert_near("mass", mass.mass.into(), total, 1e-6 * total);
        assert_near("centre", mass.center.x.into(), center, 1e-6);
        assert_near("inertia", mass.inertia.into(), inertia, 1e-6 * inertia);
        let body = world.body(id).unwrap();
        let expected = body.pose().transform_point(mass.center);
        assert!(body.center().distance(expected) < 1e-6);
    };
    check(&world, &parts);
    let small = world.body(id).unwrap().shapes().last().unwrap();
    world.detach(small).unwrap();
    check(&world, &parts[..2]);
    let bar = world.body(id).unwrap().shapes().next().unwrap();
    world.shape_mut(bar).unwrap().set_density(1.0).unwrap();
    let heavier = [(0.8, 0.0, 0.8 * 16.04 / 12.0), parts[1]];
    check(&world, &heavier);
    let own = Mass { mass: 7.0, center: vec2(0.1, 0.2), inertia: 3.0 };
    world.body_mut(id).unwrap().set_mass(Some(own)).unwrap();
    assert_eq!(world.body(id).unwrap().mass(), own);
    world.body_mut(id).unwrap().set_mass(None).unwrap();
    check(&world, &heavier);
}

#[test]
fn attaching_a_shape_keeps_the_motion_of_the_body() {
    let mut world = weightless();
    let id = world
        .spawn(Body::dynamic().velocity([1.0, 0.0]).angular_velocity(2.0).with(Circle::new(0.5)))
        .unwrap();
    let origin_before = world.body(id).unwrap().velocity_at(vec2(0.0, 0.0));
    world.attach(id, Rect::half(0.5, 0.5).at([3.0, 0.0])).unwrap();
    let body = world.body(id).unwrap();
    assert!(body.center().x > 1.0, "the centre moves to the new shape");
    let jolt = body.velocity_at(vec2(0.0, 0.0)) - origin_before;
    assert!(jolt.length() < 1e-5, "the origin's velocity jumped by {jolt:?}");
}

#[test]
fn steady_forces_and_torques_match_closed_forms() {
    let mut world = weightless();
    let id = world.spawn(Body::dynamic().with(Rect::half(0.5, 1.0).density(2.0))).unwrap();
    let mass = world.body(id).unwrap().mass();
    for _ in 0..60 {
        let mut body = world.body_mut(id).unwrap();
        body.apply_force([6.0, -2.0]).unwrap();
        body.apply_torque(1.5).unwrap();
        world.step(DT).unwrap();
    }
    let body = world.body(id).unwrap();
    let (m, i) = (f64::from(mass.mass), f64::from(mass.inertia));
    assert_near("vx", body.velocity().x.into(), 6.0 / m, 1e-5);
    assert_near("vy", body.velocity().y.into(), -2.0 / m, 1e-5);
    assert_near("spin", body.angular_velocity().into(), 1.5 / i, 1e-5);
    assert_near("x", body.position().x.into(), 3.0 / m, 1e-4);
    assert_near("angle", body.angle().into(), 0.75 / i, 1e-4);
    // Forces last for one step, so the velocity is constant from now on.
    let velocity = body.velocity();
    run(&mut world, 5);
    assert_eq!(world.body(id).unwrap().velocity(), velocity);
}

#[test]
fn forces_and_impulses_at_points_apply_their_torque() {
    let mut world = weightless();
    let shape = || Rect::half(0.5, 0.25).at([0.3, 0.0]).density(4.0);
    let pushed = world.spawn(Body::dynamic().at([1.0, 2.0]).rotated(0.5).with(shape())).unwrap();
    let struck = world.spawn(Body::dynamic().at([9.0, 2.0]).rotated(0.5).with(shape())).unwrap();
    let mass = world.body(pushed).unwrap().mass();
    let (m, i) = (f64::from(mass.mass), f64::from(mass.inertia));
    let lever = vec2(0.2, -0.4);
    let force = vec2(3.0, 5.0);
    let turn = f64::from(lever.x) * 5.0 - f64::from(lever.y) * 3.0;
    let at = world.body(pushed).unwrap().center() + lever;
    world.body_mut(pushed).unwrap().apply_force_at(force, at).unwrap();
    let at = world.body(struck).unwrap().center() + lever;
    world.body_mut(struck).unwrap().apply_impulse_at(force, at).unwrap();
    world.body_mut(struck).unwrap().apply_angular_impulse(0.25).unwrap();
    let body = world.body(struck).unwrap();
    assert_near("impulse vx", body.velocity().x.into(), 3.0 / m, 1e-6);
    assert_near("impulse vy", body.velocity().y.into(), 5.0 / m, 1e-6);
    assert_near("impulse spin", body.angular_velocity().into(), (turn + 0.25) / i, 2e-5);
    world.step(DT).unwrap();
    let body = world.body(pushed).unwrap();
    let dt = 1.0 / 60.0;
    assert_near("force vx", body.velocity().x.into(), 3.0 * dt / m, 1e-6);
    assert_near("force vy", body.velocity().y.into(), 5.0 * dt / m, 1e-6);
    assert_near("force spin", body.angular_velocity().into(), turn * dt / i, 1e-5);
}

#[test]
fn only_dynamic_bodies_accept_impulses() {
    let mut world = sleepless();
    for kind in [BodyKind::Static, BodyKind::Kinematic] {
        let id = world.spawn(Body::new(kind).with(Circle::new(0.5))).unwrap();
        let mut body = world.body_mut(id).unwrap();
        assert!(body.apply_force([100.0, 0.0]).is_err());
        assert!(body.apply_impulse([100.0, 0.0]).is_err());
        assert!(body.apply_torque(100.0).is_err());
        assert!(body.apply_angular_impulse(100.0).is_err());
        run(&mut world, 10);
        let body = world.body(id).unwrap();
        assert_eq!(
            (body.position(), body.velocity(), body.angular_velocity()),
            (Vec2::ZERO, Vec2::ZERO, 0.0)
        );
    }
}

#[test]
fn a_kinematic_body_reaches_its_target() {
    let mut world = sleepless();
    let shape = Rect::half(1.0, 0.2).at([0.7, 0.0]);
    let id = world.spawn(Body::kinematic().at([1.0, 1.0]).rotated(0.2).with(shape)).unwrap();
    for (index, angle) in [0.9_f32, -1.0, 2.8, -2.9].into_iter().enumerate() {
        let goal = Pose { p: vec2(index as f32 - 2.0, 3.0 + 0.5 * index as f32), q: Rot::from_angle(angle) };
        // The target is reached in one step, and in half a second.
        let steps = if index % 2 == 0 { 1 } else { 30 };
        world.body_mut(id).unwrap().set_target(goal, DT * steps as f32).unwrap();
        run(&mut world, steps);
        let pose = world.body(id).unwrap().pose();
        assert!(pose.p.distance(goal.p) < 1e-4, "target {index}: {:?} instead of {:?}", pose.p, goal.p);
        assert_near("angle", goal.q.inv_mul(pose.q).angle().into(), 0.0, 1e-4);
    }
    let floating = ball(&mut world, [20.0, 0.0]);
    assert!(
        world.body_mut(floating).unwrap().set_target(Pose::IDENTITY, DT).is_err(),
        "only kinematic bodies"
    );
}

#[test]
fn kinematic_body_pushes_without_reaction() {
    let mut world = weightless();
    let pusher = world.spawn(Body::kinematic().velocity([2.0, 0.0]).with(Rect::half(0.5, 2.0))).unwrap();
    let pushed = world.spawn(Body::dynamic().at([2.0, 0.0]).with(Circle::new(0.5).density(50.0))).unwrap();
    run(&mut world, 120);
    let (pusher, pushed) = (world.body(pusher).unwrap(), world.body(pushed).unwrap());
    assert_near("pusher", pusher.position().x.into(), 4.0, 1e-4);
    assert_eq!(pusher.velocity(), vec2(2.0, 0.0));
    assert_near("speed of what is pushed", pushed.velocity().x.into(), 2.0, 1e-3);
    let gap = pushed.position().x - pusher.position().x - 1.0;
    assert!((-0.006..0.02).contains(&gap), "gap {gap}");
}

#[test]
fn locked_axes_do_not_move() {
    let mut world = sleepless();
    world.set_gravity([3.0, -10.0]).unwrap();
    let spawn = |world: &mut World, x: f32, locks: Locks| {
        let body = Body::dynamic().at([x, 0.0]).locks(locks).with(Rect::half(0.5, 0.5));
        world.spawn(body).unwrap()
    };
    let none = Locks::default();
    let x = spawn(&mut world, 0.0, Locks { x: true, ..none });
    let y = spawn(&mut world, 10.0, Locks { y: true, ..none });
    let both = spawn(&mut world, 20.0, Locks { x: true, y: true, ..none });
    let rotation = spawn(&mut world, 30.0, Locks { rotation: true, ..none });
    for &id in &[x, y, both, rotation] {
        world.body_mut(id).unwrap().apply_angular_impulse(0.3).unwrap();
    }
    run(&mut world, 60);
    let at = |id| world.body(id).unwrap();
    assert_eq!(at(x).position().x, 0.0);
    assert_near("free y", at(x).position().y.into(), -5.0, 1e-3);
    assert_eq!(at(y).position().y, 0.0);
    assert_near("free x", at(y).position().x.into(), 11.5, 1e-3);
    assert_eq!(at(both).position(), vec2(20.0, 0.0));
    assert_near("spin of a pinned body", at(both).angular_velocity().into(), 0.3 * 6.0, 1e-5);
    assert_eq!((at(rotation).angle(), at(rotation).angular_velocity()), (0.0, 0.0));
}

#[test]
fn locked_bodies_carry_contact_loads() {
    let mut world = sleepless();
    // A lift: may move in x only. A box falls on it, and a ball hits it from the side.
    let lift = Body::dynamic().locks(Locks { x: false, y: true, rotation: true });
    let lift = world.spawn(lift.with(Rect::half(2.0, 0.25).friction(0.0))).unwrap();
    let crate_id =
        world.spawn(Body::dynamic().at([0.5, 1.5]).with(Rect::half(0.5, 0.5).friction(0.0))).unwrap();
    run(&mut world, 120);
    assert_eq!(world.body(lift).unwrap().position().y, 0.0);
    assert_near("height of the box", world.body(crate_id).unwrap().position().y.into(), 0.75, 0.01);
    world.body_mut(lift).unwrap().apply_impulse([2.0, 5.0]).unwrap();
    run(&mut world, 10);
    let (body, mass) = (world.body(lift).unwrap(), world.body(lift).unwrap().mass().mass);
    assert_eq!(body.position().y, 0.0);
    assert_near("speed along the free axis", body.velocity().x.into(), f64::from(2.0 / mass), 1e-4);
}

#[test]
fn speed_is_limited_without_changing_direction() {
    let mut world = weightless();
    let id = ball(&mut world, [0.0, 0.0]);
    world.body_mut(id).unwrap().set_velocity([3000.0, 4000.0]).unwrap();
    let velocity = world.body(id).unwrap().velocity();
    assert_near("speed", velocity.length().into(), 400.0, 1e-2);
    assert_near("direction", f64::from(velocity.y / velocity.x), 4.0 / 3.0, 1e-5);
    world.body_mut(id).unwrap().apply_impulse([1.0e6, 0.0]).unwrap();
    assert!(world.body(id).unwrap().velocity().length() <= 400.01);
}
