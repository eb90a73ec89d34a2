//! The program as a user runs it: exit codes, messages, and the files it writes.

use serde_json::Value;
use std::fs;
use std::process::Command;
use support::{BALL, Folder, Run, read};

mod support;

#[test]
fn run_prints_a_summary_and_writes_no_files() {
    let folder = Folder::new("summary");
    let run = folder.cairn2d(&["run", "card_house", "--steps", "5"]).done();
    for piece in ["card_house: 5 steps", "bodies", "contacts", "islands", "update_pairs", "kinetic", "hash"] {
        assert!(run.out().contains(piece), "{piece}: {}", run.out());
    }
    assert!(folder.names().is_empty());
    assert_eq!(folder.cairn2d(&["run", "card_house", "--steps", "1", "--quiet"]).done().out(), "");
}

#[test]
fn hash_depends_on_steps_but_not_on_lanes_and_threads() {
    let folder = Folder::new("hash");
    let hash = |more: &[&str]| {
        let arguments = [&["run", "mixed_bin", "--hash", "--steps"], more].concat();
        let run = folder.cairn2d(&arguments).done();
        let hash = run.out().trim_end().to_owned();
        assert!(hash.len() == 16 && hash.chars().all(|c| c.is_ascii_hexdigit()), "{hash}");
        hash
    };
    let reference = hash(&["40"]);
    assert_eq!(reference, hash(&["40", "--lanes", "scalar"]));
    assert_eq!(reference, hash(&["40", "--threads", "3"]));
    assert_ne!(reference, hash(&["41"]));
}

#[test]
fn report_matches_the_scene() {
    let folder = Folder::new("report");
    folder.file("ball.json", BALL);
    folder.cairn2d(&["run", "ball.json", "--report", "r.json", "--quiet"]).done();
    let report: Value = serde_json::from_slice(&read(&folder.path("r.json"))).unwrap();
    assert_eq!(report["scene"], "ball <&>");
    assert_eq!(report["steps"], 30);
    assert_eq!(report["counts"]["bodies"], 2);
    assert_eq!(report["counts"]["shapes"], 2);
    assert!(report["time"]["step_mean_ms"].as_f64().unwrap() > 0.0);
    assert!(report["time"]["stages_mean_ms"]["solve_constraints"].as_f64().unwrap() > 0.0);
    // Half a second of free fall from 2 m covers 1.25 m of the 1.5 m to the floor, so there is no impact yet.
    // Kinetic plus potential energy is that of the start, m g h with m = pi/4.
    let energy = |name: &str| report["energy"][name].as_f64().unwrap();
    let start = std::f64::consts::FRAC_PI_4 * 10.0 * 2.0;
    let sum = energy("kinetic_j") + energy("potential_j");
    assert!((sum / start - 1.0).abs() < 0.01, "{sum} {start}");
    assert!(energy("kinetic_j") > 0.5 * start, "the ball moves");
}

/// The page shows this file while it loads.
#[test]
fn first_picture_of_the_page_is_that_of_its_first_scene() {
    let folder = Folder::new("first");
    folder.cairn2d(&["run", "wrecking_ball", "--steps", "0", "--svg", "first.svg", "--quiet"]).done();
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../testbed/web/first.svg");
    let remedy = "cairn2d run wrecking_ball --steps 0 --svg apps/testbed/web/first.svg";
    assert!(read(&folder.path("first.svg")) == read(&file), "write it anew: {remedy}");
}

#[test]
fn pictures_have_the_requested_size_and_format() {
    let folder = Folder::new("pictures");
    folder.file("ball.json", BALL);
    let files = ["--png", "a.png", "--svg", "a.svg", "--gif", "a.gif", "--contacts", "--quiet"];
    let size = ["--width", "320", "--height", "200", "--every", "10"];
    folder.cairn2d(&[&["run", "ball.json"], &files[..], &size].concat()).done();
    assert_eq!(folder.names(), ["a.gif", "a.png", "a.svg", "ball.json"]);

    let png = tiny_skia::Pixmap::decode_png(&read(&folder.path("a.png"))).unwrap();
    assert_eq!((png.width(), png.height()), (320, 200));
    let gif = read(&folder.path("a.gif"));
    let mut decoder = gif::DecodeOptions::new().read_info(&gif[..]).unwrap();
    assert_eq!((decoder.width(), decoder.height()), (320, 200));
    let mut frame_count = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        frame_count += 1;
    }
    assert_eq!(frame_count, 4, "steps 0, 10, 20 and the end");
    let svg = String::from_utf8(read(&folder.path("a.svg"))).unwrap();
    well_formed(&svg);
    assert!(svg.contains("<title>ball &lt;&amp;&gt;</title>") && svg.contains("width=\"320\""), "{svg}");
}

/// Checks tags, attributes and entities of an XML text as far as the program uses them.
#[track_caller]
fn well_formed(xml: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = xml.trim_end();
    while let Some(start) = rest.find('<') {
        let text = &rest[..start];
        for entity in text.split('&').skip(1) {
            assert!(["lt;", "gt;", "amp;", "quot;"].iter().any(|e| entity.starts_with(e)), "{text}");
        }
        let end = start + rest[start..].find('>').unwrap();
        let tag = &rest[start + 1..end];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else {
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            if !tag.ends_with('/') {
                open.push(tag.split(' ').next().unwrap());
            }
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && rest.is_empty(), "{open:?} {rest:?}");
}

#[test]
fn invalid_file_is_rejected_with_position_and_writes_no_output() {
    let folder = Folder::new("bad");
    folder.file("range.json", BALL.replace("\"radius\": 0.5", "\"radius\": -0.5"));
    let line = 1 + BALL[..BALL.find("radius").unwrap()].matches('\n').count();
    let line = format!("line {line}, column");
    let before = folder.names();
    let outputs = ["--png", "a.png", "--svg", "a.svg", "--gif", "a.gif", "--report", "r.json"];
    for command in [&["check", "range.json"][..], &[&["run", "range.json"], &outputs[..]].concat()] {
        let pieces = ["range.json", "bodies[1].shapes[0].geometry.circle.radius", &line, "-0.5", "^"];
        folder.cairn2d(command).refused(&pieces);
        assert_eq!(folder.names(), before);
    }
    folder.file("syntax.json", &BALL[..BALL.len() - 4]);
    folder.cairn2d(&["check", "syntax.json"]).refused(&["syntax.json", "line"]);
    folder.file("binary.json", [b'{', b'\n', 0xff]);
    folder.cairn2d(&["run", "binary.json"]).refused(&["binary.json", "UTF-8", "line 2"]);
    folder.file("field.json", BALL.replace("\"position\"", "\"positoin\""));
    folder.cairn2d(&["check", "field.json"]).refused(&["field.json", "positoin", "line"]);
    folder.cairn2d(&["check", "missing.json"]).refused(&["missing.json", "no such file"]);
    folder.cairn2d(&["run", "."]).refused(&["is a folder"]);
}

#[test]
fn check_reports_every_invalid_file() {
    let folder = Folder::new("check");
    folder.file("good.json", BALL);
    folder.file("one.json", "{}");
    folder.file("two.json", "[");
    let run = folder.cairn2d(&["check", "good.json"]).done();
    assert_eq!(run.out(), "good.json: ok, \"ball <&>\" with 2 bodies, 2 shapes and 0 joints\n");
    let run = folder.cairn2d(&["check", "one.json", "good.json", "two.json"]);
    assert_eq!(run.0.status.code(), Some(2));
    assert!(run.out().contains("good.json: ok"));
    assert!(run.err().contains("one.json") && run.err().contains("two.json"), "{}", run.err());
}

#[test]
fn unknown_scene_suggests_similar_names() {
    let folder = Folder::new("unknown");
    folder.cairn2d(&["run", "tumbeler"]).refused(&["tumbeler", "did you mean tumbler", "cairn2d scenes"]);
    folder.cairn2d(&["export", "pyramid"]).refused(&["large_pyramid"]);
    folder.cairn2d(&["run", "qqqqqqqq", "--png", "a.png"]).refused(&["qqqqqqqq"]);
    assert!(folder.names().is_empty());
}

#[test]
fn invalid_arguments_are_rejected_before_the_run() {
    let folder = Folder::new("arguments");
    folder.cairn2d(&["run", "rain", "--lanes", "mmx"]).refused(&["mmx", "scalar"]);
    folder.cairn2d(&["run", "rain", "--threads", "0"]).refused(&["--threads"]);
    folder.cairn2d(&["run", "rain", "--width", "100000"]).refused(&["--width"]);
    folder.cairn2d(&["run", "rain", "--png", "missing/a.png"]).refused(&["missing/a.png", "no folder"]);
    folder.cairn2d(&["run", "rain", "--png", "a", "--svg", "a"]).refused(&["same file"]);
    let many = ["run", "rain", "--gif", "a.gif", "--steps", "5000", "--every", "2"];
    folder.cairn2d(&many).refused(&["2500 frames", "--every 5"]);
    folder.cairn2d(&["fly"]).refused(&["fly"]);
    assert!(folder.names().is_empty());
}

#[test]
fn imported_files_run_and_broken_ones_say_where() {
    let folder = Folder::new("import");
    folder.file("set.tsx", include_str!("../../../crates/cairn2d-import/tests/files/set.tsx"));
    folder.file("level.tmx", include_str!("../../../crates/cairn2d-import/tests/files/level.tmx"));
    let printed = folder.cairn2d(&["import", "level.tmx"]).done();
    assert_eq!(printed.err(), "");
    folder.cairn2d(&["import", "level.tmx", "--out", "level.json"]).done();
    assert_eq!(printed.out().as_bytes(), read(&folder.path("level.json")));
    folder.cairn2d(&["run", "level.json", "--steps", "30", "--hash"]).done();
    folder.cairn2d(&["import", "level.tmx", "--out", "level.tmx"]).refused(&["level.tmx"]);
    let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\">\n<text>a</text><circle r=\"50\"/></svg>";
    folder.file("picture.txt", picture);
    let run = folder.cairn2d(&["import", "picture.txt", "--pixels-per-metre", "10"]);
    assert_eq!((run.0.status.code(), run.err()), (Some(0), "warning: <text> is left out\n"));
    assert!(run.out().contains("\"radius\": 5"), "{}", run.out());
    folder.file("picture.txt", picture.replace("50", "-50"));
    folder.cairn2d(&["import", "picture.txt"]).refused(&["picture.txt", "line 2", "-50"]);
    folder.cairn2d(&["import", "picture.txt", "--from", "tmx"]).refused(&["<map>", "<svg>"]);
    folder.file("unknown", "hello");
    folder.cairn2d(&["import", "unknown"]).refused(&["unknown", "format"]);
    folder.cairn2d(&["import", "missing.tmx"]).refused(&["missing.tmx"]);
}

#[test]
fn exported_scene_has_the_hash_of_the_original() {
    let folder = Folder::new("export");
    let exported = folder.cairn2d(&["export", "ragdoll_pile"]).done();
    folder.cairn2d(&["export", "ragdoll_pile", "-o", "copy.json"]).done();
    assert_eq!(exported.out().as_bytes(), read(&folder.path("copy.json")));
    let hash = |scene| folder.cairn2d(&["run", scene, "--steps", "20", "--hash"]).done().out().to_owned();
    assert_eq!(hash("copy.json"), hash("ragdoll_pile"));
}

#[test]
fn scenes_are_filtered_by_name_category_and_description() {
    let folder = Folder::new("filter");
    let names = |filter: &str| -> Vec<String> {
        let run = folder.cairn2d(&["scenes", filter, "--json"]).done();
        let list: Vec<Value> = serde_json::from_str(run.out()).unwrap();
        list.iter().map(|entry| entry["name"].as_str().unwrap().to_owned()).collect()
    };
    let all = cairn2d_scenes::all();
    assert_eq!(names("CARD-house"), ["card_house"]);
    let games = all.iter().filter(|scene| scene.category.name() == "games").count();
    assert!(games > 0 && names("games").len() >= games);
    assert!(names("rag doll").contains(&"rain".to_owned()));
    assert_eq!(names("").len(), all.len());
    let listed = folder.cairn2d(&["scenes", "pyramid"]).done();
    assert!(
        listed.out().contains("large_pyramid") && !listed.out().contains("card_house"),
        "{}",
        listed.out()
    );
    folder.cairn2d(&["scenes", "card_haus"]).refused(&["card_haus", "did you mean card_house?"]);
    folder.cairn2d(&["scenes", "qqqqq"]).refused(&["no scene has \"qqqqq\""]);
}

#[test]
fn scene_list_matches_its_json() {
    let folder = Folder::new("scenes");
    let list: Value = serde_json::from_str(folder.cairn2d(&["scenes", "--json"]).done().out()).unwrap();
    let run = folder.cairn2d(&["scenes"]).done();
    let entries = list.as_array().unwrap();
    assert!(entries.len() >= 20);
    for entry in entries {
        let name = entry["name"].as_str().unwrap();
        // A category may have the name of a scene, but its line is not indented.
        let mut lines = run.out().lines().filter(|l| l.starts_with("  "));
        let line = lines.find(|l| l.split_whitespace().next() == Some(name)).unwrap();
        assert!(line.contains(&entry["bodies"].to_string()), "{line}");
    }
    let large = entries.iter().find(|e| e["name"] == "large_pyramid").unwrap();
    assert_eq!((&large["bodies"], &large["shapes"]), (&Value::from(5051), &Value::from(5051)));
}

#[test]
fn schema_is_json_and_help_has_examples() {
    let folder = Folder::new("schema");
    let schema: Value = serde_json::from_str(folder.cairn2d(&["schema"]).done().out()).unwrap();
    assert!(schema["properties"]["bodies"].is_object());
    for command in [&["--help"][..], &["run", "--help"], &["check", "--help"], &["export", "--help"]] {
        let run = folder.cairn2d(command).done();
        assert!(run.out().contains("Example") && run.out().contains("  cairn2d "), "{command:?}");
    }
    assert!(folder.cairn2d(&["--version"]).done().out().starts_with("cairn2d "));
}

#[test]
fn view_snapshot_prints_the_world() {
    let folder = Folder::new("snapshot");
    folder.file("ball.json", BALL);
    let run = folder.cairn2d(&["view", "ball.json", "--snapshot", "40x12", "--steps", "30"]).done();
    let lines: Vec<&str> = run.out().lines().collect();
    assert_eq!(lines.len(), 12);
    assert!(
        lines[0].starts_with("ball <&>") && lines[11].starts_with("step 30 · 0.50 s · 2 bodies"),
        "{}",
        run.out()
    );
    let dots = run.out().chars().filter(|c| ('\u{2801}'..='\u{28ff}').contains(c)).count();
    assert!(dots > 10, "{}", run.out());
    assert!(!run.out().contains('\u{1b}'), "a pipe gets no colors");
    let colored = folder.cairn2d(&["view", "ball.json", "--snapshot", "40x12", "--color", "always"]).done();
    assert!(colored.out().contains("\u{1b}[0;38;5;"));
    assert_eq!(folder.names(), ["ball.json"]);
}

#[test]
fn view_without_a_terminal_suggests_a_snapshot() {
    let folder = Folder::new("no-terminal");
    folder.cairn2d(&["view", "card_house"]).refused(&["not a terminal", "--snapshot"]);
    folder.cairn2d(&["view", "card_house", "--snapshot", "80"]).refused(&["80x24"]);
    folder.cairn2d(&["view", "card_hous", "--snapshot", "80x24"]).refused(&["did you mean card_house?"]);
}

#[test]
fn open_without_a_display_lists_alternatives() {
    let folder = Folder::new("no-display");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cairn2d"));
        command.args(arguments).current_dir(&folder.0).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        Run(command.output().unwrap())
    };
    // On other systems the environment gives no answer, and a window might open.
    if cfg!(target_os = "linux") {
        let offers = ["no display", "\n  cairn2d view", "--png", "cargo xtask web"];
        let told = run(&[]).done();
        assert!(offers.iter().all(|piece| told.out().contains(piece)), "{}", told.out());
        let asked = run(&["open", "card_house"]);
        assert_eq!((asked.0.status.code(), asked.out()), (Some(1), ""));
        assert!(offers.iter().all(|piece| asked.err().contains(piece)), "{}", asked.err());
    }
}

/// Replaces the window with a script that prints its arguments, so that no display is needed.
#[cfg(unix)]
#[test]
fn open_starts_the_testbed_and_reports_its_exit_status() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new("window");
    folder.file("cairn2d-testbed", "#!/bin/sh\necho \"window: $*\"\nexit $ENDING\n");
    fs::set_permissions(folder.path("cairn2d-testbed"), fs::Permissions::from_mode(0o755)).unwrap();
    // The program searches its own folder first, which may contain the real window, so it is moved.
    let (built, moved) = (env!("CARGO_BIN_EXE_cairn2d"), folder.path("cairn2d"));
    fs::hard_link(built, &moved).or_else(|_| fs::copy(built, &moved).map(|_| ())).unwrap();
    let open = |arguments: &[&str], ending: &str| {
        let mut command = Command::new(&moved);
        command.args(arguments).current_dir(&folder.0).env("DISPLAY", ":0").env("ENDING", ending);
        Run(command.output().unwrap())
    };
    assert_eq!(open(&["open", "tumbler"], "0").done().out(), "window: tumbler\n");
    assert_eq!(open(&[], "0").done().out(), "window: \n");
    let failed = open(&["open"], "7");
    assert_eq!(failed.0.status.code(), Some(1));
    assert!(failed.err().contains("the window ended with"), "{}", failed.err());
}

#[test]
fn bench_times_are_ordered() {
    let folder = Folder::new("bench");
    let arguments = ["bench", "card_house", "domino", "--steps", "20", "--lanes", "scalar"];
    let run = folder.cairn2d(&arguments).done();
    assert!(
        run.out().contains("card_house") && run.out().contains("1 thread, scalar lanes"),
        "{}",
        run.out()
    );
    let json = folder.cairn2d(&[&arguments[..], &["--json"]].concat()).done();
    let report: Value = serde_json::from_str(json.out()).unwrap();
    let scenes = report["scenes"].as_array().unwrap();
    assert_eq!(
        scenes.iter().map(|s| s["scene"].as_str().unwrap()).collect::<Vec<_>>(),
        ["card_house", "domino"]
    );
    for scene in scenes {
        let [median, high, max] = ["median_ms", "p99_ms", "max_ms"].map(|name| scene[name].as_f64().unwrap());
        assert!(0.0 < median && median <= high && high <= max, "{scene}");
        assert_eq!(scene["steps"], 20);
    }
    folder.cairn2d(&["bench", "card_house", "nowhere"]).refused(&["nowhere"]);
}

#[test]
fn completions_list_the_commands() {
    let folder = Folder::new("completions");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let run = folder.cairn2d(&["completions", shell]).done();
        assert!(["view", "bench", "snapshot"].iter().all(|word| run.out().contains(word)), "{shell}");
    }
    folder.cairn2d(&["completions", "csh"]).refused(&["bash"]);
}

#[test]
fn recorded_run_replays_and_verifies() {
    let folder = Folder::new("record");
    let run = folder.cairn2d(&["run", "domino", "-n", "90", "--record", "domino.crec", "--hash"]).done();
    let hash = run.out().trim().to_owned();
    let verify = ["replay", "domino.crec", "--verify", "--lanes", "scalar", "--png", "end.png"];
    let replay = folder.cairn2d(&verify).done();
    assert!(replay.out().contains("90 hashes") && replay.out().contains(&hash), "{}", replay.out());
    assert_eq!(folder.names(), ["domino.crec", "end.png"]);
    let middle = folder.cairn2d(&["replay", "domino.crec", "--to", "45", "--hash"]).done();
    assert_eq!(middle.out(), folder.cairn2d(&["run", "domino", "-n", "45", "--hash"]).done().out());
    folder
        .cairn2d(&["replay", "domino.crec", "--to", "91"])
        .refused(&["domino.crec", "has 90 steps, not 91"]);
}

#[test]
fn damaged_recordings_are_reported() {
    let folder = Folder::new("damaged");
    folder.file("none.crec", "{}");
    folder.cairn2d(&["replay", "none.crec"]).refused(&["none.crec", "not a recording"]);
    folder.cairn2d(&["run", "domino", "-n", "30", "--record", "domino.crec", "--quiet"]).done();
    let mut bytes = fs::read(folder.path("domino.crec")).unwrap();
    bytes.truncate(bytes.len() - 10);
    folder.file("cut.crec", &bytes);
    let cut = folder.cairn2d(&["replay", "cut.crec", "--verify"]).done();
    assert!(cut.out().contains("the end is missing"), "{}", cut.out());
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    folder.file("damaged.crec", &bytes);
    folder.cairn2d(&["replay", "damaged.crec"]).refused(&["damaged.crec"]);
}

#[test]
fn a_scene_with_a_system_shows_its_hash_and_is_replayed_without_it() {
    let folder = Folder::new("systems");
    let run =
        folder.cairn2d(&["run", "wind_cells", "-n", "60", "--record", "wind.crec", "--report", "wind.json"]);
    let run = run.done();
    let line = |key: &str| {
        let line = run.out().lines().find(|line| line.trim_start().starts_with(key)).unwrap_or_default();
        line.split_whitespace().nth(1).unwrap_or_default().to_owned()
    };
    let [hash, world, system] = ["hash ", "world ", "system "].map(line);
    assert!(run.out().contains("cell wind"), "{}", run.out());
    assert!([&hash, &world, &system].iter().all(|text| text.len() == 16) && hash != world && world != system);
    let report = std::fs::read_to_string(folder.path("wind.json")).unwrap();
    assert!([hash, world.clone(), system].iter().all(|text| report.contains(text)), "{report}");
    let replay = folder.cairn2d(&["replay", "wind.crec"]).done();
    assert!(replay.out().contains(&world), "{}", replay.out());
}

#[test]
fn a_grid_of_values_is_in_pictures_and_on_the_terminal() {
    let folder = Folder::new("grid");
    folder.cairn2d(&["run", "wind_cells", "-n", "60", "--svg", "wind.svg", "--png", "wind.png"]).done();
    let svg = std::fs::read_to_string(folder.path("wind.svg")).unwrap();
    let count = |class: &str| svg.matches(&format!("class=\"{class}\"")).count();
    assert!((3..=12).contains(&count("tile")), "{} shades", count("tile"));
    assert_eq!(count("point"), 1);
    // The air of the rising jets has more dots than that of the corners.
    let view = folder.cairn2d(&["view", "wind_cells", "-n", "60", "--snapshot", "100x32"]).done();
    let cells = view.out().chars().filter(|c| ('\u{2801}'..='\u{28ff}').contains(c)).count();
    assert!(cells > 800, "{cells} cells have dots");
}
