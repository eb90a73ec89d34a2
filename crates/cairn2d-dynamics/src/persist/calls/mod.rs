//! The log of calls: while a world is recorded, every public function that changes it writes down which one it was and what it was given,
//! after it succeeded. Made again in the same order on a world that began the same, they give the same bits.
//!
//! Four parts: `op.rs` numbers the functions, `bytes.rs` and `things.rs` say how what they take is written, `apply.rs` makes the call that was
//! read. What changes no result is not written: threads, lanes, clocks, memory, events that are taken.
//!
//! Invariant: a public function writes one entry, its own or that of a public function it is made of, and none if it was refused. The tests
//! read the sources and compare their functions with the numbers.

mod apply;
mod bytes;
mod checks;
mod locate;
mod op;
mod things;

use core::fmt;
use std::sync::Arc;

use crate::stages::report::StepReport;
use crate::store::id::{BodyId, JointId};
use crate::tables::config::WorldConfig;
use crate::tables::error::SnapshotError;
use crate::tables::hooks::{PairFilter, PreSolve};
use crate::tables::joint::{CustomConstraint, JointKind};
use crate::world::World;

pub use bytes::CallReader;
pub(crate) use bytes::FunctionSet;
pub(crate) use bytes::{Put, Read, Writer};
pub(crate) use op::Op;

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

/// Why a log of calls cannot be followed.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum CallError {
    /// The log ends within a call.
    Truncated,
    /// What stands there makes no call: what it was to be.
    Malformed(&'static str),
    /// No function has this number.
    Unknown(u8),
    /// The world refused a call that it had accepted when it was recorded: it is not the same world.
    Refused {
        /// The function.
        call: &'static str,
        /// What it said.
        reason: String,
    },
    /// A snapshot that was restored cannot be, because a function of the caller's is missing that it needs, or it is none.
    Snapshot(SnapshotError),
    /// A function of the caller's was set that a recording cannot hold, and none was handed in for it.
    Missing {
        /// What it is for.
        what: &'static str,
        /// Which one, counted from 0 over all functions that were set.
        index: u32,
    },
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallError::Truncated => write!(f, "the calls end within one"),
            CallError::Malformed(what) => write!(f, "the calls hold something that is no {what}"),
            CallError::Unknown(number) => write!(f, "no function has number {number}"),
            CallError::Refused { call, reason } => write!(f, "{call} was refused: {reason}"),
            CallError::Snapshot(error) => write!(f, "{error}"),
            CallError::Missing { what, index } => {
                write!(f, "function {index} that was set when this was recorded, a {what}, was not handed in")
            }
        }
    }
}

impl core::error::Error for CallError {}

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
    touched: bool,
    log: Option<Box<Log>>,
}

/// The calls since they were last taken, and what is counted over all of them.
struct Log {
    writer: Writer,
    checks: CallChecks,
    steps: u64,
    /// Notes what the world is now: it comes with the log, so that who records nothing need not link it.
    note_checks: fn(&mut World),
}

/// A clone has a history of its own: it is not recorded.
impl Clone for Calls {
    fn clone(&self) -> Calls {
        Calls { touched: self.touched, log: None }
    }
}

impl fmt::Debug for Calls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Calls").field("recorded", &self.log.is_some()).finish_non_exhaustive()
    }
}

impl World {
    /// Begins to write down every call that changes the world, or ends it. What was written before and not taken is gone.
    ///
    /// [`take_calls`](World::take_calls) hands out what was written, [`apply_call`](World::apply_call) makes the calls again. Clones of the
    /// world are not recorded. The crate `cairn2d-record` makes files of it that can be searched and verified.
    ///
    /// # Cost
    /// A branch per call when nothing is recorded. Otherwise a few bytes per call, and memory for them; a note of the whole state costs about
    /// as much as [`hash`](World::hash).
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Circle; }
    /// use cairn2d::{Body, CallChecks, CallReader, Circle, World, WorldConfig};
    /// let mut world = World::new(WorldConfig::default())?;
    /// world.record_calls(Some(CallChecks::default()));
    /// let ball = world.spawn(Body::dynamic().with(Circle::new(0.5)))?;
    /// world.step(1.0 / 60.0)?;
    /// let mut calls = Vec::new();
    /// world.take_calls(&mut calls);
    ///
    /// let mut replayed = World::new(WorldConfig::default())?;
    /// let mut reader = CallReader::new(&calls, &());
    /// while replayed.apply_call(&mut reader)?.is_some() {}
    /// assert_eq!(replayed.hash(), world.hash());
    /// assert_eq!(replayed.body(ball).unwrap().position(), world.body(ball).unwrap().position());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn record_calls(&mut self, checks: Option<CallChecks>) {
        self.services.calls.log = checks.map(|checks| {
            Box::new(Log { writer: Writer::default(), checks, steps: 0, note_checks: World::note_checks })
        });
    }

    /// Whether calls are written down.
    pub fn is_recorded(&self) -> bool {
        self.services.calls.log.is_some()
    }

    /// Whether no call has changed the world since it was made, so that its settings are all there is to it.
    pub fn is_untouched(&self) -> bool {
        !self.services.calls.touched
    }

    /// Bytes of calls that are to be taken.
    pub fn recorded_len(&self) -> usize {
        self.services.calls.log.as_ref().map_or(0, |log| log.writer.bytes.len())
    }

    /// Appends the calls since this was last asked for; nothing if the world is not recorded.
    pub fn take_calls(&mut self, into: &mut Vec<u8>) {
        if let Some(log) = &mut self.services.calls.log {
            into.extend_from_slice(&log.writer.bytes);
            log.writer.bytes.clear();
        }
    }

    /// Functions of the caller's that were set since the world is recorded: what [`Functions`] will be asked for.
    pub fn recorded_functions(&self) -> u32 {
        self.services.calls.log.as_ref().map_or(0, |log| log.writer.functions)
    }

    /// Steps since the world is recorded.
    pub fn recorded_steps(&self) -> u64 {
        self.services.calls.log.as_ref().map_or(0, |log| log.steps)
    }

    /// Whether the world has functions of the caller's: a hook, or the constraint of a custom joint.
    pub fn has_functions(&self) -> bool {
        let custom = |slot: u32| self.state.joints.records[slot as usize].kind == JointKind::Custom;
        self.state.hooks.pair_filter.is_some()
            || self.state.hooks.pre_solve.is_some()
            || self.state.joints.pool.slots().any(custom)
    }

    /// Names of the functions whose calls are written down.
    pub fn recorded_calls() -> impl Iterator<Item = &'static str> {
        Op::ALL.iter().map(|op| op.function())
    }

    /// Writes a call down, if the world is recorded.
    #[inline]
    pub(crate) fn note(&mut self, op: Op, arguments: &dyn Put) {
        self.services.calls.touched = true;
        if let Some(log) = &mut self.services.calls.log {
            log.writer.bytes.push(op as u8);
            arguments.put(&mut log.writer);
        }
    }

    /// Notes that the world did not begin empty.
    pub(crate) fn touch(&mut self) {
        self.services.calls.touched = true;
    }

    /// Writes a step down that was taken, and what the world is now.
    pub(crate) fn note_step(&mut self, dt: f32, again: bool) {
        if again {
            self.note(Op::StepAgain, &());
        } else {
            self.note(Op::Step, &dt);
        }
        if let Some(log) = &mut self.services.calls.log {
            log.steps += 1;
            (log.note_checks)(self);
        }
    }

    fn note_checks(&mut self) {
        let Some(log) = &self.services.calls.log else { return };
        let (steps, checks) = (log.steps, log.checks);
        let due = |every: u32| every != 0 && steps.is_multiple_of(u64::from(every));
        if due(checks.hash_every) {
            let hash = checks::short_hash(&self.state);
            self.note(Op::Hash, &hash);
            if let Some(sums) = locate::sums(&self.state) {
                self.note(Op::Sums, &sums);
            }
        }
        if due(checks.bodies_every) {
            let bodies = checks::awake_digests(&self.state);
            self.note(Op::Bodies, &bodies);
        }
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
