//! Compares the table with the public methods of the engine.
//!
//! Invariant: every public inherent method in the sources of the two facade crates is covered by a call or
//! listed with a reason, and every entry names a method that exists.

use std::collections::BTreeSet;

use crate::table::{CallKind, Table};

/// Folders whose public methods are the interface.
pub const FOLDERS: [&str; 2] = ["crates/cairn2d-dynamics/src/", "crates/cairn2d/src/"];

/// A public method of the engine.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Method {
    /// Owner in the table: `BodyRef` and `BodyMut` are `Body`, and the builder `Body` is `BodyDef`.
    pub owner: String,
    /// Name.
    pub name: String,
}

/// Returns the public inherent methods in a source file, without its test modules.
pub fn methods(text: &str) -> Vec<Method> {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let (mut owner, mut macro_owner, mut found) = (None::<String>, None::<String>, Vec::new());
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("macro_rules! ") {
            macro_owner = name.split('_').next().map(capitalised);
        } else if line.starts_with('}') {
            (owner, macro_owner) = (None, None);
        } else if let Some(of) = implemented(line) {
            owner = match of {
                "$view" => macro_owner.clone(),
                of if of.starts_with('$') => None,
                of => Some(owner_of(of)),
            };
        } else if let (Some(owner), Some(name)) = (&owner, public_function(line)) {
            found.push(Method { owner: owner.clone(), name: name.to_owned() });
        }
    }
    found
}

/// Returns what differs between the table and the methods of all sources.
pub fn differences(table: &Table, methods: &BTreeSet<Method>) -> Vec<String> {
    let mut covered: BTreeSet<String> = table.calls.iter().map(|call| call.of.clone()).collect();
    covered.extend(table.skips.iter().map(|skip| skip.name.clone()));
    let known = |owner: &str, name: &str| {
        covered.contains(&format!("{owner}.{name}")) || covered.contains(&format!("{owner}.*"))
    };
    let missing = methods.iter().filter(|method| !known(&method.owner, &method.name)).map(|method| {
        format!(
            "`{}::{}` is neither in the table of the API nor skipped with a reason",
            method.owner, method.name
        )
    });
    let exists = |name: &str| {
        let (owner, method) = name.split_once('.').unwrap_or((name, ""));
        methods.iter().any(|found| found.owner == owner && (method == "*" || found.name == method))
    };
    let own = |name: &str| table.calls.iter().any(|call| call.of == name && call.kind == CallKind::Own);
    let stale = covered.iter().filter(|name| !exists(name) && !own(name));
    let stale = stale.map(|name| format!("`{name}` of the table of the API does not exist in the engine"));
    missing.chain(stale).collect()
}

/// Type of `impl Type {` or `impl<..> Type<..> {`, which is not a trait.
fn implemented(line: &str) -> Option<&str> {
    let line = line.trim_start_matches([' ', '$', '(']);
    let rest = line.strip_prefix("impl")?;
    let rest = match rest.strip_prefix('<') {
        Some(generic) => generic.split_once("> ")?.1,
        None => rest.strip_prefix(' ')?,
    };
    if rest.contains(" for ") {
        // A trait: its methods are not inherent.
        return Some("$trait");
    }
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '$' && letter != '_');
    Some(&rest[..end.unwrap_or(rest.len())])
}

fn owner_of(name: &str) -> String {
    match name {
        "Body" => "BodyDef".to_owned(),
        "BodyRef" | "BodyMut" | "ShapeRef" | "ShapeMut" | "JointRef" | "JointMut" | "ContactRef" => {
            name[..name.len() - 3].to_owned()
        }
        other => other.to_owned(),
    }
}

fn public_function(line: &str) -> Option<&str> {
    let line = line.trim_start().strip_prefix("pub ")?;
    let line = line.strip_prefix("const ").unwrap_or(line);
    let rest = line.strip_prefix("fn ")?;
    rest.split(['(', '<']).next()
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
