//! After warm-up a step of the benchmark scenes allocates nothing, whether they rest or churn.
//!
//! Only the world's step is counted: what a script spawns needs memory.

#[path = "../../cairn2d/tests/counting/mod.rs"]
mod counting;

use cairn2d_scenes::{Overrides, Runner, find};

use counting::allocations;

/// Steps in which nothing may be allocated \[-\].
const STEPS: u32 = 300;

/// Runs a scene until its memory should suffice, then on, and asserts that no step allocates.
fn assert_allocates_nothing(name: &str, warm_up: u32) {
    let overrides = Overrides { threads: Some(1), lanes: None };
    let mut runner = Runner::new(find(name).unwrap(), overrides).unwrap();
    for step in 0..warm_up + STEPS {
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

#[test]
fn a_turning_drum_allocates_nothing() {
    assert_allocates_nothing("tumbler", 450);
}

#[test]
fn a_turning_ring_allocates_nothing() {
    assert_allocates_nothing("washer", 200);
}

#[test]
fn a_stirred_pot_of_mixed_shapes_allocates_nothing() {
    assert_allocates_nothing("spinner", 200);
}

#[test]
fn a_swinging_net_allocates_nothing() {
    assert_allocates_nothing("joint_grid", 200);
}

#[test]
fn flying_discs_allocate_nothing() {
    assert_allocates_nothing("moving10k", 200);
}
