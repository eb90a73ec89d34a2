//! Writes the classes of the JavaScript package.

use std::fmt::Write;

use crate::layout::{Layout, size_and_align};
use crate::spell::{WRITTEN, code_name, count_name, receiver};
use crate::table::{Argument, Call, CallKind, Field, Outcome, Role, Struct, Table, Type};

/// Returns `bindings/js/engine.js`.
pub(crate) fn write(table: &Table) -> String {
    let mut out = format!("// The classes of the package. {WRITTEN}\n");
    out.push_str(include_str!("own.js.txt"));
    // Constants, because every look-up in the object of the exports takes time.
    out.push_str("  const {\n");
    for call in table.bound() {
        let _ = writeln!(out, "    {},", code_name(call));
    }
    out.push_str("  } = exports;\n\n");
    for entry in &table.enums {
        let words: Vec<String> = entry.values.iter().map(|(word, _)| format!("{word:?}")).collect();
        let _ = writeln!(out, "  const NAMES_{} = [{}];", entry.name, words.join(", "));
    }
    for entry in &table.structs {
        if entry.role != Role::Out {
            setters(&mut out, table, entry);
        }
        if entry.role != Role::In {
            reader(&mut out, table, entry);
        }
    }
    updater(&mut out, table);
    for owner in OWNERS {
        let (class, base) = if owner == "World" { ("Calls", "Owned") } else { (owner, "Handle") };
        let _ = writeln!(out, "\n  class {class} extends {base} {{");
        for call in table.bound() {
            if call.owner == owner || (owner == "World" && call.owner == "Events") {
                member(&mut out, table, call);
            }
        }
        while out.ends_with("\n\n") {
            out.pop();
        }
        out.push_str("  }\n");
    }
    out.push_str(include_str!("own_end.js.txt"));
    out
}

/// Owners of calls, each a class.
pub(crate) const OWNERS: [&str; 7] = ["Body", "Shape", "Joint", "Contact", "Field", "Portal", "World"];

/// Name of a call in JavaScript; properties have no parentheses.
pub(crate) fn name(call: &Call) -> String {
    let owner = if call.owner == "Events" { "World" } else { call.owner.as_str() };
    match (call.kind, call.name.as_str()) {
        (CallKind::Own, "new" | "start") => format!("new {owner}()"),
        (CallKind::Own, "read_poses" | "read_velocities" | "write_velocities") => {
            format!("Group.{}()", camel(&call.name))
        }
        (CallKind::Own, "step_index" | "steps" | "world") => format!("{owner}.{}", camel(&call.name)),
        _ if is_property(call) => format!("{owner}.{}", member_name(call)),
        _ => format!("{owner}.{}()", member_name(call)),
    }
}

/// Whether a call is a property.
pub(crate) fn is_property(call: &Call) -> bool {
    call.kind == CallKind::Get && call.arguments.is_empty()
}

/// Name of the method or property.
pub(crate) fn member_name(call: &Call) -> String {
    match call.owner.as_str() {
        "Events" => format!("{}Events", camel(call.name.trim_end_matches('s'))),
        _ => camel(&call.name),
    }
}

/// Returns the call that sets a property, if there is one.
pub(crate) fn setter_of<'a>(table: &'a Table, call: &Call) -> Option<&'a Call> {
    let set = format!("set_{}", call.name);
    let found = table.bound().find(|other| other.owner == call.owner && other.name == set);
    found.filter(|setter| is_property(call) && setter.arguments.len() == 1)
}

/// A name in the spelling of JavaScript.
pub(crate) fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| name + &capitalised(word))
}

pub(crate) fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Class of an id.
pub(crate) fn class_of(id: &str) -> String {
    capitalised(id.trim_end_matches("_id"))
}

/// Returns the flag that says whether a field applies. Setting the field sets the flag.
pub(crate) fn flag_of<'a>(entry: &'a Struct, field: &Field) -> Option<&'a Field> {
    let special = match field.name.as_str() {
        "lower" | "upper" => Some("enable_limits"),
        "spring_lower" | "spring_upper" => Some("has_spring_range"),
        "report_hits_above" => Some("reports_hits"),
        _ => None,
    };
    let bools = entry.fields.iter().filter(|flag| flag.kind == Type::Bool);
    bools.into_iter().find(|flag| match special {
        Some(special) => flag.name == special,
        None => {
            let stem = flag.name.strip_prefix("has_").or_else(|| flag.name.strip_prefix("enable_"));
            stem.is_some_and(|stem| {
                field.name == stem || field.name.strip_prefix(stem).is_some_and(|rest| rest.starts_with('_'))
            })
        }
    })
}

/// Whether a field says whether others apply.
pub(crate) fn is_flag(entry: &Struct, field: &Field) -> bool {
    entry.fields.iter().any(|other| flag_of(entry, other).is_some_and(|flag| flag.name == field.name))
}

/// Fields of a result: `null` stands for a flag that is not set.
pub(crate) fn result_fields(entry: &Struct) -> impl Iterator<Item = &Field> {
    entry.fields.iter().filter(|field| !matches!(field.kind, Type::List(_)) && !is_flag(entry, field))
}

fn setters(out: &mut String, table: &Table, entry: &Struct) {
    let (name, layout) = (&entry.name, Layout::of(table, entry));
    let _ = writeln!(out, "\n  const SIZE_{name} = {};\n  const set_{name} = {{", layout.size);
    for field in entry.fields.iter().filter(|field| !is_flag(entry, field)) {
        let word = camel(&field.name);
        let _ = writeln!(out, "    {word}(at, v, w) {{");
        if let Some(flag) = flag_of(entry, field) {
            let offset = layout.offset(&flag.name);
            let _ =
                writeln!(out, "      u8[at + {offset}] = v === null ? 0 : 1;\n      if (v === null) return;");
        }
        let _ = writeln!(out, "      {}\n    }},", stored(&layout, field, &word));
    }
    let _ = writeln!(out, "  }};\n  const flags_{name} = {{");
    for field in entry.fields.iter().filter(|field| is_flag(entry, field)) {
        let (word, offset) = (camel(&field.name), layout.offset(&field.name));
        let _ = writeln!(out, "    {word}(at, v) {{\n      u8[at + {offset}] = truth(v, {word:?});\n    }},");
    }
    let _ = writeln!(
        out,
        "  }};\n\n  function put_{name}(at, v, w, name) {{\n    exports.cairn_{name}_init(at, SIZE_{name});\n    fill(set_{name}, flags_{name}, at, v, w, name);\n  }}"
    );
}

/// Statement that stores the value `v` of a field.
fn stored(layout: &Layout, field: &Field, word: &str) -> String {
    let offset = layout.offset(&field.name);
    let place = |array: &str, shift: u32| format!("{array}[(at + {offset}) >> {shift}]");
    match &field.kind {
        Type::F32 => format!("{} = number(v, {word:?});", place("f32", 2)),
        Type::F64 => format!("{} = number(v, {word:?});", place("f64", 3)),
        Type::U32 => format!("{} = whole(v, {word:?}, 0, 0xffffffff);", place("u32", 2)),
        Type::I32 => format!("{} = whole(v, {word:?}, -0x80000000, 0x7fffffff);", place("i32", 2)),
        Type::U64 => format!("{} = wide(v, {word:?});", place("u64", 3)),
        Type::Bool => format!("u8[at + {offset}] = truth(v, {word:?});"),
        Type::Vec2 => format!(
            "{} = xOf(v, {word:?});\n      f32[((at + {offset}) >> 2) + 1] = yOf(v, {word:?});",
            place("f32", 2)
        ),
        Type::DVec2 => format!(
            "{} = xOf(v, {word:?});\n      f64[((at + {offset}) >> 3) + 1] = yOf(v, {word:?});",
            place("f64", 3)
        ),
        Type::Id(of) => format!(
            "const id = handle(v, {}, w, {word:?});\n      {} = id._lo;\n      u32[((at + {offset}) >> 2) + 1] = id._hi;",
            class_of(of),
            place("u32", 2)
        ),
        Type::Enum(of) => format!("{} = choice(v, NAMES_{of}, {word:?});", place("u32", 2)),
        Type::Struct(of) => format!("fill(set_{of}, flags_{of}, at + {offset}, v, w, {word:?});"),
        Type::List(inner) => {
            let count = layout.offset(&count_name(&field.name));
            let (first, number) = match inner.as_ref() {
                Type::Struct(of) => (
                    format!("items(v, SIZE_{of}, {word:?}, (to, item) => put_{of}(to, item, w, {word:?}))"),
                    "v.length",
                ),
                _ => (format!("points(v, {word:?})"), "pointCount"),
            };
            format!(
                "const first = {first};\n      {} = first;\n      u32[(at + {count}) >> 2] = {number};",
                place("u32", 2)
            )
        }
        // No definition has one.
        Type::Rot | Type::Pose => String::new(),
    }
}

/// Expression of the value at an address.
fn read(kind: &Type, at: &str, world: &str) -> String {
    let second = |array: &str, shift: u32| format!("{array}[(({at}) >> {shift}) + 1]");
    match kind {
        Type::F32 => format!("f32[({at}) >> 2]"),
        Type::F64 => format!("f64[({at}) >> 3]"),
        Type::U32 => format!("u32[({at}) >> 2]"),
        Type::I32 => format!("i32[({at}) >> 2]"),
        Type::U64 => format!("u64[({at}) >> 3]"),
        Type::Bool => format!("u8[{at}] !== 0"),
        Type::Vec2 => format!("{{ x: f32[({at}) >> 2], y: {} }}", second("f32", 2)),
        Type::DVec2 => format!("{{ x: f64[({at}) >> 3], y: {} }}", second("f64", 3)),
        Type::Rot => format!("{{ cos: f32[({at}) >> 2], sin: {} }}", second("f32", 2)),
        Type::Pose => format!(
            "{{ x: f32[({at}) >> 2], y: {}, cos: f32[(({at}) >> 2) + 2], sin: f32[(({at}) >> 2) + 3] }}",
            second("f32", 2)
        ),
        Type::Id(of) => format!("idAt({}, {world}, {at})", class_of(of)),
        Type::Enum(of) => format!("NAMES_{of}[u32[({at}) >> 2]]"),
        Type::Struct(of) => format!("read_{of}({world}, {at})"),
        Type::List(_) => "null".to_owned(),
    }
}

/// Statements that write the value at `OUT` into the object `out`, if a caller may provide one.
fn read_into(kind: &Type) -> Option<&'static str> {
    match kind {
        Type::Vec2 => Some("out.x = f32[OUT4];\n      out.y = f32[OUT4 + 1];"),
        Type::DVec2 => Some("out.x = f64[OUT8];\n      out.y = f64[OUT8 + 1];"),
        Type::Rot => Some("out.cos = f32[OUT4];\n      out.sin = f32[OUT4 + 1];"),
        Type::Pose => Some(
            "out.x = f32[OUT4];\n      out.y = f32[OUT4 + 1];\n      out.cos = f32[OUT4 + 2];\n      out.sin = f32[OUT4 + 3];",
        ),
        _ => None,
    }
}

/// Whether a call has a form that writes into an object of the caller.
pub(crate) fn has_out_form(call: &Call) -> bool {
    matches!(&call.outcome, Outcome::One(kind) if is_property(call) && read_into(kind).is_some())
}

fn reader(out: &mut String, table: &Table, entry: &Struct) {
    let layout = Layout::of(table, entry);
    let _ = writeln!(out, "\n  function read_{}(w, at) {{\n    return {{", entry.name);
    for field in result_fields(entry) {
        let at = format!("at + {}", layout.offset(&field.name));
        let value = read(&field.kind, &at, "w");
        let _ = match flag_of(entry, field) {
            Some(flag) => {
                let flag = layout.offset(&flag.name);
                writeln!(out, "      {}: u8[at + {flag}] === 0 ? null : {value},", camel(&field.name))
            }
            None => writeln!(out, "      {}: {value},", camel(&field.name)),
        };
    }
    out.push_str("    };\n  }\n");
}

/// The report of a step is one object per world.
fn updater(out: &mut String, table: &Table) {
    let Some(entry) = table.structure("step_report") else { return };
    let layout = Layout::of(table, entry);
    out.push_str("\n  function update_step_report(at, report) {\n");
    for field in &entry.fields {
        let at = format!("at + {}", layout.offset(&field.name));
        let _ = writeln!(out, "    report.{} = {};", camel(&field.name), read(&field.kind, &at, "null"));
    }
    out.push_str("    return report;\n  }\n");
}

/// What a call passes for an argument, and the lines before.
fn passed(argument: &Argument, world: &str, lines: &mut String) -> String {
    let name = parameter(argument);
    match &argument.kind {
        Type::F32 | Type::F64 => format!("number({name}, {name:?})"),
        Type::U32 => format!("whole({name}, {name:?}, 0, 0xffffffff)"),
        Type::I32 => format!("whole({name}, {name:?}, -0x80000000, 0x7fffffff)"),
        Type::U64 => format!("wide({name}, {name:?})"),
        Type::Bool => format!("truth({name}, {name:?})"),
        Type::Vec2 | Type::DVec2 | Type::Rot => format!("xOf({name}, {name:?}), yOf({name}, {name:?})"),
        Type::Pose => {
            format!("xOf({name}, {name:?}, PLACE), yOf({name}, {name:?}, PLACE), angleOf({name}, {name:?})")
        }
        Type::Id(of) => {
            let _ = writeln!(
                lines,
                "      const {name}Id = handle({name}, {}, {world}, {name:?});",
                class_of(of)
            );
            format!("{name}Id._lo, {name}Id._hi")
        }
        Type::Enum(of) => format!("choice({name}, NAMES_{of}, {name:?})"),
        Type::Struct(of) => {
            let make = format!("take(SIZE_{of})");
            if of == "query_filter" {
                let _ = writeln!(lines, "      const {name}At = {name} === null ? 0 : {make};");
                let _ = writeln!(
                    lines,
                    "      if ({name} !== null) put_{of}({name}At, {name}, {world}, {name:?});"
                );
            } else {
                let _ = writeln!(
                    lines,
                    "      const {name}At = {make};\n      put_{of}({name}At, {name}, {world}, {name:?});"
                );
            }
            format!("{name}At")
        }
        Type::List(inner) => {
            if let Type::Struct(of) = inner.as_ref() {
                let _ = writeln!(
                    lines,
                    "      const {name}At = items({name}, SIZE_{of}, {name:?}, (to, item) => put_{of}(to, item, {world}, {name:?}));"
                );
            }
            format!("{name}At, {name}.length")
        }
    }
}

/// Name of an argument.
pub(crate) fn parameter(argument: &Argument) -> String {
    camel(&argument.name)
}

fn member(out: &mut String, table: &Table, call: &Call) {
    if call.name == "step" {
        // With a result that is made once per world.
        return;
    }
    let (mut passes, world) = match receiver(call) {
        None => (vec!["this._at".to_owned()], "this"),
        Some(_) => {
            (vec!["this.world._at".to_owned(), "this._lo".to_owned(), "this._hi".to_owned()], "this.world")
        }
    };
    let mut lines = String::new();
    passes.extend(call.arguments.iter().map(|argument| passed(argument, world, &mut lines)));
    if call.arguments.iter().any(|argument| matches!(argument.kind, Type::Struct(_) | Type::List(_))) {
        lines.insert_str(0, "      begin();\n");
    }
    let parameters: Vec<String> = call
        .arguments
        .iter()
        .map(|argument| match &argument.kind {
            Type::Struct(of) if of == "query_filter" => format!("{} = null", parameter(argument)),
            _ => parameter(argument),
        })
        .collect();
    let invoked = |more: &str| format!("{}({}{more})", code_name(call), passes.join(", "));
    let body = match &call.outcome {
        Outcome::Nothing => format!("{lines}      check({});\n", invoked("")),
        Outcome::One(kind) => {
            let value = match kind {
                Type::U64 if call.name.ends_with("_count") || call.name.ends_with("_steps") => {
                    "Number(u64[OUT8])".to_owned()
                }
                kind => read(kind, "OUT", world),
            };
            format!("{lines}      check({});\n      return {value};\n", invoked(", OUT"))
        }
        Outcome::Maybe(kind) => {
            let value = read(kind, "OUT", world);
            format!("{lines}      return check({}) === 1 ? null : {value};\n", invoked(", OUT"))
        }
        Outcome::List(kind) => {
            let (size, _) = size_and_align(table, kind);
            let invoked = invoked(&format!(", list, (listSize / {size}) | 0, COUNT"));
            let value = read(kind, &format!("list + {size} * n"), world);
            format!(
                "{lines}      check({invoked});\n      if (u32[COUNT4] * {size} > listSize) {{\n        enlarge(u32[COUNT4] * {size});\n        check({invoked});\n      }}\n      const found = [];\n      for (let n = 0; n < u32[COUNT4]; n++) found.push({value});\n      return found;\n"
            )
        }
        Outcome::View(kind) => {
            let (size, _) = size_and_align(table, kind);
            let value = read(kind, &format!("first + {size} * n"), world);
            format!(
                "{lines}      const first = {} >>> 0;\n      if (first === 0) fail();\n      if (f32.length === 0) refresh();\n      const found = [];\n      for (let n = 0; n < u32[COUNT4]; n++) found.push({value});\n      return found;\n",
                invoked(", COUNT")
            )
        }
    };
    let name = member_name(call);
    let get = if is_property(call) { "get " } else { "" };
    let _ = writeln!(out, "    {get}{name}({}) {{\n{body}    }}\n", parameters.join(", "));
    if let (true, Outcome::One(kind)) = (has_out_form(call), &call.outcome) {
        let store = read_into(kind).unwrap_or_default();
        let _ = writeln!(
            out,
            "    read{}(out) {{\n      check({});\n      {store}\n      return out;\n    }}\n",
            capitalised(&name),
            invoked(", OUT")
        );
    }
    if setter_of(table, call).is_some() {
        let _ =
            writeln!(out, "    set {name}(value) {{\n      this.set{}(value);\n    }}\n", capitalised(&name));
    }
}
