//! Repository automation, run as `cargo xtask <command>`.
//!
//! Depends on the standard library alone, so that a fresh clone can run it before anything else is built.
//! Invariant: a command changes nothing in the tree unless its help line lists the change.
#![forbid(unsafe_code)]

mod bindings;
mod fuzz;
mod matrix;
mod process;
mod sanitize;
mod tidy;
mod trials;
mod web;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

const HELP: &str = "\
usage: cargo xtask <command>

  tidy           check the rules of docs/STYLE.md that a program can check (changes nothing)
  bindings       write what is made from the table of the API (changes bindings/ and docs/names.md)
  golden         write the hashes of all scenes anew (changes crates/cairn2d-scenes/tests/golden/hashes.txt and bindings/conformance/expected.txt)
  golden --add   write the hashes of scenes that have none yet (changes the same file)
  golden --full  run all scenes to their ends with all lanes and several threads, and compare (changes nothing)
  fuzz --calls N make so many random calls, on all cores (changes only target/); also --first SEED, --jobs N
  fuzz --files N read so many mutated files (scenes, snapshots, recordings, points, outlines, maps), likewise
  matrix         compare state, events, queries and snapshots over lanes, threads and three targets (changes only target/)
  matrix --full [STEPS] [sample]
                 every target and build, 10000 steps if not told, every scene or a sixth (changes the table in docs/notes/determinism.md)
  soak           run the soak worlds for 24 simulated hours, or as many as `--hours N` says (changes nothing)
  shots          fire 33,400 shots of each kind at each target, or `--count N`, those of `--seed N` (changes nothing)
  sanitize       run loom, Miri, sanitizers and valgrind, as far as the machine has them (changes only target/ and fuzz/loom/target/)
  web            build the engine and the testbed for the browser: static files in target/web (changes only target/)
  web --engine   the engine alone
  web --test     build, then compare with the native engine in node and in Chromium
  js             build the package for npm in target/js/cairn2d (changes only target/)
  js --test      build, then run its tests and all conformance scripts in node; `js --quick --test` with a module that is not optimised
  js --can-build whether there is a compiler for it (changes nothing but the targets of rustup)
  help           print this text
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&repository_root(), &words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(root: &Path, words: &[&str]) -> Result<(), String> {
    match words {
        ["tidy"] => run_tidy(root),
        ["bindings"] => bindings::write(root),
        ["golden"] => run_golden(root, "update"),
        ["golden", "--add"] => run_golden(root, "add"),
        ["golden", "--full"] => run_golden(root, "full"),
        ["matrix"] => matrix::run(root, matrix::Extent::Short),
        ["matrix", "--full", words @ ..] => matrix::run(root, full_extent(words)?),
        ["soak"] => trials::soak(root, "24"),
        ["soak", "--hours", hours] => trials::soak(root, hours),
        ["shots"] => trials::shots(root, "33400", "0"),
        ["shots", "--count", count] => trials::shots(root, count, "0"),
        ["shots", "--seed", seed] => trials::shots(root, "33400", seed),
        ["shots", "--count", count, "--seed", seed] => trials::shots(root, count, seed),
        ["web"] => web::run(root, web::Part::All, false),
        ["web", "--test"] => web::run(root, web::Part::All, true),
        ["web", "--engine"] => web::run(root, web::Part::Engine, false),
        ["web", "--engine", "--test"] => web::run(root, web::Part::Engine, true),
        ["js"] => web::package::run(root, web::package::Size::Small, false),
        ["js", "--can-build"] => web::package::can_build(),
        ["js", "--test"] => web::package::run(root, web::package::Size::Small, true),
        ["js", "--quick", "--test"] => web::package::run(root, web::package::Size::Quick, true),
        ["fuzz", words @ ..] => fuzz::run(root, fuzz::Order::parse(words)?),
        ["sanitize"] => sanitize::run(root),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(format!("unknown command `{}`\n\n{HELP}", other.join(" "))),
    }
}

fn run_tidy(root: &Path) -> Result<(), String> {
    let tree = tidy::Tree::read(root).map_err(|error| format!("cannot read the tree: {error}"))?;
    let findings = tidy::check(&tree, &tidy::LISTS);
    for finding in &findings {
        println!("{finding}");
    }
    let failures = findings.iter().filter(|finding| finding.is_failure()).count();
    println!("tidy: {} files, {failures} failures, {} warnings", tree.len(), findings.len() - failures);
    if failures == 0 { Ok(()) } else { Err("the tree is not tidy".to_owned()) }
}

fn full_extent(words: &[&str]) -> Result<matrix::Extent, String> {
    let sample = words.last() == Some(&"sample");
    let steps = match &words[..words.len() - usize::from(sample)] {
        [] => Some(10_000),
        [steps] => steps.parse().ok().filter(|steps| *steps >= 100),
        _ => None,
    };
    let steps = steps.ok_or("`matrix --full` takes a number of steps, at least 100, and `sample`")?;
    Ok(matrix::Extent::Full { steps, sample })
}

/// Runs the test of the golden hashes with a mode.
fn run_golden(root: &Path, mode: &str) -> Result<(), String> {
    let mut test = process::cargo();
    test.args(["test", "--release", "--package", "cairn2d-scenes", "--test", "golden", "--", "--nocapture"]);
    process::succeed(test.env("CAIRN2D_GOLDEN", mode).current_dir(root))?;
    if mode != "update" {
        return Ok(());
    }
    let mut test = process::cargo();
    test.args(["test", "--package", "cairn2d-conformance", "--test", "expected"]);
    process::succeed(test.env("CAIRN2D_GOLDEN", mode).current_dir(root))
}

/// The folder above `xtask/`, independent of the working directory.
///
/// Cargo sets the folder when it runs the program. The compiled-in one is only a fallback: two clones with a
/// shared target directory share the program, and one would check the other.
fn repository_root() -> PathBuf {
    let compiled = env!("CARGO_MANIFEST_DIR");
    let manifest =
        std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from(compiled), PathBuf::from);
    manifest.parent().map_or_else(|| PathBuf::from("."), PathBuf::from)
}
