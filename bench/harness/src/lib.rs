//! What every measured engine shares.
//!
//! Each engine is a program of its own, because one process cannot hold two builds of Box2D and because only
//! a process of its own has an honest peak of memory. The main program starts it once for each run; it builds
//! one world, measures one run and prints one [`RunResult`] as JSON. [`Engine`] is what an engine must be
//! able to do, [`run`] the loop that measures it, the same for all.

#[cfg(feature = "run")]
mod engine;
#[cfg(feature = "run")]
mod measure;
#[cfg(feature = "run")]
mod process;
mod result;
#[cfg(feature = "run")]
mod scenes;
#[cfg(feature = "run")]
mod truth;
#[cfg(feature = "run")]
mod world;

#[cfg(feature = "run")]
pub use engine::{BodyState, Engine, Options};
#[cfg(feature = "run")]
pub use measure::run;
pub use result::{Counts, EndState, Fact, RunResult, Stage, Times};
#[cfg(feature = "run")]
pub use truth::{Probed, answer_rows, answer_rows_of};
