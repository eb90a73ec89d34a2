//! The scheduler of `cairn2d-tasks` and the claims of the solver on loom's primitives: the same sources, with
//! another `sync` module below them.
//!
//! Modelled: a pool of workers that parks and wakes, jobs that workers enter late or not at all, panics, and
//! the claims of slots and of the blocks of tasks. Not modelled: kernels, whose rows are cells that loom
//! watches, and spinning, which only delays parking.
#![allow(dead_code, reason = "the sources are used in part")]

// The solver's source imports the scheduler by the name of its crate.
extern crate self as cairn2d_tasks;

#[path = "../../../crates/cairn2d-tasks/src/pool.rs"]
mod pool;
#[path = "../../../crates/cairn2d-tasks/src/slots.rs"]
mod slots;
#[path = "../../../crates/cairn2d-tasks/src/system.rs"]
mod system;

pub use pool::back_off;
pub use system::{Prepare, TaskSystem};

/// Loom's primitives under the names of `sync.rs` of `cairn2d-tasks` and of `cairn2d-dynamics`.
mod sync {
    pub(crate) use loom::cell::UnsafeCell as SharedCell;
    pub(crate) use loom::hint::spin_loop;
    pub(crate) use loom::sync::Mutex;
    pub(crate) use loom::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
    pub(crate) use loom::thread::{Builder, JoinHandle, Thread, park, yield_now};

    /// A worker parks at once, because the model schedules it later anyway.
    pub(crate) const SPINS: u32 = 0;

    /// Each round of waiting yields to other threads.
    pub(crate) const BACK_OFF_SPINS: u32 = 0;
}

/// The paths under which the solver's source imports them.
mod kernels {
    pub(crate) use crate::sync;
}

mod tables {
    pub(crate) mod constraint_graph {
        pub(crate) const OVERFLOW: usize = 23;
        pub(crate) const COLOR_COUNT: usize = OVERFLOW + 1;
    }
}

mod store {
    pub(crate) mod capacity {
        pub(crate) fn reserve_total<T>(list: &mut Vec<T>, total: usize) {
            list.reserve(total.saturating_sub(list.len()));
        }
    }
}

pub mod models;
mod solver;
