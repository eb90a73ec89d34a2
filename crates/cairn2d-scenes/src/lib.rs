//! The scene format of cairn2d and every built-in scene.
//!
//! A [`Scene`] is plain data: world settings, bodies with their shapes, and joints. The tests, the benchmark
//! program, the command line program and the examples share it, so that a scene is the same everywhere and
//! other engines can run the same world. The activity of a scene while it runs (bodies that appear, a pusher
//! on a path) is a [`Script`], which is plain data too.
//!
//! - [`format`](mod@format): the data types, reading and writing JSON, the JSON Schema.
//! - [`library`]: the built-in scenes, by name.
//! - [`script`]: commands between steps, as data; [`play`]: code that reads the world, such as games.
//! - [`games`]: two games, played with a keyboard or by an autopilot, and two scenes of paths.
//! - [`systems`]: systems that step beside a world, such as a wind on a grid of cells.
//! - [`Controls`] are the input of a play, an [`Overlay`] is its output.
//! - [`instantiate`] and [`Runner`]: a scene in the engine; [`Scene::from_world`] and [`Capture`]: the
//!   inverse.
//! - [`Limits`] of scenes from outside; [`Runner::coming_work`]: the estimated work of a step before it is
//!   taken.
//!
//! Invariant: all computations use operations that round the same way on every machine, so a built-in scene
//! has the same bits everywhere.

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
mod parameters;
pub mod play;
mod runner;
pub mod script;
pub mod systems;
mod trig;
mod work;

pub use capture::Capture;
pub use controls::{Control, Controls};
pub use digest::{Digest, DigestRun};
pub use format::{Scene, SceneError};
pub use instantiate::{Handles, Overrides, add_portals, instantiate, join, spawn, spawn_all};
pub use library::{BuiltIn, UnknownScene, all, find};
pub use limits::Limits;
pub use overlay::{Overlay, OverlayGrid, Ramp, Tone};
pub use parameters::{Parameter, ParameterError, Setting, read_setting};
pub use play::{Play, Turn};
pub use runner::Runner;
pub use script::{Command, Script};
pub use work::BLAST as BLAST_WORK;
