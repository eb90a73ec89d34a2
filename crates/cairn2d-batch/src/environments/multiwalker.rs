//! PettingZoo's `multiwalker_v9`: walkers that carry a package together.
//!
//! Source of all numbers: `pettingzoo/sisl/multiwalker/multiwalker_base.py` of PettingZoo 1.27.

use cairn2d::prelude::*;

use super::bipedal_walker::{
    FIRST_PUSH, FPS, GRASS, Ground, HULL_AT, LEG, LENGTH, LEVEL, SCALE, START, STEP, SUB_STEPS, Walker,
    ground,
};
use crate::definition::{Definition, Effect};
use crate::expr::Expr;

/// Distance of the walkers \[m\].
const APART: f32 = 10.0 * STEP;
/// Half width and half height of the package of 1.75 walkers \[m\].
const PACKAGE: [f32; 2] = [120.0 / SCALE, 5.0 / SCALE];
const PACKAGE_WALKERS: f32 = 1.75;
/// Category of the package, which rays do not see.
const PACKAGE_CATEGORY: u64 = 4;
/// Largest number of walkers, as in the original.
const MAX_WALKERS: u32 = 40;

/// The settings of PettingZoo's `multiwalker_v9`, with a shared reward and an end for all when one falls.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Multiwalker {
    /// Number of walkers, 1 to 40.
    pub walkers: u32,
    /// Standard deviation of the noise of observed positions, in lengths of the package.
    pub position_noise: f32,
    /// Standard deviation of the noise of the observed angle of the package \[rad\].
    pub angle_noise: f32,
    /// Factor of the reward for the distance that the package moved.
    pub forward_reward: f32,
    /// Reward of a walker that fell.
    pub fall_reward: f32,
    /// Reward of all when the episode ends early.
    pub terminate_reward: f32,
    /// Number of steps after which an episode is cut.
    pub limit: u32,
}

impl Default for Multiwalker {
    fn default() -> Multiwalker {
        Multiwalker {
            walkers: 3,
            position_noise: 1.0e-3,
            angle_noise: 1.0e-3,
            forward_reward: 1.0,
            fall_reward: -10.0,
            terminate_reward: -100.0,
            limit: 500,
        }
    }
}

impl Multiwalker {
    /// The definition of the environment. Four actions within ±1 and 31 numbers of the observation for each
    /// walker, in order. A number of walkers out of range becomes the nearest one.
    ///
    /// # Errors
    /// Settings that a world rejects.
    pub fn definition(&self) -> Result<Definition, cairn2d::Error> {
        let mut config = WorldConfig::with_gravity([0.0, -10.0]);
        config.sub_steps = SUB_STEPS;
        let mut world = World::new(config)?;
        let count = self.walkers.clamp(1, MAX_WALKERS);
        let segments = ground(&mut world, LENGTH)?;
        let scale = count as f32 / PACKAGE_WALKERS;
        let middle = 0.5 * START as f32 * STEP + 0.5 * (count - 1) as f32 * APART;
        let filter = CollisionFilter { category: PACKAGE_CATEGORY, mask: u64::MAX, group: 0 };
        let package = Rect::half(PACKAGE[0] * scale, PACKAGE[1]).density(1.0).friction(0.5).filter(filter);
        let package_body = Body::dynamic().at([middle, LEVEL + 3.0 * LEG[1]]);
        let package = world.spawn(package_body.with(package))?;
        let mut walkers = Vec::with_capacity(count as usize);
        for index in 0..count {
            // Bodies of one walker do not collide; those of two walkers do.
            let filter = CollisionFilter { category: 1, mask: u64::MAX, group: -(index as i32) - 1 };
            let at = vec2(HULL_AT[0] + index as f32 * APART, HULL_AT[1]);
            walkers.push(Walker::spawn(&mut world, at, filter)?);
        }

        let mut def = Definition::new(world, 1.0 / FPS);
        def.limit = Some(self.limit);
        Ground::new(&mut def).randomize(&mut def, &segments, &[]);
        for walker in &walkers {
            let push = [Expr::uniform(-FIRST_PUSH / FPS, FIRST_PUSH / FPS), 0.0.into()];
            def.reset.push(Effect::Impulse(walker.hull, push));
            let _ = walker.drive(&mut def);
        }
        let length = 2.0 * PACKAGE[0] * scale;
        for (index, walker) in walkers.iter().enumerate() {
            let neighbor = |at: Option<usize>| at.and_then(|at| walkers.get(at)).map(|walker| walker.hull);
            let around = [neighbor(index.checked_sub(1)), neighbor(Some(index + 1)), Some(package)];
            let others = self.relative(walker.hull, around, length);
            def.observe.extend([walker.observe(), walker.look(), others].concat());
            let angle = Expr::angle(package) + noise(self.angle_noise);
            def.observe.push(angle);
        }
        self.judge(&mut def, &walkers, package);
        Ok(def)
    }

    /// Positions of other bodies relative to one, in lengths of the package; 0 without a body.
    fn relative(&self, from: BodyId, others: [Option<BodyId>; 3], length: f32) -> Vec<Expr> {
        let along = |read: fn(BodyId) -> Expr, other: Option<BodyId>| match other {
            Some(other) => (read(other) - read(from)) / length + noise(self.position_noise),
            None => 0.0.into(),
        };
        others.into_iter().flat_map(|other| [along(Expr::x, other), along(Expr::y, other)]).collect()
    }

    /// The shared reward and the ends.
    fn judge(&self, def: &mut Definition, walkers: &[Walker], package: BodyId) {
        let hulls: Vec<BodyId> = walkers.iter().map(|walker| walker.hull).collect();
        let share = 1.0 / walkers.len() as f32;
        let mut latched = |touch: Expr| {
            let index = def.variable(0.0);
            def.after.push(Effect::Set(index, Expr::variable(index).max(touch)));
            Expr::variable(index)
        };
        let fallen: Vec<Expr> =
            hulls.iter().map(|hull| latched(Expr::touched_others(*hull, &[package]))).collect();
        let dropped = latched(Expr::touched_others(package, &hulls));
        let fallen = fallen.into_iter().fold(Expr::from(0.0), |sum, one| sum + one);
        let lean = hulls.iter().fold(Expr::from(0.0), |sum, hull| sum + Expr::angle(*hull).abs());
        let x = Expr::x(package);
        let shaping = x.clone() * (self.forward_reward * 130.0 / SCALE) - lean * (5.0 * share);
        let [now, last] = [(); 2].map(|()| def.variable(0.0));
        def.after.push(Effect::Set(last, Expr::variable(now)));
        def.after.push(Effect::Set(now, shaping));
        let lost = fallen.clone().above(0.0).or(dropped).or(x.clone().below(0.0));
        let gained = Expr::variable(now) - Expr::variable(last) + fallen * (self.fall_reward * share);
        def.reward = gained + lost.clone() * self.terminate_reward;
        def.terminated = lost.or(x.above((LENGTH - GRASS) as f32 * STEP));
    }
}

/// Noise of this standard deviation, uniform.
fn noise(deviation: f32) -> Expr {
    let most = 3.0_f32.sqrt() * deviation;
    Expr::uniform(-most, most)
}
