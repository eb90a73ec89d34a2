//! The JSON Schema of the format, generated from the data types and their doc comments.

use serde_json::{Number, Value};

use super::Scene;
use super::joint::{HELD, JointType, TYPES};

/// Returns the formatted JSON Schema of a scene file.
pub fn schema() -> String {
    let mut schema = schemars::schema_for!(Scene).to_value();
    if let Value::Object(fields) = &mut schema {
        fields.insert("title".to_owned(), Value::from("A scene of the cairn2d physics engine"));
    }
    split_joints(&mut schema);
    polish(&mut schema);
    super::pretty::pretty(&schema.to_string())
}

/// Gives every joint type a definition with its own parts, instead of one with all parts.
fn split_joints(schema: &mut Value) {
    let Some(Value::Object(definitions)) = schema.get_mut("$defs") else { return };
    let Some(all) = definitions.remove("JointParts") else { return };
    for joint_type in TYPES {
        definitions.insert(format!("{}_joint", joint_type.name), parts_of(joint_type, &all));
    }
    let kinds = definitions.get_mut("JointDesc").and_then(|joint| joint.get_mut("oneOf"));
    for (joint_type, kind) in TYPES.iter().zip(kinds.and_then(Value::as_array_mut).into_iter().flatten()) {
        let name = joint_type.name;
        kind["properties"][name]["$ref"] = Value::from(format!("#/$defs/{name}_joint"));
    }
}

fn parts_of(joint_type: &JointType, all: &Value) -> Value {
    let JointType { name, required, optional, .. } = joint_type;
    let common = ["body_a", "body_b", "enabled", "user_data"];
    let held = if *name == "filter" { &[][..] } else { &HELD };
    let mut parts = all.clone();
    if let Some(Value::Object(properties)) = parts.get_mut("properties") {
        let lists = [&common[..], required, optional, held];
        properties.retain(|name, _| lists.iter().any(|list| list.contains(&name.as_str())));
    }
    if let Some(Value::Array(needed)) = parts.get_mut("required") {
        needed.extend(required.iter().map(|&part| Value::from(part)));
    }
    parts["description"] = Value::from(format!("What a {name} joint has."));
    parts
}

/// Corrects generated texts and numbers: removes escapes meant for rustdoc, and writes defaults such as 0.6
/// with the digits of the `f32` and not of the nearest `f64`.
fn polish(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(polish),
        Value::Object(fields) => fields.values_mut().for_each(polish),
        Value::String(text) if text.contains("\\[") => *text = text.replace("\\[", "[").replace("\\]", "]"),
        Value::Number(number) if number.is_f64() => {
            let wide = number.as_f64().unwrap_or_default();
            let narrow = wide as f32;
            if f64::from(narrow) == wide {
                let shortest = narrow.to_string().parse().ok().and_then(Number::from_f64);
                *number = shortest.unwrap_or_else(|| number.clone());
            }
        }
        _ => {}
    }
}
