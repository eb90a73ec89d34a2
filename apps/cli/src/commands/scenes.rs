//! `cairn2d scenes`: lists the built-in scenes.

use crate::failure::Failure;
use crate::output::{print, print_json};
use crate::plain;
use cairn2d_scenes::{BuiltIn, Parameter};
use serde_json::{Value, json};
use std::fmt::Write as _;

pub(super) fn scenes(filter: Option<&str>, as_json: bool) -> Result<(), Failure> {
    let wanted = |scene: &&BuiltIn| filter.is_none_or(|filter| matches(scene, filter));
    let entries: Vec<Entry> = cairn2d_scenes::all().iter().filter(wanted).map(Entry::new).collect();
    match filter {
        Some(filter) if entries.is_empty() => Err(Failure::Input(none_matches(filter))),
        _ if as_json => print_json(&json_list(&entries)),
        _ => {
            let named = filter.and_then(|name| cairn2d_scenes::find(name).ok());
            print(&(text_list(&entries) + &named.map_or_else(String::new, parameters)))
        }
    }
}

/// Whether the printed line of a scene contains the letters of a filter, ignoring case and separators between
/// words.
fn matches(scene: &BuiltIn, filter: &str) -> bool {
    let plain = |text: &str| text.to_lowercase().replace(['-', ' '], "_");
    let filter = plain(filter);
    [scene.name, scene.category.name(), scene.description]
        .into_iter()
        .any(|text| plain(text).contains(&filter))
}

fn none_matches(filter: &str) -> String {
    let near = cairn2d_scenes::find(filter).err();
    let near = near.map(|unknown| unknown.near().join(", ")).filter(|near| !near.is_empty());
    let hint = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
    format!("no scene has \"{}\" in its name, category or description{hint}", plain::line(filter))
}

struct Entry {
    built_in: &'static BuiltIn,
    bodies: usize,
    shapes: usize,
    joints: usize,
    parameters: Vec<Parameter>,
    /// Whether bodies appear while the scene runs, so that the counts are only those of the start.
    scripted: bool,
}

impl Entry {
    fn new(built_in: &'static BuiltIn) -> Self {
        let scene = built_in.scene();
        Self {
            built_in,
            parameters: built_in.parameters(),
            bodies: scene.bodies.len(),
            shapes: scene.shape_count(),
            joints: scene.joints.len(),
            scripted: scene.script.is_some(),
        }
    }
}

fn json_list(entries: &[Entry]) -> String {
    let list: Vec<Value> = entries
        .iter()
        .map(|entry| {
            json!({
                "name": entry.built_in.name,
                "category": entry.built_in.category.to_string(),
                "description": entry.built_in.description,
                "steps": entry.built_in.steps,
                "bodies": entry.bodies,
                "shapes": entry.shapes,
                "joints": entry.joints,
                "scripted": entry.scripted,
                "parameters": entry.parameters.iter().map(json_parameter).collect::<Vec<_>>(),
            })
        })
        .collect();
    format!("{:#}\n", Value::Array(list))
}

fn json_parameter(parameter: &Parameter) -> Value {
    let number = |value: f32| json!(value.to_string().parse::<f64>().unwrap_or_default());
    let Parameter { name, description, unit, range: [least, most], is_whole, default, .. } = parameter;
    json!({
        "name": name,
        "description": description,
        "unit": unit,
        "min": number(*least),
        "max": number(*most),
        "whole": is_whole,
        "default": number(*default),
    })
}

/// The parameters of a scene, a line each.
fn parameters(built_in: &BuiltIn) -> String {
    let (name, parameters) = (built_in.name, built_in.parameters());
    let width = parameters.iter().map(|known| known.name.len()).max().unwrap_or(0);
    let mut out = format!("\nParameters of {name} (--set NAME=VALUE)\n");
    for Parameter { name, description, unit, range: [least, most], default, .. } in parameters {
        let range = format!("{least} to {most}, default {default} {unit}");
        let _ = writeln!(out, "  {name:<width$}  {:<40}  {description}", range.trim_end());
    }
    out
}

fn text_list(entries: &[Entry]) -> String {
    let width = entries.iter().map(|e| e.built_in.name.len()).max().unwrap_or(0);
    let mut out = String::new();
    let mut category = None;
    for entry in entries {
        if category != Some(entry.built_in.category) {
            let gap = if category.is_some() { "\n" } else { "" };
            // Writing to a string cannot fail, so the results are dropped.
            let name = entry.built_in.category.to_string();
            let _ = writeln!(out, "{gap}{name:<width$}    bodies  shapes  joints   steps");
            category = Some(entry.built_in.category);
        }
        let _ = writeln!(
            out,
            "  {:<width$}  {:>6}  {:>6}  {:>6}  {:>6}  {}{}",
            entry.built_in.name,
            entry.bodies,
            entry.shapes,
            entry.joints,
            entry.built_in.steps,
            entry.built_in.description,
            if entry.scripted { " (scripted)" } else { "" }
        );
    }
    out.push_str("\nRun one: cairn2d run NAME --png NAME.png\n");
    out
}
