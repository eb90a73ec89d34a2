//! Gymnasium's `CartPole-v1`: the same masses, lengths, observation, reward and ends, with bodies and joints.
//!
//! Source of all numbers: `gymnasium/envs/classic_control/cartpole.py` of Gymnasium 1.4. The original
//! integrates the equations of motion by Euler's method with 0.02 s, which gains energy; here the solver of
//! the engine does.

use cairn2d::prelude::*;

use crate::definition::{Definition, Effect};
use crate::expr::Expr;

/// Length of a step \[s\].
const DT: f32 = 0.02;
/// Half extents \[m\] and density \[kg/m^2\] of the cart of 1 kg.
const CART_HALF: [f32; 2] = [0.25, 0.15];
const CART_DENSITY: f32 = 1.0 / (4.0 * CART_HALF[0] * CART_HALF[1]);
/// Half extents \[m\] and density \[kg/m^2\] of the pole of 0.1 kg.
const POLE_HALF: [f32; 2] = [0.01, 0.5];
const POLE_DENSITY: f32 = 0.1 / (4.0 * POLE_HALF[0] * POLE_HALF[1]);
/// Largest first value of each of the four numbers of the state.
const FIRST: f32 = 0.05;

/// The settings of Gymnasium's `CartPole-v1`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct CartPole {
    /// Force on the cart \[N\]. Action 0 pushes to the left, 1 to the right.
    pub force: f32,
    /// Gravity \[m/s^2\], positive downwards.
    pub gravity: f32,
    /// Largest distance of the cart from the middle \[m\].
    pub reach: f32,
    /// Largest angle of the pole \[rad\].
    pub lean: f32,
    /// Number of steps after which an episode is cut.
    pub limit: u32,
}

impl Default for CartPole {
    fn default() -> CartPole {
        CartPole {
            force: 10.0,
            gravity: 9.8,
            reach: 2.4,
            lean: 12.0 * core::f32::consts::TAU / 360.0,
            limit: 500,
        }
    }
}

impl CartPole {
    /// The definition of the environment. Its observation is the position of the cart \[m\], its velocity
    /// \[m/s\], the angle of the pole to the right \[rad\], and its angular velocity \[rad/s\].
    ///
    /// # Errors
    /// Settings that a world rejects.
    pub fn definition(&self) -> Result<Definition, cairn2d::Error> {
        let mut world = World::new(WorldConfig::with_gravity([0.0, -self.gravity]))?;
        let track = world.spawn(Body::fixed())?;
        let cart = Rect::half(CART_HALF[0], CART_HALF[1]).density(CART_DENSITY);
        let cart = world.spawn(Body::dynamic().never_sleeps().with(cart))?;
        let pole = Rect::half(POLE_HALF[0], POLE_HALF[1]).density(POLE_DENSITY);
        let pole = Body::dynamic().at([0.0, POLE_HALF[1]]).never_sleeps().with(pole);
        let pole = world.spawn(pole)?;
        world.join(Prismatic::new(track, cart))?;
        world.join(Revolute::new(cart, pole).at([0.0, 0.0]))?;

        let mut def = Definition::new(world, DT);
        let action = def.action(0.0, 1.0);
        let [x, speed, lean, spin] = [(); 4].map(|()| Expr::uniform(-FIRST, FIRST));
        // Angles of the original grow to the right.
        let (up_x, up_y) = (lean.clone().sin() * POLE_HALF[1], lean.clone().cos() * POLE_HALF[1]);
        def.reset = vec![
            Effect::Pose(cart, [x.clone(), 0.0.into(), 0.0.into()]),
            Effect::Velocity(cart, [speed.clone(), 0.0.into()]),
            Effect::Pose(pole, [x + up_x.clone(), up_y.clone(), -lean]),
            Effect::Velocity(pole, [speed + spin.clone() * up_y, -(spin.clone() * up_x)]),
            Effect::AngularVelocity(pole, -spin),
        ];
        let force = action.above(0.5).select(self.force, -self.force);
        def.act = vec![Effect::Force(cart, [force, 0.0.into()])];
        let (x, lean) = (Expr::x(cart), -Expr::angle(pole));
        def.observe = vec![x.clone(), Expr::velocity_x(cart), lean.clone(), -Expr::angular_velocity(pole)];
        def.reward = 1.0.into();
        def.terminated = x.abs().above(self.reach).or(lean.abs().above(self.lean));
        def.limit = Some(self.limit);
        Ok(def)
    }
}
