//! The fuzz targets, and an unguided source of bytes.
//!
//! Invariant: a target returns for any bytes. Rejected input is fine; accepted input must be a valid world
//! that can step.
#![forbid(unsafe_code)]

mod beside;
mod breaking;
pub mod mutate;
pub mod originals;
mod recordings;
mod systems;
mod targets;

// Repair of checksums, shared with the tests of the facade.
#[path = "../../crates/cairn2d/tests/mend/mod.rs"]
mod mend;

// The random calls of the test program of the facade.
#[allow(dead_code, reason = "the test program uses all of it")]
#[path = "../../crates/cairn2d/tests/fuzz/calls.rs"]
mod calls;
#[path = "../../crates/cairn2d/tests/fuzz/drivers.rs"]
mod drivers;
#[path = "../../crates/cairn2d/tests/fuzz/fields.rs"]
mod fields;
#[path = "../../crates/cairn2d/tests/fuzz/inputs.rs"]
mod inputs;
#[allow(dead_code, reason = "the test program uses all of it")]
#[path = "../../crates/cairn2d/tests/fuzz/sequence.rs"]
mod sequence;
#[allow(dead_code, reason = "the test program uses all of it")]
#[path = "../../crates/cairn2d/tests/fuzz/watch.rs"]
pub mod watch;

pub use beside::{import, map, outline};
pub use breaking::{breakables, fracture};
pub use inputs::Random;
pub use systems::{dig, gas, pour, terrain, water};
pub use targets::{calls, delta, hull, recording, scene, snapshot};

use sequence::{Fuzz, Outcome};

/// Variables of the programs here, as in the test program.
pub const SEED: &str = "CAIRN2D_FUZZ_SEED";
const PROGRESS: &str = "CAIRN2D_FUZZ_PROGRESS";

/// The command that repeats one file.
pub const REPLAY: &str = "cargo test --profile hard --manifest-path fuzz/Cargo.toml --test mutate";
