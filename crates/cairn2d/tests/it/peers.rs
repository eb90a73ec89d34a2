//! Compares `docs/notes/features.md` with the sources: every listed feature names existing tests.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    manifest.join("../..")
}

/// Names of the functions under a `#[test]`, in all Rust files below a folder.
fn tests_below(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("a folder can be read").path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                tests_below(&path, names);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).expect("a source can be read");
            let after = text.split("#[test]").skip(1);
            names.extend(after.filter_map(|rest| {
                let name = rest.split_once("fn ")?.1.split('(').next()?;
                Some(name.to_owned())
            }));
        }
    }
}

#[test]
fn features_page_names_existing_tests() {
    let text = std::fs::read_to_string(root().join("docs/notes/features.md")).expect("the table is there");
    let mut tests = BTreeSet::new();
    for folder in ["crates", "apps", "bindings"] {
        tests_below(&root().join(folder), &mut tests);
    }
    assert!(tests.len() > 300, "only {} tests were found: the reader is broken", tests.len());
    let (mut rows, mut whole, mut in_part) = (0, 0, 0);
    let (_, behind) = text.split_once("## Behind").expect("the list of reasons");
    let behind = behind.split_whitespace().collect::<Vec<_>>().join(" ");
    for line in text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| feature")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let (feature, mark, shown_by) = (cells[1], cells[2], cells[4]);
        let named: Vec<&str> = shown_by.split('`').skip(1).step_by(2).collect();
        for name in &named {
            assert!(tests.contains(*name), "{feature:?} is shown by {name:?}, which is no test");
        }
        assert!(["Y", "P", "N"].contains(&mark), "{feature:?} is marked {mark:?}");
        assert!(mark != "Y" || !named.is_empty(), "{feature:?} is there, but no test shows it");
        // In the list of reasons a row number stands between a colon or semicolon and a semicolon or the end.
        let listed = behind.match_indices(feature).filter(|(at, _)| {
            let (before, after) = (&behind[..*at], &behind[at + feature.len()..]);
            (before.ends_with(": ") || before.ends_with("; ")) && after.starts_with([';', '.'])
        });
        assert_eq!(listed.count(), usize::from(mark != "Y"), "{feature:?}, {mark}, among the reasons");
        rows += 1;
        whole += u32::from(mark == "Y");
        in_part += u32::from(mark == "P");
    }
    let told = format!("Of {rows} rows cairn2d has {whole} whole and {in_part} in part.");
    assert!(rows > 150 && text.replace('\n', " ").contains(&told), "the table says otherwise than: {told}");
}
