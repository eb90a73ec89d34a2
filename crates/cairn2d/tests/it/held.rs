//! Bodies that others enclose fall asleep although they are never slow, and nothing else does.

use cairn2d::prelude::*;
use cairn2d::{BodyImpulse, SavedWorld};

use crate::harness::add_floor;

/// Half width of the box in the slot \[m\].
const HALF: f32 = 0.2;

/// A box between two walls, with this much play at each side \[m\], and a second box that rests beside them.
fn slot(play: f32, threshold: f32) -> (World, BodyId) {
    let mut world = World::new(WorldConfig::default()).unwrap();
    add_floor(&mut world);
    for side in [-1.0, 1.0] {
        let at = [side * (HALF + play + 0.5), 0.5];
        world.spawn(Body::fixed().at(at).with(Rect::half(0.5, 0.5))).unwrap();
    }
    world.spawn(Body::dynamic().at([5.0, 0.5]).with(Rect::half(0.5, 0.5))).unwrap();
    let shaken = Body::dynamic().at([0.0, HALF]).sleep_threshold(threshold);
    let shaken = world.spawn(shaken.with(Rect::half(HALF, HALF).friction(0.0))).unwrap();
    (world, shaken)
}

/// Throws a body from one wall to the other, without waking it, for this many steps. Returns the step after
/// which it slept, and its largest displacement.
fn shake(world: &mut World, body: BodyId, speed: f32, steps: u32) -> (Option<u32>, f32) {
    let start = world.body(body).unwrap().position();
    let (mut direction, mut farthest) = (1.0, 0.0_f32);
    for step in 0..steps {
        let view = world.body(body).unwrap();
        if view.is_asleep() {
            return (Some(step), farthest);
        }
        farthest = farthest.max(view.position().distance(start));
        if view.velocity().x * direction < 0.5 * speed {
            direction = -direction;
            let change = (direction * speed - view.velocity().x) * view.mass().mass;
            let impulse = BodyImpulse::new(body, [change, 0.0], 0.0);
            world.apply_impulses(&[impulse], 1.0e15).unwrap();
        }
        world.step(1.0 / 60.0).unwrap();
    }
    (None, farthest)
}

#[test]
fn an_enclosed_body_that_trembles_falls_asleep() {
    for (play, speed) in [(0.001, 0.1), (0.002, 0.2), (0.004, 0.3), (0.004, 0.45)] {
        let (mut world, body) = slot(play, 0.05);
        let (slept, farthest) = shake(&mut world, body, speed, 240);
        assert!(slept.is_some_and(|step| step <= 120), "{play} m at {speed} m/s: {slept:?}, {farthest} m");
    }
}

#[test]
fn a_body_with_room_to_move_stays_awake() {
    for (play, threshold) in [(0.02, 0.05), (0.1, 0.05), (0.004, 0.01), (0.002, 0.0)] {
        let (mut world, body) = slot(play, threshold);
        let (slept, farthest) = shake(&mut world, body, 0.3, 600);
        assert!(slept.is_none() && farthest > 0.8 * play, "{play} m: {slept:?}, {farthest} m");
    }
}

#[test]
fn a_body_that_turns_on_the_spot_or_is_pushed_stays_awake() {
    let (mut world, _) = slot(0.5, 0.05);
    // A wheel in a groove, without friction.
    for side in [-1.0, 1.0] {
        let plank = Body::fixed().at([-5.0 + side * 0.5, 0.6]).rotated(side * 0.8);
        world.spawn(plank.with(Rect::half(0.7, 0.05).friction(0.0))).unwrap();
    }
    let wheel = Body::dynamic().at([-5.0, 1.2]).angular_velocity(2.0);
    let wheel = world.spawn(wheel.with(Circle::new(0.25).friction(0.0))).unwrap();
    // A box that the caller presses against a wall in every step.
    let pressed = world.spawn(Body::dynamic().at([3.7, 0.2]).with(Rect::half(0.2, 0.2))).unwrap();
    world.spawn(Body::fixed().at([4.2, 0.5]).with(Rect::half(0.3, 0.5))).unwrap();
    for _ in 0..600 {
        world.body_mut(pressed).unwrap().apply_force([2.0, 0.0]).unwrap();
        world.step(1.0 / 60.0).unwrap();
    }
    let wheel = world.body(wheel).unwrap();
    assert!(!wheel.is_asleep() && (wheel.angular_velocity() - 2.0).abs() < 0.1);
    assert!(wheel.contacts().count() >= 2);
    assert!(!world.body(pressed).unwrap().is_asleep());
}

#[test]
fn held_bodies_are_in_snapshots_and_saved_worlds() {
    let (mut world, body) = slot(0.002, 0.05);
    shake(&mut world, body, 0.2, 20);
    let mut copy = World::from_snapshot(&world.snapshot()).unwrap();
    let mut saved = SavedWorld::default();
    world.save_into(&mut saved);
    let mut other = World::new(WorldConfig::default()).unwrap();
    other.restore_saved(&saved);
    let slept = shake(&mut world, body, 0.2, 240);
    for copy in [&mut copy, &mut other] {
        assert_eq!(shake(copy, body, 0.2, 240), slept);
        assert_eq!(copy.hash(), world.hash());
    }
}
