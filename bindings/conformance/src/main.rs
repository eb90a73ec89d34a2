//! Writes and runs conformance scripts.

#![forbid(unsafe_code)]

use std::error::Error;
use std::path::{Path, PathBuf};

use cairn2d_conformance::{from_scene, random, run, scripts};

const HELP: &str = "usage: cairn2d-conformance write FOLDER | run FILE...

  write FOLDER   write all scripts there: those by hand, of scenes, and random ones
  run FILE...    run scripts with the engine and print name, hash of the world, hash of the results, calls
";

/// Scenes of more shapes take too long for every language.
const MOST_SHAPES: usize = 300;
/// Steps of a scene.
const STEPS: u32 = 120;
/// Random scripts.
const RANDOM: u64 = 40;

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
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in std::fs::read_dir(scripts())? {
        files.push(entry?.path());
    }
    for path in files.iter().filter(|path| path.extension().is_some_and(|extension| extension == "cairn")) {
        std::fs::copy(path, folder.join(path.file_name().unwrap_or_default()))?;
    }
    for built_in in cairn2d_scenes::all() {
        let scene = built_in.scene();
        if scene.shape_count() <= MOST_SHAPES
            && let Some(text) = from_scene(&scene, STEPS)
        {
            std::fs::write(folder.join(format!("scene_{}.cairn", built_in.name)), text)?;
        }
    }
    for seed in 0..RANDOM {
        std::fs::write(folder.join(format!("random_{seed:03}.cairn")), random(seed))?;
    }
    Ok(())
}
