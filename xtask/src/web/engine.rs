//! The engine alone, and the engine with the scenes, as modules without generated JavaScript.

use super::toolchain::{TARGET, Toolchain};
use super::{Places, report_size, tools};
use crate::process::succeed;

/// Size limit of the packed engine \[bytes\]; `docs/notes/web.md` lists the parts.
const PACKED_LIMIT: u64 = 190_000;
/// The limit with `gzip -9`, if the packer is missing.
const ENGINE_LIMIT: u64 = 199_000;
/// The limit with a precompiled standard library, which contains code for panic messages.
const ENGINE_LIMIT_WITH_STD: u64 = 258_000;

pub(crate) fn build(places: &Places, toolchain: &Toolchain) -> Result<(), String> {
    let limit = if toolchain.builds_std() { ENGINE_LIMIT } else { ENGINE_LIMIT_WITH_STD };
    let alone = Module { name: "cairn2d.wasm", features: None, limit: Some(limit) };
    let packed = module(places, toolchain, alone)?;
    if let Some(packed) = packed.filter(|&packed| toolchain.builds_std() && packed > PACKED_LIMIT) {
        return Err(format!("the engine has {packed} bytes packed, more than {PACKED_LIMIT}"));
    }
    let features = Some("scenes,record");
    module(places, toolchain, Module { name: "cairn2d-scenes.wasm", features, limit: None })?;
    let script = "cairn2d.js";
    std::fs::copy(places.root.join("bindings/wasm/js").join(script), places.web.join(script))
        .map(|_| ())
        .map_err(|error| format!("cannot copy {script}: {error}"))
}

/// One of the modules.
struct Module {
    name: &'static str,
    /// Features beside the engine.
    features: Option<&'static str>,
    /// Size limit, gzipped \[bytes\].
    limit: Option<u64>,
}

/// Builds a module and prints its packed size `[bytes]`; `None` without a packer.
fn module(places: &Places, toolchain: &Toolchain, module: Module) -> Result<Option<u64>, String> {
    let Module { name, features, limit } = module;
    // The flags differ, and a change of flags recompiles everything.
    let folder =
        places.target.join(toolchain.folder()).join(if features.is_some() { "more" } else { "alone" });
    let arguments = ["build", "--locked", "--package", "cairn2d-wasm", "--profile", "web"];
    let mut cargo = toolchain.cargo_small(&arguments, features.is_none());
    if let Some(features) = features {
        cargo.args(["--features", features]);
    }
    succeed(cargo.env("CARGO_TARGET_DIR", &folder).current_dir(&places.root))?;
    let made = folder.join(TARGET).join("web/cairn2d_wasm.wasm");
    let module = places.web.join(name);
    tools::optimise(places, &made, &module, tools::SMALL)?;
    let packed = tools::pack(places, &module);
    if let Some(packed) = packed {
        println!("web: {name}.gz: {:.1} kB, packed by zopfli", packed as f64 / 1e3);
    }
    report_size(&module, limit)?;
    Ok(packed)
}
