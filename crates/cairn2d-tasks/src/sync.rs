//! The primitives of the scheduler: atomics, threads, and the cell that holds the current job.
//!
//! They are named in one place so that the model checker (`fuzz/loom`) can compile the scheduler with its
//! own. Each does what its counterpart in `std` does and nothing more.

pub(crate) use core::hint::spin_loop;
pub(crate) use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
pub(crate) use std::thread::{Builder, JoinHandle, Thread, park, yield_now};

/// Rounds in which a worker looks for the next job before it parks.
pub(crate) const SPINS: u32 = 4_000;

/// Rounds of waiting for another thread before the processor is yielded.
pub(crate) const BACK_OFF_SPINS: u32 = 200;

/// A cell that threads share. Its owner ensures that a write excludes every other access.
pub(crate) struct SharedCell<T>(core::cell::UnsafeCell<T>);

impl<T> SharedCell<T> {
    pub(crate) const fn new(value: T) -> SharedCell<T> {
        SharedCell(core::cell::UnsafeCell::new(value))
    }

    /// Calls `read` with a pointer for reading.
    pub(crate) fn with<R>(&self, read: impl FnOnce(*const T) -> R) -> R {
        read(self.0.get())
    }

    /// Calls `write` with a pointer for writing.
    pub(crate) fn with_mut<R>(&self, write: impl FnOnce(*mut T) -> R) -> R {
        write(self.0.get())
    }
}
