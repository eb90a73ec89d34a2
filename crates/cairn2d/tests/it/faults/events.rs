//! Changes of the world in reaction to its events, and removals at critical times.

use std::sync::{Arc, Mutex, PoisonError, TryLockError};

use cairn2d::prelude::*;
use cairn2d::{Party, ShapeId};

use crate::harness::{DT, add_floor, run, sleepless};
use crate::random::Random;

/// Changes that a game may make to the objects of an event.
fn meddle(world: &mut World, random: &mut Random, party: Party, done: &mut [u32; 9]) {
    let agree = |ok: bool, there: bool| {
        assert_eq!(ok, there, "{party:?}");
        ok
    };
    let kind = random.below(9);
    let there = world.body(party.body).is_some();
    let shape_there = world.shape(party.shape).is_some();
    let at = random.point(6.0) + vec2(0.0, 7.0);
    let ok = match kind {
        0 => agree(world.despawn(party.body).is_ok(), there),
        1 => agree(world.detach(party.shape).is_ok(), shape_there),
        2 => agree(world.attach(party.body, Circle::new(0.2)).is_ok(), there),
        3 => world.spawn(Body::dynamic().at(at).with(random.shape(0.5).report_hits_above(0.5))).is_ok(),
        4 => {
            let joint = world.joints().next();
            joint.is_some_and(|joint| world.unjoin(joint).is_ok())
        }
        _ => match world.body_mut(party.body) {
            None => false,
            Some(mut body) => {
                match kind {
                    5 => body.set_pose(Pose::from_position(at)).expect("it is in the world"),
                    6 => body.set_enabled(false),
                    7 => body.set_kind(BodyKind::Kinematic),
                    _ => drop(body.sleep()),
                }
                true
            }
        },
    };
    done[kind] += u32::from(ok);
}

#[test]
fn objects_of_events_may_be_changed_while_reading_events() {
    let mut random = Random::new(42);
    let mut world = World::new(WorldConfig::default()).expect("the defaults are valid");
    let floor = add_floor(&mut world);
    world.attach(floor, Rect::half(4.0, 1.0).at([0.0, 3.0]).sensor()).expect("it is valid");
    let (mut done, mut stale) = ([0; 9], 0);
    for step in 0..900 {
        while world.counts().bodies < 40 {
            let body = Body::dynamic().at(random.point(5.0) + vec2(0.0, 8.0)).velocity(random.point(8.0));
            let id = world.spawn(body.with(random.shape(0.6).report_hits_above(0.5))).expect("it is valid");
            let other = world.bodies().nth(random.below(4)).unwrap_or(floor);
            if other != id {
                world.join(Distance::new(other, id).break_at(3.0, None)).expect("it is valid");
            }
        }
        world.step(DT).expect("the length is valid");
        let events = world.take_events();
        let mut parties: Vec<Party> = Vec::new();
        parties.extend(events.begins().iter().chain(events.ends()).flat_map(|event| [event.a, event.b]));
        parties.extend(events.hits().iter().flat_map(|event| [event.a, event.b]));
        parties.extend(events.sensor_begins().chain(events.sensor_ends()).map(|event| event.visitor));
        for party in parties {
            if party.body != floor {
                stale += u32::from(world.body(party.body).is_none());
                meddle(&mut world, &mut random, party, &mut done);
            }
        }
        for event in events.breaks() {
            assert!(world.joint(event.joint).is_none() && world.unjoin(event.joint).is_err());
            let _ = world.despawn(event.bodies[1]);
        }
        for event in events.sleeps().iter().chain(events.wakes()) {
            if let Some(mut body) = world.body_mut(event.body) {
                body.set_velocity([0.0, 1.0]).expect("it is valid");
            }
        }
        world.validate().unwrap_or_else(|what| panic!("step {step}: {what}"));
    }
    assert!(done.iter().all(|&count| count > 10), "{done:?}");
    assert!(stale > 10, "only {stale} events named what was gone by then");
}

#[test]
fn hook_cannot_access_its_world() {
    // Its type gives it the pair only; a mutex around the world is locked during the step.
    let world = Arc::new(Mutex::new(sleepless()));
    let (inside, tried) = (Arc::clone(&world), Arc::new(Mutex::new(0)));
    let counted = Arc::clone(&tried);
    {
        let mut world = world.lock().expect("no thread panicked");
        world.spawn(Body::fixed().with(Rect::half(5.0, 0.5).hooked())).expect("it is valid");
        world.spawn(Body::dynamic().at([0.0, 1.0]).with(Rect::half(0.5, 0.5))).expect("it is valid");
        world.set_pre_solve(move |contact| {
            let taken = matches!(inside.try_lock(), Err(TryLockError::WouldBlock));
            *counted.lock().unwrap_or_else(PoisonError::into_inner) += u32::from(taken);
            contact.response
        });
        run(&mut world, 10);
        world.clear_pre_solve();
    }
    assert_eq!(*tried.lock().expect("no thread panicked"), 10);
}

#[test]
fn objects_removed_before_the_first_step_leave_nothing() {
    let mut world = World::new(WorldConfig::default()).expect("the defaults are valid");
    let floor = add_floor(&mut world);
    let ids: Vec<BodyId> = (0..30)
        .map(|n| {
            let body = Body::dynamic().at([0.0, 0.5 + 0.9 * n as f32]).with(Rect::half(0.5, 0.5));
            world.spawn(if n % 3 == 0 { body.asleep() } else { body }).expect("it is valid")
        })
        .collect();
    for pair in ids.windows(2) {
        world.join(Revolute::new(pair[0], pair[1])).expect("it is valid");
    }
    world.join(Weld::new(floor, ids[0])).expect("it is valid");
    let shapes: Vec<ShapeId> = world.shapes().skip(1).collect();
    shapes.into_iter().step_by(2).for_each(|shape| world.detach(shape).expect("it is there"));
    ids.iter().for_each(|&id| world.despawn(id).expect("it is there"));
    world.validate().expect("it is sound");
    let counts = world.counts();
    assert_eq!((counts.bodies, counts.shapes, counts.joints, counts.contacts), (1, 1, 0, 0));
    run(&mut world, 5);
    assert!(world.events().moves().is_empty() && world.events().begins().is_empty());
}

#[test]
fn removing_a_link_splits_a_sleeping_island() {
    let mut world = World::new(WorldConfig::default()).expect("the defaults are valid");
    add_floor(&mut world);
    let row: Vec<BodyId> = (0..9)
        .map(|n| {
            let body = Body::dynamic().at([1.2 * n as f32, 0.5]).with(Rect::half(0.5, 0.5));
            world.spawn(body).expect("it is valid")
        })
        .collect();
    for pair in row.windows(2) {
        world.join(Distance::new(pair[0], pair[1])).expect("it is valid");
    }
    run(&mut world, 120);
    assert_eq!((world.counts().sleeping_bodies, world.counts().sleeping_islands), (9, 1));
    world.despawn(row[4]).expect("it is there");
    world.validate().expect("it is sound");
    assert!(world.body(row[3]).expect("it is there").is_awake(), "who lost a neighbour wakes");
    run(&mut world, 120);
    assert_eq!((world.counts().sleeping_bodies, world.counts().sleeping_islands), (8, 2), "two halves sleep");
    // Then all changes at once, on the sleeping island.
    let all: Vec<BodyId> = world.bodies().collect();
    all.into_iter().for_each(|id| world.despawn(id).expect("it is there"));
    world.validate().expect("it is sound");
    run(&mut world, 3);
    assert_eq!((world.counts().bodies, world.counts().contacts, world.counts().joints), (0, 0, 0));
}
