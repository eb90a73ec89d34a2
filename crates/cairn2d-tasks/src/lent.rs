//! Threads of the host, whose faults a job is protected from.
//!
//! A lent system may panic, skip the work, or call it too often. The job is still complete when
//! [`TaskSystem::run`] returns.

use core::any::Any;
use std::panic::resume_unwind;
use std::sync::Arc;

use crate::guard::PanicGuard;
use crate::sync::{AtomicBool, Ordering};
use crate::system::{Gate, Prepare, TaskSystem};

/// A task system of the host. Its own panics wait until they are taken; work that it does not call runs on
/// the caller.
#[derive(Debug)]
pub(crate) struct Lent {
    system: Arc<dyn TaskSystem>,
    prepare: Prepare,
    guard: PanicGuard,
    gate: Gate,
}

/// Largest number of threads that a lent system can claim to have \[-\].
const MOST_THREADS: usize = 1024;

impl Lent {
    pub(crate) fn new(system: Arc<dyn TaskSystem>, prepare: Prepare) -> Lent {
        Lent { system, prepare, guard: PanicGuard::default(), gate: Gate::new() }
    }

    /// The system as the host lent it.
    pub(crate) fn system(&self) -> &Arc<dyn TaskSystem> {
        &self.system
    }

    /// The panic that the host's threads left behind.
    pub(crate) fn take_panic(&self) -> Option<Box<dyn Any + Send>> {
        self.guard.take()
    }
}

impl TaskSystem for Lent {
    fn thread_count(&self) -> usize {
        self.guard.call(|| self.system.thread_count()).unwrap_or(1).clamp(1, MOST_THREADS)
    }

    /// # Panics
    /// If the work panicked on any thread: this is not a fault of the lent system.
    fn run(&self, work: &(dyn Fn() + Sync)) {
        let Some(_admitted) = self.gate.enter() else {
            (self.prepare)(work);
            return;
        };
        let (called, failed) = (AtomicBool::new(false), AtomicBool::new(false));
        let whole = self.guard.call(|| {
            self.system.run(&|| {
                called.store(true, Ordering::Relaxed);
                let failure = Failure(&failed);
                (self.prepare)(work);
                core::mem::forget(failure);
            });
        });
        if failed.load(Ordering::Acquire) {
            let payload = self.guard.take();
            resume_unwind(payload.unwrap_or_else(|| Box::new("a lent thread panicked")));
        }
        if whole.is_none() || !called.load(Ordering::Relaxed) {
            // A call that comes late finds nothing left to do.
            (self.prepare)(work);
        }
    }
}

/// Sets the flag when it is dropped, which only happens on a panic.
struct Failure<'a>(&'a AtomicBool);

impl Drop for Failure<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}
