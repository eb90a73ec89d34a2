//! Lifetime: ids, removal in any order, enabling, teleports, clones. The oracle is a plain list in the test.

use std::collections::{BTreeMap, BTreeSet};

use cairn2d::{BodyError, BodyKind, Locks, prelude::*};

use crate::harness::{DT, add_floor, run, sleepless, spawn_light, weightless};
use crate::random::Random;

fn sleepy() -> World {
    World::new(WorldConfig::default()).expect("default settings are valid")
}

/// A heap of mixed bodies with joints, after some steps.
fn heap(seed: u64, steps: u32) -> World {
    let mut random = Random::new(seed);
    let mut world = sleepy();
    add_floor(&mut world);
    let mut last = None;
    for index in 0..60 {
        let at = [(index % 10) as f32 - 4.5, 0.6 + (index / 10) as f32];
        let body = Body::dynamic().at(at).velocity(random.point(2.0)).with(random.shape(0.8));
        let id = world.spawn(body.user_data(index)).unwrap();
        match (last, index % 6) {
            (Some(last), 1) => drop(world.join(Revolute::new(last, id).at(at)).unwrap()),
            (Some(last), 3) => drop(world.join(Distance::new(last, id).length(1.2)).unwrap()),
            _ => {}
        }
        last = Some(id);
    }
    run(&mut world, steps);
    world
}

/// Calls every function with a body id; all must reject it without a change.
fn assert_stale(world: &mut World, id: BodyId) {
    let before = world.hash();
    assert!(world.body(id).is_none() && world.body_mut(id).is_none(), "{id} came back to life");
    assert!(matches!(world.despawn(id), Err(BodyError::Stale(_))));
    assert!(world.attach(id, Circle::new(0.5)).is_err());
    let other = world.bodies().next();
    if let Some(other) = other {
        assert!(world.join(Revolute::new(id, other)).is_err());
        assert!(world.join(Distance::new(other, id)).is_err());
    }
    assert_eq!(world.hash(), before);
}

#[test]
fn stale_ids_stay_stale_after_slot_reuse() {
    let mut world = weightless();
    let (mut stale, mut seen) = (Vec::new(), BTreeSet::new());
    for round in 0..2000 {
        let id = world.spawn(Body::dynamic().with(Circle::new(0.5))).unwrap();
        assert!(seen.insert(id.to_bits()), "round {round}: {id} was given twice");
        let shape = world.body(id).unwrap().shapes().next().unwrap();
        world.despawn(id).unwrap();
        assert!(world.shape(shape).is_none() && world.detach(shape).is_err());
        stale.push((id, shape));
        if round % 100 == 0 {
            for &(id, shape) in stale.iter().step_by(17) {
                assert_stale(&mut world, id);
                assert!(world.shape(shape).is_none());
            }
        }
    }
    let id = world.spawn(Body::dynamic().with(Circle::new(0.5))).unwrap();
    assert!(stale.iter().all(|&(old, _)| world.body(old).is_none() && old != id));
    world.validate().unwrap();
}

#[test]
fn ids_of_other_worlds_are_rejected() {
    let tagged = |tag| {
        let mut config = WorldConfig::default();
        config.id_tag = tag;
        World::new(config).unwrap()
    };
    let (mut a, mut b) = (tagged(1), tagged(2));
    let of_a = a.spawn(Body::dynamic().with(Circle::new(0.5))).unwrap();
    let of_b = b.spawn(Body::dynamic().with(Circle::new(0.5))).unwrap();
    assert_ne!(of_a, of_b);
    assert_stale(&mut b, of_a);
    assert_stale(&mut a, of_b);
    assert!(a.body(of_a).is_some() && b.body(of_b).is_some());
}

#[test]
fn ids_survive_a_round_trip_through_integers() {
    let mut world = heap(1, 0);
    let ids: Vec<_> = world.bodies().collect();
    for &id in &ids {
        assert_eq!(BodyId::from_bits(id.to_bits()), Some(id));
    }
    assert_eq!(size_of::<Option<BodyId>>(), 8);
    world.despawn(ids[3]).unwrap();
    assert!(world.body(BodyId::from_bits(ids[3].to_bits()).unwrap()).is_none());
    assert!(BodyId::from_bits(0).is_none_or(|id| world.body(id).is_none()), "zero names nothing");
}

#[test]
fn objects_can_be_removed_in_any_order() {
    for (seed, steps) in [(0, 0), (1, 1), (2, 60), (3, 60), (4, 600), (5, 600)] {
        let mut world = heap(seed, steps);
        let mut random = Random::new(seed + 50);
        let mut ids: Vec<_> = world.bodies().collect();
        while !ids.is_empty() {
            let id = match seed % 3 {
                0 => ids.remove(0),
                1 => ids.pop().unwrap(),
                _ => ids.swap_remove(random.below(ids.len())),
            };
            world.despawn(id).unwrap();
            assert_eq!(world.counts().bodies as usize, ids.len());
            if random.below(4) == 0 {
                world.step(DT).unwrap();
            }
            world.validate().unwrap();
        }
        let counts = world.counts();
        assert_eq!((counts.shapes, counts.joints, counts.contacts), (0, 0, 0));
        assert_eq!((counts.awake_bodies, counts.sleeping_bodies), (0, 0));
        world.step(DT).unwrap();
        assert!(world.events().moves().is_empty());
    }
}

#[test]
fn world_matches_a_naive_list_of_objects() {
    let mut random = Random::new(9);
    let mut world = sleepy();
    add_floor(&mut world);
    let floor = world.bodies().next().unwrap();
    let mut list: BTreeMap<BodyId, (u64, Vec<ShapeId>)> = BTreeMap::new();
    for round in 0..1500_u64 {
        match random.below(6) {
            0 | 1 => {
                let at = [random.range(-5.0, 5.0), random.range(0.5, 5.0)];
                let body = Body::dynamic().at(at).user_data(round).with(random.shape(0.6));
                let id = world.spawn(body).unwrap();
                let shapes = world.body(id).unwrap().shapes().collect();
                assert!(list.insert(id, (round, shapes)).is_none());
            }
            2 if list.len() > 20 => {
                let id = *list.keys().nth(random.below(list.len())).unwrap();
                list.remove(&id);
                world.despawn(id).unwrap();
            }
            3 if !list.is_empty() => {
                let id = *list.keys().nth(random.below(list.len())).unwrap();
                let shape = world.attach(id, random.shape(0.4).user_data(round)).unwrap();
                list.get_mut(&id).unwrap().1.push(shape);
            }
            4 if !list.is_empty() => {
                let id = *list.keys().nth(random.below(list.len())).unwrap();
                if let Some(shape) = list.get_mut(&id).unwrap().1.pop() {
                    world.detach(shape).unwrap();
                    assert!(world.shape(shape).is_none());
                }
            }
            _ => run(&mut world, 1),
        }
    }
    let ids: BTreeSet<_> = world.bodies().filter(|&id| id != floor).collect();
    assert_eq!(ids, list.keys().copied().collect());
    for (&id, (data, shapes)) in &list {
        let body = world.body(id).unwrap();
        assert_eq!(body.user_data(), *data);
        assert_eq!(body.shapes().collect::<BTreeSet<_>>(), shapes.iter().copied().collect());
        assert!(shapes.iter().all(|&shape| world.shape(shape).unwrap().body() == id));
    }
    world.validate().unwrap();
}

#[test]
fn disabled_body_has_no_effect() {
    let mut world = sleepless();
    add_floor(&mut world);
    let table = world.spawn(Body::fixed().at([0.0, 2.0]).with(Rect::half(1.0, 0.25))).unwrap();
    let box_on_it =
        world.spawn(Body::dynamic().at([0.0, 2.75]).velocity([0.0, 0.0]).with(Rect::half(0.5, 0.5))).unwrap();
    run(&mut world, 30);
    world.body_mut(table).unwrap().set_enabled(false);
    run(&mut world, 120);
    assert!((world.body(box_on_it).unwrap().position().y - 0.5).abs() < 0.01, "falls through to the floor");
    assert!(!world.body(table).unwrap().is_enabled());
    // A disabled moving body keeps its position and velocity.
    let mover =
        world.spawn(Body::dynamic().at([20.0, 9.0]).velocity([3.0, 1.0]).with(Circle::new(0.5))).unwrap();
    world.body_mut(mover).unwrap().set_enabled(false);
    run(&mut world, 30);
    assert_eq!(world.body(mover).unwrap().position(), vec2(20.0, 9.0));
    assert!(!world.body(mover).unwrap().is_awake());
    world.body_mut(mover).unwrap().set_enabled(true);
    run(&mut world, 30);
    let at = world.body(mover).unwrap().position();
    assert!(at.distance(vec2(21.5, 9.5 - 1.25)) < 1e-3, "{at:?}");
    world.body_mut(table).unwrap().set_enabled(true);
    let dropped = world.spawn(Body::dynamic().at([0.5, 4.0]).with(Circle::new(0.25))).unwrap();
    run(&mut world, 120);
    assert!((world.body(dropped).unwrap().position().y - 2.5).abs() < 0.01, "the table is back");
}

#[test]
fn joint_is_inactive_while_a_body_is_disabled() {
    let mut world = sleepless();
    let wall = world.spawn(Body::fixed()).unwrap();
    let bob = world.spawn(Body::dynamic().at([0.0, -2.0]).with(Circle::new(0.25))).unwrap();
    let rod = world.join(Distance::new(wall, bob).length(2.0)).unwrap();
    run(&mut world, 60);
    assert!((world.body(bob).unwrap().position().y + 2.0).abs() < 0.01);
    world.body_mut(wall).unwrap().set_enabled(false);
    run(&mut world, 30);
    let fallen = world.body(bob).unwrap().position().y;
    assert!((fallen + 3.25).abs() < 0.02, "fell to {fallen}");
    assert!(world.joint(rod).is_some(), "the joint is still there");
    world.body_mut(wall).unwrap().set_enabled(true);
    run(&mut world, 600);
    assert!((world.body(bob).unwrap().position().length() - 2.0).abs() < 0.02, "the rod pulls again");
}

#[test]
fn teleport_leaves_no_stale_contacts() {
    let mut world = sleepy();
    add_floor(&mut world);
    let lower = world.spawn(Body::dynamic().at([0.0, 0.5]).with(Rect::half(0.5, 0.5))).unwrap();
    let upper = world.spawn(Body::dynamic().at([0.0, 1.5]).with(Rect::half(0.5, 0.5))).unwrap();
    run(&mut world, 120);
    assert!(world.body(upper).unwrap().is_asleep());
    world.body_mut(lower).unwrap().set_pose(Pose::from_position(vec2(30.0, 0.5))).unwrap();
    assert!(world.body(upper).unwrap().is_awake(), "what rested on it wakes");
    run(&mut world, 120);
    assert!((world.body(upper).unwrap().position().y - 0.5).abs() < 0.01, "the upper box fell down");
    assert!((world.body(lower).unwrap().position() - vec2(30.0, 0.5)).length() < 0.01);
    // Static bodies can be teleported, too; bodies resting on them wake.
    let floor = world.bodies().next().unwrap();
    world.body_mut(floor).unwrap().set_pose(Pose::from_position(vec2(0.0, -3.0))).unwrap();
    run(&mut world, 180);
    for id in [lower, upper] {
        assert!(
            (world.body(id).unwrap().position().y + 2.5).abs() < 0.01,
            "{:?}",
            world.body(id).unwrap().position()
        );
    }
}

#[test]
fn attached_shapes_collide_and_detached_ones_do_not() {
    let mut world = sleepless();
    add_floor(&mut world);
    let id = world
        .spawn(Body::dynamic().at([0.0, 2.0]).locks(Locks { rotation: true, ..Locks::default() }))
        .unwrap();
    run(&mut world, 10);
    assert_eq!(world.body(id).unwrap().mass().mass, 0.0);
    let legs = world.attach(id, Rect::half(0.5, 1.0)).unwrap();
    run(&mut world, 120);
    assert!((world.body(id).unwrap().position().y - 1.0).abs() < 0.01, "stands on its legs");
    world.attach(id, Circle::new(0.25)).unwrap();
    world.detach(legs).unwrap();
    run(&mut world, 120);
    assert!((world.body(id).unwrap().position().y - 0.25).abs() < 0.01, "fell onto the disc");
    world.validate().unwrap();
}

#[test]
fn a_body_without_shapes_or_mass_is_harmless() {
    let mut world = sleepless();
    add_floor(&mut world);
    for kind in [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic] {
        world.spawn(Body::new(kind).at([0.0, 1.0])).unwrap();
        let segment = Segment::new([-1.0, 0.0], [1.0, 0.0]);
        spawn_light(&mut world, Body::new(kind).at([0.0, 1.0]).with(segment));
        spawn_light(&mut world, Body::new(kind).at([0.0, 1.0]).with(Circle::new(0.5).density(0.0)));
    }
    world.spawn(Body::dynamic().at([0.0, 3.0]).with(Rect::half(0.5, 0.5))).unwrap();
    run(&mut world, 120);
}

#[test]
fn cloned_world_continues_with_the_same_bits() {
    let mut world = heap(11, 45);
    let mut copy = world.clone();
    assert_eq!(world.hash(), copy.hash());
    for step in 0..240 {
        world.step(DT).unwrap();
        copy.step(DT).unwrap();
        assert_eq!(world.hash(), copy.hash(), "step {step}");
        assert_eq!(world.events().begins(), copy.events().begins());
    }
    // Equal changes keep the worlds equal, and a missing one makes them differ.
    for world in [&mut world, &mut copy] {
        let id = world.bodies().nth(20).unwrap();
        world.despawn(id).unwrap();
        world.spawn(Body::dynamic().at([0.0, 8.0]).with(Rect::half(0.5, 0.5))).unwrap();
        run(world, 60);
    }
    assert_eq!(world.hash(), copy.hash());
    let id = copy.bodies().nth(20).unwrap();
    copy.body_mut(id).unwrap().apply_impulse([0.0, 1.0e-3]).unwrap();
    assert_ne!(world.hash(), copy.hash());
}

#[test]
fn clone_restores_an_earlier_state() {
    let mut world = heap(12, 30);
    let saved = world.clone();
    run(&mut world, 100);
    let first = world.hash();
    world = saved.clone();
    run(&mut world, 100);
    assert_eq!(world.hash(), first);
}

#[test]
fn worlds_are_independent() {
    let alone = {
        let mut world = heap(13, 0);
        run(&mut world, 120);
        world.hash()
    };
    let (mut a, mut b) = (heap(13, 0), heap(14, 0));
    for _ in 0..120 {
        a.step(DT).unwrap();
        b.step(DT).unwrap();
    }
    assert_eq!(a.hash(), alone);
    // Worlds move between threads and step there at the same time.
    let hashes: Vec<_> = std::thread::scope(|scope| {
        let step = |mut world: World| {
            run(&mut world, 120);
            world.hash()
        };
        let threads: Vec<_> = (0..3).map(|_| scope.spawn(move || step(heap(13, 0)))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(hashes, [alone; 3]);
    fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<World>();
}

#[test]
fn despawning_wakes_resting_bodies_before_the_first_step_too() {
    let mut world = sleepy();
    let floor = add_floor(&mut world);
    let id = world.spawn(Body::dynamic().at([0.0, 0.5]).with(Rect::half(0.5, 0.5))).unwrap();
    let gone = world.spawn(Body::dynamic().at([0.0, 1.5]).with(Rect::half(0.5, 0.5))).unwrap();
    world.despawn(gone).unwrap();
    run(&mut world, 120);
    assert!(world.body(id).unwrap().is_asleep());
    world.despawn(floor).unwrap();
    assert!(world.body(id).unwrap().is_awake());
    run(&mut world, 60);
    assert!(world.body(id).unwrap().position().y < -4.0);
}

#[test]
fn rejected_bodies_leave_the_world_unchanged() {
    let mut world = heap(15, 10);
    let before = (world.hash(), world.counts());
    for bad in [
        Body::dynamic().at([f32::NAN, 0.0]).with(Circle::new(1.0)),
        Body::dynamic().at([0.0, 1.0e30]).with(Circle::new(1.0)),
        Body::dynamic().velocity([f32::INFINITY, 0.0]).with(Circle::new(1.0)),
        Body::dynamic().rotated(f32::NAN).with(Circle::new(1.0)),
        Body::dynamic().linear_damping(-1.0),
        Body::dynamic().with(Circle::new(1.0)).with(Circle::new(f32::NAN)),
        Body::dynamic().with(Circle::new(1.0)).with(Rect::half(0.0, 1.0)),
        Body::dynamic().with(Circle::new(1.0).density(-1.0)),
        Body::dynamic().with(Circle::new(1.0).friction(f32::NAN)),
        Body::dynamic().with(Circle::new(1.0).restitution(2.0)),
        Body::fixed().with(Segment::new([1.0, 1.0], [1.0, 1.0])),
    ] {
        let text = format!("{bad:?}");
        assert!(world.spawn(bad).is_err(), "accepted {text}");
    }
    assert_eq!((world.hash(), world.counts()), before);
    for bad in [f32::NAN, f32::INFINITY, -1.0 / 60.0, 2.0, 1.0e9] {
        assert!(world.step(bad).is_err());
    }
    assert_eq!((world.hash(), world.counts()), before);
    world.validate().unwrap();
}

#[test]
fn churn_reuses_slots() {
    let mut world = sleepless();
    add_floor(&mut world);
    let mut random = Random::new(31);
    let mut highest = 0;
    for _ in 0..300 {
        let ids: Vec<_> = (0..20)
            .map(|_| world.spawn(Body::dynamic().at(random.point(4.0)).with(random.shape(0.5))).unwrap())
            .collect();
        // The lower half of an id is its slot and one.
        highest = ids.iter().map(|id| id.to_bits() as u32).fold(highest, u32::max);
        world.step(DT).unwrap();
        for id in ids {
            world.despawn(id).unwrap();
        }
    }
    assert_eq!(world.counts().bodies, 1);
    world.validate().unwrap();
    // The null body, the floor and twenty at a time.
    assert!(highest <= 22, "slot {highest} for at most 21 bodies");
}

#[test]
fn sleep_call_puts_the_whole_island_to_sleep() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    world.spawn(Body::fixed().with(Rect::half(20.0, 0.5).at([0.0, -0.5]))).unwrap();
    let mut tower = |x: f32| -> Vec<BodyId> {
        (0..3)
            .map(|n| world.spawn(Body::dynamic().at([x, 0.5 + n as f32]).with(Rect::square(1.0))).unwrap())
            .collect()
    };
    let (one, two) = (tower(0.0), tower(5.0));
    world.join(Distance::new(one[0], two[0])).unwrap();
    let apart = world.spawn(Body::dynamic().at([10.0, 0.5]).with(Rect::square(1.0))).unwrap();
    let platform = world
        .spawn(Body::kinematic().at([-10.0, 3.0]).velocity([0.1, 0.0]).with(Rect::half(2.0, 0.25)))
        .unwrap();
    let rider = world.spawn(Body::dynamic().at([-10.0, 3.75]).with(Rect::square(1.0))).unwrap();
    for _ in 0..3 {
        world.step(1.0 / 60.0).unwrap();
    }
    assert!(!world.body_mut(rider).unwrap().sleep(), "the ground under it moves");
    assert!(!world.body_mut(platform).unwrap().sleep(), "it is on the move");
    world.body_mut(two[2]).unwrap().set_can_sleep(false);
    assert!(!world.body_mut(one[1]).unwrap().sleep(), "one of them is kept awake");
    world.body_mut(two[2]).unwrap().set_can_sleep(true);
    assert!(world.body_mut(one[1]).unwrap().sleep());
    world.validate().unwrap();
    for id in one.iter().chain(&two) {
        assert!(world.body(*id).unwrap().is_asleep());
    }
    assert!(world.body(apart).unwrap().is_awake() && world.body(rider).unwrap().is_awake());
    assert_eq!(world.events().sleeps().len(), 6);
    world.step(1.0 / 60.0).unwrap();
    assert!(world.body(one[0]).unwrap().is_asleep(), "and stays so");
    world.body_mut(two[1]).unwrap().apply_impulse([0.1, 0.0]).unwrap();
    assert!(world.body(one[2]).unwrap().is_awake());
    world.validate().unwrap();
}

#[test]
fn clone_from_takes_over_events_and_state() {
    let room = |balls: usize| {
        let mut world = World::new(WorldConfig::default()).unwrap();
        world.spawn(Body::fixed().with(Rect::half(20.0, 0.5).at([0.0, -0.5]))).unwrap();
        let bodies: Vec<_> = (0..balls)
            .map(|n| world.spawn(Body::dynamic().at([n as f32, 0.49]).with(Circle::new(0.5))).unwrap())
            .collect();
        world.step(1.0 / 60.0).unwrap();
        // Delivered with the next step.
        world.despawn(bodies[0]).unwrap();
        world
    };
    let (mut one, mut other) = (room(5), room(2));
    assert_ne!(one.events().begins(), other.events().begins());
    other.clone_from(&one);
    let told = |world: &World| {
        let events = world.events();
        (events.begins().to_vec(), events.ends().to_vec(), events.moves().to_vec())
    };
    assert!(!one.events().begins().is_empty() && !one.events().ends().is_empty());
    assert_eq!(told(&one), told(&other));
    one.step(1.0 / 60.0).unwrap();
    other.step(1.0 / 60.0).unwrap();
    assert!(!one.events().ends().is_empty());
    assert_eq!(told(&one), told(&other));
}
