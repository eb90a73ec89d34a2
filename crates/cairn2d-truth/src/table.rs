//! The page `docs/accuracy.md`: written from answers, and read again to compare.
//!
//! The program of an engine prints one line per row: its number, the figure or the missing feature, and the
//! number of steps, separated by tabs.

use std::fmt::Write;

use crate::lab::{Bench, Engine, Figure, Missing};
use crate::row::{Goal, Miss, Row, Setting};

/// Answer of an engine for a row.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The number of the row among all.
    pub row: usize,
    /// The figure.
    pub figure: Figure,
    /// The steps it took.
    pub steps: u64,
}

/// The answer if the program of an engine crashes in a row.
pub const CRASH: &str = "it crashes";

/// Measures one row on an engine.
pub fn answer(engine: &dyn Engine, row: (usize, &Row), setting: Setting) -> Answer {
    let bench = Bench::new(engine, setting);
    let figure = (row.1.measure)(&bench);
    Answer { row: row.0, figure, steps: bench.steps() }
}

impl core::fmt::Display for Answer {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match &self.figure {
            Ok(figure) => write!(out, "{}\t{figure:e}\t{}", self.row, self.steps),
            Err(Missing(what)) => {
                write!(out, "{}\t-{}\t{}", self.row, what.replace(['\t', '\n'], " "), self.steps)
            }
        }
    }
}

/// Reads the lines of answers.
///
/// # Errors
/// An invalid line.
pub fn parse_answers(text: &str) -> Result<Vec<Answer>, String> {
    text.lines().map(|line| parse(line).ok_or_else(|| format!("no answer: {line:?}"))).collect()
}

fn parse(line: &str) -> Option<Answer> {
    let mut parts = line.split('\t');
    let row = parts.next()?.parse().ok()?;
    let figure = parts.next()?;
    let figure = match figure.parse() {
        Ok(figure) => Ok(figure),
        Err(_) => Err(Missing(figure.strip_prefix('-')?.to_owned())),
    };
    Some(Answer { row, figure, steps: parts.next()?.parse().ok()? })
}

/// The figures of one row.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    /// Those of the engines, in the order of the columns.
    pub figures: Vec<Option<Figure>>,
    /// Ours with the setting that reaches the goal.
    pub with_setting: Option<Figure>,
    /// Cost of the setting.
    pub cost: Option<Cost>,
}

/// Instructions of a step in a row, with the default and with another setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Instructions of a step with the default settings.
    pub default: f64,
    /// Instructions of a step with the other setting.
    pub with_setting: f64,
}

impl core::fmt::Display for Cost {
    fn fmt(&self, out: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let thousands = |count: f64| count / 1000.0;
        let times = self.with_setting / self.default;
        write!(
            out,
            "{times:.1} times: {:.0}k to {:.0}k",
            thousands(self.default),
            thousands(self.with_setting)
        )
    }
}

/// Returns a figure as the page shows it.
fn show(goal: Goal, figure: Option<&Figure>) -> String {
    match figure {
        Some(Err(Missing(what))) if what == CRASH => "crashes".to_owned(),
        None | Some(Err(_)) => "-".to_owned(),
        Some(Ok(value)) if value.is_nan() => "not a number".to_owned(),
        Some(Ok(value)) if value.is_infinite() => "infinite".to_owned(),
        Some(Ok(value)) => {
            // A range needs digits, an error its magnitude.
            let digits = if matches!(goal, Goal::Within(..)) { 6 } else { 3 };
            number(*value, digits)
        }
    }
}

/// Returns a number with this many digits.
fn number(value: f64, digits: usize) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let size = value.abs().log10().floor() as i32;
    if !(-4..6).contains(&size) {
        let text = format!("{value:.*e}", digits - 1);
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        return format!("{}e{exponent}", mantissa.trim_end_matches('0').trim_end_matches('.'));
    }
    let places = (digits as i32 - 1 - size).max(0) as usize;
    let text = format!("{value:.places$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

fn show_goal(goal: Goal) -> String {
    match goal {
        Goal::AtMost(most) => format!("<= {}", number(most, 6)),
        Goal::AtLeast(least) => format!(">= {}", number(least, 6)),
        Goal::Within(least, most) if least == most => number(least, 6),
        Goal::Within(least, most) => format!("{} to {}", number(least, 7), number(most, 7)),
    }
}

/// Returns the page; `engines` are the heads of the columns, ours first, and `cells` go with the rows.
pub fn page(rows: &[Row], engines: &[String], cells: &[Cells]) -> String {
    let mut out = String::from(HEAD);
    let _ = writeln!(out, "| row | case | truth | goal | {} |", engines.join(" | "));
    let _ = writeln!(out, "|---|---|---|---|{}", "---|".repeat(engines.len()));
    let mut met = vec![0; engines.len()];
    for (row, cells) in rows.iter().zip(cells) {
        let figures = || (0..engines.len()).map(|column| cells.figures.get(column).and_then(Option::as_ref));
        for (met, figure) in met.iter_mut().zip(figures()) {
            *met += usize::from(matches!(figure, Some(Ok(figure)) if row.goal.is_met(*figure)));
        }
        let cells: Vec<String> = figures().map(|figure| shown(row, figure)).collect();
        let _ = writeln!(out, "{} {} |", row_head(row), cells.join(" | "));
    }
    let count: Vec<String> = engines.iter().zip(&met).map(|(name, met)| format!("{name} {met}")).collect();
    let _ = writeln!(out, "\n{}{}.", count_head(rows), count.join(", "));
    out.push_str(MISSES);
    for (row, cells) in rows.iter().zip(cells) {
        let Some(miss) = &row.miss else { continue };
        let own = show(row.goal, cells.figures.first().and_then(Option::as_ref));
        let figure = show(row.goal, cells.with_setting.as_ref());
        let cost = cells.cost.map_or_else(|| "-".to_owned(), |cost| cost.to_string());
        let _ = writeln!(out, "{}", miss_line(row, miss, [&own, &figure, &cost]));
    }
    out
}

fn count_head(rows: &[Row]) -> String {
    format!("Goals reached, of {}: ", rows.len())
}

fn row_head(row: &Row) -> String {
    format!("| {} | {} | {} | {} |", row.id, row.case, row.truth, show_goal(row.goal))
}

fn miss_head(row: &Row) -> String {
    format!("| {} | {} | {} |", row.id, row.case, show_goal(row.goal))
}

/// The setting that reaches the goal of a row that is missed, as the page names it.
fn setting_of(miss: &Miss) -> String {
    miss.setting.map_or_else(|| "none".to_owned(), |setting| setting.to_string())
}

/// A line of the second table.
fn miss_line(row: &Row, miss: &Miss, [own, figure, cost]: [&str; 3]) -> String {
    format!("{} {own} | {} | {figure} | {cost} | {} |", miss_head(row), setting_of(miss), miss.why)
}

/// Returns a page with our new figures, at the default settings and at those of misses, and a new table of
/// misses. The figures of the peers stay, and so do costs of unchanged settings.
///
/// # Errors
/// A row that is missing on the page or has other text there.
pub fn refreshed(page: &str, rows: &[Row], own: &[(Figure, Option<Figure>)]) -> Result<String, String> {
    let mut lines: Vec<String> = page.lines().map(str::to_owned).collect();
    let misses = lines.iter().position(|line| Some(line.as_str()) == MISSES.lines().last());
    let former = lines.split_off(misses.ok_or("the page has no table of misses")? + 1);
    for (row, (figure, _)) in rows.iter().zip(own) {
        replace_first(&mut lines, &row_head(row), &shown(row, Some(figure)))?;
    }
    for (row, (figure, with_setting)) in rows.iter().zip(own) {
        let Some(miss) = &row.miss else { continue };
        let [own, figure] = [Some(figure), with_setting.as_ref()].map(|figure| show(row.goal, figure));
        let cost = former.iter().find_map(|line| cost_in(line, &miss_head(row), &setting_of(miss)));
        lines.push(miss_line(row, miss, [&own, &figure, cost.unwrap_or("-")]));
    }
    let reached =
        rows.iter().zip(own).filter(|(row, (own, _))| matches!(own, Ok(own) if row.goal.is_met(*own)));
    let reached = reached.count();
    let head = count_head(rows);
    let line =
        lines.iter_mut().find(|line| line.starts_with(&head)).ok_or("the page does not count its goals")?;
    let (ours, others) =
        line[head.len()..].split_once(", ").ok_or("the page counts the goals of one engine")?;
    let name = ours.trim_end_matches(|letter: char| letter.is_ascii_digit());
    *line = format!("{head}{name}{reached}, {others}");
    Ok(lines.join("\n") + "\n")
}

/// Replaces our cell in the one line with this beginning.
fn replace_first(lines: &mut [String], head: &str, text: &str) -> Result<(), String> {
    let line = lines.iter_mut().find(|line| line.starts_with(head));
    let line = line.ok_or_else(|| format!("the page has no line that begins with {head:?}"))?;
    let (_, others) =
        line[head.len()..].trim().split_once(" | ").ok_or_else(|| format!("too few cells in {line:?}"))?;
    *line = format!("{head} {text} | {others}");
    Ok(())
}

/// Cost of a setting in a line of the second table, if it is the line of that row and setting.
fn cost_in<'a>(line: &'a str, head: &str, setting: &str) -> Option<&'a str> {
    let mut cells = line.strip_prefix(head)?.split(" | ").skip(1);
    let same = cells.next()? == setting;
    cells.nth(1).filter(|_| same)
}

/// A cell of the first table: bold if the goal is missed.
fn shown(row: &Row, figure: Option<&Figure>) -> String {
    let text = show(row.goal, figure);
    let reached = matches!(figure, Some(Ok(figure)) if row.goal.is_met(*figure));
    if reached || text == "-" { text } else { format!("**{text}**") }
}

const HEAD: &str = "\
# Accuracy

Error of simulated motion against exact results.
`cargo run --release --manifest-path bench/Cargo.toml -- accuracy` runs the same rows on three engines and
writes this page. The rows are in `crates/cairn2d-truth`, whose tests compare our column with the goals and
with this page, without the peers.

Steps are 1/60 s with 4 sub-steps (4 iterations in Rapier) and the default settings of each engine. Gravity is
10 m/s², and nothing sleeps unless a row says so. A missed goal is **bold**; `-` is a feature that an engine
lacks. The letters of the rows: A is motion, R simultaneous impacts, F difficult cases for solvers.

";

const MISSES: &str = "
## Where our default misses

The setting that reaches the goal, its figure, and the cost of a step of that row with it, in instructions
(cachegrind). `none`: no setting was found. Settings are fields of `WorldConfig`.

| row | case | goal | default | setting | with it | cost of a step | why |
|---|---|---|---|---|---|---|---|
";
