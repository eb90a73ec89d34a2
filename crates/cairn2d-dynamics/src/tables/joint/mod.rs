//! Joints: the builders, the record that all types share, and the table.

mod any_def;
mod def;
mod generic;
mod kind;
mod line_defs;
mod load;
mod parts;
mod point_defs;
mod pose_defs;
mod row_defs;
mod rows;

pub use def::{Anchor, JointDef, LinearMotor, LinearSpring, Motor, Servo, Spring};
pub(crate) use def::{
    JointBase, JointParts, check_frames, check_limits, check_linear_motor, check_linear_spring, check_motor,
    check_servo, check_softness, check_spring, check_spring_range,
};
pub(crate) use generic::{AngleTrack, GenericConstraint, SharedConstraint};
pub use generic::{ConstraintRow, CustomConstraint, JointEnds};
pub use kind::JointKind;
pub(crate) use kind::{JointForm, ROWS};
pub use load::LoadLimit;
pub(crate) use load::{Load, LoadChange, Watch};
use parts::PartsTable;
pub(crate) use rows::{
    AXIS_OFFSET, AxisRow, FAR, JointRow, LINEAR_OFFSET, POSE_OFFSET, PoseRow, RowLine, axis_row, feature,
};

use cairn2d_math::{Pose, Rot, Vec2};

use crate::store::capacity::reserve_total;
use crate::store::column::Column;
use crate::store::edge_list::{Edge, Linked};
use crate::store::id::JointId;
use crate::store::slot::NONE;
use crate::store::table::table;

/// The builders of all types of joints.
pub mod joint_builders {
    pub use super::line_defs::*;
    pub use super::point_defs::*;
    pub use super::pose_defs::*;
    pub use super::row_defs::*;
}

/// Impulses of the last step for warm starting, and the angle at its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct JointImpulses {
    /// Point constraint of a hinge \[N s\]; rod of a distance joint; of a line joint the constraint across
    /// it, and the lock of the angle \[N m s\].
    pub(crate) linear: Vec2,
    /// Linear motor \[N s\].
    pub(crate) linear_motor: Vec2,
    /// \[N m s\] or \[N s\].
    pub(crate) spring: f32,
    pub(crate) motor: f32,
    pub(crate) lower: f32,
    pub(crate) upper: f32,
    /// Angle of a hinge with limits at the end of the last step \[rad\], counted over whole turns;
    /// [`UNKNOWN_ANGLE`] if there is none.
    pub(crate) angle: f32,
}

/// Stands for an angle that is not counted. It is then the one within half a turn of the middle of the
/// limits.
pub(crate) const UNKNOWN_ANGLE: f32 = 1.0e30;

/// Shortest rest length of a joint \[m\].
pub(crate) const MIN_LENGTH: f32 = 1.0e-4;

/// Longest rest length of a joint \[m\], above any rope of a pulley of the largest ratio between bodies of a
/// large world.
pub(crate) const MAX_LENGTH: f32 = 1.0e12;

/// Largest counted angle of a hinge \[rad\].
pub(crate) const MOST_COUNTED: f32 = 1.0e6;

impl Default for JointImpulses {
    fn default() -> JointImpulses {
        let (linear, linear_motor) = (Vec2::ZERO, Vec2::ZERO);
        let [spring, motor, lower, upper] = [0.0; 4];
        JointImpulses { linear, linear_motor, spring, motor, lower, upper, angle: UNKNOWN_ANGLE }
    }
}

/// A joint of any type.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Joint {
    pub(crate) kind: JointKind,
    pub(crate) bodies: [u32; 2],
    pub(crate) edges: [Edge; 2],
    /// Frames in the coordinates of each body's origin.
    pub(crate) frames: [Pose; 2],
    pub(crate) collide_connected: bool,
    pub(crate) enabled: bool,
    pub(crate) softness: Option<(f32, f32)>,
    /// Rest length of a distance joint or of the rope of a pulley \[m\].
    pub(crate) length: f32,
    /// Index in the table of parts, `NONE` for a joint without parts; see [`Joints::parts`].
    pub(crate) parts: u32,
    /// Index in the list of joints with load limits, `NONE` outside of it.
    pub(crate) watch_index: u32,
    pub(crate) user_data: u64,
    /// Color of the constraint graph, `NONE` outside of it.
    pub(crate) color: u32,
    pub(crate) color_index: u32,
}

const _: () = assert!(size_of::<Joint>() <= 104);

impl Joint {
    /// Content of a free slot.
    pub(crate) const VACANT: Joint = Joint {
        kind: JointKind::Filter,
        bodies: [NONE; 2],
        edges: [Edge::UNLINKED; 2],
        frames: [Pose::IDENTITY; 2],
        collide_connected: false,
        enabled: false,
        softness: None,
        length: 0.0,
        parts: NONE,
        watch_index: NONE,
        user_data: 0,
        color: NONE,
        color_index: NONE,
    };
}

impl Linked for Joint {
    fn bodies(&self) -> [u32; 2] {
        self.bodies
    }

    fn edges(&self) -> &[Edge; 2] {
        &self.edges
    }

    fn edges_mut(&mut self) -> &mut [Edge; 2] {
        &mut self.edges
    }
}

table! {
    /// All joints.
    Joints of JointColumns {
        columns {
            records: Column<Joint> = Joint::VACANT;
            rows: Vec<JointRow> = JointRow::default();
        }
        unhashed {
            /// Load in the last step; the step that writes it reads it.
            loads: Vec<Load> = [0.0; 4];
        }
        others {
            /// Parts that only some joints have.
            parts: PartsTable = PartsTable::default();
            /// Empty as long as no joint has a part on its axis.
            axes: Vec<AxisRow> = Vec::new();
            /// Joints with load limits.
            watched: Vec<Watch> = Vec::new();
            /// Linear parts of joints of the form [`JointForm::Pose`], for every slot up to the last such
            /// joint.
            poses: Vec<PoseRow> = Vec::new();
            /// Coordinates of joints of the forms [`JointForm::Row`] and [`JointForm::Rows`], [`ROWS`] for
            /// every slot up to the last such joint. Every step rewrites them.
            lines: Vec<RowLine> = Vec::new();
            /// Axes of the coordinates of [`JointForm::Rows`]; a single coordinate has its axis in `axes`.
            line_axes: Vec<AxisRow> = Vec::new();
            /// Angle tracking of these joints, for every slot up to the last such joint.
            tracks: Vec<AngleTrack> = Vec::new();
        }
    }
}

impl Joints {
    pub(crate) fn new(tag: u8) -> Joints {
        Joints::empty(tag)
    }

    /// Allocates a slot for a joint with these parts.
    pub(crate) fn insert(&mut self, joint: Joint, parts: JointParts) -> u32 {
        let form = joint.kind.form();
        let slot = self.insert_row(JointColumns { records: joint, ..JointColumns::default() });
        if matches!(form, JointForm::Row | JointForm::Rows) {
            let (index, count) = (slot as usize, self.ensure_rows(slot));
            self.lines[index * ROWS..count].fill(RowLine::default());
            self.line_axes[index * ROWS..count].fill(AxisRow::default());
            self.tracks[index] = AngleTrack::default();
        }
        self.set_parts(slot, parts);
        self.refresh(slot, JointImpulses::default());
        slot
    }

    /// Extends the coordinates to all joints up to this one. Returns the end of its own.
    pub(crate) fn ensure_rows(&mut self, slot: u32) -> usize {
        let index = slot as usize;
        let count = (index + 1) * ROWS;
        if self.lines.len() < count {
            self.lines.resize(count, RowLine::default());
            self.line_axes.resize(count, AxisRow::default());
            self.tracks.resize(index + 1, AngleTrack::default());
        }
        count
    }

    /// Makes all joints vacant except for their ids.
    pub(crate) fn clear(&mut self) {
        self.refill();
        self.parts.clear();
        self.axes.clear();
        self.watched.clear();
        self.poses.clear();
        self.lines.clear();
        self.line_axes.clear();
        self.tracks.clear();
    }

    /// Reserves memory for this many slots.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.reserve_rows(count);
        self.parts.reserve(count);
        reserve_total(&mut self.axes, count);
        reserve_total(&mut self.poses, count);
    }

    pub(crate) fn remove(&mut self, slot: u32) {
        self.forget_watch(slot);
        self.set_parts(slot, JointParts::default());
        self.pool.remove(slot);
    }

    /// Returns the impulses of the last step.
    pub(crate) fn impulses(&self, slot: u32) -> JointImpulses {
        let index = slot as usize;
        let axis = self.axes.get(index).copied().unwrap_or_default();
        JointImpulses {
            linear: self.rows[index].linear,
            linear_motor: self.poses.get(index).map_or(Vec2::ZERO, |row| row.motor),
            spring: axis.spring,
            motor: axis.motor,
            lower: axis.lower_impulse,
            upper: axis.upper_impulse,
            angle: self.rows[index].angle,
        }
    }

    /// Rebuilds the rows from the record and the parts. These impulses apply to the parts that the joint
    /// still has.
    pub(crate) fn refresh(&mut self, slot: u32, impulses: JointImpulses) {
        let index = slot as usize;
        let (joint, parts) = (&self.records[index], self.parts.get(self.records[index].parts));
        let (row, axis, pose) = rows::rows(joint, parts, impulses);
        self.rows[index] = JointRow { crowd: self.rows[index].crowd, ..row };
        // The kernels read the axis of a hinge only if a joint of its block has a part on the axis.
        if joint.kind != JointKind::Revolute || row.features != 0 || !self.axes.is_empty() {
            for (joint, row) in self.records.iter().zip(&self.rows).skip(self.axes.len()) {
                let parts = self.parts.get(joint.parts);
                self.axes.push(axis_row(joint, parts, row.features, JointImpulses::default()));
            }
            self.axes[index] = axis;
        }
        if joint.kind.form() == JointForm::Pose && self.poses.len() <= index {
            self.poses.resize(index + 1, PoseRow::default());
        }
        if let Some(row) = self.poses.get_mut(index) {
            *row = pose;
        }
    }

    /// Returns the angle of a hinge with limits after the last step \[rad\], counted over whole turns, if
    /// known.
    pub(crate) fn counted_angle(&self, slot: u32) -> Option<f32> {
        let row = &self.rows[slot as usize];
        let counts =
            self.records[slot as usize].kind == JointKind::Revolute && row.features & feature::LIMITS != 0;
        (counts && row.angle.abs() < MOST_COUNTED).then_some(row.angle)
    }

    /// Discards the counted turns of a joint, because its bodies were repositioned.
    pub(crate) fn forget_angle(&mut self, slot: u32) {
        self.rows[slot as usize].angle = UNKNOWN_ANGLE;
    }

    pub(crate) fn find(&self, id: JointId) -> Option<u32> {
        self.pool.find(id.raw())
    }

    pub(crate) fn id(&self, slot: u32) -> JointId {
        JointId::from_raw(self.pool.id(slot))
    }
}

/// Returns the angle of a rotation \[rad\] that is within half a turn of another angle.
pub(crate) fn angle_near(rotation: Rot, near: f32) -> f32 {
    near + Rot::from_angle(near).inv_mul(rotation).angle()
}
