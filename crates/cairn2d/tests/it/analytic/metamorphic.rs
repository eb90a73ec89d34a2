//! Transformed worlds must have transformed results, bit for bit: other masses, a mirror image, a rotation,
//! and distant bodies.

use super::DT;
use crate::harness::{add_floor, run, sleepless};
use crate::random::Random;
use cairn2d::{LaneLevel, prelude::*};

/// A heap of mixed bodies with joints and all kinds of materials; every density is multiplied by `factor`.
fn heap(factor: f32) -> (World, Vec<BodyId>) {
    let mut random = Random::new(23);
    let mut world = sleepless();
    add_floor(&mut world);
    let mut ids: Vec<BodyId> = Vec::new();
    for index in 0..60 {
        let at = [(index % 10) as f32 * 1.1 - 5.0, 0.7 + (index / 10) as f32 * 1.1];
        let density = factor * random.range(0.5, 2.0);
        let shape = random.shape(0.8).density(density).restitution(random.range(0.0, 0.8));
        let id = world.spawn(Body::dynamic().at(at).velocity(random.point(4.0)).with(shape)).unwrap();
        if index % 5 == 4 {
            world.join(Revolute::new(ids[index - 1], id).at(at)).unwrap();
        }
        ids.push(id);
    }
    (world, ids)
}

fn poses(world: &World, ids: &[BodyId]) -> Vec<Pose> {
    ids.iter().map(|&id| world.body(id).unwrap().pose()).collect()
}

#[test]
fn results_depend_only_on_mass_ratios() {
    let (mut truth, ids) = heap(1.0);
    for exponent in [-6, 3, 10] {
        let (mut world, same) = heap(2.0_f32.powi(exponent));
        assert_eq!(ids, same);
        let mut truth = truth.clone();
        for step in 0..300 {
            truth.step(DT).unwrap();
            world.step(DT).unwrap();
            assert_eq!(poses(&truth, &ids), poses(&world, &ids), "2^{exponent}, step {step}");
        }
    }
    run(&mut truth, 1);
}

#[test]
fn distant_static_bodies_change_no_result() {
    // Distant moving bodies would change bits: the order of new contacts follows the tree of moving AABBs,
    // whose leaves would differ.
    let (mut truth, ids) = heap(1.0);
    let (mut world, _) = heap(1.0);
    for index in 0..7 {
        let at = [500.0 + 3.0 * index as f32, 20.0];
        world.spawn(Body::fixed().at(at).with(Rect::half(0.5, 0.5))).unwrap();
    }
    for step in 0..300 {
        truth.step(DT).unwrap();
        world.step(DT).unwrap();
        assert_eq!(poses(&truth, &ids), poses(&world, &ids), "step {step}");
    }
}

/// Balls on two slopes that form a valley, as they are or mirrored.
fn valley(side: f32) -> Vec<Vec2> {
    let mut world = sleepless();
    for slope in [side, -side] {
        let ground = Rect::half(10.0, 0.5).at([slope * 6.0, 0.0]).rotated(slope * 0.3);
        world.spawn(Body::fixed().with(ground)).unwrap();
    }
    let ids: Vec<_> = [(-3.0_f32, 6.0_f32, 0.3_f32), (4.5, 7.0, 0.5), (0.25, 9.0, 0.4)]
        .into_iter()
        .map(|(x, y, radius)| {
            let disc = Circle::new(radius).restitution(0.5);
            world.spawn(Body::dynamic().at([side * x, y]).angular_velocity(side * 3.0).with(disc)).unwrap()
        })
        .collect();
    run(&mut world, 400);
    ids.iter().map(|&id| world.body(id).unwrap().position()).collect()
}

#[test]
fn mirrored_world_has_mirrored_results() {
    let image = valley(-1.0).into_iter().map(|at| vec2(-at.x, at.y)).collect::<Vec<_>>();
    assert_eq!(valley(1.0), image);
}

#[test]
fn results_do_not_depend_on_the_gravity_direction() {
    // Everything is rotated by 90 degrees, gravity included. The bodies of both worlds are spawned in the
    // same order.
    let run_turned = |quarter: bool| {
        let q = if quarter { Rot { c: 0.0, s: 1.0 } } else { Rot::IDENTITY };
        let turn = |p: Vec2| q.rotate(p);
        let mut world = sleepless();
        world.set_gravity(turn(vec2(0.0, -10.0))).unwrap();
        let floor = Pose { p: turn(vec2(0.0, -1.0)), q };
        world.spawn(Body::fixed().pose(floor).with(Rect::half(50.0, 1.0))).unwrap();
        let ids: Vec<_> = (0..5)
            .map(|index| {
                let pose = Pose { p: turn(vec2(0.1 * index as f32, 0.5 + 1.25 * index as f32)), q };
                world.spawn(Body::dynamic().pose(pose).with(Rect::half(0.5, 0.5).restitution(0.3))).unwrap()
            })
            .collect();
        run(&mut world, 300);
        ids.iter().map(|&id| q.inv_rotate(world.body(id).unwrap().position())).collect::<Vec<_>>()
    };
    assert_eq!(run_turned(false), run_turned(true));
}

#[test]
fn lanes_and_threads_change_no_bit_of_a_heap() {
    let (mut truth, ids) = heap(1.0);
    truth.set_lanes(LaneLevel::Scalar).unwrap();
    run(&mut truth, 200);
    for lanes in LaneLevel::available() {
        for threads in [1, 3] {
            let (mut world, _) = heap(1.0);
            world.set_lanes(lanes).unwrap();
            world.set_threads(threads).unwrap();
            run(&mut world, 200);
            assert_eq!(poses(&truth, &ids), poses(&world, &ids), "{lanes}, {threads} threads");
            assert_eq!(truth.hash(), world.hash(), "{lanes}, {threads} threads");
        }
    }
}
