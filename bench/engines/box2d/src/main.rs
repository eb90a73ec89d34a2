//! Runs scenes in Box2D v3.2 and measures them: one run for each start of the program.
//!
//! The C library is called through the raw bindings of `boxdd-sys`, as an application written in C would call
//! it. Two builds of it cannot live in one process (their symbols are the same), so this program is built
//! twice: by default with SSE2, with the feature `avx2` with AVX2.

mod convert;
mod world;

use std::process::ExitCode;

fn main() -> ExitCode {
    let answered = cairn2d_bench_harness::answer_rows_of::<world::Box2d>();
    answered.unwrap_or_else(cairn2d_bench_harness::run::<world::Box2d>)
}
