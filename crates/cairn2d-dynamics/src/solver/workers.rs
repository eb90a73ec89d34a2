//! Running the tasks of a solve: in order, on one thread or on several.
//!
//! All threads walk the same list of tasks. The blocks of a task are claimed in chunks from one counter; a thread that finds a task
//! claimed waits until all its blocks are done, because the next one may touch the same bodies. Results do not depend on who ran what:
//! blocks of a task write disjoint rows.

use core::sync::atomic::{AtomicU32, Ordering};
use std::sync::Mutex;

use crate::constraint_graph::OVERFLOW;
use crate::parallel::{TaskSystem, relax};

use super::{Hit, Solve, SolverStage};

/// One stage of one color, or of the bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) stage: SolverStage,
    pub(super) color: u8,
    pub(super) blocks: u32,
}

/// Blocks of the largest task under which a second thread costs more than it gives: 1,000 boxes at rest take 0.12 ms on one thread and
/// 0.14 ms on two.
const PARALLEL_BLOCKS: u32 = 96;

/// Blocks of a task that were claimed, and that are done; on a cache line of its own.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(super) struct Counter {
    claimed: AtomicU32,
    done: AtomicU32,
}

/// Memory of the workers, kept between steps.
#[derive(Debug, Default)]
pub(super) struct Counters(Vec<Counter>);

impl Clone for Counters {
    fn clone(&self) -> Counters {
        Counters::default()
    }
}

/// Runs all tasks in order.
pub(super) fn run_tasks(
    solve: &Solve,
    tasks: &[Task],
    pool: Option<&dyn TaskSystem>,
    Counters(counters): &mut Counters,
    hits: &mut Vec<Hit>,
) {
    let most = tasks.iter().map(|task| task.blocks).max().unwrap_or(0);
    let Some(pool) = pool.filter(|_| most >= PARALLEL_BLOCKS) else {
        for &task in tasks {
            // SAFETY: one thread runs every block of every task once, in order.
            unsafe { solve.run(task, 0..task.blocks, hits) };
        }
        return;
    };
    counters.clear();
    counters.resize_with(tasks.len(), Counter::default);
    let hits = Mutex::new(hits);
    // A task system is the caller's code: none is as good as one.
    let threads = pool.thread_count().max(1) as u32;
    pool.run(&|| {
        let mut found = Vec::new();
        work(solve, tasks, counters, threads, &mut found);
        if !found.is_empty() {
            // Hits are sorted afterwards, so the order of the threads does not matter.
            hits.lock().unwrap_or_else(std::sync::PoisonError::into_inner).extend(found);
        }
    });
}

fn work(solve: &Solve, tasks: &[Task], counters: &[Counter], threads: u32, hits: &mut Vec<Hit>) {
    for (&task, counter) in tasks.iter().zip(counters) {
        // A few claims per thread even out the load; one claim costs about as much as one block.
        let chunk = if task.color as usize == OVERFLOW {
            // Constraints of the overflow color share bodies: one thread takes them all, in order.
            task.blocks
        } else {
            (task.blocks / (4 * threads)).clamp(2, 64)
        };
        loop {
            let start = counter.claimed.fetch_add(chunk, Ordering::Relaxed);
            if start >= task.blocks {
                break;
            }
            let end = (start + chunk).min(task.blocks);
            // SAFETY: the counter hands out every block once, and the wait below orders the tasks.
            unsafe { solve.run(task, start..end, hits) };
            counter.done.fetch_add(end - start, Ordering::Release);
        }
        let mut spins = 0;
        while counter.done.load(Ordering::Acquire) < task.blocks {
            relax(&mut spins);
        }
    }
}
