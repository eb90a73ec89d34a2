//! Lent threads: the bits do not depend on the thread that runs a stage.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use cairn2d::TaskSystem;
use cairn2d::prelude::*;

use crate::harness::{DT, add_floor, sleepless};

/// Starts threads for every call and counts them; slow, but a task system.
#[derive(Debug, Default)]
struct Scoped {
    runs: AtomicUsize,
}

impl TaskSystem for Scoped {
    fn thread_count(&self) -> usize {
        3
    }

    fn run(&self, work: &(dyn Fn() + Sync)) {
        self.runs.fetch_add(1, Ordering::Relaxed);
        std::thread::scope(|scope| {
            scope.spawn(work);
            scope.spawn(work);
            work();
        });
    }
}

/// A heap of 2,400 falling boxes and balls: enough for the solver to use the threads.
fn heap() -> World {
    let mut world = sleepless();
    add_floor(&mut world);
    for row in 0..40 {
        for column in 0..60 {
            let at = [column as f32 * 1.1 - 33.0 + 0.03 * (row % 7) as f32, 0.6 + row as f32 * 1.1];
            let body = Body::dynamic().at(at);
            let body = if (row + column) % 3 == 0 {
                body.with(Circle::new(0.5))
            } else {
                body.with(Rect::half(0.5, 0.5))
            };
            world.spawn(body).expect("the body is valid");
        }
    }
    world
}

fn hash_after(mut world: World, steps: u32) -> u64 {
    for _ in 0..steps {
        world.step(DT).expect("the step length is valid");
    }
    world.validate().expect("the world is sound");
    world.hash()
}

#[test]
fn lent_threads_change_no_bit_and_are_used() {
    let alone = hash_after(heap(), 40);
    let lent = Arc::new(Scoped::default());
    let mut world = heap();
    world.share_task_system(Some(Arc::clone(&lent) as Arc<dyn TaskSystem>));
    assert_eq!(hash_after(world, 40), alone);
    assert!(lent.runs.load(Ordering::Relaxed) > 40, "the lent threads were hardly asked");
}

#[test]
fn any_number_of_own_threads_changes_no_bit() {
    let alone = hash_after(heap(), 40);
    for threads in [2, 3, 4, 7, 16] {
        let mut world = heap();
        world.set_threads(threads).expect("the count is valid");
        assert_eq!(hash_after(world, 40), alone, "{threads} threads");
    }
}

/// A hundred sensors, some of them moving, among falling bodies: the same order of events for any threads.
#[test]
fn sensor_overlaps_do_not_depend_on_threads() {
    let events = |threads: usize| {
        let mut world = sleepless();
        world.set_threads(threads).expect("the count is valid");
        add_floor(&mut world);
        for n in 0..120 {
            let at = [(n % 20) as f32 * 2.0 - 19.0, 0.5 + (n / 20) as f32 * 1.5];
            let body = if n % 3 == 0 { Body::kinematic().velocity([1.5, 0.0]) } else { Body::fixed() };
            world.spawn(body.at(at).with(Circle::new(0.8).sensor())).expect("the body is valid");
            // Most of them are fast enough to pass a sensor within a step.
            let speed = if n % 4 == 0 { 0.0 } else { -60.0 };
            let thing = Body::dynamic().at([at[0] + 0.3, at[1] + 3.0]).velocity([0.0, speed]);
            world.spawn(thing.with(Rect::half(0.2, 0.3))).expect("the body is valid");
        }
        let mut told = Vec::new();
        for _ in 0..60 {
            world.step(DT).expect("the step length is valid");
            told.extend(world.events().sensor_begins().map(|event| format!("{event:?}")));
            told.extend(world.events().sensor_ends().map(|event| format!("{event:?}")));
            world.validate().expect("the world is sound");
        }
        (told, world.hash())
    };
    let alone = events(1);
    assert!(alone.0.len() > 300, "only {} events", alone.0.len());
    for threads in [2, 3, 7] {
        assert_eq!(events(threads), alone, "{threads} threads");
    }
}

#[cfg(feature = "rayon")]
#[test]
fn rayon_changes_no_bit() {
    let alone = hash_after(heap(), 40);
    let mut world = heap();
    world.set_task_system(cairn2d::RayonTasks);
    assert_eq!(hash_after(world, 40), alone);
}
