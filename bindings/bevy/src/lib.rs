//! The [cairn2d](cairn2d) physics engine as a plugin for Bevy.
//!
//! ```
//! use bevy_app::prelude::*;
//! use bevy_cairn2d::prelude::*;
//! use bevy_ecs::prelude::*;
//!
//! fn setup(mut commands: Commands) {
//!     commands.spawn((RigidBody::Static, Collider::rectangle(20.0, 1.0)));
//!     commands.spawn((RigidBody::Dynamic, Collider::circle(0.5), Transform::from_xyz(0.0, 5.0, 0.0)));
//! }
//!
//! fn print(balls: Query<(&Transform, &RigidBody)>) {
//!     for (transform, _) in balls.iter().filter(|(_, kind)| **kind == RigidBody::Dynamic) {
//!         println!("{:.2}", transform.translation.y);
//!     }
//! }
//!
//! let mut app = App::new();
//! app.add_plugins((bevy_time::TimePlugin, bevy_transform::TransformPlugin, CairnPlugin::default()));
//! app.add_systems(Startup, setup).add_systems(FixedLast, print);
//! for _ in 0..10 {
//!     app.update();
//! }
//! ```
//!
//! # Components
//! [`RigidBody`] makes an entity a body, [`Collider`] gives it shapes, [`Joint`] connects two bodies. All
//! other components are optional and apply while they are present. [`Transform`] is the pose:
//! [`CairnSystems`] says when changes enter the world and when results come back. Only bodies that moved are
//! written.
//!
//! # Events
//! [`CollisionStart`], [`CollisionEnd`], [`CollisionHit`], [`SensorStart`], [`SensorEnd`], [`JointBreak`] and
//! [`SleepChange`] are messages, and events for observers of the entities. No component enables them.
//!
//! # The engine itself
//! The resource [`Physics`] owns the [`World`](cairn2d::World). What has no component goes through it:
//! impulses, fields, portals, explosions, settings, recordings. [`SpatialQuery`] has rays, casts and overlaps
//! that return entities.
//!
//! # Determinism and rollback
//! Bodies enter the world in the order of their entities, whatever the order of systems and archetypes. Equal
//! changes give equal [hashes](Physics::hash) on every machine. [`Physics::save_into`] and
//! [`Physics::restore_saved`] save and restore everything that the engine knows.
//!
//! # Errors
//! A value that the engine refuses is a [`PhysicsFault`] with the entity: a message, and an error in the log.
//! The world stays as it was.
//!
//! # Drawing for debugging
//! With the cargo feature `gizmos`, `CairnDebugPlugin` fills the resource `DebugLines` in every frame.
//!
//! # Differences from other plugins
//! The transform is the pose; there is no second `Position`. Systems cannot filter contacts during a step;
//! layers, one-way shapes and material pairs of the engine can. Bodies below a parent with a transform work,
//! and cost more.
#![forbid(unsafe_code)]

mod changes;
mod collider;
mod components;
mod convert;
#[cfg(feature = "gizmos")]
mod debug_lines;
mod hierarchy;
mod interpolation;
mod joint;
mod messages;
mod observers;
mod physics;
mod plugin;
mod queries;
mod read;
mod settings;
mod write;

pub use cairn2d;

pub use collider::{
    Collider, ColliderDensity, CollisionLayers, CombineRule, Friction, HitThreshold, Restitution, Sensor,
    ShapeLink, SurfaceSpeed,
};
pub use components::{
    AngularDamping, AngularVelocity, BodyLink, Bullet, ConstantForce, ConstantTorque, Dominance,
    GravityScale, LinearDamping, LinearVelocity, LockedAxes, MassOverride, RigidBody, RigidBodyDisabled,
    SleepThreshold, SleepingDisabled, TimeScale,
};
#[cfg(feature = "gizmos")]
pub use debug_lines::{CairnDebugPlugin, DebugLine, DebugLines};
pub use interpolation::TransformInterpolation;
pub use joint::{Joint, JointLink};
pub use messages::{
    CollisionEnd, CollisionHit, CollisionStart, FaultReason, JointBreak, PhysicsFault, SensorEnd,
    SensorStart, SleepChange,
};
pub use physics::Physics;
pub use plugin::{CairnPlugin, CairnSystems};
pub use queries::{CastHit, NearestHit, SpatialQuery};

#[cfg(doc)]
use bevy_transform::prelude::Transform;

/// The types that most games need: `use bevy_cairn2d::prelude::*;`.
pub mod prelude {
    pub use crate::{
        AngularDamping, AngularVelocity, Bullet, CairnPlugin, CairnSystems, Collider, ColliderDensity,
        CollisionEnd, CollisionHit, CollisionLayers, CollisionStart, ConstantForce, ConstantTorque,
        Dominance, Friction, GravityScale, HitThreshold, Joint, JointBreak, LinearDamping, LinearVelocity,
        LockedAxes, MassOverride, Physics, PhysicsFault, Restitution, RigidBody, RigidBodyDisabled, Sensor,
        SensorEnd, SensorStart, SleepChange, SleepThreshold, SleepingDisabled, SpatialQuery, SurfaceSpeed,
        TimeScale, TransformInterpolation,
    };
    pub use bevy_transform::prelude::Transform;
    pub use cairn2d::{QueryFilter, SavedWorld, WorldConfig, joint_builders::*};
}
