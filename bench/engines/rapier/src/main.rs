//! Runs scenes in Rapier and measures them: one run for each start of the program.
//!
//! What Rapier does not have is replaced by what comes nearest: motors of joints are velocity motors of great
//! stiffness, and where a joint has both a spring and a motor at rest (the rag dolls), only the spring is
//! made, because Rapier has one motor for each axis. Solver settings are Rapier's defaults, with as many
//! solver iterations as the scene has sub-steps.

mod convert;
mod filters;
mod world;

use std::process::ExitCode;

fn main() -> ExitCode {
    let answered = cairn2d_bench_harness::answer_rows_of::<world::Rapier>();
    answered.unwrap_or_else(cairn2d_bench_harness::run::<world::Rapier>)
}
