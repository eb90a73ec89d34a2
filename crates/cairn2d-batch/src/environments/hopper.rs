//! Gymnasium's `Hopper-v5`: the same masses, motors, observation, reward and ends.
//!
//! Source of all numbers: `hopper.xml` and `hopper_v5.py` in `gymnasium/envs/mujoco` of Gymnasium 1.4.

use super::legged::{Legged, Link, Model, ResetNoise, Rod, within};
use crate::definition::Definition;

/// A quarter turn and the ranges of the hinges \[rad\].
const QUARTER: f32 = core::f32::consts::FRAC_PI_2;
const BEND: [f32; 2] = [-150.0 / 90.0 * QUARTER, 0.0];
const ANKLE: [f32; 2] = [-0.5 * QUARTER, 0.5 * QUARTER];

/// A link with the motor of all links.
const fn link(parent: usize, hinge: [f32; 2], rod: Rod, friction: f32, range: [f32; 2]) -> Link {
    Link { parent, hinge, rod, friction, range, gear: 200.0, damping: 1.0, stiffness: 0.0 }
}

const MODEL: Model = Model {
    root: &[Rod { center: [0.0, 0.0], lean: 0.0, half: 0.2, radius: 0.05 }],
    root_friction: 0.9,
    height: 1.25,
    observed_height: 1.25,
    links: &[
        link(0, [0.0, -0.2], Rod { center: [0.0, -0.225], lean: 0.0, half: 0.225, radius: 0.05 }, 0.9, BEND),
        link(1, [0.0, -0.45], Rod { center: [0.0, -0.25], lean: 0.0, half: 0.25, radius: 0.04 }, 0.9, BEND),
        link(
            2,
            [0.0, -0.5],
            Rod { center: [0.065, 0.0], lean: QUARTER, half: 0.195, radius: 0.06 },
            2.0,
            ANKLE,
        ),
    ],
    armature: 1.0,
    direction: 1.0,
    mass: None,
    self_collisions: true,
    ground_friction: 1.0,
    dt: 0.001,
    frame_skip: 8,
};

/// The settings of Gymnasium's `Hopper-v5`: one leg that hops forward.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Hopper {
    /// Factor of the mean velocity of the torso \[s/m\].
    pub forward_reward: f32,
    /// Factor of the sum of squared actions, which is subtracted \[-\].
    pub control_cost: f32,
    /// Reward of a step in a healthy state \[-\].
    pub healthy_reward: f32,
    /// Whether an episode ends in a state that is not healthy.
    pub terminate_when_unhealthy: bool,
    /// Bounds of all coordinates but x and height, and of all velocities, in a healthy state.
    pub healthy_state: [f32; 2],
    /// Bounds of the height of the torso in a healthy state \[m\].
    pub healthy_height: [f32; 2],
    /// Bounds of the angle of the torso in a healthy state \[rad\].
    pub healthy_angle: [f32; 2],
    /// Largest noise of coordinates and velocities at the beginning \[m\], \[rad\], \[m/s\] and \[rad/s\].
    pub reset_noise: f32,
    /// Whether the observation begins with x of the torso \[m\].
    pub observe_x: bool,
    /// Number of steps after which an episode is cut.
    pub limit: u32,
}

impl Default for Hopper {
    fn default() -> Hopper {
        Hopper {
            forward_reward: 1.0,
            control_cost: 1.0e-3,
            healthy_reward: 1.0,
            terminate_when_unhealthy: true,
            healthy_state: [-100.0, 100.0],
            healthy_height: [0.7, f32::INFINITY],
            healthy_angle: [-0.2, 0.2],
            reset_noise: 5.0e-3,
            observe_x: false,
            limit: 1000,
        }
    }
}

impl Hopper {
    /// The definition of the environment.
    ///
    /// The actions are the torques of hip, knee and ankle within ±1. The observation has eleven numbers:
    /// height of the torso \[m\], its angle, hip, knee and ankle \[rad\], and the velocities of x and of
    /// these within ±10.
    ///
    /// # Errors
    /// Settings that a world rejects.
    pub fn definition(&self) -> Result<Definition, cairn2d::Error> {
        let noise = ResetNoise { scale: self.reset_noise, is_normal: false };
        let (mut def, hopper) = Legged::definition(MODEL, noise)?;
        def.limit = Some(self.limit);
        let (coordinates, velocities) = (hopper.coordinates(), hopper.velocities());
        let state = coordinates[2..].iter().chain(&velocities);
        let mut is_healthy = within(coordinates[1].clone(), self.healthy_height);
        is_healthy = is_healthy.and(within(coordinates[2].clone(), self.healthy_angle));
        is_healthy = state.fold(is_healthy, |all, one| all.and(within(one.clone(), self.healthy_state)));
        let factors = [self.forward_reward, self.control_cost, self.healthy_reward];
        hopper.stay_healthy(&mut def, is_healthy, factors, self.terminate_when_unhealthy, self.observe_x);
        Ok(def)
    }
}
