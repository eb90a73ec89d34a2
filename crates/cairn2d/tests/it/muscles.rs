//! Figures that follow a pose, against statics and the target pose.

use cairn2d::build::{Assembly, Muscles, Ragdoll};
use cairn2d::prelude::*;
use cairn2d::{Error, JointError, JointKind};

use crate::harness::{DT, run, sleepless};

const GRAVITY: f32 = 10.0;

/// A rag doll held by its hip, high above the ground.
fn hung(world: &mut World) -> Assembly {
    let doll = Ragdoll::new([0.0, 5.0]).build(world).unwrap();
    world.body_mut(doll.bodies[0]).unwrap().set_kind(BodyKind::Static);
    doll
}

fn angle(world: &World, joint: JointId) -> f32 {
    world.joint(joint).unwrap().angle()
}

/// Torque about each joint of the weight that hangs on it `[N m]`. Joint `n` holds body `n + 1`.
fn torques(world: &World, doll: &Assembly) -> Vec<f32> {
    let parents: Vec<usize> = doll.joints.iter().map(|&joint| parent(world, doll, joint)).collect();
    let hangs_on = |mut body: usize, ancestor: usize| {
        while body != ancestor && body != 0 {
            body = parents[body - 1];
        }
        body == ancestor
    };
    let torque = |joint: usize| {
        let pivot = world.joint(doll.joints[joint]).unwrap().world_frames()[1].p;
        let bodies = (1..doll.bodies.len()).filter(|&body| hangs_on(body, joint + 1));
        let weights = bodies.map(|body| {
            let view = world.body(doll.bodies[body]).unwrap();
            -view.mass().mass * GRAVITY * (view.center().x - pivot.x)
        });
        weights.sum()
    };
    (0..doll.joints.len()).map(torque).collect()
}

fn parent(world: &World, doll: &Assembly, joint: JointId) -> usize {
    let [parent, _] = world.joint(joint).unwrap().bodies();
    doll.bodies.iter().position(|&body| body == parent).unwrap()
}

/// Both arms forwards, one leg raised with a bent knee, the head tilted.
const POSE: [f32; 10] = [-0.3, -0.2, 0.9, -0.8, 0.2, -0.3, 1.4, 0.5, 0.7, 0.9];

#[test]
fn figure_holds_a_pose_within_its_spring_deflection() {
    let mut world = sleepless();
    let doll = hung(&mut world);
    let muscles = Muscles { hertz: 10.0, ..Muscles::default() };
    muscles.follow(&mut world, &doll.joints, &POSE, &[]).unwrap();
    run(&mut world, 600);
    let omega = core::f32::consts::TAU * muscles.hertz;
    let mut largest = 0.0_f32;
    for (index, torque) in torques(&world, &doll).into_iter().enumerate() {
        let joint = world.joint(doll.joints[index]).unwrap();
        // The spring of a hinge rotates its bodies about their centres, so its stiffness uses their inertias.
        let inverse = |body: BodyId| {
            let body = world.body(body).unwrap();
            if body.kind() == BodyKind::Dynamic { 1.0 / body.mass().inertia } else { 0.0 }
        };
        let [a, b] = joint.bodies().map(inverse);
        let stiffness = omega * omega / (a + b);
        let sag = joint.angle() - POSE[index];
        // The spring balances the torque of the weight.
        let expected = torque / stiffness;
        assert!(joint.angular_speed().abs() < 1.0e-3, "joint {index} moves");
        assert!((sag - expected).abs() < 0.02 * expected.abs() + 1.0e-3, "joint {index}: {sag} {expected}");
        largest = largest.max(sag.abs());
    }
    assert!(largest > 0.05, "the weight is felt: {largest}");
}

#[test]
fn a_figure_follows_an_animation() {
    let mut world = sleepless();
    let doll = hung(&mut world);
    world.set_gravity([0.0, 0.0]).unwrap();
    let muscles = Muscles { hertz: 12.0, ..Muscles::default() };
    let farthest = |world: &mut World, led: bool| {
        let (mut worst, mut step) = (0.0_f32, 0);
        while step < 360 {
            step += 1;
            // Arms and legs swing with a period of four seconds.
            let rate = 0.5 * core::f32::consts::PI;
            let phase = rate * step as f32 * DT;
            let swing = |middle: f32, size: f32| (middle + size * phase.sin(), size * rate * phase.cos());
            let still = (0.0, 0.0);
            let [leg, knee, arm, elbow] =
                [swing(0.5, 0.5), swing(-0.7, 0.4), swing(1.0, 0.8), swing(0.8, 0.5)];
            let pose = [still, still, leg, knee, leg, knee, arm, elbow, arm, elbow];
            let angles = pose.map(|(angle, _)| angle);
            let speeds = pose.map(|(_, speed)| speed);
            let speeds = if led { &speeds[..] } else { &[] };
            muscles.follow(world, &doll.joints, &angles, speeds).unwrap();
            world.step(DT).unwrap();
            if step > 90 {
                let off = doll
                    .joints
                    .iter()
                    .zip(angles)
                    .map(|(&joint, wanted)| (angle(world, joint) - wanted).abs());
                worst = off.fold(worst, f32::max);
            }
        }
        worst
    };
    let led = farthest(&mut world, true);
    let lagging = farthest(&mut world, false);
    // Without velocity feed-forward the lag is `2 / omega` times the speed of up to 1.26 rad/s; the rest is
    // inertia.
    assert!(lagging > 0.03 && lagging < 0.08, "{lagging} rad");
    assert!(led < 0.5 * lagging, "{led} rad, {lagging} rad without speeds");
}

#[test]
fn weak_muscles_yield_and_limp_ones_hang() {
    let mut world = sleepless();
    let doll = hung(&mut world);
    // A stretched arm: upper and lower arm have about 0.07 kg at 0.35 m.
    let mut pose = [0.0; 10];
    pose[6] = 1.57;
    let strong = Muscles { hertz: 12.0, ..Muscles::default() };
    let needed = {
        strong.follow(&mut world, &doll.joints, &pose, &[]).unwrap();
        run(&mut world, 600);
        torques(&world, &doll)[6].abs()
    };
    let raised = angle(&world, doll.joints[6]);
    assert!(raised > 1.2 && needed > 0.05, "{raised} rad, {needed} N m");
    // With half of the required torque the arm sinks until the weight's torque is as small. A spring at its
    // torque limit has no damping.
    for arm in [7, 8] {
        world.body_mut(doll.bodies[arm]).unwrap().set_damping(0.0, 8.0).unwrap();
    }
    let weak = Muscles { max_torque: 0.5 * needed, ..strong };
    weak.follow(&mut world, &doll.joints, &pose, &[]).unwrap();
    run(&mut world, 900);
    let sunk = angle(&world, doll.joints[6]);
    let borne = torques(&world, &doll)[6].abs();
    assert!(sunk < raised - 0.1, "{sunk} rad after {raised}");
    assert!((borne / needed - 0.5).abs() < 0.05, "{borne} N m of {needed}");
    Muscles { weight: 0.0, ..strong }.follow(&mut world, &doll.joints, &pose, &[]).unwrap();
    run(&mut world, 1800);
    assert!(torques(&world, &doll)[6].abs() < 0.1 * needed, "it hangs");
}

#[test]
fn joints_without_springs_are_rejected_or_skipped() {
    let mut world = sleepless();
    let doll = hung(&mut world);
    let rod = world.join(Distance::new(doll.bodies[0], doll.bodies[2])).unwrap();
    let before = world.hash();
    let follow = |world: &mut World, muscles: Muscles, joints: &[JointId], angle: f32, speed: f32| {
        muscles.follow(world, joints, &[0.1, angle], &[0.0, speed])
    };
    let usual = Muscles::default();
    for (name, muscles, angle, speed) in [
        ("pose angle", usual, f32::NAN, 0.0),
        ("pose speed", usual, 0.0, f32::INFINITY),
        ("muscle hertz", Muscles { hertz: -1.0, ..usual }, 0.0, 0.0),
        ("muscle damping ratio", Muscles { damping_ratio: f32::NAN, ..usual }, 0.0, 0.0),
        ("muscle torque", Muscles { max_torque: f32::INFINITY, ..usual }, 0.0, 0.0),
        ("muscle weight", Muscles { weight: 1.5, ..usual }, 0.0, 0.0),
    ] {
        let error = follow(&mut world, muscles, &doll.joints, angle, speed).unwrap_err();
        assert!(error.to_string().contains(name), "{error}");
    }
    let mixed = [doll.joints[0], rod];
    let error = follow(&mut world, usual, &mixed, 0.0, 0.0).unwrap_err();
    assert!(matches!(error, Error::Joint(JointError::Kind(_))), "{error}");
    assert_eq!(world.hash(), before, "nothing was changed");
    assert_eq!(world.joint(rod).unwrap().kind(), JointKind::Distance);
    // Removed joints are skipped, and joints without a counterpart in the pose.
    world.unjoin(doll.joints[0]).unwrap();
    follow(&mut world, usual, &doll.joints, 0.3, 0.0).unwrap();
    assert_eq!(world.joint(doll.joints[1]).unwrap().spring().unwrap().target, 0.3);
}
