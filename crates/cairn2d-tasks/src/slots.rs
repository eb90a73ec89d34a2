//! Parallel loops over slices.
//!
//! Invariant: a counter hands out each index once, so no two threads reach the same element.

use crate::sync::{AtomicUsize, Ordering};
use crate::system::TaskSystem;

/// Calls `work` once for each slot with the index of the slot, on all threads; without a task system on the
/// caller, in order.
///
/// # Panics
/// If `work` panics for a slot. Other slots may then have been skipped.
pub fn for_each_slot<T: Send>(
    tasks: Option<&dyn TaskSystem>,
    slots: &mut [T],
    work: &(dyn Fn(usize, &mut T) + Sync),
) {
    let Some(tasks) = tasks.filter(|_| slots.len() > 1) else {
        slots.iter_mut().enumerate().for_each(|(index, slot)| work(index, slot));
        return;
    };
    let count = slots.len();
    let base = Base(slots.as_mut_ptr());
    claim_each(tasks, count, &|index| {
        // SAFETY: `claim_each` passes each index below the length once, and the borrow of the slice lasts
        // until it returns.
        work(index, unsafe { &mut *base.at(index) });
    });
}

/// Cuts a slice into chunks of `length` elements, the last one shorter, and calls `work` once for each on all
/// threads; without a task system on the caller, in order. `work` also gets the index of the chunk's first
/// element. A length of 0 counts as 1.
///
/// # Panics
/// If `work` panics for a chunk. Other chunks may then have been skipped.
pub fn for_each_chunk<T: Send>(
    tasks: Option<&dyn TaskSystem>,
    slice: &mut [T],
    length: usize,
    work: &(dyn Fn(usize, &mut [T]) + Sync),
) {
    let length = length.max(1);
    let Some(tasks) = tasks.filter(|_| slice.len() > length) else {
        slice.chunks_mut(length).enumerate().for_each(|(index, chunk)| work(index * length, chunk));
        return;
    };
    let count = slice.len();
    let base = Base(slice.as_mut_ptr());
    claim_each(tasks, count.div_ceil(length), &|index| {
        let start = index * length;
        let len = length.min(count - start);
        // SAFETY: `claim_each` passes each index once, chunks of different indices do not overlap,
        // `start + len` is at most the length of the slice, and the borrow of the slice lasts until it
        // returns.
        work(start, unsafe { core::slice::from_raw_parts_mut(base.at(start), len) });
    });
}

/// Calls `work` at most once with each number below `count`, and with all of them unless it panics.
fn claim_each(tasks: &dyn TaskSystem, count: usize, work: &(dyn Fn(usize) + Sync)) {
    let next = AtomicUsize::new(0);
    tasks.run(&|| {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                break;
            }
            work(index);
        }
    });
}

/// The first element of a slice whose elements are handed to threads.
struct Base<T>(*mut T);

impl<T> Base<T> {
    fn at(&self, index: usize) -> *mut T {
        self.0.wrapping_add(index)
    }
}

// SAFETY: each element is reached by one thread only, which the two loops above ensure.
unsafe impl<T: Send> Sync for Base<T> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::threads::Threads;
    use core::panic::AssertUnwindSafe;
    use std::panic::catch_unwind;

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
    fn every_element_is_in_one_chunk_and_chunks_do_not_depend_on_threads() {
        for threads in [1, 2, 5] {
            let pool = Threads::default().system(threads);
            for (count, length) in [(0, 3), (1, 3), (3, 3), (100, 7), (1000, 64), (5, usize::MAX)] {
                let mut numbers = vec![(0_usize, 0_usize); count];
                for_each_chunk(pool.as_deref(), &mut numbers, length, &|start, chunk| {
                    let len = chunk.len();
                    chunk.iter_mut().enumerate().for_each(|(i, number)| *number = (start + i, len));
                });
                for (index, number) in numbers.into_iter().enumerate() {
                    let first = index - index % length;
                    assert_eq!(number, (index, length.min(count - first)));
                }
            }
        }
    }

    #[test]
    fn a_chunk_length_of_zero_counts_as_one() {
        let mut slice = [0, 0, 0];
        for_each_chunk(None, &mut slice, 0, &|first, chunk| {
            assert_eq!(chunk.len(), 1);
            chunk[0] = first + 1;
        });
        assert_eq!(slice, [1, 2, 3]);
    }

    #[test]
    fn panic_reaches_the_caller_and_the_pool_stays_usable() {
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

    #[test]
    fn nested_job_of_the_same_pool_runs_on_its_caller() {
        let pool = Threads::default().system(4);
        let mut slots = vec![0_u64; 8];
        for_each_slot(pool.as_deref(), &mut slots, &|_, slot| {
            let mut parts = vec![0_u64; 100];
            for_each_slot(pool.as_deref(), &mut parts, &|index, part| *part = index as u64);
            *slot = parts.iter().sum();
        });
        assert!(slots.iter().all(|slot| *slot == 4950));
    }

    #[test]
    fn several_callers_may_use_one_pool() {
        let pool = Threads::default().system(3);
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    let mut slots = vec![0_u32; 50];
                    for round in 1..=20 {
                        for_each_slot(pool.as_deref(), &mut slots, &|index, slot| *slot += index as u32);
                        assert!(slots.iter().enumerate().all(|(index, slot)| *slot == index as u32 * round));
                    }
                });
            }
        });
    }
}
