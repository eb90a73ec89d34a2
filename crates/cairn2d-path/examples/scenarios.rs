//! Runs scenario files of the MovingAI format: `scenarios [--a-star] MAP SCENARIOS ...` prints the mean time
//! of a query and the number of paths whose length differs from the stored one.

use std::process::ExitCode;
use std::time::Instant;

use cairn2d_path::{Cell, Grid, Method, Path, Search};

/// A line of a scenario file.
struct Query {
    start: Cell,
    goal: Cell,
    length: f64,
    /// Lengths are rounded to the digits that the file has, and computed with less precision.
    tolerance: f64,
}

fn read_queries(text: &str) -> Option<Vec<Query>> {
    let lines = text.lines().filter(|line| !line.starts_with("version") && !line.is_empty());
    lines
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let number = |at: usize| words.get(at)?.parse::<u32>().ok();
            let length = words.get(8)?;
            let decimals = length.split_once('.').map_or(0, |(_, decimals)| decimals.len());
            let rounding = 0.51 * 10f64.powi(-(decimals as i32));
            let length: f64 = length.parse().ok()?;
            Some(Query {
                start: Cell::new(number(4)?, number(5)?),
                goal: Cell::new(number(6)?, number(7)?),
                length,
                tolerance: rounding.max(1e-4 * length),
            })
        })
        .collect()
}

fn run(map: &str, scenarios: &str, method: Method) -> Result<(), String> {
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    let grid = Grid::from_map(&read(map)?).map_err(|error| format!("{map}: {error}"))?;
    let queries = read_queries(&read(scenarios)?).ok_or(format!("{scenarios}: not a scenario file"))?;
    let (mut search, mut path) = (Search::new(), Path::new());
    search.set_method(method);
    let (mut wrong, mut expanded) = (0, 0u64);
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        (wrong, expanded) = (0, 0);
        let start = Instant::now();
        for query in &queries {
            let cost = search
                .find(&grid, query.start, query.goal, &mut path)
                .map_err(|error| format!("{scenarios}: {error}"))?;
            let length = cost.map_or(f64::INFINITY, |cost| cost.length());
            wrong += u32::from((length - query.length).abs() > query.tolerance);
            expanded += u64::from(search.expanded_count());
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    let count = queries.len().max(1) as f64;
    println!(
        "{map}: {} queries, {:.2} us a query, {:.0} expanded, {wrong} of another length",
        queries.len(),
        best / count * 1e6,
        expanded as f64 / count
    );
    Ok(())
}

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut method = Method::Auto;
    if arguments.first().is_some_and(|first| first == "--a-star") {
        method = Method::AStar;
        arguments.remove(0);
    }
    if arguments.is_empty() || !arguments.len().is_multiple_of(2) {
        eprintln!("usage: scenarios [--a-star] MAP SCENARIOS ...");
        return ExitCode::from(2);
    }
    for pair in arguments.chunks(2) {
        if let Err(error) = run(&pair[0], &pair[1], method) {
            eprintln!("scenarios: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
