//! `bindgen MODULE FOLDER NAME`: writes `NAME_bg.wasm` and the JavaScript that loads it into a folder.
//!
//! Does the work of the program `wasm-bindgen` without its test runner and web server, which would take most
//! of the compile time.

use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, folder, name] = arguments.as_slice() else {
        eprintln!("usage: bindgen MODULE FOLDER NAME");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let done = bindgen.input_path(module).out_name(name).typescript(false).web(true);
    match done.and_then(|bindgen| bindgen.generate(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bindgen: {error:#}");
            ExitCode::FAILURE
        }
    }
}
