//! Callbacks that panic, each at every one of its calls: the step completes as without callbacks, the panic
//! reaches the caller, the world stays usable, and captured values are dropped once.

use core::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cairn2d::prelude::*;
use cairn2d::{ConstraintRow, ContactResponse, JointEnds, Spring};

use crate::harness::{DT, sleepless};

/// Steps of each run: the boxes land, slide and are hit by bullets.
const STEPS: usize = 24;

/// Action of the tested callback at the chosen call.
#[derive(Clone, Copy, PartialEq)]
enum Act {
    Panic,
    /// From then on until the end of the step no callback runs: the expected effect of a panic.
    FallSilent,
}

thread_local! {
    /// Calls of the tested callback until it acts.
    static LEFT: Cell<usize> = const { Cell::new(usize::MAX) };
    static ACT: Cell<Act> = const { Cell::new(Act::Panic) };
    static SILENT: Cell<bool> = const { Cell::new(false) };
    static CALLS: Cell<usize> = const { Cell::new(0) };
    static UNDER_TEST: Cell<Option<Hook>> = const { Cell::new(None) };
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Hook {
    PairFilter,
    PreSolve,
    Custom,
    Clock,
}

/// Called at the beginning of every callback: `true` if it is to run normally.
fn asked(hook: Hook) -> bool {
    if SILENT.get() {
        return false;
    }
    if UNDER_TEST.get() == Some(hook) {
        CALLS.set(CALLS.get() + 1);
        if LEFT.get() == 0 {
            LEFT.set(usize::MAX);
            match ACT.get() {
                Act::Panic => panic!("as planned"),
                // The clock always runs.
                Act::FallSilent => SILENT.set(hook != Hook::Clock),
            }
            return !SILENT.get();
        }
        LEFT.set(LEFT.get() - 1);
    }
    true
}

/// Counts its drops.
struct Held(Arc<AtomicUsize>);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

fn clock() -> u64 {
    if asked(Hook::Clock) { 5 } else { 0 }
}

/// A world with every kind of callback, and the number of drops of their captured values.
pub(super) fn theatre() -> (World, Arc<AtomicUsize>) {
    let drops = Arc::new(AtomicUsize::new(0));
    let [a, b, c] = [(); 3].map(|()| Held(Arc::clone(&drops)));
    let mut world = sleepless();
    let ground = Body::fixed().with(Rect::half(20.0, 0.5).at([0.0, -0.5]).hooked());
    let ground =
        world.spawn(ground.with(Rect::half(0.05, 4.0).at([8.0, 4.0]).hooked())).expect("it is valid");
    for n in 0..6 {
        let at = [1.1 * n as f32 - 5.0, 0.6 + 0.3 * (n % 3) as f32];
        let body = Body::dynamic().at(at).velocity([2.0, -2.0]).with(Rect::half(0.5, 0.5).user_data(n));
        world.spawn(body).expect("it is valid");
    }
    for n in 0..3 {
        let bullet = Body::dynamic().at([2.0 - n as f32, 4.0]).velocity([150.0, 0.0]);
        world.spawn(bullet.with(Circle::new(0.1).user_data(20 + n))).expect("it is valid");
    }
    let bead = world.spawn(Body::dynamic().at([-9.0, 4.0]).with(Circle::new(0.3))).expect("it is valid");
    let tie = move |ends: &JointEnds| {
        let _held = &a;
        if !asked(Hook::Custom) {
            return [None; 3];
        }
        let mut spring = ConstraintRow::offset(ends, [1.0, 0.0]);
        spring.rigid = false;
        spring.spring = Some(Spring { hertz: 2.0, damping_ratio: 0.5, target: 1.0 });
        [Some(ConstraintRow::offset(ends, [0.0, 1.0])), Some(spring), None]
    };
    world.join(Custom::new(ground, bead, tie).at([-9.0, 4.0])).expect("it is valid");
    world.set_pair_filter(move |pair| {
        let _held = &b;
        !asked(Hook::PairFilter) || pair.a.shape_data + pair.b.shape_data != 21
    });
    world.set_pre_solve(move |contact| {
        let _held = &c;
        if !asked(Hook::PreSolve) {
            return contact.response;
        }
        let hit = contact.velocity.length() > 20.0;
        ContactResponse {
            friction: 0.1,
            enabled: !hit || contact.pair.b.shape_data != 22,
            ..contact.response
        }
    });
    world.set_clock(Some(clock));
    (world, drops)
}

/// Runs a fresh world in which a callback acts at one of its calls. Returns the hash of every step, and the
/// panics that reached the caller.
fn play(hook: Hook, call: usize, act: Act) -> (Vec<u64>, usize) {
    let (mut world, drops) = theatre();
    CALLS.set(0);
    UNDER_TEST.set(Some(hook));
    ACT.set(act);
    LEFT.set(call);
    let (mut hashes, mut panics) = (Vec::new(), 0);
    for step in 0..STEPS {
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| world.step(DT).expect("the length is valid")))
        {
            assert_eq!(payload.downcast_ref::<&str>(), Some(&"as planned"), "{hook:?}, call {call}");
            panics += 1;
        }
        SILENT.set(false);
        world.validate().unwrap_or_else(|what| panic!("{hook:?}, call {call}, step {step}: {what}"));
        hashes.push(world.hash());
    }
    assert_eq!(world.step_count(), STEPS as u64, "{hook:?}, call {call}: a step was not done");
    UNDER_TEST.set(None);
    let copy = world.clone();
    drop(world);
    assert_eq!(drops.load(Ordering::Relaxed), 0, "{hook:?}, call {call}: the copy still needs them");
    drop(copy);
    assert_eq!(drops.load(Ordering::Relaxed), 3, "{hook:?}, call {call}: each is dropped once");
    (hashes, panics)
}

#[test]
fn step_completes_if_any_call_of_any_callback_panics() {
    for hook in [Hook::PairFilter, Hook::PreSolve, Hook::Custom, Hook::Clock] {
        let (undisturbed, panics) = play(hook, usize::MAX, Act::Panic);
        let calls = CALLS.get();
        assert!(panics == 0 && calls >= 10, "{hook:?} was asked {calls} times");
        let mut differ = 0;
        for call in 0..calls {
            let (hashes, panics) = play(hook, call, Act::Panic);
            let (silent, none) = play(hook, call, Act::FallSilent);
            assert_eq!((panics, none), (1, 0), "{hook:?}, call {call}");
            assert_eq!(hashes, silent, "{hook:?}, call {call}: not as if there were no function");
            differ += usize::from(hashes != undisturbed);
        }
        println!("{hook:?}: {calls} calls, {differ} of which matter");
        // A missing clock changes nothing; every other missing callback does, or the test would be void.
        assert_eq!(differ > 0, hook != Hook::Clock, "{hook:?}");
    }
}

#[test]
fn inconsistent_clock_has_no_effect_on_the_world() {
    fn wild() -> u64 {
        thread_local!(static TICK: Cell<u64> = const { Cell::new(0) });
        TICK.set(TICK.get() + 1);
        // Backwards, forwards, and to the ends of the range.
        [0, u64::MAX, 7, u64::MAX - 1, 3][TICK.get() as usize % 5]
    }
    let (mut world, _) = theatre();
    let (mut twin, _) = theatre();
    world.set_clock(Some(wild));
    for _ in 0..STEPS {
        let report = world.step(DT).expect("the length is valid");
        assert!(report.profile.total() > 0);
        twin.step(DT).expect("the length is valid");
    }
    assert_eq!(world.hash(), twin.hash());
}

#[test]
fn events_before_a_panic_are_delivered() {
    // The step with the panicking hook has its events.
    let mut world = sleepless();
    world.spawn(Body::fixed().with(Rect::half(9.0, 0.5).at([0.0, -0.5]).hooked())).expect("it is valid");
    world.spawn(Body::dynamic().at([0.0, 0.5]).with(Rect::half(0.5, 0.5))).expect("it is valid");
    world.set_pre_solve(|_| panic!("as planned"));
    assert!(catch_unwind(AssertUnwindSafe(|| world.step(DT))).is_err());
    assert_eq!((world.events().begins().len(), world.step_count()), (1, 1));
}
