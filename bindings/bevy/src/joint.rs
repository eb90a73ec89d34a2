//! Joints as components.

use std::fmt;
use std::sync::Arc;

use bevy_ecs::lifecycle::HookContext;
use bevy_ecs::prelude::*;
use bevy_ecs::world::DeferredWorld;
use cairn2d::{BodyId, JointDef, JointId};

use crate::physics::{Physics, Removal};

/// Connects the bodies of two entities. It exists while both have a body. A joint without one of them is a
/// [`PhysicsFault`](crate::PhysicsFault) once.
///
/// The closure builds the joint from the two bodies, with any builder of the engine:
///
/// ```
/// # use bevy_cairn2d::prelude::*;
/// # use bevy_ecs::prelude::*;
/// fn hang(mut commands: Commands) {
///     let wall = commands.spawn((RigidBody::Static, Collider::circle(0.1))).id();
///     let plank = (RigidBody::Dynamic, Collider::rectangle(2.0, 0.2), Transform::from_xyz(1.0, 0.0, 0.0));
///     let plank = commands.spawn(plank).id();
///     commands.spawn(Joint::new(wall, plank, |a, b| Revolute::new(a, b).at([0.0, 0.0])));
/// }
/// ```
#[derive(Component, Clone)]
#[require(JointLink)]
#[component(immutable, on_insert = JointLink::on_remove, on_remove = JointLink::on_remove)]
pub struct Joint {
    pub(crate) ends: [Entity; 2],
    pub(crate) build: Arc<dyn Fn(BodyId, BodyId) -> JointDef + Send + Sync>,
}

impl Joint {
    /// Returns a joint that `build` builds. Its user data will be the bits of the entity.
    pub fn new<J: Into<JointDef>>(
        a: Entity,
        b: Entity,
        build: impl Fn(BodyId, BodyId) -> J + Send + Sync + 'static,
    ) -> Joint {
        Joint { ends: [a, b], build: Arc::new(move |a, b| build(a, b).into()) }
    }

    /// Returns the two entities.
    pub fn ends(&self) -> [Entity; 2] {
        self.ends
    }
}

impl fmt::Debug for Joint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Joint").field("ends", &self.ends).finish_non_exhaustive()
    }
}

/// The joint of an entity in the engine, `None` until the next [`CairnSystems::Read`](crate::CairnSystems).
/// Clones of the entity get a joint of their own.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[component(on_remove = JointLink::on_remove, clone_behavior = Ignore)]
pub struct JointLink(pub(crate) Option<JointId>);

impl JointLink {
    /// Returns the id of the joint, for calls of [`Physics::world_mut`].
    pub fn id(self) -> Option<JointId> {
        self.0
    }

    /// Removes the joint when the link or the [`Joint`] is removed, or the joint is replaced.
    fn on_remove(mut world: DeferredWorld<'_>, context: HookContext) {
        let Some(mut link) = world.get_mut::<JointLink>(context.entity) else { return };
        let Some(joint) = link.0.take() else { return };
        if let Some(mut physics) = world.get_resource_mut::<Physics>() {
            physics.removals.push(Removal::Joint(joint));
        }
    }
}
