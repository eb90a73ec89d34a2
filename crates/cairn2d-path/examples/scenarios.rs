//! Runs scenario files of the MovingAI format: `scenarios [--a-star | --jump-table] MAP SCENARIOS ...`
//! prints the mean time of a query and the number of paths whose length differs from the stored one.
//!
//! A unit stays on the terrain of its start: ground and swamp are one terrain, each other letter is its
//! own.

use std::process::ExitCode;
use std::time::Instant;

use cairn2d_path::{Cell, Cost, Grid, JumpTable, Method, Path, PathError, Search};

/// A line of a scenario file.
struct Query {
    start: Cell,
    goal: Cell,
    length: f64,
    /// Lengths are rounded to the digits that the file has, and computed with less precision.
    tolerance: f64,
    /// Position of the terrain of the start.
    terrain: usize,
}

/// What finds the paths.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Search(Method),
    Table,
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
                terrain: 0,
            })
        })
        .collect()
}

/// The terrain of a letter, by one of its letters.
fn terrain(letter: u8) -> u8 {
    if matches!(letter, b'.' | b'G' | b'S') { b'.' } else { letter }
}

/// The grid of each terrain on which a query starts.
fn read_terrains(map: &str, queries: &mut [Query]) -> Result<Vec<JumpTable>, PathError> {
    let rows: Vec<&str> = map.lines().skip_while(|&line| line != "map").skip(1).collect();
    let mut letters = Vec::new();
    for query in queries {
        let row = rows.get(query.start.y as usize).map_or(&[][..], |row| row.as_bytes());
        let letter = terrain(row.get(query.start.x as usize).copied().unwrap_or(b'.'));
        query.terrain = letters.iter().position(|&known| known == letter).unwrap_or_else(|| {
            letters.push(letter);
            letters.len() - 1
        });
    }
    let grid = |&letter: &u8| Grid::from_map_with(map, |other| terrain(other) == letter);
    letters.iter().map(|letter| grid(letter).map(JumpTable::new)).collect()
}

fn run(map: &str, scenarios: &str, way: Way) -> Result<(), String> {
    let read = |path: &str| std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"));
    let mut queries = read_queries(&read(scenarios)?).ok_or(format!("{scenarios}: not a scenario file"))?;
    let tables = read_terrains(&read(map)?, &mut queries).map_err(|error| format!("{map}: {error}"))?;
    let (mut search, mut path) = (Search::new(), Path::new());
    if let Way::Search(method) = way {
        search.set_method(method);
    }
    let (mut wrong, mut expanded) = (0, 0u64);
    let mut best = f64::INFINITY;
    for _ in 0..3 {
        (wrong, expanded) = (0, 0);
        let start = Instant::now();
        for query in &queries {
            let table = &tables[query.terrain];
            let cost: Option<Cost> = match way {
                Way::Search(_) => search.find(table.grid(), query.start, query.goal, &mut path),
                Way::Table => search.find_jump(table, query.start, query.goal, &mut path),
            }
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
    let way = match arguments.first().map(String::as_str) {
        Some("--a-star") => Way::Search(Method::AStar),
        Some("--jump-table") => Way::Table,
        _ => Way::Search(Method::Auto),
    };
    if way != Way::Search(Method::Auto) {
        arguments.remove(0);
    }
    if arguments.is_empty() || !arguments.len().is_multiple_of(2) {
        eprintln!("usage: scenarios [--a-star | --jump-table] MAP SCENARIOS ...");
        return ExitCode::from(2);
    }
    for pair in arguments.chunks(2) {
        if let Err(error) = run(&pair[0], &pair[1], way) {
            eprintln!("scenarios: {error}");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
