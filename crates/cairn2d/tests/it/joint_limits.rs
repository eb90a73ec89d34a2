//! Joints that break, that are reported, and that are disabled and enabled.

use std::collections::BTreeSet;

use cairn2d::prelude::*;
use cairn2d::{JointError, LoadLimit, Mass};

use crate::harness::{add_floor, run, sleepless, weightless};

const GRAVITY: f32 = 10.0;

/// A body without shapes.
fn weight(at: [f32; 2], kilograms: f32) -> Body {
    Body::dynamic().at(at).mass(Mass { mass: kilograms, center: Vec2::ZERO, inertia: 0.1 })
}

fn pivot(world: &mut World) -> BodyId {
    world.spawn(Body::fixed()).unwrap()
}

fn position(world: &World, body: BodyId) -> Vec2 {
    world.body(body).unwrap().position()
}

#[test]
fn rope_breaks_at_its_load_limit_and_not_below() {
    for limit in [70.0_f32, 200.0, 3000.0] {
        let mut world = sleepless();
        let ground = pivot(&mut world);
        let load = world.spawn(weight([0.0, -2.0], 5.0)).unwrap();
        let rope =
            Distance::new(ground, load).spring(0.0, 0.0).limits(0.0, 2.0).break_at(limit, None).user_data(9);
        let rope = world.join(rope).unwrap();
        run(&mut world, 120);
        let mut pull = 0.0;
        while world.joint(rope).is_some() {
            pull += limit / 1000.0;
            assert!(pull < limit, "the rope of {limit} N holds for ever");
            world.body_mut(load).unwrap().apply_force([0.0, -pull]).unwrap();
            run(&mut world, 1);
        }
        let borne = pull + 5.0 * GRAVITY;
        assert!((borne / limit - 1.0).abs() < 0.01, "a rope of {limit} N broke at {borne} N");
        let &[event] = world.events().breaks() else { panic!("{:?}", world.events().breaks()) };
        assert_eq!((event.joint, event.user_data, event.bodies), (rope, 9, [ground, load]));
        assert!(event.force.y > limit && event.force.y < 1.01 * limit && event.torque == 0.0, "{event:?}");
        // From here on it falls freely.
        let before = world.body(load).unwrap().velocity().y;
        run(&mut world, 60);
        assert!((world.body(load).unwrap().velocity().y - before + GRAVITY).abs() < 1.0e-3);
        assert!(world.events().breaks().is_empty());
    }
}

#[test]
fn hanging_chain_breaks_at_the_overloaded_joint() {
    let mut world = sleepless();
    let mut last = pivot(&mut world);
    let mut joints = Vec::new();
    for link in 0..6 {
        let y = -(link as f32) - 0.5;
        let body = world.spawn(weight([0.0, y], 2.0)).unwrap();
        joints.push(world.join(Revolute::new(last, body).at([0.0, y + 0.5])).unwrap());
        last = body;
    }
    run(&mut world, 300);
    for (link, &joint) in joints.iter().enumerate() {
        // The topmost carries 120 N, the next 100 N, and so on; the third is the weak one.
        let weight = 20.0 * (6 - link) as f32;
        let strength = if link == 2 { weight - 1.0 } else { weight + 1.0 };
        world.joint_mut(joint).unwrap().set_break_at(strength, None).unwrap();
    }
    run(&mut world, 30);
    let whole: Vec<bool> = joints.iter().map(|&id| world.joint(id).is_some()).collect();
    assert_eq!(whole, [true, true, false, true, true, true]);
}

#[test]
fn a_hinge_breaks_by_torque() {
    // A bar of one metre to its centre, held by the limit of its hinge: 3 kg * 10 m/s² * 1 m.
    for (limit, holds) in [(31.0, true), (29.0, false)] {
        let mut world = sleepless();
        let ground = pivot(&mut world);
        let bar = world.spawn(weight([1.0, 0.0], 3.0)).unwrap();
        let hinge = Revolute::new(ground, bar).at([0.0, 0.0]).limits(0.0, 1.0);
        let hinge = world.join(hinge).unwrap();
        run(&mut world, 60);
        world.joint_mut(hinge).unwrap().set_break_at(None, limit).unwrap();
        assert_eq!(world.joint(hinge).unwrap().break_at(), LoadLimit { force: None, torque: Some(limit) });
        run(&mut world, 60);
        assert_eq!(world.joint(hinge).is_some(), holds, "at {limit} N m");
    }
}

#[test]
fn an_overload_begins_once_and_ends_once() {
    let mut world = sleepless();
    let ground = pivot(&mut world);
    let load = world.spawn(weight([0.0, -2.0], 5.0).user_data(4)).unwrap();
    let rod = world.join(Distance::new(ground, load).report_above(100.0, None)).unwrap();
    let (mut begins, mut ends) = (Vec::new(), Vec::new());
    for step in 0..240 {
        let pull = if (60..120).contains(&step) || step >= 200 { 60.0 } else { 0.0 };
        world.body_mut(load).unwrap().apply_force([0.0, -pull]).unwrap();
        run(&mut world, 1);
        begins.extend(world.events().overloads().iter().map(|event| (step, *event)));
        ends.extend(world.events().overload_ends().iter().map(|event| (step, *event)));
    }
    assert_eq!(begins.iter().map(|event| event.0).collect::<Vec<_>>(), [60, 200]);
    assert_eq!(ends.iter().map(|event| event.0).collect::<Vec<_>>(), [120]);
    let event = begins[0].1;
    assert_eq!((event.joint, event.bodies, event.body_data), (rod, [ground, load], [0, 4]));
    assert!(event.force.y > 100.0 && ends[0].1.force.y <= 100.0);
    assert!(world.joint(rod).unwrap().is_overloaded());
}

/// A way in which an overload ends.
type Way = fn(&mut World, JointId, BodyId);

#[test]
fn every_overload_has_an_end_event() {
    let ways: [(&str, Way); 6] = [
        ("unjoin", |world, joint, _| world.unjoin(joint).unwrap()),
        ("despawn", |world, _, body| world.despawn(body).unwrap()),
        ("switch off", |world, joint, _| world.joint_mut(joint).unwrap().set_enabled(false)),
        ("no limit", |world, joint, _| world.joint_mut(joint).unwrap().set_report_above(None, None).unwrap()),
        ("higher limit", |world, joint, _| {
            world.joint_mut(joint).unwrap().set_report_above(1000.0, None).unwrap();
            run(world, 1);
        }),
        ("break", |world, joint, _| {
            world.joint_mut(joint).unwrap().set_break_at(45.0, None).unwrap();
            run(world, 1);
            assert_eq!(world.events().breaks().len(), 1);
        }),
    ];
    for (name, end) in ways {
        let mut world = sleepless();
        let ground = pivot(&mut world);
        let load = world.spawn(weight([0.0, -2.0], 5.0)).unwrap();
        let rod = world.join(Distance::new(ground, load).report_above(40.0, None)).unwrap();
        run(&mut world, 30);
        assert!(world.joint(rod).unwrap().is_overloaded() && world.events().overload_ends().is_empty());
        end(&mut world, rod, load);
        let ends: Vec<JointId> = world.events().overload_ends().iter().map(|event| event.joint).collect();
        assert_eq!(ends, [rod], "{name}");
        world.validate().unwrap();
        run(&mut world, 3);
        assert!(world.events().overload_ends().is_empty(), "{name}: it ends twice");
    }
}

#[test]
fn many_joints_of_one_body_may_break_at_once_and_be_removed_while_their_events_are_read() {
    let mut world = sleepless();
    let ground = pivot(&mut world);
    let hub = world.spawn(weight([0.0, 0.0], 40.0)).unwrap();
    let mut strong = Vec::new();
    for spoke in 0..20_u64 {
        let at = Vec2::from_angle(0.3 * spoke as f32) * 3.0;
        let weak = spoke % 3 != 0;
        let rod = Distance::new(ground, hub).between(at, [0.0, 0.0]).spring(3.0, 0.5).user_data(spoke);
        let rod =
            world.join(if weak { rod.break_at(1.0, None) } else { rod.report_above(1.0e6, None) }).unwrap();
        if !weak {
            strong.push(rod);
        }
    }
    let mut broken = Vec::new();
    for _ in 0..60 {
        run(&mut world, 1);
        // The events were taken, so the world may be changed.
        let events = world.take_events();
        let slots: Vec<u64> =
            events.breaks().iter().map(|event| event.joint.to_bits() & 0xffff_ffff).collect();
        assert!(slots.is_sorted(), "the order is that of the slots: {slots:?}");
        for event in events.breaks() {
            assert_eq!(world.unjoin(event.joint), Err(JointError::Stale(event.joint.to_string())));
            assert!(world.joint(event.joint).is_none() && world.joint_mut(event.joint).is_none());
            broken.push(event.user_data);
        }
        // Removal while iterating: the ids are a copy, and a stale id is rejected.
        if !events.breaks().is_empty() {
            let ids: Vec<JointId> = world.joints().collect();
            assert!(strong.iter().all(|id| ids.contains(id)));
            let gone = ids[0];
            world.unjoin(gone).unwrap();
            strong.retain(|&id| id != gone);
            world.validate().unwrap();
        }
    }
    let known: BTreeSet<u64> = broken.iter().copied().collect();
    assert_eq!(known.len(), broken.len(), "one broke twice: {broken:?}");
    assert!(broken.len() > 8 && broken.iter().all(|spoke| spoke % 3 != 0), "{broken:?}");
    assert_eq!(world.counts().joints as usize, world.joints().count());
}

#[test]
fn bodies_collide_after_their_joint_breaks() {
    let mut world = weightless();
    let a = world.spawn(Body::dynamic().with(Circle::new(0.5))).unwrap();
    let b = world.spawn(Body::dynamic().at([0.9, 0.0]).with(Circle::new(0.5))).unwrap();
    world.join(Revolute::new(a, b).at([0.45, 0.0]).break_at(50.0, None)).unwrap();
    run(&mut world, 5);
    assert_eq!(world.counts().contacts, 0);
    world.body_mut(a).unwrap().apply_impulse([-20.0, 0.0]).unwrap();
    run(&mut world, 1);
    assert_eq!(world.events().breaks().len(), 1);
    world.body_mut(a).unwrap().set_pose(Pose::IDENTITY).unwrap();
    world.body_mut(b).unwrap().set_pose(Pose::from_position(vec2(0.9, 0.0))).unwrap();
    run(&mut world, 2);
    assert_eq!(world.counts().touching_contacts, 1);
}

#[test]
fn a_sleeping_joint_neither_breaks_nor_is_reported() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let ground = pivot(&mut world);
    let load = world.spawn(weight([0.0, -2.0], 5.0)).unwrap();
    let rod = world.join(Distance::new(ground, load).report_above(40.0, None)).unwrap();
    run(&mut world, 120);
    assert!(world.body(load).unwrap().is_asleep() && world.joint(rod).unwrap().is_overloaded());
    world.joint_mut(rod).unwrap().set_break_at(45.0, None).unwrap();
    run(&mut world, 10);
    assert!(world.body(load).unwrap().is_asleep(), "a limit wakes no body");
    world.body_mut(load).unwrap().wake();
    run(&mut world, 1);
    assert_eq!(world.events().breaks().len(), 1);
}

#[test]
fn disabled_joint_has_no_effect() {
    let mut world = weightless();
    let a = world.spawn(Body::dynamic().with(Circle::new(0.5))).unwrap();
    let b = world.spawn(Body::dynamic().at([0.8, 0.0]).with(Circle::new(0.5))).unwrap();
    let joint = world.join(Revolute::new(a, b).at([0.4, 0.0]).disabled()).unwrap();
    assert!(!world.joint(joint).unwrap().is_enabled() && !world.joint(joint).unwrap().is_active());
    run(&mut world, 5);
    assert_eq!(world.counts().touching_contacts, 1, "it disables no collision");
    world.joint_mut(joint).unwrap().set_enabled(true);
    assert!(world.joint(joint).unwrap().is_enabled() && world.joint(joint).unwrap().is_active());
    assert_eq!(world.counts().contacts, 0);
    run(&mut world, 120);
    assert!(world.joint(joint).unwrap().separation() < 1.0e-3);
    world.joint_mut(joint).unwrap().set_enabled(false);
    assert_eq!(world.joint(joint).unwrap().reaction_force(), Vec2::ZERO);
    // `collide_connected` may change while the joint is disabled, and applies when it is enabled.
    world.joint_mut(joint).unwrap().set_collide_connected(true);
    world.joint_mut(joint).unwrap().set_collide_connected(false);
    run(&mut world, 60);
    assert!(position(&world, a).distance(position(&world, b)) > 0.99, "they push each other apart");
    world.joint_mut(joint).unwrap().set_collide_connected(true);
    world.joint_mut(joint).unwrap().set_enabled(true);
    run(&mut world, 5);
    assert_eq!(world.counts().touching_contacts, 1);
}

#[test]
fn disabled_joint_does_not_connect_islands() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    add_floor(&mut world);
    let left = world.spawn(Body::dynamic().at([0.0, 0.5]).with(Rect::half(0.5, 0.5))).unwrap();
    let right = world.spawn(Body::dynamic().at([3.0, 0.5]).with(Rect::half(0.5, 0.5))).unwrap();
    let rod = world.join(Distance::new(left, right)).unwrap();
    run(&mut world, 120);
    world.joint_mut(rod).unwrap().set_enabled(false);
    let asleep = |world: &World| [left, right].map(|id| world.body(id).unwrap().is_asleep());
    assert_eq!(asleep(&world), [false, false], "switching wakes");
    run(&mut world, 120);
    assert_eq!(asleep(&world), [true, true]);
    world.body_mut(left).unwrap().wake();
    assert_eq!(asleep(&world), [false, true]);
    run(&mut world, 1);
    world.despawn(left).unwrap();
    assert!(world.body(right).unwrap().is_asleep(), "nothing ties it to what was removed");
    world.validate().unwrap();
}

#[test]
fn hash_includes_load_limits_and_enabled_flags() {
    let mut world = sleepless();
    let ground = pivot(&mut world);
    let load = world.spawn(weight([0.0, -2.0], 5.0)).unwrap();
    let rod = world.join(Distance::new(ground, load)).unwrap();
    let mut hashes = BTreeSet::from([world.hash()]);
    let mut note = |world: &World, what: &str| assert!(hashes.insert(world.hash()), "the hash misses {what}");
    world.joint_mut(rod).unwrap().set_break_at(60.0, None).unwrap();
    note(&world, "a force that breaks");
    world.joint_mut(rod).unwrap().set_break_at(None, 60.0).unwrap();
    note(&world, "a torque that breaks");
    world.joint_mut(rod).unwrap().set_report_above(60.0, 60.0).unwrap();
    note(&world, "what is reported");
    world.joint_mut(rod).unwrap().set_enabled(false);
    note(&world, "the switch");
}
