//! The rules of joints: two bodies, the parts of the type, and numbers in their ranges.

use super::{Checked, MAX_COORDINATE, MAX_MAGNITUDE, Problem, body_index, number, ordered, point, within};
use crate::format::joint::{HELD, JointType};
use crate::format::joint_parts::{
    JointAnchor, LoadLimitDesc, MotorDesc, PointPair, RatchetDesc, ServoDesc, SoftnessDesc, SpringDesc,
    VelocityDesc, WorldAnchor,
};
use crate::format::{BodyDesc, BodyNames, JointDesc, JointParts, SceneErrorKind};

/// Checks one joint.
pub(super) fn check(joint: &JointDesc, names: &BodyNames, bodies: &[BodyDesc]) -> Checked {
    let inner = || {
        let (body_a, body_b) = joint.bodies();
        let index_a = body_index("body_a", body_a, names, bodies.len())?;
        let index_b = body_index("body_b", body_b, names, bodies.len())?;
        if index_a == index_b {
            let reason = format!("is the same body as body_a: bodies[{index_b}]");
            return Err(Problem::reference(reason).field("body_b"));
        }
        let (parts, joint_type) = (joint.parts(), joint.joint_type());
        check_type(parts, joint_type)?;
        part("limits", joint.limits().as_ref(), |&(lower, upper)| {
            let (low, high) = joint_type.range;
            ordered(["lower", "upper"], [lower, upper], low, high)
        })?;
        check_places(parts, joint_type)?;
        check_parts(parts)?;
        let rests = matches!(joint, JointDesc::Distance(_))
            && parts.spring.is_some_and(|spring| spring.target != 0.0);
        without(rests, "target").map_err(|problem| problem.field("spring"))
    };
    inner().map_err(|problem| problem.field(joint.kind()))
}

/// Checks that a joint has all required parts of its type and no others.
fn check_type(parts: &JointParts, joint_type: &JointType) -> Checked {
    let JointType { name, required, optional, .. } = joint_type;
    let held = if *name == "filter" { &[][..] } else { &HELD };
    let knows = |part: &str| required.contains(&part) || optional.contains(&part) || held.contains(&part);
    parts.given().try_for_each(|part| without(!knows(part), part))?;
    match required.iter().find(|&&part| parts.given().all(|given| given != part)) {
        Some(part) => {
            let reason = format!("missing field `{part}`");
            Err(Problem { kind: SceneErrorKind::Structure, path: Vec::new(), reason })
        }
        None => Ok(()),
    }
}

/// Rejects a part that must be absent.
fn without(there: bool, field: &str) -> Checked {
    if !there {
        return Ok(());
    }
    Err(Problem::range("is not a part of this type of joint".to_owned()).field(field))
}

/// Runs the check of an optional part.
fn part<T>(field: &str, part: Option<&T>, check: impl Fn(&T) -> Checked) -> Checked {
    part.map_or(Ok(()), check).map_err(|problem| problem.field(field))
}

fn check_places(parts: &JointParts, joint_type: &JointType) -> Checked {
    // A type with a length has two points.
    let apart = joint_type.optional.contains(&"length");
    part("at", parts.at.as_ref(), |at| anchor(at, apart))?;
    part("along", parts.along.as_ref(), |along| direction(*along))?;
    for (field, over) in [("over_a", parts.over_a), ("over_b", parts.over_b)] {
        over.map_or(Ok(()), |over| point(field, over))?;
    }
    Ok(())
}

fn check_parts(parts: &JointParts) -> Checked {
    part("length", parts.length.as_ref(), |length| number(*length, 1.0e-4, 1.0e12))?;
    part("motor", parts.motor.as_ref(), motor)?;
    part("spring", parts.spring.as_ref(), spring)?;
    part("servo", parts.servo.as_ref(), servo)?;
    part("linear_motor", parts.linear_motor.as_ref(), linear_motor)?;
    part("linear_spring", parts.linear_spring.as_ref(), |pull| {
        spring(pull)?;
        without(pull.target != 0.0, "target")?;
        without(pull.pull.is_some(), "pull")
    })?;
    part("ratchet", parts.ratchet.as_ref(), ratchet)?;
    // The sides of a rope must both be positive.
    let ratio = |ratio: &f32| if parts.over_a.is_some() { *ratio } else { ratio.abs() };
    part("ratio", parts.ratio.as_ref(), |value| number(ratio(value), 1.0e-3, 1.0e3))?;
    part("radius", parts.radius.as_ref(), |value| number(value.abs(), 1.0e-3, 1.0e3))?;
    part("softness", parts.softness.as_ref(), softness)?;
    part("break_at", parts.break_at.as_ref(), load_limit)?;
    part("report_above", parts.report_above.as_ref(), load_limit)
}

/// Checks an anchor: two points if `apart` allows it, else one.
fn anchor(at: &JointAnchor, apart: bool) -> Checked {
    match at {
        JointAnchor::World(WorldAnchor::Point(at)) if !apart => point("world", *at),
        JointAnchor::World(WorldAnchor::Pair(PointPair { a, b })) if apart => {
            point("a", *a).and_then(|()| point("b", *b)).map_err(|problem| problem.field("world"))
        }
        JointAnchor::World(_) => {
            let wanted = if apart { "two points, { a, b }" } else { "one point, [x, y]" };
            Err(Problem::range(format!("must be {wanted}")).field("world"))
        }
        JointAnchor::Local(frames) => {
            let inner = || {
                point("a", frames.a)?;
                point("b", frames.b)?;
                within("angle_a", frames.angle_a, -1.0e6, 1.0e6)?;
                within("angle_b", frames.angle_b, -1.0e6, 1.0e6)
            };
            inner().map_err(|problem: Problem| problem.field("local"))
        }
    }
}

fn direction([x, y]: [f32; 2]) -> Checked {
    number(x, -MAX_COORDINATE, MAX_COORDINATE).map_err(|problem| problem.index(0))?;
    number(y, -MAX_COORDINATE, MAX_COORDINATE).map_err(|problem| problem.index(1))?;
    if (x * x + y * y).sqrt() >= 1.0e-6 {
        return Ok(());
    }
    Err(Problem::range("must have a direction".to_owned()))
}

fn motor(motor: &MotorDesc) -> Checked {
    within("speed", motor.speed, -1.0e6, 1.0e6)?;
    within("strength", motor.strength, 0.0, MAX_MAGNITUDE)
}

fn spring(spring: &SpringDesc) -> Checked {
    within("hertz", spring.hertz, 0.0, 1.0e6)?;
    within("damping_ratio", spring.damping_ratio, 0.0, 1.0e4)?;
    within("target", spring.target, -1.0e6, 1.0e6)?;
    within("strength", spring.strength, 0.0, MAX_MAGNITUDE)?;
    within("pull", spring.pull.unwrap_or_default(), 0.0, MAX_MAGNITUDE)
}

fn servo(servo: &ServoDesc) -> Checked {
    within("target", servo.target, -1.0e6, 1.0e6)?;
    within("max_speed", servo.max_speed, 0.0, 1.0e6)?;
    within("strength", servo.strength, 0.0, MAX_MAGNITUDE)
}

fn linear_motor(motor: &VelocityDesc) -> Checked {
    point("velocity", motor.velocity)?;
    within("max_force", motor.max_force, 0.0, MAX_MAGNITUDE)
}

fn ratchet(ratchet: &RatchetDesc) -> Checked {
    within("pitch", ratchet.pitch.abs(), 1.0e-3, 1.0e6)?;
    within("phase", ratchet.phase, -MAX_COORDINATE, MAX_COORDINATE)
}

fn softness(softness: &SoftnessDesc) -> Checked {
    within("hertz", softness.hertz, 1.0e-3, 1.0e6)?;
    within("damping_ratio", softness.damping_ratio, 0.0, 1.0e4)
}

fn load_limit(limit: &LoadLimitDesc) -> Checked {
    for (name, value) in [("force", limit.force), ("torque", limit.torque)] {
        within(name, value.unwrap_or_default(), 0.0, MAX_MAGNITUDE)?;
    }
    Ok(())
}
