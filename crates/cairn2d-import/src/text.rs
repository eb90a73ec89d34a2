//! Text of files: UTF-8, JSON and XML within the budget.

use roxmltree::{Document, Node, ParsingOptions};
use serde::de::DeserializeOwned;

use crate::error::{ImportError, ImportErrorKind, Place, Source, place_at};
use crate::files::{Files, join};
use crate::options::Budget;

/// The files of an import and what is left of the budget of reading.
pub(crate) struct Sources<'a> {
    files: &'a dyn Files,
    bytes: usize,
    count: usize,
    objects: usize,
    budget: Budget,
}

impl<'a> Sources<'a> {
    pub(crate) fn new(files: &'a dyn Files, budget: Budget) -> Sources<'a> {
        Sources { files, bytes: budget.bytes, count: budget.files, objects: budget.objects, budget }
    }

    /// Text of the imported file.
    pub(crate) fn text<'b>(&mut self, bytes: &'b [u8]) -> Result<&'b str, ImportError> {
        self.bytes = self
            .bytes
            .checked_sub(bytes.len())
            .ok_or_else(|| ImportError::too_many("bytes", self.budget.bytes))?;
        let text = core::str::from_utf8(bytes).map_err(|error| {
            let line = 1 + bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
            ImportError::new(ImportErrorKind::Syntax, format!("is not UTF-8 text, at line {line}"))
        })?;
        // Some editors begin a file with a byte order mark.
        Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
    }

    /// Reads an external file that the file `from` names; returns its path and its text.
    pub(crate) fn open(&mut self, from: &str, name: &str) -> Result<(String, String), ImportError> {
        let refuse = |why: String| ImportError::new(ImportErrorKind::File, format!("{name:?}: {why}"));
        let path = join(from, name)
            .ok_or_else(|| refuse("is not below the folder of the imported file".to_owned()))?;
        self.count =
            self.count.checked_sub(1).ok_or_else(|| ImportError::too_many("files", self.budget.files))?;
        let bytes = self.files.read(&path, self.bytes).map_err(refuse)?;
        let text = self.text(&bytes).map_err(|error| error.in_file(&path, Source::Other))?.to_owned();
        Ok((path, text))
    }

    /// Reads JSON.
    pub(crate) fn json<T: DeserializeOwned>(&mut self, text: &str) -> Result<T, ImportError> {
        let objects = count_unquoted(text, b'{');
        self.spend_objects(objects)?;
        cairn2d_scenes::format::read_json(text).map_err(ImportError::of_json)
    }

    /// Reads XML.
    pub(crate) fn xml<'b>(&mut self, text: &'b str) -> Result<Document<'b>, ImportError> {
        // Entities of a file could make a short text very long.
        if let Some(at) = text.find("<!ENTITY") {
            let line = 1 + text[..at].bytes().filter(|&byte| byte == b'\n').count();
            let reason = "entities of its own are not read";
            return Err(ImportError::unsupported(reason).at(Some(Place { line, column: 1 })));
        }
        let nodes_limit = u32::try_from(self.objects).unwrap_or(u32::MAX);
        let options = ParsingOptions { allow_dtd: true, nodes_limit, ..ParsingOptions::default() };
        let document = Document::parse_with_options(text, options).map_err(|error| {
            if matches!(error, roxmltree::Error::NodesLimitReached) {
                return ImportError::too_many("objects", self.budget.objects);
            }
            let at = error.pos();
            let place = Place { line: at.row as usize, column: at.col as usize };
            ImportError::new(ImportErrorKind::Syntax, error.to_string()).at(Some(place))
        })?;
        self.spend_objects(document.descendants().len())?;
        Ok(document)
    }

    fn spend_objects(&mut self, count: usize) -> Result<(), ImportError> {
        self.objects = self
            .objects
            .checked_sub(count)
            .ok_or_else(|| ImportError::too_many("objects", self.budget.objects))?;
        Ok(())
    }
}

/// Counts a byte outside of the strings of a JSON text.
fn count_unquoted(text: &str, wanted: u8) -> usize {
    let (mut count, mut in_string, mut escaped) = (0, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if byte == wanted && !in_string => count += 1,
            _ => {}
        }
    }
    count
}

/// Where an element begins.
pub(crate) fn place_of(node: Node<'_, '_>) -> Place {
    place_at(node.document().input_text(), node.range().start)
}

/// An attribute as a value of a type; `None` if it is missing.
pub(crate) fn attribute<T: core::str::FromStr>(
    node: Node<'_, '_>,
    name: &str,
) -> Result<Option<T>, ImportError> {
    let Some(text) = node.attribute(name) else { return Ok(None) };
    let value = text.trim().parse().map_err(|_| {
        let shown: String = text.chars().take(40).collect();
        ImportError::structure(format!("{name} is {shown:?}, not a number of its type"))
            .field(name)
            .at(Some(place_of(node)))
    })?;
    Ok(Some(value))
}

/// A finite number of an attribute, or a default.
pub(crate) fn number(node: Node<'_, '_>, name: &str, missing: f64) -> Result<f64, ImportError> {
    let value = attribute(node, name)?.unwrap_or(missing);
    if value.is_finite() || value == missing {
        return Ok(value);
    }
    Err(ImportError::range(format!("{name} is not finite")).field(name).at(Some(place_of(node))))
}
