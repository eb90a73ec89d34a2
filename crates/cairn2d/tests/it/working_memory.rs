//! Worlds that share working memory: the same bits as with memory of their own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cairn2d::prelude::*;
use cairn2d::{LaneLevel, WorkingMemory};

use crate::harness::{DT, add_floor};
use crate::random::Random;

/// A world of many parts of the engine: joints with limits and motors, a sensor, bullets, elastic shapes, and
/// bodies that fall asleep.
fn world(seed: u64) -> World {
    let mut random = Random::new(seed);
    let mut config = WorldConfig::default();
    config.threads = 1 + random.below(2);
    config.sub_steps = 1 + random.below(6) as u32;
    config.layered_sleep = random.below(3) == 0;
    if random.below(2) == 0 {
        config.lanes = LaneLevel::Scalar;
    }
    let mut world = World::new(config).unwrap();
    add_floor(&mut world);
    let sensor = Rect::half(3.0, 1.0).at([0.0, 1.0]).sensor();
    world.spawn(Body::fixed().with(sensor)).unwrap();
    let mut last = None;
    for _ in 0..3 + random.below(60) {
        let [x, y] = [random.range(-6.0, 6.0), random.range(1.0, 12.0)];
        let shape = random.shape(0.8).restitution(if random.below(3) == 0 { 0.9 } else { 0.0 });
        let body = Body::dynamic().at([x, y]).velocity(random.point(8.0)).with(shape);
        let body = if random.below(8) == 0 { body.bullet().velocity([0.0, -200.0]) } else { body };
        let id = world.spawn(body).unwrap();
        if let Some(last) = last.replace(id).filter(|_| random.below(3) == 0) {
            let hinge = Revolute::new(last, id).at([x, y]).limits(-0.5, 0.5).motor(2.0, 5.0);
            world.join(hinge).unwrap();
        }
    }
    world
}

#[test]
fn worlds_in_turn_in_one_memory_have_the_bits_of_worlds_alone() {
    let mut alone: Vec<World> = (0..24).map(world).collect();
    let mut sharing = alone.clone();
    let mut memory = WorkingMemory::default();
    let mut random = Random::new(5);
    for round in 0..90 {
        for _ in 0..alone.len() {
            let index = random.below(alone.len());
            let expected = alone[index].step(DT).unwrap();
            // The world may change between memory of its own and shared memory.
            let found = match random.below(5) {
                0 => sharing[index].step(DT),
                1 => sharing[index].step_with(&mut memory.clone(), DT),
                _ => sharing[index].step_with(&mut memory, DT),
            };
            assert_eq!(found, Ok(expected), "round {round}: world {index}");
            assert_eq!(sharing[index].hash(), alone[index].hash(), "round {round}: world {index}");
        }
    }
    for (index, (sharing, alone)) in sharing.iter().zip(&alone).enumerate() {
        sharing.validate().unwrap_or_else(|what| panic!("world {index}: {what}"));
        assert_eq!(format!("{:?}", sharing.events()), format!("{:?}", alone.events()), "world {index}");
        assert!(sharing.snapshot() == alone.snapshot(), "world {index}");
    }
}

#[test]
fn rejected_lengths_change_neither_world_nor_memory() {
    let (mut first, mut second) = (world(1), world(2));
    let mut expected = second.clone();
    let mut memory = WorkingMemory::default();
    first.step_with(&mut memory, DT).unwrap();
    let before = first.hash();
    let error = first.step(f32::NAN);
    assert!(error.is_err());
    assert_eq!(
        first.step_with(&mut memory, f32::NAN).map_err(|e| e.to_string()),
        error.map_err(|e| e.to_string())
    );
    assert_eq!(first.hash(), before);
    assert_eq!(second.step_with(&mut memory, DT), expected.step(DT));
    assert_eq!(second.hash(), expected.hash());
}

/// A hook that panics in the middle of a step must leave neither its world nor later ones different.
#[test]
fn panics_of_hooks_do_not_reach_the_next_world() {
    let panics = Arc::new(AtomicBool::new(false));
    let mut hooked = world(3);
    let on = Arc::clone(&panics);
    hooked.set_pre_solve(move |contact| {
        assert!(!on.load(Ordering::Relaxed), "as planned");
        contact.response
    });
    for index in 0..8 {
        let at = [index as f32, 3.0 + 2.0 * index as f32];
        hooked.spawn(Body::dynamic().at(at).with(Rect::square(0.8).hooked())).unwrap();
    }
    let mut other = world(4);
    let mut expected = [hooked.clone(), other.clone()];
    let mut memory = WorkingMemory::default();
    let mut panicked = 0;
    for step in 0..120 {
        panics.store(step % 7 == 3, Ordering::Relaxed);
        let shared = catch_unwind(AssertUnwindSafe(|| hooked.step_with(&mut memory, DT)));
        let own = catch_unwind(AssertUnwindSafe(|| expected[0].step(DT)));
        panicked += usize::from(own.is_err());
        assert_eq!(shared.ok(), own.ok(), "step {step}");
        other.step_with(&mut memory, DT).unwrap();
        expected[1].step(DT).unwrap();
        assert_eq!(hooked.hash(), expected[0].hash(), "step {step}");
        assert_eq!(other.hash(), expected[1].hash(), "step {step}");
    }
    assert!(panicked > 4, "{panicked} steps panicked");
}
