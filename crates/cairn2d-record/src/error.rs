//! What can be wrong with a recording, and how a replay can differ from it.

use core::fmt;

use cairn2d::{BodyId, CallError, ValueError};

/// Why a recording cannot be made, read or followed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RecordError {
    /// These bytes are no recording.
    Mark,
    /// The recording was made by another version of the format, or of how calls are written.
    Version {
        /// What it was made by.
        found: u16,
        /// What can be read.
        known: u16,
    },
    /// The recording ends before the world that it begins with.
    Truncated,
    /// A part is damaged: its check does not fit.
    Damaged {
        /// Where the part begins \[bytes\].
        at: usize,
    },
    /// A part holds what it cannot hold.
    Malformed {
        /// Where the part begins \[bytes\].
        at: usize,
        /// What is wrong.
        what: &'static str,
    },
    /// The world is not recorded any more: it was replaced, or the recording of its calls was ended.
    Lost,
    /// A world that has hooks or custom joints already cannot be recorded from now on, as their functions
    /// cannot be written: begin before they are set.
    Functions,
    /// More calls in one step than a part can hold.
    TooLarge {
        /// Their size \[bytes\].
        bytes: usize,
    },
    /// The world at the beginning, or that of a keyframe, cannot be made.
    World(String),
    /// A call cannot be made.
    Call {
        /// Steps taken before it.
        step: u64,
        /// What is wrong.
        error: CallError,
    },
    /// The replay is not what was recorded.
    Diverged(Box<Divergence>),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Mark => write!(f, "this is no recording"),
            RecordError::Version { found, known } => {
                write!(f, "the recording has version {found}, this program reads version {known}")
            }
            RecordError::Truncated => write!(f, "the recording ends before its beginning is complete"),
            RecordError::Damaged { at } => write!(f, "the recording is damaged at byte {at}"),
            RecordError::Malformed { at, what } => write!(f, "at byte {at}: {what}"),
            RecordError::Lost => write!(f, "the world is not recorded any more"),
            RecordError::Functions => {
                write!(f, "a world that has hooks or custom joints cannot be recorded from now on")
            }
            RecordError::TooLarge { bytes } => write!(f, "{bytes} bytes of calls in one step are too many"),
            RecordError::World(reason) => write!(f, "the world cannot be made: {reason}"),
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

/// Where a replay leaves the recording.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence {
    /// The first step after which the state differs, or during which a call was refused.
    pub step: u64,
    /// The last step whose state was compared and is the same; between the two nothing was noted.
    pub same_until: u64,
    /// What was found.
    pub problem: Problem,
    /// The bodies that differ, in ascending slot order, where they were compared first: none if no body
    /// differs there, or nothing was noted.
    pub bodies: Vec<BodyId>,
    /// The step after which the bodies were compared.
    pub bodies_at: Option<u64>,
}

/// What shows that a replay is not what was recorded.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The hash of the state is another one.
    Hash,
    /// A body is elsewhere or moves otherwise, or does not exist.
    Bodies,
    /// The state is not that of a keyframe.
    Keyframe,
    /// The world refuses a call.
    Refused(String),
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            Problem::Refused(reason) => write!(f, "in step {} {reason}", self.step)?,
            _ => write!(f, "after step {} the world is another one", self.step)?,
        }
        if self.same_until + 1 < self.step {
            write!(f, " (the same until step {}, nothing was noted in between)", self.same_until)?;
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

/// So that programs can pass every error on with `?` as one of the engine.
impl From<RecordError> for cairn2d::Error {
    fn from(error: RecordError) -> cairn2d::Error {
        cairn2d::Error::Other(error.to_string())
    }
}
