//! File safety: the program never replaces a device, breaks a link, reads without end, or prints raw names.

use std::fs;
use support::{BALL, Folder};

mod support;

/// Every option and command that writes a file, with a name of the right format.
const WRITERS: [(&str, &[&str]); 6] = [
    ("png", &["run", "ball.json", "--quiet", "--png"]),
    ("svg", &["run", "ball.json", "--quiet", "--svg"]),
    ("gif", &["run", "ball.json", "--quiet", "--width", "64", "--gif"]),
    ("json", &["run", "ball.json", "--quiet", "--report"]),
    ("crec", &["run", "ball.json", "--quiet", "--record"]),
    ("json", &["export", "card_house", "-o"]),
];

fn with_ball(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.file("ball.json", BALL);
    folder
}

fn begins_as(format: &str, bytes: &[u8]) -> bool {
    match format {
        "png" => bytes.starts_with(b"\x89PNG"),
        "svg" => bytes.starts_with(b"<svg"),
        "gif" => bytes.starts_with(b"GIF8"),
        "json" => bytes.starts_with(b"{\n"),
        _ => bytes.len() > 100 && bytes[0].is_ascii_alphabetic(),
    }
}

#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _, symlink};
    use std::process::Command;

    fn make_pipe(folder: &Folder, name: &str) {
        assert!(Command::new("mkfifo").arg(folder.path(name)).status().unwrap().success());
    }

    /// A device that is always full: a private one if that is allowed, so that a faulty program destroys
    /// nothing.
    fn full_device(folder: &Folder) -> String {
        let own = folder.path("full");
        let made = Command::new("mknod").arg(&own).args(["c", "1", "7"]).output();
        let made = made.is_ok_and(|output| output.status.success());
        if made && fs::OpenOptions::new().write(true).open(&own).is_ok() { "full" } else { "/dev/full" }
            .to_owned()
    }

    #[test]
    fn output_to_a_pipe_keeps_the_pipe() {
        let folder = with_ball("pipe");
        make_pipe(&folder, "pipe");
        for (format, arguments) in WRITERS {
            let path = folder.path("pipe");
            let reader = std::thread::spawn(move || fs::read(path).unwrap());
            folder.cairn2d(&[arguments, &["pipe"]].concat()).done();
            let content = reader.join().unwrap();
            assert!(begins_as(format, &content), "{arguments:?}: {} bytes", content.len());
            assert!(fs::metadata(folder.path("pipe")).unwrap().file_type().is_fifo(), "{arguments:?}");
            assert_eq!(folder.names(), ["ball.json", "pipe"]);
        }
    }

    #[test]
    fn output_to_a_device_keeps_the_device() {
        let folder = with_ball("device");
        let full = full_device(&folder);
        let device = folder.path(&full);
        let before = fs::metadata(&device).unwrap();
        let names = folder.names();
        for (_, arguments) in WRITERS {
            let run = folder.cairn2d(&[arguments, &[full.as_str()]].concat());
            assert_eq!(run.0.status.code(), Some(1), "{arguments:?}: {}", run.err());
            assert!(run.err().contains(&full) && run.err().contains("No space left"), "{}", run.err());
            let after = fs::metadata(&device).unwrap();
            assert!(after.file_type().is_char_device(), "{arguments:?}");
            assert_eq!(
                (after.rdev(), after.ino(), after.mode()),
                (before.rdev(), before.ino(), before.mode())
            );
            assert_eq!(folder.names(), names);
        }
        // If a device fails, no file is written to the disk either.
        let run = folder.cairn2d(&["run", "ball.json", "--quiet", "--png", "a.png", "--report", &full]);
        assert_eq!(run.0.status.code(), Some(1));
        assert_eq!(folder.names(), names);
        for (_, arguments) in WRITERS {
            folder.cairn2d(&[arguments, &["/dev/null"]].concat()).done();
            assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
        }
    }

    #[test]
    fn output_to_a_socket_or_folder_is_rejected() {
        let folder = with_ball("socket");
        let _socket = std::os::unix::net::UnixListener::bind(folder.path("socket")).unwrap();
        fs::create_dir(folder.path("folder")).unwrap();
        symlink("folder", folder.path("to_folder")).unwrap();
        let names = folder.names();
        for (_, arguments) in WRITERS {
            folder.cairn2d(&[arguments, &["socket"]].concat()).refused(&["socket: is a socket"]);
            for path in ["folder", "folder/", "to_folder", ".", "/", "new/"] {
                folder.cairn2d(&[arguments, &[path]].concat()).refused(&["is a folder"]);
            }
            folder.cairn2d(&[arguments, &["ball.json/x"]].concat());
            assert_eq!(folder.names(), names);
            assert!(fs::metadata(folder.path("socket")).unwrap().file_type().is_socket());
        }
    }

    #[test]
    fn output_to_a_symlink_writes_its_target() {
        let folder = with_ball("link");
        fs::create_dir(folder.path("there")).unwrap();
        for (format, arguments) in WRITERS {
            for (link, leads_to, file) in [
                (format!("old.{format}"), "there/old".to_owned(), "there/old"),
                (format!("new.{format}"), "there/new".to_owned(), "there/new"),
                (format!("far.{format}"), format!("new.{format}"), "there/new"),
            ] {
                let _ = fs::remove_file(folder.path(&link));
                symlink(&leads_to, folder.path(&link)).unwrap();
                if file == "there/old" {
                    folder.file(file, "old");
                }
                folder.cairn2d(&[arguments, &[link.as_str()]].concat()).done();
                assert_eq!(fs::read_link(folder.path(&link)).unwrap().to_str(), Some(leads_to.as_str()));
                assert!(begins_as(format, &fs::read(folder.path(file)).unwrap()), "{arguments:?}");
            }
            fs::remove_file(folder.path("there/new")).unwrap();
        }
        symlink("round", folder.path("round")).unwrap();
        let run = folder.cairn2d(&["run", "ball.json", "--png", "round"]);
        assert_eq!((run.0.status.code(), run.out()), (Some(1), ""));
        symlink("nowhere/x.png", folder.path("x.png")).unwrap();
        folder.cairn2d(&["run", "ball.json", "--png", "x.png"]).refused(&["there is no folder", "nowhere"]);
        assert!(fs::read_dir(folder.path("there")).unwrap().count() == 1, "nothing temporary is left");
    }

    #[test]
    fn overwritten_file_keeps_permissions_and_hard_links() {
        let folder = with_ball("permissions");
        for mode in [0o600, 0o644, 0o755] {
            folder.file("r.json", "old");
            fs::set_permissions(folder.path("r.json"), fs::Permissions::from_mode(mode)).unwrap();
            folder.cairn2d(&["run", "ball.json", "--quiet", "--report", "r.json"]).done();
            assert_eq!(fs::metadata(folder.path("r.json")).unwrap().mode() & 0o777, mode);
        }
        fs::hard_link(folder.path("r.json"), folder.path("other.json")).unwrap();
        folder.cairn2d(&["export", "card_house", "-o", "r.json"]).done();
        let [one, other] = ["r.json", "other.json"].map(|name| folder.path(name));
        assert_eq!(fs::metadata(&one).unwrap().ino(), fs::metadata(&other).unwrap().ino());
        assert_eq!(fs::read(one).unwrap(), fs::read(other).unwrap());
        assert_eq!(folder.names(), ["ball.json", "other.json", "r.json"]);
    }

    #[test]
    fn standard_output_may_be_any_kind_of_file() {
        let folder = with_ball("stdout");
        let run = "$CAIRN2D run ball.json --report /dev/stdout --hash";
        let piped = folder.shell(&format!("{run} | cat")).done().out().to_owned();
        let (report, hash) = piped.split_at(piped.rfind("}\n").unwrap() + 2);
        assert!(
            serde_json::from_str::<serde_json::Value>(report).is_ok() && hash.trim().len() == 16,
            "{piped}"
        );
        // A file that another program began: the program appends to it, and it stays the same file.
        let line =
            format!("echo first > out; exec 3< out; {{ echo second; {run}; echo last; }} >> out; cat <&3");
        let file = folder.shell(&line).done().out().to_owned();
        assert!(file.starts_with("first\nsecond\n{") && file.ends_with("\nlast\n"), "{file}");
        let line = format!("{{ echo second; {run}; echo last; }} > out; cat out");
        let file = folder.shell(&line).done().out().to_owned();
        assert!(file.starts_with("second\n{") && file.ends_with("\nlast\n"), "{file}");
        folder.shell(&format!("{run} | head -c 1")).done();
    }

    #[test]
    fn two_outputs_to_one_file_are_rejected() {
        let folder = with_ball("two-names");
        folder.file("x.png", "old");
        fs::hard_link(folder.path("x.png"), folder.path("hard")).unwrap();
        symlink("x.png", folder.path("soft")).unwrap();
        symlink("later.gif", folder.path("dangling")).unwrap();
        fs::create_dir(folder.path("sub")).unwrap();
        let here = folder.0.canonicalize().unwrap();
        let absolute = here.join("x.png").to_str().unwrap().to_owned();
        for other in ["./x.png", "sub/../x.png", "hard", "soft", absolute.as_str()] {
            folder.cairn2d(&["run", "ball.json", "--png", other, "--report", "x.png"]).refused(&[]);
            folder.cairn2d(&["run", "ball.json", "--png", "x.png", "--report", other]).refused(&[]);
            let told = folder.cairn2d(&["run", "ball.json", "--png", "x.png", "--record", other]);
            assert!(told.err().contains("same file") || told.err().contains("should end"), "{}", told.err());
        }
        folder.cairn2d(&["run", "ball.json", "--png", "hard", "--gif", "soft"]).refused(&["same file"]);
        let dangling = ["run", "ball.json", "--gif", "later.gif", "--record", "dangling"];
        folder.cairn2d(&dangling).refused(&["same file"]);
        let new = ["run", "ball.json", "--svg", "new", "--report", "./sub/../new"];
        folder.cairn2d(&new).refused(&["same file"]);
        assert_eq!(fs::read(folder.path("x.png")).unwrap(), b"old");
    }

    #[test]
    fn endless_input_is_rejected() {
        let folder = Folder::new("endless");
        for command in ["run", "check", "replay", "bench", "view --snapshot 80x24"] {
            let run = folder.shell(&format!("$CAIRN2D {command} /dev/zero"));
            run.refused(&["/dev/zero: is larger than 64 MiB"]);
        }
        make_pipe(&folder, "pipe");
        folder.shell("yes > pipe & $CAIRN2D check pipe").refused(&["pipe: is larger than 64 MiB"]);
        folder.shell("$CAIRN2D check /dev/random").refused(&["/dev/random: is larger than 64 MiB"]);
        folder.cairn2d(&["run", "/dev/null"]).refused(&["/dev/null"]);
    }
}

#[test]
fn ten_gigabyte_file_is_rejected_before_reading() {
    let folder = Folder::new("huge");
    let huge = fs::File::create(folder.path("huge.json")).unwrap();
    huge.set_len(10 << 30).unwrap();
    folder.cairn2d(&["run", "huge.json"]).refused(&["huge.json: is larger than 64 MiB"]);
    folder.cairn2d(&["replay", "huge.json"]).refused(&["huge.json: is larger than 1024 MiB"]);
}

#[test]
fn output_over_the_input_is_rejected() {
    let folder = with_ball("input");
    for (_, arguments) in &WRITERS[..5] {
        let arguments = [*arguments, &["./ball.json"]].concat();
        folder.cairn2d(&arguments).refused(&["ball.json"]);
        assert_eq!(fs::read(folder.path("ball.json")).unwrap(), BALL.as_bytes(), "{arguments:?}");
    }
    folder.file("plain", BALL);
    folder.cairn2d(&["run", "plain", "--svg", "plain"]).refused(&["is read by this command"]);
}

#[test]
fn wrong_file_extension_is_rejected() {
    let folder = with_ball("formats");
    for (format, arguments) in WRITERS {
        for ending in ["jpg", "mp4", "png", "svg", "gif", "json", "crec", "PNG", "txt"] {
            let picture = ["png", "svg", "gif"].contains(&format);
            let known = ["png", "svg", "gif", "json", "crec"].contains(&ending.to_lowercase().as_str());
            let name = format!("out.{ending}");
            let run = folder.cairn2d(&[arguments, &[name.as_str()]].concat());
            if ending.eq_ignore_ascii_case(format) || !picture && !known {
                run.done();
                fs::remove_file(folder.path(&name)).unwrap();
            } else {
                run.refused(&[&name, &format!("should end in .{format}")]);
            }
        }
        folder.cairn2d(&[arguments, &["without"]].concat()).done();
    }
    assert_eq!(folder.names(), ["ball.json", "without"]);
}

#[test]
fn control_characters_in_names_are_escaped() {
    let folder = Folder::new("escapes");
    const NAME: &str = "a\\u001b[2J\\u009b31m\\u007f\\n\\u202eb";
    let scene = BALL.replace("ball <&>", NAME);
    let file = "c\u{1b}]0;d\u{7}.json";
    folder.file(file, &scene);
    folder.file("range\u{1b}.json", scene.replace("\"radius\": 0.5", "\"radius\": -0.5"));
    folder.file("field.json", scene.replace("\"position\"", "\"\\u001b[2J\""));
    folder
        .file("body.json", scene.replace("\"dynamic\",", "\"dynamic\", \"name\": \"\\u009b\", \"mass\": 3,"));
    folder.file("script.json", scene.replace("\"steps\"", "\"script\": \"\\u001b[1m\", \"steps\""));
    let record = ["run", file, "--record", "r.crec"];
    let missing = "no\u{1b}[31msuch";
    let commands: [&[&str]; 20] = [
        &record,
        &["run", file, "--report", "/dev/stdout", "--svg", "s.svg"],
        &["replay", "r.crec"],
        &["check", file],
        &["bench", file, "--steps", "2"],
        &["bench", file, "--steps", "2", "--json"],
        &["view", file, "--snapshot", "80x24"],
        &["check", "range\u{1b}.json"],
        &["check", "field.json"],
        &["check", "body.json"],
        &["check", "script.json"],
        &["run", missing],
        &["run", "./no\u{1b}[31msuch"],
        &["export", missing],
        &["scenes", missing],
        &["replay", missing],
        &["run", file, "--png", "no\u{1b}/x.png"],
        &["run", file, "--lanes", missing],
        &["run", file, missing],
        &[missing],
    ];
    for arguments in commands {
        if cfg!(not(unix)) && arguments.contains(&"/dev/stdout") {
            continue;
        }
        let run = folder.cairn2d(arguments);
        for text in [run.out(), run.err()] {
            let obeyed = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
            assert!(!text.contains(obeyed), "{arguments:?}: {text:?}");
        }
        assert!(!run.out().is_empty() || !run.err().is_empty(), "{arguments:?}");
    }
    let summary = folder.cairn2d(&record).done();
    assert!(
        summary.out().starts_with("a\\u{1b}[2J\\u{9b}31m\\u{7f}\\n\\u{202e}b: 30 steps"),
        "{}",
        summary.out()
    );
}

#[test]
fn unknown_script_lists_all_scripts() {
    let folder = Folder::new("scripts");
    folder.file("s.json", r#"{"version":1,"name":"x","script":"nosuch"}"#);
    let run = folder.cairn2d(&["check", "s.json"]);
    assert!(run.err().contains("junkyard") && run.err().contains("naval"), "{}", run.err());
}

#[test]
fn megabyte_name_gives_a_short_message() {
    let folder = Folder::new("long-names");
    let long = "tumbler".repeat(150_000);
    for (from, to) in [
        ("\"steps\"", format!("\"script\": \"{long}\", \"steps\"")),
        ("\"position\"", format!("\"{long}\"")),
        ("\"density\"", long.clone()),
        ("\"static\"", format!("\"{long}\"")),
    ] {
        folder.file("long.json", BALL.replace(from, &to).replace("ball <&>", &long));
        let run = folder.cairn2d(&["check", "long.json"]);
        assert!(run.out().len() + run.err().len() < 4000, "{from}: {} letters", run.err().len());
    }
}

#[test]
fn scene_with_billions_of_steps_is_rejected() {
    let folder = Folder::new("steps");
    folder.file("long.json", BALL.replace("\"steps\": 30", "\"steps\": 4294967295"));
    for command in ["run", "bench"] {
        folder.cairn2d(&[command, "long.json"]).refused(&["4294967295 steps", "--steps"]);
        folder.cairn2d(&[command, "long.json", "--steps", "2"]).done();
    }
}

#[test]
fn recording_is_written_during_the_run() {
    let folder = Folder::new("streamed");
    let run = |more: &[&str]| {
        let arguments = ["run", "mixed_bin", "-n", "130", "--record-bodies", "1", "--quiet", "--record"];
        folder.cairn2d(&[&arguments, more].concat())
    };
    run(&["r.crec"]).done();
    let replayed = folder.cairn2d(&["replay", "r.crec", "--verify"]).done();
    assert!(replayed.out().contains("130 hashes"), "{}", replayed.out());
    assert_eq!(folder.names(), ["r.crec"]);
    // A failed run leaves no file.
    run(&["b.crec", "--threads", "1", "--png", "missing/x.png"]).refused(&["missing"]);
    assert_eq!(folder.names(), ["r.crec"]);
}
