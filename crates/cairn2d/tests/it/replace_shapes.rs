//! Interfaces for systems beside the bodies: replacing shapes in one call, impulses on many bodies, shapes in
//! an AABB, and access to threads.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};

use cairn2d::prelude::*;
use cairn2d::{BodyError, BodyImpulse, CallChecks, CallReader, Counts, Replace, ShapeInBox};

use super::harness::{DT, run, weightless};

/// A ground of two bodies with 40 segments each, and bodies resting on it.
struct Ground {
    world: World,
    /// The left body, from x = 0 to 40, and its segments.
    left: BodyId,
    segments: Vec<ShapeId>,
    right: BodyId,
    /// A box in the middle of every second segment of both bodies.
    boxes: Vec<BodyId>,
}

fn segment(x: f32, y: f32) -> Segment {
    Segment::new([x, y], [x + 1.0, y])
}

fn ground(sleeping: bool) -> Ground {
    let mut config = WorldConfig::default();
    config.sleeping = sleeping;
    let mut world = World::new(config).unwrap();
    world.record_calls(Some(CallChecks::default()));
    let [left, right] = [0.0, 40.0].map(|start| {
        let body = world.spawn(Body::fixed()).unwrap();
        let ids = world.attach_many(body, (0..40).map(|n| segment(start + n as f32, 0.0))).unwrap();
        (body, ids)
    });
    let boxes = (0..40).map(|n| {
        let at = [2.0 * n as f32 + 0.5, 0.2];
        world.spawn(Body::dynamic().at(at).with(Rect::half(0.2, 0.2))).unwrap()
    });
    let boxes = boxes.collect();
    run(&mut world, 120);
    Ground { world, left: left.0, segments: left.1, right: right.0, boxes }
}

/// Contacts of a body: the ground shape, the id, and the impulses of the points.
type Touch = (ShapeId, ContactId, Vec<[u32; 2]>);

fn touches(world: &World, body: BodyId) -> Vec<Touch> {
    let view = world.body(body).unwrap();
    let touch = |id| {
        let contact = world.contact(id).unwrap();
        let bits =
            |point: cairn2d::ContactPoint| [point.normal_impulse.to_bits(), point.tangent_impulse.to_bits()];
        (contact.shapes()[0], id, contact.points().map(bits).collect())
    };
    view.contacts().map(touch).collect()
}

fn all_touches(ground: &Ground) -> BTreeMap<BodyId, Vec<Touch>> {
    ground.boxes.iter().map(|&body| (body, touches(&ground.world, body))).collect()
}

/// Replays the log of a world and compares the final state.
fn assert_replays(world: &mut World) {
    let mut calls = Vec::new();
    world.take_calls(&mut calls);
    let mut again = World::new(world.config().clone()).unwrap();
    let mut reader = CallReader::new(&calls, &());
    while again.apply_call(&mut reader).unwrap().is_some() {}
    assert_eq!(again.hash(), world.hash());
    assert_eq!(again.snapshot(), world.snapshot());
}

#[test]
fn contacts_of_untouched_shapes_keep_ids_and_impulses() {
    for sleeping in [false, true] {
        let mut ground = ground(sleeping);
        let before = all_touches(&ground);
        assert!(before.values().all(|list| !list.is_empty() && list[0].2.len() == 2), "all boxes rest");
        let (remove, changed) = (&ground.segments[10..20], ground.segments[20]);
        // The changed segment is slightly lower, so that its box still rests on it.
        let change = [(changed, Shape::from(segment(20.0, -0.001)))];
        let add = (10..20).map(|n| segment(n as f32, -1.0).friction(0.3)).collect();
        let added =
            ground.world.replace_shapes(ground.left, Replace { remove, change: &change, add }).unwrap();
        ground.world.validate().unwrap();
        assert_eq!(added.len(), 10);
        assert!(remove.iter().all(|&id| ground.world.shape(id).is_none()));
        assert!(added.iter().all(|&id| ground.world.shape(id).unwrap().material().friction == 0.3));
        let mut ended = 0;
        for (body, list) in all_touches(&ground) {
            let kept: Vec<Touch> =
                before[&body].iter().filter(|touch| !remove.contains(&touch.0)).cloned().collect();
            ended += before[&body].len() - kept.len();
            assert_eq!(list, kept, "{body}");
        }
        assert!(ended >= 5, "{ended} contacts ended");
        assert_eq!(ground.world.events().ends().len(), ended);
        // Those on removed and changed segments are awake, all others as before.
        for (n, &body) in ground.boxes.iter().enumerate() {
            let concerned = (5..=10).contains(&n);
            assert_eq!(ground.world.body(body).unwrap().is_awake(), !sleeping || concerned, "box {n}");
        }
        // The boxes over the gap fall onto the new ground; the others stay.
        run(&mut ground.world, 240);
        for (n, &body) in ground.boxes.iter().enumerate() {
            let y = ground.world.body(body).unwrap().position().y;
            let expected = if (5..10).contains(&n) { -0.8 } else { 0.2 };
            assert!((y - expected).abs() < 0.02, "box {n} at {y}");
        }
        assert_replays(&mut ground.world);
    }
}

#[test]
fn replacing_shapes_wakes_the_pile_above_but_not_beside() {
    let mut ground = ground(true);
    let mut pile = Vec::new();
    for row in 0..4 {
        let body = Body::dynamic().at([31.5, 0.2 + 0.4 * row as f32]).with(Rect::half(0.2, 0.2));
        pile.push(ground.world.spawn(body).unwrap());
    }
    run(&mut ground.world, 240);
    let asleep = |world: &World| pile.iter().all(|&id| !world.body(id).unwrap().is_awake());
    assert!(asleep(&ground.world));
    let before = ground.world.counts();
    // Its neighbours on both sides.
    let remove = [ground.segments[30], ground.segments[32]];
    let add = vec![segment(30.0, 0.0).shape(), segment(32.0, 0.0).shape()];
    ground.world.replace_shapes(ground.left, Replace { remove: &remove, add, ..Replace::default() }).unwrap();
    assert!(asleep(&ground.world));
    run(&mut ground.world, 30);
    assert!(asleep(&ground.world));
    let Counts { contacts, .. } = ground.world.counts();
    assert_eq!(contacts, before.contacts);
    let remove = [ground.segments[31]];
    ground.world.replace_shapes(ground.left, Replace { remove: &remove, ..Replace::default() }).unwrap();
    assert!(pile.iter().all(|&id| ground.world.body(id).unwrap().is_awake()));
    run(&mut ground.world, 30);
    assert!(ground.world.body(pile[0]).unwrap().position().y < -0.3, "it falls");
    assert_replays(&mut ground.world);
}

#[test]
fn rejected_replacement_of_shapes_changes_nothing() {
    let mut ground = ground(true);
    let (left, right, segments) = (ground.left, ground.right, ground.segments.clone());
    let stranger = ground.world.body(right).unwrap().shapes().next().unwrap();
    let gone = ground.world.attach(left, Circle::new(0.1)).unwrap();
    ground.world.detach(gone).unwrap();
    let good = Shape::from(segment(0.0, 0.5));
    let bad = Shape::from(Circle::new(f32::NAN));
    let before = (ground.world.hash(), ground.world.snapshot(), ground.world.recorded_len());
    let mut refused = |remove: &[ShapeId], change: &[(ShapeId, Shape)], add: Vec<ShapeDef>| {
        let error = ground.world.replace_shapes(left, Replace { remove, change, add }).unwrap_err();
        let after = (ground.world.hash(), ground.world.snapshot(), ground.world.recorded_len());
        assert!(after == before, "{error} changed the world");
        error
    };
    let [a, b] = [segments[0], segments[1]];
    assert_eq!(refused(&[a, gone], &[], vec![]), BodyError::Stale(gone.to_string()));
    assert_eq!(refused(&[a], &[(gone, good.clone())], vec![]), BodyError::Stale(gone.to_string()));
    assert_eq!(refused(&[a, stranger], &[], vec![]), BodyError::OtherBody(stranger));
    assert_eq!(refused(&[a], &[(stranger, good.clone())], vec![]), BodyError::OtherBody(stranger));
    assert_eq!(refused(&[a, b, a], &[], vec![]), BodyError::Repeated(a));
    assert_eq!(refused(&[a, b], &[(b, good.clone())], vec![]), BodyError::Repeated(b));
    assert_eq!(refused(&[], &[(b, good.clone()), (b, good.clone())], vec![]), BodyError::Repeated(b));
    let error = refused(&[a], &[(b, bad.clone())], vec![]);
    assert!(matches!(error, BodyError::Shape(_)), "{error}");
    assert!(error.to_string().starts_with(&format!("{b} of {left}: ")), "{error}");
    let add = vec![good.clone().shape(), segment(0.0, 0.0).friction(-1.0)];
    let error = refused(&[a], &[], add).to_string();
    assert!(error.starts_with(&format!("new shape 1 of {left}: friction is -1")), "{error}");
    assert!(refused(&[a], &[], vec![bad.shape()]).to_string().starts_with("new shape 0 of"));
    let gone = ground.world.spawn(Body::fixed()).unwrap();
    ground.world.despawn(gone).unwrap();
    let error = ground.world.replace_shapes(gone, Replace::default()).unwrap_err();
    assert_eq!(error, BodyError::Stale(gone.to_string()));
}

#[test]
fn replacing_shapes_of_a_moving_body_is_the_same_as_one_by_one() {
    // The same shapes by another order of calls: mass, AABBs, contacts and sensor overlaps must equal those
    // of a body created that way.
    let mut config = WorldConfig::default();
    config.sleeping = false;
    let build = |replace: bool| {
        let mut world = World::new(config.clone()).unwrap();
        world.spawn(Body::fixed().with(Rect::half(20.0, 1.0).at([0.0, -1.0]))).unwrap();
        world.spawn(Body::fixed().with(Rect::half(20.0, 3.0).sensor())).unwrap();
        let body = world.spawn(Body::dynamic().at([0.0, 1.0]).angular_velocity(1.0)).unwrap();
        let ids = world
            .attach_many(body, [Circle::new(0.4).at([-0.5, 0.0]), Circle::new(0.4).at([0.5, 0.0])])
            .unwrap();
        run(&mut world, 30);
        let (geometry, added) = (Shape::from(Rect::half(0.3, 0.5)), Circle::new(0.2).at([0.0, 0.6]).shape());
        if replace {
            let (remove, change) = ([ids[0]], [(ids[1], geometry)]);
            world
                .replace_shapes(body, Replace { remove: &remove, change: &change, add: vec![added] })
                .unwrap();
        } else {
            world.detach(ids[0]).unwrap();
            world.shape_mut(ids[1]).unwrap().set_geometry(geometry).unwrap();
            world.attach(body, added).unwrap();
        }
        world.validate().unwrap();
        (world, body)
    };
    let [(mut a, body), (mut b, _)] = [true, false].map(build);
    let [m, n] = [&a, &b].map(|world| world.body(body).unwrap().mass());
    assert_eq!((m.mass, m.center), (n.mass, n.center));
    run(&mut a, 120);
    run(&mut b, 120);
    let [p, q] = [&a, &b].map(|world| world.body(body).unwrap().position());
    assert!(p.distance(q) < 0.02, "{p:?} {q:?}");
    assert_eq!(a.counts(), b.counts());
}

#[test]
fn replaced_shapes_continue_from_a_snapshot_with_any_lanes_and_threads() {
    let step = |world: &mut World, n: u32, left: BodyId| {
        let own: Vec<ShapeId> = world.body(left).unwrap().shapes().collect();
        let at = (7 * n as usize) % 30;
        let remove = [own[at], own[at + 3]];
        let change = [(own[at + 1], Shape::from(segment(own.len() as f32 - at as f32, -0.02 * n as f32)))];
        let add = vec![segment(at as f32, -0.01 * n as f32).shape(); 2];
        world.replace_shapes(left, Replace { remove: &remove, change: &change, add }).unwrap();
        world.step(DT).unwrap();
    };
    let Ground { mut world, left, .. } = ground(true);
    let mut others = [World::from_snapshot(&world.snapshot()).unwrap(), world.clone(), world.clone()];
    others[1].set_threads(3).unwrap();
    others[2].set_lanes(cairn2d::LaneLevel::Scalar).unwrap();
    for n in 0..40 {
        step(&mut world, n, left);
        world.validate().unwrap();
        for (index, other) in others.iter_mut().enumerate() {
            step(other, n, left);
            assert_eq!(other.hash(), world.hash(), "world {index} after step {n}");
        }
        if n % 10 == 9 {
            others[0] = World::from_snapshot(&others[0].snapshot()).unwrap();
        }
    }
    assert_replays(&mut world);
}

#[test]
fn a_sensor_and_a_disabled_body_can_be_replaced() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let body = world.spawn(Body::fixed().with(Rect::half(1.0, 1.0).sensor()).with(Circle::new(0.5))).unwrap();
    let ids: Vec<ShapeId> = world.body(body).unwrap().shapes().collect();
    world.spawn(Body::dynamic().at([2.5, 0.0]).gravity_scale(0.0).with(Circle::new(0.5))).unwrap();
    run(&mut world, 2);
    assert_eq!(world.shape(ids[0]).unwrap().visitors().count(), 0);
    let wide = [(ids[0], Shape::from(Rect::half(3.0, 1.0)))];
    let replace = Replace { remove: &ids[1..], change: &wide, add: vec![Rect::half(4.0, 1.0).sensor()] };
    let added = world.replace_shapes(body, replace).unwrap();
    run(&mut world, 2);
    assert_eq!(world.shape(ids[0]).unwrap().visitors().count(), 1);
    assert_eq!(world.shape(added[0]).unwrap().visitors().count(), 1);
    world.body_mut(body).unwrap().set_enabled(false);
    let replace = Replace { remove: &added, add: vec![Circle::new(2.0).shape()], change: &wide };
    world.replace_shapes(body, replace).unwrap();
    run(&mut world, 2);
    world.body_mut(body).unwrap().set_enabled(true);
    run(&mut world, 2);
    assert_eq!(world.body(body).unwrap().contacts().count(), 1);
}

#[test]
fn batched_impulses_equal_single_ones() {
    let build = || {
        let mut world = weightless();
        let ids: Vec<BodyId> = (0..50)
            .map(|n| {
                world.spawn(Body::dynamic().at([3.0 * n as f32, 0.0]).with(Rect::half(0.5, 0.3))).unwrap()
            })
            .collect();
        (world, ids)
    };
    let [(mut many, ids), (mut single, _)] = [(); 2].map(|()| build());
    let impulse = |n: usize| ([0.1 * n as f32, 2.0 - 0.05 * n as f32], 0.02 * n as f32);
    let list: Vec<BodyImpulse> =
        ids.iter().enumerate().map(|(n, &id)| BodyImpulse::new(id, impulse(n).0, impulse(n).1)).collect();
    let counts = many.apply_impulses(&list, 0.0).unwrap();
    assert_eq!((counts.applied, counts.stale, counts.asleep, counts.unmoved), (50, 0, 0, 0));
    for (n, &id) in ids.iter().enumerate() {
        let mut body = single.body_mut(id).unwrap();
        body.apply_impulse(impulse(n).0).unwrap();
        body.apply_angular_impulse(impulse(n).1).unwrap();
        let [a, b] = [&many, &single].map(|world| {
            let body = world.body(id).unwrap();
            (body.velocity(), body.angular_velocity())
        });
        assert_eq!(a, b, "{id}");
    }
    run(&mut many, 30);
    run(&mut single, 30);
    assert_eq!(many.hash(), single.hash());
}

#[test]
fn batched_impulses_skip_stale_static_and_sleeping_bodies() {
    let Ground { mut world, left, boxes, .. } = ground(true);
    let gone = world.spawn(Body::dynamic().at([0.0, 9.0]).with(Circle::new(0.5))).unwrap();
    world.despawn(gone).unwrap();
    let mass = world.body(boxes[0]).unwrap().mass().mass;
    let push = |body: BodyId, speed: f32| BodyImpulse::new(body, [0.0, speed * mass], 0.0);
    let before = world.hash();
    let list = [push(gone, 9.0), push(left, 9.0), push(boxes[0], 0.4), push(boxes[1], 0.0)];
    let counts = world.apply_impulses(&list, 0.5).unwrap();
    assert_eq!((counts.applied, counts.stale, counts.asleep, counts.unmoved), (0, 1, 2, 1));
    assert_eq!(world.hash(), before, "a sleeper gets nothing");
    let counts = world.apply_impulses(&[push(boxes[0], 0.6), push(boxes[1], 0.1)], 0.5).unwrap();
    assert_eq!((counts.applied, counts.asleep), (1, 1));
    assert!((world.body(boxes[0]).unwrap().velocity().y - 0.6).abs() < 1e-6);
    assert!(world.body(boxes[0]).unwrap().is_awake() && !world.body(boxes[1]).unwrap().is_awake());
    // Small impulses in every step do not keep a body awake.
    for _ in 0..240 {
        world.apply_impulses(&[BodyImpulse::new(boxes[0], [0.0, 1.0e-5], 0.0)], 0.5).unwrap();
        world.step(DT).unwrap();
    }
    assert!(!world.body(boxes[0]).unwrap().is_awake());
    assert_replays(&mut world);
}

#[test]
fn bad_impulse_rejects_the_whole_batch() {
    let Ground { mut world, boxes, .. } = ground(false);
    let before = (world.hash(), world.recorded_len());
    let good = BodyImpulse::new(boxes[0], [1.0, 2.0], 3.0);
    for bad in [f32::NAN, f32::INFINITY, 1.0e16] {
        let entries = [
            BodyImpulse::new(boxes[1], [bad, 0.0], 0.0),
            BodyImpulse::new(boxes[1], [0.0, bad], 0.0),
            BodyImpulse::new(boxes[1], [0.0, 0.0], bad),
        ];
        for entry in entries {
            let error = world.apply_impulses(&[good, entry], 0.0).unwrap_err().to_string();
            assert!(error.starts_with(&boxes[1].to_string()), "{error}");
        }
        assert!(world.apply_impulses(&[good], bad).is_err());
    }
    assert!(world.apply_impulses(&[good], -1.0).is_err());
    assert_eq!((world.hash(), world.recorded_len()), before);
}

#[test]
fn shapes_in_an_aabb_are_sorted_and_match_brute_force() {
    let Ground { mut world, boxes, .. } = ground(true);
    world.body_mut(boxes[7]).unwrap().set_velocity([1.0, 2.0]).unwrap();
    world.body_mut(boxes[7]).unwrap().set_angular_velocity(3.0).unwrap();
    let mut found: Vec<ShapeInBox> = Vec::new();
    for (low, high) in [([3.3, -1.0], [22.1, 0.1]), ([-9.0, -9.0], [99.0, 9.0]), ([50.0, 3.0], [60.0, 4.0])] {
        let aabb = Aabb::new(low, high);
        world.shapes_in_box(aabb, QueryFilter::all(), &mut found).unwrap();
        let expected: Vec<ShapeId> =
            world.shapes().filter(|&id| world.shape(id).unwrap().aabb().overlaps(aabb)).collect();
        assert_eq!(found.iter().map(|found| found.shape).collect::<Vec<_>>(), expected, "{aabb:?}");
        for found in &found {
            let body = world.body(found.body).unwrap();
            assert_eq!(world.shape(found.shape).unwrap().body(), found.body);
            assert_eq!((found.pose, found.center), (body.pose(), body.center()));
            assert_eq!((found.velocity, found.angular_velocity), (body.velocity(), body.angular_velocity()));
            assert_eq!(found.velocity_at([15.0, 2.0]), body.velocity_at([15.0, 2.0]));
        }
        let seen = world.seen_from([2.0, 1.0]).unwrap();
        let mut from_there = Vec::new();
        let shift = Vec2::new(-2.0, -1.0);
        let moved = Aabb::new(aabb.min + shift, aabb.max + shift);
        seen.shapes_in_box(moved, QueryFilter::all(), &mut from_there).unwrap();
        assert_eq!(from_there.len(), found.len());
        assert!(from_there.iter().zip(&found).all(|(a, b)| a.shape == b.shape && a.velocity == b.velocity));
    }
    assert!(world.shapes_in_box(Aabb::new([1.0, 0.0], [0.0, 1.0]), QueryFilter::all(), &mut found).is_err());
    assert!(found.is_empty());
}

#[test]
fn threads_of_a_world_can_run_other_jobs() {
    let mut ground = ground(false);
    assert!(ground.world.tasks().is_none(), "one thread needs no tasks");
    let mut threaded = ground.world.clone();
    threaded.set_threads(3).unwrap();
    for _ in 0..30 {
        let tasks = threaded.tasks().expect("there are threads");
        assert_eq!(tasks.thread_count(), 3);
        let (next, sum) = (AtomicUsize::new(0), AtomicUsize::new(0));
        tasks.run(&|| {
            loop {
                let cell = next.fetch_add(1, Ordering::Relaxed);
                if cell >= 100 {
                    break;
                }
                sum.fetch_add(cell, Ordering::Relaxed);
            }
        });
        assert_eq!(sum.into_inner(), 4950);
        threaded.step(DT).unwrap();
        ground.world.step(DT).unwrap();
    }
    assert_eq!(threaded.hash(), ground.world.hash());
}
