//! The conformance scripts through the plugin: bodies, joints and steps are entities, components and runs of
//! a schedule, all other calls go to the world of the plugin. Every body, joint and step is compared with
//! that of the engine alone, and so is the world at the end. `CAIRN2D_ALL_SCRIPTS=1` runs all scripts.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

use bevy_app::prelude::*;
use bevy_cairn2d::cairn2d::{
    self, BodyId, BodyKind, BodyRef, Combine, IntoShape, JointDef, JointId, Material, Rot, ShapeDef, ShapeId,
    ShapeRef, StepReport,
};
use bevy_cairn2d::prelude::*;
use bevy_cairn2d::{AngularDamping, BodyLink, CombineRule, Dominance, JointLink, Physics};
use bevy_ecs::prelude::*;
use bevy_ecs::schedule::ScheduleLabel;
use bevy_math::{Quat, Vec2};
use bevy_time::Time;
use cairn2d_conformance::{Host, all, run, run_in};

#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct Steps;

/// What a script made by components, and what by calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    bodies: [u32; 2],
    joints: [u32; 2],
    steps: [u32; 2],
}

impl Counts {
    /// Returns whether components made everything that the engine accepts.
    fn is_whole(&self) -> bool {
        self.bodies[0] > 0 && [self.bodies, self.joints, self.steps].iter().all(|[_, calls]| *calls == 0)
    }
}

/// User data of bodies, shapes and joints by the bits of their ids.
type UserData = [BTreeMap<u64, u64>; 3];

/// An app whose entities are the bodies and joints of a script.
struct Plugin {
    app: App,
    bodies: BTreeMap<BodyId, Entity>,
    shapes: BTreeMap<ShapeId, Entity>,
    joints: BTreeMap<JointId, Entity>,
    counts: Rc<RefCell<Counts>>,
}

impl Plugin {
    fn new(counts: Rc<RefCell<Counts>>) -> Plugin {
        let maps = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
        Plugin { app: Plugin::app(), bodies: maps.0, shapes: maps.1, joints: maps.2, counts }
    }

    fn app() -> App {
        let mut app = App::new();
        app.init_resource::<Time>().init_schedule(Steps);
        app.add_plugins(CairnPlugin::default().in_schedule(Steps));
        app
    }

    /// Runs the schedule of the plugin for a time, with the world of the script. In between, user data is
    /// that of the plugin.
    fn run(&mut self, world: &mut cairn2d::World, time: Duration) {
        let before = self.exchange(world, None);
        let mut physics = self.app.world_mut().resource_mut::<Physics>();
        std::mem::swap(physics.world_mut(), world);
        self.app.world_mut().resource_mut::<Time>().advance_by(time);
        self.app.world_mut().run_schedule(Steps);
        self.app.world_mut().clear_trackers();
        let mut physics = self.app.world_mut().resource_mut::<Physics>();
        std::mem::swap(physics.world_mut(), world);
        self.exchange(world, Some(before));
    }

    /// Sets the user data of all objects: to the bits of their entities, or 0 without one, or to given
    /// values. Returns the former values by id.
    fn exchange(&self, world: &mut cairn2d::World, data: Option<UserData>) -> UserData {
        let mut former = [BTreeMap::new(), BTreeMap::new(), BTreeMap::new()];
        let value = |kind: usize, id: u64, entity: Option<&Entity>| match &data {
            Some(data) => data[kind].get(&id).copied().unwrap_or_default(),
            None => entity.map_or(0, |entity| entity.to_bits()),
        };
        for id in world.bodies().collect::<Vec<_>>() {
            let Some(mut body) = world.body_mut(id) else { continue };
            former[0].insert(id.to_bits(), body.user_data());
            body.set_user_data(value(0, id.to_bits(), self.bodies.get(&id)));
            let shapes: Vec<ShapeId> = body.shapes().collect();
            for id in shapes {
                let Some(mut shape) = world.shape_mut(id) else { continue };
                former[1].insert(id.to_bits(), shape.user_data());
                shape.set_user_data(value(1, id.to_bits(), self.shapes.get(&id)));
            }
        }
        for id in world.joints().collect::<Vec<_>>() {
            let before = world.joint(id).map_or(0, |joint| joint.user_data());
            former[2].insert(id.to_bits(), before);
            if let Some(mut joint) = world.joint_mut(id) {
                joint.set_user_data(value(2, id.to_bits(), self.joints.get(&id)));
            }
        }
        former
    }

    /// Forgets objects that calls removed.
    fn prune(&mut self, world: &cairn2d::World) {
        self.bodies.retain(|&id, _| world.body(id).is_some());
        self.shapes.retain(|&id, _| world.shape(id).is_some());
        self.joints.retain(|&id, _| world.joint(id).is_some());
    }

    /// Spawns the entities of a body: one for the body and its first shape, one for each other shape.
    fn entities(&mut self, model: &cairn2d::World, body: BodyRef<'_>) -> (Entity, Vec<Entity>) {
        let pose = body.pose();
        let transform = Transform::from_xyz(pose.p.x, pose.p.y, 0.0).with_rotation(turned(pose.q));
        let world = self.app.world_mut();
        let root = world.spawn((kind_of(body.kind()), transform)).id();
        insert_settings(&mut world.entity_mut(root), body);
        let mut colliders = Vec::new();
        for (index, shape) in body.shapes().filter_map(|id| model.shape(id)).enumerate() {
            let collider = if index == 0 { root } else { world.spawn(ChildOf(root)).id() };
            insert_shape(&mut world.entity_mut(collider), &shape);
            colliders.push(collider);
        }
        (root, colliders)
    }

    fn count(&self, list: fn(&mut Counts) -> &mut [u32; 2], is_by_call: bool) {
        list(&mut self.counts.borrow_mut())[usize::from(is_by_call)] += 1;
    }
}

fn kind_of(kind: BodyKind) -> RigidBody {
    match kind {
        BodyKind::Static => RigidBody::Static,
        BodyKind::Kinematic => RigidBody::Kinematic,
        _ => RigidBody::Dynamic,
    }
}

fn turned(q: Rot) -> Quat {
    if q == Rot::IDENTITY { Quat::IDENTITY } else { Quat::from_rotation_z(q.angle()) }
}

/// Inserts the components of a body that are not the default.
fn insert_settings(entity: &mut EntityWorldMut<'_>, body: BodyRef<'_>) {
    let velocity = body.velocity();
    entity.insert(LinearVelocity(Vec2::new(velocity.x, velocity.y)));
    entity.insert(AngularVelocity(body.angular_velocity()));
    if body.gravity_scale() != 1.0 {
        entity.insert(GravityScale(body.gravity_scale()));
    }
    if body.linear_damping() != 0.0 {
        entity.insert(LinearDamping(body.linear_damping()));
    }
    if body.angular_damping() != 0.0 {
        entity.insert(AngularDamping(body.angular_damping()));
    }
    if body.sleep_threshold() != SleepThreshold::default().0 {
        entity.insert(SleepThreshold(body.sleep_threshold()));
    }
    if body.time_scale() != 1.0 {
        entity.insert(TimeScale(body.time_scale()));
    }
    if body.dominance() != 0 {
        entity.insert(Dominance(body.dominance()));
    }
    let locks = body.locks();
    if locks.x || locks.y || locks.rotation {
        entity.insert(LockedAxes { x: locks.x, y: locks.y, rotation: locks.rotation });
    }
    if let Some(mass) = body.given_mass() {
        let center = Vec2::new(mass.center.x, mass.center.y);
        entity.insert(MassOverride { mass: mass.mass, inertia: mass.inertia, center });
    }
    if body.is_bullet() {
        entity.insert(Bullet);
    }
    if !body.can_sleep() {
        entity.insert(SleepingDisabled);
    }
    if !body.is_enabled() {
        entity.insert(RigidBodyDisabled);
    }
}

/// Inserts the components of a collider.
fn insert_shape(entity: &mut EntityWorldMut<'_>, shape: &ShapeRef<'_>) {
    let (material, filter) = (shape.material(), shape.filter());
    let rule = |combine| match combine {
        Combine::Average => CombineRule::Average,
        Combine::Min => CombineRule::Min,
        Combine::Multiply => CombineRule::Multiply,
        Combine::Max => CombineRule::Max,
        _ => CombineRule::GeometricMean,
    };
    let (friction, restitution) = (material.friction_combine, material.restitution_combine);
    entity.insert((
        Collider::from(shape.geometry().clone()),
        Friction { coefficient: material.friction, combine: rule(friction) },
        Restitution { coefficient: material.restitution, combine: rule(restitution) },
        ColliderDensity(shape.density()),
        SurfaceSpeed(material.tangent_speed),
        CollisionLayers { memberships: filter.category, filters: filter.mask, group: filter.group },
    ));
    if shape.is_sensor() {
        entity.insert(Sensor);
    }
    if let Some(speed) = shape.report_hits_above() {
        entity.insert(HitThreshold(speed));
    }
}

/// Returns whether the plugin has components for everything of a body. A transform holds the half of an
/// angle, so most rotations are rounded; it holds 32 bits of a position.
fn has_components(model: &cairn2d::World, body: BodyRef<'_>) -> bool {
    let has_shape = |shape: ShapeRef<'_>| {
        let material = shape.material();
        let mut of_components = Material::default();
        of_components.friction = material.friction;
        of_components.restitution = material.restitution;
        of_components.tangent_speed = material.tangent_speed;
        of_components.friction_combine = material.friction_combine;
        of_components.restitution_combine = material.restitution_combine;
        let mut def = ShapeDef::new(shape.geometry().clone())
            .density(shape.density())
            .material(of_components)
            .filter(shape.filter())
            .user_data(shape.user_data());
        if let Some(speed) = shape.report_hits_above() {
            def = def.report_hits_above(speed);
        }
        def = if shape.is_sensor() { def.sensor() } else { def };
        // The definition also has one-way sides, hooks and the setting of sensor events.
        format!("{def:?}") == format!("{:?}", shape.def())
    };
    !model.config().large_world
        && body.rotation() == Rot::IDENTITY
        && body.angle() == 0.0
        && (!body.is_asleep() || body.kind() == BodyKind::Static)
        && !body.is_joined()
        && body.sweep_threshold() == 0.5
        && body.shapes().all(|id| model.shape(id).is_some_and(has_shape))
}

impl Host for Plugin {
    fn replaced(&mut self) {
        *self = Plugin::new(Rc::clone(&self.counts));
    }

    fn spawn(&mut self, world: &mut cairn2d::World, def: &cairn2d::Body) -> Option<BodyId> {
        self.prune(world);
        let mut model = world.clone();
        let id = model.spawn(def.clone()).ok()?;
        let body = model.body(id)?;
        let has_components = has_components(&model, body);
        self.count(|counts| &mut counts.bodies, !has_components);
        if !has_components {
            return None;
        }
        let (root, colliders) = self.entities(&model, body);
        self.run(world, Duration::ZERO);
        let made = self.app.world().get::<BodyLink>(root).unwrap().id();
        assert_eq!(made, Some(id), "{:?}", self.faults());
        self.bodies.insert(id, root);
        world.body_mut(id).unwrap().set_user_data(body.user_data());
        let shapes: Vec<ShapeId> = world.body(id).unwrap().shapes().collect();
        assert_eq!(shapes, body.shapes().collect::<Vec<_>>());
        for (shape, collider) in shapes.into_iter().zip(colliders) {
            self.shapes.insert(shape, collider);
            world.shape_mut(shape).unwrap().set_user_data(model.shape(shape).unwrap().user_data());
        }
        let text = |world: &cairn2d::World| {
            let body = world.body(id).unwrap();
            let shapes: Vec<_> = body.shapes().map(|id| world.shape(id).unwrap().def()).collect();
            format!("{:#?}", (body.def(), shapes, body.mass(), body.center()))
        };
        if world.hash() != model.hash() {
            panic!("{}\nshould be {}", text(world), text(&model));
        }
        made
    }

    fn despawn(&mut self, world: &mut cairn2d::World, body: BodyId) -> Option<()> {
        self.prune(world);
        let entity = self.bodies.get(&body).copied()?;
        let mut model = world.clone();
        model.despawn(body).unwrap();
        self.app.world_mut().despawn(entity);
        self.run(world, Duration::ZERO);
        self.prune(world);
        assert_eq!(world.hash(), model.hash());
        Some(())
    }

    fn join(&mut self, world: &mut cairn2d::World, ends: [BodyId; 2], def: &JointDef) -> Option<JointId> {
        self.prune(world);
        let mut model = world.clone();
        let id = model.join(def.clone()).ok()?;
        let ends = ends.map(|end| self.bodies.get(&end).copied());
        let is_known = ends.iter().all(Option::is_some);
        self.count(|counts| &mut counts.joints, !is_known);
        let [Some(a), Some(b)] = ends else { return None };
        let def = def.clone();
        let entity = self.app.world_mut().spawn(Joint::new(a, b, move |_, _| def.clone())).id();
        self.run(world, Duration::ZERO);
        let made = self.app.world().get::<JointLink>(entity).unwrap().id();
        assert_eq!(made, Some(id), "{:?}", self.faults());
        self.joints.insert(id, entity);
        world.joint_mut(id).unwrap().set_user_data(model.joint(id).unwrap().user_data());
        assert_eq!(world.hash(), model.hash());
        made
    }

    fn unjoin(&mut self, world: &mut cairn2d::World, joint: JointId) -> Option<()> {
        self.prune(world);
        let entity = self.joints.get(&joint).copied()?;
        let mut model = world.clone();
        model.unjoin(joint).unwrap();
        self.app.world_mut().despawn(entity);
        self.run(world, Duration::ZERO);
        self.prune(world);
        assert_eq!(world.hash(), model.hash());
        Some(())
    }

    fn step(&mut self, world: &mut cairn2d::World, dt: f32) -> Option<StepReport> {
        self.prune(world);
        let mut model = world.clone();
        let report = model.step(dt).ok()?;
        let time = Duration::try_from_secs_f32(dt).ok()?;
        // Times that nanoseconds do not hold are steps by calls, and so is 0: the plugin makes no step then.
        let is_exact = time.as_secs_f32() == dt && dt > 0.0;
        self.count(|counts| &mut counts.steps, !is_exact);
        if !is_exact {
            return None;
        }
        self.run(world, time);
        self.prune(world);
        assert_eq!(world.hash(), model.hash(), "step {}", world.step_count());
        Some(report)
    }
}

impl Plugin {
    fn faults(&self) -> Vec<String> {
        let messages = self.app.world().resource::<Messages<PhysicsFault>>();
        messages.get_cursor().read(messages).map(ToString::to_string).collect()
    }
}

/// One of so many scripts of scenes and random calls runs by default.
const SHARE: u32 = 6;

#[test]
fn scripts_give_the_hashes_of_the_engine() {
    let expected = include_str!("../../conformance/expected.txt");
    let mut scripts = all().unwrap();
    if std::env::var_os("CAIRN2D_ALL_SCRIPTS").is_none() {
        // All by hand, and some of the others: all take half a minute of a processor.
        let mut number = 0;
        scripts.retain(|(name, _)| {
            number += u32::from(name.starts_with("scene_") || name.starts_with("random_"));
            number % SHARE == 0 || !(name.starts_with("scene_") || name.starts_with("random_"))
        });
    }
    let (mut whole, mut with_log, mut total) = (Vec::new(), 0, Counts::default());
    for (name, text) in &scripts {
        let counts = Rc::new(RefCell::new(Counts::default()));
        let outcome = run_in(text, Box::new(Plugin::new(Rc::clone(&counts)))).unwrap();
        let alone = run(text).unwrap();
        assert_eq!((outcome.hash, outcome.calls), (alone.hash, alone.calls), "{name}");
        if let Some(line) = expected.lines().find(|line| line.split(' ').next() == Some(name)) {
            assert!(line.contains(&format!(" {:016x} ", outcome.hash)), "{name}: {outcome} {line}");
        }
        with_log += usize::from(outcome.log == alone.log);
        let counts = *counts.borrow();
        if counts.is_whole() {
            whole.push(name);
        }
        for index in 0..2 {
            total.bodies[index] += counts.bodies[index];
            total.joints[index] += counts.joints[index];
            total.steps[index] += counts.steps[index];
        }
    }
    println!(
        "{} scripts, {} of them wholly by components, {with_log} with equal results of all calls; by components \
         and by calls: {total:?}",
        scripts.len(),
        whole.len(),
    );
    assert!(whole.len() * 3 > scripts.len(), "{whole:?}");
}
