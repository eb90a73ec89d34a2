//! Every built-in scene, recorded with the best lanes and replayed with all other lanes and on several
//! threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use cairn2d::LaneLevel;
use cairn2d_record::{Player, RecordOptions, Recorder, Recording};
use cairn2d_scenes::{BuiltIn, Overrides, Runner, all};

/// Steps recorded per scene; `CAIRN2D_RECORD_STEPS` overrides it.
const STEPS: u32 = 40;

/// Scenes with a custom function, which a recording cannot hold: a replay without it must fail with an error
/// that names it.
const WITH_FUNCTIONS: [&str; 2] = ["bead_on_wire", "picky_pairs"];

/// Records the steps of a scene; returns the file and the hash of the end.
fn record(scene: &'static BuiltIn, steps: u32) -> (Vec<u8>, u64) {
    let mut runner = Runner::new(scene, Overrides::default()).expect("a built-in scene");
    let mut options = RecordOptions::default();
    options.title = scene.name.to_owned();
    options.keyframe_every = 25;
    options.checks.hash_every = 5;
    options.checks.bodies_every = 20;
    let mut recorder = Recorder::start(&mut runner.world, options).expect("scenes have no functions");
    for _ in 0..steps {
        runner.step().expect("the scene runs");
        recorder.update(&mut runner.world).expect("it is recorded");
    }
    let hash = runner.world.hash();
    (recorder.finish(&mut runner.world).expect("it is recorded"), hash)
}

/// Records a scene and replays it on all lanes, with one to three threads.
fn check(scene: &'static BuiltIn, steps: u32) -> Result<(), String> {
    let (file, hash) = record(scene, steps);
    let recording = Recording::read(file).map_err(|error| error.to_string())?;
    for (index, lanes) in LaneLevel::available().enumerate() {
        let threads = 1 + index % 3;
        let run = || {
            let mut player = Player::new(recording.clone())?;
            player.set_threads(threads)?;
            player.set_lanes(lanes)?;
            player.verify()
        };
        if WITH_FUNCTIONS.contains(&scene.name) {
            match run() {
                Err(error) if error.to_string().contains("was not supplied") => continue,
                other => return Err(format!("a function should be missing, not {other:?}")),
            }
        }
        let verified = run().map_err(|error| format!("{lanes}, {threads} threads: {error}"))?;
        let found = (verified.steps, verified.hashes, verified.keyframes, verified.hash);
        let expected = (u64::from(steps), u64::from(steps / 5), u64::from(steps / 25), hash);
        if found != expected {
            return Err(format!("{lanes}: {found:?}, not {expected:?}"));
        }
    }
    Ok(())
}

#[test]
fn every_scene_replays_the_same_on_all_lanes() {
    let steps = std::env::var("CAIRN2D_RECORD_STEPS").map_or(STEPS, |text| text.parse().expect("a number"));
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(scene) = all().get(next.fetch_add(1, Ordering::Relaxed)) {
                    let steps = steps.min(scene.steps);
                    if let Err(what) = check(scene, steps) {
                        failures.lock().expect("no panic").push(format!("{}: {what}", scene.name));
                    }
                }
            });
        }
    });
    let failures = failures.into_inner().expect("no panic");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
