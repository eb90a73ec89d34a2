//! Scenes of a gas beside the world: blasts in a corridor, at a bunker, of barrels, behind a door.

use super::parts::{block, floor, held, look_at};
use super::{BuiltIn, Category, entry};
use crate::format::{BodyDesc, JointDesc, Scene, ShapeDesc};
use crate::play::{Maker, Play, Turn, start};
use cairn2d::{BodyId, Error, Vec2, vec2};
use cairn2d_gas::{Blast, Gas, GasDef, Model};

/// The scenes of this file.
pub(super) const SCENES: &[BuiltIn] = &[
    entry(
        "grenade_corridor",
        Category::Forces,
        300,
        grenade_corridor,
        "The wave of a grenade runs down a corridor, round its corners, and throws crates",
    ),
    entry(
        "bunker",
        Category::Forces,
        420,
        bunker,
        "Blasts outside throw crates, and a bunker shelters others",
    ),
    entry(
        "barrel_chain",
        Category::Forces,
        420,
        barrel_chain,
        "Barrels that are hit hard explode and set off others",
    ),
    entry("blown_door", Category::Forces, 300, blown_door, "A blast in a room throws its door open"),
];

/// The plays of this file.
pub(super) const PLAYS: &[(&str, Maker)] = &[
    ("grenade_corridor", start::<GrenadeCorridor>),
    ("bunker", start::<Bunker>),
    ("barrel_chain", start::<BarrelChain>),
    ("blown_door", start::<BlownDoor>),
];

/// Adds a gas over a box of the world, with cells of a width `[m]`.
fn add_gas(turn: &mut Turn<'_>, low: [f32; 2], size: [f32; 2], cell: f32, model: Model) -> Result<(), Error> {
    let cells = size.map(|length| (length / cell) as u32);
    let def = GasDef { origin: low.into(), cell, cells, model, drain: 1.0, ..GasDef::default() };
    turn.systems.add(Gas::new(def)?);
    Ok(())
}

const AIR: Model = Model::Ideal { gamma: 1.4, sound_speed: 40.0 };
const COOL: Model = Model::Isothermal { sound_speed: 40.0 };

/// Explodes in the gas at a point.
fn explode(turn: &mut Turn<'_>, at: Vec2, radius: f32, energy: f32) -> Result<(), Error> {
    if let Some(gas) = turn.systems.get_mut::<Gas>() {
        gas.explode(&Blast::new(at, radius, energy).mass(0.02 * radius))?;
    }
    Ok(())
}

fn wall(scene: &mut Scene, low: [f32; 2], high: [f32; 2]) {
    let half = [0.5 * (high[0] - low[0]), 0.5 * (high[1] - low[1])];
    let at = [low[0] + half[0], low[1] + half[1]];
    scene.add(BodyDesc::fixed(at).with(ShapeDesc::half_box(half[0], half[1])));
}

fn grenade_corridor(scene: &mut Scene) {
    scene.script = Some("grenade_corridor".to_owned());
    look_at(scene, [0.0, 4.5], 12.0);
    floor(scene, 14.0);
    // The lower corridor, a shaft at the right, and the upper corridor.
    wall(scene, [-14.0, 0.0], [-13.0, 9.5]);
    wall(scene, [13.0, 0.0], [14.0, 9.5]);
    wall(scene, [-14.0, 8.5], [14.0, 9.5]);
    wall(scene, [-13.0, 3.0], [9.5, 5.0]);
    let mut grenade =
        BodyDesc::dynamic([-12.0, 1.5]).with(ShapeDesc::circle(0.15).density(4.0).friction(0.6));
    grenade.name = Some("grenade".to_owned());
    grenade.velocity = [7.0, 3.0];
    scene.add(grenade);
    for n in 0..4 {
        let x = 0.0 + 2.2 * n as f32;
        block(scene, [x, 0.4], [0.4, 0.4]);
        if n % 2 == 0 {
            block(scene, [x, 1.1], [0.3, 0.3]);
        }
    }
    for n in 0..5 {
        block(scene, [7.5 - 3.5 * n as f32, 5.4], [0.25, 0.4]);
    }
}

/// Explodes the grenade after a second and a quarter.
#[derive(Clone, Default)]
struct GrenadeCorridor;

impl Play for GrenadeCorridor {
    fn start(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        add_gas(turn, [-13.2, -0.2], [26.4, 9.0], 0.2, AIR)
    }

    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if turn.step != 75 {
            return Ok(());
        }
        let Some(grenade) = turn.body("grenade") else { return Ok(()) };
        let Some(at) = turn.world.body(grenade).map(|body| body.position()) else { return Ok(()) };
        turn.world.despawn(grenade)?;
        explode(turn, at + vec2(0.0, 0.2), 0.5, 2500.0)
    }
}

fn bunker(scene: &mut Scene) {
    scene.script = Some("bunker".to_owned());
    look_at(scene, [0.0, 5.0], 13.0);
    floor(scene, 18.0);
    // A bunker with thick walls and a doorway to the right.
    wall(scene, [-3.5, 0.0], [-2.5, 3.2]);
    wall(scene, [-3.5, 3.2], [4.0, 4.2]);
    wall(scene, [3.0, 1.7], [4.0, 3.2]);
    for n in 0..3 {
        block(scene, [-2.0 + 0.9 * n as f32, 0.4], [0.4, 0.4]);
        block(scene, [-2.0 + 0.9 * n as f32, 1.2], [0.4, 0.4]);
        block(scene, [-5.5 - 0.9 * n as f32, 0.4], [0.4, 0.4]);
        block(scene, [-5.5 - 0.9 * n as f32, 1.2], [0.4, 0.4]);
        block(scene, [-1.5 + 1.5 * n as f32, 4.6], [0.4, 0.4]);
        block(scene, [7.5 + 0.9 * n as f32, 0.4], [0.4, 0.4]);
    }
}

/// Three shells that strike around the bunker.
#[derive(Clone, Default)]
struct Bunker;

impl Play for Bunker {
    fn start(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        add_gas(turn, [-16.0, -0.25], [32.0, 14.0], 0.25, COOL)
    }

    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        match turn.step {
            45 => explode(turn, vec2(-10.5, 0.8), 0.7, 3500.0),
            165 => explode(turn, vec2(-1.0, 7.5), 0.7, 3500.0),
            285 => explode(turn, vec2(12.5, 0.8), 0.7, 3500.0),
            _ => Ok(()),
        }
    }
}

/// Number of barrels.
const BARRELS: usize = 9;

fn barrel_chain(scene: &mut Scene) {
    scene.script = Some("barrel_chain".to_owned());
    look_at(scene, [0.0, 4.0], 12.0);
    floor(scene, 18.0);
    wall(scene, [-1.0, 0.0], [-0.6, 2.4]);
    for n in 0..BARRELS {
        let x = -10.0 + 2.6 * n as f32;
        let mut barrel = BodyDesc::dynamic([x, 0.6]).with(ShapeDesc::half_box(0.35, 0.6).density(1.5));
        barrel.name = Some(format!("barrel {n}"));
        scene.add(barrel);
    }
    for n in 0..6 {
        block(scene, [-8.7 + 3.1 * n as f32, 0.3], [0.3, 0.3]);
    }
}

/// Barrels explode a moment after the gas has made them fast.
#[derive(Clone, Default)]
struct BarrelChain {
    /// Steps until each barrel explodes, 0 without a fuse.
    fuses: [u8; BARRELS],
}

impl BarrelChain {
    fn barrel(turn: &Turn<'_>, n: usize) -> Option<(BodyId, Vec2, f32)> {
        let id = turn.body(&format!("barrel {n}"))?;
        let body = turn.world.body(id)?;
        Some((id, body.position(), body.velocity().length()))
    }
}

impl Play for BarrelChain {
    fn start(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        self.fuses[0] = 45;
        add_gas(turn, [-16.0, -0.2], [32.0, 11.0], 0.2, COOL)
    }

    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        for n in 0..BARRELS {
            let Some((barrel, at, speed)) = BarrelChain::barrel(turn, n) else { continue };
            match self.fuses[n] {
                0 if speed > 0.8 => self.fuses[n] = 12,
                0 => {}
                1 => {
                    turn.world.despawn(barrel)?;
                    self.fuses[n] = 0;
                    explode(turn, at, 0.6, 3000.0)?;
                }
                _ => self.fuses[n] -= 1,
            }
        }
        Ok(())
    }
}

fn blown_door(scene: &mut Scene) {
    scene.script = Some("blown_door".to_owned());
    look_at(scene, [2.0, 3.5], 11.0);
    let ground = floor(scene, 18.0);
    // A closed room, seen from the side, with a door that hangs from its lintel.
    wall(scene, [-8.0, 0.0], [-7.0, 5.0]);
    wall(scene, [-8.0, 5.0], [1.5, 6.0]);
    wall(scene, [1.0, 3.0], [1.5, 5.0]);
    let door = scene.add(BodyDesc::dynamic([1.25, 1.45]).with(ShapeDesc::half_box(0.15, 1.4).density(3.0)));
    scene.join(JointDesc::Revolute(held(ground, door, [1.25, 2.75])));
    for n in 0..4 {
        block(scene, [4.0 + 1.2 * n as f32, 0.4], [0.4, 0.4]);
        block(scene, [4.0 + 1.2 * n as f32, 1.1], [0.3, 0.3]);
    }
    block(scene, [-5.5, 0.4], [0.4, 0.4]);
}

/// A blast in the room after three quarters of a second.
#[derive(Clone, Default)]
struct BlownDoor;

impl Play for BlownDoor {
    fn start(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        add_gas(turn, [-7.6, -0.2], [22.0, 9.0], 0.2, COOL)
    }

    fn before(&mut self, turn: &mut Turn<'_>) -> Result<(), Error> {
        if turn.step == 45 { explode(turn, vec2(-4.0, 2.0), 0.6, 2500.0) } else { Ok(()) }
    }
}
