//! Bodies that fall asleep below restless ones, against the same worlds without such sleep.

use cairn2d::prelude::*;
use cairn2d::{Explosion, LaneLevel};

const DT: f32 = 1.0 / 60.0;

fn layered() -> WorldConfig {
    WorldConfig::default().layered_sleep(true)
}

fn run(world: &mut World, steps: usize) {
    for _ in 0..steps {
        world.step(DT).unwrap();
    }
}

fn ground(world: &mut World) -> BodyId {
    world.spawn(Body::fixed().at([0.0, -1.0]).with(Rect::half(200.0, 1.0))).unwrap()
}

/// A pyramid of boxes of size 1.
fn pyramid(world: &mut World, rows: usize) -> Vec<BodyId> {
    let mut bodies = Vec::new();
    for row in 0..rows {
        for column in 0..rows - row {
            let x = (column as f32 - 0.5 * (rows - row - 1) as f32) * 1.02;
            let body = Body::dynamic().at([x, 0.5 + row as f32]).with(Rect::half(0.5, 0.5));
            bodies.push(world.spawn(body).unwrap());
        }
    }
    bodies
}

/// A box that lies on top and is pushed about by [`push`].
fn restless(world: &mut World, at: [f32; 2]) -> BodyId {
    world.spawn(Body::dynamic().at(at).with(Rect::half(0.2, 0.2))).unwrap()
}

fn push(world: &mut World, body: BodyId, step: usize, home: f32) {
    if step.is_multiple_of(20) {
        let side = if world.body(body).unwrap().position().x > home { -1.0 } else { 1.0 };
        world.body_mut(body).unwrap().set_velocity([0.5 * side, 0.0]).unwrap();
    }
}

fn asleep(world: &World, bodies: &[BodyId]) -> usize {
    bodies.iter().filter(|&&body| world.body(body).unwrap().is_asleep()).count()
}

/// A pyramid below a restless body, after four seconds.
fn frozen_pyramid(config: WorldConfig, rows: usize) -> (World, Vec<BodyId>, BodyId) {
    let mut world = World::new(config).unwrap();
    ground(&mut world);
    let bodies = pyramid(&mut world, rows);
    let top = restless(&mut world, [0.0, rows as f32 + 0.2]);
    for step in 0..360 {
        push(&mut world, top, step, 0.0);
        run(&mut world, 1);
    }
    (world, bodies, top)
}

#[test]
fn a_pile_sleeps_below_a_restless_body_and_stays_in_place() {
    let (mut world, bodies, top) = frozen_pyramid(layered(), 20);
    assert!(asleep(&world, &bodies) >= bodies.len() * 95 / 100, "{} sleep", asleep(&world, &bodies));
    assert!(world.body(top).unwrap().is_awake());
    let (mut wakes, mut last) = (0, None);
    for step in 0..300 {
        push(&mut world, top, step, 0.0);
        let before: Vec<_> = bodies.iter().map(|&body| world.body(body).unwrap().pose()).collect();
        let slept: Vec<_> = bodies.iter().map(|&body| world.body(body).unwrap().is_asleep()).collect();
        run(&mut world, 1);
        for ((&body, pose), slept) in bodies.iter().zip(before).zip(slept) {
            let body = world.body(body).unwrap();
            assert!(!(slept && body.is_asleep()) || body.pose() == pose, "a sleeping body moved");
            wakes += usize::from(slept && body.is_awake());
        }
        last = Some(asleep(&world, &bodies));
    }
    assert!(last >= Some(bodies.len() * 95 / 100), "{last:?} sleep at the end");
    assert!(wakes <= bodies.len(), "bodies woke {wakes} times in 5 s");
    world.validate().unwrap();
    // The other setting keeps the whole pile awake.
    let (world, bodies, _) = frozen_pyramid(WorldConfig::default(), 20);
    assert_eq!(asleep(&world, &bodies), 0);
}

#[test]
fn a_pile_ends_where_it_ends_without_layers() {
    let ends = [false, true].map(|layers| {
        let mut world = World::new(WorldConfig::default().layered_sleep(layers)).unwrap();
        ground(&mut world);
        let mut bodies = pyramid(&mut world, 10);
        for row in 0..20 {
            let body = Body::dynamic().at([30.0, 0.5 + row as f32]).with(Rect::half(0.5, 0.5));
            bodies.push(world.spawn(body).unwrap());
        }
        run(&mut world, 900);
        assert_eq!(asleep(&world, &bodies), bodies.len(), "layers: {layers}");
        bodies.iter().map(|&body| world.body(body).unwrap().position()).collect::<Vec<_>>()
    });
    for (a, b) in ends[0].iter().zip(&ends[1]) {
        assert!((*a - *b).length() < 1.0e-3, "{a:?} and {b:?}");
    }
}

/// Counts bodies that moved by more than 0.3 m within two seconds after a change.
fn fallen(world: &mut World, bodies: &[BodyId], change: impl FnOnce(&mut World)) -> usize {
    let before: Vec<_> = bodies.iter().map(|&body| world.body(body).unwrap().position()).collect();
    change(world);
    run(world, 120);
    world.validate().unwrap();
    let now = bodies.iter().map(|&body| world.body(body).map(|body| body.position()));
    now.zip(before).filter(|(now, before)| now.is_some_and(|now| (now - *before).length() > 0.3)).count()
}

#[test]
fn a_sleeping_tower_falls_when_its_support_goes() {
    let build = || {
        let (mut world, mut bodies, _) = frozen_pyramid(layered(), 4);
        bodies.clear();
        let table = world.spawn(Body::fixed().at([30.0, 1.0]).with(Rect::half(3.0, 0.2))).unwrap();
        let carrier = world.spawn(Body::kinematic().at([40.0, 1.0]).with(Rect::half(3.0, 0.2))).unwrap();
        for x in [30.0, 40.0] {
            for row in 0..5 {
                let body = Body::dynamic().at([x, 1.7 + row as f32]).with(Rect::half(0.5, 0.5));
                bodies.push(world.spawn(body).unwrap());
            }
        }
        run(&mut world, 240);
        assert_eq!(asleep(&world, &bodies), 10);
        (world, bodies, table, carrier)
    };
    let (mut world, bodies, table, _) = build();
    assert_eq!(fallen(&mut world, &bodies, |world| drop(world.despawn(table))), 5);
    let (mut world, bodies, ..) = build();
    let lowest = bodies[0];
    assert_eq!(fallen(&mut world, &bodies[1..], |world| drop(world.despawn(lowest))), 4);
    let (mut world, bodies, _, carrier) = build();
    let away = |world: &mut World| world.body_mut(carrier).unwrap().set_velocity([0.0, -1.0]).unwrap();
    assert_eq!(fallen(&mut world, &bodies, away), 5);
    let (mut world, bodies, ..) = build();
    let tilted = fallen(&mut world, &bodies, |world| world.set_gravity([10.0, -5.0]).unwrap());
    assert_eq!(tilted, 10);
    let (mut world, bodies, ..) = build();
    let blast = Explosion::new([28.0, 3.0], 10.0, 30.0);
    assert!(fallen(&mut world, &bodies, |world| assert!(world.explode(&blast).unwrap() > 0)) >= 5);
}

#[test]
fn a_plank_tips_under_a_weight_that_lands_on_a_sleeping_box() {
    // The weight rests on a box, which rests on the end of a plank that sticks out beyond its support.
    let mut world = World::new(layered()).unwrap();
    ground(&mut world);
    world.spawn(Body::fixed().at([0.0, 1.0]).with(Rect::half(1.0, 1.0))).unwrap();
    let plank = world.spawn(Body::dynamic().at([0.6, 2.1]).with(Rect::half(2.0, 0.1))).unwrap();
    let crate_ = world.spawn(Body::dynamic().at([-0.6, 2.45]).with(Rect::half(0.25, 0.25))).unwrap();
    let end = world.spawn(Body::dynamic().at([1.6, 2.3]).with(Rect::half(0.1, 0.1))).unwrap();
    run(&mut world, 240);
    assert_eq!(asleep(&world, &[plank, crate_, end]), 3);
    let heavy = Shape::from(Rect::half(0.1, 0.1)).density(100.0);
    world.spawn(Body::dynamic().at([1.6, 2.505]).with(heavy)).unwrap();
    run(&mut world, 120);
    assert!(world.body(plank).unwrap().rotation().angle() < -0.2, "the plank hangs in the air");
}

#[test]
fn a_heavy_body_wakes_a_sleeping_pile() {
    let (mut world, bodies, _) = frozen_pyramid(layered(), 12);
    let heavy = Shape::from(Rect::half(1.5, 1.5)).density(0.1 * 78.0 / 9.0);
    world.spawn(Body::dynamic().at([0.0, 16.0]).with(heavy)).unwrap();
    let mut oracle = world.clone();
    bodies.iter().for_each(|&body| oracle.body_mut(body).unwrap().set_can_sleep(false));
    let (mut woke, mut moved) = (vec![false; bodies.len()], vec![false; bodies.len()]);
    for _ in 0..120 {
        run(&mut world, 1);
        run(&mut oracle, 1);
        for (index, &body) in bodies.iter().enumerate() {
            woke[index] |= world.body(body).unwrap().is_awake();
            moved[index] |= oracle.body(body).unwrap().velocity().length() > 0.05;
        }
    }
    let count = |list: &[bool]| list.iter().filter(|&&on| on).count() as f32;
    let ratio = count(&woke) / count(&moved);
    assert!((0.8..=1.2).contains(&ratio), "{} woke, {} moved", count(&woke), count(&moved));
}

/// A mixed heap with joints, under a restless body, at a place.
fn heap(config: WorldConfig, at: [f64; 2]) -> (World, BodyId) {
    let mut world = World::new(config).unwrap();
    let place = |x: f32, y: f32| [at[0] + f64::from(x), at[1] + f64::from(y)];
    world.spawn(Body::fixed().at64(place(0.0, -1.0)).with(Rect::half(50.0, 1.0))).unwrap();
    let mut last = None;
    for index in 0..60 {
        let (x, y) = ((index % 6) as f32, (index / 6) as f32);
        let body = Body::dynamic().at64(place(0.9 * x + 0.05 * y, 0.5 + y));
        let body = match index % 3 {
            0 => body.with(Circle::new(0.4)),
            1 => body.with(Rect::half(0.4, 0.3)),
            _ => body.with(Capsule::new([-0.2, 0.0], [0.2, 0.0], 0.2)),
        };
        let next = world.spawn(body).unwrap();
        if let Some(last) = last
            && index % 10 == 9
        {
            world.join(Distance::new(last, next)).unwrap();
        }
        last = Some(next);
    }
    let top = world.spawn(Body::dynamic().at64(place(2.0, 12.0)).with(Rect::half(0.2, 0.2))).unwrap();
    (world, top)
}

fn stir(world: &mut World, top: BodyId, step: usize) {
    if step.is_multiple_of(20) {
        let side = if step.is_multiple_of(40) { 1.0 } else { -1.0 };
        world.body_mut(top).unwrap().set_velocity([side, 0.5]).unwrap();
    }
}

#[test]
fn lanes_threads_snapshots_and_places_do_not_matter() {
    let mut reference = Vec::new();
    let (mut world, top) = heap(layered(), [0.0, 0.0]);
    let mut slept = 0;
    for step in 0..600 {
        stir(&mut world, top, step);
        run(&mut world, 1);
        reference.push(world.hash());
        slept += usize::from(world.counts().sleeping_bodies > 0);
        if step % 50 == 0 {
            world.validate().unwrap();
        }
    }
    assert!(slept > 60, "bodies slept in {slept} steps only");
    let levels = LaneLevel::ALL.into_iter().filter(|level| level.is_available());
    for (number, level) in levels.enumerate() {
        let (mut world, top) = heap(layered().lanes(level).threads(1 + number % 2), [0.0, 0.0]);
        for (step, &hash) in reference.iter().enumerate() {
            stir(&mut world, top, step);
            run(&mut world, 1);
            assert_eq!(world.hash(), hash, "{level:?}, step {step}");
        }
    }
    let (mut world, top) = heap(layered(), [0.0, 0.0]);
    for (step, &hash) in reference.iter().enumerate() {
        stir(&mut world, top, step);
        if step % 7 == 0 {
            world = World::from_snapshot(&world.snapshot()).unwrap();
        }
        run(&mut world, 1);
        assert_eq!(world.hash(), hash, "after a snapshot, step {step}");
    }
}

#[test]
fn a_large_world_sleeps_alike_everywhere() {
    let ends = [[0.0, 0.0], [1.28e7, -2.56e7]].map(|at| {
        let mut config = layered();
        config.large_world = true;
        let (mut world, top) = heap(config, at);
        let mut states = Vec::new();
        for step in 0..600 {
            stir(&mut world, top, step);
            run(&mut world, 1);
            states.push(world.counts().sleeping_bodies);
        }
        world.validate().unwrap();
        states
    });
    assert_eq!(ends[0], ends[1]);
    assert!(ends[0].iter().any(|&count| count > 0));
}
