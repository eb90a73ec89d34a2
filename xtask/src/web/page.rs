//! The testbed as a page: a module, the JavaScript that loads it, and one file of HTML.

use super::toolchain::{TARGET, Toolchain};
use super::{Places, report_size, tools};
use crate::process::succeed;
use std::path::Path;

/// Size limit of the whole page, gzipped `[bytes]`. `docs/notes/web.md` lists its parts.
const PAGE_LIMIT: u64 = 1_500_000;

/// The names of the files that a browser fetches.
const FILES: [&str; 4] = ["index.html", "first.svg", "testbed.js", "testbed_bg.wasm"];

/// Size limit of what shows the first picture, gzipped `[bytes]`: the page without its module.
const PICTURE_LIMIT: u64 = 300_000;

pub(crate) fn build(places: &Places, toolchain: &Toolchain) -> Result<(), String> {
    let package = places.root.join("apps/testbed");
    let bindgen = tools::bindgen(places, &package.join("Cargo.lock"))?;
    let folder = places.target.join(format!("{}-page", toolchain.folder()));
    let mut cargo =
        toolchain.cargo_page(&["build", "--locked", "--profile", "web", "--bin", "cairn2d-testbed"]);
    cargo.arg("--manifest-path").arg(package.join("Cargo.toml"));
    succeed(cargo.env("CARGO_TARGET_DIR", &folder).current_dir(&places.root))?;

    let made = folder.join(TARGET).join("web/cairn2d-testbed.wasm");
    succeed(std::process::Command::new(bindgen).arg(&made).arg(&folder).arg("testbed"))?;
    tools::optimise(
        places,
        &folder.join("testbed_bg.wasm"),
        &places.web.join("testbed_bg.wasm"),
        tools::SMALLEST,
    )?;
    copy(&folder.join("testbed.js"), &places.web)?;
    copy(&package.join("web/index.html"), &places.web)?;
    copy(&package.join("web/first.svg"), &places.web)?;

    let [index, picture, script, module] = FILES.map(|name| report_size(&places.web.join(name), None));
    let first = index? + picture?;
    let sum = first + script? + module?;
    println!(
        "web: the page has {:.0} kB gzipped in all, {:.0} kB of them before the first picture",
        sum as f64 / 1e3,
        first as f64 / 1e3
    );
    if sum > PAGE_LIMIT {
        return Err(format!("the page may have {PAGE_LIMIT} bytes gzipped and has {sum}"));
    }
    if first > PICTURE_LIMIT {
        return Err(format!(
            "the page may need {PICTURE_LIMIT} bytes gzipped for its first picture and needs {first}"
        ));
    }
    println!("web: to look at it: python3 -m http.server --directory {}", places.web.display());
    Ok(())
}

fn copy(file: &Path, folder: &Path) -> Result<(), String> {
    let to = folder.join(file.file_name().unwrap_or_default());
    std::fs::copy(file, &to).map(|_| ()).map_err(|error| format!("cannot copy {}: {error}", file.display()))
}
