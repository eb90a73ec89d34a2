//! Memory of a world for the allocation budget: the same numbers on every machine, at least as large as the
//! tables need.

use cairn2d_geometry::Polygon;

use crate::state::State;
use crate::tables::body::{BodyKick, BodyMotion, BodyPose, BodyRecord, BodyState};
use crate::tables::contact::{Contact, ImpulseRow, ManifoldRow, RareRow, ReferenceRow, SurfaceRow};
use crate::tables::field::Field;
use crate::tables::joint::{AxisRow, Joint, JointParts, JointRow, PoseRow, ROWS, RowLine, Track};
use crate::tables::shape::ShapeRecord;

use super::{Read, Reader, Writer};

/// A slot of a body: columns, colors, and places in sets and in the list of internal edges.
const BODY: usize = 296;

/// A slot of a shape: record, AABB, rows for the lanes, marks, and data for reading contacts. Additional
/// memory applies if a polygon of the world has more than four corners.
const SHAPE: usize = 320;
pub(super) const MANY_CORNERS: usize = 64;

/// A slot of a contact, and additional memory if any contact has rare material properties.
const CONTACT: usize = 204;
pub(super) const RARE: usize = 12;

/// A slot of a joint, and additional memory if any joint has a coordinate of its own.
const JOINT: usize = 312;
pub(super) const JOINT_ROWS: usize = 352;

/// Parts of a joint, and its load limits, in growing lists.
pub(super) const JOINT_PARTS: usize = 288;
pub(super) const WATCH: usize = 112;

/// A slot of a field, including its place in the order.
const FIELD: usize = 312;

/// A shared polygon, including its place among the known ones; a corner of a large polygon while it is built.
pub(super) const POLYGON: usize = 240;
pub(super) const CORNER: usize = 64;

/// A node of a dynamic tree, and of the stack to walk it.
pub(super) const NODE: usize = 48;

/// A moving shape: its AABBs, and its part of the packed tree.
pub(super) const MOVING: usize = 64;

/// A sensor in a growing list; a sensor overlap.
pub(super) const SENSOR: usize = 112;
pub(super) const VISIT: usize = 16;

const _: () = {
    let body = size_of::<BodyRecord>() + size_of::<BodyState>() + size_of::<BodyPose>();
    let body = body + size_of::<BodyMotion>() + size_of::<BodyKick>() + 16;
    // Colors, islands and their free numbers, internal edges, dominance.
    assert!(body + 4 + 12 + 12 + 2 <= BODY, "a body exceeds the allocation budget of a snapshot");
    assert!(size_of::<ShapeRecord>() + 16 + 96 + 12 + 3 <= SHAPE, "a shape takes more");
    let contact = size_of::<Contact>() + size_of::<ManifoldRow>() + size_of::<ReferenceRow>();
    let contact = contact + size_of::<SurfaceRow>() + size_of::<ImpulseRow>();
    assert!(contact + 16 <= CONTACT && size_of::<RareRow>() <= RARE, "a contact takes more");
    let joint = size_of::<Joint>() + size_of::<JointRow>() + size_of::<AxisRow>() + size_of::<PoseRow>();
    assert!(joint + 16 <= JOINT, "a joint takes more");
    let rows = ROWS * (size_of::<RowLine>() + size_of::<AxisRow>()) + size_of::<Track>();
    assert!(rows <= JOINT_ROWS, "the rows of a joint take more");
    assert!(2 * size_of::<JointParts>() + 8 <= JOINT_PARTS, "the parts of a joint take more");
    assert!(size_of::<Field>() + 8 <= FIELD, "a field takes more");
    assert!(size_of::<Polygon>() + 32 <= POLYGON, "a polygon takes more");
};

impl State {
    /// Counts the memory of the tables.
    pub(super) fn weigh_tables(&self, out: &mut Writer<'_>) {
        for (slots, size) in self.table_sizes() {
            out.weigh(slots, size);
        }
    }

    /// Charges the memory of the tables to the allocation budget.
    pub(super) fn pay_for_tables(&self, from: &mut Reader<'_>) -> Read<()> {
        self.table_sizes().into_iter().try_for_each(|(slots, size)| from.weigh(slots, size))
    }

    /// Returns the number of slots of every table, and the memory of one.
    fn table_sizes(&self) -> [(usize, usize); 5] {
        [
            (self.bodies.pool.slot_count(), BODY),
            (self.shapes.pool.slot_count(), SHAPE),
            (self.joints.pool.slot_count(), JOINT),
            (self.contacts.pool.slot_count(), CONTACT),
            (self.fields.pool.slot_count(), FIELD),
        ]
    }
}
