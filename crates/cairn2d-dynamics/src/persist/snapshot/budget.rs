//! Memory of a world for the allocation budget: the same numbers on every machine, at least as large as the
//! tables need. Columns that tables declare as saved are added to these numbers.

use crate::persist::codec::{Reader, Writer};
use crate::state::State;
use crate::tables::body::Bodies;
use crate::tables::contact::{Contacts, RareRow};
use crate::tables::field::Fields;
use crate::tables::joint::{AngleTrack, AxisRow, JointParts, Joints, PoseRow, ROWS, RowLine};
use crate::tables::portal::PortalTable;
use crate::tables::shape::Shapes;

use super::Read;

/// A slot of a body: columns, colors, and places in sets and in the list of internal edges.
const BODY: usize = 296 + Bodies::SAVED;

/// Additional memory of a body in a large world, and if bodies sleep in layers.
const CELL: usize = 16;
const SLEEP_LOAD: usize = 16;

/// A slot of a shape: record, AABB, rows for the lanes, marks, and data for reading contacts. Additional
/// memory applies if a polygon of the world has more than four corners.
const SHAPE: usize = 304 + Shapes::SAVED;
pub(super) const MANY_CORNERS: usize = 64;

/// A slot of a contact, and additional memory if any contact has rare properties.
const CONTACT: usize = 204 + Contacts::SAVED;
pub(super) const RARE: usize = 16;

/// A slot of a joint, and additional memory if any joint has a coordinate of its own.
const JOINT: usize = 296 + Joints::SAVED;
pub(super) const JOINT_ROWS: usize = 352;

/// Parts of a joint, and its load limits, in growing lists.
pub(super) const JOINT_PARTS: usize = 288;
pub(super) const WATCH: usize = 112;

/// A slot of a field, including its place in the order.
const FIELD: usize = 312 + Fields::SAVED;

/// A slot of a pair of openings.
const PORTAL: usize = 16 + PortalTable::SAVED;

/// A node of a dynamic tree, and of the stack to walk it.
pub(super) const NODE: usize = 48;

/// A moving shape: its AABBs, and its part of the packed tree.
pub(super) const MOVING: usize = 64;

/// A sensor in a growing list; a sensor overlap.
pub(super) const SENSOR: usize = 112;
pub(super) const OVERLAP: usize = 16;

const _: () = {
    // Colors, islands and their free numbers, internal edges, dominance.
    assert!(Bodies::ROW + 4 + 12 + 12 + 2 <= BODY, "a body exceeds the allocation budget of a snapshot");
    assert!(Shapes::ROW + 96 + 12 + 3 <= SHAPE, "a shape takes more");
    assert!(Contacts::ROW <= CONTACT && size_of::<RareRow>() <= RARE, "a contact takes more");
    let joint = Joints::ROW + size_of::<AxisRow>() + size_of::<PoseRow>();
    assert!(joint <= JOINT, "a joint takes more");
    let rows = ROWS * (size_of::<RowLine>() + size_of::<AxisRow>()) + size_of::<AngleTrack>();
    assert!(rows <= JOINT_ROWS, "the rows of a joint take more");
    assert!(2 * size_of::<JointParts>() + 8 <= JOINT_PARTS, "the parts of a joint take more");
    assert!(Fields::ROW + 8 <= FIELD, "a field takes more");
    assert!(PortalTable::ROW <= PORTAL, "a pair of openings takes more");
};

impl State {
    /// Counts the memory of the tables.
    pub(super) fn charge_tables(&self, out: &mut Writer<'_>) {
        for (slots, size) in self.table_sizes() {
            out.charge(slots, size);
        }
    }

    /// Charges the memory of the tables to the allocation budget.
    pub(super) fn pay_for_tables(&self, from: &mut Reader<'_>) -> Read<()> {
        Ok(self.table_sizes().into_iter().try_for_each(|(slots, size)| from.charge(slots, size))?)
    }

    /// Returns the number of slots of every table, and the memory of one.
    fn table_sizes(&self) -> [(usize, usize); 6] {
        let if_on = |on: bool, size: usize| if on { size } else { 0 };
        let body = BODY + if_on(self.config.large_world, CELL) + if_on(self.config.layered_sleep, SLEEP_LOAD);
        [
            (self.bodies.pool.slot_count(), body),
            (self.shapes.pool.slot_count(), SHAPE),
            (self.joints.pool.slot_count(), JOINT),
            (self.contacts.pool.slot_count(), CONTACT),
            (self.fields.pool.slot_count(), FIELD),
            (self.portals.pool.slot_count(), PORTAL),
        ]
    }
}
