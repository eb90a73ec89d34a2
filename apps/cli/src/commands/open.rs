//! `cairn2d open`: finds and starts the window, which is a separate program so that the command line does not
//! compile it.
//!
//! If no window can be opened, the command prints the reason and the alternatives. That is an error for
//! `cairn2d open`; for `cairn2d` without arguments it is normal output.

use crate::failure::Failure;
use crate::options::OpenArguments;
use crate::output::print;
use crate::{files, plain};
use anyhow::{Context as _, anyhow};
use std::env;
#[cfg(unix)]
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// File name of the window program.
const TESTBED: &str = if cfg!(windows) { "cairn2d-testbed.exe" } else { "cairn2d-testbed" };

/// Its package in a checkout of the sources.
const MANIFEST: &str = "apps/testbed/Cargo.toml";

/// Address of the sources, for users who installed only this program.
const REPOSITORY: &str = env!("CARGO_PKG_REPOSITORY");

// A line break after the first quotation mark would take the indent of the first line with it.
const INSTEAD: &str = "  cairn2d view card_house                           a running world in this terminal
  cairn2d run card_house --png house.png            a picture of where it ends
  cairn2d scenes                                    what else there is
  cairn2d --help                                    all commands
  cargo xtask web                                   the testbed as a page for a browser (in a checkout)
";

pub(super) fn open(arguments: &OpenArguments) -> Result<(), Failure> {
    if let Some(scene) = arguments.scene.as_deref().filter(|scene| scene.to_lowercase().ends_with(".lua")) {
        let scene = plain::line(scene);
        return Err(Failure::Input(format!("{scene}: the window runs no Lua; try `cairn2d view {scene}`")));
    }
    match find() {
        Ok(found) => found.start(arguments),
        Err(reason) => {
            Err(Failure::Other(anyhow!("{reason}. What works without a window:\n{}", INSTEAD.trim_end())))
        }
    }
}

/// Runs without arguments: opens the window, or prints the alternatives.
pub(super) fn by_default() -> Result<(), Failure> {
    match find() {
        Ok(found) => found.start(&OpenArguments::default()),
        Err(reason) => {
            print(&format!("cairn2d, a 2D physics engine: {reason}. What works without a window:\n{INSTEAD}"))
        }
    }
}

/// A way to start the window.
#[derive(Debug, PartialEq, Eq)]
enum Found {
    /// The program.
    Program(PathBuf),
    /// The sources of the program.
    Sources(PathBuf),
}

/// How to start the window here, or the reason why that is impossible.
fn find() -> Result<Found, String> {
    if !has_display(|name| env::var_os(name).is_some_and(|value| !value.is_empty())) {
        let unset = "neither DISPLAY nor WAYLAND_DISPLAY is set";
        return Err(format!("there is no display to open a window on ({unset})"));
    }
    let program = env::current_exe().ok();
    let here = env::current_dir().ok();
    // Cargo sets this variable when it runs the program.
    let package = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let starts: Vec<&Path> =
        [&program, &here, &package].into_iter().flatten().map(PathBuf::as_path).collect();
    // PATH may lack the folder of `cargo install`.
    let installed = env::var_os("CARGO_HOME").map(PathBuf::from);
    let installed = installed.or_else(|| Some(env::home_dir()?.join(".cargo"))).map(|home| home.join("bin"));
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = program.as_deref().and_then(Path::parent).map(Path::to_path_buf).into_iter();
    let folders = folders.chain(env::split_paths(&path)).chain(installed);
    search(folders, &starts).ok_or_else(|| {
        format!(
            "the window is a separate program, {TESTBED}, which is neither beside this one nor on PATH; \
             install it with `cargo install --git {REPOSITORY} cairn2d-testbed`, \
             or with `cargo install --path apps/testbed` in a checkout of the sources"
        )
    })
}

/// Whether windows can be opened, judged by the environment.
fn has_display(is_set: impl Fn(&str) -> bool) -> bool {
    let asks_the_environment = cfg!(all(unix, not(target_vendor = "apple"), not(target_os = "android")));
    !asks_the_environment || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY")
}

/// The program in the first folder that has it, else its sources in one of the folders above some places.
fn search(mut folders: impl Iterator<Item = PathBuf>, starts: &[&Path]) -> Option<Found> {
    let program = folders.find_map(|folder| Some(folder.join(TESTBED)).filter(|file| is_program(file)));
    let sources = || {
        let above = starts.iter().flat_map(|start| start.ancestors());
        above.map(|folder| folder.join(MANIFEST)).find(|file| is_manifest(file))
    };
    program.map(Found::Program).or_else(|| sources().map(Found::Sources))
}

/// Whether a file can be started, as far as its permissions tell.
fn is_program(file: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        fs::metadata(file).is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    file.is_file()
}

/// Whether a file is the manifest of the testbed, and not of another project with the same folders.
fn is_manifest(file: &Path) -> bool {
    let text = files::read(file, files::MOST_TEXT).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    text.is_some_and(|text| text.lines().any(|line| line.trim() == "name = \"cairn2d-testbed\""))
}

impl Found {
    fn start(&self, arguments: &OpenArguments) -> Result<(), Failure> {
        let (mut command, what) = match self {
            Self::Program(program) => (Command::new(program), plain::path(program)),
            Self::Sources(manifest) => {
                eprintln!("building the window from {} (some minutes the first time)", plain::path(manifest));
                let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
                cargo.args(["run", "--release", "--manifest-path"]).arg(manifest).arg("--");
                // Variables that cargo set for this program would mislead it about the other one.
                cargo.env_remove("CARGO_MANIFEST_DIR");
                (cargo, "cargo".to_owned())
            }
        };
        for (name, value) in &arguments.parameters.settings {
            command.arg("--set").arg(format!("{name}={value}"));
        }
        let status =
            command.args(&arguments.scene).status().with_context(|| format!("cannot start {what}"))?;
        match status.success() {
            true => Ok(()),
            false => Err(Failure::Other(anyhow!("the window ended with {status}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(not(unix))]
    use std::fs;

    #[test]
    fn hint_lines_are_indented() {
        assert!(INSTEAD.lines().all(|line| line.starts_with("  ")), "{INSTEAD}");
    }

    fn program(path: &Path) {
        fs::write(path, "").unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
        }
    }

    #[test]
    fn neighboring_program_precedes_path_and_path_precedes_sources() {
        let root = env::temp_dir().join(format!("cairn2d-open-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        let (beside, on_path, deep) = (root.join("bin"), root.join("path"), root.join("target/release"));
        for folder in [&beside, &on_path, &deep, &root.join("apps/testbed")] {
            fs::create_dir_all(folder).unwrap();
        }
        let folders = [beside.clone(), root.join("missing"), on_path.clone()];
        let look = || search(folders.iter().cloned(), &[&deep]);
        assert_eq!(look(), None);
        fs::write(root.join(MANIFEST), "[package]\nname = \"another\"\n").unwrap();
        assert_eq!(look(), None);
        fs::write(root.join(MANIFEST), "[package]\nname = \"cairn2d-testbed\"\n").unwrap();
        assert_eq!(look(), Some(Found::Sources(root.join(MANIFEST))));
        program(&on_path.join(TESTBED));
        assert_eq!(look(), Some(Found::Program(on_path.join(TESTBED))));
        // Files that cannot be executed are skipped.
        #[cfg(unix)]
        fs::write(beside.join(TESTBED), "").unwrap();
        assert_eq!(look(), Some(Found::Program(on_path.join(TESTBED))));
        program(&beside.join(TESTBED));
        assert_eq!(look(), Some(Found::Program(beside.join(TESTBED))));
        fs::remove_dir_all(root).unwrap();
    }

    #[test]
    fn display_is_x_or_wayland() {
        assert!(has_display(|name| name == "DISPLAY"));
        assert!(has_display(|name| name == "WAYLAND_DISPLAY"));
        assert_eq!(has_display(|_| false), cfg!(not(target_os = "linux")));
    }
}
