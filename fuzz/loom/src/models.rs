//! The models, each a closure for `loom::model`.

use std::panic::{AssertUnwindSafe, catch_unwind};

use loom::cell::UnsafeCell;
use loom::sync::atomic::{AtomicU32, Ordering};

use crate::pool::Pool;
use crate::slots::for_each_slot;
use crate::solver::SolverStage;
use crate::solver::workers::{Task, share_tasks};
use crate::system::TaskSystem;

fn pool(workers: usize) -> Pool {
    Pool::new(workers, |share| share())
}

/// Consecutive jobs: each visits each slot once, for any schedule of the workers.
pub fn slots(workers: usize, count: usize, jobs: u32) {
    let pool = pool(workers);
    let mut slots = vec![0_u32; count];
    for job in 0..jobs {
        for_each_slot(Some(&pool), &mut slots, &|index, slot| *slot += 1 + index as u32);
        let done = |index: usize| (job + 1) * (1 + index as u32);
        assert!(slots.iter().enumerate().all(|(index, slot)| *slot == done(index)), "{slots:?}");
    }
}

/// One slot panics: the caller gets the panic, no thread waits forever, and the pool runs the next job.
pub fn panic_in_a_slot(workers: usize, count: usize) {
    let pool = pool(workers);
    let mut slots = vec![0_u32; count];
    let result = catch_unwind(AssertUnwindSafe(|| {
        for_each_slot(Some(&pool), &mut slots, &|index, _| assert!(index != 1, "as planned"));
    }));
    assert!(result.is_err());
    for_each_slot(Some(&pool), &mut slots, &|_, slot| *slot = 7);
    assert!(slots.iter().all(|slot| *slot == 7), "{slots:?}");
}

/// Two concurrent callers of one pool: each slot of both is visited once, in any order of admission.
pub fn two_callers(workers: usize, count: usize) {
    let pool = loom::sync::Arc::new(pool(workers));
    let job = move |pool: &Pool| {
        let mut slots = vec![0_u32; count];
        for_each_slot(Some(pool), &mut slots, &|index, slot| *slot += 1 + index as u32);
        assert!(slots.iter().enumerate().all(|(index, slot)| *slot == 1 + index as u32), "{slots:?}");
    };
    let other = loom::thread::spawn({
        let pool = loom::sync::Arc::clone(&pool);
        move || job(&pool)
    });
    job(&pool);
    other.join().expect("the other caller does not panic");
}

/// Cells that represent the rows of bodies: loom fails if two threads access one at a time, or if a thread
/// misses an earlier write.
struct Rows(Vec<UnsafeCell<u32>>);

// SAFETY: the model checks this property.
unsafe impl Sync for Rows {}

/// Tasks of the solver: the blocks of each run once, and each task sees all writes of the one before, because
/// its blocks read the rows of others.
pub fn tasks(workers: usize, tasks: u32, blocks: u32) {
    let pool = pool(workers);
    let list: Vec<Task> = (0..tasks)
        .map(|color| Task { stage: SolverStage::Solve, color: color as u8, plan: 0, first: 0, blocks })
        .collect();
    let rows = Rows((0..blocks).map(|_| UnsafeCell::new(0)).collect());
    let rows = &rows;
    share_tasks(&list, &pool, &mut Vec::new(), &|claims| {
        claims.work(|task, range| {
            for block in range {
                // Another row with each task, as colors have other bodies.
                let row = (block + u32::from(task.color)) % blocks;
                // SAFETY: the model checks this property.
                rows.0[row as usize].with_mut(|row| unsafe {
                    assert_eq!(*row, u32::from(task.color), "a block ran twice, or before its turn");
                    *row += 1;
                });
            }
        });
    });
    // SAFETY: all threads have left.
    assert!(rows.0.iter().all(|row| row.with(|row| unsafe { *row }) == tasks));
}

/// One block of a task panics: the caller gets the panic, and no thread waits forever.
pub fn panic_in_a_task(workers: usize, blocks: u32) {
    let pool = pool(workers);
    let list = [0, 1].map(|color| Task { stage: SolverStage::Solve, color, plan: 0, first: 0, blocks });
    let ran = AtomicU32::new(0);
    let result = catch_unwind(AssertUnwindSafe(|| {
        share_tasks(&list, &pool, &mut Vec::new(), &|claims| {
            claims.work(|_, _| assert!(ran.fetch_add(1, Ordering::Relaxed) != 1, "as planned"));
        });
    }));
    assert!(result.is_err());
    let mut slots = [0; 2];
    for_each_slot(Some(&pool as &dyn TaskSystem), &mut slots, &|_, slot| *slot += 1);
    assert_eq!(slots, [1; 2]);
}

/// A failure that loom must find: a counter with separate reads and writes hands out a slot twice.
pub fn broken_claims() {
    let pool = pool(1);
    let next = AtomicU32::new(0);
    let visits = [AtomicU32::new(0), AtomicU32::new(0)];
    pool.run(&|| {
        loop {
            let index = next.load(Ordering::Relaxed);
            next.store(index + 1, Ordering::Relaxed);
            let Some(visited) = visits.get(index as usize) else { break };
            assert_eq!(visited.fetch_add(1, Ordering::Relaxed), 0, "a slot was handed out twice");
        }
    });
}
