//! Paths in backticks and relative links of the front documents must exist.
//!
//! Fenced blocks are not read: commands and trees of folders are drawings. A path with a star or braces is a
//! pattern and is not checked.

use super::{Finding, Tree};

const DOCUMENTS: [&str; 2] = ["ARCHITECTURE.md", "README.md"];

/// A path that starts with one of these is relative to the root.
const ROOTS: [&str; 10] =
    ["crates", "apps", "bindings", "bench", "xtask", "fuzz", "docs", ".ci", ".cargo", ".github"];

const EXTENSIONS: [&str; 6] = [".rs", ".md", ".toml", ".sh", ".html", ".csv"];

pub(crate) fn check(tree: &Tree, findings: &mut Vec<Finding>) {
    for document in DOCUMENTS {
        let Some(text) = tree.text(document) else {
            findings.push(Finding::failure(document, 1, "the document is missing"));
            continue;
        };
        for (line, text) in prose(text) {
            for path in code_spans(text).filter(|span| is_path(span)) {
                if !is_known(tree, path) {
                    findings.push(Finding::failure(document, line, format!("`{path}` does not exist")));
                }
            }
            for target in link_targets(text) {
                if !tree.exists(target) {
                    findings.push(Finding::failure(
                        document,
                        line,
                        format!("the link target `{target}` does not exist"),
                    ));
                }
            }
        }
    }
}

/// The lines outside fenced blocks, with their numbers.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_fenced = false;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_fenced ^= is_fence;
        (!is_fenced && !is_fence).then_some((index + 1, line))
    })
}

fn code_spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Whether a code span looks like a path of this repository rather than code or a command.
fn is_path(span: &str) -> bool {
    let is_path_character = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/');
    let first = span.split('/').next().unwrap_or("");
    let is_rooted = ROOTS.contains(&first) && span.contains('/');
    let has_extension = EXTENSIONS.iter().any(|extension| span.ends_with(extension) && span != *extension);
    span.chars().all(is_path_character) && (is_rooted || has_extension)
}

/// A rooted path must exist as it stands; a shorter one, as in `world/step.rs`, must be the end of one.
fn is_known(tree: &Tree, path: &str) -> bool {
    let ends_a_path = || {
        let end = format!("/{path}");
        tree.paths().any(|known| known.ends_with(&end))
    };
    let is_rooted = ROOTS.contains(&path.split('/').next().unwrap_or("")) && path.contains('/');
    tree.exists(path) || !is_rooted && ends_a_path()
}

/// The targets of `[text](target)` that are files of this repository, without their anchors.
fn link_targets(line: &str) -> impl Iterator<Item = &str> {
    line.split("](").skip(1).filter_map(|rest| {
        let target = rest.split([')', ' ', '#']).next()?;
        (!target.is_empty() && !target.contains("://") && !target.starts_with("mailto:")).then_some(target)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str) -> Vec<usize> {
        let tree = Tree::of(&[
            ("ARCHITECTURE.md", text),
            ("README.md", "fine\n"),
            ("crates/a/src/world/step.rs", ""),
            ("docs/STYLE.md", ""),
        ]);
        let mut findings = Vec::new();
        check(&tree, &mut findings);
        findings.iter().map(|finding| finding.line).collect()
    }

    #[test]
    fn existing_paths_pass_in_full_or_shortened() {
        assert_eq!(
            run("`crates/a/src/world/step.rs` `crates/a/src/` `world/step.rs` `step.rs` `docs/STYLE.md`\n"),
            []
        );
        assert_eq!(run("[style](docs/STYLE.md#sizes) [web](https://x.org/a.md) [here](#top)\n"), []);
    }

    #[test]
    fn missing_paths_and_links_are_found() {
        assert_eq!(run("a\n`crates/b/src/lib.rs`\n`world/stop.rs`\n`crates/a/srcs/`\n"), [2, 3, 4]);
        assert_eq!(run("[style](docs/STYLES.md)\n"), [1]);
        assert_eq!(run("`crates/step.rs` is rooted, so the end of another path will not do\n"), [1]);
    }

    #[test]
    fn code_patterns_and_drawings_are_not_paths() {
        assert_eq!(run("`World::step` `and/or` `cargo test` `crates/*` `a.rs b.rs` `x / y` `.rs`\n"), []);
        assert_eq!(run("```\ncrates/none `crates/none`\n```\n"), []);
    }

    #[test]
    fn a_missing_document_is_found() {
        let mut findings = Vec::new();
        check(&Tree::of(&[("README.md", "fine\n")]), &mut findings);
        assert_eq!(findings, [Finding::failure("ARCHITECTURE.md", 1, "the document is missing")]);
    }
}
