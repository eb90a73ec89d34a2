//! Scenes of surfaces in rows: one parameter rises from left to right, and its effect is visible.

use super::parts::{block, chain, floor, look_at, regular, surface};
use super::{BuiltIn, Category, entry, tunable};
use crate::format::{BodyDesc, MaterialDesc, MaterialRef, Scene, ShapeDesc, SleepDesc};
use crate::parameters::Parameters;
use crate::trig::{cos_sin, rotate};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    entry(
        "friction_row",
        Category::Surfaces,
        400,
        friction_row,
        "Boxes of decreasing friction slide down a slope onto level ground",
    ),
    entry(
        "restitution_row",
        Category::Surfaces,
        600,
        restitution_row,
        "Balls and boxes of increasing restitution fall from one height",
    ),
    entry(
        "rolling_row",
        Category::Surfaces,
        900,
        rolling_row,
        "Balls of increasing rolling resistance roll on level ground and on a slope",
    ),
    entry(
        "bounce_threshold",
        Category::Surfaces,
        400,
        bounce_threshold,
        "Slow balls bounce or stop, depending on the restitution threshold of the world",
    ),
    tunable(
        "moving_road",
        Category::Surfaces,
        600,
        moving_road,
        "A closed chain whose segments have different tangent speeds",
    ),
    entry(
        "pressed_down",
        Category::Surfaces,
        300,
        pressed_down,
        "Sliders with downforce corner and brake better",
    ),
    entry("wedge_grip", Category::Surfaces, 400, wedge_grip, "Blocks jam in a funnel by friction alone"),
];

fn friction_row(scene: &mut Scene) {
    look_at(scene, [3.0, 7.5], 19.0);
    floor(scene, 40.0);
    // One lane above another, each as wide as the view.
    for lane in 0..5 {
        let y = 3.4 * lane as f32;
        let rough = surface(1.0, 0.0);
        let slope = ShapeDesc::polygon([[-10.0, y], [-4.0, y], [-10.0, y + 2.2]], 0.0).material(rough);
        scene.add(BodyDesc::fixed([0.0, 0.0]).with(slope));
        scene.add(BodyDesc::fixed([3.0, y - 0.1]).with(ShapeDesc::half_box(13.0, 0.1).material(rough)));
        let angle = -0.351_65;
        let [x, up] = rotate([0.0, 0.31], angle);
        let body = BodyDesc { angle, ..BodyDesc::dynamic([-9.0 + x, y + 1.833 + up]) };
        // With the ground's 1 this makes friction of 0.5, 0.3, 0.2, 0.1 and 0.03; the slope is 0.367.
        let friction = [0.25, 0.09, 0.04, 0.01, 0.000_9][lane];
        scene.add(body.with(ShapeDesc::half_box(0.4, 0.3).material(surface(friction, 0.0))));
    }
}

fn restitution_row(scene: &mut Scene) {
    look_at(scene, [0.0, 4.5], 13.0);
    floor(scene, 20.0);
    for n in 0..11 {
        let bounce = surface(0.0, 0.1 * n as f32);
        let x = 1.8 * (n as f32 - 5.0);
        scene.add(BodyDesc::dynamic([x - 0.4, 8.0]).with(ShapeDesc::circle(0.3).material(bounce)));
        scene.add(BodyDesc::dynamic([x + 0.4, 8.0]).with(ShapeDesc::half_box(0.3, 0.3).material(bounce)));
    }
}

fn rolling_row(scene: &mut Scene) {
    look_at(scene, [6.0, 7.0], 20.0);
    for lane in 0..8 {
        let y = 2.0 * lane as f32;
        // The upper four lanes have a slope: a ball rests there if its resistance exceeds the slope.
        let rise = if lane < 4 { 0.0 } else { -0.8 };
        scene.add(BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::segment([-8.0, y], [22.0, y + rise])));
        let resistance = [0.0, 0.01, 0.02, 0.04, 0.01, 0.02, 0.03, 0.06][lane];
        let grip = MaterialDesc { rolling_resistance: resistance, ..surface(0.8, 0.0) };
        let mut ball = BodyDesc::dynamic([-7.0, y + 0.4]);
        (ball.velocity, ball.angular_velocity) = ([3.0, 0.0], -7.5);
        ball.sleep = SleepDesc { threshold: 0.02, ..SleepDesc::default() };
        scene.add(ball.with(ShapeDesc::circle(0.4).material(grip)));
    }
}

fn bounce_threshold(scene: &mut Scene) {
    scene.world.restitution_threshold = 2.0;
    look_at(scene, [0.0, 1.5], 6.0);
    floor(scene, 20.0);
    // A fall from h ends with sqrt(20 h): below 0.2 m that is less than the threshold.
    for n in 0..9 {
        let height = 0.05 * (n + 1) as f32;
        let body = BodyDesc::dynamic([1.0 * (n as f32 - 4.0), 0.25 + height]);
        scene.add(body.with(ShapeDesc::circle(0.25).material(surface(0.3, 0.9))));
    }
}

fn moving_road(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let bodies = parameters.count("bodies", 1..=48, 24, "Bodies");
    look_at(scene, [0.0, 1.5], 13.0);
    let points: Vec<[f32; 2]> = (0..24)
        .map(|n| {
            let [cos, sin] = cos_sin(-core::f32::consts::TAU * n as f32 / 24.0);
            [8.0 * cos, 4.0 * sin + 2.0]
        })
        .collect();
    let mut ring = chain(points, true);
    // The bottom moves to the right, faster in the middle; the sides do not move.
    ring.materials = (0..24)
        .map(|n| {
            let [_, sin] = cos_sin(core::f32::consts::TAU * (n as f32 + 0.5) / 24.0);
            let speed = if sin > 0.2 { 3.0 * sin } else { 0.0 };
            MaterialRef::Inline(MaterialDesc { tangent_speed: -speed, ..surface(0.9, 0.0) })
        })
        .collect();
    let mut body = BodyDesc::fixed([0.0, 0.0]);
    body.chains.push(ring);
    scene.add(body);
    for n in 0..bodies {
        let at = [-4.0 + 1.15 * (n % 8) as f32, 1.0 + 1.1 * (n / 8) as f32];
        let shape = if n % 2 == 0 {
            ShapeDesc::half_box(0.35, 0.3)
        } else {
            ShapeDesc::polygon(regular(5, 0.4), 0.0)
        };
        scene.add(BodyDesc::dynamic(at).with(shape));
    }
}

fn pressed_down(scene: &mut Scene) {
    look_at(scene, [2.0, 4.0], 12.0);
    // All brake with the same friction; some press with twice or four times the weight on the ground, like a
    // car with a wing.
    for lane in 0..4 {
        let y = 2.5 * lane as f32;
        scene.add(BodyDesc::fixed([2.0, y - 0.2]).with(ShapeDesc::half_box(13.0, 0.2)));
        let mut slider = BodyDesc::dynamic([-9.0, y + 0.3]);
        slider.velocity = [10.0, 0.0];
        slider.gravity_scale = [1.0, 2.0, 4.0, 0.5][lane];
        scene.add(slider.with(ShapeDesc::half_box(0.6, 0.3).friction(0.6)));
    }
}

fn wedge_grip(scene: &mut Scene) {
    look_at(scene, [0.0, 5.0], 14.0);
    floor(scene, 20.0);
    for n in 0..4 {
        let x = -9.0 + 6.0 * n as f32;
        let walls = BodyDesc::fixed([x, 5.0]);
        let wall = |side: f32| {
            let corners = [[0.55, -2.0], [2.2, 2.5], [2.6, 2.5], [0.95, -2.0]];
            ShapeDesc::polygon(corners.map(|[x, y]| [side * x, y]), 0.0).friction([0.05, 0.3, 0.6, 1.2][n])
        };
        scene.add(walls.with(wall(-1.0)).with(wall(1.0)));
        for row in 0..4 {
            block(scene, [x - 0.3, 5.5 + 1.3 * row as f32], [0.65, 0.35]);
            block(scene, [x + 0.4, 6.1 + 1.3 * row as f32], [0.5, 0.2]);
        }
    }
}
