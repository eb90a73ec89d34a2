//! Trials that take longer than a test may: simulated days, and millions of shots. The tests do the work;
//! this module sets the variables that make them longer.
//!
//! Both print tables, which `docs/notes/faults.md` quotes.

use crate::process::{cargo, succeed};
use std::path::Path;

/// The tests that shoot.
const SHOTS: [&str; 8] = [
    "circles_do_not_tunnel",
    "boxes_do_not_tunnel",
    "thin_planks_do_not_tunnel",
    "capsules_do_not_tunnel",
    "compounds_do_not_tunnel",
    "fast_wall_does_not_tunnel_over_bodies",
    "bullets_do_not_tunnel_through_a_dynamic_wall",
    "fast_bullets_do_not_tunnel_through_each_other",
];

/// Runs every soak world for this many simulated hours, and adds and removes bodies in proportion.
pub(crate) fn soak(root: &Path, hours: &str) -> Result<(), String> {
    if !hours.parse::<f64>().is_ok_and(|hours| hours > 0.0 && hours <= 1.0e4) {
        return Err(format!("{hours} is no number of hours from 0 to 10000"));
    }
    println!(
        "| world | steps | bytes more or less | drift, mm | energy | hash at the end |\n|---|---|---|---|---|---|"
    );
    let arguments = ["--test", "soak", "--test", "memory", "--", "--nocapture"];
    run(root, &arguments, &[("CAIRN2D_SOAK_HOURS", hours)])
}

/// Fires this many shots of each kind at each target. The seed chooses which.
pub(crate) fn shots(root: &Path, count: &str, seed: &str) -> Result<(), String> {
    if count.parse::<usize>().is_err() || seed.parse::<u32>().is_err() {
        return Err(format!("{count} is no number of shots, or {seed} no seed"));
    }
    let mut arguments = vec!["--test", "it", "--", "--nocapture", "--test-threads=1"];
    arguments.extend(SHOTS);
    run(root, &arguments, &[("CAIRN2D_SHOTS", count), ("CAIRN2D_SHOT_SEED", seed)])
}

/// Runs tests of the facade with variables that make them longer.
fn run(root: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> Result<(), String> {
    let mut tests = cargo();
    tests.args(["test", "--package", "cairn2d"]).args(arguments).envs(variables.iter().copied());
    succeed(tests.current_dir(root))
}
