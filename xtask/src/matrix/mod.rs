//! `cargo xtask matrix`: the same scenes built and run in many ways, and every number of every run compared.
//!
//! The program of a cell is the example `matrix` of `cairn2d-scenes`. Every hundred steps of every scene it
//! prints the hashes of the state, of all events so far, of the results of a fixed set of queries, and of the
//! snapshot. A cell fails if one line differs from that of the first cell. Builds that are impossible here
//! are skipped with a message. Files: [`builds`] (targets, emulators), [`cells`] (the runs), [`table`] (the
//! results, for `docs/notes/determinism.md`).

mod builds;
mod cells;
mod table;

use crate::process::output;
use builds::Build;
use cells::Cell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Instant;

/// The extent of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The cells of `.ci/run`.
    Short,
    /// Every cell with this many steps, for all scenes or a sample; writes the table of
    /// `docs/notes/determinism.md`.
    Full { steps: u32, sample: bool },
}

/// The digests with which every other cell is compared.
#[derive(Default)]
struct Reference {
    /// The digest of a scene at a step, as printed.
    digests: BTreeMap<(String, u32), String>,
    /// The sets of scenes that were run.
    sets: Vec<&'static str>,
}

/// The result of a cell.
pub(crate) struct Outcome {
    build: &'static Build,
    cell: Cell,
    lanes: String,
    scenes: usize,
    compared: usize,
    seconds: u64,
    /// Differences, line by line.
    failures: Vec<String>,
}

/// Builds and runs all cells. Changes nothing but the target folder and, with [`Extent::Full`], the table.
pub(crate) fn run(root: &Path, extent: Extent) -> Result<(), String> {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let groups = match extent {
        Extent::Short => cells::short(),
        Extent::Full { steps, sample } => {
            cells::full(steps, if sample { cells::SAMPLE } else { cells::SMALL })
        }
    };
    let (mut reference, mut outcomes, mut skipped) = (Reference::default(), Vec::new(), Vec::new());
    for group in groups {
        if let Some(why) = group.build.missing() {
            println!("matrix: SKIPPED {}, {}: {why}", group.build.target_name(), group.build.name);
            skipped.push((group.build, why));
            continue;
        }
        let runner = Runner { root, build: group.build, program: group.build.make(root, &target)? };
        let available = runner.lanes()?;
        for cell in group.cells {
            let lanes = match cell.lanes {
                None => available.clone(),
                Some(_) => available.last().cloned().into_iter().collect(),
            };
            for lanes in lanes {
                let outcome = runner.outcome(&cell, &lanes, &mut reference)?;
                println!("matrix: {}", table::line(&outcome));
                outcome.failures.iter().take(20).for_each(|failure| println!("    {failure}"));
                outcomes.push(outcome);
                if extent != Extent::Short {
                    // Written after every cell, because a nightly run may be stopped.
                    table::write(root, &outcomes, &skipped)?;
                }
            }
        }
    }
    let failed = outcomes.iter().filter(|outcome| !outcome.failures.is_empty()).count();
    println!("matrix: {} cells, {failed} differ, {} builds skipped", outcomes.len(), skipped.len());
    if failed == 0 { Ok(()) } else { Err(format!("{failed} cells differ from the first")) }
}

/// A built program.
struct Runner<'a> {
    root: &'a Path,
    build: &'static Build,
    program: PathBuf,
}

impl Runner<'_> {
    /// The lanes that the program finds, narrow ones first.
    fn lanes(&self) -> Result<Vec<String>, String> {
        let text = output(self.build.call(self.root, &self.program).arg("lanes"));
        let lanes = text.map(|text| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
        let none = || format!("{} does not run", self.program.display());
        lanes.filter(|lanes| !lanes.is_empty()).ok_or_else(none)
    }

    /// Runs a cell and compares; the first with a set of scenes becomes the reference.
    fn outcome(&self, cell: &Cell, lanes: &str, reference: &mut Reference) -> Result<Outcome, String> {
        let start = Instant::now();
        // Threads of worlds and parallel worlds would only wait for each other.
        let jobs = if cell.threads == 1 { self.build.jobs() } else { 1 };
        let mut command = self.build.call(self.root, &self.program);
        command.arg(cell.steps.to_string()).arg(lanes).arg(cell.threads.to_string()).arg(jobs.to_string());
        let output = command.arg(cell.scenes).stderr(Stdio::inherit()).output();
        let output = output.map_err(|error| format!("cannot run {command:?}: {error}"))?;
        let mut failures = Vec::new();
        if !output.status.success() {
            failures.push(format!("{command:?} ended with {}", output.status));
        }
        let (mut scenes, mut compared) = (0, 0);
        // The small scenes include any sample of them.
        let set = if cell.scenes == cells::SAMPLE { cells::SMALL } else { cell.scenes };
        let is_first = !reference.sets.contains(&cell.scenes) && !reference.sets.contains(&set);
        if is_first {
            reference.sets.push(cell.scenes);
        }
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let Some((key, numbers)) = parse(line) else {
                failures.push(format!("not a digest: {line}"));
                continue;
            };
            scenes += usize::from(key.1 == cells::INTERVAL);
            match reference.digests.get(&key) {
                Some(expected) => {
                    compared += 1;
                    failures.extend(difference(&key, expected, numbers));
                }
                None if is_first => {
                    reference.digests.insert(key, numbers.to_owned());
                }
                None => failures.push(format!("{} at step {}: nothing to compare with", key.0, key.1)),
            }
        }
        if scenes == 0 {
            failures.push("no scene was run".to_owned());
        }
        let seconds = start.elapsed().as_secs();
        let (build, cell, lanes) = (self.build, cell.clone(), lanes.to_owned());
        Ok(Outcome { build, cell, lanes, scenes, compared, seconds, failures })
    }
}

/// A line of the program: scene, step, numbers.
fn parse(line: &str) -> Option<((String, u32), &str)> {
    let (scene, rest) = line.split_once(' ')?;
    let (step, numbers) = rest.split_once(' ')?;
    let count = numbers.split(' ').filter(|number| number.len() == 16).count();
    (count == NAMES.len()).then_some(((scene.to_owned(), step.parse().ok()?), numbers))
}

/// The numbers of a digest, in the order in which the program prints them.
const NAMES: [&str; 4] = ["state", "events", "queries", "snapshot"];

/// Names the numbers that differ.
fn difference(key: &(String, u32), expected: &str, found: &str) -> Option<String> {
    let pairs = NAMES.iter().zip(expected.split(' ').zip(found.split(' ')));
    let differ: Vec<&str> = pairs.filter(|(_, (a, b))| a != b).map(|(name, _)| *name).collect();
    (!differ.is_empty()).then(|| format!("{} at step {}: {}", key.0, key.1, differ.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "arch 100 00000000000000aa 00000000000000bb 00000000000000cc 00000000000000dd";

    #[test]
    fn matrix_lines_are_parsed_and_compared() {
        let (key, numbers) = parse(LINE).unwrap();
        assert_eq!((key.0.as_str(), key.1), ("arch", 100));
        assert_eq!(difference(&key, numbers, numbers), None);
        let other = numbers.replace("bb", "bc").replace("dd", "de");
        let text = difference(&key, numbers, &other);
        assert_eq!(text.as_deref(), Some("arch at step 100: events, snapshot"));
        assert!(parse("arch 100 aa bb").is_none());
        assert!(parse("error: no such scene").is_none());
    }

    #[test]
    fn every_cell_ends_at_a_digest_and_has_a_reference() {
        let full = |steps, scenes| cells::full(steps, scenes);
        for groups in
            [cells::short(), full(10_000, cells::SMALL), full(300, cells::SMALL), full(10_000, cells::SAMPLE)]
        {
            let mut first = BTreeMap::new();
            for cell in groups.iter().flat_map(|group| &group.cells) {
                assert!(cell.steps >= cells::INTERVAL && cell.steps % cells::INTERVAL == 0, "{cell:?}");
                let whole = first.get(cells::SMALL).copied().filter(|_| cell.scenes == cells::SAMPLE);
                let longest = whole.unwrap_or_else(|| *first.entry(cell.scenes).or_insert(cell.steps));
                assert!(longest >= cell.steps, "{cell:?}");
            }
        }
    }
}
