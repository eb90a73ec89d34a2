//! The source of a scene: a built-in name or a file.
//!
//! A built-in name has priority over a file of the same name; `./rain` is the file.

use crate::failure::Failure;
use crate::{files, plain};
use cairn2d_lua::{Limits, SceneScript, ScriptError};
use cairn2d_scenes::{Overrides, Runner, Scene, SceneError, Setting};
use std::path::{Path, PathBuf};

/// A scene that was read and checked, with its origin.
#[derive(Clone, Debug)]
pub struct Source {
    /// The scene.
    pub scene: Scene,
    /// Path and text of its file; `None` for a built-in scene.
    file: Option<(PathBuf, String)>,
    /// The script, if the file is one in Lua.
    script: Option<SceneScript>,
}

/// Largest number of steps that a file may request; the command line may request more.
const MOST_STEPS: u32 = 1_000_000;

impl Source {
    /// Number of steps to simulate: that of the command line, else that of the scene.
    pub fn steps(&self, given: Option<u32>) -> Result<u32, Failure> {
        let suggested = self.scene.steps;
        if given.is_none() && suggested > MOST_STEPS {
            let name = plain::line(&self.scene.name);
            let reason = format!(
                "{name}: suggests {suggested} steps, more than {MOST_STEPS}; say how many with --steps"
            );
            return Err(Failure::Input(reason));
        }
        Ok(given.unwrap_or(suggested))
    }

    /// Makes the world of the scene, with its script.
    pub fn runner(&self, overrides: Overrides) -> Result<Runner, Failure> {
        let scene = self.scene.clone();
        let made = match &self.script {
            Some(script) => script.runner(scene, overrides),
            None => Runner::from_scene(scene, overrides),
        };
        made.map_err(|error| self.refused(error))
    }

    /// Returns whether the scene is a script in Lua.
    #[must_use]
    pub fn is_script(&self) -> bool {
        self.script.is_some()
    }

    /// The error of a failed step.
    #[must_use]
    pub fn stopped(&self, step: u32, error: SceneError) -> Failure {
        if self.script_error().is_some() {
            return self.refused(error);
        }
        let failed = format!("step {step} of {} failed", self.scene.name);
        Failure::Other(anyhow::Error::new(error).context(failed))
    }

    fn script_error(&self) -> Option<ScriptError> {
        self.script.as_ref().and_then(SceneScript::error)
    }

    /// The error if the engine rejects the scene.
    #[must_use]
    pub fn refused(&self, error: SceneError) -> Failure {
        if let (Some((path, text)), Some(error)) = (&self.file, self.script_error()) {
            return Failure::in_script(path, text, &error);
        }
        match &self.file {
            Some((path, text)) => Failure::in_file(path, text, &error.in_text(text)),
            None => Failure::Input(format!("{}: {error}", plain::line(&self.scene.name))),
        }
    }
}

/// The scene of a built-in name or a path with values of its parameters, read and checked.
pub fn find(name: &str, settings: &[Setting]) -> Result<Source, Failure> {
    let refuse = |error| Failure::Input(format!("{}: {error}", plain::line(name)));
    match cairn2d_scenes::find(name) {
        Ok(built_in) => {
            let (scene, _) = built_in.scene_with(settings).map_err(refuse)?;
            Ok(Source { scene, file: None, script: None })
        }
        Err(unknown) => {
            let path = Path::new(name);
            if path.exists() || looks_like_a_path(name) {
                let mut source = read(path)?;
                source.scene.set_parameters(settings).map_err(refuse)?;
                Ok(source)
            } else {
                Err(Failure::Input(format!("{unknown} (`cairn2d scenes` lists all)")))
            }
        }
    }
}

/// The file that [`find`] would read for this name; `None` for a built-in scene.
#[must_use]
pub fn file_of(name: &str) -> Option<&Path> {
    cairn2d_scenes::find(name).is_err().then(|| Path::new(name))
}

/// The scene of a file, read and checked.
pub fn read(path: &Path) -> Result<Source, Failure> {
    let refuse = |reason: String| Failure::Input(format!("{}: {reason}", plain::path(path)));
    let bytes = files::read(path, files::MOST_TEXT)?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..at].iter().filter(|&&b| b == b'\n').count() + 1;
        refuse(format!("is not UTF-8 text\n  at line {line}, byte {at} of the file"))
    })?;
    // Some editors begin a file with a byte order mark, which JSON does not allow.
    let content = text.strip_prefix('\u{feff}').unwrap_or(&text);
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("lua")) {
        let read = SceneScript::read(&plain::path(path), content, Limits::default());
        let (scene, script) = read.map_err(|error| Failure::in_script(path, content, &error))?;
        let file = Some((path.to_owned(), content.to_owned()));
        return Ok(Source { scene, file, script: Some(script) });
    }
    match Scene::from_json(content) {
        Ok(scene) => Ok(Source { scene, file: Some((path.to_owned(), content.to_owned())), script: None }),
        Err(error) => Err(Failure::in_file(path, content, &error)),
    }
}

fn looks_like_a_path(name: &str) -> bool {
    name.contains(['/', '\\', '.'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_dots_or_slashes_are_paths() {
        for name in ["missing.json", "./rain", "a/b"] {
            let message = find(name, &[]).unwrap_err().to_string();
            assert!(message.contains("no such file"), "{message}");
        }
        assert!(find("railn", &[]).unwrap_err().to_string().contains("did you mean rain"));
    }

    #[test]
    fn settings_apply_to_scenes_and_files() {
        let rows = |value| vec![("rows".to_owned(), value)];
        assert_eq!(find("pyramid990", &rows(3.0)).unwrap().scene.bodies.len(), 7);
        let refused = find("pyramid990", &rows(-3.0)).unwrap_err().to_string();
        assert_eq!(refused, "pyramid990: rows = -3 is not a whole number within 2 and 140");
        let path = std::env::temp_dir().join(format!("cairn2d-settings-{}.json", std::process::id()));
        std::fs::write(&path, r#"{"version": 1, "name": "own", "world": {"gravity": [0, -8]}}"#).unwrap();
        let path_name = path.to_str().unwrap();
        let scene = find(path_name, &[("gravity".to_owned(), 0.5)]).unwrap().scene;
        assert_eq!(scene.world.gravity, [0.0, -4.0]);
        assert!(find(path_name, &rows(3.0)).unwrap_err().to_string().contains("has no parameter \"rows\""));
        std::fs::remove_file(path).unwrap();
    }
}
