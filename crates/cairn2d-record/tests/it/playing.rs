//! Playing and seeking: the world at a step is the recorded one, however the player got there.

use cairn2d::prelude::*;
use cairn2d::{LaneLevel, PreSolve};
use cairn2d_record::{Player, RecordError, Recorder, Recording};

use super::level::{DT, Level, options};

#[test]
fn every_step_is_the_one_that_was_recorded() {
    let mut level = Level::new(options(10, 100));
    level.play(350);
    let (file, hashes) = level.finish();
    let recording = Recording::read(file).expect("a recording");
    assert_eq!((recording.steps(), recording.title(), recording.is_complete()), (350, "a level", true));
    for lanes in LaneLevel::available() {
        let mut player = Player::new(recording.clone()).expect("it can be played");
        player.set_lanes(lanes).expect("available");
        player.set_threads(2).expect("in range");
        let mut steps = 0;
        while player.step().expect("it goes on").is_some() {
            steps += 1;
            assert_eq!(player.world().hash(), hashes[steps], "{lanes}, step {steps}");
        }
        assert_eq!((steps, player.step_index()), (350, 350));
    }
}

#[test]
fn seeking_finds_the_same_world_from_everywhere() {
    let mut level = Level::new(options(0, 80));
    level.play(400);
    let (file, hashes) = level.finish();
    let recording = Recording::read(file).expect("a recording");
    let mut player = Player::new(recording).expect("it can be played");
    let mut random: u64 = 7;
    for _ in 0..200 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let step = (random >> 33) % 401;
        assert_eq!(player.seek(step), Ok(step));
        assert_eq!(player.world().hash(), hashes[step as usize], "step {step}");
        assert_eq!(player.world().step_count(), step);
    }
    assert_eq!(player.seek(9999), Ok(400));
    assert_eq!(player.seek(0), Ok(0));
    assert_eq!(player.world().bodies().count(), 0);
}

#[test]
fn a_file_that_is_cut_off_anywhere_is_read_as_far_as_it_goes() {
    let mut level = Level::new(options(1, 20));
    level.play(100);
    let (file, hashes) = level.finish();
    let (mut refused, mut longest) = (0, 0);
    for length in 0..file.len() {
        let recording = match Recording::read(&file[..length]) {
            Ok(recording) => recording,
            Err(error) => {
                assert!(matches!(error, RecordError::Truncated | RecordError::Mark), "{length}: {error}");
                refused += 1;
                continue;
            }
        };
        assert!(!recording.is_complete(), "cut at {length}");
        assert!(recording.steps() >= longest);
        // Most of the time the number of parts is unchanged, and playing again would repeat the last test.
        if recording.steps() == longest && longest != 0 {
            continue;
        }
        longest = recording.steps();
        let mut player = Player::new(recording).expect("it can be played");
        let steps = player.seek(u64::MAX).expect("all that is there is whole");
        assert_eq!((steps, player.world().hash()), (longest, hashes[longest as usize]));
    }
    assert_eq!(longest, 100);
    assert!(refused < 200, "{refused} bytes before there is anything to read");
}

#[test]
fn a_recording_that_is_written_while_it_is_made_is_the_same_file() {
    let mut whole = Level::new(options(1, 30));
    whole.play(90);
    let mut level = Level::new(options(1, 30));
    let mut file = Vec::new();
    for _ in 0..90 {
        level.play(1);
        file.extend(level.recorder.take_bytes());
    }
    assert!(file.len() > 1000);
    file.extend(level.finish().0);
    assert_eq!(file, whole.finish().0);
}

#[test]
fn a_world_that_was_replaced_is_not_recorded_any_more() {
    let mut level = Level::new(options(1, 30));
    level.play(3);
    level.world = level.world.clone();
    level.world.step(DT).expect("valid");
    assert_eq!(level.recorder.update(&mut level.world), Err(RecordError::Lost));
    assert_eq!(level.recorder.finish(&mut level.world), Err(RecordError::Lost));
}

fn icy() -> std::sync::Arc<PreSolve> {
    std::sync::Arc::new(|contact| cairn2d::ContactResponse { friction: 0.0, ..contact.response })
}

struct Icy;

impl cairn2d::Functions for Icy {
    fn pre_solve(&self, index: u32) -> Option<std::sync::Arc<PreSolve>> {
        (index == 0).then(icy)
    }
}

#[test]
fn hooks_are_handed_in_or_missed_by_name() {
    let mut world = World::new(WorldConfig::default()).expect("valid");
    let mut recorder = Recorder::start(&mut world, options(1, 10)).expect("it has no functions");
    world.spawn(Body::fixed().with(Rect::half(50.0, 0.5).hooked())).expect("valid");
    world
        .spawn(Body::dynamic().at([0.0, 1.0]).velocity([5.0, 0.0]).with(Rect::half(0.5, 0.5)))
        .expect("valid");
    for step in 0..60 {
        if step == 30 {
            world.share_pre_solve(Some(icy()));
        }
        world.step(DT).expect("valid");
        recorder.update(&mut world).expect("it is recorded");
    }
    let file = recorder.finish(&mut world).expect("it is recorded");
    assert_eq!(Recorder::start(&mut world, options(1, 10)).err(), Some(RecordError::Functions));
    let recording = Recording::read(file).expect("a recording");
    let mut player = Player::new(recording.clone()).expect("it can be played");
    let error = player.verify().expect_err("the hook is missing");
    assert!(matches!(error, RecordError::Call { step: 30, .. }), "{error}");
    // The player stays there until it seeks.
    assert_eq!(player.step(), Err(error));
    assert_eq!(player.seek(20), Ok(20));
    let verified = Player::with(recording, Icy).expect("it can be played").verify().expect("it is the same");
    assert_eq!((verified.steps, verified.hash), (60, world.hash()));
}
