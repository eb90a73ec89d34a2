//! Ends of the ranges of numbers, slots and counts.

use cairn2d::prelude::*;
use cairn2d::{Capacity, MAX_COORDINATE, Mass};

use crate::harness::{DT, add_floor, run, sleepless, weightless};
use crate::random::Random;

#[test]
fn overflowing_impulses_end_at_the_speed_limit() {
    // Each value is in its range, but their sum, or their effect on such a mass, is not finite.
    for mass in [1.0e-38, 1.0e-30, 1.0e-3, 1.0, 1.0e30] {
        let mut world = weightless();
        let body = Body::dynamic().mass(Mass { mass, center: Vec2::ZERO, inertia: mass });
        let pushed = world.spawn(body.with(Circle::new(0.5))).expect("it is valid");
        let beside = world.spawn(Body::dynamic().at([5.0, 0.0]).with(Circle::new(0.5))).expect("it is valid");
        let limit = world.config().max_linear_speed * 1.001;
        for step in 0..30 {
            let mut body = world.body_mut(pushed).expect("it is there");
            let side = if step % 2 == 0 { 1.0 } else { -1.0 };
            let _ = body.apply_force([side * 1.0e15, 1.0e15]);
            let _ = body.apply_force_at([1.0e15, 1.0e15], [1.0e3, -1.0e3]);
            let _ = body.apply_torque(side * 1.0e15);
            let _ = body.apply_impulse([1.0e15, side * 1.0e15]);
            let _ = body.apply_impulse_at([1.0e15, 0.0], [0.0, 1.0e3]);
            let _ = body.apply_angular_impulse(1.0e15);
            world.step(DT).expect("the length is valid");
            world.validate().expect("it is sound");
            let body = world.body(pushed).expect("it is there");
            assert!(body.pose().is_valid() && body.angular_velocity().is_finite(), "{mass} kg: {body:?}");
            assert!(body.velocity().length() <= limit, "{mass} kg: {:?}", body.velocity());
        }
        let body = world.body(beside).expect("it is there");
        assert_eq!((body.position(), body.velocity()), (vec2(5.0, 0.0), Vec2::ZERO), "its neighbour");
    }
}

#[test]
fn the_strongest_gravity_ends_at_the_speed_limit() {
    for gravity in [1.0e15, 1.0e12, -1.0e15] {
        let mut world = World::new(WorldConfig::with_gravity([0.5 * gravity, gravity])).expect("it is valid");
        add_floor(&mut world);
        for n in 0..20 {
            let body = Body::dynamic().at([0.6 * n as f32 - 6.0, 0.5]).with(Circle::new(0.25));
            world.spawn(body).expect("it is valid");
        }
        for _ in 0..120 {
            world.step(DT).expect("the length is valid");
            world.validate().expect("it is sound");
            for id in world.bodies() {
                let body = world.body(id).expect("it is there");
                assert!(body.pose().is_valid(), "{body:?}");
                assert!(body.velocity().length() <= 1.001 * world.config().max_linear_speed);
            }
        }
    }
}

#[test]
fn body_at_the_world_boundary_is_stopped_without_side_effects() {
    let village = |runaway: bool| {
        let mut world = sleepless();
        add_floor(&mut world);
        let mut random = Random::new(14);
        for n in 0..24 {
            let at = [1.1 * (n % 6) as f32, 0.6 + 1.1 * (n / 6) as f32];
            world.spawn(Body::dynamic().at(at).with(random.shape(1.0))).expect("it is valid");
        }
        let outwards = Body::dynamic().at([MAX_COORDINATE - 10.0, 50.0]).velocity([400.0, 0.0]);
        let last = runaway
            .then(|| world.spawn(outwards.gravity_scale(0.0).with(Circle::new(0.5))).expect("it is valid"));
        (world, last)
    };
    let ((mut world, last), (mut alone, _)) = (village(true), village(false));
    let last = last.expect("it was spawned");
    let mut capped = 0;
    for step in 0..240 {
        capped += world.step(DT).expect("the length is valid").capped_bodies;
        alone.step(DT).expect("the length is valid");
        for id in alone.bodies() {
            let poses = [&world, &alone].map(|world| world.body(id).expect("it is there").pose());
            assert_eq!(poses[0], poses[1], "step {step}: {id}");
        }
    }
    let body = world.body(last).expect("it is there");
    assert!(body.position().x.abs() <= MAX_COORDINATE, "{:?}", body.position());
    assert!(capped > 0, "it never came to the edge");
    world.despawn(last).expect("it is there");
    run(&mut world, 2);
}

#[test]
fn slot_reused_a_million_times_rejects_all_former_ids() {
    let mut world = sleepless();
    let mut kept: Vec<BodyId> = Vec::new();
    for round in 0_u32..=1 << 20 {
        let id = world.spawn(Body::dynamic()).expect("it is valid");
        assert_eq!(id.to_bits() as u32, 2, "the slot is used again");
        // Every id up to 64, and those around common integer widths.
        let near_a_wrap = [8, 12, 16, 20].iter().any(|bits| round.abs_diff(1 << bits) < 3);
        if round < 64 || near_a_wrap {
            kept.push(id);
        }
        if kept.last() == Some(&id) || round % 4096 == 0 {
            let alive = kept.iter().filter(|&&old| world.body(old).is_some());
            assert!(alive.clone().count() <= 1 && alive.clone().all(|&old| old == id), "round {round}");
        }
        world.despawn(id).expect("it is there");
    }
    assert!(kept.iter().all(|&old| world.body(old).is_none() && world.despawn(old).is_err()));
    world.validate().expect("it is sound");
}

#[test]
fn contact_capacity_grows_and_is_reused() {
    // No fixed limits: the colors end in the overflow color, and a body has any number of contacts.
    let mut world = sleepless();
    world.reserve(Capacity { bodies: 4, contacts: 4, ..Capacity::default() }).expect("it is valid");
    let plate =
        Body::dynamic().at([0.0, -0.5]).gravity_scale(0.0).with(Rect::half(200.0, 0.5).density(100.0));
    let plate = world.spawn(plate).expect("it is valid");
    let mut slots = Vec::new();
    for round in 0..3 {
        let ids: Vec<BodyId> = (0..3000)
            .map(|n| {
                let body = Body::dynamic().at([0.12 * n as f32 - 180.0, 0.05]).with(Circle::new(0.05));
                world.spawn(body).expect("it is valid")
            })
            .collect();
        let mut overflow = 0;
        for _ in 0..4 {
            overflow = overflow.max(world.step(DT).expect("the length is valid").overflow_constraints);
        }
        world.validate().expect("it is sound");
        assert!(overflow > 2900, "{overflow} contacts found no color");
        slots.push(world.contacts().map(|id| id.to_bits() as u32).max().expect("there are contacts"));
        ids.into_iter().for_each(|id| world.despawn(id).expect("it is there"));
        world.validate().expect("it is sound");
        assert_eq!((world.counts().bodies, world.counts().contacts), (1, 0), "round {round}");
    }
    assert_eq!(slots[1], slots[2], "slots are used again");
    assert!(world.body(plate).expect("it is there").position().is_finite());
}
