//! One cell of the determinism matrix: runs scenes and prints their digests, which `cargo xtask matrix`
//! compares with those of other machines.
//!
//! `matrix STEPS LANES THREADS JOBS SCENE...`: `LANES` may be `best`. `measured` stands for the scenes of the
//! benchmark, `small` for all others, `sample` for every sixth of these. Prints
//! `SCENE STEP STATE EVENTS QUERIES SNAPSHOT` every hundred steps. `matrix lanes` prints the lanes of this
//! machine.

use std::sync::atomic::{AtomicUsize, Ordering};

use cairn2d::LaneLevel;
use cairn2d_scenes::{DigestRun, Overrides, all, find};

fn run(name: &str, steps: u32, overrides: Overrides) -> Result<(), String> {
    let scene = find(name).map_err(|error| error.to_string())?;
    let failed = |error: cairn2d_scenes::SceneError| format!("{name}: {error}");
    let mut run = DigestRun::new(scene, overrides).map_err(failed)?;
    let mut lines = String::new();
    while run.step_index() < steps {
        run.step().map_err(failed)?;
        if run.step_index().is_multiple_of(100) {
            lines += &format!("{name} {}", run.step_index());
            for number in run.digest().numbers() {
                lines += &format!(" {number:016x}");
            }
            lines += "\n";
        }
    }
    print!("{lines}");
    Ok(())
}

/// The names that an argument stands for.
fn named(argument: &str) -> Vec<&str> {
    let every = |measured| {
        all().iter().filter(move |scene| scene.category.is_measured() == measured).map(|scene| scene.name)
    };
    match argument {
        "small" => every(false).collect(),
        "sample" => every(false).step_by(6).collect(),
        "measured" => every(true).collect(),
        name => vec![name],
    }
}

fn main() -> Result<(), String> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments == ["lanes"] {
        LaneLevel::available().for_each(|lanes| println!("{lanes}"));
        return Ok(());
    }
    let [steps, lanes, threads, jobs, scenes @ ..] = &arguments[..] else {
        return Err("usage: matrix STEPS LANES THREADS JOBS SCENE...".to_owned());
    };
    let number = |text: &String| text.parse::<u32>().map_err(|error| format!("{text}: {error}"));
    let (steps, threads, jobs) = (number(steps)?, number(threads)? as usize, number(jobs)?);
    let lanes = match lanes.as_str() {
        "best" => LaneLevel::best(),
        name => name.parse().map_err(|error| format!("{error}"))?,
    };
    if !lanes.is_available() {
        return Err(format!("this machine has no {lanes}"));
    }
    let scenes: Vec<&str> = scenes.iter().flat_map(|name| named(name)).collect();
    let overrides = Overrides { threads: Some(threads), lanes: Some(lanes) };
    if jobs == 1 {
        return scenes.iter().try_for_each(|scene| run(scene, steps, overrides));
    }
    let next = AtomicUsize::new(0);
    let work = || loop {
        let Some(scene) = scenes.get(next.fetch_add(1, Ordering::Relaxed)) else { return Ok(()) };
        run(scene, steps, overrides)?;
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(work)).collect();
        workers.into_iter().try_for_each(|worker| worker.join().map_err(|_| "a run panicked".to_owned())?)
    })
}
