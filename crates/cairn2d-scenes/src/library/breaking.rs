//! Scenes of concave bodies, and of bodies that break: a fortress, fruit under a blade, ships and letters.

use super::parts::{bin, floor, look_at};
use super::{BuiltIn, Category, entry};
use crate::format::{BodyDesc, MassDesc, Scene, ShapeDesc};
use crate::overlay::Tone;
use crate::play::{Maker, Play, Turn, start};
use crate::trig::cos_sin;
use cairn2d::build::{Outline, WithOutline};
use cairn2d::{Body, Circle, Error, IntoShape, Polygon, QueryFilter, Vec2, vec2};
use cairn2d_fracture::{Blade, Breakables, Fracture, FractureError, Strength};
use cairn2d_polygon::{Decompose, FillRule, MultiPolygon, decompose};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    entry(
        "fortress",
        Category::Events,
        600,
        fortress,
        "Cannon balls break a fortress brick by brick; what comes loose falls",
    ),
    entry("fruit", Category::Events, 600, fruit, "A blade cuts fruit in the air, again and again"),
    entry("ships", Category::Shapes, 600, ships, "Concave ships with holes pile up in a dock"),
    entry("letters", Category::Shapes, 600, letters, "Letters rain down and hook into each other"),
];

/// The plays of this file.
pub(super) const PLAYS: &[(&str, Maker)] = &[("fortress", start::<Siege>), ("fruit", start::<Knife>)];

/// The error of a play for one of a fracture.
fn failed(error: FractureError) -> Error {
    match error {
        FractureError::Body(error) => error.into(),
        FractureError::Value(error) => error.into(),
        other => cairn2d::BodyError::Stale(other.to_string()).into(),
    }
}

/// A body of an area, with a density \[kg/m²\], whose mass is that of the area.
fn outlined(at: [f32; 2], area: &MultiPolygon, density: f32) -> BodyDesc {
    let mut body = BodyDesc::dynamic(at);
    let how = Decompose { tolerance: 0.01, ..Decompose::default() };
    if let Ok(result) = decompose(area, &how) {
        for part in result.parts.iter() {
            let corners: Vec<[f32; 2]> = part.iter().map(|&corner| corner.into()).collect();
            body = body.with(ShapeDesc::polygon(corners, 0.0).density(density));
        }
    }
    let region = area.region();
    body.mass = Some(MassDesc {
        mass: region.area * density,
        center: region.centroid.into(),
        inertia: region.second_moment * density,
    });
    body.joined = true;
    body
}

/// An area of rings, where holes are within others.
fn area(rings: &[&[[f32; 2]]]) -> MultiPolygon {
    let rings: Vec<Vec<Vec2>> =
        rings.iter().map(|ring| ring.iter().map(|&[x, y]| vec2(x, y)).collect()).collect();
    MultiPolygon::from_rings(rings.iter().map(|ring| &ring[..]), FillRule::EvenOdd).unwrap_or_default()
}

/// The walls of the fortress: name, lower left and upper right corner \[m\].
const WALLS: [(&str, [f32; 2], [f32; 2]); 5] = [
    ("left tower", [-1.0, 0.0], [1.5, 7.0]),
    ("wall", [1.5, 0.0], [6.5, 4.0]),
    ("keep", [6.5, 0.0], [9.5, 8.5]),
    ("inner wall", [9.5, 0.0], [13.5, 3.5]),
    ("right tower", [13.5, 0.0], [16.0, 6.5]),
];

fn fortress(scene: &mut Scene) {
    scene.script = Some("fortress".to_owned());
    look_at(scene, [3.0, 6.0], 16.0);
    floor(scene, 40.0);
    for (name, low, high) in WALLS {
        let half = [0.5 * (high[0] - low[0]), 0.5 * (high[1] - low[1])];
        let shape = ShapeDesc::half_box(half[0], half[1]).density(1.5).friction(0.7);
        let mut wall = BodyDesc::fixed([low[0] + half[0], low[1] + half[1]]).with(shape);
        wall.name = Some(name.to_owned());
        scene.add(wall);
    }
    // Merlons on the towers.
    for (at, top) in [(-0.75, 7.0), (0.25, 7.0), (1.25, 7.0), (13.75, 6.5), (14.75, 6.5), (15.75, 6.5)] {
        scene.add(BodyDesc::dynamic([at, top + 0.25]).with(ShapeDesc::half_box(0.25, 0.25).density(1.5)));
    }
}

/// Makes the walls breakable and shoots at them, every second from another height.
#[derive(Clone, Default)]
struct Siege {
    broken: usize,
}

/// Steps between two shots.
const LOADING: u32 = 50;

impl Play for Siege {
    fn start(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let mut breakables = Breakables::new();
        for (name, low, high) in WALLS {
            let Some(wall) = turn.body(name) else { continue };
            let bottom = 0.5 * (low[1] - high[1]) + 0.3;
            let strength = Strength::new(30.0, 1.6).min_speed(2.0);
            breakables
                .add(turn.world, wall, &Fracture::bricks(0.5, 0.25), strength, |center| center.y < bottom)
                .map_err(failed)?;
        }
        turn.systems.add(breakables);
        Ok(())
    }

    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let shot = turn.step / LOADING;
        if turn.step % LOADING == 20 && shot < 9 {
            let rise = [2.0, 3.4, 1.0, 4.2, 2.6, 0.4, 3.8, 1.6, 3.0][shot as usize % 9];
            let ball = Circle::new(0.35).density(9.0).friction(0.4);
            turn.world.spawn(
                Body::dynamic().at([-16.0, 2.0 + 0.3 * rise]).velocity([32.0, 2.5 * rise]).with(ball),
            )?;
        }
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let Some(breakables) = turn.systems.get::<Breakables>() else { return Ok(()) };
        self.broken += breakables.breaks().iter().map(|broken| broken.pieces.len()).sum::<usize>();
        turn.overlay.set_headline(format!("{} pieces have come off", self.broken));
        Ok(())
    }
}

/// A crescent around the origin, as a banana.
fn crescent(size: f32) -> MultiPolygon {
    let arc = |radius: f32, up: f32, from: i32, to: i32| {
        let step = if from < to { 1 } else { -1 };
        let point = move |index: i32| {
            let [c, s] = cos_sin(0.35 + 0.27 * index as f32);
            [radius * c, radius * s - up]
        };
        (0..=(to - from).abs()).map(move |index| point(from + step * index))
    };
    let ring: Vec<[f32; 2]> =
        arc(size, 0.75 * size, 0, 9).chain(arc(0.8 * size, 0.45 * size, 9, 0)).collect();
    area(&[&ring])
}

fn fruit(scene: &mut Scene) {
    scene.script = Some("fruit".to_owned());
    look_at(scene, [0.0, 4.5], 12.0);
    scene.add(bin(7.0, 3.0));
}

/// Throws a fruit from below: an orange, a banana or a melon.
fn throw(turn: &mut Turn<'_>, number: u32) -> Result<(), Error> {
    let x = [-5.0, 4.0, -2.0, 5.5, 0.5][number as usize % 5];
    let body = Body::dynamic().at([x, 1.5]).velocity([-0.5 * x, 10.5]).angular_velocity(0.8 * x);
    let body = match number % 3 {
        0 => body.with(Circle::new(0.8).density(0.8).friction(0.4)),
        1 => {
            let banana = crescent(1.3);
            match body.clone().with_outline(&Outline::new(&banana, 0.01).density(0.8)) {
                Ok(body) => body,
                Err(_) => body.with(Circle::new(0.5)),
            }
        }
        _ => body.with(Polygon::ellipse(16, 1.1, 0.7)?.density(0.8)),
    };
    turn.world.spawn(body)?;
    Ok(())
}

/// Drags a blade through the air, to and fro.
#[derive(Clone)]
struct Knife {
    blade: Blade,
    at: Option<Vec2>,
    cuts: u32,
}

impl Default for Knife {
    fn default() -> Knife {
        Knife { blade: Blade::new(0.08), at: None, cuts: 0 }
    }
}

/// Steps of a stroke, and between the beginnings of two.
const STROKE: u32 = 14;
const PAUSE: u32 = 24;

impl Play for Knife {
    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if turn.step % 36 == 5 && turn.step < 440 {
            throw(turn, turn.step / 36)?;
        }
        let (stroke, step) = (turn.step / PAUSE, turn.step % PAUSE);
        if step > STROKE || turn.step > 480 {
            self.blade.lift();
            self.at = None;
            return Ok(());
        }
        let side = if stroke.is_multiple_of(2) { 1.0 } else { -1.0 };
        let along = 2.0 * step as f32 / STROKE as f32 - 1.0;
        let tilt = [0.1, -0.25, 0.3, -0.05, 0.2][stroke as usize % 5];
        let to = vec2(6.8 * side * along, 5.2 + 6.8 * along * tilt);
        let cuts = self.blade.drag(turn.world, to, QueryFilter::all()).map_err(failed)?;
        self.cuts += cuts.len() as u32;
        self.at = Some(to);
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if let Some(at) = self.at {
            turn.overlay.line(at - vec2(0.3, 0.0), at + vec2(0.3, 0.0), Tone::Hit);
            turn.overlay.ring(at, 0.15, Tone::Hit);
        }
        turn.overlay.set_headline(format!("{} cuts", self.cuts));
        Ok(())
    }
}

fn ships(scene: &mut Scene) {
    look_at(scene, [0.0, 5.0], 14.0);
    scene.add(bin(8.0, 6.0));
    // A hull with a hold, a bridge, and two portholes.
    let hull: &[[f32; 2]] = &[
        [-2.2, 0.7],
        [-1.5, -0.6],
        [1.2, -0.6],
        [2.3, 0.7],
        [1.6, 0.7],
        [1.2, 0.1],
        [-0.2, 0.1],
        [-0.2, 1.2],
        [-1.1, 1.2],
        [-1.1, 0.7],
    ];
    let porthole = |x: f32| [[x - 0.15, -0.4], [x + 0.15, -0.4], [x + 0.15, -0.1], [x - 0.15, -0.1]];
    let holes = [porthole(-0.7), porthole(0.0), porthole(0.7)];
    let ship = area(&[hull, &holes[0], &holes[1], &holes[2]]);
    // A space ship with swept wings and an open tail.
    let rocket = area(&[&[
        [0.0, 1.6],
        [-0.4, 0.6],
        [-1.4, -0.6],
        [-1.4, -1.1],
        [-0.5, -0.7],
        [-0.35, -1.2],
        [0.0, -0.7],
        [0.35, -1.2],
        [0.5, -0.7],
        [1.4, -1.1],
        [1.4, -0.6],
        [0.4, 0.6],
    ]]);
    for n in 0..24_u32 {
        let at = [-5.0 + 2.5 * (n % 5) as f32 + 0.2 * (n / 5) as f32, 2.0 + 2.6 * (n / 5) as f32];
        let mut body = outlined(at, if n.is_multiple_of(2) { &ship } else { &rocket }, 0.7);
        body.angle = 0.7 * n as f32;
        scene.add(body);
    }
}

/// The letters of the name, 1 m high and with holes.
fn glyphs() -> [MultiPolygon; 5] {
    let c = area(&[&[
        [0.8, 0.2],
        [0.8, 0.0],
        [0.2, 0.0],
        [0.0, 0.2],
        [0.0, 0.8],
        [0.2, 1.0],
        [0.8, 1.0],
        [0.8, 0.8],
        [0.3, 0.8],
        [0.2, 0.7],
        [0.2, 0.3],
        [0.3, 0.2],
    ]]);
    let a = area(&[
        &[[0.0, 0.0], [0.3, 1.0], [0.5, 1.0], [0.8, 0.0], [0.6, 0.0], [0.54, 0.2], [0.26, 0.2], [0.2, 0.0]],
        &[[0.32, 0.4], [0.48, 0.4], [0.4, 0.7]],
    ]);
    let i = area(&[&[
        [0.0, 0.0],
        [0.6, 0.0],
        [0.6, 0.18],
        [0.4, 0.18],
        [0.4, 0.82],
        [0.6, 0.82],
        [0.6, 1.0],
        [0.0, 1.0],
        [0.0, 0.82],
        [0.2, 0.82],
        [0.2, 0.18],
        [0.0, 0.18],
    ]]);
    let r = area(&[
        &[
            [0.0, 0.0],
            [0.2, 0.0],
            [0.2, 0.4],
            [0.3, 0.4],
            [0.55, 0.0],
            [0.8, 0.0],
            [0.5, 0.43],
            [0.7, 0.55],
            [0.7, 0.85],
            [0.5, 1.0],
            [0.0, 1.0],
        ],
        &[[0.2, 0.6], [0.45, 0.6], [0.5, 0.65], [0.5, 0.75], [0.45, 0.8], [0.2, 0.8]],
    ]);
    let n = area(&[&[
        [0.0, 0.0],
        [0.2, 0.0],
        [0.2, 0.6],
        [0.6, 0.0],
        [0.8, 0.0],
        [0.8, 1.0],
        [0.6, 1.0],
        [0.6, 0.4],
        [0.2, 1.0],
        [0.0, 1.0],
    ]]);
    [c, a, i, r, n]
}

fn letters(scene: &mut Scene) {
    look_at(scene, [0.0, 4.0], 11.0);
    scene.add(bin(4.5, 5.0));
    let glyphs = glyphs();
    for row in 0..10 {
        for (column, glyph) in glyphs.iter().enumerate() {
            let at = [-3.3 + 1.4 * column as f32 + 0.13 * (row % 4) as f32, 1.0 + 1.5 * row as f32];
            let mut body = outlined(at, glyph, 1.0);
            body.angle = 0.35 * ((row * 5 + column) % 7) as f32 - 1.0;
            scene.add(body);
        }
    }
}
