//! After warm-up a step allocates nothing on one, two and four threads, in worlds large enough for the solver
//! to share them.
//!
//! A separate program with a single test: it counts the allocations of all threads, to which a second test
//! would add.

mod counting;

use cairn2d::prelude::*;
use cairn2d::{Capacity, LaneLevel};

use counting::allocations_of_all_threads;

/// Length of a step \[s\].
const DT: f32 = 1.0 / 60.0;

/// Steps in which nothing may be allocated \[-\].
const STEPS: u32 = 50;

/// Rows and columns of boxes \[-\].
const SIDE: u32 = 30;

fn world(threads: usize) -> World {
    let mut config = WorldConfig::default();
    config.sleeping = false;
    config.threads = threads;
    // Narrow lanes make many blocks of a color on every machine; the solver shares a color of 96 blocks or
    // more.
    config.lanes = LaneLevel::Scalar;
    World::new(config).expect("the settings are valid")
}

/// Boxes side by side on a floor, all of which report hits.
fn add_boxes(world: &mut World, gap: f32, bottom: f32) {
    for index in 0..SIDE * SIDE {
        let (column, row) = ((index % SIDE) as f32, (index / SIDE) as f32);
        let at = [gap * (column - 0.5 * SIDE as f32), bottom + gap * row];
        let shape = Rect::half(0.5, 0.5).report_hits_above(0.2);
        world.spawn(Body::dynamic().at(at).with(shape)).expect("the box is valid");
    }
}

fn pile(threads: usize) -> World {
    let mut world = world(threads);
    world.spawn(Body::fixed().with(Rect::half(100.0, 1.0).at([0.0, -1.0]))).expect("the floor is valid");
    add_boxes(&mut world, 1.0, 0.5);
    world
}

/// A rotating room of tumbling boxes: contacts and hits begin and end in every step.
fn drum(threads: usize) -> World {
    let mut world = world(threads);
    let mut room = Body::kinematic().angular_velocity(0.8);
    for side in 0..4 {
        let turn = Rot::from_angle(side as f32 * core::f32::consts::FRAC_PI_2);
        room = room.with(Rect::half(2.0, 27.0).at(turn.rotate(vec2(25.0, 0.0))).rotated(turn.angle()));
    }
    world.spawn(room).expect("the room is valid");
    add_boxes(&mut world, 1.1, -22.4);
    world
}

/// Warms up a world, then steps it; returns the hits and the allocations of the later steps.
fn measure(mut world: World, warm_up: u32) -> (usize, u64) {
    let bodies = SIDE * SIDE + 1;
    let capacity =
        Capacity { bodies, shapes: bodies + 3, contacts: 15_000, hits: 4_000, ..Capacity::default() };
    world.reserve(capacity).expect("the numbers are in range");
    for _ in 0..warm_up {
        world.step(DT).expect("the length is valid");
    }
    let (mut hits, before) = (0, allocations_of_all_threads());
    for _ in 0..STEPS {
        world.step(DT).expect("the length is valid");
        hits += world.events().hits().len();
    }
    (hits, allocations_of_all_threads() - before)
}

#[test]
fn steps_on_any_number_of_threads_allocate_nothing() {
    for threads in [1, 2, 4] {
        assert_eq!(measure(pile(threads), 30).1, 0, "a pile at rest on {threads} threads");
        let (hits, allocations) = measure(drum(threads), 30);
        assert!(hits > 1000, "only {hits} hits");
        assert_eq!(allocations, 0, "a drum on {threads} threads, {hits} hits");
    }
}
