//! Reading: the parts of a file and its metadata.

use cairn2d::{World, WorldConfig};

use crate::error::RecordError;
use crate::format::{END_MARK, FILE_HEADER, Kind, Part, TRAILER, check_file_header};

/// An opened recording. A truncated recording is read up to its last complete part, see
/// [`is_complete`](Recording::is_complete).
#[derive(Clone)]
pub struct Recording {
    pub(crate) bytes: Vec<u8>,
    pub(crate) parts: Vec<Part>,
    title: String,
    engine: String,
    start: Start,
    steps: u64,
    complete: bool,
}

/// The initial world.
#[derive(Clone)]
enum Start {
    Settings(WorldConfig),
    Snapshot(Vec<u8>),
}

impl core::fmt::Debug for Recording {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Recording")
            .field("title", &self.title)
            .field("steps", &self.steps)
            .finish_non_exhaustive()
    }
}

impl Recording {
    /// Opens a recording. Decompresses only the first part; a player decompresses the others when it reaches
    /// them.
    ///
    /// # Errors
    /// Bytes that are not a recording, another version, or damage within the first part.
    pub fn read(bytes: impl Into<Vec<u8>>) -> Result<Recording, RecordError> {
        let bytes = bytes.into();
        check_file_header(&bytes)?;
        let (parts, complete) = find_parts(&bytes);
        let first = parts.first().filter(|part| part.kind == Kind::Start).ok_or(RecordError::Truncated)?;
        let content = first.content(&bytes)?;
        let malformed = RecordError::Malformed { at: first.at, what: "the initial world is missing" };
        let (title, rest) = text(&content).ok_or(malformed.clone())?;
        let (engine, rest) = text(rest).ok_or(malformed.clone())?;
        let start = match rest.split_first() {
            Some((0, settings)) => {
                let config = WorldConfig::from_bytes(settings);
                Start::Settings(config.map_err(|error| RecordError::World(error.to_string()))?)
            }
            Some((1, snapshot)) => Start::Snapshot(snapshot.to_vec()),
            _ => return Err(malformed),
        };
        let steps = parts.iter().map(|part| u64::from(part.steps)).sum();
        Ok(Recording { parts, title, engine, start, steps, complete, bytes })
    }

    /// The title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Version of the recorder that made it. Results may change between engine versions, as the change log
    /// says; verification detects it.
    pub fn engine_version(&self) -> &str {
        &self.engine
    }

    /// Number of steps.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether the recording was finished and no part is missing.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Size of the file \[bytes\].
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Steps after which the file has a keyframe.
    pub fn keyframes(&self) -> impl Iterator<Item = u64> + '_ {
        self.parts.iter().filter(|part| part.kind == Kind::Keyframe).map(|part| part.first_step)
    }

    /// Makes the initial world.
    pub(crate) fn first_world(&self) -> Result<World, RecordError> {
        match &self.start {
            Start::Settings(config) => Ok(World::new(config.clone())?),
            Start::Snapshot(bytes) => load_world(bytes),
        }
    }
}

/// Makes the world of a snapshot.
pub(crate) fn load_world(snapshot: &[u8]) -> Result<World, RecordError> {
    World::from_snapshot(snapshot).map_err(|error| RecordError::World(error.to_string()))
}

/// A text of up to 65,535 bytes and the bytes after it. Invalid UTF-8 is replaced.
fn text(bytes: &[u8]) -> Option<(String, &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<2>()?;
    let (text, rest) = rest.split_at_checked(usize::from(u16::from_le_bytes(*length)))?;
    Some((String::from_utf8_lossy(text).into_owned(), rest))
}

/// The parts of a file in order, and whether the end is present. In a truncated file the list ends with the
/// last complete part.
fn find_parts(bytes: &[u8]) -> (Vec<Part>, bool) {
    let mut parts: Vec<Part> = Vec::new();
    let mut at = FILE_HEADER;
    while let Some(part) = Part::read(bytes, at) {
        let steps = parts.last().map_or(0, |last: &Part| last.first_step + u64::from(last.steps));
        if part.first_step != steps {
            break;
        }
        at = part.end();
        if part.kind == Kind::Index {
            let trailer = bytes.get(at..).unwrap_or_default();
            let ends = trailer.len() == TRAILER
                && trailer[..8] == (part.at as u64).to_le_bytes()
                && trailer[8..] == END_MARK;
            return (parts, ends && part.is_whole(bytes));
        }
        parts.push(part);
    }
    // A part that was truncated while it was written is incomplete.
    while parts.last().is_some_and(|part| !part.is_whole(bytes)) {
        parts.pop();
    }
    (parts, false)
}
