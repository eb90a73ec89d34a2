//! Errors of files that cannot be imported, and notes about what was left out.

use core::fmt;

use cairn2d_polygon::PolygonError;
use cairn2d_scenes::SceneError;
pub use cairn2d_scenes::format::Place;
use cairn2d_scenes::format::SceneErrorKind;

/// Kind of an error in an imported file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ImportErrorKind {
    /// A file is missing, cannot be read, or is outside of the folder of the imported file.
    File,
    /// The text is not UTF-8, not JSON or not XML.
    Syntax,
    /// A field is missing or of the wrong type.
    Structure,
    /// A value is out of its range.
    Range,
    /// A name or number has no object.
    Reference,
    /// A budget is exhausted; see [`Budget`](crate::Budget).
    Size,
    /// The file uses a feature without which the result would be wrong.
    Unsupported,
    /// The engine rejected the scene.
    Engine,
}

/// An error in an imported file: the file, the path of the field, its place, and the reason.
///
/// Displays as `level.tmj: layers[2].objects[0] (line 9, column 31): width must be from 0, but is -1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportError {
    kind: ImportErrorKind,
    file: String,
    /// Steps from the innermost field outwards.
    steps: Vec<Step>,
    place: Option<Place>,
    /// Where the object begins in the text `[bytes]`, until the place is known.
    offset: Option<usize>,
    reason: String,
}

/// The text of a file, in which an error is located.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source<'a> {
    Json(&'a str),
    Xml(&'a str),
    Other,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Key(String),
    Index(usize),
    /// A finished path.
    Text(String),
}

/// Largest number of letters of a path and of a reason: names in them come from files and may have any
/// length.
const LONGEST: [usize; 2] = [300, 2000];

impl ImportError {
    pub(crate) fn new(kind: ImportErrorKind, reason: impl Into<String>) -> ImportError {
        let reason = cut(reason.into(), LONGEST[1]);
        ImportError { kind, file: String::new(), steps: Vec::new(), place: None, offset: None, reason }
    }

    pub(crate) fn range(reason: impl Into<String>) -> ImportError {
        ImportError::new(ImportErrorKind::Range, reason)
    }

    pub(crate) fn structure(reason: impl Into<String>) -> ImportError {
        ImportError::new(ImportErrorKind::Structure, reason)
    }

    pub(crate) fn unsupported(reason: impl Into<String>) -> ImportError {
        ImportError::new(ImportErrorKind::Unsupported, reason)
    }

    /// The budget of `what` is exhausted.
    pub(crate) fn too_many(what: &str, most: usize) -> ImportError {
        ImportError::new(ImportErrorKind::Size, format!("more than {most} {what}"))
    }

    /// Adds an outer field to the path.
    pub(crate) fn field(mut self, name: &str) -> ImportError {
        self.steps.push(Step::Key(name.to_owned()));
        self
    }

    /// Adds an outer index to the path.
    pub(crate) fn index(mut self, index: usize) -> ImportError {
        self.steps.push(Step::Index(index));
        self
    }

    /// Sets the place, unless a more exact one is known.
    pub(crate) fn at(mut self, place: Option<Place>) -> ImportError {
        self.place = self.place.or(place);
        self
    }

    /// Sets where the object begins in XML `[bytes]`, unless an inner one is known; 0 for none.
    pub(crate) fn offset(mut self, offset: usize) -> ImportError {
        self.offset = self.offset.or((offset > 0).then_some(offset));
        self
    }

    /// Sets the file and the place in its text, unless those of an included file are known.
    pub(crate) fn in_file(mut self, file: &str, source: Source<'_>) -> ImportError {
        if !self.file.is_empty() {
            return self;
        }
        file.clone_into(&mut self.file);
        let path = self.full_path();
        self.place = self.place.or_else(|| match source {
            Source::Json(text) => Some(cairn2d_scenes::format::place_of_path(text, &path)),
            Source::Xml(text) => self.offset.map(|offset| place_at(text, offset)),
            Source::Other => None,
        });
        self
    }

    /// Returns the kind of the error.
    pub fn kind(&self) -> ImportErrorKind {
        self.kind
    }

    /// Returns the name of the file with the error, relative to the folder of the imported file.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// Returns the path of the field, such as `layers[2].objects[0]`; empty for the file as a whole.
    pub fn path(&self) -> String {
        cut(self.full_path(), LONGEST[0])
    }

    /// Returns the place in the file.
    pub fn place(&self) -> Option<Place> {
        self.place
    }

    /// Returns the reason, without file and place.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    fn full_path(&self) -> String {
        let mut path = String::new();
        for step in self.steps.iter().rev() {
            match step {
                Step::Index(index) => path.push_str(&format!("[{index}]")),
                Step::Key(text) | Step::Text(text) => {
                    if !path.is_empty() && !text.starts_with('[') {
                        path.push('.');
                    }
                    path.push_str(text);
                }
            }
        }
        path
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            write!(out, "{}: ", self.file)?;
        }
        let (path, place) = (self.path(), self.place);
        let place = place.map(|place| format!("line {}, column {}", place.line, place.column));
        match (path.is_empty(), place) {
            (true, None) => {}
            (true, Some(place)) => write!(out, "{place}: ")?,
            (false, None) => write!(out, "{path}: ")?,
            (false, Some(place)) => write!(out, "{path} ({place}): ")?,
        }
        out.write_str(&self.reason)
    }
}

impl core::error::Error for ImportError {}

impl From<PolygonError> for ImportError {
    fn from(error: PolygonError) -> ImportError {
        let kind = match error {
            PolygonError::TooManyPoints { .. } | PolygonError::TooManyCrossings { .. } => {
                ImportErrorKind::Size
            }
            _ => ImportErrorKind::Range,
        };
        ImportError::new(kind, error.to_string())
    }
}

impl From<SceneError> for ImportError {
    fn from(error: SceneError) -> ImportError {
        let kind = match error.kind() {
            SceneErrorKind::Size => ImportErrorKind::Size,
            _ => ImportErrorKind::Engine,
        };
        let reason = format!("the scene made from the file is rejected: {error}");
        ImportError::new(kind, reason)
    }
}

impl ImportError {
    /// Converts an error of the JSON reader.
    pub(crate) fn of_json(error: SceneError) -> ImportError {
        let kind = match error.kind() {
            SceneErrorKind::Structure => ImportErrorKind::Structure,
            _ => ImportErrorKind::Syntax,
        };
        let mut converted = ImportError::new(kind, error.reason());
        if !error.path().is_empty() {
            converted.steps.push(Step::Text(error.path().to_owned()));
        }
        converted.at(error.place())
    }
}

/// Something in the file that the scene does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// What was left out or changed, and why.
    pub text: String,
    /// The first place in the file, such as `layers[2]`; empty for the file as a whole.
    pub first: String,
    /// How often.
    pub count: u32,
}

impl fmt::Display for Warning {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)?;
        match (self.first.is_empty(), self.count) {
            (true, 1) => Ok(()),
            (true, count) => write!(out, " ({count} times)"),
            (false, 1) => write!(out, " ({})", self.first),
            (false, count) => write!(out, " ({count} times, first at {})", self.first),
        }
    }
}

/// Kinds of warnings that are kept apart.
const MOST_WARNINGS: usize = 100;

/// The warnings of a file, each kind once.
#[derive(Clone, Debug, Default)]
pub(crate) struct Warnings {
    pub(crate) list: Vec<Warning>,
}

impl Warnings {
    pub(crate) fn add(&mut self, text: impl Into<String>, first: fmt::Arguments<'_>) {
        let text = cut(text.into(), LONGEST[0]);
        if let Some(same) = self.list.iter_mut().find(|warning| warning.text == text) {
            same.count = same.count.saturating_add(1);
        } else if self.list.len() < MOST_WARNINGS {
            self.list.push(Warning { text, first: cut(first.to_string(), LONGEST[0]), count: 1 });
        } else if let Some(last) = self.list.last_mut() {
            "further warnings".clone_into(&mut last.text);
            last.count = last.count.saturating_add(1);
        }
    }
}

/// The line and column of a byte of a text.
pub(crate) fn place_at(text: &str, offset: usize) -> Place {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    Place { line, column: 1 + before.len() - start }
}

/// Cuts a text to a number of letters.
fn cut(mut text: String, most: usize) -> String {
    if let Some((end, _)) = text.char_indices().nth(most) {
        text.truncate(end);
        text.push('…');
    }
    text
}
