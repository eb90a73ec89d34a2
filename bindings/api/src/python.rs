//! Writes the classes of the Python package.

use std::fmt::Write;

use crate::spell::{WRITTEN, inner_name, unreserved};
use crate::table::{Call, CallKind, Outcome, Role, Struct, Table, Type};

const HEAD: &str = r#"
from __future__ import annotations

from typing import Any, Iterable, NamedTuple, Optional, Sequence

from . import _cairn2d

Vec2 = tuple[float, float]
Rot = tuple[float, float]


class Pose(NamedTuple):
    """A position [m], and the cosine and sine of a rotation."""

    position: Vec2
    rotation: Rot


def _bits(handle: Any) -> int:
    """The bits of a handle; None is null."""
    return handle._id if isinstance(handle, Handle) else handle or 0


def _plain(value: Any) -> Any:
    """Handles in the fields of a struct as bits."""
    if isinstance(value, Handle):
        return value._id
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)) and any(isinstance(item, (dict, Handle)) for item in value):
        return [_plain(item) for item in value]
    return value


class Handle:
    """An object of a world: the world and an id. Calls about a removed object raise `Error`."""

    __slots__ = ("_world", "_id")

    def __init__(self, world: Any, bits: int) -> None:
        self._world = world
        self._id = bits

    @property
    def id(self) -> int:
        """The bits of the id."""
        return self._id

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and (other._world, other._id) == (self._world, self._id)

    def __hash__(self) -> int:
        return hash(self._id)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._id:#x})"

"#;

/// Returns `bindings/python/cairn2d/_api.py`.
pub(crate) fn write(table: &Table) -> String {
    let mut out = format!("\"\"\"Classes of the package. {WRITTEN}\"\"\"\n{HEAD}");
    for entry in table.structs.iter().filter(|entry| entry.role != Role::In) {
        tuple(&mut out, entry);
    }
    for owner in ["Body", "Shape", "Joint", "Contact", "Field", "Portal", "World"] {
        let of = if owner == "World" { "_Calls" } else { owner };
        let base = if owner == "World" { "" } else { "(Handle)" };
        let _ =
            writeln!(out, "\nclass {of}{base}:\n    \"\"\"{}\"\"\"\n\n    __slots__ = ()\n", about(owner));
        if owner == "World" {
            out.push_str("    _world: Any\n\n");
        }
        for call in table.bound() {
            if call.owner == owner || (owner == "World" && call.owner == "Events") {
                member(&mut out, table, call);
            }
        }
    }
    while out.ends_with("\n\n") {
        out.pop();
    }
    out
}

/// Name of a call in Python; properties have no parentheses.
pub(crate) fn name(call: &Call) -> String {
    let owner = if call.owner == "Events" { "World" } else { call.owner.as_str() };
    match (call.kind, call.name.as_str()) {
        (CallKind::Own, "new") => "World(...)".to_owned(),
        (CallKind::Own, "start") => "Recorder(...)".to_owned(),
        (CallKind::Own, "free") => "del".to_owned(),
        (CallKind::Own, name) => format!("{owner}.{name}()"),
        (CallKind::Get, name) if call.arguments.is_empty() => format!("{owner}.{}", member_name(call, name)),
        (_, name) => format!("{owner}.{}()", member_name(call, name)),
    }
}

fn member_name(call: &Call, name: &str) -> String {
    if call.owner == "Events" { format!("{}_events", name.trim_end_matches('s')) } else { name.to_owned() }
}

fn about(owner: &str) -> String {
    match owner {
        "World" => "The calls of a world.".to_owned(),
        "Field" => "A field of a world.".to_owned(),
        "Portal" => "A pair of openings of a world.".to_owned(),
        other => format!("A {} of a world.", other.to_lowercase()),
    }
}

fn class_name(name: &str) -> String {
    let words = name.split('_').map(|word| {
        let mut letters = word.chars();
        letters
            .next()
            .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect::<String>())
    });
    words.collect()
}

fn handle(id: &str) -> String {
    class_name(id.trim_end_matches("_id"))
}

/// Keywords of Python that a name of the table may be.
const KEYWORDS: [&str; 32] = [
    "and", "as", "assert", "async", "await", "break", "class", "continue", "def", "del", "elif", "else",
    "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda", "nonlocal", "not",
    "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// Name of a field of a tuple: a keyword gets an underscore, as PEP 8 says.
fn field_name(name: &str) -> String {
    unreserved(name, &KEYWORDS)
}

fn tuple(out: &mut String, entry: &Struct) {
    let name = class_name(&entry.name);
    let _ = writeln!(out, "\nclass {name}(NamedTuple):");
    for field in entry.fields.iter().filter(|field| !matches!(field.kind, Type::List(_))) {
        let unit = if field.unit.is_empty() { String::new() } else { format!(" [{}]", field.unit) };
        let _ = writeln!(
            out,
            "    {}: {}\n    \"\"\"{}{unit}\"\"\"",
            field_name(&field.name),
            annotation(&field.kind),
            field.doc
        );
    }
    let _ = writeln!(
        out,
        "\n\ndef _{}(world: Any, value: dict[str, Any]) -> {name}:\n    return {name}(",
        entry.name
    );
    for field in entry.fields.iter().filter(|field| !matches!(field.kind, Type::List(_))) {
        let _ =
            writeln!(out, "        {},", wrapped(&field.kind, &format!("value[{:?}]", field.name), "world"));
    }
    out.push_str("    )\n\n");
}

fn annotation(kind: &Type) -> String {
    match kind {
        Type::F32 | Type::F64 => "float".to_owned(),
        Type::U32 | Type::I32 | Type::U64 => "int".to_owned(),
        Type::Bool => "bool".to_owned(),
        Type::Vec2 | Type::DVec2 => "Vec2".to_owned(),
        Type::Rot => "Rot".to_owned(),
        Type::Pose => "Pose".to_owned(),
        Type::Id(name) => format!("Optional[{}]", handle(name)),
        Type::Enum(_) => "str".to_owned(),
        Type::Struct(name) => class_name(name),
        Type::List(inner) => format!("list[{}]", annotation(inner)),
    }
}

/// Expression that makes a value of the package from one of the module.
fn wrapped(kind: &Type, value: &str, world: &str) -> String {
    match kind {
        Type::Pose => format!("Pose(*{value})"),
        Type::Id(name) => format!("{0}({world}, {value}) if {value} else None", handle(name)),
        Type::Struct(name) => format!("_{name}({world}, {value})"),
        _ => value.to_owned(),
    }
}

fn member(out: &mut String, table: &Table, call: &Call) {
    let mut parameters = vec!["self".to_owned()];
    let mut arguments = Vec::new();
    if call.owner != "World" && call.owner != "Events" {
        arguments.push("self._id".to_owned());
    }
    for argument in &call.arguments {
        let name = match argument.name.as_str() {
            "def" => "definition",
            other => other,
        };
        let (parameter, passed) = match &argument.kind {
            Type::Struct(of) if of == "query_filter" => {
                (format!("{name}: Optional[dict[str, Any]] = None"), format!("_plain({name})"))
            }
            Type::Struct(_) if argument.name == "def" => {
                ("**definition: Any".to_owned(), format!("_plain({name})"))
            }
            Type::Struct(_) => (format!("{name}: dict[str, Any]"), format!("_plain({name})")),
            Type::List(_) => (format!("{name}: Iterable[dict[str, Any]]"), format!("_plain(list({name}))")),
            Type::Id(of) => (format!("{name}: Optional[{}]", handle(of)), format!("_bits({name})")),
            Type::Vec2 | Type::DVec2 => (format!("{name}: Sequence[float]"), name.to_owned()),
            Type::Pose => (format!("{name}: Sequence[Any]"), name.to_owned()),
            kind => (format!("{name}: {}", annotation(kind)), name.to_owned()),
        };
        parameters.push(parameter);
        arguments.push(passed);
    }
    let inner = format!("self._world.{}({})", inner_name(call), arguments.join(", "));
    let (result, body) = match &call.outcome {
        Outcome::Nothing => ("None".to_owned(), inner),
        Outcome::One(kind) | Outcome::Maybe(kind) => {
            let result = match (&call.outcome, kind) {
                (Outcome::Maybe(_), kind) => format!("Optional[{}]", annotation(kind)),
                (_, Type::Id(name)) => handle(name),
                (_, kind) => annotation(kind),
            };
            let one = match kind {
                Type::Id(name) => format!("return {}(self._world, {inner})", handle(name)),
                Type::Struct(_) | Type::Pose => {
                    let wrap = wrapped(kind, "value", "self._world");
                    format!(
                        "value = {inner}\n        return {wrap}{}",
                        if let Outcome::Maybe(_) = call.outcome {
                            " if value is not None else None"
                        } else {
                            ""
                        }
                    )
                }
                _ => format!("return {inner}"),
            };
            (result, one)
        }
        Outcome::List(kind) | Outcome::View(kind) => {
            let wrap = match kind {
                Type::Id(name) => format!("{}(self._world, value)", handle(name)),
                kind => wrapped(kind, "value", "self._world"),
            };
            let element = annotation(kind).trim_start_matches("Optional[").trim_end_matches(']').to_owned();
            (format!("list[{element}]"), format!("return [{wrap} for value in {inner}]"))
        }
    };
    let name = member_name(call, &call.name);
    let property = call.kind == CallKind::Get && call.arguments.is_empty();
    let docs = call.doc.trim_end_matches('.');
    if property {
        let _ = writeln!(
            out,
            "    @property\n    def {name}(self) -> {result}:\n        \"\"\"{docs}.\"\"\"\n        {body}\n"
        );
        let set = format!("set_{}", call.name);
        let setter = table
            .bound()
            .find(|other| other.owner == call.owner && other.name == set && other.arguments.len() == 1);
        if setter.is_some() {
            let _ = writeln!(
                out,
                "    @{name}.setter\n    def {name}(self, value: Any) -> None:\n        self.set_{name}({}value)\n",
                if setter.is_some_and(|setter| setter.arguments[0].name == "def") { "**" } else { "" }
            );
        }
    } else {
        let _ = writeln!(
            out,
            "    def {name}({}) -> {result}:\n        \"\"\"{docs}.\"\"\"\n        {body}\n",
            parameters.join(", ")
        );
    }
}
