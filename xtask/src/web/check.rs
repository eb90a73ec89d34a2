//! Tests of the built modules in node and in a headless browser. They take minutes and extra tools, so they
//! are not part of `.ci/run`.

use super::{Part, Places};
use crate::process::{cargo, output, succeed};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

/// Scenes whose state is compared with that of the native program: piles, joints, fast bodies, fields,
/// scripts.
const SCENES: [&str; 5] = ["large_pyramid", "ragdoll_pile", "smash", "tumbler", "rain"];
/// Scenes that are recorded too: joints, and a script.
const RECORDED: [&str; 2] = ["ragdoll_pile", "tumbler"];
/// Number of steps.
const STEPS: u32 = 600;

pub(crate) fn run(places: &Places, part: Part) -> Result<(), String> {
    let hashes = places.web.join("hashes.json");
    std::fs::write(&hashes, native_hashes(places)?)
        .map_err(|error| format!("cannot write {}: {error}", hashes.display()))?;
    let tests = places.root.join("bindings/wasm/test");
    succeed(Command::new("node").arg(tests.join("engine.mjs")).arg(&places.web).arg(&hashes))?;
    let [alone, complete] = ["cairn2d.wasm", "cairn2d-scenes.wasm"].map(|name| places.web.join(name));
    succeed(Command::new("node").arg(tests.join("alone.mjs")).args([alone, complete]))?;
    let browser = places.tools.join("browser");
    let tests = places.root.join("apps/testbed/web/test");
    prepare(&tests, &browser)?;
    let mut node = Command::new("node");
    node.arg(browser.join("page.mjs")).arg(&places.web);
    succeed(if part == Part::All { node.arg("all") } else { node.arg("engine") })
}

/// Copies the tests to a folder for their packages, and fetches these.
fn prepare(tests: &Path, folder: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot prepare {}: {error}", folder.display());
    std::fs::create_dir_all(folder).map_err(failed)?;
    for file in ["package.json", "page.mjs"] {
        std::fs::copy(tests.join(file), folder.join(file)).map_err(failed)?;
    }
    let mut npm = Command::new("npm");
    npm.args(["install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error", "--prefix"]);
    succeed(npm.arg(folder))
}

/// Hashes of the native program, by scene.
fn native_hashes(places: &Places) -> Result<String, String> {
    succeed(
        cargo()
            .args(["build", "--release", "--locked", "--package", "cairn2d-cli"])
            .current_dir(&places.root),
    )?;
    let program = places.target.join("release").join(format!("cairn2d{}", std::env::consts::EXE_SUFFIX));
    let mut entries = String::new();
    for scene in SCENES {
        let steps = STEPS.to_string();
        let mut run = Command::new(&program);
        run.args(["run", scene, "--steps", &steps, "--hash"]);
        if RECORDED.contains(&scene) {
            run.arg("--record").arg(places.web.join(format!("{scene}.crec")));
        }
        let hash = output(&mut run).ok_or_else(|| format!("{} cannot run {scene}", program.display()))?;
        let comma = if entries.is_empty() { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = write!(entries, "{comma}\n  \"{scene}\": {{\"steps\": {STEPS}, \"hash\": \"{hash}\"}}");
    }
    Ok(format!("{{{entries}\n}}\n"))
}
