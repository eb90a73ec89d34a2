//! Writes `docs/names.md`: one row per call, all languages.

use std::fmt::Write;

use crate::spell::{code_name, value_name};
use crate::table::{CallKind, Table};

/// Returns the page.
pub(crate) fn write(table: &Table) -> String {
    let mut out = String::from("# Names of calls in all languages\n\n");
    out.push_str("`cargo xtask bindings` writes this page from `bindings/api/cairn2d.api`. `cargo xtask tidy` fails if it is\nout of date, and if a public call of the engine is neither bound nor listed below. [c.md](c.md) describes the C\ninterface.\n");
    let mut section = "";
    for call in &table.calls {
        if call.section != section {
            section = &call.section;
            let _ = writeln!(
                out,
                "\n## {section}\n\n| Rust | C | C++ | Python | JavaScript | Lua | does |\n|---|---|---|---|---|---|---|"
            );
        }
        let rust = if call.of == "World.body" || call.rust.is_none() {
            &call.name
        } else {
            call.of.split('.').next_back().unwrap_or("")
        };
        let c = match (call.kind, value_name(call)) {
            (CallKind::Own, _) => format!("`cairn_{}_{}`", call.owner.to_lowercase(), call.name),
            (_, Some(value)) => format!("`{value}`, `{}`", code_name(call)),
            (_, None) => format!("`{}`", code_name(call)),
        };
        let (cpp, python) = (crate::cpp::name(call), crate::python::name(call));
        let (js, lua) = (crate::js::name(call), crate::lua::name(call));
        let _ = writeln!(
            out,
            "| `{}::{rust}` | {c} | `{cpp}` | `{python}` | `{js}` | `{lua}` | {} |",
            call.owner, call.doc
        );
    }
    out.push_str("\n## Calls of Rust alone\n\n| Rust | reason |\n|---|---|\n");
    for skip in &table.skips {
        let _ = writeln!(out, "| `{}` | {} |", skip.name.replace('.', "::"), skip.reason);
    }
    out
}
