//! Joints of a world as data: their current frames, and all parts of each joint.

use std::collections::{BTreeMap, BTreeSet};

use cairn2d::{BodyId, JointId, JointKind, JointRef, LoadLimit, World};

use crate::format::{
    BodyRef, JointAnchor, JointDesc, JointParts, LoadLimitDesc, LocalFrames, MotorDesc, RangeDesc,
    RatchetDesc, ServoDesc, SoftnessDesc, SpringDesc, UNLIMITED, VelocityDesc,
};

/// All joints, those of the scene first and in its order; `indices` maps each body to its index.
pub(super) fn all(
    world: &World,
    known: &[JointId],
    indices: &BTreeMap<BodyId, u32>,
    left_out: &mut Vec<String>,
) -> Vec<JointDesc> {
    let of_scene: BTreeSet<JointId> = known.iter().copied().collect();
    let others = world.joints().filter(|id| !of_scene.contains(id));
    let views = known.iter().copied().chain(others).filter_map(|id| world.joint(id));
    views.filter_map(|joint| one(world, &joint, indices, left_out)).collect()
}

/// Whether a joint acts on an image of one of its bodies, behind an opening of a portal.
fn is_through(world: &World, joint: &JointRef<'_>) -> bool {
    let (frames, seen) = (joint.frames(), joint.world_frames());
    world.portals().next().is_some()
        && joint.bodies().into_iter().enumerate().any(|(side, body)| {
            let pose = world.body(body).map_or(seen[side], |body| body.pose());
            pose.transform_point(frames[side].p).distance(seen[side].p) > 1.0e-2
        })
}

fn one(
    world: &World,
    joint: &JointRef<'_>,
    indices: &BTreeMap<BodyId, u32>,
    left_out: &mut Vec<String>,
) -> Option<JointDesc> {
    let [a, b] = joint.bodies().map(|id| indices.get(&id).copied());
    let (a, b) = (a?, b?);
    if is_through(world, joint) {
        left_out.push(format!("{}, which goes through an opening", joint.id()));
        return None;
    }
    let parts = parts(joint, a, b);
    let parts = if joint.kind() == JointKind::Filter { without_anchors(parts) } else { parts };
    if joint.kind() == JointKind::Rotary && joint.coordinate().abs() > core::f64::consts::PI {
        left_out.push(format!("the whole turns of {}", joint.id()));
    }
    let desc = JointDesc::of_kind(joint.kind(), parts);
    if desc.is_none() {
        left_out.push(format!("{} ({:?})", joint.id(), joint.kind()));
    }
    desc
}

/// The bodies alone: what a filter has.
fn without_anchors(JointParts { body_a, body_b, enabled, user_data, .. }: JointParts) -> JointParts {
    JointParts { body_a, body_b, enabled, user_data, ..JointParts::new(0, 0) }
}

fn parts(joint: &JointRef<'_>, a: u32, b: u32) -> JointParts {
    let [frame_a, frame_b] = joint.frames();
    let at = JointAnchor::Local(LocalFrames {
        a: frame_a.p.into(),
        b: frame_b.p.into(),
        angle_a: frame_a.q.angle(),
        angle_b: frame_b.q.angle(),
    });
    let over = joint.pulley_points().map(|points| points.map(|point| point.into()));
    let kind = joint.kind();
    let is = |wanted: JointKind, value: Option<f32>| value.filter(|_| kind == wanted);
    let ratio = joint.ratio();
    JointParts {
        body_a: BodyRef::Index(a),
        body_b: BodyRef::Index(b),
        at: Some(at),
        along: None,
        collide_connected: Some(joint.collide_connected()),
        length: joint.rest_length(),
        limits: joint.limits().map(|(lower, upper)| RangeDesc::new(lower, upper)),
        motor: joint.motor().map(|motor| MotorDesc { speed: motor.speed, strength: motor.strength }),
        spring: spring(joint),
        servo: joint.servo().map(|servo| ServoDesc {
            target: servo.target,
            max_speed: servo.max_speed,
            strength: servo.strength,
        }),
        linear_motor: joint
            .linear_motor()
            .map(|motor| VelocityDesc { velocity: motor.velocity.into(), max_force: motor.max_force }),
        linear_spring: joint.linear_spring().map(|pull| SpringDesc {
            strength: pull.max_force,
            ..SpringDesc::new(pull.hertz, pull.damping_ratio)
        }),
        ratchet: joint.ratchet().map(|(pitch, phase)| RatchetDesc { pitch, phase }),
        ratio: is(JointKind::Gear, ratio).or(is(JointKind::Pulley, ratio)),
        radius: is(JointKind::Rack, ratio),
        over_a: over.map(|[a, _]| a),
        over_b: over.map(|[_, b]| b),
        slack: joint.is_slack(),
        softness: joint.softness().map(|(hertz, damping_ratio)| SoftnessDesc { hertz, damping_ratio }),
        break_at: load(joint.break_at()),
        report_above: load(joint.report_above()),
        enabled: joint.is_enabled(),
        user_data: joint.user_data(),
    }
}

fn spring(joint: &JointRef<'_>) -> Option<SpringDesc> {
    let spring = joint.spring()?;
    let (pull, strength) =
        joint.spring_range().map_or((UNLIMITED, UNLIMITED), |(lower, upper)| (-lower, upper));
    Some(SpringDesc {
        hertz: spring.hertz,
        damping_ratio: spring.damping_ratio,
        // The spring of a distance joint pulls to its length and has no target.
        target: if joint.kind() == JointKind::Distance { 0.0 } else { spring.target },
        strength,
        pull: (pull != strength).then_some(pull),
    })
}

fn load(limit: LoadLimit) -> Option<LoadLimitDesc> {
    let some = limit.force.is_some() || limit.torque.is_some();
    some.then_some(LoadLimitDesc { force: limit.force, torque: limit.torque })
}
