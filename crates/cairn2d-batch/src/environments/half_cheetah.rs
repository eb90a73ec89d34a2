//! Gymnasium's `HalfCheetah-v5`: the same masses, springs, motors, observation and reward.
//!
//! Source of all numbers: `half_cheetah.xml` and `half_cheetah_v5.py` in `gymnasium/envs/mujoco` of
//! Gymnasium 1.4.

use super::legged::{Legged, Link, Model, ResetNoise, Rod};
use crate::definition::Definition;

/// Radius of all capsules \[m\], and friction of all shapes \[-\].
const RADIUS: f32 = 0.046;
const FRICTION: f32 = 0.4;

const fn rod(center: [f32; 2], lean: f32, half: f32) -> Rod {
    Rod { center, lean, half, radius: RADIUS }
}

const MODEL: Model = Model {
    root: &[rod([0.0, 0.0], core::f32::consts::FRAC_PI_2, 0.5), rod([0.6, 0.1], 0.87, 0.15)],
    root_friction: FRICTION,
    height: 0.7,
    observed_height: 0.0,
    links: &[
        // Thigh, shin and foot of the back leg, then of the front leg.
        Link {
            parent: 0,
            hinge: [-0.5, 0.0],
            rod: rod([0.1, -0.13], -3.8, 0.145),
            friction: FRICTION,
            range: [-0.52, 1.05],
            gear: 120.0,
            damping: 6.0,
            stiffness: 240.0,
        },
        Link {
            parent: 1,
            hinge: [0.16, -0.25],
            rod: rod([-0.14, -0.07], -2.03, 0.15),
            friction: FRICTION,
            range: [-0.785, 0.785],
            gear: 90.0,
            damping: 4.5,
            stiffness: 180.0,
        },
        Link {
            parent: 2,
            hinge: [-0.28, -0.14],
            rod: rod([0.03, -0.097], -0.27, 0.094),
            friction: FRICTION,
            range: [-0.4, 0.785],
            gear: 60.0,
            damping: 3.0,
            stiffness: 120.0,
        },
        Link {
            parent: 0,
            hinge: [0.5, 0.0],
            rod: rod([-0.07, -0.12], 0.52, 0.133),
            friction: FRICTION,
            range: [-1.0, 0.7],
            gear: 120.0,
            damping: 4.5,
            stiffness: 180.0,
        },
        Link {
            parent: 4,
            hinge: [-0.14, -0.24],
            rod: rod([0.065, -0.09], -0.6, 0.106),
            friction: FRICTION,
            range: [-1.2, 0.87],
            gear: 60.0,
            damping: 3.0,
            stiffness: 120.0,
        },
        Link {
            parent: 5,
            hinge: [0.13, -0.18],
            rod: rod([0.045, -0.07], -0.6, 0.07),
            friction: FRICTION,
            range: [-0.5, 0.5],
            gear: 30.0,
            damping: 1.5,
            stiffness: 60.0,
        },
    ],
    armature: 0.1,
    direction: -1.0,
    mass: Some(14.0),
    self_collisions: false,
    ground_friction: FRICTION,
    dt: 0.001,
    frame_skip: 50,
};

/// The settings of Gymnasium's `HalfCheetah-v5`: a trunk with two legs that runs forward.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct HalfCheetah {
    /// Factor of the mean velocity of the trunk \[s/m\].
    pub forward_reward: f32,
    /// Factor of the sum of squared actions, which is subtracted \[-\].
    pub control_cost: f32,
    /// Largest noise of coordinates \[m\] and \[rad\], and standard deviation of velocities \[m/s\] and
    /// \[rad/s\], at the beginning.
    pub reset_noise: f32,
    /// Whether the observation begins with x of the trunk \[m\].
    pub observe_x: bool,
    /// Number of steps after which an episode is cut.
    pub limit: u32,
}

impl Default for HalfCheetah {
    fn default() -> HalfCheetah {
        HalfCheetah {
            forward_reward: 1.0,
            control_cost: 0.1,
            reset_noise: 0.1,
            observe_x: false,
            limit: 1000,
        }
    }
}

impl HalfCheetah {
    /// The definition of the environment. An episode never ends before its limit.
    ///
    /// The actions are the torques of thigh, shin and foot of the back, then of the front leg, within ±1.
    /// The observation has 17 numbers: height of the trunk above its place at rest \[m\], its angle and the
    /// angles of the six hinges \[rad\], and the velocities of x and of these.
    ///
    /// # Errors
    /// Settings that a world rejects.
    pub fn definition(&self) -> Result<Definition, cairn2d::Error> {
        let noise = ResetNoise { scale: self.reset_noise, is_normal: true };
        let (mut def, cheetah) = Legged::definition(MODEL, noise)?;
        def.limit = Some(self.limit);
        let speed = cheetah.forward_speed(&mut def);
        def.reward = speed * self.forward_reward - cheetah.effort() * self.control_cost;
        def.observe = cheetah.coordinates()[usize::from(!self.observe_x)..].to_vec();
        def.observe.extend(cheetah.velocities());
        Ok(def)
    }
}
