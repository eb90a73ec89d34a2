//! Checks that the engines simulated the same scene.
//!
//! The content of a world must be exactly that of the scene. The end of a chaotic scene differs between
//! engines, so it must only be within a band around Box2D's in the same comparison. Leaving the band is a
//! remark; a wrong count or a number that is not finite is a failure.

use cairn2d_bench_harness::{Counts, EndState, RunResult};
use serde::Serialize;

use crate::engine::{Engine, Program};
use crate::rounds::SceneRuns;
use crate::scene::{self, KnownScene};
use crate::summary::SceneSummary;

/// A difference from the expected result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Check {
    /// The engine.
    pub(crate) engine: String,
    /// Whether the engine simulated another scene, and not the same one with another result.
    failure: bool,
    /// The difference.
    pub(crate) finding: String,
}

impl Check {
    /// Returns whether the comparison is void.
    pub(crate) fn is_failure(&self) -> bool {
        self.failure
    }
}

/// Returns all differences from the expected results.
pub(crate) fn check(runs: &SceneRuns) -> Vec<Check> {
    let mut checks = Vec::new();
    let reference = reference(runs);
    let hash = runs.engines.iter().find_map(|(_, results)| hash(&results[0]));
    for (engine, results) in &runs.engines {
        let mut finding = |failure: bool, finding: String| {
            checks.push(Check { engine: engine.to_string(), failure, finding });
        };
        let result = &results[0];
        counts(result, &mut finding);
        if let Some(known) = scene::known(&runs.scene) {
            known_scene(known, runs.complete, result, &mut finding);
        }
        if results.iter().any(|result| self::hash(result).is_some_and(|own| Some(own) != hash)) {
            finding(true, "does not end with the same bits in every round and with all lanes".to_owned());
        } else if results.iter().any(|other| other.end != result.end) {
            finding(false, "not every run ended the same".to_owned());
        }
        if let Some((name, reference)) = reference.filter(|(name, _)| *name != engine) {
            let (own, other) = (result.answers, reference.answers);
            if (own - other).abs() > 1.0e-3 * other.abs() {
                finding(true, format!("answers sum to {own:.1}; in {name} to {other:.1}"));
            }
            let stands = scene::known(&runs.scene).is_some_and(|known| known.stands);
            band(name, stands, reference, result, &mut finding);
        }
    }
    checks
}

/// Adds a failure wherever another number of threads gave other bits, which must not happen in cairn2d.
pub(crate) fn check_threads(runs: &[SceneRuns], summaries: &mut [SceneSummary]) {
    let hash_of =
        |runs: &SceneRuns| runs.engines.iter().find_map(|(_, results)| hash(&results[0]).map(str::to_owned));
    for (index, own) in runs.iter().enumerate() {
        let first = runs.iter().find(|other| other.scene == own.scene).and_then(hash_of);
        if hash_of(own) != first {
            let finding =
                format!("{} threads end with other bits than the first number of threads", own.threads);
            summaries[index].checks.push(Check { engine: "cairn2d".to_owned(), failure: true, finding });
        }
    }
}

/// Returns the hash of the world at the end, if the engine gives one; only cairn2d does.
fn hash(result: &RunResult) -> Option<&str> {
    result.facts.iter().find(|fact| fact.name == "hash").map(|fact| fact.value.as_str())
}

/// Returns the reference engine: Box2D if it ran.
fn reference(runs: &SceneRuns) -> Option<(&Engine, &RunResult)> {
    let is_box2d = |engine: &Engine| matches!(engine.program, Program::Box2dSse2 | Program::Box2dAvx2);
    runs.engines.iter().find(|(engine, _)| is_box2d(engine)).map(|(engine, results)| (engine, &results[0]))
}

fn counts(result: &RunResult, finding: &mut impl FnMut(bool, String)) {
    let Counts { bodies, shapes, joints, .. } = result.expected;
    let built = result.built;
    if (built.bodies, built.shapes, built.joints) != (bodies, shapes, joints) {
        finding(true, format!("built {built:?} from a scene of {:?}", result.expected));
    }
    if result.end.not_finite > 0 {
        finding(true, format!("{} bodies are not finite at the end", result.end.not_finite));
    }
}

fn known_scene(
    known: &KnownScene,
    complete: bool,
    result: &RunResult,
    finding: &mut impl FnMut(bool, String),
) {
    // One scene fills up during the run, so its counts at the end are compared; short runs never fill it.
    let held = [result.last.bodies, result.last.shapes, result.last.joints];
    if held != known.counts && (complete || known.name != "rain") {
        finding(true, format!("holds {held:?} bodies, shapes and joints instead of {:?}", known.counts));
    }
    if let Some(touching) = known.touching.filter(|&touching| touching != result.first.touching) {
        finding(
            false,
            format!("{} contacts after the first step instead of {touching}", result.first.touching),
        );
    }
    if known.stands && result.end.kinetic_energy >= 1.0 {
        finding(false, format!("does not rest: {:.2} J", result.end.kinetic_energy));
    }
}

fn band(
    name: &Engine,
    stands: bool,
    reference: &RunResult,
    result: &RunResult,
    finding: &mut impl FnMut(bool, String),
) {
    let (a, b): (&EndState, &EndState) = (&reference.end, &result.end);
    if stands {
        if b.top_sink > 1.05 * a.top_sink + 0.001 {
            finding(false, format!("the top sank {:.3} m; in {name} {:.3} m", b.top_sink, a.top_sink));
        }
        if b.largest_drift > a.largest_drift + 0.05 {
            finding(false, format!("drifted {:.3} m; in {name} {:.3} m", b.largest_drift, a.largest_drift));
        }
        return;
    }
    for (axis, a, b) in [("x", a.x, b.x), ("y", a.y, b.y)] {
        let margin = 1.0 + 0.15 * (a[1] - a[0]);
        if (a[0] - b[0]).abs() > margin || (a[1] - b[1]).abs() > margin {
            finding(
                false,
                format!("ends at {axis} {:.1} to {:.1}; in {name} {:.1} to {:.1}", b[0], b[1], a[0], a[1]),
            );
        }
    }
    let (a, b) = (a.kinetic_energy, b.kinetic_energy);
    if a.max(b) > 10.0 && !(a / 3.0..=a * 3.0).contains(&b) {
        finding(false, format!("ends with {b:.0} J; in {name} {a:.0} J"));
    }
}

#[cfg(test)]
mod tests {
    use super::{check, check_threads};
    use crate::engine::Engine;
    use crate::rounds::SceneRuns;
    use crate::summary::summarize;
    use crate::summary::tests::run;
    use cairn2d_bench_harness::{Counts, EndState, Fact, RunResult};

    fn pyramid() -> RunResult {
        let counts = Counts { bodies: 5051, shapes: 5051, joints: 0, touching: 14950 };
        let mut result = run(1.0, 0, 0.0);
        (result.expected, result.built, result.first, result.last) = (counts, counts, counts, counts);
        result.end = EndState { top_sink: 0.7, kinetic_energy: 0.1, ..EndState::default() };
        result
    }

    fn findings(ours: RunResult) -> Vec<(bool, String)> {
        let engine = |name| Engine::parse(name).unwrap();
        let engines = vec![(engine("cairn2d"), vec![ours]), (engine("box2d-avx2"), vec![pyramid()])];
        let runs = SceneRuns { scene: "large_pyramid".to_owned(), threads: 1, complete: true, engines };
        check(&runs).into_iter().map(|check| (check.failure, check.finding)).collect()
    }

    #[test]
    fn the_same_world_passes() {
        assert_eq!(findings(pyramid()), []);
    }

    #[test]
    fn another_world_fails() {
        let mut other = pyramid();
        other.built.shapes -= 1;
        assert!(findings(other).iter().any(|(failure, _)| *failure));
        let mut other = pyramid();
        other.end.not_finite = 1;
        assert!(findings(other).iter().any(|(failure, _)| *failure));
    }

    #[test]
    fn other_bits_fail() {
        let with_hash = |hash| {
            let mut run = pyramid();
            run.facts = vec![Fact::new("hash", hash)];
            run
        };
        for (other, failures) in [("1", 0), ("2", 2)] {
            let engine = |name| Engine::parse(name).unwrap();
            let engines = vec![
                (engine("cairn2d"), vec![with_hash("1"), with_hash(other)]),
                (engine("cairn2d-sse2"), vec![with_hash(other), with_hash(other)]),
            ];
            let runs = SceneRuns { scene: "large_pyramid".to_owned(), threads: 1, complete: true, engines };
            assert_eq!(check(&runs).iter().filter(|check| check.is_failure()).count(), failures);
        }
    }

    #[test]
    fn other_bits_on_other_threads_fail() {
        let runs = |threads, hash| {
            let mut run = pyramid();
            run.facts = vec![Fact::new("hash", hash)];
            let engines = vec![(Engine::parse("cairn2d").unwrap(), vec![run])];
            SceneRuns { scene: "large_pyramid".to_owned(), threads, complete: true, engines }
        };
        for (hash, failures) in [("1", 0), ("2", 1)] {
            let runs = [runs(1, "1"), runs(2, hash)];
            let mut summaries: Vec<_> = runs.iter().map(summarize).collect();
            check_threads(&runs, &mut summaries);
            assert!(summaries[0].checks.is_empty());
            assert_eq!(summaries[1].checks.len(), failures);
        }
    }

    #[test]
    fn different_end_state_is_noted() {
        let mut other = pyramid();
        other.end.top_sink = 0.8;
        other.first.touching = 14949;
        let found = findings(other);
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|(failure, _)| !failure));
    }
}
