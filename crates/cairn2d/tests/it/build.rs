//! Builders: the result stands, hangs, drives and breaks as documented, and a rejected build leaves no
//! objects.

use cairn2d::build::{Assembly, Blob, Bridge, Car, Cloth, Ragdoll, Rope};
use cairn2d::prelude::*;
use cairn2d::{Error, Motor};

use crate::harness::{add_floor, run, sleepless};

const GRAVITY: f32 = 10.0;

fn at(world: &World, body: BodyId) -> Vec2 {
    world.body(body).unwrap().position()
}

fn mass(world: &World, thing: &Assembly) -> f32 {
    thing.bodies.iter().map(|&id| world.body(id).unwrap().mass().mass).sum()
}

fn widest_gap(world: &World, thing: &Assembly) -> f32 {
    thing.joints.iter().map(|&id| world.joint(id).unwrap().separation()).fold(0.0, f32::max)
}

#[test]
fn rope_hangs_straight_and_carries_its_weight() {
    let mut world = sleepless();
    let hook = world.spawn(Body::fixed().at([0.0, 9.0])).unwrap();
    let mut rope = Rope::new([0.0, 9.0], [2.0, 6.0], 15);
    rope.tied_to[0] = Some(hook);
    let length = vec2(2.0, -3.0).length();
    let rope = rope.build(&mut world).unwrap();
    assert_eq!((rope.bodies.len(), rope.joints.len()), (15, 15));
    // Damping, or it would swing for long.
    for &body in &rope.bodies {
        world.body_mut(body).unwrap().set_damping(1.5, 1.5).unwrap();
    }
    run(&mut world, 1500);
    let tip = world.body(rope.bodies[14]).unwrap().position();
    let exact = vec2(0.0, 9.0 - length * 14.5 / 15.0);
    assert!(tip.distance(exact) < 0.05, "the last link hangs at {tip:?}, not {exact:?}");
    let weight = mass(&world, &rope) * GRAVITY;
    let pull = world.joint(rope.joints[0]).unwrap().reaction_force().length();
    assert!((pull / weight - 1.0).abs() < 0.02, "{pull} N for {weight} N");
    assert!(widest_gap(&world, &rope) < 0.01);
    rope.remove(&mut world);
    assert_eq!((world.counts().bodies, world.counts().joints), (1, 0));
}

#[test]
fn bridge_carries_its_load_and_a_weak_one_breaks() {
    for (force, holds) in [(None, true), (Some(50.0), false)] {
        let mut world = sleepless();
        let bank = world.spawn(Body::fixed()).unwrap();
        let mut bridge = Bridge::new([bank, bank], [-5.0, 3.0], [5.0, 3.0], 10);
        bridge.break_force = force;
        let bridge = bridge.build(&mut world).unwrap();
        assert_eq!((bridge.bodies.len(), bridge.joints.len()), (10, 11));
        let ball = world.spawn(Body::dynamic().at([0.2, 4.0]).with(Circle::new(0.4))).unwrap();
        run(&mut world, 240);
        assert_eq!(bridge.joints.iter().all(|&id| world.joint(id).is_some()), holds);
        assert_eq!(at(&world, ball).y > 1.0, holds, "the ball is at {:?}", at(&world, ball));
        if holds {
            // The two banks together carry the whole load.
            let lift = |n: usize| world.joint(bridge.joints[n]).unwrap().reaction_force().y;
            let weight = (mass(&world, &bridge) + world.body(ball).unwrap().mass().mass) * GRAVITY;
            let borne = lift(0) - lift(10);
            assert!((borne / weight - 1.0).abs() < 0.05, "{borne} N for {weight} N");
        }
    }
}

#[test]
fn ragdoll_stays_joined_and_within_its_joint_limits() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    add_floor(&mut world);
    let mut doll = Ragdoll::new([0.0, 1.0]);
    doll.scale = 1.5;
    let doll = doll.build(&mut world).unwrap();
    assert_eq!((doll.bodies.len(), doll.joints.len()), (11, 10));
    for _ in 0..30 {
        run(&mut world, 20);
        assert!(widest_gap(&world, &doll) < 0.05, "{}", widest_gap(&world, &doll));
    }
    for &id in &doll.joints {
        assert!(world.joint(id).unwrap().angular_separation() < 0.05);
    }
    let highest = doll.bodies.iter().map(|&id| at(&world, id).y).fold(0.0, f32::max);
    assert!(highest < 2.2 && doll.bodies.iter().all(|&id| at(&world, id).y > 0.0), "{highest}");
}

#[test]
fn car_rests_on_its_springs_and_drives() {
    let mut world = sleepless();
    add_floor(&mut world);
    let car = Car::new([0.0, 0.8]).build(&mut world).unwrap();
    run(&mut world, 180);
    let start = at(&world, car.bodies[0]);
    assert!(start.x.abs() < 0.2 && world.body(car.bodies[0]).unwrap().angle().abs() < 0.1, "{start:?}");
    for &wheel in &car.joints {
        let motor = world.joint(wheel).unwrap().motor().unwrap();
        world.joint_mut(wheel).unwrap().set_motor(Motor { speed: 10.0, ..motor }).unwrap();
    }
    run(&mut world, 300);
    // 10 rad/s on wheels of 0.4 m radius.
    let speed = world.body(car.bodies[0]).unwrap().velocity().x;
    assert!((speed - 4.0).abs() < 0.2, "{speed} m/s");
}

#[test]
fn resting_blob_keeps_its_area_and_flattens() {
    let mut world = sleepless();
    add_floor(&mut world);
    let blob = Blob::new([0.0, 2.0], 1.0).build(&mut world).unwrap();
    assert_eq!((blob.bodies.len(), blob.joints.len()), (17, 32));
    run(&mut world, 600);
    let rim: Vec<Vec2> = blob.bodies[1..].iter().map(|&id| at(&world, id)).collect();
    let (width, height) =
        (Aabb::from_points(&rim).half_extents().x, Aabb::from_points(&rim).half_extents().y);
    assert!(height < width && height > 0.3 && width < 1.5, "{width} by {height}");
}

#[test]
fn cloth_hangs_from_its_anchors_and_tears_above_its_load_limit() {
    for (force, whole) in [(None, true), (Some(0.5), false)] {
        let mut world = sleepless();
        let mut cloth = Cloth::new([0.0, 8.0], [9, 6], 0.5);
        cloth.tear_force = force;
        let cloth = cloth.build(&mut world).unwrap();
        assert_eq!((cloth.bodies.len(), cloth.joints.len()), (54, 8 * 6 + 9 * 5));
        let weight = mass(&world, &cloth) * GRAVITY;
        assert!(weight > 0.5);
        run(&mut world, 600);
        assert_eq!(at(&world, cloth.bodies[0]), vec2(0.0, 8.0), "it is held");
        assert_eq!(cloth.joints.iter().all(|&id| world.joint(id).is_some()), whole);
        let lowest = cloth.bodies.iter().map(|&id| at(&world, id).y).fold(8.0, f32::min);
        assert_eq!(lowest > 4.0, whole, "it hangs down to {lowest}");
    }
}

#[test]
fn rejected_builds_leave_no_objects() {
    let mut world = sleepless();
    let gone = world.spawn(Body::fixed()).unwrap();
    world.despawn(gone).unwrap();
    let mut rope = Rope::new([0.0, 0.0], [1.0, 0.0], 4);
    rope.tied_to[1] = Some(gone);
    let mut heavy = Blob::new([0.0, 0.0], 1.0);
    heavy.damping_ratio = f32::NAN;
    let mut doll = Ragdoll::new([0.0, 0.0]);
    doll.density = -1.0;
    let mut cloth = Cloth::new([0.0, 0.0], [3, 3], 0.5);
    cloth.tear_force = Some(f32::NAN);
    let mut car = Car::new([0.0, 0.0]);
    car.torques[1] = f32::INFINITY;
    let refused: [Result<Assembly, Error>; 9] = [
        rope.build(&mut world),
        Rope::new([0.0, 0.0], [1.0, 0.0], 0).build(&mut world),
        Rope::new([0.0, 0.0], [0.0, 0.0], 3).build(&mut world),
        Bridge::new([gone, gone], [0.0, 0.0], [3.0, 0.0], 3).build(&mut world),
        heavy.build(&mut world),
        doll.build(&mut world),
        cloth.build(&mut world),
        Cloth::new([0.0, 0.0], [3, 1], 0.5).build(&mut world),
        car.build(&mut world),
    ];
    for (index, result) in refused.into_iter().enumerate() {
        assert!(result.is_err(), "number {index} was built");
    }
    assert_eq!((world.counts().bodies, world.counts().joints), (0, 0));
    world.validate().unwrap();
}
