//! Chains with a heavy end, a hard case for iterative solvers: the widest joint gap while the chain swings.

use cairn2d::Mass;
use cairn2d::prelude::*;

use crate::harness::DT;

/// Widest gap `[m]` in 15 s of 30 links, released horizontally, whose end has this multiple of a link's mass.
fn widest_gap(share: f32) -> f32 {
    let mut config = WorldConfig::default().stiff_joints();
    config.sleeping = false;
    let mut world = World::new(config).unwrap();
    let mut last = world.spawn(Body::fixed()).unwrap();
    let mut joints = Vec::new();
    for link in 0..30 {
        let x = link as f32;
        let body = Body::dynamic().at([x + 0.5, 0.0]).with(Capsule::new([-0.4, 0.0], [0.4, 0.0], 0.1));
        let body = world.spawn(body).unwrap();
        joints.push(world.join(Revolute::new(last, body).at([x, 0.0])).unwrap());
        last = body;
    }
    let mass = share * world.body(last).unwrap().mass().mass;
    let end = Mass { mass, center: Vec2::ZERO, inertia: 0.125 * mass };
    let end = world.spawn(Body::dynamic().at([30.5, 0.0]).mass(end)).unwrap();
    joints.push(world.join(Revolute::new(last, end).at([30.0, 0.0])).unwrap());
    let mut widest = 0.0_f32;
    for _ in 0..900 {
        world.step(DT).unwrap();
        let gaps = joints.iter().map(|&joint| world.joint(joint).unwrap().separation());
        widest = gaps.fold(widest, f32::max);
    }
    assert!(world.body(end).unwrap().position().y < -5.0, "the chain does not swing");
    widest
}

#[test]
fn chains_carry_a_hundred_and_a_thousand_times_their_link_mass() {
    for (share, goal) in [(100.0, 0.01), (1000.0, 0.05)] {
        let gap = widest_gap(share);
        assert!(gap < goal, "{share} to 1: {gap} m");
    }
}
