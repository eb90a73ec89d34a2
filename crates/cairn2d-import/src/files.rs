//! External files, which a file may name: only those below its own folder are read.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};

/// A source of external files.
pub trait Files {
    /// Returns the content of a file of at most `most` bytes. `path` is relative to the folder of the
    /// imported file, with `/` between names and without `..`.
    ///
    /// # Errors
    /// The reason why the file is not read.
    fn read(&self, path: &str, most: usize) -> Result<Vec<u8>, String>;
}

/// The files below a folder; links that lead out of it are rejected.
#[derive(Clone, Debug)]
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// Returns the files below `root`.
    pub fn new(root: impl Into<PathBuf>) -> Folder {
        Folder { root: root.into() }
    }
}

impl Files for Folder {
    fn read(&self, path: &str, most: usize) -> Result<Vec<u8>, String> {
        let resolve = |path: &Path| fs::canonicalize(path).map_err(|error| error.to_string());
        let (root, target) = (resolve(&self.root)?, resolve(&self.root.join(path))?);
        if !target.starts_with(&root) {
            return Err("leads out of the folder of the imported file".to_owned());
        }
        read_regular(&target, most)
    }
}

/// Reads a regular file: devices and pipes may never end.
pub(crate) fn read_regular(path: &Path, most: usize) -> Result<Vec<u8>, String> {
    let metadata = fs::metadata(path).map_err(|error| error.to_string())?;
    if !metadata.is_file() {
        return Err("is not a regular file".to_owned());
    }
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    // The length in the metadata is not that of a growing file.
    file.take(most as u64 + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() > most {
        return Err(format!("has more than the {most} bytes left of the budget"));
    }
    Ok(bytes)
}

/// Files in memory, by their paths.
impl Files for BTreeMap<String, Vec<u8>> {
    fn read(&self, path: &str, most: usize) -> Result<Vec<u8>, String> {
        let bytes = self.get(path).ok_or("there is no such file")?;
        if bytes.len() > most {
            return Err(format!("has more than the {most} bytes left of the budget"));
        }
        Ok(bytes.clone())
    }
}

/// No files: every external file is an error.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFiles;

impl Files for NoFiles {
    fn read(&self, _: &str, _: usize) -> Result<Vec<u8>, String> {
        Err("external files are not available".to_owned())
    }
}

/// Returns the path of `name` seen from the file `from`, without `.` and `..`; `None` if it leads out of the
/// folder, or is absolute.
pub(crate) fn join(from: &str, name: &str) -> Option<String> {
    let name = name.replace('\\', "/");
    let mut parts: Vec<String> = Vec::new();
    let folder = Path::new(from).parent().unwrap_or(Path::new(""));
    for part in folder.join(Path::new(&name)).components() {
        match part {
            Component::Normal(part) => parts.push(part.to_str()?.to_owned()),
            Component::CurDir => {}
            Component::ParentDir => drop(parts.pop()?),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    // A drive letter is a prefix on Windows only, and a stream of a file is behind a colon there.
    let is_plain = !parts.is_empty() && parts.iter().all(|part| !part.contains([':', '\0']));
    is_plain.then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_paths_stay_below_the_folder() {
        assert_eq!(join("", "a.tsx").as_deref(), Some("a.tsx"));
        assert_eq!(join("sets/b.tmx", "./../a/c.tsx").as_deref(), Some("a/c.tsx"));
        assert_eq!(join("sets/b.tmx", "..\\c.tsx").as_deref(), Some("c.tsx"));
        for bad in ["../a", "/etc/passwd", "a/../../b", "C:\\x", "c:x", "", ".", "a\0b", "\\\\host\\x"] {
            assert_eq!(join("", bad), None, "{bad:?}");
        }
        assert_eq!(join("sets/b.tmx", "../../x"), None);
    }

    #[cfg(unix)]
    #[test]
    fn links_out_of_the_folder_are_rejected() {
        let root = std::env::temp_dir().join(format!("cairn2d-import-{}", std::process::id()));
        let inner = root.join("inner");
        fs::create_dir_all(&inner).unwrap();
        fs::write(root.join("secret"), "x").unwrap();
        fs::write(inner.join("own"), "yz").unwrap();
        let _ = std::os::unix::fs::symlink(root.join("secret"), inner.join("link"));
        let folder = Folder::new(&inner);
        assert_eq!(folder.read("own", 2), Ok(b"yz".to_vec()));
        assert!(folder.read("own", 1).unwrap_err().contains("budget"));
        assert!(folder.read("link", 9).unwrap_err().contains("leads out"));
        assert!(folder.read("missing", 9).is_err());
        assert!(folder.read(".", 9).unwrap_err().contains("regular"));
        fs::remove_dir_all(root).unwrap();
    }
}
