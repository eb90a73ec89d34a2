//! Components of bodies. All optional ones apply while they are present; without them, the body has the
//! default.

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use bevy_math::Vec2;
use bevy_reflect::prelude::*;
use bevy_transform::prelude::Transform;
use cairn2d::{BodyId, BodyKind};

use crate::physics::{Physics, Removal};

/// Makes an entity a body. Its [`Transform`] is its pose: set it to move the body at once, read it after the
/// step.
///
/// Bodies have the shapes of the [`Collider`](crate::Collider)s of their entity and of its descendants, up to
/// the next body.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[reflect(Component, Default, Debug, PartialEq, Hash)]
#[require(Transform, LinearVelocity, AngularVelocity, BodyLink)]
#[component(on_remove = BodyLink::on_remove, summary_tick)]
pub enum RigidBody {
    /// Moves by forces, contacts and joints.
    #[default]
    Dynamic,
    /// Never moves.
    Static,
    /// Moves with its velocity; no force or contact changes it.
    Kinematic,
}

impl RigidBody {
    /// Returns the kind in the engine's terms.
    pub fn kind(self) -> BodyKind {
        match self {
            RigidBody::Dynamic => BodyKind::Dynamic,
            RigidBody::Static => BodyKind::Static,
            RigidBody::Kinematic => BodyKind::Kinematic,
        }
    }
}

/// The body of an entity in the engine, `None` until the next [`CairnSystems::Read`](crate::CairnSystems).
/// Clones of the entity get a body of their own.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
#[component(on_remove = BodyLink::on_remove, clone_behavior = Ignore)]
pub struct BodyLink {
    pub(crate) id: Option<BodyId>,
    /// Scale of the entity that its colliders have.
    pub(crate) scale: Vec2,
}

impl BodyLink {
    /// Returns the id of the body, for calls of [`Physics::world_mut`].
    pub fn id(self) -> Option<BodyId> {
        self.id
    }

    /// Removes the body when the link or the [`RigidBody`] is removed.
    fn on_remove(mut world: DeferredWorld<'_>, context: HookContext) {
        let Some(mut link) = world.get_mut::<BodyLink>(context.entity) else { return };
        let Some(body) = link.id.take() else { return };
        if let Some(mut physics) = world.get_resource_mut::<Physics>() {
            physics.removals.push(Removal::Body(body));
        }
    }
}

/// Velocity of the centre of mass \[m/s\]. The step writes it for bodies that moved.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct LinearVelocity(pub Vec2);

/// Angular velocity \[rad/s\], counter-clockwise. The step writes it for bodies that moved.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq)]
#[reflect(Component, Default, Debug, PartialEq)]
pub struct AngularVelocity(pub f32);

/// Defines components that hold one value.
macro_rules! values {
    ($($(#[$doc:meta])* $name:ident($value:ty) = $default:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
        #[reflect(Component, Default, Debug, PartialEq)]
        pub struct $name(pub $value);

        impl Default for $name {
            fn default() -> $name {
                $name($default)
            }
        }
    )*};
}

values! {
    /// Factor of the world's gravity `[-]`. Default 1.
    GravityScale(f32) = 1.0;
    /// Damping of the linear velocity `[1/s]`, at least 0. Default 0.
    LinearDamping(f32) = 0.0;
    /// Damping of the angular velocity `[1/s]`, at least 0. Default 0.
    AngularDamping(f32) = 0.0;
    /// Force on the centre of mass in every step `[N]`.
    ConstantForce(Vec2) = Vec2::ZERO;
    /// Torque in every step `[N m]`.
    ConstantTorque(f32) = 0.0;
    /// In contacts and joints of two dynamic bodies, the one with the higher value acts as if it had infinite
    /// mass. Default 0.
    Dominance(i8) = 0;
    /// Factor of the time of the body `[-]`, 1e-3 to 1e3. Default 1.
    TimeScale(f32) = 1.0;
    /// Speed below which the body may fall asleep `[m/s]`, at least 0. Default 0.05.
    SleepThreshold(f32) = 0.05;
}

/// Directions in which forces, impulses and contacts do not move the body.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[reflect(Component, Default, Debug, PartialEq, Hash)]
pub struct LockedAxes {
    /// No motion along x.
    pub x: bool,
    /// No motion along y.
    pub y: bool,
    /// No rotation.
    pub rotation: bool,
}

impl LockedAxes {
    /// No rotation.
    pub const ROTATION_LOCKED: LockedAxes = LockedAxes { x: false, y: false, rotation: true };
    /// No motion along x or y.
    pub const TRANSLATION_LOCKED: LockedAxes = LockedAxes { x: true, y: true, rotation: false };
}

/// Mass, centre of mass and inertia of a body, instead of those of its colliders.
#[derive(Component, Reflect, Clone, Copy, Debug, PartialEq)]
#[reflect(Component, Debug, PartialEq)]
pub struct MassOverride {
    /// Mass \[kg\], at least 0.
    pub mass: f32,
    /// Rotational inertia [kg m²] about the centre of mass, at least 0.
    pub inertia: f32,
    /// Centre of mass \[m\] in the frame of the body.
    pub center: Vec2,
}

/// The body also stops at fast bodies that move, see [`Body::bullet`](cairn2d::Body::bullet).
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[reflect(Component, Default, Debug, PartialEq, Hash)]
pub struct Bullet;

/// The body never falls asleep.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[reflect(Component, Default, Debug, PartialEq, Hash)]
pub struct SleepingDisabled;

/// The body is not simulated while this is present, and touches nothing.
#[derive(Component, Reflect, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[reflect(Component, Default, Debug, PartialEq, Hash)]
pub struct RigidBodyDisabled;
