//! Scenes of what pushes and carries, and not by its weight.

use super::{BuiltIn, Category, entry};
use crate::format::{
    BodyDesc, CameraDesc, JointAnchor, JointDesc, JointParts, MaterialDesc, Scene, ShapeDesc,
};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[entry(
    "dominance",
    Category::Forces,
    720,
    dominance,
    "Light bodies that dominate swing through heavy walls, bear heavy loads and pull heavy trains; one that does not is stopped",
)];

/// Two equal pendulums meet equal walls, but one dominates; a raft of air bears lead; a puller does not feel its train.
fn dominance(scene: &mut Scene) {
    scene.camera = Some(CameraDesc { center: [0.0, 6.5], height: 18.0 });
    let ground = scene.add(BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::box_at([18.0, 0.5], [0.0, -0.5])));
    let rolling = MaterialDesc { friction: 0.4, ..MaterialDesc::default() };
    for (x, dominance) in [(-11.0, 0), (-3.0, 1)] {
        let hook = [x, 8.0];
        let ball = BodyDesc { dominance, ..BodyDesc::dynamic([x - 5.0, 5.5]) };
        let ball = scene.add(ball.with(ShapeDesc::circle(0.6).density(0.5)));
        scene.join(JointDesc::Revolute(JointParts::at(ground, ball, JointAnchor::world(hook))));
        for n in 0..10 {
            let at = [x + 1.2 + 0.9 * (n % 2) as f32, 0.4 + 0.8 * (n / 2) as f32];
            scene.add(BodyDesc::dynamic(at).with(ShapeDesc::half_box(0.45, 0.4).density(20.0)));
        }
    }
    // It floats, and drives at a steady speed, whatever stands on it and hangs behind it.
    let raft = BodyDesc {
        dominance: 2,
        gravity_scale: 0.0,
        velocity: [-1.0, 0.0],
        ..BodyDesc::dynamic([12.0, 10.0])
    };
    let raft = scene.add(raft.with(ShapeDesc::half_box(2.0, 0.15).density(0.1)));
    for n in 0..6 {
        let at = [11.0 + (n % 3) as f32, 10.5 + 0.7 * (n / 3) as f32];
        let lead = ShapeDesc::half_box(0.4, 0.35).density(30.0).material(rolling);
        scene.add(BodyDesc { velocity: [-1.0, 0.0], ..BodyDesc::dynamic(at) }.with(lead));
    }
    let mut last = raft;
    for n in 0..5 {
        let at = [14.5 + 0.8 * n as f32, 10.0 - 0.4 * n as f32];
        let link = scene.add(
            BodyDesc { angle: -0.46, ..BodyDesc::dynamic(at) }
                .with(ShapeDesc::capsule([-0.3, 0.0], [0.3, 0.0], 0.12).density(40.0)),
        );
        scene.join(JointDesc::Revolute(JointParts::at(
            last,
            link,
            JointAnchor::world([at[0] - 0.42, at[1] + 0.2]),
        )));
        last = link;
    }
}
