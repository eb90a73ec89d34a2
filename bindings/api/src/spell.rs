//! Spellings of names and types in C and in the Rust side of its interface.

use crate::table::{Argument, Call, CallKind, Outcome, Struct, Type};

/// Returns the type in C.
pub(crate) fn c_type(kind: &Type) -> String {
    match kind {
        Type::F32 => "float".to_owned(),
        Type::F64 => "double".to_owned(),
        Type::U32 => "uint32_t".to_owned(),
        Type::I32 => "int32_t".to_owned(),
        Type::U64 => "uint64_t".to_owned(),
        Type::Bool => "bool".to_owned(),
        Type::Vec2 => "cairn_vec2".to_owned(),
        Type::DVec2 => "cairn_dvec2".to_owned(),
        Type::Rot => "cairn_rot".to_owned(),
        Type::Pose => "cairn_pose".to_owned(),
        Type::Id(name) | Type::Enum(name) | Type::Struct(name) => format!("cairn_{name}"),
        Type::List(inner) => format!("const {}*", c_type(inner)),
    }
}

/// Returns the type of the same layout in Rust.
pub(crate) fn rust_type(kind: &Type) -> String {
    match kind {
        Type::F32 => "f32".to_owned(),
        Type::F64 => "f64".to_owned(),
        Type::U32 | Type::Enum(_) => "u32".to_owned(),
        Type::I32 => "i32".to_owned(),
        Type::U64 => "u64".to_owned(),
        Type::Bool => "u8".to_owned(),
        Type::Vec2 => "cairn_vec2".to_owned(),
        Type::DVec2 => "cairn_dvec2".to_owned(),
        Type::Rot => "cairn_rot".to_owned(),
        Type::Pose => "cairn_pose".to_owned(),
        Type::Id(name) | Type::Struct(name) => format!("cairn_{name}"),
        Type::List(inner) => format!("*const {}", rust_type(inner)),
    }
}

/// Returns the arguments of an argument in C, scalars all.
pub(crate) fn c_parameters(argument: &Argument) -> Vec<String> {
    let name = &argument.name;
    match &argument.kind {
        Type::Vec2 => vec![format!("float {name}_x"), format!("float {name}_y")],
        Type::DVec2 => vec![format!("double {name}_x"), format!("double {name}_y")],
        Type::Pose => {
            vec![format!("float {name}_x"), format!("float {name}_y"), format!("float {name}_angle")]
        }
        Type::Struct(of) => vec![format!("const cairn_{of}* {name}")],
        Type::List(inner) => {
            vec![format!("const {}* {name}", c_type(inner)), format!("uint32_t {name}_count")]
        }
        kind => vec![format!("{} {name}", c_type(kind))],
    }
}

/// Returns the name of the owner's id as an argument, if it has one.
pub(crate) fn receiver(call: &Call) -> Option<String> {
    match call.owner.as_str() {
        "World" | "Events" => None,
        owner => Some(owner.to_lowercase()),
    }
}

/// Name of a call in the modules of Rust.
pub(crate) fn inner_name(call: &Call) -> String {
    format!("{}_{}", call.owner.to_lowercase(), call.name)
}

/// Name of the function that returns the value itself; only where it is one.
pub(crate) fn value_name(call: &Call) -> Option<String> {
    let Outcome::One(kind) = &call.outcome else { return None };
    (kind.is_scalar() || call.kind == CallKind::Get).then(|| format!("cairn_{}", inner_name(call)))
}

/// Name of the function that returns a code.
pub(crate) fn code_name(call: &Call) -> String {
    let owner = call.owner.to_lowercase();
    match (value_name(call), call.kind) {
        (None, _) => format!("cairn_{owner}_{}", call.name),
        (Some(_), CallKind::Get) => format!("cairn_{owner}_get_{}", call.name),
        (Some(_), _) => format!("cairn_{owner}_try_{}", call.name),
    }
}

/// Name of the constant of a value of an enum.
pub(crate) fn c_constant(enumeration: &str, value: &str) -> String {
    let stem = enumeration.strip_suffix("_type").unwrap_or(enumeration);
    format!("CAIRN_{}_{}", stem.to_uppercase(), value.to_uppercase())
}

/// Name of the count of a list field: `shapes` have a `shape_count`.
pub(crate) fn count_name(field: &str) -> String {
    let singular = field.strip_suffix('s').unwrap_or(field);
    format!("{singular}_count")
}

/// Returns whether a struct begins with its size.
pub(crate) fn has_size(structure: &Struct) -> bool {
    structure.role == crate::table::Role::In
}

/// First line of files that are written from the table.
pub(crate) const WRITTEN: &str = "Written by `cargo xtask bindings` from the table of the API.";

/// Returns a name that is no keyword: one that would be gets an underscore.
pub(crate) fn unreserved(name: &str, keywords: &[&str]) -> String {
    if keywords.contains(&name) { format!("{name}_") } else { name.to_owned() }
}
