//! Runs the tasks of a solve in order, on one thread or on several.
//!
//! All threads walk the same list of tasks. They claim the blocks of a task in chunks from one counter. A
//! thread then waits until all blocks of the task are done, because the next task may write the same
//! bodies. Results do not depend on threads, because blocks of a task write disjoint rows.
//!
//! Only a bug in a kernel can cause a panic. Its blocks are then never done, so the thread sets a flag and
//! the other threads stop waiting.

use core::mem::discriminant;
use core::ops::Range;
use std::sync::PoisonError;

use cairn2d_tasks::{TaskSystem, back_off};

use crate::kernels::sync::{AtomicBool, AtomicU32, Mutex, Ordering};
use crate::store::capacity::reserve_total;
use crate::tables::constraint_graph::{COLOR_COUNT, OVERFLOW};

use super::{Hit, Solve, SolverStage};

/// One stage of one color, or of the bodies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Task {
    pub(crate) stage: SolverStage,
    pub(crate) color: u8,
    /// Index of the plan of the color.
    pub(crate) plan: u8,
    /// Number of the first block.
    pub(crate) first: u32,
    pub(crate) blocks: u32,
}

impl Task {
    /// Numbers of all its blocks.
    fn numbers(self) -> Range<u32> {
        self.first..self.first + self.blocks
    }
}

/// Numbers of blocks for which a list of tasks was made. In a small world, making the list takes a tenth of
/// the solve, and most steps need the list of the step before.
#[derive(Clone, Debug, Default)]
pub(super) struct TaskCounts {
    /// Blocks of bodies and of trees, and the number of sub-steps.
    others: [u32; 3],
    /// Number, joint blocks and contact blocks of each color with constraints.
    colors: Vec<[u32; 3]>,
}

impl TaskCounts {
    /// Reserves memory for all colors.
    pub(super) fn reserve(&mut self) {
        reserve_total(&mut self.colors, COLOR_COUNT);
    }

    /// Sets all numbers. Returns whether one of them differs.
    pub(super) fn replace(
        &mut self,
        others: [u32; 3],
        colors: impl Iterator<Item = [u32; 3]> + Clone,
    ) -> bool {
        if self.others == others && self.colors.iter().copied().eq(colors.clone()) {
            return false;
        }
        self.others = others;
        self.colors.clear();
        self.reserve();
        self.colors.extend(colors);
        true
    }
}

/// Blocks of the largest task below which a second thread costs more than it saves.
const PARALLEL_BLOCKS: u32 = 96;

/// Number of claimed and of finished blocks of a task; on a cache line of its own.
#[derive(Debug, Default)]
#[repr(align(64))]
pub(crate) struct Counter {
    claimed: AtomicU32,
    done: AtomicU32,
}

/// Memory of the workers, kept between steps.
#[derive(Debug, Default)]
pub(super) struct Counters {
    tasks: Vec<Counter>,
    /// Hits found by each thread.
    found: Vec<Mutex<Vec<Hit>>>,
}

impl Clone for Counters {
    fn clone(&self) -> Counters {
        Counters::default()
    }
}

/// Runs all tasks in order. Appends hits in no particular order.
pub(super) fn run_tasks(
    solve: &Solve<'_>,
    tasks: &[Task],
    pool: Option<&dyn TaskSystem>,
    Counters { tasks: counters, found }: &mut Counters,
    hits: &mut Vec<Hit>,
) {
    let most = tasks.iter().map(|task| task.blocks).max().unwrap_or(0);
    let Some(pool) = pool.filter(|_| most >= PARALLEL_BLOCKS) else {
        for &task in tasks {
            // SAFETY: this thread runs every block of every task once, in order.
            unsafe { solve.run(task, task.numbers(), hits) };
        }
        return;
    };
    // Capacity for all colors in each stage, because later steps may use more colors.
    let stages = tasks.chunk_by(|a, b| discriminant(&a.stage) == discriminant(&b.stage)).count();
    counters.clear();
    counters.reserve_exact(stages * (OVERFLOW + 1));
    found.resize_with(pool.thread_count(), Mutex::default);
    for list in &mut *found {
        let list = list.get_mut().unwrap_or_else(PoisonError::into_inner);
        // A step that panicked may have left hits behind.
        list.clear();
        // One thread may find all hits, so each list has the capacity of the whole.
        list.reserve_exact(hits.capacity());
    }
    let next = AtomicU32::new(0);
    share_tasks(tasks, pool, counters, &|claims| {
        // A pool that calls more often than it has threads wraps around. That call waits for the earlier
        // one, which does not depend on it.
        let index = next.fetch_add(1, Ordering::Relaxed) as usize % found.len();
        let mut found = found[index].lock().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: `Claims` hands out every block once and completes a task before the next one.
        claims.work(|task, blocks| unsafe { solve.run(task, blocks, &mut found) });
    });
    for list in found {
        hits.append(list.get_mut().unwrap_or_else(PoisonError::into_inner));
    }
}

/// Runs `run` on all threads of a pool, with access to the blocks of the tasks.
///
/// # Panics
/// When a claimed block panicked on any thread.
pub(crate) fn share_tasks(
    tasks: &[Task],
    pool: &dyn TaskSystem,
    counters: &mut Vec<Counter>,
    run: &(dyn Fn(Claims<'_>) + Sync),
) {
    counters.clear();
    counters.resize_with(tasks.len(), Counter::default);
    let poisoned = AtomicBool::new(false);
    let counters: &[Counter] = counters;
    let threads = pool.thread_count() as u32;
    pool.run(&|| run(Claims { tasks, counters, threads, poisoned: &poisoned }));
    // The caller's pool may have swallowed the panic, and the result of the solve is invalid then.
    assert!(!poisoned.load(Ordering::Acquire), "a kernel of the solver panicked on another thread");
}

/// Access of one thread to the tasks and their counters.
pub(crate) struct Claims<'a> {
    tasks: &'a [Task],
    counters: &'a [Counter],
    threads: u32,
    /// Set by a thread that panicked; its blocks will never be done.
    poisoned: &'a AtomicBool,
}

impl Claims<'_> {
    /// Walks the tasks, claims blocks and runs them.
    pub(crate) fn work(self, mut run: impl FnMut(Task, Range<u32>)) {
        let guard = PoisonGuard(self.poisoned);
        for (&task, counter) in self.tasks.iter().zip(self.counters) {
            let chunk = self.chunk(task);
            loop {
                let start = counter.claimed.fetch_add(chunk, Ordering::Relaxed);
                if start >= task.blocks {
                    break;
                }
                let end = (start + chunk).min(task.blocks);
                run(task, task.first + start..task.first + end);
                counter.done.fetch_add(end - start, Ordering::Release);
            }
            let mut spins = 0;
            while counter.done.load(Ordering::Acquire) < task.blocks {
                if self.poisoned.load(Ordering::Relaxed) {
                    // No panic on this thread, so the guard must not report one.
                    core::mem::forget(guard);
                    return;
                }
                back_off(&mut spins);
            }
        }
        core::mem::forget(guard);
    }

    /// Number of blocks per claim. A few claims per thread balance the load, and a claim costs about as
    /// much as a block.
    fn chunk(&self, task: Task) -> u32 {
        if task.color as usize == OVERFLOW {
            // Constraints of the overflow color share bodies, so one thread takes them all in order.
            task.blocks
        } else {
            (task.blocks / (4 * self.threads)).clamp(2, 64)
        }
    }
}

/// Sets the flag when it is dropped, which happens only in a panic.
struct PoisonGuard<'a>(&'a AtomicBool);

impl Drop for PoisonGuard<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn2d_tasks::Threads;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    const TASKS: usize = 40;

    fn tasks() -> Vec<Task> {
        (0..TASKS)
            .map(|_| Task { stage: SolverStage::SolveContacts, color: 0, plan: 0, first: 0, blocks: 200 })
            .collect()
    }

    #[test]
    fn a_list_of_tasks_is_made_again_when_a_number_changes() {
        let mut counts = TaskCounts::default();
        let usual = ([3, 0, 4], vec![[0, 0, 2], [5, 1, 1]]);
        let mut replace =
            |(others, colors): &([u32; 3], Vec<[u32; 3]>)| counts.replace(*others, colors.iter().copied());
        for change in 0..9 {
            let mut other = usual.clone();
            match change {
                0..3 => other.0[change] += 1,
                3..6 => other.1[1][change - 3] += 1,
                6 => other.1.push([7, 0, 1]),
                7 => drop(other.1.pop()),
                _ => other.1.clear(),
            }
            assert!(replace(&usual) && !replace(&usual), "{change}");
            assert!(replace(&other) && !replace(&other), "{change}");
        }
    }

    #[test]
    fn tasks_run_in_order_and_each_block_once() {
        for threads in [2, 4, 7] {
            let pool = Threads::default().system(threads).unwrap();
            let ran: Vec<AtomicU32> = (0..TASKS * 200).map(|_| AtomicU32::new(0)).collect();
            let tasks: Vec<Task> = tasks()
                .into_iter()
                .enumerate()
                .map(|(i, task)| Task { color: i as u8 % 20, ..task })
                .collect();
            let order = Mutex::new(Vec::new());
            share_tasks(&tasks, &*pool, &mut Vec::new(), &|claims| {
                claims.work(|task, blocks| {
                    let mut order = order.lock().unwrap();
                    // Tasks 20 apart have the same color here. At most one task is in progress, so counting
                    // tells them apart.
                    let index = order.len() / 200;
                    assert_eq!(task.color as usize, index % 20);
                    for block in blocks {
                        order.push(index);
                        ran[index * 200 + block as usize].fetch_add(1, Ordering::Relaxed);
                    }
                });
            });
            assert!(ran.iter().all(|count| count.load(Ordering::Relaxed) == 1));
        }
    }

    #[test]
    fn a_panic_on_one_thread_reaches_the_caller_and_nobody_waits_for_ever() {
        for (threads, unlucky) in [(2, 0), (2, 3_990), (4, 4_000), (4, 7_999)] {
            let pool = Threads::default().system(threads).unwrap();
            let (mut counters, tasks) = (Vec::new(), tasks());
            let ran = AtomicU32::new(0);
            let mut solve = |unlucky: u32| {
                ran.store(0, Ordering::Relaxed);
                catch_unwind(AssertUnwindSafe(|| {
                    share_tasks(&tasks, &*pool, &mut counters, &|claims| {
                        claims.work(|_, blocks| {
                            let before = ran.fetch_add(blocks.len() as u32, Ordering::Relaxed);
                            let mine = before..before + blocks.len() as u32;
                            assert!(!mine.contains(&unlucky), "as planned");
                        });
                    });
                }))
            };
            assert!(solve(unlucky).is_err(), "{threads} threads, block {unlucky}");
            assert!(solve(u32::MAX).is_ok(), "the pool lives on");
            assert_eq!(ran.load(Ordering::Relaxed) as usize, TASKS * 200);
        }
    }

    /// A pool of the caller that swallows panics.
    #[derive(Debug)]
    struct Silent;

    impl TaskSystem for Silent {
        fn thread_count(&self) -> usize {
            1
        }

        fn run(&self, work: &(dyn Fn() + Sync)) {
            let _ = catch_unwind(AssertUnwindSafe(work));
        }
    }

    #[test]
    fn a_pool_that_swallows_panics_does_not_hide_them() {
        let solve = || {
            share_tasks(&tasks(), &Silent, &mut Vec::new(), &|claims| {
                claims.work(|_, blocks| assert!(blocks.start < 100, "as planned"));
            });
        };
        assert!(catch_unwind(AssertUnwindSafe(solve)).is_err());
    }
}
