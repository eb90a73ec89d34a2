//! One module per command; each returns a result that `main` turns into an exit code.

mod bench;
mod check;
mod completions;
mod export;
mod import;
mod open;
mod replay;
mod run;
mod scenes;
mod view;

use crate::args::Command;
use crate::failure::Failure;
use crate::output::print_json;

/// Runs the command, or the default action if there is none.
pub fn dispatch(command: Option<Command>) -> Result<(), Failure> {
    let Some(command) = command else { return open::by_default() };
    match command {
        Command::Open(arguments) => open::open(&arguments),
        Command::View(arguments) => view::view(&arguments),
        Command::Bench(arguments) => bench::bench(&arguments),
        Command::Run(arguments) => run::run(&arguments),
        Command::Replay(arguments) => replay::replay(&arguments),
        Command::Scenes { filter, json } => scenes::scenes(filter.as_deref(), json),
        Command::Check { files } => check::check(&files),
        Command::Export { scene, parameters, output } => {
            export::export(&scene, &parameters.settings, output.as_deref())
        }
        Command::Import(arguments) => import::import(&arguments),
        Command::Completions { shell } => completions::completions(shell),
        Command::Schema => print_json(&with_newline(cairn2d_scenes::format::schema())),
    }
}

/// Text files end with a newline.
fn with_newline(mut text: String) -> String {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}
