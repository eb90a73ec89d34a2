//! The table of the API is complete, and what is written from it is fresh.

use std::collections::BTreeSet;

use cairn2d_api::coverage::{FOLDERS, Method, differences, methods};
use cairn2d_api::{TABLE, Table, files};

use super::{Finding, Tree};

/// Does nothing for a tree without a table.
pub(crate) fn check(tree: &Tree, findings: &mut Vec<Finding>) {
    let Some(text) = tree.text(TABLE) else { return };
    let table = match Table::parse(text) {
        Ok(table) => table,
        Err(error) => {
            findings.push(Finding::failure(TABLE, 1, error.to_string()));
            return;
        }
    };
    for file in files(&table) {
        if tree.text(file.path) != Some(file.text.as_str()) {
            let reason = format!("differs from {TABLE}: run `cargo xtask bindings`");
            findings.push(Finding::failure(file.path, 1, reason));
        }
    }
    let public: BTreeSet<Method> = tree
        .texts()
        .filter(|(path, _)| path.ends_with(".rs") && !path.contains("/tests"))
        .filter(|(path, _)| FOLDERS.iter().any(|folder| path.starts_with(folder)))
        .flat_map(|(_, text)| methods(text))
        .collect();
    findings
        .extend(differences(&table, &public).into_iter().map(|reason| Finding::failure(TABLE, 1, reason)));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn findings(table: &str, source: &str) -> Vec<String> {
        let mut tree = Tree::default();
        let mut add = |path: &str, text: &str| tree.files.insert(path.to_owned(), Some(text.to_owned()));
        add(TABLE, table);
        add("crates/cairn2d/src/a.rs", source);
        let table = Table::parse(table);
        for file in table.iter().flat_map(files) {
            add(file.path, &file.text);
        }
        let mut findings = Vec::new();
        check(&tree, &mut findings);
        findings.into_iter().map(|finding| finding.reason).collect()
    }

    const SOURCE: &str = "impl World {\n    pub fn hash(&self) -> u64 {\n        0\n    }\n}\n";

    #[test]
    fn public_call_without_an_entry_fails() {
        assert_eq!(findings("get World.hash() -> u64\n  Returns the hash.\n", SOURCE), [""; 0]);
        assert_eq!(findings("skip World.hash: a reason\n", SOURCE), [""; 0]);
        assert!(findings("", SOURCE)[0].contains("`World::hash` is neither"));
        let stale = "skip World.hash: a reason\nskip World.gone: a reason\n";
        assert!(findings(stale, SOURCE)[0].contains("`World.gone` of the table"));
    }

    #[test]
    fn stale_file_and_unreadable_table_fail() {
        let mut tree = Tree::default();
        tree.files.insert(TABLE.to_owned(), Some("enum color -: red green\n".to_owned()));
        let mut stale = Vec::new();
        check(&tree, &mut stale);
        assert_eq!(stale.len(), files(&Table::default()).len(), "every file is missing");
        assert!(findings("nonsense\n", "")[0].contains("line 1"));
    }
}
