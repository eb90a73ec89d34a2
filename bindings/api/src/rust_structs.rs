//! Writes the structs of the C interface in Rust: layout, defaults, conversions.

use std::fmt::Write;

use crate::spell::{WRITTEN, c_constant, count_name, has_size, rust_type};
use crate::table::{Enum, Field, Role, Struct, Table, Type};

/// Returns `bindings/c/src/generated/structs.rs`.
pub(crate) fn write(table: &Table) -> String {
    let mut out = format!("//! Structs and enums of the C interface. {WRITTEN}\n");
    out.push_str(
        "#![allow(non_camel_case_types, missing_docs, reason = \"C names; the header documents them\")]\n\n",
    );
    out.push_str("use cairn2d::*;\nuse crate::convert::*;\nuse crate::fault::Fault;\n\n");
    for entry in &table.enums {
        enumeration(&mut out, entry);
    }
    for entry in &table.structs {
        structure(&mut out, entry);
    }
    out
}

fn enumeration(out: &mut String, entry: &Enum) {
    let name = &entry.name;
    for (value, (word, _)) in entry.values.iter().enumerate() {
        let constant = rust_constant(name, word);
        let _ = writeln!(out, "pub const {constant}: u32 = {value};");
    }
    let words: Vec<String> = entry.values.iter().map(|(word, _)| format!("{word:?}")).collect();
    let constant = name.to_uppercase();
    let _ = writeln!(out, "/// Names of the values, for scripts.");
    let _ = writeln!(out, "pub const {constant}_NAMES: &[&str] = &[{}];", words.join(", "));
    let Some(engine) = &entry.engine else { return };
    let _ = writeln!(out, "pub fn read_{name}(value: u32) -> Result<{engine}, Fault> {{\n    match value {{");
    for (value, (_, variant)) in entry.values.iter().enumerate() {
        let _ = writeln!(out, "        {value} => Ok({engine}::{variant}),");
    }
    let _ = writeln!(out, "        _ => Err(Fault::choice({name:?}, value)),\n    }}\n}}");
    let _ = writeln!(out, "impl Give for {engine} {{\n    type C = u32;\n    fn give(self) -> u32 {{");
    let _ = writeln!(
        out,
        "        #[allow(unreachable_patterns, reason = \"the enum may grow\")]\n        match self {{"
    );
    for (value, (_, variant)) in entry.values.iter().enumerate() {
        let _ = writeln!(out, "            {engine}::{variant} => {value},");
    }
    let _ = writeln!(out, "            _ => u32::MAX,\n        }}\n    }}\n}}\n");
}

fn structure(out: &mut String, entry: &Struct) {
    let name = &entry.name;
    let _ = writeln!(out, "#[repr(C)]\n#[derive(Clone, Copy, Debug)]\npub struct cairn_{name} {{");
    if has_size(entry) {
        let _ = writeln!(out, "    pub(crate) size: u32,");
    }
    for field in &entry.fields {
        let (word, kind) = (&field.name, rust_type(&field.kind));
        match field.kind {
            Type::List(_) => {
                let _ = writeln!(
                    out,
                    "    pub(crate) {word}: {kind},\n    pub(crate) {}: u32,",
                    count_name(word)
                );
            }
            _ => {
                let _ = writeln!(out, "    pub {word}: {kind},");
            }
        }
    }
    let _ =
        writeln!(out, "}}\nimpl Default for cairn_{name} {{\n    fn default() -> Self {{\n        Self {{");
    if has_size(entry) {
        let _ = writeln!(out, "            size: size_of::<Self>() as u32,");
    }
    for field in &entry.fields {
        let _ = writeln!(out, "            {}: {},", field.name, default(field));
        if let Type::List(_) = field.kind {
            let _ = writeln!(out, "            {}: 0,", count_name(&field.name));
        }
    }
    let _ = writeln!(out, "        }}\n    }}\n}}");
    lists(out, entry);
    if let (Some(engine), true) = (&entry.engine, entry.role != Role::In) {
        give(out, entry, engine);
    }
    if let (Some(engine), Role::Both) = (&entry.engine, entry.role) {
        let _ = writeln!(out, "impl Engine for cairn_{name} {{\n    type Engine = {engine};");
        let _ = writeln!(out, "    fn engine(&self) -> Result<{engine}, Fault> {{\n        Ok({engine} {{");
        for field in &entry.fields {
            let _ = writeln!(out, "            {0}: self.{0}.engine()?,", field.name);
        }
        let _ = writeln!(out, "        }})\n    }}\n}}");
    }
    out.push('\n');
}

/// Methods that lend lists to a struct and read them.
fn lists(out: &mut String, entry: &Struct) {
    let lists: Vec<(&Field, &Type)> = entry
        .fields
        .iter()
        .filter_map(|field| match &field.kind {
            Type::List(inner) => Some((field, inner.as_ref())),
            _ => None,
        })
        .collect();
    if lists.is_empty() && !has_size(entry) {
        return;
    }
    let _ = writeln!(out, "impl cairn_{} {{", entry.name);
    if has_size(entry) {
        let _ = writeln!(out, "    /// Checks that the initializer of this version made the struct.");
        let _ = writeln!(out, "    pub(crate) fn check_size(&self) -> Result<(), Fault> {{");
        let _ = writeln!(out, "        let own = size_of::<Self>() as u32;");
        let _ = writeln!(
            out,
            "        if self.size == own {{ Ok(()) }} else {{ Err(Fault::definition({:?}, self.size, own)) }}\n    }}",
            entry.name
        );
    }
    for (field, inner) in lists {
        let (word, kind, count) = (&field.name, rust_type(inner), count_name(&field.name));
        let _ = writeln!(out, "    /// Lends a list to the struct.");
        let _ = writeln!(out, "    pub fn set_{word}(&mut self, list: &'static [{kind}]) {{");
        let _ = writeln!(
            out,
            "        self.{word} = list.as_ptr();\n        self.{count} = list.len() as u32;\n    }}"
        );
        let _ = writeln!(out, "    pub(crate) fn read_{word}(&self) -> Result<&[{kind}], Fault> {{");
        let _ = writeln!(out, "        crate::handle::list({word:?}, self.{word}, self.{count})\n    }}");
    }
    let _ = writeln!(out, "}}");
}

fn give(out: &mut String, entry: &Struct, engine: &str) {
    let name = &entry.name;
    let _ = writeln!(
        out,
        "impl Give for {engine} {{\n    type C = cairn_{name};\n    fn give(self) -> cairn_{name} {{"
    );
    let _ = writeln!(out, "        cairn_{name} {{");
    for field in &entry.fields {
        let own = format!("self.{}", field.name);
        let from = field.from.as_ref().unwrap_or(&own);
        let _ = writeln!(out, "            {}: {from}.give(),", field.name);
    }
    let _ = writeln!(out, "        }}\n    }}\n}}");
}

fn default(field: &Field) -> String {
    let text = field.default.as_str();
    match &field.kind {
        Type::F32 | Type::F64 => float(text),
        Type::U32 | Type::I32 | Type::U64 => (if text.is_empty() { "0" } else { text }).to_owned(),
        Type::Bool => u8::from(text == "true").to_string(),
        Type::Vec2 | Type::DVec2 => {
            let (x, y) = text.split_once(',').unwrap_or(("0", "0"));
            format!("{} {{ x: {}, y: {} }}", rust_type(&field.kind), float(x), float(y))
        }
        Type::Enum(name) if !text.is_empty() => rust_constant(name, text),
        Type::Enum(_) => "0".to_owned(),
        Type::List(_) => "core::ptr::null()".to_owned(),
        Type::Rot | Type::Pose | Type::Id(_) | Type::Struct(_) => "Default::default()".to_owned(),
    }
}

/// Name of a constant in Rust: that of C without the prefix.
fn rust_constant(enumeration: &str, value: &str) -> String {
    let constant = c_constant(enumeration, value);
    constant.strip_prefix("CAIRN_").unwrap_or(&constant).to_owned()
}

fn float(text: &str) -> String {
    match text {
        "" => "0.0".to_owned(),
        text if text.contains(['.', 'e']) => text.to_owned(),
        text => format!("{text}.0"),
    }
}
