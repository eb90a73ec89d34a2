//! The table of the API of cairn2d, and the writers of the files that are made from it.
//!
//! `cairn2d.api` has one entry per public call of the engine: owner, arguments with units and types, result,
//! error and one sentence. [`Table::parse`] reads it, [`files`] writes the shims and header of C, the
//! conformance runners and the page of names, and [`coverage`] compares it with the sources of the engine.
//! Depends on the standard library alone, because `xtask` uses it.
#![forbid(unsafe_code)]

mod c_header;
mod c_script;
mod c_shims;
pub mod coverage;
mod cpp;
mod js;
mod js_types;
mod layout;
mod lua;
mod lua_embed;
mod names;
mod parse;
mod python;
mod rust_python;
mod rust_script;
mod rust_structs;
mod spell;
mod table;

pub use parse::ParseError;
pub use table::{Argument, Call, CallKind, Enum, Field, Outcome, Role, Skip, Struct, Table, Type};

/// Repository path of the table.
pub const TABLE: &str = "bindings/api/cairn2d.api";

/// A file that is written from the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Path in the repository.
    pub path: &'static str,
    /// Content.
    pub text: String,
}

/// Returns every file that is written from the table. Rust files are not formatted yet.
pub fn files(table: &Table) -> Vec<File> {
    let file = |path, text| File { path, text };
    vec![
        file("bindings/c/src/generated/structs.rs", rust_structs::write(table)),
        file("bindings/c/src/generated/calls.rs", c_shims::write_calls(table)),
        file("bindings/c/src/generated/exports.rs", c_shims::write_exports(table)),
        file("bindings/c/src/generated/exports_js.rs", c_shims::write_js_exports(table)),
        file("bindings/c/include/cairn2d.h", c_header::write(table)),
        file("bindings/c/include/cairn2d.hpp", cpp::write(table)),
        file("bindings/c/conformance/calls.h", c_script::write(table)),
        file("bindings/conformance/src/generated.rs", rust_script::write(table)),
        file("bindings/python/src/generated.rs", rust_python::write(table)),
        file("bindings/python/cairn2d/_api.py", python::write(table)),
        file("bindings/js/engine.js", js::write(table)),
        file("bindings/js/engine.d.ts", js_types::write(table)),
        file("bindings/lua/cairn2d.lua", lua::write(table)),
        file("bindings/lua/embed/src/generated.rs", lua_embed::write(table)),
        file("docs/names.md", names::write(table)),
    ]
}

#[cfg(test)]
mod tests;
