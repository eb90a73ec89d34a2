//! The measuring loop, the same for every engine: build, one untimed step, then the timed ones, each after
//! its action.

use std::io::Write;
use std::process::ExitCode;
use std::time::Instant;

use cairn2d_scenes::Scene;

use crate::engine::{Engine, Options};
use crate::games::{Game, Parameters};
use crate::process;
use crate::result::{Counts, RunResult, Stage, Times};
use crate::scenes;
use crate::world::SceneWorld;

/// Runs one scene with the program's arguments and prints the [`RunResult`]: the `main` of each engine's
/// program.
pub fn run<E: Engine>() -> ExitCode {
    let outcome = Arguments::parse(std::env::args().skip(1)).and_then(|arguments| measure::<E>(&arguments));
    match outcome {
        Ok(result) => print(&result),
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

struct Arguments {
    scene: String,
    steps: Option<u32>,
    options: Options,
}

impl Arguments {
    fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut parsed = Self {
            scene: "large_pyramid".to_owned(),
            steps: None,
            options: Options { threads: 1, lanes: None, parameters: Parameters::default() },
        };
        while let Some(name) = arguments.next() {
            let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
            let number = || value.parse::<u32>().ok().filter(|&number| number > 0);
            let wrong = || format!("{name} cannot be {value:?}");
            match name.as_str() {
                "--scene" => parsed.scene = value,
                "--steps" => parsed.steps = Some(number().ok_or_else(wrong)?),
                "--threads" => parsed.options.threads = number().ok_or_else(wrong)? as usize,
                "--lanes" => parsed.options.lanes = Some(value),
                "--counts" => parsed.options.parameters.counts = factor(&value).ok_or_else(wrong)?,
                "--size" => parsed.options.parameters.size = factor(&value).ok_or_else(wrong)?,
                "--seed" => parsed.options.parameters.seed = value.parse().map_err(|_| wrong())?,
                _ => return Err(format!("there is no option {name}")),
            }
        }
        Ok(parsed)
    }
}

/// Returns a factor from a hundredth to a hundred.
fn factor(value: &str) -> Option<f32> {
    value.parse().ok().filter(|factor| (0.01..=100.0).contains(factor))
}

fn measure<E: Engine>(arguments: &Arguments) -> Result<RunResult, String> {
    let base_memory = process::resident();
    let mut games = vec![scenes::load(&arguments.scene, &arguments.options.parameters)?];
    for number in 1..games[0].worlds {
        let seed = arguments.options.parameters.seed + u64::from(number);
        let parameters = Parameters { seed, ..arguments.options.parameters };
        games.push(scenes::load(&arguments.scene, &parameters)?);
    }
    let steps = arguments.steps.unwrap_or(games[0].scene.steps).max(2);
    let (expected, does_step) = (scene_counts(&games[0].scene), games[0].steps);
    let mut queries = games[0].queries.take();
    let start = Instant::now();
    let make = |game: Game| SceneWorld::<E>::new(game.scene, game.act, &arguments.options);
    let mut worlds = games.into_iter().map(make).collect::<Result<Vec<_>, _>>()?;
    let mut times = Times { build: milliseconds(start), ..Times::default() };
    process::reset_peak();
    let built = worlds[0].counts();

    let dt = worlds[0].time_step();
    let start = Instant::now();
    for world in &mut worlds {
        world.plan(0);
        world.act()?;
        world.engine.step(dt);
    }
    times.first_step = milliseconds(start);
    let first = worlds[0].counts();

    let mut stages = StageSums::new(E::stage_names());
    let mut answers = 0.0;
    times.steps.reserve(steps as usize);
    for step in 1..steps {
        worlds.iter_mut().for_each(|world| world.plan(step));
        let list = queries.as_mut().map_or(&[][..], |queries| queries.next_list());
        let processor = process::processor_time();
        let start = Instant::now();
        worlds.iter_mut().try_for_each(SceneWorld::act)?;
        times.actions += milliseconds(start);
        let start = Instant::now();
        if does_step {
            worlds.iter_mut().for_each(|world| world.engine.step(dt));
        }
        answers += worlds[0].engine.answer_list(list);
        times.steps.push(milliseconds(start));
        if does_step {
            worlds[0].engine.stage_times(&mut stages.last);
            stages.add();
        }
        times.processor += process::processor_time() - processor;
    }
    let world = &worlds[0];
    // The peak is read before the end state is computed, which allocates memory.
    let peak_memory = process::peak();
    Ok(RunResult {
        facts: world.engine.facts(),
        scene: arguments.scene.clone(),
        threads: arguments.options.threads,
        steps,
        stages: stages.means(times.steps.len()),
        times,
        peak_memory,
        base_memory,
        expected,
        built,
        first,
        last: world.counts(),
        end: world.end_state(),
        answers,
    })
}

fn scene_counts(scene: &Scene) -> Counts {
    Counts {
        bodies: scene.bodies.len() as u64,
        shapes: scene.shape_count() as u64,
        joints: scene.joints.len() as u64,
        touching: 0,
    }
}

fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1e3
}

struct StageSums {
    names: Vec<&'static str>,
    last: Vec<f64>,
    sums: Vec<f64>,
}

impl StageSums {
    fn new(names: Vec<&'static str>) -> Self {
        Self { last: vec![0.0; names.len()], sums: vec![0.0; names.len()], names }
    }

    fn add(&mut self) {
        for (sum, last) in self.sums.iter_mut().zip(&self.last) {
            *sum += last;
        }
    }

    fn means(&self, steps: usize) -> Vec<Stage> {
        let mean = |(name, sum): (&&str, &f64)| Stage { name: (*name).to_owned(), time: sum / steps as f64 };
        self.names.iter().zip(&self.sums).map(mean).collect()
    }
}

fn print(result: &RunResult) -> ExitCode {
    let written = serde_json::to_string(result)
        .map_err(std::io::Error::from)
        .and_then(|text| writeln!(std::io::stdout(), "{text}"));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: cannot write the result: {error}");
            ExitCode::FAILURE
        }
    }
}
