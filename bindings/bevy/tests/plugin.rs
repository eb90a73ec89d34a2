//! The plugin against the engine alone, and against what a game expects of components.

use std::time::Duration;

use bevy_app::prelude::*;
use bevy_cairn2d::prelude::*;
use bevy_cairn2d::{Physics, cairn2d};
use bevy_ecs::prelude::*;
use bevy_math::Vec2;
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::TransformPlugin;
use cairn2d::{Body, Circle, IntoShape, Pose, Rect, World as Engine};

/// An app whose every update makes one step of 1/64 s.
fn app() -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, CairnPlugin::default()));
    let step = Duration::from_micros(15_625);
    app.insert_resource(Time::<Fixed>::from_duration(step));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(step));
    // The first update only starts the clocks.
    app.update();
    app
}

fn run(app: &mut App, steps: usize) {
    for _ in 0..steps {
        app.update();
    }
}

fn physics(app: &App) -> &Physics {
    app.world().resource::<Physics>()
}

fn place_of(app: &App, entity: Entity) -> Vec2 {
    app.world().get::<Transform>(entity).unwrap().translation.truncate()
}

#[test]
fn a_pyramid_has_the_hash_of_the_engine_alone() {
    let mut app = app();
    let mut engine = Engine::new(WorldConfig::default()).unwrap();
    let ground = app.world_mut().spawn((RigidBody::Static, Collider::rectangle(100.0, 1.0))).id();
    engine
        .spawn(
            Body::fixed().user_data(ground.to_bits()).with(Rect::half(50.0, 0.5).user_data(ground.to_bits())),
        )
        .unwrap();
    for row in 0..12 {
        for column in 0..12 - row {
            let (x, y) = (column as f32 + 0.5 * row as f32 - 6.0, row as f32 + 1.01);
            let at = Transform::from_xyz(x, y, 0.0);
            let entity = app.world_mut().spawn((RigidBody::Dynamic, Collider::rectangle(1.0, 1.0), at)).id();
            let shape = Rect::half(0.5, 0.5).user_data(entity.to_bits());
            engine.spawn(Body::dynamic().at([x, y]).user_data(entity.to_bits()).with(shape)).unwrap();
        }
    }
    for step in 0..200 {
        app.update();
        engine.step(1.0 / 64.0).unwrap();
        assert_eq!(physics(&app).hash(), engine.hash(), "step {step}");
    }
}

#[test]
fn a_ball_falls_and_its_components_follow() {
    let mut app = app();
    let at = Transform::from_xyz(1.0, 50.0, 3.0);
    let ball = app.world_mut().spawn((RigidBody::Dynamic, Collider::circle(0.5), at)).id();
    run(&mut app, 64);
    let fall = 50.0 - place_of(&app, ball).y;
    assert!((fall - 5.0).abs() < 0.01, "{fall}");
    assert!((app.world().get::<bevy_cairn2d::LinearVelocity>(ball).unwrap().0.y + 10.0).abs() < 0.01);
    assert_eq!(app.world().get::<Transform>(ball).unwrap().translation.z, 3.0);
}

#[test]
fn changes_of_the_game_move_bodies_and_own_writes_do_not() {
    let mut app = app();
    let at = Transform::from_xyz(0.0, 50.0, 0.0);
    let ball = app.world_mut().spawn((RigidBody::Dynamic, Collider::circle(0.5), at)).id();
    run(&mut app, 10);
    app.world_mut().get_mut::<Transform>(ball).unwrap().translation.x = 7.0;
    app.world_mut().get_mut::<LinearVelocity>(ball).unwrap().0 = Vec2::new(2.0, 0.0);
    run(&mut app, 64);
    let at = place_of(&app, ball);
    assert!((at.x - 9.0).abs() < 0.01, "{at}");
    // A change of the order of drawing is none of the body.
    let before = physics(&app).hash();
    let mut saved = SavedWorld::default();
    physics(&app).save_into(&mut saved);
    run(&mut app, 1);
    let after = physics(&app).hash();
    app.world_mut().resource_mut::<Physics>().restore_saved(&saved);
    assert_eq!(physics(&app).hash(), before);
    app.world_mut().get_mut::<Transform>(ball).unwrap().translation.z = 1.0;
    run(&mut app, 1);
    assert_eq!(physics(&app).hash(), after);
}

#[test]
fn removed_and_despawned_objects_leave_the_world() {
    let mut app = app();
    let body = (RigidBody::Dynamic, Collider::circle(0.5));
    let a = app.world_mut().spawn((body.clone(), Transform::from_xyz(0.0, 0.0, 0.0))).id();
    let b = app.world_mut().spawn((body, Transform::from_xyz(3.0, 0.0, 0.0))).id();
    let joint = app.world_mut().spawn(Joint::new(a, b, |a, b| Distance::new(a, b).length(3.0))).id();
    run(&mut app, 1);
    let counts = |app: &App| {
        let counts = physics(app).world().counts();
        (counts.bodies, counts.shapes, counts.joints)
    };
    assert_eq!(counts(&app), (2, 2, 1));
    app.world_mut().despawn(joint);
    run(&mut app, 1);
    assert_eq!(counts(&app), (2, 2, 0));
    app.world_mut().entity_mut(a).remove::<Collider>();
    run(&mut app, 1);
    assert_eq!(counts(&app), (2, 1, 0));
    app.world_mut().despawn(b);
    run(&mut app, 1);
    assert_eq!(counts(&app), (1, 0, 0));
    app.world_mut().entity_mut(a).remove::<RigidBody>();
    run(&mut app, 1);
    assert_eq!(counts(&app), (0, 0, 0));
}

#[test]
fn colliders_of_children_belong_to_the_body_above() {
    let mut app = app();
    let body = app.world_mut().spawn((RigidBody::Dynamic, Transform::from_xyz(0.0, 50.0, 0.0))).id();
    for x in [-2.0, 2.0] {
        app.world_mut().spawn((Collider::circle(0.5), Transform::from_xyz(x, 0.0, 0.0), ChildOf(body)));
    }
    run(&mut app, 1);
    let id = app.world().get::<bevy_cairn2d::BodyLink>(body).unwrap().id().unwrap();
    let engine = physics(&app).world().body(id).unwrap();
    assert_eq!(engine.shapes().count(), 2);
    let mass = engine.mass();
    let disc = std::f32::consts::PI * 0.25;
    assert!((mass.mass - 2.0 * disc).abs() < 1e-4, "{mass:?}");
    // Steiner: two discs at 2 m.
    let inertia = 2.0 * disc * (0.5 * 0.25 + 4.0);
    assert!((mass.inertia - inertia).abs() < 1e-3 * inertia, "{mass:?}");
}

#[test]
fn a_bad_value_is_a_fault_that_names_its_entity() {
    let mut app = app();
    let good = app.world_mut().spawn((RigidBody::Dynamic, Collider::circle(0.5))).id();
    let nan = Transform::from_xyz(f32::NAN, 0.0, 0.0);
    let bad = app.world_mut().spawn((RigidBody::Dynamic, Collider::circle(0.5), nan)).id();
    let small = app.world_mut().spawn((RigidBody::Dynamic, Collider::circle(-1.0))).id();
    let squeezed = Transform::from_xyz(0.0, 0.0, 0.0).with_scale(bevy_math::vec3(1.0, 2.0, 1.0));
    let squeezed = app.world_mut().spawn((RigidBody::Dynamic, Collider::circle(0.5), squeezed)).id();
    run(&mut app, 1);
    let messages = app.world().resource::<Messages<PhysicsFault>>();
    let mut faults: Vec<Entity> = messages.get_cursor().read(messages).map(|fault| fault.entity).collect();
    faults.sort_unstable();
    let mut expected = vec![bad, small, squeezed];
    expected.sort_unstable();
    assert_eq!(faults, expected);
    assert_eq!(physics(&app).world().counts().bodies, 1);
    app.world_mut().get_mut::<LinearVelocity>(good).unwrap().0.x = f32::INFINITY;
    // A mended transform makes the body.
    app.world_mut().get_mut::<Transform>(bad).unwrap().translation.x = 5.0;
    run(&mut app, 1);
    assert_eq!(physics(&app).world().counts().bodies, 2);
    let id = app.world().get::<bevy_cairn2d::BodyLink>(good).unwrap().id().unwrap();
    assert_eq!(physics(&app).world().body(id).unwrap().velocity().x, 0.0);
}

#[derive(Resource, Default)]
struct Seen(Vec<(Entity, Entity)>);

#[test]
fn collisions_are_messages_and_events_of_both_entities() {
    let mut app = app();
    app.init_resource::<Seen>();
    let ground = app.world_mut().spawn(Collider::rectangle(20.0, 1.0)).id();
    let at = Transform::from_xyz(0.0, 1.2, 0.0);
    let ball = app.world_mut().spawn((RigidBody::Dynamic, Collider::circle(0.5), at)).id();
    let note = |start: On<CollisionStart>, mut seen: ResMut<Seen>| {
        seen.0.push((start.collider1, start.collider2));
    };
    app.world_mut().entity_mut(ball).observe(note);
    app.world_mut().entity_mut(ground).observe(note);
    let mut started = 0;
    for _ in 0..64 {
        app.update();
        let messages = app.world().resource::<Messages<CollisionStart>>();
        started += messages.iter_current_update_messages().count();
    }
    let seen = &mut app.world_mut().resource_mut::<Seen>().0;
    seen.sort_unstable();
    let mut expected = vec![(ball, ground), (ground, ball)];
    expected.sort_unstable();
    assert_eq!(*seen, expected);
    assert!(started >= 1);
}

#[test]
fn friction_of_the_body_applies_to_its_children_and_changes_apply_at_once() {
    let mut app = app();
    let body = app.world_mut().spawn((RigidBody::Dynamic, Friction::new(0.1))).id();
    let child = app.world_mut().spawn((Collider::circle(0.5), ChildOf(body))).id();
    run(&mut app, 1);
    let friction = |app: &App| {
        let link = app.world().get::<bevy_cairn2d::ShapeLink>(child).unwrap();
        physics(app).world().shape(link.shapes()[0]).unwrap().material().friction
    };
    assert_eq!(friction(&app), 0.1);
    app.world_mut().get_mut::<Friction>(body).unwrap().coefficient = 0.3;
    run(&mut app, 1);
    assert_eq!(friction(&app), 0.3);
    app.world_mut().entity_mut(child).insert(Friction::new(0.9));
    run(&mut app, 1);
    assert_eq!(friction(&app), 0.9);
    app.world_mut().entity_mut(child).remove::<Friction>();
    app.world_mut().entity_mut(body).remove::<Friction>();
    run(&mut app, 1);
    assert_eq!(friction(&app), 0.6);
}

#[test]
fn queries_return_entities() {
    let mut app = app();
    let wall = app.world_mut().spawn((Collider::circle(1.0), Transform::from_xyz(5.0, 0.0, 0.0))).id();
    run(&mut app, 1);
    let check = move |space: SpatialQuery| {
        let ray = space.cast_ray(Vec2::ZERO, Vec2::new(10.0, 0.0), QueryFilter::all()).unwrap().unwrap();
        assert_eq!((ray.collider, ray.body), (wall, wall));
        assert!((ray.fraction - 0.4).abs() < 1e-6);
        let none = space.cast_ray(Vec2::ZERO, Vec2::new(10.0, 0.0), space.ignoring(wall)).unwrap();
        assert_eq!(none, None);
        assert_eq!(space.overlap_point(Vec2::new(5.5, 0.0), QueryFilter::all()).unwrap(), [wall]);
        assert!(space.cast_ray(Vec2::NAN, Vec2::X, QueryFilter::all()).is_err());
    };
    bevy_ecs::system::RunSystemOnce::run_system_once(app.world_mut(), check).unwrap();
}

#[test]
fn eased_transforms_are_between_the_steps_and_never_enter_the_world() {
    let drawn = |eased: bool| {
        let mut app = app();
        // Frames of 5 ms beside steps of 15.625 ms.
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(5)));
        let at = Transform::from_xyz(0.0, 10.0, 0.0);
        let mut ball = app.world_mut().spawn((RigidBody::Dynamic, Collider::circle(0.5), at));
        if eased {
            ball.insert(TransformInterpolation::default());
        }
        let ball = ball.id();
        let mut heights = Vec::new();
        for _ in 0..100 {
            app.update();
            heights.push(place_of(&app, ball).y);
        }
        (heights, physics(&app).hash())
    };
    let ((smooth, hash), (stepped, plain)) = (drawn(true), drawn(false));
    assert_eq!(hash, plain);
    let still = |heights: &[f32]| heights.windows(2).skip(10).filter(|pair| pair[0] == pair[1]).count();
    assert_eq!(still(&smooth), 0);
    assert!(still(&stepped) > 30);
    assert!(smooth.iter().zip(&stepped).all(|(a, b)| a >= b && a - b < 0.16));
}

#[test]
fn bodies_below_a_parent_keep_their_pose_in_the_world() {
    let mut app = app();
    let level = app.world_mut().spawn(Transform::from_xyz(10.0, 0.0, 0.0)).id();
    let at = Transform::from_xyz(0.0, 50.0, 0.0);
    let ball = app.world_mut().spawn((RigidBody::Dynamic, Collider::circle(0.5), at, ChildOf(level))).id();
    run(&mut app, 64);
    let id = app.world().get::<bevy_cairn2d::BodyLink>(ball).unwrap().id().unwrap();
    let pose: Pose = physics(&app).world().body(id).unwrap().pose();
    assert!((pose.p.x - 10.0).abs() < 1e-5 && (pose.p.y - 45.0).abs() < 0.01, "{pose:?}");
    let local = place_of(&app, ball);
    assert!(local.x.abs() < 1e-5 && (local.y - pose.p.y).abs() < 1e-5, "{local}");
}

#[test]
fn bodies_of_calls_stay_as_they_are() {
    let mut app = app();
    let mut physics_mut = app.world_mut().resource_mut::<Physics>();
    let own = Body::dynamic().at([0.0, 90.0]).user_data(5).with(Circle::new(0.5));
    let id = physics_mut.world_mut().spawn(own).unwrap();
    let mut saved = SavedWorld::default();
    physics_mut.save_into(&mut saved);
    physics_mut.restore_saved(&saved);
    run(&mut app, 3);
    assert!(physics(&app).world().body(id).is_some());
}

/// Everything that came after the saved state goes, what went comes back, and what the game has stays linked.
#[test]
fn a_restored_state_and_the_entities_are_one_again() {
    let mut app = app();
    let body = |x: f32| (RigidBody::Dynamic, Collider::circle(0.5), Transform::from_xyz(x, 90.0, 0.0));
    let [kept, changed] = [0.0, 3.0].map(|x| app.world_mut().spawn(body(x)).id());
    run(&mut app, 5);
    let mut saved = SavedWorld::default();
    physics(&app).save_into(&mut saved);
    let place = place_of(&app, kept);
    let later = app.world_mut().spawn(body(6.0)).id();
    app.world_mut().spawn(Joint::new(kept, changed, |a, b| Distance::new(a, b).length(3.0)));
    *app.world_mut().get_mut::<Collider>(changed).unwrap() = Collider::rectangle(1.0, 1.0);
    run(&mut app, 20);
    app.world_mut().resource_mut::<Physics>().restore_saved(&saved);
    run(&mut app, 1);
    assert!((place_of(&app, kept) - place).length() < 0.1);
    let counts = physics(&app).world().counts();
    assert_eq!((counts.bodies, counts.shapes, counts.joints), (3, 3, 1));
    for entity in [kept, changed, later] {
        let link = app.world().get::<bevy_cairn2d::ShapeLink>(entity).unwrap();
        let shape = physics(&app).world().shape(link.shapes()[0]).unwrap();
        assert_eq!((link.shapes().len(), Some(shape.body())), (1, link.body()));
    }
    // A state with an entity that is gone.
    physics(&app).save_into(&mut saved);
    app.world_mut().despawn(later);
    run(&mut app, 1);
    app.world_mut().resource_mut::<Physics>().restore_saved(&saved);
    run(&mut app, 1);
    let counts = physics(&app).world().counts();
    assert_eq!((counts.bodies, counts.shapes), (2, 2));
}

#[test]
fn a_child_that_becomes_a_body_takes_its_shapes_along() {
    let mut app = app();
    let body = app.world_mut().spawn((RigidBody::Dynamic, Collider::circle(0.5))).id();
    let child = (Collider::circle(0.5), Transform::from_xyz(4.0, 0.0, 0.0), ChildOf(body));
    let child = app.world_mut().spawn(child).id();
    run(&mut app, 1);
    app.world_mut().entity_mut(child).insert(RigidBody::Dynamic);
    run(&mut app, 1);
    let world = physics(&app).world();
    assert_eq!((world.counts().bodies, world.counts().shapes), (2, 2));
    assert!(world.bodies().all(|id| world.body(id).unwrap().shapes().count() == 1));
}

#[test]
fn one_bad_setting_keeps_no_other_from_its_body() {
    let mut app = app();
    let body = (RigidBody::Dynamic, Collider::circle(0.5), GravityScale(f32::NAN), LinearDamping(2.0));
    let body = app.world_mut().spawn(body).id();
    run(&mut app, 1);
    let id = app.world().get::<bevy_cairn2d::BodyLink>(body).unwrap().id().unwrap();
    let body = physics(&app).world().body(id).unwrap();
    assert_eq!((body.gravity_scale(), body.linear_damping()), (1.0, 2.0));
}

#[test]
fn invalid_settings_are_an_error_before_the_app_has_the_plugin() {
    let mut config = WorldConfig::default();
    config.sub_steps = 0;
    assert!(CairnPlugin::new(config).unwrap_err().to_string().contains("sub_steps is 0"));
    for bad in [f32::NAN, f32::INFINITY, 1.0e30] {
        assert!(CairnPlugin::with_gravity(0.0, bad).is_err(), "{bad}");
    }
    let mut app = App::new();
    app.add_plugins((TimePlugin, TransformPlugin, CairnPlugin::with_gravity(0.0, -3.0).unwrap()));
    assert_eq!(physics(&app).world().config().gravity, cairn2d::vec2(0.0, -3.0));
}
