//! Records the calls that change a world.

use crate::persist::calls::{CallChecks, Log, Op};
use crate::tables::joint::JointKind;
use crate::world::World;

impl World {
    /// Starts or ends recording of all calls that change the world. Drops recorded calls that were not taken.
    ///
    /// [`take_calls`](World::take_calls) returns the recorded calls, and [`apply_call`](World::apply_call)
    /// replays them. Clones of the world are not recorded. The crate `cairn2d-record` writes them to files
    /// that can be searched and verified.
    ///
    /// # Cost
    /// A branch per call when not recording. Otherwise a few bytes of memory per call. A check of the whole
    /// state costs about as much as [`hash`](World::hash).
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
    #[cfg(feature = "calls")]
    pub fn record_calls(&mut self, checks: Option<CallChecks>) {
        self.services.calls.log =
            checks.map(|checks| Box::new(Log { bytes: Vec::new(), functions: 0, checks, steps: 0 }));
    }

    /// Returns whether calls are recorded.
    pub fn is_recorded(&self) -> bool {
        self.services.calls.log.is_some()
    }

    /// Returns whether no call has changed the world since its creation, so that its settings describe it
    /// completely.
    pub fn is_untouched(&self) -> bool {
        !self.services.calls.touched
    }

    /// Returns the size of the recorded calls that were not taken yet, in bytes.
    pub fn recorded_len(&self) -> usize {
        self.services.calls.log.as_ref().map_or(0, |log| log.bytes.len())
    }

    /// Appends the recorded calls to `into` and removes them from the log. Does nothing if the world is not
    /// recorded.
    pub fn take_calls(&mut self, into: &mut Vec<u8>) {
        if let Some(log) = &mut self.services.calls.log {
            into.append(&mut log.bytes);
        }
    }

    /// Returns the number of callbacks set since recording began. A replay requests each of them from
    /// [`Functions`](crate::Functions).
    pub fn recorded_functions(&self) -> u32 {
        self.services.calls.log.as_ref().map_or(0, |log| log.functions)
    }

    /// Returns the number of steps since recording began.
    pub fn recorded_steps(&self) -> u64 {
        self.services.calls.log.as_ref().map_or(0, |log| log.steps)
    }

    /// Returns whether the world uses a callback: a hook or the constraint of a custom joint.
    pub fn has_functions(&self) -> bool {
        let custom = |slot: u32| self.state.joints.records[slot as usize].kind == JointKind::Custom;
        self.state.hooks.pair_filter.is_some()
            || self.state.hooks.pre_solve.is_some()
            || self.state.joints.pool.slots().any(custom)
    }

    /// Returns the names of all functions whose calls are recorded.
    pub fn recorded_calls() -> impl Iterator<Item = &'static str> {
        Op::ALL.iter().map(|op| op.function())
    }
}
