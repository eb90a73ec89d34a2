//! The rules together, on a small tree on disk and in memory.

use super::*;

impl Tree {
    /// A tree of the given paths and texts.
    pub(crate) fn of(files: &[(&str, &str)]) -> Tree {
        let owned = |&(path, text): &(&str, &str)| (path.to_owned(), Some(text.to_owned()));
        Tree { files: files.iter().map(owned).collect() }
    }
}

const CLEAN: [(&str, &str); 4] = [
    ("README.md", "See `docs/STYLE.md`.\n"),
    ("docs/STYLE.md", "Rules.\n"),
    ("ARCHITECTURE.md", "```\nupdate_pairs\nsleep_islands\n```\n"),
    (
        "crates/cairn2d-dynamics/src/tables/stage.rs",
        "//! Stages.\nenum Stage {\n    UpdatePairs,\n    SleepIslands,\n}\nfn step(&mut self) {\n    \
         self.update_pairs(&mut step);\n    self.sleep_islands(&mut step);\n}\n",
    ),
];

#[test]
fn a_clean_tree_has_no_findings() {
    assert_eq!(check(&Tree::of(&CLEAN), &Lists::EMPTY), []);
}

#[test]
fn every_rule_is_applied() {
    let mut files = CLEAN.to_vec();
    files.push(("README.md", "See `docs/NONE.md`.\n"));
    files.push(("crates/cairn2d-math/Cargo.toml", "[package]\nname = \"cairn2d-math\"\n"));
    let bad = format!(
        "fn a(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8) {{\n    dbg!(1);\n    unsafe {{}}\n    \
         b.sin();\n    let c = 1; \n{}}}\n{}",
        "\n".repeat(100),
        "\n".repeat(800),
    );
    files.push(("crates/cairn2d-math/src/b/c/d/bad.rs", &bad));
    files.push(("ARCHITECTURE.md", "nothing\n"));
    let findings: Vec<String> =
        check(&Tree::of(&files), &Lists::EMPTY).iter().map(ToString::to_string).collect();
    let expected = [
        "README.md:1: `docs/NONE.md` does not exist",
        "ARCHITECTURE.md:1: there is no fenced block",
        "Cargo.toml:1: crate `cairn2d-math` has no layer",
        "bad.rs:1: the file does not open",
        "bad.rs:1: `a` has 7 parameters",
        "bad.rs:1: `a` has 106 lines",
        "bad.rs:1: warning: 906 lines",
        "bad.rs:1: 3 folders below",
        "bad.rs:2: `dbg!`",
        "bad.rs:3: `unsafe`",
        "bad.rs:3: unsafe code without a `SAFETY:`",
        "bad.rs:4: `sin`",
        "bad.rs:5: trailing white space",
    ];
    for reason in expected {
        assert!(findings.iter().any(|finding| finding.contains(reason)), "{reason}: {findings:#?}");
    }
    assert_eq!(findings.len(), expected.len(), "{findings:#?}");
}

#[test]
fn findings_print_as_path_and_line() {
    assert_eq!(Finding::failure("a.rs", 3, "x").to_string(), "a.rs:3: x");
    assert_eq!(Finding::warning("a.rs", 3, "x").to_string(), "a.rs:3: warning: x");
}

#[test]
fn folders_exist_when_something_is_below_them() {
    let tree = Tree::of(&[("a/b/c.rs", ""), ("a-d.rs", "")]);
    for path in ["a", "a/", "a/b", "a/b/c.rs", "a-d.rs"] {
        assert!(tree.exists(path), "{path}");
    }
    for path in ["b", "a/b/c", "a-d", "a/b/c.rs/d", ""] {
        assert!(!tree.exists(path), "{path}");
    }
}

#[test]
fn reading_a_tree_skips_build_output_and_binary_files() {
    let root = std::env::temp_dir().join(format!("cairn2d-tidy-{}", std::process::id()));
    for (path, bytes) in [("a/b.rs", &b"//! B.\n"[..]), ("a/c.bin", &[0xff, 0xfe]), ("target/d.rs", b"x")] {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    let tree = Tree::read(&root);
    fs::remove_dir_all(&root).expect("the folder is ours");
    let tree = tree.expect("a readable tree");
    assert_eq!(tree.paths().collect::<Vec<_>>(), ["a/b.rs", "a/c.bin"]);
    assert_eq!(tree.texts().collect::<Vec<_>>(), [("a/b.rs", "//! B.\n")]);
}
