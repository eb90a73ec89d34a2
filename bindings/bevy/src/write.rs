//! After the step: what moved enters the components.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemChangeTick;
use bevy_transform::helper::TransformHelper;
use bevy_transform::prelude::Transform;
use cairn2d::{BodyId, Pose};

use crate::components::{AngularVelocity, BodyLink, LinearVelocity};
use crate::convert::{place, pose_of, quat_of, to_bevy};
use crate::interpolation::TransformInterpolation;
use crate::physics::{Physics, entity_from};

/// Components that the step writes.
type Written<'a> = (
    &'a BodyLink,
    &'a mut Transform,
    &'a mut LinearVelocity,
    &'a mut AngularVelocity,
    Option<&'a mut TransformInterpolation>,
    Option<&'a ChildOf>,
);

/// Writes transforms and velocities of all bodies that moved.
pub(crate) fn write_changes(
    mut physics: ResMut<Physics>,
    mut entities: ParamSet<(Query<Written<'static>>, TransformHelper)>,
    mut children: Local<Vec<(Entity, Entity, Pose)>>,
    ticks: SystemChangeTick,
) {
    let physics = &mut *physics;
    let world = &physics.world;
    let mut bodies = entities.p0();
    for event in world.events().teleports() {
        if let Some(entity) = entity_from(event.user_data)
            && let Ok((link, .., Some(mut interpolation), _)) = bodies.get_mut(entity)
            && link.id == Some(event.body)
        {
            interpolation.pass(event);
        }
    }
    children.clear();
    let mut write = |id: BodyId, user_data: u64, pose: Pose, is_moved: bool| {
        let Some(entity) = entity_from(user_data) else { return };
        let Ok(written) = bodies.get_mut(entity) else { return };
        let (link, mut transform, mut velocity, mut angular_velocity, interpolation, parent) = written;
        if link.id != Some(id) {
            return;
        }
        let Some(body) = world.body(id) else { return };
        velocity.0 = to_bevy(body.velocity());
        angular_velocity.0 = body.angular_velocity();
        match parent {
            Some(parent) => children.push((entity, parent.parent(), pose)),
            None => place(&mut transform, pose),
        }
        match interpolation {
            Some(mut interpolation) if is_moved => interpolation.advance(pose),
            Some(mut interpolation) => interpolation.teleport(pose),
            None => {}
        }
    };
    if physics.is_restored {
        for body in world.bodies().filter_map(|id| world.body(id)) {
            write(body.id(), body.user_data(), body.pose(), false);
        }
    } else {
        for event in world.events().moves() {
            write(event.body, event.user_data, event.pose, true);
        }
    }
    for &(entity, parent, pose) in &*children {
        let Ok(parent) = entities.p1().compute_global_transform(parent) else { continue };
        if let Ok((_, mut transform, ..)) = entities.p0().get_mut(entity) {
            place_below(&mut transform, &parent.compute_transform(), pose);
        }
    }
    physics.is_restored = false;
    physics.own.written = Some(ticks.this_run());
}

/// Sets position and rotation below a parent such that the entity has a pose in the world.
fn place_below(transform: &mut Transform, parent: &Transform, pose: Pose) {
    let at = pose.p - cairn2d::Vec2::new(parent.translation.x, parent.translation.y);
    let q = pose_of(parent).q;
    let local = q.inv_rotate(at);
    transform.translation.x = local.x / parent.scale.x;
    transform.translation.y = local.y / parent.scale.y;
    transform.rotation = quat_of(q.inv_mul(pose.q));
}
