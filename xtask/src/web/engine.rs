//! The engine alone, and the engine with the scenes, as modules without glue.

use super::toolchain::{TARGET, Toolchain};
use super::{Places, report_size, tools};
use crate::process::succeed;

/// What the engine alone may have, gzipped \[bytes\]: what it has, and a little. 150 kB are wished for; `docs/web.md` says where it is.
const ENGINE_LIMIT: u64 = 228_000;
/// The same with a standard library that was compiled by somebody else: it tells at length why something panicked, to nobody.
const ENGINE_LIMIT_WITH_STD: u64 = 271_000;

pub(crate) fn build(places: &Places, toolchain: &Toolchain) -> Result<(), String> {
    let limit = if toolchain.builds_std() { ENGINE_LIMIT } else { ENGINE_LIMIT_WITH_STD };
    module(places, toolchain, "cairn2d.wasm", &[], Some(limit))?;
    module(places, toolchain, "cairn2d-scenes.wasm", &["--features", "scenes,record"], None)?;
    let script = "cairn2d.js";
    std::fs::copy(places.root.join("bindings/wasm/js").join(script), places.web.join(script))
        .map(|_| ())
        .map_err(|error| format!("cannot copy {script}: {error}"))
}

fn module(
    places: &Places,
    toolchain: &Toolchain,
    name: &str,
    features: &[&str],
    limit: Option<u64>,
) -> Result<(), String> {
    let folder = places.target.join(toolchain.folder());
    let mut cargo =
        toolchain.cargo_small(&["build", "--locked", "--package", "cairn2d-wasm", "--profile", "web"]);
    succeed(cargo.args(features).env("CARGO_TARGET_DIR", &folder).current_dir(&places.root))?;
    let made = folder.join(TARGET).join("web/cairn2d_wasm.wasm");
    let module = places.web.join(name);
    tools::optimise(places, &made, &module, "-O3")?;
    report_size(&module, limit).map(|_| ())
}
