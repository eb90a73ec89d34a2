//! `cairn2d check`: validates scene files.

use crate::failure::Failure;
use crate::output::print;
use crate::plain;
use crate::source;
use crate::summary::counted;
use cairn2d_scenes::{Overrides, Scene, instantiate};
use std::path::{Path, PathBuf};

/// Checks every file and reports all that are wrong, not only the first.
pub(super) fn check(files: &[PathBuf]) -> Result<(), Failure> {
    let mut problems = Vec::new();
    for file in files {
        match check_one(file) {
            Ok(scene) => print(&format!("{}: ok, {}\n", plain::path(file), described(&scene)))?,
            Err(Failure::Input(message)) => problems.push(message),
            Err(other) => return Err(other),
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(Failure::Input(problems.join("\nerror: "))) }
}

/// Also makes the world, because the engine rejects for example shapes that are too thin.
fn check_one(path: &Path) -> Result<Scene, Failure> {
    let source = source::read(path)?;
    if source.is_script() {
        return source.runner(Overrides::default()).map(|_| source.scene);
    }
    match instantiate(&source.scene, Overrides::default()) {
        Ok(_) => Ok(source.scene),
        Err(error) => Err(source.refused(error)),
    }
}

fn described(scene: &Scene) -> String {
    format!(
        "\"{}\" with {}, {} and {}",
        plain::line(&scene.name),
        counted(scene.bodies.len(), "body", "bodies"),
        counted(scene.shape_count(), "shape", "shapes"),
        counted(scene.joints.len(), "joint", "joints"),
    )
}
