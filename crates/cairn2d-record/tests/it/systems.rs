//! A world with a system beside it: its recording replays without the system.

use cairn2d::system::Systems;
use cairn2d_record::{Player, RecordOptions, Recorder, Recording};
use cairn2d_scenes::{Overrides, Runner, find};

/// Scenes with a system of each kind, and whether all their calls come before the steps.
const SCENES: [(&str, bool); 4] =
    [("wind_cells", true), ("barrel_chain", true), ("crater_field", false), ("dam_break", false)];

#[test]
fn worlds_with_systems_replay_without_them() {
    for (name, acts_before) in SCENES {
        replays(name, acts_before);
    }
}

fn replays(name: &str, acts_before: bool) {
    let mut runner = Runner::new(find(name).unwrap(), Overrides::default()).unwrap();
    let options = RecordOptions::default().keyframe_every(40);
    let mut recorder = Recorder::start(&mut runner.world, options).unwrap();
    let mut hashes = vec![runner.world.hash()];
    let mut play = |runner: &mut Runner, steps: u32, has_play: bool| {
        for _ in 0..steps {
            if has_play {
                runner.step().unwrap();
            } else {
                let dt = runner.time_step();
                runner.systems.step(&mut runner.world, dt).unwrap();
            }
            recorder.update(&mut runner.world).unwrap();
            hashes.push(runner.world.hash());
        }
    };
    play(&mut runner, 90, true);
    // A rollback of the world and the systems is a part of the recording too.
    let saved = runner.snapshot();
    play(&mut runner, 7, false);
    let before = runner.hash();
    runner.restore(&saved).unwrap();
    play(&mut runner, 7, false);
    assert_eq!(runner.hash(), before, "{name}");
    play(&mut runner, 30, true);
    let file = recorder.finish(&mut runner.world).unwrap();

    let mut player = Player::new(Recording::read(file).unwrap()).unwrap();
    let verified = player.verify().unwrap();
    assert_eq!((verified.steps, verified.hash), (134, runner.world.hash()), "{name}");
    // The player makes calls that follow a step with the next one. So the state after a step is that of a
    // player that plays all steps in order.
    player.seek(0).unwrap();
    let mut in_order = vec![player.world().hash()];
    while player.step().unwrap().is_some() {
        in_order.push(player.world().hash());
    }
    if acts_before {
        assert_eq!(in_order, hashes, "{name}");
    }
    for step in [134, 1, 98, 97, 40, 91, 0, 60] {
        assert_eq!(player.seek(step).unwrap(), step);
        assert_eq!(player.world().hash(), in_order[step as usize], "{name}, step {step}");
    }
    assert_eq!(hashes[91..98], hashes[98..105], "{name}: the same after the rollback");
    // What the systems did is in the calls: without them the bodies would move in another way.
    let mut still = Runner::new(find(name).unwrap(), Overrides::default()).unwrap();
    still.systems = Systems::new();
    for hash in &hashes[1..91] {
        still.step().unwrap();
        if still.world.hash() != *hash {
            return;
        }
    }
    panic!("{name}: the systems did nothing");
}
