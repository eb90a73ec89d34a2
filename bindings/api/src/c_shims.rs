//! Writes the calls in Rust, and the functions of the C interface around them.

use std::fmt::Write;

use crate::layout::Layout;
use crate::spell::{WRITTEN, code_name, inner_name, receiver, rust_type, value_name};
use crate::table::{Argument, Call, CallKind, Outcome, Role, Table, Type};

/// Returns `bindings/c/src/generated/calls.rs`: one safe function per call.
pub(crate) fn write_calls(table: &Table) -> String {
    let mut out = format!("//! The calls with plain arguments. {WRITTEN}\n");
    out.push_str("#![allow(missing_docs, reason = \"the table has the documentation\")]\n\n");
    out.push_str(
        "use cairn2d::*;\nuse crate::convert::*;\nuse crate::fault::Fault;\nuse super::structs::*;\n\n",
    );
    for call in table.bound() {
        inner(&mut out, call);
    }
    out
}

fn inner(out: &mut String, call: &Call) {
    let world = if call.kind == CallKind::Change { "&mut World" } else { "&World" };
    let mut parameters = vec![format!("world: {world}")];
    if let Some(id) = receiver(call) {
        parameters.push(format!("{id}: cairn_{id}_id"));
    }
    parameters
        .extend(call.arguments.iter().map(|argument| format!("{}: {}", argument.name, plain(argument))));
    let result = match &call.outcome {
        Outcome::Nothing => "()".to_owned(),
        Outcome::One(kind) => rust_type(kind),
        Outcome::Maybe(kind) => format!("Option<{}>", rust_type(kind)),
        Outcome::List(kind) | Outcome::View(kind) => {
            parameters.push(format!("push: &mut dyn FnMut({})", rust_type(kind)));
            "()".to_owned()
        }
    };
    let _ = writeln!(out, "/// {}", call.doc);
    if call.kind == CallKind::Get && matches!(call.outcome, Outcome::One(_)) {
        // A result that is written as two floats and read as one word costs 4 ns.
        out.push_str("#[inline]\n");
    }
    let _ =
        writeln!(out, "pub fn {}({}) -> Result<{result}, Fault> {{", inner_name(call), parameters.join(", "));
    let custom = call.rust.as_deref();
    for argument in &call.arguments {
        conversion(out, argument);
    }
    if custom.is_none_or(|rust| rust.contains("it.")) {
        let it = match (call.owner.as_str(), call.kind) {
            ("World", _) => "let it = world;".to_owned(),
            ("Events", _) => "let it = world.events();".to_owned(),
            (_, CallKind::Change) => {
                let id = receiver(call).unwrap_or_default();
                format!("let mut it = {id}_mut_of(world, {id})?;")
            }
            _ => {
                let id = receiver(call).unwrap_or_default();
                format!("let it = {id}_of(world, {id})?;")
            }
        };
        let _ = writeln!(out, "    {it}");
    }
    let names: Vec<&str> = call.arguments.iter().map(|argument| argument.name.as_str()).collect();
    let method = format!("it.{}({}){}", call.name, names.join(", "), if call.fails { "?" } else { "" });
    let rust = custom.unwrap_or(&method);
    let _ = match &call.outcome {
        Outcome::Nothing => writeln!(out, "    {rust};\n    Ok(())"),
        Outcome::One(_) => writeln!(out, "    Ok(({rust}).give())"),
        Outcome::Maybe(_) => writeln!(out, "    Ok(({rust}).map(Give::give))"),
        Outcome::List(_) => {
            writeln!(out, "    for item in {rust} {{\n        push(item.give());\n    }}\n    Ok(())")
        }
        Outcome::View(_) => {
            writeln!(out, "    for item in {rust} {{\n        push((*item).give());\n    }}\n    Ok(())")
        }
    };
    out.push_str("}\n\n");
}

/// Type of an argument of an inner function.
fn plain(argument: &Argument) -> String {
    match &argument.kind {
        Type::Vec2 => "Vec2".to_owned(),
        Type::DVec2 => "DVec2".to_owned(),
        Type::Pose => "Pose".to_owned(),
        Type::Struct(name) if name == "query_filter" => "Option<&cairn_query_filter>".to_owned(),
        Type::Struct(name) => format!("&cairn_{name}"),
        Type::List(inner) => format!("&[{}]", rust_type(inner)),
        kind => rust_type(kind),
    }
}

fn conversion(out: &mut String, argument: &Argument) {
    let name = &argument.name;
    let value = match &argument.kind {
        Type::Bool => format!("{name} != 0"),
        Type::Id(_) => format!("{name}.read()?"),
        Type::Enum(of) => format!("read_{of}({name})?"),
        Type::Struct(of) if of == "query_filter" => format!("read_filter({name})?"),
        Type::Struct(_) => format!("{name}.engine()?"),
        Type::List(_) => format!("read_all({name})?"),
        _ => return,
    };
    let _ = writeln!(out, "    let {name} = {value};");
}

/// Returns `bindings/c/src/generated/exports.rs`: the exported functions.
pub(crate) fn write_exports(table: &Table) -> String {
    let mut out = format!("//! The functions of the C interface. {WRITTEN}\n\n");
    out.push_str("use cairn2d::{DVec2, Pose, Rot, vec2};\nuse crate::convert::*;\n");
    out.push_str("use crate::handle::{Handle, In, List, Out, code, counted, fill_maybe, init, value};\n");
    out.push_str("use super::calls;\nuse super::structs::*;\n\n");
    for entry in table.structs.iter().filter(|entry| entry.role != Role::Out) {
        let name = &entry.name;
        let _ = writeln!(
            out,
            "#[unsafe(no_mangle)]\nextern \"C\" fn cairn_{name}_init(def: Out<cairn_{name}>, size: u32) {{"
        );
        let _ = writeln!(out, "    init(def, size);\n}}\n");
    }
    functions(&mut out, table, Caller::C);
    out
}

/// Returns `bindings/c/src/generated/exports_js.rs`: the exported functions of the module for JavaScript.
pub(crate) fn write_js_exports(table: &Table) -> String {
    let mut out = format!("//! The functions of the module for JavaScript. {WRITTEN}\n");
    out.push_str("//! An id is two numbers of 32 bits, because one of 64 bits is an object there.\n\n");
    out.push_str("use cairn2d::{DVec2, Pose, Rot, vec2};\nuse crate::convert::*;\n");
    out.push_str("use crate::handle::{Handle, In, List, Out, code, counted, fill_maybe, init};\n");
    out.push_str("use super::calls;\nuse super::structs::*;\n\n");
    let names: Vec<&str> = table
        .structs
        .iter()
        .filter(|entry| entry.role != Role::Out)
        .map(|entry| entry.name.as_str())
        .collect();
    for name in &names {
        let _ = writeln!(
            out,
            "#[unsafe(no_mangle)]\nextern \"C\" fn cairn_{name}_init(def: Out<cairn_{name}>, size: u32) {{\n    init(def, size);\n}}\n"
        );
    }
    functions(&mut out, table, Caller::JavaScript);
    out.push_str("// The offsets that JavaScript knows.\nconst _: () = {\n");
    for entry in &table.structs {
        let layout = Layout::of(table, entry);
        let name = &entry.name;
        let _ = writeln!(out, "    assert!(size_of::<cairn_{name}>() == {});", layout.size);
        for (field, offset) in &layout.offsets {
            let _ = writeln!(out, "    assert!(core::mem::offset_of!(cairn_{name}, {field}) == {offset});");
        }
    }
    out.push_str("};\n");
    out
}

/// The language that calls the exported functions.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Caller {
    C,
    JavaScript,
}

fn functions(out: &mut String, table: &Table, caller: Caller) {
    let mut views = 0;
    for call in table.bound() {
        exported(out, call, caller, &mut views);
    }
    let _ = writeln!(
        out,
        "/// Number of lists that a world keeps for its caller.\npub(crate) const VIEWS: usize = {views};\n"
    );
}

/// Adds an id of the arguments, as a name and its type.
fn id_argument(
    name: &str,
    kind: &str,
    caller: Caller,
    parameters: &mut Vec<String>,
    passed: &mut Vec<String>,
) {
    if caller == Caller::C {
        parameters.push(format!("{name}: cairn_{kind}"));
        passed.push(name.to_owned());
    } else {
        parameters.push(format!("{name}_lo: u32, {name}_hi: u32"));
        passed.push(format!("cairn_{kind} {{ bits: joined({name}_lo, {name}_hi) }}"));
    }
}

fn exported(out: &mut String, call: &Call, caller: Caller, views: &mut usize) {
    let (mut parameters, mut arguments) = (vec!["world: Handle".to_owned()], vec!["world".to_owned()]);
    if let Some(id) = receiver(call) {
        id_argument(&id, &format!("{id}_id"), caller, &mut parameters, &mut arguments);
    }
    for argument in &call.arguments {
        let name = &argument.name;
        match &argument.kind {
            Type::Vec2 => {
                parameters.push(format!("{name}_x: f32, {name}_y: f32"));
                arguments.push(format!("vec2({name}_x, {name}_y)"));
            }
            Type::DVec2 => {
                parameters.push(format!("{name}_x: f64, {name}_y: f64"));
                arguments.push(format!("DVec2::new({name}_x, {name}_y)"));
            }
            Type::Pose => {
                parameters.push(format!("{name}_x: f32, {name}_y: f32, {name}_angle: f32"));
                arguments.push(format!(
                    "Pose {{ p: vec2({name}_x, {name}_y), q: Rot::from_angle({name}_angle) }}"
                ));
            }
            Type::Struct(of) => {
                parameters.push(format!("{name}: In<cairn_{of}>"));
                arguments.push(if of == "query_filter" {
                    format!("{name}.maybe()")
                } else {
                    format!("{name}.get({name:?})?")
                });
            }
            Type::Id(of) => id_argument(name, of, caller, &mut parameters, &mut arguments),
            Type::List(inner) => {
                parameters.push(format!("{name}: In<{}>, {name}_count: u32", rust_type(inner)));
                arguments.push(format!("{name}.list({name:?}, {name}_count)?"));
            }
            kind => {
                parameters.push(format!("{name}: {}", rust_type(kind)));
                arguments.push(name.clone());
            }
        }
    }
    let access = if call.kind == CallKind::Change { "change" } else { "look" };
    let list = |more: &str| format!("calls::{}({}{more})", inner_name(call), arguments.join(", "));
    let direct = match arguments.as_slice() {
        [_] => format!("world.{access}(calls::{})", inner_name(call)),
        _ => format!("world.{access}(|world| {})", list("")),
    };
    let head = |parameters: &[String]| parameters.join(", ");
    let mut function = |name: &str, parameters: &[String], result: &str, body: &str| {
        let _ = writeln!(
            out,
            "#[unsafe(no_mangle)]\nextern \"C\" fn {name}({}){result} {{\n    {body}\n}}\n",
            head(parameters)
        );
    };
    if let (Some(name), Outcome::One(kind)) = (value_name(call), &call.outcome)
        && kind.is_scalar()
        && caller == Caller::C
    {
        function(&name, &parameters, &format!(" -> {}", rust_type(kind)), &format!("value({direct})"));
    }
    let name = code_name(call);
    match &call.outcome {
        Outcome::Nothing => function(&name, &parameters, " -> i32", &format!("code({direct})")),
        Outcome::One(kind) => {
            parameters.push(format!("out: Out<{}>", rust_type(kind)));
            // Written by the closure, because its result goes through memory.
            let body = format!("code(world.{access}(|world| {}.map(|value| out.set(value))))", list(""));
            function(&name, &parameters, " -> i32", &body);
        }
        Outcome::Maybe(kind) => {
            parameters.push(format!("out: Out<{}>", rust_type(kind)));
            function(&name, &parameters, " -> i32", &format!("fill_maybe(out, {direct})"));
        }
        Outcome::List(kind) => {
            parameters.push(format!("out: Out<{}>, capacity: u32, count: Out<u32>", rust_type(kind)));
            let inner = list(", &mut |item| list.push(item)");
            let body = format!(
                "let mut list = List::new(out, capacity);\n    let done = world.{access}(|world| {inner});\n    counted(count, &list, done)"
            );
            function(&name, &parameters, " -> i32", &body);
        }
        Outcome::View(kind) => {
            parameters.push("count: Out<u32>".to_owned());
            let inner = list(", push");
            let kind = rust_type(kind);
            function(
                &name,
                &parameters,
                &format!(" -> *const {kind}"),
                &format!("world.view({views}, count, |world, push| {inner})"),
            );
            *views += 1;
        }
    }
}
