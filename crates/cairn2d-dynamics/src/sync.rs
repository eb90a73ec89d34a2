//! What the scheduler is made of: atomics, threads, and the cell that holds the job under way.
//!
//! In one place, so that the model checker (`fuzz/loom`) can compile the scheduler with others. Nothing here does more than its part of `std`.

pub(crate) use cairn2d_math::StandardFloats;
pub(crate) use core::hint::spin_loop;
pub(crate) use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
pub(crate) use std::sync::Mutex;
pub(crate) use std::thread::{Builder, JoinHandle, Thread, park, yield_now};

/// Rounds a worker looks for the next job before it parks.
pub(crate) const SPINS: u32 = 4_000;

/// Rounds of waiting for another thread before others are let run.
pub(crate) const RELAXED_SPINS: u32 = 200;

/// A cell that threads share; who may touch it when is for its owner to say.
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
