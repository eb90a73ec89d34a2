//! Running other programs.

use std::ffi::OsStr;
use std::process::Command;

/// A call of the cargo that runs this.
pub(crate) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs a command to its end; its output goes to the user.
pub(crate) fn succeed(command: &mut Command) -> Result<(), String> {
    let shown = format!("{command:?}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{shown} ended with {status}")),
        Err(error) => Err(format!("cannot run {shown}: {error}")),
    }
}

/// The output of a command, if it succeeds.
pub(crate) fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Whether a compiler has the standard library of a target.
pub(crate) fn has_target(rustc: &OsStr, target: &str) -> bool {
    let folder = output(Command::new(rustc).args(["--print", "target-libdir", "--target", target]));
    // The folder exists as soon as the target was tried; only a library in it is a proof.
    let entries = folder.and_then(|folder| std::fs::read_dir(folder).ok());
    entries.is_some_and(|entries| {
        entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libstd-"))
    })
}
