//! Which entities the game changed since the last step.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_transform::prelude::Transform;

use crate::collider::{
    Collider, ColliderDensity, CollisionLayers, Friction, HitThreshold, Restitution, Sensor, ShapeLink,
    SurfaceSpeed,
};
use crate::components::{
    AngularDamping, AngularVelocity, Bullet, Dominance, GravityScale, LinearDamping, LinearVelocity,
    LockedAxes, MassOverride, RigidBody, RigidBodyDisabled, SleepThreshold, SleepingDisabled, TimeScale,
};
use crate::joint::Joint;

/// Defines a parameter that lists the entities on which one of these components was added, changed or
/// removed.
macro_rules! watched {
    ($(#[$doc:meta])* $name:ident: $($component:ident $changed:ident $removed:ident),*) => {
        $(#[$doc])*
        #[derive(SystemParam)]
        pub(crate) struct $name<'w, 's> {
            $(
                $changed: Query<'w, 's, Entity, Changed<$component>>,
                $removed: RemovedComponents<'w, 's, $component>,
            )*
        }

        impl $name<'_, '_> {
            /// Replaces `found` with the entities, in the order of their indices.
            pub(crate) fn collect(&mut self, found: &mut Vec<Entity>) {
                found.clear();
                $(
                    found.extend(&self.$changed);
                    found.extend(self.$removed.read());
                )*
                in_order(found);
            }
        }
    };
}

watched! {
    /// Settings of bodies.
    BodyChanges:
    GravityScale gravity gravity_removed,
    LinearDamping damping damping_removed,
    AngularDamping spin_damping spin_damping_removed,
    LockedAxes locks locks_removed,
    MassOverride mass mass_removed,
    Bullet bullet bullet_removed,
    SleepingDisabled sleepless sleepless_removed,
    SleepThreshold threshold threshold_removed,
    Dominance dominance dominance_removed,
    TimeScale time time_removed,
    RigidBodyDisabled disabled disabled_removed
}

watched! {
    /// Settings of colliders, which setters of the engine change.
    ColliderChanges:
    Friction friction friction_removed,
    Restitution restitution restitution_removed,
    ColliderDensity density density_removed,
    CollisionLayers layers layers_removed,
    SurfaceSpeed speed speed_removed,
    Sensor sensor sensor_removed
}

watched! {
    /// What replaces the shapes of a collider.
    ShapeChanges:
    HitThreshold threshold threshold_removed
}

/// Sorts entities by their indices, so that the order of objects in the world depends neither on archetypes
/// nor on the order of systems.
pub(crate) fn in_order(entities: &mut Vec<Entity>) {
    entities.sort_unstable_by_key(|entity| (entity.index(), entity.to_bits()));
    entities.dedup();
}

/// Colliders with other shapes, or below another entity.
type ChangedCollider = Or<(Changed<Collider>, (Changed<ChildOf>, With<Collider>))>;

/// Bodies, colliders and joints that are new, or whose main component changed.
#[derive(SystemParam)]
pub(crate) struct NewObjects<'w, 's> {
    kinds: Query<'w, 's, Entity, Changed<RigidBody>>,
    colliders: Query<'w, 's, Entity, ChangedCollider>,
    joints: Query<'w, 's, Entity, Changed<Joint>>,
}

impl NewObjects<'_, '_> {
    pub(crate) fn collect_bodies(&self, found: &mut Vec<Entity>) {
        found.extend(&self.kinds);
        in_order(found);
    }

    pub(crate) fn collect_colliders(&self, found: &mut Vec<Entity>) {
        found.extend(&self.colliders);
        in_order(found);
    }

    pub(crate) fn collect_joints(&self, found: &mut Vec<Entity>) {
        found.extend(&self.joints);
        in_order(found);
    }
}

/// Bodies and colliders whose transform or velocity changed, by the game or by the plugin.
#[derive(SystemParam)]
pub(crate) struct Moved<'w, 's> {
    pub(crate) bodies: Query<'w, 's, Motion, ChangedMotion>,
    pub(crate) colliders: Query<'w, 's, Entity, ChangedPlace>,
}

pub(crate) type Motion =
    (Entity, Ref<'static, Transform>, Ref<'static, LinearVelocity>, Ref<'static, AngularVelocity>);
type ChangedMotion = Or<(Changed<Transform>, Changed<LinearVelocity>, Changed<AngularVelocity>)>;
type ChangedPlace = (Changed<Transform>, With<ShapeLink>, Without<RigidBody>);
