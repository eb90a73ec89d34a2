//! The C interface of cairn2d.
//!
//! `bindings/api/cairn2d.api` lists the calls. `generated/` is written from it: structs, calls as safe
//! functions, and the exported functions around them. The other files are written by hand: conversions,
//! errors, the handle of a world, and calls that need more than plain arguments.
//!
//! For WebAssembly in JavaScript (`wasm32-unknown-unknown`), the exported functions take ids as two numbers,
//! and `memory.rs` lends memory for arguments.
//!
//! The cargo features are parts that the core build of the package for npm leaves out.
//!
//! Invariant: no panic crosses the interface. `handle.rs` catches it, marks the world and reports an error.
//! Every later call about that world is rejected.

pub mod convert;
mod definitions;
#[cfg(feature = "drawing")]
mod drawing;
pub mod fault;
pub mod generated;
#[cfg_attr(not(feature = "complete"), allow(dead_code, reason = "parts that this build leaves out use them"))]
mod handle;
mod lifecycle;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod memory;
#[cfg(feature = "recordings")]
mod recordings;
#[cfg(feature = "snapshots")]
mod snapshots;

#[cfg(feature = "drawing")]
pub use drawing::{Drawing, draw};

#[cfg(test)]
mod tests;
