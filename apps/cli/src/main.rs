//! The `cairn2d` program: reads the command line and hands over to the library.

use clap::Parser as _;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = cairn2d_cli::args::Arguments::parse();
    match cairn2d_cli::commands::dispatch(arguments.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("error: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}
