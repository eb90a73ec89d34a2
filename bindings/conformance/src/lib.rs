//! Scripts that prove that every binding is the same engine.
//!
//! A script is a text with one call per line, in the names of the API table. Every binding has a runner that
//! makes the calls through its own interface and prints the hash of the world and the hash of all results.
//! The runner here is the reference. It calls the engine without an interface between; the tests of this
//! crate also compare scripts made from scenes with the same scenes made by `cairn2d-scenes`.
#![forbid(unsafe_code)]

#[rustfmt::skip]
mod generated;
mod from_scene;
mod own;
mod random;
mod run;

pub use from_scene::from_scene;
pub use random::random;
pub use run::{Outcome, ScriptError, run};

use std::path::PathBuf;

/// Folder of the scripts that are written by hand.
pub fn scripts() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scripts")
}
