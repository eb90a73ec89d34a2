//! Three small games, played with [`Controls`](crate::Controls): [`Asteroids`], [`NavalBattle`] and
//! [`PortalPuzzle`]; and [`ShiftingMaze`] and [`PathSearch`], in which units and searches find ways.
//!
//! Each is a [`Play`]: its rules use the public interface of the engine, its picture is the world with an
//! [`Overlay`](crate::Overlay), and it gives the same bits everywhere. Without controls an autopilot plays.
//! The built-in scenes of the same names contain the static parts.

mod asteroids;
mod maze;
mod naval;
mod portals;
mod search;

pub use asteroids::Asteroids;
pub use maze::ShiftingMaze;
pub use naval::NavalBattle;
pub use portals::PortalPuzzle;
pub use search::PathSearch;

use cairn2d::{Body, BodyId, Error, TouchEvent, Vec2, World};

use crate::format::Scene;
use crate::library::{BuiltIn, Category, entry};
#[cfg(doc)]
use crate::play::Play;
use crate::play::{Maker, start};

/// The scenes of the games.
pub(crate) const SCENES: &[BuiltIn] = &[
    entry(
        "asteroids",
        Category::Games,
        1200,
        asteroids::scene,
        "Asteroids with wrap-around: rocks split, and saucers aim ahead of the ship",
    ),
    entry(
        "naval_battle",
        Category::Games,
        1200,
        naval::scene,
        "Ships of convex hulls between islands, with broadsides and homing torpedoes",
    ),
    entry(
        "shifting_maze",
        Category::Games,
        1200,
        maze::scene,
        "A maze that rearranges itself: units walk by flow fields and around rollers",
    ),
    entry(
        "path_search",
        Category::Games,
        360,
        search::scene,
        "What A*, jump point search and a table of jumps look at on their way",
    ),
    entry(
        "portal_puzzle",
        Category::Games,
        1200,
        portals::scene,
        "Balls that fall through the floor leave a tilted carriage and must reach switches",
    ),
];

/// The games by name.
pub(crate) const PLAYS: &[(&str, Maker)] = &[
    ("asteroids", start::<Asteroids>),
    ("naval_battle", start::<NavalBattle>),
    ("shifting_maze", start::<ShiftingMaze>),
    ("path_search", start::<PathSearch>),
    ("portal_puzzle", start::<PortalPuzzle>),
];

/// Kind of a body of a game, stored in the low byte of its user data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    /// Scenery.
    Other,
    /// The player.
    Player,
    /// A shot or a torpedo of the player.
    Shot,
    /// A rock.
    Rock,
    /// An enemy.
    Foe,
    /// A shot of an enemy.
    FoeShot,
}

impl Piece {
    const ALL: [Piece; 6] =
        [Piece::Other, Piece::Player, Piece::Shot, Piece::Rock, Piece::Foe, Piece::FoeShot];

    fn of(data: u64) -> Piece {
        Piece::ALL.get((data & 0xFF) as usize).copied().unwrap_or(Piece::Other)
    }

    /// The user data of a body of this kind, with a number.
    fn data(self, number: u32) -> u64 {
        Piece::ALL.iter().position(|&piece| piece == self).unwrap_or(0) as u64 | u64::from(number) << 8
    }
}

/// The number in the user data.
fn number(data: u64) -> u32 {
    (data >> 8) as u32
}

/// A missile with a limited life.
#[derive(Clone, Copy, Debug)]
struct Missile {
    body: BodyId,
    /// Number of steps left.
    life: u32,
    /// Angular speed of homing \[rad/s\]; 0 flies straight.
    homing: f32,
}

/// Ages the missiles and turns homing ones towards the nearest of some positions; removes those whose time
/// is over.
fn guide(
    world: &mut World,
    missiles: &mut Vec<Missile>,
    dt: f32,
    nearest: impl Fn(&World, Vec2) -> Option<Vec2>,
) -> Result<(), Error> {
    for missile in missiles.iter_mut() {
        missile.life = missile.life.saturating_sub(1);
        let Some(body) = world.body(missile.body) else { continue };
        let (at, velocity) = (body.position(), body.velocity());
        if missile.life == 0 {
            world.despawn(missile.body)?;
        } else if missile.homing > 0.0
            && let Some(target) = nearest(world, at)
        {
            let turned = cairn2d::math::steer(velocity, target - at, missile.homing * dt);
            if let Some(mut body) = world.body_mut(missile.body) {
                body.set_velocity(turned)?;
                body.set_pose(cairn2d::Pose { p: at, q: cairn2d::Rot::from_angle(angle_of(turned)) })?;
            }
        }
    }
    missiles.retain(|missile| world.body(missile.body).is_some());
    Ok(())
}

/// The angle of a direction \[rad\].
fn angle_of(direction: Vec2) -> f32 {
    cairn2d::math::atan2(direction.y, direction.x)
}

/// The bodies of one kind, in the order of the world.
fn bodies_of(world: &World, piece: Piece) -> impl Iterator<Item = BodyId> + '_ {
    world.bodies().filter(move |&id| world.body(id).is_some_and(|body| Piece::of(body.user_data()) == piece))
}

/// The body of a kind that is nearest to a position.
fn nearest_of(world: &World, piece: Piece, to: Vec2) -> Option<BodyId> {
    let mut best: Option<(f32, BodyId)> = None;
    for id in bodies_of(world, piece) {
        let Some(body) = world.body(id) else { continue };
        let distance = body.position().distance_squared(to);
        if best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, id));
        }
    }
    best.map(|(_, id)| id)
}

/// The pairs that began to touch, with one body of the kind `first` and the other of the kind `second`, in
/// this order.
fn met(events: &[TouchEvent], first: Piece, second: Piece) -> Vec<[BodyId; 2]> {
    let pair = |event: &TouchEvent| {
        let (a, b) = (Piece::of(event.a.body_data), Piece::of(event.b.body_data));
        if (a, b) == (first, second) {
            Some([event.a.body, event.b.body])
        } else if (a, b) == (second, first) {
            Some([event.b.body, event.a.body])
        } else {
            None
        }
    };
    events.iter().filter_map(pair).collect()
}

/// Removes a body; returns whether it existed.
fn remove(world: &mut World, id: BodyId) -> bool {
    world.despawn(id).is_ok()
}

/// Spawns a body of a kind.
fn spawn(world: &mut World, piece: Piece, data: u32, body: Body) -> Result<BodyId, Error> {
    Ok(world.spawn(body.user_data(piece.data(data)))?)
}

/// Gives a scene the play of its name.
fn named(scene: &mut Scene) {
    scene.script = Some(scene.name.clone());
}

#[cfg(test)]
mod tests;
