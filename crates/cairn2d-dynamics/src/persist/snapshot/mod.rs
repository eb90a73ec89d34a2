//! Snapshots: a whole world as bytes, and back, with a bit-identical future.
//!
//! **Contents.** All data that the future depends on. Tables by slot with their generations, so that existing
//! and new ids are the same. Lists in their order, because the order of constraints affects results. Links of
//! trees and the order of the moving AABBs, because the order of new pairs follows from them. Events since
//! the last step.
//!
//! **Not included.** Data that can be derived bit by bit: links, positions in lists, rows for the lanes,
//! counts. Scratch memory. Services and callbacks: threads, clock, hooks, custom constraints.
//!
//! **Untrusted bytes.** A snapshot is read into another state, which replaces the current one after all
//! checks succeeded. Derived data cannot be inconsistent, and all other data is checked as it is read.
//! Afterwards no slot is in two lists, no dynamic body is twice in a color, and every number is finite. The
//! checksum only detects accidental changes.
//!
//! **Layout.** A header of 32 bytes: magic number, version, flags, length and checksum of the rest. Then the
//! sections in the order of `write_all`, and zeros for the allocation budget (`persist/codec`).
//! Rows that all objects have are columns. Properties that usually repeat, such as materials, filters and
//! damping, are omitted where they equal those of the row before. Equal polygons are written once.

pub(crate) mod bodies;
pub(crate) mod boxes;
pub(crate) mod broad_phase;
pub(crate) mod budget;
pub(crate) mod contacts;
pub(crate) mod delta;
pub(crate) mod events;
pub(crate) mod fields;
pub(crate) mod ids;
pub(crate) mod joints;
pub(crate) mod lists;
#[cfg(test)]
mod mutations;
pub(crate) mod portals;
pub(crate) mod saved;
pub(crate) mod shapes;
pub(crate) mod small;

use std::sync::Arc;

use cairn2d_math::Aabb;

use crate::persist::calls::Functions;
use crate::persist::codec::{Reader, Writer, check_of};
use crate::persist::hash::StateHasher;
use crate::state::State;
use crate::store::column::CopyMode;
use crate::store::id::JointId;
use crate::store::saved::Saved;
use crate::tables::error::{SnapshotError, ValueError};
use crate::tables::joint::CustomConstraint;
use crate::tables::parts::{BULLETS, FIELDS, GENERIC_JOINTS, PORTALS, SENSORS, check_part};

use self::saved::{SavedHasher, SavedRows, SavedWriter};

/// Result of reading.
pub(crate) type Read<T> = Result<T, SnapshotError>;

/// First bytes of a snapshot.
pub(crate) const MARK: [u8; 8] = *b"cairn2ds";

/// Version of the format that is written, and the only one that is accepted.
pub(crate) const VERSION: u32 = 8;

/// Length of the header.
pub(crate) const HEADER: usize = 32;

/// Header flags for the hooks that the world had and that apply to one of its shapes.
pub(crate) const HAS_PAIR_FILTER: u32 = 1;

pub(crate) const HAS_PRE_SOLVE: u32 = 2;

/// A spare state to restore into and the bytes of a merged snapshot, kept to reuse their memory. Clones have
/// none.
#[derive(Debug, Default)]
pub(crate) struct Spare {
    pub(crate) state: Option<Box<State>>,
    pub(crate) whole: Vec<u8>,
}

impl Clone for Spare {
    fn clone(&self) -> Spare {
        Spare::default()
    }
}

/// Checks the header. Returns the flags of a snapshot and a reader of the rest.
pub(crate) fn open(bytes: &[u8]) -> Read<(u32, Reader<'_>)> {
    let mut header = Reader::of_snapshot(bytes);
    if header.array().ok() != Some(MARK) {
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
    ensure(flags <= HAS_PAIR_FILTER | HAS_PRE_SOLVE, "a flag is unknown")?;
    Ok((flags, Reader::of_snapshot(body)))
}

impl State {
    /// Exchanges all data that a snapshot contains with another state: everything but the hooks.
    pub(crate) fn exchange(&mut self, other: &mut State) {
        core::mem::swap(self, other);
        core::mem::swap(&mut self.hooks, &mut other.hooks);
        core::mem::swap(&mut self.origin, &mut other.origin);
        self.origin.renew();
        self.mid_step = false;
    }

    pub(crate) fn write_all(&self, out: &mut Writer<'_>) {
        self.write_settings(out);
        self.bodies.pool.write(out);
        self.shapes.pool.write(out);
        self.joints.pool.write(out);
        self.contacts.pool.write(out);
        self.fields.pool.write(out);
        self.portals.pool.write(out);
        self.charge_tables(out);
        self.visit_saved(Saved::All, &mut SavedWriter(out));
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

    /// Returns one number that depends on every bit that a step depends on.
    pub(crate) fn hash_of_all(&self) -> u64 {
        let mut hasher = StateHasher::new(self.step_count);
        self.hash_bodies(&mut hasher);
        self.visit_saved(Saved::Hashed, &mut SavedHasher(&mut hasher));
        self.hash_contacts(&mut hasher);
        self.hash_joints(&mut hasher);
        self.hash_time_scales(&mut hasher);
        self.hash_sensors(&mut hasher);
        self.hash_fields(&mut hasher);
        hasher.finish()
    }

    /// Reads a whole world in place of this one. `functions` supplies the constraints of custom joints. After
    /// an error only the memory of this state is usable.
    pub(crate) fn read_all(&mut self, from: Reader<'_>, functions: &dyn Functions) -> Read<()> {
        let mut from = from.with_functions(functions);
        let reader = &mut from;
        self.read_settings(reader)?;
        let tag = self.config.id_tag;
        self.bodies.pool.read(tag, reader)?;
        self.shapes.pool.read(tag, reader)?;
        self.joints.pool.read(tag, reader)?;
        self.contacts.pool.read(tag, reader)?;
        self.fields.pool.read(tag, reader)?;
        self.portals.pool.read(tag, reader)?;
        self.pay_for_tables(reader)?;
        self.bodies.refill();
        self.shapes.refill();
        self.joints.clear();
        self.contacts.refill();
        self.fields.refill();
        self.portals.refill();
        self.read_saved(&mut SavedRows(reader))?;
        self.read_bodies(reader)?;
        self.read_shapes(reader)?;
        self.read_sets(reader)?;
        ensure(self.held.is_sorted(), "held bodies are out of order")?;
        self.link_portals()?;
        let expected = self.read_contacts(reader)?;
        self.read_joints(reader)?;
        self.read_edges(reader)?;
        self.read_contact_lists(expected, reader)?;
        self.read_colors(expected, reader)?;
        self.read_boxes(reader)?;
        self.read_sensors(reader)?;
        self.read_fields(reader)?;
        self.material_pairs.read(reader)?;
        self.events.read(reader)?;
        self.check_parts()?;
        Ok(from.end()?)
    }

    /// Checks that this build has all parts of the engine that the objects of a snapshot need.
    fn check_parts(&self) -> Result<(), ValueError> {
        check_part("bullets", BULLETS, !self.bodies.bullets.is_empty())?;
        check_part("fields", FIELDS, !self.fields.order.is_empty())?;
        check_part("generic_joints", GENERIC_JOINTS, !self.joints.tracks.is_empty())?;
        check_part("portals", PORTALS, self.portals.pool.count() > 0)?;
        check_part("sensors", SENSORS, !self.sensors.is_empty())
    }

    /// Takes over the changes of another state: all data that a snapshot contains.
    pub(crate) fn copy_changes(&mut self, source: &State, how: CopyMode) {
        self.copy_tables(source, how);
        let State { config, sets, graph, broad_phase, material_pairs, .. } = source;
        let State { sensors, events, moves, step_count, last_dt, .. } = source;
        self.sets.clone_from(sets);
        self.graph.clone_from(graph);
        self.broad_phase.copy_changes(broad_phase, how);
        let (threads, lanes) = (self.config.threads, self.config.lanes);
        self.config.clone_from(config);
        (self.config.threads, self.config.lanes) = (threads, lanes);
        self.material_pairs.clone_from(material_pairs);
        self.sensors.copy_changes(sensors, how);
        self.events.take_undelivered(events);
        self.moves.clone_from(moves);
        (self.step_count, self.last_dt, self.mid_step) = (*step_count, *last_dt, source.mid_step);
    }

    /// Returns the constraint of a custom joint of this world.
    pub(crate) fn constraint_of(&self, id: JointId) -> Option<Arc<dyn CustomConstraint>> {
        match &self.joints.parts(self.joints.find(id)?).generic {
            crate::tables::joint::GenericConstraint::Custom(shared) => Some(Arc::clone(&shared.0)),
            _ => None,
        }
    }
}

/// Returns an error unless a condition holds.
fn ensure(holds: bool, what: &'static str) -> Read<()> {
    if holds { Ok(()) } else { Err(SnapshotError::Structure(what)) }
}

/// Largest coordinate of an AABB \[m\]. AABBs extend ahead of fast bodies, and sums of their perimeters must
/// be finite.
const MAX_BOX: f32 = 1.0e30;

/// Returns whether an AABB is valid and small enough that derived values stay finite, or the empty one.
fn is_usable_or_empty(aabb: Aabb) -> bool {
    let Aabb { min, max } = aabb;
    let is_near = [min.x, min.y, max.x, max.y].into_iter().all(|value| value.abs() <= MAX_BOX);
    (is_near && aabb.is_valid()) || aabb == Aabb::EMPTY
}
