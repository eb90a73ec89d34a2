//! Converts joints of a scene into joints of the engine: first the type, then every part.

use cairn2d::{
    BodyId, Distance, Drive, Filter, Gear, JointDef, Pose, Prismatic, Pulley, Rack, Revolute, Rot, Rotary,
    Slot, Vec2, Weld, Wheel,
};

use crate::format::{BodyDesc, JointAnchor, JointDesc, SpringDesc, UNLIMITED};
use crate::format::{joint_frames, rest_length};

type End<'a> = (&'a BodyDesc, BodyId);

/// Makes the definition of a joint.
pub(crate) fn joint_def(joint: &JointDesc, a: End<'_>, b: End<'_>) -> JointDef {
    let parts = joint.parts();
    let mut def = of_type(joint, a, b).collide_connected(joint.collides()).user_data(parts.user_data);
    // Every engine gets the same frames, so a world anchor is resolved here. The angle of a rotary joint is 0
    // in the poses of the file, as if it had an anchor.
    let anywhere = matches!(joint, JointDesc::Rotary(_)).then(|| JointAnchor::world(a.0.position));
    if let Some(at) = parts.at.or(anywhere) {
        let frames = joint_frames(&at, a.0, b.0);
        let pose = |point: [f32; 2], angle: f32| Pose { p: Vec2::from(point), q: Rot::from_angle(angle) };
        def = def.at_frames(pose(frames.a, frames.angle_a), pose(frames.b, frames.angle_b));
    }
    if let Some(along) = parts.along {
        def = def.along(along);
    }
    if let Some(length) = parts.length {
        def = def.length(length);
    }
    if let Some((lower, upper)) = joint.limits() {
        def = def.limits(lower, upper);
    }
    if let Some(motor) = &parts.motor {
        def = def.motor(motor.speed, motor.strength);
    }
    if let Some(spring) = &parts.spring {
        def = def.spring(spring.hertz, spring.damping_ratio, spring.target);
        if let Some((lower, upper)) = spring_range(spring) {
            def = def.spring_range(lower, upper);
        }
    }
    if let Some(servo) = &parts.servo {
        def = def.servo(servo.target, servo.max_speed, servo.strength);
    }
    if let Some(motor) = &parts.linear_motor {
        def = def.linear_motor(motor.velocity, motor.max_force);
    }
    if let Some(spring) = &parts.linear_spring {
        def = def.linear_spring(spring.hertz, spring.damping_ratio, spring.strength);
    }
    if let Some(softness) = &parts.softness {
        def = def.softness(softness.hertz, softness.damping_ratio);
    }
    if let Some(limit) = &parts.break_at {
        def = def.break_at(limit.force, limit.torque);
    }
    if let Some(limit) = &parts.report_above {
        def = def.report_above(limit.force, limit.torque);
    }
    if parts.enabled { def } else { def.disabled() }
}

/// A joint of its type with the parts that only this type has.
fn of_type(joint: &JointDesc, a: End<'_>, b: End<'_>) -> JointDef {
    let (parts, body_a, body_b) = (joint.parts(), a.1, b.1);
    // The scene was checked, so required parts are present.
    match joint {
        JointDesc::Revolute(_) => Revolute::new(body_a, body_b).into(),
        JointDesc::Distance(_) => Distance::new(body_a, body_b).length(rest_length(parts, a.0, b.0)).into(),
        JointDesc::Prismatic(_) => Prismatic::new(body_a, body_b).into(),
        JointDesc::Wheel(_) => Wheel::new(body_a, body_b).into(),
        JointDesc::Slot(_) => Slot::new(body_a, body_b).into(),
        JointDesc::Weld(_) => Weld::new(body_a, body_b).into(),
        JointDesc::Drive(_) => Drive::new(body_a, body_b).into(),
        JointDesc::Filter(_) => Filter::new(body_a, body_b).into(),
        JointDesc::Rotary(_) => match &parts.ratchet {
            Some(ratchet) => Rotary::new(body_a, body_b).ratchet(ratchet.pitch, ratchet.phase).into(),
            None => Rotary::new(body_a, body_b).into(),
        },
        JointDesc::Gear(_) => Gear::new(body_a, body_b, parts.ratio.unwrap_or(1.0)).into(),
        JointDesc::Rack(_) => Rack::new(body_a, body_b, parts.radius.unwrap_or(1.0)).into(),
        JointDesc::Pulley(_) => {
            let [over_a, over_b] = [parts.over_a, parts.over_b].map(Option::unwrap_or_default);
            let rope = Pulley::new(body_a, body_b, over_a, over_b).ratio(parts.ratio.unwrap_or(1.0));
            if parts.slack { rope.slack().into() } else { rope.into() }
        }
    }
}

/// Smallest and largest force of a bounded spring.
fn spring_range(spring: &SpringDesc) -> Option<(f32, f32)> {
    let bounded = spring.strength < UNLIMITED || spring.pull.is_some();
    bounded.then(|| (-spring.pull.unwrap_or(spring.strength), spring.strength))
}

#[cfg(test)]
mod tests {
    use cairn2d::{LoadLimit, World};

    use crate::format::tests::unusual_joint_makers;
    use crate::format::{BodyDesc, BodyRef, JointDesc, JointParts, Scene, ShapeDesc};
    use crate::{Handles, Overrides, instantiate};

    /// A joint of every type with all its parts, enabled or not, from a file that was written and read again.
    fn world_of_all(enabled: bool) -> (Scene, World, Handles) {
        let mut scene = Scene::new("all joints", "");
        let ball = || ShapeDesc::circle(0.3);
        for (index, (of, parts)) in unusual_joint_makers().into_iter().enumerate() {
            let x = 6.0 * index as f32;
            let first = scene.add(BodyDesc::fixed([x, 0.0]).with(ball()));
            let body = BodyDesc { angle: 0.7, ..BodyDesc::dynamic([x + 1.5, 0.0]).with(ball()) };
            let [body_a, body_b] = [first, scene.add(body)].map(BodyRef::Index);
            scene.join(of(JointParts { body_a, body_b, enabled, ..parts }));
        }
        let back = Scene::from_json(&scene.to_json().expect("a valid scene")).expect("its own text");
        assert_eq!(back, scene);
        let (world, handles) = instantiate(&back, Overrides::default()).expect("joints of the engine");
        (scene, world, handles)
    }

    #[test]
    fn every_joint_part_of_every_type_reaches_the_engine() {
        let (scene, world, handles) = world_of_all(false);
        for (joint, id) in scene.joints.iter().zip(&handles.joints) {
            let (parts, view) = (joint.parts(), world.joint(*id).expect("alive"));
            let name = joint.kind();
            assert_eq!(view.collide_connected(), joint.collides(), "{name}");
            assert_eq!(view.user_data(), parts.user_data, "{name}");
            assert_eq!(view.limits(), joint.limits(), "{name}");
            assert_eq!(
                view.softness(),
                parts.softness.map(|soft| (soft.hertz, soft.damping_ratio)),
                "{name}"
            );
            let motor = view.motor().map(|motor| (motor.speed, motor.strength));
            assert_eq!(motor, parts.motor.map(|motor| (motor.speed, motor.strength)), "{name}");
            let spring = view.spring().map(|spring| (spring.hertz, spring.damping_ratio, spring.target));
            let wanted = parts.spring.map(|spring| (spring.hertz, spring.damping_ratio, spring.target));
            assert_eq!(spring, wanted, "{name}");
            assert_eq!(view.spring_range(), parts.spring.map(|_| (-20.0, 30.0)), "{name}");
            let servo = view.servo().map(|servo| (servo.target, servo.max_speed, servo.strength));
            let wanted = parts.servo.map(|servo| (servo.target, servo.max_speed, servo.strength));
            assert_eq!(servo, wanted, "{name}");
            let pull = view.linear_spring().map(|pull| (pull.hertz, pull.damping_ratio, pull.max_force));
            let wanted = parts.linear_spring.map(|pull| (pull.hertz, pull.damping_ratio, pull.strength));
            assert_eq!(pull, wanted, "{name}");
            let push = view.linear_motor().map(|motor| (motor.velocity.into(), motor.max_force));
            assert_eq!(push, parts.linear_motor.map(|motor| (motor.velocity, motor.max_force)), "{name}");
            assert_eq!(view.rest_length(), parts.length, "{name}");
            assert_eq!(view.ratio(), parts.ratio.or(parts.radius), "{name}");
            assert_eq!(view.ratchet(), parts.ratchet.map(|teeth| (teeth.pitch, teeth.phase)), "{name}");
            let limit = |force, torque| LoadLimit { force, torque };
            let [break_at, report] = [parts.break_at, parts.report_above]
                .map(|load| load.map_or(limit(None, None), |load| limit(load.force, load.torque)));
            assert_eq!((view.break_at(), view.report_above()), (break_at, report), "{name}");
            assert!(!view.is_enabled() && !view.is_active(), "{name}");
        }
        let kinds = scene.joints.iter().map(JointDesc::kind).collect::<std::collections::BTreeSet<_>>();
        assert_eq!(kinds.len(), 12, "one of each");
    }

    #[test]
    fn scene_read_from_text_moves_to_the_same_bits() {
        let (scene, mut read, _) = world_of_all(true);
        let (mut written, _) = instantiate(&scene, Overrides::default()).expect("joints of the engine");
        let before = read.hash();
        for _ in 0..120 {
            read.step(1.0 / 60.0).expect("a step");
            written.step(1.0 / 60.0).expect("a step");
        }
        assert_eq!(read.hash(), written.hash());
        assert_ne!(read.hash(), before, "something moved");
    }
}
