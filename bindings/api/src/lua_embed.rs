//! Writes the methods of the module for programs that embed Lua, in Rust: the same names, arguments and
//! results as in the module for LuaJIT (`lua.rs`).

use std::fmt::Write;

use crate::js::{OWNERS, camel, class_of, flag_of, is_flag, member_name, result_fields};
use crate::lua::SEVERAL;
use crate::spell::{WRITTEN, inner_name, receiver, rust_type};
use crate::table::{Argument, Call, CallKind, Field, Outcome, Role, Struct, Table, Type};

/// Returns `bindings/lua/embed/src/generated.rs`.
pub(crate) fn write(table: &Table) -> String {
    let mut out = format!("//! Methods of the objects of Lua. {WRITTEN}\n");
    out.push_str(HEAD);
    for entry in &table.structs {
        if entry.role != Role::Out {
            reader(&mut out, entry);
        }
    }
    let _ = writeln!(
        out,
        "/// Names of the classes, by their numbers.\npub(crate) const CLASSES: [&str; {}] = [",
        OWNERS.len()
    );
    for owner in OWNERS {
        let _ = writeln!(out, "    {owner:?},");
    }
    out.push_str("];\n");
    let objects = OWNERS.iter().filter(|owner| **owner != "World");
    for owner in objects.clone() {
        let number = OWNERS.iter().position(|other| other == owner).unwrap_or_default();
        let _ = writeln!(out, "pub(crate) type {owner} = Object<{number}>;");
    }
    let _ = writeln!(
        out,
        "\n/// Adds the calls that make an object of an id.\npub(crate) fn makers<M: UserDataMethods<World>>(m: &mut M) {{"
    );
    for owner in objects {
        let _ = writeln!(
            out,
            "    m.add_method({:?}, |lua, it, id: Value| finish(lua, (|| Ok({owner}::new(it.slot(), wide(&id, \"id\")?)))()));",
            owner.to_lowercase()
        );
    }
    out.push_str("}\n");
    updater(&mut out, table);
    for owner in OWNERS {
        class(&mut out, table, owner);
    }
    givers(&mut out, table);
    out
}

/// Functions for the structs that calls return as tables, and for those within them.
fn givers(out: &mut String, table: &Table) {
    let mut left: Vec<&Struct> = table.structs.iter().filter(|entry| entry.role != Role::In).collect();
    while let Some(index) = left.iter().position(|entry| out.contains(&format!("give_{}(lua", entry.name))) {
        giver(out, left.remove(index));
    }
}

const HEAD: &str = "#![allow(clippy::all, reason = \"written by a program\")]
#![allow(unused_mut, unused_variables, unused_parens, reason = \"structs and calls without some parts\")]

use cairn2d_capi::convert::*;
use cairn2d_capi::generated::calls;
use cairn2d_capi::generated::structs::*;
use std::rc::Rc;

use mlua::{Lua, Table, UserData, UserDataMethods, Value};

use crate::objects::{Object, Slot, World, meta};
use crate::values::*;

";

fn class(out: &mut String, table: &Table, owner: &str) {
    let _ = writeln!(
        out,
        "\nimpl UserData for {owner} {{\n    fn add_methods<M: UserDataMethods<Self>>(m: &mut M) {{"
    );
    if owner == "World" {
        out.push_str("        crate::objects::world_methods(m);\n        makers(m);\n");
    } else {
        out.push_str("        meta(m);\n");
    }
    for call in table.bound() {
        let here = call.owner == owner || (owner == "World" && call.owner == "Events");
        if here && call.name != "step" {
            method(out, table, call);
        }
    }
    out.push_str("    }\n}\n");
}

fn reader(out: &mut String, entry: &Struct) {
    let name = &entry.name;
    let _ = writeln!(
        out,
        "pub(crate) fn read_{name}(any: &Value, name: &str, keep: &mut Keep<'_>) -> Read<cairn_{name}> {{\n    let table = table(any, name)?;\n    let mut to = cairn_{name}::default();\n    for pair in table.pairs::<Value, Value>() {{\n        let (key, v) = pair?;\n        match word(&key).as_ref() {{"
    );
    for field in entry.fields.iter().filter(|field| !is_flag(entry, field)) {
        let key = camel(&field.name);
        let _ = writeln!(out, "            {key:?} => {{");
        if let Some(flag) = flag_of(entry, field) {
            let flag = &flag.name;
            let _ = match field.kind {
                // `false` is a value of the field.
                Type::Bool => writeln!(out, "                to.{flag} = 1;"),
                _ => writeln!(
                    out,
                    "                to.{flag} = u8::from(!is_false(&v));\n                if is_false(&v) {{\n                    continue;\n                }}"
                ),
            };
        }
        let _ = writeln!(out, "                {}\n            }}", stored(field, &key));
    }
    let flags: Vec<&Field> = entry.fields.iter().filter(|field| is_flag(entry, field)).collect();
    if !flags.is_empty() {
        let keys: Vec<String> = flags.iter().map(|flag| format!("{:?}", camel(&flag.name))).collect();
        let _ = writeln!(out, "            {} => {{}}", keys.join(" | "));
    }
    out.push_str("            _ => return Err(no_field(name, &key)),\n        }\n    }\n");
    if !flags.is_empty() {
        out.push_str("    // A flag that is given counts, whatever the fields beside it say.\n");
    }
    for flag in flags {
        let key = camel(&flag.name);
        let _ = writeln!(
            out,
            "    if let Some(v) = given(table, {key:?})? {{\n        to.{} = truth(&v, {key:?})?;\n    }}",
            flag.name
        );
    }
    out.push_str("    Ok(to)\n}\n\n");
}

/// Statement that stores the value `v` of a field.
fn stored(field: &Field, key: &str) -> String {
    let word = &field.name;
    match &field.kind {
        Type::List(inner) => {
            let read = match inner.as_ref() {
                Type::Struct(of) => format!("items(&v, {key:?}, keep, read_{of})?"),
                _ => format!("points(&v, {key:?})?"),
            };
            format!("let list = {read};\n                to.set_{word}(keep.lend(list));")
        }
        Type::Struct(of) => format!("to.{word} = read_{of}(&v, {key:?}, keep)?;"),
        Type::Vec2 => format!("to.{word} = point(&v, {key:?})?;"),
        Type::DVec2 => format!("to.{word} = far_point(&v, {key:?})?;"),
        // No definition has one.
        Type::Rot | Type::Pose => String::new(),
        kind => format!("to.{word} = {};", scalar(kind, "v", key, "keep.slot()")),
    }
}

/// Expression that reads a number, truth value, id or choice.
fn scalar(kind: &Type, value: &str, name: &str, slot: &str) -> String {
    match kind {
        Type::F32 => format!("number(&{value}, {name:?})? as f32"),
        Type::F64 => format!("number(&{value}, {name:?})?"),
        Type::U32 => format!("whole(&{value}, {name:?})?"),
        Type::I32 => format!("signed(&{value}, {name:?})?"),
        Type::U64 => format!("wide(&{value}, {name:?})?"),
        Type::Bool => format!("truth(&{value}, {name:?})?"),
        Type::Id(of) => {
            format!("cairn_{of} {{ bits: handle::<{}>(&{value}, {slot}, {name:?})? }}", class_of(of))
        }
        Type::Enum(of) => format!("choice(&{value}, {}_NAMES, {name:?})?", of.to_uppercase()),
        _ => String::new(),
    }
}

/// Expression of one value, a table for those of several numbers.
fn one(kind: &Type, at: &str) -> String {
    match kind {
        Type::Vec2 | Type::DVec2 => format!("pair(lua, \"x\", {at}.x.into(), \"y\", {at}.y.into())?"),
        Type::Rot => format!("pair(lua, \"cos\", {at}.c.into(), \"sin\", {at}.s.into())?"),
        Type::Pose => format!("pose(lua, {at})?"),
        Type::Id(of) => format!("{}::of(slot, {at}.bits)", class_of(of)),
        Type::Enum(of) => format!("name_of({}_NAMES, {at})", of.to_uppercase()),
        Type::Struct(of) => format!("give_{of}(lua, slot, &{at})?"),
        Type::Bool => format!("({at} != 0)"),
        Type::U64 => format!("bits({at})"),
        Type::F32 => format!("f64::from({at})"),
        Type::U32 | Type::I32 => format!("i64::from({at})"),
        _ => at.to_owned(),
    }
}

/// Expressions of several results.
fn several(table: &Table, kind: &Type, at: &str) -> Vec<String> {
    let parts = |names: &[&str]| names.iter().map(|name| format!("f64::from({at}.{name})")).collect();
    match kind {
        Type::Vec2 | Type::DVec2 => parts(&["x", "y"]),
        Type::Rot => parts(&["c", "s"]),
        Type::Pose => parts(&["p.x", "p.y", "q.c", "q.s"]),
        Type::Struct(of) if SEVERAL.contains(&of.as_str()) => {
            let Some(entry) = table.structure(of) else { return Vec::new() };
            result_fields(entry)
                .flat_map(|field| {
                    let values = several(table, &field.kind, &format!("{at}.{}", field.name));
                    let flag = flag_of(entry, field).map(|flag| format!("{at}.{} != 0", flag.name));
                    values.into_iter().map(move |value| match &flag {
                        Some(flag) => format!("({flag}).then(|| {value})"),
                        None => value,
                    })
                })
                .collect()
        }
        kind => vec![one(kind, at)],
    }
}

fn giver(out: &mut String, entry: &Struct) {
    let _ = writeln!(
        out,
        "fn give_{0}(lua: &Lua, slot: &Rc<Slot>, at: &cairn_{0}) -> Read<Table> {{\n    let table = lua.create_table()?;",
        entry.name
    );
    for field in result_fields(entry) {
        let value = one(&field.kind, &format!("at.{}", field.name));
        let set = format!("table.raw_set({:?}, {value})?;", camel(&field.name));
        let _ = match flag_of(entry, field) {
            Some(flag) => {
                writeln!(out, "    if at.{} != 0 {{\n        {set}\n    }}", flag.name)
            }
            None => writeln!(out, "    {set}"),
        };
    }
    out.push_str("    Ok(table)\n}\n\n");
}

/// The report of a step is one table per world.
fn updater(out: &mut String, table: &Table) {
    let Some(entry) = table.structure("step_report") else { return };
    out.push_str("\npub(crate) fn update_step_report(table: &Table, at: &cairn_step_report) -> Read<()> {\n");
    for field in &entry.fields {
        let _ = writeln!(out, "    table.raw_set({:?}, at.{})?;", camel(&field.name), field.name);
    }
    out.push_str("    Ok(())\n}\n");
}

/// Parameters of an argument in Lua, what a call passes for them, and the lines before.
fn passed(argument: &Argument, lines: &mut String) -> (Vec<String>, String) {
    let (name, word) = (&argument.name, camel(&argument.name));
    let parts = |ends: &[&str]| -> Vec<String> { ends.iter().map(|end| format!("{name}_{end}")).collect() };
    let read = |parameter: &str, kind: &Type| scalar(kind, parameter, &camel(parameter), "slot");
    let alone = |value: String| (vec![name.clone()], value);
    match &argument.kind {
        Type::Vec2 | Type::DVec2 | Type::Rot => {
            let part = if argument.kind == Type::DVec2 { Type::F64 } else { Type::F32 };
            let make = match argument.kind {
                Type::DVec2 => "dvec2",
                _ => "vec2",
            };
            let names = parts(&["x", "y"]);
            let value = format!("{make}({}, {})", read(&names[0], &part), read(&names[1], &part));
            (names, value)
        }
        Type::Pose => {
            let names = parts(&["x", "y", "angle"]);
            let values: Vec<String> = names.iter().map(|name| read(name, &Type::F32)).collect();
            (names, format!("placed({})", values.join(", ")))
        }
        Type::Struct(of) => {
            let made = format!("read_{of}(&{name}, {word:?}, &mut keep)?");
            if of == "query_filter" {
                let _ =
                    writeln!(lines, "let {name} = if {name}.is_nil() {{ None }} else {{ Some({made}) }};");
                return alone(format!("{name}.as_ref()"));
            }
            let _ = writeln!(lines, "let {name} = {made};");
            alone(format!("&{name}"))
        }
        Type::List(inner) => {
            if let Type::Struct(of) = inner.as_ref() {
                let _ = writeln!(
                    lines,
                    "let {name} = items(&{name}, {word:?}, &mut keep, read_{of})?;\nkeep.count({name}.len());"
                );
            }
            alone(format!("&{name}"))
        }
        kind => alone(read(name, kind)),
    }
}

fn method(out: &mut String, table: &Table, call: &Call) {
    let (mut lines, mut names, mut values) = (String::new(), Vec::new(), Vec::new());
    for argument in &call.arguments {
        let (more, value) = passed(argument, &mut lines);
        names.extend(more);
        // Numbers are read before the world is borrowed.
        match &argument.kind {
            Type::Struct(_) | Type::List(_) => values.push(value),
            _ => {
                let _ = writeln!(lines, "let {} = {value};", argument.name);
                values.push(argument.name.clone());
            }
        }
    }
    let mut passes = vec!["world".to_owned()];
    if let Some(id) = receiver(call) {
        passes.push(format!("cairn_{id}_id {{ bits: it.bits() }}"));
    }
    passes.extend(values);
    if lines.contains("keep") {
        lines.insert_str(0, "let mut keep = Keep::new(slot);\n");
    }
    let inner = inner_name(call);
    let list = matches!(call.outcome, Outcome::List(_) | Outcome::View(_));
    let pushed = if list { ", &mut |item| found.push(item)" } else { "" };
    let work = format!("|world| calls::{inner}({}{pushed})", passes.join(", "));
    let items = if lines.contains("keep") { "keep.items()" } else { "0" };
    let run = match call.kind {
        CallKind::Change => format!("slot.change({:?}, {items}, {work})?", call.name),
        CallKind::Query => format!("slot.query({items}, {work})?"),
        _ if matches!(call.name.as_str(), "hash" | "counts") => format!("slot.survey({work})?"),
        _ => format!("slot.look({work})?"),
    };
    let body = match &call.outcome {
        Outcome::Nothing => format!("{run};\nOk(())"),
        Outcome::One(kind) => {
            format!("let value = {run};\nOk(({}))", several(table, kind, "value").join(", "))
        }
        Outcome::Maybe(kind) => {
            let found = several(table, kind, "value");
            let none = vec!["None"; found.len()].join(", ");
            let some: Vec<String> = found
                .iter()
                .map(|value| match value.contains(".then(") || value.contains("::of(") {
                    true => value.clone(),
                    false => format!("Some({value})"),
                })
                .collect();
            format!(
                "Ok(match {run} {{\n    Some(value) => ({}),\n    None => ({none}),\n}})",
                some.join(", ")
            )
        }
        Outcome::List(kind) | Outcome::View(kind) => {
            let end = if matches!(call.outcome, Outcome::View(_)) { "each(lua, found)" } else { "Ok(found)" };
            format!(
                "let mut found: Vec<{}> = Vec::new();\n{run};\nslot.charge(4 * found.len())?;\nlet found = list(lua, found, |item| Ok({}))?;\n{end}",
                rust_type(kind),
                one(kind, "item")
            )
        }
    };
    let parameters = match names.len() {
        0 => "()".to_owned(),
        1 => format!("{}: Value", names[0]),
        count => format!("({}): ({})", names.join(", "), vec!["Value"; count].join(", ")),
    };
    // As a pointer, so that methods with the same types share the code of `mlua` around them.
    let _ = writeln!(
        out,
        "        // {}\n        let call: fn(&Lua, &Self, _) -> _ = |lua, it, {parameters}| {{\n            let slot = it.slot();\n            finish(lua, (|| {{\n{lines}{body}\n            }})())\n        }};\n        m.add_method({:?}, call);",
        call.doc,
        member_name(call)
    );
}
