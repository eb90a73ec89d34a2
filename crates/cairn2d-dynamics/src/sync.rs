//! The primitives of the solver's claims, and the modes of arithmetic of a thread.
//!
//! They are named in one place so that the model checker (`fuzz/loom`) can compile `solver/workers.rs` with its own.

pub(crate) use cairn2d_math::StandardFloats;
pub(crate) use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};
pub(crate) use std::sync::Mutex;
