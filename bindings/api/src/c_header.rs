//! Writes the header for C99 and C++17.

use std::fmt::Write;

use crate::spell::{
    WRITTEN, c_constant, c_parameters, c_type, code_name, count_name, has_size, receiver, value_name,
};
use crate::table::{Call, CallKind, Outcome, Role, Struct, Table, Type};

const HEAD: &str = r#"
   The cairn2d physics engine for C99 and C++17. Units are metres, kilograms, seconds and radians.

   - A function returns a `cairn_result`, or the value itself; then 0 or a null id stands for an error, and
     `cairn_last_error` and `cairn_error_text` tell it. A rejected call changes nothing.
   - Definitions come from their `_default` functions. Lists in them are read during the call.
   - Functions that list objects write up to `capacity` items and the number of all into `count`.
   - Functions that take a `const cairn_world*` may run on several threads at once, between steps. All others
     need the world alone. Pointers are null or valid; a freed world must not be used.
   - Angles of poses are arguments in radians; results have cosine and sine. */
"#;

/// Returns `bindings/c/include/cairn2d.h`.
pub(crate) fn write(table: &Table) -> String {
    let mut out = format!("/* {WRITTEN}\n{HEAD}");
    out.push_str("#ifndef CAIRN2D_H\n#define CAIRN2D_H\n\n#include <stdbool.h>\n#include <stdint.h>\n#include <string.h>\n\n");
    out.push_str("#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
    out.push_str(include_str!("own.h.txt"));
    out.push_str("\n/* ---- Enums ------------------------------------------------------------------------------------------ */\n");
    for entry in &table.enums {
        let _ = writeln!(out, "\ntypedef uint32_t cairn_{};\nenum {{", entry.name);
        let values = entry.values.iter().enumerate();
        let lines: Vec<String> = values
            .map(|(value, (word, _))| format!("    {} = {value}", c_constant(&entry.name, word)))
            .collect();
        let _ = writeln!(out, "{}\n}};", lines.join(",\n"));
    }
    out.push_str("\n/* ---- Structs ---------------------------------------------------------------------------------------- */\n");
    for entry in &table.structs {
        structure(&mut out, entry);
    }
    out.push('\n');
    out.push_str(include_str!("own_calls.h.txt"));
    let mut section = "";
    for call in table.bound() {
        if call.section != section {
            section = &call.section;
            let line = "-".repeat(96_usize.saturating_sub(section.len()));
            let _ = writeln!(out, "\n/* ---- {section} {line} */");
        }
        function(&mut out, call);
    }
    out.push_str("\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
    out
}

fn structure(out: &mut String, entry: &Struct) {
    let name = &entry.name;
    let _ = writeln!(out, "\ntypedef struct cairn_{name} {{");
    if has_size(entry) {
        let _ = writeln!(out, "    uint32_t size; /* set by `cairn_{name}_default` */");
    }
    for field in &entry.fields {
        let unit = if field.unit.is_empty() { String::new() } else { format!(" [{}]", field.unit) };
        let default = match field.default.as_str() {
            "" => String::new(),
            default => format!(" Default {default}."),
        };
        let _ =
            writeln!(out, "    {} {}; /* {}{unit}{default} */", c_type(&field.kind), field.name, field.doc);
        if let Type::List(_) = field.kind {
            let _ = writeln!(out, "    uint32_t {}; /* Number of them. */", count_name(&field.name));
        }
    }
    let _ = writeln!(out, "}} cairn_{name};");
    if entry.role != Role::Out {
        let _ = writeln!(out, "/* Sets the defaults; `size` is that of the struct. */");
        let _ = writeln!(out, "void cairn_{name}_init(cairn_{name}* def, uint32_t size);");
        let _ = writeln!(out, "static inline cairn_{name} cairn_{name}_default(void) {{");
        let _ = writeln!(
            out,
            "    cairn_{name} def;\n    cairn_{name}_init(&def, (uint32_t)sizeof def);\n    return def;\n}}"
        );
    }
}

/// Parameters of a call before its result, as C declares them.
pub(crate) fn parameters(call: &Call) -> Vec<String> {
    let reads = call.kind != CallKind::Change && !matches!(call.outcome, Outcome::View(_));
    let mut list = vec![format!("{}cairn_world* world", if reads { "const " } else { "" })];
    if let Some(id) = receiver(call) {
        list.push(format!("cairn_{id}_id {id}"));
    }
    list.extend(call.arguments.iter().flat_map(c_parameters));
    list
}

fn function(out: &mut String, call: &Call) {
    let base = parameters(call);
    let with = |more: &[String]| {
        let mut list = base.clone();
        list.extend(more.iter().cloned());
        list.join(", ")
    };
    let units: Vec<String> = call
        .arguments
        .iter()
        .filter(|argument| !argument.unit.is_empty())
        .map(|argument| format!("{} [{}]", argument.name, argument.unit))
        .collect();
    let units = if units.is_empty() { String::new() } else { format!(" Units: {}.", units.join(", ")) };
    let _ = writeln!(out, "/* {}{units} */", call.doc);
    let code = code_name(call);
    match &call.outcome {
        Outcome::Nothing => {
            let _ = writeln!(out, "cairn_result {code}({});", with(&[]));
        }
        Outcome::One(kind) | Outcome::Maybe(kind) => {
            let kind_name = c_type(kind);
            let value = value_name(call);
            if let (Some(value), true) = (&value, kind.is_scalar()) {
                let _ = writeln!(out, "{kind_name} {value}({});", with(&[]));
            }
            let _ = writeln!(out, "cairn_result {code}({});", with(&[format!("{kind_name}* out")]));
            if let (Some(value), false) = (&value, kind.is_scalar()) {
                let names: Vec<&str> =
                    base.iter().filter_map(|parameter| parameter.rsplit([' ', '*']).next()).collect();
                let _ = writeln!(out, "static inline {kind_name} {value}({}) {{", with(&[]));
                let zero = match kind {
                    Type::Vec2 | Type::DVec2 | Type::Rot => " = {0, 0}",
                    Type::Pose => " = {{0, 0}, {0, 0}}",
                    _ => "",
                };
                let _ = match zero {
                    "" => writeln!(out, "    {kind_name} value;\n    memset(&value, 0, sizeof value);"),
                    zero => writeln!(out, "    {kind_name} value{zero};"),
                };
                let _ = writeln!(out, "    {code}({}, &value);\n    return value;\n}}", names.join(", "));
            }
        }
        Outcome::List(kind) => {
            let more = [
                format!("{}* out", c_type(kind)),
                "uint32_t capacity".to_owned(),
                "uint32_t* count".to_owned(),
            ];
            let _ = writeln!(out, "cairn_result {code}({});", with(&more));
        }
        Outcome::View(kind) => {
            let _ =
                writeln!(out, "const {}* {code}({});", c_type(kind), with(&["uint32_t* count".to_owned()]));
        }
    }
}
