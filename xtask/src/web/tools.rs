//! Tools beside the compiler: `wasm-opt` of Binaryen, from npm, which makes modules smaller, and
//! `wasm-bindgen`, which the page needs, compiled from its library. They are put below the target folder.

use super::Places;
use crate::process::{cargo, succeed};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The version of Binaryen.
const BINARYEN: &str = "132.0.0";

/// The `wasm-opt` to use, fetched if missing; `None` without npm or network.
pub(crate) fn wasm_opt(places: &Places) -> Option<PathBuf> {
    let folder = places.tools.join("npm");
    let program = folder.join("node_modules/.bin/wasm-opt");
    if !program.is_file() {
        println!("web: fetching binaryen {BINARYEN} from npm");
        std::fs::create_dir_all(&folder).ok()?;
        let package = format!("binaryen@{BINARYEN}");
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-audit", "--no-fund", "--no-save", "--loglevel=error", "--prefix"]);
        let fetched = succeed(npm.arg(&folder).arg(package));
        if fetched.is_err() || !program.is_file() {
            println!("web: no wasm-opt: modules keep all names and will be a third larger");
            return None;
        }
    }
    Some(program)
}

/// Passes for a small module.
pub(crate) const SMALL: &[&str] = &[
    // The passes at the end take another 0.1 % once all is inlined.
    "-O3",
    "--one-caller-inline-max-function-size=30",
    "--rse",
    "--vacuum",
    "--reorder-locals",
    // Similar functions side by side, which compress better.
    "--reorder-functions-by-name",
    "--strip-target-features",
];

/// Passes for the module of the page, most of which is not hot.
pub(crate) const SMALLEST: &[&str] = &["-Oz", "--reorder-functions-by-name"];

/// Optimises a module for size or speed; copies it without `wasm-opt`.
pub(crate) fn optimise(places: &Places, from: &Path, to: &Path, how: &[&str]) -> Result<(), String> {
    match wasm_opt(places) {
        Some(program) => {
            let mut command = Command::new(program);
            command.arg(from).arg("-o").arg(to).args(how);
            // Features that the compiler uses for this target; without relaxed SIMD, which rounds
            // differently.
            for feature in ["simd", "bulk-memory", "sign-ext", "nontrapping-float-to-int", "mutable-globals"]
            {
                command.arg(format!("--enable-{feature}"));
            }
            command.args([
                "--enable-reference-types",
                "--enable-multivalue",
                "--strip-debug",
                "--strip-producers",
            ]);
            succeed(&mut command)
        }
        None => std::fs::copy(from, to)
            .map(|_| ())
            .map_err(|error| format!("cannot copy {} to {}: {error}", from.display(), to.display())),
    }
}

/// The version of the packer.
const ZOPFLI: &str = "1.0.15";

/// Script for node, with the input and output file as arguments.
const PACK: &str = "const fs = require('fs'); const [from, to] = process.argv.slice(1); \
    require('@gfx/zopfli').gzipAsync(fs.readFileSync(from), { numiterations: 60, blocksplittingmax: 0 }).then((packed) => fs.writeFileSync(to, packed));";

/// Packs a file for servers that send precompressed files: compatible with `gzip`, but five percent smaller.
/// Writes it beside the file with the extension `.gz`, and returns its size `[bytes]`; `None` without npm or
/// network.
pub(crate) fn pack(places: &Places, file: &Path) -> Option<u64> {
    let folder = places.tools.join("npm");
    let modules = folder.join("node_modules");
    if !modules.join("@gfx/zopfli").is_dir() {
        println!("web: fetching zopfli {ZOPFLI} from npm");
        let package = format!("@gfx/zopfli@{ZOPFLI}");
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-audit", "--no-fund", "--no-save", "--loglevel=error", "--prefix"]);
        // Without a manifest, npm would remove packages that it does not list.
        let binaryen = format!("binaryen@{BINARYEN}");
        succeed(npm.arg(&folder).arg(package).arg(binaryen)).ok()?;
    }
    let packed = PathBuf::from(format!("{}.gz", file.display()));
    let mut node = Command::new("node");
    succeed(node.args(["-e", PACK]).arg(file).arg(&packed).env("NODE_PATH", &modules)).ok()?;
    std::fs::metadata(&packed).ok().map(|found| found.len())
}

/// The program that writes the JavaScript of the page, compiled from `xtask/bindgen`. It must be of the
/// version of the crate in a lock file.
pub(crate) fn bindgen(places: &Places, lock: &Path) -> Result<PathBuf, String> {
    let manifest = places.root.join("xtask/bindgen/Cargo.toml");
    let read = |path: &Path| {
        std::fs::read_to_string(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
    };
    let wanted = version_after(&read(lock)?, "name = \"wasm-bindgen\"\nversion = \"")?;
    let ours = version_after(&read(&manifest)?, "wasm-bindgen-cli-support = \"=")?;
    if wanted != ours {
        return Err(format!(
            "{} asks for {ours}, and the page has wasm-bindgen {wanted}",
            manifest.display()
        ));
    }
    let folder = places.tools.join("bindgen");
    let mut cargo = cargo();
    cargo.args(["build", "--locked", "--manifest-path"]).arg(&manifest).env("CARGO_TARGET_DIR", &folder);
    succeed(&mut cargo)?;
    Ok(folder.join("debug").join(format!("bindgen{}", std::env::consts::EXE_SUFFIX)))
}

/// The version after a text, up to the quotation mark.
fn version_after(text: &str, before: &str) -> Result<String, String> {
    let rest = text.split_once(before).map(|(_, rest)| rest);
    let version = rest.and_then(|rest| rest.split_once('"')).map(|(version, _)| version.to_owned());
    version.ok_or_else(|| format!("no version of wasm-bindgen after {before:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found() {
        let lock = "[[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\nsource = \"x\"\n";
        assert_eq!(version_after(lock, "name = \"wasm-bindgen\"\nversion = \"").as_deref(), Ok("0.2.130"));
        assert!(version_after(lock, "nothing").is_err());
    }
}
