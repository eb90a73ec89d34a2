//! Settings of bodies and colliders: what their components say, in the engine's terms.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use cairn2d::{Body, BodyMut, CollisionFilter, IntoShape, Locks, Mass, Material, Shape, ShapeDef, ShapeMut};

use crate::collider::{
    ColliderDensity, CollisionLayers, Friction, HitThreshold, Restitution, Sensor, SurfaceSpeed,
};
use crate::components::{
    AngularDamping, Bullet, Dominance, GravityScale, LinearDamping, LockedAxes, MassOverride,
    RigidBodyDisabled, SleepThreshold, SleepingDisabled, TimeScale,
};
use crate::convert::to_engine;

/// Optional components of a body.
#[derive(QueryData)]
pub(crate) struct BodySettings {
    gravity: Option<&'static GravityScale>,
    damping: Option<&'static LinearDamping>,
    spin_damping: Option<&'static AngularDamping>,
    locks: Option<&'static LockedAxes>,
    mass: Option<&'static MassOverride>,
    bullet: Has<Bullet>,
    sleepless: Has<SleepingDisabled>,
    threshold: Option<&'static SleepThreshold>,
    dominance: Option<&'static Dominance>,
    time: Option<&'static TimeScale>,
    disabled: Has<RigidBodyDisabled>,
}

impl BodySettingsItem<'_, '_> {
    /// Sets all settings of a body. Those without a component get their default, invalid ones stay as they
    /// were.
    ///
    /// # Errors
    /// The first invalid value.
    pub(crate) fn apply(&self, body: &mut BodyMut<'_>) -> Result<(), cairn2d::Error> {
        // Many setters wake the body, so only what differs is set.
        let LockedAxes { x, y, rotation } = self.locks.copied().unwrap_or_default();
        let locks = Locks { x, y, rotation };
        if locks != body.locks() {
            body.set_locks(locks);
        }
        if self.bullet != body.is_bullet() {
            body.set_bullet(self.bullet);
        }
        if self.sleepless == body.can_sleep() {
            body.set_can_sleep(!self.sleepless);
        }
        let dominance = self.dominance.copied().unwrap_or_default().0;
        if dominance != body.dominance() {
            body.set_dominance(dominance);
        }
        if self.disabled == body.is_enabled() {
            body.set_enabled(!self.disabled);
        }
        let mut result = Ok(());
        let gravity = self.gravity.copied().unwrap_or_default().0;
        if gravity != body.gravity_scale() {
            result = result.and(body.set_gravity_scale(gravity));
        }
        let damping =
            [self.damping.copied().unwrap_or_default().0, self.spin_damping.copied().unwrap_or_default().0];
        if damping != [body.linear_damping(), body.angular_damping()] {
            result = result.and(body.set_damping(damping[0], damping[1]));
        }
        let threshold = self.threshold.copied().unwrap_or_default().0;
        if threshold != body.sleep_threshold() {
            result = result.and(body.set_sleep_threshold(threshold));
        }
        let scale = self.time.copied().unwrap_or_default().0;
        if scale != body.time_scale() {
            result = result.and(body.set_time_scale(scale));
        }
        let mass = self.given_mass();
        if mass != body.given_mass() {
            result = result.and(body.set_mass(mass));
        }
        Ok(result?)
    }

    /// Returns a definition with all settings.
    pub(crate) fn define(&self, def: Body) -> Body {
        let LockedAxes { x, y, rotation } = self.locks.copied().unwrap_or_default();
        let def = def
            .locks(Locks { x, y, rotation })
            .dominance(self.dominance.copied().unwrap_or_default().0)
            .gravity_scale(self.gravity.copied().unwrap_or_default().0)
            .linear_damping(self.damping.copied().unwrap_or_default().0)
            .angular_damping(self.spin_damping.copied().unwrap_or_default().0)
            .sleep_threshold(self.threshold.copied().unwrap_or_default().0)
            .time_scale(self.time.copied().unwrap_or_default().0);
        let def = if self.bullet { def.bullet() } else { def };
        let def = if self.sleepless { def.never_sleeps() } else { def };
        let def = if self.disabled { def.disabled() } else { def };
        match self.given_mass() {
            Some(mass) => def.mass(mass),
            None => def,
        }
    }

    /// Returns the mass that replaces that of the colliders.
    pub(crate) fn given_mass(&self) -> Option<Mass> {
        self.mass.map(|&MassOverride { mass, inertia, center }| Mass {
            mass,
            center: to_engine(center),
            inertia,
        })
    }

    /// Returns whether a setting is not the default.
    pub(crate) fn any(&self) -> bool {
        self.bullet
            || self.sleepless
            || self.disabled
            || self.gravity.is_some()
            || self.damping.is_some()
            || self.spin_damping.is_some()
            || self.locks.is_some()
            || self.mass.is_some()
            || self.threshold.is_some()
            || self.dominance.is_some()
            || self.time.is_some()
    }
}

/// Optional components of a collider.
#[derive(QueryData)]
pub(crate) struct ColliderSettings {
    friction: Option<&'static Friction>,
    restitution: Option<&'static Restitution>,
    density: Option<&'static ColliderDensity>,
    layers: Option<&'static CollisionLayers>,
    speed: Option<&'static SurfaceSpeed>,
    threshold: Option<&'static HitThreshold>,
    sensor: Has<Sensor>,
}

/// Settings of a collider in the engine's terms.
pub(crate) struct Surface {
    material: Material,
    density: f32,
    filter: CollisionFilter,
    hits_above: Option<f32>,
    sensor: bool,
}

impl Surface {
    /// Returns the settings of a collider. Components that it lacks are those of its body's entity, or the
    /// default.
    pub(crate) fn new(
        own: &ColliderSettingsItem<'_, '_>,
        body: Option<&ColliderSettingsItem<'_, '_>>,
    ) -> Surface {
        macro_rules! either {
            ($field:ident) => {
                own.$field.or(body.and_then(|body| body.$field)).copied()
            };
        }
        let friction: Friction = either!(friction).unwrap_or_default();
        let restitution: Option<Restitution> = either!(restitution);
        let layers: CollisionLayers = either!(layers).unwrap_or_default();
        let speed: Option<SurfaceSpeed> = either!(speed);
        let mut material =
            Material::default().friction(friction.coefficient).friction_combine(friction.combine.into());
        material.tangent_speed = speed.map_or(0.0, |speed| speed.0);
        if let Some(Restitution { coefficient, combine }) = restitution {
            material = material.restitution(coefficient).restitution_combine(combine.into());
        }
        Surface {
            material,
            density: either!(density).map_or(1.0, |density: ColliderDensity| density.0),
            filter: CollisionFilter {
                category: layers.memberships,
                mask: layers.filters,
                group: layers.group,
            },
            hits_above: own.threshold.map(|threshold| threshold.0),
            sensor: own.sensor,
        }
    }

    /// Returns the definition of a shape of a collider.
    pub(crate) fn shape(&self, geometry: Shape, collider: Entity) -> ShapeDef {
        let mut def = ShapeDef::new(geometry)
            .density(self.density)
            .material(self.material)
            .filter(self.filter)
            .user_data(collider.to_bits());
        if let Some(speed) = self.hits_above {
            def = def.report_hits_above(speed);
        }
        if self.sensor { def.sensor() } else { def }
    }

    /// Sets all settings that setters of the engine change. Invalid ones stay as they were.
    ///
    /// # Errors
    /// The first invalid value.
    pub(crate) fn apply(&self, shape: &mut ShapeMut<'_>) -> Result<(), cairn2d::Error> {
        let mut result = Ok(());
        if shape.material() != self.material {
            result = result.and(shape.set_material(self.material));
        }
        if shape.density() != self.density {
            result = result.and(shape.set_density(self.density));
        }
        if shape.filter() != self.filter {
            shape.set_filter(self.filter);
        }
        if shape.is_sensor() != self.sensor {
            shape.set_sensor(self.sensor);
        }
        Ok(result?)
    }
}
