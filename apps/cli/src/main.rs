//! The `cairn2d` program: reads the command line and calls the library.

use cairn2d_cli::plain;
use clap::Parser as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = match cairn2d_cli::args::Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return refuse(&error),
    };
    match cairn2d_cli::commands::dispatch(arguments.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {}", plain::lines(&failure.to_string()));
            ExitCode::from(failure.exit_code())
        }
    }
}

/// Prints help, or the error in the arguments. The message repeats a wrong argument, so control characters
/// are escaped.
fn refuse(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    let plain = plain::lines(&text);
    if text == plain {
        error.exit();
    }
    eprint!("{plain}");
    ExitCode::from(error.exit_code().try_into().unwrap_or(2))
}
