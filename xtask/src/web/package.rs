//! `cargo xtask js`: the package for npm, in `target/js/cairn2d`.

use super::toolchain::{TARGET, Toolchain};
use super::{Places, report_size, tools};
use crate::process::{cargo, succeed};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A variant of the module.
struct Variant {
    file: &'static str,
    /// Arguments of cargo that choose the features.
    features: &'static [&'static str],
    /// Size limit \[bytes\], gzipped.
    limit: u64,
}

/// The module with all calls.
const COMPLETE: Variant = Variant { file: "cairn2d.wasm", features: &[], limit: 435_000 };
/// The module without the optional parts of the engine, drawings, recordings and snapshots.
const CORE: Variant =
    Variant { file: "cairn2d-core.wasm", features: &["--no-default-features"], limit: 291_000 };

/// How the module is compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// As it is published.
    Small,
    /// In a fifth of the time, for tests.
    Quick,
}

/// Files of the package that are in the repository.
const FILES: [&str; 8] = [
    "README.md",
    "engine.d.ts",
    "engine.js",
    "index.d.ts",
    "index.js",
    "load.d.ts",
    "load.js",
    "package.json",
];

/// Builds the package. Changes nothing but the target folder.
pub(crate) fn run(root: &Path, size: Size, test: bool) -> Result<(), String> {
    let places = Places::below(root, "js")?;
    let folder = places.web.join("cairn2d");
    let failed = |error: std::io::Error| format!("cannot make {}: {error}", folder.display());
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).map_err(failed)?;
    for variant in [&COMPLETE, &CORE] {
        module(&places, size, variant, &folder.join(variant.file))?;
    }
    for file in FILES {
        std::fs::copy(root.join("bindings/js").join(file), folder.join(file)).map_err(failed)?;
    }
    std::fs::copy(root.join("bindings/js/engine.d.ts"), folder.join("index.d.cts")).map_err(failed)?;
    for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
        std::fs::copy(root.join(file), folder.join(file)).map_err(failed)?;
    }
    let module = std::fs::read(folder.join("cairn2d.wasm")).map_err(failed)?;
    let decode = include_str!("decode.js");
    let inline = format!("{decode}\nexport const bytes = decode(\"{}\");\n", base64(&module));
    let engine = std::fs::read_to_string(folder.join("engine.js")).map_err(failed)?;
    std::fs::write(folder.join("index.cjs"), common_js(&inline, &engine)).map_err(failed)?;
    std::fs::write(folder.join("inline.js"), inline).map_err(failed)?;
    println!("js: the package is in {}", folder.display());
    if size == Size::Small {
        for variant in [&COMPLETE, &CORE] {
            report_size(&folder.join(variant.file), Some(variant.limit))?;
        }
        report_size(&folder.join("engine.js"), None)?;
    }
    if test { check(&places, &folder) } else { Ok(()) }
}

/// Fails without a compiler for the module.
pub(crate) fn can_build() -> Result<(), String> {
    Toolchain::find().map(|toolchain| println!("js: found {toolchain}"))
}

fn module(places: &Places, size: Size, variant: &Variant, to: &Path) -> Result<(), String> {
    let toolchain = match size {
        Size::Small => Toolchain::find()?.find_small(),
        Size::Quick => Toolchain::find()?,
    };
    println!("js: compiling {} with {toolchain}", variant.file);
    let arguments = ["rustc", "--lib", "--crate-type=cdylib", "--locked", "--package=cairn2d-capi"];
    let mut cargo = match size {
        Size::Small => toolchain.cargo_small(&arguments, true),
        Size::Quick => toolchain.cargo(&arguments),
    };
    // Variants share what has the same features. Cargo has one file name for all of them, so each is copied
    // before the next one is made.
    let profile = match size {
        Size::Small => "web",
        Size::Quick => "quick",
    };
    let folder = places.target.join(toolchain.folder()).join("js");
    cargo.args(variant.features);
    cargo.args(["--profile", profile]).env("CARGO_TARGET_DIR", &folder).current_dir(&places.root);
    // Flags of the tests of the host are not for this target.
    cargo.env_remove("RUSTFLAGS").env_remove("RUSTC_WORKSPACE_WRAPPER");
    succeed(&mut cargo)?;
    let made = folder.join(TARGET).join(profile).join("cairn2d_capi.wasm");
    match size {
        Size::Small => tools::optimise(places, &made, to, tools::SMALL),
        Size::Quick => std::fs::copy(&made, to).map(|_| ()).map_err(|error| error.to_string()),
    }
}

/// The package for `require`: one file.
fn common_js(inline: &str, engine: &str) -> String {
    let plain = |text: &str| text.replace("\nexport ", "\n");
    format!(
        "\"use strict\";\n{}\n{}\nmodule.exports = {{ create, ...create(new WebAssembly.Instance(new WebAssembly.Module(bytes), {{}}).exports) }};\n",
        plain(inline),
        plain(engine)
    )
}

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let word =
            chunk.iter().enumerate().fold(0_u32, |word, (n, &byte)| word | u32::from(byte) << (16 - 8 * n));
        for digit in 0..4 {
            let index = (word >> (18 - 6 * digit)) & 63;
            text.push(if digit > chunk.len() { '=' } else { char::from(DIGITS[index as usize]) });
        }
    }
    text
}

/// Runs the tests of the package and the conformance scripts in node.
fn check(places: &Places, folder: &Path) -> Result<(), String> {
    let tests = places.root.join("bindings/js/test");
    for test in ["package.mjs", "garbage.mjs", "newcomer.mjs", "browser.mjs", "core.mjs"] {
        succeed(Command::new("node").arg("--expose-gc").arg(tests.join(test)).arg(folder))?;
    }
    let scripts = places.web.join("scripts");
    // As the tests compile it: with the features of the workspace, and, because of the example, with those of
    // development. A build with other features would replace the library for C under tests that run.
    let mut build = cargo();
    build.args(["build", "--locked", "--workspace", "--bin", "cairn2d-conformance", "--example", "matrix"]);
    succeed(build.current_dir(&places.root))?;
    let conformance = |part: &str| {
        let name = format!("cairn2d-conformance{}", std::env::consts::EXE_SUFFIX);
        let mut command = Command::new(places.target.join("debug").join(name));
        command.arg(part);
        command
    };
    succeed(conformance("write").arg(&scripts))?;
    let mut files: Vec<PathBuf> = std::fs::read_dir(&scripts)
        .map_err(|error| format!("cannot read {}: {error}", scripts.display()))?
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "cairn"))
        .collect();
    files.sort();
    let expected = lines(conformance("run").args(&files))?;
    let mut node = Command::new("node");
    node.arg(tests.join("conformance.mjs")).arg(folder).arg(places.root.join("bindings/api/cairn2d.api"));
    let found = lines(node.args(&files))?;
    let differing: Vec<&String> = found.iter().filter(|line| !expected.contains(line)).collect();
    println!("js: {} of {} scripts give the hashes of Rust", found.len() - differing.len(), expected.len());
    if differing.is_empty() && found.len() == expected.len() {
        return Ok(());
    }
    Err(format!("scripts differ from Rust: {differing:?}"))
}

/// The lines that a program prints.
fn lines(command: &mut Command) -> Result<Vec<String>, String> {
    let shown = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| format!("cannot run {shown}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{shown} failed: {}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_that_of_the_standard() {
        for (text, expected) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(text.as_bytes()), expected);
        }
    }

    #[test]
    fn common_js_has_no_exports_of_modules() {
        let text =
            common_js("\nexport const bytes = 1;\n", "\nexport class A {}\n\nexport function create() {}\n");
        assert!(!text.contains("export "), "{text}");
        assert!(text.contains("\nclass A {}") && text.contains("module.exports"));
    }
}
