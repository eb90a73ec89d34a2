//! The house rules that a program can check; `docs/STYLE.md` is their text.
//!
//! [`Tree`] holds the repository in memory, and each rule is a function from a tree (or one file) to
//! [`Finding`]s. Only [`Tree::read`] reads the disk, so the rules are tested on fixtures of a few lines.
//! Invariant: a rule reads code through [`Source`], in which comments and literals are blanked, so a sentence
//! about a forbidden name is not a finding.

mod api;
mod determinism;
mod document;
mod functions;
mod language;
mod layers;
mod layout;
mod lists;
mod scan;
mod sizes;
mod source;
mod stages;
mod text;
mod unsafe_code;

pub(crate) use lists::{LISTS, Lists};
pub(crate) use source::Source;

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

/// A violation of a rule at one position.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Finding {
    path: String,
    /// 1 is the first line; findings about a whole file point there.
    line: usize,
    warning: bool,
    reason: String,
}

impl Finding {
    pub(crate) fn failure(path: &str, line: usize, reason: impl Into<String>) -> Finding {
        Finding { path: path.to_owned(), line, warning: false, reason: reason.into() }
    }

    pub(crate) fn warning(path: &str, line: usize, reason: impl Into<String>) -> Finding {
        Finding { warning: true, ..Finding::failure(path, line, reason) }
    }

    pub(crate) fn is_failure(&self) -> bool {
        !self.warning
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.warning { "warning: " } else { "" };
        write!(f, "{}:{}: {kind}{}", self.path, self.line, self.reason)
    }
}

/// The repository: every path, and the text of the files that rules read.
#[derive(Default)]
pub(crate) struct Tree {
    /// Repository-relative path with `/` separators to text; a file that no rule reads has no text.
    files: BTreeMap<String, Option<String>>,
}

impl Tree {
    /// Reads the tree below `root`, without version control, build output and fuzzing corpora.
    ///
    /// # Errors
    /// Any folder or text file that cannot be read; a file that is not UTF-8 counts as unreadable.
    pub(crate) fn read(root: &Path) -> io::Result<Tree> {
        let mut tree = Tree::default();
        tree.read_folder(root, "")?;
        Ok(tree)
    }

    /// Number of files, read or not.
    pub(crate) fn len(&self) -> usize {
        self.files.len()
    }

    fn read_folder(&mut self, folder: &Path, prefix: &str) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = format!("{prefix}{name}");
            let kind = entry.file_type()?;
            if kind.is_dir() && !SKIPPED_FOLDERS.contains(&name.as_str()) {
                self.read_folder(&entry.path(), &format!("{path}/"))?;
            } else if kind.is_file() {
                let text = if is_text(&path) { Some(fs::read_to_string(entry.path())?) } else { None };
                self.files.insert(path, text);
            }
        }
        Ok(())
    }

    /// Every file that rules read, in path order.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.files.iter().filter_map(|(path, text)| Some((path.as_str(), text.as_deref()?)))
    }

    pub(crate) fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path)?.as_deref()
    }

    /// Every file of the tree, in path order.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Whether `path` names a file, or a folder with a file somewhere below it.
    pub(crate) fn exists(&self, path: &str) -> bool {
        let path = path.trim_end_matches('/');
        let folder = format!("{path}/");
        self.files.contains_key(path)
            || self.files.range(folder.clone()..).next().is_some_and(|(next, _)| next.starts_with(&folder))
    }

    /// Every Rust file, scanned, with test code marked.
    pub(crate) fn sources(&self) -> Vec<Source> {
        let rust = self.texts().filter(|(path, _)| path.ends_with(".rs"));
        let mut sources: Vec<Source> = rust.map(|(path, text)| Source::new(path, text)).collect();
        source::mark_test_files(&mut sources);
        sources
    }
}

const SKIPPED_FOLDERS: [&str; 5] = [".git", "target", "node_modules", "corpus", "artifacts"];

fn is_text(path: &str) -> bool {
    const EXTENSIONS: [&str; 13] =
        [".rs", ".md", ".toml", ".sh", ".yml", ".yaml", ".api", ".h", ".hpp", ".py", ".js", ".ts", ".lua"];
    path == ".ci/run" || EXTENSIONS.iter().any(|extension| path.ends_with(extension))
}

/// Applies every rule; returns the findings in path and line order.
pub(crate) fn check(tree: &Tree, lists: &Lists) -> Vec<Finding> {
    let sources = tree.sources();
    let mut findings = Vec::new();
    for (path, text) in tree.texts() {
        text::check_white_space(path, text, &mut findings);
    }
    for source in &sources {
        text::check_header(source, &mut findings);
        text::check_words(source, &mut findings);
        determinism::check(source, &mut findings);
    }
    sizes::check(&sources, lists, &mut findings);
    functions::check(&sources, lists, &mut findings);
    unsafe_code::check(&sources, lists, tree.text(unsafe_code::DOCUMENT).unwrap_or_default(), &mut findings);
    layout::check_depth(tree, &mut findings);
    layout::check_dependencies(tree, lists, &mut findings);
    document::check(tree, &mut findings);
    stages::check(tree, &sources, &mut findings);
    layers::check(&sources, &mut findings);
    language::check(tree, &sources, &mut findings);
    api::check(tree, &mut findings);
    findings.sort();
    findings.dedup();
    findings
}

#[cfg(test)]
mod tests;
