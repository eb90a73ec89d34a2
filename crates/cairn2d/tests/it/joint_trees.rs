//! Trees of joints that the solver solves directly: heavy loads at any depth, energy, momentum, the same bits
//! on all lanes and threads, and joints that come, go and close loops.

use cairn2d::LaneLevel;
use cairn2d::prelude::*;

use crate::harness::{DT, run, sleepless, weightless};

/// A chain of capsules of 1 m from a body, with an end of a multiple of a link's mass. Returns bodies and
/// joints.
fn chain(world: &mut World, first: BodyId, links: u32, share: f32) -> (Vec<BodyId>, Vec<JointId>) {
    let from = world.body(first).unwrap().position();
    let (mut bodies, mut joints) = (vec![first], Vec::new());
    let mut join = |world: &mut World, body: BodyId, x: f32| {
        let last = *bodies.last().unwrap();
        joints.push(world.join(Revolute::new(last, body).at([from.x + x, from.y])).unwrap());
        bodies.push(body);
    };
    let mut mass = 0.0;
    for link in 0..links {
        let x = link as f32;
        let at = [from.x + x + 0.5, from.y];
        let body = Body::dynamic().at(at).with(Capsule::new([-0.4, 0.0], [0.4, 0.0], 0.1));
        let body = world.spawn(body).unwrap();
        mass = share * world.body(body).unwrap().mass().mass;
        join(world, body, x);
    }
    let end = Mass { mass, center: Vec2::ZERO, inertia: 0.125 * mass };
    let end = world.spawn(Body::dynamic().at([from.x + links as f32 + 0.5, from.y]).mass(end)).unwrap();
    join(world, end, links as f32);
    (bodies, joints)
}

fn widest(world: &World, joints: &[JointId]) -> f32 {
    joints.iter().map(|&joint| world.joint(joint).unwrap().separation()).fold(0.0, f32::max)
}

#[test]
fn chains_with_heavy_ends_swing_without_stretch_by_default() {
    for (links, share) in [(30, 1000.0), (60, 300.0), (25, 30.0)] {
        let mut world = sleepless();
        let post = world.spawn(Body::fixed()).unwrap();
        let (bodies, joints) = chain(&mut world, post, links, share);
        let energy = |world: &World| -> f64 {
            let energies = bodies[1..].iter().map(|&body| {
                let body = world.body(body).unwrap();
                f64::from(body.kinetic_energy()) + f64::from(body.mass().mass * 10.0 * body.center().y)
            });
            energies.sum()
        };
        let fall: f64 = bodies[1..]
            .iter()
            .map(|&body| f64::from(world.body(body).unwrap().mass().mass * 10.0 * links as f32))
            .sum();
        for _ in 0..600 {
            world.step(DT).unwrap();
            let gap = widest(&world, &joints);
            assert!(gap < 1.0e-3, "{links} links, {share} to 1: a gap of {gap} m");
            let gain = energy(&world) / fall;
            assert!(gain < 1.0e-4, "{links} links, {share} to 1: energy grows by {gain}");
        }
    }
}

#[test]
fn welded_spinning_bodies_keep_their_angular_momentum() {
    let mut world = weightless();
    let spin = 6.0;
    let bodies = [-1.0, 1.0].map(|x| {
        let body = Body::dynamic().at([x, 0.0]).velocity([0.0, spin * x]).angular_velocity(spin);
        world.spawn(body.with(Circle::new(0.5))).unwrap()
    });
    world.join(Weld::new(bodies[0], bodies[1]).at([0.0, 0.0])).unwrap();
    let momentum = |world: &World| -> f32 {
        let each = bodies.map(|body| {
            let body = world.body(body).unwrap();
            let (mass, center, velocity) = (body.mass(), body.center(), body.velocity());
            mass.mass * (center.x * velocity.y - center.y * velocity.x)
                + mass.inertia * body.angular_velocity()
        });
        each.iter().sum()
    };
    let before = momentum(&world);
    run(&mut world, 3600);
    let change = momentum(&world) / before - 1.0;
    assert!(change.abs() < 1.0e-3, "changed by {change}");
}

/// Chains of equal and of different shape on a kinematic mover, with welds, limits, motors and loads that
/// break.
fn mixture(lanes: LaneLevel, threads: usize) -> (World, Vec<JointId>) {
    let mut config = WorldConfig::default();
    (config.lanes, config.threads) = (lanes, threads);
    let mut world = World::new(config).unwrap();
    world.spawn(Body::fixed().with(Rect::half(60.0, 1.0).at([0.0, -30.0]))).unwrap();
    let mover = world.spawn(Body::kinematic().velocity([1.0, 0.5]).angular_velocity(0.3)).unwrap();
    let mut all = Vec::new();
    for index in 0..11 {
        let (bodies, joints) = chain(&mut world, mover, 22 + index / 6, 40.0 * (1 + index) as f32);
        let [a, b] = [bodies[7], bodies[8]];
        let tip = world.body(b).unwrap().position();
        let side = world.spawn(Body::dynamic().at(tip + Vec2::Y).with(Rect::half(0.2, 0.5))).unwrap();
        world.join(Weld::new(b, side).at(tip)).unwrap();
        world.joint_mut(joints[3]).unwrap().set_limits((-0.4, 0.3)).unwrap();
        if index == 5 {
            world.join(Distance::new(a, side)).unwrap();
        }
        all.extend(joints);
    }
    (world, all)
}

#[test]
fn trees_are_the_same_on_all_lanes_and_threads_and_after_a_restore() {
    let (mut first, joints) = mixture(LaneLevel::Scalar, 1);
    let levels = LaneLevel::ALL.into_iter().filter(|level| level.is_available());
    let mut others: Vec<World> = levels.map(|level| mixture(level, 1).0).collect();
    others.push(mixture(LaneLevel::best(), 3).0);
    for step in 0..120 {
        if step == 40 {
            for world in others.iter_mut().chain([&mut first]) {
                world.unjoin(joints[30]).unwrap();
                world.joint_mut(joints[60]).unwrap().set_softness((5.0, 1.0)).unwrap();
            }
        }
        if step == 70 {
            let saved = first.snapshot();
            let mut restored = World::from_snapshot(&saved).unwrap();
            restored.step(DT).unwrap();
            let mut copy = first.clone();
            copy.step(DT).unwrap();
            assert_eq!(restored.hash(), copy.hash(), "a restored world differs");
            others[0].restore(&saved).unwrap();
        }
        first.step(DT).unwrap();
        for (index, world) in others.iter_mut().enumerate() {
            world.step(DT).unwrap();
            assert_eq!(world.hash(), first.hash(), "world {index} differs at step {step}");
        }
    }
    first.validate().unwrap();
}

#[test]
fn a_joint_that_closes_or_opens_a_loop_moves_nothing_apart() {
    let mut world = sleepless();
    let post = world.spawn(Body::fixed()).unwrap();
    let (bodies, joints) = chain(&mut world, post, 24, 10.0);
    run(&mut world, 400);
    let energy = |world: &World| -> f32 {
        let each = bodies[1..].iter().map(|&body| {
            let body = world.body(body).unwrap();
            body.kinetic_energy() + body.mass().mass * 10.0 * body.center().y
        });
        each.sum()
    };
    let before = energy(&world);
    let mut extra = None;
    for step in 0..120 {
        if step % 20 == 0 {
            match extra.take() {
                Some(joint) => world.unjoin(joint).unwrap(),
                None => {
                    let [a, b] = [bodies[10], bodies[12]];
                    let middle = world.body(bodies[11]).unwrap().position();
                    extra = Some(world.join(Weld::new(a, b).at(middle)).unwrap());
                }
            };
        }
        run(&mut world, 1);
    }
    // A new weld keeps the angle at which it is made, so it adds nothing.
    let gain = energy(&world) - before;
    assert!(gain < 1.0 && widest(&world, &joints) < 0.05, "{gain} J, {} m", widest(&world, &joints));
}
