//! The worlds of the Box2D benchmark program, except `rain`, which has its own file.
//!
//! Rebuilt from a description of their numbers, so that times can be compared with Box2D's. Bodies and joints
//! are in the order of the description, because engines assign ids in that order.

use super::{BuiltIn, Category, tunable};
use crate::format::{
    BodyDesc, BodyKind, BoxDesc, ChainDesc, FilterDesc, Geometry, JointAnchor, JointDesc, JointParts,
    MaterialDesc, MaterialRef, MotorDesc, Scene, ShapeDesc, SleepDesc, UNLIMITED,
};
use crate::parameters::Parameters;
use crate::script::{Command, Script};
use crate::trig::{cos_sin, cos_sin_f64};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    tunable("compounds", Category::Benchmark, 500, compounds, "3000 bodies of two triangles fall into a bin"),
    tunable(
        "joint_grid",
        Category::Benchmark,
        500,
        joint_grid,
        "A net of 10000 discs and 19800 hinges hangs and swings",
    ),
    tunable("junkyard", Category::Benchmark, 800, junkyard, "8000 pieces of rubble are pushed to and fro"),
    tunable("large_pyramid", Category::Benchmark, 500, large_pyramid, "One pyramid of 5050 boxes stands"),
    tunable("many_pyramids", Category::Benchmark, 200, many_pyramids, "400 pyramids of 55 boxes stand"),
    tunable("smash", Category::Benchmark, 300, smash, "A heavy box hits a sleeping block of 9600 boxes"),
    tunable(
        "spinner",
        Category::Benchmark,
        500,
        spinner,
        "A blade stirs 6076 small bodies in a round container",
    ),
    tunable("tumbler", Category::Benchmark, 750, tumbler, "2025 boxes tumble in a motor-driven drum"),
    tunable("washer", Category::Benchmark, 500, washer, "8100 boxes tumble in a turning ring with paddles"),
];

/// 25 degrees a second \[rad/s\], the speed of the drums.
const DRUM_SPEED: f32 = 25.0 * (core::f32::consts::PI / 180.0);

/// Returns a shift that changes its sign with every call, starting with `first` \[m\].
fn alternating(first: f32) -> impl FnMut() -> f32 {
    let mut next = -first;
    move || {
        next = -next;
        next
    }
}

fn compounds(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let columns = parameters.count("columns", 1..=40, 20, "Columns of bodies");
    let rows = parameters.count("rows", 1..=300, 150, "Bodies of a column");
    let mut bin = floor_and_walls(40, 100);
    bin.shapes.push(ShapeDesc::segment([-800.0, -80.0], [800.0, -80.0]));
    scene.add(bin);

    let left = ShapeDesc::polygon([[-1.0, 0.0], [0.5, 1.0], [0.0, 2.0]], 0.0).friction(0.5);
    let right = ShapeDesc::polygon([[1.0, 0.0], [-0.5, 1.0], [0.0, 2.0]], 0.0).friction(0.5);
    let mut shift = alternating(0.25);
    for i in 0..columns {
        for j in 0..rows {
            let position = [2.0 * i as f32 - (columns as f32 - 1.0) + shift(), 2.25 * j as f32 + 0.575 + 5.0];
            scene.add(BodyDesc::dynamic(position).with(left.clone()).with(right.clone()));
        }
    }
}

/// Returns the static body of a bin: a floor of boxes from `-half` to `half` \[m\] and a wall of boxes at
/// each end.
fn floor_and_walls(half: i32, wall_height: i32) -> BodyDesc {
    let mut bin = BodyDesc::fixed([0.0, 0.0]);
    for i in 0..=2 * half {
        bin.shapes.push(ShapeDesc::box_at([0.55, 0.5], [(i - half) as f32, 0.0]));
    }
    for x in [-half, half] {
        for i in 0..wall_height {
            bin.shapes.push(ShapeDesc::box_at([0.5, 0.55], [x as f32, 1.0 + i as f32]));
        }
    }
    bin
}

fn joint_grid(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let side = parameters.count("side", 8..=150, 100, "Discs in a row and in a column");
    scene.world.sleeping = false;
    let disc = ShapeDesc::circle(0.4).filter(FilterDesc { category: 2, mask: !2, group: 0 });
    let hinge = |a: u32, b: u32, at: JointAnchor| JointDesc::Revolute(JointParts::at(a, b, at));
    for k in 0..side {
        for i in 0..side {
            let position = [k as f32, 0.0 - i as f32];
            let hangs = i == 0 && (side / 2 - 3..=side / 2 + 3).contains(&k);
            let body = if hangs { BodyDesc::fixed(position) } else { BodyDesc::dynamic(position) };
            let this = scene.add(body.with(disc.clone()));
            if i > 0 {
                scene.join(hinge(this - 1, this, JointAnchor::local([0.0, -0.5], [0.0, 0.5])));
            }
            if k > 0 {
                scene.join(hinge(this - side, this, JointAnchor::local([0.5, 0.0], [-0.5, 0.0])));
            }
        }
    }
}

fn junkyard(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let rows = parameters.count("rows", 1..=80, 40, "Pieces of rubble in a column");
    scene.script = Some("junkyard".to_owned());
    scene.add(floor_and_walls(80, 50));

    let angle = |n: u32| f64::from(n) * core::f64::consts::PI * (5.0f64.sqrt() - 1.0);
    let corner = |n: u32| cos_sin_f64(angle(n)).map(|part| 0.25 * part);
    let rubble = ShapeDesc::polygon((0..5).map(corner).collect::<Vec<_>>(), 0.0);
    let mut shift = alternating(-0.1);
    for i in 0..200 {
        for j in 0..rows {
            let position = [0.375 * (2.0 * i as f32 - 200.0) + shift(), j as f32 + 15.0];
            scene.add(BodyDesc::dynamic(position).with(rubble.clone()));
        }
    }
    scene
        .add(BodyDesc::kinematic([0.0, 0.0]).with(ShapeDesc::box_at([2.0, 4.0], [0.0, 4.0])).named("pusher"));
}

/// Moves the kinematic body named "pusher" along a sine.
#[derive(Clone, Debug)]
pub(crate) struct Junkyard {
    pusher: u32,
}

impl Junkyard {
    /// Returns the script of a scene, or the missing part of the scene.
    pub(crate) fn new(scene: &Scene) -> Result<Self, String> {
        let is_pusher =
            |body: &BodyDesc| body.name.as_deref() == Some("pusher") && body.kind == BodyKind::Kinematic;
        let pusher = scene.bodies.iter().position(is_pusher);
        let pusher = pusher.ok_or("the script \"junkyard\" needs a kinematic body named \"pusher\"")?;
        Ok(Self { pusher: pusher as u32 })
    }
}

impl Script for Junkyard {
    fn commands(&mut self, step: u32, out: &mut Vec<Command>) {
        let time = step as f32 / 60.0;
        let [_, sin] = cos_sin(0.2 * time);
        out.push(Command::SetTarget { body: self.pusher, position: [60.0 * sin, 0.0], angle: 0.0 });
    }
}

fn large_pyramid(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let rows = parameters.count("rows", 2..=140, 100, "Boxes in the lowest row");
    pyramid(scene, rows);
}

/// Builds a pyramid of boxes of one metre with `base` boxes in its lowest row, on flat ground, without sleep.
pub(super) fn pyramid(scene: &mut Scene, base: u32) {
    const HALF: f32 = 0.5;
    scene.world.sleeping = false;
    scene.add(BodyDesc::fixed([0.0, -1.0]).with(ShapeDesc::half_box(100.0, 1.0)));
    for i in 0..base {
        let y = (2.0 * i as f32 + 1.0) * HALF;
        for j in i..base {
            let x = (i as f32 + 1.0) * HALF + 2.0 * (j - i) as f32 * HALF - HALF * base as f32;
            scene.add(BodyDesc::dynamic([x, y]).with(ShapeDesc::half_box(HALF, HALF)));
        }
    }
}

fn many_pyramids(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let levels = parameters.count("levels", 1..=30, 20, "Floors with twenty pyramids each");
    scene.world.sleeping = false;
    let mut floors = BodyDesc::fixed([0.0, 0.0]);
    for level in 0..levels {
        let y = 11.0 * level as f32;
        floors.shapes.push(ShapeDesc::segment([-110.0, y], [110.0, y]));
    }
    scene.add(floors);
    for level in 0..levels {
        for column in 0..20 {
            let center = -110.0 + 11.0 * column as f32 + 1.0;
            for i in 0..10 {
                let y = 0.5 * (2.0 * i as f32 + 1.0) + 11.0 * level as f32;
                for j in i..10 {
                    let x = 0.5 * (i as f32 + 1.0) + (j - i) as f32 + center - 0.5;
                    scene.add(BodyDesc::dynamic([x, y]).with(ShapeDesc::half_box(0.5, 0.5)));
                }
            }
        }
    }
}

fn smash(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let columns = parameters.count("columns", 1..=200, 120, "Columns of boxes");
    let speed = parameters.number("speed", 0.0..=200.0, 40.0, "m/s", "Speed of the heavy box");
    let density = parameters.number(
        "density",
        0.01..=1000.0,
        8.0,
        "kg/m²",
        "Density of the heavy box; that of the others is 1",
    );
    scene.world.gravity = [0.0, 0.0];
    let ram = BodyDesc { velocity: [speed, 0.0], ..BodyDesc::dynamic([-20.0, 0.0]) };
    scene.add(ram.with(ShapeDesc::half_box(4.0, 4.0).density(density)));
    for i in 0..columns {
        for j in 0..80 {
            let position = [30.0 + 0.4 * i as f32, 0.4 * (j - 40) as f32];
            let block = BodyDesc { awake: false, ..BodyDesc::dynamic(position) };
            scene.add(block.with(ShapeDesc::half_box(0.2, 0.2)));
        }
    }
}

fn spinner(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let bodies = parameters.count("bodies", 1..=7000, 6076, "Small bodies") as usize;
    let slippery = MaterialDesc { friction: 0.1, ..MaterialDesc::default() };
    let mut container = BodyDesc::fixed([0.0, 0.0]);
    let turn = |n: u32| -2.0 * core::f64::consts::PI * f64::from(n) / 360.0;
    let corner = |n: u32| {
        let [cos, sin] = cos_sin_f64(turn(n));
        [40.0 * cos, 32.0 + 40.0 * sin]
    };
    container.chains.push(ChainDesc {
        points: (0..360).map(corner).collect(),
        closed: true,
        material: MaterialRef::Inline(slippery),
        filter: FilterDesc::default(),
        materials: Vec::new(),
        one_way: None,
    });
    let ground = scene.add(container);

    let blade = BoxDesc { half: [0.4, 20.0], center: [0.0, 0.0], angle: 0.0, radius: 0.2 };
    let blade = ShapeDesc::new(Geometry::Box(blade)).friction(0.0);
    let restless = SleepDesc { enabled: false, ..SleepDesc::default() };
    let spinner = scene.add(BodyDesc { sleep: restless, ..BodyDesc::dynamic([0.0, 12.0]) }.with(blade));
    let mut axle = JointParts::at(ground, spinner, JointAnchor::local([0.0, 12.0], [0.0, 0.0]));
    axle.motor = Some(MotorDesc { speed: 5.0, strength: UNLIMITED });
    scene.join(JointDesc::Revolute(axle));

    let lively = MaterialDesc { restitution: 0.1, ..slippery };
    let kinds = [
        ShapeDesc::capsule([-0.25, 0.0], [0.25, 0.0], 0.25),
        ShapeDesc::circle(0.35),
        ShapeDesc::half_box(0.35, 0.35),
    ]
    .map(|shape| shape.density(0.25).material(lively));
    let (mut x, mut y) = (-23.0, 2.0);
    for n in 0..bodies {
        scene.add(BodyDesc::dynamic([x, y]).with(kinds[n % 3].clone()));
        x += 0.5;
        if x >= 23.0 {
            x = -23.0;
            y += 0.5;
        }
    }
}

fn tumbler(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let side = parameters.count("side", 1..=45, 45, "Boxes in a row and in a column");
    let size = parameters.number("size", 0.02..=0.19, 0.125, "m", "Half the side of a box");
    let ground = scene.add(BodyDesc::fixed([0.0, 0.0]));
    let wall = |half, center| ShapeDesc::box_at(half, center).density(50.0);
    let drum = BodyDesc::dynamic([0.0, 10.0])
        .with(wall([0.5, 10.0], [10.0, 0.0]))
        .with(wall([0.5, 10.0], [-10.0, 0.0]))
        .with(wall([10.0, 0.5], [0.0, 10.0]))
        .with(wall([10.0, 0.5], [0.0, -10.0]));
    let drum = scene.add(drum);
    let mut axle = JointParts::at(ground, drum, JointAnchor::local([0.0, 10.0], [0.0, 0.0]));
    axle.motor = Some(MotorDesc { speed: DRUM_SPEED, strength: 1.0e8 });
    scene.join(JointDesc::Revolute(axle));
    for i in 0..side {
        for j in 0..side {
            let position = [-9.0 + 0.4 * j as f32, 1.0 + 0.4 * i as f32];
            scene.add(BodyDesc::dynamic(position).with(ShapeDesc::half_box(size, size)));
        }
    }
}

fn washer(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let side = parameters.count("side", 1..=90, 90, "Boxes in a row and in a column");
    scene.add(BodyDesc::fixed([0.0, 0.0]));
    let mut ring = BodyDesc::kinematic([0.0, 10.0]);
    ring.angular_velocity = DRUM_SPEED;
    ring.velocity = [0.001, -0.002];
    // A corner `turns` tenths of a segment behind the direction `n`; there are 36 segments.
    let corner = |radius: f32, n: u32, tenths: f64| {
        let step = core::f64::consts::PI / 18.0;
        cos_sin_f64(f64::from(n % 36) * step + 0.1 * tenths * step).map(|part| radius * part)
    };
    for n in 0..36 {
        let segment = [
            corner(16.0, n, -1.0),
            corner(18.0, n, -1.0),
            corner(16.0, n + 1, 1.0),
            corner(18.0, n + 1, 1.0),
        ];
        ring.shapes.push(ShapeDesc::polygon(segment, 0.0));
        if n % 9 == 0 {
            let paddle = [
                corner(14.0, n, 0.0),
                corner(16.0, n, 0.0),
                corner(14.0, n + 1, 0.0),
                corner(16.0, n + 1, 0.0),
            ];
            ring.shapes.push(ShapeDesc::polygon(paddle, 0.0));
        }
    }
    scene.add(ring);
    let loud = ShapeDesc { report_hits_above: Some(1.0), ..ShapeDesc::half_box(0.1, 0.1) };
    for i in 0..side {
        for j in 0..side {
            let position = [-9.9 + 0.21 * j as f32, 0.1 + 0.21 * i as f32];
            scene.add(BodyDesc::dynamic(position).with(loud.clone()));
        }
    }
}
