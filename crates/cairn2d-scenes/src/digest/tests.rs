//! Changes that digests must detect, and changes that must not affect them.

use super::*;
use crate::library::find;
use cairn2d::LaneLevel;

fn digest(name: &str, lanes: LaneLevel, steps: u32, meddle: impl Fn(&mut Runner)) -> Digest {
    let scene = find(name).unwrap();
    let mut run = DigestRun::new(scene, Overrides { threads: Some(1), lanes: Some(lanes) }).unwrap();
    while run.step_index() < steps {
        run.step().unwrap();
        meddle(&mut run.runner);
    }
    run.digest()
}

#[test]
fn digest_is_the_same_for_all_lanes() {
    for name in ["joint_gallery", "sensor_kinds", "platforms"] {
        let scalar = digest(name, LaneLevel::Scalar, 300, |_| {});
        for lanes in LaneLevel::available() {
            assert_eq!(digest(name, lanes, 300, |_| {}), scalar, "{name} with {lanes}");
        }
    }
}

#[test]
fn each_number_of_a_digest_changes_with_its_input() {
    let plain = digest("sensor_kinds", LaneLevel::Scalar, 100, |_| {});
    let pushed = digest("sensor_kinds", LaneLevel::Scalar, 100, |runner| {
        if runner.step_index() == 50 {
            let id = runner.world.bodies().find(|&id| runner.world.body(id).unwrap().is_awake()).unwrap();
            let mut body = runner.world.body_mut(id).unwrap();
            let velocity = body.velocity() + Vec2::new(0.0, 0.125);
            body.set_velocity(velocity).unwrap();
        }
    });
    for (index, name) in Digest::NAMES.iter().enumerate() {
        assert_ne!(plain.numbers()[index], pushed.numbers()[index], "{name}");
    }
}

#[test]
fn intermediate_digest_does_not_change_the_run() {
    let scene = find("joint_gallery").unwrap();
    let mut runs = [0, 1].map(|_| DigestRun::new(scene, Overrides::default()).unwrap());
    for step in 0..120 {
        runs.iter_mut().for_each(|run| run.step().unwrap());
        if step % 7 == 0 {
            runs[0].digest();
        }
    }
    let [a, b] = runs.map(|mut run| run.digest());
    assert_eq!(a, b);
}
