//! Entities below others: where they are, and what a change of the hierarchy does to bodies and colliders.

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_transform::prelude::{GlobalTransform, Transform};

use crate::collider::Collider;
use crate::components::RigidBody;
use crate::messages::FaultReason;
use crate::physics::Physics;

/// Most ancestors of an entity. A chain of more is taken for a cycle, which Bevy does not refuse.
const MOST_ANCESTORS: usize = 4096;

/// Parents and transforms.
#[derive(SystemParam)]
pub(crate) struct Hierarchy<'w, 's> {
    parents: Query<'w, 's, &'static ChildOf>,
    transforms: Query<'w, 's, &'static Transform>,
}

impl Hierarchy<'_, '_> {
    /// Returns the ancestors of an entity, nearest first.
    ///
    /// # Errors
    /// A cycle.
    pub(crate) fn ancestors(&self, entity: Entity) -> Result<impl Iterator<Item = Entity>, FaultReason> {
        if self.parents.contains(entity) && self.parents.iter_ancestors(entity).nth(MOST_ANCESTORS).is_some()
        {
            return Err(FaultReason::Cycle);
        }
        Ok(self.parents.iter_ancestors(entity))
    }

    pub(crate) fn transform(&self, entity: Entity) -> Result<&Transform, FaultReason> {
        self.transforms.get(entity).map_err(|_| FaultReason::NoTransform(entity))
    }

    /// Returns the transform of an entity in the world.
    ///
    /// # Errors
    /// The entity or an ancestor without a transform, or a cycle.
    pub(crate) fn global(&self, entity: Entity) -> Result<Transform, FaultReason> {
        let local = *self.transform(entity)?;
        if !self.parents.contains(entity) {
            return Ok(local);
        }
        let mut global = GlobalTransform::from(local);
        for ancestor in self.ancestors(entity)? {
            global = *self.transform(ancestor)? * global;
        }
        Ok(global.compute_transform())
    }
}

type MovedParent = (Changed<Transform>, With<Children>);

/// Changes of the hierarchy since the last step.
#[derive(SystemParam)]
pub(crate) struct HierarchyChanges<'w, 's> {
    colliders: Query<'w, 's, Entity, (Added<Collider>, Without<RigidBody>)>,
    moved_below: Query<'w, 's, Entity, Changed<ChildOf>>,
    shifted: Query<'w, 's, (Entity, Ref<'static, Transform>), MovedParent>,
    released: RemovedComponents<'w, 's, ChildOf>,
    freed: RemovedComponents<'w, 's, RigidBody>,
}

/// What is below an entity.
#[derive(SystemParam)]
pub(crate) struct Tree<'w, 's> {
    children: Query<'w, 's, &'static Children>,
    colliders: Query<'w, 's, (), With<Collider>>,
    bodies: Query<'w, 's, (), With<RigidBody>>,
}

/// What a search below an entity lists.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Search {
    /// Bodies and colliders, the entity itself included.
    All,
    /// Bodies below the entity: its colliders keep their place in it.
    BodiesBelow,
}

/// Lists bodies that have another place because of an ancestor, and colliders that have another place or
/// body. Gives colliders without a body on them or an ancestor a static one.
pub(crate) fn follow_hierarchy(
    mut commands: Commands,
    mut physics: ResMut<Physics>,
    mut changes: HierarchyChanges,
    hierarchy: Hierarchy,
    Tree { children, colliders, bodies }: Tree,
) {
    let Physics { own, displaced, replaced, .. } = &mut *physics;
    let mut search = |root: Entity, what: Search| {
        let mut waiting = vec![(root, false)];
        while let Some((entity, is_below_body)) = waiting.pop() {
            let is_body = bodies.contains(entity);
            if is_body && (what == Search::All || entity != root) {
                displaced.push(entity);
            }
            if !is_body && !is_below_body && what == Search::All && colliders.contains(entity) {
                replaced.push(entity);
            }
            let is_below_body = is_below_body || is_body;
            let below = children.get(entity).ok().into_iter().flatten();
            waiting.extend(below.filter(|&&child| child != root).map(|&child| (child, is_below_body)));
        }
    };
    changes.moved_below.iter().for_each(|entity| search(entity, Search::All));
    changes.released.read().for_each(|entity| search(entity, Search::All));
    changes.freed.read().for_each(|entity| search(entity, Search::All));
    for (entity, transform) in &changes.shifted {
        match bodies.contains(entity) {
            true if own.has(transform.last_changed()) => {}
            true => search(entity, Search::BodiesBelow),
            false => search(entity, Search::All),
        }
    }
    replaced.extend(&changes.colliders);
    for &entity in &*replaced {
        // Of a cycle, `read_changes` reports the fault.
        let is_alone = hierarchy
            .ancestors(entity)
            .is_ok_and(|mut ancestors| !ancestors.any(|ancestor| bodies.contains(ancestor)));
        if is_alone {
            commands.entity(entity).try_insert(RigidBody::Static);
        }
    }
}
