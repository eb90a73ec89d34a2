//! Compilers for WebAssembly.
//!
//! First choice is the current toolchain with the target's standard library, which rustup adds if possible.
//! Otherwise the Debian packages `rustc-web` and `rust-web-src` may serve, with the linker of any Rust
//! toolchain. The crates of the page need a compiler as recent as their minimum.
//!
//! Small modules have a standard library that is compiled from source with the flags of the module. The
//! source is the component `rust-src` of the current toolchain, or `rust-web-src`.

use crate::process::{self, cargo, output};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The target of everything.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The compiler of the Debian packages, and its search path for the source of the standard library.
const DEBIAN_RUSTC: &str = "/usr/bin/rustc";

/// A compiler and its requirements.
#[derive(Debug)]
pub(crate) enum Toolchain {
    /// The toolchain that runs this program and has the target.
    AtHand { version: String, added: bool },
    /// The same, with a standard library built from its component `rust-src`.
    FromSource { version: String },
    /// Debian's, with a standard library built from source.
    Debian { version: String, linker: PathBuf },
}

impl Toolchain {
    /// Returns the first that works here. `CAIRN2D_WEB_TOOLCHAIN=debian` selects the second.
    pub(crate) fn find() -> Result<Self, String> {
        let wants_debian = std::env::var("CAIRN2D_WEB_TOOLCHAIN").is_ok_and(|name| name == "debian");
        let at_hand = if wants_debian { None } else { at_hand() };
        at_hand.or_else(debian).ok_or_else(|| {
            format!(
                "no compiler for {TARGET}: `rustup target add {TARGET}` does not work here, and the Debian packages \
                 rustc-web and rust-web-src are not installed (`apt-get install rustc-web rust-web-src`)"
            )
        })
    }

    /// Returns the toolchain for a small module: one that builds the standard library with it if present,
    /// else the given one.
    pub(crate) fn find_small(self) -> Self {
        match self {
            Self::AtHand { .. } => from_source().or_else(debian).unwrap_or(self),
            _ => self,
        }
    }

    /// Whether the standard library is compiled for the module.
    pub(crate) fn builds_std(&self) -> bool {
        !matches!(self, Self::AtHand { .. })
    }

    /// A call of cargo for the target, with the vector instructions that every browser has since 2023.
    pub(crate) fn cargo(&self, arguments: &[&str]) -> Command {
        self.cargo_with(arguments, &[])
    }

    /// The same for a module without panic messages: a panic is only a trap. A standard library built with it
    /// has the same flags, and is optimised for size. The compiler does not vectorize loops, because the
    /// important ones are wide already. It inlines less than with `opt-level = "s"` alone, also functions
    /// with `#[inline]`; functions that must be inlined have `#[inline(always)]`. Loops keep one counter
    /// instead of an address for each list.
    ///
    /// A module `alone` has no `Debug` texts either; the scenes have some in their messages.
    pub(crate) fn cargo_small(&self, arguments: &[&str], alone: bool) -> Command {
        let mut flags = vec!["-Cllvm-args=-inline-threshold=20"];
        flags.extend(["-Cllvm-args=-inlinehint-threshold=40", "-Cllvm-args=-disable-lsr"]);
        flags.extend((alone && self.builds_std()).then_some("-Zfmt-debug=none"));
        self.cargo_without_text(arguments, flags)
    }

    /// The same for the page, whose crates have the thresholds of their level.
    pub(crate) fn cargo_page(&self, arguments: &[&str]) -> Command {
        self.cargo_without_text(arguments, Vec::new())
    }

    /// A call with flags for a small module, if the standard library is compiled with it.
    fn cargo_without_text(&self, arguments: &[&str], mut flags: Vec<&str>) -> Command {
        flags.extend(["-Cno-vectorize-loops", "-Cno-vectorize-slp"]);
        if self.builds_std() {
            flags.extend(["-Zunstable-options", "-Cpanic=immediate-abort", "-Zlocation-detail=none"]);
        }
        let mut cargo = self.cargo_with(arguments, &flags);
        if self.builds_std() {
            cargo.arg("-Zbuild-std-features=optimize_for_size");
        }
        cargo
    }

    fn cargo_with(&self, arguments: &[&str], flags: &[&str]) -> Command {
        let mut cargo = cargo();
        cargo.args(arguments).args(["--target", TARGET]);
        let flags = [&["-Ctarget-feature=+simd128"], flags].concat().join(" ");
        cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS", flags);
        if self.builds_std() {
            cargo.arg("-Zbuild-std=std,panic_abort").env("RUSTC_BOOTSTRAP", "1");
        }
        if let Self::Debian { linker, .. } = self {
            cargo.env("RUSTC", DEBIAN_RUSTC);
            cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
        }
        cargo
    }

    /// Folder name of the output, different for each compiler so that they do not replace each other's work.
    pub(crate) fn folder(&self) -> &'static str {
        match self {
            Self::AtHand { .. } => "wasm",
            Self::FromSource { .. } => "wasm-std",
            Self::Debian { .. } => "wasm-debian",
        }
    }
}

impl fmt::Display for Toolchain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtHand { version, added: false } => write!(f, "{version}, which has {TARGET}"),
            Self::AtHand { version, added: true } => write!(f, "{version}, to which rustup added {TARGET}"),
            Self::FromSource { version } => write!(f, "{version} and a standard library built from rust-src"),
            Self::Debian { version, linker } => write!(
                f,
                "{version} of Debian's rustc-web, a standard library built from rust-web-src, and {}",
                linker.display()
            ),
        }
    }
}

fn at_hand() -> Option<Toolchain> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = output(Command::new(&rustc).arg("--version"))?;
    if process::has_target(&rustc, TARGET) {
        return Some(Toolchain::AtHand { version, added: false });
    }
    println!("web: {version} lacks {TARGET}; asking rustup for it");
    output(Command::new("rustup").args(["target", "add", TARGET]))?;
    process::has_target(&rustc, TARGET).then_some(Toolchain::AtHand { version, added: true })
}

/// The current toolchain with the source of its standard library, which rustup adds if possible.
fn from_source() -> Option<Toolchain> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = output(Command::new(&rustc).arg("--version"))?;
    let sysroot = output(Command::new(&rustc).args(["--print", "sysroot"]))?;
    let source = Path::new(&sysroot).join("lib/rustlib/src/rust/library/Cargo.lock");
    if !source.is_file() {
        println!("web: {version} lacks rust-src; asking rustup for it");
        output(Command::new("rustup").args(["component", "add", "rust-src"]))?;
    }
    source.is_file().then_some(Toolchain::FromSource { version })
}

fn debian() -> Option<Toolchain> {
    let version = output(Command::new(DEBIAN_RUSTC).arg("--version"))?;
    let sysroot = output(Command::new(DEBIAN_RUSTC).args(["--print", "sysroot"]))?;
    let source = Path::new(&sysroot).join("lib/rustlib/src/rust/library/Cargo.toml");
    if !source.is_file() {
        println!("web: {version} is here, but not {} (package rust-web-src)", source.display());
        return None;
    }
    let linker = linker();
    if linker.is_none() {
        println!("web: {version} is here, but neither rust-lld nor wasm-ld to link with (package lld)");
    }
    Some(Toolchain::Debian { version, linker: linker? })
}

/// The linker of the current toolchain, or LLVM's from PATH.
fn linker() -> Option<PathBuf> {
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]));
    let host = output(Command::new("rustc").args(["--print", "host-tuple"]));
    let bundled = sysroot
        .zip(host)
        .map(|(sysroot, host)| Path::new(&sysroot).join("lib/rustlib").join(host).join("bin/rust-lld"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let on_path = std::env::split_paths(&path).map(|folder| folder.join("wasm-ld"));
    bundled.into_iter().chain(on_path).find(|file| file.is_file())
}
