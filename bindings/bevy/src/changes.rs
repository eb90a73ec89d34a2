//! Which entities the game changed since the last step.

use bevy_ecs::change_detection::{ContiguousRef, Tick};
use bevy_ecs::entity::EntityIndex;
use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_transform::prelude::Transform;

use crate::collider::{
    Collider, ColliderDensity, CollisionLayers, Friction, HitThreshold, Restitution, Sensor, ShapeLink,
    SurfaceSpeed,
};
use crate::components::{
    AngularDamping, AngularVelocity, BodyLink, Bullet, Dominance, GravityScale, LinearDamping,
    LinearVelocity, LockedAxes, MassOverride, RigidBody, RigidBodyDisabled, SleepThreshold, SleepingDisabled,
    TimeScale,
};
use crate::joint::Joint;
use crate::physics::OwnTicks;

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
    entities.sort_unstable_by_key(order);
    entities.dedup();
}

/// Returns whether a list that is [in order](in_order) has an entity.
pub(crate) fn has(entities: &[Entity], entity: Entity) -> bool {
    entities.binary_search_by_key(&order(&entity), order).is_ok()
}

fn order(entity: &Entity) -> (EntityIndex, u64) {
    (entity.index(), entity.to_bits())
}

/// Bodies, colliders and joints that are new, or whose main component changed.
#[derive(SystemParam)]
pub(crate) struct NewObjects<'w, 's> {
    kinds: Query<'w, 's, (Entity, Ref<'static, RigidBody>)>,
    colliders: Query<'w, 's, (Entity, Ref<'static, Collider>)>,
    joints: Query<'w, 's, Entity, Changed<Joint>>,
}

impl NewObjects<'_, '_> {
    pub(crate) fn collect_bodies(&self, found: &mut Vec<Entity>) {
        changed_kinds(&self.kinds, found);
        in_order(found);
    }

    pub(crate) fn collect_colliders(&self, found: &mut Vec<Entity>) {
        changed_colliders(&self.colliders, found);
        in_order(found);
    }

    pub(crate) fn collect_joints(&self, found: &mut Vec<Entity>) {
        found.extend(&self.joints);
        in_order(found);
    }
}

/// Transforms and velocities of bodies, and colliders whose transform changed.
#[derive(SystemParam)]
pub(crate) struct Moved<'w, 's> {
    pub(crate) bodies: Query<'w, 's, Motion, With<BodyLink>>,
    pub(crate) colliders: Query<'w, 's, Entity, ChangedPlace>,
}

pub(crate) type Motion = (
    Entity,
    Ref<'static, Transform>,
    Option<Ref<'static, LinearVelocity>>,
    Option<Ref<'static, AngularVelocity>>,
);
type ChangedPlace = (Changed<Transform>, With<ShapeLink>, Without<RigidBody>);

/// Rows of a table whose change ticks are compared at once.
const BLOCK: usize = 64;

impl Moved<'_, '_> {
    /// Lists the bodies whose transform or velocity the game changed. In most frames the plugin wrote all of
    /// them, so whole blocks of rows are skipped.
    pub(crate) fn collect_bodies(&self, own: OwnTicks, found: &mut Vec<Entity>) {
        let Ok(tables) = self.bodies.contiguous_iter() else { return };
        let written = own.written.unwrap_or(Tick::new(0));
        for (entities, transforms, velocities, angular_velocities) in tables {
            let (since, now) = (transforms.last_run_tick(), transforms.this_run_tick());
            let columns = [
                Some(transforms.changed_ticks_slice()),
                velocities.map(|velocities| velocities.changed_ticks_slice()),
                angular_velocities.map(|velocities| velocities.changed_ticks_slice()),
            ];
            for first in (0..entities.len()).step_by(BLOCK) {
                let rows = first..entities.len().min(first + BLOCK);
                let is_written = |ticks: &[Tick]| {
                    ticks[rows.clone()].iter().fold(true, |all, &tick| all & (tick == written))
                };
                if columns.iter().flatten().all(|&ticks| is_written(ticks)) {
                    continue;
                }
                let is_new = |tick: Tick| !own.has(tick) && tick.is_newer_than(since, now);
                let is_changed = |&row: &usize| columns.iter().flatten().any(|ticks| is_new(ticks[row]));
                found.extend(rows.filter(is_changed).map(|row| entities[row]));
            }
        }
    }
}

/// Defines a function that lists the entities of tables in which a component changed.
macro_rules! changed_rows {
    ($name:ident: $component:ident) => {
        fn $name(query: &Query<(Entity, Ref<$component>)>, found: &mut Vec<Entity>) {
            let Ok(tables) = query.contiguous_iter() else { return };
            for (entities, values) in tables {
                let (since, now) = (values.last_run_tick(), values.this_run_tick());
                let (_, ticks) = ContiguousRef::split(values);
                // Nothing was written to the table since the last run.
                if ticks.summary_tick_is_changed() == Some(false) {
                    continue;
                }
                let rows = entities.iter().zip(ticks.changed());
                let rows = rows.filter(|(_, tick)| tick.is_newer_than(since, now));
                found.extend(rows.map(|(&entity, _)| entity));
            }
        }
    };
}

changed_rows!(changed_kinds: RigidBody);
changed_rows!(changed_colliders: Collider);
