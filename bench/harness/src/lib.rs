//! Shared parts of the measured engines.
//!
//! Each engine is a separate program, because one process cannot contain two builds of Box2D, and the peak of
//! memory needs a separate process. The main program starts it once per run. It builds one world, measures
//! one run and prints one [`RunResult`] as JSON. [`Engine`] is the interface of an engine, and [`run`] the
//! measuring loop, which is the same for all.

#[cfg(feature = "run")]
mod engine;
mod game_names;
#[cfg(feature = "run")]
mod games;
#[cfg(feature = "run")]
mod measure;
#[cfg(feature = "run")]
mod process;
#[cfg(feature = "run")]
mod queries;
#[cfg(feature = "run")]
mod random;
mod result;
#[cfg(feature = "run")]
mod scenes;
#[cfg(feature = "run")]
mod truth;
#[cfg(feature = "run")]
mod world;

#[cfg(feature = "run")]
pub use engine::{BodyState, Engine, Options};
pub use game_names::GAME_NAMES;
#[cfg(feature = "run")]
pub use games::Parameters;
#[cfg(feature = "run")]
pub use measure::run;
#[cfg(feature = "run")]
pub use queries::Query;
pub use result::{Counts, EndState, Fact, RunResult, Stage, Times};
#[cfg(feature = "run")]
pub use truth::{Probed, answer_rows, answer_rows_of};
