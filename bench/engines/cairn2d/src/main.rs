//! Runs scenes in cairn2d and measures them: one run for each start of the program.

mod world;

use std::process::ExitCode;

fn main() -> ExitCode {
    cairn2d_bench_harness::run::<world::Cairn2d>()
}
