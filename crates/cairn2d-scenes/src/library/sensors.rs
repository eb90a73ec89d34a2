//! A scene of sensors: thin ones in the path of bullets, wide ones in which bodies rest, and a moving one.

use super::founding::Random;
use super::{BuiltIn, Category, entry};
use crate::format::{BodyDesc, BodyKind, CameraDesc, FilterDesc, MaterialDesc, Scene, ShapeDesc};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[entry(
    "tripwires",
    Category::Events,
    600,
    tripwires,
    "Sensors detect bodies that fall, fly and rest in them",
)];

fn tripwires(scene: &mut Scene) {
    scene.camera = Some(CameraDesc { center: [0.0, 5.0], height: 13.0 });
    // The zones stand on the floor, and must not detect it.
    let unseen = |half, center| ShapeDesc { sensor_events: Some(false), ..ShapeDesc::box_at(half, center) };
    let room = BodyDesc::fixed([0.0, 0.0])
        .with(unseen([12.0, 0.5], [0.0, -0.5]))
        .with(unseen([0.5, 5.5], [-11.5, 5.5]))
        .with(unseen([0.5, 5.5], [11.5, 5.5]));
    scene.add(room);
    gallery(scene);
    // Two zones on the floor: one in which bodies come to rest, one that the broom sweeps empty.
    scene.add(BodyDesc::fixed([-6.0, 1.0]).with(ShapeDesc::half_box(2.0, 1.0).sensor()));
    scene.add(BodyDesc::fixed([5.0, 1.0]).with(ShapeDesc::half_box(3.0, 1.0).sensor()));
    let mut random = Random(271_828);
    for n in 0..36 {
        let left = n % 2 == 0;
        let x = if left { -6.0 } else { 3.0 } + 3.0 * (random.next() - 0.5);
        let shape = match n % 3 {
            0 => ShapeDesc::circle(0.3),
            1 => ShapeDesc::half_box(0.3, 0.25),
            _ => ShapeDesc::capsule([-0.2, 0.0], [0.2, 0.0], 0.2),
        };
        scene.add(BodyDesc::dynamic([x, 1.5 + 0.2 * n as f32]).with(shape));
    }
    // The broom has a sensor around it.
    let broom =
        BodyDesc { kind: BodyKind::Kinematic, velocity: [0.8, 0.0], ..BodyDesc::dynamic([-1.5, 0.8]) };
    let near = ShapeDesc::circle(1.2).sensor();
    scene.add(broom.with(ShapeDesc::half_box(0.15, 0.75)).with(near));
}

/// A shooting gallery under the ceiling: wires without thickness, and bullets that fly 5 m in a step.
fn gallery(scene: &mut Scene) {
    for n in 0..9 {
        let x = 2.0 * (n as f32 - 4.0);
        let tilt = 0.3 * ((n % 3) as f32 - 1.0);
        let wire = ShapeDesc::segment([-tilt, -0.9], [tilt, 0.9]).sensor();
        scene.add(BodyDesc::fixed([x, 9.5]).with(wire));
    }
    // They fly to and fro between the walls and do not collide with each other.
    let elastic = MaterialDesc { friction: 0.0, restitution: 1.0, ..MaterialDesc::default() };
    let alone = FilterDesc { group: -1, ..FilterDesc::default() };
    for n in 0..6 {
        let position = [-10.0 + 3.0 * n as f32, 9.0 + 0.2 * n as f32];
        let speed = if n % 2 == 0 { 300.0 } else { -270.0 };
        let bullet = BodyDesc { velocity: [speed, 0.0], gravity_scale: 0.0, ..BodyDesc::dynamic(position) };
        scene.add(bullet.with(ShapeDesc::circle(0.08).material(elastic).filter(alone)));
    }
}
