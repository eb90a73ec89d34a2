//! The log of calls: it covers every mutating function, has a known size, and rejects bad bytes.

use std::collections::BTreeSet;

use cairn2d::prelude::*;
use cairn2d::{AppliedCall, CallChecks, CallError, CallReader};

use super::bad_input::coverage::sources;
use super::harness::{DT, add_floor};

/// Mutating functions that write nothing, each with the reason.
const NOT_WRITTEN: &[(&str, &str)] = &[
    ("World::set_threads", "changes no result"),
    ("World::step_with", "is step, which is written"),
    ("World::set_task_system", "changes no result"),
    ("World::clear_task_system", "changes no result"),
    ("World::share_task_system", "changes no result"),
    ("World::set_pair_filter", "is share_pair_filter, which is written"),
    ("World::clear_pair_filter", "is share_pair_filter, which is written"),
    ("World::set_pre_solve", "is share_pre_solve, which is written"),
    ("World::clear_pre_solve", "is share_pre_solve, which is written"),
    ("BodyMut::set_position", "is set_pose, which is written"),
    ("BodyMut::set_position64", "is set_pose64, which is written"),
    ("BodyMut::set_angle", "is set_pose64, which is written"),
    ("World::tasks", "changes no result"),
    ("World::set_lanes", "changes no result"),
    ("World::set_clock", "changes no result"),
    ("World::set_stage_checks", "changes no result"),
    ("World::reserve", "changes no result"),
    ("World::take_events", "the future does not depend on who read the events"),
    ("World::take_events_into", "the future does not depend on who read the events"),
    ("World::body_mut", "what is done with the view is written"),
    ("World::shape_mut", "what is done with the view is written"),
    ("World::joint_mut", "what is done with the view is written"),
    ("World::record_calls", "begins the log"),
    ("World::take_calls", "reads the log"),
    ("World::apply_call", "the call it makes is written"),
    ("World::restore", "is restore_with, which is written"),
    ("World::restore_saved", "is written as restore_with"),
    ("World::restore_since", "is restore_with, which is written"),
    ("BodyMut::apply_force", "is apply_force_at, which is written"),
    ("BodyMut::apply_impulse", "is apply_impulse_at, which is written"),
];

/// Public functions of worlds and views that take `&mut self`, as `Type::function`.
fn changing_functions() -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for path in sources() {
        if !path.to_string_lossy().contains("cairn2d-dynamics") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a source can be read");
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let mut owner = String::new();
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            if line.starts_with("impl") {
                let name = line.rsplit(" for ").next().unwrap_or(line);
                let name = name.trim_start_matches("impl<'a> ").trim_start_matches("impl ");
                owner = name.chars().take_while(|c| c.is_alphanumeric()).collect();
            }
            let Some(rest) = line.trim_start().strip_prefix("pub fn ") else { continue };
            let mut signature = rest.to_owned();
            while !signature.contains('{') && !signature.contains(';') {
                let Some(more) = lines.next() else { break };
                signature.push_str(more.trim());
            }
            let name: String = signature.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let of_world = ["World", "BodyMut", "ShapeMut", "JointMut"].contains(&owner.as_str());
            if of_world && signature.contains("&mut self") {
                found.insert(format!("{owner}::{name}"));
            }
        }
    }
    found
}

#[test]
fn every_mutating_function_is_recorded() {
    let there = changing_functions();
    assert!(there.len() > 70, "only {} functions were found: the reader is broken", there.len());
    let written: BTreeSet<String> = World::recorded_calls()
        .filter(|name| name.contains("::") && !name.contains('('))
        .map(str::to_owned)
        .collect();
    let excused: BTreeSet<String> = NOT_WRITTEN.iter().map(|(name, _)| (*name).to_owned()).collect();
    let missing: Vec<_> =
        there.iter().filter(|name| !written.contains(*name) && !excused.contains(*name)).collect();
    assert!(missing.is_empty(), "not in crates/cairn2d-dynamics/src/persist/calls/op.rs: {missing:?}");
    let idle: Vec<_> = written.union(&excused).filter(|name| !there.contains(*name)).collect();
    assert!(idle.is_empty(), "written or excused, but not there: {idle:?}");
    let both: Vec<_> = written.intersection(&excused).collect();
    assert!(both.is_empty(), "written and excused: {both:?}");
}

/// A small world that is recorded from the beginning, and its calls.
fn recorded(steps: u32, act: impl Fn(&mut World, BodyId, u32)) -> (World, Vec<u8>) {
    let mut world = World::new(WorldConfig::default()).expect("valid");
    assert!(world.is_untouched());
    world.record_calls(Some(CallChecks { hash_every: 1, bodies_every: 1 }));
    add_floor(&mut world);
    let top = stack(&mut world);
    assert!(!world.is_untouched());
    for step in 0..steps {
        act(&mut world, top, step);
        world.step(DT).expect("valid");
    }
    let mut calls = Vec::new();
    world.take_calls(&mut calls);
    (world, calls)
}

fn stack(world: &mut World) -> BodyId {
    let mut top = None;
    for row in 0..4 {
        let body = Body::dynamic().at([0.1 * row as f32, 0.5 + row as f32]).with(Rect::half(0.5, 0.5));
        top = Some(world.spawn(body).expect("valid"));
    }
    top.expect("there are four")
}

/// Replays all calls; passes each step to `after`. Returns the world, or the error and the number of steps.
fn follow(calls: &[u8], mut after: impl FnMut(&mut World, u32)) -> Result<World, (CallError, u32)> {
    let mut world = World::new(WorldConfig::default()).expect("valid");
    let mut reader = CallReader::new(calls, &());
    let mut steps = 0;
    loop {
        match world.apply_call(&mut reader) {
            Err(error) => return Err((error, steps)),
            Ok(None) => return Ok(world),
            Ok(Some(AppliedCall::Step(_))) => {
                steps += 1;
                after(&mut world, steps);
            }
            Ok(Some(_)) => {}
        }
    }
}

#[test]
fn recorded_step_takes_one_byte_and_unrecorded_worlds_write_nothing() {
    let (world, calls) = recorded(100, |_, _, _| {});
    let copy = follow(&calls, |_, _| {}).expect("it can be followed");
    assert_eq!(copy.hash(), world.hash());
    let mut plain = World::new(WorldConfig::default()).expect("valid");
    plain.record_calls(Some(CallChecks { hash_every: 0, bodies_every: 0 }));
    for _ in 0..100 {
        plain.step(DT).expect("valid");
    }
    // The first step also writes its length.
    assert_eq!(plain.recorded_len(), 4 + 100);
    plain.record_calls(None);
    plain.step(DT).expect("valid");
    assert_eq!((plain.recorded_len(), plain.is_recorded()), (0, false));
    assert!(!plain.clone().is_recorded());
}

#[test]
fn rejected_calls_are_not_recorded() {
    let mut world = World::new(WorldConfig::default()).expect("valid");
    world.record_calls(Some(CallChecks::default()));
    let id = world.spawn(Body::dynamic().with(Circle::new(0.5))).expect("valid");
    let before = world.recorded_len();
    assert!(world.spawn(Body::dynamic().at([f32::NAN, 0.0])).is_err());
    assert!(world.body_mut(id).expect("alive").set_velocity([f32::NAN, 0.0]).is_err());
    assert!(world.step(-1.0).is_err());
    assert_eq!(world.recorded_len(), before);
}

#[test]
fn replay_names_the_body_that_diverged() {
    let (_, calls) = recorded(60, |_, _, _| {});
    let mut world = World::new(WorldConfig::default()).expect("valid");
    let mut reader = CallReader::new(&calls, &());
    let (mut steps, mut found) = (0, None);
    let mut first_hash = None;
    while let Some(applied) = world.apply_call(&mut reader).expect("it can be followed") {
        match applied {
            AppliedCall::Step(_) => {
                steps += 1;
                if steps == 20 {
                    let second = world.bodies().nth(4).expect("there are five");
                    let mut body = world.body_mut(second).expect("alive");
                    let pose = body.pose();
                    body.set_pose(Pose { p: pose.p + Vec2::new(1.0e-5, 0.0), ..pose }).expect("valid");
                }
            }
            AppliedCall::Hash { same: false } => first_hash = first_hash.or(Some(steps)),
            AppliedCall::Bodies { differing, same: false } => found = found.or(Some((steps, differing))),
            _ => {}
        }
    }
    let nudged = world.bodies().nth(4).expect("there are five");
    assert_eq!(first_hash, Some(20));
    assert_eq!(found, Some((20, vec![nudged])));
}

#[test]
fn truncated_calls_are_rejected_and_leave_a_valid_world() {
    let (_, calls) = recorded(3, |world, top, step| {
        world.body_mut(top).expect("alive").apply_impulse([0.1 * step as f32, 0.0]).expect("valid");
    });
    let mut whole = 0;
    for length in 0..calls.len() {
        match follow(&calls[..length], |_, _| {}) {
            Ok(world) => {
                whole += 1;
                world.validate().expect("sound");
            }
            Err((error, _)) => assert_eq!(error, CallError::Truncated, "cut at {length}"),
        }
    }
    // The log may end between two calls: the floor, four boxes, and three times an impulse, a step and three
    // checks, except after the last.
    assert_eq!(whole, 1 + 5 + 3 * 5 - 1);
}

#[test]
fn recording_follows_a_restored_world() {
    let (world, calls) = recorded(40, |world, top, step| {
        let before = if step == 20 { Some(world.snapshot()) } else { None };
        world.body_mut(top).expect("alive").apply_impulse([1.0, 0.0]).expect("valid");
        if let Some(before) = before {
            world.step(DT).expect("valid");
            world.restore(&before).expect("its own");
        }
    });
    let copy = follow(&calls, |_, _| {}).expect("it can be followed");
    assert_eq!((copy.step_count(), copy.hash()), (40, world.hash()));
    assert!(!World::from_snapshot(&world.snapshot()).expect("its own").is_untouched());
}

#[test]
fn replay_reports_a_missing_function() {
    let mut world = World::new(WorldConfig::default()).expect("valid");
    world.record_calls(Some(CallChecks::default()));
    world.clear_pre_solve();
    world.set_pre_solve(|contact| contact.response);
    assert_eq!(world.recorded_functions(), 1);
    let mut calls = Vec::new();
    world.take_calls(&mut calls);
    let (error, _) = follow(&calls, |_, _| {}).expect_err("no hook was handed in");
    assert_eq!(error, CallError::Missing { what: "pre-solve hook", index: 0 });
}
