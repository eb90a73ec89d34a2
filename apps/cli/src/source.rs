//! Where a scene comes from: a built-in name or a file.
//!
//! A built-in name wins over a file of the same name; `./rain` is the file.

use crate::failure::Failure;
use cairn2d_scenes::{Scene, SceneError};
use std::fs;
use std::path::{Path, PathBuf};

/// A scene that was read and checked, and where it came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Source {
    /// The scene.
    pub scene: Scene,
    /// Path and text of its file; `None` for a built-in scene.
    file: Option<(PathBuf, String)>,
}

impl Source {
    /// What to say when the engine refuses the scene.
    #[must_use]
    pub fn refused(&self, error: SceneError) -> Failure {
        match &self.file {
            Some((path, text)) => Failure::in_file(path, text, &error.in_text(text)),
            None => Failure::Input(format!("{}: {error}", self.scene.name)),
        }
    }
}

/// The scene of a built-in name or a path, read and checked.
pub fn find(name: &str) -> Result<Source, Failure> {
    match cairn2d_scenes::find(name) {
        Ok(built_in) => Ok(Source { scene: built_in.scene(), file: None }),
        Err(unknown) => {
            let path = Path::new(name);
            if path.exists() || looks_like_a_path(name) {
                read(path)
            } else {
                Err(Failure::Input(format!("{unknown} (`cairn2d scenes` lists all)")))
            }
        }
    }
}

/// The scene of a file, read and checked.
pub fn read(path: &Path) -> Result<Source, Failure> {
    let refuse = |reason: String| Failure::Input(format!("{}: {reason}", path.display()));
    let bytes = read_bytes(path)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|&&b| b == b'\n').count() + 1;
        refuse(format!("is not UTF-8 text\n  at line {line}, byte {at} of the file"))
    })?;
    // Editors on some systems begin a file with a byte order mark, which JSON does not have.
    let content = text.strip_prefix('\u{feff}').unwrap_or(&text);
    match Scene::from_json(content) {
        Ok(scene) => Ok(Source { scene, file: Some((path.to_owned(), content.to_owned())) }),
        Err(error) => Err(Failure::in_file(path, content, &error)),
    }
}

/// All bytes of a file.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|error| Failure::Input(format!("{}: {}", path.display(), reason(&error))))
}

fn looks_like_a_path(name: &str) -> bool {
    name.contains(['/', '\\', '.'])
}

/// What the system says, in lower case and without its number.
fn reason(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::NotFound => "there is no such file".to_owned(),
        std::io::ErrorKind::IsADirectory => "is a folder, not a file".to_owned(),
        std::io::ErrorKind::PermissionDenied => "may not be read".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_dots_or_slashes_are_paths() {
        for name in ["missing.json", "./rain", "a/b"] {
            let message = find(name).unwrap_err().to_string();
            assert!(message.contains("no such file"), "{message}");
        }
        assert!(find("railn").unwrap_err().to_string().contains("did you mean rain"));
    }
}
