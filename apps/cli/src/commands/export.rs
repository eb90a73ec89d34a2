//! `cairn2d export`: writes a built-in scene as JSON.

use super::with_newline;
use crate::failure::Failure;
use crate::files::Format;
use crate::output::{Outputs, print_json};
use anyhow::Context as _;
use cairn2d_scenes::Setting;
use std::path::Path;

pub(super) fn export(name: &str, settings: &[Setting], output: Option<&Path>) -> Result<(), Failure> {
    if let Some(path) = output {
        Outputs::check(&[(path, Format::Json)], &[])?;
    }
    let built_in = cairn2d_scenes::find(name)
        .map_err(|unknown| Failure::Input(format!("{unknown} (`cairn2d scenes` lists all)")))?;
    let refuse = |error| Failure::Input(format!("{name}: {error}"));
    let (scene, _) = built_in.scene_with(settings).map_err(refuse)?;
    let json = scene.to_json().with_context(|| format!("{name} cannot be written as JSON"))?;
    let json = with_newline(json);
    match output {
        None => print_json(&json),
        Some(path) => {
            let mut outputs = Outputs::default();
            outputs.add(path, json.into_bytes());
            outputs.write()
        }
    }
}
