//! `cargo xtask web`: the engine, and the testbed as a page, for the browser; static files in `target/web`.
//!
//! Looks for the tools that it needs beyond Rust, prints what it found, and prints how to install missing
//! ones. Files by concern: [`toolchain`] (compilers for WebAssembly), [`tools`] (smaller modules, bindings),
//! [`engine`], [`package`] (for npm), [`page`], [`check`] (the tests in node and a browser).

mod check;
mod engine;
pub(crate) mod package;
mod page;
mod toolchain;
mod tools;

use std::path::{Path, PathBuf};
use std::process::Command;
use toolchain::Toolchain;

/// The requested products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Engine,
    All,
}

/// Folders of inputs and outputs.
pub(crate) struct Places {
    /// The repository.
    root: PathBuf,
    /// Output of cargo.
    target: PathBuf,
    /// The static files.
    web: PathBuf,
    /// Fetched tools.
    tools: PathBuf,
}

impl Places {
    /// Returns the folders of a product, which exist then.
    fn below(root: &Path, product: &str) -> Result<Places, String> {
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
        let places = Places {
            root: root.to_owned(),
            web: target.join(product),
            tools: target.join("web-tools"),
            target,
        };
        for folder in [&places.web, &places.tools] {
            std::fs::create_dir_all(folder)
                .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        }
        Ok(places)
    }
}

/// Builds, and tests on request. Changes nothing but the target folder.
pub(crate) fn run(root: &Path, part: Part, test: bool) -> Result<(), String> {
    let places = Places::below(root, "web")?;
    let toolchain = Toolchain::find()?;
    println!("web: found {toolchain}");
    let toolchain = toolchain.find_small();
    println!("web: compiling with {toolchain}");
    if part == Part::All {
        page::build(&places, &toolchain)?;
    }
    engine::build(&places, &toolchain)?;
    if test { check::run(&places, part) } else { Ok(()) }
}

/// Size of a file, raw and as sent by web servers `[bytes]`.
fn sizes(file: &Path) -> Result<(u64, u64), String> {
    let read = |error: std::io::Error| format!("cannot read {}: {error}", file.display());
    let raw = std::fs::metadata(file).map_err(read)?.len();
    let packed = Command::new("gzip").args(["-9", "-n", "-c"]).arg(file).output();
    match packed {
        Ok(packed) if packed.status.success() => Ok((raw, packed.stdout.len() as u64)),
        _ => Err("cannot run gzip, which tells how much is sent".to_owned()),
    }
}

/// Prints the sent size of a file, and fails above its limit `[bytes]`.
fn report_size(file: &Path, limit: Option<u64>) -> Result<u64, String> {
    let (raw, packed) = sizes(file)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    println!("web: {name}: {:.1} kB, {:.1} kB gzipped", raw as f64 / 1e3, packed as f64 / 1e3);
    match limit {
        Some(limit) if packed > limit => {
            Err(format!("{name} may have {limit} bytes gzipped and has {packed}"))
        }
        _ => Ok(packed),
    }
}
