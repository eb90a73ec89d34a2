//! Joint data as rows that lanes can gather: what the solver needs of a joint, precomputed whenever the joint is changed.
//!
//! Impulses live here and nowhere else; everything else repeats the record. Invariant: impulses of what a joint does not have are zero.

use cairn2d_math::{Rot, Vec2};

use super::{Joint, JointImpulses, JointKind};

/// What acts along the axis of a joint: bits of [`JointRow::features`].
pub(crate) mod feature {
    pub(crate) const SPRING: u32 = 1;
    pub(crate) const MOTOR: u32 = 2;
    pub(crate) const ROD: u32 = 4;
    pub(crate) const LIMITS: u32 = 8;
}

/// What every joint has, 64 bytes.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct JointRow {
    pub(crate) bodies: [u32; 2],
    pub(crate) features: u32,
    pub(crate) reserved: u32,
    /// Anchors in the coordinates of each body's origin \[m\].
    pub(crate) anchor_a: Vec2,
    pub(crate) anchor_b: Vec2,
    /// Point constraint of a revolute joint \[N s\]; x is the rod of a distance joint.
    pub(crate) linear: Vec2,
    pub(crate) reserved_floats: [f32; 2],
    /// The joint's own softness, \[Hz\] and \[-\]; 0 for the world's.
    pub(crate) hertz: f32,
    pub(crate) damping_ratio: f32,
    /// Rotation of the frame on A.
    pub(crate) rotation_a: Rot,
}

/// What acts along the axis of a joint, 64 bytes.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct AxisRow {
    pub(crate) lower: f32,
    pub(crate) upper: f32,
    pub(crate) motor_speed: f32,
    pub(crate) motor_strength: f32,
    pub(crate) spring_hertz: f32,
    pub(crate) spring_damping_ratio: f32,
    /// Coordinate at which the spring is at rest.
    pub(crate) spring_target: f32,
    /// Angle from which `rotation` counts \[rad\].
    pub(crate) near: f32,
    /// Turns the rotation of B against A into that of their frames, less the angle `near`.
    pub(crate) rotation: Rot,
    pub(crate) reserved: [f32; 2],
    /// Impulses \[N m s\] or \[N s\].
    pub(crate) spring: f32,
    pub(crate) motor: f32,
    pub(crate) lower_impulse: f32,
    pub(crate) upper_impulse: f32,
}

/// First float of the impulses in a [`JointRow`]: x, y, two unused.
pub(crate) const LINEAR_OFFSET: usize = 8;

/// First float of the impulses in an [`AxisRow`]: spring, motor, lower and upper limit.
pub(crate) const AXIS_OFFSET: usize = 12;

const _: () = assert!(size_of::<JointRow>() == 64 && size_of::<AxisRow>() == 64);
const _: () = assert!(core::mem::offset_of!(JointRow, linear) == 4 * LINEAR_OFFSET);
const _: () = assert!(core::mem::offset_of!(AxisRow, spring) == 4 * AXIS_OFFSET);

/// The rows of a joint with these impulses.
pub(crate) fn rows(joint: &Joint, impulses: JointImpulses) -> (JointRow, AxisRow) {
    let features = features(joint);
    let (hertz, damping_ratio) = joint.softness.unwrap_or((0.0, 0.0));
    let [frame_a, frame_b] = joint.frames;
    let row = JointRow {
        bodies: joint.bodies,
        features,
        reserved: 0,
        anchor_a: frame_a.p,
        anchor_b: frame_b.p,
        linear: impulses.linear,
        reserved_floats: [0.0; 2],
        hertz,
        damping_ratio,
        rotation_a: frame_a.q,
    };
    let mut axis = AxisRow { rotation: frame_a.q.inv_mul(frame_b.q), ..AxisRow::default() };
    if let (Some((lower, upper)), true) = (joint.limits, features & feature::LIMITS != 0) {
        (axis.lower, axis.upper) = (lower, upper);
        (axis.lower_impulse, axis.upper_impulse) = (impulses.lower, impulses.upper);
    }
    if let (Some(motor), true) = (joint.motor, features & feature::MOTOR != 0) {
        (axis.motor_speed, axis.motor_strength) = (motor.speed, motor.strength);
        axis.motor = impulses.motor;
    }
    if let (Some(spring), true) = (joint.spring, features & feature::SPRING != 0) {
        (axis.spring_hertz, axis.spring_damping_ratio) = (spring.hertz, spring.damping_ratio);
        axis.spring = impulses.spring;
    }
    match joint.kind {
        JointKind::Distance => axis.spring_target = joint.length,
        JointKind::Revolute => count_angle(joint, &mut axis),
    }
    (row, axis)
}

/// Chooses where the angle of a revolute joint jumps by a whole turn: as far from its limits as can be, or, without limits, opposite to
/// where the spring pulls, so that it pulls the short way.
fn count_angle(joint: &Joint, axis: &mut AxisRow) {
    let target = joint.spring.map_or(0.0, |spring| spring.target);
    let middle = match joint.limits {
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

/// What acts along the axis of a joint.
fn features(joint: &Joint) -> u32 {
    // A distance joint is either a rigid rod or something elastic.
    if joint.kind == JointKind::Distance && joint.spring.is_none() {
        return feature::ROD;
    }
    let bit = |on: bool, bit: u32| if on { bit } else { 0 };
    bit(joint.spring.is_some_and(|spring| spring.hertz > 0.0), feature::SPRING)
        | bit(joint.motor.is_some(), feature::MOTOR)
        | bit(joint.limits.is_some(), feature::LIMITS)
}
