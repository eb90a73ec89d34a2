//! The threads of one owner, such as a world: a pool of its own, or a task system that the host lends.

use core::any::Any;
use std::sync::Arc;

use crate::lent::Lent;
use crate::pool::Pool;
use crate::system::{Prepare, TaskSystem};

/// The threads of one owner. No thread exists before [`system`](Threads::system) is called with more than
/// one.
///
/// A clone shares lent threads and starts without a pool of its own.
#[derive(Debug)]
pub struct Threads {
    own: Option<Arc<Pool>>,
    lent: Option<Arc<Lent>>,
    prepare: Prepare,
}

/// Threads without preparation.
impl Default for Threads {
    fn default() -> Threads {
        Threads::new(|share| share())
    }
}

impl Clone for Threads {
    fn clone(&self) -> Threads {
        let lent = self.lent.as_ref().map(|lent| Lent::new(Arc::clone(lent.system()), self.prepare));
        Threads { own: None, lent: lent.map(Arc::new), prepare: self.prepare }
    }

    /// As `*self = source.clone()`, but keeps the pool, and the lent threads if they are the same.
    fn clone_from(&mut self, source: &Threads) {
        if !core::ptr::fn_addr_eq(self.prepare, source.prepare) {
            *self = source.clone();
            return;
        }
        let [own, other] = [&self.lent, &source.lent].map(|lent| lent.as_ref().map(|lent| lent.system()));
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
    /// Threads that call `prepare` with each share of a job, on the thread that runs the share.
    pub fn new(prepare: Prepare) -> Threads {
        Threads { own: None, lent: None, prepare }
    }

    /// Uses threads of the host from now on; `None` returns to the pool.
    pub fn lend(&mut self, tasks: Option<Arc<dyn TaskSystem>>) {
        self.lent = tasks.map(|system| Arc::new(Lent::new(system, self.prepare)));
    }

    /// Takes the panic that a lent task system left behind. Until then its threads are not used.
    pub fn take_panic(&self) -> Option<Box<dyn Any + Send>> {
        self.lent.as_ref()?.take_panic()
    }

    /// The lent task system, or a pool of `threads` threads with the caller; `None` if the caller works
    /// alone.
    ///
    /// # Cost
    /// Starts the pool if there is none of this size, and stops one of another size. Any other call only
    /// counts a reference.
    pub fn system(&mut self, threads: usize) -> Option<Arc<dyn TaskSystem>> {
        if let Some(lent) = &self.lent {
            self.own = None;
            return Some(Arc::clone(lent) as Arc<dyn TaskSystem>);
        }
        // This target cannot start a thread.
        if cfg!(all(target_family = "wasm", not(target_feature = "atomics"))) {
            return None;
        }
        let fits = self.own.as_ref().map_or(threads == 1, |pool| pool.thread_count() == threads);
        if !fits {
            self.own = (threads > 1).then(|| Arc::new(Pool::new(threads - 1, self.prepare)));
        }
        self.own.clone().map(|pool| pool as Arc<dyn TaskSystem>)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core::sync::atomic::{AtomicU32, Ordering};

    /// A task system of a host that makes `calls` calls, and then panics if `panics` is set.
    #[derive(Debug)]
    struct Host {
        calls: usize,
        panics: bool,
    }

    impl TaskSystem for Host {
        fn thread_count(&self) -> usize {
            usize::MAX
        }

        fn run(&self, work: &(dyn Fn() + Sync)) {
            (0..self.calls).for_each(|_| work());
            assert!(!self.panics, "as planned");
        }
    }

    fn lent(calls: usize, panics: bool) -> Threads {
        let mut threads = Threads::default();
        threads.lend(Some(Arc::new(Host { calls, panics })));
        threads
    }

    #[test]
    fn work_skipped_by_lent_threads_runs_on_the_caller() {
        for (calls, panics, expected) in [(0, false, 1), (1, false, 1), (3, false, 3), (0, true, 1)] {
            let mut threads = lent(calls, panics);
            let tasks = threads.system(2).expect("threads were lent");
            assert_eq!(tasks.thread_count(), MOST);
            let ran = AtomicU32::new(0);
            tasks.run(&|| {
                ran.fetch_add(1, Ordering::Relaxed);
            });
            assert_eq!(ran.into_inner(), expected, "{calls} {panics}");
            assert_eq!(threads.take_panic().is_some(), panics);
        }
    }

    const MOST: usize = 1024;

    #[test]
    fn a_panic_of_the_work_on_lent_threads_reaches_the_caller() {
        let mut threads = lent(1, false);
        let tasks = threads.system(2).expect("threads were lent");
        let run = core::panic::AssertUnwindSafe(|| tasks.run(&|| panic!("as planned")));
        assert!(std::panic::catch_unwind(run).is_err());
        assert!(threads.take_panic().is_none());
        let ran = AtomicU32::new(0);
        tasks.run(&|| {
            ran.fetch_add(1, Ordering::Relaxed);
        });
        assert_eq!(ran.into_inner(), 1, "the threads are used again");
    }

    #[test]
    fn each_part_is_prepared_on_its_thread() {
        static PREPARED: AtomicU32 = AtomicU32::new(0);
        let prepare: Prepare = |share| {
            PREPARED.fetch_add(1, Ordering::Relaxed);
            share();
        };
        let ran = AtomicU32::new(0);
        let work = || {
            ran.fetch_add(1, Ordering::Relaxed);
        };
        let mut threads = Threads::new(prepare);
        threads.system(3).expect("a pool").run(&work);
        threads.lend(Some(Arc::new(Host { calls: 2, panics: false })));
        threads.system(3).expect("threads were lent").run(&work);
        assert_eq!(PREPARED.load(Ordering::Relaxed), ran.into_inner());
    }

    #[test]
    fn copies_share_lent_threads_and_keep_their_pool() {
        let mut own = Threads::default();
        let pool = own.system(2).expect("a pool");
        own.clone_from(&Threads::default());
        assert!(Arc::ptr_eq(&pool, &own.system(2).expect("a pool")), "the pool was kept");
        let source = lent(1, false);
        own.clone_from(&source);
        let [a, b] = [&own, &source].map(|threads| threads.lent.as_ref().expect("lent").system());
        assert!(Arc::ptr_eq(a, b));
        own.clone_from(&Threads::default());
        assert!(own.lent.is_none());
    }
}
