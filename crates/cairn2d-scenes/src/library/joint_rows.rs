//! Scenes with one type of joint each, and their effects.

use super::parts::{APART, NOWHERE, block, disc, floor, held, hinge, kind, look_at, rod};
use super::rain::add_doll;
use super::{BuiltIn, Category, entry, tunable};
use crate::format::{
    BodyDesc, JointAnchor, JointDesc, JointParts, LoadLimitDesc, Locks, MotorDesc, RangeDesc, Scene,
    ServoDesc, ShapeDesc, SpringDesc, VelocityDesc,
};
use crate::parameters::Parameters;
use crate::trig::cos_sin;

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    entry(
        "hinges",
        Category::Joints,
        600,
        hinges,
        "Hinges: free, with limits, with a motor, with a spring, with a servo, with friction",
    ),
    entry(
        "rods_and_springs",
        Category::Joints,
        600,
        rods_and_springs,
        "Distances: a rod, a rope, springs of four frequencies, a spring within limits, a winch",
    ),
    entry(
        "sliders",
        Category::Joints,
        600,
        sliders,
        "Prismatic joints: free, with limits, with a motor, with a spring, with a servo",
    ),
    entry(
        "suspensions",
        Category::Joints,
        600,
        suspensions,
        "Wheels on suspensions of increasing stiffness roll over kerbs",
    ),
    entry(
        "ghost_pair",
        Category::Joints,
        400,
        ghost_pair,
        "Crates that do not collide with their partner, but with all other crates",
    ),
    tunable(
        "ball_and_chain",
        Category::Joints,
        600,
        ball_and_chain,
        "A ball a hundred times as heavy as a link swings on a chain of thirty",
    ),
    tunable(
        "cantilevers",
        Category::Joints,
        500,
        cantilevers,
        "Beams of eight welded planks, from rigid to soft",
    ),
    entry(
        "breaking_points",
        Category::Joints,
        600,
        breaking_points,
        "Six types of joints under growing loads, each with its load limit",
    ),
    entry(
        "locked_and_jointed",
        Category::Joints,
        400,
        locked_and_jointed,
        "Joints on bodies with locked x, y or rotation",
    ),
    tunable(
        "table_top",
        Category::Joints,
        400,
        table_top,
        "Bodies slide over a table seen from above; drive joints act as friction",
    ),
    tunable("soft_ring", Category::Joints, 500, soft_ring, "Rings of capsules with soft welds roll and flop"),
    tunable(
        "falling_hinges",
        Category::Joints,
        600,
        falling_hinges,
        "Folded strips of hinged boxes fall and unfold",
    ),
    tunable(
        "hanging_net",
        Category::Joints,
        500,
        hanging_net,
        "Forty hinged rods hang from two points and catch rag dolls",
    ),
    entry(
        "heavy_between",
        Category::Joints,
        500,
        heavy_between,
        "A light body between two heavy ones on prismatic joints with stiff springs",
    ),
    entry(
        "pinned_windmill",
        Category::Joints,
        600,
        pinned_windmill,
        "Windmills of welded and hinged sails, driven and struck",
    ),
    entry(
        "telescope",
        Category::Joints,
        600,
        telescope,
        "A telescope of prismatic joints is pulled out and bent",
    ),
    entry(
        "doors",
        Category::Joints,
        600,
        doors,
        "Swing doors with springs and a door with a limit are hit by balls",
    ),
    tunable(
        "torn_chains",
        Category::Joints,
        600,
        torn_chains,
        "Chains break at the joint whose load exceeds its limit",
    ),
    tunable(
        "spring_field",
        Category::Joints,
        600,
        spring_field,
        "Crossed bars on springs in all directions are hit",
    ),
];

fn hinges(scene: &mut Scene) {
    look_at(scene, [0.0, 3.0], 10.0);
    let ground = floor(scene, 20.0);
    for n in 0..6 {
        let pivot = [-7.5 + 3.0 * n as f32, 4.5];
        let bar = BodyDesc::dynamic([pivot[0] + 0.9, pivot[1]]).with(ShapeDesc::half_box(0.9, 0.12));
        let bar = scene.add(bar);
        let mut parts = held(ground, bar, pivot);
        match n {
            1 => parts.limits = Some(RangeDesc::new(-1.0, 0.5)),
            2 => parts.motor = Some(MotorDesc { speed: 2.0, strength: 30.0 }),
            3 => parts.spring = Some(SpringDesc::new(1.0, 0.1)),
            4 => parts.servo = Some(ServoDesc { target: 1.0, max_speed: 1.0, strength: 50.0 }),
            // A motor with speed 0 is friction.
            5 => parts.motor = Some(MotorDesc { speed: 0.0, strength: 2.5 }),
            _ => {}
        }
        scene.join(JointDesc::Revolute(parts));
        disc(scene, [pivot[0] + 1.5, 7.0], 0.2);
    }
}

fn rods_and_springs(scene: &mut Scene) {
    look_at(scene, [0.0, 4.0], 11.0);
    let ground = floor(scene, 20.0);
    for n in 0..8 {
        let top = [-7.7 + 2.2 * n as f32, 8.0];
        let bob = [top[0] + 0.6, 5.0];
        let body = block(scene, bob, [0.35, 0.35]);
        let mut parts = JointParts::at(ground, body, JointAnchor::between(top, bob));
        parts.length = Some(3.0);
        match n {
            0 => {}
            // A rope: its length has an upper limit only.
            1 => {
                parts.spring = Some(SpringDesc::new(0.0, 0.0));
                parts.limits = Some(RangeDesc::new(0.5, 3.5));
            }
            2..=5 => parts.spring = Some(SpringDesc::new(0.5 * (n - 1) as f32, 0.05)),
            6 => {
                parts.spring = Some(SpringDesc::new(0.8, 0.0));
                parts.limits = Some(RangeDesc::new(2.5, 3.6));
            }
            // A winch.
            _ => {
                parts.spring = Some(SpringDesc::new(0.0, 0.0));
                parts.servo = Some(ServoDesc { target: 1.2, max_speed: 0.7, strength: 100.0 });
            }
        }
        scene.join(JointDesc::Distance(parts));
    }
}

fn sliders(scene: &mut Scene) {
    look_at(scene, [0.0, 3.5], 11.0);
    let ground = floor(scene, 20.0);
    for n in 0..5 {
        let at = [-6.0 + 3.0 * n as f32, 4.0];
        let body = block(scene, at, [0.5, 0.5]);
        let mut parts = held(ground, body, at);
        parts.along = Some(if n == 0 { [1.0, -0.4] } else { [0.3, 1.0] });
        parts.limits = Some(RangeDesc::new(-2.5, 3.0));
        match n {
            2 => parts.motor = Some(MotorDesc { speed: 1.0, strength: 20.0 }),
            3 => parts.spring = Some(SpringDesc::new(1.0, 0.05)),
            4 => parts.servo = Some(ServoDesc { target: 2.0, max_speed: 1.0, strength: 40.0 }),
            _ => {}
        }
        scene.join(JointDesc::Prismatic(parts));
    }
}

fn suspensions(scene: &mut Scene) {
    look_at(scene, [0.0, 5.0], 15.0);
    for lane in 0..4 {
        let y = 3.2 * lane as f32;
        let mut road = BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::box_at([16.0, 0.2], [0.0, y - 0.2]));
        for kerb in 0..6 {
            road = road.with(ShapeDesc::box_at([0.3, 0.05], [-6.0 + 3.0 * kerb as f32, y + 0.05]));
        }
        scene.add(road);
        let chassis = BodyDesc::dynamic([-11.0, y + 1.1]).with(ShapeDesc::half_box(0.9, 0.25));
        let chassis = scene.add(BodyDesc { velocity: [5.0, 0.0], ..chassis });
        for side in [-0.6_f32, 0.6] {
            let hub = [-11.0 + side, y + 0.4];
            let wheel = BodyDesc::dynamic(hub).with(ShapeDesc::circle(0.38).friction(1.2));
            let wheel = scene.add(BodyDesc { velocity: [5.0, 0.0], ..wheel });
            let mut parts = held(chassis, wheel, hub);
            parts.along = Some([0.0, 1.0]);
            parts.spring = Some(SpringDesc::new(1.5 + 2.0 * lane as f32, 0.4));
            parts.limits = Some(RangeDesc::new(-0.3, 0.3));
            parts.motor = Some(MotorDesc { speed: -13.0, strength: 1.5 });
            scene.join(JointDesc::Wheel(parts));
        }
    }
}

fn ghost_pair(scene: &mut Scene) {
    look_at(scene, [0.0, 3.0], 9.0);
    floor(scene, 20.0);
    let mut last = None;
    for n in 0..10 {
        let body = block(scene, [-3.0 + 0.65 * n as f32, 1.0 + 0.9 * n as f32], [0.6, 0.5]);
        // Each passes through the one before it and collides with the others.
        if let Some(last) = last {
            scene.join(JointDesc::Filter(JointParts::new(last, body)));
        }
        last = Some(body);
    }
}

fn ball_and_chain(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let links = parameters.count("links", 2..=60, 30, "Links");
    let density = parameters.number(
        "density",
        0.1..=1000.0,
        6.0,
        "kg/m²",
        "Density of the ball; that of the links is 2",
    );
    look_at(scene, [0.0, 8.0], 24.0);
    let ground = scene.add(BodyDesc::fixed([0.0, 18.0]).with(ShapeDesc::half_box(1.0, 0.2)));
    let mut last = ground;
    for n in 0..links {
        let center = [0.25 + 0.5 * n as f32, 18.0];
        let link = ShapeDesc::capsule([-0.2, 0.0], [0.2, 0.0], 0.1).density(2.0).filter(APART);
        let link = scene.add(BodyDesc::dynamic(center).with(link));
        hinge(scene, last, link, [0.5 * n as f32, 18.0]);
        last = link;
    }
    let end = 0.5 * links as f32;
    let ball = scene.add(BodyDesc::dynamic([end + 1.2, 18.0]).with(ShapeDesc::circle(1.2).density(density)));
    hinge(scene, last, ball, [end, 18.0]);
}

fn cantilevers(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let planks = parameters.count("planks", 1..=12, 8, "Planks of a beam");
    look_at(scene, [0.0, 5.0], 14.0);
    for row in 0..5 {
        let y = 1.0 + 2.4 * row as f32;
        let mut last = scene.add(BodyDesc::fixed([-6.0, y]).with(ShapeDesc::half_box(0.4, 0.5)));
        for n in 0..planks {
            let x = -5.1 + n as f32;
            let plank = block(scene, [x, y], [0.5, 0.1]);
            let mut weld = held(last, plank, [x - 0.5, y]);
            if row > 0 {
                weld.spring = Some(SpringDesc::new([0.0, 30.0, 15.0, 8.0, 4.0][row], 0.5));
            }
            scene.join(JointDesc::Weld(weld));
            last = plank;
        }
        block(scene, [1.9 + (planks as f32 - 8.0), y + 0.6], [0.2, 0.2]);
    }
}

fn breaking_points(scene: &mut Scene) {
    look_at(scene, [0.0, 4.0], 13.0);
    let ground = floor(scene, 20.0);
    for n in 0..6 {
        let x = -7.5 + 3.0 * n as f32;
        let shelf = block(scene, [x, 5.0], [1.0, 0.1]);
        let mut parts = held(ground, shelf, [x, 5.0]);
        parts.break_at = Some(LoadLimitDesc { force: Some(420.0), torque: Some(160.0) });
        parts.report_above = Some(LoadLimitDesc { force: Some(200.0), torque: None });
        scene.join(match n {
            0 => JointDesc::Revolute(parts),
            1 => {
                parts.at = Some(JointAnchor::between([x, 8.0], [x, 5.0]));
                JointDesc::Distance(parts)
            }
            2 => JointDesc::Prismatic(JointParts { along: Some([1.0, 0.0]), ..parts }),
            3 => JointDesc::Wheel(JointParts { along: Some([1.0, 0.0]), ..parts }),
            4 => JointDesc::Weld(parts),
            _ => {
                parts.linear_spring = Some(SpringDesc::new(3.0, 0.7));
                parts.spring = Some(SpringDesc::new(3.0, 0.7));
                JointDesc::Drive(parts)
            }
        });
        for load in 0..6 {
            let at = [x + 0.1 * (load % 3) as f32 - 0.1, 5.5 + 1.6 * load as f32];
            let crate_ = ShapeDesc::half_box(0.25, 0.25).density(12.0 + 4.0 * load as f32);
            scene.add(BodyDesc::dynamic(at).with(crate_));
        }
    }
}

fn locked_and_jointed(scene: &mut Scene) {
    look_at(scene, [0.0, 3.5], 11.0);
    let ground = floor(scene, 20.0);
    for n in 0..7 {
        let x = -7.5 + 2.5 * n as f32;
        let mut body = BodyDesc::dynamic([x + 0.7, 4.0]).with(ShapeDesc::half_box(0.7, 0.2));
        let bits = n + 1;
        body.locks = Locks { x: bits & 1 != 0, y: bits & 2 != 0, rotation: bits & 4 != 0 };
        let body = scene.add(body);
        let mut parts = held(ground, body, [x, 4.0]);
        parts.spring = Some(SpringDesc::new(0.7, 0.1));
        // A hinge between bodies whose locks block its motion would work against the locks; a spring does
        // not.
        parts.at = Some(JointAnchor::between([x, 6.0], [x, 4.0]));
        scene.join(JointDesc::Distance(parts));
        scene.add(BodyDesc::dynamic([x + 0.9, 6.5]).with(kind(n, 0.3)));
    }
}

fn table_top(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let discs = parameters.count("discs", 1..=40, 24, "Bodies");
    scene.world.gravity = [0.0, 0.0];
    look_at(scene, [0.0, 0.0], 12.0);
    let table = scene.add(super::parts::room([9.0, 5.0], super::parts::surface(0.3, 0.6)));
    for n in 0..discs {
        let at = [-6.5 + 1.9 * (n % 8) as f32, -2.6 + 2.4 * (n / 8) as f32];
        let mut body = BodyDesc::dynamic(at);
        body.velocity = [6.0 - 0.9 * (n % 8) as f32, 3.0 - 2.0 * (n / 8) as f32];
        body.angular_velocity = 6.0;
        let body = scene.add(body.with(kind(n, 0.45)));
        // The mass is about half a kilogram. A drive to zero velocity with a largest force is friction with
        // that force.
        let mut drive = JointParts::at(table, body, JointAnchor::local(at, [0.0, 0.0]));
        drive.linear_motor =
            Some(VelocityDesc { velocity: [0.0, 0.0], max_force: 0.4 + 0.1 * (n % 8) as f32 });
        drive.motor = Some(MotorDesc { speed: 0.0, strength: 0.12 });
        drive.collide_connected = Some(true);
        scene.join(JointDesc::Drive(drive));
    }
}

fn soft_ring(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let hertz = parameters.number(
        "hertz",
        0.5..=15.0,
        2.0,
        "Hz",
        "Frequency of the first ring; each further one has as much more",
    );
    look_at(scene, [0.0, 3.5], 11.0);
    floor(scene, 20.0);
    scene.add(BodyDesc { angle: -0.25, ..BodyDesc::fixed([-5.0, 1.0]) }.with(ShapeDesc::half_box(5.0, 0.2)));
    for n in 0..4 {
        const PARTS: u32 = 9;
        let (center, radius) = ([-8.0 + 3.6 * n as f32, 5.5], 1.1);
        let turn = core::f32::consts::TAU / PARTS as f32;
        let (first, half) = (scene.bodies.len() as u32, 0.36);
        for part in 0..PARTS {
            let angle = turn * part as f32;
            let [cos, sin] = cos_sin(angle);
            let at = [center[0] + radius * cos, center[1] + radius * sin];
            let body = BodyDesc { angle, ..BodyDesc::dynamic(at) };
            scene.add(body.with(ShapeDesc::capsule([0.0, -half], [0.0, half], 0.22)));
        }
        for part in 0..PARTS {
            let [cos, sin] = cos_sin(turn * (part as f32 + 0.5));
            let at = [center[0] + 1.17 * cos, center[1] + 1.17 * sin];
            let mut weld = held(first + part, first + (part + 1) % PARTS, at);
            weld.spring = Some(SpringDesc::new(hertz + hertz * n as f32, 0.2));
            scene.join(JointDesc::Weld(weld));
        }
    }
}

fn falling_hinges(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let boxes = parameters.count("boxes", 2..=40, 18, "Boxes of a column");
    look_at(scene, [0.0, 6.0], 18.0);
    floor(scene, 30.0);
    for column in 0..4 {
        let x = -6.0 + 4.0 * column as f32;
        let mut last: Option<u32> = None;
        for row in 0..boxes {
            // Folded: each box lies on the one before, hinged at alternating ends.
            let at = [x + 0.03 * (row % 2) as f32, 1.0 + 0.62 * row as f32];
            let body = BodyDesc { angle: 0.1 * row as f32 - 1.0, ..BodyDesc::dynamic(at) };
            let body = scene.add(body.with(ShapeDesc::polygon(super::parts::regular(4, 0.3), 0.05)));
            if let Some(last) = last {
                let end = if row % 2 == 0 { -0.28 } else { 0.28 };
                let mut parts = held(last, body, [x + end, 1.0 + 0.62 * row as f32 - 0.31]);
                parts.limits = Some(RangeDesc::new(-0.6, 1.2));
                parts.spring = Some(SpringDesc::new(0.5, 0.5));
                parts.collide_connected = Some(true);
                scene.join(JointDesc::Revolute(parts));
            }
            last = Some(body);
        }
    }
}

fn hanging_net(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let dolls = parameters.count("dolls", 0..=12, 5, "Rag dolls") as i32;
    look_at(scene, [0.0, 4.0], 16.0);
    let ground = floor(scene, 30.0);
    let mut last = ground;
    for n in 0..40 {
        let x = -9.75 + 0.5 * n as f32;
        let piece = ShapeDesc::capsule([-0.22, 0.0], [0.22, 0.0], 0.08).density(3.0);
        let piece = scene.add(BodyDesc { linear_damping: 0.3, ..BodyDesc::dynamic([x, 7.0]) }.with(piece));
        hinge(scene, last, piece, [x - 0.25, 7.0]);
        last = piece;
    }
    hinge(scene, last, ground, [10.0, 7.0]);
    for n in 0..dolls {
        add_doll(
            &mut scene.bodies,
            &mut scene.joints,
            [-3.0 + 1.5 * n as f32, 8.5 + 1.1 * n as f32],
            -(n + 1),
        );
    }
}

fn heavy_between(scene: &mut Scene) {
    look_at(scene, [0.0, 3.0], 11.0);
    let ground = floor(scene, 20.0);
    for n in 0..4 {
        let x = -6.0 + 4.0 * n as f32;
        let ratio = [1.0, 10.0, 100.0, 1000.0][n];
        let heavy = |y: f32| BodyDesc::dynamic([x, y]).with(ShapeDesc::half_box(0.6, 0.4).density(ratio));
        let lower = scene.add(heavy(1.5));
        let light = block(scene, [x, 3.0], [0.3, 0.3]);
        let upper = scene.add(heavy(4.5));
        for (a, b, y) in [(ground, lower, 1.5), (lower, light, 3.0), (light, upper, 4.5)] {
            let mut parts = held(a, b, [x, y]);
            parts.along = Some([0.0, 1.0]);
            parts.spring = Some(SpringDesc::new(10.0, 0.5));
            parts.limits = Some(RangeDesc::new(-1.0, 1.0));
            scene.join(JointDesc::Prismatic(parts));
        }
    }
}

fn pinned_windmill(scene: &mut Scene) {
    look_at(scene, [0.0, 4.0], 13.0);
    let ground = floor(scene, 20.0);
    for n in 0..3 {
        let hub = [-6.5 + 6.5 * n as f32, 4.5];
        let mut wheel = BodyDesc::dynamic(hub).with(ShapeDesc::circle(0.4).density(16.0));
        wheel.angular_velocity = 4.0;
        let wheel = scene.add(wheel);
        let mut parts = held(ground, wheel, hub);
        parts.motor = Some(MotorDesc { speed: 2.0, strength: 60.0 });
        scene.join(JointDesc::Revolute(parts));
        for sail in 0..4 {
            let angle = core::f32::consts::FRAC_PI_2 * sail as f32;
            let [cos, sin] = cos_sin(angle);
            let place = |radius: f32| [hub[0] + radius * cos, hub[1] + radius * sin];
            let blade = BodyDesc { angle, ..BodyDesc::dynamic(place(1.6)) };
            let blade = scene.add(blade.with(ShapeDesc::half_box(1.1, 0.1).density(4.0).filter(APART)));
            let mut parts = held(wheel, blade, place(0.45));
            match n {
                0 => scene.join(JointDesc::Weld(parts)),
                1 => {
                    parts.spring = Some(SpringDesc::new(4.0, 0.3));
                    scene.join(JointDesc::Weld(parts))
                }
                _ => {
                    parts.limits = Some(RangeDesc::new(-0.5, 0.5));
                    scene.join(JointDesc::Revolute(parts))
                }
            };
        }
        for load in 0..4 {
            disc(scene, [hub[0] - 1.5 + 0.7 * load as f32, 9.0 + 1.5 * load as f32], 0.3);
        }
    }
}

fn telescope(scene: &mut Scene) {
    look_at(scene, [0.0, 5.0], 14.0);
    let mut last = scene.add(BodyDesc::fixed([-8.0, 8.0]).with(ShapeDesc::half_box(0.5, 0.5)));
    for n in 0..7 {
        let at = [-7.0 + 0.5 * n as f32, 8.0];
        let half = [0.9, 0.4 - 0.05 * n as f32];
        let tube = ShapeDesc::half_box(half[0], half[1]).filter(NOWHERE);
        let tube = scene.add(BodyDesc::dynamic(at).with(tube));
        let mut parts = held(last, tube, at);
        parts.along = Some([1.0, 0.0]);
        parts.limits = Some(RangeDesc::new(-0.3, 1.6));
        scene.join(JointDesc::Prismatic(parts));
        last = tube;
    }
    // A weight at the end pulls it out on a spring, and sideways.
    let weight = scene.add(BodyDesc::dynamic([2.0, 4.0]).with(ShapeDesc::circle(0.7).density(10.0)));
    let mut spring = JointParts::at(last, weight, JointAnchor::between([-3.1, 8.0], [2.0, 4.0]));
    spring.length = Some(2.0);
    spring.spring = Some(SpringDesc::new(1.0, 0.2));
    scene.join(JointDesc::Distance(spring));
}

fn doors(scene: &mut Scene) {
    // Seen from above.
    scene.world.gravity = [0.0, 0.0];
    look_at(scene, [0.0, 0.0], 12.0);
    let walls = BodyDesc::fixed([0.0, 0.0])
        .with(ShapeDesc::box_at([9.0, 0.2], [0.0, 5.0]))
        .with(ShapeDesc::box_at([9.0, 0.2], [0.0, -5.0]))
        .with(ShapeDesc::box_at([0.2, 5.0], [-9.0, 0.0]))
        .with(ShapeDesc::box_at([0.2, 5.0], [9.0, 0.0]))
        .with(ShapeDesc::box_at([0.1, 1.5], [0.0, 3.4]))
        .with(ShapeDesc::box_at([0.1, 1.5], [0.0, -3.4]));
    let walls = scene.add(walls);
    for (n, side) in [1.0_f32, -1.0].into_iter().enumerate() {
        let post = [0.0, 1.9 * side];
        let wing = ShapeDesc::half_box(0.08, 0.88).density(3.0);
        let wing = scene.add(BodyDesc::dynamic([0.0, 0.98 * side]).with(wing));
        let mut parts = held(walls, wing, post);
        parts.spring = Some(SpringDesc::new(0.8, 0.4));
        // The upper wing swings both ways, the lower one opens to the right only.
        parts.limits = Some(if n == 0 { RangeDesc::new(-2.0, 2.0) } else { RangeDesc::new(0.0, 2.0) });
        scene.join(JointDesc::Revolute(parts));
    }
    for n in 0..10 {
        let side = if n % 2 == 0 { -1.0 } else { 1.0 };
        let mut ball = BodyDesc::dynamic([side * (3.0 + 0.55 * n as f32), 0.3 * (n as f32 - 4.5)]);
        ball.velocity = [-side * (4.0 + 0.6 * n as f32), 0.0];
        ball.linear_damping = 0.2;
        scene.add(ball.with(ShapeDesc::circle(0.35)));
    }
}

fn torn_chains(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let strength = parameters.number("strength", 10.0..=2000.0, 230.0, "N", "Force at which a link breaks");
    look_at(scene, [0.0, 6.0], 16.0);
    let ground = floor(scene, 30.0);
    for chain in 0..6 {
        let x = -7.5 + 3.0 * chain as f32;
        let mut last = ground;
        for n in 0..8 {
            let y = 12.0 - 0.7 * n as f32;
            let link = ShapeDesc::capsule([0.0, -0.22], [0.0, 0.22], 0.1).density(2.0);
            let link = scene.add(BodyDesc::dynamic([x, y - 0.35]).with(link));
            let mut parts = held(last, link, [x, y]);
            parts.break_at = Some(LoadLimitDesc { force: Some(strength), torque: None });
            parts.report_above = Some(LoadLimitDesc { force: Some(150.0), torque: None });
            scene.join(JointDesc::Revolute(parts));
            last = link;
        }
        let load = ShapeDesc::half_box(0.5, 0.5).density(3.0 + 3.0 * chain as f32);
        let load = scene.add(BodyDesc::dynamic([x, 5.9]).with(load));
        hinge(scene, last, load, [x, 6.4]);
    }
}

fn spring_field(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let hertz = parameters.number("hertz", 0.1..=15.0, 1.5, "Hz", "Frequency of the springs");
    let damping_ratio =
        parameters.number("damping_ratio", 0.0..=2.0, 0.05, "", "Damping ratio of the springs");
    let speed = parameters.number("speed", 0.0..=60.0, 14.0, "m/s", "Speed of the ball");
    scene.world.gravity = [0.0, 0.0];
    look_at(scene, [0.0, 0.0], 13.0);
    let frame = scene.add(super::parts::room([9.0, 6.0], super::parts::surface(0.4, 0.3)));
    for n in 0..8 {
        let at = [-6.0 + 4.0 * (n % 4) as f32, if n < 4 { 2.2 } else { -2.2 }];
        let body =
            BodyDesc::dynamic(at).with(ShapeDesc::half_box(0.8, 0.15)).with(ShapeDesc::half_box(0.15, 0.8));
        let body = scene.add(BodyDesc { angular_velocity: 3.0 - n as f32, ..body });
        for side in 0..4 {
            let [cos, sin] = cos_sin(core::f32::consts::FRAC_PI_2 * side as f32);
            let on = [at[0] + 0.8 * cos, at[1] + 0.8 * sin];
            let to = [at[0] + 1.9 * cos, at[1] + 1.9 * sin];
            let mut parts = JointParts::at(frame, body, JointAnchor::between(to, on));
            parts.spring = Some(SpringDesc::new(hertz, damping_ratio));
            parts.length = Some(1.0);
            parts.collide_connected = Some(true);
            scene.join(JointDesc::Distance(parts));
        }
    }
    let mut ball = BodyDesc::dynamic([-8.0, 0.0]);
    ball.velocity = [speed, 3.0];
    let ball = scene.add(ball.with(ShapeDesc::circle(0.5).density(3.0)));
    let tail = disc(scene, [-8.0, 1.5], 0.3);
    rod(scene, ball, tail, [[-8.0, 0.0], [-8.0, 1.5]]);
}
