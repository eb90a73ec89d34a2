//! Layers of cairn2d-dynamics: its top folders (and `world.rs`) import and call each other in one direction
//! only, callers see `World` through `api/` alone, and stages borrow disjoint parts of the state instead of
//! taking them out.
//!
//! An import is a path that begins with `crate::` and a folder. A call is a method of `State` or `World` that
//! is defined once in the crate and called on a value named `self`, `state` or `world`, or by the name of its
//! type.

use std::collections::{BTreeMap, BTreeSet};

use super::{Finding, Source, functions, scan};

const DYNAMICS: &str = "crates/cairn2d-dynamics/src/";

/// Values and types on which a method of the world is called.
const RECEIVERS: [&str; 5] = ["self.", "state.", "world.", "State::", "World::"];

/// Between two folders: where one refers to the other for the first time, and what by.
type Edges<'a> = BTreeMap<(&'a str, &'a str), (&'a str, usize, String)>;

pub(crate) fn check(sources: &[Source], findings: &mut Vec<Finding>) {
    let engine: Vec<&Source> = sources.iter().filter(|source| source.path.starts_with(DYNAMICS)).collect();
    let folders: BTreeSet<&str> = engine.iter().filter_map(|source| folder_of(&source.path)).collect();
    let mut edges = Edges::new();
    let methods = unique_methods(&engine);
    for source in &engine {
        if let Some(folder) = folder_of(&source.path) {
            add_imports(source, folder, &folders, &mut edges);
            add_calls(source, folder, &methods, &mut edges);
        }
        check_world_methods(source, findings);
        check_taken_fields(source, findings);
    }
    for circle in circles(&folders, &edges) {
        let names: Vec<&str> = circle.iter().map(|(from, _)| *from).collect();
        for edge in &circle {
            let (path, line, what) = &edges[edge];
            let reason = format!(
                "`{}/` uses `{what}` of `{}/`, which closes the circle {}",
                edge.0,
                edge.1,
                names.join(", ")
            );
            findings.push(Finding::failure(path, *line, reason));
        }
    }
}

/// The top folder of a file, or the name of a file beside the folders; none for the root of the crate.
fn folder_of(path: &str) -> Option<&str> {
    let inner = path.strip_prefix(DYNAMICS)?;
    let top = inner.split('/').next()?.trim_end_matches(".rs");
    (top != "lib").then_some(top)
}

fn add_imports<'a>(source: &'a Source, folder: &'a str, folders: &BTreeSet<&'a str>, edges: &mut Edges<'a>) {
    for (start, _) in source.code.match_indices("crate::") {
        let rest = &source.code[start + "crate::".len()..];
        let path = &rest[..rest.find(|c| !scan::is_word(c) && c != ':').unwrap_or(rest.len())];
        let line = scan::line_of(&source.code, start);
        let target = path.split("::").next().and_then(|first| folders.get(first));
        if let Some(&target) = target.filter(|&&target| target != folder && !source.is_test(line)) {
            edges.entry((folder, target)).or_insert_with(|| (&source.path, line, path.to_owned()));
        }
    }
}

fn add_calls<'a>(
    source: &'a Source,
    folder: &'a str,
    methods: &BTreeMap<&str, &'a str>,
    edges: &mut Edges<'a>,
) {
    for (start, word) in scan::words(&source.code) {
        let Some(&target) = methods.get(word).filter(|&&target| target != folder) else { continue };
        let (before, after) = (&source.code[..start], &source.code[start + word.len()..]);
        let is_call = after.starts_with('(') || after.starts_with("::<") || before.ends_with("::");
        let line = scan::line_of(&source.code, start);
        if is_call && RECEIVERS.iter().any(|receiver| before.ends_with(receiver)) && !source.is_test(line) {
            edges.entry((folder, target)).or_insert_with(|| (&source.path, line, word.to_owned()));
        }
    }
}

/// Methods of `State` and `World` whose name no other function of the crate has, with their folders.
fn unique_methods<'a>(engine: &[&'a Source]) -> BTreeMap<&'a str, &'a str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut methods = BTreeMap::new();
    for source in engine {
        for function in functions::functions(&source.code) {
            *counts.entry(function.name).or_default() += 1;
        }
        for block in ["impl State {", "impl World {"] {
            for (start, _) in source.code.match_indices(block) {
                let open = start + block.len() - 1;
                let body = &source.code[open..scan::matching(&source.code, open)];
                let names = functions::functions(body).into_iter().map(|function| function.name);
                methods.extend(names.filter_map(|name| Some((name, folder_of(&source.path)?))));
            }
        }
    }
    methods.retain(|name, _| counts.get(name) == Some(&1));
    methods
}

fn check_world_methods(source: &Source, findings: &mut Vec<Finding>) {
    let inner = &source.path[DYNAMICS.len()..];
    if inner == "world.rs" || inner.starts_with("api/") {
        return;
    }
    for (line, _, code) in source.lines() {
        if code.contains("impl World {") && !source.is_test(line) {
            let reason = "`impl World` belongs into `api/` or `world.rs`; the state has its methods below";
            findings.push(Finding::failure(&source.path, line, reason));
        }
    }
}

fn check_taken_fields(source: &Source, findings: &mut Vec<Finding>) {
    if !source.path[DYNAMICS.len()..].starts_with("stages/") {
        return;
    }
    for (line, _, code) in source.lines() {
        let takes = ["mem::take(&mut self.", "mem::take(&mut state."].iter().any(|take| code.contains(take));
        if takes && !source.is_test(line) {
            let reason =
                "a stage takes a table out of the state: borrow disjoint fields, or keep it in `Scratch`";
            findings.push(Finding::failure(&source.path, line, reason));
        }
    }
}

/// Every edge that lies on a circle, circle by circle.
fn circles<'a>(folders: &BTreeSet<&'a str>, edges: &Edges<'a>) -> Vec<Vec<(&'a str, &'a str)>> {
    let mut found: Vec<Vec<(&str, &str)>> = Vec::new();
    for &start in folders {
        let mut path = vec![start];
        walk(start, &mut path, edges, &mut found);
    }
    found
}

/// Follows edges to folders that sort after the start, so that a circle is found from its first folder only.
fn walk<'a>(
    at: &'a str,
    path: &mut Vec<&'a str>,
    edges: &Edges<'a>,
    found: &mut Vec<Vec<(&'a str, &'a str)>>,
) {
    for &(_, next) in edges.keys().filter(|(from, _)| *from == at) {
        if next == path[0] {
            let ends = path.iter().copied().skip(1).chain([next]);
            found.push(path.iter().copied().zip(ends).collect());
        } else if next > path[0] && !path.contains(&next) {
            path.push(next);
            walk(next, path, edges, found);
            path.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Tree;
    use super::*;

    fn run(files: &[(&str, &str)]) -> Vec<String> {
        let files: Vec<(String, &str)> =
            files.iter().map(|(path, text)| (format!("{DYNAMICS}{path}"), *text)).collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
        let mut findings = Vec::new();
        check(&Tree::of(&files).sources(), &mut findings);
        findings.iter().map(|finding| finding.to_string().replace(DYNAMICS, "")).collect()
    }

    #[test]
    fn one_direction_passes() {
        let files = [
            ("lib.rs", "use crate::api::View;\nuse crate::store::Id;\n"),
            (
                "api/views.rs",
                "use crate::state::State;\nimpl World { pub fn wake(&mut self) { self.state.wake_body(); } }\n",
            ),
            ("state/sets.rs", "use crate::store::Id;\nimpl State { fn wake_body(&mut self) {} }\n"),
            ("store/id.rs", "// crate::api::View is not code\npub struct Id;\n"),
        ];
        assert_eq!(run(&files), Vec::<String>::new());
    }

    #[test]
    fn cycles_of_imports_and_of_calls_fail_at_each_edge() {
        let files = [
            ("state/sets.rs", "use crate::store::Id;\n"),
            ("store/id.rs", "\nuse crate::tables::{Body, Shape};\n"),
            ("tables/body.rs", "fn f(s: &State) {}\nfn g(state: &State) { state.wake_body(1) }\n"),
            ("state/wake.rs", "impl State {\n    fn wake_body(&self, slot: u32) {}\n}\n"),
        ];
        let circle = "which closes the circle state, store, tables";
        assert_eq!(
            run(&files),
            [
                format!("state/sets.rs:1: `state/` uses `store::Id` of `store/`, {circle}"),
                format!("store/id.rs:2: `store/` uses `tables::` of `tables/`, {circle}"),
                format!("tables/body.rs:2: `tables/` uses `wake_body` of `state/`, {circle}"),
            ]
        );
    }

    #[test]
    fn tests_and_ambiguous_names_are_ignored() {
        let files = [
            ("state/sets.rs", "use crate::store::Id;\nimpl State { fn insert(&self) {} }\n"),
            (
                "store/list.rs",
                "fn insert() {}\nfn f(self) { self.insert(); }\n#[cfg(test)]\nmod tests {\n    use crate::state::State;\n}\n",
            ),
        ];
        assert_eq!(run(&files), Vec::<String>::new());
    }

    #[test]
    fn world_methods_are_in_their_layer() {
        let world = "impl World { fn f(&self) {} }\n";
        assert_eq!(
            run(&[("api/a.rs", world), ("world.rs", "impl World { fn g(&self) {} }\n")]),
            Vec::<String>::new()
        );
        let found = run(&[("stages/a.rs", world)]);
        assert_eq!(
            found,
            [
                "stages/a.rs:1: `impl World` belongs into `api/` or `world.rs`; the state has its methods below"
            ]
        );
    }

    #[test]
    fn stages_take_nothing_out_of_the_state() {
        let take = "fn f(state: &mut State) { let list = core::mem::take(&mut state.list); }\n";
        assert_eq!(run(&[("api/a.rs", take), ("state/b.rs", take)]), Vec::<String>::new());
        assert_eq!(run(&[("stages/a.rs", take)]).len(), 1);
        assert_eq!(run(&[("stages/a.rs", &take.replace("state.list", "self.list"))]).len(), 1);
    }
}
