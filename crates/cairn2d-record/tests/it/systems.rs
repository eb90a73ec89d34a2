//! A world with a system beside it: its recording replays without the system.

use cairn2d_record::{Player, RecordOptions, Recorder, Recording};
use cairn2d_scenes::{Overrides, Runner, find};

#[test]
fn a_world_that_a_wind_pushed_replays_without_the_wind() {
    let mut runner = Runner::new(find("wind_cells").unwrap(), Overrides::default()).unwrap();
    let options = RecordOptions::default().keyframe_every(40);
    let mut recorder = Recorder::start(&mut runner.world, options).unwrap();
    let mut hashes = vec![runner.world.hash()];
    let mut play = |runner: &mut Runner, steps: u32| {
        for _ in 0..steps {
            runner.step().unwrap();
            recorder.update(&mut runner.world).unwrap();
            hashes.push(runner.world.hash());
        }
    };
    play(&mut runner, 90);
    // A rollback of the world and the wind is a part of the recording too.
    let saved = runner.snapshot();
    play(&mut runner, 7);
    let before = runner.hash();
    runner.restore(&saved).unwrap();
    play(&mut runner, 7);
    assert_eq!(runner.hash(), before);
    play(&mut runner, 30);
    let file = recorder.finish(&mut runner.world).unwrap();

    let mut player = Player::new(Recording::read(file).unwrap()).unwrap();
    let verified = player.verify().unwrap();
    assert_eq!((verified.steps, verified.hash), (134, runner.world.hash()));
    for step in [134, 1, 98, 97, 40, 91, 0, 60] {
        assert_eq!(player.seek(step).unwrap(), step);
        assert_eq!(player.world().hash(), hashes[step as usize], "step {step}");
    }
    assert_eq!(hashes[91..98], hashes[98..105], "the wind blew alike after the rollback");
    // What the wind did is in the calls: without them the bodies would fall straight down.
    let mut still = Runner::new(find("wind_cells").unwrap(), Overrides::default()).unwrap();
    still.systems.remove(0);
    still.step().unwrap();
    assert_ne!(still.world.hash(), hashes[1]);
}
