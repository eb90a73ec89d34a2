//! Builds of the program of a cell, and their hosts: this machine, an emulator, or node.
//!
//! Foreign targets need nothing beyond rustup: static programs with musl, linked by `rust-lld`, and WASI.

use crate::process::{cargo, has_target, output, succeed};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The host of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Host {
    /// This processor.
    Here,
    /// An emulator of the name.
    Emulator(&'static str),
    /// The WASI of node.
    Node,
}

/// A build of the program.
#[derive(Debug)]
pub(crate) struct Build {
    pub(crate) name: &'static str,
    /// `None` for the target of this machine.
    pub(crate) target: Option<&'static str>,
    pub(crate) arguments: &'static [&'static str],
    /// The folder that cargo names after the profile.
    profile: &'static str,
    rust_flags: &'static str,
    pub(crate) host: Host,
}

pub(crate) const RELEASE: Build = Build {
    name: "release",
    target: None,
    arguments: &["--release"],
    profile: "release",
    rust_flags: "",
    host: Host::Here,
};

/// As the tests have it: with every feature, so that `.ci/run` compiles the engine once for both.
pub(crate) const DEBUG: Build =
    Build { name: "debug", arguments: &["--workspace"], profile: "debug", ..RELEASE };

/// Without optimisation, so that the optimiser cannot hide a difference.
pub(crate) const UNOPTIMISED: Build = Build {
    name: "debug, nothing optimised",
    arguments: &[
        "--config",
        "profile.dev.opt-level=0",
        "--config",
        "profile.dev.package.cairn2d-math.opt-level=0",
        "--config",
        "profile.dev.package.cairn2d-tasks.opt-level=0",
        "--config",
        "profile.dev.package.cairn2d-geometry.opt-level=0",
        "--config",
        "profile.dev.package.cairn2d-space.opt-level=0",
        "--config",
        "profile.dev.package.cairn2d-dynamics.opt-level=0",
    ],
    ..DEBUG
};

pub(crate) const LINKED: Build = Build {
    name: "fat LTO, one unit, `panic=abort`",
    arguments: &["--profile", "web"],
    profile: "web",
    ..RELEASE
};

/// All instructions of this processor, for all code and not only for the kernels.
pub(crate) const NATIVE: Build =
    Build { name: "release, `target-cpu=native`", rust_flags: "-Ctarget-cpu=native", ..RELEASE };

/// The release build for another target. Only the engine is compared. The scene and file code runs once, so
/// it is not optimised. Optimisation between the parts of a crate takes a fifth of the time.
const FOREIGN: Build = Build {
    arguments: &[
        "--release",
        "--config",
        "profile.release.lto='off'",
        "--config",
        "profile.release.package.cairn2d-scenes.opt-level=0",
        "--config",
        "profile.release.package.'*'.opt-level=0",
    ],
    ..RELEASE
};

pub(crate) const X86: Build =
    Build { name: "release, 32 bits", target: Some("i686-unknown-linux-musl"), ..FOREIGN };

pub(crate) const ARM: Build =
    Build { target: Some("aarch64-unknown-linux-musl"), host: Host::Emulator("qemu-aarch64"), ..FOREIGN };

pub(crate) const WASM: Build =
    Build { name: "release, no SIMD", target: Some("wasm32-wasip1"), host: Host::Node, ..FOREIGN };

pub(crate) const WASM_SIMD: Build =
    Build { name: "release, `simd128`", rust_flags: "-Ctarget-feature=+simd128", ..WASM };

impl Build {
    pub(crate) fn target_name(&self) -> String {
        self.target.map_or_else(host_target, str::to_owned)
    }

    /// The reason why the program cannot be built or run here; installs the target by rustup if possible.
    pub(crate) fn missing(&self) -> Option<String> {
        if let Some(target) = self.target.filter(|target| !has_target(OsStr::new("rustc"), target)) {
            println!("matrix: asking rustup for {target}");
            let added = output(Command::new("rustup").args(["target", "add", target]));
            if added.is_none() || !has_target(OsStr::new("rustc"), target) {
                return Some(format!("no standard library for {target} (`rustup target add {target}`)"));
            }
        }
        let (program, package) = match self.host {
            Host::Here => return None,
            Host::Emulator(program) => (program, "qemu-user"),
            Host::Node => ("node", "nodejs"),
        };
        let there = output(Command::new(program).arg("--version")).is_some();
        (!there).then(|| format!("no {program} (Debian package {package})"))
    }

    /// Builds the program; returns its path.
    pub(crate) fn make(&self, root: &Path, target: &Path) -> Result<PathBuf, String> {
        // Builds for this machine with unusual options have a separate folder, so that they do not replace
        // other builds.
        let usual = self.target.is_some() || self.rust_flags.is_empty() && self.arguments.len() < 2;
        let words = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
        let own = || target.join("matrix").join(self.name.chars().map(words).collect::<String>());
        let folder = if usual { target.to_owned() } else { own() };
        let mut cargo = cargo();
        cargo.args(["build", "--quiet", "--locked", "--example", "matrix"]);
        if !self.arguments.contains(&"--workspace") {
            // The package of the command-line program brings its features, so that both share the engine.
            cargo.args(["--package", "cairn2d-scenes", "--package", "cairn2d-cli"]);
        }
        cargo.args(self.arguments).env("CARGO_TARGET_DIR", &folder).current_dir(root);
        if self.profile != "debug" {
            // Lints and their flags are for what the tests use too.
            cargo.env_remove("RUSTC_WORKSPACE_WRAPPER").env_remove("RUSTFLAGS");
        }
        let mut place = folder;
        if let Some(target) = self.target {
            cargo.args(["--target", target]);
            place.push(target);
            let linker = format!("CARGO_TARGET_{}_LINKER", target.to_uppercase().replace('-', "_"));
            cargo.env(linker, "rust-lld");
        }
        if !self.rust_flags.is_empty() {
            cargo.env("RUSTFLAGS", self.rust_flags);
        }
        succeed(&mut cargo)?;
        let suffix = if self.host == Host::Node { ".wasm" } else { std::env::consts::EXE_SUFFIX };
        Ok(place.join(self.profile).join("examples").join(format!("matrix{suffix}")))
    }

    /// A call of the program that was built.
    pub(crate) fn call(&self, root: &Path, program: &Path) -> Command {
        match self.host {
            Host::Here => Command::new(program),
            Host::Emulator(emulator) => {
                let mut command = Command::new(emulator);
                command.arg(program);
                command
            }
            Host::Node => {
                let mut command = Command::new("node");
                command.arg("--no-warnings").arg(root.join("xtask/src/matrix/wasi.mjs")).arg(program);
                command
            }
        }
    }

    /// Runs that the host can do at the same time.
    pub(crate) fn jobs(&self) -> usize {
        if self.host == Host::Node { 1 } else { std::thread::available_parallelism().map_or(1, usize::from) }
    }
}

fn host_target() -> String {
    output(Command::new("rustc").args(["--print", "host-tuple"])).unwrap_or_else(|| "this machine".to_owned())
}
