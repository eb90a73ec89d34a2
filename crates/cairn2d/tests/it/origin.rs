//! Shifting the origin of a live world: the same world at other coordinates.

use cairn2d::prelude::*;
use cairn2d::{Area, Attractor, Conveyor, Field, Grab, Pulley, Water};

use crate::harness::{DT, run};

/// Position of the world below: subtracting it from coordinates near 1024 m is exact, because the difference
/// needs no finer steps.
const FAR: Vec2 = vec2(1024.0, 0.0);

/// A world around a point, with one object of each kind that stores world coordinates.
fn harbour(at: Vec2) -> (World, Vec<BodyId>) {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let p = |x: f32, y: f32| vec2(x, y) + at;
    let quay =
        Body::fixed().at(p(0.0, -0.5)).with(Rect::half(60.0, 0.5)).with(Rect::half(0.5, 4.0).at([10.0, 4.0]));
    world.spawn(quay).unwrap();
    world.add_field(Field::new(Area::rect(p(11.0, 0.0), p(40.0, 3.0)), Water::new(2.0).drag(2.0))).unwrap();
    world
        .add_field(Field::new(Area::circle(p(-30.0, 2.0), 6.0), Attractor::new(p(-30.0, 4.0), 20.0)))
        .unwrap();
    let belt = Area::polygon(&[p(-20.0, 0.0), p(-15.0, 0.0), p(-15.0, 1.0), p(-20.0, 1.0)]).unwrap();
    world.add_field(Field::new(belt, Conveyor::new([1.0, 0.0], 3.0))).unwrap();
    world.spawn(Body::fixed().at(p(0.0, 1.0)).with(Circle::new(2.0).sensor())).unwrap();
    let mut ids: Vec<BodyId> = (0..6)
        .map(|n| world.spawn(Body::dynamic().at(p(0.0, 0.5 + n as f32)).with(Rect::square(1.0))).unwrap())
        .collect();
    let mut spawn =
        |x: f32, y: f32| world.spawn(Body::dynamic().at(p(x, y)).with(Rect::half(0.5, 0.25))).unwrap();
    let [a, b, held, raft, moon] =
        [(20.0, 8.0), (24.0, 8.0), (5.0, 4.0), (30.0, 4.0), (-28.0, 4.0)].map(|(x, y)| spawn(x, y));
    world.join(Pulley::new(a, b, p(20.0, 12.0), p(24.0, 12.0))).unwrap();
    world.join(Grab::new(held, p(5.0, 4.0)).target(p(6.0, 5.0))).unwrap();
    ids.extend([a, b, held, raft, moon]);
    (world, ids)
}

#[test]
fn shift_and_inverse_shift_restore_every_bit() {
    let (mut world, _) = harbour(FAR);
    run(&mut world, 90);
    let before = world.hash();
    let untouched = world.clone();
    world.shift_origin(FAR).unwrap();
    world.validate().unwrap();
    assert_ne!(world.hash(), before);
    world.shift_origin(-FAR).unwrap();
    assert_eq!(world.hash(), before, "nothing was rounded, so nothing may be lost");
    let mut untouched = untouched;
    for _ in 0..120 {
        untouched.step(DT).unwrap();
        world.step(DT).unwrap();
        assert_eq!(world.hash(), untouched.hash(), "and it must go on alike");
    }
}

#[test]
fn shifted_world_continues_like_one_built_there() {
    // The oracle is the same world built around the origin: poses agree within the float precision at 1 km.
    let (mut there, ids) = harbour(FAR);
    let (mut here, _) = harbour(Vec2::ZERO);
    for step in 0..360 {
        if step == 100 {
            there.shift_origin(FAR).unwrap();
            there.validate().unwrap();
        }
        let off = if step < 100 { FAR } else { Vec2::ZERO };
        there.step(DT).unwrap();
        here.step(DT).unwrap();
        for &id in &ids {
            let [a, b] = [&there, &here].map(|world| world.body(id).unwrap().position());
            assert!((a - off).distance(b) < 0.01, "step {step}: {id} at {a:?}, not {b:?}");
        }
        assert_eq!(there.sensor_overlaps().count(), here.sensor_overlaps().count(), "step {step}");
    }
    there.validate().unwrap();
}

#[test]
fn shift_moves_free_motion_exactly() {
    // Speeds and displacements that are exact at both positions: every pose must differ by the shift, bit for
    // bit.
    let build = |at: Vec2| {
        let mut config = WorldConfig::with_gravity([0.0, -16.0]);
        config.sub_steps = 4;
        let mut world = World::new(config).unwrap();
        let body = Body::dynamic().at(at + vec2(3.0, 64.0)).velocity([0.5, 2.0]);
        let id = world.spawn(body.with(Circle::new(0.5))).unwrap();
        (world, id)
    };
    let shift = vec2(4096.0, 0.0);
    let ((mut there, id), (mut here, _)) = (build(shift), build(Vec2::ZERO));
    for step in 0..64 {
        there.step(1.0 / 64.0).unwrap();
        here.step(1.0 / 64.0).unwrap();
        if step == 20 {
            there.shift_origin(shift).unwrap();
        }
        let off = if step < 20 { shift } else { Vec2::ZERO };
        let [a, b] = [&there, &here].map(|world| world.body(id).unwrap().position());
        assert_eq!(a - off, b, "step {step}");
    }
}

#[test]
fn rounding_shift_keeps_contacts_and_sleep_without_events() {
    let (mut world, ids) = harbour(Vec2::ZERO);
    run(&mut world, 900);
    let asleep = ids.iter().filter(|&&id| world.body(id).unwrap().is_asleep()).count();
    assert!(asleep >= 6, "the tower sleeps: {asleep}");
    let touching = world.counts().touching_contacts;
    world.take_events();
    for n in 0..40 {
        world.shift_origin([0.1 + 37.7 * n as f32, -0.3 * n as f32]).unwrap();
        world.validate().unwrap();
        assert_eq!(world.counts().touching_contacts, touching);
        assert!(world.events().begins().is_empty() && world.events().ends().is_empty());
        world.step(DT).unwrap();
        world.validate().unwrap();
        assert!(world.events().wakes().is_empty(), "shift {n} woke a body");
    }
    let now = ids.iter().filter(|&&id| world.body(id).unwrap().is_asleep()).count();
    assert!(now >= asleep);
}

#[test]
fn shift_beyond_the_usable_world_is_rejected() {
    let (mut world, _) = harbour(Vec2::ZERO);
    let far = world.spawn(Body::dynamic().at([-900_000.0, 0.0]).with(Circle::new(0.5))).unwrap();
    let before = world.hash();
    assert!(world.shift_origin([500_000.0, 0.0]).is_err());
    assert_eq!(world.hash(), before);
    world.despawn(far).unwrap();
    world.shift_origin([500_000.0, 0.0]).unwrap();
    world.validate().unwrap();
}
