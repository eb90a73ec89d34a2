//! Measures cairn2d side by side with Box2D and Rapier.
//!
//! Each engine is a separate program under `engines/`, built on demand. This program starts them in turn, one
//! process per run, and compares their reports.

mod accuracy;
mod arguments;
mod builds;
mod checks;
mod engine;
mod report;
mod rounds;
mod scene;
mod summary;

use std::process::ExitCode;

use arguments::Request;

fn main() -> ExitCode {
    match arguments::parse(std::env::args().skip(1)) {
        Ok(Request::Help) => {
            println!("{}", arguments::HELP);
            ExitCode::SUCCESS
        }
        Ok(Request::Compare(options)) => finish(compare(&options)),
        Ok(Request::Accuracy(out)) => finish(accuracy::write(out.as_deref())),
        Ok(Request::Micro(arguments)) => finish(micro(&arguments)),
        Err(reason) => finish(Err(reason)),
    }
}

fn finish(outcome: Result<bool, String>) -> ExitCode {
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

/// Builds and runs the program that measures parts alone.
fn micro(arguments: &[String]) -> Result<bool, String> {
    let program = builds::build_micro()?;
    let status = std::process::Command::new(&program).args(arguments).status();
    status
        .map(|status| status.success())
        .map_err(|error| format!("cannot start {}: {error}", program.display()))
}

/// Builds, runs, compares and reports; returns whether all engines simulated the same worlds.
fn compare(options: &arguments::CompareOptions) -> Result<bool, String> {
    let programs = builds::build_all(&options.engines)?;
    let runs = rounds::run_all(options, &programs)?;
    let mut summaries: Vec<summary::SceneSummary> = runs.iter().map(summary::summarize).collect();
    checks::check_threads(&runs, &mut summaries);
    print!("{}", report::markdown(options, &summaries));
    if let Some(path) = &options.json {
        report::write_json(path, options, &runs, &summaries)?;
    }
    if let Some(path) = &options.plot {
        report::write_plot(path, options, &summaries)?;
    }
    Ok(summaries.iter().all(|summary| summary.checks.iter().all(|check| !check.is_failure())))
}
