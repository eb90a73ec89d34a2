//! The module for LuaJIT is the same engine: every script gives the hashes of the Rust runner, the module
//! answers as its page says, and the page's first program runs in an empty folder.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cairn2d_conformance::{all, run};

fn lua() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../lua")
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("lua").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The library, which cargo built for this test.
fn library() -> PathBuf {
    let test = std::env::current_exe().expect("a path");
    let name = if cfg!(target_os = "macos") { "libcairn2d_capi.dylib" } else { "libcairn2d_capi.so" };
    test.parent().expect("a folder").join(name)
}

/// LuaJIT, if it is installed.
fn luajit() -> Option<Command> {
    if Command::new("luajit").arg("-v").output().is_ok_and(|output| output.status.success()) {
        let mut command = Command::new("luajit");
        command.env("CAIRN2D_LIBRARY", library()).env_remove("CAIRN_TRACE");
        return Some(command);
    }
    assert!(std::env::var_os("CAIRN2D_REQUIRE_LUAJIT").is_none(), "there is no luajit");
    eprintln!("there is no luajit, so the module for Lua is not tested");
    None
}

/// The name and version that LuaJIT prints.
fn version(luajit: &Command) -> String {
    let output = Command::new(luajit.get_program()).arg("-v").output().expect("a version");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn succeed(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.is_empty(), "{command:?}: {text}");
    output
}

#[test]
fn every_script_gives_the_hashes_of_rust() {
    let Some(mut command) = luajit() else { return };
    let folder = folder("scripts");
    let scripts = all().expect("scripts");
    assert!(scripts.len() >= 200, "{} scripts", scripts.len());
    let (mut files, mut expected) = (Vec::new(), Vec::new());
    for (name, text) in &scripts {
        let file = folder.join(format!("{name}.cairn"));
        std::fs::write(&file, text).expect("a file");
        files.push(file);
        expected.push(format!("{name} {}", run(text).unwrap_or_else(|error| panic!("{name}: {error}"))));
    }
    let output = succeed(command.arg(lua().join("test/runner.lua")).args(&files));
    let printed = String::from_utf8_lossy(&output.stdout);
    let printed: Vec<&str> = printed.lines().collect();
    let wrong: Vec<_> = printed.iter().zip(&expected).filter(|(lua, rust)| *lua != rust).collect();
    assert!(wrong.is_empty(), "{} of {} differ: {:#?}", wrong.len(), scripts.len(), wrong);
    assert_eq!(printed.len(), scripts.len());
}

#[test]
fn module_answers_as_its_page_says() {
    let Some(mut command) = luajit() else { return };
    let output = succeed(command.arg(lua().join("test/module.lua")));
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("all hold\n"));
}

#[test]
fn wrong_arguments_raise_errors_of_the_module() {
    for seed in ["1", "2"] {
        let Some(mut command) = luajit() else { return };
        // The compiler of beta 3 crashes in about one of twenty runs; later releases and the interpreter do
        // not.
        if version(&command).contains("beta3") {
            command.arg("-joff");
        }
        let output = succeed(command.arg(lua().join("test/hostile.lua")).arg(seed));
        assert!(String::from_utf8_lossy(&output.stdout).ends_with("all hold\n"));
    }
}

/// Runs the first program of a page in a folder with nothing but the module and the library; returns the
/// numbers that it prints.
fn first_program(page: &str, name: &str) -> Option<Vec<f64>> {
    let mut command = luajit()?;
    let folder = folder(name);
    let page = std::fs::read_to_string(lua().join(page)).expect("the page");
    let program = page.split("```lua\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a program");
    assert!(program.lines().count() <= 20, "{program}");
    std::fs::write(folder.join("hello.lua"), program).expect("a file");
    std::fs::copy(lua().join("cairn2d.lua"), folder.join("cairn2d.lua")).expect("the module");
    std::fs::copy(library(), folder.join(library().file_name().expect("a name"))).expect("the library");
    command.env_remove("CAIRN2D_LIBRARY").current_dir(&folder);
    let output = succeed(command.arg("hello.lua"));
    let printed = String::from_utf8_lossy(&output.stdout);
    Some(printed.split_whitespace().filter_map(|word| word.parse().ok()).collect())
}

#[test]
fn first_program_of_the_page_runs_in_an_empty_folder() {
    let Some(place) = first_program("../../docs/lua.md", "hello") else { return };
    // A second of free fall from 10 m.
    assert!(place[0].abs() < 1e-6 && (place[1] - 5.0).abs() < 0.1, "{place:?}");
}

#[test]
fn program_of_the_readme_runs_in_an_empty_folder() {
    let Some(place) = first_program("README.md", "readme") else { return };
    // The centre of the arm stays 1 m from the hinge at (0, 5), and has fallen.
    assert!((place[0].hypot(place[1] - 5.0) - 1.0).abs() < 1e-2 && place[1] < 4.9, "{place:?}");
}
