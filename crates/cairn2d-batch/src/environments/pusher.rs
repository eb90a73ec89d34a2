//! A disc that pushes a block to a goal, seen from above.

use cairn2d::prelude::*;

use crate::definition::{Definition, Effect};
use crate::expr::Expr;

/// Length of a step \[s\], and steps in a call.
const DT: f32 = 0.02;
const FRAME_SKIP: u32 = 2;
/// Half extent of the field \[m\].
const FIELD: f32 = 2.0;
/// Radius of the disc, half extent of the block \[m\].
const DISC: f32 = 0.15;
const BLOCK: f32 = 0.25;
/// Friction of the block on the floor, as damping \[1/s\].
const DAMPING: f32 = 8.0;
/// Distances of the first positions from the walls \[m\].
const BLOCK_MARGIN: f32 = 0.8;
const DISC_MARGIN: f32 = 0.3;

/// A disc pushes a block to a goal.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Pusher {
    /// Largest speed of the disc on each axis \[m/s\].
    pub speed: f32,
    /// Distance of the block from the goal at which an episode ends \[m\].
    pub tolerance: f32,
    /// Number of steps after which an episode is cut.
    pub limit: u32,
}

impl Default for Pusher {
    fn default() -> Pusher {
        Pusher { speed: 1.5, tolerance: 0.1, limit: 400 }
    }
}

impl Pusher {
    /// The definition of the environment. Two actions within ±1 are the velocity of the disc, in shares of
    /// its speed. The observation has ten numbers. The first four are the positions of the block and of the
    /// goal relative to the disc \[m\]. Then come cosine and sine of the block, its velocity \[m/s\], and the
    /// position of the disc \[m\]. The reward is how much nearer the block came to the goal \[m\], and 1 at
    /// the goal.
    ///
    /// # Errors
    /// Settings that a world rejects.
    pub fn definition(&self) -> Result<Definition, cairn2d::Error> {
        let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0]))?;
        let corners = [[-FIELD, -FIELD], [FIELD, -FIELD], [FIELD, FIELD], [-FIELD, FIELD]];
        let walls = (0..4).fold(Body::fixed(), |body, index| {
            body.with(Segment::new(corners[index], corners[(index + 1) % 4]).friction(0.0))
        });
        world.spawn(walls)?;
        let disc = Body::dynamic().locks(Locks { rotation: true, ..Locks::default() }).never_sleeps();
        // Heavy, so that the block hardly slows it.
        let disc = world.spawn(disc.at([-1.0, 0.0]).with(Circle::new(DISC).density(100.0).friction(0.3)))?;
        let block = Body::dynamic().linear_damping(DAMPING).angular_damping(DAMPING).never_sleeps();
        let block = world.spawn(block.with(Rect::half(BLOCK, BLOCK).friction(0.3)))?;

        let mut def = Definition::new(world, DT);
        def.frame_skip = FRAME_SKIP;
        def.limit = Some(self.limit);
        let push = [(); 2].map(|()| def.action(-1.0, 1.0));
        let goal = [(); 2].map(|()| def.variable(0.0));
        let [now, last] = [(); 2].map(|()| def.variable(0.0));
        let within = |margin: f32| Expr::uniform(margin - FIELD, FIELD - margin);
        let turn = Expr::uniform(-core::f32::consts::PI, core::f32::consts::PI);
        def.reset = vec![
            Effect::Pose(block, [within(BLOCK_MARGIN), within(BLOCK_MARGIN), turn]),
            Effect::Set(goal[0], within(BLOCK_MARGIN)),
            Effect::Set(goal[1], within(BLOCK_MARGIN)),
        ];
        // On a wall side of the block, so that the two do not overlap.
        let side = Expr::uniform(0.0, 1.0).above(0.5).select(FIELD - DISC_MARGIN, DISC_MARGIN - FIELD);
        def.reset.push(Effect::Pose(disc, [within(DISC_MARGIN), side, 0.0.into()]));
        let velocity = push.map(|push| push * self.speed);
        def.act = vec![Effect::Velocity(disc, velocity)];

        let at = [Expr::x(block), Expr::y(block)];
        let own = [Expr::x(disc), Expr::y(disc)];
        let aim = goal.map(Expr::variable);
        let away = [aim[0].clone() - at[0].clone(), aim[1].clone() - at[1].clone()];
        let distance = (away[0].clone() * away[0].clone() + away[1].clone() * away[1].clone()).sqrt();
        def.after = vec![Effect::Set(last, Expr::variable(now)), Effect::Set(now, distance.clone())];
        let nearer = Expr::variable(last) - Expr::variable(now);
        let is_there = distance.at_most(self.tolerance);
        def.reward = nearer + is_there.clone();
        def.terminated = is_there;
        let relative = |to: &[Expr; 2]| [to[0].clone() - own[0].clone(), to[1].clone() - own[1].clone()];
        def.observe = [relative(&at), relative(&aim)].concat();
        def.observe.extend([Expr::cos_angle(block), Expr::sin_angle(block)]);
        def.observe.extend([Expr::velocity_x(block), Expr::velocity_y(block)]);
        def.observe.extend(own);
        Ok(def)
    }
}
