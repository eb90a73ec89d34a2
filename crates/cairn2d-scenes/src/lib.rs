//! The scene format of cairn2d and every built-in scene.
//!
//! A [`Scene`] is plain data: world settings, bodies with their shapes, and joints. It is the one description
//! that the tests, the benchmark program, the command line program and the examples share, so that "the
//! tumbler" is the same tumbler everywhere, and so that another engine can be given exactly the same world.
//! What a scene does while it runs (bodies that appear, a pusher that follows a path) is a [`Script`], which
//! also speaks in plain data.
//!
//! - [`format`](mod@format): the data types, reading and writing JSON, the JSON Schema.
//! - [`library`]: the built-in scenes, by name.
//! - [`script`]: what happens between steps, as data; [`play`]: what needs to see the world, games among it.
//! - [`games`]: two games, played with a keyboard or by themselves.
//! - [`Controls`] go into a play, an [`Overlay`] comes out of it.
//! - [`instantiate`] and [`Runner`]: a scene in the engine; [`Scene::from_world`] and [`Capture`]: the way
//!   back.
//! - [`Limits`] of scenes from outside; [`Runner::coming_work`]: what a step may cost, counted before it is
//!   taken.
//!
//! Invariant: everything here is computed with operations that round the same way on every machine, so a
//! built-in scene is the same bits everywhere.

#![forbid(unsafe_code)]

mod capture;
mod controls;
mod digest;
mod drivers;
mod fields;
pub mod format;
pub mod games;
mod instantiate;
mod join;
pub mod library;
mod limits;
pub mod overlay;
pub mod play;
mod runner;
pub mod script;
mod trig;
mod work;

pub use capture::Capture;
pub use controls::Controls;
pub use digest::{Digest, DigestRun};
pub use format::{Scene, SceneError};
pub use instantiate::{Handles, Overrides, instantiate, join, spawn};
pub use library::{BuiltIn, UnknownScene, all, find};
pub use limits::Limits;
pub use overlay::{Overlay, Tone};
pub use play::{Play, Turn};
pub use runner::Runner;
pub use script::{Command, Script};
pub use work::BLAST as BLAST_WORK;
