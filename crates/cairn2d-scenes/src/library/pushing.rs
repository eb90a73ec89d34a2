//! Scenes of dominance and of floors that move bodies.

use super::{BuiltIn, Category, entry, tunable};
use crate::format::{
    AreaDesc, BodyDesc, CameraDesc, EffectDesc, FieldDesc, FloorDesc, JointAnchor, JointDesc, JointParts,
    MaterialDesc, Scene, ShapeDesc,
};
use crate::parameters::Parameters;

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    entry(
        "dominance",
        Category::Forces,
        720,
        dominance,
        "Light bodies of higher dominance break heavy walls, carry heavy loads and pull heavy trains; one of equal dominance is stopped",
    ),
    tunable(
        "floors",
        Category::Forces,
        900,
        floors,
        "Seen from above: parcels ride a ring of belts, and curling stones stop on ice and on carpet",
    ),
];

/// Two equal pendulums hit equal walls, but one has dominance; a light raft carries lead; a tractor does not
/// feel its train.
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
    // It floats and drives at a steady speed, whatever its load and train.
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

/// A hall seen from above: a ring of four belts with parcels on it, and beside it a lane of ice that ends on
/// a carpet.
fn floors(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let parcels = parameters.count("parcels", 1..=26, 26, "Parcels");
    scene.world.gravity = [0.0, 0.0];
    scene.camera = Some(CameraDesc { center: [0.0, 0.0], height: 17.0 });
    let wall = |x: f32, y: f32, at: [f32; 2]| ShapeDesc::box_at([x, y], at);
    let walls = BodyDesc::fixed([0.0, 0.0])
        .with(wall(14.0, 0.25, [0.0, 7.75]))
        .with(wall(14.0, 0.25, [0.0, -7.75]))
        .with(wall(0.25, 7.5, [-13.75, 0.0]))
        .with(wall(0.25, 7.5, [13.75, 0.0]))
        .with(wall(0.25, 7.5, [3.25, 0.0]))
        .with(wall(4.4, 3.4, [-5.25, 0.0]));
    scene.add(walls);
    let floor =
        |deceleration: f32, velocity: [f32; 2]| EffectDesc::Floor(FloorDesc { deceleration, velocity });
    let mut lay = |low: [f32; 2], high: [f32; 2], priority: i32, effect: EffectDesc| {
        scene.fields.push(FieldDesc { priority, ..FieldDesc::new(AreaDesc::rect(low, high), effect) });
    };
    // The belts of the ring; each begins where the one before ends.
    lay([-13.5, 3.4], [-0.85, 7.5], 1, floor(6.0, [2.5, 0.0]));
    lay([-0.85, -3.4], [3.0, 7.5], 1, floor(6.0, [0.0, -2.5]));
    lay([-9.65, -7.5], [3.0, -3.4], 1, floor(6.0, [-2.5, 0.0]));
    lay([-13.5, -7.5], [-9.65, 3.4], 1, floor(6.0, [0.0, 2.5]));
    // Ice, and carpet behind it.
    lay([3.5, -7.5], [13.5, 2.0], 0, floor(0.3, [0.0, 0.0]));
    lay([3.5, 2.0], [13.5, 7.5], 0, floor(5.0, [0.0, 0.0]));
    for n in 0..parcels {
        let at = [-12.3 + 0.95 * (n % 13) as f32, 4.6 + 1.6 * (n / 13) as f32];
        let shape = match n % 3 {
            0 => ShapeDesc::half_box(0.3, 0.3),
            1 => ShapeDesc::half_box(0.42, 0.22),
            _ => ShapeDesc::circle(0.3),
        };
        scene.add(BodyDesc { angle: 0.3 * n as f32, ..BodyDesc::dynamic(at) }.with(shape));
    }
    let smooth = MaterialDesc { friction: 0.1, restitution: 0.7, ..MaterialDesc::default() };
    for n in 0..10 {
        let at = [4.3 + 0.93 * n as f32, -6.8];
        let stone = BodyDesc {
            velocity: [0.06 * n as f32 - 0.3, 1.4 + 0.35 * n as f32],
            angular_velocity: 3.0 * (n % 4) as f32,
            ..BodyDesc::dynamic(at)
        };
        scene.add(stone.with(ShapeDesc::circle(0.35).density(4.0).material(smooth)));
    }
}
