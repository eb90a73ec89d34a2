//! Before the step: what the game changed enters the world.

use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::SystemParam;
use bevy_math::Vec2;
use bevy_transform::helper::TransformHelper;
use bevy_transform::prelude::Transform;
use cairn2d::{Body, BodyId, JointId, Pose, ShapeDef, ShapeId};

use crate::changes::{BodyChanges, ColliderChanges, Moved, NewObjects, ShapeChanges, in_order};
use crate::collider::{Collider, ShapeLink, scaled};
use crate::components::{
    AngularVelocity, BodyLink, ConstantForce, ConstantTorque, LinearVelocity, RigidBody,
};
use crate::convert::{is_placed, pose_of, to_bevy, to_engine};
use crate::interpolation::TransformInterpolation;
use crate::joint::{Joint, JointLink};
use crate::messages::PhysicsFault;
use crate::physics::{Physics, Removal, entity_from};
use crate::settings::{BodySettings, ColliderSettings, Surface};

/// What a body needs to be spawned.
#[derive(QueryData)]
pub(crate) struct NewBody {
    kind: &'static RigidBody,
    velocity: &'static LinearVelocity,
    angular_velocity: &'static AngularVelocity,
}

/// Everything that describes bodies and colliders.
#[derive(SystemParam)]
pub(crate) struct Objects<'w, 's> {
    links: Query<'w, 's, (Entity, &'static mut BodyLink)>,
    shape_links: Query<'w, 's, &'static mut ShapeLink>,
    joint_links: Query<'w, 's, (Entity, &'static mut JointLink)>,
    bodies: Query<'w, 's, NewBody>,
    body_settings: Query<'w, 's, BodySettings>,
    colliders: Query<'w, 's, (Entity, &'static Collider)>,
    collider_settings: Query<'w, 's, ColliderSettings>,
    joints: Query<'w, 's, &'static Joint>,
    eased: Query<'w, 's, &'static mut TransformInterpolation>,
    children: Query<'w, 's, &'static Children>,
    parents: Query<'w, 's, &'static ChildOf>,
    transforms: Query<'w, 's, &'static Transform>,
    helper: TransformHelper<'w, 's>,
    faults: MessageWriter<'w, PhysicsFault>,
}

/// Pose and scale of a collider in the frame of its body.
#[derive(Clone, Copy)]
struct Placement {
    pose: Pose,
    scale: Vec2,
}

/// Lists that keep their memory between steps.
#[derive(Default)]
pub(crate) struct Lists {
    entities: Vec<Entity>,
    /// Bodies to spawn, joints to make, and colliders of bodies that were spawned in this run.
    bodies: Vec<Entity>,
    joints: Vec<Entity>,
    placed: Vec<Entity>,
    /// Bodies whose transform or velocity the game changed.
    moved: Vec<Entity>,
}

/// Gives entities with a collider, and without a body on them or an ancestor, a static body.
pub(crate) fn complete_bodies(
    mut commands: Commands,
    new: Query<Entity, (Added<Collider>, Without<RigidBody>)>,
    parents: Query<&ChildOf>,
    bodies: Query<(), With<RigidBody>>,
) {
    for entity in &new {
        if !parents.iter_ancestors(entity).any(|ancestor| bodies.contains(ancestor)) {
            commands.entity(entity).insert(RigidBody::Static);
        }
    }
}

/// Applies all changes of the game to the world, in an order that depends on entities alone.
pub(crate) fn read_changes(
    mut physics: ResMut<Physics>,
    mut objects: Objects,
    mut lists: Local<Lists>,
    new: NewObjects,
    (mut body_changes, mut collider_changes, mut shape_changes): (BodyChanges, ColliderChanges, ShapeChanges),
    moved: Moved,
) {
    let physics = &mut *physics;
    let lists = &mut *lists;
    remove(physics);
    lists.bodies.clear();
    if physics.is_restored {
        objects.follow_restored(physics, lists);
    }

    let list = &mut lists.entities;
    list.clear();
    if physics.is_restored {
        list.extend(objects.unplaced());
    }
    new.collect_colliders(list);
    list.extend(&moved.colliders);
    in_order(list);
    // Entities without a body are tried again when something of them changes.
    let owners = list.iter().filter_map(|&collider| Some(objects.owner_of(collider)?.0));
    lists.bodies.extend(owners);
    let is_restored = physics.is_restored;
    lists.moved.clear();
    for (entity, transform, velocity, angular_velocity) in &moved.bodies {
        let own = physics.own;
        let ticks = [transform.last_changed(), velocity.last_changed(), angular_velocity.last_changed()];
        if !is_restored && ticks.into_iter().any(|tick| !own.has(tick)) {
            lists.moved.push(entity);
        }
    }
    in_order(&mut lists.moved);
    lists.bodies.extend(&lists.moved);
    lists.bodies.retain(|&entity| objects.body_of(entity).is_none());
    new.collect_bodies(&mut lists.bodies);
    lists.placed.clear();
    for &entity in &lists.bodies {
        objects.update_body(physics, entity, &mut lists.placed);
    }
    lists.placed.sort_unstable();

    for &entity in list.iter().filter(|entity| lists.placed.binary_search(entity).is_err()) {
        objects.replace_shapes(physics, entity);
    }
    shape_changes.collect(list);
    for &entity in list.iter().filter(|entity| lists.placed.binary_search(entity).is_err()) {
        objects.replace_shapes(physics, entity);
    }
    collider_changes.collect(list);
    for &entity in &*list {
        objects.update_shapes(physics, entity);
    }
    body_changes.collect(list);
    for &entity in &*list {
        objects.update_settings(physics, entity);
    }

    for &entity in &lists.moved {
        if let Ok((_, transform, velocity, angular_velocity)) = moved.bodies.get(entity) {
            let own = physics.own;
            let is_new = |tick| !own.has(tick);
            let change = Change {
                is_placed: is_new(transform.last_changed()),
                velocity: is_new(velocity.last_changed()).then_some(velocity.0),
                angular_velocity: is_new(angular_velocity.last_changed()).then_some(angular_velocity.0),
            };
            objects.move_body(physics, entity, change);
        }
    }

    new.collect_joints(&mut lists.joints);
    lists.joints.retain(|&entity| objects.make_joint(physics, entity));
}

/// Applies the constant forces.
pub(crate) fn apply_forces(
    mut physics: ResMut<Physics>,
    forces: Query<(Entity, &BodyLink, &ConstantForce)>,
    torques: Query<(Entity, &BodyLink, &ConstantTorque)>,
    mut faults: MessageWriter<PhysicsFault>,
) {
    for (entity, link, force) in &forces {
        let Some(mut body) = link.id.and_then(|id| physics.world.body_mut(id)) else { continue };
        if let Err(error) = body.apply_force(to_engine(force.0)) {
            faults.write(PhysicsFault::new(entity, error));
        }
    }
    for (entity, link, torque) in &torques {
        let Some(mut body) = link.id.and_then(|id| physics.world.body_mut(id)) else { continue };
        if let Err(error) = body.apply_torque(torque.0) {
            faults.write(PhysicsFault::new(entity, error));
        }
    }
}

/// Removes the objects of removed components. Objects that are gone already, with their body, are no fault.
fn remove(physics: &mut Physics) {
    let Physics { world, removals, .. } = physics;
    for removal in removals.drain(..) {
        match removal {
            Removal::Body(body) => drop(world.despawn(body)),
            Removal::Shapes(shapes) => shapes.into_iter().for_each(|shape| drop(world.detach(shape))),
            Removal::Joint(joint) => drop(world.unjoin(joint)),
        }
    }
}

/// What the game changed of the motion of a body.
struct Change {
    is_placed: bool,
    velocity: Option<Vec2>,
    angular_velocity: Option<f32>,
}

impl Objects<'_, '_> {
    fn fault(&mut self, entity: Entity, error: impl Into<cairn2d::Error>) {
        self.faults.write(PhysicsFault::new(entity, error));
    }

    fn body_of(&self, entity: Entity) -> Option<BodyId> {
        self.links.get(entity).ok()?.1.id
    }

    /// Returns the transform of an entity in the world.
    fn global(&self, entity: Entity) -> Option<Transform> {
        if self.parents.contains(entity) {
            return Some(self.helper.compute_global_transform(entity).ok()?.compute_transform());
        }
        self.transforms.get(entity).ok().copied()
    }

    /// Spawns the body of an entity, or changes its kind. Colliders of a new body go to `placed`.
    fn update_body(&mut self, physics: &mut Physics, entity: Entity, placed: &mut Vec<Entity>) {
        let Ok(body) = self.bodies.get(entity) else { return };
        let kind = body.kind.kind();
        if let Some(mut known) = self.body_of(entity).and_then(|id| physics.world.body_mut(id)) {
            if known.kind() != kind {
                known.set_kind(kind);
            }
            return;
        }
        let (velocity, angular_velocity) = (body.velocity.0, body.angular_velocity.0);
        let Some(transform) = self.global(entity) else { return };
        let first = placed.len();
        let Some(shapes) = self.shapes_of_body(entity, transform.scale.truncate(), placed) else {
            placed.truncate(first);
            return;
        };
        let def = Body::new(kind)
            .pose(pose_of(&transform))
            .velocity(to_engine(velocity))
            .angular_velocity(angular_velocity)
            .user_data(entity.to_bits());
        let id = match physics.world.spawn(shapes.into_iter().fold(def, |def, shape| def.with(shape))) {
            Ok(id) => id,
            Err(error) => {
                placed.truncate(first);
                return self.fault(entity, error);
            }
        };
        for &collider in &placed[first..] {
            if let Ok(mut link) = self.shape_links.get_mut(collider) {
                link.body = Some(id);
                // They may be those of a body above.
                link.shapes.drain(..).for_each(|shape| drop(physics.world.detach(shape)));
            }
        }
        self.link_shapes(physics, id);
        if let Ok((_, mut link)) = self.links.get_mut(entity) {
            *link = BodyLink { id: Some(id), scale: transform.scale.truncate() };
        }
        if let Ok(mut eased) = self.eased.get_mut(entity) {
            eased.teleport(pose_of(&transform));
        }
        if self.body_settings.get(entity).is_ok_and(|settings| settings.any()) {
            self.update_settings(physics, entity);
        }
    }

    /// Adds the shapes of a body to the links of their colliders.
    fn link_shapes(&mut self, physics: &Physics, id: BodyId) {
        for shape in physics.world.body(id).iter().flat_map(|body| body.shapes()) {
            let collider = physics.collider_of(shape);
            if let Some(Ok(mut link)) = collider.map(|collider| self.shape_links.get_mut(collider)) {
                link.body = Some(id);
                link.shapes.push(shape);
            }
        }
    }

    /// Returns the shapes of the colliders of an entity and its descendants, up to the next body, and adds
    /// these colliders to `placed`. Returns `None` after a fault.
    fn shapes_of_body(
        &mut self,
        body: Entity,
        scale: Vec2,
        placed: &mut Vec<Entity>,
    ) -> Option<Vec<ShapeDef>> {
        let mut shapes = Vec::new();
        let mut waiting = vec![(body, Placement { pose: Pose::IDENTITY, scale })];
        while let Some((entity, placement)) = waiting.pop() {
            if self.colliders.contains(entity) {
                placed.push(entity);
                shapes.extend(self.shapes_of(entity, body, placement)?);
            }
            for &child in self.children.get(entity).ok().into_iter().flatten().rev() {
                if let (Ok(transform), false) = (self.transforms.get(child), self.bodies.contains(child)) {
                    waiting.push((child, placement.of_child(transform)));
                }
            }
        }
        Some(shapes)
    }

    /// Returns the shapes of one collider, or `None` after a fault.
    fn shapes_of(
        &mut self,
        collider: Entity,
        body: Entity,
        Placement { pose, scale }: Placement,
    ) -> Option<Vec<ShapeDef>> {
        let surface = self.surface(collider, body)?;
        let shapes: Option<Vec<ShapeDef>> = {
            let shapes = self.colliders.get(collider).ok()?.1.0.iter();
            let in_body = shapes.map(|shape| Some(scaled(shape, scale)?.transformed(pose)));
            in_body.map(|shape| Some(surface.shape(shape?, collider))).collect()
        };
        if shapes.is_none() {
            self.faults.write(PhysicsFault::scale(collider, scale));
        }
        shapes
    }

    fn surface(&self, collider: Entity, body: Entity) -> Option<Surface> {
        let own = self.collider_settings.get(collider).ok()?;
        let of_body = self.collider_settings.get(body).ok().filter(|_| collider != body);
        Some(Surface::new(&own, of_body.as_ref()))
    }

    /// Returns the entity of the body of a collider, and its place there.
    fn owner_of(&self, collider: Entity) -> Option<(Entity, Placement)> {
        let mut chain = vec![collider];
        if !self.bodies.contains(collider) {
            for ancestor in self.parents.iter_ancestors(collider) {
                chain.push(ancestor);
                if self.bodies.contains(ancestor) {
                    break;
                }
            }
        }
        let owner = chain.pop().filter(|&owner| self.bodies.contains(owner))?;
        let scale = self.global(owner)?.scale.truncate();
        let mut placement = Placement { pose: Pose::IDENTITY, scale };
        for &entity in chain.iter().rev() {
            placement = placement.of_child(self.transforms.get(entity).ok()?);
        }
        Some((owner, placement))
    }

    /// Replaces the shapes of a collider.
    fn replace_shapes(&mut self, physics: &mut Physics, collider: Entity) {
        let Some((owner, placement)) = self.owner_of(collider) else { return };
        let Some(body) = self.body_of(owner) else { return };
        let Some(shapes) = self.shapes_of(collider, owner, placement) else { return };
        // All new shapes are checked before the old ones are removed.
        let mut made = Vec::new();
        for shape in shapes {
            match physics.world.attach(body, shape) {
                Ok(shape) => made.push(shape),
                Err(error) => {
                    made.into_iter().for_each(|shape| drop(physics.world.detach(shape)));
                    return self.fault(collider, error);
                }
            }
        }
        if let Ok(mut link) = self.shape_links.get_mut(collider) {
            let former = std::mem::replace(&mut *link, ShapeLink { body: Some(body), shapes: made });
            former.shapes.into_iter().for_each(|shape| drop(physics.world.detach(shape)));
        }
    }

    /// Sets the settings of the shapes of a collider, or of all shapes of a body.
    fn update_shapes(&mut self, physics: &mut Physics, entity: Entity) {
        let body = self.body_of(entity).and_then(|id| physics.world.body(id));
        let mut shapes: Vec<ShapeId> = body.iter().flat_map(|body| body.shapes()).collect();
        if shapes.is_empty() {
            shapes = self.shape_links.get(entity).map(|link| link.shapes.clone()).unwrap_or_default();
        }
        for id in shapes {
            let Some(collider) = physics.collider_of(id) else { continue };
            let body = physics.world.shape(id).map(|shape| shape.body());
            let owner = body.and_then(|body| physics.entity_of(body));
            let Some(surface) = owner.and_then(|owner| self.surface(collider, owner)) else { continue };
            let applied = physics.world.shape_mut(id).map(|mut shape| surface.apply(&mut shape));
            if let Some(Err(error)) = applied {
                return self.fault(entity, error);
            }
        }
    }

    fn update_settings(&mut self, physics: &mut Physics, entity: Entity) {
        let Some(mut body) = self.body_of(entity).and_then(|id| physics.world.body_mut(id)) else { return };
        let applied = self.body_settings.get(entity).map(|settings| settings.apply(&mut body));
        if let Ok(Err(error)) = applied {
            self.fault(entity, error);
        }
    }

    /// Applies what the game changed of the motion of a body.
    fn move_body(&mut self, physics: &mut Physics, entity: Entity, change: Change) {
        let Some(id) = self.body_of(entity) else { return };
        let transform = self.global(entity).filter(|_| change.is_placed);
        let Some(mut body) = physics.world.body_mut(id) else { return };
        let mut result = Ok(());
        if let Some(velocity) = change.velocity
            && velocity != to_bevy(body.velocity())
        {
            result = result.and(body.set_velocity(to_engine(velocity)));
        }
        if let Some(angular_velocity) = change.angular_velocity
            && angular_velocity != body.angular_velocity()
        {
            result = result.and(body.set_angular_velocity(angular_velocity));
        }
        if let Some(transform) = transform
            && !is_placed(&transform, body.pose())
        {
            let pose = pose_of(&transform);
            result = result.and(body.set_pose(pose));
            if let (Ok(()), Ok(mut eased)) = (&result, self.eased.get_mut(entity)) {
                eased.teleport(pose);
            }
        }
        if let Err(error) = result {
            self.fault(entity, error);
        }
        if let Some(transform) = transform {
            self.rescale(physics, entity, transform.scale.truncate());
        }
    }

    /// Gives the colliders of a body another scale, if it changed.
    fn rescale(&mut self, physics: &mut Physics, entity: Entity, scale: Vec2) {
        match self.links.get_mut(entity) {
            Ok((_, mut link)) if link.scale != scale => link.scale = scale,
            _ => return,
        }
        let shapes: Vec<ShapeId> = {
            let body = self.body_of(entity).and_then(|id| physics.world.body(id));
            body.iter().flat_map(|body| body.shapes()).collect()
        };
        let mut colliders: Vec<Entity> =
            shapes.into_iter().filter_map(|id| physics.collider_of(id)).collect();
        in_order(&mut colliders);
        for collider in colliders {
            self.replace_shapes(physics, collider);
        }
    }

    /// Makes the joint of an entity. Returns whether it must wait for a body.
    fn make_joint(&mut self, physics: &mut Physics, entity: Entity) -> bool {
        let Ok(joint) = self.joints.get(entity) else { return false };
        if self.joint_links.get(entity).is_ok_and(|(_, link)| link.0.is_some()) {
            return false;
        }
        let [Some(a), Some(b)] = joint.ends.map(|end| self.body_of(end)) else {
            // An entity that is gone never gets a body.
            return joint.ends.iter().all(|&end| self.transforms.contains(end));
        };
        match physics.world.join((joint.build)(a, b)) {
            Ok(id) => {
                if let Some(mut joint) = physics.world.joint_mut(id) {
                    joint.set_user_data(entity.to_bits());
                }
                if let Ok((_, mut link)) = self.joint_links.get_mut(entity) {
                    link.0 = Some(id);
                }
            }
            Err(error) => self.fault(entity, error),
        }
        false
    }

    /// Returns the colliders without shapes.
    fn unplaced(&self) -> impl Iterator<Item = Entity> {
        let is_empty =
            |entity: &Entity| self.shape_links.get(*entity).is_ok_and(|link| link.shapes.is_empty());
        self.colliders.iter().map(|(entity, _)| entity).filter(is_empty)
    }

    /// After a restored state: makes links those of the world, forgets objects that are gone, and removes
    /// bodies and joints whose entity is gone.
    fn follow_restored(&mut self, physics: &mut Physics, lists: &mut Lists) {
        let is_orphan = |&id: &BodyId| {
            let data = physics.world.body(id).map_or(0, |body| body.user_data());
            entity_from(data).is_some_and(|entity| self.body_of(entity) != Some(id))
        };
        let orphans: Vec<BodyId> = physics.world.bodies().filter(is_orphan).collect();
        for id in orphans {
            drop(physics.world.despawn(id));
        }
        for mut link in &mut self.shape_links {
            *link = ShapeLink::default();
        }
        let bodies: Vec<BodyId> = physics.world.bodies().collect();
        for id in bodies {
            self.link_shapes(physics, id);
        }
        for (entity, mut link) in &mut self.links {
            if link.id.is_some_and(|id| physics.world.body(id).is_none()) {
                link.id = None;
                lists.bodies.push(entity);
            }
        }
        let is_orphan = |&id: &JointId| {
            let data = physics.world.joint(id).map_or(0, |joint| joint.user_data());
            let link = |entity| self.joint_links.get(entity).ok().and_then(|(_, link)| link.0);
            entity_from(data).is_some_and(|entity| link(entity) != Some(id))
        };
        let orphans: Vec<JointId> = physics.world.joints().filter(is_orphan).collect();
        for id in orphans {
            drop(physics.world.unjoin(id));
        }
        for (entity, mut link) in &mut self.joint_links {
            if link.0.is_some_and(|id| physics.world.joint(id).is_none()) {
                link.0 = None;
                lists.joints.push(entity);
            }
        }
    }
}

impl Placement {
    fn of_child(self, transform: &Transform) -> Placement {
        let scale = transform.scale.truncate();
        let child = pose_of(transform);
        let at = to_bevy(child.p) * self.scale;
        Placement { pose: self.pose * Pose { p: to_engine(at), q: child.q }, scale: self.scale * scale }
    }
}
