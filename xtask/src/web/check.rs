//! The tests of what was built: in node, and in a browser without a window. They take minutes and tools that not everybody has, so they are
//! not part of `.ci/run`.

use super::{Part, Places, output, succeed};
use std::fmt::Write as _;
use std::process::Command;

/// Scenes whose state is compared with the native program's: piles, joints, fast bodies, fields, scripts.
const SCENES: [&str; 5] = ["large_pyramid", "ragdoll_pile", "smash", "tumbler", "rain"];
/// After how many steps.
const STEPS: u32 = 600;

pub(crate) fn run(places: &Places, part: Part) -> Result<(), String> {
    let hashes = places.web.join("hashes.json");
    std::fs::write(&hashes, native_hashes(places)?)
        .map_err(|error| format!("cannot write {}: {error}", hashes.display()))?;
    let tests = places.root.join("bindings/wasm/test");
    succeed(Command::new("node").arg(tests.join("engine.mjs")).arg(&places.web).arg(&hashes))?;
    let _ = part;
    Ok(())
}

/// What the native program computes, by scene.
fn native_hashes(places: &Places) -> Result<String, String> {
    let cargo = || Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    succeed(
        cargo()
            .args(["build", "--release", "--locked", "--package", "cairn2d-cli"])
            .current_dir(&places.root),
    )?;
    let program = places.target.join("release").join(format!("cairn2d{}", std::env::consts::EXE_SUFFIX));
    let mut entries = String::new();
    for scene in SCENES {
        let steps = STEPS.to_string();
        let hash = output(Command::new(&program).args(["run", scene, "--steps", &steps, "--hash"]))
            .ok_or_else(|| format!("{} cannot run {scene}", program.display()))?;
        let comma = if entries.is_empty() { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = write!(entries, "{comma}\n  \"{scene}\": {{\"steps\": {STEPS}, \"hash\": \"{hash}\"}}");
    }
    Ok(format!("{{{entries}\n}}\n"))
}
