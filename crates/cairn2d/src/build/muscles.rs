//! Ragdolls that follow a pose. An animation gives target angles, and springs with bounded torque pull the
//! joints there, while contacts still act.
//!
//! The spring of a joint damps the absolute speed of its angle, so it would lag behind a moving target by
//! `2 damping_ratio / omega` times the speed of the target. If the caller gives that speed, the target is
//! moved ahead by this amount.

use cairn2d_dynamics::{Error, JointError, JointId, JointKind, KindError, Spring, World};

use cairn2d_math::StandardFloats;

use crate::check::check;

/// Strength with which joints are driven to a pose.
///
/// # Examples
/// A doll raises an arm with at most 0.5 N m.
/// ```
/// use cairn2d::build::{Muscles, Ragdoll};
/// use cairn2d::prelude::*;
/// # let mut world = World::new(WorldConfig::default())?;
/// let doll = Ragdoll::new([0.0, 3.0]).build(&mut world)?;
/// let mut pose = [0.0; 10];
/// pose[6] = 1.5;
/// let muscles = Muscles { max_torque: 0.5, ..Muscles::default() };
/// for _ in 0..60 {
///     muscles.follow(&mut world, &doll.joints, &pose, &[])?;
///     world.step(1.0 / 60.0)?;
/// }
/// # Ok::<(), cairn2d::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Muscles {
    /// Stiffness: the frequency with which a joint swings about its target \[Hz\], 0 to 1e6. Default 6.
    pub hertz: f32,
    /// Damping \[-\], 0 to 1e4. Default 1.
    pub damping_ratio: f32,
    /// Largest torque at each joint \[N m\], 0 to 1e15. Default 1e15.
    pub max_torque: f32,
    /// Factor on stiffness and torque \[-\], 0 (limp) to 1. Default 1.
    pub weight: f32,
}

impl Default for Muscles {
    fn default() -> Muscles {
        Muscles { hertz: 6.0, damping_ratio: 1.0, max_torque: 1.0e15, weight: 1.0 }
    }
}

impl Muscles {
    /// Drives hinges towards angles \[rad\], one per joint. Call it before each step of an animation, with
    /// the pose at the end of the step. `speeds` holds the speeds of the target angles \[rad/s\]; missing
    /// ones count as 0.
    ///
    /// Replaces the springs of the joints; limits and motors stay. Skips joints that no longer exist, and
    /// entries without a partner in the other list. Wakes the figure.
    ///
    /// # Errors
    /// A number out of range, or a joint that is neither a hinge nor a rotary joint; the world is unchanged
    /// then.
    pub fn follow(
        &self,
        world: &mut World,
        joints: &[JointId],
        angles: &[f32],
        speeds: &[f32],
    ) -> Result<(), Error> {
        StandardFloats::within(|| {
            check("muscle hertz", self.hertz, (0.0, 1.0e6))?;
            check("muscle damping ratio", self.damping_ratio, (0.0, 1.0e4))?;
            check("muscle torque", self.max_torque, (0.0, 1.0e15))?;
            check("muscle weight", self.weight, (0.0, 1.0))?;
            let driven =
                || joints.iter().zip(angles.iter().zip(speeds.iter().chain(core::iter::repeat(&0.0))));
            for (&joint, (&angle, &speed)) in driven() {
                check("pose angle", angle, (-1.0e5, 1.0e5))?;
                check("pose speed", speed, (-1.0e3, 1.0e3))?;
                let kind = world.joint(joint).map(|joint| joint.kind());
                if kind.is_some_and(|kind| !matches!(kind, JointKind::Revolute | JointKind::Rotary)) {
                    return Err(JointError::from(KindError::new(
                        "only hinges and rotary joints can follow a pose",
                    ))
                    .into());
                }
            }
            // Stiffness grows with the square of the frequency.
            let hertz = self.hertz * self.weight.sqrt();
            let omega = core::f32::consts::TAU * self.hertz;
            // Bounds the lead of a slow spring.
            let lead = 2.0 * self.damping_ratio / if omega > 1.0 { omega } else { 1.0 };
            let lead = if lead < LONGEST_LEAD { lead } else { LONGEST_LEAD };
            let most = self.max_torque * self.weight;
            for (&joint, (&angle, &speed)) in driven() {
                let Some(mut joint) = world.joint_mut(joint) else { continue };
                let target = angle + lead * speed;
                joint.set_spring(Spring { hertz, damping_ratio: self.damping_ratio, target })?;
                joint.set_spring_range((-most, most))?;
            }
            Ok(())
        })
    }
}

/// Longest time by which a target is moved ahead \[s\].
const LONGEST_LEAD: f32 = 0.5;
