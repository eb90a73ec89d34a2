//! Errors of scenes, with their place.

use core::fmt;

use serde::de::DeserializeOwned;

/// A place in the text of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line, from 1.
    pub line: usize,
    /// The column in bytes, from 1.
    pub column: usize,
}

/// Kind of an error in a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SceneErrorKind {
    /// The text is not JSON.
    Syntax,
    /// A field is missing, unknown, or of the wrong type.
    Structure,
    /// A value is out of its range.
    Range,
    /// A name or index has no object.
    Reference,
    /// The file has a version that this program does not read.
    Version,
    /// The scene exceeds the limits; see [`Limits`](crate::Limits).
    Size,
    /// The engine rejected a part of the scene.
    Engine,
}

/// An error in a scene: the path of the field, its place in the file if there is one, and the reason.
///
/// Displays as `bodies[3].shapes[0].geometry.circle.radius (line 9, column 31): must be above 0, but is -1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneError {
    pub(crate) kind: SceneErrorKind,
    pub(crate) path: String,
    pub(crate) place: Option<Place>,
    pub(crate) reason: String,
}

impl SceneError {
    /// Largest number of letters of a path and of a reason: names in them come from files and may have any
    /// length.
    const LONGEST: [usize; 2] = [300, 2000];

    pub(crate) fn new(kind: SceneErrorKind, path: String, reason: String) -> Self {
        Self { kind, path: cut(path, Self::LONGEST[0]), place: None, reason: cut(reason, Self::LONGEST[1]) }
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> SceneErrorKind {
        self.kind
    }

    /// Returns the path of the field, such as `bodies[3].shapes[0].density`; empty for the file as a whole.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the place in the file, if the scene was read from text.
    pub fn place(&self) -> Option<Place> {
        self.place
    }

    /// Returns the reason, without the place.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    /// Adds the place in the text of the scene, for errors found after reading, such as those of the engine.
    ///
    /// A known place stays.
    #[must_use]
    pub fn in_text(mut self, text: &str) -> Self {
        self.place = self.place.or_else(|| Some(place_of_path(text, &self.path)));
        self
    }
}

impl fmt::Display for SceneError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.path.is_empty(), self.place) {
            (true, None) => {}
            (true, Some(place)) => write!(out, "line {}, column {}: ", place.line, place.column)?,
            (false, None) => write!(out, "{}: ", self.path)?,
            (false, Some(place)) => {
                write!(out, "{} (line {}, column {}): ", self.path, place.line, place.column)?;
            }
        }
        out.write_str(&self.reason)
    }
}

impl core::error::Error for SceneError {}

/// Cuts a text to a number of letters.
fn cut(mut text: String, most: usize) -> String {
    if let Some((end, _)) = text.char_indices().nth(most) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// One step of the path to a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Key(String),
    Index(usize),
}

/// Writes a path as `bodies[3].shapes[0].density`.
pub(crate) fn path_text(path: &[Step]) -> String {
    let mut text = String::new();
    for step in path {
        match step {
            Step::Index(index) => text.push_str(&format!("[{index}]")),
            Step::Key(key) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(key);
            }
        }
    }
    text
}

/// Reads a path as [`path_text`] writes it; a key that has dots or brackets itself is cut there.
fn steps_of(path: &str) -> Vec<Step> {
    let words = path.split(['.', '[']).filter(|word| !word.is_empty());
    let index = |word: &str| word.strip_suffix(']').and_then(|digits| digits.parse().ok()).map(Step::Index);
    words.map(|word| index(word).unwrap_or_else(|| Step::Key(word.to_owned()))).collect()
}

/// Returns the place of the value at a path such as `bodies[3].shapes[0]` in well-formed JSON; of the
/// innermost value that exists if the path leads further.
pub fn place_of_path(text: &str, path: &str) -> Place {
    super::locate::locate(text, &steps_of(path))
}

/// Reads a value from JSON; nothing but space may follow.
///
/// # Errors
/// Text that is not JSON, and values that `T` refuses. Each has the path of the field and its place.
pub fn read_json<T: DeserializeOwned>(text: &str) -> Result<T, SceneError> {
    serde_json::from_str(text).map_err(|error| {
        let structure = error.classify() == serde_json::error::Category::Data;
        let kind = if structure { SceneErrorKind::Structure } else { SceneErrorKind::Syntax };
        // The reader repeats the place at the end of its message; ours is in front.
        let message = error.to_string();
        let place = Place { line: error.line(), column: error.column() };
        let suffix = format!(" at line {} column {}", place.line, place.column);
        let reason = message.strip_suffix(&suffix).unwrap_or(&message).to_owned();
        let place = (place.line > 0).then_some(place);
        let path = place.map_or_else(String::new, |place| path_text(&super::locate::path_at(text, place)));
        SceneError { place, ..SceneError::new(kind, path, reason) }
    })
}

/// Allows `?` to convert the error into that of the engine.
impl From<SceneError> for cairn2d::Error {
    fn from(error: SceneError) -> cairn2d::Error {
        cairn2d::Error::Other(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engine_errors_get_their_position_in_the_file() {
        let text = "{\n \"bodies\": [{}, {\"shapes\": [{\"density\": 1}]}]\n}";
        let path = "bodies[1].shapes[0].density".to_owned();
        assert_eq!(path_text(&steps_of(&path)), path);
        let error = SceneError::new(SceneErrorKind::Engine, path, "no".to_owned()).in_text(text);
        let column = text.lines().nth(1).and_then(|line| line.find('1')).map(|at| at + 1);
        assert_eq!(error.place().map(|place| (place.line, Some(place.column))), Some((2, column)));
        assert_eq!(error.clone().in_text("{}"), error);
    }
}
