//! The cells: build, scenes, steps, lanes and threads of a run. All cells are compared with the first one.

use super::builds::{self, Build};

/// Steps between two digests of a run; the program has the same constant.
pub(crate) const INTERVAL: u32 = 100;

/// Sets of scenes, as arguments of the program of the cells.
pub(crate) const SMALL: &str = "small";
pub(crate) const SAMPLE: &str = "sample";
pub(crate) const MEASURED: &str = "measured";

/// A build and the runs of its program.
pub(crate) struct Group {
    pub(crate) build: &'static Build,
    pub(crate) cells: Vec<Cell>,
}

/// One run of the program.
#[derive(Clone, Debug)]
pub(crate) struct Cell {
    /// `None` for one cell per available set of lanes.
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

/// The cells of `.ci/run`: three targets, and a debug build, which checks the rows that threads share.
pub(crate) fn short() -> Vec<Group> {
    // An emulator takes twenty times as long; nightly runs make all steps there, too.
    let (steps, emulated) = (1000, 300);
    let threads = [2, 5, 16].map(|threads| Cell::best(threads, MEASURED, INTERVAL));
    let here = [Cell::all_lanes(SMALL, steps), Cell::all_lanes(MEASURED, INTERVAL)];
    vec![
        Group { build: &builds::RELEASE, cells: here.into_iter().chain(threads).collect() },
        Group { build: &builds::DEBUG, cells: vec![Cell::best(2, MEASURED, INTERVAL)] },
        Group { build: &builds::ARM, cells: vec![Cell::best(1, SAMPLE, emulated)] },
        Group { build: &builds::WASM_SIMD, cells: vec![Cell::all_lanes(SMALL, emulated)] },
    ]
}

/// The cells of a nightly run; `steps` is 10,000 there, and `scenes` are the small ones, or a sample of them.
pub(crate) fn full(steps: u32, scenes: &'static str) -> Vec<Group> {
    let part = |divisor: u32| (steps / divisor / INTERVAL).max(1) * INTERVAL;
    let group = |build: &'static Build, cells: &[Cell]| Group { build, cells: cells.to_vec() };
    let all = Cell::all_lanes(scenes, steps);
    let measured = Cell::best(1, MEASURED, INTERVAL);
    // Small scenes have little parallel work, so threads are tested with the benchmark scenes.
    let threads = |threads| [Cell::best(threads, MEASURED, INTERVAL), Cell::best(threads, scenes, part(20))];
    let threads: Vec<Cell> = (2..=16).flat_map(threads).collect();
    // An emulator takes twenty times as long, and an unoptimised build a hundred times.
    let slow = [Cell::best(1, SAMPLE, steps), Cell::all_lanes(scenes, part(10)), measured.clone()];
    vec![
        group(&builds::RELEASE, &[all.clone(), Cell::all_lanes(MEASURED, part(20))]),
        group(&builds::ARM, &slow),
        group(&builds::WASM_SIMD, &[all.clone(), measured.clone()]),
        group(&builds::X86, &[all.clone(), measured.clone()]),
        group(&builds::DEBUG, &[all.clone(), measured.clone()]),
        group(&builds::RELEASE, &threads),
        group(&builds::WASM, &[all.clone(), measured.clone()]),
        group(&builds::LINKED, &[all.clone(), measured.clone()]),
        group(&builds::NATIVE, &[all, measured]),
        group(&builds::UNOPTIMISED, &[Cell::all_lanes(scenes, part(50))]),
    ]
}
