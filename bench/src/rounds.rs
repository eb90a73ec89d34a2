//! Runs the engines in turn: A B C A B C, so that disturbances of the machine affect all alike.
//!
//! Every run is a separate process with a new world, which also gives a correct peak of memory.

use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use cairn2d_bench_harness::RunResult;

use crate::arguments::CompareOptions;
use crate::builds::Programs;
use crate::engine::Engine;
use crate::scene;

/// All runs of one scene with one number of threads.
#[derive(Debug)]
pub(crate) struct SceneRuns {
    /// The scene's name or file.
    pub(crate) scene: String,
    /// The threads of every engine.
    pub(crate) threads: usize,
    /// Whether all steps were run.
    pub(crate) complete: bool,
    /// The engines and their runs, one for each round.
    pub(crate) engines: Vec<(Engine, Vec<RunResult>)>,
}

/// Runs all scenes of a comparison.
///
/// # Errors
/// A run that fails.
pub(crate) fn run_all(options: &CompareOptions, programs: &Programs) -> Result<Vec<SceneRuns>, String> {
    let runs_per_round = options.scenes.len() * options.threads.len() * options.engines.len();
    let mut progress = Progress::new(runs_per_round * options.rounds);
    let mut all = Vec::new();
    for &threads in &options.threads {
        for scene in &options.scenes {
            let engines = options.engines.iter().map(|engine| (engine.clone(), Vec::new())).collect();
            let mut runs = SceneRuns { scene: scene.clone(), threads, complete: !options.quick, engines };
            for round in 1..=options.rounds {
                for (engine, results) in &mut runs.engines {
                    progress.start(&format!("{scene}, {threads} threads, round {round}, {engine}"));
                    let mut arguments = arguments(scene, threads, options.quick, engine);
                    arguments.extend_from_slice(&options.parameters);
                    let result = run(programs.path(engine.program), &arguments)
                        .map_err(|reason| format!("{scene} in {engine}: {reason}"))?;
                    let mean = result.times.total() / result.times.steps.len() as f64;
                    progress.finish(&format!("{mean:.3} ms/step"));
                    results.push(result);
                }
            }
            all.push(runs);
        }
    }
    Ok(all)
}

fn arguments(scene: &str, threads: usize, quick: bool, engine: &Engine) -> Vec<String> {
    let mut arguments =
        vec!["--scene".to_owned(), scene.to_owned(), "--threads".to_owned(), threads.to_string()];
    if quick {
        // Two fifths are enough for the big box of `smash` to arrive.
        let steps = scene::known(scene).map_or(200, |known| known.steps * 2 / 5);
        arguments.extend(["--steps".to_owned(), steps.to_string()]);
    }
    if let Some(lanes) = &engine.lanes {
        arguments.extend(["--lanes".to_owned(), lanes.clone()]);
    }
    arguments
}

fn run(program: &Path, arguments: &[String]) -> Result<RunResult, String> {
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot start {}: {error}", program.display()))?;
    if !output.status.success() {
        let reason = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{}, {}", output.status, reason.trim()));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| format!("the result cannot be read: {error}"))
}

/// One line on standard error that is written over in a terminal; one line for each run elsewhere.
struct Progress {
    done: usize,
    all: usize,
    terminal: bool,
    current: String,
}

impl Progress {
    fn new(all: usize) -> Self {
        Self { done: 0, all, terminal: std::io::stderr().is_terminal(), current: String::new() }
    }

    fn start(&mut self, what: &str) {
        self.done += 1;
        self.current = format!("[{}/{}] {what}", self.done, self.all);
        if self.terminal {
            eprint!("\r\x1b[K{}", self.current);
            let _ = std::io::stderr().flush();
        }
    }

    fn finish(&mut self, outcome: &str) {
        if !self.terminal {
            eprintln!("{}: {outcome}", self.current);
        } else if self.done == self.all {
            eprint!("\r\x1b[K");
        }
    }
}
