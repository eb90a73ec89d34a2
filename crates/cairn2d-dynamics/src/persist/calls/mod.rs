//! The log of calls: while a world is recorded, every public function that changes it writes down which one it was and what it was given,
//! after it succeeded. Made again in the same order on a world that began the same, they give the same bits.
//!
//! Four parts: `op.rs` numbers the functions, `bytes.rs` and `things.rs` say how what they take is written, `apply.rs` makes the call that was
//! read. What changes no result is not written: threads, lanes, clocks, memory, events that are taken.
//!
//! Invariant: a public function writes one entry, its own or that of a public function it is made of, and none if it was refused. The tests
//! read the sources and compare their functions with the numbers.

pub(crate) mod bytes;
pub(crate) mod checks;
pub(crate) mod locate;
pub(crate) mod op;
pub(crate) mod things;
pub use bytes::CallReader;
pub(crate) use bytes::FunctionSet;
pub(crate) use bytes::{Put, Read, Writer};
pub(crate) use op::Op;

use core::fmt;
use std::sync::Arc;

use crate::state::State;
use crate::store::id::{BodyId, JointId};
use crate::tables::config::WorldConfig;
use crate::tables::error::CallError;
use crate::tables::hooks::{PairFilter, PreSolve};
use crate::tables::joint::CustomConstraint;
use crate::tables::report::StepReport;

/// Version of how calls are written; a change of it makes older recordings unreadable.
pub const CALLS_VERSION: u16 = 1;

/// How often a recorded world notes what it is, so that a replay can be compared with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallChecks {
    /// Steps from one hash of the whole state to the next, with sums by which one or two bodies that differ are found, 14 bytes in all; 0 for none.
    /// Default 1.
    pub hash_every: u32,
    /// Steps from one note of every awake body to the next, 2 bytes for each; 0 for none. Default 60.
    pub bodies_every: u32,
}

impl Default for CallChecks {
    fn default() -> CallChecks {
        CallChecks { hash_every: 1, bodies_every: 60 }
    }
}

/// What was read from a log of calls, and done.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AppliedCall {
    /// A call of this function.
    Call(&'static str),
    /// A step.
    Step(StepReport),
    /// A comparison of the whole state with what was recorded.
    Hash {
        /// Whether it is the same.
        same: bool,
    },
    /// A comparison of sums over the awake bodies with those that were recorded.
    Located {
        /// The bodies that differ, if they are one or two.
        bodies: Vec<BodyId>,
        /// Whether the sums are the same.
        same: bool,
    },
    /// A comparison of the awake bodies with those that were recorded.
    Bodies {
        /// Those that are not the same, in ascending slot order: of the world as it is now. Bodies that only the recorded world had awake are
        /// among them if they exist.
        differing: Vec<BodyId>,
        /// Whether all bodies that were recorded are the same, those that do not exist any more included.
        same: bool,
    },
}

/// The functions of the caller's that a log of calls cannot hold, handed in when it is followed. They are counted from 0 in the order in which
/// they were set, all kinds together. `()` has none.
pub trait Functions {
    /// What [`World::set_pair_filter`] was given.
    fn pair_filter(&self, index: u32) -> Option<Arc<PairFilter>> {
        let _ = index;
        None
    }

    /// What [`World::set_pre_solve`] was given.
    fn pre_solve(&self, index: u32) -> Option<Arc<PreSolve>> {
        let _ = index;
        None
    }

    /// What a [`Custom`](crate::Custom) joint was given.
    fn constraint(&self, index: u32) -> Option<Arc<dyn CustomConstraint>> {
        let _ = index;
        None
    }

    /// What [`World::restore_with`] was given for a joint.
    fn constraint_of(&self, joint: JointId) -> Option<Arc<dyn CustomConstraint>> {
        let _ = joint;
        None
    }
}

impl Functions for () {}

/// The log of a world, if it is recorded, and whether anything ever changed the world.
#[derive(Default)]
pub(crate) struct Calls {
    pub(crate) touched: bool,
    pub(crate) log: Option<Box<Log>>,
}

/// The calls since they were last taken, and what is counted over all of them.
pub(crate) struct Log {
    pub(crate) writer: Writer,
    pub(crate) checks: CallChecks,
    pub(crate) steps: u64,
}

/// A clone has a history of its own: it is not recorded.
impl Clone for Calls {
    fn clone(&self) -> Calls {
        Calls { touched: self.touched, log: None }
    }
}

impl Calls {
    /// Writes a call down, if the world is recorded.
    #[inline]
    pub(crate) fn note(&mut self, op: Op, arguments: &dyn Put) {
        self.touched = true;
        if let Some(log) = &mut self.log {
            log.writer.bytes.push(op as u8);
            arguments.put(&mut log.writer);
        }
    }

    /// Notes that the world did not begin empty.
    pub(crate) fn touch(&mut self) {
        self.touched = true;
    }

    /// Writes a step down that was taken, and what the world is now.
    pub(crate) fn note_step(&mut self, state: &State, dt: f32, again: bool) {
        if again {
            self.note(Op::StepAgain, &());
        } else {
            self.note(Op::Step, &dt);
        }
        if let Some(log) = &mut self.log {
            log.steps += 1;
        }
        self.note_checks(state);
    }

    fn note_checks(&mut self, state: &State) {
        let Some(log) = &self.log else { return };
        let (steps, checks) = (log.steps, log.checks);
        let due = |every: u32| every != 0 && steps.is_multiple_of(u64::from(every));
        if due(checks.hash_every) {
            let hash = checks::short_hash(state);
            self.note(Op::Hash, &hash);
            if let Some(sums) = locate::sums(state) {
                self.note(Op::Sums, &sums);
            }
        }
        if due(checks.bodies_every) {
            let bodies = checks::awake_digests(state);
            self.note(Op::Bodies, &bodies);
        }
    }
}

impl fmt::Debug for Calls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Calls").field("recorded", &self.log.is_some()).finish_non_exhaustive()
    }
}

impl WorldConfig {
    /// The settings as bytes, for [`from_bytes`](WorldConfig::from_bytes); not the threads and lanes, which are the machine's.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        self.put(&mut writer);
        writer.bytes
    }

    /// Settings from bytes, with one thread and the best lanes of this machine.
    ///
    /// # Errors
    /// Bytes that are no settings, or settings out of their range.
    pub fn from_bytes(bytes: &[u8]) -> Result<WorldConfig, CallError> {
        let mut reader = CallReader::new(bytes, &());
        let config: WorldConfig = Read::read(&mut reader)?;
        if !reader.is_at_end() || config.validate().is_err() {
            return Err(CallError::Malformed("settings of a world"));
        }
        Ok(config)
    }
}
