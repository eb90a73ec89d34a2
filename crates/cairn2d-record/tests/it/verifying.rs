//! Verification passes an equal replay, and names the step and the body of a difference.

use cairn2d::prelude::*;
use cairn2d_record::{Player, Problem, RecordError, Recording};

use super::level::{Level, options};

fn verify(file: Vec<u8>) -> Result<cairn2d_record::Verified, RecordError> {
    Player::new(Recording::read(file).expect("a recording")).expect("it can be played").verify()
}

/// Changes a body without recording it, by removing the call from the log.
fn nudge(world: &mut World, change: impl FnOnce(&mut World)) {
    let before = world.recorded_len();
    let mut calls = Vec::new();
    world.take_calls(&mut calls);
    change(world);
    assert!(world.recorded_len() > 0);
    world.take_calls(&mut Vec::new());
    assert_eq!(calls.len(), before);
    assert!(calls.is_empty(), "the recorder must have taken all calls, or they are lost with the nudge");
}

#[test]
fn recordings_are_verified() {
    let mut level = Level::new(options(10, 50));
    level.play(200);
    let (file, hashes) = level.finish();
    let verified = verify(file).expect("it is the same");
    assert_eq!((verified.steps, verified.hashes, verified.bodies), (200, 20, 20));
    assert_eq!(verified.hash, hashes[200]);
}

#[test]
fn a_nudge_is_found_with_its_step_and_its_body() {
    for every in [1, 10] {
        // A keyframe leaves no calls in the log, and the next one comes after the searched step.
        let mut level = Level::new(options(every, 30));
        level.play(29);
        let ball = Body::dynamic().at([-8.0, 5.0]).with(Circle::new(0.3));
        let alone = level.world.spawn(ball).expect("valid");
        level.step();
        nudge(&mut level.world, |world| {
            world.body_mut(alone).expect("alive").apply_impulse([1.0e-4, 0.0]).expect("valid");
        });
        level.play(30);
        let error = verify(level.finish().0).expect_err("it was nudged");
        let RecordError::Diverged(found) = &error else { panic!("{error}") };
        let step = if every == 1 { 31 } else { 40 };
        assert_eq!((found.step, found.same_until), (step, 30));
        assert_eq!((found.bodies.as_slice(), found.bodies_at), (&[alone][..], Some(step)));
        assert_eq!(found.problem, Problem::Hash);
        assert!(error.to_string().contains(&alone.to_string()), "{error}");
    }
}

#[test]
fn one_or_two_bodies_are_named_at_the_very_step_without_notes_of_all() {
    for count in 1..=2 {
        let mut options = options(1, 30);
        options.checks.bodies_every = 0;
        let mut level = Level::new(options);
        level.play(29);
        let balls: Vec<BodyId> = (0..count)
            .map(|n| Body::dynamic().at([-8.0 - 2.0 * n as f32, 5.0]).with(Circle::new(0.3)))
            .map(|ball| level.world.spawn(ball).expect("valid"))
            .collect();
        level.step();
        nudge(&mut level.world, |world| {
            for &ball in &balls {
                world.body_mut(ball).expect("alive").apply_impulse([1.0e-4, 0.0]).expect("valid");
            }
        });
        level.play(30);
        let error = verify(level.finish().0).expect_err("they were nudged");
        let RecordError::Diverged(found) = &error else { panic!("{error}") };
        assert_eq!((found.step, found.bodies_at, &found.bodies), (31, Some(31), &balls));
    }
}

#[test]
fn a_call_that_is_refused_is_a_divergence_too() {
    let mut level = Level::new(options(0, 10));
    level.play(10);
    let mut made = None;
    nudge(&mut level.world, |world| made = world.spawn(Body::dynamic()).ok());
    level.play(3);
    level.world.despawn(made.expect("made")).expect("alive");
    level.play(3);
    let error = verify(level.finish().0).expect_err("a body was made that the recording does not know");
    let RecordError::Diverged(found) = &error else { panic!("{error}") };
    assert!(
        matches!(&found.problem, Problem::Refused(reason) if reason.contains("World::despawn")),
        "{error}"
    );
    assert_eq!(found.step, 14);
}
