//! Writes `docs/accuracy.md`: runs the same rows on cairn2d, Box2D and Rapier.
//!
//! If our default misses a goal, the row is also run with the setting that reaches it. Both are counted in
//! instructions by valgrind's cachegrind, if installed, because counts do not depend on the load of the
//! machine.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use cairn2d_truth::{Answer, CRASH, Cells, Cost, Figure, Missing, Row, all, page, parse_answers};

use crate::builds;
use crate::engine::{Engine, Program};

/// The columns, ours first.
const COLUMNS: [(Program, &str); 3] =
    [(Program::Cairn2d, "cairn2d"), (Program::Box2dAvx2, "Box2D v3.2"), (Program::Rapier, "Rapier 0.36")];

/// Measures all engines and writes the page.
///
/// # Errors
/// A build or a run that fails, or a page that cannot be written.
pub(crate) fn write(out: Option<&Path>) -> Result<bool, String> {
    let engines = COLUMNS.map(|(program, _)| Engine { program, lanes: None });
    let programs = builds::build_all(&engines)?;
    let rows = all();
    let mut cells = vec![Cells::default(); rows.len()];
    for (program, name) in COLUMNS {
        eprintln!("asking {name}");
        for answer in ask_all(programs.path(program), rows.len()) {
            let cells =
                cells.get_mut(answer.row).ok_or_else(|| format!("{name} has a row {}", answer.row))?;
            cells.figures.push(Some(answer.figure));
        }
        if let Some(row) = cells.iter().position(|cells| cells.figures.is_empty()) {
            return Err(format!("{name} does not answer row {row}"));
        }
    }
    let missed =
        rows.iter().enumerate().filter(|(_, row)| row.miss.is_some_and(|miss| miss.setting.is_some()));
    for (index, row) in missed {
        eprintln!("counting {} {}", row.id, row.case);
        let (figure, cost) = with_setting(programs.path(Program::Cairn2d), index, row)?;
        cells[index].with_setting = Some(figure);
        cells[index].cost = cost;
    }
    let names = COLUMNS.map(|(_, name)| name.to_owned());
    let path = out.map_or_else(default_path, Path::to_owned);
    std::fs::write(&path, page(&rows, &names, &cells))
        .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    eprintln!("wrote {}", path.display());
    Ok(true)
}

fn default_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/accuracy.md")
}

/// Runs all rows; if the program fails on them together, each is run separately.
fn ask_all(program: &Path, rows: usize) -> Vec<Answer> {
    ask(Command::new(program).arg("accuracy")).unwrap_or_else(|reason| {
        eprintln!("{reason}; now one by one");
        let alone = |row| {
            let answer = ask(one_row(&mut Command::new(program), row, false))
                .ok()
                .and_then(|answers| answers.into_iter().next());
            answer.unwrap_or_else(|| Answer { row, figure: Err(Missing(CRASH.to_owned())), steps: 0 })
        };
        (0..rows).map(alone).collect()
    })
}

fn ask(command: &mut Command) -> Result<Vec<Answer>, String> {
    let output = run(command)?;
    parse_answers(&String::from_utf8_lossy(&output.stdout))
}

fn run(command: &mut Command) -> Result<Output, String> {
    let output = command.stdin(Stdio::null()).output();
    let output = output.map_err(|error| format!("cannot start {command:?}: {error}"))?;
    if output.status.success() {
        return Ok(output);
    }
    Err(format!("{command:?}: {}, {}", output.status, String::from_utf8_lossy(&output.stderr).trim()))
}

/// Adds the arguments for one row, at its own setting or the default one.
fn one_row(command: &mut Command, index: usize, set: bool) -> &mut Command {
    command.args(["accuracy", "--only", &index.to_string()]);
    if set { command.arg("--set") } else { command }
}

/// Our figure at the setting of the miss, and the cost of that setting if it can be counted.
fn with_setting(program: &Path, index: usize, row: &Row) -> Result<(Figure, Option<Cost>), String> {
    let answers = ask(one_row(&mut Command::new(program), index, true))?;
    let answer = answers.into_iter().next().ok_or_else(|| format!("no answer to row {index}"))?;
    // The net would take minutes under valgrind; its cost is that of the chains.
    if row.case.starts_with("net") {
        return Ok((answer.figure, None));
    }
    let (default, set) = (count(program, index, false)?, count(program, index, true)?);
    Ok((answer.figure, default.zip(set).map(|(default, with_setting)| Cost { default, with_setting })))
}

/// Instructions of a step of a row, or `None` without valgrind.
fn count(program: &Path, index: usize, set: bool) -> Result<Option<f64>, String> {
    if Command::new("valgrind").arg("--version").stdout(Stdio::null()).status().is_err() {
        return Ok(None);
    }
    let mut command = Command::new("valgrind");
    command.args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"]).arg(program);
    let output = run(one_row(&mut command, index, set))?;
    let answers = parse_answers(&String::from_utf8_lossy(&output.stdout))?;
    let report = String::from_utf8_lossy(&output.stderr).into_owned();
    let counted =
        report.lines().find_map(|line| line.split_once("refs:")).map(|(_, count)| count.replace(',', ""));
    let counted = counted.and_then(|count| count.trim().parse::<f64>().ok());
    Ok(counted.zip(answers.first()).map(|(count, answer)| count / answer.steps.max(1) as f64))
}
