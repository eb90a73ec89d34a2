//! Scenes with numbers that break engines: mass ratios, overlaps, tiny and distant objects, stiff and heavy
//! machines.

use super::parts::{APART, block, floor, held, hinge, kind, look_at, regular};
use super::rain::add_doll;
use super::{BuiltIn, Category, entry};
use crate::format::{BodyDesc, JointDesc, MaterialDesc, MotorDesc, RangeDesc, Scene, ShapeDesc, SpringDesc};
use crate::trig::cos_sin;

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    entry(
        "heavy_tops",
        Category::Extremes,
        500,
        heavy_tops,
        "Pyramids with a block on top that is 30, 100 and 300 times as heavy",
    ),
    entry(
        "heavy_on_light",
        Category::Extremes,
        400,
        heavy_on_light,
        "Rows of small boxes carry a block of over a thousand times the mass of a box",
    ),
    entry("heavy_on_wedges", Category::Extremes, 400, heavy_on_wedges, "A heavy block on small triangles"),
    entry(
        "overlapped",
        Category::Extremes,
        300,
        overlapped,
        "Pyramids of boxes that start with a quarter overlap separate without an explosion",
    ),
    entry("tiny_pyramid", Category::Extremes, 300, tiny_pyramid, "A pyramid of boxes of two centimetres"),
    entry(
        "heavy_cart",
        Category::Extremes,
        500,
        heavy_cart,
        "A cart with a heavy load on light wheels, under triple gravity",
    ),
    entry(
        "far_pyramid",
        Category::Extremes,
        300,
        far_pyramid,
        "A pyramid four kilometres away from the origin",
    ),
    entry(
        "far_dolls",
        Category::Extremes,
        400,
        far_dolls,
        "Rag dolls fall on stairs two kilometres away from the origin",
    ),
    entry(
        "far_gears",
        Category::Extremes,
        400,
        far_gears,
        "Gears, a rack and a pulley two kilometres away from the origin",
    ),
    entry(
        "far_out",
        Category::Extremes,
        400,
        far_out,
        "Heaps, a chain, marbles and bullets ten thousand kilometres away from the origin",
    ),
    entry(
        "tile_town",
        Category::Extremes,
        600,
        tile_town,
        "A wavy ground of a thousand tiles with a car, rag dolls, rings and heaps",
    ),
    entry(
        "thousand_to_one",
        Category::Extremes,
        500,
        thousand_to_one,
        "Chains of light links bear loads ten, a hundred and a thousand times as heavy as a link",
    ),
    entry(
        "tall_and_thin",
        Category::Extremes,
        500,
        tall_and_thin,
        "A tower of twenty slabs, a pile of needles",
    ),
];

/// Adds a pyramid about `x` with its foot on the floor.
fn pyramid(scene: &mut Scene, x: f32, rows: u32, half: f32) {
    for row in 0..rows {
        for n in 0..rows - row {
            let aside = 2.05 * half * (n as f32 - 0.5 * (rows - row - 1) as f32);
            block(scene, [x + aside, half * (1 + 2 * row) as f32], [half, half]);
        }
    }
}

fn heavy_tops(scene: &mut Scene) {
    look_at(scene, [0.0, 5.0], 15.0);
    floor(scene, 30.0);
    for (n, ratio) in [30.0, 100.0, 300.0].into_iter().enumerate() {
        let x = -8.0 + 8.0 * n as f32;
        // A trapezoid of five rows under the block.
        for row in 0..5 {
            for column in 0..7 - row {
                block(
                    scene,
                    [x + 1.02 * (column as f32 - 0.5 * (6 - row) as f32), 0.5 + row as f32],
                    [0.5, 0.5],
                );
            }
        }
        let weight = ShapeDesc::half_box(1.4, 1.0).density(ratio / 5.6);
        scene.add(BodyDesc::dynamic([x, 6.0]).with(weight));
    }
}

fn heavy_on_light(scene: &mut Scene) {
    look_at(scene, [0.0, 4.0], 12.0);
    floor(scene, 30.0);
    for row in 0..3 {
        for n in 0..8 {
            block(scene, [1.1 * (n as f32 - 3.5), 0.25 + 0.5 * row as f32], [0.4, 0.25]);
        }
    }
    scene.add(BodyDesc::dynamic([0.0, 3.6]).with(ShapeDesc::half_box(4.0, 2.0).density(14.0)));
}

fn heavy_on_wedges(scene: &mut Scene) {
    look_at(scene, [0.0, 3.0], 10.0);
    floor(scene, 30.0);
    for n in 0..9 {
        let wedge = ShapeDesc::polygon([[-0.4, 0.0], [0.4, 0.0], [0.0, 0.7]], 0.0);
        scene.add(BodyDesc::dynamic([1.0 * (n as f32 - 4.0), 0.0]).with(wedge));
    }
    scene.add(BodyDesc::dynamic([0.0, 2.3]).with(ShapeDesc::half_box(4.2, 1.5).density(100.0)));
}

fn overlapped(scene: &mut Scene) {
    look_at(scene, [0.0, 3.0], 10.0);
    floor(scene, 30.0);
    for part in 0..3 {
        let x = -6.0 + 6.0 * part as f32;
        for row in 0..4 {
            for n in 0..4 - row {
                let at = [x + 0.75 * (n as f32 - 0.5 * (3 - row) as f32), 0.4 + 0.75 * row as f32];
                let shape = match part {
                    0 => ShapeDesc::half_box(0.5, 0.5),
                    1 => ShapeDesc::circle(0.5),
                    _ => ShapeDesc::polygon(regular(6, 0.55), 0.0),
                };
                scene.add(BodyDesc::dynamic(at).with(shape));
            }
        }
    }
}

fn tiny_pyramid(scene: &mut Scene) {
    look_at(scene, [0.0, 0.12], 0.4);
    floor(scene, 2.0);
    pyramid(scene, 0.0, 12, 0.01);
}

fn heavy_cart(scene: &mut Scene) {
    scene.world.gravity = [0.0, -30.0];
    look_at(scene, [0.0, 2.5], 10.0);
    let ground = BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::box_at([40.0, 0.5], [0.0, -0.5]));
    let ground = (0..8).fold(ground, |ground, n| {
        ground.with(ShapeDesc::box_at([0.25, 0.05], [-4.0 + 1.6 * n as f32, 0.05]))
    });
    scene.add(ground);
    let cart = scene.add(BodyDesc::dynamic([-6.0, 1.0]).with(ShapeDesc::half_box(1.6, 0.25).density(20.0)));
    for side in [-1.1_f32, 1.1] {
        let wheel =
            BodyDesc::dynamic([-6.0 + side, 0.5]).with(ShapeDesc::circle(0.45).friction(1.2).density(0.5));
        let wheel = scene.add(wheel);
        let mut axle = held(cart, wheel, [-6.0 + side, 0.5]);
        axle.motor = Some(MotorDesc { speed: -6.0, strength: 300.0 });
        scene.join(JointDesc::Revolute(axle));
    }
    for n in 0..3 {
        scene.add(
            BodyDesc::dynamic([-6.7 + 0.7 * n as f32, 1.8])
                .with(ShapeDesc::half_box(0.34, 0.5).density(40.0)),
        );
    }
}

/// Moves all bodies added so far by a distance \[m\].
fn shift(scene: &mut Scene, by: f32) {
    use crate::format::{JointAnchor, WorldAnchor};
    for body in &mut scene.bodies {
        body.position[0] += by;
    }
    for joint in &mut scene.joints {
        let parts = joint.parts_mut();
        for over in [&mut parts.over_a, &mut parts.over_b].into_iter().flatten() {
            over[0] += by;
        }
        match &mut parts.at {
            Some(JointAnchor::World(WorldAnchor::Point(point))) => point[0] += by,
            Some(JointAnchor::World(WorldAnchor::Pair(pair))) => {
                pair.a[0] += by;
                pair.b[0] += by;
            }
            _ => {}
        }
    }
    if let Some(camera) = &mut scene.camera {
        camera.center[0] += by;
    }
}

fn far_pyramid(scene: &mut Scene) {
    look_at(scene, [0.0, 5.0], 14.0);
    floor(scene, 20.0);
    pyramid(scene, 0.0, 10, 0.5);
    shift(scene, 4096.0);
}

fn far_dolls(scene: &mut Scene) {
    look_at(scene, [0.0, 4.0], 13.0);
    let stairs = (0..8).fold(BodyDesc::fixed([0.0, 0.0]), |stairs, n| {
        stairs.with(ShapeDesc::box_at(
            [0.8, 0.4 * (8 - n) as f32],
            [-6.0 + 1.6 * n as f32, 0.4 * (8 - n) as f32],
        ))
    });
    scene.add(stairs.with(ShapeDesc::box_at([14.0, 0.5], [0.0, -0.5])));
    for n in 0..6 {
        add_doll(&mut scene.bodies, &mut scene.joints, [-5.5 + 1.3 * n as f32, 7.5], -(n + 1));
    }
    shift(scene, 2048.0);
}

fn far_gears(scene: &mut Scene) {
    super::joints::gear_train(scene);
    shift(scene, -2048.0);
}

fn far_out(scene: &mut Scene) {
    // 32-bit floats have a resolution of one metre here.
    scene.world.origin = Some([1.0e7, -3_000_064.0]);
    look_at(scene, [0.0, 7.5], 19.0);
    for n in -24..24 {
        scene.add(BodyDesc::fixed([n as f32 + 0.5, -0.5]).with(ShapeDesc::half_box(0.5, 0.5)));
    }
    pyramid(scene, -8.0, 9, 0.5);
    let mut last = scene.add(BodyDesc::fixed([0.0, 10.0]).with(ShapeDesc::half_box(0.2, 0.2)));
    for link in 0..10 {
        let x = 0.35 + 0.7 * link as f32;
        let body = scene.add(BodyDesc::dynamic([x, 10.0]).with(ShapeDesc::half_box(0.35, 0.1).filter(APART)));
        hinge(scene, last, body, [x - 0.35, 10.0]);
        last = body;
    }
    for n in 0..12 {
        let at = [8.0 + 0.25 * (n % 3) as f32, 2.0 + n as f32];
        let lively = MaterialDesc { restitution: 0.7, ..MaterialDesc::default() };
        scene.add(BodyDesc::dynamic(at).with(ShapeDesc::circle(0.3).material(lively)));
    }
    let thin = ShapeDesc::half_box(0.02, 1.5);
    scene.add(BodyDesc::fixed([12.5, 1.5]).with(thin.clone()));
    scene.add(BodyDesc::fixed([4.5, 1.5]).with(thin));
    for n in 0..4 {
        let bullet = BodyDesc {
            velocity: [200.0, 0.0],
            bullet: true,
            gravity_scale: 0.0,
            ..BodyDesc::dynamic([-20.0 - 25.0 * n as f32, 14.0 + 0.5 * n as f32])
        };
        scene.add(bullet.with(ShapeDesc::circle(0.1)));
    }
    scene.add(BodyDesc::fixed([12.0, 15.0]).with(ShapeDesc::half_box(0.02, 2.0)));
}

fn tile_town(scene: &mut Scene) {
    look_at(scene, [0.0, 4.0], 24.0);
    let mut ground = BodyDesc::fixed([0.0, 0.0]);
    for n in -100..100 {
        let [cos, _] = cos_sin(0.12 * n as f32);
        for deep in 0..5 {
            let y = 1.2 * cos - 0.4 * deep as f32;
            ground = ground.with(ShapeDesc::box_at([0.2, 0.2], [0.4 * n as f32 + 0.2, y]));
        }
    }
    scene.add(ground);
    for n in 0..5 {
        let (bodies, joints) = (&mut scene.bodies, &mut scene.joints);
        add_doll(bodies, joints, [-30.0 + 13.0 * n as f32, 4.0], -(n + 1));
    }
    for n in 0..60 {
        let body = BodyDesc::dynamic([-24.0 + 4.0 * (n % 12) as f32, 5.0 + 1.1 * (n / 12) as f32]);
        scene.add(body.with(kind(n, 0.4)));
    }
    car(scene, [-35.0, 3.5]);
}

/// A small car with suspension that drives to the right.
fn car(scene: &mut Scene, at: [f32; 2]) {
    let chassis = ShapeDesc::polygon([[-1.3, -0.2], [1.3, -0.2], [1.2, 0.2], [0.2, 0.6], [-1.1, 0.6]], 0.0);
    let chassis = scene.add(BodyDesc::dynamic(at).with(chassis.density(2.0)));
    for side in [-0.9_f32, 0.9] {
        let hub = [at[0] + side, at[1] - 0.4];
        let wheel = scene.add(BodyDesc::dynamic(hub).with(ShapeDesc::circle(0.4).friction(1.5)));
        let mut strut = held(chassis, wheel, hub);
        strut.along = Some([0.0, 1.0]);
        strut.spring = Some(SpringDesc::new(4.0, 0.7));
        strut.limits = Some(RangeDesc::new(-0.25, 0.25));
        strut.motor = Some(MotorDesc { speed: -20.0, strength: 20.0 });
        scene.join(JointDesc::Wheel(strut));
    }
}

fn thousand_to_one(scene: &mut Scene) {
    look_at(scene, [0.0, 4.0], 13.0);
    for n in 0..3 {
        let x = -6.0 + 6.0 * n as f32;
        let mut last = scene.add(BodyDesc::fixed([x, 9.5]).with(ShapeDesc::half_box(0.6, 0.15)));
        for link in 0..5 {
            let y = 9.0 - 0.8 * link as f32;
            let shape = ShapeDesc::half_box(0.08, 0.35).filter(APART);
            let body = scene.add(BodyDesc::dynamic([x, y]).with(shape));
            let end = [x, y + 0.4];
            hinge(scene, last, body, end);
            last = body;
        }
        // A link is 112 g; this is ten, a hundred and a thousand times as much.
        let density = [0.346, 3.46, 34.6][n];
        let load = scene.add(
            BodyDesc { angular_damping: 1.0, ..BodyDesc::dynamic([x, 4.5]) }
                .with(ShapeDesc::half_box(0.9, 0.9).density(density)),
        );
        hinge(scene, last, load, [x, 5.4]);
    }
    floor(scene, 30.0);
}

fn tall_and_thin(scene: &mut Scene) {
    look_at(scene, [0.0, 5.5], 14.0);
    floor(scene, 30.0);
    for n in 0..20 {
        block(scene, [-5.0, 0.1 + 0.2 * n as f32], [0.6, 0.1]);
    }
    for n in 0..80 {
        let needle = BodyDesc {
            angle: 0.8 * n as f32,
            ..BodyDesc::dynamic([3.0 + 0.7 * (n % 5) as f32, 1.0 + 0.3 * n as f32])
        };
        scene.add(needle.with(ShapeDesc::half_box(0.9, 0.01).density(10.0)));
    }
}
