//! Islands and colors of the world, against a search with public data only.

use std::collections::BTreeSet;

use cairn2d::prelude::*;
use cairn2d::{BodyKind, Islands};

use crate::harness::{add_floor, run};

/// Stacks, a chain that hangs from the ground, a crate on a moving platform, and a ball in the air.
fn world() -> World {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let floor = add_floor(&mut world);
    for stack in 0..3 {
        for row in 0..3 {
            let at = [4.0 * stack as f32, 0.5 + row as f32];
            world.spawn(Body::dynamic().at(at).with(Rect::half(0.5, 0.5))).unwrap();
        }
    }
    let mut last = floor;
    for link in 0..4 {
        let at = [-8.0, 9.0 - link as f32];
        let next = world.spawn(Body::dynamic().at(at).with(Circle::new(0.2))).unwrap();
        world.join(Revolute::new(last, next).at([at[0], at[1] + 0.5])).unwrap();
        last = next;
    }
    world.spawn(Body::kinematic().at([-20.0, 2.0]).velocity([0.01, 0.0]).with(Rect::half(2.0, 0.1))).unwrap();
    for side in [-1.0, 1.0] {
        world.spawn(Body::dynamic().at([-20.0 + side, 2.6]).with(Rect::half(0.5, 0.5))).unwrap();
    }
    world.spawn(Body::dynamic().at([20.0, 900.0]).with(Circle::new(0.5))).unwrap();
    world.spawn(Body::dynamic().at([0.0, -9.0]).with(Circle::new(0.5)).disabled()).unwrap();
    world
}

/// All bodies connected with a body, by a search.
fn reachable(world: &World, from: BodyId) -> BTreeSet<BodyId> {
    let dynamic = |id: BodyId| world.body(id).is_some_and(|body| body.kind() == BodyKind::Dynamic);
    let mut reached = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(id) = open.pop() {
        let body = world.body(id).unwrap();
        let contacts = body.contacts().filter_map(|contact| world.contact(contact));
        let touched = contacts.filter(|contact| contact.is_touching()).map(|contact| contact.bodies());
        let joined = body.joints().filter_map(|joint| world.joint(joint)).map(|joint| joint.bodies());
        for next in touched.chain(joined).flatten() {
            if dynamic(id) && dynamic(next) && reached.insert(next) {
                open.push(next);
            }
        }
    }
    reached
}

#[test]
fn islands_are_the_connected_components() {
    let mut world = world();
    let mut islands = Islands::default();
    let mut seen = BTreeSet::new();
    for _ in 0..6 {
        run(&mut world, 30);
        world.find_islands(&mut islands);
        for id in world.bodies() {
            let body = world.body(id).unwrap();
            if body.kind() == BodyKind::Static || !body.is_enabled() {
                assert_eq!(islands.of(id), None, "{id}");
                continue;
            }
            let reached = reachable(&world, id);
            assert_eq!(islands.of(id), reached.first().copied(), "{id}");
            let members: BTreeSet<BodyId> =
                world.bodies().filter(|&other| islands.of(other) == islands.of(id)).collect();
            assert_eq!(members, reached, "{id}");
            seen.insert((body.is_asleep(), reached.len()));
        }
    }
    assert!(seen.contains(&(false, 3)) && seen.contains(&(true, 3)), "awake and asleep stacks: {seen:?}");
    assert!(seen.contains(&(false, 4)) || seen.contains(&(true, 4)), "the chain: {seen:?}");
}

#[test]
fn each_dynamic_body_is_in_a_color_at_most_once() {
    let mut world = world();
    run(&mut world, 20);
    let mut taken = BTreeSet::new();
    let contacts = world.contacts().filter_map(|id| world.contact(id)).map(|c| (c.color(), c.bodies()));
    let joints = world.joints().filter_map(|id| world.joint(id)).map(|j| (j.color(), j.bodies()));
    let mut colored = 0;
    for (color, bodies) in contacts.chain(joints) {
        let Some(color) = color else { continue };
        assert!(color < 24, "{color}");
        colored += 1;
        for body in bodies {
            let is_dynamic = world.body(body).unwrap().kind() == BodyKind::Dynamic;
            assert!(!is_dynamic || color == 23 || taken.insert((color, body)), "{body} in color {color}");
        }
    }
    let solved = world.contacts().filter(|&id| world.contact(id).unwrap().color().is_some()).count();
    assert!(solved > 8 && colored == solved + world.joints().count(), "{solved} contacts, {colored} in all");
}

#[test]
fn pulley_reports_the_points_of_its_rope() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let [a, b] =
        [-1.0, 1.0].map(|x| world.spawn(Body::dynamic().at([x, 0.0]).with(Circle::new(0.2))).unwrap());
    let pulley = world.join(Pulley::new(a, b, [-1.0, 4.0], [1.0, 5.0])).unwrap();
    let hinge = world.join(Revolute::new(a, b)).unwrap();
    let points = world.joint(pulley).unwrap().pulley_points();
    assert_eq!(points, Some([vec2(-1.0, 4.0), vec2(1.0, 5.0)]));
    assert_eq!(world.joint(hinge).unwrap().pulley_points(), None);
}
