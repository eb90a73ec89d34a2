//! Runs scenes in cairn2d and measures them: one run for each start of the program. Or answers the rows of
//! the accuracy table.

mod world;

use std::process::ExitCode;

fn main() -> ExitCode {
    let answered = cairn2d_bench_harness::answer_rows(&cairn2d_truth::Cairn2d);
    answered.unwrap_or_else(cairn2d_bench_harness::run::<world::Cairn2d>)
}
