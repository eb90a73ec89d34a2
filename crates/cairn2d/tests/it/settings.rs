//! Settings that change during a run: against worlds created with them, and against their purpose.

use cairn2d::{MaterialPair, prelude::*};

use crate::harness::{DT, add_floor, run};

fn hanging_chain(sub_steps: u32) -> World {
    let mut config = WorldConfig::default();
    (config.sub_steps, config.sleeping) = (sub_steps, false);
    let mut world = World::new(config).unwrap();
    let mut last = world.spawn(Body::fixed()).unwrap();
    for link in 0..12 {
        let x = 0.5 + link as f32;
        let shape = Rect::half(0.5, 0.1).density(if link == 11 { 200.0 } else { 1.0 });
        let next = world.spawn(Body::dynamic().at([x, 0.0]).with(shape)).unwrap();
        world.join(Revolute::new(last, next).at([x - 0.5, 0.0])).unwrap();
        last = next;
    }
    world
}

#[test]
fn sub_steps_set_later_equal_sub_steps_set_at_creation() {
    let mut changed = hanging_chain(2);
    changed.set_sub_steps(9).unwrap();
    let mut made = hanging_chain(9);
    run(&mut changed, 100);
    run(&mut made, 100);
    assert_eq!(changed.hash(), made.hash());
    // Changing them has an effect in the middle of a run.
    changed.set_sub_steps(1).unwrap();
    run(&mut changed, 1);
    run(&mut made, 1);
    assert_ne!(changed.hash(), made.hash());
    assert_eq!(changed.config().sub_steps, 1);
}

#[test]
fn disabling_sleep_wakes_bodies_and_keeps_them_awake() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    add_floor(&mut world);
    for row in 0..4 {
        world.spawn(Body::dynamic().at([0.0, 0.5 + row as f32]).with(Rect::half(0.5, 0.5))).unwrap();
    }
    run(&mut world, 200);
    assert_eq!(world.counts().sleeping_bodies, 4);
    world.set_sleeping(false);
    assert_eq!(world.counts().sleeping_bodies, 0);
    run(&mut world, 200);
    assert_eq!(world.counts().sleeping_bodies, 0);
    world.set_sleeping(true);
    run(&mut world, 200);
    assert_eq!(world.counts().sleeping_bodies, 4);
}

#[test]
fn fast_body_tunnels_only_with_continuous_collision_disabled() {
    for continuous in [true, false] {
        let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0])).unwrap();
        world.set_continuous(continuous);
        world.spawn(Body::fixed().with(Segment::new([5.0, -5.0], [5.0, 5.0]))).unwrap();
        let ball = Body::dynamic().velocity([300.0, 0.0]).with(Circle::new(0.1));
        let ball = world.spawn(ball).unwrap();
        for _ in 0..5 {
            world.step(DT).unwrap();
        }
        assert_eq!(world.body(ball).unwrap().position().x < 5.0, continuous);
    }
}

#[test]
fn settings_are_returned_as_set() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let mass = cairn2d::Mass { mass: 3.0, center: vec2(0.1, 0.0), inertia: 0.5 };
    let given = Body::dynamic().mass(mass).with(Circle::new(0.5).report_hits_above(2.5));
    let given = world.spawn(given).unwrap();
    let usual = world.spawn(Body::dynamic().at([3.0, 0.0]).with(Circle::new(0.5))).unwrap();
    assert_eq!([given, usual].map(|id| world.body(id).unwrap().given_mass()), [Some(mass), None]);
    let hits = [given, usual].map(|id| {
        let shape = world.body(id).unwrap().shapes().next().unwrap();
        world.shape(shape).unwrap().report_hits_above()
    });
    assert_eq!(hits, [Some(2.5), None]);
    let rope = |slack: bool| {
        let rope = cairn2d::Pulley::new(given, usual, [0.0, 5.0], [3.0, 5.0]);
        if slack { rope.slack() } else { rope }
    };
    let [tight, slack] = [false, true].map(|slack| world.join(rope(slack)).unwrap());
    assert_eq!([tight, slack].map(|id| world.joint(id).unwrap().is_slack()), [false, true]);
    let pair = MaterialPair { friction: Some(0.25), ..MaterialPair::default() };
    world.set_material_pair(7, 2, Some(pair)).unwrap();
    assert_eq!(world.material_pairs().collect::<Vec<_>>(), [([2, 7], &pair)]);
}
