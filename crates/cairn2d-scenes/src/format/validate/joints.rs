//! The rules of the joints beyond hinge and rod.

use super::super::joint_kinds::{
    BoundedSpringDesc, LineDesc, MotorDesc, PoseDesc, PulleyDesc, RackDesc, RangeDesc, RotaryDesc, ServoDesc,
    SpringDesc,
};
use super::{
    Checked, MAX_COORDINATE, MAX_MAGNITUDE, Problem, check_anchor, check_points, check_softness, ordered,
    point, within,
};

/// What a line may have beside its limits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    Prismatic,
    Wheel,
    Slot,
}

pub(super) fn check_line(joint: &LineDesc, kind: LineKind) -> Checked {
    check_anchor(&joint.at)?;
    direction(joint.along)?;
    range(joint.limits.as_ref())?;
    only(kind != LineKind::Slot || joint.motor.is_none(), "motor")?;
    only(kind != LineKind::Slot || joint.spring.is_none(), "spring")?;
    only(kind == LineKind::Prismatic || joint.servo.is_none(), "servo")?;
    motor("motor", joint.motor.as_ref())?;
    spring(joint.spring.as_ref())?;
    servo(joint.servo.as_ref())?;
    check_softness(joint.softness.as_ref())
}

pub(super) fn check_pose(joint: &PoseDesc, weld: bool) -> Checked {
    check_anchor(&joint.at)?;
    only(!weld || joint.velocity.is_none(), "velocity")?;
    only(!weld || joint.spin.is_none(), "spin")?;
    bounded_spring("linear_spring", joint.linear_spring.as_ref())?;
    bounded_spring("angular_spring", joint.angular_spring.as_ref())?;
    if let Some(drive) = &joint.velocity {
        point("velocity", drive.velocity)
            .and_then(|()| within("max_force", drive.max_force, 0.0, MAX_MAGNITUDE))
            .map_err(|problem| problem.field("velocity"))?;
    }
    motor("spin", joint.spin.as_ref())?;
    check_softness(joint.softness.as_ref())
}

pub(super) fn check_rotary(joint: &RotaryDesc) -> Checked {
    range(joint.limits.as_ref())?;
    motor("motor", joint.motor.as_ref())?;
    spring(joint.spring.as_ref())?;
    servo(joint.servo.as_ref())?;
    let Some(ratchet) = &joint.ratchet else { return Ok(()) };
    within("pitch", ratchet.pitch.abs(), 1.0e-3, 1.0e6)
        .and_then(|()| within("phase", ratchet.phase, -MAX_COORDINATE, MAX_COORDINATE))
        .map_err(|problem| problem.field("ratchet"))
}

/// A ratio of angles, or of a length and an angle.
pub(super) fn ratio(field: &str, value: f32) -> Checked {
    within(field, value.abs(), 1.0e-3, 1.0e3)
}

pub(super) fn check_rack(joint: &RackDesc) -> Checked {
    point("at", joint.at)?;
    direction(joint.along)?;
    ratio("radius", joint.radius)
}

pub(super) fn check_pulley(joint: &PulleyDesc) -> Checked {
    check_points(&joint.at)?;
    point("over_a", joint.over_a)?;
    point("over_b", joint.over_b)?;
    within("ratio", joint.ratio, 1.0e-3, 1.0e3)?;
    joint.length.map_or(Ok(()), |length| within("length", length, 1.0e-4, 1.0e6))
}

fn only(there: bool, field: &str) -> Checked {
    if there {
        return Ok(());
    }
    Err(Problem::range("is nothing that this type of joint has".to_owned()).field(field))
}

fn direction(along: [f32; 2]) -> Checked {
    point("along", along)?;
    let length = (along[0] * along[0] + along[1] * along[1]).sqrt();
    if length >= 1.0e-6 {
        return Ok(());
    }
    Err(Problem::range("must have a direction".to_owned()).field("along"))
}

fn range(range: Option<&RangeDesc>) -> Checked {
    let Some(range) = range else { return Ok(()) };
    ordered(["lower", "upper"], [range.lower, range.upper], -MAX_COORDINATE, MAX_COORDINATE)
        .map_err(|problem| problem.field("limits"))
}

fn motor(field: &str, motor: Option<&MotorDesc>) -> Checked {
    let Some(motor) = motor else { return Ok(()) };
    within("speed", motor.speed, -1.0e6, 1.0e6)
        .and_then(|()| within("strength", motor.strength, 0.0, MAX_MAGNITUDE))
        .map_err(|problem| problem.field(field))
}

fn spring(spring: Option<&SpringDesc>) -> Checked {
    let Some(spring) = spring else { return Ok(()) };
    within("hertz", spring.hertz, 0.0, 1.0e6)
        .and_then(|()| within("damping_ratio", spring.damping_ratio, 0.0, 1.0e4))
        .and_then(|()| within("target", spring.target, -1.0e6, 1.0e6))
        .map_err(|problem| problem.field("spring"))
}

fn bounded_spring(field: &str, spring: Option<&BoundedSpringDesc>) -> Checked {
    let Some(spring) = spring else { return Ok(()) };
    within("hertz", spring.hertz, 0.0, 1.0e6)
        .and_then(|()| within("damping_ratio", spring.damping_ratio, 0.0, 1.0e4))
        .and_then(|()| within("strength", spring.strength, 0.0, MAX_MAGNITUDE))
        .map_err(|problem| problem.field(field))
}

fn servo(servo: Option<&ServoDesc>) -> Checked {
    let Some(servo) = servo else { return Ok(()) };
    within("target", servo.target, -1.0e6, 1.0e6)
        .and_then(|()| within("max_speed", servo.max_speed, 0.0, 1.0e6))
        .and_then(|()| within("strength", servo.strength, 0.0, MAX_MAGNITUDE))
        .map_err(|problem| problem.field("servo"))
}
