//! A small pool that runs one job at a time on all of its workers and the caller.
//!
//! Workers spin for a moment after a job, because the next stage of a step follows within microseconds, and
//! then park. A job never waits for a worker to arrive: each thread that is present claims parts of the work,
//! the caller included, and a worker that wakes too late finds the job closed. So a step cannot hang, however
//! few cores there are and whatever pool the caller itself runs in.
//!
//! Invariant: the caller returns only after the job is closed and every worker has left it, also when its own
//! share panics.

use core::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
use std::sync::Arc;

use crate::sync::{self, AtomicBool, AtomicU32, AtomicU64, JoinHandle, Ordering, SharedCell, Thread};
use crate::system::{Gate, Prepare, TaskSystem};

/// The current job.
type Job = *const (dyn Fn() + Sync);

/// State that the caller and the workers share.
struct Shared {
    /// Job number in the high half; in the low half the open bit and the number of workers inside.
    state: AtomicU64,
    job: SharedCell<Option<Job>>,
    /// Number of workers that are parked or about to be.
    parked: AtomicU32,
    quit: AtomicBool,
    panicked: AtomicBool,
}

const OPEN: u64 = 1 << 31;
const INSIDE: u64 = OPEN - 1;

// SAFETY: `job` is written only while no worker is inside and the job is closed, by the one caller that the
// gate admits. It is read only by workers inside an open job. `state` orders the two.
unsafe impl Sync for Shared {}
// SAFETY: the job it may hold is `Sync`, and is not used after `run` returns.
unsafe impl Send for Shared {}

/// Worker threads.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
    threads: Vec<Thread>,
    prepare: Prepare,
    gate: Gate,
}

impl core::fmt::Debug for Pool {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Pool").field("workers", &self.workers.len()).finish()
    }
}

impl Pool {
    /// A pool with this many workers besides the caller; fewer if the system provides no more.
    pub(crate) fn new(workers: usize, prepare: Prepare) -> Pool {
        let shared = Arc::new(Shared {
            state: AtomicU64::new(0),
            job: SharedCell::new(None),
            parked: AtomicU32::new(0),
            quit: AtomicBool::new(false),
            panicked: AtomicBool::new(false),
        });
        let spawn = |_| {
            let shared = Arc::clone(&shared);
            sync::Builder::new().name("cairn2d".into()).spawn(move || shared.work()).ok()
        };
        let workers: Vec<_> = (0..workers).filter_map(spawn).collect();
        let threads = workers.iter().map(|worker| worker.thread().clone()).collect();
        Pool { shared, workers, threads, prepare, gate: Gate::new() }
    }

    /// Runs a job on the caller and on every worker that arrives in time.
    ///
    /// # Panics
    /// If the job panicked on a worker.
    fn run_admitted(&self, job: &(dyn Fn() + Sync)) {
        let shared = &*self.shared;
        let number = (shared.state.load(Ordering::Relaxed) >> 32).wrapping_add(1);
        // It is still set if the caller's share of the last job panicked too.
        shared.panicked.store(false, Ordering::Relaxed);
        // SAFETY: the gate admits one caller, and no worker is inside, as the last job was closed and left.
        // The lifetime is erased only until this function returns, which is after all workers have left
        // again.
        shared.job.with_mut(|place| unsafe {
            *place = Some(core::mem::transmute::<*const (dyn Fn() + Sync + '_), Job>(job));
        });
        shared.state.store(number << 32 | OPEN, Ordering::SeqCst);
        if shared.parked.load(Ordering::SeqCst) > 0 {
            self.threads.iter().for_each(Thread::unpark);
        }
        let leave = Leave(shared);
        job();
        drop(leave);
        if shared.panicked.swap(false, Ordering::Relaxed) {
            panic!("a worker of the cairn2d pool panicked");
        }
    }
}

impl TaskSystem for Pool {
    fn thread_count(&self) -> usize {
        self.workers.len() + 1
    }

    fn run(&self, work: &(dyn Fn() + Sync)) {
        let share = || (self.prepare)(work);
        match self.gate.enter() {
            Some(_admitted) => self.run_admitted(&share),
            None => share(),
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.quit.store(true, Ordering::SeqCst);
        self.threads.iter().for_each(Thread::unpark);
        for worker in self.workers.drain(..) {
            // A worker panics only in a job, where the panic is caught.
            let _ = worker.join();
        }
    }
}

/// Closes the job and waits for the workers inside, also when the caller's share panics.
struct Leave<'a>(&'a Shared);

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        self.0.state.fetch_and(!OPEN, Ordering::SeqCst);
        let mut spins = 0;
        while self.0.state.load(Ordering::Acquire) & INSIDE != 0 {
            back_off(&mut spins);
        }
    }
}

impl Shared {
    fn work(&self) {
        let mut seen = 0;
        while let Some(number) = self.next_job(seen) {
            seen = number;
            if !self.enter(number) {
                continue;
            }
            // SAFETY: the job is open and this worker is inside, so the caller waits.
            let job = self.job.with(|place| unsafe { (*place).map(|job| &*job) });
            let run = AssertUnwindSafe(|| job.into_iter().for_each(|job| job()));
            if catch_unwind(run).is_err() {
                self.panicked.store(true, Ordering::Relaxed);
            }
            self.state.fetch_sub(1, Ordering::Release);
        }
    }

    /// Waits for a job after the one with number `seen`; `None` when the pool is dropped.
    fn next_job(&self, seen: u64) -> Option<u64> {
        let mut spins = 0;
        loop {
            let state = self.state.load(Ordering::Acquire);
            if self.quit.load(Ordering::Relaxed) {
                return None;
            }
            if state >> 32 != seen && state & OPEN != 0 {
                return Some(state >> 32);
            }
            spins += 1;
            if spins < sync::SPINS {
                sync::spin_loop();
                continue;
            }
            // The count is raised first and the state read once more, so that a job that opens in between
            // wakes this worker.
            self.parked.fetch_add(1, Ordering::SeqCst);
            let state = self.state.load(Ordering::SeqCst);
            if (state >> 32 == seen || state & OPEN == 0) && !self.quit.load(Ordering::SeqCst) {
                sync::park();
            }
            self.parked.fetch_sub(1, Ordering::SeqCst);
        }
    }

    /// Enters a job if it is still open.
    fn enter(&self, number: u64) -> bool {
        let mut state = self.state.load(Ordering::Acquire);
        while state >> 32 == number && state & OPEN != 0 {
            match self.state.compare_exchange_weak(state, state + 1, Ordering::AcqRel, Ordering::Acquire) {
                Ok(_) => return true,
                Err(now) => state = now,
            }
        }
        false
    }
}

/// One round of waiting for another thread: spins at first, then yields the processor. `spins` counts the
/// rounds and begins at 0.
pub fn back_off(spins: &mut u32) {
    *spins = spins.saturating_add(1);
    if *spins < sync::BACK_OFF_SPINS {
        sync::spin_loop();
    } else {
        sync::yield_now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slots::for_each_slot;
    use core::sync::atomic::AtomicUsize;

    #[test]
    fn panic_on_all_threads_does_not_affect_the_next_job() {
        let pool = Pool::new(3, |share| share());
        let meet = std::sync::Barrier::new(2);
        let entered = AtomicUsize::new(0);
        // Two threads are in the job, the caller and a worker, and both panic.
        let panics = catch_unwind(AssertUnwindSafe(|| {
            pool.run(&|| {
                if entered.fetch_add(1, Ordering::Relaxed) < 2 {
                    meet.wait();
                    panic!("as planned");
                }
            });
        }));
        assert!(panics.is_err());
        let mut slots = vec![0_u32; 64];
        for_each_slot(Some(&pool), &mut slots, &|_, slot| *slot = 7);
        assert!(slots.iter().all(|slot| *slot == 7));
    }
}
