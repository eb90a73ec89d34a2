//! Writes and runs conformance scripts.

#![forbid(unsafe_code)]

use std::error::Error;
use std::path::Path;

use cairn2d_conformance::{all, run};

const HELP: &str = "usage: cairn2d-conformance write FOLDER | run FILE...

  write FOLDER   write all scripts there: those by hand, of scenes, and random ones
  run FILE...    run scripts with the engine and print name, hash of the world, hash of the results, calls
";

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["write", folder] => write(Path::new(folder)),
        ["run", files @ ..] => files.iter().try_for_each(|file| print(Path::new(file))),
        _ => {
            print!("{HELP}");
            Ok(())
        }
    }
}

fn print(path: &Path) -> Result<(), Box<dyn Error>> {
    let text = std::fs::read_to_string(path)?;
    let outcome = run(&text).map_err(|error| format!("{}, {error}", path.display()))?;
    println!("{} {outcome}", path.file_stem().unwrap_or_default().to_string_lossy());
    Ok(())
}

fn write(folder: &Path) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(folder)?;
    for (name, text) in all()? {
        std::fs::write(folder.join(format!("{name}.cairn")), text)?;
    }
    Ok(())
}
