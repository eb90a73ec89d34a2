//! Writes the outcome: a table in Markdown, JSON with everything, and a plot.

mod plot;
mod table;

use std::path::Path;

use serde::Serialize;

use crate::arguments::CompareOptions;
use crate::rounds::SceneRuns;
use crate::summary::SceneSummary;

pub(crate) use table::markdown;

/// The JSON file.
#[derive(Serialize)]
struct Document<'a> {
    machine: String,
    threads_of_machine: usize,
    unix_time: u64,
    rounds: usize,
    quick: bool,
    summaries: &'a [SceneSummary],
    runs: Vec<Runs<'a>>,
}

#[derive(Serialize)]
struct Runs<'a> {
    engine: String,
    results: &'a [cairn2d_bench_harness::RunResult],
}

/// Writes everything measured, each step's time included.
///
/// # Errors
/// A file that cannot be written.
pub(crate) fn write_json(
    path: &Path,
    options: &CompareOptions,
    runs: &[SceneRuns],
    summaries: &[SceneSummary],
) -> Result<(), String> {
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let document = Document {
        machine: machine(),
        threads_of_machine: std::thread::available_parallelism().map_or(0, usize::from),
        unix_time: time.map_or(0, |time| time.as_secs()),
        rounds: options.rounds,
        quick: options.quick,
        summaries,
        runs: runs
            .iter()
            .flat_map(|scene| &scene.engines)
            .map(|(engine, results)| Runs { engine: engine.to_string(), results })
            .collect(),
    };
    let text = serde_json::to_string(&document).map_err(|error| error.to_string())?;
    write(path, &text)
}

/// Writes the plot.
///
/// # Errors
/// A file that cannot be written.
pub(crate) fn write_plot(
    path: &Path,
    options: &CompareOptions,
    summaries: &[SceneSummary],
) -> Result<(), String> {
    let ours = options.engines.first().map(ToString::to_string).unwrap_or_default();
    write(path, &plot::svg(&ours, &machine(), summaries))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Returns the name of this machine's processor.
fn machine() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    name.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}
