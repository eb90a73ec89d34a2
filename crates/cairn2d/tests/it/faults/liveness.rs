//! Threaded steps terminate: more threads than processors, pools within pools, one processor, and workers
//! that never start.
//!
//! `CAIRN2D_REPEATS` sets the number of steps of each test; the goal of the catalogue is 10,000.

#[cfg(target_os = "linux")]
use std::process::Command;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use cairn2d::TaskSystem;
use cairn2d::prelude::*;

use crate::harness::{DT, add_floor, sleepless};

/// Time limit of each test, many times its usual duration.
const PATIENCE: Duration = Duration::from_secs(900);

fn repeats() -> u32 {
    std::env::var("CAIRN2D_REPEATS").ok().and_then(|count| count.parse().ok()).unwrap_or(300)
}

/// Fails if `play` does not terminate, instead of waiting forever.
fn in_time<R: Send + 'static>(play: impl FnOnce() -> R + Send + 'static) -> R {
    let (done, ended) = mpsc::channel();
    std::thread::spawn(move || done.send(play()));
    ended.recv_timeout(PATIENCE).expect("it hangs, or failed")
}

/// The smallest pile that the solver splits among threads.
fn pile() -> World {
    let mut world = sleepless();
    add_floor(&mut world);
    for n in 0..720 {
        let at = [1.0 * (n % 90) as f32 - 45.0, 0.5 + (n / 90) as f32];
        world.spawn(Body::dynamic().at(at).with(Rect::half(0.5, 0.5))).expect("it is valid");
    }
    world
}

/// Hash of a pile after this many steps, which must not depend on the threads.
fn hash_after(mut world: World, steps: u32) -> u64 {
    for _ in 0..steps {
        world.step(DT).expect("the length is valid");
    }
    world.hash()
}

fn with_threads(threads: usize) -> World {
    let mut world = pile();
    world.set_threads(threads).expect("it is valid");
    world
}

#[test]
fn sixty_four_threads_on_any_machine_do_not_hang() {
    let steps = repeats();
    let hash = in_time(move || hash_after(with_threads(64), steps));
    assert_eq!(hash, hash_after(pile(), steps));
}

#[test]
fn worlds_with_threads_within_threads_of_the_callers_do_not_hang() {
    let steps = repeats() / 4;
    let hashes = in_time(move || {
        std::thread::scope(|scope| {
            let outer: Vec<_> =
                (0..4).map(|_| scope.spawn(move || hash_after(with_threads(4), steps))).collect();
            outer.into_iter().map(|thread| thread.join().expect("it did not panic")).collect::<Vec<_>>()
        })
    });
    assert_eq!(hashes, vec![hash_after(pile(), steps); 4]);
}

/// A pool whose workers are all busy forever; only the caller works.
#[derive(Debug)]
struct Busy;

impl TaskSystem for Busy {
    fn thread_count(&self) -> usize {
        8
    }

    fn run(&self, work: &(dyn Fn() + Sync)) {
        work();
    }
}

#[test]
fn a_pool_without_an_idle_worker_does_not_hang() {
    let steps = repeats();
    let hash = in_time(move || {
        let mut world = pile();
        world.set_task_system(Busy);
        hash_after(world, steps)
    });
    assert_eq!(hash, hash_after(pile(), steps));
}

#[test]
fn number_of_threads_may_change_between_any_two_steps() {
    let steps = repeats() / 3;
    let hash = in_time(move || {
        let mut world = pile();
        for step in 0..steps {
            world.set_threads([1, 2, 8, 3, 64][step as usize % 5]).expect("it is valid");
            world.share_task_system(if step % 7 == 0 { Some(Arc::new(Busy)) } else { None });
            world.step(DT).expect("the length is valid");
            if step % 11 == 0 {
                world = world.clone();
            }
        }
        world.hash()
    });
    assert_eq!(hash, hash_after(pile(), steps));
}

/// Runs three of these tests again in a process with one processor.
///
/// Needs `taskset`. Without it the test prints that it checks nothing, or fails if `CAIRN2D_REQUIRE_TASKSET`
/// is set.
#[cfg(target_os = "linux")]
#[test]
fn any_number_of_threads_runs_on_one_processor() {
    if std::env::var_os("CAIRN2D_ON_ONE_PROCESSOR").is_some() {
        return;
    }
    // A container may not have processor 0.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let allowed = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let first = allowed.and_then(|list| list.trim().split([',', '-']).next()).unwrap_or("0");
    let program = std::env::current_exe().expect("a program knows its file");
    let output = Command::new("taskset")
        .args(["-c", first])
        .arg(program)
        .args(["liveness::sixty_four", "liveness::worlds_with_threads", "liveness::number_of_threads"])
        .env("CAIRN2D_ON_ONE_PROCESSOR", "1")
        .output();
    match output {
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stdout);
            // A filter that matches no test would succeed, too.
            assert!(output.status.success() && text.contains("3 passed"), "{}:\n{text}", output.status);
        }
        Err(error) => {
            assert!(std::env::var_os("CAIRN2D_REQUIRE_TASKSET").is_none(), "no taskset: {error}");
            eprintln!("NOT CHECKED: one processor for many threads, because there is no taskset: {error}");
        }
    }
}

#[cfg(feature = "rayon")]
#[test]
fn rayon_threads_within_rayon_threads_do_not_hang() {
    let steps = repeats() / 4;
    let hashes = in_time(move || {
        let hashes = std::sync::Mutex::new(Vec::new());
        // Every thread of the pool steps a world on the pool.
        cairn2d::RayonTasks.run(&|| {
            let mut world = pile();
            world.set_task_system(cairn2d::RayonTasks);
            let hash = hash_after(world, steps);
            hashes.lock().expect("no thread panicked").push(hash);
        });
        hashes.into_inner().expect("no thread panicked")
    });
    let alone = hash_after(pile(), steps);
    assert!(!hashes.is_empty() && hashes.iter().all(|&hash| hash == alone));
}
