//! Scripts that prove that every binding is the same engine.
//!
//! A script is a text with one call per line, in the names of the API table. Every binding has a runner that
//! makes the calls through its own interface and prints the hash of the world and the hash of all results.
//! The runner here is the reference. It calls the engine without an interface between; the tests of this
//! crate also compare scripts made from scenes with the same scenes made by `cairn2d-scenes`.
#![forbid(unsafe_code)]

#[rustfmt::skip]
mod generated;
mod from_scene;
mod host;
mod own;
mod random;
mod run;

pub use from_scene::from_scene;
pub use host::Host;
pub use random::random;
pub use run::{Outcome, ScriptError, run, run_in};

use std::error::Error;
use std::path::PathBuf;

/// Scenes of more shapes take too long for every language.
const MOST_SHAPES: usize = 300;
/// Steps of a scene.
const STEPS: u32 = 120;
/// Number of random scripts.
const RANDOM: u64 = 60;

/// Folder of the scripts that are written by hand.
pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("scripts")
}

/// Returns all scripts by name: those by hand, of scenes, and random ones.
///
/// # Errors
/// A folder that cannot be read.
pub fn all() -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let mut scripts = Vec::new();
    for entry in std::fs::read_dir(folder())? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "cairn") {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            scripts.push((name, std::fs::read_to_string(path)?));
        }
    }
    scripts.sort();
    for built_in in cairn2d_scenes::all() {
        let scene = built_in.scene();
        if scene.shape_count() <= MOST_SHAPES {
            let text = from_scene(&scene, STEPS);
            scripts.extend(text.map(|text| (format!("scene_{}", built_in.name), text)));
        }
    }
    for seed in 0..RANDOM {
        scripts.push((format!("random_{seed:03}"), random(seed).ok_or("the table cannot be read")?));
    }
    Ok(scripts)
}
