//! Showcase scenes of piles, towers and heaps.

use super::founding::Random;
use super::parts::{bin, regular};
use super::rain::add_doll;
use super::{BuiltIn, Category, entry, tunable};
use crate::format::{BodyDesc, CameraDesc, Scene, ShapeDesc};
use crate::parameters::Parameters;
use crate::trig::{cos_sin_f64, rotate};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    entry("card_house", Category::Stacks, 600, card_house, "A house of 40 cards, 2 mm thick, stands"),
    tunable("domino", Category::Stacks, 600, domino, "15 dominoes, a meter apart, fall one after the other"),
    tunable("arch", Category::Stacks, 600, arch, "15 stones hold one another up and carry a load"),
    tunable("mixed_bin", Category::Stacks, 600, mixed_bin, "600 bodies of six shapes fill a bin"),
    tunable("ragdoll_pile", Category::Actors, 600, ragdoll_pile, "30 rag dolls fall on a heap"),
];

/// Five storeys of cards that lean against each other at 25 degrees, with a card laid over each gap.
///
/// The cards are placed so that they just touch, so only the solver determines how far the top sinks.
fn card_house(scene: &mut Scene) {
    const LEAN: f32 = 25.0 * (core::f32::consts::PI / 180.0);
    const HALF: f32 = 0.2;
    const THIN: f32 = 0.001;
    // The distance of two leaning pairs; a card over it is slightly longer on both sides.
    const PITCH: f32 = 0.35;
    let [cos, sin] = cos_sin_f64(f64::from(LEAN));
    let aside = HALF * sin + THIN * cos;
    let rise = HALF * cos + THIN * sin;
    let card = ShapeDesc::half_box(THIN, HALF).friction(0.7);
    scene.camera = Some(CameraDesc { center: [0.0, 0.9], height: 2.2 });
    scene.add(BodyDesc::fixed([0.0, -2.0]).with(ShapeDesc::half_box(40.0, 2.0).friction(0.7)));
    let mut place =
        |position, angle| scene.add(BodyDesc { angle, ..BodyDesc::dynamic(position) }.with(card.clone()));
    let mut ground = 0.0;
    for pairs in (1..=5).rev() {
        let top = ground + 2.0 * rise;
        for pair in 0..pairs {
            let x = PITCH * (pair as f32 - 0.5 * (pairs - 1) as f32);
            place([x - aside, ground + rise], -LEAN);
            place([x + aside, ground + rise], LEAN);
            if pair + 1 < pairs {
                place([x + 0.5 * PITCH, top + THIN], core::f32::consts::FRAC_PI_2);
            }
        }
        ground = top + 2.0 * THIN;
    }
}

fn domino(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let dominoes = parameters.count("dominoes", 1..=60, 15, "Dominoes");
    scene.add(BodyDesc::fixed([0.0, -1.0]).with(ShapeDesc::half_box(100.0, 1.0)));
    for n in 0..dominoes {
        let mut domino = BodyDesc::dynamic([n as f32 - 0.5 * dominoes as f32, 0.5]);
        if n == 0 {
            // The velocity after an impulse of 0.2 N s at the top edge on 0.25 kg with an inertia of 0.25
            // (0.25² + 1²) / 12 kg m².
            domino.velocity = [0.8, 0.0];
            domino.angular_velocity = -0.1 / (0.25 * 1.0625 / 12.0);
        }
        scene.add(domino.with(ShapeDesc::half_box(0.125, 0.5)));
    }
}

/// A half circle of wedges: with a thickness of a quarter of its radius it is well above the limit of
/// stability.
fn arch(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let stones = parameters.count("stones", 7..=41, 15, "Stones of the arch");
    let load = parameters.count("load", 0..=8, 4, "Boxes on top");
    const INNER: f32 = 6.0;
    const OUTER: f32 = 8.0;
    scene.add(BodyDesc::fixed([0.0, -1.0]).with(ShapeDesc::half_box(40.0, 1.0).friction(0.8)));
    let direction = |n: f64| cos_sin_f64(core::f64::consts::PI * n / f64::from(stones));
    for n in 0..stones {
        let [from, to, middle] = [0.0, 1.0, 0.5].map(|part| direction(f64::from(n) + part));
        let center = middle.map(|part| 0.5 * (INNER + OUTER) * part);
        let corner =
            |radius: f32, along: [f32; 2]| [radius * along[0] - center[0], radius * along[1] - center[1]];
        let stone = [corner(INNER, from), corner(OUTER, from), corner(OUTER, to), corner(INNER, to)];
        scene.add(BodyDesc::dynamic(center).with(ShapeDesc::polygon(stone, 0.0).friction(0.8)));
    }
    let [_, top] = direction(0.5 * f64::from(stones - 1));
    for n in 0..load {
        let position = [0.0, OUTER * top + 0.5 + n as f32];
        scene.add(BodyDesc::dynamic(position).with(ShapeDesc::half_box(0.7, 0.5).friction(0.8)));
    }
}

fn mixed_bin(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let rows = parameters.count("rows", 1..=60, 30, "Rows of twenty bodies") as usize;
    scene.add(bin(12.0, 24.0));
    let kinds = [
        ShapeDesc::circle(0.4),
        ShapeDesc::half_box(0.45, 0.3),
        ShapeDesc::capsule([-0.3, 0.0], [0.3, 0.0], 0.25),
        ShapeDesc::polygon(regular(3, 0.4), 0.1),
        ShapeDesc::polygon(regular(5, 0.45), 0.0),
        ShapeDesc::polygon(regular(8, 0.45), 0.0),
    ];
    let mut random = Random(2026);
    for row in 0..rows {
        for column in 0..20 {
            let shift = 0.2 * (random.next() - 0.5);
            let position = [1.1 * (column as f32 - 9.5) + shift, 1.0 + 1.1 * row as f32];
            let angle = core::f32::consts::TAU * random.next();
            let kind = (row * 20 + column + row / 3) % kinds.len();
            scene.add(BodyDesc { angle, ..BodyDesc::dynamic(position) }.with(kinds[kind].clone()));
        }
    }
}

fn ragdoll_pile(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let dolls = parameters.count("dolls", 1..=100, 30, "Rag dolls") as i32;
    scene.add(bin(4.0, 10.0));
    for n in 0..dolls {
        let base = [1.4 * ((n % 5) as f32 - 2.0) + 0.2 * ((n / 5) % 2) as f32, 1.5 + 2.2 * (n / 5) as f32];
        let first = scene.bodies.len();
        add_doll(&mut scene.bodies, &mut scene.joints, base, -(n + 1));
        // Each doll falls in a different posture.
        turn_about(&mut scene.bodies[first..], [base[0], base[1] + 0.95], 0.9 * (n % 7) as f32);
    }
}

/// Rotates some bodies about a point \[m\] by an angle \[rad\], as one.
fn turn_about(bodies: &mut [BodyDesc], center: [f32; 2], angle: f32) {
    for body in bodies {
        let turned = rotate([body.position[0] - center[0], body.position[1] - center[1]], angle);
        body.position = [center[0] + turned[0], center[1] + turned[1]];
        body.angle += angle;
    }
}
