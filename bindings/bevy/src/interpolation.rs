//! Drawing between steps: transforms eased from the last pose to the current one.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemChangeTick;
use bevy_reflect::prelude::*;
use bevy_time::{Fixed, Time};
use bevy_transform::prelude::Transform;
use cairn2d::{Interpolated, Pose, TeleportEvent};

use crate::components::RigidBody;
use crate::convert::place;
use crate::physics::Physics;

/// Eases the transform of a body between the poses of the last two steps, so that it moves smoothly at any
/// frame rate. It is then up to one step behind.
///
/// In fixed schedules the transform is the pose of the last step; in all others it is the eased one. Bodies
/// below another entity with a transform are not eased.
#[derive(Component, Reflect, Clone, Copy, Debug, Default)]
#[reflect(Component, Default, Debug)]
#[require(RigidBody)]
pub struct TransformInterpolation {
    #[reflect(ignore)]
    poses: Option<Interpolated>,
    is_moving: bool,
}

impl TransformInterpolation {
    pub(crate) fn teleport(&mut self, pose: Pose) {
        *self = TransformInterpolation { poses: Some(Interpolated::new(pose)), is_moving: false };
    }

    pub(crate) fn pass(&mut self, event: &TeleportEvent) {
        if let Some(poses) = &mut self.poses {
            poses.pass(event);
        }
    }

    pub(crate) fn advance(&mut self, pose: Pose) {
        match &mut self.poses {
            Some(poses) => {
                poses.advance(pose);
                self.is_moving = *poses != Interpolated::new(pose);
            }
            None => self.teleport(pose),
        }
    }

    pub(crate) fn eased(&self, alpha: f32) -> Option<Pose> {
        self.poses.filter(|_| self.is_moving).map(|poses| poses.at(alpha))
    }
}

/// Places bodies between their last two poses.
pub(crate) fn ease(
    mut physics: ResMut<Physics>,
    time: Res<Time<Fixed>>,
    mut bodies: Query<(&mut Transform, &TransformInterpolation), Without<ChildOf>>,
    ticks: SystemChangeTick,
) {
    place_own(&physics, &mut bodies, time.overstep_fraction());
    physics.own.eased = Some(ticks.this_run());
}

/// Places bodies at the pose of the last step, for the systems of fixed schedules.
pub(crate) fn reset(
    mut physics: ResMut<Physics>,
    mut bodies: Query<(&mut Transform, &TransformInterpolation), Without<ChildOf>>,
    ticks: SystemChangeTick,
) {
    place_own(&physics, &mut bodies, 1.0);
    physics.own.reset = Some(ticks.this_run());
}

/// Places moving bodies whose transform the game did not change.
fn place_own(
    physics: &Physics,
    bodies: &mut Query<(&mut Transform, &TransformInterpolation), Without<ChildOf>>,
    alpha: f32,
) {
    for (mut transform, interpolation) in bodies {
        if let Some(pose) = interpolation.eased(alpha)
            && physics.own.has(transform.last_changed())
        {
            place(&mut transform, pose);
        }
    }
}
