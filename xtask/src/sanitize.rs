//! `cargo xtask sanitize`: the loom models, Miri, AddressSanitizer, ThreadSanitizer and valgrind, as far as
//! the machine has them.
//!
//! Tools that cannot run here are listed with the reason; only findings fail.

use crate::process::output;
use std::path::Path;
use std::process::{Command, ExitStatus};

/// The target of the sanitizers.
const TARGET: &str = "x86_64-unknown-linux-gnu";

/// The result of a tool.
enum Ended {
    Passed,
    Failed(ExitStatus),
    Skipped(String),
}

/// Runs one tool on the repository.
type Tool = fn(&Path) -> Ended;

/// Runs all tools; an error names the failed ones.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let tools: [(&str, Tool); 5] = [
        ("loom: all interleavings of models of the scheduler", loom),
        ("Miri: the unsafe code, in small worlds", miri),
        ("AddressSanitizer: random calls", address),
        ("ThreadSanitizer: tests with threads, random calls", thread),
        ("valgrind: random calls", valgrind),
    ];
    let mut lines = Vec::new();
    let mut failed = Vec::new();
    for (name, tool) in tools {
        println!("==== {name}");
        let said = match tool(root) {
            Ended::Passed => "passed".to_owned(),
            Ended::Skipped(why) => format!("skipped: {why}"),
            Ended::Failed(status) => {
                failed.push(name);
                format!("FAILED: {status}")
            }
        };
        lines.push(format!("{name}: {said}"));
    }
    println!("{}", lines.join("\n"));
    if failed.is_empty() { Ok(()) } else { Err(failed.join("; ")) }
}

fn loom(root: &Path) -> Ended {
    ended(cargo(root, None).args(["test", "--quiet", "--manifest-path", "fuzz/loom/Cargo.toml"]))
}

/// Tests for Miri: they reach each module of `docs/unsafe.md` and end within minutes, because they do less
/// under Miri. Excluded are the modes of the processor, which are assembly, and lanes of more than four,
/// which Miri does not support.
const MIRI: [&[&str]; 5] = [
    &["--package", "cairn2d-math", "--lib", "--", "lanes", "vec2", "rot::"],
    &[
        "--package",
        "cairn2d-geometry",
        "--lib",
        "--",
        "groups_cover_every_item_once",
        "pairs_match_brute_force_on_all_lanes",
        "every_kernel_equals_the_scalar_call",
        "rows_can_be_replaced_and_removed",
    ],
    &["--package", "cairn2d-tasks", "--lib"],
    &["--package", "cairn2d-dynamics", "--lib", "--", "workers::"],
    &["--package", "cairn2d", "--test", "it", "--", "unsafe_code::"],
];

fn miri(root: &Path) -> Ended {
    if output(cargo(root, Some("+nightly")).args(["miri", "--version"])).is_none() {
        return Ended::Skipped("there is no `cargo +nightly miri`".to_owned());
    }
    all(MIRI.into_iter().map(|arguments| {
        let mut command = cargo(root, Some("+nightly"));
        command.env("MIRIFLAGS", "-Zmiri-ignore-leaks");
        command.args(["miri", "test", "--quiet", "--target-dir", "target/miri"]).args(arguments);
        command
    }))
}

fn address(root: &Path) -> Ended {
    if output(cargo(root, Some("+nightly")).arg("--version")).is_none() {
        return Ended::Skipped("there is no nightly toolchain".to_owned());
    }
    all([sanitized(root, "address", &[], &RANDOM_CALLS)])
}

fn thread(root: &Path) -> Ended {
    let sysroot = output(Command::new("rustc").args(["+nightly", "--print", "sysroot"]));
    let source = |sysroot: String| Path::new(&sysroot).join("lib/rustlib/src/rust/library").is_dir();
    if !sysroot.is_some_and(source) {
        // If std is not instrumented, its locks look like races.
        return Ended::Skipped("nightly has no rust-src to build std with".to_owned());
    }
    // Every test of the facade with threads in its name, some on rayon's.
    let threads = ["--package", "cairn2d", "--features", "rayon", "--test", "it", "thread"];
    let tests: [&[&str]; 2] = [&threads, &RANDOM_CALLS];
    all(tests.map(|tests| sanitized(root, "thread", &["-Zbuild-std"], tests)))
}

/// The random calls, of which one sequence in eight is made with threads too.
const RANDOM_CALLS: [&str; 5] = ["--package", "cairn2d", "--test", "fuzz", "random_calls"];

/// Tests with a sanitizer compiled in.
fn sanitized(root: &Path, sanitizer: &str, build: &[&str], tests: &[&str]) -> Command {
    let mut command = cargo(root, Some("+nightly"));
    command
        .env("RUSTFLAGS", format!("-Zsanitizer={sanitizer}"))
        .env("CAIRN2D_FUZZ_CALLS", "20000")
        .args(["test", "--quiet", "--profile", "hard", "--target", TARGET])
        .args(["--target-dir", &format!("target/{sanitizer}")])
        .args(build)
        .args(tests);
    command
}

fn valgrind(root: &Path) -> Ended {
    if output(Command::new("valgrind").arg("--version")).is_none() {
        return Ended::Skipped("there is no valgrind".to_owned());
    }
    // Valgrind does not support AVX-512 and hides it from the program, which uses other lanes then.
    let runner = "valgrind --quiet --error-exitcode=9 --leak-check=full --show-leak-kinds=definite \
                  --errors-for-leak-kinds=definite";
    let mut command = cargo(root, None);
    command
        .env("CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER", runner)
        .env("CAIRN2D_FUZZ_CALLS", "4000")
        .args([
            "test",
            "--quiet",
            "--profile",
            "hard",
            "--package",
            "cairn2d",
            "--test",
            "fuzz",
            "random_calls",
        ]);
    ended(&mut command)
}

fn cargo(root: &Path, toolchain: Option<&str>) -> Command {
    // The `cargo` of rustup selects a toolchain, not the one that runs this.
    let own = std::env::var_os("CARGO").filter(|_| toolchain.is_none());
    let mut command = Command::new(own.unwrap_or_else(|| "cargo".into()));
    command.current_dir(root).args(toolchain);
    if toolchain.is_some() {
        command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO").env_remove("RUSTC");
    }
    command
}

/// Runs commands up to the first that fails.
fn all(commands: impl IntoIterator<Item = Command>) -> Ended {
    let ends = commands.into_iter().map(|mut command| ended(&mut command));
    ends.into_iter().find(|end| !matches!(end, Ended::Passed)).unwrap_or(Ended::Passed)
}

fn ended(command: &mut Command) -> Ended {
    match command.status() {
        Ok(status) if status.success() => Ended::Passed,
        Ok(status) => Ended::Failed(status),
        Err(error) => Ended::Skipped(error.to_string()),
    }
}
