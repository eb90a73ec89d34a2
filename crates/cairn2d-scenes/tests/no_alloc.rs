//! After warm-up a step of the benchmark scenes allocates nothing, whether they rest or churn.
//!
//! Only the world's step is counted: what a script spawns needs memory.

#[path = "../../cairn2d/tests/counting/mod.rs"]
mod counting;

use cairn2d::Capacity;
use cairn2d_scenes::{Overrides, Runner, find};

use counting::allocations;

/// Steps in which nothing may be allocated \[-\].
const STEPS: u32 = 300;

/// Steps after which a world with room for everything may not allocate \[-\].
const WARM_UP: u32 = 10;

/// Runs a scene until its memory should suffice, then on, and asserts that no step allocates.
fn assert_allocates_nothing(name: &str, warm_up: u32) {
    assert_allocates_nothing_from(runner(name), name, warm_up, warm_up + STEPS);
}

/// The same to the end of the scene, for one that has more contacts, or more islands asleep, the longer it
/// runs: with room for all of them, the warm-up needs to see nothing but the lists themselves.
fn assert_allocates_nothing_with_room(name: &str, capacity: Capacity) {
    let mut runner = runner(name);
    runner.world.reserve(capacity).unwrap();
    let end = runner.scene().steps;
    assert_allocates_nothing_from(runner, name, WARM_UP, end);
}

fn runner(name: &str) -> Runner {
    Runner::new(find(name).unwrap(), Overrides { threads: Some(1), lanes: None }).unwrap()
}

fn assert_allocates_nothing_from(mut runner: Runner, name: &str, warm_up: u32, end: u32) {
    for step in 0..end {
        runner.act().unwrap();
        let before = allocations();
        runner.step_world().unwrap();
        let count = allocations() - before;
        assert!(step < warm_up || count == 0, "{name}: step {step} allocated {count} times");
    }
}

#[test]
fn resting_pyramids_allocate_nothing() {
    assert_allocates_nothing("large_pyramid", 20);
    assert_allocates_nothing("many_pyramids", 20);
}

/// A drum finds new largest numbers of everything for as long as it turns.
#[test]
fn a_turning_drum_allocates_nothing_with_room() {
    let capacity =
        Capacity { bodies: 2_100, shapes: 2_100, joints: 1, contacts: 16_000, ..Capacity::default() };
    assert_allocates_nothing_with_room("tumbler", capacity);
}

#[test]
fn a_turning_ring_allocates_nothing() {
    assert_allocates_nothing("washer", 200);
}

#[test]
fn a_stirred_pot_of_mixed_shapes_allocates_nothing() {
    // A color of the constraint graph has its largest number of contacts in step 313.
    assert_allocates_nothing("spinner", 400);
}

#[test]
fn a_swinging_net_allocates_nothing() {
    assert_allocates_nothing("joint_grid", 200);
}

#[test]
fn flying_discs_allocate_nothing() {
    assert_allocates_nothing("moving10k", 200);
}

#[test]
fn crowds_that_grow_allocate_nothing_with_room() {
    let crowd = |bodies: u32, shapes: u32, joints: u32, contacts: u32| Capacity {
        bodies,
        shapes,
        joints,
        contacts,
        ..Capacity::default()
    };
    for (name, capacity) in [
        ("compounds", crowd(3_100, 6_400, 0, 60_000)),
        ("rain", crowd(11_100, 15_600, 10_000, 60_000)),
        ("junkyard", crowd(8_100, 8_300, 0, 60_000)),
        ("smash", crowd(9_700, 9_700, 0, 60_000)),
    ] {
        assert_allocates_nothing_with_room(name, capacity);
    }
}
