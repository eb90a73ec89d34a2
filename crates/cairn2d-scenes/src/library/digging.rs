//! Scenes of ground that is dug beside the world: a field of craters, a tunnel below a pile.

use super::founding::Random;
use super::parts::{block, disc, kind, look_at};
use super::{BuiltIn, Category, entry};
use crate::format::{BodyDesc, Scene, ShapeDesc};
use crate::overlay::Tone;
use crate::play::{Maker, Play, Turn, start};
use crate::trig::{cos_sin, cos_sin_f64};
use cairn2d::{Body, BodyId, Circle, Error, Explosion, IntoShape, Vec2, vec2};
use cairn2d_polygon::MultiPolygon;
use cairn2d_terrain::{Brush, Field, GroundMaterial, Terrain, TerrainDef};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    entry(
        "crater_field",
        Category::Forces,
        900,
        crater_field,
        "Shells carve craters into hills, and ground that they cut loose falls",
    ),
    entry(
        "tunnel_dig",
        Category::Forces,
        900,
        tunnel_dig,
        "A mole digs below a pile, which sinks with the ground that it cut out",
    ),
];

/// The plays of this file.
pub(super) const PLAYS: &[(&str, Maker)] =
    &[("crater_field", start::<CraterField>), ("tunnel_dig", start::<TunnelDig>)];

/// Returns a terrain of earth and rock over a box of the world \[m\], without ground.
///
/// # Errors
/// A box that is out of range.
pub(super) fn earth(low: [f32; 2], size: [f32; 2], spacing: f32) -> Result<Terrain, Error> {
    let materials = vec![
        GroundMaterial { friction: 0.8, density: 1.5, ..GroundMaterial::default() },
        GroundMaterial { friction: 0.6, density: 2.5, hardness: 0.7, ..GroundMaterial::default() },
    ];
    let size = size.map(|length| (length / spacing) as u32);
    Ok(Terrain::new(TerrainDef { origin: low.into(), spacing, size, materials, ..TerrainDef::default() })?)
}

/// Material of earth.
const EARTH: u8 = 0;

/// Material of rock, in which a carve recedes by 0.7 m.
const ROCK: u8 = 1;

/// Fills the ground below a line over columns of a width from `left` to `right` \[m\].
///
/// # Errors
/// A line beyond the reach of a field.
pub(super) fn fill_below(
    field: &mut Field,
    [left, right]: [f32; 2],
    bottom: f32,
    height: impl Fn(f32) -> f32,
) -> Result<(), Error> {
    const COLUMN: f32 = 0.1;
    let count = ((right - left) / COLUMN) as u32;
    let mut ring = vec![vec2(right, bottom)];
    ring.extend((0..=count).rev().map(|n| left + COLUMN * n as f32).map(|x| vec2(x, height(x))));
    ring.push(vec2(left, bottom));
    if let Ok(area) = MultiPolygon::from_ring(&ring) {
        field.fill(&Brush::area(area), EARTH)?;
    }
    Ok(())
}

/// Applies a change to the field of the terrain.
fn edit(
    turn: &mut Turn<'_>,
    change: impl FnOnce(&mut Field) -> Result<(), cairn2d::ValueError>,
) -> Result<(), Error> {
    turn.systems.get_mut::<Terrain>().map_or(Ok(()), |terrain| Ok(change(terrain.field_mut())?))
}

/// Removes a disc of ground.
fn carve(turn: &mut Turn<'_>, at: Vec2, radius: f32) -> Result<(), Error> {
    edit(turn, |field| field.carve(&Brush::disc(at, radius)).map(|_| ()))
}

/// Places of the pillars of the bridge \[m\].
const PILLARS: [f32; 2] = [-4.5, 3.5];

/// Height of the hills of the crater field \[m\].
fn hill(x: f32) -> f32 {
    3.5 + 1.6 * cos_sin(0.32 * x + 0.4)[0] + 0.5 * cos_sin(0.9 * x)[1]
}

fn crater_field(scene: &mut Scene) {
    scene.script = Some("crater_field".to_owned());
    look_at(scene, [0.0, 5.0], 19.0);
    let mut random = Random(41);
    for n in 0..26 {
        let x = -17.5 + 1.4 * n as f32;
        let at = [x, hill(x) + 1.0];
        if PILLARS.iter().any(|pillar| (x - pillar).abs() < 1.2) {
            continue;
        }
        match n % 5 {
            0 => {
                let worm = ShapeDesc::capsule([0.0, -0.25], [0.0, 0.25], 0.25);
                scene.add(BodyDesc::dynamic(at).with(worm));
            }
            1 => {
                disc(scene, at, 0.35);
            }
            2 => {
                for row in 0..3 {
                    block(scene, [at[0], at[1] + 0.72 * row as f32], [0.35, 0.35]);
                }
            }
            _ => {
                let size = 0.25 + 0.2 * random.next();
                scene.add(BodyDesc::dynamic(at).with(kind(n, size)));
            }
        }
    }
    // A tower on the bridge.
    for row in 0..4 {
        block(scene, [-0.5, 9.15 + 0.7 * row as f32], [0.5, 0.35]);
    }
}

/// User data of shells.
const SHELL: u64 = 77;

/// Steps between two shells.
const RELOAD: u32 = 36;

/// Fires a shell at a random place every [`RELOAD`] steps; where it hits, it carves a crater and throws what
/// is near.
#[derive(Clone, Default)]
struct CraterField {
    craters: u32,
    loose: usize,
}

impl Play for CraterField {
    fn start(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let mut terrain = earth([-20.0, -1.0], [40.0, 14.0], 0.125)?;
        let field = terrain.field_mut();
        fill_below(field, [-21.0, 21.0], -2.0, hill)?;
        // A bridge on two pillars, and rock in the hills.
        field.fill(&Brush::capsule([PILLARS[0], 8.2], [PILLARS[1], 8.2], 0.6), EARTH)?;
        for x in PILLARS {
            field.fill(&Brush::capsule([x, 2.0], [x, 8.2], 0.4), EARTH)?;
        }
        for (center, radius) in [([-12.0, 1.5], 1.6), ([10.5, 1.2], 1.8), ([17.0, 3.0], 1.0)] {
            // A disc of ground that is there already only changes its material after a carve.
            let brush = Brush::disc(center, radius);
            field.carve(&brush)?;
            field.fill(&brush, ROCK)?;
        }
        turn.systems.add(terrain);
        Ok(())
    }

    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if !turn.step.is_multiple_of(RELOAD) || turn.step + 60 > turn.scene.steps {
            return Ok(());
        }
        let mut random = Random(turn.step.wrapping_mul(0x9E37_79B9) | 1);
        let [target, flight] = [-17.0 + 34.0 * random.next(), 1.0 + 0.6 * random.next()];
        let from = if random.next() < 0.5 { vec2(-19.0, 9.0) } else { vec2(19.0, 9.0) };
        // The parabola that reaches the hill at the target after this time.
        let way = vec2(target, hill(target)) - from;
        let velocity = way / flight - turn.world.config().gravity * (0.5 * flight);
        let shell = Body::dynamic().at(from).velocity(velocity).bullet().user_data(SHELL);
        turn.world.spawn(shell.with(Circle::new(0.2).density(4.0).report_hits_above(0.0)))?;
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        self.loose += turn.systems.get::<Terrain>().map_or(0, |terrain| terrain.changes().bodies.len());
        let begins = turn.world.events().begins().iter();
        let burst: Vec<BodyId> = begins
            .filter_map(|event| match (event.a.body_data, event.b.body_data) {
                (SHELL, _) => Some(event.a.body),
                (_, SHELL) => Some(event.b.body),
                _ => None,
            })
            .collect();
        for shell in burst {
            // A shell that touched two bodies at once explodes once.
            let Some(at) = turn.world.body(shell).map(|body| body.position()) else { continue };
            turn.world.despawn(shell)?;
            carve(turn, at, 1.3)?;
            turn.world.explode(&Explosion::new(at, 1.0, 4.0).falloff(2.0))?;
            turn.overlay.ring(at, 1.3, Tone::Foe);
            self.craters += 1;
        }
        turn.overlay.set_headline(format!("{} craters, loose pieces: {}", self.craters, self.loose));
        Ok(())
    }
}

/// Height of the meadow of the tunnel \[m\].
fn meadow(x: f32) -> f32 {
    6.0 + 0.3 * cos_sin(0.6 * x)[1]
}

fn tunnel_dig(scene: &mut Scene) {
    scene.script = Some("tunnel_dig".to_owned());
    look_at(scene, [0.0, 5.0], 15.0);
    let mut random = Random(7);
    for n in 0..70 {
        let (column, row) = (n % 7, n / 7);
        let at = [-3.3 + 1.1 * column as f32 + 0.3 * random.next(), 7.2 + 0.9 * row as f32];
        scene.add(BodyDesc::dynamic(at).with(kind(n, 0.3 + 0.12 * random.next())));
    }
}

/// Digs from the left to below the pile, round in a ring, and up to the right.
#[derive(Clone, Default)]
struct TunnelDig {
    loose: usize,
    /// Area of the ground at the beginning \[m^2\].
    area: f64,
}

/// Speed of the mole \[m/s\].
const MOLE: f32 = 3.0;

/// Radius of the tunnel \[m\].
const TUNNEL: f32 = 0.6;

/// Corners of the way of the mole: a line, a ring of radius 2.2 m about (0, 3.8), and a line.
fn mole_way() -> Vec<Vec2> {
    let mut way = vec![vec2(-15.0, 5.5), vec2(-11.0, 3.0), vec2(-6.0, 2.4)];
    way.extend((0..=24).map(|n| {
        let [cos, sin] = cos_sin_f64(-2.4 + core::f64::consts::TAU * f64::from(n) / 24.0);
        vec2(2.2 * cos, 3.8 + 2.2 * sin)
    }));
    way.extend([vec2(3.0, 1.4), vec2(9.0, 2.0), vec2(13.0, 8.0)]);
    way
}

/// Returns the point of a line through points at a distance from its beginning \[m\]; `None` beyond its end.
fn along(way: &[Vec2], mut distance: f32) -> Option<Vec2> {
    for ends in way.windows(2) {
        let length = ends[0].distance(ends[1]);
        if distance < length {
            return Some(ends[0] + (ends[1] - ends[0]) * (distance / length));
        }
        distance -= length;
    }
    None
}

impl Play for TunnelDig {
    fn start(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let mut terrain = earth([-14.0, -1.0], [28.0, 9.0], 0.125)?;
        fill_below(terrain.field_mut(), [-15.0, 15.0], -2.0, meadow)?;
        self.area = terrain.field().solid_area();
        turn.systems.add(terrain);
        Ok(())
    }

    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        // The pile settles first.
        let Some(time) = turn.step.checked_sub(120).map(|steps| steps as f32 * turn.dt) else {
            return Ok(());
        };
        let way = mole_way();
        let ends = [along(&way, MOLE * time), along(&way, MOLE * (time + turn.dt))];
        if let [Some(from), Some(to)] = ends {
            edit(turn, |field| field.carve(&Brush::capsule(from, to, TUNNEL)).map(|_| ()))?;
            turn.overlay.ring(to, TUNNEL, Tone::Friend);
        }
        Ok(())
    }

    fn after(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        let Some(terrain) = turn.systems.get::<Terrain>() else { return Ok(()) };
        self.loose += terrain.changes().bodies.len();
        let rest = terrain.field().solid_area();
        let dug = 100.0 * (1.0 - rest / self.area);
        turn.overlay.set_headline(format!("{dug:.1} % dug out, loose pieces: {}", self.loose));
        Ok(())
    }
}
