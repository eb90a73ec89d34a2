//! Move events: interpolation between the last two events shows a resting body at rest at once.

use std::collections::BTreeMap;

use cairn2d::Interpolated;
use cairn2d::prelude::*;

use crate::harness::{DT, add_floor};
use crate::random::Random;

/// Poses of the last two events of each body, and no other data of the world.
#[derive(Default)]
struct Screen(BTreeMap<BodyId, Interpolated>);

impl Screen {
    fn of(world: &World) -> Screen {
        let start = |id| (id, Interpolated::new(world.body(id).expect("it lives").pose()));
        Screen(world.bodies().map(start).collect())
    }

    /// Takes the events of a step; returns their number.
    fn follow(&mut self, world: &World) -> usize {
        let mut seen = Vec::new();
        for moved in world.events().moves() {
            assert!(!seen.contains(&moved.body), "each body once");
            seen.push(moved.body);
            let start = Interpolated::new(moved.pose);
            self.0.entry(moved.body).or_insert(start).advance(moved.pose);
        }
        seen.len()
    }

    fn shows(&self, world: &World, id: BodyId) -> bool {
        let pose = world.body(id).expect("it lives").pose();
        (0..8).all(|alpha| self.0[&id].at(alpha as f32 / 7.0) == pose)
    }
}

type Stop = fn(&mut World, BodyId);

/// A moving and rotating body, and an action that stops it.
fn stops() -> Vec<(&'static str, Body, Stop)> {
    let body = |kind: BodyKind| {
        Body::new(kind).at([3.0, 4.0]).velocity([1.0, 0.3]).angular_velocity(2.0).with(Rect::half(0.3, 0.2))
    };
    let halt = |world: &mut World, id: BodyId| {
        let mut body = world.body_mut(id).unwrap();
        body.set_velocity([0.0, 0.0]).unwrap();
        body.set_angular_velocity(0.0).unwrap();
    };
    vec![
        ("a kinematic body is halted", body(BodyKind::Kinematic), halt),
        ("a dynamic body is halted", body(BodyKind::Dynamic), halt),
        ("disabled", body(BodyKind::Dynamic), |world, id| world.body_mut(id).unwrap().set_enabled(false)),
        ("a kinematic body is disabled", body(BodyKind::Kinematic), |world, id| {
            world.body_mut(id).unwrap().set_enabled(false);
        }),
        ("made static", body(BodyKind::Dynamic), |world, id| {
            world.body_mut(id).unwrap().set_kind(BodyKind::Static);
        }),
        ("a kinematic body is made static", body(BodyKind::Kinematic), |world, id| {
            world.body_mut(id).unwrap().set_kind(BodyKind::Static);
        }),
        ("put to sleep", body(BodyKind::Dynamic), |world, id| {
            assert!(world.body_mut(id).unwrap().sleep());
        }),
        ("teleported, then still", body(BodyKind::Kinematic), |world, id| {
            let mut body = world.body_mut(id).unwrap();
            body.set_velocity([0.0, 0.0]).unwrap();
            body.set_angular_velocity(0.0).unwrap();
            body.set_pose(Pose::new(vec2(-7.0, 9.0), Rot::from_angle(0.3))).unwrap();
        }),
        ("teleported and disabled", body(BodyKind::Dynamic), |world, id| {
            let mut body = world.body_mut(id).unwrap();
            body.set_pose(Pose::new(vec2(-7.0, 9.0), Rot::from_angle(0.3))).unwrap();
            body.set_enabled(false);
        }),
        ("locked", body(BodyKind::Dynamic), |world, id| {
            world.body_mut(id).unwrap().set_locks(Locks { x: true, y: true, rotation: true });
            world.body_mut(id).unwrap().set_velocity([0.0, 0.0]).unwrap();
        }),
    ]
}

#[test]
fn stopped_body_has_equal_interpolation_poses_from_the_next_step_on() {
    for threads in [1, 3] {
        for (what, body, stop) in stops() {
            let mut config = WorldConfig::with_gravity([0.0, 0.0]);
            config.threads = threads;
            let mut world = World::new(config).unwrap();
            let others: Vec<BodyId> = (0..5)
                .map(|k| {
                    let at = [20.0 * k as f32, -30.0];
                    let other = Body::dynamic().at(at).velocity([0.0, 1.0]).with(Circle::new(0.5));
                    world.spawn(other).unwrap()
                })
                .collect();
            let id = world.spawn(body).unwrap();
            let mut screen = Screen::of(&world);
            for _ in 0..20 {
                world.step(DT).unwrap();
                assert_eq!(screen.follow(&world), 6, "{what}");
            }
            assert!(!screen.shows(&world, id), "{what}: it moves");
            stop(&mut world, id);
            // It stops within one step, and the next step reports that at the latest.
            for step in 0..30 {
                world.step(DT).unwrap();
                let count = screen.follow(&world);
                if step >= 1 {
                    assert!(screen.shows(&world, id), "{what}, step {step}");
                }
                assert!(step < 2 || count == others.len(), "{what}, step {step}: {count} moves");
            }
        }
    }
}

#[test]
fn teleported_resting_bodies_get_move_events() {
    for kind in [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic] {
        for asleep in [false, true] {
            let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0])).unwrap();
            let body = Body::new(kind).at([1.0, 2.0]).with(Circle::new(0.5));
            let id = world.spawn(if asleep { body.asleep() } else { body }).unwrap();
            let mut screen = Screen::of(&world);
            for round in 0..3 {
                world.step(DT).unwrap();
                screen.follow(&world);
                world.step(DT).unwrap();
                assert_eq!(screen.follow(&world), 0);
                world
                    .body_mut(id)
                    .unwrap()
                    .set_pose(Pose::new(vec2(5.0, round as f32), Rot::from_angle(1.0)))
                    .unwrap();
                world.step(DT).unwrap();
                assert_eq!(screen.follow(&world), 1, "{kind:?}");
                world.step(DT).unwrap();
                assert_eq!(screen.follow(&world), 1, "{kind:?}");
                assert!(screen.shows(&world, id), "{kind:?}");
            }
        }
    }
}

#[test]
fn sleeping_heap_is_interpolated_at_its_pose() {
    let mut world = World::new(WorldConfig::default()).unwrap();
    add_floor(&mut world);
    let mut random = Random::new(3);
    for index in 0..30 {
        let at = vec2(random.range(-2.0, 2.0), 1.0 + 0.8 * index as f32);
        world.spawn(Body::dynamic().at(at).with(random.shape(0.7))).unwrap();
    }
    let mut screen = Screen::of(&world);
    let mut still = 0;
    for step in 0..1500 {
        world.step(DT).unwrap();
        let asleep: Vec<BodyId> = world.events().sleeps().iter().map(|event| event.body).collect();
        screen.follow(&world);
        for id in world.bodies().filter(|&id| world.body(id).unwrap().is_asleep() && !asleep.contains(&id)) {
            assert!(screen.shows(&world, id), "step {step}: {id}");
            still += 1;
        }
    }
    assert!(still > 3000, "{still}: the heap sleeps");
}

/// Random removals, spawns into reused slots, kind changes and sleep: two steps after the last change every
/// resting body is interpolated at its pose, and restored worlds have the same events.
#[test]
fn interpolated_poses_match_random_worlds_and_survive_a_restore() {
    for seed in 0..12 {
        let mut random = Random::new(seed);
        let mut world = World::new(WorldConfig::default()).unwrap();
        add_floor(&mut world);
        let mut screen = Screen::of(&world);
        for step in 0..200 {
            let bodies: Vec<BodyId> = world.bodies().collect();
            let id = bodies[random.below(bodies.len())];
            let mut placed = None;
            match random.below(8) {
                0 | 1 => {
                    let body = Body::dynamic().at(random.point(6.0) + vec2(0.0, 8.0)).with(random.shape(0.8));
                    let id = world.spawn(body).unwrap();
                    screen.0.insert(id, Interpolated::new(world.body(id).unwrap().pose()));
                }
                2 if bodies.len() > 12 => {
                    world.despawn(id).unwrap();
                    screen.0.remove(&id);
                }
                3 => world.body_mut(id).unwrap().set_enabled(step % 3 != 0),
                4 => {
                    let kinds = [BodyKind::Static, BodyKind::Kinematic, BodyKind::Dynamic, BodyKind::Dynamic];
                    world.body_mut(id).unwrap().set_kind(kinds[random.below(4)]);
                }
                5 => {
                    world.body_mut(id).unwrap().set_pose(random.pose(5.0)).unwrap();
                    placed = Some(id);
                }
                6 => drop(world.body_mut(id).unwrap().sleep()),
                _ => {}
            }
            let mut other = World::from_snapshot(&world.snapshot()).unwrap();
            let before: BTreeMap<BodyId, Pose> =
                world.bodies().map(|id| (id, world.body(id).unwrap().pose())).collect();
            world.step(DT).unwrap();
            other.step(DT).unwrap();
            assert_eq!(world.events().moves(), other.events().moves(), "seed {seed}, step {step}");
            assert_eq!(world.snapshot(), other.snapshot(), "seed {seed}, step {step}");
            screen.follow(&world);
            for id in world.bodies() {
                let pose = world.body(id).unwrap().pose();
                let shown = screen.0[&id].at(1.0);
                let off = (shown.p - pose.p).length() + shown.q.inv_mul(pose.q).angle().abs();
                assert!(off < 1.0e-5, "seed {seed}, step {step}: {id} is drawn late, by {off}");
                let still = before[&id] == pose && screen.0[&id].at(0.0) != pose;
                assert!(
                    !still || placed == Some(id),
                    "seed {seed}, step {step}: {id} rests and is drawn on its way"
                );
            }
        }
    }
}
