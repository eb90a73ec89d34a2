//! Joint rows: the solver's copy of a joint, in a form that lanes can gather, precomputed at every change.
//!
//! Impulses are stored only here; all other values repeat the record. Invariant: impulses of parts that a
//! joint does not have are zero.

use cairn2d_math::{Rot, Vec2};

use super::{Joint, JointForm, JointImpulses, JointKind, JointParts};

/// Parts of a joint on its axis and offset: bits of [`JointRow::features`].
pub(crate) mod feature {
    pub(crate) const SPRING: u32 = 1;
    pub(crate) const MOTOR: u32 = 2;
    pub(crate) const ROD: u32 = 4;
    pub(crate) const LIMITS: u32 = 8;
    /// The motor speed depends on the distance to the target.
    pub(crate) const SERVO: u32 = 16;
    /// Linear part of a pose: rigid, with a spring, with a motor.
    pub(crate) const POINT: u32 = 32;
    pub(crate) const POINT_SPRING: u32 = 64;
    pub(crate) const POINT_MOTOR: u32 = 128;
    /// Of a line joint: the angle is locked, or the motor drives the angle instead of the slide.
    pub(crate) const LOCK: u32 = 256;
    pub(crate) const TURN_MOTOR: u32 = 512;
    /// All of them.
    pub(crate) const ALL: u32 = 1023;
}

/// The row of every joint, 64 bytes.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct JointRow {
    pub(crate) bodies: [u32; 2],
    pub(crate) features: u32,
    /// Number of joints that rigidly hold the more crowded of the two bodies, negative if that is B; 0 if few
    /// do. `state/crowds.rs` maintains it.
    pub(crate) crowd: f32,
    /// Anchors in the coordinates of each body's origin \[m\].
    pub(crate) anchor_a: Vec2,
    pub(crate) anchor_b: Vec2,
    /// Impulses off the axis, see [`JointImpulses::linear`].
    pub(crate) linear: Vec2,
    /// See [`JointImpulses::angle`]; written with the impulses.
    pub(crate) angle: f32,
    pub(crate) reserved_float: f32,
    /// The joint's own softness, \[Hz\] and \[-\]; 0 for the world's.
    pub(crate) hertz: f32,
    pub(crate) damping_ratio: f32,
    /// Rotation of the frame on A.
    pub(crate) rotation_a: Rot,
}

/// The axis of a joint, 64 bytes.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct AxisRow {
    pub(crate) lower: f32,
    pub(crate) upper: f32,
    pub(crate) motor_speed: f32,
    pub(crate) motor_strength: f32,
    pub(crate) spring_hertz: f32,
    pub(crate) spring_damping_ratio: f32,
    /// Coordinate of the rest position of the spring, of the rod, or target of the servo.
    pub(crate) spring_target: f32,
    /// Angle from which `rotation` counts \[rad\].
    pub(crate) near: f32,
    /// Rotates the relative rotation of B into that of the frames, minus the angle `near`.
    pub(crate) rotation: Rot,
    /// Smallest and largest force or torque of the spring.
    pub(crate) spring_range: [f32; 2],
    /// Impulses \[N m s\] or \[N s\].
    pub(crate) spring: f32,
    pub(crate) motor: f32,
    pub(crate) lower_impulse: f32,
    pub(crate) upper_impulse: f32,
}

/// The linear part of a joint of the form [`super::JointForm::Pose`], 64 bytes.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct PoseRow {
    /// Relative velocity of the anchors, in axes of the first frame.
    pub(crate) velocity: Vec2,
    pub(crate) max_force: f32,
    pub(crate) spring_hertz: f32,
    pub(crate) spring_damping_ratio: f32,
    pub(crate) max_spring_force: f32,
    pub(crate) reserved: [f32; 6],
    /// Impulse of the motor \[N s\].
    pub(crate) motor: Vec2,
    pub(crate) reserved_pair: [f32; 2],
}

/// A coordinate of any kind, linear in the motion of this step, 32 bytes.
#[repr(C, align(32))]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct RowLine {
    /// Jacobian by the motion of A and of B: x, y, angle.
    pub(crate) jacobian: [f32; 6],
    /// Its value at the start of the step.
    pub(crate) coordinate: f32,
    pub(crate) features: u32,
}

const _: () = assert!(size_of::<RowLine>() == 32);

/// First float of the impulses in a [`PoseRow`]: x, y, two unused.
pub(crate) const POSE_OFFSET: usize = 12;

/// First float of the impulses in a [`JointRow`]: x, y, the angle, one unused.
pub(crate) const LINEAR_OFFSET: usize = 8;

/// First float of the impulses in an [`AxisRow`]: spring, motor, lower and upper limit.
pub(crate) const AXIS_OFFSET: usize = 12;

const _: () = assert!(size_of::<JointRow>() == 64 && size_of::<AxisRow>() == 64);
const _: () = assert!(core::mem::offset_of!(JointRow, linear) == 4 * LINEAR_OFFSET);
const _: () = assert!(core::mem::offset_of!(AxisRow, spring) == 4 * AXIS_OFFSET);
const _: () = assert!(size_of::<PoseRow>() == 64 && core::mem::offset_of!(PoseRow, motor) == 4 * POSE_OFFSET);

/// Force bound of a spring without bounds.
const UNBOUNDED: f32 = 1.0e30;

/// A limit beyond all coordinates [m] or [rad].
pub(crate) const FAR: f32 = 1.0e9;

/// Returns the rows of a joint with these impulses.
pub(crate) fn rows(
    joint: &Joint,
    parts: &JointParts,
    impulses: JointImpulses,
) -> (JointRow, AxisRow, PoseRow) {
    let features = features(joint.kind, parts);
    let (hertz, damping_ratio) = joint.softness.unwrap_or((0.0, 0.0));
    let [frame_a, frame_b] = joint.frames;
    let row = JointRow {
        bodies: joint.bodies,
        features,
        crowd: 0.0,
        anchor_a: frame_a.p,
        anchor_b: frame_b.p,
        linear: impulses.linear,
        angle: impulses.angle,
        reserved_float: 0.0,
        hertz,
        damping_ratio,
        rotation_a: frame_a.q,
    };
    (row, axis_row(joint, parts, features, impulses), pose_row(parts, features, impulses))
}

impl JointRow {
    /// Returns whether a joint of this type holds its bodies rigidly, so that it works against the other
    /// joints of a body.
    pub(crate) fn is_rigid(&self, kind: JointKind) -> bool {
        match kind.form() {
            JointForm::Point | JointForm::Line => true,
            JointForm::Distance => self.features & feature::ROD != 0,
            JointForm::Pose => self.features & feature::POINT != 0,
            JointForm::Row | JointForm::Rows => false,
        }
    }
}

/// Returns the axis row of a joint with these impulses.
pub(crate) fn axis_row(joint: &Joint, parts: &JointParts, features: u32, impulses: JointImpulses) -> AxisRow {
    let [frame_a, frame_b] = joint.frames;
    let mut axis = AxisRow {
        rotation: frame_a.q.inv_mul(frame_b.q),
        spring_range: [-UNBOUNDED, UNBOUNDED],
        ..AxisRow::default()
    };
    if features & feature::LIMITS != 0 {
        (axis.lower, axis.upper) = parts.limits.unwrap_or((-FAR, FAR));
        (axis.lower_impulse, axis.upper_impulse) = (impulses.lower, impulses.upper);
    }
    // An axis has either a spring or a rod, which share one impulse.
    if features & feature::ROD != 0 && joint.kind != JointKind::Distance {
        axis.spring = impulses.spring;
    }
    if let (Some(motor), true) = (parts.motor, features & (feature::MOTOR | feature::TURN_MOTOR) != 0) {
        (axis.motor_speed, axis.motor_strength) = (motor.speed, motor.strength);
        axis.motor = impulses.motor;
    }
    if let (Some(spring), true) = (parts.spring, features & feature::SPRING != 0) {
        (axis.spring_hertz, axis.spring_damping_ratio) = (spring.hertz, spring.damping_ratio);
        axis.spring = impulses.spring;
        if let Some((lower, upper)) = parts.spring_range {
            axis.spring_range = [lower, upper];
        }
    }
    if let Some(servo) = parts.servo {
        (axis.motor_speed, axis.motor_strength) = (servo.max_speed, servo.strength);
        axis.motor = impulses.motor;
    }
    let spring_target = parts.spring.map_or(0.0, |spring| spring.target);
    let target = parts.servo.map_or(spring_target, |servo| servo.target);
    match joint.kind.form() {
        JointForm::Distance => axis.spring_target = parts.servo.map_or(joint.length, |servo| servo.target),
        JointForm::Line | JointForm::Row | JointForm::Rows => axis.spring_target = target,
        JointForm::Point | JointForm::Pose => count_angle(parts.limits, target, &mut axis),
    }
    axis
}

fn pose_row(parts: &JointParts, features: u32, impulses: JointImpulses) -> PoseRow {
    let mut row = PoseRow::default();
    if let (Some(spring), true) = (parts.linear_spring, features & feature::POINT_SPRING != 0) {
        (row.spring_hertz, row.spring_damping_ratio) = (spring.hertz, spring.damping_ratio);
        row.max_spring_force = spring.max_force;
    }
    if let Some(motor) = parts.linear_motor {
        (row.velocity, row.max_force) = (motor.velocity, motor.max_force);
        row.motor = impulses.linear_motor;
    }
    row
}

/// Chooses the angle at which the count jumps by a whole turn. With limits it is as far from them as
/// possible; without, it is opposite to the target, so that the joint rotates the short way.
fn count_angle(limits: Option<(f32, f32)>, target: f32, axis: &mut AxisRow) {
    let middle = match limits {
        Some((lower, upper)) => {
            axis.near = 0.5 * (lower + upper);
            axis.spring_target = target;
            axis.near
        }
        // The angle then counts from the target, which may be many turns away.
        None => target,
    };
    axis.rotation = axis.rotation.mul(Rot::from_angle(-middle));
}

/// Returns the bits of the parts on the axis and on the offset.
fn features(kind: JointKind, parts: &JointParts) -> u32 {
    let bit = |on: bool, bit: u32| if on { bit } else { 0 };
    let spring = bit(parts.spring.is_some_and(|spring| spring.hertz > 0.0), feature::SPRING);
    let limits = bit(parts.limits.is_some(), feature::LIMITS);
    let motor = bit(parts.motor.is_some(), feature::MOTOR);
    let driven = match parts.servo {
        Some(_) => feature::MOTOR | feature::SERVO,
        None => motor | spring,
    };
    match kind {
        // A distance joint is either a rigid rod or elastic.
        JointKind::Distance if parts.is_rod() => feature::ROD,
        JointKind::Revolute | JointKind::Distance => driven | limits,
        JointKind::Prismatic => driven | limits | feature::LOCK,
        JointKind::Wheel => spring | limits | bit(parts.motor.is_some(), feature::TURN_MOTOR),
        JointKind::Slot => limits,
        JointKind::Weld => bit(parts.spring.is_none(), feature::ROD) | spring | linear_features(kind, parts),
        JointKind::Drive => driven | linear_features(kind, parts),
        JointKind::Grab => linear_features(kind, parts),
        JointKind::Filter | JointKind::Custom => 0,
        JointKind::Rotary => driven | limits | bit(parts.generic.ratchet().is_some(), feature::LIMITS),
        JointKind::Pulley if parts.generic.is_slack() => feature::LIMITS,
        JointKind::Gear | JointKind::Rack | JointKind::Pulley => feature::ROD,
    }
}

/// Returns the bits of the parts on the offset of a joint of the form [`JointForm::Pose`].
fn linear_features(kind: JointKind, parts: &JointParts) -> u32 {
    let bit = |on: bool, bit: u32| if on { bit } else { 0 };
    let spring = match parts.linear_spring {
        Some(spring) => bit(spring.hertz > 0.0, feature::POINT_SPRING),
        None => bit(kind == JointKind::Weld, feature::POINT),
    };
    spring | bit(parts.linear_motor.is_some(), feature::POINT_MOTOR)
}
