//! Results: files that are written completely or not at all, and standard output.
//!
//! Invariant: no file is created or replaced before all results of the command are ready; see [`files`].

use crate::failure::Failure;
use crate::files::{Format, Output};
use crate::{files, plain};
use anyhow::anyhow;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Files to be written together at the end.
#[derive(Debug, Default)]
pub struct Outputs {
    files: Vec<(PathBuf, Vec<u8>)>,
    begun: Vec<Output>,
}

impl Outputs {
    /// Checks before any work that these paths can be written without damage to another result or to
    /// `inputs`.
    pub fn check(paths: &[(&Path, Format)], inputs: &[&Path]) -> Result<(), Failure> {
        Ok(files::check(paths, inputs)?)
    }

    /// Adds a file; nothing is written yet.
    pub fn add(&mut self, path: &Path, bytes: Vec<u8>) {
        self.files.push((path.to_owned(), bytes));
    }

    /// Adds a file whose bytes have been written.
    pub fn add_written(&mut self, output: Output) {
        self.begun.push(output);
    }

    /// Writes all files, or none when one cannot be written.
    pub fn write(self) -> Result<(), Failure> {
        let mut outputs = self.begun;
        let mut begun = Vec::new();
        for (path, bytes) in self.files {
            begun.push((Output::create(&path)?, bytes));
        }
        // Writes to pipes and devices cannot be undone, so they come last.
        begun.sort_by_key(|(output, _)| output.is_stream());
        for (mut output, bytes) in begun {
            output.write(&bytes)?;
            outputs.push(output);
        }
        outputs.into_iter().try_for_each(|output| Ok(output.finish()?))
    }
}

/// Writes text to standard output, with control characters escaped. A reader that closes the pipe early, such
/// as `head`, is not an error.
pub fn print(text: &str) -> Result<(), Failure> {
    print_raw(&plain::lines(text))
}

/// Writes JSON to standard output, with control characters escaped as JSON does.
pub fn print_json(text: &str) -> Result<(), Failure> {
    print_raw(&plain::json(text))
}

/// Writes text of this program to standard output, with its colors.
pub fn print_raw(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Other(anyhow!(error).context("cannot write to standard output")))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn fresh_folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("cairn2d-output-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn outputs_are_written_without_temporary_files() {
        let folder = fresh_folder("all");
        let mut outputs = Outputs::default();
        outputs.add(&folder.join("a.png"), vec![1, 2]);
        outputs.add(&folder.join("b.json"), vec![3]);
        outputs.write().unwrap();
        assert_eq!(names(&folder), ["a.png", "b.json"]);
        assert_eq!(fs::read(folder.join("a.png")).unwrap(), [1, 2]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn no_output_is_written_if_one_fails() {
        let folder = fresh_folder("none");
        let mut outputs = Outputs::default();
        outputs.add(&folder.join("a.png"), vec![1, 2]);
        outputs.add(&folder.join("missing").join("b.json"), vec![3]);
        assert_eq!(outputs.write().unwrap_err().exit_code(), 2);
        assert!(names(&folder).is_empty());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn bad_destinations_are_rejected_before_the_run() {
        let folder = fresh_folder("check");
        let (good, bad) = (folder.join("a.png"), folder.join("missing/a.png"));
        let check = |paths: &[&Path]| {
            let paths: Vec<(&Path, Format)> = paths.iter().map(|&path| (path, Format::Png)).collect();
            Outputs::check(&paths, &[])
        };
        assert!(check(&[&good, Path::new("relative.png")]).is_ok());
        for paths in [vec![bad.as_path()], vec![folder.as_path()], vec![good.as_path(), good.as_path()]] {
            assert_eq!(check(&paths).unwrap_err().exit_code(), 2, "{paths:?}");
        }
        assert!(names(&folder).is_empty());
        fs::remove_dir_all(folder).unwrap();
    }
}
