//! Before the step: what the game changed enters the world.

use bevy_ecs::entity::Entities;
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryData;
use bevy_ecs::system::SystemParam;
use bevy_math::Vec2;
use bevy_time::Time;
use bevy_transform::prelude::Transform;
use cairn2d::{Body, BodyId, BodyKind, JointId, Pose, Shape, ShapeDef, ShapeId};

use crate::changes::{BodyChanges, ColliderChanges, Moved, NewObjects, ShapeChanges, has, in_order};
use crate::collider::{Collider, ShapeLink, scaled};
use crate::components::{
    AngularVelocity, BodyLink, ConstantForce, ConstantTorque, LinearVelocity, RigidBody,
};
use crate::convert::{is_placed, pose_of, to_bevy, to_engine};
use crate::hierarchy::Hierarchy;
use crate::interpolation::TransformInterpolation;
use crate::joint::{Joint, JointLink};
use crate::messages::{FaultReason, PhysicsFault};
use crate::physics::{Physics, Removal, entity_from};
use crate::settings::{BodySettings, ColliderSettings, Surface};

/// What a body needs to be spawned.
#[derive(QueryData)]
pub(crate) struct NewBody {
    kind: &'static RigidBody,
    velocity: Option<&'static LinearVelocity>,
    angular_velocity: Option<&'static AngularVelocity>,
    is_linked: Has<BodyLink>,
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
    hierarchy: Hierarchy<'w, 's>,
    entities: &'w Entities,
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
    /// Bodies whose transform or velocity the game changed, and those that an ancestor moved.
    moved: Vec<Entity>,
    displaced: Vec<Entity>,
    /// Bodies that were spawned in this run.
    spawned: Vec<Entity>,
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
    lists.bodies.clear();
    objects.remove(physics, &mut lists.joints);
    if physics.has_old_links {
        objects.follow_restored(physics, lists);
    }

    let list = &mut lists.entities;
    list.clear();
    if physics.has_old_links {
        list.extend(objects.unplaced());
    }
    list.append(&mut physics.replaced);
    list.extend(&moved.colliders);
    new.collect_colliders(list);
    // Entities without a body are tried again when something of them changes.
    let owners = list.iter().filter_map(|&collider| Some(objects.owner_of(collider).ok()??.0));
    lists.bodies.extend(owners);
    lists.displaced.clear();
    lists.displaced.append(&mut physics.displaced);
    in_order(&mut lists.displaced);
    lists.moved.clear();
    if !physics.is_restored {
        moved.collect_bodies(physics.own, &mut lists.moved);
        lists.moved.extend(&lists.displaced);
        in_order(&mut lists.moved);
    }
    lists.bodies.extend(&lists.moved);
    lists.bodies.retain(|&entity| objects.body_of(entity).is_none());
    new.collect_bodies(&mut lists.bodies);
    lists.placed.clear();
    lists.spawned.clear();
    for &entity in &lists.bodies {
        if objects.update_body(physics, entity, &mut lists.placed) {
            lists.spawned.push(entity);
        }
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

    let own = physics.own;
    for &entity in lists.moved.iter().filter(|&&entity| !has(&lists.spawned, entity)) {
        if let Ok((_, transform, velocity, angular_velocity)) = moved.bodies.get(entity) {
            let is_new = |tick| !own.has(tick);
            let velocity = velocity.filter(|velocity| is_new(velocity.last_changed()));
            let angular_velocity = angular_velocity.filter(|velocity| is_new(velocity.last_changed()));
            let change = Change {
                is_placed: is_new(transform.last_changed()) || has(&lists.displaced, entity),
                velocity: velocity.map(|velocity| velocity.0),
                angular_velocity: angular_velocity.map(|velocity| velocity.0),
            };
            objects.move_body(physics, entity, change);
        }
    }

    list.clear();
    new.collect_joints(list);
    lists.joints.extend(&*list);
    in_order(&mut lists.joints);
    lists.joints.retain(|&entity| objects.make_joint(physics, entity, has(list, entity)));
    physics.has_old_links = false;
}

/// Applies the constant forces.
pub(crate) fn apply_forces(
    mut physics: ResMut<Physics>,
    forces: Query<(Entity, &BodyLink, &ConstantForce)>,
    torques: Query<(Entity, &BodyLink, &ConstantTorque)>,
    mut faults: MessageWriter<PhysicsFault>,
    time: Option<Res<Time>>,
) {
    // Without a step, the forces of several frames would add up.
    if time.is_none_or(|time| time.delta_secs() <= 0.0) {
        return;
    }
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

    /// Returns the value, or reports the fault.
    fn found<T>(&mut self, entity: Entity, result: Result<T, FaultReason>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(reason) => {
                self.faults.write(PhysicsFault::of(entity, reason));
                None
            }
        }
    }

    /// Removes the objects of removed components. Objects that are gone already, with their body, are no
    /// fault. Joints of removed bodies wait for a new body as long as both entities exist.
    fn remove(&mut self, physics: &mut Physics, waiting: &mut Vec<Entity>) {
        let Physics { world, removals, .. } = physics;
        let mut is_body_removed = false;
        for removal in removals.drain(..) {
            match removal {
                Removal::Body(body) => is_body_removed |= world.despawn(body).is_ok(),
                Removal::Shapes(shapes) => shapes.into_iter().for_each(|shape| drop(world.detach(shape))),
                Removal::Joint(joint) => drop(world.unjoin(joint)),
            }
        }
        if !is_body_removed {
            return;
        }
        for (entity, mut link) in &mut self.joint_links {
            if link.0.is_some_and(|id| world.joint(id).is_none()) {
                link.0 = None;
                let ends = self.joints.get(entity).map(|joint| joint.ends);
                if ends.is_ok_and(|ends| ends.iter().all(|&end| self.entities.contains(end))) {
                    waiting.push(entity);
                }
            }
        }
    }

    fn body_of(&self, entity: Entity) -> Option<BodyId> {
        self.links.get(entity).ok()?.1.id
    }

    /// Spawns the body of an entity, or changes its kind. Returns whether it is new. Colliders of a new body
    /// go to `placed`.
    fn update_body(&mut self, physics: &mut Physics, entity: Entity, placed: &mut Vec<Entity>) -> bool {
        let Ok(body) = self.bodies.get(entity) else { return false };
        let kind = body.kind.kind();
        if !body.is_linked {
            self.faults.write(PhysicsFault::of(entity, FaultReason::NoLink("BodyLink")));
            return false;
        }
        if let Some(mut known) = self.body_of(entity).and_then(|id| physics.world.body_mut(id)) {
            if known.kind() != kind {
                known.set_kind(kind);
            }
            return false;
        }
        let mut velocity = body.velocity.copied().unwrap_or_default().0;
        let mut angular_velocity = body.angular_velocity.copied().unwrap_or_default().0;
        if kind == BodyKind::Static {
            // Those of a body that moved before it became static.
            (velocity, angular_velocity) = (Vec2::ZERO, 0.0);
        }
        let place = self.hierarchy.global(entity);
        let Some(transform) = self.found(entity, place) else { return false };
        let first = placed.len();
        let Some(shapes) = self.shapes_of_body(entity, transform.scale.truncate(), placed) else {
            placed.truncate(first);
            return false;
        };
        let def = Body::new(kind)
            .pose(pose_of(&transform))
            .velocity(to_engine(velocity))
            .angular_velocity(angular_velocity)
            .user_data(entity.to_bits());
        let def = shapes.into_iter().fold(def, |def, shape| def.with(shape));
        let settings = self.body_settings.get(entity).ok().filter(|settings| settings.any());
        // If a setting is refused, all are set one by one; colliders without mass need a given one at once.
        let defs = settings.iter().flat_map(|settings| {
            let with_mass = settings.given_mass().map(|mass| def.clone().mass(mass));
            [Some(settings.define(def.clone())), with_mass].into_iter().flatten()
        });
        let defined: Vec<Body> = defs.collect();
        let is_set = settings.is_some();
        let with_settings = defined.into_iter().find_map(|def| physics.world.spawn(def).ok());
        let id = match with_settings.map_or_else(|| physics.world.spawn(def), Ok) {
            Ok(id) => id,
            Err(error) => {
                placed.truncate(first);
                self.fault(entity, error);
                return false;
            }
        };
        // The definition has the velocity of the origin, the component that of the centre of mass.
        if let Some(mut body) = physics.world.body_mut(id)
            && to_bevy(body.velocity()) != velocity
            && let Err(error) = body.set_velocity(to_engine(velocity))
        {
            self.fault(entity, error);
        }
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
        if is_set {
            self.update_settings(physics, entity);
        }
        true
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
                if self.bodies.contains(child) {
                    continue;
                }
                match self.hierarchy.transform(child) {
                    Ok(transform) => waiting.push((child, placement.of_child(transform))),
                    Err(reason) if self.colliders.contains(child) => {
                        self.faults.write(PhysicsFault::of(child, reason));
                    }
                    Err(_) => {}
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
            // Without a change of place, all bits stay.
            let place = |shape: Shape| if pose == Pose::IDENTITY { shape } else { shape.transformed(pose) };
            let in_body = shapes.map(|shape| scaled(shape, scale).map(place));
            in_body.map(|shape| Some(surface.shape(shape?, collider))).collect()
        };
        if shapes.is_none() {
            self.faults.write(PhysicsFault::of(collider, FaultReason::Scale(scale)));
        }
        shapes
    }

    fn surface(&self, collider: Entity, body: Entity) -> Option<Surface> {
        let own = self.collider_settings.get(collider).ok()?;
        let of_body = self.collider_settings.get(body).ok().filter(|_| collider != body);
        Some(Surface::new(&own, of_body.as_ref()))
    }

    /// Returns the entity of the body of a collider, and its place there, or `None` without a body.
    ///
    /// # Errors
    /// An entity without a transform, or a cycle of ancestors.
    fn owner_of(&self, collider: Entity) -> Result<Option<(Entity, Placement)>, FaultReason> {
        let mut chain = vec![collider];
        if !self.bodies.contains(collider) {
            for ancestor in self.hierarchy.ancestors(collider)? {
                chain.push(ancestor);
                if self.bodies.contains(ancestor) {
                    break;
                }
            }
        }
        let Some(owner) = chain.pop().filter(|&owner| self.bodies.contains(owner)) else { return Ok(None) };
        let scale = self.hierarchy.global(owner)?.scale.truncate();
        let mut placement = Placement { pose: Pose::IDENTITY, scale };
        for &entity in chain.iter().rev() {
            placement = placement.of_child(self.hierarchy.transform(entity)?);
        }
        Ok(Some((owner, placement)))
    }

    /// Replaces the shapes of a collider.
    fn replace_shapes(&mut self, physics: &mut Physics, collider: Entity) {
        if !self.colliders.contains(collider) {
            return;
        }
        if !self.shape_links.contains(collider) {
            self.faults.write(PhysicsFault::of(collider, FaultReason::NoLink("ShapeLink")));
            return;
        }
        let owner = self.owner_of(collider);
        let Some((owner, placement)) = self.found(collider, owner).flatten() else { return };
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
        let place = change.is_placed.then(|| self.hierarchy.global(entity)).transpose();
        let transform = self.found(entity, place).flatten();
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

    /// Makes the joint of an entity. Returns whether it must wait for a body, which is a fault once.
    fn make_joint(&mut self, physics: &mut Physics, entity: Entity, is_new: bool) -> bool {
        let Ok(joint) = self.joints.get(entity) else { return false };
        match self.joint_links.get(entity) {
            Ok((_, link)) if link.0.is_some() => return false,
            Ok(_) => {}
            Err(_) => {
                self.faults.write(PhysicsFault::of(entity, FaultReason::NoLink("JointLink")));
                return false;
            }
        }
        if let Some(&end) = joint.ends.iter().find(|&&end| !self.entities.contains(end)) {
            self.faults.write(PhysicsFault::of(entity, FaultReason::NoEntity(end)));
            return false;
        }
        let bodies = joint.ends.map(|end| self.body_of(end));
        let [Some(a), Some(b)] = bodies else {
            let missing = joint.ends[usize::from(bodies[0].is_some())];
            if is_new {
                self.faults.write(PhysicsFault::of(entity, FaultReason::MissingBody(missing)));
            }
            return true;
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
            // The body of another world may have the same id.
            if link.id.is_some_and(|id| physics.entity_of(id) != Some(entity)) {
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
            let data = |id| physics.world.joint(id).map_or(0, |joint| joint.user_data());
            if link.0.is_some_and(|id| entity_from(data(id)) != Some(entity)) {
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
