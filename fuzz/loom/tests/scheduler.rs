//! All interleavings of small models of the scheduler; for larger ones those with few preemptions.

use cairn2d_loom::models;

/// Runs a model; `preemptions` limits the thread switches outside of blocking calls.
fn check(preemptions: Option<usize>, model: impl Fn() + Send + Sync + 'static) {
    // Expected panics occur thousands of times, so they are not printed.
    std::panic::set_hook(Box::new(|info| {
        let text = info.payload_as_str().unwrap_or_default();
        // Loom ends its coroutines by a panic too.
        let ended = info.location().is_some_and(|at| at.file().contains("generator"));
        if !ended && !["as planned", "panicked"].iter().any(|planned| text.contains(planned)) {
            eprintln!("{info}");
        }
    }));
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = preemptions;
    builder.check(model);
}

#[test]
fn one_worker_visits_every_slot_once() {
    check(None, || models::slots(1, 2, 1));
    check(Some(3), || models::slots(1, 3, 2));
}

#[test]
fn two_workers_visit_every_slot_once() {
    check(Some(2), || models::slots(2, 3, 1));
}

#[test]
fn jobs_of_two_callers_of_one_pool_stay_separate() {
    check(Some(2), || models::two_callers(1, 2));
}

#[test]
fn a_panic_in_a_slot_reaches_the_caller() {
    check(Some(3), || models::panic_in_a_slot(1, 3));
    check(Some(2), || models::panic_in_a_slot(2, 2));
}

#[test]
fn tasks_run_in_order_and_their_blocks_once() {
    check(Some(2), || models::tasks(1, 2, 4));
    check(Some(1), || models::tasks(2, 2, 4));
}

#[test]
fn a_panic_in_a_task_reaches_the_caller() {
    check(Some(1), || models::panic_in_a_task(1, 4));
    check(Some(1), || models::panic_in_a_task(2, 4));
}

#[test]
fn broken_scheduler_is_detected() {
    let found = std::panic::catch_unwind(|| check(Some(3), models::broken_claims));
    assert!(found.is_err(), "the model checker finds nothing");
}
