//! Errors of recordings, and differences of a replay.

use core::fmt;

use cairn2d::{BodyId, CallError, ValueError};

/// Error of making, reading or replaying a recording.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RecordError {
    /// The bytes do not begin like a recording.
    Mark,
    /// The recording has another version of the file format or of the call encoding.
    Version {
        /// Version of the recording.
        found: u16,
        /// Version that this crate reads.
        known: u16,
    },
    /// The recording ends within its first part, which holds the initial world.
    Truncated,
    /// A part is damaged: its checksum does not match.
    Damaged {
        /// Position of the part in the file \[bytes\].
        at: usize,
    },
    /// The content of a part is invalid.
    Malformed {
        /// Position of the part in the file \[bytes\].
        at: usize,
        /// Description of the error.
        what: &'static str,
    },
    /// The world is no longer recorded: it was replaced, or the recording of its calls was ended.
    Lost,
    /// The world already has hooks or custom joints, whose functions cannot be written. Start recording
    /// before they are set.
    Functions,
    /// The calls of one step exceed the size of a part.
    TooLarge {
        /// Their size \[bytes\].
        bytes: usize,
    },
    /// The initial world or the world of a keyframe is invalid.
    World(String),
    /// A call failed.
    Call {
        /// Number of steps before the call.
        step: u64,
        /// The error of the call.
        error: CallError,
    },
    /// The replay differs from the recording.
    Diverged(Box<Divergence>),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Mark => write!(f, "this is not a recording"),
            RecordError::Version { found, known } => {
                write!(f, "the recording has version {found}, this program reads version {known}")
            }
            RecordError::Truncated => write!(f, "the recording ends within its initial world"),
            RecordError::Damaged { at } => write!(f, "the recording is damaged at byte {at}"),
            RecordError::Malformed { at, what } => write!(f, "at byte {at}: {what}"),
            RecordError::Lost => write!(f, "the world is no longer recorded"),
            RecordError::Functions => {
                write!(
                    f,
                    "a world that has hooks or custom joints cannot be recorded; start before they are set"
                )
            }
            RecordError::TooLarge { bytes } => {
                write!(f, "the calls of one step have {bytes} bytes, which is too many")
            }
            RecordError::World(reason) => write!(f, "the world is invalid: {reason}"),
            RecordError::Call { step, error } => write!(f, "after step {step}: {error}"),
            RecordError::Diverged(divergence) => write!(f, "{divergence}"),
        }
    }
}

impl core::error::Error for RecordError {}

impl From<ValueError> for RecordError {
    fn from(error: ValueError) -> RecordError {
        RecordError::World(error.to_string())
    }
}

/// Where a replay differs from its recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence {
    /// The first step with a different state or with a rejected call.
    pub step: u64,
    /// The last step whose state was compared and is equal; no step between the two was compared.
    pub same_until: u64,
    /// The difference.
    pub problem: Problem,
    /// The bodies that differ at the first comparison of bodies, in ascending slot order. Empty if none
    /// differs there, or if no bodies were recorded.
    pub bodies: Vec<BodyId>,
    /// The step after which the bodies were compared.
    pub bodies_at: Option<u64>,
}

/// Kind of difference between a replay and its recording.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The hash of the state differs.
    Hash,
    /// A body has another pose or velocity, or does not exist.
    Bodies,
    /// The state differs from a keyframe.
    Keyframe,
    /// The world rejects a call.
    Refused(String),
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            Problem::Refused(reason) => write!(f, "in step {} {reason}", self.step)?,
            _ => write!(f, "after step {} the world differs", self.step)?,
        }
        if self.same_until + 1 < self.step {
            write!(f, " (the same until step {}, no step in between was compared)", self.same_until)?;
        }
        let Some(at) = self.bodies_at else { return Ok(()) };
        if self.bodies.is_empty() {
            return write!(f, "; after step {at} no awake body differs");
        }
        let names: Vec<String> = self.bodies.iter().take(8).map(BodyId::to_string).collect();
        let more = self.bodies.len().saturating_sub(names.len());
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        write!(f, "; after step {at} these differ: {}{rest}", names.join(", "))
    }
}

/// Allows `?` to convert the error into that of the engine.
impl From<RecordError> for cairn2d::Error {
    fn from(error: RecordError) -> cairn2d::Error {
        cairn2d::Error::Other(error.to_string())
    }
}
