//! Reading: where the parts of a file are, and what it says of itself.

use cairn2d::{World, WorldConfig};

use crate::error::RecordError;
use crate::format::{END_MARK, FILE_HEADER, Kind, Part, TRAILER, check_file_header};

/// A recording that was opened. One that was cut off is read as far as it goes, see
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

/// How the world began.
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
    /// Opens a recording. Of its parts only the first is unpacked; the others are when a player comes to
    /// them.
    ///
    /// # Errors
    /// Bytes that are no recording, or one of another version, or one that is damaged or cut off where it
    /// begins.
    pub fn read(bytes: impl Into<Vec<u8>>) -> Result<Recording, RecordError> {
        let bytes = bytes.into();
        check_file_header(&bytes)?;
        let (parts, complete) = find_parts(&bytes);
        let first = parts.first().filter(|part| part.kind == Kind::Start).ok_or(RecordError::Truncated)?;
        let content = first.content(&bytes)?;
        let malformed = RecordError::Malformed { at: first.at, what: "it does not say how the world began" };
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

    /// What it is called.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Version of the recorder that made it. Between versions of the engine results may change, as the change
    /// log says; verification tells.
    pub fn engine_version(&self) -> &str {
        &self.engine
    }

    /// Steps in it.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether it was finished, and nothing behind the parts that were found is missing.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// Size of the file \[bytes\].
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Steps after which there is a keyframe.
    pub fn keyframes(&self) -> impl Iterator<Item = u64> + '_ {
        self.parts.iter().filter(|part| part.kind == Kind::Keyframe).map(|part| part.first_step)
    }

    /// The world as it began.
    pub(crate) fn first_world(&self) -> Result<World, RecordError> {
        match &self.start {
            Start::Settings(config) => Ok(World::new(config.clone())?),
            Start::Snapshot(bytes) => load_world(bytes),
        }
    }
}

/// The world of a snapshot.
pub(crate) fn load_world(snapshot: &[u8]) -> Result<World, RecordError> {
    World::from_snapshot(snapshot).map_err(|error| RecordError::World(error.to_string()))
}

/// A text of up to 65,535 bytes and what follows it. What is no text is shown as far as it is.
fn text(bytes: &[u8]) -> Option<(String, &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<2>()?;
    let (text, rest) = rest.split_at_checked(usize::from(u16::from_le_bytes(*length)))?;
    Some((String::from_utf8_lossy(text).into_owned(), rest))
}

/// The parts of a file one after the other, and whether the end is there. Of a file that was cut off, the
/// last part that is whole is the last.
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
    // What was being written when it was cut off is not whole.
    while parts.last().is_some_and(|part| !part.is_whole(bytes)) {
        parts.pop();
    }
    (parts, false)
}
