//! Threads: a small pool that runs one job at a time on all of its workers and the caller.
//!
//! The world owns no thread until more than one is asked for. Workers spin for a moment after a job, because the next stage of a step comes
//! within microseconds, and then park. A job never waits for a worker to show up: work is claimed in chunks by whoever is there, the
//! caller included, and a worker that wakes too late finds the job closed. So a step cannot hang, however few cores there are and
//! whatever pool the caller itself runs in.
//!
//! Results do not depend on the threads: chunks are cut by the data alone, each has a slot of its own for what it finds, and slots are read
//! in order.

use core::any::Any;
use core::panic::AssertUnwindSafe;
use std::panic::catch_unwind;
use std::sync::Arc;

use crate::hooks::PanicGuard;
use crate::sync::{
    self, AtomicBool, AtomicU32, AtomicU64, AtomicUsize, JoinHandle, Ordering, SharedCell, StandardFloats,
    Thread,
};

/// Threads that run the stages of a step: the world's own, or yours.
///
/// Lend yours with [`World::set_task_system`](crate::World::set_task_system). Results do not depend on it.
pub trait TaskSystem: core::fmt::Debug + Send + Sync {
    /// Threads that may take part, the caller included; at least 1.
    fn thread_count(&self) -> usize;

    /// Calls `work` at least once, at most [`thread_count`](TaskSystem::thread_count) times, each on a thread of its own if it can, and returns
    /// when every call has returned. The calls share the work between them; none waits for another to begin. Called more often or never, the
    /// results are the same all the same.
    fn run(&self, work: &(dyn Fn() + Sync));
}

/// Steps worlds on rayon's global pool, or on the pool the caller runs in.
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

/// The job under way: what to call with the number of the worker.
type Job = *const (dyn Fn() + Sync);

/// What the caller and the workers share.
struct Shared {
    /// Job number in the high half; in the low half the open bit and the workers inside.
    state: AtomicU64,
    job: SharedCell<Option<Job>>,
    /// Workers that are parked or about to be.
    parked: AtomicU32,
    quit: AtomicBool,
    panicked: AtomicBool,
}

const OPEN: u64 = 1 << 31;
const INSIDE: u64 = OPEN - 1;

// SAFETY: `job` is written only while no worker is inside and the job is closed, and read only by workers inside an open job; `state` orders
// the two.
unsafe impl Sync for Shared {}
// SAFETY: the job it may hold is `Sync`, and is gone when `run` returns.
unsafe impl Send for Shared {}

/// Worker threads.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    workers: Vec<JoinHandle<()>>,
    threads: Vec<Thread>,
}

impl core::fmt::Debug for Pool {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Pool").field("workers", &self.workers.len()).finish()
    }
}

impl Pool {
    /// A pool with this many workers beside the caller; fewer if the system gives no more.
    pub(crate) fn new(workers: usize) -> Pool {
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
        Pool { shared, workers, threads }
    }
}

impl TaskSystem for Pool {
    fn thread_count(&self) -> usize {
        self.workers.len() + 1
    }

    /// Calls `job` on the caller and on every worker that comes in time, and returns when all of them are done.
    ///
    /// # Panics
    /// When the job panicked on a worker.
    fn run(&self, job: &(dyn Fn() + Sync)) {
        let shared = &*self.shared;
        let number = (shared.state.load(Ordering::Relaxed) >> 32).wrapping_add(1);
        // Left over where the caller's share of the last job panicked too.
        shared.panicked.store(false, Ordering::Relaxed);
        // SAFETY: no worker is inside, as the last job was closed and left; the lifetime is erased only until this function returns, which is
        // not before all workers have left again.
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

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.quit.store(true, Ordering::SeqCst);
        self.threads.iter().for_each(Thread::unpark);
        for worker in self.workers.drain(..) {
            // A worker cannot panic outside of a job, and there it is caught.
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
            relax(&mut spins);
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

    /// Waits for a job after the one with number `seen`; `None` when the pool is gone.
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
            // Say so first, then look once more, so that a job opened in between is not slept through.
            self.parked.fetch_add(1, Ordering::SeqCst);
            let state = self.state.load(Ordering::SeqCst);
            if (state >> 32 == seen || state & OPEN == 0) && !self.quit.load(Ordering::SeqCst) {
                sync::park();
            }
            self.parked.fetch_sub(1, Ordering::SeqCst);
        }
    }

    /// Goes inside a job if it is still open.
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

/// One round of waiting for another thread: spin at first, then let others run.
pub(crate) fn relax(spins: &mut u32) {
    *spins += 1;
    if *spins < sync::RELAXED_SPINS {
        sync::spin_loop();
    } else {
        sync::yield_now();
    }
}

/// The caller's threads, whose faults the step is kept from: work that they do not call is done here, and a panic of theirs waits until the
/// step is done.
#[derive(Debug)]
struct Lent {
    system: Arc<dyn TaskSystem>,
    guard: PanicGuard,
}

/// More threads than this are not counted on \[-\].
const MOST_THREADS: usize = 1024;

impl Lent {
    fn new(system: Arc<dyn TaskSystem>) -> Arc<Lent> {
        Arc::new(Lent { system, guard: PanicGuard::default() })
    }
}

impl TaskSystem for Lent {
    fn thread_count(&self) -> usize {
        self.guard.ask(|| self.system.thread_count()).unwrap_or(1).clamp(1, MOST_THREADS)
    }

    /// # Panics
    /// When the work did, on any thread: that is no fault of the caller's.
    fn run(&self, work: &(dyn Fn() + Sync)) {
        let (called, failed) = (AtomicBool::new(false), AtomicBool::new(false));
        let whole = self.guard.ask(|| {
            self.system.run(&|| {
                called.store(true, Ordering::Relaxed);
                let failure = Failure(&failed);
                work();
                core::mem::forget(failure);
            });
        });
        if failed.load(Ordering::Acquire) {
            let payload = self.guard.take_shared();
            std::panic::resume_unwind(payload.unwrap_or_else(|| Box::new("a lent thread panicked")));
        }
        if whole.is_none() || !called.load(Ordering::Relaxed) {
            // Whoever comes late finds nothing left to do.
            work();
        }
    }
}

/// Sets the flag when it is dropped, which only a panic does.
struct Failure<'a>(&'a AtomicBool);

impl Drop for Failure<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

/// The threads of a world: none until more than one is asked for. A clone shares lent threads and starts without its own.
#[derive(Debug, Default)]
pub(crate) struct Threads {
    own: Option<Arc<Pool>>,
    lent: Option<Arc<Lent>>,
}

impl Clone for Threads {
    fn clone(&self) -> Threads {
        Threads { own: None, lent: self.lent.as_ref().map(|lent| Lent::new(Arc::clone(&lent.system))) }
    }

    fn clone_from(&mut self, source: &Threads) {
        let [own, other] = [&self.lent, &source.lent].map(|lent| lent.as_ref().map(|lent| &lent.system));
        let same = match (own, other) {
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            (own, other) => own.is_none() && other.is_none(),
        };
        if !same {
            self.lent = source.clone().lent;
        }
    }
}

impl Threads {
    /// Lends threads of the caller's, or gives them back.
    pub(crate) fn lend(&mut self, tasks: Option<Arc<dyn TaskSystem>>) {
        self.lent = tasks.map(Lent::new);
    }

    /// The panic that the caller's threads left behind.
    pub(crate) fn take_panic(&self) -> Option<Box<dyn Any + Send>> {
        self.lent.as_ref()?.guard.take_shared()
    }

    /// What to run on: the lent threads, or as many of our own; `None` for the caller alone.
    pub(crate) fn system(&mut self, threads: usize) -> Option<Arc<dyn TaskSystem>> {
        if let Some(lent) = &self.lent {
            self.own = None;
            return Some(Arc::clone(lent) as Arc<dyn TaskSystem>);
        }
        // There a thread cannot be made.
        if cfg!(all(target_family = "wasm", not(target_feature = "atomics"))) {
            return None;
        }
        let fits = self.own.as_ref().map_or(threads == 1, |pool| pool.thread_count() == threads);
        if !fits {
            self.own = (threads > 1).then(|| Arc::new(Pool::new(threads - 1)));
        }
        self.own.clone().map(|pool| pool as Arc<dyn TaskSystem>)
    }
}

/// Runs `work` once for every slot, with the number of the slot, on all threads there are; on the caller alone in order.
pub(crate) fn for_each_slot<T: Send>(
    tasks: Option<&dyn TaskSystem>,
    slots: &mut [T],
    work: &(dyn Fn(usize, &mut T) + Sync),
) {
    let Some(tasks) = tasks.filter(|_| slots.len() > 1) else {
        slots.iter_mut().enumerate().for_each(|(index, slot)| work(index, slot));
        return;
    };
    let next = AtomicUsize::new(0);
    let base = Slots(slots.as_mut_ptr());
    let count = slots.len();
    let claim = || {
        let base = &base;
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                break;
            }
            // SAFETY: the counter hands out every index once, so no two threads have the same slot.
            work(index, unsafe { &mut *base.0.add(index) });
        }
    };
    // A thread of somebody else's, or one begun by a thread of somebody else's.
    tasks.run(&|| StandardFloats::within(claim));
}

struct Slots<T>(*mut T);

// SAFETY: each slot is reached by one thread only, see `for_each_slot`.
unsafe impl<T: Send> Sync for Slots<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_is_visited_once_by_any_number_of_threads() {
        for threads in [1, 2, 3, 7] {
            let pool = Threads::default().system(threads);
            let mut slots = vec![0_u32; 1000];
            for round in 1..=50 {
                for_each_slot(pool.as_deref(), &mut slots, &|index, slot| *slot += index as u32);
                assert!(slots.iter().enumerate().all(|(index, slot)| *slot == index as u32 * round));
            }
        }
    }

    #[test]
    fn a_panic_reaches_the_caller_and_the_pool_lives_on() {
        let pool = Threads::default().system(3);
        let mut slots = vec![0_u32; 64];
        let panics = catch_unwind(AssertUnwindSafe(|| {
            for_each_slot(pool.as_deref(), &mut slots, &|index, _| assert!(index != 40, "as planned"));
        }));
        assert!(panics.is_err());
        for_each_slot(pool.as_deref(), &mut slots, &|_, slot| *slot = 7);
        assert!(slots.iter().all(|slot| *slot == 7));
    }

    #[test]
    fn a_panic_on_all_threads_is_forgotten_by_the_next_job() {
        let pool = Threads::default().system(4).expect("a pool");
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
        for_each_slot(Some(&*pool), &mut slots, &|_, slot| *slot = 7);
        assert!(slots.iter().all(|slot| *slot == 7));
    }

    #[test]
    fn pools_within_pools_do_not_hang() {
        let outer = Threads::default().system(4);
        let mut slots = vec![0_u64; 8];
        for_each_slot(outer.as_deref(), &mut slots, &|_, slot| {
            let inner = Threads::default().system(4);
            let mut parts = vec![0_u64; 100];
            for_each_slot(inner.as_deref(), &mut parts, &|index, part| *part = index as u64);
            *slot = parts.iter().sum();
        });
        assert!(slots.iter().all(|slot| *slot == 4950));
    }
}
