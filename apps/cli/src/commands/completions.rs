//! `cairn2d completions`: prints a completion script for a shell.

use crate::args::Arguments;
use crate::failure::Failure;
use crate::output::print_raw;
use clap::CommandFactory as _;
use clap_complete::Shell;

pub(super) fn completions(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "cairn2d", &mut script);
    print_raw(&String::from_utf8_lossy(&script))
}
