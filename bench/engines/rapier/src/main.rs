//! Runs scenes in Rapier and measures them: one run for each start of the program.
//!
//! Missing features of Rapier are approximated: motors of joints are velocity motors of high stiffness. A
//! joint with both a spring and a motor at speed 0 (the ragdolls) only gets the spring, because Rapier has
//! one motor per axis. Solver settings are Rapier's defaults, with as many solver iterations as the scene has
//! sub-steps.

mod convert;
mod filters;
mod world;

use std::process::ExitCode;

fn main() -> ExitCode {
    let answered = cairn2d_bench_harness::answer_rows_of::<world::Rapier>();
    answered.unwrap_or_else(cairn2d_bench_harness::run::<world::Rapier>)
}
