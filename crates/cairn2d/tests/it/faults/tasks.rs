//! Lent threads that fail: every bit is as without threads, and their panics reach the caller once.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cairn2d::TaskSystem;
use cairn2d::prelude::*;

use crate::harness::{DT, add_floor, sleepless};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// No fault: counts the calls.
    None,
    PanicsBeforeTheWork,
    PanicsAfterTheWork,
    /// The lent system panics while a thread of its own runs the work.
    PanicsBesideTheWork,
    NeverCalls,
    CallsOften,
    CallsOnAnotherThreadOnly,
    HasNoThreads,
    HasMoreThreadsThanThereAre,
    PanicsWhenCounted,
}

#[derive(Debug)]
struct Faulty {
    fault: Fault,
    /// Jobs until the fault; faults other than panics stay from then on.
    left: AtomicUsize,
    jobs: AtomicUsize,
}

impl Faulty {
    fn new(fault: Fault, left: usize) -> Arc<Faulty> {
        Arc::new(Faulty { fault, left: AtomicUsize::new(left), jobs: AtomicUsize::new(0) })
    }

    /// Whether the fault applies to this call.
    fn is_due(&self, once: bool) -> bool {
        let left = self.left.load(Ordering::Relaxed);
        if left > 0 || !once {
            self.left.store(left.saturating_sub(1), Ordering::Relaxed);
        } else {
            self.left.store(usize::MAX, Ordering::Relaxed);
        }
        left == 0
    }
}

impl TaskSystem for Faulty {
    fn thread_count(&self) -> usize {
        match self.fault {
            Fault::HasNoThreads => 0,
            Fault::HasMoreThreadsThanThereAre => usize::MAX,
            Fault::PanicsWhenCounted if self.is_due(true) => panic!("as planned"),
            _ => 3,
        }
    }

    fn run(&self, work: &(dyn Fn() + Sync)) {
        self.jobs.fetch_add(1, Ordering::Relaxed);
        let good = || {
            std::thread::scope(|scope| {
                scope.spawn(work);
                work();
            });
        };
        match self.fault {
            Fault::PanicsBeforeTheWork if self.is_due(true) => panic!("as planned"),
            Fault::PanicsAfterTheWork if self.is_due(true) => {
                good();
                panic!("as planned");
            }
            Fault::PanicsBesideTheWork if self.is_due(true) => std::thread::scope(|scope| {
                scope.spawn(work);
                panic!("as planned");
            }),
            Fault::NeverCalls if self.is_due(false) => {}
            Fault::CallsOften if self.is_due(false) => (0..9).for_each(|_| good()),
            Fault::CallsOnAnotherThreadOnly if self.is_due(false) => {
                std::thread::scope(|scope| drop(scope.spawn(work)));
            }
            _ => good(),
        }
    }
}

/// A heap large enough for every stage to use threads.
fn heap() -> World {
    let mut world = sleepless();
    add_floor(&mut world);
    for n in 0..2400 {
        let (column, row) = (n % 60, n / 60);
        let at = [1.05 * column as f32 - 31.0 + 0.03 * (row % 5) as f32, 0.5 + 0.98 * row as f32];
        let body = Body::dynamic().at(at).velocity([0.0, -1.0]);
        let body = if n % 3 == 0 { body.with(Circle::new(0.5)) } else { body.with(Rect::half(0.5, 0.5)) };
        world.spawn(body).expect("it is valid");
    }
    world
}

/// Steps on lent threads; returns the panics and the final hash.
fn play(base: &World, tasks: &Arc<Faulty>, steps: u32) -> (u32, u64) {
    let mut world = base.clone();
    world.share_task_system(Some(Arc::clone(tasks) as Arc<dyn TaskSystem>));
    let mut panics = 0;
    for _ in 0..steps {
        match catch_unwind(AssertUnwindSafe(|| world.step(DT))) {
            Ok(report) => drop(report.expect("the length is valid")),
            Err(payload) => {
                assert_eq!(payload.downcast_ref::<&str>(), Some(&"as planned"));
                panics += 1;
            }
        }
        world.validate().expect("it is sound");
    }
    (panics, world.hash())
}

#[test]
fn lent_threads_may_fail_in_any_job() {
    let base = heap();
    let mut alone = base.clone();
    for _ in 0..3 {
        alone.step(DT).expect("the length is valid");
    }
    let counted = Faulty::new(Fault::None, 0);
    assert_eq!(play(&base, &counted, 3), (0, alone.hash()));
    let jobs = counted.jobs.load(Ordering::Relaxed);
    assert!(jobs > 6, "only {jobs} jobs were handed out");
    for fault in [Fault::PanicsBeforeTheWork, Fault::PanicsAfterTheWork, Fault::PanicsBesideTheWork] {
        for left in 0..jobs {
            let (panics, hash) = play(&base, &Faulty::new(fault, left), 3);
            assert_eq!((panics, hash), (1, alone.hash()), "{fault:?} in job {left} of {jobs}");
        }
    }
    let (panics, hash) = play(&base, &Faulty::new(Fault::PanicsWhenCounted, 1), 3);
    assert_eq!((panics, hash), (1, alone.hash()));
}

#[test]
fn lent_threads_may_run_a_job_too_rarely_or_too_often() {
    let base = heap();
    let mut alone = base.clone();
    for _ in 0..3 {
        alone.step(DT).expect("the length is valid");
    }
    for fault in [
        Fault::NeverCalls,
        Fault::CallsOften,
        Fault::CallsOnAnotherThreadOnly,
        Fault::HasNoThreads,
        Fault::HasMoreThreadsThanThereAre,
    ] {
        for left in [0, 1, 4] {
            let (panics, hash) = play(&base, &Faulty::new(fault, left), 3);
            assert_eq!((panics, hash), (0, alone.hash()), "{fault:?} from job {left} on");
        }
    }
}

#[test]
fn cloned_worlds_keep_panics_of_their_threads_separate() {
    let base = heap();
    let tasks = Faulty::new(Fault::PanicsBeforeTheWork, 0);
    let mut world = base.clone();
    world.share_task_system(Some(Arc::clone(&tasks) as Arc<dyn TaskSystem>));
    let mut copy = world.clone();
    assert!(catch_unwind(AssertUnwindSafe(|| world.step(DT))).is_err());
    copy.step(DT).expect("the panic was not of its step");
    assert_eq!(copy.hash(), world.hash());
    let jobs = tasks.jobs.load(Ordering::Relaxed);
    copy.clone_from(&world);
    copy.step(DT).expect("the threads work again");
    assert!(tasks.jobs.load(Ordering::Relaxed) > jobs, "a copy has the threads of its original");
}
