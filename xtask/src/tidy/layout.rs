//! Rules about folders and crates: a flat tree, and dependencies that point one way.
//!
//! Manifests are read by line, which is enough for the way Cargo writes and people format them: section
//! headers on their own line, one dependency per line or per section.

use super::{Finding, Lists, Tree, lists};

/// The deepest folder below a `src/`.
const MAX_DEPTH: usize = 2;

/// No Rust file lies more than two folders below its `src/`.
pub(crate) fn check_depth(tree: &Tree, findings: &mut Vec<Finding>) {
    for path in tree.paths().filter(|path| path.ends_with(".rs")) {
        let folders: Vec<&str> = path.split('/').collect();
        let Some(src) = folders.iter().position(|&folder| folder == "src") else { continue };
        let depth = folders.len() - src - 2;
        if depth > MAX_DEPTH {
            let reason = format!("{depth} folders below `src/`, at most {MAX_DEPTH}");
            findings.push(Finding::failure(path, 1, reason));
        }
    }
}

/// Every crate has a layer, depends only on lower ones, and the core takes nothing that is not listed.
pub(crate) fn check_dependencies(tree: &Tree, lists: &Lists, findings: &mut Vec<Finding>) {
    let manifests: Vec<Manifest> = tree
        .texts()
        .filter_map(|(path, text)| Manifest::parse(path, path.strip_suffix("/Cargo.toml")?, text))
        .collect();
    for manifest in &manifests {
        let Some(layer) = manifest.layer(lists) else {
            let reason = format!("crate `{}` has no layer in {}", manifest.name, lists::PATH);
            findings.push(Finding::failure(&manifest.path, 1, reason));
            continue;
        };
        for dependency in &manifest.dependencies {
            let ours = manifests.iter().find(|other| other.name == dependency.name);
            let reason = match ours {
                Some(other) => upward(manifest, layer, other, dependency, lists),
                None => foreign(manifest, dependency, lists),
            };
            if let Some(reason) = reason {
                findings.push(Finding::failure(&manifest.path, dependency.line, reason));
            }
        }
    }
}

struct Manifest {
    path: String,
    folder: String,
    name: String,
    dependencies: Vec<Dependency>,
}

struct Dependency {
    name: String,
    line: usize,
    is_dev: bool,
}

impl Manifest {
    /// A manifest without a package (a workspace root) is none.
    fn parse(path: &str, folder: &str, text: &str) -> Option<Manifest> {
        let mut name = None;
        let mut dependencies: Vec<Dependency> = Vec::new();
        let mut section = "";
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if let Some(header) = line.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
                section = header.0.trim_matches(['[', ']']);
                if let Some((single, is_dev)) =
                    dependency_section(section).filter(|(single, _)| !single.is_empty())
                {
                    dependencies.push(Dependency { name: single.to_owned(), line: index + 1, is_dev });
                }
                continue;
            }
            let Some((key, value)) = line.split_once('=').filter(|_| !line.starts_with('#')) else {
                continue;
            };
            let key = key.trim();
            match dependency_section(section) {
                Some(("", is_dev)) => {
                    let key = key.split('.').next().unwrap_or(key).trim_matches('"');
                    let name = renamed(value).unwrap_or(key).to_owned();
                    dependencies.push(Dependency { name, line: index + 1, is_dev });
                }
                Some(_) if key == "package" => {
                    if let Some(last) = dependencies.last_mut() {
                        value.trim().trim_matches('"').clone_into(&mut last.name);
                    }
                }
                None if section == "package" && key == "name" => {
                    name = Some(value.trim().trim_matches('"').to_owned());
                }
                _ => {}
            }
        }
        Some(Manifest { path: path.to_owned(), folder: folder.to_owned(), name: name?, dependencies })
    }

    fn layer(&self, lists: &Lists) -> Option<u32> {
        let is_here = |path: &str| {
            if path.ends_with('/') { self.folder.starts_with(path) } else { self.folder == path }
        };
        lists.layers.iter().find(|entry| is_here(entry.path)).map(|entry| entry.layer)
    }
}

/// The dependency that a section is about (empty for a table of them), and whether only tests see it.
fn dependency_section(section: &str) -> Option<(&str, bool)> {
    for (kind, is_dev) in [("dev-dependencies", true), ("build-dependencies", false), ("dependencies", false)]
    {
        // The workspace's own table says which versions there are, not who depends on them.
        let is_kind = |head: &str| head.is_empty() || head.starts_with("target.") && head.ends_with('.');
        if section.strip_suffix(kind).is_some_and(is_kind) {
            return Some(("", is_dev));
        }
        let single = section.split_once(kind).filter(|(head, _)| is_kind(head)).map(|(_, single)| single);
        if let Some(single) = single.and_then(|single| single.strip_prefix('.')) {
            return Some((single.trim_matches('"'), is_dev));
        }
    }
    None
}

/// The name in `package = "name"` of an inline table.
fn renamed(value: &str) -> Option<&str> {
    let (_, rest) = value.split_once("package")?;
    rest.trim_start().strip_prefix('=')?.split('"').nth(1)
}

fn upward(
    manifest: &Manifest,
    layer: u32,
    other: &Manifest,
    dependency: &Dependency,
    lists: &Lists,
) -> Option<String> {
    let listed = |entry: &lists::External| entry.dependent == manifest.name && entry.dependency == other.name;
    let is_excused = dependency.is_dev && lists.upward_tests.iter().any(listed);
    // A crate without a layer is reported for itself.
    let other_layer = other.layer(lists)?;
    let is_upward = other_layer >= layer && other.name != manifest.name && !is_excused;
    is_upward.then(|| {
        format!("`{}` may not depend on `{}`: dependencies point downwards", manifest.name, other.name)
    })
}

fn foreign(manifest: &Manifest, dependency: &Dependency, lists: &Lists) -> Option<String> {
    let listed =
        |entry: &lists::External| entry.dependent == manifest.name && entry.dependency == dependency.name;
    let is_core = lists.core.contains(&manifest.folder.as_str());
    let is_denied = is_core && !dependency.is_dev && !lists.externals.iter().any(listed);
    is_denied.then(|| format!("core crate `{}` may not depend on `{}`", manifest.name, dependency.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::lists::{External, Layer};

    const FIXTURE: Lists = Lists {
        layers: &[
            Layer { path: "crates/low", layer: 0 },
            Layer { path: "crates/high", layer: 1 },
            Layer { path: "apps/", layer: 2 },
        ],
        core: &["crates/low"],
        externals: &[External { dependent: "low", dependency: "simd", reason: "lanes" }],
        upward_tests: &[External { dependent: "low", dependency: "high", reason: "tests" }],
        ..Lists::EMPTY
    };

    fn run(low: &str, high: &str) -> Vec<String> {
        let manifest = |name: &str, rest: &str| format!("[package]\nname = \"{name}\"\n{rest}");
        let tree = Tree::of(&[
            ("crates/low/Cargo.toml", &manifest("low", low)),
            ("crates/high/Cargo.toml", &manifest("high", high)),
            (
                "apps/cli/Cargo.toml",
                &manifest("cli", "[dependencies]\nhigh.workspace = true\nclap = \"4\"\n"),
            ),
            ("Cargo.toml", "[workspace.dependencies]\nhigh = { path = \"crates/high\" }\n"),
        ]);
        let mut findings = Vec::new();
        check_dependencies(&tree, &FIXTURE, &mut findings);
        findings.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn downward_dependencies_pass() {
        let low = "[dependencies]\nsimd.workspace = true\n[dev-dependencies]\nhigh = { path = \"../high\" }\nrand = \"1\"\n";
        assert_eq!(
            run(low, "[dependencies]\nlow = { workspace = true }\nanything = \"1\"\n"),
            Vec::<String>::new()
        );
    }

    #[test]
    fn upward_dependencies_fail_in_every_spelling() {
        let spellings = [
            "[dependencies]\nhigh.workspace = true\n",
            "[dependencies]\nhigh = { path = \"../high\" }\n",
            "[dependencies]\nalias = { path = \"../high\", package = \"high\" }\n",
            "[build-dependencies]\n\"high\" = \"1\"\n",
            "# comment = x\n[dependencies.high]\npath = \"../high\"\n",
            "[dependencies.alias]\npackage = \"high\"\n",
            "[target.'cfg(unix)'.dependencies]\nhigh = \"1\"\n",
        ];
        for spelling in spellings {
            let found = run(spelling, "");
            assert_eq!(found.len(), 1, "{spelling}: {found:?}");
            assert!(
                found[0].ends_with("`low` may not depend on `high`: dependencies point downwards"),
                "{found:?}"
            );
        }
        assert_eq!(
            run("", "[dev-dependencies]\ncli = \"1\"\n").len(),
            1,
            "an upward test dependency must be listed"
        );
    }

    #[test]
    fn core_crates_have_only_listed_dependencies() {
        let found = run("[dependencies]\nserde = { version = \"1\", optional = true }\n", "");
        assert_eq!(found, ["crates/low/Cargo.toml:4: core crate `low` may not depend on `serde`"]);
    }

    #[test]
    fn a_crate_without_a_layer_is_found() {
        let tree = Tree::of(&[("crates/new/Cargo.toml", "[package]\nname = \"new\"\n")]);
        let mut findings = Vec::new();
        check_dependencies(&tree, &FIXTURE, &mut findings);
        assert_eq!(findings.len(), 1);
    }

    #[test]
    fn three_folders_below_src_are_one_too_many() {
        let tree = Tree::of(&[
            ("crates/a/src/b/c/d.rs", ""),
            ("crates/a/src/b/c/d/e.rs", ""),
            ("crates/a/tests/b/c/d/e.rs", ""),
        ]);
        let mut findings = Vec::new();
        check_depth(&tree, &mut findings);
        assert_eq!(
            findings,
            [Finding::failure("crates/a/src/b/c/d/e.rs", 1, "3 folders below `src/`, at most 2")]
        );
    }
}
