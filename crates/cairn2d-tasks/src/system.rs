//! The interface between a job and the threads that run it.

use crate::sync::{AtomicBool, Ordering};

/// Threads that run the stages of a step: the world's own, or yours.
///
/// Lend yours with `World::set_task_system`. Results do not depend on it.
pub trait TaskSystem: core::fmt::Debug + Send + Sync {
    /// Number of threads that may take part, the caller included; at least 1.
    fn thread_count(&self) -> usize;

    /// Calls `work` at least once and at most [`thread_count`](TaskSystem::thread_count) times, each time on
    /// another thread if possible.
    ///
    /// Returns when every call has returned. The calls share the work; none waits for another one to begin.
    /// If `work` is called more often or never, the results are still the same.
    fn run(&self, work: &(dyn Fn() + Sync));
}

/// Prepares a thread for its share of a job, and calls the share exactly once.
///
/// A physics engine sets the modes of floating-point arithmetic here, because they belong to a thread.
pub type Prepare = fn(share: &dyn Fn());

/// Runs jobs on rayon's global pool, or on the pool that the caller runs in.
#[cfg(feature = "rayon")]
#[derive(Clone, Copy, Debug, Default)]
pub struct RayonTasks;

#[cfg(feature = "rayon")]
impl TaskSystem for RayonTasks {
    fn thread_count(&self) -> usize {
        rayon::current_num_threads()
    }

    fn run(&self, work: &(dyn Fn() + Sync)) {
        rayon::scope(|scope| {
            for _ in 1..rayon::current_num_threads() {
                scope.spawn(|_| work());
            }
            work();
        });
    }
}

/// Admits one job at a time.
#[derive(Debug)]
pub(crate) struct Gate(AtomicBool);

impl Gate {
    pub(crate) fn new() -> Gate {
        Gate(AtomicBool::new(false))
    }

    /// Admits a job until the return value is dropped; `None` while another job runs.
    pub(crate) fn enter(&self) -> Option<Admitted<'_>> {
        // Acquire: the next job sees that all workers have left the last one.
        (!self.0.swap(true, Ordering::Acquire)).then(|| Admitted(self))
    }
}

/// A job that runs now.
pub(crate) struct Admitted<'a>(&'a Gate);

impl Drop for Admitted<'_> {
    fn drop(&mut self) {
        self.0.0.store(false, Ordering::Release);
    }
}
