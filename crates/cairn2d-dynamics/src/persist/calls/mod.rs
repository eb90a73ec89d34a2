//! The call log. While a world is recorded, every public function that changes it appends its number and its
//! arguments, after it succeeded. The same calls in the same order on a world with the same start give the
//! same bits.
//!
//! `op.rs` numbers the functions, `persist/codec` encodes their arguments, and `api/replay.rs` applies a
//! call. Calls that change no result are not recorded: threads, lanes, clocks, memory, taken events.
//!
//! Invariant: a successful public function appends exactly one entry, its own or that of a public function it
//! calls. A rejected call appends none. The tests read the sources and compare their functions with the
//! numbers.

pub(crate) mod checks;
pub(crate) mod locate;
pub(crate) mod op;
pub(crate) use op::Op;

use core::fmt;
use std::sync::Arc;

use crate::persist::codec::{Encode, Reader, Writer};
use crate::state::State;
use crate::store::id::{BodyId, JointId};
use crate::tables::config::WorldConfig;
use crate::tables::error::CallError;
use crate::tables::hooks::{PairFilter, PreSolve};
use crate::tables::joint::CustomConstraint;
use crate::tables::parts::CALLS;
use crate::tables::report::StepReport;

/// Version of the encoding of calls. A change makes older recordings unreadable.
pub const CALLS_VERSION: u16 = 1;

/// Frequency of checks in a recording, which a replay is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallChecks {
    /// Number of steps between two hashes of the whole state; 0 for none. Default 1. Each hash comes with
    /// sums that identify one or two differing bodies, 14 bytes in total.
    pub hash_every: u32,
    /// Number of steps between two digests of every awake body, 2 bytes each; 0 for none. Default 60.
    pub bodies_every: u32,
}

impl Default for CallChecks {
    fn default() -> CallChecks {
        CallChecks { hash_every: 1, bodies_every: 60 }
    }
}

/// Result of reading and applying one entry of a call log.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum AppliedCall {
    /// A call of the function with this name.
    Call(&'static str),
    /// A step.
    Step(StepReport),
    /// A comparison of the whole state with the recording.
    Hash {
        /// Whether both are equal.
        same: bool,
    },
    /// A comparison of sums over the awake bodies with the recording.
    Located {
        /// The bodies that differ, if there are one or two.
        bodies: Vec<BodyId>,
        /// Whether the sums are equal.
        same: bool,
    },
    /// A comparison of the awake bodies with the recording.
    Bodies {
        /// The bodies that differ, in ascending slot order of the current world. Bodies that were awake only
        /// in the recording are included if they exist.
        differing: Vec<BodyId>,
        /// Whether all recorded bodies are equal, including those that no longer exist.
        same: bool,
    },
}

/// Supplies the callbacks that a call log cannot contain, for its replay. The index counts all callbacks from
/// 0, in the order in which they were set. `()` supplies none.
pub trait Functions {
    /// Returns the pair filter for [`World::set_pair_filter`](crate::World::set_pair_filter).
    fn pair_filter(&self, index: u32) -> Option<Arc<PairFilter>> {
        let _ = index;
        None
    }

    /// Returns the hook for [`World::set_pre_solve`](crate::World::set_pre_solve).
    fn pre_solve(&self, index: u32) -> Option<Arc<PreSolve>> {
        let _ = index;
        None
    }

    /// Returns the constraint of a [`Custom`](crate::Custom) joint.
    fn constraint(&self, index: u32) -> Option<Arc<dyn CustomConstraint>> {
        let _ = index;
        None
    }

    /// Returns the constraint of a joint for [`World::restore_with`](crate::World::restore_with).
    fn constraint_of(&self, joint: JointId) -> Option<Arc<dyn CustomConstraint>> {
        let _ = joint;
        None
    }
}

impl Functions for () {}

/// Reader of a call log.
#[derive(Clone, Copy)]
pub struct CallReader<'a>(pub(crate) Reader<'a>);

impl core::fmt::Debug for CallReader<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("CallReader").field("at", &self.position()).finish_non_exhaustive()
    }
}

impl<'a> CallReader<'a> {
    /// Returns a reader at the beginning of a log.
    pub fn new(bytes: &'a [u8], functions: &'a dyn Functions) -> CallReader<'a> {
        CallReader(Reader::of_calls(bytes, functions))
    }

    /// Returns the number of bytes read so far. Between two calls, a new reader can begin there.
    pub fn position(&self) -> usize {
        self.0.position()
    }

    /// Returns whether the log was read to its end.
    pub fn is_at_end(&self) -> bool {
        self.0.bytes.is_empty()
    }

    /// Returns whether a recorded check follows, which belongs to the step before it.
    pub fn is_at_check(&self) -> bool {
        let next = self.0.bytes.first();
        next.is_some_and(|&number| [Op::Hash, Op::Bodies, Op::Sums].iter().any(|&op| op as u8 == number))
    }
}

/// The log of a recorded world, and whether any call ever changed the world.
#[derive(Default)]
pub(crate) struct Calls {
    pub(crate) touched: bool,
    pub(crate) log: Option<Box<Log>>,
}

/// The calls since they were last taken, and counts over all calls.
pub(crate) struct Log {
    pub(crate) bytes: Vec<u8>,
    /// Number of callbacks so far. A log can only store their number.
    pub(crate) functions: u32,
    pub(crate) checks: CallChecks,
    pub(crate) steps: u64,
}

/// A clone has its own history: it is not recorded.
impl Clone for Calls {
    fn clone(&self) -> Calls {
        Calls { touched: self.touched, log: None }
    }
}

impl Calls {
    /// Appends a call, if the world is recorded.
    #[inline]
    pub(crate) fn note(&mut self, op: Op, arguments: &dyn Encode) {
        self.touched = true;
        if let Some(log) = self.log.as_mut().filter(|_| CALLS) {
            log.bytes.push(op as u8);
            arguments.encode(&mut Writer::of_calls(&mut log.bytes, &mut log.functions));
        }
    }

    /// Records that the world did not begin empty.
    pub(crate) fn touch(&mut self) {
        self.touched = true;
    }

    /// Appends a step, and the checks that are due.
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
        let Some(log) = self.log.as_ref().filter(|_| CALLS) else { return };
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
    /// Returns the settings as bytes, for [`from_bytes`](WorldConfig::from_bytes). Excludes threads and
    /// lanes, which depend on the machine.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.encode(&mut Writer::of_calls(&mut bytes, &mut 0));
        bytes
    }

    /// Returns settings from bytes, with one thread and the best lanes of this machine.
    ///
    /// # Errors
    /// Bytes that are not settings, or settings out of range.
    pub fn from_bytes(bytes: &[u8]) -> Result<WorldConfig, CallError> {
        let mut reader = Reader::of_calls(bytes, &());
        let config: WorldConfig = reader.value()?;
        if !reader.bytes.is_empty() || config.validate().is_err() {
            return Err(CallError::Malformed("settings of a world"));
        }
        Ok(config)
    }
}
