//! `cairn2d import`: writes a file of another program as a scene.

use super::with_newline;
use crate::failure::Failure;
use crate::files::Format;
use crate::options::ImportArguments;
use crate::output::{Outputs, print_json};
use crate::plain;
use anyhow::Context as _;
use cairn2d_import::{Ground, ImportOptions};

pub(super) fn import(arguments: &ImportArguments) -> Result<(), Failure> {
    if let Some(path) = &arguments.out {
        Outputs::check(&[(path, Format::Json)], &[&arguments.file])?;
    }
    let mut options = ImportOptions::default();
    options.pixels_per_metre = arguments.pixels_per_metre;
    options.tolerance = arguments.tolerance;
    if arguments.y_up {
        options.y_down = Some(false);
    }
    if arguments.solid {
        options.ground = Ground::Solid;
    }
    let imported = cairn2d_import::import(&arguments.file, arguments.from, &options)
        .map_err(|error| Failure::Input(plain::message(&error.to_string())))?;
    for warning in &imported.warnings {
        eprintln!("warning: {}", plain::message(&warning.to_string()));
    }
    for actuator in &imported.actuators {
        let (name, [low, high]) = (plain::line(&actuator.name), actuator.control);
        eprintln!(
            "actuator {name}: joint {}, gear {}, control {low} to {high}",
            actuator.joint, actuator.gear
        );
    }
    let json = imported.scene.to_json().context("the scene cannot be written as JSON")?;
    let json = with_newline(json);
    match &arguments.out {
        None => print_json(&json),
        Some(path) => {
            let mut outputs = Outputs::default();
            outputs.add(path, json.into_bytes());
            outputs.write()
        }
    }
}
