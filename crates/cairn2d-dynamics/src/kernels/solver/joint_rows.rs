//! Layout of joint constraints: blocks of `L::COUNT` joints of one form, field by field, so that a field is
//! one load.
//!
//! All forms begin with the same fields. They end with the same axis, a coordinate with spring, motor, rod
//! and limits. It is the angle of a revolute joint, the length of a distance joint, or the slide along a
//! line. Fields of the axis are accessed only if a lane of the block uses them.
//!
//! Lever arms rotate with the bodies within the step, unlike those of contacts. Arms that lag by up to a
//! step would brake a swinging body. The relax pass rotates them, because it sees the moved bodies. The
//! warm-start delta of the body stages uses the arms before the rotation. The *lag* fields hold the
//! difference, which the next biased pass adds. Together they equal a warm start with the new arms.
//!
//! Invariant: an empty lane has the null body on both sides and zeros in every field. It moves no body and
//! divides by no zero.

use crate::kernels::disjoint::DisjointRows;
use crate::tables::body::BodyPose;
use crate::tables::joint::{AxisRow, JointForm, JointRow, Load, PoseRow, ROWS, RowLine};

use super::contact_rows::Line;

/// Fields of every form.
pub(crate) mod field {
    pub(crate) const BODY_A: usize = 0;
    pub(crate) const BODY_B: usize = 1;
    /// Bits of [`crate::tables::joint::feature`].
    pub(crate) const FEATURES: usize = 2;
    /// Anchors relative to the centres of mass: x and y on A, x and y on B `[m]`.
    pub(crate) const ARMS: [usize; 4] = [3, 4, 5, 6];
    /// Rotations of A and B in this step that the arms already include `[rad]`.
    pub(crate) const TURNS: [usize; 2] = [7, 8];
    /// Centre of B less centre of A at the start of the step `[m]`.
    pub(crate) const GAP: [usize; 2] = [9, 10];
    /// Softness of the constraint itself.
    pub(crate) const SOFT_RATE: usize = 11;
    pub(crate) const SOFT_MASS: usize = 12;
    pub(crate) const SOFT_IMPULSE: usize = 13;
    /// Accumulated impulse on B in this step: x, y `[N*s]`, about the anchor `[N*m*s]`, and the part of the
    /// motor.
    pub(crate) const LOAD: [usize; 4] = [14, 15, 16, 17];
    /// 1 for a joint that the trees solve and for an empty lane, else 0.
    pub(crate) const TREE: usize = 18;
    /// First field of a form.
    pub(crate) const END: usize = 19;
}

/// Fields of a revolute joint.
pub(crate) mod revolute {
    use super::{axis, field};

    /// Effective mass of the point constraint, a symmetric matrix: xx, xy, yy `[kg]`.
    pub(crate) const MASS: [usize; 3] = [field::END, field::END + 1, field::END + 2];
    pub(crate) const IMPULSE: [usize; 2] = [field::END + 3, field::END + 4];
    /// Angular impulse that the warm start misses, on A and B `[N*m*s]`.
    pub(crate) const LAG: [usize; 2] = [field::END + 5, field::END + 6];
    pub(crate) const AXIS: usize = field::END + 7;
    pub(crate) const COUNT: usize = AXIS + axis::COUNT;
}

/// Fields of a distance joint.
pub(crate) mod distance {
    use super::{axis, field};

    /// Direction from the anchor on A to the one on B.
    pub(crate) const NORMAL: [usize; 2] = [field::END, field::END + 1];
    /// Lever arms of the direction about both centres `[m]`.
    pub(crate) const LEVERS: [usize; 2] = [field::END + 2, field::END + 3];
    /// Impulse that the warm start misses: x, y `[N*s]`, then its angular part on A and B `[N*m*s]`.
    pub(crate) const LAG: [usize; 4] = [field::END + 4, field::END + 5, field::END + 6, field::END + 7];
    pub(crate) const AXIS: usize = field::END + 8;
    pub(crate) const COUNT: usize = AXIS + axis::COUNT;
}

/// Fields of a joint on a line.
pub(crate) mod line {
    use super::{axis, field};

    /// Direction of the line.
    pub(crate) const NORMAL: [usize; 2] = [field::END, field::END + 1];
    /// Lever arms of the line about both centres, then of the direction across `[m]`.
    pub(crate) const LEVERS: [usize; 4] = [field::END + 2, field::END + 3, field::END + 4, field::END + 5];
    /// Effective mass of the offset across and the angle, a symmetric matrix: xx, xy, yy.
    pub(crate) const MASS: [usize; 3] = [field::END + 6, field::END + 7, field::END + 8];
    /// Impulse across `[N*s]` and of the locked angle `[N*m*s]`.
    pub(crate) const IMPULSE: [usize; 2] = [field::END + 9, field::END + 10];
    /// Locked angle at the start of the step `[rad]`.
    pub(crate) const ANGLE: usize = field::END + 11;
    /// 1 if the angle is locked, else 0.
    pub(crate) const LOCK: usize = field::END + 12;
    /// Impulse that the warm start misses: x, y `[N*s]`, then its angular part on A and B `[N*m*s]`.
    pub(crate) const LAG: [usize; 4] = [field::END + 13, field::END + 14, field::END + 15, field::END + 16];
    /// Impulse of the rotational motor `[N*m*s]`; its speed and bound are those of the axis.
    pub(crate) const TURN_IMPULSE: usize = field::END + 17;
    /// Impulses across and of the lock that cancel the effect of a unit impulse along the line.
    pub(crate) const COUPLING: [usize; 2] = [field::END + 18, field::END + 19];
    /// Speed along the line per impulse `[1/kg]`.
    pub(crate) const INVERSE_MASS: usize = field::END + 20;
    pub(crate) const AXIS: usize = field::END + 21;
    pub(crate) const COUNT: usize = AXIS + axis::COUNT;
}

/// Fields of a pose joint.
pub(crate) mod pose {
    use super::{axis, field};

    /// Effective mass of the offset, a symmetric matrix: xx, xy, yy `[kg]`.
    pub(crate) const MASS: [usize; 3] = [field::END, field::END + 1, field::END + 2];
    /// Impulse of the rigid point or spring that holds the offset `[N*s]`.
    pub(crate) const IMPULSE: [usize; 2] = [field::END + 3, field::END + 4];
    /// Impulse that the warm start misses: x, y `[N*s]`, then its angular part on A and B `[N*m*s]`.
    pub(crate) const LAG: [usize; 4] = [field::END + 5, field::END + 6, field::END + 7, field::END + 8];
    /// Impulse at a rigid point that cancels the effect of a unit torque, and the remaining inverse
    /// inertia.
    pub(crate) const COUPLING: [usize; 2] = [field::END + 9, field::END + 10];
    pub(crate) const INVERSE_INERTIA: usize = field::END + 11;
    /// Softness of the hold of the offset, and its largest impulse in a sub-step.
    pub(crate) const HOLD_RATE: usize = field::END + 12;
    pub(crate) const HOLD_MASS: usize = field::END + 13;
    pub(crate) const HOLD_SCALE: usize = field::END + 14;
    pub(crate) const HOLD_MAX: usize = field::END + 15;
    /// Motor of the offset: velocity in the world, largest impulse in a sub-step, impulse.
    pub(crate) const MOTOR_VELOCITY: [usize; 2] = [field::END + 16, field::END + 17];
    pub(crate) const MOTOR_MAX: usize = field::END + 18;
    pub(crate) const MOTOR_IMPULSE: [usize; 2] = [field::END + 19, field::END + 20];
    pub(crate) const AXIS: usize = field::END + 21;
    pub(crate) const COUNT: usize = AXIS + axis::COUNT;
}

/// Fields of a generic row, from its first field.
pub(crate) mod row {
    use super::{axis, field};

    /// Change of the coordinate per motion of A and of B: x, y, angle.
    pub(crate) const JACOBIAN: [usize; 6] = [0, 1, 2, 3, 4, 5];
    pub(crate) const FEATURES: usize = 6;
    /// Speed of the coordinate per impulse.
    pub(crate) const INVERSE_MASS: usize = 7;
    pub(crate) const AXIS: usize = 8;
    pub(crate) const COUNT: usize = AXIS + axis::COUNT;

    /// Returns the first field of the row of this number.
    pub(crate) const fn first(index: usize) -> usize {
        field::END + index * COUNT
    }
}

/// Fields of an axis, from its first field.
pub(crate) mod axis {
    /// Effective mass, 0 if it cannot move.
    pub(crate) const MASS: usize = 0;
    /// Coordinate at the start of the step; for a revolute joint an angle `[rad]`.
    pub(crate) const COORDINATE: usize = 1;
    /// Target of the spring or the rod.
    pub(crate) const TARGET: usize = 2;
    /// Speed change of the spring per displacement `[1/s]`, and shares of speed and impulse that it
    /// removes.
    pub(crate) const SPRING_RATE: usize = 3;
    pub(crate) const SPRING_DAMPING: usize = 4;
    pub(crate) const SPRING_SCALE: usize = 5;
    pub(crate) const MOTOR_SPEED: usize = 6;
    /// Largest impulse of the motor in a sub-step.
    pub(crate) const MOTOR_MAX: usize = 7;
    pub(crate) const LOWER: usize = 8;
    pub(crate) const UPPER: usize = 9;
    /// Impulses: spring, motor, rod, lower and upper limit.
    pub(crate) const SPRING_IMPULSE: usize = 10;
    pub(crate) const MOTOR_IMPULSE: usize = 11;
    pub(crate) const ROD_IMPULSE: usize = 12;
    pub(crate) const LOWER_IMPULSE: usize = 13;
    pub(crate) const UPPER_IMPULSE: usize = 14;
    /// Smallest and largest impulse of the spring in a sub-step.
    pub(crate) const SPRING_MIN: usize = 15;
    pub(crate) const SPRING_MAX: usize = 16;
    /// Number of fields of an axis.
    pub(crate) const COUNT: usize = 17;
}

/// Returns the number of floats per lane for a joint of this form.
pub(crate) const fn field_count(form: JointForm) -> usize {
    match form {
        JointForm::Point => revolute::COUNT,
        JointForm::Distance => distance::COUNT,
        JointForm::Line => line::COUNT,
        JointForm::Pose => pose::COUNT,
        JointForm::Row => row::first(1),
        JointForm::Rows => row::first(ROWS),
    }
}

/// Returns the first field of the axis of a joint of this form, of the first axis if there are several.
pub(crate) const fn axis_field(form: JointForm) -> usize {
    match form {
        JointForm::Point => revolute::AXIS,
        JointForm::Distance => distance::AXIS,
        JointForm::Line => line::AXIS,
        JointForm::Pose => pose::AXIS,
        JointForm::Row | JointForm::Rows => row::first(0) + row::AXIS,
    }
}

/// Blocks of all colors and forms, one after the other.
#[derive(Clone, Debug, Default)]
pub(crate) struct JointRows {
    lines: Vec<Line>,
}

impl JointRows {
    /// Reserves this many cache lines of floats.
    pub(crate) fn reserve(&mut self, line_count: usize) {
        if self.lines.len() < line_count {
            self.lines.resize(line_count, Line([0.0; 16]));
        }
    }

    pub(crate) fn lines(&mut self) -> &mut [Line] {
        &mut self.lines
    }
}

/// Views of the columns of joints.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointColumns {
    /// Blocks of the constraints.
    pub(crate) rows: DisjointRows<Line>,
    pub(crate) joints: DisjointRows<JointRow>,
    pub(crate) axes: DisjointRows<AxisRow>,
    pub(crate) loads: DisjointRows<Load>,
    pub(crate) pose_rows: DisjointRows<PoseRow>,
    pub(crate) lines: *const RowLine,
    pub(crate) line_axes: DisjointRows<AxisRow>,
    pub(crate) poses: *const BodyPose,
}

/// Joints of one form and color, and the layout of their blocks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JointPlan {
    pub(crate) form: JointForm,
    pub(crate) joints: *const u32,
    pub(crate) count: u32,
    /// Joints of a full block: the lane count, or one.
    pub(crate) per_block: u32,
    /// First float of the first block.
    pub(crate) offset: usize,
}
