//! The table of the repository, and small ones.

use std::collections::BTreeSet;

use crate::coverage::{Method, differences, methods};
use crate::layout::Layout;
use crate::{CallKind, Outcome, Role, Table, Type, files};

fn table() -> Table {
    Table::parse(include_str!("../cairn2d.api")).expect("the table of the repository")
}

fn refused(text: &str) -> String {
    Table::parse(text).expect_err(text).to_string()
}

#[test]
fn calls_have_arguments_units_and_results() {
    let table = table();
    let ray = table.calls.iter().find(|call| call.name == "cast_ray").expect("a ray");
    let kinds: Vec<&Type> = ray.arguments.iter().map(|argument| &argument.kind).collect();
    assert_eq!(kinds, [&Type::Vec2, &Type::Vec2, &Type::Struct("query_filter".to_owned())]);
    assert_eq!((ray.arguments[0].unit.as_str(), ray.fails, ray.kind), ("m", true, CallKind::Query));
    assert_eq!(ray.outcome, Outcome::Maybe(Type::Struct("cast_result".to_owned())));
    let def = table.structure("body_def").expect("a body");
    assert_eq!((def.role, def.fields[1].default.as_str()), (Role::In, "0,0"));
}

#[test]
fn every_entry_is_documented_and_named_once() {
    let table = table();
    let mut names = BTreeSet::new();
    for call in &table.calls {
        assert!(call.doc.ends_with('.'), "{}.{} has no sentence", call.owner, call.name);
        assert!(names.insert((&call.owner, &call.name)), "{}.{} is there twice", call.owner, call.name);
    }
    for entry in &table.structs {
        assert!(names.insert((&entry.name, &entry.name)), "{} is there twice", entry.name);
        assert!(entry.fields.iter().all(|field| !field.doc.is_empty()), "{}", entry.name);
    }
    assert!(table.calls.len() >= 240 && table.skips.iter().all(|skip| !skip.reason.is_empty()));
}

#[test]
fn every_function_of_the_header_has_one_name() {
    let files = files(&table());
    let exports = files.iter().find(|file| file.path.ends_with("exports.rs")).expect("exports");
    let header = files.iter().find(|file| file.path.ends_with("cairn2d.h")).expect("a header");
    let mut names = BTreeSet::new();
    for line in exports.text.lines() {
        if let Some(rest) = line.strip_prefix("extern \"C\" fn ") {
            let name = rest.split('(').next().unwrap_or_default();
            assert!(names.insert(name), "{name} is there twice");
            assert!(header.text.contains(&format!("{name}(")), "{name} is not in the header");
        }
    }
    assert!(names.len() >= 300, "{} functions", names.len());
}

#[test]
fn structs_have_the_layout_of_c() {
    let text = "struct a both -:\n  flag: bool  A flag.\n  far: dvec2  A point.\n  near: vec2  A point.\n\
                struct b in -:\n  inner: a  A struct.\n  list: [a]  A list.\n  id: body_id  An id.\n  last: bool  A flag.\n";
    let table = Table::parse(text).expect("a table");
    let layout = |name: &str| Layout::of(&table, table.structure(name).expect("a struct"));
    let (a, b) = (layout("a"), layout("b"));
    assert_eq!((a.size, a.align, a.offset("far"), a.offset("near")), (32, 8, 8, 24));
    // The size comes first, and the count of a list after its address.
    let offsets: Vec<u32> = b.offsets.iter().map(|&(_, offset)| offset).collect();
    assert_eq!((offsets.as_slice(), b.size), ([0, 8, 40, 44, 48, 56].as_slice(), 64));
}

#[test]
fn every_call_is_in_the_package_for_javascript() {
    let table = table();
    let files = files(&table);
    let text = |end: &str| files.iter().find(|file| file.path.ends_with(end)).expect(end).text.as_str();
    let (engine, types, exports) = (text("engine.js"), text("engine.d.ts"), text("exports_js.rs"));
    for call in table.bound() {
        let code = crate::spell::code_name(call);
        assert!(
            engine.contains(&format!(" {code}(")) || engine.contains(&format!("({code}(")),
            "{code} is not called"
        );
        assert!(exports.contains(&format!("fn {code}(")), "{code} is not exported");
        let name = crate::js::member_name(call);
        assert!(types.contains(&format!(" {name}(")), "{name} has no type");
    }
}

#[test]
fn every_call_is_in_the_module_for_lua() {
    let table = table();
    let files = files(&table);
    let module = files.iter().find(|file| file.path.ends_with("cairn2d.lua")).expect("a module");
    for call in table.bound() {
        let code = crate::spell::code_name(call);
        assert!(module.text.contains(&format!("C.{code}(")), "{code} is not called");
        assert!(module.text.contains(&format!(" {code}(")), "{code} is not declared");
        let name = crate::lua::name(call);
        let method = name.trim_end_matches(')');
        assert!(module.text.contains(&format!("function {method}")), "{method} is not there");
    }
    // What is written by hand has the name of the page.
    for call in table.calls.iter().filter(|call| call.kind == CallKind::Own && call.name != "free") {
        let name = crate::lua::name(call);
        let method = name.trim_end_matches(')');
        assert!(module.text.contains(&format!("function {method}")), "{method} is not there");
    }
    // LuaJIT compiles no calls that pass or return structs.
    assert!(module.text.contains("typedef uint64_t cairn_body_id;"));
}

#[test]
fn wrong_lines_are_named() {
    assert!(refused("nonsense").contains("line 1"));
    assert!(refused("\nget World.a() -> color").contains("line 2 of the API table: unknown type `color`"));
    assert!(refused("get hash() -> u64").contains("`Owner.name`"));
    assert!(refused("struct a sideways -:").contains("sideways"));
    assert!(refused("struct a in -:\n  b: f32").contains("sentence"));
    assert!(refused("get World.a()\n  One.\n  Two.").contains("second"));
    assert!(refused("skip World.a").contains("reason"));
}

#[test]
fn methods_of_views_and_builders_have_their_owners() {
    let source = "macro_rules! body_getters {\n    ($($view:ident),*) => {\n        $(impl $view<'_> {\n            \
                  pub fn angle(&self) -> f32 {}\n            fn hidden(&self) {}\n        })*\n    };\n}\n\
                  impl BodyMut<'_> {\n    pub fn wake(&mut self) {}\n}\nimpl Body {\n    \
                  pub const fn new() {}\n}\nimpl<T> Seen<T> {\n    pub fn pose(&self) {}\n}\n\
                  impl Default for Body {\n    pub fn odd() {}\n}\n#[cfg(test)]\nimpl Body { pub fn late() {} }\n";
    let found: Vec<String> =
        methods(source).iter().map(|method| format!("{}.{}", method.owner, method.name)).collect();
    assert_eq!(found, ["Body.angle", "Body.wake", "BodyDef.new", "Seen.pose"]);
}

#[test]
fn missing_and_stale_entries_are_found() {
    let method = |name: &str| Method { owner: "World".to_owned(), name: name.to_owned() };
    let public = BTreeSet::from([method("hash"), method("step")]);
    let table =
        Table::parse("get World.hash() -> u64\n  Hash.\nskip World.gone: a reason\n").expect("a table");
    let differences = differences(&table, &public);
    assert_eq!(differences.len(), 2);
    assert!(differences[0].contains("World::step") && differences[1].contains("World.gone"));
    let all = Table::parse("skip World.*: a reason\n").expect("a table");
    assert!(crate::coverage::differences(&all, &public).is_empty());
}
