//! The functions give the results of the engine, and reject the same input.

use crate::bodies::*;
use crate::joints::*;
use crate::queries::*;
use crate::state::*;
use crate::world::*;
use cairn2d::prelude::*;

fn error() -> String {
    let length = cairn_error();
    String::from_utf8(received(length)).unwrap()
}

fn floats(count: usize) -> Vec<f32> {
    received_floats(count as u32)
}

/// A ground, a pile of boxes, a triangle on a hinge.
fn pile() -> (u32, u64) {
    let world = cairn_world_new(0.0, -10.0);
    let ground = cairn_body_new(world, 0, 0.0, 0.0, 0.0);
    assert_ne!(cairn_shape_box(world, ground, 20.0, 0.5, 1.0, 0.6), 0);
    for row in 0..5 {
        let body = cairn_body_new(world, 2, 0.0, 1.0 + row as f32, 0.0);
        assert_ne!(cairn_shape_box(world, body, 0.5, 0.5, 1.0, 0.6), 0);
    }
    let arm = cairn_body_new(world, 2, 5.0, 5.0, 0.0);
    send(|out| {
        for value in [0.0f32, 0.0, 2.0, 0.0, 0.0, 1.0] {
            out.extend_from_slice(&value.to_le_bytes());
        }
    });
    assert_ne!(cairn_shape_hull(world, arm, 3, 0.1, 1.0, 0.6), 0);
    assert_ne!(cairn_joint_hinge(world, ground, arm, 5.0, 5.0), 0);
    (world, arm)
}

/// The same world by the engine's own calls.
fn same_pile() -> World {
    let mut world = World::new(WorldConfig::with_gravity([0.0, -10.0])).unwrap();
    let ground = world.spawn(Body::fixed()).unwrap();
    let surface = |shape: Rect| shape.density(1.0).friction(0.6);
    world.attach(ground, surface(Rect::half(20.0, 0.5))).unwrap();
    for row in 0..5 {
        let body = world.spawn(Body::dynamic().at([0.0, 1.0 + row as f32])).unwrap();
        world.attach(body, surface(Rect::half(0.5, 0.5))).unwrap();
    }
    let arm = world.spawn(Body::dynamic().at([5.0, 5.0])).unwrap();
    let triangle = Polygon::new(&[[0.0, 0.0], [2.0, 0.0], [0.0, 1.0]]).unwrap().rounded(0.1);
    world.attach(arm, triangle.density(1.0).friction(0.6)).unwrap();
    world.join(Revolute::new(ground, arm).at([5.0, 5.0])).unwrap();
    world
}

#[test]
fn exported_functions_build_the_same_world_as_the_engine() {
    let (world, _) = pile();
    let mut twin = same_pile();
    for _ in 0..200 {
        assert_eq!(cairn_world_hash(world), twin.hash());
        assert_eq!(cairn_world_step(world, 1.0 / 60.0), 1);
        twin.step(1.0 / 60.0).unwrap();
    }
    assert_eq!(cairn_world_poses(world), 7);
    let arm = twin.bodies().last().unwrap();
    let sent = received(7 * 24);
    assert_eq!(u64::from_le_bytes(sent[144..152].try_into().unwrap()), arm.to_bits());
    let pose = twin.body(arm).unwrap().pose();
    assert_eq!(floats(42)[38..], [pose.p.x, pose.p.y, pose.q.c, pose.q.s]);
    assert_eq!(cairn_world_counts(world), 1);
    let counts: Vec<u32> =
        received(20).chunks(4).map(|b| u32::from_le_bytes(b.try_into().unwrap())).collect();
    assert_eq!(counts[..3], [7, 7, 1]);
    cairn_world_free(world);
}

#[test]
fn copied_world_continues_with_the_same_bits() {
    let (world, _) = pile();
    let copy = cairn_world_clone(world);
    for _ in 0..60 {
        cairn_world_step(world, 1.0 / 60.0);
        cairn_world_step(copy, 1.0 / 60.0);
    }
    assert_ne!(cairn_world_hash(copy), 0);
    assert_eq!(cairn_world_hash(copy), cairn_world_hash(world));
}

#[test]
fn rays_and_pointers_hit_the_expected_bodies() {
    let (world, _) = pile();
    let hit = cairn_cast_ray(world, 0.2, 20.0, 0.0, -40.0);
    assert_ne!(hit, 0);
    let floats = floats(5);
    assert!((floats[0] - 0.2).abs() < 1e-5 && (floats[1] - 5.5).abs() < 1e-4, "{floats:?}");
    assert_eq!(cairn_pick(world, 0.1, 5.0, 0.1), hit);
    assert_eq!(cairn_cast_ray(world, 30.0, 20.0, 0.0, -40.0), 0);
    let grip = cairn_grab(world, 0.1, 5.0, 0.1);
    assert_eq!(cairn_joint_set_target(world, grip, 3.0, 8.0), 1);
    for _ in 0..120 {
        cairn_world_step(world, 1.0 / 60.0);
    }
    assert_eq!(cairn_pick(world, 3.0, 8.0, 0.3), hit);
    assert_eq!(cairn_joint_remove(world, grip), 1);
    assert_eq!(cairn_joint_remove(world, grip), 0);
}

#[test]
fn no_argument_of_a_caller_causes_a_panic() {
    let (world, arm) = pile();
    let before = cairn_world_hash(world);
    let bad = [f32::NAN, f32::INFINITY, -1e30];
    for value in bad {
        assert_eq!(cairn_body_new(world, 2, value, 0.0, 0.0), 0);
        assert!(!error().is_empty());
        assert_eq!(cairn_shape_circle(world, arm, value, 1.0, 0.5), 0);
        assert_eq!(cairn_body_set_velocity(world, arm, f32::NAN, value, 0.0), 0);
        assert_eq!(cairn_world_step(world, value), 0);
        assert_eq!(cairn_pick(world, value, value, 1.0), 0);
        assert_eq!(cairn_cast_ray(world, 0.0, 0.0, value, f32::NAN), 0);
    }
    assert_eq!(cairn_body_new(world, 3, 0.0, 0.0, 0.0), 0);
    assert_eq!(error(), "a kind of body is 0, 1 or 2");
    assert_eq!(cairn_shape_hull(world, arm, u32::MAX, 0.0, 1.0, 0.5), 0);
    for id in [0, 1, u64::MAX] {
        assert_eq!(cairn_body_remove(world, id), 0);
        assert_eq!(cairn_shape_remove(world, id), 0);
        assert_eq!(cairn_joint_hinge(world, id, arm, 0.0, 0.0), 0);
    }
    assert_eq!(cairn_world_hash(world), before);
    for number in [0, 99, u32::MAX] {
        assert_eq!(cairn_world_step(number, 0.01), 0);
        assert_eq!(cairn_world_hash(number), 0);
    }
    assert_eq!(cairn_world_free(world), 1);
    assert_eq!(cairn_world_free(world), 0);
    assert_eq!(cairn_world_new(0.0, 0.0), world, "the number is free again");
}
