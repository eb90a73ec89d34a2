//! Joints: the builders, the record every type shares, and the table.

mod def;
mod load;
mod rows;

pub use def::{Anchor, Distance, JointDef, Motor, Revolute, Spring};
pub(crate) use def::{JointBase, check_frames, check_limits, check_motor, check_softness, check_spring};
pub use load::LoadLimit;
pub(crate) use load::{Load, Verdict, Watch};
pub(crate) use rows::{AXIS_OFFSET, AxisRow, JointRow, LINEAR_OFFSET, feature};

use cairn2d_math::{Pose, Rot, Vec2};

use crate::body::NONE;
use crate::id::{IdPool, JointId};
use crate::room::room;

/// Type of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum JointKind {
    /// A hinge.
    Revolute,
    /// A rod, rope or spring.
    Distance,
}

impl JointKind {
    /// How many types there are.
    pub(crate) const COUNT: usize = 2;

    /// All types, in the order of their discriminants.
    pub(crate) const ALL: [JointKind; JointKind::COUNT] = [JointKind::Revolute, JointKind::Distance];
}

/// Link of a joint in the list of one of its bodies. Edges are joint slot times two plus side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointEdge {
    pub(crate) next: u32,
    pub(crate) previous: u32,
}

/// Impulses of the last step, kept for warm starting.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct JointImpulses {
    /// Point constraint of a revolute joint \[N s\]; x is the rod of a distance joint.
    pub(crate) linear: Vec2,
    /// \[N m s\] or \[N s\].
    pub(crate) spring: f32,
    pub(crate) motor: f32,
    pub(crate) lower: f32,
    pub(crate) upper: f32,
}

/// A joint of any type.
#[derive(Clone, Debug)]
pub(crate) struct Joint {
    pub(crate) kind: JointKind,
    pub(crate) bodies: [u32; 2],
    pub(crate) edges: [JointEdge; 2],
    /// Frames in the coordinates of each body's origin.
    pub(crate) frames: [Pose; 2],
    pub(crate) collide_connected: bool,
    pub(crate) softness: Option<(f32, f32)>,
    pub(crate) limits: Option<(f32, f32)>,
    pub(crate) motor: Option<Motor>,
    pub(crate) spring: Option<Spring>,
    /// Rest length of a distance joint \[m\].
    pub(crate) length: f32,
    pub(crate) enabled: bool,
    pub(crate) watch: Watch,
    pub(crate) user_data: u64,
    /// Color of the constraint graph, `NONE` outside of it.
    pub(crate) color: u32,
    pub(crate) color_index: u32,
}

/// All joints: one entry of every column per slot.
#[derive(Clone, Debug)]
pub(crate) struct Joints {
    pub(crate) pool: IdPool,
    pub(crate) records: Vec<Joint>,
    pub(crate) rows: Vec<JointRow>,
    pub(crate) axes: Vec<AxisRow>,
    pub(crate) loads: Vec<Load>,
    /// Joints with a limit of their load.
    pub(crate) watched: Vec<u32>,
    /// Scratch: what the loads of the last step do to them.
    pub(crate) verdicts: Vec<(u32, Verdict)>,
}

impl Joints {
    pub(crate) fn new(tag: u8) -> Joints {
        let pool = IdPool::new(tag);
        let (records, rows, axes, loads) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Joints { pool, records, rows, axes, loads, watched: Vec::new(), verdicts: Vec::new() }
    }

    pub(crate) fn insert(&mut self, joint: Joint) -> u32 {
        let slot = self.pool.insert().slot();
        let index = slot as usize;
        let (row, axis) = rows::rows(&joint, JointImpulses::default());
        if index == self.records.len() {
            self.records.push(joint);
            self.rows.push(row);
            self.axes.push(axis);
            self.loads.push([0.0; 4]);
        } else {
            self.records[index] = joint;
            self.rows[index] = row;
            self.axes[index] = axis;
            self.loads[index] = [0.0; 4];
        }
        self.update_watch(slot);
        slot
    }

    /// Makes room for this many slots.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.pool.reserve(count);
        room(&mut self.records, count);
        room(&mut self.rows, count);
        room(&mut self.axes, count);
        room(&mut self.loads, count);
    }

    pub(crate) fn remove(&mut self, slot: u32) {
        self.forget_watch(slot);
        self.pool.remove(slot);
    }

    /// Impulses of the last step.
    pub(crate) fn impulses(&self, slot: u32) -> JointImpulses {
        let (row, axis) = (&self.rows[slot as usize], &self.axes[slot as usize]);
        JointImpulses {
            linear: row.linear,
            spring: axis.spring,
            motor: axis.motor,
            lower: axis.lower_impulse,
            upper: axis.upper_impulse,
        }
    }

    /// Makes the rows follow a record that was changed, with these impulses for what it still has.
    pub(crate) fn refresh(&mut self, slot: u32, impulses: JointImpulses) {
        let index = slot as usize;
        (self.rows[index], self.axes[index]) = rows::rows(&self.records[index], impulses);
    }

    pub(crate) fn find(&self, id: JointId) -> Option<u32> {
        self.pool.find(id.raw())
    }

    pub(crate) fn id(&self, slot: u32) -> JointId {
        JointId::from_raw(self.pool.id(slot))
    }
}

impl JointEdge {
    pub(crate) const UNLINKED: JointEdge = JointEdge { next: NONE, previous: NONE };
}

/// Angle of a rotation \[rad\], counted such that it is within half a turn of another angle.
pub(crate) fn angle_near(rotation: Rot, near: f32) -> f32 {
    near + Rot::from_angle(near).inv_mul(rotation).angle()
}
