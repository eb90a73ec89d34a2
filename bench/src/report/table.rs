//! The outcome as Markdown tables.

use core::fmt::Write;

use crate::arguments::CompareOptions;
use crate::scene;
use crate::summary::{EngineSummary, SceneSummary, geometric_mean};

/// Below this share of the processor, the machine was busy with other programs.
const UNDISTURBED: f64 = 0.97;

/// Returns the report.
pub(crate) fn markdown(options: &CompareOptions, summaries: &[SceneSummary]) -> String {
    let mut out = String::new();
    let quick = if options.quick { ", two fifths of the steps" } else { "" };
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let _ = writeln!(
        out,
        "{} with {cores} hardware threads, {} rounds{quick}.\n",
        super::machine(),
        options.rounds
    );
    build_facts(&mut out, summaries);
    for &threads in &options.threads {
        let of_threads: Vec<&SceneSummary> =
            summaries.iter().filter(|summary| summary.threads == threads).collect();
        let _ = writeln!(out, "## {threads} thread{}\n", if threads == 1 { "" } else { "s" });
        times(&mut out, &of_threads);
        ratios(&mut out, &of_threads);
        rest(&mut out, &of_threads);
        stages(&mut out, &of_threads);
    }
    checks(&mut out, summaries);
    out
}

fn build_facts(out: &mut String, summaries: &[SceneSummary]) {
    let Some(first) = summaries.first() else { return };
    for engine in &first.engines {
        let facts: Vec<String> = engine
            .facts
            .iter()
            .filter(|fact| fact.name != "hash")
            .map(|fact| format!("{} {}", fact.name, fact.value))
            .collect();
        let _ = writeln!(out, "- {}: {}", engine.engine, facts.join("; "));
    }
    out.push('\n');
}

fn header(out: &mut String, columns: &[String]) {
    let _ = writeln!(out, "| {} |", columns.join(" | "));
    let _ = writeln!(out, "|---|{}", "---:|".repeat(columns.len() - 1));
}

fn row(out: &mut String, cells: &[String]) {
    let _ = writeln!(out, "| {} |", cells.join(" | "));
}

/// Writes minimum and median of whole runs.
fn times(out: &mut String, summaries: &[&SceneSummary]) {
    let Some(first) = summaries.first() else { return };
    out.push_str("ms per step, actions included: shortest run / median run (each step at its shortest).\n\n");
    let mut columns = vec!["scene".to_owned(), "steps".to_owned()];
    columns.extend(first.engines.iter().map(|engine| engine.engine.clone()));
    header(out, &columns);
    let mut disturbed = false;
    for summary in summaries {
        let mut cells = vec![summary.scene.clone(), summary.steps.to_string()];
        for engine in &summary.engines {
            let busy = summary.threads == 1 && engine.share > 0.0 && engine.share < UNDISTURBED;
            disturbed |= busy;
            let mark = if busy { " *" } else { "" };
            cells.push(format!("{:.3} / {:.3} ({:.3}){mark}", engine.min, engine.median, engine.floor));
        }
        row(out, &cells);
    }
    out.push('\n');
    if disturbed {
        out.push_str("\\* In some run other programs had the processor for over 3 % of the time; the ratio of processor times is the better one.\n\n");
    }
}

/// Writes the ratios pair by pair.
fn ratios(out: &mut String, summaries: &[&SceneSummary]) {
    let Some(first) = summaries.first().filter(|first| !first.ratios.is_empty()) else { return };
    let ours = &first.engines[0].engine;
    let _ = writeln!(
        out,
        "Time of {ours} divided by that of the others: median of the rounds (smallest to largest), ratio of processor times.\n"
    );
    let mut columns = vec!["scene".to_owned()];
    columns.extend(first.ratios.iter().map(|ratio| format!("/ {}", ratio.to)));
    header(out, &columns);
    for summary in summaries {
        let mut cells = vec![summary.scene.clone()];
        cells.extend(summary.ratios.iter().map(|ratio| {
            format!("**{:.2}** ({:.2} to {:.2}), {:.2}", ratio.median, ratio.min, ratio.max, ratio.processor)
        }));
        row(out, &cells);
    }
    for suite in ["benchmark", "games", "others"] {
        let of_suite: Vec<&&SceneSummary> =
            summaries.iter().filter(|summary| scene::suite(&summary.scene) == suite).collect();
        if of_suite.is_empty() {
            continue;
        }
        let mut cells = vec![format!("geometric mean, {suite}")];
        for index in 0..first.ratios.len() {
            let of = |pick: fn(&crate::summary::Ratio) -> f64| {
                let values: Vec<f64> = of_suite.iter().map(|summary| pick(&summary.ratios[index])).collect();
                geometric_mean(&values)
            };
            cells.push(format!("**{:.2}**, {:.2}", of(|ratio| ratio.median), of(|ratio| ratio.processor)));
        }
        row(out, &cells);
    }
    out.push('\n');
}

/// Writes the longest steps and the memory.
fn rest(out: &mut String, summaries: &[&SceneSummary]) {
    let Some(first) = summaries.first() else { return };
    out.push_str("Longest step and 99th percentile of the steps in ms (each step at its shortest over the rounds); peak memory in MiB.\n\n");
    let mut columns = vec!["scene".to_owned()];
    columns.extend(first.engines.iter().map(|engine| engine.engine.clone()));
    header(out, &columns);
    for summary in summaries {
        let mut cells = vec![summary.scene.clone()];
        cells.extend(
            summary
                .engines
                .iter()
                .map(|engine| format!("{:.3}, {:.3} ms; {:.1} MiB", engine.worst, engine.p99, engine.memory)),
        );
        row(out, &cells);
    }
    out.push('\n');
}

/// Writes the stages of each engine that reports them.
fn stages(out: &mut String, summaries: &[&SceneSummary]) {
    let Some(first) = summaries.first() else { return };
    for (index, engine) in first.engines.iter().enumerate() {
        let of = |summary: &SceneSummary| -> EngineStages { EngineStages::new(&summary.engines[index]) };
        let shown: Vec<usize> = (0..engine.stages.len())
            .filter(|&stage| summaries.iter().any(|summary| of(summary).times[stage] >= 0.0005))
            .collect();
        if shown.is_empty() {
            continue;
        }
        let _ = writeln!(out, "Stages of {} in ms per step.\n", engine.engine);
        let mut columns = vec!["scene".to_owned()];
        columns.extend(shown.iter().map(|&stage| engine.stages[stage].name.clone()));
        header(out, &columns);
        for summary in summaries {
            let times = of(summary).times;
            let mut cells = vec![summary.scene.clone()];
            cells.extend(shown.iter().map(|&stage| format!("{:.3}", times[stage])));
            row(out, &cells);
        }
        out.push('\n');
    }
}

struct EngineStages {
    times: Vec<f64>,
}

impl EngineStages {
    fn new(engine: &EngineSummary) -> Self {
        Self { times: engine.stages.iter().map(|stage| stage.time).collect() }
    }
}

fn checks(out: &mut String, summaries: &[SceneSummary]) {
    out.push_str("## Checks\n\n");
    let mut findings = 0;
    for summary in summaries {
        for check in &summary.checks {
            findings += 1;
            let mark = if check.is_failure() { "**failed**: " } else { "" };
            let _ = writeln!(
                out,
                "- {mark}{}, {} threads, {}: {}",
                summary.scene, summary.threads, check.engine, check.finding
            );
        }
    }
    if findings == 0 {
        out.push_str("All engines built the same worlds and ended in the same band.\n");
    }
}
