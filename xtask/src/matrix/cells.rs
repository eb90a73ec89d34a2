//! The cells: which build runs which scenes, how far, with which lanes and how many threads. The first is what all others are compared with.

use super::builds::{self, Build};

/// Every so many steps a run tells its digest; the program knows it too.
pub(crate) const INTERVAL: u32 = 100;

/// Which scenes a cell runs, as the program of the cells names them.
pub(crate) const SMALL: &str = "small";
pub(crate) const MEASURED: &str = "measured";

/// A build and what it runs.
pub(crate) struct Group {
    pub(crate) build: &'static Build,
    pub(crate) cells: Vec<Cell>,
}

/// One run of the program.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    /// `None` for each that the machine has, as a cell of its own.
    pub(crate) lanes: Option<&'static str>,
    pub(crate) threads: usize,
    pub(crate) scenes: &'static str,
    pub(crate) steps: u32,
}

impl Cell {
    fn all_lanes(scenes: &'static str, steps: u32) -> Cell {
        Cell { lanes: None, threads: 1, scenes, steps }
    }

    fn best(threads: usize, scenes: &'static str, steps: u32) -> Cell {
        Cell { lanes: Some("best"), threads, scenes, steps }
    }
}

/// What `.ci/run` runs: three targets.
pub(crate) fn short() -> Vec<Group> {
    let steps = 1000;
    let threads = [2, 5, 16].map(|threads| Cell::best(threads, MEASURED, INTERVAL));
    let here = [Cell::all_lanes(SMALL, steps), Cell::all_lanes(MEASURED, INTERVAL)];
    vec![
        Group { build: &builds::RELEASE, cells: here.into_iter().chain(threads).collect() },
        Group { build: &builds::ARM, cells: vec![Cell::best(1, SMALL, steps)] },
        Group { build: &builds::WASM_SIMD, cells: vec![Cell::all_lanes(SMALL, steps)] },
    ]
}

/// What is run at night; `steps` is 10,000 there.
pub(crate) fn full(steps: u32) -> Vec<Group> {
    let part = |divisor: u32| (steps / divisor / INTERVAL).max(1) * INTERVAL;
    let here = [Cell::all_lanes(SMALL, steps), Cell::all_lanes(MEASURED, part(20))];
    // Small scenes leave little to threads; those that are measured are what they work on.
    let threads = (2..=16)
        .flat_map(|threads| [Cell::best(threads, MEASURED, part(50)), Cell::best(threads, SMALL, part(20))]);
    let both = |steps| vec![Cell::all_lanes(SMALL, steps), Cell::best(1, MEASURED, part(50))];
    vec![
        Group { build: &builds::RELEASE, cells: here.into_iter().chain(threads).collect() },
        Group { build: &builds::LINKED, cells: both(steps) },
        Group { build: &builds::NATIVE, cells: both(steps) },
        Group { build: &builds::DEBUG, cells: both(steps) },
        Group { build: &builds::X86, cells: both(steps) },
        Group { build: &builds::WASM_SIMD, cells: both(steps) },
        Group { build: &builds::WASM, cells: both(steps) },
        Group { build: &builds::UNOPTIMISED, cells: vec![Cell::all_lanes(SMALL, part(10))] },
        Group {
            build: &builds::ARM,
            cells: vec![Cell::all_lanes(SMALL, steps), Cell::best(1, MEASURED, INTERVAL)],
        },
    ]
}
