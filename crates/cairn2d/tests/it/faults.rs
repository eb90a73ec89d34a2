//! The catalogue of faults: misbehaving callers, threads and clocks. `docs/notes/faults.md` lists the tests
//! of each fault; the test here compares that page with the sources. The tests below belong to no other file.

mod callbacks;
mod events;
mod joints;
mod limits;
mod liveness;
mod readers;
mod tasks;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The lines of the catalogue, as ranges of their numbers.
const LINES: [(u32, u32); 14] = [
    (1, 16),
    (20, 20),
    (23, 24),
    (27, 29),
    (31, 32),
    (40, 44),
    (46, 51),
    (60, 65),
    (67, 68),
    (71, 74),
    (80, 81),
    (83, 87),
    (90, 101),
    (110, 117),
];

/// Numbers within these ranges that the catalogue omits.
const VACANT: [u32; 3] = [66, 82, 114];

fn root() -> PathBuf {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    manifest.join("../..")
}

/// All Rust files below a folder, without build output.
fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("a folder can be read").path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                sources(&path, found);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).expect("a source can be read");
            found.push((path.to_string_lossy().replace('\\', "/"), text));
        }
    }
}

/// Whether a file has a test of this name or, for `compile_fail`, an example that must not compile.
fn has_test(text: &str, name: &str) -> bool {
    if name == "compile_fail" {
        return text.contains("/// ```compile_fail");
    }
    text.split("#[test]").skip(1).any(|rest| {
        let declared = rest.split_once("fn ").and_then(|(_, rest)| rest.split(['(', '<']).next());
        declared == Some(name)
    })
}

#[test]
fn every_catalogue_line_names_existing_tests() {
    let text = std::fs::read_to_string(root().join("docs/notes/faults.md")).expect("the table is there");
    let mut files = Vec::new();
    for folder in ["crates", "apps", "bindings", "xtask"] {
        sources(&root().join(folder), &mut files);
    }
    let expected: BTreeSet<String> = LINES
        .iter()
        .flat_map(|&(first, last)| first..=last)
        .filter(|line| !VACANT.contains(line))
        .map(|line| format!("F{line:02}"))
        .collect();
    let mut there = BTreeSet::new();
    let mut named = 0;
    for row in text.lines().filter(|row| row.starts_with("| F")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [line, _, what, tests] = cells[..] else { panic!("four columns are expected: {row}") };
        assert!(there.insert(line.to_owned()), "{line} is there twice");
        assert!(!what.is_empty(), "{line} does not say what holds");
        let spans: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
        for span in &spans {
            let (path, name) = span.split_once("::").unwrap_or_else(|| panic!("{line}: {span} is no test"));
            let end = format!("/{path}");
            let found = files.iter().any(|(file, text)| file.ends_with(&end) && has_test(text, name));
            assert!(found, "{line} names {span}, which is not there");
        }
        assert!(!spans.is_empty() || tests.len() > 20, "{line} names no test, and no reason");
        named += spans.len();
    }
    assert_eq!(there, expected, "the lines of the catalogue");
    assert!(named > 120, "only {named} tests are named: the reader is broken");
}
