//! Writes the types of the JavaScript package for TypeScript.

use std::fmt::Write;

use crate::js::{
    OWNERS, camel, capitalised, class_of, flag_of, has_out_form, is_flag, is_property, member_name,
    parameter, result_fields, setter_of,
};
use crate::spell::WRITTEN;
use crate::table::{Argument, Call, Field, Outcome, Role, Struct, Table, Type};

/// Returns `bindings/js/engine.d.ts`.
pub(crate) fn write(table: &Table) -> String {
    let mut out = format!("// Types of the package. {WRITTEN}\n");
    out.push_str(include_str!("own.d.ts.txt"));
    for entry in &table.enums {
        let words: Vec<String> = entry.values.iter().map(|(word, _)| format!("{word:?}")).collect();
        let _ = writeln!(out, "export type {} = {};", type_name(&entry.name), words.join(" | "));
    }
    for entry in &table.structs {
        structure(&mut out, table, entry);
    }
    for owner in OWNERS {
        let (class, base, about) = match owner {
            "World" => ("declare class Calls", "Owned", "The calls of a world.".to_owned()),
            owner => (owner, "Handle", format!("A {} of a world.", owner.to_lowercase())),
        };
        let class = if owner == "World" { class.to_owned() } else { format!("export class {class}") };
        let _ = writeln!(out, "\n/** {about} */\n{class} extends {base} {{");
        for call in table.bound() {
            if call.owner == owner || (owner == "World" && call.owner == "Events") {
                member(&mut out, table, call);
            }
        }
        out.push_str("}\n");
    }
    out
}

fn type_name(name: &str) -> String {
    name.split('_').map(capitalised).collect()
}

/// Type of a result.
fn given(table: &Table, kind: &Type) -> String {
    match kind {
        Type::F32 | Type::F64 | Type::U32 | Type::I32 => "number".to_owned(),
        Type::U64 => "bigint".to_owned(),
        Type::Bool => "boolean".to_owned(),
        Type::Vec2 | Type::DVec2 => "Vec2".to_owned(),
        Type::Rot => "Rot".to_owned(),
        Type::Pose => "Pose".to_owned(),
        Type::Id(of) => format!("{} | null", class_of(of)),
        Type::Struct(of) if table.structure(of).is_some_and(|entry| entry.role == Role::Both) => {
            format!("{}Value", type_name(of))
        }
        Type::Enum(of) | Type::Struct(of) => type_name(of),
        Type::List(inner) => format!("{}[]", given(table, inner)),
    }
}

/// Type of an argument, or of a field of a definition.
fn taken(table: &Table, kind: &Type) -> String {
    match kind {
        Type::U64 => "bigint | number".to_owned(),
        Type::Vec2 | Type::DVec2 | Type::Rot => "Vec2Like".to_owned(),
        Type::Pose => "PoseLike".to_owned(),
        Type::List(inner) => match inner.as_ref() {
            Type::Struct(of) => format!("readonly {}[]", type_name(of)),
            _ => "Points".to_owned(),
        },
        Type::Struct(of) => type_name(of),
        kind => given(table, kind),
    }
}

/// A definition has optional fields; a result has them all. What is both has a type for each.
fn structure(out: &mut String, table: &Table, entry: &Struct) {
    let name = type_name(&entry.name);
    if entry.role != Role::Out {
        let _ = writeln!(out, "\nexport interface {name} {{");
        for field in &entry.fields {
            let default = match field.default.as_str() {
                "" => String::new(),
                _ if is_flag(entry, field) => String::new(),
                default => format!(" Default {default}."),
            };
            let (flag, null) = match flag_of(entry, field) {
                Some(flag) => (format!(" Sets `{}`.", camel(&flag.name)), " | null"),
                None => (String::new(), ""),
            };
            let kind = taken(table, &field.kind);
            let _ = writeln!(
                out,
                "  /** {}{}{default}{flag} */\n  {}?: {kind}{null};",
                field.doc,
                unit(field),
                camel(&field.name)
            );
        }
        out.push_str("}\n");
    }
    if entry.role != Role::In {
        let value = if entry.role == Role::Both { format!("{name}Value") } else { name };
        let _ = writeln!(out, "\nexport interface {value} {{");
        for field in result_fields(entry) {
            let null = if flag_of(entry, field).is_some() { " | null" } else { "" };
            let kind = given(table, &field.kind);
            let _ = writeln!(
                out,
                "  /** {}{} */\n  {}: {kind}{null};",
                field.doc,
                unit(field),
                camel(&field.name)
            );
        }
        out.push_str("}\n");
    }
}

fn unit(field: &Field) -> String {
    if field.unit.is_empty() { String::new() } else { format!(" [{}]", field.unit) }
}

fn argument(table: &Table, argument: &Argument) -> String {
    let name = parameter(argument);
    match &argument.kind {
        Type::Struct(of) if of == "query_filter" => format!("{name}?: {} | null", type_name(of)),
        kind => format!("{name}: {}", taken(table, kind)),
    }
}

fn member(out: &mut String, table: &Table, call: &Call) {
    if call.name == "step" {
        return;
    }
    let name = member_name(call);
    let arguments: Vec<String> = call.arguments.iter().map(|of| argument(table, of)).collect();
    let result = match &call.outcome {
        Outcome::Nothing => "void".to_owned(),
        Outcome::One(Type::Id(of)) => class_of(of),
        Outcome::One(Type::U64) if call.name.ends_with("_count") || call.name.ends_with("_steps") => {
            "number".to_owned()
        }
        Outcome::One(kind) => given(table, kind),
        Outcome::Maybe(kind) => format!("{} | null", given(table, kind).trim_end_matches(" | null")),
        Outcome::List(Type::Id(of)) | Outcome::View(Type::Id(of)) => format!("{}[]", class_of(of)),
        Outcome::List(kind) | Outcome::View(kind) => format!("{}[]", given(table, kind)),
    };
    let units: Vec<String> = call
        .arguments
        .iter()
        .filter(|argument| !argument.unit.is_empty())
        .map(|argument| format!("{} [{}]", parameter(argument), argument.unit))
        .collect();
    let units = if units.is_empty() { String::new() } else { format!(" Units: {}.", units.join(", ")) };
    let _ = writeln!(out, "  /** {}{units} */", call.doc);
    if is_property(call) {
        let _ = writeln!(out, "  get {name}(): {result};");
        if let Some(setter) = setter_of(table, call) {
            let _ = writeln!(out, "  set {name}(value: {});", taken(table, &setter.arguments[0].kind));
        }
    } else {
        let _ = writeln!(out, "  {name}({}): {result};", arguments.join(", "));
    }
    if has_out_form(call) {
        let _ = writeln!(
            out,
            "  /** The same, written into an object of the caller. */\n  read{}<T extends Partial<{result}>>(out: T): T & {result};",
            capitalised(&name)
        );
    }
}
