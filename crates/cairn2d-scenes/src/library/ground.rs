//! Showcase scenes of ground: sliding, standing and one-way platforms.

use super::{BuiltIn, Category, entry};
use crate::format::{
    BodyDesc, CameraDesc, ChainDesc, ContactSoftnessDesc, FilterDesc, MaterialDesc, MaterialPairDesc,
    MaterialRef, Scene, ShapeDesc,
};
use crate::trig::rotate;

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    entry(
        "seams",
        Category::Surfaces,
        600,
        seams,
        "Boxes and balls slide over tiles, chains and a mix of both",
    ),
    entry(
        "platforms",
        Category::Surfaces,
        600,
        platforms,
        "One-way platforms support bodies from above and let them pass from below",
    ),
    entry(
        "surfaces",
        Category::Surfaces,
        600,
        surfaces,
        "Boxes stick and slip, balls oscillate on soft contacts, a conveyor belt moves boxes",
    ),
];

/// Four lanes above each other with different kinds of ground; the same bodies slide along all of them to a
/// wall.
fn seams(scene: &mut Scene) {
    const TILES: u32 = 80;
    const TILE: f32 = 0.5;
    let slick = MaterialDesc { friction: 0.0, ..MaterialDesc::default() };
    let length = TILE * TILES as f32;
    for lane in 0..4 {
        let y = 3.0 * lane as f32;
        for n in 0..TILES {
            let x = TILE * n as f32;
            // Separate boxes, overlapping boxes, and boxes, slopes, segments and bits of chain in turn; the
            // top lane is one chain.
            let piece = match (lane, n % 4) {
                (0, _) | (2, 0) => Some(ShapeDesc::box_at([0.5 * TILE, 0.25], [x + 0.5 * TILE, y - 0.25])),
                (1, _) => Some(ShapeDesc::box_at([0.55 * TILE, 0.25], [x + 0.5 * TILE, y - 0.25])),
                (2, 1) => Some(ShapeDesc::segment([x, y], [x + TILE, y])),
                (2, 2) => {
                    let points = [[x, y], [x + TILE, y], [x + TILE, y - 0.2], [x, y - 0.5]];
                    Some(ShapeDesc::polygon(points, 0.0))
                }
                _ => None,
            };
            if let Some(piece) = piece {
                scene.add(BodyDesc::fixed([0.0, 0.0]).with(piece));
            } else if lane == 2 {
                scene.add(floor_chain(&[x + 2.0 * TILE, x + TILE, x, x - TILE], y));
            }
        }
        if lane == 3 {
            let points: Vec<f32> = (0..=TILES + 2).rev().map(|n| TILE * (n as f32 - 1.0)).collect();
            scene.add(floor_chain(&points, y));
        }
        scene.add(BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::box_at([0.2, 0.8], [length + 0.2, y + 0.8])));
        let sliders = [
            ShapeDesc::half_box(0.4, 0.4),
            ShapeDesc::circle(0.35),
            ShapeDesc::capsule([-0.25, 0.0], [0.25, 0.0], 0.2),
            ShapeDesc::polygon([[-0.4, -0.15], [0.4, -0.15], [0.4, 0.15], [-0.4, 0.15]], 0.1),
            ShapeDesc::polygon([[-0.5, 0.0], [-0.3, -0.3], [0.3, -0.3], [0.5, 0.0], [0.0, 0.3]], 0.0),
        ];
        for (n, (slider, height)) in sliders.into_iter().zip([0.4, 0.35, 0.2, 0.25, 0.3]).enumerate() {
            let mut body = BodyDesc::dynamic([1.0 + 1.5 * n as f32, y + height]);
            body.velocity = [4.0, 0.0];
            scene.add(body.with(slider.material(slick)));
        }
    }
}

/// A chain at this height \[m\], solid below, through these positions \[m\] from right to left.
fn floor_chain(places: &[f32], y: f32) -> BodyDesc {
    let mut body = BodyDesc::fixed([0.0, 0.0]);
    body.chains.push(ChainDesc {
        points: places.iter().map(|&x| [x, y]).collect(),
        closed: false,
        material: MaterialRef::default(),
        filter: FilterDesc::default(),
        materials: Vec::new(),
        one_way: None,
    });
    body
}

/// Planks, a lift and a chain that are solid from above and let bodies pass from below.
fn platforms(scene: &mut Scene) {
    scene.camera = Some(CameraDesc { center: [0.0, 6.0], height: 15.0 });
    let room = BodyDesc::fixed([0.0, 0.0])
        .with(ShapeDesc::box_at([12.0, 0.5], [0.0, -0.5]))
        .with(ShapeDesc::box_at([0.5, 8.0], [-11.5, 8.0]))
        .with(ShapeDesc::box_at([0.5, 8.0], [11.5, 8.0]))
        .with(ShapeDesc::box_at([12.0, 0.5], [0.0, 16.5]));
    scene.add(room);
    // On the left a stack stands on rows of planks; on the right boxes are thrown up through rows above each
    // other.
    for row in 0..3 {
        let y = 2.0 + 2.5 * row as f32;
        for n in 0..10 {
            let x = if n < 5 { -9.0 + n as f32 } else { n as f32 };
            scene.add(BodyDesc::fixed([x, y - 0.1]).with(ShapeDesc::half_box(0.5, 0.1).one_way()));
        }
        for n in 0..4 {
            scene.add(
                BodyDesc::dynamic([-7.0, y + 0.3 + 0.5 * n as f32]).with(ShapeDesc::half_box(0.3, 0.25)),
            );
        }
    }
    for n in 0..12 {
        let mut body = BodyDesc::dynamic([4.8 + 0.4 * n as f32, 0.6]);
        // Enough for one more row each time; the last ones pass all of them.
        body.velocity = [0.0, 5.0 + 1.25 * n as f32];
        let shape = if n % 2 == 0 { ShapeDesc::circle(0.18) } else { ShapeDesc::half_box(0.15, 0.15) };
        scene.add(body.with(shape));
    }
    for (x, speed) in [(-8.6, 40.0), (-5.4, 200.0)] {
        let mut bullet = BodyDesc::dynamic([x, 0.3]);
        bullet.velocity = [0.0, speed];
        bullet.linear_damping = 1.0;
        scene.add(bullet.with(ShapeDesc::circle(0.15).density(10.0)));
    }
    let mut lift = BodyDesc::kinematic([0.0, 0.3]);
    lift.velocity = [0.0, 0.8];
    scene.add(lift.with(ShapeDesc::half_box(1.5, 0.1).one_way()));
    for n in 0..3 {
        scene.add(BodyDesc::dynamic([-0.8 + 0.8 * n as f32, 0.8]).with(ShapeDesc::circle(0.3)));
        scene.add(BodyDesc::dynamic([-0.8 + 0.8 * n as f32, 5.0]).with(ShapeDesc::circle(0.2)));
    }
}

/// Three slopes with boxes of rising static friction, mattresses of rising stiffness, and pairs of materials
/// on a conveyor belt.
fn surfaces(scene: &mut Scene) {
    const STEEL: u64 = 1;
    const RUBBER: u64 = 2;
    scene.camera = Some(CameraDesc { center: [0.0, 4.0], height: 14.0 });
    scene.add(BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::box_at([20.0, 0.5], [0.0, -0.5])));
    // tan(0.45) is 0.48: boxes with more static friction than that stay at rest; in motion all slide alike.
    let tilt = 0.45;
    let rough = MaterialDesc { friction: 0.3, static_friction: Some(1.0), ..MaterialDesc::default() };
    let slope = BodyDesc { angle: -tilt, ..BodyDesc::fixed([-7.0, 6.0]) };
    scene.add(slope.with(ShapeDesc::half_box(5.0, 0.1).material(rough)));
    for n in 0..5 {
        let [x, y] = rotate([-4.0 + 1.6 * n as f32, 0.35], -tilt);
        let grip = 0.5 - 0.1 * n as f32;
        let surface = MaterialDesc { friction: 0.3, static_friction: Some(grip), ..MaterialDesc::default() };
        let body = BodyDesc { angle: -tilt, ..BodyDesc::dynamic([x - 7.0, y + 6.0]) };
        scene.add(body.with(ShapeDesc::half_box(0.4, 0.25).material(surface)));
    }
    for n in 0..5 {
        let hertz = 1.0 + 0.5 * n as f32;
        let softness = Some(ContactSoftnessDesc { hertz, damping_ratio: 0.1 });
        let mattress = MaterialDesc { softness, ..MaterialDesc::default() };
        let x = 1.0 + 2.2 * n as f32;
        scene.add(BodyDesc::fixed([x, 0.75]).with(ShapeDesc::half_box(1.0, 0.75).material(mattress)));
        scene.add(BodyDesc::dynamic([x, 3.0]).with(ShapeDesc::circle(0.5)));
    }
    let pair = MaterialPairDesc { a: STEEL, b: RUBBER, friction: Some(0.02), ..MaterialPairDesc::default() };
    scene.material_pairs.push(pair);
    let belt = MaterialDesc { id: STEEL, tangent_speed: 1.0, ..MaterialDesc::default() };
    scene.add(BodyDesc::fixed([5.5, 5.0]).with(ShapeDesc::half_box(5.0, 0.2).material(belt)));
    for (n, id) in [RUBBER, 3, RUBBER, 3].into_iter().enumerate() {
        let surface = MaterialDesc { id, ..MaterialDesc::default() };
        let body = BodyDesc::dynamic([1.5 + 1.5 * n as f32, 5.6]);
        scene.add(body.with(ShapeDesc::half_box(0.4, 0.4).material(surface)));
    }
}
