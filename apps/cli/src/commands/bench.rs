//! `cairn2d bench`: times of steps, scene by scene.
//!
//! Only the engine is timed, without the script of a scene. The first step is reported separately, because it
//! makes all contacts and allocates; a game would run it while loading.

use crate::clock;
use crate::failure::Failure;
use crate::options::BenchArguments;
use crate::output::{print, print_json};
use crate::plain;
use crate::progress::Progress;
use crate::source::{self, Source};
use cairn2d_scenes::library::Category;
use serde_json::{Value, json};

/// Times of one scene `[ms]`.
struct Row {
    scene: String,
    bodies: u32,
    steps: u32,
    first: f64,
    median: f64,
    mean: f64,
    /// Exceeded by one step in a hundred.
    high: f64,
    max: f64,
}

pub(super) fn bench(arguments: &BenchArguments) -> Result<(), Failure> {
    let sources = match arguments.scenes.as_slice() {
        [] => cairn2d_scenes::all()
            .iter()
            .filter(|scene| scene.category == Category::Benchmark)
            .map(|scene| source::find(scene.name, &arguments.parameters.settings))
            .collect::<Result<Vec<Source>, Failure>>()?,
        names => names
            .iter()
            .map(|name| source::find(name, &arguments.parameters.settings))
            .collect::<Result<_, _>>()?,
    };
    let steps = |source: &Source| Ok(source.steps(arguments.steps)?.max(2));
    let steps = sources.iter().map(steps).collect::<Result<Vec<u32>, Failure>>()?;
    let progress = Progress::new(steps.iter().map(|&steps| u64::from(steps)).sum(), false);
    let mut rows = Vec::new();
    for (source, &steps) in sources.iter().zip(&steps) {
        progress.say(&source.scene.name);
        rows.push(time(arguments, source, steps, &progress)?);
    }
    drop(progress);
    let (threads, lanes) = (arguments.processing.threads, arguments.processing.lanes.name());
    match arguments.json {
        true => print_json(&format!("{:#}\n", json_list(&rows, threads, lanes))),
        false => print(&text_list(&rows, threads, lanes)),
    }
}

fn time(
    arguments: &BenchArguments,
    source: &Source,
    steps: u32,
    progress: &Progress,
) -> Result<Row, Failure> {
    let overrides = arguments.processing.overrides();
    let scene = &source.scene;
    let mut runner = source.runner(overrides)?;
    let mut times = Vec::new();
    for step in 0..steps {
        let failed = |error| source.stopped(step, error);
        runner.act().map_err(failed)?;
        let start = clock::nanoseconds();
        runner.step_world().map_err(failed)?;
        times.push((clock::nanoseconds() - start) as f64 / 1e6);
        progress.advance();
    }
    let first = times.remove(0);
    times.sort_unstable_by(f64::total_cmp);
    let at = |share: f64| times[((times.len() - 1) as f64 * share).round() as usize];
    Ok(Row {
        scene: scene.name.clone(),
        bodies: runner.world.counts().bodies,
        steps,
        first,
        median: at(0.5),
        mean: times.iter().sum::<f64>() / times.len() as f64,
        high: at(0.99),
        max: at(1.0),
    })
}

fn text_list(rows: &[Row], threads: u8, lanes: &str) -> String {
    let names: Vec<String> = rows.iter().map(|row| plain::line(&row.scene)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(5);
    let mut out = format!(
        "{:<width$}  {:>7}  {:>6}  {:>9}  {:>9}  {:>9}  {:>9}  {:>9}\n",
        "scene", "bodies", "steps", "median", "mean", "99 %", "max", "first"
    );
    for (row, name) in rows.iter().zip(&names) {
        let times = [row.median, row.mean, row.high, row.max, row.first];
        let times = times.map(|time| format!("{time:>9.3}")).join("  ");
        out.push_str(&format!("{name:<width$}  {:>7}  {:>6}  {times}\n", row.bodies, row.steps));
    }
    let threads = if threads == 1 { "1 thread".to_owned() } else { format!("{threads} threads") };
    out.push_str(&format!("\nms per step, {threads}, {lanes} lanes; the first step is not in the others\n"));
    out
}

fn json_list(rows: &[Row], threads: u8, lanes: &str) -> Value {
    let scenes: Vec<Value> = rows
        .iter()
        .map(|row| {
            json!({
                "scene": row.scene,
                "bodies": row.bodies,
                "steps": row.steps,
                "first_ms": row.first,
                "median_ms": row.median,
                "mean_ms": row.mean,
                "p99_ms": row.high,
                "max_ms": row.max,
            })
        })
        .collect();
    json!({ "threads": threads, "lanes": lanes, "scenes": scenes })
}
