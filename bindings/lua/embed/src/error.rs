//! Errors of scripts for the program, and of calls for scripts.

use std::fmt;

use mlua::{Lua, Table, Value};

use crate::values::Raised;

/// Why a script stopped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// Kind: `value`, `stale` and the like of the engine; `syntax`; `script` for an error that the script
    /// raised; `instructions`, `memory` or `limit` for an exceeded limit.
    pub kind: String,
    /// Reason in plain text.
    pub message: String,
    /// Name of the script, if it is known.
    pub name: Option<String>,
    /// Line in it, from 1, if it is known.
    pub line: Option<u32>,
}

impl fmt::Display for ScriptError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = &self.name {
            write!(out, "{name}:")?;
            if let Some(line) = self.line {
                write!(out, "{line}:")?;
            }
            write!(out, " ")?;
        }
        out.write_str(&self.message)
    }
}

impl std::error::Error for ScriptError {}

impl ScriptError {
    pub(crate) fn new(kind: &str, message: impl Into<String>) -> ScriptError {
        ScriptError { kind: kind.to_owned(), message: message.into(), name: None, line: None }
    }

    /// The error of a text of Lua, which begins with the place: `name:line: reason`.
    pub(crate) fn of_text(kind: &str, text: &str) -> ScriptError {
        let found = text.match_indices(':').find_map(|(at, _)| {
            let (line, reason) = text[at + 1..].split_once(": ")?;
            Some((&text[..at], line.parse().ok()?, reason))
        });
        match found {
            Some((name, line, reason)) => ScriptError {
                kind: kind.to_owned(),
                message: first_line(reason),
                name: Some(name.to_owned()),
                line: Some(line),
            },
            None => ScriptError::new(kind, first_line(text)),
        }
    }
}

/// What follows is a list of calls.
fn first_line(text: &str) -> String {
    text.split("\nstack traceback:").next().unwrap_or_default().to_owned()
}

impl From<Raised> for ScriptError {
    fn from(raised: Raised) -> ScriptError {
        let (name, line) = raised.place.unzip();
        ScriptError { kind: raised.kind.into_owned(), message: raised.message, name, line }
    }
}

impl From<mlua::Error> for ScriptError {
    fn from(error: mlua::Error) -> ScriptError {
        match error {
            mlua::Error::CallbackError { cause, .. } => ScriptError::from((*cause).clone()),
            mlua::Error::WithContext { cause, .. } => ScriptError::from((*cause).clone()),
            mlua::Error::ExternalError(error) => match error.downcast_ref::<Raised>() {
                Some(raised) => raised.clone().into(),
                None => ScriptError::new("script", error.to_string()),
            },
            mlua::Error::SyntaxError { message, .. } => ScriptError::of_text("syntax", &message),
            mlua::Error::MemoryError(message) => ScriptError::new("memory", message),
            mlua::Error::RuntimeError(message) => ScriptError::of_text("script", &message),
            // An argument that is not what the method is of, and the like.
            other => ScriptError::new("value", first_line(&other.to_string())),
        }
    }
}

/// The error of a value that was raised. No code of the script runs.
pub(crate) fn of_value(value: Value, class: &Table) -> ScriptError {
    match value {
        Value::Error(error) => ScriptError::from(*error),
        Value::String(text) => ScriptError::of_text("script", &text.to_string_lossy()),
        Value::Table(table) if table.metatable().is_some_and(|meta| meta.equals(class).unwrap_or(false)) => {
            let text = |key: &str| table.raw_get::<String>(key).ok();
            ScriptError {
                kind: text("kind").unwrap_or_else(|| "script".to_owned()),
                message: text("message").unwrap_or_default(),
                name: text("source"),
                line: table.raw_get("line").ok(),
            }
        }
        other => ScriptError::new("script", format!("the script raised a {}", other.type_name())),
    }
}

/// The table that a script gets for an error of Rust; other values stay.
pub(crate) fn translate(lua: &Lua, class: &Table, value: Value) -> mlua::Result<Value> {
    let Value::Error(error) = value else { return Ok(value) };
    let error = ScriptError::from(*error);
    if error.kind == "script" {
        return Ok(Value::String(lua.create_string(error.to_string())?));
    }
    let table = lua.create_table_with_capacity(0, 4)?;
    table.raw_set("message", error.message)?;
    table.raw_set("kind", error.kind)?;
    table.raw_set("source", error.name)?;
    table.raw_set("line", error.line)?;
    table.set_metatable(Some(class.clone()))?;
    Ok(Value::Table(table))
}
