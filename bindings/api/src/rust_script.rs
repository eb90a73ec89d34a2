//! Writes how the conformance runner in Rust reads arguments, makes calls, and logs results.

use std::fmt::Write;

use crate::c_script::pending;
use crate::spell::{WRITTEN, inner_name, receiver, rust_type};
use crate::table::{Call, CallKind, Outcome, Role, Struct, Table, Type};

/// Returns `bindings/conformance/src/generated.rs`.
pub(crate) fn write(table: &Table) -> String {
    let mut out = format!("//! Arguments, calls and results of scripts. {WRITTEN}\n\n");
    out.push_str("use cairn2d_capi::convert::*;\nuse cairn2d_capi::generated::calls;\nuse cairn2d_capi::generated::structs::*;\n\nuse crate::run::{Log, Run, ScriptError};\n\n");
    out.push_str("/// Structs that wait for the next call with a list of them.\n#[derive(Default)]\npub(crate) struct Pending {\n");
    for name in pending(table) {
        let _ = writeln!(out, "    pub(crate) {name}: Vec<cairn_{name}>,");
    }
    out.push_str("}\n\n");
    for entry in &table.structs {
        if entry.role != Role::Out {
            setter(&mut out, entry);
        }
        if entry.role != Role::In {
            logger(&mut out, entry);
        }
    }
    out.push_str(
        "pub(crate) fn push(run: &mut Run<'_>, name: &str) -> Result<(), ScriptError> {\n    match name {\n",
    );
    for name in pending(table) {
        let _ = writeln!(
            out,
            "        {name:?} => {{\n            let value = read_{name}(run)?;\n            run.pending.{name}.push(value);\n        }}"
        );
    }
    out.push_str("        _ => return Err(run.wrong(\"nothing to push\")),\n    }\n    Ok(())\n}\n\n");
    out.push_str("/// Makes a call; returns whether the table has it.\npub(crate) fn call(run: &mut Run<'_>, name: &str) -> Result<bool, ScriptError> {\n    match name {\n");
    for call in table.bound() {
        branch(&mut out, call);
    }
    out.push_str("        _ => return Ok(false),\n    }\n    Ok(true)\n}\n");
    out
}

fn setter(out: &mut String, entry: &Struct) {
    let name = &entry.name;
    let _ = writeln!(
        out,
        "fn set_{name}(run: &Run<'_>, v: &mut cairn_{name}, key: &str, value: &str) -> Result<(), ScriptError> {{"
    );
    for field in &entry.fields {
        if let Type::Struct(of) = &field.kind {
            let word = &field.name;
            let _ = writeln!(
                out,
                "    if let Some(key) = key.strip_prefix(\"{word}.\") {{\n        return set_{of}(run, &mut v.{word}, key, value);\n    }}"
            );
        }
    }
    out.push_str("    match key {\n");
    for field in &entry.fields {
        let word = &field.name;
        let _ = match &field.kind {
            Type::Struct(_) | Type::Rot | Type::Pose => continue,
            Type::List(inner) if **inner == Type::Vec2 => {
                writeln!(out, "        {word:?} => v.set_{word}(run.points(value)?),")
            }
            Type::List(_) => continue,
            Type::Enum(of) => writeln!(
                out,
                "        {word:?} => v.{word} = run.choice(value, {}_NAMES)?,",
                of.to_uppercase()
            ),
            Type::Bool => writeln!(out, "        {word:?} => v.{word} = run.truth(value)?,"),
            _ => writeln!(out, "        {word:?} => v.{word} = run.read(value)?,"),
        };
    }
    out.push_str("        _ => return Err(run.wrong(key)),\n    }\n    Ok(())\n}\n\n");
    if entry.name == "locks" {
        // an argument of three truth values
        return;
    }
    let _ = writeln!(
        out,
        "pub(crate) fn read_{name}(run: &mut Run<'_>) -> Result<cairn_{name}, ScriptError> {{\n    let mut v = cairn_{name}::default();"
    );
    let _ = writeln!(
        out,
        "    for (key, value) in run.fields()? {{\n        set_{name}(run, &mut v, key, value)?;\n    }}"
    );
    for field in &entry.fields {
        if let Type::List(inner) = &field.kind
            && let Type::Struct(of) = inner.as_ref()
        {
            let _ = writeln!(out, "    v.set_{}(std::mem::take(&mut run.pending.{of}).leak());", field.name);
        }
    }
    out.push_str("    Ok(v)\n}\n\n");
}

fn logger(out: &mut String, entry: &Struct) {
    let _ = writeln!(out, "impl Log for cairn_{} {{\n    fn note(&self, run: &mut Run<'_>) {{", entry.name);
    for field in &entry.fields {
        if let Type::List(_) = field.kind {
            continue;
        }
        let _ = writeln!(out, "        self.{}.note(run);", field.name);
    }
    out.push_str("    }\n}\n\n");
}

fn branch(out: &mut String, call: &Call) {
    let _ = writeln!(out, "        \"{}.{}\" => {{", call.owner, call.name);
    let mut arguments =
        vec![if call.kind == CallKind::Change { "&mut run.world" } else { "&run.world" }.to_owned()];
    if let Some(id) = receiver(call) {
        let _ = writeln!(out, "            let receiver: cairn_{id}_id = run.value()?;");
        arguments.push("receiver".to_owned());
    }
    for argument in &call.arguments {
        let name = &argument.name;
        let (read, passed) = match &argument.kind {
            Type::Bool => (format!("let {name} = run.next_truth()?;"), name.clone()),
            Type::Enum(of) => {
                (format!("let {name} = run.next_choice({}_NAMES)?;", of.to_uppercase()), name.clone())
            }
            Type::Struct(of) if of == "query_filter" => (
                format!(
                    "let {name} = if run.skip_null() {{ None }} else {{ Some(read_query_filter(run)?) }};"
                ),
                format!("{name}.as_ref()"),
            ),
            Type::Struct(of) => (format!("let {name} = read_{of}(run)?;"), format!("&{name}")),
            Type::List(inner) => {
                let of = match inner.as_ref() {
                    Type::Struct(of) => of.as_str(),
                    _ => "none",
                };
                (format!("let {name} = std::mem::take(&mut run.pending.{of});"), format!("&{name}"))
            }
            Type::Vec2 => (format!("let {name} = run.next_vec2()?;"), name.clone()),
            Type::DVec2 => (format!("let {name} = run.next_dvec2()?;"), name.clone()),
            Type::Pose | Type::Rot => (format!("let {name} = run.next_place()?;"), name.clone()),
            kind => (format!("let {name}: {} = run.value()?;", rust_type(kind)), name.clone()),
        };
        let _ = writeln!(out, "            {read}");
        arguments.push(passed);
    }
    let inner = inner_name(call);
    match &call.outcome {
        Outcome::List(kind) | Outcome::View(kind) => {
            let _ = writeln!(out, "            let mut list: Vec<{}> = Vec::new();", rust_type(kind));
            let _ = writeln!(
                out,
                "            let done = calls::{inner}({}, &mut |item| list.push(item));",
                arguments.join(", ")
            );
            let _ = writeln!(out, "            run.log_list(done, &list);");
            if let (Type::Id(_), Outcome::List(_)) = (kind, &call.outcome) {
                let _ = writeln!(out, "            run.kept = list.first().map_or(0, |id| id.bits);");
            }
        }
        outcome => {
            let _ = writeln!(out, "            let done = calls::{inner}({});", arguments.join(", "));
            let (log, kept) = match outcome {
                Outcome::One(Type::Id(_)) => {
                    ("log_one", "            run.kept = done.map_or(0, |id| id.bits);\n")
                }
                Outcome::Maybe(_) => ("log_maybe", ""),
                _ => ("log_one", ""),
            };
            let _ = writeln!(out, "            run.{log}(&done);");
            out.push_str(kept);
        }
    }
    out.push_str("        }\n");
}
