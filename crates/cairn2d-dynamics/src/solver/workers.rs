//! Running the tasks of a solve: in order, on one thread or on several.
//!
//! All threads walk the same list of tasks. The blocks of a task are claimed in chunks from one counter; a thread that finds a task
//! claimed spins until all its blocks are done, because the next one may touch the same bodies. Results do not depend on who ran what:
//! blocks of a task write disjoint rows. Threads live only as long as the solve, so the world owns none.

use core::sync::atomic::{AtomicU32, Ordering};

use super::{Solve, SolverStage};

/// One stage of one color, or of the bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    pub(super) stage: SolverStage,
    pub(super) color: u8,
    pub(super) blocks: u32,
}

/// Blocks under which a second thread costs more than it gives.
const PARALLEL_BLOCKS: u32 = 64;

/// Blocks claimed at once.
const CHUNK: u32 = 8;

/// Runs all tasks in order.
pub(super) fn run_tasks(solve: &Solve, tasks: &[Task], threads: usize, hits: &mut Vec<u32>) {
    let most = tasks.iter().map(|task| task.blocks).max().unwrap_or(0);
    if threads < 2 || most < PARALLEL_BLOCKS {
        for &task in tasks {
            // SAFETY: one thread runs every block of every task once, in order.
            unsafe { solve.run(task, 0..task.blocks, hits) };
        }
        return;
    }
    let counters: Vec<Counter> = tasks.iter().map(|_| Counter::default()).collect();
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut hits = Vec::new();
                    work(solve, tasks, &counters, &mut hits);
                    hits
                })
            })
            .collect();
        work(solve, tasks, &counters, hits);
        for helper in helpers {
            // A kernel cannot panic short of a bug in it; then the panic goes on in the caller.
            match helper.join() {
                Ok(more) => hits.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
}

/// Blocks of a task that were claimed, and that are done.
#[derive(Debug, Default)]
struct Counter {
    claimed: AtomicU32,
    done: AtomicU32,
}

fn work(solve: &Solve, tasks: &[Task], counters: &[Counter], hits: &mut Vec<u32>) {
    for (&task, counter) in tasks.iter().zip(counters) {
        loop {
            let start = counter.claimed.fetch_add(CHUNK, Ordering::Relaxed);
            if start >= task.blocks {
                break;
            }
            let end = (start + CHUNK).min(task.blocks);
            // SAFETY: the counter hands out every block once, and the spin below orders the tasks.
            unsafe { solve.run(task, start..end, hits) };
            counter.done.fetch_add(end - start, Ordering::Release);
        }
        let mut spins = 0_u32;
        while counter.done.load(Ordering::Acquire) < task.blocks {
            spins += 1;
            if spins < 1_000 {
                core::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
        }
    }
}
