//! The pushing task of diffusion policies: a disc brings a block of the form of a T to a goal.
//!
//! Source of all numbers: `gym_pusht/envs/pusht.py` of gym-pusht 0.1, in which lengths are pixels; here 100
//! pixels are a metre.

use core::f32::consts::{FRAC_PI_4, PI, TAU};

use cairn2d::prelude::*;

use super::overlap::{Relative, Tile};
use crate::definition::{Definition, Effect};
use crate::expr::Expr;

/// Length of a pixel \[m\], and of the arena \[pixels\].
const PIXEL: f32 = 0.01;
const ARENA: f32 = 512.0;
/// Length of a step \[s\], and steps in a call.
const DT: f32 = 0.01;
const FRAME_SKIP: u32 = 10;
/// Lines of the walls and half their thickness \[pixels\].
const WALLS: [f32; 2] = [5.0, 506.0];
const WALL: f32 = 2.0;
/// Radius of the disc \[pixels\].
const DISC: f32 = 15.0;
/// Acceleration of the disc for a distance \[1/s^2\] and against its velocity \[1/s\].
const GAINS: [f32; 2] = [100.0, 20.0];
/// Parts of the block in its frame \[m\]: bar and stem.
const TILES: [Tile; 2] = [
    Tile { center: [0.0, 15.0 * PIXEL], half: [60.0 * PIXEL, 15.0 * PIXEL] },
    Tile { center: [0.0, 75.0 * PIXEL], half: [15.0 * PIXEL, 45.0 * PIXEL] },
];
/// Mass \[kg\], centre \[m\] and inertia \[kg m^2\] of the block. The original takes the middle between its
/// parts and the inertia of two bars about the origin.
const BLOCK: Mass =
    Mass { mass: 1.0, center: Vec2 { x: 0.0, y: 45.0 * PIXEL }, inertia: 3000.0 * PIXEL * PIXEL };
/// Pose of the goal \[m, rad\].
const GOAL: [f32; 3] = [256.0 * PIXEL, 256.0 * PIXEL, FRAC_PI_4];
/// Friction of the floor: damping that stops the block in every sub-step \[1/s\].
const DAMPING: f32 = 1.0e6;
/// First places of disc and block on each axis \[pixels\].
const DISC_AT: [f32; 2] = [50.0, 450.0];
const BLOCK_AT: [f32; 2] = [100.0, 400.0];

/// The settings of gym-pusht's `PushT-v0` with the observation `state`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct PushT {
    /// Share of the goal that the block must cover \[-\]. The reward reaches 1 there, and an episode ends
    /// above.
    pub success: f32,
    /// Number of steps after which an episode is cut.
    pub limit: u32,
}

impl Default for PushT {
    fn default() -> PushT {
        PushT { success: 0.95, limit: 300 }
    }
}

impl PushT {
    /// The definition of the environment.
    ///
    /// The two actions from 0 to 512 are the place that the disc accelerates to \[pixels\]. The observation
    /// has five numbers: the places of disc and block \[pixels\], and the angle of the block from 0 to 2π
    /// \[rad\].
    ///
    /// # Errors
    /// Settings that a world rejects.
    pub fn definition(&self) -> Result<Definition, cairn2d::Error> {
        let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0]))?;
        let [low, high] = WALLS.map(|at| at * PIXEL);
        let corners = [[low, low], [high, low], [high, high], [low, high]];
        let walls = (0..4).fold(Body::fixed(), |body, index| {
            let wall = Capsule::new(corners[index], corners[(index + 1) % 4], WALL * PIXEL);
            body.with(wall.friction(0.0))
        });
        world.spawn(walls)?;
        let disc = Body::kinematic().at([256.0 * PIXEL, 400.0 * PIXEL]);
        let disc = world.spawn(disc.with(Circle::new(DISC * PIXEL).friction(0.0)))?;
        let block = Body::dynamic().at([256.0 * PIXEL, 300.0 * PIXEL]).mass(BLOCK).never_sleeps();
        let block = TILES.iter().fold(block, |body, Tile { center, half }| {
            body.with(Rect::half(half[0], half[1]).at(*center).friction(0.0))
        });
        let block = world.spawn(block.linear_damping(DAMPING).angular_damping(DAMPING))?;

        let mut def = Definition::new(world, DT);
        def.frame_skip = FRAME_SKIP;
        def.limit = Some(self.limit);
        let target = [(); 2].map(|()| def.action(0.0, ARENA));
        let integer = |[low, high]: [f32; 2]| Expr::uniform(low, high).floor() * PIXEL;
        let turn = Expr::uniform(-PI, PI);
        // The original first places the block without an angle, then turns it about its centre of mass.
        let center = BLOCK.center.y;
        let block_at = [
            integer(BLOCK_AT) + turn.clone().sin() * center,
            integer(BLOCK_AT) + (1.0 - turn.clone().cos()) * center,
        ];
        let [x, y] = block_at;
        def.reset = vec![
            Effect::Pose(disc, [integer(DISC_AT), integer(DISC_AT), 0.0.into()]),
            Effect::Pose(block, [x, y, turn]),
        ];
        let at = [Expr::x(disc), Expr::y(disc)];
        let speed = [Expr::velocity_x(disc), Expr::velocity_y(disc)];
        let [pull, brake] = GAINS;
        let velocity: [Expr; 2] = core::array::from_fn(|axis| {
            let way = target[axis].clone() * PIXEL - at[axis].clone();
            speed[axis].clone() + (way * pull - speed[axis].clone() * brake) * DT
        });
        def.act = vec![Effect::Velocity(disc, velocity)];

        let covered = covered(block);
        def.reward = (covered.clone() / self.success).clip(0.0, 1.0);
        def.terminated = covered.above(self.success);
        let angle = Expr::angle(block);
        let angle = angle.clone().below(0.0).select(angle.clone() + TAU, angle);
        let places = [Expr::x(disc), Expr::y(disc), Expr::x(block), Expr::y(block)];
        def.observe = places.map(|place| place * (1.0 / PIXEL)).into();
        def.observe.push(angle);
        Ok(def)
    }
}

/// Share of the goal that the block covers \[-\].
fn covered(block: BodyId) -> Expr {
    let [x, y, angle] = GOAL;
    let (c, s) = (cairn2d::math::cos(angle), cairn2d::math::sin(angle));
    let way = [Expr::x(block) - x, Expr::y(block) - y];
    let [dx, dy] = way;
    let (cos, sin) = (Expr::cos_angle(block), Expr::sin_angle(block));
    let relative = Relative {
        at: [dx.clone() * c + dy.clone() * s, dy * c - dx * s],
        turn: [cos.clone() * c + sin.clone() * s, sin * c - cos * s],
    };
    let area: f32 = TILES.iter().map(|tile| 4.0 * tile.half[0] * tile.half[1]).sum();
    relative.shared_area(&TILES) / area
}
