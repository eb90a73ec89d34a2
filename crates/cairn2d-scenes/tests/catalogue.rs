//! `docs/scenes.md` against the library: no scene is named that does not exist, none exists that is not
//! named.

use std::collections::BTreeSet;

use cairn2d_scenes::{all, find};

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/scenes.md");

/// Cells of the page that look like a scene name but are not one.
const OTHER: [&str; 4] = ["bench/", "bench/micro", "features.md", "NAME"];

/// The words in backticks of a line.
fn quoted(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The rows of the tables: their cells, without the heads.
fn rows(page: &str) -> Vec<(&str, Vec<&str>)> {
    let mut section = "";
    let mut rows = Vec::new();
    for line in page.lines() {
        if let Some(title) = line.strip_prefix('#') {
            section = title.trim_start_matches('#').trim();
        } else if line.starts_with("| ")
            && !line.starts_with("| sample")
            && !line.starts_with("| demo")
            && !line.starts_with("| scene")
        {
            rows.push((section, line.trim_matches('|').split('|').map(str::trim).collect()));
        }
    }
    rows
}

#[test]
fn page_and_library_list_the_same_scenes() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let mut named = BTreeSet::new();
    for (section, cells) in rows(&page) {
        assert_eq!(cells.len(), 2, "{section}: {cells:?}");
        let (own, other) =
            if section == "Scenes of cairn2d alone" { (cells[0], "") } else { (cells[1], cells[1]) };
        let scenes: Vec<&str> =
            quoted(own).filter(|word| !OTHER.contains(word) && !word.starts_with("cairn2d ")).collect();
        for &scene in &scenes {
            assert!(find(scene).is_ok(), "{section}: {scene} is no scene");
            named.insert(scene);
        }
        let excused = ["measured:", "tested:", "tool:"].iter().any(|reason| other.starts_with(reason));
        assert!(!scenes.is_empty() || excused, "{section}: {} has neither a scene nor a reason", cells[0]);
    }
    let missing: Vec<&str> =
        all().iter().map(|scene| scene.name).filter(|name| !named.contains(name)).collect();
    assert!(missing.is_empty(), "docs/scenes.md does not name {missing:?}");
}

#[test]
fn every_sample_of_box2d_and_chipmunk_has_a_row() {
    let page = std::fs::read_to_string(PAGE).unwrap();
    let count = |title: &str| {
        let end = format!("{title}\n");
        let part = page.split("\n## ").find(|part| part.starts_with(&end)).unwrap_or_default();
        rows(part).len()
    };
    // Box2D registers 140 samples, Chipmunk shows 24 demos, keeps three in its tree, and runs 17 benches of
    // 11 kinds.
    assert_eq!(count("Box2D"), 140);
    assert_eq!(count("Chipmunk"), 24 + 3 + 11);
}
