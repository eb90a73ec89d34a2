//! Changes of live bodies and shapes, against bodies created that way, formulas of motion, and heights at
//! rest.

use cairn2d::{Mass, prelude::*};

use crate::harness::{DT, add_floor, run, sleepless, weightless};
use crate::random::Random;

fn first_shape(world: &World, id: BodyId) -> ShapeId {
    world.body(id).unwrap().shapes().next().unwrap()
}

fn height(world: &World, id: BodyId) -> f32 {
    world.body(id).unwrap().position().y
}

#[test]
fn changed_body_kind_behaves_like_a_body_made_with_it() {
    let kinds = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic];
    for from in kinds {
        for to in kinds {
            let mut world = sleepless();
            let shape = || Rect::half(0.5, 0.25).at([0.25, 0.0]).density(2.0);
            let id = world.spawn(Body::new(from).at([0.0, 3.0]).with(shape())).unwrap();
            run(&mut world, 5);
            let pose = Pose::from_position(vec2(0.0, 3.0));
            world.body_mut(id).unwrap().set_pose(pose).unwrap();
            world.body_mut(id).unwrap().set_kind(to);
            let made = world.spawn(Body::new(to).at([20.0, 3.0]).with(shape())).unwrap();
            for id in [id, made] {
                let mut body = world.body_mut(id).unwrap();
                assert_eq!(body.kind(), to);
                assert_eq!(body.set_velocity([1.0, 2.0]).is_ok(), to != BodyKind::Static);
                assert_eq!(body.set_angular_velocity(0.5).is_ok(), to != BodyKind::Static);
                // A force is for dynamic bodies only.
                assert_eq!(body.apply_force([4.0, 0.0]).is_ok(), to == BodyKind::Dynamic);
            }
            let [a, b] = [id, made].map(|id| world.body(id).unwrap().mass());
            assert_eq!(a, b, "{from:?} to {to:?}");
            run(&mut world, 30);
            let [a, b] = [id, made].map(|id| world.body(id).unwrap());
            let shift = b.position() - a.position() - vec2(20.0, 0.0);
            assert!(shift.length() < 1e-4, "{from:?} to {to:?}: {shift:?}");
            assert!((a.angle() - b.angle()).abs() < 1e-6 && a.velocity().distance(b.velocity()) < 1e-5);
        }
    }
}

#[test]
fn origin_keeps_its_velocity_when_a_body_becomes_kinematic() {
    let mut world = weightless();
    let shape = Rect::half(0.5, 0.5).at([2.0, 0.0]);
    let body = Body::dynamic().velocity([1.0, 0.5]).angular_velocity(1.5).with(shape);
    let id = world.spawn(body).unwrap();
    run(&mut world, 7);
    let before = world.body(id).unwrap();
    let velocity = before.velocity_at(before.position());
    world.body_mut(id).unwrap().set_kind(BodyKind::Kinematic);
    let after = world.body(id).unwrap();
    assert!(after.velocity().distance(velocity) < 1e-5, "{:?} instead of {velocity:?}", after.velocity());
    assert_eq!((after.center(), after.angular_velocity()), (after.position(), 1.5));
    // The same for the centre of mass when it becomes dynamic again.
    world.body_mut(id).unwrap().set_kind(BodyKind::Dynamic);
    let (start, velocity) = (world.body(id).unwrap().center(), world.body(id).unwrap().velocity());
    run(&mut world, 60);
    assert!(world.body(id).unwrap().center().distance(start + velocity) < 1e-4);
}

#[test]
fn bodies_resting_on_a_changed_body_wake() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    add_floor(&mut world);
    let shelf = world.spawn(Body::fixed().at([0.0, 3.0]).with(Rect::half(1.0, 0.25))).unwrap();
    let box_on_it = world.spawn(Body::dynamic().at([0.0, 3.75]).with(Rect::half(0.5, 0.5))).unwrap();
    run(&mut world, 90);
    assert!(world.body(box_on_it).unwrap().is_asleep());
    world.body_mut(shelf).unwrap().set_kind(BodyKind::Dynamic);
    assert!(world.body(box_on_it).unwrap().is_awake());
    run(&mut world, 150);
    assert!((height(&world, shelf) - 0.25).abs() < 0.01 && (height(&world, box_on_it) - 1.0).abs() < 0.02);
    // Both are in one island; then the shelf becomes a lift.
    world.body_mut(shelf).unwrap().set_kind(BodyKind::Kinematic);
    world.body_mut(shelf).unwrap().set_velocity([0.0, 1.0]).unwrap();
    run(&mut world, 120);
    assert!((height(&world, shelf) - 2.25).abs() < 0.02, "{}", height(&world, shelf));
    assert!((height(&world, box_on_it) - 3.0).abs() < 0.03, "the lift carries it");
    // A crate frozen in the air stays there and is solid.
    world.body_mut(box_on_it).unwrap().set_kind(BodyKind::Static);
    world.despawn(shelf).unwrap();
    let ball = world.spawn(Body::dynamic().at([0.0, 5.0]).with(Circle::new(0.25))).unwrap();
    let at = height(&world, box_on_it);
    run(&mut world, 120);
    assert_eq!(height(&world, box_on_it), at);
    assert!((height(&world, ball) - at - 0.75).abs() < 0.01);
}

#[test]
fn joints_keep_working_when_their_bodies_change_kind() {
    let mut world = sleepless();
    let a = world.spawn(Body::dynamic().with(Circle::new(0.25))).unwrap();
    let b = world.spawn(Body::dynamic().at([2.0, 0.0]).with(Circle::new(0.25))).unwrap();
    world.join(Distance::new(a, b).length(2.0)).unwrap();
    run(&mut world, 10);
    world.body_mut(a).unwrap().set_kind(BodyKind::Static);
    let pivot = world.body(a).unwrap().position();
    // Now a pendulum: it swings through and keeps its length.
    let mut lowest = 0.0_f32;
    for _ in 0..120 {
        world.step(DT).unwrap();
        let arm = world.body(b).unwrap().position() - pivot;
        assert!((arm.length() - 2.0).abs() < 0.01, "{arm:?}");
        lowest = lowest.min(arm.y);
    }
    assert!((lowest + 2.0).abs() < 0.02, "it swings: {lowest}");
    world.body_mut(b).unwrap().set_kind(BodyKind::Static);
    let frozen = world.body(b).unwrap().position();
    run(&mut world, 30);
    assert_eq!(world.body(b).unwrap().position(), frozen);
    for id in [a, b] {
        world.body_mut(id).unwrap().set_kind(BodyKind::Dynamic);
    }
    run(&mut world, 60);
    let [a, b] = [a, b].map(|id| world.body(id).unwrap());
    assert!(
        (a.center().lerp(b.center(), 0.5).y - (frozen.lerp(pivot, 0.5).y - 5.0)).abs() < 0.1,
        "both fall"
    );
    assert!((a.center().distance(b.center()) - 2.0).abs() < 0.01);
}

#[test]
fn growing_ball_keeps_its_contact_and_rests_on_its_radius() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    add_floor(&mut world);
    let id = world.spawn(Body::dynamic().at([0.0, 0.3]).with(Circle::new(0.3))).unwrap();
    let shape = first_shape(&world, id);
    run(&mut world, 60);
    let contact = world.body(id).unwrap().contacts().next().unwrap();
    let mut events = 0;
    for step in 1..=120 {
        let radius = 0.3 + 0.005 * step as f32;
        world.shape_mut(shape).unwrap().set_geometry(Circle::new(radius)).unwrap();
        world.step(DT).unwrap();
        events += world.events().begins().len() + world.events().ends().len();
    }
    assert_eq!(events, 0, "it touched all the time");
    assert_eq!(world.body(id).unwrap().contacts().next(), Some(contact));
    run(&mut world, 60);
    assert!((height(&world, id) - 0.9).abs() < 0.005, "{}", height(&world, id));
    let mass = world.body(id).unwrap().mass().mass;
    assert!((mass - core::f32::consts::PI * 0.81).abs() < 1e-3, "{mass}");
}

#[test]
fn replaced_geometry_keeps_the_shape_id_and_rests() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    add_floor(&mut world);
    let id = world.spawn(Body::dynamic().at([0.0, 0.5]).with(Rect::half(0.5, 0.5).user_data(9))).unwrap();
    let top = world.spawn(Body::dynamic().at([0.0, 1.5]).with(Rect::half(0.5, 0.5))).unwrap();
    let shape = first_shape(&world, id);
    run(&mut world, 60);
    let corners = [[-0.5, -0.2], [0.5, -0.2], [0.5, 0.2], [-0.5, 0.2], [0.0, 0.3]];
    for (geometry, low, high) in [
        (Shape::from(Rect::half(0.5, 0.3)), 0.3, 0.6),
        (Rect::half(0.7, 0.5).into(), 0.5, 1.0),
        (Capsule::new([-0.5, 0.0], [0.5, 0.0], 0.2).into(), 0.2, 0.4),
        (Polygon::new(&corners[..4]).unwrap().into(), 0.2, 0.4),
        (Circle::new(0.5).into(), 0.5, f32::NAN),
        (Rect::half(0.5, 0.25).at([0.0, 0.25]).into(), 0.0, 0.5),
    ] {
        // The upper box is placed again each time, because it cannot stand on a disc.
        let pose = Pose::from_position(vec2(0.0, if high.is_nan() { 3.0 } else { high + 0.5 }));
        world.shape_mut(shape).unwrap().set_geometry(geometry.clone()).unwrap();
        world.body_mut(id).unwrap().set_pose(Pose::from_position(vec2(0.0, low))).unwrap();
        world.body_mut(top).unwrap().set_pose(pose).unwrap();
        for each in [id, top] {
            world.body_mut(each).unwrap().set_velocity([0.0, 0.0]).unwrap();
            world.body_mut(each).unwrap().set_angular_velocity(0.0).unwrap();
        }
        run(&mut world, if high.is_nan() { 5 } else { 90 });
        let found = world.shape(shape).unwrap();
        assert_eq!((found.geometry(), found.user_data(), found.body()), (&geometry, 9, id));
        assert!((height(&world, id) - low).abs() < 0.01, "{geometry:?} rests at {}", height(&world, id));
        if !high.is_nan() {
            let top = height(&world, top) - 0.5;
            assert!((top - high).abs() < 0.015, "{geometry:?} carries at {top}");
        }
        assert_eq!(world.body(id).unwrap().mass(), geometry.mass(1.0));
    }
    let before = world.hash();
    assert!(world.shape_mut(shape).unwrap().set_geometry(Circle::new(f32::NAN)).is_err());
    assert_eq!(world.hash(), before);
}

#[test]
fn shrunken_box_falls_at_once() {
    // Without an update, its recycled manifold would hold it up in the air.
    let mut world = World::new(WorldConfig::default()).unwrap();
    add_floor(&mut world);
    let id = world.spawn(Body::dynamic().at([0.0, 0.5]).with(Rect::half(0.5, 0.5))).unwrap();
    run(&mut world, 60);
    let shape = first_shape(&world, id);
    world.shape_mut(shape).unwrap().set_geometry(Rect::half(0.49, 0.48)).unwrap();
    run(&mut world, 60);
    assert!((height(&world, id) - 0.48).abs() < 0.003, "{}", height(&world, id));
    world.shape_mut(shape).unwrap().set_geometry(Rect::half(0.5, 0.5)).unwrap();
    run(&mut world, 60);
    assert!((height(&world, id) - 0.5).abs() < 0.003, "{}", height(&world, id));
}

#[test]
fn new_centre_of_mass_keeps_contact_points() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    add_floor(&mut world);
    let id = world.spawn(Body::dynamic().at([0.0, 0.5]).with(Rect::half(0.5, 0.5))).unwrap();
    run(&mut world, 60);
    let before = height(&world, id);
    // By 4 cm, less than the motion up to which manifolds are recycled.
    let mass = Mass { center: vec2(0.0, -0.04), ..world.body(id).unwrap().mass() };
    world.body_mut(id).unwrap().set_mass(Some(mass)).unwrap();
    let contact = world.body(id).unwrap().contacts().next().unwrap();
    for point in world.contact(contact).unwrap().points() {
        assert!(point.point.y.abs() < 0.005 && point.separation.abs() < 0.01, "{point:?}");
    }
    run(&mut world, 60);
    assert!((height(&world, id) - before).abs() < 0.002, "{} after {before}", height(&world, id));
}

#[test]
fn shape_moves_to_another_body() {
    let mut world = sleepless();
    add_floor(&mut world);
    let table = world.spawn(Body::fixed().at([0.0, 2.0]).with(Rect::half(1.0, 0.25))).unwrap();
    let other = world.spawn(Body::fixed().at([10.0, 0.0])).unwrap();
    let id = world.spawn(Body::dynamic().at([0.0, 2.75]).with(Rect::half(0.5, 0.5))).unwrap();
    let shape = first_shape(&world, table);
    run(&mut world, 30);
    world.reattach(shape, other).unwrap();
    assert_eq!(world.events().ends().len(), 1, "the contact ends");
    assert_eq!(world.shape(shape).unwrap().body(), other);
    assert!(world.body(table).unwrap().shapes().next().is_none());
    assert_eq!(world.body(other).unwrap().shapes().collect::<Vec<_>>(), [shape]);
    let drop = world.spawn(Body::dynamic().at([10.0, 2.0]).with(Circle::new(0.25))).unwrap();
    run(&mut world, 120);
    assert!((height(&world, id) - 0.5).abs() < 0.01, "nothing is left of the table");
    assert!((height(&world, drop) - 0.5).abs() < 0.01, "it stands elsewhere");
    // To a dynamic body and back: the masses follow.
    world.reattach(shape, id).unwrap();
    assert_eq!(world.body(id).unwrap().mass().mass, 1.0 + 1.0);
    world.reattach(shape, other).unwrap();
    assert_eq!(world.body(id).unwrap().mass().mass, 1.0);
    // To a disabled body and back.
    let disabled = world.spawn(Body::fixed().disabled()).unwrap();
    world.reattach(shape, disabled).unwrap();
    run(&mut world, 3);
    world.reattach(shape, table).unwrap();
    world.body_mut(id).unwrap().set_pose(Pose::from_position(vec2(0.0, 4.0))).unwrap();
    run(&mut world, 120);
    assert!((height(&world, id) - 2.75).abs() < 0.01, "back on the table");
}

#[test]
fn detaching_from_the_middle_keeps_the_others() {
    let mut world = weightless();
    let id = world.spawn(Body::fixed()).unwrap();
    let mut random = Random::new(4);
    let mut shapes: Vec<ShapeId> = Vec::new();
    for round in 0..400 {
        if shapes.is_empty() || shapes.len() < 30 && round % 3 > 0 {
            shapes.push(world.attach(id, random.shape(1.0)).unwrap());
        } else {
            world.detach(shapes.remove(random.below(shapes.len()))).unwrap();
        }
        assert_eq!(world.body(id).unwrap().shapes().collect::<Vec<_>>(), shapes);
    }
    world.validate().unwrap();
}

/// The rolling resistance scales with the radius, also for a ball that grew.
#[test]
fn grown_ball_rolls_like_one_made_at_that_size() {
    let speed_after_a_second = |grows: bool| {
        let mut world = sleepless();
        add_floor(&mut world);
        let large = Circle::new(1.0).at([0.0, 0.5]);
        let first = if grows { Circle::new(0.5) } else { large };
        let ball = world.spawn(Body::dynamic().at([0.0, 0.5]).with(first.rolling_resistance(0.1))).unwrap();
        run(&mut world, 10);
        if grows {
            let shape = first_shape(&world, ball);
            world.shape_mut(shape).unwrap().set_geometry(large).unwrap();
        }
        let mass = world.body(ball).unwrap().mass().mass;
        world.body_mut(ball).unwrap().apply_impulse([5.0 * mass, 0.0]).unwrap();
        run(&mut world, 60);
        world.body(ball).unwrap().velocity().x
    };
    let (grown, made) = (speed_after_a_second(true), speed_after_a_second(false));
    assert!(made < 3.2, "rolling does not slow it down: {made} m/s");
    assert!((grown - made).abs() < 0.05, "{grown} m/s, and {made} m/s where it was made so");
}
