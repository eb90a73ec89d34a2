//! A showcase scene of very fast bodies.

use super::{BuiltIn, Category, tunable};
use crate::format::{
    BodyDesc, CameraDesc, JointAnchor, JointDesc, JointParts, MaterialDesc, Scene, ShapeDesc,
};
use crate::parameters::Parameters;

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[tunable(
    "shooting_range",
    Category::Fast,
    300,
    shooting_range,
    "Bullets, spinning planks and a chain, fast enough to tunnel without continuous collision",
)];

/// Thickness of the panes and of the walls \[m\].
const THIN: f32 = 0.05;

fn shooting_range(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let panes = parameters.count("panes", 0..=9, 9, "Panes of glass");
    let speed = parameters.number("speed", 10.0..=400.0, 400.0, "m/s", "Speed of the fastest bullet");
    scene.camera = Some(CameraDesc { center: [0.0, 4.0], height: 10.0 });
    let wall = |x: f32| ShapeDesc::box_at([0.5 * THIN, 4.0], [x, 4.0]);
    let room = BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::box_at([16.0, 0.5], [0.0, -0.5]));
    let ceiling = ShapeDesc::box_at([16.0, 0.5 * THIN], [0.0, 8.0]);
    scene.add(room.with(wall(-16.0)).with(wall(16.0)).with(ceiling));
    // Panes of glass, shot at from both sides.
    for n in 0..panes {
        let mut pane = BodyDesc::dynamic([2.0 * n as f32 - 8.0, 1.0]);
        pane.bullet = true;
        scene.add(pane.with(ShapeDesc::half_box(0.5 * THIN, 1.0).density(4.0)));
    }
    let lead = MaterialDesc { restitution: 0.3, ..MaterialDesc::default() };
    for n in 0..12 {
        let side = if n % 2 == 0 { -1.0 } else { 1.0 };
        let mut bullet = BodyDesc::dynamic([side * (10.0 + 0.5 * n as f32), 0.3 + 0.13 * n as f32]);
        bullet.velocity = [side * (0.05 * speed * n as f32 - speed), 0.0];
        bullet.bullet = true;
        scene.add(bullet.with(ShapeDesc::circle(0.05).density(10.0).material(lead)));
    }
    // Spinning planks that meet in flight.
    for n in 0..3 {
        for side in [-1.0, 1.0] {
            let mut plank = BodyDesc::dynamic([15.0 * side, 3.2 + 0.9 * n as f32]);
            plank.velocity = [-side * (150.0 + 70.0 * n as f32), 0.0];
            plank.angular_velocity = 40.0 - 20.0 * n as f32;
            plank.bullet = true;
            scene.add(plank.with(ShapeDesc::half_box(0.4, 0.5 * THIN)));
        }
    }
    thrown_chain(scene, [-4.0, 6.5], [180.0, 10.0]);
}

/// A chain of planks that flies into a wall: the stop must not tear its hinges apart.
fn thrown_chain(scene: &mut Scene, [x, y]: [f32; 2], velocity: [f32; 2]) {
    const HALF: f32 = 0.3;
    let mut last = None;
    for n in 0..8 {
        let mut link = BodyDesc::dynamic([x + 2.0 * HALF * n as f32, y]);
        link.velocity = velocity;
        let link = scene.add(link.with(ShapeDesc::half_box(HALF, 0.08)));
        if let Some(last) = last {
            let anchor = JointAnchor::world([x + 2.0 * HALF * n as f32 - HALF, y]);
            scene.join(JointDesc::Revolute(JointParts::at(last, link, anchor)));
        }
        last = Some(link);
    }
}
