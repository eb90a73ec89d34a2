//! Writes the methods of the Python module in Rust.

use std::fmt::Write;

use crate::spell::{WRITTEN, inner_name, receiver};
use crate::table::{Argument, Call, CallKind, Outcome, Role, Struct, Table, Type};

/// Returns `bindings/python/src/generated.rs`.
pub(crate) fn write(table: &Table) -> String {
    let mut out = format!("//! Methods of the Python module. {WRITTEN}\n");
    out.push_str("#![allow(clippy::too_many_arguments, clippy::useless_conversion, reason = \"written by a program\")]\n");
    out.push_str("#![allow(missing_docs, dead_code, reason = \"the table has the documentation, and structs that only some calls use\")]\n\n");
    out.push_str("use cairn2d_capi::convert::*;\nuse cairn2d_capi::generated::calls;\nuse cairn2d_capi::generated::structs::*;\n");
    out.push_str("use pyo3::IntoPyObjectExt;\nuse pyo3::prelude::*;\nuse pyo3::types::PyDict;\n\n");
    out.push_str("use crate::World;\nuse crate::values::*;\n\n");
    for entry in &table.structs {
        if entry.role != Role::Out {
            reader(&mut out, entry);
        }
        if entry.role != Role::In {
            giver(&mut out, entry);
        }
    }
    out.push_str("#[pymethods]\nimpl World {\n");
    for call in table.bound() {
        method(&mut out, call);
    }
    out.push_str("}\n");
    out
}

fn reader(out: &mut String, entry: &Struct) {
    let name = &entry.name;
    let _ = writeln!(
        out,
        "pub(crate) fn read_{name}(any: &Bound<'_, PyAny>, keep: &mut Keep) -> PyResult<cairn_{name}> {{"
    );
    let _ = writeln!(
        out,
        "    let (mut v, _) = (cairn_{name}::default(), &keep);\n    for (key, value) in fields(any)? {{\n        match key.as_str() {{"
    );
    for field in &entry.fields {
        let word = &field.name;
        let action = match &field.kind {
            Type::List(inner) => match inner.as_ref() {
                Type::Struct(of) => format!(
                    "{{\n                let list = list(&value, |item| read_{of}(item, keep))?;\n                v.set_{word}(keep.lend(list));\n            }}"
                ),
                _ => format!(
                    "{{\n                let list = list(&value, vector)?;\n                v.set_{word}(keep.lend(list));\n            }}"
                ),
            },
            Type::Struct(of) => format!("v.{word} = read_{of}(&value, keep)?,"),
            kind => format!("v.{word} = {},", read(kind, "value", "&")),
        };
        let _ = writeln!(out, "            {word:?} => {action}");
    }
    let _ = writeln!(
        out,
        "            key => return Err(unknown({name:?}, key)),\n        }}\n    }}\n    Ok(v)\n}}\n"
    );
}

/// Expression that reads a plain value of Python.
fn read(kind: &Type, value: &str, borrow: &str) -> String {
    match kind {
        Type::Bool => format!("u8::from({value}.extract::<bool>()?)"),
        Type::Vec2 => format!("vector({borrow}{value})?"),
        Type::DVec2 => format!("far_vector({borrow}{value})?"),
        Type::Id(name) => format!("cairn_{name} {{ bits: {value}.extract()? }}"),
        Type::Enum(name) => format!("choice({borrow}{value}, {name:?}, {}_NAMES)?", name.to_uppercase()),
        _ => format!("{value}.extract()?"),
    }
}

fn giver(out: &mut String, entry: &Struct) {
    let name = &entry.name;
    let _ = writeln!(
        out,
        "fn give_{name}<'py>(py: Python<'py>, v: cairn_{name}) -> PyResult<Bound<'py, PyAny>> {{\n    let dict = PyDict::new(py);"
    );
    for field in entry.fields.iter().filter(|field| !matches!(field.kind, Type::List(_))) {
        let word = &field.name;
        let _ = writeln!(out, "    dict.set_item({word:?}, {})?;", given(&field.kind, &format!("v.{word}")));
    }
    out.push_str("    Ok(dict.into_any())\n}\n\n");
}

/// Expression of a value for Python.
fn given(kind: &Type, value: &str) -> String {
    match kind {
        Type::Bool => format!("truth({value})"),
        Type::Vec2 | Type::DVec2 => format!("({value}.x, {value}.y)"),
        Type::Rot => format!("({value}.c, {value}.s)"),
        Type::Pose => format!("place({value})"),
        Type::Id(_) => format!("{value}.bits"),
        Type::Enum(name) => format!("word({value}, {}_NAMES)", name.to_uppercase()),
        Type::Struct(name) => format!("give_{name}(py, {value})?"),
        _ => value.to_owned(),
    }
}

fn method(out: &mut String, call: &Call) {
    let mutable = call.kind == CallKind::Change;
    let mut parameters =
        vec![if mutable { "&mut self" } else { "&self" }.to_owned(), "py: Python<'py>".to_owned()];
    let mut arguments = vec![if mutable { "&mut self.world" } else { "&self.world" }.to_owned()];
    let mut lines = String::new();
    if let Some(id) = receiver(call) {
        parameters.push("receiver: u64".to_owned());
        arguments.push(format!("cairn_{id}_id {{ bits: receiver }}"));
    }
    for argument in &call.arguments {
        let (parameter, line, passed) = passed(argument);
        parameters.push(parameter);
        if !line.is_empty() {
            let _ = writeln!(lines, "        {line}");
        }
        arguments.push(passed);
    }
    let inner = inner_name(call);
    let _ = writeln!(out, "    /// {}", call.doc.replace('[', "\\[").replace(']', "\\]"));
    let _ = writeln!(out, "    fn {inner}<'py>({}) -> PyResult<Bound<'py, PyAny>> {{", parameters.join(", "));
    if lines.contains("&mut keep") {
        out.push_str("        let mut keep = Keep::default();\n");
    }
    out.push_str(&lines);
    let arguments = arguments.join(", ");
    let _ = match &call.outcome {
        Outcome::List(kind) | Outcome::View(kind) => {
            let rust = crate::spell::rust_type(kind);
            writeln!(
                out,
                "        let mut found: Vec<{rust}> = Vec::new();\n        calls::{inner}({arguments}, &mut |item| found.push(item)).map_err(raise)?;\n        let items = found.into_iter().map(|item| {}.into_bound_py_any(py));\n        items.collect::<PyResult<Vec<_>>>()?.into_bound_py_any(py)",
                given(kind, "item")
            )
        }
        Outcome::Nothing => writeln!(
            out,
            "        calls::{inner}({arguments}).map_err(raise)?;\n        Ok(py.None().into_bound(py))"
        ),
        Outcome::One(kind) => {
            let made = if call.name == "step" {
                format!(
                    "{{\n            let world = &mut self.world;\n            py.detach(|| calls::{inner}({}))\n        }}",
                    arguments.replace("&mut self.world", "world")
                )
            } else {
                format!("calls::{inner}({arguments})")
            };
            writeln!(
                out,
                "        let value = {made}.map_err(raise)?;\n        {}.into_bound_py_any(py)",
                given(kind, "value")
            )
        }
        Outcome::Maybe(kind) => writeln!(
            out,
            "        match calls::{inner}({arguments}).map_err(raise)? {{\n            Some(value) => {}.into_bound_py_any(py),\n            None => Ok(py.None().into_bound(py)),\n        }}",
            given(kind, "value")
        ),
    };
    out.push_str("    }\n\n");
}

/// Parameter, line before the call, and expression of an argument.
fn passed(argument: &Argument) -> (String, String, String) {
    let name = &argument.name;
    let any = format!("{name}: &Bound<'py, PyAny>");
    match &argument.kind {
        Type::Bool => (format!("{name}: bool"), String::new(), format!("u8::from({name})")),
        Type::Vec2 => (any, format!("let {name} = vector({name})?;"), format!("vec2({name})")),
        Type::DVec2 => (any, format!("let {name} = far_vector({name})?;"), format!("dvec2({name})")),
        Type::Pose | Type::Rot => (any, format!("let {name} = placed({name})?;"), name.clone()),
        Type::Enum(of) => {
            (any, format!("let {name} = {};", read(&Type::Enum(of.clone()), name, "")), name.clone())
        }
        Type::Id(of) => (format!("{name}: u64"), String::new(), format!("cairn_{of} {{ bits: {name} }}")),
        Type::Struct(of) if of == "query_filter" => (
            format!("{name}: Option<&Bound<'py, PyAny>>"),
            format!(
                "let {name} = match {name} {{ Some(any) => Some(read_query_filter(any, &mut keep)?), None => None }};"
            ),
            format!("{name}.as_ref()"),
        ),
        Type::Struct(of) => (any, format!("let {name} = read_{of}({name}, &mut keep)?;"), format!("&{name}")),
        Type::List(inner) => {
            let of = match inner.as_ref() {
                Type::Struct(of) => of.as_str(),
                _ => "none",
            };
            (
                any,
                format!("let {name} = list({name}, |item| read_{of}(item, &mut keep))?;"),
                format!("&{name}"),
            )
        }
        kind => (format!("{name}: {}", crate::spell::rust_type(kind)), String::new(), name.clone()),
    }
}
