//! Snapshots of a world as bytes, whole or as a difference to another snapshot.

use std::sync::Arc;

use cairn2d_math::StandardFloats;

use crate::persist::calls::{Functions, Op};
use crate::persist::codec::{Writer, check_of};
use crate::persist::snapshot::delta::{merge, write_delta};
use crate::persist::snapshot::{HAS_PAIR_FILTER, HAS_PRE_SOLVE, HEADER, MARK, VERSION, open};
use crate::state::State;
use crate::store::id::JointId;
use crate::tables::config::WorldConfig;
use crate::tables::error::SnapshotError;
use crate::tables::joint::CustomConstraint;
use crate::world::World;

/// Supplies the constraints of custom joints.
struct Constraints<F>(F);

impl<F: Fn(JointId) -> Option<Arc<dyn CustomConstraint>>> Functions for Constraints<F> {
    fn constraint_of(&self, joint: JointId) -> Option<Arc<dyn CustomConstraint>> {
        (self.0)(joint)
    }
}

impl World {
    /// Returns the world as bytes. [`World::restore`] and [`World::from_snapshot`] restore a world that
    /// continues exactly like this one, on any machine. Ids and user data are included. Equal worlds give
    /// equal bytes.
    ///
    /// Threads, the clock, hooks and [`CustomConstraint`]s are not included. Events of the last step are not
    /// included either; events since then are, and the next step delivers them.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Rect; }
    /// use cairn2d::{Body, Rect, World, WorldConfig};
    /// let mut world = World::new(WorldConfig::default())?;
    /// let id = world.spawn(Body::dynamic().velocity([1.0, 0.0]).with(Rect::square(1.0)))?;
    /// let before = world.snapshot();
    /// world.step(1.0 / 60.0)?;
    /// let after = world.hash();
    /// world.despawn(id)?;
    /// world.restore(&before)?;
    /// world.step(1.0 / 60.0)?;
    /// assert!(world.body(id).is_some() && world.hash() == after);
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    ///
    /// # Cost
    /// About 480 bytes for a box in a heap. A snapshot is at least a third of the size of the world in
    /// memory, so that few bytes can never make a reader allocate much.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write_snapshot(&mut bytes);
        bytes
    }

    /// Like [`World::snapshot`], but overwrites `out`. Allocates nothing if `out` has enough capacity.
    pub fn write_snapshot(&self, out: &mut Vec<u8>) {
        out.clear();
        out.resize(HEADER, 0);
        let mut writer = Writer::of_snapshot(out);
        self.state.write_all(&mut writer);
        writer.pad(HEADER);
        let hooked =
            self.state.shapes.pool.slots().any(|slot| self.state.shapes.records[slot as usize].hooked);
        let flag = |has: bool, flag: u32| if has && hooked { flag } else { 0 };
        let flags = flag(self.state.hooks.pair_filter.is_some(), HAS_PAIR_FILTER)
            | flag(self.state.hooks.pre_solve.is_some(), HAS_PRE_SOLVE);
        let (header, body) = out.split_at_mut(HEADER);
        header[..8].copy_from_slice(&MARK);
        header[8..12].copy_from_slice(&VERSION.to_le_bytes());
        header[12..16].copy_from_slice(&flags.to_le_bytes());
        header[16..24].copy_from_slice(&(body.len() as u64).to_le_bytes());
        header[24..].copy_from_slice(&(check_of(body) ^ u64::from(flags)).to_le_bytes());
    }

    /// Replaces the state of this world with a snapshot, including all settings except lanes and threads. The
    /// world keeps its threads, clock and hooks. It also keeps the constraints of custom joints whose ids are
    /// in the snapshot.
    ///
    /// The bytes may come from any source: invalid bytes are an error, and the world is unchanged.
    ///
    /// # Errors
    /// The first fault of the bytes. A missing hook that the saved world had for hooked shapes. A custom
    /// joint that this world does not have, see [`World::restore_with`].
    ///
    /// # Cost
    /// The world keeps the memory of its previous state for the next call.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        self.restore_with(bytes, &|_| None)
    }

    /// Like [`World::restore`]. `constraints` returns the constraint of each custom joint that this world
    /// does not have.
    ///
    /// # Errors
    /// As for [`World::restore`], and [`SnapshotError::Constraint`] if a custom joint has no constraint.
    pub fn restore_with(
        &mut self,
        bytes: &[u8],
        constraints: &dyn Fn(JointId) -> Option<Arc<dyn CustomConstraint>>,
    ) -> Result<(), SnapshotError> {
        StandardFloats::within(|| {
            let (flags, reader) = open(bytes)?;
            let lacks = |flag: u32, has: bool| flags & flag != 0 && !has;
            if lacks(HAS_PAIR_FILTER, self.state.hooks.pair_filter.is_some()) {
                return Err(SnapshotError::Hook("pair filter"));
            }
            if lacks(HAS_PRE_SOLVE, self.state.hooks.pre_solve.is_some()) {
                return Err(SnapshotError::Hook("pre-solve hook"));
            }
            let spare = self.spare.state.take();
            let mut fresh = spare.unwrap_or_else(|| Box::new(State::new(WorldConfig::default())));
            (fresh.config.threads, fresh.config.lanes) = (self.state.config.threads, self.state.config.lanes);
            let known = Constraints(|id| self.state.constraint_of(id).or_else(|| constraints(id)));
            let read = fresh.read_all(reader, &known);
            if read.is_ok() {
                self.state.exchange(&mut fresh);
                self.scratch.forget();
                self.note(Op::Restore, &bytes);
            }
            self.spare.state = Some(fresh);
            read
        })
    }

    /// Returns a new world from a snapshot, with the best lanes of this machine, one thread, no clock and no
    /// hooks.
    ///
    /// # Errors
    /// The first fault of the bytes. A snapshot that requires a hook or the constraint of a custom joint is
    /// also an error. [`World::restore_with`] can restore it into a world that has them.
    pub fn from_snapshot(bytes: &[u8]) -> Result<World, SnapshotError> {
        StandardFloats::within(|| {
            let mut world = World::new(WorldConfig::default())?;
            let (flags, reader) = open(bytes)?;
            if flags != 0 {
                let hook = if flags & HAS_PAIR_FILTER != 0 { "pair filter" } else { "pre-solve hook" };
                return Err(SnapshotError::Hook(hook));
            }
            world.state.read_all(reader, &())?;
            world.services.calls.touch();
            Ok(world)
        })
    }

    /// Returns the difference between a snapshot of this world and an earlier snapshot `base`, of any world.
    /// [`World::restore_since`] needs the same `base`.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::Rect; }
    /// use cairn2d::{Body, Rect, World, WorldConfig};
    /// let mut world = World::new(WorldConfig::default())?;
    /// for x in 0..200 {
    ///     world.spawn(Body::dynamic().at([2.0 * x as f32, 0.0]).asleep().with(Rect::square(1.0)))?;
    /// }
    /// let base = world.snapshot();
    /// world.spawn(Body::dynamic().at([0.0, 9.0]).with(Rect::square(1.0)))?;
    /// world.step(1.0 / 60.0)?;
    /// let delta = world.snapshot_since(&base);
    /// assert!(8 * delta.len() < base.len());
    /// let mut other = World::new(WorldConfig::default())?;
    /// other.restore_since(&base, &delta)?;
    /// assert_eq!(other.snapshot(), world.snapshot());
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    ///
    /// # Cost
    /// Small if most of the world sleeps. Takes half as long again as the whole snapshot, which is created
    /// first.
    pub fn snapshot_since(&self, base: &[u8]) -> Vec<u8> {
        let (mut whole, mut delta) = (Vec::new(), Vec::new());
        self.write_snapshot_since(base, &mut whole, &mut delta);
        delta
    }

    /// Like [`World::snapshot_since`], but overwrites `delta`. Also writes the whole snapshot to `whole`,
    /// which can be the base of the next call.
    pub fn write_snapshot_since(&self, base: &[u8], whole: &mut Vec<u8>, delta: &mut Vec<u8>) {
        self.write_snapshot(whole);
        write_delta(base, whole, delta);
    }

    /// Like [`World::restore`], from a difference of [`World::snapshot_since`].
    ///
    /// # Errors
    /// [`SnapshotError::Base`] if `base` is not the snapshot that the difference refers to, and the errors of
    /// [`World::restore`].
    pub fn restore_since(&mut self, base: &[u8], delta: &[u8]) -> Result<(), SnapshotError> {
        let mut whole = core::mem::take(&mut self.spare.whole);
        let merged = merge(base, delta, &mut whole);
        let restored = merged.and_then(|()| self.restore(&whole));
        self.spare.whole = whole;
        restored
    }

    /// Writes to `whole` the snapshot that `base` and a difference of [`World::snapshot_since`] describe.
    /// Restoring it checks its contents.
    ///
    /// # Errors
    /// As for [`World::restore_since`].
    pub fn merge_snapshot(base: &[u8], delta: &[u8], whole: &mut Vec<u8>) -> Result<(), SnapshotError> {
        merge(base, delta, whole)
    }
}
