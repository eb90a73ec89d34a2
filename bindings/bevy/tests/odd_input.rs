//! Odd input of a game: values out of range, hierarchies, removed components, missing entities. Each gives a
//! message and an error in the log, and other bodies go on.

use std::sync::{Mutex, Once};
use std::time::Duration;

use bevy_app::prelude::*;
use bevy_cairn2d::prelude::*;
use bevy_cairn2d::{BodyLink, FaultReason, JointLink, Physics, ShapeLink, cairn2d};
use bevy_ecs::message::MessageCursor;
use bevy_ecs::prelude::*;
use bevy_math::{Quat, Vec2, Vec3, vec2, vec3};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy, Virtual};
use bevy_transform::TransformPlugin;

const STEP: Duration = Duration::from_micros(15_625);

/// Lines of the log of all tests.
static LOG: Mutex<Vec<String>> = Mutex::new(Vec::new());

struct Logger;

impl log::Log for Logger {
    fn enabled(&self, _metadata: &log::Metadata<'_>) -> bool {
        true
    }

    fn log(&self, record: &log::Record<'_>) {
        if record.target().starts_with("bevy_cairn2d") {
            LOG.lock().unwrap().push(format!("{}: {}", record.level(), record.args()));
        }
    }

    fn flush(&self) {}
}

fn is_logged(text: &str) -> bool {
    LOG.lock().unwrap().iter().any(|line| line.starts_with("ERROR: ") && line.contains(text))
}

/// An app with a ball that falls freely beside everything else.
struct Game {
    app: App,
    witness: Entity,
    cursor: MessageCursor<PhysicsFault>,
}

impl Game {
    fn new() -> Game {
        let mut app = App::new();
        app.add_plugins((TimePlugin, TransformPlugin, CairnPlugin::default()));
        Game::of(app)
    }

    fn of(mut app: App) -> Game {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            log::set_logger(&Logger).unwrap();
            log::set_max_level(log::LevelFilter::Error);
        });
        app.insert_resource(Time::<Fixed>::from_duration(STEP));
        app.insert_resource(TimeUpdateStrategy::ManualDuration(STEP));
        let at = Transform::from_xyz(-500.0, 900.0, 0.0);
        let witness = app.world_mut().spawn((RigidBody::Dynamic, Collider::circle(0.5), at)).id();
        let mut game = Game { app, witness, cursor: MessageCursor::default() };
        // The first update only starts the clocks.
        game.step(2);
        game
    }

    /// Makes steps and returns the entities with faults. The witness must fall in all of them.
    fn step(&mut self, steps: usize) -> Vec<Entity> {
        let mut faults = Vec::new();
        for _ in 0..steps {
            let height = self.transform(self.witness).translation.y;
            self.app.update();
            let messages = self.app.world().resource::<Messages<PhysicsFault>>();
            for fault in self.cursor.read(messages) {
                assert!(is_logged(&fault.to_string()), "{fault}");
                println!("{fault}");
                faults.push(fault.entity);
            }
            let fallen = height - self.transform(self.witness).translation.y;
            assert!(fallen > 0.0 || self.physics().world().step_count() < 2, "{fallen}");
        }
        faults
    }

    fn spawn(&mut self, bundle: impl Bundle) -> Entity {
        self.app.world_mut().spawn(bundle).id()
    }

    fn entity(&mut self, entity: Entity) -> EntityWorldMut<'_> {
        self.app.world_mut().entity_mut(entity)
    }

    fn set<C: Component<Mutability = bevy_ecs::component::Mutable>>(&mut self, entity: Entity, value: C) {
        *self.app.world_mut().get_mut::<C>(entity).unwrap() = value;
    }

    fn transform(&self, entity: Entity) -> Transform {
        *self.app.world().get::<Transform>(entity).unwrap()
    }

    fn physics(&self) -> &Physics {
        self.app.world().resource::<Physics>()
    }

    /// Bodies, shapes and joints beside the witness.
    fn counts(&self) -> [u32; 3] {
        let counts = self.physics().world().counts();
        [counts.bodies - 1, counts.shapes - 1, counts.joints]
    }

    fn pose(&self, entity: Entity) -> cairn2d::Pose {
        let id = self.app.world().get::<BodyLink>(entity).unwrap().id().unwrap();
        self.physics().world().body(id).unwrap().pose()
    }

    /// Returns the box of the first shape of a collider.
    fn bounds(&self, collider: Entity) -> [f32; 4] {
        let link = self.app.world().get::<ShapeLink>(collider).unwrap();
        let bounds = self.physics().world().shape(link.shapes()[0]).unwrap().aabb();
        [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y]
    }

    /// Returns the entity of the body of a collider.
    fn owner(&self, collider: Entity) -> Option<Entity> {
        let link = self.app.world().get::<ShapeLink>(collider).unwrap();
        let shape = self.physics().world().shape(*link.shapes().first()?)?;
        self.physics().entity_of(shape.body())
    }
}

fn near(a: [f32; 4], b: [f32; 4]) -> bool {
    a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4)
}

fn at(x: f32, y: f32) -> Transform {
    Transform::from_xyz(x, y, 0.0)
}

fn ball(x: f32, y: f32) -> impl Bundle {
    (RigidBody::Dynamic, Collider::circle(0.5), at(x, y))
}

fn bad_transforms() -> Vec<Transform> {
    let scaled = |x: f32, y: f32| at(0.0, 50.0).with_scale(vec3(x, y, 1.0));
    vec![
        at(f32::NAN, 0.0),
        at(0.0, f32::INFINITY),
        at(1e30, 0.0),
        at(0.0, 50.0).with_rotation(Quat::from_xyzw(0.0, 0.0, 0.0, 0.0)),
        at(0.0, 50.0).with_rotation(Quat::from_xyzw(0.0, 0.0, f32::NAN, 1.0)),
        at(0.0, 50.0).with_rotation(Quat::from_xyzw(0.0, 0.0, f32::INFINITY, 1.0)),
        scaled(f32::NAN, 1.0),
        scaled(f32::INFINITY, f32::INFINITY),
        scaled(0.0, 0.0),
        scaled(1.0, 2.0),
        scaled(1e30, 1e30),
        scaled(1e-30, 1e-30),
    ]
}

#[test]
fn bad_transforms_of_new_bodies_are_faults() {
    for bad in bad_transforms() {
        let mut game = Game::new();
        let entity = game.spawn((RigidBody::Dynamic, Collider::circle(0.5), bad));
        assert_eq!(game.step(5), [entity], "{bad:?}");
        assert_eq!(game.counts(), [0, 0, 0], "{bad:?}");
        game.set(entity, at(3.0, 50.0));
        assert_eq!(game.step(1), [], "{bad:?}");
        assert_eq!(game.counts(), [1, 1, 0], "{bad:?}");
    }
}

#[test]
fn bad_transforms_of_bodies_and_colliders_are_faults_and_change_nothing() {
    for bad in bad_transforms() {
        let mut game = Game::new();
        let body = game.spawn(ball(3.0, 50.0));
        let parent = game.spawn((RigidBody::Dynamic, at(9.0, 50.0)));
        let child = game.spawn((Collider::circle(0.5), ChildOf(parent)));
        game.step(3);
        let radius = |game: &Game, entity| {
            let [x, _, end, _] = game.bounds(entity);
            0.5 * (end - x)
        };
        game.set(body, bad);
        game.set(child, bad);
        let mut faults = game.step(5);
        faults.sort_unstable();
        faults.dedup();
        // A collider may be anywhere in its body, as long as the engine accepts the shape.
        assert!(faults.contains(&body) && faults.contains(&child), "{bad:?}: {faults:?}");
        assert_eq!(game.counts(), [2, 2, 0], "{bad:?}");
        assert!(game.pose(body).p.x.is_finite());
        assert!((radius(&game, body) - 0.5).abs() < 1e-3 && (radius(&game, child) - 0.5).abs() < 1e-3);
        assert!(game.transform(body).translation.is_finite(), "{bad:?}");
    }
}

#[test]
fn mirrored_and_stretched_colliders_have_the_scaled_box() {
    let mut game = Game::new();
    let corners = [vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(0.0, 1.0)];
    let triangle = || Collider::convex_hull(&corners).unwrap();
    let stretched = at(0.0, 50.0).with_scale(vec3(2.0, 3.0, 1.0));
    let mirrored = at(20.0, 50.0).with_scale(vec3(-1.0, 1.0, 1.0));
    let circle = at(40.0, 50.0).with_scale(vec3(-2.0, 2.0, 1.0));
    let stretched = game.spawn((RigidBody::Static, triangle(), stretched));
    let mirrored = game.spawn((RigidBody::Static, triangle(), mirrored));
    let circle = game.spawn((RigidBody::Static, Collider::circle(0.5), circle));
    assert_eq!(game.step(2), []);
    assert!(near(game.bounds(stretched), [0.0, 50.0, 4.0, 53.0]), "{:?}", game.bounds(stretched));
    assert!(near(game.bounds(mirrored), [18.0, 50.0, 20.0, 51.0]), "{:?}", game.bounds(mirrored));
    assert!(near(game.bounds(circle), [39.0, 49.0, 41.0, 51.0]), "{:?}", game.bounds(circle));
    // A scale that changes later.
    game.set(stretched, at(0.0, 50.0));
    assert_eq!(game.step(1), []);
    assert!(near(game.bounds(stretched), [0.0, 50.0, 2.0, 51.0]), "{:?}", game.bounds(stretched));
}

/// Inserts a component into a live body, and into one that is spawned with it.
fn is_fault<C: Component + Clone + std::fmt::Debug>(value: C) {
    let mut game = Game::new();
    let live = game.spawn(ball(0.0, 50.0));
    game.step(2);
    game.entity(live).insert(value.clone());
    let new = game.spawn(ball(5.0, 50.0));
    game.entity(new).insert(value.clone());
    let faults = game.step(4);
    assert!(faults.contains(&live) && faults.contains(&new), "{value:?}: {faults:?}");
    assert!(game.transform(live).is_finite() && game.pose(live).p.y.is_finite(), "{value:?}");
}

#[test]
fn values_out_of_range_are_faults() {
    for bad in [f32::NAN, f32::INFINITY, 1e30] {
        is_fault(LinearVelocity(vec2(bad, 0.0)));
        is_fault(AngularVelocity(bad));
        is_fault(GravityScale(bad));
        is_fault(ConstantForce(vec2(0.0, bad)));
        is_fault(ConstantTorque(bad));
        is_fault(SurfaceSpeed(bad));
        is_fault(Collider::circle(bad));
    }
    for bad in [f32::NAN, f32::INFINITY, -1.0] {
        is_fault(LinearDamping(bad));
        is_fault(bevy_cairn2d::AngularDamping(bad));
        is_fault(TimeScale(bad));
        is_fault(SleepThreshold(bad));
        is_fault(Friction::new(bad));
        is_fault(Restitution::new(bad));
        is_fault(ColliderDensity(bad));
        is_fault(HitThreshold(bad));
        is_fault(MassOverride { mass: bad, inertia: 1.0, center: Vec2::ZERO });
        is_fault(Collider::rectangle(bad, 1.0));
        is_fault(Collider::segment(vec2(bad, 0.0), vec2(bad, 0.0)));
    }
    is_fault(TimeScale(0.0));
    is_fault(Collider::circle(0.0));
    is_fault(Collider::segment(Vec2::ZERO, Vec2::ZERO));
}

#[test]
fn a_body_without_collider_and_a_collider_without_body_are_no_faults() {
    let mut game = Game::new();
    let body = game.spawn((RigidBody::Dynamic, at(0.0, 50.0)));
    let alone = game.spawn((Collider::circle(0.5), at(5.0, 50.0)));
    let empty = game.spawn((Collider::compound([]), at(9.0, 50.0)));
    assert_eq!(game.step(8), []);
    // A body without mass does not fall.
    assert_eq!(game.pose(body).p.y, 50.0);
    assert_eq!(game.app.world().get::<RigidBody>(alone), Some(&RigidBody::Static));
    assert_eq!(game.pose(alone).p.y, 50.0);
    assert_eq!(game.app.world().get::<ShapeLink>(empty).unwrap().shapes().len(), 0);
}

#[test]
fn colliders_follow_their_entities_to_another_body() {
    let mut game = Game::new();
    let [a, b] = [0.0, 20.0].map(|x| game.spawn((RigidBody::Static, at(x, 50.0))));
    let arm = game.spawn((at(2.0, 0.0), ChildOf(a)));
    let hand = game.spawn((Collider::circle(0.5), at(1.0, 0.0), ChildOf(arm)));
    game.step(1);
    assert_eq!(game.owner(hand), Some(a));
    assert!(near(game.bounds(hand), [2.5, 49.5, 3.5, 50.5]));
    // An entity between body and collider moves.
    game.set(arm, at(2.0, 5.0));
    game.step(1);
    assert!(near(game.bounds(hand), [2.5, 54.5, 3.5, 55.5]));
    // The whole arm goes to the other body.
    game.entity(arm).insert(ChildOf(b));
    game.step(1);
    assert_eq!((game.owner(hand), game.counts()), (Some(b), [2, 1, 0]));
    assert!(near(game.bounds(hand), [22.5, 54.5, 23.5, 55.5]));
    // Without a body above, the collider gets its own.
    game.entity(arm).remove::<ChildOf>();
    game.step(1);
    assert_eq!((game.owner(hand), game.counts()), (Some(hand), [3, 1, 0]));
    assert!(near(game.bounds(hand), [2.5, 4.5, 3.5, 5.5]));
}

#[test]
fn colliders_of_a_removed_body_go_to_the_body_above_or_get_one() {
    let mut game = Game::new();
    let outer = game.spawn((RigidBody::Dynamic, at(0.0, 50.0)));
    let inner = (RigidBody::Dynamic, Collider::circle(0.5), at(3.0, 0.0), ChildOf(outer));
    let inner = game.spawn(inner);
    let child = game.spawn((Collider::circle(0.5), at(0.0, 3.0), ChildOf(inner)));
    game.step(2);
    assert_eq!([inner, child].map(|entity| game.owner(entity)), [Some(inner); 2]);
    game.entity(inner).remove::<RigidBody>();
    assert_eq!(game.step(2), []);
    assert_eq!([inner, child].map(|entity| game.owner(entity)), [Some(outer); 2]);
    assert_eq!(game.counts(), [1, 2, 0]);
    game.entity(outer).remove::<RigidBody>();
    assert_eq!(game.step(2), []);
    assert_eq!(game.counts(), [2, 2, 0]);
    assert!([inner, child].iter().all(|&entity| game.owner(entity).is_some()));
}

#[test]
fn nested_bodies_follow_changes_of_the_game_and_not_those_of_the_step() {
    let mut game = Game::new();
    let outer = game.spawn(ball(0.0, 50.0));
    let middle = (RigidBody::Static, Collider::circle(0.5), at(5.0, 0.0), ChildOf(outer));
    let middle = game.spawn(middle);
    let holder = game.spawn((at(0.0, 1.0), ChildOf(middle)));
    let inner = (RigidBody::Static, Collider::circle(0.5), at(5.0, 0.0), ChildOf(holder));
    let inner = game.spawn(inner);
    game.step(30);
    assert!(game.pose(outer).p.y < 49.0);
    // What is drawn is where the bodies are.
    let drawn = |game: &Game, entity| {
        let mut at = Vec3::ZERO;
        let mut next = Some(entity);
        while let Some(entity) = next {
            at = game.transform(entity).transform_point(at);
            next = game.app.world().get::<ChildOf>(entity).map(ChildOf::parent);
        }
        at.truncate()
    };
    for (entity, x, y) in [(middle, 5.0, 50.0), (inner, 10.0, 51.0)] {
        let pose = game.pose(entity);
        assert_eq!([pose.p.x, pose.p.y], [x, y]);
        assert!((drawn(&game, entity) - vec2(x, y)).length() < 1e-4, "{}", drawn(&game, entity));
    }
    let height = game.pose(outer).p.y;
    let mut lifted = game.transform(outer);
    lifted.translation.y += 7.0;
    game.set(outer, lifted);
    game.step(1);
    assert!(game.pose(outer).p.y - height > 6.0);
    for (entity, x, y) in [(middle, 5.0, 57.0), (inner, 10.0, 58.0)] {
        let pose = game.pose(entity);
        assert!((vec2(pose.p.x, pose.p.y) - vec2(x, y)).length() < 1e-3, "{pose:?}");
        assert!((drawn(&game, entity) - vec2(x, y)).length() < 1e-3, "{}", drawn(&game, entity));
    }
}

#[test]
fn a_body_that_gets_another_parent_is_where_it_is_drawn() {
    let mut game = Game::new();
    let [a, b] = [10.0, 30.0].map(|x| game.spawn(at(x, 0.0)));
    let body = game.spawn((RigidBody::Static, Collider::circle(0.5), at(1.0, 50.0), ChildOf(a)));
    game.step(2);
    assert_eq!(game.pose(body).p.x, 11.0);
    game.entity(body).insert(ChildOf(b));
    game.step(1);
    assert_eq!(game.pose(body).p.x, 31.0);
    game.set(b, at(40.0, 0.0));
    game.step(1);
    assert_eq!(game.pose(body).p.x, 41.0);
    game.entity(body).remove::<ChildOf>();
    game.step(1);
    assert_eq!(game.pose(body).p.x, 1.0);
    // A parent that shrinks to nothing.
    let falling = game.spawn((RigidBody::Dynamic, Collider::circle(0.5), at(1.0, 50.0), ChildOf(b)));
    game.step(2);
    game.set(b, at(40.0, 0.0).with_scale(Vec3::ZERO));
    let faults = game.step(5);
    assert!(faults.contains(&falling) && faults.iter().all(|&entity| entity == falling), "{faults:?}");
    assert!(game.transform(falling).is_finite());
}

#[test]
fn cycles_of_parents_are_faults() {
    let mut app = App::new();
    // Bevy's own propagation of transforms does not end in a cycle.
    app.add_plugins((TimePlugin, CairnPlugin::default()));
    let mut game = Game::of(app);
    let a = game.spawn((Collider::circle(0.5), at(0.0, 50.0)));
    let b = game.spawn((RigidBody::Dynamic, Collider::circle(0.5), at(0.0, 1.0), ChildOf(a)));
    game.step(2);
    game.entity(a).insert(ChildOf(b));
    let faults = game.step(3);
    assert!(faults.contains(&b), "{faults:?}");
    // A cycle without a body.
    let c = game.spawn(at(0.0, 50.0));
    let d = game.spawn((Collider::circle(0.5), at(0.0, 50.0), ChildOf(c)));
    game.entity(c).insert(ChildOf(d));
    let faults = game.step(3);
    assert!(faults.contains(&d), "{faults:?}");
}

#[test]
fn observers_and_systems_may_despawn_what_touches() {
    let mut game = Game::new();
    let floor = game.spawn((Collider::rectangle(50.0, 1.0), at(0.0, -0.5)));
    let balls = [0.0, 3.0, 6.0, 9.0].map(|x| game.spawn(ball(x, 0.6)));
    let joint = game.spawn(Joint::new(balls[0], balls[1], |a, b| Distance::new(a, b).length(3.0)));
    let eat = |start: On<CollisionStart>, mut commands: Commands| {
        commands.entity(start.collider1).try_despawn();
    };
    game.entity(balls[0]).observe(eat);
    game.entity(balls[2]).observe(eat);
    let burn = |mut ends: MessageReader<CollisionStart>, mut commands: Commands| {
        for start in ends.read() {
            commands.entity(start.collider1).try_despawn();
            commands.entity(start.collider2).try_despawn();
        }
    };
    game.app.add_systems(FixedPostUpdate, burn.in_set(CairnSystems::Step));
    assert_eq!(game.step(60), []);
    assert_eq!(game.counts(), [0, 0, 0]);
    assert!(game.app.world().get_entity(floor).is_err());
    assert_eq!(game.app.world().get::<JointLink>(joint).unwrap().id(), None);
}

#[test]
fn removed_components_leave_no_object_behind() {
    let mut game = Game::new();
    let [a, b, c] = [0.0, 3.0, 6.0].map(|x| game.spawn(ball(x, 50.0)));
    let joint = game.spawn(Joint::new(a, b, |a, b| Distance::new(a, b).length(3.0)));
    game.step(2);
    assert_eq!(game.counts(), [3, 3, 1]);
    game.entity(joint).remove::<JointLink>();
    game.entity(c).remove::<(LinearVelocity, AngularVelocity)>();
    assert_eq!(game.step(2), []);
    assert_eq!(game.counts(), [3, 3, 0]);
    let height = game.transform(c).translation.y;
    game.step(1);
    assert!(game.transform(c).translation.y < height);
    game.entity(c).remove::<ShapeLink>();
    assert_eq!(game.step(2), []);
    assert_eq!(game.counts(), [3, 2, 0]);
    game.set(c, Collider::circle(0.25));
    assert_eq!(game.step(2), [c]);
    game.entity(c).remove::<BodyLink>();
    assert_eq!(game.step(2), []);
    assert_eq!(game.counts(), [2, 2, 0]);
    game.set(c, RigidBody::Static);
    assert_eq!(game.step(2), [c]);
    game.entity(c).insert((BodyLink::default(), ShapeLink::default()));
    game.set(c, RigidBody::Dynamic);
    assert_eq!(game.step(2), []);
    assert_eq!(game.counts(), [3, 3, 0]);
    // A body without a transform goes on; a new one is a fault.
    game.entity(b).remove::<Transform>();
    assert_eq!(game.step(2), []);
    game.entity(b).remove::<RigidBody>().insert(RigidBody::Dynamic).remove::<Transform>();
    assert_eq!(game.step(2), [b]);
    game.entity(a).remove_with_requires::<(RigidBody, Collider)>();
    assert_eq!(game.step(2), []);
    assert_eq!(game.counts(), [1, 1, 0]);
}

#[test]
fn joints_wait_for_bodies_and_name_what_is_missing() {
    let mut game = Game::new();
    let join = |a, b| Joint::new(a, b, |a, b| Distance::new(a, b).length(3.0));
    let [a, b] = [0.0, 3.0].map(|x| game.spawn(ball(x, 50.0)));
    let gone = game.spawn_empty_and_despawn();
    let late = game.spawn(at(6.0, 50.0));
    let same = game.spawn(join(a, a));
    let missing = game.spawn(join(a, gone));
    let waiting = game.spawn(join(late, a));
    let placeholder = game.spawn(join(Entity::PLACEHOLDER, a));
    let mut expected = vec![same, missing, waiting, placeholder];
    expected.sort_unstable();
    let mut faults = game.step(5);
    faults.sort_unstable();
    assert_eq!(faults, expected);
    assert_eq!(game.counts(), [2, 2, 0]);
    game.entity(late).insert(RigidBody::Dynamic);
    assert_eq!(game.step(2), []);
    assert_eq!(game.counts(), [3, 2, 1]);
    // The joint comes back with the body.
    game.entity(late).remove::<RigidBody>();
    assert_eq!(game.step(2), []);
    assert_eq!(game.counts(), [2, 2, 0]);
    assert_eq!(game.app.world().get::<JointLink>(waiting).unwrap().id(), None);
    game.entity(late).insert(RigidBody::Dynamic);
    assert_eq!(game.step(2), []);
    assert_eq!(game.counts(), [3, 2, 1]);
    // It does not come back when an entity is gone.
    game.entity(late).despawn();
    assert_eq!(game.step(2), []);
    assert_eq!(game.counts(), [2, 2, 0]);
    // A bad value, and a joint that replaces another one.
    game.entity(waiting).insert(Joint::new(a, b, |a, b| Distance::new(a, b).length(f32::NAN)));
    assert_eq!(game.step(2), [waiting]);
    game.entity(waiting).insert(join(a, b));
    game.entity(waiting).insert(join(b, a));
    assert_eq!(game.step(2), []);
    assert_eq!(game.counts(), [2, 2, 1]);
    let messages = game.app.world().resource::<Messages<PhysicsFault>>();
    assert!(messages.is_empty() || messages.len() < 9);
    assert!(is_logged("does not exist") && is_logged("has no body"));
}

impl Game {
    fn spawn_empty_and_despawn(&mut self) -> Entity {
        let entity = self.spawn(());
        self.app.world_mut().despawn(entity);
        entity
    }
}

#[test]
fn kinds_change_and_components_are_inserted_again() {
    let mut game = Game::new();
    let body = game.spawn(ball(0.0, 50.0));
    game.step(2);
    let kinds = [RigidBody::Static, RigidBody::Kinematic, RigidBody::Dynamic];
    for (from, to) in kinds.iter().flat_map(|a| kinds.iter().map(move |b| (*a, *b))) {
        game.entity(body).insert(from);
        game.step(1);
        game.entity(body).insert((to, Collider::circle(0.5)));
        assert_eq!(game.step(2), [], "{from:?} {to:?}");
        assert_eq!(game.counts(), [1, 1, 0]);
        let id = game.app.world().get::<BodyLink>(body).unwrap().id().unwrap();
        assert_eq!(game.physics().world().body(id).unwrap().kind(), to.kind());
    }
    // Removed and inserted between two steps.
    game.entity(body).remove::<(RigidBody, Collider)>().insert((RigidBody::Dynamic, Collider::circle(1.0)));
    assert_eq!(game.step(2), []);
    assert_eq!(game.counts(), [1, 1, 0]);
    let [x, _, end, _] = game.bounds(body);
    assert!((end - x - 2.0).abs() < 1e-3);
}

#[test]
fn clones_get_objects_of_their_own() {
    let mut game = Game::new();
    let body = game.spawn(ball(0.0, 50.0));
    let other = game.spawn(ball(9.0, 50.0));
    let joint = game.spawn(Joint::new(body, other, |a, b| Distance::new(a, b).length(9.0)));
    game.step(2);
    let copy = game.entity(body).clone_and_spawn();
    let copied_joint = game.entity(joint).clone_and_spawn();
    game.set(copy, at(4.0, 50.0));
    assert_eq!(game.step(2), []);
    assert_eq!(game.counts(), [3, 3, 2]);
    assert_eq!((game.owner(body), game.owner(copy)), (Some(body), Some(copy)));
    game.entity(copy).despawn();
    game.entity(copied_joint).despawn();
    assert_eq!(game.step(2), []);
    assert_eq!((game.counts(), game.owner(body)), ([2, 2, 1], Some(body)));
}

#[test]
fn a_second_plugin_changes_nothing_and_is_logged() {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, CairnPlugin::default()));
    let mut game = Game::of(app);
    let before = game.physics().world().config().gravity;
    game.app.add_plugins(CairnPlugin::with_gravity(0.0, 5.0).unwrap());
    assert!(is_logged("has a CairnPlugin"));
    assert_eq!(game.physics().world().config().gravity, before);
    let steps = game.physics().world().step_count();
    game.step(3);
    assert_eq!(game.physics().world().step_count(), steps + 3);
}

#[test]
fn a_resource_that_replaces_the_world_gets_all_objects() {
    let mut game = Game::new();
    let [a, b] = [0.0, 3.0].map(|x| game.spawn(ball(x, 50.0)));
    game.spawn(Joint::new(a, b, |a, b| Distance::new(a, b).length(3.0)));
    game.step(2);
    let mut other = Physics::new(WorldConfig::default()).unwrap();
    // A body of a call, with the id of one of the former world.
    let stone = cairn2d::Body::dynamic().at([99.0, 50.0]);
    other.world_mut().spawn(stone).unwrap();
    game.app.insert_resource(other);
    assert_eq!(game.step(2), []);
    assert_eq!(game.counts(), [3, 2, 1]);
    assert_eq!(game.pose(a).p.x, game.transform(a).translation.x);
    // Without the resource, the app goes on.
    game.app.world_mut().remove_resource::<Physics>();
    game.app.update();
    game.app.insert_resource(Physics::new(WorldConfig::default()).unwrap());
    game.step(1);
    assert_eq!(game.counts(), [2, 2, 1]);
}

#[test]
fn an_app_without_time_makes_no_step_and_is_told_in_the_log() {
    let mut app = App::new();
    app.add_plugins(CairnPlugin::default().in_schedule(Update));
    let body = app.world_mut().spawn(ball(0.0, 50.0)).id();
    app.finish();
    app.update();
    assert!(is_logged("no TimePlugin") || log::max_level() == log::LevelFilter::Off);
    assert_eq!(app.world().resource::<Physics>().world().step_count(), 0);
    assert_eq!(app.world().get::<Transform>(body).unwrap().translation.y, 50.0);
}

/// Frames without time do neither repeat messages nor undo changes of the game nor add up forces.
#[test]
fn paused_frames_change_nothing() {
    let run = |pause: usize| {
        let mut app = App::new();
        app.add_plugins((TimePlugin, TransformPlugin, CairnPlugin::default().in_schedule(Update)));
        let mut game = Game::of(app);
        game.spawn((Collider::rectangle(50.0, 1.0), at(0.0, -0.5)));
        let force = ConstantForce(vec2(3.0, 0.0));
        let body = game.spawn((ball(0.0, 0.6), force));
        let mut starts = 0;
        let mut count = |game: &Game| {
            let messages = game.app.world().resource::<Messages<CollisionStart>>();
            starts += messages.iter_current_update_messages().count();
        };
        for _ in 0..30 {
            game.step(1);
            count(&game);
            if !game.app.world().resource::<Messages<CollisionStart>>().is_empty() {
                break;
            }
        }
        let mut moved = game.transform(body);
        moved.translation.x = 4.0;
        let mut time = game.app.world_mut().resource_mut::<Time<Virtual>>();
        time.pause();
        for _ in 0..pause {
            game.set(body, moved);
            game.app.update();
            count(&game);
            assert_eq!(game.transform(body).translation.x, 4.0);
        }
        game.set(body, moved);
        game.app.world_mut().resource_mut::<Time<Virtual>>().unpause();
        game.step(20);
        (game.physics().hash(), starts)
    };
    assert_eq!(run(0), run(10));
    assert_eq!(run(0).1, 1);
}

#[test]
fn a_fault_says_what_is_wrong() {
    let mut game = Game::new();
    let squeezed = at(0.0, 50.0).with_scale(vec3(1.0, 2.0, 1.0));
    let entity = game.spawn((RigidBody::Dynamic, Collider::circle(0.5), squeezed));
    game.step(1);
    let messages = game.app.world().resource::<Messages<PhysicsFault>>();
    let fault = messages.get_cursor().read(messages).next().cloned().unwrap();
    assert!(matches!(fault.reason, FaultReason::Scale(scale) if scale == vec2(1.0, 2.0)));
    assert_eq!(
        fault.to_string(),
        format!("entity {entity}: the shapes of the collider cannot have the scale 1, 2")
    );
}
