//! One module per command; each returns what `main` turns into an exit code.

mod check;
mod export;
mod run;
mod scenes;

use crate::args::Command;
use crate::failure::Failure;
use crate::output::print;

/// Does what the command line asks for.
pub fn dispatch(command: Command) -> Result<(), Failure> {
    match command {
        Command::Run(arguments) => run::run(&arguments),
        Command::Scenes { json } => scenes::scenes(json),
        Command::Check { files } => check::check(&files),
        Command::Export { scene, output } => export::export(&scene, output.as_deref()),
        Command::Schema => print(&with_newline(cairn2d_scenes::format::schema())),
    }
}

/// Text files end with a newline.
fn with_newline(mut text: String) -> String {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}
