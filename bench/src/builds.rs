//! Builds the engines' programs.
//!
//! cairn2d is built as by its users, with a plain `cargo build --release`. The peers get their fastest
//! builds: Box2D clang and `-O3` without assertions, Rapier link-time optimization in one unit.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::engine::{Engine, Program};

/// The programs that were built, by engine.
#[derive(Debug)]
pub(crate) struct Programs {
    built: Vec<(Program, PathBuf)>,
}

impl Programs {
    /// Returns the path of an engine's program.
    pub(crate) fn path(&self, program: Program) -> &Path {
        let found = self.built.iter().find(|(built, _)| *built == program);
        &found.expect("every engine of a comparison was built").1
    }
}

/// Builds the programs of some engines.
///
/// # Errors
/// A build that fails.
pub(crate) fn build_all(engines: &[Engine]) -> Result<Programs, String> {
    let mut programs = Programs { built: Vec::new() };
    for engine in engines {
        if !programs.built.iter().any(|(program, _)| *program == engine.program) {
            programs.built.push((engine.program, build(engine.program)?));
        }
    }
    Ok(programs)
}

/// Builds the program that measures parts of cairn2d alone, and returns its path.
///
/// # Errors
/// A build that fails.
pub(crate) fn build_micro() -> Result<PathBuf, String> {
    let package = "cairn2d-bench-micro";
    finish(cargo(package), "micro")?;
    let file = format!("{package}{}", std::env::consts::EXE_SUFFIX);
    Ok(target_directory().join("release").join(file))
}

fn build(program: Program) -> Result<PathBuf, String> {
    let package = match program {
        Program::Cairn2d => "cairn2d-bench-cairn2d",
        Program::Box2dSse2 | Program::Box2dAvx2 => "cairn2d-bench-box2d",
        Program::Rapier | Program::RapierParallel => "cairn2d-bench-rapier",
    };
    let mut command = cargo(package);
    match program {
        Program::Cairn2d => {}
        Program::Box2dSse2 => choose_compiler(&mut command),
        Program::Box2dAvx2 => {
            command.args(["--features", "avx2"]);
            choose_compiler(&mut command);
        }
        Program::Rapier => optimize_whole(&mut command),
        Program::RapierParallel => {
            command.args(["--features", "parallel"]);
            optimize_whole(&mut command);
        }
    }
    finish(command, program.name())?;
    keep(&target_directory(), package, program)
}

/// Returns the command that builds a package of this workspace.
fn cargo(package: &str) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(["build", "--release", "--quiet", "--package", package, "--manifest-path"]);
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"));
    command.arg("--target-dir").arg(target_directory());
    command
}

fn finish(mut command: Command, name: &str) -> Result<(), String> {
    eprintln!("building {name}");
    let status = command.status().map_err(|error| format!("cannot start cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} does not build")) }
}

/// Copies a program aside, because the next build of the same package replaces it.
fn keep(target: &Path, package: &str, program: Program) -> Result<PathBuf, String> {
    let suffix = std::env::consts::EXE_SUFFIX;
    let built = target.join("release").join(format!("{package}{suffix}"));
    let directory = target.join("engines");
    let kept = directory.join(format!("{}{suffix}", program.name()));
    std::fs::create_dir_all(&directory)
        .and_then(|()| std::fs::copy(&built, &kept))
        .map_err(|error| format!("cannot copy {} to {}: {error}", built.display(), kept.display()))?;
    Ok(kept)
}

fn target_directory() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(directory) => PathBuf::from(directory),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("target"),
    }
}

/// Lets a C library be compiled with clang where it is installed, at full optimization and without
/// assertions.
fn choose_compiler(command: &mut Command) {
    let chosen = std::env::var("CC").ok().or_else(|| version_of("clang").map(|_| "clang".to_owned()));
    let version = chosen.as_deref().map_or_else(|| version_of("cc"), version_of);
    if let Some(chosen) = chosen {
        command.env("CC", chosen);
    }
    if let Some(version) = version {
        command.env("CAIRN2D_BENCH_CC", format!("{version}, -O3 -DNDEBUG"));
    }
    let own = std::env::var("CFLAGS").unwrap_or_default();
    command.env("CFLAGS", format!("{own} -O3 -DNDEBUG").trim());
}

fn version_of(compiler: &str) -> Option<String> {
    let output =
        Command::new(compiler).arg("--version").output().ok().filter(|output| output.status.success())?;
    String::from_utf8_lossy(&output.stdout).lines().next().map(str::to_owned)
}

fn optimize_whole(command: &mut Command) {
    command.env("CARGO_PROFILE_RELEASE_LTO", "fat");
    command.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "1");
    command.env("CARGO_PROFILE_RELEASE_PANIC", "abort");
}
