//! Drivers of the built-in scenes against their descriptions, and invalid drivers.

use super::*;
use crate::Runner;
use crate::format::{BodyDesc, ShapeDesc};
use crate::instantiate::Overrides;
use crate::library::find;

struct Play {
    runner: Runner,
}

impl Play {
    fn new(scene: &str) -> Play {
        Play { runner: Runner::new(find(scene).unwrap(), Overrides::default()).unwrap() }
    }

    fn until(&mut self, step: u32) {
        while self.runner.step_index() < step {
            self.runner.step().unwrap();
        }
    }

    fn body(&self, name: &str) -> BodyId {
        let names = BodyNames::new(&self.runner.scene().bodies);
        self.runner.handles.bodies[names.index(&BodyRef::Name(name.to_owned())).unwrap()]
    }

    fn position(&self, name: &str) -> Vec2 {
        self.runner.world.body(self.body(name)).unwrap().position()
    }
}

#[test]
fn platformer_character_climbs_rides_and_pushes() {
    let mut play = Play::new("platformer");
    play.until(240);
    let top = play.position("hero");
    assert!((top.y - 2.71).abs() < 0.01 && top.x > 4.0, "it stands at the top of the stairs: {top:?}");
    play.until(540);
    let offset = play.position("hero") - play.position("lift");
    assert!((offset.y - 0.86).abs() < 0.01 && offset.x.abs() < 0.95, "it is on the lift: {offset:?}");
    play.until(700);
    let carried = play.position("hero") - play.position("lift");
    assert!(carried.distance(offset) < 1e-3 && play.position("hero").x > 9.0, "{offset:?}, then {carried:?}");
    play.until(955);
    let end = play.position("hero");
    assert!((end.y - 0.71).abs() < 0.02 && end.x > 18.0, "it is down the ramp: {end:?}");
    let crates = play.runner.world.bodies().filter_map(|id| play.runner.world.body(id));
    let moved = crates.filter(|body| body.kind() == cairn2d::BodyKind::Dynamic && body.position().x > 20.6);
    assert!(moved.count() > 0, "it has pushed no crate");
}

#[test]
fn sprung_car_crosses_the_hills_on_its_wheels() {
    let mut play = Play::new("sprung_car");
    let mut fastest = 0.0_f32;
    for step in 1..=420 {
        play.until(step);
        let chassis = play.runner.world.body(play.body("chassis")).unwrap();
        fastest = fastest.max(chassis.velocity().x);
        assert!(chassis.angle().abs() < 1.2, "step {step}: it has turned over");
    }
    assert!(play.position("chassis").x > 30.0 && fastest > 6.0, "{:?} {fastest}", play.position("chassis"));
}

#[test]
fn top_down_car_drives_a_slalom_and_stops() {
    let mut play = Play::new("top_down_car");
    let (mut left, mut right) = (0.0_f32, 0.0_f32);
    for step in 1..=330 {
        play.until(step);
        let car = play.runner.world.body(play.body("car")).unwrap();
        (left, right) = (left.max(car.angle()), right.min(car.angle()));
    }
    assert!(left > 0.1 && right < -0.05, "{left} {right}");
    let fast = play.runner.world.body(play.body("car")).unwrap().velocity().length();
    play.until(600);
    assert!(fast > 3.0, "{fast}");
    let car = play.runner.world.body(play.body("car")).unwrap();
    assert!(car.position().is_finite());
}

#[test]
fn invalid_drivers_are_rejected() {
    let refused =
        |scene: &Scene| Runner::from_scene(scene.clone(), Overrides::default()).unwrap_err().to_string();
    let mut scene = Scene::new("bad", "");
    let body = scene.add(BodyDesc::dynamic([0.0, 0.0]).with(ShapeDesc::circle(0.5)));
    scene.drivers.push(DriverDesc::Character(CharacterDesc::new(body)));
    assert!(refused(&scene).contains("kinematic"), "{}", refused(&scene));
    scene.bodies[0].kind = crate::format::BodyKind::Kinematic;
    assert!(Runner::from_scene(scene.clone(), Overrides::default()).is_ok());
    scene.bodies[0].shapes.push(ShapeDesc::circle(0.25));
    assert!(refused(&scene).contains("one shape"), "{}", refused(&scene));
    scene.bodies[0].shapes.pop();
    let DriverDesc::Character(hero) = &mut scene.drivers[0] else { unreachable!("just pushed") };
    hero.program.push(WalkDesc { steps: 0, walk: 0.0, jump: 0.0 });
    assert!(refused(&scene).contains("steps"), "{}", refused(&scene));
    let why = scene.to_json().unwrap_err().to_string();
    assert!(why.contains("drivers[0].character.program[0].steps"), "{why}");
    let other = DriverDesc::Character(CharacterDesc::new(7));
    scene.drivers[0] = other;
    assert!(refused(&scene).contains("there is no body 7"), "{}", refused(&scene));
}

#[test]
fn stronger_puppets_follow_their_poses_more_closely() {
    let mut play = Play::new("puppets");
    // Mean distance of the joints of each doll from the first pose at its due step, before any ball arrives.
    play.until(20);
    let DriverDesc::Figure(first) = play.runner.scene().drivers[0].clone() else { unreachable!("a figure") };
    let pose = first.program[0].angles.clone();
    let off = |doll: usize| {
        let joints = &play.runner.handles.joints[11 * doll..11 * doll + 10];
        let angle = |joint: &JointId| play.runner.world.joint(*joint).unwrap().angle();
        joints.iter().zip(&pose).map(|(joint, wanted)| (angle(joint) - wanted).abs()).sum::<f32>() / 10.0
    };
    let [strong, slow, weak, idle] = [0, 1, 2, 3].map(off);
    assert!(strong < 0.1, "{strong} rad");
    assert!(strong < slow && slow < idle && strong < weak && weak < idle, "{strong} {slow} {weak} {idle}");
    assert!(idle > 0.3, "{idle} rad");
}

#[test]
fn invalid_figures_are_rejected() {
    let mut scene = find("puppets").unwrap().scene();
    let DriverDesc::Figure(figure) = &mut scene.drivers[0] else { unreachable!("a figure") };
    figure.joints[3] = 10;
    let error = scene.to_json().unwrap_err().to_string();
    assert!(error.contains("drivers[0].figure.joints[3]: joints[10] must be revolute"), "{error}");
    let DriverDesc::Figure(figure) = &mut scene.drivers[0] else { unreachable!("a figure") };
    figure.joints[3] = 3;
    figure.program[1].angles.pop();
    let error = scene.to_json().unwrap_err().to_string();
    assert!(error.contains("drivers[0].figure.program[1].angles: must have 10 angles"), "{error}");
}

#[test]
fn programs_repeat_after_the_last_act() {
    let program = [3, 1, 2];
    let acts: Vec<_> = (0..8).map(|step| act(&program, |steps| *steps, step).unwrap()).collect();
    let expected = [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0), (2, 1), (0, 0), (0, 1)];
    assert_eq!(acts, expected);
    assert_eq!(act::<u32>(&[], |steps| *steps, 5), None);
}
