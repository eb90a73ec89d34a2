//! Where a scene comes from: a built-in name or a file.
//!
//! A built-in name wins over a file of the same name; `./rain` is the file.

use crate::failure::Failure;
use cairn2d_scenes::Scene;
use std::fs;
use std::path::Path;

/// The scene of a built-in name or a path, read and checked.
pub fn scene(name: &str) -> Result<Scene, Failure> {
    match cairn2d_scenes::find(name) {
        Ok(built_in) => Ok(built_in.scene()),
        Err(unknown) => {
            let path = Path::new(name);
            if path.exists() || looks_like_a_path(name) {
                file(path).map(|(scene, _)| scene)
            } else {
                Err(Failure::Input(format!("{unknown} (`cairn2d scenes` lists all)")))
            }
        }
    }
}

/// The scene of a file, read and checked, and the file's text.
pub fn file(path: &Path) -> Result<(Scene, String), Failure> {
    let refuse = |reason: String| Failure::Input(format!("{}: {reason}", path.display()));
    let bytes = fs::read(path).map_err(|error| refuse(reason(&error)))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|&&b| b == b'\n').count() + 1;
        refuse(format!("is not UTF-8 text\n  at line {line}, byte {at} of the file"))
    })?;
    // Editors on some systems begin a file with a byte order mark, which JSON does not have.
    let content = text.strip_prefix('\u{feff}').unwrap_or(&text);
    match Scene::from_json(content) {
        Ok(scene) => Ok((scene, content.to_owned())),
        Err(error) => Err(Failure::in_file(path, content, &error)),
    }
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
            let message = scene(name).unwrap_err().to_string();
            assert!(message.contains("no such file"), "{message}");
        }
        assert!(scene("railn").unwrap_err().to_string().contains("did you mean rain"));
    }
}
