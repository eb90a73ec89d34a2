//! The figures of a run as text: a few aligned lines.

use crate::figures::Figures;
use crate::plain;
use crate::report::hash_text;
use std::fmt::Write as _;

/// The summary, several lines.
#[must_use]
pub fn text(figures: &Figures) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail, so the results are dropped.
    let _ = heading(&mut out, figures);
    let _ = counts(&mut out, figures);
    let _ = times(&mut out, figures);
    let energy = figures.energy;
    let _ = writeln!(
        out,
        "energy     kinetic {}, potential {}",
        joules(energy.kinetic),
        joules(energy.potential)
    );
    let _ = writeln!(out, "hash       {}", hash_text(figures.hash));
    if !figures.systems.is_empty() {
        let _ = writeln!(out, "  world    {}  (recordings replay it)", hash_text(figures.world_hash));
        for (name, hash) in &figures.systems {
            let _ = writeln!(out, "  system   {}  {name}", hash_text(*hash));
        }
    }
    out
}

/// A count with its noun: `1 body`, `2 bodies`.
#[must_use]
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn heading(out: &mut String, figures: &Figures) -> std::fmt::Result {
    writeln!(
        out,
        "{}: {} ({:.2} s) on {}, {} lanes\n",
        plain::line(&figures.scene),
        counted(figures.steps as usize, "step", "steps"),
        figures.simulated_seconds(),
        counted(figures.threads, "thread", "threads"),
        figures.lanes
    )
}

fn counts(out: &mut String, figures: &Figures) -> std::fmt::Result {
    let counts = &figures.counts;
    writeln!(
        out,
        "bodies     {:<8} {} awake, {} asleep",
        counts.bodies, counts.awake_bodies, counts.sleeping_bodies
    )?;
    writeln!(out, "shapes     {}", counts.shapes)?;
    writeln!(out, "joints     {}", counts.joints)?;
    writeln!(out, "contacts   {:<8} {} touching", counts.contacts, counts.touching_contacts)?;
    let islands = counts.awake_islands + counts.sleeping_islands;
    writeln!(
        out,
        "islands    {islands:<8} {} awake, {} asleep\n",
        counts.awake_islands, counts.sleeping_islands
    )
}

fn times(out: &mut String, figures: &Figures) -> std::fmt::Result {
    let (mean, median, largest) = figures.times.step_milliseconds();
    writeln!(out, "step       {mean:.3} ms  (median {median:.3}, slowest {largest:.3})")?;
    let total: f64 = figures.times.stage_milliseconds().map(|(_, ms)| ms).sum();
    for (stage, ms) in figures.times.stage_milliseconds() {
        let share = if total > 0.0 { 100.0 * ms / total } else { 0.0 };
        writeln!(out, "  {:<18} {ms:>9.3} ms {share:>4.0} %", stage.name())?;
    }
    out.push('\n');
    Ok(())
}

/// Energy with a unit that gives a short number.
fn joules(value: f64) -> String {
    match value.abs() {
        v if v >= 1e9 => format!("{:.3} GJ", value * 1e-9),
        v if v >= 1e6 => format!("{:.3} MJ", value * 1e-6),
        v if v >= 1e3 => format!("{:.3} kJ", value * 1e-3),
        _ => format!("{value:.3} J"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn energies_are_printed_with_few_digits() {
        assert_eq!(joules(0.0), "0.000 J");
        assert_eq!(joules(-1234.5), "-1.234 kJ");
        assert_eq!(joules(2.5e6), "2.500 MJ");
        assert_eq!(joules(7.0e12), "7000.000 GJ");
    }
}
