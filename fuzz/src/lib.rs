//! The fuzz targets, and a source of bytes without a guide.
//!
//! Invariant: a target returns for any bytes. Rejected input is fine; accepted input must be a valid world
//! that can step.
#![forbid(unsafe_code)]

pub mod mutate;
pub mod originals;
mod recordings;
mod targets;

// How check sums are made to fit, from the tests of the facade.
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

pub use inputs::Random;
pub use targets::{calls, delta, hull, recording, scene, snapshot};

use sequence::{Fuzz, Outcome};

/// Variables of the programs here, as of the test program.
pub const SEED: &str = "CAIRN2D_FUZZ_SEED";
const PROGRESS: &str = "CAIRN2D_FUZZ_PROGRESS";

/// The command that makes one file again.
pub const REPLAY: &str = "cargo test --profile hard --manifest-path fuzz/Cargo.toml --test mutate";
