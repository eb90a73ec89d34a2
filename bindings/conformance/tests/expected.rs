//! The scripts by hand give the pinned hashes, which runners in other languages compare themselves with.
//!
//! `cargo xtask golden` writes them anew after a change of simulation results.

use cairn2d_conformance::{all, run};

#[test]
fn scripts_by_hand_give_the_pinned_hashes() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/expected.txt");
    let mut lines = String::new();
    for (name, text) in all().expect("scripts") {
        if !name.starts_with("scene_") && !name.starts_with("random_") {
            lines += &format!("{name} {}\n", run(&text).unwrap_or_else(|error| panic!("{name}: {error}")));
        }
    }
    if std::env::var_os("CAIRN2D_GOLDEN").is_some_and(|mode| mode == "update") {
        std::fs::write(path, &lines).expect("the file of the hashes");
    }
    let expected = std::fs::read_to_string(path).expect("the file of the hashes");
    assert_eq!(lines, expected);
}
