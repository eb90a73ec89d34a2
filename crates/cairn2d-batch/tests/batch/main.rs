//! Batches against naive loops over single worlds, and against themselves on other threads and shards.

mod environments;
mod legged;
mod programs;
mod push_t;
mod shards;
mod state;

use cairn2d::prelude::*;
use cairn2d_batch::{Definition, Effect, Expr};

/// Length of a step \[s\].
pub(crate) const DT: f32 = 0.02;

/// A small world with a hinge: its parts.
pub(crate) struct Walker {
    pub(crate) world: World,
    pub(crate) torso: BodyId,
    pub(crate) foot: BodyId,
    pub(crate) floor: ShapeId,
    pub(crate) hinge: JointId,
}

/// A torso with a motorised foot above a floor.
pub(crate) fn walker() -> Walker {
    let mut world = World::new(WorldConfig::default()).unwrap();
    let ground = world.spawn(Body::fixed().with(Segment::new([-20.0, 0.0], [20.0, 0.0]))).unwrap();
    let floor = world.body(ground).unwrap().shapes().next().unwrap();
    let torso = world.spawn(Body::dynamic().at([0.0, 1.5]).with(Rect::half(0.4, 0.2))).unwrap();
    let foot = world.spawn(Body::dynamic().at([0.0, 1.0]).with(Rect::half(0.1, 0.3))).unwrap();
    let hinge = Revolute::new(torso, foot).at([0.0, 1.3]).limits(-1.0, 1.0).motor(0.0, 20.0);
    let hinge = world.join(hinge).unwrap();
    Walker { world, torso, foot, floor, hinge }
}

/// A program that uses every kind of reading, randomization, forces and a motor.
pub(crate) fn walker_definition() -> Definition {
    let Walker { world, torso, foot, floor, hinge } = walker();
    let mut def = Definition::new(world, DT);
    let swing = def.action(-1.0, 1.0);
    let push = def.action(-2.0, 2.0);
    let best = def.variable(0.0);
    let slope = Expr::uniform(-0.5, 0.5);
    def.reset = vec![
        Effect::Segment(floor, [(-20.0).into(), slope.clone(), 20.0.into(), -slope]),
        Effect::Velocity(torso, [Expr::uniform(-1.0, 1.0), 0.0.into()]),
        Effect::Surface(floor, [Expr::uniform(0.2, 0.9), 0.0.into()]),
        Effect::Density(floor, 1.0.into()),
    ];
    def.frame_skip = 2;
    def.act = vec![
        Effect::Motor(hinge, [swing * 4.0, 20.0.into()]),
        Effect::Force(torso, [push.clone() + Expr::uniform(-0.1, 0.1), 0.0.into()]),
        Effect::Torque(torso, push.clone()).when(push.abs().above(1.5)),
    ];
    def.after = vec![Effect::Set(best, Expr::variable(best).max(Expr::x(torso)))];
    let ray = Expr::ray([Expr::x(torso), Expr::y(torso)], [0.3.into(), (-3.0).into()], torso);
    def.observe = vec![
        Expr::x(torso),
        Expr::y(torso),
        Expr::angle(torso),
        Expr::velocity_x(foot).clip(-5.0, 5.0),
        Expr::joint_angle(hinge),
        Expr::joint_angular_speed(hinge) * 0.1,
        Expr::touching(foot),
        ray,
        Expr::steps(),
    ];
    def.reward = Expr::variable(best) - 0.01 * Expr::action(0).abs();
    def.terminated = Expr::touched(torso).or(Expr::asleep(torso));
    def.limit = Some(60);
    def
}

/// A sequence of actions that differs between worlds, but not between batches.
pub(crate) fn action(world: u64, step: u64, index: u64) -> f32 {
    let mixed = (world * 7919 + step * 104_729 + index * 1_299_709).wrapping_mul(2_654_435_761) >> 7;
    (mixed % 4001) as f32 / 1000.0 - 2.0
}
