//! Measures parts of cairn2d alone, for each set of lanes of this machine.
//!
//! `cairn2d-bench micro [--only pairs,manifolds,solver,rays,snapshot] [--lanes LIST] [--quick] [--json
//! FILE]`. Every figure is the shortest of several runs, because disturbances only add time.

mod manifolds;
mod pairs;
mod table;
mod worlds;

use std::process::ExitCode;
use std::time::Instant;

use cairn2d::LaneLevel;

use table::Table;

/// How to measure.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// The sets of lanes, narrow ones first.
    pub(crate) lanes: Vec<LaneLevel>,
    /// Whether to leave out slow measurements.
    pub(crate) quick: bool,
}

type Part = (&'static str, fn(&Settings) -> Result<Vec<Table>, String>);

const PARTS: [Part; 5] = [
    ("pairs", pairs::measure),
    ("manifolds", manifolds::measure),
    ("solver", worlds::solver),
    ("rays", worlds::rays),
    ("snapshot", worlds::snapshot),
];

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("error: {reason}");
            ExitCode::from(2)
        }
    }
}

fn run(mut arguments: impl Iterator<Item = String>) -> Result<(), String> {
    let mut settings = Settings { lanes: LaneLevel::available().collect(), quick: false };
    let mut only: Vec<String> = PARTS.iter().map(|(name, _)| (*name).to_owned()).collect();
    let mut json = None;
    while let Some(name) = arguments.next() {
        if name == "--quick" {
            settings.quick = true;
            continue;
        }
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
        match name.as_str() {
            "--only" => only = value.split(',').map(str::to_owned).collect(),
            "--json" => json = Some(value),
            "--lanes" => settings.lanes = parse_lanes(&value)?,
            _ => return Err(format!("there is no option {name}")),
        }
    }
    if let Some(unknown) = only.iter().find(|name| !PARTS.iter().any(|(part, _)| part == name)) {
        return Err(format!(
            "there is no part {unknown:?}; there are {}",
            PARTS.map(|part| part.0).join(", ")
        ));
    }
    let mut tables = Vec::new();
    for (name, measure) in PARTS.iter().filter(|(name, _)| only.iter().any(|part| part == name)) {
        eprintln!("measuring {name}");
        for table in measure(&settings)? {
            print!("{}", table.markdown());
            tables.push(table);
        }
    }
    let Some(path) = json else { return Ok(()) };
    let text = serde_json::to_string_pretty(&tables).map_err(|error| error.to_string())?;
    std::fs::write(&path, text).map_err(|error| format!("{path}: {error}"))
}

fn parse_lanes(list: &str) -> Result<Vec<LaneLevel>, String> {
    let level = |name: &str| {
        let level: LaneLevel = name.parse().map_err(|_| format!("there are no lanes {name:?}"))?;
        if level.is_available() { Ok(level) } else { Err(format!("this machine has no {name}")) }
    };
    list.split(',').map(level).collect()
}

/// Returns the shortest of `runs` runs \[ms\].
pub(crate) fn best_of(runs: usize, mut work: impl FnMut()) -> f64 {
    let once = |_| {
        let start = Instant::now();
        work();
        start.elapsed().as_secs_f64() * 1e3
    };
    (0..runs).map(once).fold(f64::INFINITY, f64::min)
}
