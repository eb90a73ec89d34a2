//! Synchronization primitives of the solver's workers.
//!
//! They are imported in one place so that the model checker (`fuzz/loom`) can compile `solver/workers.rs`
//! with its own.

pub(crate) use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};
pub(crate) use std::sync::Mutex;
