//! The golden hashes: every built-in scene, after every hundred steps, the same bits with any lanes and any
//! number of threads.
//!
//! By default every scene is run to its end once (the benchmark and founding scenes by `end_states.rs`, the
//! others here). Other lanes and one to three threads, in turn, run it for a hundred steps. The benchmark and
//! founding scenes take as long as all others together; other lanes and threads run them for [`SHORT`] steps
//! here, and for a hundred in `cargo xtask matrix`.
//!
//! Two variables change that. `CAIRN2D_GOLDEN=update` writes the file, from one run of every scene. `add`
//! runs only the scenes that are not in the file to their ends and keeps the rest. `full` runs every scene to
//! its end with every lanes and thread count. `cargo xtask golden`, with `--add` or `--full`, sets them.

mod support;

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use cairn2d::LaneLevel;
use cairn2d_scenes::{BuiltIn, Overrides, Runner, all};

/// A scene, how to run it, and how far.
#[derive(Clone, Copy)]
struct Job {
    scene: &'static BuiltIn,
    lanes: LaneLevel,
    threads: usize,
    steps: u32,
}

impl Job {
    fn run(self) -> Vec<u64> {
        let overrides = Overrides { threads: Some(self.threads), lanes: Some(self.lanes) };
        let mut runner = Runner::new(self.scene, overrides).unwrap();
        let mut hashes = Vec::new();
        while runner.step_index() < self.steps {
            runner.step().unwrap();
            if support::is_pinned(runner.step_index()) {
                hashes.push(runner.hash());
            }
        }
        hashes
    }

    fn describe(self) -> String {
        format!("{} lanes and {} threads", self.lanes, self.threads)
    }
}

/// Runs jobs on all processors and hands each one's hashes to `done`, in no particular order.
fn run_all(jobs: &[Job], done: impl Fn(Job, Vec<u64>) + Sync) {
    let next = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(&job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    done(job, job.run());
                }
            });
        }
    });
}

/// The runs that the golden file is compared with.
fn jobs(full: bool) -> Vec<Job> {
    let mut jobs = Vec::new();
    let best = LaneLevel::best();
    for (index, scene) in all().iter().enumerate() {
        let steps = scene.steps;
        if full {
            jobs.extend(LaneLevel::available().map(|lanes| Job { scene, lanes, threads: 1, steps }));
            jobs.extend([2, 3, 4, 7].map(|threads| Job { scene, lanes: best, threads, steps }));
            jobs.push(Job { scene, lanes: LaneLevel::Scalar, threads: 2, steps });
            continue;
        }
        if scene.category.is_measured() {
            continue;
        }
        jobs.push(Job { scene, lanes: best, threads: 1, steps });
        let steps = steps.min(support::INTERVAL);
        jobs.push(Job { scene, lanes: best, threads: 2 + index % 2, steps });
        let others = LaneLevel::available().filter(|&lanes| lanes != best).enumerate();
        jobs.extend(others.map(|(nth, lanes)| Job { scene, lanes, threads: 1 + (index + nth) % 3, steps }));
    }
    jobs
}

/// Steps of the benchmark and founding scenes on other lanes and threads.
const SHORT: u32 = 25;

#[test]
fn lanes_and_threads_change_no_bit_of_measured_scenes() {
    let best = LaneLevel::best();
    for (index, scene) in all().iter().filter(|scene| scene.category.is_measured()).enumerate() {
        let run = |lanes, threads| {
            let overrides = Overrides { threads: Some(threads), lanes: Some(lanes) };
            let mut runner = Runner::new(scene, overrides).unwrap();
            for _ in 0..SHORT {
                runner.step().unwrap();
            }
            runner.hash()
        };
        let expected = run(best, 1);
        assert_eq!(run(best, 2 + index % 2), expected, "{} with {} threads", scene.name, 2 + index % 2);
        for (nth, lanes) in LaneLevel::available().filter(|&lanes| lanes != best).enumerate() {
            let threads = 1 + (index + nth) % 3;
            let found = run(lanes, threads);
            assert_eq!(found, expected, "{} with {lanes} lanes and {threads} threads", scene.name);
        }
    }
}

/// Writes the file: keeps the entries in `known`, and runs all other scenes.
fn update(known: support::Hashes) {
    let missing = all().iter().filter(|scene| !known.contains_key(scene.name));
    let job =
        |scene: &'static BuiltIn| Job { scene, lanes: LaneLevel::best(), threads: 1, steps: scene.steps };
    let jobs = missing.map(job).collect::<Vec<_>>();
    let hashes = Mutex::new(known);
    run_all(&jobs, |job, found| {
        hashes.lock().unwrap().insert(job.scene.name.to_owned(), found);
    });
    let names: Vec<&str> = all().iter().map(|scene| scene.name).collect();
    support::write(&names, &hashes.into_inner().unwrap());
}

#[test]
fn lanes_and_threads_change_no_bit() {
    let mode = std::env::var("CAIRN2D_GOLDEN").unwrap_or_default();
    match mode.as_str() {
        "update" => return update(support::Hashes::new()),
        "add" => return update(support::read()),
        "" | "full" => {}
        other => panic!("CAIRN2D_GOLDEN is {other:?}; it may be \"update\", \"add\" or \"full\""),
    }
    let golden = support::read();
    let failures = Mutex::new(Vec::new());
    run_all(&jobs(mode == "full"), |job, found| {
        if let Err(what) = support::compare(&golden, job.scene.name, &job.describe(), &found) {
            failures.lock().unwrap().push(what);
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn golden_file_has_every_scene_up_to_its_last_step() {
    if std::env::var("CAIRN2D_GOLDEN").is_ok_and(|mode| mode == "update" || mode == "add") {
        return;
    }
    let golden = support::read();
    for scene in all() {
        let count = golden.get(scene.name).map_or(0, Vec::len) as u32;
        assert_eq!(count, scene.steps / support::INTERVAL, "{}", scene.name);
    }
    assert_eq!(golden.len(), all().len(), "the golden file holds scenes that do not exist");
}
