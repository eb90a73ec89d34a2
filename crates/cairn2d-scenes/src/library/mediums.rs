//! Scenes of media and soft bodies: planets, wind, whirls, blobs, cloth.

use super::founding::Random;
use super::parts::{bin, disc, floor, held, hinge, kind, look_at, room, surface};
use super::{BuiltIn, Category, entry, tunable};
use crate::format::{
    AreaDesc, AttractorDesc, BodyDesc, DragDesc, EffectDesc, FalloffDesc, FieldDesc, JointDesc, Scene,
    ShapeDesc, SpringDesc, WaterDesc, WindDesc,
};
use crate::overlay::Tone;
use crate::parameters::Parameters;
use crate::play::{Maker, Play, Turn, start};
use crate::systems::{CellWind, CellWindDef, Fan};
use crate::trig::cos_sin;
use cairn2d::build::{Blob, Cloth};
use cairn2d::{Error, Vec2, vec2};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    entry("planet", Category::Forces, 600, planet, "Boxes orbit, land and pile up on a rotating planet"),
    tunable("flags", Category::Forces, 600, flags, "Flags, weathercocks and loose leaves in a gusty wind"),
    tunable("whirlpool", Category::Forces, 600, whirlpool, "Currents on a pond carry wood to its middle"),
    entry("soft_things", Category::Forces, 600, soft_things, "Soft balls and a cloth that catches them"),
    tunable(
        "floating_dock",
        Category::Forces,
        600,
        floating_dock,
        "Ships of joined hulls ride on water, and balls land on them",
    ),
    tunable(
        "wind_cells",
        Category::Forces,
        600,
        wind_cells,
        "A wind on a grid of cells, blown by fans, carries light bodies round a hall",
    ),
];

/// The plays of this file.
pub(super) const PLAYS: &[(&str, Maker)] =
    &[("soft_things", start::<SoftThings>), ("flags", start::<Gusts>), ("wind_cells", start::<WindCells>)];

fn planet(scene: &mut Scene) {
    scene.world.gravity = [0.0, 0.0];
    look_at(scene, [0.0, 0.0], 26.0);
    let mut globe = BodyDesc::kinematic([0.0, 0.0]);
    globe.angular_velocity = 0.25;
    let globe = (0..10).fold(globe.with(ShapeDesc::circle(4.0).friction(0.9)), |globe, n| {
        let [cos, sin] = cos_sin(0.628 * n as f32);
        let hill = crate::format::CircleDesc { center: [3.7 * cos, 3.7 * sin], radius: 0.6 };
        globe.with(ShapeDesc::new(crate::format::Geometry::Circle(hill)))
    });
    scene.add(globe);
    let pull = AttractorDesc {
        center: [0.0, 0.0],
        strength: 160.0,
        falloff: FalloffDesc::InverseSquare,
        min_distance: 1.0,
    };
    scene.fields.push(FieldDesc::new(AreaDesc::Everywhere, EffectDesc::Attractor(pull)));
    for n in 0..60 {
        let [cos, sin] = cos_sin(2.4 * n as f32);
        let radius = 6.0 + 0.1 * n as f32;
        // Speeds around that of a circular orbit, sqrt(160 / r): some stay in orbit, some fall.
        let speed = (160.0 / radius).sqrt() * (0.75 + 0.005 * n as f32);
        let mut body = BodyDesc::dynamic([radius * cos, radius * sin]);
        body.velocity = [-speed * sin, speed * cos];
        scene.add(body.with(kind(n, 0.3)));
    }
}

fn flags(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let wind = parameters.number("wind", 0.0..=30.0, 9.0, "m/s", "Mean speed of the wind");
    let leaves = parameters.count("leaves", 0..=120, 30, "Leaves");
    scene.script = Some("flags".to_owned());
    look_at(scene, [0.0, 4.0], 13.0);
    let ground = floor(scene, 14.0);
    let wind = WindDesc { velocity: [wind, 0.0], density: 1.2, drag: 1.0, lift: 1.0 };
    scene.fields.push(FieldDesc::new(AreaDesc::rect([-14.0, 0.3], [14.0, 12.0]), EffectDesc::Wind(wind)));
    for flag in 0..3 {
        let x = -9.0 + 5.5 * flag as f32;
        scene.add(BodyDesc::fixed([x, 3.5]).with(ShapeDesc::half_box(0.06, 3.5)));
        let mut last = ground;
        for n in 0..8 {
            let at = [x + 0.25 + 0.4 * n as f32, 6.6];
            let strip =
                ShapeDesc::half_box(0.2, 0.03).density(1.0 + 2.0 * flag as f32).filter(super::parts::APART);
            let strip = scene.add(BodyDesc::dynamic(at).with(strip));
            let mut parts = held(last, strip, [at[0] - 0.2, at[1]]);
            parts.spring = Some(SpringDesc::new(0.5, 0.3));
            scene.join(JointDesc::Revolute(parts));
            last = strip;
        }
    }
    // A weathercock turns its long side away from the wind.
    let cock = scene.add(
        BodyDesc::dynamic([8.0, 4.0])
            .with(ShapeDesc::box_at([1.0, 0.08], [0.6, 0.0]))
            .with(ShapeDesc::circle(0.2).density(4.0)),
    );
    hinge(scene, ground, cock, [8.0, 4.0]);
    let mut random = Random(5);
    for _ in 0..leaves {
        let at = [-12.0 + 8.0 * random.next(), 1.0 + 8.0 * random.next()];
        let leaf = BodyDesc { angle: 6.0 * random.next(), ..BodyDesc::dynamic(at) };
        scene.add(leaf.with(ShapeDesc::half_box(0.15, 0.02).density(0.8)));
    }
}

/// Makes the wind rise and fall.
#[derive(Clone, Default)]
struct Gusts;

impl Play for Gusts {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let Some(id) = turn.world.fields().next() else { return Ok(()) };
        let area = cairn2d::Area::rect([-14.0, 0.3], [14.0, 12.0]);
        let wind = cairn2d::Wind::new(gust(turn)).density(1.2);
        turn.world.set_field(id, cairn2d::Field::new(area, wind))?;
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let [speed, _] = gust(turn);
        turn.overlay.arrow([-11.0, 10.5], [-11.0 + 0.3 * speed, 10.5], Tone::Note);
        Ok(())
    }
}

/// Velocity of the wind now: that of the scene, with gusts \[m/s\].
fn gust(turn: &Turn<'_>) -> [f32; 2] {
    let ([_, slow], [_, quick]) = (cos_sin(0.7 * turn.time()), cos_sin(3.1 * turn.time()));
    let mean = match turn.scene.fields.first().map(|field| &field.effect) {
        Some(EffectDesc::Wind(wind)) => wind.velocity[0],
        _ => 0.0,
    };
    [mean + 4.0 * slow + 2.0 * quick, 0.5 * quick]
}

fn whirlpool(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let bodies = parameters.count("bodies", 1..=54, 50, "Bodies");
    let speed = parameters.number("speed", 0.0..=10.0, 2.6, "m/s", "Speed of the flow");
    const HALF: f32 = core::f32::consts::FRAC_PI_8;
    scene.world.gravity = [0.0, 0.0];
    look_at(scene, [0.0, 0.0], 16.0);
    scene.add(room([9.0, 7.0], surface(0.2, 0.3)));
    // Eight areas of flow around the middle, each along its part of the circle and slightly inwards.
    for n in 0..8 {
        let angle = core::f32::consts::TAU * n as f32 / 8.0;
        let [cos, sin] = cos_sin(angle);
        let corner = |radius: f32, by: f32| {
            let [cos, sin] = cos_sin(angle + by);
            [radius * cos, radius * sin]
        };
        let points = vec![corner(1.0, -HALF), corner(1.0, HALF), corner(7.2, HALF), corner(7.2, -HALF)];
        let area = AreaDesc::Polygon(crate::format::PolygonAreaDesc { points });
        let velocity = [-speed * sin - 0.5 * cos, speed * cos - 0.5 * sin];
        let flow = DragDesc { linear: 1.5, angular: 0.5, velocity };
        scene.fields.push(FieldDesc::new(area, EffectDesc::Drag(flow)));
    }
    for n in 0..bodies {
        let [cos, sin] = cos_sin(2.4 * n as f32);
        let radius = 1.5 + 0.1 * n as f32;
        scene.add(BodyDesc::dynamic([radius * cos, radius * sin]).with(kind(n, 0.28)));
    }
}

fn soft_things(scene: &mut Scene) {
    scene.script = Some("soft_things".to_owned());
    look_at(scene, [0.0, 4.5], 14.0);
    scene.add(bin(8.0, 10.0));
    scene.add(BodyDesc { angle: -0.3, ..BodyDesc::fixed([-4.5, 3.5]) }.with(ShapeDesc::half_box(2.5, 0.15)));
}

/// Builds a cloth and soft balls with the engine's builders before the first step.
#[derive(Clone, Default)]
struct SoftThings;

impl Play for SoftThings {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if turn.step == 0 {
            let cloth = Cloth { held: 15, ..Cloth::new([0.5, 5.0], [16, 3], 0.45) };
            cloth.build(turn.world)?;
        }
        if turn.step.is_multiple_of(100) && turn.step < 500 {
            let n = turn.step / 100;
            let blob =
                Blob { hertz: 3.0 + 2.0 * n as f32, ..Blob::new(vec2(-5.5 + 2.6 * n as f32, 9.5), 0.8) };
            blob.build(turn.world)?;
        }
        Ok(())
    }
}

fn floating_dock(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let water = parameters.number(
        "water",
        0.2..=5.0,
        1.0,
        "kg/m²",
        "Density of the water; that of the hulls is 0.35",
    );
    look_at(scene, [0.0, 2.0], 14.0);
    scene.add(bin(11.0, 5.0));
    let water = WaterDesc { density: water, drag: 1.2, velocity: [0.0, 0.0] };
    scene.fields.push(FieldDesc::new(AreaDesc::rect([-11.0, 0.0], [11.0, 3.0]), EffectDesc::Water(water)));
    let mut last: Option<u32> = None;
    for n in 0..7 {
        let x = -5.4 + 1.8 * n as f32;
        let hull =
            ShapeDesc::polygon([[-0.85, 0.3], [0.85, 0.3], [0.6, -0.3], [-0.6, -0.3]], 0.0).density(0.35);
        let hull = scene.add(BodyDesc::dynamic([x, 3.2]).with(hull));
        if let Some(last) = last {
            hinge(scene, last, hull, [x - 0.9, 3.4]);
        }
        last = Some(hull);
    }
    for n in 0..10 {
        disc(scene, [-5.0 + 1.1 * n as f32, 6.0 + 0.8 * n as f32], 0.3);
    }
    let ship = BodyDesc::dynamic([8.5, 3.2])
        .with(ShapeDesc::polygon([[-1.4, 0.3], [1.6, 0.4], [1.0, -0.4], [-1.1, -0.4]], 0.0).density(0.4))
        .with(ShapeDesc::box_at([0.06, 1.0], [0.0, 1.3]).density(0.1));
    scene.add(ship);
}

/// Half width and height of the hall, and the size of a cell \[m\].
const HALL: [f32; 2] = [12.0, 6.0];
const CELL: f32 = 0.5;

fn wind_cells(scene: &mut Scene, parameters: &mut Parameters<'_>) {
    let leaves = parameters.count("leaves", 0..=400, 90, "Leaves");
    scene.script = Some("wind_cells".to_owned());
    look_at(scene, [0.0, 0.0], 14.0);
    scene.add(room(HALL, surface(0.4, 0.2)));
    scene.add(BodyDesc::fixed([0.0, 1.5]).with(ShapeDesc::half_box(2.5, 0.15)));
    // Crates that the wind cannot lift.
    for n in 0..3 {
        let crate_at = [-9.5, -5.5 + 1.0 * n as f32];
        scene.add(BodyDesc::dynamic(crate_at).with(ShapeDesc::half_box(0.5, 0.5)));
    }
    let mut random = Random(17);
    for n in 0..leaves {
        let at = [-10.0 + 20.0 * random.next(), -5.0 + 5.0 * random.next()];
        let leaf = BodyDesc { angle: 6.0 * random.next(), ..BodyDesc::dynamic(at) };
        let size = 0.15 + 0.1 * random.next();
        scene.add(leaf.with(kind(n, size).density(0.2 + 0.3 * random.next())));
    }
}

/// The wind of a hall, all round it: right along the floor, up at the right side, left below the ceiling,
/// down at the left side. A fan on the floor blows upwards in the first half of every four seconds.
fn hall_wind() -> CellWindDef {
    let [x, y] = HALL;
    let fans = vec![
        Fan::new([-x + 2.0, -y + 1.2], 1.7, [10.0, 0.5]),
        Fan::new([x - 1.7, -y + 1.7], 1.7, [-1.0, 12.0]),
        Fan::new([x - 2.5, y - 1.5], 1.7, [-11.0, -0.5]),
        Fan::new([-x + 1.7, y - 1.7], 1.7, [0.5, -9.0]),
        Fan::new([-1.5, y - 1.2], 1.2, [-10.0, 0.0]),
        Fan { period: 4.0, ..Fan::new([-3.5, -y + 1.0], 1.2, [4.0, 9.0]) },
    ];
    CellWindDef {
        origin: vec2(-x, -y),
        cell: CELL,
        cells: [2.0 * x / CELL, 2.0 * y / CELL].map(|count| count as u32),
        settle: 0.2,
        mixing: 0.4,
        drag: 0.6,
        fans,
        ..CellWindDef::default()
    }
}

/// Adds the wind to the world, and shows the dust that it carries.
#[derive(Clone, Default)]
struct WindCells {
    dust: Vec<Vec2>,
}

/// Start position of a grain of dust.
fn dust_at(n: usize) -> Vec2 {
    let [column, row] = [n % 24, n / 24].map(|n| n as f32 + 0.5);
    vec2(column - 12.0, row - 6.0)
}

impl Play for WindCells {
    fn start(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        turn.systems.add(CellWind::new(hall_wind())?);
        self.dust = (0..24 * 12).map(dust_at).collect();
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let Some(wind) = turn.systems.get::<CellWind>() else { return Ok(()) };
        let bounds = wind.bounds();
        for (n, grain) in self.dust.iter_mut().enumerate() {
            *grain += wind.velocity_at(*grain) * turn.dt;
            // Dust that left the hall, or that has drifted for four seconds, restarts at its start position.
            if !bounds.contains_point(*grain) || (turn.step as usize + 37 * n).is_multiple_of(240) {
                *grain = dust_at(n);
            }
            turn.overlay.point(*grain, 0.04, Tone::Note);
        }
        Ok(())
    }
}
