//! Writes the module for LuaJIT: declarations of C for its `ffi`, and classes over them.

use std::fmt::Write;

use crate::c_header::parameters;
use crate::js::{OWNERS, camel, class_of, flag_of, is_flag, member_name, result_fields};
use crate::spell::{WRITTEN, c_type, code_name, count_name, has_size, receiver, unreserved};
use crate::table::{Argument, Call, CallKind, Field, Outcome, Role, Struct, Table, Type};

/// Structs that are several results in the order in which setters take them. All others are tables.
pub(crate) const SEVERAL: [&str; 14] = [
    "box",
    "range",
    "motor",
    "spring",
    "servo",
    "linear_motor",
    "linear_spring",
    "load_limit",
    "one_way",
    "locks",
    "pair_of_bodies",
    "pair_of_shapes",
    "pair_of_poses",
    "pair_of_points",
];

/// Returns `bindings/lua/cairn2d.lua`.
pub(crate) fn write(table: &Table) -> String {
    let mut out = format!("-- The cairn2d physics engine for LuaJIT. {WRITTEN}\n");
    out.push_str(include_str!("own.lua.txt"));
    for entry in &table.enums {
        let words: Vec<String> = entry.values.iter().map(|(word, _)| format!("{word:?}")).collect();
        let _ = writeln!(out, "enumeration({:?}, {{{}}})", entry.name, words.join(", "));
    }
    for owner in OWNERS.iter().filter(|owner| **owner != "World") {
        let _ = writeln!(out, "local {owner} = class {owner:?}");
    }
    out.push_str("local World, newWorld = owned(\"World\", \"world\", C.cairn_world_free)\n\n");
    out.push_str("-- ---- Fields of definitions ----\n");
    for entry in table.structs.iter().filter(|entry| entry.role != Role::Out) {
        setters(&mut out, entry);
    }
    out.push_str("\n-- ---- Results ----\n\nlocal read = {}\n");
    for entry in table.structs.iter().filter(|entry| entry.role != Role::In) {
        reader(&mut out, entry);
    }
    updater(&mut out, table);
    memory(&mut out, table);
    for owner in OWNERS {
        let _ = writeln!(out, "\n-- ---- {owner} ----");
        for call in table.bound() {
            let here = call.owner == owner || (owner == "World" && call.owner == "Events");
            if here && call.name != "step" {
                method(&mut out, table, owner, call);
            }
        }
    }
    // The module for Lua 5.4 has the same functions for shapes.
    let shapes = include_str!("../../lua/embed/src/shapes.lua");
    out.push_str(&include_str!("own_end.lua.txt").replacen("@SHAPES@", shapes, 1));
    // The declarations come first, but their text is long, so it is made here.
    out.replacen("local C = load_library()\n", &format!("{}\nlocal C = load_library()\n", cdef(table)), 1)
}

/// Name of a call in Lua.
pub(crate) fn name(call: &Call) -> String {
    let owner = if call.owner == "Events" { "World" } else { call.owner.as_str() };
    match (call.kind, call.name.as_str()) {
        (CallKind::Own, "new" | "start") => format!("cairn.{}()", call.owner.to_lowercase()),
        (CallKind::Own, "from_snapshot") => "cairn.fromSnapshot()".to_owned(),
        (CallKind::Own, "read_poses" | "read_velocities" | "write_velocities") => {
            format!("Group:{}()", camel(&call.name))
        }
        _ => format!("{owner}:{}()", member_name(call)),
    }
}

/// Declarations of C without its comments, inline functions and preprocessor.
fn cdef(table: &Table) -> String {
    let mut text = without_comments(include_str!("own.h.txt"));
    text.push_str(&without_comments(include_str!("own_calls.h.txt")));
    // An id is passed like its bits, and LuaJIT compiles no calls with structs.
    let (ids, rest): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| line.starts_with("typedef struct cairn_") && line.contains("bits;"));
    let mut out = String::from("if not pcall(ffi.typeof, \"cairn_world_config\") then\n  ffi.cdef [[\n");
    let plain = |line: &&&str| line.starts_with("typedef");
    let mut lines: Vec<String> = Vec::new();
    for line in ids {
        let name = line.trim_end_matches(';').rsplit(' ').next().unwrap_or_default();
        lines.push(format!("typedef uint64_t {name};"));
    }
    lines.extend(rest.iter().filter(plain).map(|line| (*line).to_owned()));
    for entry in &table.enums {
        lines.push(format!("typedef uint32_t cairn_{};", entry.name));
    }
    for entry in &table.structs {
        structure(&mut lines, entry);
    }
    lines.extend(rest.iter().filter(|line| line.contains('(')).map(|line| (*line).to_owned()));
    for entry in table.structs.iter().filter(|entry| entry.role != Role::Out) {
        lines.push(format!("void cairn_{0}_init(cairn_{0}* def, uint32_t size);", entry.name));
    }
    lines.extend(table.bound().map(declaration));
    for line in lines {
        let _ = writeln!(out, "{line}");
    }
    out.push_str("]]\nend\n");
    out
}

fn without_comments(text: &str) -> String {
    let mut out = String::new();
    for (number, part) in text.split("/*").enumerate() {
        out.push_str(if number == 0 { part } else { part.split_once("*/").map_or("", |(_, rest)| rest) });
    }
    let lines = out.lines().map(str::trim_end).filter(|line| !line.is_empty());
    lines.fold(String::new(), |text, line| text + line + "\n")
}

fn structure(lines: &mut Vec<String>, entry: &Struct) {
    lines.push("typedef struct {".to_owned());
    if has_size(entry) {
        lines.push("  uint32_t size;".to_owned());
    }
    for field in &entry.fields {
        lines.push(format!("  {} {};", c_type(&field.kind), lua_field(&field.name)));
        if let Type::List(_) = field.kind {
            lines.push(format!("  uint32_t {};", count_name(&field.name)));
        }
    }
    lines.push(format!("}} cairn_{};", entry.name));
}

/// Name of a field in the declarations; names that are keywords of Lua would not be fields.
fn lua_field(name: &str) -> String {
    const KEYWORDS: [&str; 22] = [
        "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
        "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
    ];
    unreserved(name, &KEYWORDS)
}

fn declaration(call: &Call) -> String {
    let mut list = parameters(call);
    let result = match &call.outcome {
        Outcome::Nothing => "cairn_result".to_owned(),
        Outcome::One(kind) | Outcome::Maybe(kind) => {
            list.push(format!("{}* out", c_type(kind)));
            "cairn_result".to_owned()
        }
        Outcome::List(kind) => {
            list.extend([
                format!("{}* out", c_type(kind)),
                "uint32_t capacity".into(),
                "uint32_t* count".into(),
            ]);
            "cairn_result".to_owned()
        }
        Outcome::View(kind) => {
            list.push("uint32_t* count".to_owned());
            format!("const {}*", c_type(kind))
        }
    };
    format!("{result} {}({});", code_name(call), list.join(", "))
}

fn setters(out: &mut String, entry: &Struct) {
    let name = &entry.name;
    let _ = writeln!(
        out,
        "\nTYPES.{name} = ffi.typeof(\"cairn_{name}\")\nSIZES.{name} = ffi.sizeof(\"cairn_{name}\")\nINIT.{name} = C.cairn_{name}_init\nSET.{name} = {{"
    );
    for field in entry.fields.iter().filter(|field| !is_flag(entry, field)) {
        let word = camel(&field.name);
        let _ = writeln!(out, "  {word} = function(to, v, w, keep)");
        if let Some(flag) = flag_of(entry, field) {
            let flag = &flag.name;
            let _ = match field.kind {
                // `false` is a value of the field.
                Type::Bool => writeln!(out, "    to.{flag} = true"),
                _ => writeln!(out, "    to.{flag} = v ~= false\n    if v == false then return end"),
            };
        }
        let _ = writeln!(out, "    {}\n  end,", stored(field, &word));
    }
    let _ = writeln!(out, "}}\nFLAGS.{name} = {{");
    for field in entry.fields.iter().filter(|field| is_flag(entry, field)) {
        let (word, field) = (camel(&field.name), &field.name);
        let _ = writeln!(out, "  {word} = function(to, v) to.{field} = truth(v, {word:?}) end,");
    }
    out.push_str("}\n");
}

/// Statement that stores the value `v` of a field.
fn stored(field: &Field, word: &str) -> String {
    let to = format!("to.{}", lua_field(&field.name));
    match &field.kind {
        Type::F32 | Type::F64 => format!("{to} = number(v, {word:?})"),
        Type::U32 => format!("{to} = whole(v, {word:?}, 0, 0xffffffff)"),
        Type::I32 => format!("{to} = whole(v, {word:?}, -0x80000000, 0x7fffffff)"),
        Type::U64 => format!("{to} = wide(v, {word:?})"),
        Type::Bool => format!("{to} = truth(v, {word:?})"),
        Type::Vec2 | Type::DVec2 => format!("point({to}, v, {word:?})"),
        Type::Id(of) => format!("{to} = handle(v, {}, w, {word:?})", class_of(of)),
        Type::Enum(of) => format!("{to} = choice(v, {of:?}, {word:?})"),
        Type::Struct(of) => format!("fill({of:?}, {to}, v, w, keep, {word:?})"),
        Type::List(inner) => {
            let count = count_name(&field.name);
            match inner.as_ref() {
                Type::Struct(of) => format!("{to}, to.{count} = items({of:?}, v, w, keep, {word:?})"),
                _ => format!("{to}, to.{count} = points(v, keep, {word:?})"),
            }
        }
        // No definition has one.
        Type::Rot | Type::Pose => String::new(),
    }
}

/// Expression of one value, a table for those of several numbers.
fn one(kind: &Type, at: &str, world: &str) -> String {
    match kind {
        Type::Vec2 | Type::DVec2 => format!("{{x = {at}.x, y = {at}.y}}"),
        Type::Rot => format!("{{cos = {at}.c, sin = {at}.s}}"),
        Type::Pose => format!("{{x = {at}.p.x, y = {at}.p.y, cos = {at}.q.c, sin = {at}.q.s}}"),
        Type::Id(of) => format!("idAt({}, {world}, {at})", class_of(of)),
        Type::Enum(of) => format!("NAMES.{of}[{at}]"),
        Type::Struct(of) => format!("read.{of}({world}, {at})"),
        _ => at.to_owned(),
    }
}

/// Expressions of several results.
fn several(table: &Table, kind: &Type, at: &str, world: &str) -> Vec<String> {
    let parts = |names: &[&str]| names.iter().map(|name| format!("{at}.{name}")).collect();
    match kind {
        Type::Vec2 | Type::DVec2 => parts(&["x", "y"]),
        Type::Rot => parts(&["c", "s"]),
        Type::Pose => parts(&["p.x", "p.y", "q.c", "q.s"]),
        Type::Struct(of) if SEVERAL.contains(&of.as_str()) => {
            let Some(entry) = table.structure(of) else { return Vec::new() };
            result_fields(entry)
                .flat_map(|field| {
                    let values =
                        several(table, &field.kind, &format!("{at}.{}", lua_field(&field.name)), world);
                    let flag = flag_of(entry, field).map(|flag| format!("{at}.{} and ", flag.name));
                    values.into_iter().map(move |value| match &flag {
                        Some(flag) => format!("{flag}{value} or nil"),
                        None => value,
                    })
                })
                .collect()
        }
        kind => vec![one(kind, at, world)],
    }
}

fn reader(out: &mut String, entry: &Struct) {
    let _ = writeln!(out, "\nfunction read.{}(w, at)\n  return {{", entry.name);
    for field in result_fields(entry) {
        let value = one(&field.kind, &format!("at.{}", lua_field(&field.name)), "w");
        let word = camel(&field.name);
        let _ = match flag_of(entry, field) {
            // No flagged result is a truth value, so `or nil` drops none.
            Some(flag) => writeln!(out, "    {word} = at.{} and {value} or nil,", flag.name),
            None => writeln!(out, "    {word} = {value},"),
        };
    }
    out.push_str("  }\nend\n");
}

/// The report of a step is one table per world.
fn updater(out: &mut String, table: &Table) {
    let Some(entry) = table.structure("step_report") else { return };
    out.push_str("\nlocal function update_step_report(at, report)\n");
    for field in &entry.fields {
        let _ = writeln!(out, "  report.{} = at.{}", camel(&field.name), field.name);
    }
    out.push_str("  return report\nend\n");
}

/// Memory of results: one value of each type, and a list of each type that is listed.
fn memory(out: &mut String, table: &Table) {
    let (mut values, mut lists) = (Vec::new(), Vec::new());
    for call in table.bound() {
        match &call.outcome {
            Outcome::One(kind) | Outcome::Maybe(kind) => values.push(kind),
            Outcome::List(kind) => lists.push(c_type(kind)),
            _ => {}
        }
    }
    let mut lines: Vec<String> = values
        .into_iter()
        .map(|kind| {
            let (slot, c) = (slot(kind), c_type(kind));
            // A number needs an array to have an address.
            let array = if boxed(kind) { "" } else { "[1]" };
            format!("OUT.{slot} = ffi.new(\"{c}{array}\")")
        })
        .chain(lists.into_iter().map(|c| format!("list {c:?}")))
        .collect();
    lines.sort_unstable();
    lines.dedup();
    let _ = writeln!(out, "\n{}", lines.join("\n"));
}

fn boxed(kind: &Type) -> bool {
    !kind.is_scalar()
}

/// Name of the memory of a result.
fn slot(kind: &Type) -> String {
    c_type(kind).trim_start_matches("cairn_").to_owned()
}

/// Parameters of an argument in Lua, what a call passes for them, and the lines before.
fn passed(argument: &Argument, world: &str, lines: &mut String) -> (Vec<String>, String) {
    let name = camel(&argument.name);
    let numbers = |names: &[String]| {
        let values: Vec<String> = names.iter().map(|name| format!("number({name}, {name:?})")).collect();
        (names.to_vec(), values.join(", "))
    };
    let alone = |value: String| (vec![name.clone()], value);
    match &argument.kind {
        Type::F32 | Type::F64 => alone(format!("number({name}, {name:?})")),
        Type::U32 => alone(format!("whole({name}, {name:?}, 0, 0xffffffff)")),
        Type::I32 => alone(format!("whole({name}, {name:?}, -0x80000000, 0x7fffffff)")),
        Type::U64 => alone(format!("wide({name}, {name:?})")),
        Type::Bool => alone(format!("truth({name}, {name:?})")),
        Type::Vec2 | Type::DVec2 | Type::Rot => numbers(&[format!("{name}X"), format!("{name}Y")]),
        Type::Pose => numbers(&[format!("{name}X"), format!("{name}Y"), format!("{name}Angle")]),
        Type::Id(of) => alone(format!("handle({name}, {}, {world}, {name:?})", class_of(of))),
        Type::Enum(of) => alone(format!("choice({name}, {of:?}, {name:?})")),
        Type::Struct(of) => {
            let made = format!("definition({of:?}, {name}, {world}, keep, {name:?})");
            let _ = match of.as_str() {
                "query_filter" => writeln!(lines, "  local {name}At = {name} ~= nil and {made} or nil"),
                _ => writeln!(lines, "  local {name}At = {made}"),
            };
            alone(format!("{name}At"))
        }
        Type::List(inner) => {
            if let Type::Struct(of) = inner.as_ref() {
                let _ = writeln!(
                    lines,
                    "  local {name}At, {name}Count = items({of:?}, {name}, {world}, keep, {name:?})"
                );
            }
            alone(format!("{name}At, {name}Count"))
        }
    }
}

fn method(out: &mut String, table: &Table, owner: &str, call: &Call) {
    let (mut passes, world) = match receiver(call) {
        None => (vec!["self._at".to_owned()], "self"),
        Some(_) => (vec!["self._world._at".to_owned(), "self._id".to_owned()], "self._world"),
    };
    let (mut lines, mut names) = (String::new(), Vec::new());
    for argument in &call.arguments {
        let (more, value) = passed(argument, world, &mut lines);
        names.extend(more);
        passes.push(value);
    }
    let kept = !lines.is_empty();
    if kept {
        lines.insert_str(0, "  local keep = {}\n");
    }
    let invoked = |more: &str| format!("C.{}({}{more})", code_name(call), passes.join(", "));
    // A use after the call, so that the memory is not collected before.
    let done = if kept { "  keep.done = true\n" } else { "" };
    let run = |call: String| match kept {
        true => format!("{lines}  local code = {call}\n{done}"),
        false => format!("  local code = {call}\n"),
    };
    let values = |kind: &Type, at: &str| several(table, kind, at, world).join(", ");
    let body = match &call.outcome {
        Outcome::Nothing => format!("{}  if code < 0 then fail() end\n", run(invoked(""))),
        Outcome::One(kind) | Outcome::Maybe(kind) => {
            let at = if boxed(kind) { "out" } else { "out[0]" };
            let count = call.name.ends_with("_count") || call.name.ends_with("_steps");
            let value = match kind {
                Type::U64 if count => format!("tonumber({at})"),
                kind => values(kind, at),
            };
            let absent = match &call.outcome {
                Outcome::Maybe(_) => "  if code == 1 then return nil end\n",
                _ => "",
            };
            format!(
                "  local out = OUT.{}\n{}  if code < 0 then fail() end\n{absent}  return {value}\n",
                slot(kind),
                run(invoked(", out"))
            )
        }
        Outcome::List(kind) => {
            let c = c_type(kind);
            let invoked = invoked(&format!(", LISTS.{c}, ROOM.{c}, COUNT"));
            format!(
                "{lines}  check({invoked})\n  if COUNT[0] > ROOM.{c} then\n    enlarge({c:?}, COUNT[0])\n    check({invoked})\n  end\n{done}  local all, found = LISTS.{c}, {{}}\n  for n = 1, COUNT[0] do found[n] = {} end\n  return found\n",
                one(kind, "all[n - 1]", world)
            )
        }
        Outcome::View(kind) => format!(
            "  local all, found = {}, {{}}\n  if all == nil then fail() end\n  for n = 1, COUNT[0] do found[n] = {} end\n  return each(found)\n",
            invoked(", COUNT"),
            one(kind, "all[n - 1]", world)
        ),
    };
    let _ = writeln!(
        out,
        "\n--- {}\nfunction {owner}:{}({})\n{body}end",
        call.doc,
        member_name(call),
        names.join(", ")
    );
}
