//! The golden file: state hashes of the built-in scenes, which no lane width, thread count or machine may
//! change.
//!
//! Invariant: one line per scene and hundred steps, in the order of the library. Written by
//! `cargo xtask golden` alone.

use std::collections::BTreeMap;
use std::path::PathBuf;

/// Steps between two pinned hashes \[-\].
pub(crate) const INTERVAL: u32 = 100;

const HEADER: &str = "\
# State hashes of the built-in scenes: name, steps taken, hash. Made by `cargo xtask golden`, not by hand.
# They are the same on every machine, with any lanes and any number of threads. A change of simulation results, even of one
# bit, changes them: say so in CHANGELOG.md under \"Simulation results\".
";

/// State hashes by scene, the one after [`INTERVAL`] steps first.
pub(crate) type Hashes = BTreeMap<String, Vec<u64>>;

/// Whether a step count is one whose hash is pinned.
pub(crate) fn is_pinned(step: u32) -> bool {
    step != 0 && step.is_multiple_of(INTERVAL)
}

/// Reads the golden file; a damaged line is an error, a missing file an empty one.
pub(crate) fn read() -> Hashes {
    let text = std::fs::read_to_string(path()).unwrap_or_default();
    let mut hashes = Hashes::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let (name, step, hash) =
            parse(line).unwrap_or_else(|| panic!("line {} of the golden file", number + 1));
        let list = hashes.entry(name).or_default();
        list.push(hash);
        assert_eq!(
            list.len() as u32 * INTERVAL,
            step,
            "line {} of the golden file is out of order",
            number + 1
        );
    }
    hashes
}

/// Compares the hashes of a run, which may be shorter than the pinned one, with the golden file.
pub(crate) fn compare(golden: &Hashes, name: &str, run: &str, found: &[u64]) -> Result<(), String> {
    let hint = "if results were meant to change, run `cargo xtask golden`";
    let expected = golden.get(name).ok_or_else(|| format!("{name} is not in the golden file; {hint}"))?;
    if expected.len() < found.len() {
        return Err(format!("{name} runs longer than the golden file says; {hint}"));
    }
    match found.iter().zip(expected).position(|(found, expected)| found != expected) {
        None => Ok(()),
        Some(0) => Err(format!("{name} with {run} differs within the first {INTERVAL} steps; {hint}")),
        Some(at) => {
            let same = at as u32 * INTERVAL;
            Err(format!("{name} with {run} differs between steps {same} and {}; {hint}", same + INTERVAL))
        }
    }
}

/// The text of the golden file for these hashes, scenes in the order given.
#[allow(dead_code, reason = "only one of the test programs writes the file")]
pub(crate) fn write(names: &[&str], hashes: &Hashes) {
    let mut text = HEADER.to_owned();
    for &name in names {
        for (index, hash) in hashes[name].iter().enumerate() {
            text.push_str(&format!("{name} {} {hash:016x}\n", (index as u32 + 1) * INTERVAL));
        }
    }
    let path = path();
    std::fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

fn parse(line: &str) -> Option<(String, u32, u64)> {
    let mut words = line.split_whitespace();
    let found =
        (words.next()?.to_owned(), words.next()?.parse().ok()?, u64::from_str_radix(words.next()?, 16).ok()?);
    words.next().is_none().then_some(found)
}

fn path() -> PathBuf {
    // Cargo names the folder at run time too; the one known when this was compiled may be that of another
    // clone.
    let compiled = env!("CARGO_MANIFEST_DIR");
    let manifest =
        std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from(compiled), PathBuf::from);
    manifest.join("tests/golden/hashes.txt")
}
