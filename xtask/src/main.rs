//! Repository automation, run as `cargo xtask <command>`.
//!
//! Depends on the standard library alone, so that a fresh clone can run it before anything else is built.
//! Invariant: a command changes nothing in the tree unless its help line says so.
#![forbid(unsafe_code)]

mod fuzz;
mod matrix;
mod sanitize;
mod tidy;
mod trials;
mod web;

use std::path::PathBuf;
use std::process::{Command, ExitCode};

const HELP: &str = "\
usage: cargo xtask <command>

  tidy           check the rules of docs/STYLE.md that a program can check (changes nothing)
  golden         write the hashes of all scenes anew (changes crates/cairn2d-scenes/tests/golden/hashes.txt)
  golden --add   write the hashes of scenes that have none yet (changes the same file)
  golden --full  run all scenes to their ends with all lanes and several threads, and compare (changes nothing)
  fuzz --calls N make so many random calls, on all cores (changes only target/); also --first SEED, --jobs N
  fuzz --files N read so many mutated scenes, snapshots, recordings and hulls, likewise
  matrix         compare state, events, queries and snapshots over lanes, threads and three targets (changes only target/)
  matrix --full [STEPS] [sample]
                 every target and build, 10000 steps if not told, every scene or a sixth (changes the table in docs/determinism.md)
  soak           run the soak worlds for 24 simulated hours, or as many as `--hours N` says (changes nothing)
  shots          fire 33,400 shots of each kind at each target, or `--count N`, those of `--seed N` (changes nothing)
  sanitize       run loom, Miri, sanitizers and valgrind, as far as the machine has them (changes only target/ and fuzz/loom/target/)
  web            build the engine and the testbed for the browser: static files in target/web (changes only target/)
  web --engine   the engine alone
  web --test     build, then compare with the native engine in node and in Chromium
  help           print this text
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["tidy"] => run_tidy(),
        ["golden"] => run_golden("update"),
        ["golden", "--add"] => run_golden("add"),
        ["golden", "--full"] => run_golden("full"),
        ["matrix"] => run_matrix(matrix::Extent::Short),
        ["matrix", "--full", words @ ..] => run_full_matrix(words),
        ["soak"] => trials::soak(&repository_root(), "24"),
        ["soak", "--hours", hours] => trials::soak(&repository_root(), hours),
        ["shots"] => trials::shots(&repository_root(), "33400", "0"),
        ["shots", "--count", count] => trials::shots(&repository_root(), count, "0"),
        ["shots", "--seed", seed] => trials::shots(&repository_root(), "33400", seed),
        ["shots", "--count", count, "--seed", seed] => trials::shots(&repository_root(), count, seed),
        ["web"] => run_web(web::Part::All, false),
        ["web", "--test"] => run_web(web::Part::All, true),
        ["web", "--engine"] => run_web(web::Part::Engine, false),
        ["web", "--engine", "--test"] => run_web(web::Part::Engine, true),
        ["fuzz", words @ ..] => run_fuzz(words),
        ["sanitize"] => run_sanitize(),
        [] | ["help" | "--help" | "-h"] => {
            print!("{HELP}");
            ExitCode::SUCCESS
        }
        other => {
            eprint!("xtask: unknown command `{}`\n\n{HELP}", other.join(" "));
            ExitCode::from(2)
        }
    }
}

fn run_tidy() -> ExitCode {
    let tree = match tidy::Tree::read(&repository_root()) {
        Ok(tree) => tree,
        Err(error) => {
            eprintln!("xtask: cannot read the tree: {error}");
            return ExitCode::from(2);
        }
    };
    let findings = tidy::check(&tree, &tidy::LISTS);
    for finding in &findings {
        println!("{finding}");
    }
    let failures = findings.iter().filter(|finding| finding.is_failure()).count();
    println!("tidy: {} files, {failures} failures, {} warnings", tree.len(), findings.len() - failures);
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn run_fuzz(words: &[&str]) -> ExitCode {
    let done = fuzz::Order::parse(words).and_then(|order| fuzz::run(&repository_root(), order));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run_sanitize() -> ExitCode {
    match sanitize::run(&repository_root()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: failed: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run_web(part: web::Part, test: bool) -> ExitCode {
    match web::run(&repository_root(), part, test) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run_full_matrix(words: &[&str]) -> ExitCode {
    let sample = words.last() == Some(&"sample");
    let steps = match &words[..words.len() - usize::from(sample)] {
        [] => Some(10_000),
        [steps] => steps.parse().ok().filter(|steps| *steps >= 100),
        _ => None,
    };
    let Some(steps) = steps else {
        eprintln!("xtask: `matrix --full` takes a number of steps, at least 100, and `sample`");
        return ExitCode::from(2);
    };
    run_matrix(matrix::Extent::Full { steps, sample })
}

fn run_matrix(extent: matrix::Extent) -> ExitCode {
    match matrix::run(&repository_root(), extent) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the test of the golden hashes, which does the work; `mode` tells it what to do.
fn run_golden(mode: &str) -> ExitCode {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let arguments =
        ["test", "--release", "--package", "cairn2d-scenes", "--test", "golden", "--", "--nocapture"];
    let status = Command::new(cargo)
        .args(arguments)
        .env("CAIRN2D_GOLDEN", mode)
        .current_dir(repository_root())
        .status();
    match status {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: cannot run cargo: {error}");
            ExitCode::from(2)
        }
    }
}

/// The folder above `xtask/`, wherever the command was started from.
///
/// Cargo names the folder when it runs the program. The one known when it was compiled is second choice: two clones
/// that share a target directory share the program too, and one would check the other.
fn repository_root() -> PathBuf {
    let compiled = env!("CARGO_MANIFEST_DIR");
    let manifest =
        std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| PathBuf::from(compiled), PathBuf::from);
    manifest.parent().map_or_else(|| PathBuf::from("."), PathBuf::from)
}
