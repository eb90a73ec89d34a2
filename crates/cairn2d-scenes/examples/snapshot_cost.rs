//! Cost of saving and restoring a world, compared with a step.
//!
//! `snapshot_cost SCENE WARM_UP COUNT MODE` runs a scene, then repeats the operation of the mode `COUNT`
//! times, for tools that count instructions: compare the counts of two runs. Modes: `step`, `save` and
//! `restore` (bytes), `copy` (`clone_from` there and back), `keep` (in memory: two steps, one save, one
//! restore). `time` prints the least time of each over `COUNT` rounds instead.

use std::time::Instant;

use cairn2d::{SavedWorld, World};
use cairn2d_scenes::{Overrides, Runner, all};

/// Saved worlds of each kind, whose memory is reused.
struct Kept {
    bytes: Vec<u8>,
    copy: World,
    saved: SavedWorld,
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, name, warm_up, count, mode] = &arguments[..] else { panic!("SCENE WARM_UP COUNT MODE") };
    let scene = all().iter().find(|scene| scene.name == name.as_str()).expect("a built-in scene");
    let mut runner = Runner::new(scene, Overrides::default()).expect("the scene is valid");
    for _ in 0..warm_up.parse().expect("a number") {
        runner.step().expect("the scene runs");
    }
    let mut kept = Kept { bytes: Vec::new(), copy: runner.world.clone(), saved: SavedWorld::default() };
    runner.world.write_snapshot(&mut kept.bytes);
    runner.world.restore(&kept.bytes).expect("a snapshot");
    runner.world.save_into(&mut kept.saved);
    let rounds: u32 = count.parse().expect("a number");
    match mode.as_str() {
        "time" => time(&mut runner, &mut kept, rounds),
        mode => (0..rounds).for_each(|_| repeat(&mut runner, &mut kept, mode)),
    }
    let counts = runner.world.counts();
    println!(
        "{} bodies, {} awake, {} contacts, {} touch, {} bytes",
        counts.bodies,
        counts.awake_bodies,
        counts.contacts,
        counts.touching_contacts,
        kept.bytes.len()
    );
}

fn repeat(runner: &mut Runner, kept: &mut Kept, mode: &str) {
    match mode {
        "step" => {
            runner.step().expect("the scene runs");
        }
        "save" => runner.world.write_snapshot(&mut kept.bytes),
        "restore" => runner.world.restore(&kept.bytes).expect("a snapshot"),
        "copy" => {
            kept.copy.clone_from(&runner.world);
            runner.world.clone_from(&kept.copy);
        }
        "keep" => {
            runner.step().expect("the scene runs");
            runner.world.save_into(&mut kept.saved);
            runner.step().expect("the scene runs");
            assert!(runner.world.restore_saved(&kept.saved));
        }
        other => panic!("{other} is no mode"),
    }
}

/// The least time of each operation. A step runs between any two, so that its changes have to be copied and
/// are in the cache as in a game.
fn time(runner: &mut Runner, kept: &mut Kept, rounds: u32) {
    let mut least = [f64::MAX; 5];
    let mut clock = |part: usize, run: &mut dyn FnMut()| {
        let start = Instant::now();
        run();
        least[part] = least[part].min(start.elapsed().as_secs_f64() * 1.0e6);
    };
    for _ in 0..rounds {
        clock(0, &mut || repeat(runner, kept, "step"));
        clock(1, &mut || runner.world.save_into(&mut kept.saved));
        repeat(runner, kept, "step");
        clock(2, &mut || assert!(runner.world.restore_saved(&kept.saved)));
        clock(0, &mut || repeat(runner, kept, "step"));
        clock(3, &mut || runner.world.write_snapshot(&mut kept.bytes));
        repeat(runner, kept, "step");
        clock(4, &mut || runner.world.restore(&kept.bytes).expect("a snapshot"));
        runner.world.save_into(&mut kept.saved);
    }
    let [step, save, restore, write, read] = least;
    println!("step {step:.0} us; in memory {save:.0} + {restore:.0}, bytes {write:.0} + {read:.0}");
    println!(
        "of a step: in memory {:.1} %, bytes {:.1} %",
        100.0 * (save + restore) / step,
        100.0 * (write + read) / step
    );
}
