//! The JSON Schema of the format, made from the data types and their doc comments.

use serde_json::{Number, Value};

use super::Scene;

/// Returns the JSON Schema of a scene file, laid out for people.
pub fn schema() -> String {
    let mut schema = schemars::schema_for!(Scene).to_value();
    if let Value::Object(fields) = &mut schema {
        fields.insert("title".to_owned(), Value::from("A scene of the cairn2d physics engine"));
    }
    polish(&mut schema);
    super::pretty::pretty(&schema.to_string())
}

/// Undoes what generating does to texts and numbers: escapes meant for rustdoc, and defaults such as 0.6 with the digits of
/// the nearest `f64` instead of those of the `f32` they are.
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
