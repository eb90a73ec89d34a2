//! Summary of the runs of a scene: times over the rounds, and ratios pair by pair.
//!
//! A ratio compares two runs of the same round, which were made within seconds of each other; the median over
//! the rounds is what counts. Minima of separate runs may come from different minutes of a shared machine.

use cairn2d_bench_harness::{EndState, Fact, RunResult, Stage};
use serde::Serialize;

use crate::checks::{self, Check};
use crate::rounds::SceneRuns;

/// The summary of one scene with one number of threads.
#[derive(Debug, Serialize)]
pub(crate) struct SceneSummary {
    /// The scene's name or file.
    pub(crate) scene: String,
    /// The threads of every engine.
    pub(crate) threads: usize,
    /// The steps of each run, the untimed first one included.
    pub(crate) steps: u32,
    /// The engines in the order they ran.
    pub(crate) engines: Vec<EngineSummary>,
    /// The first engine compared with each of the others.
    pub(crate) ratios: Vec<Ratio>,
    /// Whether the engines simulated the same scene.
    pub(crate) checks: Vec<Check>,
}

/// One engine in one scene.
#[derive(Debug, Serialize)]
pub(crate) struct EngineSummary {
    /// Its name.
    pub(crate) engine: String,
    /// Facts about its build.
    pub(crate) facts: Vec<Fact>,
    /// The shortest run \[ms per step\].
    pub(crate) min: f64,
    /// The median run \[ms per step\].
    pub(crate) median: f64,
    /// Each step at its shortest over the runs, without actions \[ms per step\]: the least disturbed figure.
    pub(crate) floor: f64,
    /// The longest step, each step at its shortest over the runs \[ms\].
    pub(crate) worst: f64,
    /// The 99th percentile of the steps, each at its shortest over the runs \[ms\].
    pub(crate) p99: f64,
    /// The least processor time of a run \[ms per step\].
    pub(crate) processor: f64,
    /// The smallest share of wall time for which the run had a processor, at most 1 for one thread \[-\].
    pub(crate) share: f64,
    /// The median peak of memory \[MiB\].
    pub(crate) memory: f64,
    /// The stages, each at its shortest mean over the runs \[ms per step\].
    pub(crate) stages: Vec<Stage>,
    /// Positions of the bodies at the end.
    pub(crate) end: EndState,
}

/// The times of the first engine divided by those of another.
#[derive(Debug, Serialize)]
pub(crate) struct Ratio {
    /// The engine in the numerator.
    pub(crate) engine: String,
    /// The engine in the denominator.
    pub(crate) to: String,
    /// The median over the rounds of the ratios of whole runs.
    pub(crate) median: f64,
    /// The smallest of these ratios.
    pub(crate) min: f64,
    /// The largest of these ratios.
    pub(crate) max: f64,
    /// The ratio of the floors.
    pub(crate) floor: f64,
    /// The median over the rounds of the ratios of processor times.
    pub(crate) processor: f64,
    /// The ratio of the longest steps.
    pub(crate) worst: f64,
    /// The ratio of the peaks of memory.
    pub(crate) memory: f64,
}

/// Summarizes the runs of a scene.
pub(crate) fn summarize(runs: &SceneRuns) -> SceneSummary {
    let engines: Vec<EngineSummary> =
        runs.engines.iter().map(|(engine, results)| summarize_engine(engine.to_string(), results)).collect();
    let mut ratios = Vec::new();
    for other in 1..engines.len() {
        let results = [&runs.engines[0].1[..], &runs.engines[other].1[..]];
        ratios.push(ratio([&engines[0], &engines[other]], results));
    }
    SceneSummary {
        scene: runs.scene.clone(),
        threads: runs.threads,
        steps: runs.engines[0].1[0].steps,
        engines,
        ratios,
        checks: checks::check(runs),
    }
}

fn summarize_engine(engine: String, results: &[RunResult]) -> EngineSummary {
    let per_step = |result: &RunResult| result.times.total() / result.times.steps.len() as f64;
    let totals = results.iter().map(per_step).collect();
    let floors = floor_steps(results);
    let share = |result: &RunResult| result.times.processor / result.times.total();
    let processor = |result: &RunResult| result.times.processor / result.times.steps.len() as f64;
    let last = &results[results.len() - 1];
    EngineSummary {
        engine,
        facts: last.facts.clone(),
        min: least(results.iter().map(per_step)),
        median: median(totals),
        floor: floors.iter().sum::<f64>() / floors.len() as f64,
        worst: floors.iter().copied().fold(0.0, f64::max),
        p99: percentile(&floors, 0.99),
        processor: least(results.iter().map(processor)),
        share: least(results.iter().map(share)),
        memory: median(results.iter().map(|result| result.peak_memory as f64 / 1024.0).collect()),
        stages: least_stages(results),
        end: last.end,
    }
}

fn ratio(engines: [&EngineSummary; 2], results: [&[RunResult]; 2]) -> Ratio {
    let pairs = || results[0].iter().zip(results[1]);
    let totals: Vec<f64> = pairs().map(|(a, b)| a.times.total() / b.times.total()).collect();
    let processor = pairs().map(|(a, b)| a.times.processor / b.times.processor).collect();
    Ratio {
        engine: engines[0].engine.clone(),
        to: engines[1].engine.clone(),
        min: least(totals.iter().copied()),
        max: totals.iter().copied().fold(0.0, f64::max),
        median: median(totals),
        floor: engines[0].floor / engines[1].floor,
        processor: median(processor),
        worst: engines[0].worst / engines[1].worst,
        memory: engines[0].memory / engines[1].memory,
    }
}

/// Returns the smallest value that a share of the values does not exceed.
fn percentile(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let index = ((sorted.len() as f64 * share).ceil() as usize).saturating_sub(1);
    sorted.get(index).copied().unwrap_or(0.0)
}

/// Returns each step's shortest time over the runs.
fn floor_steps(results: &[RunResult]) -> Vec<f64> {
    let mut floors = results[0].times.steps.clone();
    for result in &results[1..] {
        for (floor, step) in floors.iter_mut().zip(&result.times.steps) {
            *floor = floor.min(*step);
        }
    }
    floors
}

fn least_stages(results: &[RunResult]) -> Vec<Stage> {
    let mut stages = results[0].stages.clone();
    for result in &results[1..] {
        for (stage, other) in stages.iter_mut().zip(&result.stages) {
            stage.time = stage.time.min(other.time);
        }
    }
    stages
}

fn least(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::INFINITY, f64::min)
}

/// Returns the median; of an even number of values the mean of the middle two.
pub(crate) fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { 0.5 * (values[middle - 1] + values[middle]) }
}

/// Returns the geometric mean.
pub(crate) fn geometric_mean(values: &[f64]) -> f64 {
    (values.iter().map(|value| value.ln()).sum::<f64>() / values.len() as f64).exp()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{geometric_mean, median, summarize};
    use crate::engine::Engine;
    use crate::rounds::SceneRuns;
    use cairn2d_bench_harness::{Counts, EndState, RunResult, Times};

    /// A run of `steps` timed steps that all took `time`, but for the one at `index`, which took longer by
    /// `extra`.
    pub(crate) fn run(time: f64, index: usize, extra: f64) -> RunResult {
        let mut steps = vec![time; 4];
        steps[index] += extra;
        let processor = steps.iter().sum();
        RunResult {
            facts: Vec::new(),
            scene: "a".to_owned(),
            threads: 1,
            steps: 5,
            times: Times { steps, processor, ..Times::default() },
            peak_memory: 2048,
            base_memory: 0,
            stages: Vec::new(),
            expected: Counts::default(),
            built: Counts::default(),
            first: Counts::default(),
            last: Counts::default(),
            end: EndState::default(),
            answers: 0.0,
        }
    }

    #[test]
    fn ratios_are_taken_pair_by_pair() {
        // The machine was three times slower in the last two rounds; pair by pair that does not show.
        let fast = vec![run(1.0, 0, 0.0), run(3.0, 0, 0.0), run(3.0, 1, 4.0)];
        let slow = vec![run(2.0, 0, 0.0), run(6.0, 0, 0.0), run(6.0, 2, 40.0)];
        let engines = [("cairn2d", fast), ("rapier", slow)];
        let engines = engines.map(|(name, runs)| (Engine::parse(name).unwrap(), runs)).to_vec();
        let runs = SceneRuns { scene: "a".to_owned(), threads: 1, complete: true, engines };
        let summary = summarize(&runs);
        assert_eq!(summary.ratios[0].median, 0.5);
        assert_eq!(summary.ratios[0].floor, 0.5);
        // The disturbed steps were short in the other rounds.
        assert_eq!(summary.engines[0].worst, 1.0);
        assert_eq!((summary.engines[0].min, summary.engines[0].median), (1.0, 3.0));
        assert_eq!(summary.engines[0].memory, 2.0);
    }

    #[test]
    fn means_match_the_formula() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!((geometric_mean(&[0.5, 2.0, 1.0]) - 1.0).abs() < 1e-12);
    }
}
