//! Snapshots: a whole world as bytes, and back, such that both go on alike to the bit.
//!
//! **What is in them.** Everything the future depends on: tables by slot with their generations, so that ids stay and new ones are those
//! the world would have given; lists in their order, since the order of constraints is part of the result; links of trees and the order of the
//! moving boxes, since the order of pairs found follows from them; events that are still to be told. **What is not:** whatever can be
//! derived to the bit (links, positions in lists, rows for the lanes, counts), scratch memory, and what is not data: threads, clock, hooks,
//! constraints of the caller's.
//!
//! **Untrusted bytes.** A snapshot is read into another world, which takes the place of the present one when all of it has been checked. What is
//! derived cannot disagree with what it derives from, and the rest is checked list by list where it is read: after it no slot is in two
//! lists, no dynamic body twice in a color, and every number is finite. The check sum is for accidents, not for that.
//!
//! **Layout.** A header of 32 bytes: mark, version, flags, length and check of what follows. Then the sections in the order of
//! `write_world`, little-endian, and as many zeros as memory has to be paid for (`bytes.rs`). Rows that all have come as columns; what mostly repeats (materials, filters, damping) is left
//! out where it is as in the row before, and equal polygons are written once.

mod bodies;
mod boxes;
mod broad_phase;
mod bytes;
mod contacts;
mod delta;
mod events;
mod fields;
mod ids;
mod joints;
mod lists;
mod room;
mod saved;
mod shapes;
mod small;

pub use saved::SavedWorld;

use std::sync::Arc;

use cairn2d_math::StandardFloats;

use crate::persist::calls::Op;
use crate::state::State;
use crate::store::id::JointId;
use crate::tables::config::WorldConfig;
use crate::tables::error::SnapshotError;
use crate::tables::joint::CustomConstraint;
use crate::world::World;

use bytes::{Read, Reader, Writer, box_of, check_of, corners, ensure, refill};

/// First bytes of a snapshot.
const MARK: [u8; 8] = *b"cairn2ds";

/// Version of the format that is written, and the only one that is read.
const VERSION: u32 = 4;

/// Bytes before the first section.
const HEADER: usize = 32;

/// Flags of the header: hooks that the world had, and that were asked about something.
const HAS_PAIR_FILTER: u32 = 1;
const HAS_PRE_SOLVE: u32 = 2;

/// Finds the constraint of a custom joint.
type Constraints<'a> = dyn Fn(JointId) -> Option<Arc<dyn CustomConstraint>> + 'a;

/// A world to restore into and the bytes of a snapshot that was merged, kept so that their memory is used again. Clones have none.
#[derive(Debug, Default)]
pub(crate) struct Spare {
    state: Option<Box<State>>,
    whole: Vec<u8>,
}

impl Clone for Spare {
    fn clone(&self) -> Spare {
        Spare::default()
    }
}

impl World {
    /// The world as bytes, from which [`World::restore`] and [`World::from_snapshot`] make one that goes on exactly as this one, whatever the
    /// machine. Ids and user data stay. Equal worlds give equal bytes.
    ///
    /// Threads, the clock, hooks and [`CustomConstraint`]s are no data and are not in it; nor are the events of the last step, but for those that
    /// happened since and are told with the next one.
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
    /// About 480 bytes for a box in a heap, and never less than a third of what the world takes in memory, so that nobody is made to take much by
    /// few bytes.
    pub fn snapshot(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write_snapshot(&mut bytes);
        bytes
    }

    /// As [`World::snapshot`], in place of what is in `out`. Allocates nothing if that has the room.
    pub fn write_snapshot(&self, out: &mut Vec<u8>) {
        out.clear();
        out.resize(HEADER, 0);
        let mut writer = Writer::new(out);
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

    /// Puts the state of a snapshot in place of that of this world, all settings but lanes and threads included. The world keeps its threads,
    /// clock and hooks, and the constraints of custom joints with the ids of the snapshot.
    ///
    /// The bytes may come from anywhere: whatever is wrong with them is an error, and the world is as it was.
    ///
    /// # Errors
    /// What is wrong with the bytes; a hook that the snapshotted world had, for hooked shapes, and this one has not; a custom joint that this world does not have,
    /// see [`World::restore_with`].
    ///
    /// # Cost
    /// The world keeps the memory of its former state for the next call.
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        self.restore_with(bytes, &|_| None)
    }

    /// As [`World::restore`]; custom joints that this world does not have, because they were removed since or never were, get the constraint
    /// that `constraints` finds for them.
    ///
    /// # Errors
    /// As for [`World::restore`]; [`SnapshotError::Constraint`] if there is none for a custom joint.
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
            let known = |id: JointId| self.state.constraint_of(id).or_else(|| constraints(id));
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

    /// A world in the state of a snapshot, with the best lanes of this machine, one thread, no clock and no hooks.
    ///
    /// # Errors
    /// What is wrong with the bytes, and what a world without them would need to go on as the other one: a hook, or the constraint of a custom
    /// joint. Such a snapshot can be restored into a world that has them, [`World::restore_with`].
    pub fn from_snapshot(bytes: &[u8]) -> Result<World, SnapshotError> {
        StandardFloats::within(|| {
            let mut world = World::new(WorldConfig::default())?;
            let (flags, reader) = open(bytes)?;
            if flags != 0 {
                let hook = if flags & HAS_PAIR_FILTER != 0 { "pair filter" } else { "pre-solve hook" };
                return Err(SnapshotError::Hook(hook));
            }
            world.state.read_all(reader, &|_| None)?;
            world.touch();
            Ok(world)
        })
    }
}

impl State {
    /// Exchanges all that a snapshot holds with another world.
    fn exchange(&mut self, other: &mut State) {
        use core::mem::swap;
        let State { bodies, shapes, joints, fields, contacts, sets, graph, broad_phase, .. } = other;
        swap(&mut self.bodies, bodies);
        swap(&mut self.shapes, shapes);
        swap(&mut self.joints, joints);
        swap(&mut self.fields, fields);
        swap(&mut self.contacts, contacts);
        swap(&mut self.sets, sets);
        swap(&mut self.graph, graph);
        swap(&mut self.broad_phase, broad_phase);
        let State { config, material_pairs, seams, sensors, events, moves, step_count, last_dt, .. } = other;
        swap(&mut self.config, config);
        swap(&mut self.material_pairs, material_pairs);
        swap(&mut self.seams, seams);
        swap(&mut self.sensors, sensors);
        swap(&mut self.events, events);
        swap(&mut self.moves, moves);
        swap(&mut self.step_count, step_count);
        swap(&mut self.last_dt, last_dt);
        self.origin.renew();
        self.mid_step = false;
    }

    fn write_all(&self, out: &mut Writer<'_>) {
        self.write_settings(out);
        self.bodies.pool.write(out);
        self.shapes.pool.write(out);
        self.joints.pool.write(out);
        self.contacts.pool.write(out);
        self.fields.pool.write(out);
        self.weigh_tables(out);
        self.write_bodies(out);
        self.write_shapes(out);
        self.write_sets(out);
        self.write_contacts(out);
        self.write_joints(out);
        self.write_edges(out);
        self.write_contact_lists(out);
        self.write_colors(out);
        self.write_boxes(out);
        self.write_sensors(out);
        self.write_fields(out);
        self.material_pairs.write(out);
        self.events.write(out);
    }

    /// Reads a whole world in place of this one. After an error this one is of no use but for its memory.
    fn read_all(&mut self, mut from: Reader<'_>, constraints: &Constraints<'_>) -> Read<()> {
        let reader = &mut from;
        self.read_settings(reader)?;
        let tag = self.config.id_tag;
        self.bodies.pool.read(tag, reader)?;
        self.shapes.pool.read(tag, reader)?;
        self.joints.pool.read(tag, reader)?;
        self.contacts.pool.read(tag, reader)?;
        self.fields.pool.read(tag, reader)?;
        self.pay_for_tables(reader)?;
        self.read_bodies(reader)?;
        self.read_shapes(reader)?;
        self.read_sets(reader)?;
        let expected = self.read_contacts(reader)?;
        self.read_joints(reader, constraints)?;
        self.read_edges(reader)?;
        self.read_contact_lists(expected, reader)?;
        self.read_colors(expected, reader)?;
        self.read_boxes(reader)?;
        self.read_sensors(reader)?;
        self.read_fields(reader)?;
        self.material_pairs.read(reader)?;
        self.events.read(reader)?;
        from.end()
    }

    /// The constraint of a custom joint of this world.
    pub(crate) fn constraint_of(&self, id: JointId) -> Option<Arc<dyn CustomConstraint>> {
        match &self.joints.parts(self.joints.find(id)?).relation {
            crate::tables::joint::Relation::Custom(shared) => Some(Arc::clone(&shared.0)),
            _ => None,
        }
    }
}

/// The flags of a snapshot, and what follows its header.
fn open(bytes: &[u8]) -> Read<(u32, Reader<'_>)> {
    let mut header = Reader::new(bytes);
    if header.bytes(8).map(|mark| mark != MARK).unwrap_or(true) {
        return Err(SnapshotError::Mark);
    }
    let [version, flags] = header.words()?;
    if version != VERSION {
        return Err(SnapshotError::Version(version));
    }
    let (length, check) = (header.long()?, header.long()?);
    let body = header.bytes;
    if body.len() as u64 != length {
        return Err(SnapshotError::Truncated);
    }
    if check_of(body) ^ u64::from(flags) != check {
        return Err(SnapshotError::Check(check));
    }
    ensure(flags <= HAS_PAIR_FILTER | HAS_PRE_SOLVE, "a flag is not known")?;
    Ok((flags, Reader::new(body)))
}
