//! The C interface is the same engine: its header compiles without warnings as C and C++, and every script
//! gives the hashes of the Rust runner.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use cairn2d_conformance::{all, run};

/// The folder of the libraries, which cargo built for this test.
fn libraries() -> PathBuf {
    let test = std::env::current_exe().expect("a path");
    test.parent().expect("a folder").to_owned()
}

fn bindings() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../c")
}

fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("c");
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn is_there(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

fn succeed(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.is_empty(), "{command:?}: {text}");
    output
}

/// Compiles a program with all warnings as errors.
fn compile(compiler: &str, standard: &str, source: &str) -> PathBuf {
    let name = Path::new(source).file_stem().unwrap_or_default().to_string_lossy();
    let program = folder().join(format!("{name}-{compiler}-{}", standard.replace('+', "p")));
    let libraries = libraries();
    succeed(
        Command::new(compiler)
            .args([&format!("-std={standard}"), "-O1", "-g", "-Wall", "-Wextra", "-pedantic", "-Werror"])
            .arg(bindings().join(source))
            .arg("-I")
            .arg(bindings().join("include"))
            .arg("-o")
            .arg(&program)
            .arg("-L")
            .arg(&libraries)
            .arg(format!("-Wl,-rpath,{}", libraries.display()))
            .arg("-lcairn2d_capi"),
    );
    program
}

#[test]
fn every_script_gives_the_hashes_of_rust() {
    let runner = compile("cc", "c99", "conformance/runner.c");
    let folder = folder().join("scripts");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    let scripts = all().expect("scripts");
    assert!(scripts.len() >= 200, "{} scripts", scripts.len());
    let (mut files, mut expected) = (Vec::new(), String::new());
    for (name, text) in &scripts {
        let file = folder.join(format!("{name}.cairn"));
        std::fs::write(&file, text).expect("a file");
        files.push(file);
        expected += &format!("{name} {}\n", run(text).unwrap_or_else(|error| panic!("{name}: {error}")));
    }
    let output = succeed(Command::new(runner).args(&files));
    let printed = String::from_utf8_lossy(&output.stdout);
    for (c, rust) in printed.lines().zip(expected.lines()) {
        assert_eq!(c, rust);
    }
    assert_eq!(printed.lines().count(), scripts.len());
}

#[test]
fn header_compiles_without_warnings_as_c_and_as_cpp() {
    let said = |program: PathBuf| {
        let output = succeed(&mut Command::new(program));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let mut compiled = 0;
    for (c, cpp) in [("cc", "c++"), ("gcc", "g++"), ("clang", "clang++")] {
        if is_there(c) {
            assert_eq!(said(compile(c, "c99", "examples/hello.c")), "the ball is at 0.000, 5.000\n");
            compile(c, "c99", "examples/cost.c");
            compiled += 1;
        }
        if is_there(cpp) {
            let printed = said(compile(cpp, "c++17", "examples/hello.cpp"));
            assert_eq!(printed, "the ball is at 0.000, 5.000\nas expected: body:1v1 does not exist\n");
        }
    }
    assert!(compiled > 0, "no C compiler");
}

#[test]
fn programs_are_clean_under_valgrind() {
    if !is_there("valgrind") {
        eprintln!("there is no valgrind, so memory is not checked");
        return;
    }
    let runner = compile("cc", "c99", "conformance/runner.c");
    let scripts = all().expect("scripts");
    let folder = folder().join("memory");
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut files = Vec::new();
    for (name, text) in
        scripts.iter().filter(|(name, _)| name.starts_with("random_00") || !name.contains('_'))
    {
        let file = folder.join(format!("{name}.cairn"));
        std::fs::write(&file, text).expect("a file");
        files.push(file);
    }
    let valgrind = |program: &Path, files: &[PathBuf]| {
        let mut command = Command::new("valgrind");
        command.args(["-q", "--error-exitcode=9", "--leak-check=full", "--errors-for-leak-kinds=definite"]);
        succeed(command.arg(program).args(files));
    };
    valgrind(&runner, &files);
    valgrind(&compile("cc", "c99", "examples/hello.c"), &[]);
}
