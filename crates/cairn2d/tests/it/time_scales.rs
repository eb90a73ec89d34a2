//! Time scales of bodies: the oracle is the same body at scale 1.

use cairn2d::prelude::*;
use cairn2d::{Area, Field, TimeFlow};

use crate::harness::{DT, run, sleepless, weightless};

/// A thrown body with every effect that acts on a single body.
fn thrown(world: &mut World, scale: f32) -> BodyId {
    let body =
        Body::dynamic().velocity([3.0, 5.0]).angular_velocity(2.0).linear_damping(0.3).angular_damping(0.7);
    let id = world.spawn(body.gravity_scale(0.8).with(Rect::half(0.4, 0.2))).unwrap();
    world.body_mut(id).unwrap().set_time_scale(scale).unwrap();
    id
}

#[test]
fn body_with_a_small_time_scale_follows_the_same_path_later() {
    for scale in [0.25, 0.5, 2.0] {
        let (mut world, mut usual) = (sleepless(), sleepless());
        let (slow, id) = (thrown(&mut world, scale), thrown(&mut usual, 1.0));
        assert_eq!(world.body(slow).unwrap().time_scale(), scale);
        let speed = world.body(slow).unwrap().velocity();
        assert!((speed - vec2(3.0, 5.0) * scale).length() < 1e-6, "{speed:?}");
        for second in 1..=4 {
            for (world, id, steps) in [(&mut world, slow, 60), (&mut usual, id, (60.0 * scale) as u32)] {
                for _ in 0..steps {
                    world.body_mut(id).unwrap().apply_force([0.1, 0.05]).unwrap();
                    world.step(DT).unwrap();
                }
            }
            let [a, b] = [world.body(slow).unwrap(), usual.body(id).unwrap()];
            assert!(
                a.position().distance(b.position()) < 2e-3 * (1.0 + b.position().length()),
                "{scale}, {second}: {:?} {:?}",
                a.position(),
                b.position()
            );
            assert!((a.velocity() - b.velocity() * scale).length() < 5e-3, "{scale}, {second}");
            assert!((a.angular_velocity() - b.angular_velocity() * scale).abs() < 5e-3, "{scale}, {second}");
        }
    }
}

#[test]
fn time_scale_reset_to_one_restores_normal_motion() {
    let mut world = weightless();
    let id = world.spawn(Body::dynamic().velocity([4.0, 0.0]).with(Circle::new(0.5))).unwrap();
    world.body_mut(id).unwrap().set_time_scale(0.5).unwrap();
    run(&mut world, 60);
    assert!((world.body(id).unwrap().position().x - 2.0).abs() < 1e-4);
    world.body_mut(id).unwrap().set_time_scale(1.0).unwrap();
    assert_eq!(world.body(id).unwrap().velocity(), vec2(4.0, 0.0));
    run(&mut world, 60);
    assert!((world.body(id).unwrap().position().x - 6.0).abs() < 1e-4);
}

#[test]
fn time_field_slows_a_crossing_and_keeps_the_exit_velocity() {
    let mut world = weightless();
    let flow = Field::new(Area::rect([0.0, -5.0], [4.0, 5.0]), TimeFlow::new(0.25));
    world.add_field(flow.clone()).unwrap();
    let id =
        world.spawn(Body::dynamic().at([-4.0, 0.0]).velocity([4.0, 0.0]).with(Circle::new(0.1))).unwrap();
    // 1 s to reach the area, 4 s to cross it at a quarter of the speed, 0.5 s beyond.
    let mut slow_steps = 0;
    for _ in 0..330 {
        world.step(DT).unwrap();
        slow_steps += u32::from((world.body(id).unwrap().velocity().x - 1.0).abs() < 1e-3);
    }
    let body = world.body(id).unwrap();
    // It is slow from the first step that begins in the area, until the fast step after its border.
    assert!((236..=241).contains(&slow_steps), "{slow_steps} steps in the area");
    assert!((body.velocity().x - 4.0).abs() < 1e-3);
    assert!((body.position().x - 6.0).abs() < 0.25, "{:?}", body.position());
    // Nested areas multiply. A removed area has no effect.
    let mut world = weightless();
    let outer = world.add_field(flow).unwrap();
    world.add_field(Field::new(Area::circle([2.0, 0.0], 1.0), TimeFlow::new(2.0))).unwrap();
    let id = world.spawn(Body::dynamic().at([2.0, 0.0]).velocity([0.4, 0.0]).with(Circle::new(0.1))).unwrap();
    run(&mut world, 2);
    assert!((world.body(id).unwrap().velocity().x - 0.2).abs() < 1e-5);
    world.remove_field(outer).unwrap();
    run(&mut world, 2);
    assert!((world.body(id).unwrap().velocity().x - 0.8).abs() < 1e-5);
}

#[test]
fn tower_with_a_small_time_scale_stands_and_sleeps() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    world.spawn(Body::fixed().with(Rect::half(9.0, 0.5).at([0.0, -0.5]))).unwrap();
    let ids: Vec<_> = (0..5)
        .map(|n| {
            world
                .spawn(Body::dynamic().at([0.0, 0.5 + n as f32]).time_scale(0.3).with(Rect::square(1.0)))
                .unwrap()
        })
        .collect();
    run(&mut world, 300);
    for (n, &id) in ids.iter().enumerate() {
        let body = world.body(id).unwrap();
        assert!(
            body.is_asleep() && (body.position().y - 0.5 - n as f32).abs() < 0.02,
            "{:?}",
            body.position()
        );
    }
}

#[test]
fn angular_velocity_stays_within_the_world_limit() {
    let mut config = WorldConfig::with_gravity([0.0, 0.0]);
    config.max_angular_speed = 5.0;
    let mut world = World::new(config).unwrap();
    let id = world.spawn(Body::dynamic().angular_velocity(3.0).with(Rect::square(1.0))).unwrap();
    run(&mut world, 10);
    assert!(
        (world.body(id).unwrap().angular_velocity() - 3.0).abs() < 1e-6,
        "what is below the limit is left alone"
    );
    world.body_mut(id).unwrap().apply_angular_impulse(100.0).unwrap();
    let angle = world.body(id).unwrap().angle();
    world.step(DT).unwrap();
    let body = world.body(id).unwrap();
    assert!((body.angular_velocity() - 5.0).abs() < 1e-5, "{}", body.angular_velocity());
    assert!((body.angle() - angle - 5.0 * DT).abs() < 1e-5, "and it has not turned farther either");
}

#[test]
fn a_spin_that_a_time_scale_multiplies_stays_in_the_range_of_snapshots() {
    let mut world = weightless();
    let id = world.spawn(Body::dynamic().with(Rect::square(1.0))).unwrap();
    for spin in [1.0e15, -9.9e14] {
        world.body_mut(id).unwrap().set_time_scale(1.0).unwrap();
        world.body_mut(id).unwrap().set_angular_velocity(spin).unwrap();
        world.body_mut(id).unwrap().set_time_scale(100.0).unwrap();
        world.validate().unwrap();
        let read = World::from_snapshot(&world.snapshot()).unwrap();
        assert!(read.body(id).unwrap().angular_velocity().abs() <= 1.0e15);
    }
}
