//! Showcase scenes of swinging, rolling and carrying machines.

use super::founding::Random;
use super::{BuiltIn, Category, tunable};
use crate::format::{
    BodyDesc, CameraDesc, ChainDesc, CircleDesc, FilterDesc, Geometry, JointAnchor, JointDesc, JointParts,
    MaterialDesc, MaterialRef, MotorDesc, Scene, ShapeDesc, SleepDesc,
};
use crate::parameters::Parameters;
use crate::trig::{cos_sin, rotate};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    tunable("newtons_cradle", Category::Joints, 4800, newtons_cradle, "Newton's cradle of five steel balls"),
    tunable(
        "pendulum_wave",
        Category::Joints,
        1800,
        pendulum_wave,
        "15 pendulums of different lengths fall out of step and back",
    ),
    tunable("bridge", Category::Joints, 600, bridge, "A hanging bridge of 30 planks catches a load"),
    tunable(
        "seesaw",
        Category::Machines,
        400,
        seesaw,
        "A heavy box falls on a seesaw and throws a small one up",
    ),
    tunable(
        "wrecking_ball",
        Category::Joints,
        500,
        wrecking_ball,
        "A ball on a chain knocks down a brick wall",
    ),
    tunable("pegboard", Category::Shapes, 1800, pegboard, "120 balls fall through pegs into nine bins"),
    tunable(
        "conveyor",
        Category::Surfaces,
        1500,
        conveyor,
        "Conveyor belts carry boxes down from one to the next",
    ),
    tunable("hills", Category::Surfaces, 900, hills, "Wheels of different friction roll over smooth terrain"),
];

fn newtons_cradle(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let balls = parameters.count("balls", 2..=9, 5, "Balls");
    let lifted = parameters.count("lifted", 1..=8, 1, "Balls that start lifted");
    const RADIUS: f32 = 0.5;
    const ROD: f32 = 4.0;
    // The balls hang slightly apart and the steps are short, so that the impact passes from one ball to the
    // next as between real balls. In one long step they would share it.
    const PITCH: f32 = 2.0 * RADIUS + 0.01;
    scene.hertz = 480.0;
    scene.world.restitution_threshold = 0.01;
    scene.world.sleeping = false;
    scene.camera = Some(CameraDesc { center: [0.0, 2.6], height: 8.0 });
    let steel = MaterialDesc { friction: 0.0, restitution: 1.0, ..MaterialDesc::default() };
    let beam = scene
        .add(BodyDesc::fixed([0.0, 5.2]).with(ShapeDesc::half_box(4.0_f32.max(0.55 * balls as f32), 0.2)));
    for n in 0..balls {
        let pivot = [(n as f32 - 0.5 * (balls - 1) as f32) * PITCH, 5.0];
        let swing = if n < lifted.min(balls - 1) { -0.8 } else { 0.0 };
        let [x, y] = rotate([0.0, -ROD], swing);
        let ball = BodyDesc::dynamic([pivot[0] + x, pivot[1] + y]);
        let ball = scene.add(ball.with(ShapeDesc::circle(RADIUS).density(8.0).material(steel)));
        hang(scene, beam, ball, pivot, ROD);
    }
}

/// Joins the center of a body to a world point by a rigid rod \[m\].
fn hang(scene: &mut Scene, ceiling: u32, body: u32, pivot: [f32; 2], length: f32) {
    let top = scene.bodies[ceiling as usize].position;
    let points = JointAnchor::local([pivot[0] - top[0], pivot[1] - top[1]], [0.0, 0.0]);
    let rod = JointParts { length: Some(length), ..JointParts::at(ceiling, body, points) };
    scene.join(JointDesc::Distance(rod));
}

/// Pendulums with lengths such that each makes one more swing in half a minute than the next.
fn pendulum_wave(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let pendulums = parameters.count("pendulums", 1..=30, 15, "Pendulums");
    let angle = parameters.number("angle", 0.05..=1.4, 0.35, "rad", "Angle from which they are released");
    const SECONDS: f32 = 30.0;
    const SLOWEST: f32 = 9.0;
    scene.world.sleeping = false;
    let beam = scene.add(
        BodyDesc::fixed([0.0, 0.0])
            .with(ShapeDesc::box_at([9.0_f32.max(0.6 * pendulums as f32), 0.15], [0.0, 0.15])),
    );
    // The bobs do not collide: each swings in its own plane.
    let alone = FilterDesc { category: 2, mask: 1, group: 0 };
    for n in 0..pendulums {
        let period = SECONDS / (SLOWEST + n as f32);
        let turns = period / core::f32::consts::TAU;
        let length = 10.0 * turns * turns;
        let pivot = [1.1 * (n as f32 - 0.5 * (pendulums - 1) as f32), 0.0];
        let [x, y] = rotate([0.0, -length], angle);
        let bob = BodyDesc::dynamic([pivot[0] + x, y]);
        let bob = scene.add(bob.with(ShapeDesc::circle(0.25).filter(alone)));
        hang(scene, beam, bob, pivot, length);
    }
}

fn bridge(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let planks = parameters.count("planks", 4..=60, 30, "Planks");
    let friction_torque =
        parameters.number("friction_torque", 0.0..=500.0, 50.0, "N·m", "Friction in the hinges");
    let loads = parameters.count("loads", 0..=12, 12, "Bodies that fall on it");
    const HALF: f32 = 0.5;
    const Y: f32 = 8.0;
    let bank = |x: f32| ShapeDesc::box_at([4.0, 4.5], [x, 3.5]);
    let left = -(planks as f32) * HALF;
    let banks = BodyDesc::fixed([0.0, 0.0]).with(bank(left - 4.0)).with(bank(-left + 4.0));
    let ground = scene.add(banks.with(ShapeDesc::box_at([40.0, 0.5], [0.0, -1.5])));
    let mut last = ground;
    let tie = |scene: &mut Scene, a: u32, b: u32, x: f32| {
        let mut hinge = JointParts::at(a, b, JointAnchor::world([x, Y]));
        // A motor with speed 0 is friction in the hinge; it damps the bridge.
        hinge.motor = Some(MotorDesc { speed: 0.0, strength: friction_torque });
        scene.join(JointDesc::Revolute(hinge));
    };
    for n in 0..planks {
        let x = left + HALF + 2.0 * HALF * n as f32;
        let plank = ShapeDesc::half_box(HALF, 0.125).density(20.0);
        let plank = scene.add(BodyDesc::dynamic([x, Y]).with(plank));
        tie(scene, last, plank, x - HALF);
        last = plank;
    }
    tie(scene, last, ground, -left);
    for n in 0..loads {
        let position = [1.9 * (n as f32 - 5.5), 11.0 + 0.4 * (n % 3) as f32];
        let load = match n % 3 {
            0 => ShapeDesc::polygon([[-0.5, 0.0], [0.5, 0.0], [0.0, 1.5]], 0.0),
            1 => ShapeDesc::circle(0.5),
            _ => ShapeDesc::half_box(0.5, 0.5),
        };
        scene.add(BodyDesc::dynamic(position).with(load));
    }
}

fn seesaw(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let density = parameters.number("density", 0.5..=100.0, 6.0, "kg/m²", "Density of the box that falls");
    let ground = BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::box_at([40.0, 0.5], [0.0, -0.5]));
    scene.add(ground);
    // A separate body, because joined bodies do not collide and the plank must touch the ground.
    let wedge = ShapeDesc::polygon([[-0.5, 0.0], [0.5, 0.0], [0.0, 1.0]], 0.0);
    let wedge = scene.add(BodyDesc::fixed([0.0, 0.0]).with(wedge));
    // The plank lies with its left end on the ground.
    let (half, tilt) = (4.0, 0.2);
    let plank = BodyDesc { angle: tilt, ..BodyDesc::dynamic([0.0, 1.0]) };
    let plank = scene.add(plank.with(ShapeDesc::half_box(half, 0.1).density(2.0)));
    scene.join(JointDesc::Revolute(JointParts::at(wedge, plank, JointAnchor::world([0.0, 1.0]))));
    let on_plank = |along: f32, above: f32| {
        let [x, y] = rotate([along, 0.1 + above], tilt);
        [x, 1.0 + y]
    };
    let load = BodyDesc { angle: tilt, ..BodyDesc::dynamic(on_plank(-3.6, 0.3)) };
    scene.add(load.with(ShapeDesc::half_box(0.3, 0.3)));
    scene.add(BodyDesc::dynamic([3.4, 8.0]).with(ShapeDesc::half_box(0.6, 0.6).density(density)));
}

fn wrecking_ball(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let links = parameters.count("links", 4..=40, 16, "Links of the chain");
    let density = parameters.number(
        "density",
        0.5..=500.0,
        20.0,
        "kg/m²",
        "Density of the ball; that of the bricks is 5",
    );
    let rows = parameters.count("rows", 1..=28, 14, "Rows of bricks");
    const HALF: f32 = 0.35;
    let crane = BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::box_at([150.0, 0.5], [0.0, -0.5]));
    let crane = scene.add(crane.with(ShapeDesc::box_at([0.6, 0.2], [0.0, 14.0])));
    // The chain starts stretched out to the left.
    let mut last = crane;
    for n in 0..links {
        let position = [-HALF - 2.0 * HALF * n as f32, 14.0];
        let link = ShapeDesc::capsule([-HALF, 0.0], [HALF, 0.0], 0.12).density(20.0);
        let link = scene.add(BodyDesc::dynamic(position).with(link));
        let pivot = JointAnchor::world([position[0] + HALF, 14.0]);
        scene.join(JointDesc::Revolute(JointParts::at(last, link, pivot)));
        last = link;
    }
    let end = -2.0 * HALF * links as f32;
    let ball = scene.add(BodyDesc::dynamic([end - 1.2, 14.0]).with(ShapeDesc::circle(1.2).density(density)));
    scene.join(JointDesc::Revolute(JointParts::at(last, ball, JointAnchor::world([end, 14.0]))));
    for row in 0..rows {
        let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
        for column in 0..6 {
            let position = [2.5 + column as f32 + shift, 0.25 + 0.5 * row as f32];
            scene.add(BodyDesc::dynamic(position).with(ShapeDesc::half_box(0.5, 0.25).density(5.0)));
        }
    }
}

fn pegboard(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let balls = parameters.count("balls", 1..=600, 120, "Balls");
    const ROWS: u32 = 9;
    scene.camera = Some(CameraDesc { center: [0.0, 8.0], height: 18.0 });
    let bouncy = MaterialDesc { friction: 0.1, restitution: 0.5, ..MaterialDesc::default() };
    let mut board = BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::box_at([5.0, 0.25], [0.0, -0.25]));
    for n in 0..10 {
        let outer = n == 0 || n == 9;
        let height = if outer { 7.5 } else { 2.5 };
        board.shapes.push(ShapeDesc::box_at([0.05, height], [n as f32 - 4.5, height]));
    }
    for row in 0..ROWS {
        let shift = if row % 2 == 0 { 0.0 } else { 0.5 };
        for column in 0..10 {
            let x = column as f32 - 4.5 + shift;
            if x.abs() < 4.2 {
                let peg = CircleDesc { center: [x, 6.0 + 0.9 * row as f32], radius: 0.15 };
                board.shapes.push(ShapeDesc::new(Geometry::Circle(peg)).material(bouncy));
            }
        }
    }
    scene.add(board);
    // They fall in a loose column with air drag, so that they reach the pegs one by one.
    let mut random = Random(99);
    for n in 0..balls {
        let position = [0.6 * (random.next() - 0.5), 15.0 + 0.8 * n as f32];
        let ball = BodyDesc { linear_damping: 1.0, ..BodyDesc::dynamic(position) };
        scene.add(ball.with(ShapeDesc::circle(0.15).material(bouncy)));
    }
}

fn conveyor(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let bodies = parameters.count("bodies", 1..=200, 60, "Boxes");
    const BELTS: u32 = 4;
    scene.materials.insert(
        "belt_left".to_owned(),
        MaterialDesc { friction: 0.8, tangent_speed: -2.0, ..MaterialDesc::default() },
    );
    scene.materials.insert(
        "belt_right".to_owned(),
        MaterialDesc { friction: 0.8, tangent_speed: 2.0, ..MaterialDesc::default() },
    );
    let mut frame = BodyDesc::fixed([0.0, 0.0])
        .with(ShapeDesc::box_at([14.0, 0.5], [0.0, -0.5]))
        .with(ShapeDesc::box_at([0.3, 8.0], [-9.6, 8.0]))
        .with(ShapeDesc::box_at([0.3, 8.0], [9.6, 8.0]));
    for n in 0..BELTS {
        let side = if n % 2 == 0 { 1.0 } else { -1.0 };
        let name = if n % 2 == 0 { "belt_left" } else { "belt_right" };
        let points = [[-7.0, 0.0], [7.0, 0.0]].map(|[x, y]| [x + 2.0 * side, y + 3.0 * (n + 1) as f32]);
        let mut belt = ShapeDesc::capsule(points[0], points[1], 0.25);
        belt.material = MaterialRef::Name(name.to_owned());
        frame.shapes.push(belt);
    }
    scene.add(frame);
    for n in 0..bodies {
        let position = [-3.0 + 1.0 * (n % 10) as f32, 13.5 + 0.9 * (n / 10) as f32];
        let crate_ = match n % 3 {
            0 => ShapeDesc::half_box(0.35, 0.35),
            1 => ShapeDesc::half_box(0.45, 0.25),
            _ => ShapeDesc::polygon([[-0.35, -0.3], [0.35, -0.3], [0.2, 0.3], [-0.2, 0.3]], 0.05),
        };
        scene.add(BodyDesc::dynamic(position).with(crate_));
    }
}

fn hills(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let wheels = parameters.count("wheels", 1..=25, 24, "Wheels");
    // Listed from right to left, so that the ground is solid below; the outermost points carry no segment.
    let height = |x: f32| {
        let [_, slow] = cos_sin(0.25 * x);
        let [_, quick] = cos_sin(0.8 * x);
        1.6 * slow + 0.25 * quick - 0.12 * x
    };
    let points = (-41..=41).rev().map(|n| [n as f32, height(n as f32)]).collect();
    let mut ground = BodyDesc::fixed([0.0, 0.0]);
    ground.chains.push(ChainDesc {
        points,
        closed: false,
        material: MaterialRef::default(),
        filter: FilterDesc::default(),
        materials: Vec::new(),
        one_way: None,
    });
    ground.shapes.push(ShapeDesc::box_at([0.5, 6.0], [-40.5, height(-40.0) + 4.0]));
    ground.shapes.push(ShapeDesc::box_at([0.5, 6.0], [40.5, height(40.0) + 4.0]));
    scene.add(ground);
    for n in 0..wheels {
        let x = -38.0 + 3.0 * n as f32;
        let grip = MaterialDesc {
            friction: 0.15 * (n % 6) as f32,
            rolling_resistance: 0.02 * (n % 4) as f32,
            ..MaterialDesc::default()
        };
        let wheel = match n % 3 {
            0 => ShapeDesc::circle(0.6),
            1 => ShapeDesc::capsule([-0.4, 0.0], [0.4, 0.0], 0.4),
            _ => ShapeDesc::polygon([[-0.5, -0.3], [0.5, -0.3], [0.5, 0.3], [-0.5, 0.3]], 0.15),
        };
        let sleep = SleepDesc { threshold: 0.1, ..SleepDesc::default() };
        let body = BodyDesc { sleep, ..BodyDesc::dynamic([x, height(x) + 1.5]) };
        scene.add(body.with(wheel.material(grip)));
    }
}
