//! The results as a table in `docs/notes/determinism.md`, between two marks.

use super::Outcome;
use super::builds::{self, Build, Host};
use crate::process::output;
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{SystemTime, UNIX_EPOCH};

const PAGE: &str = "docs/notes/determinism.md";
const BEGIN: &str = "<!-- matrix: begin, written by `cargo xtask matrix --full` -->\n";
const END: &str = "<!-- matrix: end -->\n";

/// One cell as a line of output.
pub(crate) fn line(outcome: &Outcome) -> String {
    let Outcome { build, cell, lanes, scenes, compared, seconds, failures } = outcome;
    let verdict = if failures.is_empty() { "equal" } else { "DIFFERS" };
    format!(
        "{verdict}: {}, {}, {lanes}, {} threads: {scenes} {} scenes x {} steps, {compared} digests compared, {seconds} s",
        build.target_name(),
        build.name,
        cell.threads,
        cell.scenes,
        cell.steps
    )
}

/// Replaces the table.
pub(crate) fn write(root: &Path, outcomes: &[Outcome], skipped: &[(&Build, String)]) -> Result<(), String> {
    let path = root.join(PAGE);
    let page = std::fs::read_to_string(&path).map_err(|error| format!("cannot read {PAGE}: {error}"))?;
    let (before, rest) = page.split_once(BEGIN).ok_or_else(|| format!("{PAGE} has no line {BEGIN}"))?;
    let (_, after) = rest.split_once(END).ok_or_else(|| format!("{PAGE} has no line {END}"))?;
    let page = format!("{before}{BEGIN}\n{}\n{END}{after}", table(outcomes, skipped, root));
    std::fs::write(&path, page).map_err(|error| format!("cannot write {PAGE}: {error}"))
}

fn table(outcomes: &[Outcome], skipped: &[(&Build, String)], root: &Path) -> String {
    let mut text = format!("Run on {}, {}, {}.\n\n", today(), commit(root), tools());
    text += "| target | build | lanes | threads | scenes x steps | digests compared | result |\n";
    text += "|---|---|---|---|---|---|---|\n";
    for outcome in outcomes {
        let Outcome { build, cell, lanes, scenes, compared, failures, .. } = outcome;
        let result = match failures.first() {
            None if *compared == 0 => "reference".to_owned(),
            None => "equal".to_owned(),
            Some(first) => format!("**{} differ**, first: {first}", failures.len()),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "| {} | {} | {lanes} | {} | {scenes} {} x {} | {compared} | {result} |",
            build.target_name(),
            build.name,
            cell.threads,
            cell.scenes,
            cell.steps
        );
    }
    for (build, why) in skipped {
        let _ = writeln!(text, "| {} | {} | | | not run: {why} | | |", build.target_name(), build.name);
    }
    text
}

fn tools() -> String {
    let version = |host: Host| {
        let program = match host {
            Host::Here => "rustc",
            Host::Emulator(program) => program,
            Host::Node => "node",
        };
        let text = output(Command::new(program).arg("--version"));
        let first = text.and_then(|text| text.lines().next().map(str::to_owned));
        match host {
            Host::Node => first.map(|version| format!("node {version}")),
            _ => first,
        }
    };
    let hosts = [Host::Here, builds::ARM.host, Host::Node];
    let found: Vec<String> = hosts.into_iter().filter_map(version).chain(processor()).collect();
    found.join(", ")
}

fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    line.split_once(": ").map(|(_, name)| name.to_owned())
}

fn commit(root: &Path) -> String {
    let hash = output(Command::new("git").args(["rev-parse", "--short", "HEAD"]).current_dir(root));
    hash.map_or_else(|| "outside of a repository".to_owned(), |hash| format!("commit {hash}"))
}

/// The date in UTC.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = date(seconds / 86_400);
    format!("{year}-{month:02}-{day:02}")
}

/// Year, month and day of a day since 1970 in the Gregorian calendar: years are counted from March, so that
/// leap days end them.
fn date(day: u64) -> (u64, u64, u64) {
    let day = day + 719_468;
    let (era, of_era) = (day / 146_097, day % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let of_month = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (400 * era + year + u64::from(month <= 2), month, of_month)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_match_the_calendar() {
        assert_eq!(date(0), (1970, 1, 1));
        assert_eq!(date(59), (1970, 3, 1));
        assert_eq!(date(11_016), (2000, 2, 29));
        assert_eq!(date(20_777), (2026, 11, 20));
    }
}
