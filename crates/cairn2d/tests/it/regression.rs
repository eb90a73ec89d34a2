//! Fixed bugs, each in the smallest world that showed it.

use cairn2d::prelude::*;
use cairn2d::{LaneLevel, Mass};

use crate::harness::{DT, run, weightless};
use crate::random::Random;

/// A box that fell asleep on a kinematic body.
fn sleeper_on_platform() -> (World, BodyId, BodyId) {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let platform =
        world.spawn(Body::kinematic().never_sleeps().with(Rect::half(3.0, 0.5).at([0.0, -0.5]))).unwrap();
    let sleeper = world.spawn(Body::dynamic().at([0.0, 0.5]).with(Rect::half(0.5, 0.5))).unwrap();
    run(&mut world, 120);
    assert!(world.body(sleeper).unwrap().is_asleep() && world.body(platform).unwrap().is_awake());
    (world, platform, sleeper)
}

#[test]
fn sleeping_body_on_an_awake_platform_is_not_pushed() {
    // The contact was solved as long as one of its bodies was awake, and the sleeping body gained speed.
    let (mut world, _, sleeper) = sleeper_on_platform();
    let before = world.body(sleeper).unwrap().pose();
    run(&mut world, 120);
    let body = world.body(sleeper).unwrap();
    assert!(body.is_asleep());
    assert_eq!((body.velocity(), body.angular_velocity()), (Vec2::ZERO, 0.0));
    assert_eq!(body.pose(), before);
}

#[test]
fn platform_that_starts_moving_wakes_its_load() {
    let (mut world, platform, sleeper) = sleeper_on_platform();
    let target = Pose::from_position(Vec2::new(0.5, 0.0));
    for _ in 0..60 {
        world.body_mut(platform).unwrap().set_target(target, 1.0).unwrap();
        world.step(DT).unwrap();
    }
    let moved = world.body(platform).unwrap().position().x;
    let carried = world.body(sleeper).unwrap().position().x;
    assert!(
        moved > 0.2 && (carried - moved).abs() < 0.05,
        "the platform moved by {moved}, the box by {carried}"
    );
}

#[test]
fn body_joined_to_a_slow_platform_follows_it() {
    // Slower than the sleep threshold: the moving platform fell asleep, and bodies joined to it as well.
    let mut config = WorldConfig::with_gravity([0.0, 0.0]);
    config.sub_steps = 4;
    let mut world = World::new(config).unwrap();
    let platform = world.spawn(Body::kinematic().velocity([0.04, 0.0]).with(Circle::new(0.5))).unwrap();
    let follower =
        world.spawn(Body::dynamic().at([2.0, 0.0]).velocity([0.04, 0.0]).with(Circle::new(0.5))).unwrap();
    world.join(Distance::new(platform, follower)).unwrap();
    run(&mut world, 600);
    let [a, b] = [platform, follower].map(|id| world.body(id).unwrap().position().x);
    assert!((a - 0.4).abs() < 1e-3 && (b - a - 2.0).abs() < 0.01, "{a} {b}");
}

#[test]
fn the_overflow_color_is_solved_by_one_thread() {
    // More contacts of one body than colors: these contacts share the body, and two threads raced for it.
    let pile = |threads: usize| {
        let mut config = WorldConfig::default();
        config.threads = threads;
        config.lanes = LaneLevel::Scalar;
        let mut world = World::new(config).unwrap();
        world.spawn(Body::fixed().with(Rect::half(60.0, 1.0).at([0.0, -1.0]))).unwrap();
        world.spawn(Body::dynamic().at([0.0, 0.5]).with(Rect::half(50.0, 0.5))).unwrap();
        for index in 0..300 {
            let at = [-45.0 + 0.3 * index as f32, 1.2 + 0.01 * (index % 7) as f32];
            world.spawn(Body::dynamic().at(at).with(Circle::new(0.14)).velocity([1.0, -1.0])).unwrap();
        }
        let mut overflow = 0;
        for _ in 0..40 {
            overflow = overflow.max(world.step(DT).unwrap().overflow_constraints);
        }
        assert!(overflow > 50, "only {overflow} constraints overflowed, so this shows nothing");
        world.hash()
    };
    let alone = pile(1);
    for threads in [2, 4, 4, 4] {
        assert_eq!(pile(threads), alone, "{threads} threads");
    }
}

#[test]
fn contacts_keep_their_bits_next_to_rolling_and_bouncing_ones() {
    // A contact that shared a block of lanes with a rolling or bouncing one got -0 for 0.
    let pile = |lanes: LaneLevel| {
        let mut config = WorldConfig::default();
        config.lanes = lanes;
        let mut world = World::new(config).unwrap();
        world.spawn(Body::fixed().with(Rect::half(60.0, 1.0).at([0.0, -1.0]))).unwrap();
        for index in 0..64 {
            let at = [-40.0 + 1.1 * index as f32, 0.5 + 0.1 * (index % 3) as f32];
            let ball = Circle::new(0.5);
            let ball = match index % 4 {
                0 => ball.rolling_resistance(0.1),
                1 => ball.restitution(0.8),
                _ => ball.friction(0.6),
            };
            world.spawn(Body::dynamic().at(at).with(ball).velocity([0.0, -2.0])).unwrap();
        }
        run(&mut world, 90);
        world.hash()
    };
    let scalar = pile(LaneLevel::Scalar);
    for lanes in LaneLevel::available() {
        assert_eq!(pile(lanes), scalar, "{lanes} lanes");
    }
}

#[test]
fn step_too_short_to_invert_moves_no_body() {
    let (mut world, platform, _) = sleeper_on_platform();
    let ball = world
        .spawn(
            Body::dynamic().at([0.0, 3.0]).velocity([1.0, 0.0]).angular_velocity(2.0).with(Circle::new(0.5)),
        )
        .unwrap();
    world.join(Revolute::new(platform, ball).motor(1.0, 10.0)).unwrap();
    let before = [world.body(ball).unwrap().position(), world.body(ball).unwrap().velocity()];
    for dt in [0.0, 1.0e-45, 1.0e-30, 1.0e-12] {
        world.step(dt).unwrap();
        world.validate().unwrap();
        let body = world.body(ball).unwrap();
        assert_eq!([body.position(), body.velocity()], before, "dt = {dt}");
        assert_eq!(body.angular_velocity(), 2.0);
        let joint = world.joint(world.joints().next().unwrap()).unwrap();
        assert!(joint.reaction_force().is_finite() && joint.motor_load().is_finite(), "dt = {dt}");
    }
}

#[test]
fn tiny_masses_stay_finite() {
    for tiny in [f32::from_bits(1), 1.0e-38, 1.0e-20] {
        let mut world = World::new(WorldConfig::default()).unwrap();
        world.spawn(Body::fixed().with(Rect::half(60.0, 1.0).at([0.0, -1.0]))).unwrap();
        let mass = Mass { mass: tiny, center: Vec2::ZERO, inertia: tiny };
        let light =
            world.spawn(Body::dynamic().at([0.0, 0.5]).mass(mass).with(Rect::half(0.5, 0.5))).unwrap();
        world.spawn(Body::dynamic().at([0.0, 1.5]).with(Rect::half(0.5, 0.5))).unwrap();
        world.body_mut(light).unwrap().apply_force([1.0, 1.0]).unwrap();
        run(&mut world, 120);
        let at = world.body(light).unwrap().position();
        assert!(at.is_finite(), "mass {tiny}: {at:?}");
    }
}

#[test]
fn no_body_ends_a_step_faster_than_the_limit() {
    // A motor that is far too strong drives its anchors apart; the last impulses of the solver came after the
    // speed limit.
    let mut config = WorldConfig::with_gravity([0.0, 0.0]);
    config.max_linear_speed = 5.0;
    let mut world = World::new(config).unwrap();
    let ids =
        [-10.0, 10.0].map(|x| world.spawn(Body::dynamic().at([x, 0.0]).with(Circle::new(0.5))).unwrap());
    world.join(Distance::new(ids[0], ids[1]).spring(0.0, 0.0).motor(100.0, 1.0e9)).unwrap();
    let mut fastest: f32 = 0.0;
    for _ in 0..200 {
        world.step(DT).unwrap();
        fastest = ids.iter().map(|&id| world.body(id).unwrap().velocity().length()).fold(fastest, f32::max);
    }
    assert!(fastest > 4.0 && fastest <= 5.001, "{fastest} m/s");
}

#[test]
fn moved_centre_of_mass_does_not_exceed_the_speed_limit() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let id = world.spawn(Body::dynamic().angular_velocity(1000.0).with(Circle::new(0.5))).unwrap();
    world.attach(id, Circle::new(0.5).at([1000.0, 0.0])).unwrap();
    let speed = world.body(id).unwrap().velocity().length();
    assert!(speed <= 400.1, "{speed} m/s");
}

#[test]
fn aabbs_follow_slow_motion_far_out() {
    // Far out a step moves by whole units in the last place: a motion slightly above half a unit moves by
    // one, nearly twice the distance charged to the AABB margin.
    for (x, speed) in [(1.0e3, 0.0021), (1.0e4, 0.03), (1.0e4, 0.035), (1.0e5, 0.28)] {
        let mut world = weightless();
        let body = Body::kinematic().at([x, 0.0]).velocity([speed, 0.0]);
        let id = world.spawn(body.with(Rect::half(1.0, 1.0))).unwrap();
        for step in 0..4000 {
            world.step(DT).unwrap();
            world.validate().unwrap_or_else(|what| panic!("{speed} m/s, step {step}: {what}"));
        }
        assert!(world.body(id).unwrap().position().x > x);
    }
}

#[test]
fn inner_radius_of_distant_thin_shapes_is_not_negative() {
    // At the end of the coordinate precision the width of a shape may round to below 0, and a snapshot of
    // that was rejected.
    let mut random = Random::new(564);
    for _ in 0..300 {
        let mut world = weightless();
        let at = [(); 2].map(|()| random.range(-0.9e6, 0.9e6));
        let corners = [[0.0, 0.0], [0.1, 0.0], [0.0, 0.1]].map(|[x, y]: [f32; 2]| [at[0] + x, at[1] + y]);
        let turned = Rect::half(0.1, 0.001).at(at).rotated(random.range(-3.0, 3.0)).shape();
        for shape in Polygon::new(&corners).map(|polygon| polygon.shape()).into_iter().chain([turned]) {
            if world.spawn(Body::dynamic().with(shape)).is_ok() {
                let snapshot = world.snapshot();
                World::from_snapshot(&snapshot).unwrap_or_else(|what| panic!("at {at:?}: {what}"));
            }
        }
    }
}
