//! Runs a scene, then repeats steps, snapshots or both: for tools that count instructions.
//!
//! `snapshot_cost SCENE WARM_UP COUNT step|save|restore|copy`: compare the counts of two runs of different `COUNT`.

use cairn2d_scenes::{Overrides, Runner, all};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, name, warm_up, count, mode] = &arguments[..] else { panic!("SCENE WARM_UP COUNT MODE") };
    let scene = all().iter().find(|scene| scene.name == name.as_str()).expect("a built-in scene");
    let mut runner = Runner::new(scene, Overrides::default()).expect("the scene is valid");
    for _ in 0..warm_up.parse().expect("a number") {
        runner.step().expect("the scene runs");
    }
    let (mut bytes, mut copy) = (Vec::new(), runner.world.clone());
    runner.world.write_snapshot(&mut bytes);
    runner.world.restore(&bytes).expect("a snapshot");
    for _ in 0..count.parse().expect("a number") {
        match mode.as_str() {
            "step" => drop(runner.step().expect("the scene runs")),
            "save" => runner.world.write_snapshot(&mut bytes),
            "restore" => runner.world.restore(&bytes).expect("a snapshot"),
            "copy" => {
                copy.clone_from(&runner.world);
                runner.world.clone_from(&copy);
            }
            other => panic!("{other} is no mode"),
        }
    }
    let counts = runner.world.counts();
    println!(
        "{} bodies, {} awake, {} contacts, {} touch",
        counts.bodies, counts.awake_bodies, counts.contacts, counts.touching_contacts
    );
}
