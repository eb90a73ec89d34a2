//! Valid files as the start of mutations, made by the engine, so that they always have its current formats.

use cairn2d::{CallChecks, LaneLevel};
use cairn2d_record::{RecordOptions, Recorder};
use cairn2d_scenes::{Overrides, Runner, all};

use crate::Fuzz;

/// Largest scene file `[bytes]`; larger ones add no coverage.
const LARGEST_SCENE: usize = 12_000;

/// Built-in scenes as files.
pub fn scenes() -> Vec<Vec<u8>> {
    let text = all().iter().map(|built_in| built_in.scene().to_json().expect("a built-in scene is valid"));
    text.filter(|text| text.len() < LARGEST_SCENE).map(String::into_bytes).collect()
}

/// Snapshots of random worlds and of scenes after some steps.
pub fn snapshots() -> Vec<Vec<u8>> {
    let random = (0..24).map(|seed| {
        let mut fuzz = Fuzz::new(seed, LaneLevel::best(), 1, u32::MAX);
        (0..40 * (1 + seed as u32 % 4)).for_each(|call| fuzz.make_call(call));
        fuzz.world.snapshot()
    });
    let begun = all().iter().filter_map(|built_in| {
        let mut runner = Runner::new(built_in, Overrides::default()).ok()?;
        if runner.world.bodies().count() > 40 {
            return None;
        }
        for _ in 0..30 {
            runner.step().ok()?;
        }
        let snapshot = runner.world.snapshot();
        (snapshot.len() < 16_000).then_some(snapshot)
    });
    random.chain(begun).collect()
}

/// Deltas of random worlds, each behind the length of its base and the base.
pub fn deltas() -> Vec<Vec<u8>> {
    let of_seed = |seed: u64| {
        let mut fuzz = Fuzz::new(2000 + seed, LaneLevel::best(), 1, u32::MAX);
        (0..60).for_each(|call| fuzz.make_call(call));
        let base = fuzz.world.snapshot();
        (60..90).for_each(|call| fuzz.make_call(call));
        let mut file = (base.len() as u32).to_le_bytes().to_vec();
        file.extend(&base);
        file.extend(fuzz.world.snapshot_since(&base));
        file
    };
    (0..16).map(of_seed).collect()
}

/// Recordings of random calls.
pub fn recordings() -> Vec<Vec<u8>> {
    let record = |seed: u64| {
        let mut fuzz = Fuzz::new(1000 + seed, LaneLevel::best(), 1, u32::MAX);
        let checks = CallChecks { hash_every: 1, bodies_every: 3 };
        let mut options = RecordOptions::default();
        (options.keyframe_every, options.checks) = (9, checks);
        let mut recorder = Recorder::start(&mut fuzz.world, options).expect("no functions yet");
        for call in 0..60 {
            fuzz.make_call(call);
            recorder.update(&mut fuzz.world).ok()?;
        }
        recorder.finish(&mut fuzz.world).ok()
    };
    (0..24).filter_map(record).collect()
}
