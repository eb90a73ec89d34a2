//! Where results go: files that appear whole or not at all, and standard output.
//!
//! Invariant: no file is created, and none replaced, before everything the command makes is ready. Every file is first
//! written beside its destination under a temporary name and then renamed; if any write fails, all temporary files are removed.

use crate::failure::Failure;
use anyhow::{Context as _, anyhow};
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// Files to be written together at the end.
#[derive(Debug, Default)]
pub struct Outputs {
    files: Vec<(PathBuf, Vec<u8>)>,
}

impl Outputs {
    /// Checks, before any work is done, that files could be written at these paths.
    pub fn check(paths: &[&Path]) -> Result<(), Failure> {
        for (i, path) in paths.iter().enumerate() {
            let shown = path.display();
            if path.file_name().is_none() || path.is_dir() {
                return Err(Failure::Input(format!("{shown}: is a folder, not a file to write to")));
            }
            if !folder(path).is_dir() {
                let missing = folder(path).display();
                return Err(Failure::Input(format!("{shown}: there is no folder {missing}")));
            }
            if paths[..i].contains(path) {
                return Err(Failure::Input(format!("{shown}: two results would go to the same file")));
            }
        }
        Ok(())
    }

    /// Adds a file; nothing is written yet.
    pub fn add(&mut self, path: &Path, bytes: Vec<u8>) {
        self.files.push((path.to_owned(), bytes));
    }

    /// Writes all files, or none when one cannot be written.
    pub fn write(self) -> Result<(), Failure> {
        let mut written = Vec::new();
        let result = self.write_temporary(&mut written);
        let result = result.and_then(|()| {
            written.iter().try_for_each(|(from, to)| {
                fs::rename(from, to).with_context(|| format!("cannot write {}", to.display()))
            })
        });
        if result.is_err() {
            for (temporary, _) in &written {
                // Whatever was renamed already is gone; the error that counts is the first one.
                let _ = fs::remove_file(temporary);
            }
        }
        result.map_err(Failure::Other)
    }

    fn write_temporary(&self, written: &mut Vec<(PathBuf, PathBuf)>) -> anyhow::Result<()> {
        for (path, bytes) in &self.files {
            let temporary = temporary_name(path)?;
            written.push((temporary.clone(), path.clone()));
            fs::write(&temporary, bytes).with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}

/// Writes text to standard output; a reader that has seen enough, such as `head`, is no error.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::Other(anyhow!(error).context("cannot write to standard output")))
        }
        _ => Ok(()),
    }
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn temporary_name(path: &Path) -> anyhow::Result<PathBuf> {
    let name = path.file_name().with_context(|| format!("{} is not a file name", path.display()))?;
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(format!(".{}.tmp", std::process::id()));
    Ok(path.with_file_name(hidden))
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn all_files_are_written_under_their_names_only() {
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
    fn nothing_is_written_when_one_file_cannot_be() {
        let folder = fresh_folder("none");
        let mut outputs = Outputs::default();
        outputs.add(&folder.join("a.png"), vec![1, 2]);
        outputs.add(&folder.join("missing").join("b.json"), vec![3]);
        assert_eq!(outputs.write().unwrap_err().exit_code(), 1);
        assert!(names(&folder).is_empty());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn bad_destinations_are_found_before_the_work() {
        let folder = fresh_folder("check");
        let (good, bad) = (folder.join("a.png"), folder.join("missing/a.png"));
        assert!(Outputs::check(&[&good, Path::new("relative.png")]).is_ok());
        for paths in [vec![bad.as_path()], vec![folder.as_path()], vec![good.as_path(), good.as_path()]] {
            assert_eq!(Outputs::check(&paths).unwrap_err().exit_code(), 2, "{paths:?}");
        }
        fs::remove_dir_all(folder).unwrap();
    }
}
