//! Threads for the stages of the cairn2d physics engine: a pool that runs one job at a time, or threads that
//! the host lends.
//!
//! # Jobs
//! A job is a closure that several threads call at the same time. [`TaskSystem::run`] calls it on the caller
//! and on each worker that arrives in time, and returns when all calls have returned. The calls claim the
//! parts of the work from a shared counter. One call alone therefore completes a job, and a job never waits
//! for a worker to arrive.
//!
//! # Slices
//! [`for_each_slot`] hands each element of a slice to exactly one call. [`for_each_chunk`] first cuts the
//! slice into chunks of a given length. Slots are for parts of unequal work with scratch memory of their own;
//! chunks are for long arrays. Without a task system, both loops run on the caller in order.
//!
//! # Determinism
//! The thread that handles a slot or a chunk is not defined, and neither is the order. A job gives the same
//! bits on any number of threads if:
//! - the work on a slot reads only that slot and data that no slot writes;
//! - parts are cut by the data, never by [`TaskSystem::thread_count`];
//! - results are combined in the order of the slots, after the job.
//!
//! Modes of floating-point arithmetic belong to a thread. [`Threads::new`] takes a function that prepares
//! each thread for its share of a job; worlds pass one that sets the standard modes.
//!
//! # Panics
//! A panic in a job reaches the caller of [`TaskSystem::run`] after all calls have returned. The pool remains
//! usable. A panic of a lent task system outside of the job is kept for [`Threads::take_panic`], and the
//! caller completes the job.
//!
//! # Cost
//! A job allocates nothing. Idle workers spin for some microseconds and then park. A job that starts while
//! its task system already runs one runs on its caller alone.
//!
//! # Examples
//! ```
//! # mod cairn2d { pub use cairn2d_tasks as tasks; }
//! use cairn2d::tasks::{Threads, for_each_slot};
//!
//! struct Part {
//!     numbers: std::ops::Range<u64>,
//!     sum: u64,
//! }
//! let mut parts: Vec<Part> = (0..100).map(|i| Part { numbers: i * 1000..(i + 1) * 1000, sum: 0 }).collect();
//! let mut threads = Threads::default();
//! let tasks = threads.system(4);
//! for_each_slot(tasks.as_deref(), &mut parts, &|_, part| part.sum = part.numbers.clone().sum());
//! assert_eq!(parts.iter().map(|part| part.sum).sum::<u64>(), 4_999_950_000);
//! ```
#![deny(unsafe_code)]

mod guard;
mod lent;
#[expect(
    unsafe_code,
    reason = "a job is lent to threads that outlive it; every other module but the next is safe"
)]
mod pool;
#[expect(unsafe_code, reason = "threads write different elements of one slice")]
mod slots;
mod sync;
mod system;
mod threads;

pub use guard::PanicGuard;
pub use pool::back_off;
pub use slots::{for_each_chunk, for_each_slot};
#[cfg(feature = "rayon")]
pub use system::RayonTasks;
pub use system::{Prepare, TaskSystem};
pub use threads::Threads;
