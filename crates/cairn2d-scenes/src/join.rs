//! Joints of a scene as joints of the engine: those beyond hinge and rod.

use cairn2d::{
    BodyId, Drive, Filter, Gear, JointDef, Pose, Prismatic, Pulley, Rack, Rot, Rotary, Slot, Vec2, Weld,
    Wheel,
};

use crate::format::{
    BodyDesc, JointAnchor, JointDesc, LineDesc, PoseDesc, PulleyDesc, RotaryDesc, distance_points,
    revolute_frames,
};

type End<'a> = (&'a BodyDesc, BodyId);

/// Makes the definition of a joint that is neither a hinge nor a rod.
pub(crate) fn joint_def(joint: &JointDesc, a: End<'_>, b: End<'_>) -> Option<JointDef> {
    Some(match joint {
        JointDesc::Revolute(_) | JointDesc::Distance(_) => return None,
        JointDesc::Prismatic(desc) => prismatic(desc, a, b),
        JointDesc::Wheel(desc) => wheel(desc, a, b),
        JointDesc::Slot(desc) => slot(desc, a, b),
        JointDesc::Weld(desc) => weld(desc, a, b),
        JointDesc::Drive(desc) => drive(desc, a, b),
        JointDesc::Filter(_) => Filter::new(a.1, b.1).into(),
        JointDesc::Rotary(desc) => rotary(desc, a, b),
        JointDesc::Gear(desc) => Gear::new(a.1, b.1, desc.ratio).into(),
        JointDesc::Rack(desc) => Rack::new(a.1, b.1, desc.radius).at(desc.at).along(desc.along).into(),
        JointDesc::Pulley(desc) => pulley(desc, a, b),
    })
}

fn frames(at: &JointAnchor, a: End<'_>, b: End<'_>) -> [Pose; 2] {
    let frames = revolute_frames(at, a.0, b.0);
    let pose = |point: [f32; 2], angle: f32| Pose { p: Vec2::from(point), q: Rot::from_angle(angle) };
    [pose(frames.a, frames.angle_a), pose(frames.b, frames.angle_b)]
}

fn prismatic(desc: &LineDesc, a: End<'_>, b: End<'_>) -> JointDef {
    let [frame_a, frame_b] = frames(&desc.at, a, b);
    let mut def = Prismatic::new(a.1, b.1).at_frames(frame_a, frame_b).along(desc.along);
    def = def.collide_connected(desc.collide_connected);
    if let Some(limits) = &desc.limits {
        def = def.limits(limits.lower, limits.upper);
    }
    if let Some(motor) = &desc.motor {
        def = def.motor(motor.speed, motor.strength);
    }
    if let Some(spring) = &desc.spring {
        def = def.spring(spring.hertz, spring.damping_ratio, spring.target);
    }
    if let Some(servo) = &desc.servo {
        def = def.servo(servo.target, servo.max_speed, servo.strength);
    }
    if let Some(softness) = &desc.softness {
        def = def.softness(softness.hertz, softness.damping_ratio);
    }
    def.into()
}

fn wheel(desc: &LineDesc, a: End<'_>, b: End<'_>) -> JointDef {
    let [frame_a, frame_b] = frames(&desc.at, a, b);
    let mut def = Wheel::new(a.1, b.1).at_frames(frame_a, frame_b).along(desc.along);
    def = def.collide_connected(desc.collide_connected);
    if let Some(limits) = &desc.limits {
        def = def.limits(limits.lower, limits.upper);
    }
    if let Some(motor) = &desc.motor {
        def = def.motor(motor.speed, motor.strength);
    }
    if let Some(spring) = &desc.spring {
        def = def.spring(spring.hertz, spring.damping_ratio);
    }
    if let Some(softness) = &desc.softness {
        def = def.softness(softness.hertz, softness.damping_ratio);
    }
    def.into()
}

fn slot(desc: &LineDesc, a: End<'_>, b: End<'_>) -> JointDef {
    let [frame_a, frame_b] = frames(&desc.at, a, b);
    let mut def = Slot::new(a.1, b.1).at_frames(frame_a, frame_b).along(desc.along);
    def = def.collide_connected(desc.collide_connected);
    if let Some(limits) = &desc.limits {
        def = def.limits(limits.lower, limits.upper);
    }
    if let Some(softness) = &desc.softness {
        def = def.softness(softness.hertz, softness.damping_ratio);
    }
    def.into()
}

fn weld(desc: &PoseDesc, a: End<'_>, b: End<'_>) -> JointDef {
    let [frame_a, frame_b] = frames(&desc.at, a, b);
    let mut def = Weld::new(a.1, b.1).at_frames(frame_a, frame_b).collide_connected(desc.collide_connected);
    if let Some(spring) = &desc.linear_spring {
        def = def.linear_spring(spring.hertz, spring.damping_ratio);
    }
    if let Some(spring) = &desc.angular_spring {
        def = def.angular_spring(spring.hertz, spring.damping_ratio);
    }
    if let Some(softness) = &desc.softness {
        def = def.softness(softness.hertz, softness.damping_ratio);
    }
    def.into()
}

fn drive(desc: &PoseDesc, a: End<'_>, b: End<'_>) -> JointDef {
    let [frame_a, frame_b] = frames(&desc.at, a, b);
    let mut def = Drive::new(a.1, b.1).at_frames(frame_a, frame_b).collide_connected(desc.collide_connected);
    if let Some(motor) = &desc.velocity {
        def = def.velocity(motor.velocity, motor.max_force);
    }
    if let Some(motor) = &desc.spin {
        def = def.spin(motor.speed, motor.strength);
    }
    if let Some(spring) = &desc.linear_spring {
        def = def.linear_spring(spring.hertz, spring.damping_ratio, spring.strength);
    }
    if let Some(spring) = &desc.angular_spring {
        def = def.angular_spring(spring.hertz, spring.damping_ratio, spring.strength);
    }
    if let Some(softness) = &desc.softness {
        def = def.softness(softness.hertz, softness.damping_ratio);
    }
    def.into()
}

fn rotary(desc: &RotaryDesc, a: End<'_>, b: End<'_>) -> JointDef {
    let [frame_a, frame_b] = frames(&JointAnchor::World(a.0.position), a, b);
    let mut def = Rotary::new(a.1, b.1).at_frames(frame_a, frame_b);
    if let Some(limits) = &desc.limits {
        def = def.limits(limits.lower, limits.upper);
    }
    if let Some(motor) = &desc.motor {
        def = def.motor(motor.speed, motor.strength);
    }
    if let Some(spring) = &desc.spring {
        def = def.spring(spring.hertz, spring.damping_ratio, spring.target);
    }
    if let Some(servo) = &desc.servo {
        def = def.servo(servo.target, servo.max_speed, servo.strength);
    }
    if let Some(ratchet) = &desc.ratchet {
        def = def.ratchet(ratchet.pitch, ratchet.phase);
    }
    def.into()
}

fn pulley(desc: &PulleyDesc, a: End<'_>, b: End<'_>) -> JointDef {
    let points = distance_points(&desc.at, a.0, b.0);
    let mut def =
        Pulley::new(a.1, b.1, desc.over_a, desc.over_b).at_local(points.a, points.b).ratio(desc.ratio);
    if let Some(length) = desc.length {
        def = def.length(length);
    }
    if desc.slack { def.slack().into() } else { def.into() }
}
