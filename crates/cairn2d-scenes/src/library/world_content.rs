//! Scenes of world features: water, attraction, zones, explosions, and joints that break.

use super::founding::Random;
use super::{BuiltIn, Category, tunable};
use crate::format::{
    AreaDesc, AttractorDesc, BlastDesc, BodyDesc, CameraDesc, ChainDesc, CircleAreaDesc, ConveyorDesc,
    DragDesc, EffectDesc, FieldDesc, GravityDesc, JointAnchor, JointDesc, JointParts, LoadLimitDesc,
    MaterialDesc, MaterialRef, PolygonAreaDesc, Scene, ShapeDesc, TimeFlowDesc, WaterDesc, WindDesc,
};
use crate::parameters::Parameters;
use crate::trig::cos_sin;

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    tunable(
        "breaking_bridge",
        Category::Joints,
        600,
        breaking_bridge,
        "A bridge carries one load after another until its joints break",
    ),
    tunable("pool", Category::Forces, 900, pool, "Rafts, logs, balls and stones fall into water"),
    tunable("orbits", Category::Forces, 1800, orbits, "16 moons run about a star on circles and ellipses"),
    tunable(
        "zones",
        Category::Forces,
        900,
        zones,
        "Bodies pass through rotated gravity, a conveyor, drag, wind and a magnet",
    ),
    tunable("blasts", Category::Forces, 480, blasts, "Two explosions and an implosion in a town of boxes"),
    tunable(
        "slow_motion",
        Category::Forces,
        600,
        slow_motion,
        "Balls cross ice, a belt and an area with a small time scale; a tower falls twice, once in slow motion",
    ),
];

/// A bridge whose hinges bear little more than the planks.
fn breaking_bridge(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let strength =
        parameters.number("strength", 500.0..=100000.0, 9000.0, "N", "Force at which a hinge breaks");
    let loads = parameters.count("loads", 0..=12, 7, "Loads, each heavier than the one before");
    const PLANKS: u32 = 20;
    const Y: f32 = 7.0;
    scene.camera = Some(CameraDesc { center: [0.0, 5.0], height: 16.0 });
    let banks = BodyDesc::fixed([0.0, 0.0])
        .with(ShapeDesc::box_at([4.0, 4.0], [-14.0, 3.0]))
        .with(ShapeDesc::box_at([4.0, 4.0], [14.0, 3.0]));
    let ground = scene.add(banks.with(ShapeDesc::box_at([20.0, 0.5], [0.0, -1.5])));
    let tie = |scene: &mut Scene, a: u32, b: u32, x: f32| {
        let mut hinge = JointParts::at(a, b, JointAnchor::world([x, Y]));
        hinge.break_at = Some(LoadLimitDesc { force: Some(strength), torque: None });
        hinge.report_above = Some(LoadLimitDesc { force: Some(6000.0), torque: None });
        scene.join(JointDesc::Revolute(hinge));
    };
    let mut last = ground;
    for n in 0..PLANKS {
        let x = n as f32 - 0.5 * (PLANKS - 1) as f32;
        let plank = BodyDesc { linear_damping: 0.2, ..BodyDesc::dynamic([x, Y]) };
        let plank = scene.add(plank.with(ShapeDesc::half_box(0.5, 0.1).density(8.0)));
        tie(scene, last, plank, x - 0.5);
        last = plank;
    }
    tie(scene, last, ground, 0.5 * PLANKS as f32);
    // One load after the other, until it is too much.
    for n in 0..loads {
        let position = [-4.5 + 1.5 * n as f32, 12.0 + 6.0 * n as f32];
        scene.add(
            BodyDesc::dynamic(position).with(ShapeDesc::half_box(0.6, 0.6).density(8.0 + 4.0 * n as f32)),
        );
    }
}

/// A pool with rafts, logs, balls and stones, and a current at the bottom.
fn pool(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let bodies = parameters.count("bodies", 1..=300, 70, "Bodies");
    let water = parameters.number("water", 0.1..=10.0, 1.0, "kg/m²", "Density of the water");
    scene.camera = Some(CameraDesc { center: [0.0, 3.0], height: 17.0 });
    let basin = BodyDesc::fixed([0.0, 0.0])
        .with(ShapeDesc::box_at([14.0, 0.5], [0.0, -4.5]))
        .with(ShapeDesc::box_at([0.5, 6.0], [-13.5, 1.0]))
        .with(ShapeDesc::box_at([0.5, 6.0], [13.5, 1.0]));
    scene.add(basin);
    let water = WaterDesc { density: water, drag: 1.5, velocity: [0.0, 0.0] };
    let area = AreaDesc::rect([-13.0, -4.0], [13.0, 2.0]);
    scene.fields.push(FieldDesc::new(area, EffectDesc::Water(water)));
    let mut random = Random(31_337);
    for n in 0..bodies {
        let position = [-11.5 + 2.5 * (n % 10) as f32 + random.next(), 4.0 + 1.3 * (n / 10) as f32];
        let shape = match n % 7 {
            0 => ShapeDesc::half_box(0.9, 0.25).density(0.4),
            1 => ShapeDesc::circle(0.4).density(0.25),
            2 => ShapeDesc::capsule([-0.6, 0.0], [0.6, 0.0], 0.25).density(0.7),
            3 => ShapeDesc::polygon([[-0.5, -0.4], [0.5, -0.4], [0.0, 0.5]], 0.1).density(0.55),
            4 => ShapeDesc::half_box(0.4, 0.4).density(0.95),
            5 => ShapeDesc::circle(0.3).density(3.0),
            _ => ShapeDesc::polygon([[-0.4, -0.3], [0.4, -0.3], [0.6, 0.3], [-0.6, 0.3]], 0.0).density(0.6),
        };
        let body = BodyDesc { angle: 6.0 * random.next(), ..BodyDesc::dynamic(position) };
        scene.add(body.with(shape));
    }
}

/// Moons on circles and ellipses about a star.
fn orbits(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let moons = parameters.count("moons", 1..=30, 16, "Moons");
    let strength = parameters.number("strength", 10.0..=5000.0, 900.0, "m³/s²", "Strength of the star");
    scene.world.gravity = [0.0, 0.0];
    scene.camera = Some(CameraDesc { center: [0.0, 0.0], height: 34.0 });
    scene.add(BodyDesc::fixed([0.0, 0.0]).with(ShapeDesc::circle(1.0)));
    let pull = AttractorDesc { center: [0.0, 0.0], strength, ..attractor() };
    scene.fields.push(FieldDesc::new(AreaDesc::Everywhere, EffectDesc::Attractor(pull)));
    for n in 0..moons {
        let (distance, share) = (3.0 + 0.75 * n as f32, 1.0 - 0.15 * (n % 3) as f32);
        let speed = share * (strength / distance).sqrt();
        let [c, s] = cos_sin(2.4 * n as f32);
        let moon =
            BodyDesc { velocity: [-speed * s, speed * c], ..BodyDesc::dynamic([distance * c, distance * s]) };
        // They do not collide with each other.
        let alone = crate::format::FilterDesc { category: 2, mask: 1, group: 0 };
        scene.add(moon.with(ShapeDesc::circle(0.15 + 0.02 * n as f32).filter(alone)));
    }
}

fn attractor() -> AttractorDesc {
    AttractorDesc { center: [0.0, 0.0], strength: 0.0, falloff: Default::default(), min_distance: 0.5 }
}

/// Zones side by side: a lift of inverted gravity, an air conveyor, syrup, a fan, and a magnet with higher
/// priority than the zone around it.
fn zones(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let bodies = parameters.count("bodies", 1..=120, 60, "Bodies");
    scene.camera = Some(CameraDesc { center: [0.0, 6.0], height: 15.0 });
    let room = BodyDesc::fixed([0.0, 0.0])
        .with(ShapeDesc::box_at([13.0, 0.5], [0.0, -0.5]))
        .with(ShapeDesc::box_at([13.0, 0.5], [0.0, 12.5]))
        .with(ShapeDesc::box_at([0.5, 7.0], [-12.5, 6.0]))
        .with(ShapeDesc::box_at([0.5, 7.0], [12.5, 6.0]));
    scene.add(room);
    let up = EffectDesc::Gravity(GravityDesc { acceleration: [0.0, 6.0] });
    scene.fields.push(FieldDesc::new(AreaDesc::rect([-12.0, 0.0], [-8.0, 9.0]), up));
    let belt = EffectDesc::Conveyor(ConveyorDesc { velocity: [6.0, 0.0], max_acceleration: 20.0 });
    scene.fields.push(FieldDesc::new(AreaDesc::rect([-12.0, 9.0], [4.0, 12.0]), belt));
    let syrup = EffectDesc::Drag(DragDesc { linear: 6.0, angular: 6.0, velocity: [0.0, 0.0] });
    let wedge = PolygonAreaDesc { points: vec![[-2.0, 5.0], [4.0, 5.0], [4.0, 8.0]] };
    scene.fields.push(FieldDesc::new(AreaDesc::Polygon(wedge), syrup));
    let fan = EffectDesc::Wind(WindDesc { velocity: [-9.0, 0.0], density: 1.2, drag: 1.0, lift: 1.0 });
    scene.fields.push(FieldDesc::new(AreaDesc::rect([-8.0, 0.0], [12.0, 2.5]), fan));
    let magnet = AttractorDesc { center: [9.0, 7.0], strength: 80.0, ..attractor() };
    let near = AreaDesc::Circle(CircleAreaDesc { center: [9.0, 7.0], radius: 3.0 });
    let magnet = FieldDesc {
        priority: 1,
        exclusive: Some(true),
        ..FieldDesc::new(near, EffectDesc::Attractor(magnet))
    };
    scene.fields.push(magnet);
    let slick = MaterialDesc { friction: 0.2, ..MaterialDesc::default() };
    for n in 0..bodies {
        let position = [-7.0 + 1.1 * (n % 15) as f32, 0.5 + 1.2 * (n / 15) as f32];
        let shape = match n % 4 {
            0 => ShapeDesc::circle(0.3),
            1 => ShapeDesc::half_box(0.45, 0.15),
            2 => ShapeDesc::capsule([-0.2, 0.0], [0.2, 0.0], 0.2),
            _ => ShapeDesc::half_box(0.3, 0.3),
        };
        scene.add(BodyDesc::dynamic(position).with(shape.density(0.6).material(slick)));
    }
}

/// Slow time: balls hop along a line of ice, mud and a belt, through a field with a third of the speed. On
/// the right the same tower falls twice, once in slow motion.
fn slow_motion(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let slow_tower = parameters.number("time_scale", 0.05..=4.0, 0.25, "", "Time scale of the right tower");
    scene.camera = Some(CameraDesc { center: [0.0, 5.0], height: 15.0 });
    let named = |friction: f32, tangent_speed: f32| {
        MaterialRef::Inline(MaterialDesc { friction, tangent_speed, ..MaterialDesc::default() })
    };
    // From right to left: a floor. The first and the last point carry no segment.
    let points = (0..10).map(|n| [18.0 - 4.0 * n as f32, 0.0]).collect();
    let surfaces = [(0.6, 0.0), (0.6, 0.0), (0.6, 0.0), (0.9, -3.0), (0.9, -3.0), (0.0, 0.0), (1.5, 0.0)];
    let materials = surfaces.map(|(friction, speed)| named(friction, speed)).to_vec();
    let floor = ChainDesc {
        points,
        closed: false,
        material: MaterialRef::default(),
        materials,
        one_way: None,
        filter: Default::default(),
    };
    scene.add(BodyDesc { chains: vec![floor], ..BodyDesc::fixed([0.0, 0.0]) });
    let slow = EffectDesc::TimeFlow(TimeFlowDesc { scale: 1.0 / 3.0 });
    scene.fields.push(FieldDesc::new(AreaDesc::rect([-6.0, 0.0], [-2.0, 9.0]), slow));
    for n in 0..8 {
        let ball =
            ShapeDesc::circle(0.2).material(MaterialDesc { restitution: 0.8, ..MaterialDesc::default() });
        let start = [-13.0 - 0.1 * n as f32, 1.0 + n as f32];
        scene.add(BodyDesc { velocity: [5.0, 2.0], ..BodyDesc::dynamic(start) }.with(ball));
    }
    for (x, time_scale) in [(7.0, 1.0), (12.0, slow_tower)] {
        for n in 0..7 {
            let brick = ShapeDesc::half_box(0.4, 0.4);
            let position = [x + 0.25 * (n % 2) as f32, 0.4 + 0.8 * n as f32];
            scene.add(BodyDesc { time_scale, ..BodyDesc::dynamic(position) }.with(brick));
        }
        let shot =
            BodyDesc { time_scale, velocity: [-9.0 * time_scale, 0.0], ..BodyDesc::dynamic([x + 3.0, 4.0]) };
        scene.add(shot.with(ShapeDesc::circle(0.4).density(3.0)));
    }
}

/// A town of boxes and three explosions, the last of which is an implosion.
fn blasts(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let towers = parameters.count("towers", 1..=9, 7, "Towers");
    let storeys = parameters.count("storeys", 1..=20, 8, "Boxes of a tower");
    let impulse = parameters.number(
        "impulse",
        0.0..=200.0,
        14.0,
        "N·s/m",
        "Impulse of the first explosion per length of outline",
    );
    scene.camera = Some(CameraDesc { center: [0.0, 6.0], height: 20.0 });
    let room = BodyDesc::fixed([0.0, 0.0])
        .with(ShapeDesc::box_at([40.0, 0.5], [0.0, -0.5]))
        .with(ShapeDesc::box_at([0.5, 15.0], [-20.0, 15.0]))
        .with(ShapeDesc::box_at([0.5, 15.0], [20.0, 15.0]));
    scene.add(room);
    for tower in 0..towers {
        let x = -12.0 + 4.0 * tower as f32;
        for floor in 0..storeys {
            scene.add(BodyDesc::dynamic([x, 0.5 + floor as f32]).with(ShapeDesc::half_box(0.8, 0.5)));
        }
    }
    let blast = |step, center, impulse_per_length| BlastDesc {
        step,
        center,
        radius: 3.0,
        falloff: 5.0,
        impulse_per_length,
    };
    scene.blasts.extend([
        blast(60, [-2.0, 0.2], impulse),
        blast(180, [8.0, 3.0], 20.0),
        blast(300, [0.0, 9.0], -12.0),
    ]);
}
