//! Scenes that are scripts in Lua.

use support::Folder;

mod support;

/// The scene of the page, and how many bodies it has at its end.
fn page() -> String {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/lua.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let after = page.split("## Scenes in Lua").nth(1).expect("the section");
    let program =
        after.split("```lua\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a program");
    assert!(program.lines().count() <= 20, "{program}");
    program.to_owned()
}

#[test]
fn scene_of_the_page_runs_in_an_empty_folder() {
    let folder = Folder::new("lua-page");
    folder.file("drops.lua", page());
    let run = folder.cairn2d(&["run", "drops.lua", "--png", "drops.png", "--report", "drops.json"]).done();
    assert_eq!(run.err(), "");
    let report = std::fs::read_to_string(folder.path("drops.json")).unwrap();
    // A ball in every 20th of 300 steps, and the ground.
    assert!(report.contains("\"bodies\": 16"), "{report}");
    assert!(std::fs::read(folder.path("drops.png")).unwrap().starts_with(b"\x89PNG"));
    folder.cairn2d(&["check", "drops.lua"]).done();
    folder.cairn2d(&["bench", "drops.lua", "--steps", "20"]).done();
}

#[test]
fn window_names_the_command_that_runs_scripts() {
    let folder = Folder::new("lua-open");
    let run = folder.cairn2d(&["open", "drops.lua"]);
    assert_eq!(run.0.status.code(), Some(2));
    assert!(run.err().contains("try `cairn2d view drops.lua`"), "{}", run.err());
}

#[test]
fn hashes_and_recordings_are_those_of_any_scene() {
    let folder = Folder::new("lua-hash");
    folder.file("drops.lua", page());
    let hash = |arguments: &[&str]| {
        let run = folder.cairn2d(&[&["run", "drops.lua", "--hash"], arguments].concat());
        run.done().out().to_owned()
    };
    let first = hash(&["--record", "drops.crec"]);
    assert_eq!(first, hash(&["--threads", "2", "--lanes", "scalar"]));
    let replayed = folder.cairn2d(&["replay", "drops.crec", "--hash"]).done();
    assert_eq!(first, replayed.out());
}

#[test]
fn errors_have_path_line_and_reason() {
    let folder = Folder::new("lua-errors");
    for (text, expected) in [
        ("x =", "bad.lua: unexpected symbol near <eof>\n  at line 1\n 1 | x =\n   | ^"),
        (
            "function update(world, step)\n  if step == 3 then world:spawn{mass = 1} end\nend",
            "bad.lua: mass is 1, it must be a table\n  at line 2\n 2 |   if step == 3",
        ),
        ("function setup()\n  while true do end\nend", "more than 2000000 instructions\n  at line 2\n"),
        ("scene = {hertz = 0}\nfunction setup() end", "bad.lua: scene.hertz: "),
    ] {
        folder.file("bad.lua", text);
        let run = folder.cairn2d(&["run", "bad.lua"]);
        assert_eq!(run.0.status.code(), Some(2), "{}", run.err());
        assert!(run.err().contains(expected), "{}", run.err());
    }
}
