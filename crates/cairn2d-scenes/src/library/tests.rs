//! The built-in scenes compared with the numbers of their descriptions, and written to a file and read again.

use std::collections::BTreeMap;

use super::{Category, all, find};
use crate::format::{BodyDesc, BodyKind, JointDesc, Scene, shape_count};
use crate::script::Command;

/// Dynamic bodies, all shapes and joints of a scene at their maximum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    dynamic: usize,
    shapes: usize,
    joints: usize,
}

impl Counts {
    fn of(bodies: &[BodyDesc], joints: &[JointDesc]) -> Self {
        let dynamic = bodies.iter().filter(|body| body.kind == BodyKind::Dynamic).count();
        Self { dynamic, shapes: shape_count(bodies), joints: joints.len() }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            dynamic: self.dynamic + other.dynamic,
            shapes: self.shapes + other.shapes,
            joints: self.joints + other.joints,
        }
    }
}

/// Plays a scene's script without a world and returns the counts after its last step.
fn fullest(name: &str) -> Counts {
    let built_in = find(name).unwrap();
    let (scene, script) = built_in.build();
    let mut groups: BTreeMap<u32, Counts> = BTreeMap::new();
    if let Some(mut script) = script {
        let mut commands = Vec::new();
        for step in 0..built_in.steps {
            script.commands(step, &mut commands);
            for command in commands.drain(..) {
                match command {
                    Command::SpawnGroup { group, bodies, joints } => {
                        assert!(
                            groups.insert(group, Counts::of(&bodies, &joints)).is_none(),
                            "group {group} twice"
                        );
                    }
                    Command::DestroyGroup { group } => {
                        assert!(groups.remove(&group).is_some(), "group {group} was not there");
                    }
                    Command::SetTarget { body, .. } => {
                        assert_eq!(scene.bodies[body as usize].kind, BodyKind::Kinematic);
                    }
                }
            }
        }
    }
    groups.into_values().fold(Counts::of(&scene.bodies, &scene.joints), Counts::plus)
}

#[test]
fn counts_match_the_descriptions() {
    let expected = [
        ("compounds", 500, 3000, 6282, 0),
        ("joint_grid", 500, 9993, 10000, 19800),
        ("junkyard", 800, 8000, 8262, 0),
        ("large_pyramid", 500, 5050, 5051, 0),
        ("many_pyramids", 200, 22000, 22020, 0),
        ("rain", 1000, 11000, 15505, 10000),
        ("smash", 300, 9601, 9601, 0),
        ("spinner", 500, 6077, 6437, 1),
        ("tumbler", 750, 2026, 2029, 1),
        ("washer", 500, 8100, 8140, 0),
        ("pyramid990", 500, 990, 991, 0),
        ("wall1000", 500, 1000, 1001, 0),
        ("moving10k", 500, 10000, 10004, 0),
        ("moving20k", 500, 20000, 20004, 0),
        ("moving20k_filtered", 500, 20000, 20004, 0),
        ("card_house", 600, 40, 41, 0),
        ("domino", 600, 15, 16, 0),
        ("arch", 600, 19, 20, 0),
        ("mixed_bin", 600, 600, 603, 0),
        ("ragdoll_pile", 600, 330, 393, 300),
        ("newtons_cradle", 4800, 5, 6, 5),
        ("pendulum_wave", 1800, 15, 16, 15),
        ("bridge", 600, 42, 45, 31),
        ("seesaw", 400, 3, 5, 1),
        ("wrecking_ball", 500, 101, 103, 17),
        ("pegboard", 1800, 120, 207, 0),
        ("conveyor", 1500, 60, 67, 0),
        ("tripwires", 600, 42, 58, 0),
        ("platformer", 1000, 2, 18, 0),
        ("sprung_car", 600, 7, 133, 0),
        ("top_down_car", 600, 7, 15, 0),
        ("puppets", 600, 56, 65, 44),
        ("shooting_range", 300, 35, 39, 7),
        ("breaking_bridge", 600, 27, 30, 21),
        ("pool", 900, 70, 73, 0),
        ("orbits", 1800, 16, 17, 0),
        ("zones", 900, 60, 64, 0),
        ("blasts", 480, 56, 59, 0),
        ("slow_motion", 600, 24, 31, 0),
        ("seams", 600, 20, 344, 0),
        ("platforms", 600, 32, 67, 0),
        ("surfaces", 600, 14, 22, 0),
        ("hills", 900, 24, 106, 0),
        ("gear_train", 600, 6, 11, 11),
        ("wheel_car", 600, 7, 19, 6),
        ("joint_gallery", 600, 12, 14, 11),
    ];
    assert!(
        all()
            .iter()
            .filter(|scene| scene.category.is_measured())
            .all(|scene| { expected.iter().any(|&(name, ..)| name == scene.name) })
    );
    for (name, steps, dynamic, shapes, joints) in expected {
        assert_eq!(find(name).unwrap().steps, steps, "{name}");
        assert_eq!(fullest(name), Counts { dynamic, shapes, joints }, "{name}");
    }
}

#[test]
fn every_scene_survives_a_round_trip_through_text() {
    for built_in in all() {
        let (scene, script) = built_in.build();
        let play = crate::play::of_scene(&scene).unwrap();
        assert_eq!(scene.script.is_some(), script.is_some() != play.is_some(), "{}", built_in.name);
        let text = scene.to_json().unwrap_or_else(|error| panic!("{}: {error}", built_in.name));
        let back = Scene::from_json(&text).unwrap_or_else(|error| panic!("{}: {error}", built_in.name));
        assert!(back == scene, "{} changed", built_in.name);
        // Equality treats -0.0 as 0.0; the text does not.
        assert!(back.to_json().unwrap() == text, "{} changed in its bits", built_in.name);
    }
}

#[test]
fn names_are_unique_and_categories_in_order() {
    for (index, scene) in all().iter().enumerate() {
        assert_eq!(all().iter().position(|other| other.name == scene.name), Some(index));
        assert!(!scene.description.is_empty() && scene.steps > 1);
        assert_eq!(scene.scene().name, scene.name);
    }
    assert!(all().is_sorted_by_key(|scene| scene.category));
    assert_eq!(all().iter().filter(|scene| scene.category == Category::Benchmark).count(), 10);
    assert!(Category::ALL.is_sorted());
    assert!(all().iter().all(|scene| Category::ALL.contains(&scene.category)));
    let mut plays: Vec<&str> = super::plays().map(|&(name, _)| name).collect();
    plays.sort_unstable();
    assert!(plays.windows(2).all(|pair| pair[0] != pair[1]), "two plays of one name");
}

#[test]
fn megabyte_name_is_neither_compared_nor_repeated() {
    let unknown = find(&"tumbler".repeat(150_000)).unwrap_err();
    assert!(unknown.near().is_empty());
    assert!(unknown.to_string().len() < 200, "{}", unknown.to_string().len());
}

#[test]
fn unknown_name_suggests_similar_names() {
    let near = |name: &str| find(name).unwrap_err().near().to_vec();
    assert_eq!(near("tumblr"), ["tumbler"]);
    assert!(near("pyramid").contains(&"large_pyramid"));
    assert_eq!(near("joint-grid"), ["joint_grid"]);
    assert!(near("qqqqqqqq").is_empty());
    assert_eq!(near("card_hous"), ["card_house"]);
    assert_eq!(near("Card House"), ["card_house"]);
    assert_eq!(near("rian")[0], "rain");
    assert_eq!(near("pyramid")[0].len(), near("pyramid").iter().map(|name| name.len()).min().unwrap());
    let message = find("card_hose").unwrap_err().to_string();
    assert_eq!(message, "there is no built-in scene \"card_hose\"; did you mean card_house?");
}

#[test]
fn rain_fills_the_world_at_step_312_and_then_replaces_a_column_every_8_steps() {
    let mut script = find("rain").unwrap().build().1.unwrap();
    let mut commands = Vec::new();
    let mut spawned = 0;
    for step in 0..=312 {
        script.commands(step, &mut commands);
        spawned += commands.len();
        assert!(commands.iter().all(|command| matches!(command, Command::SpawnGroup { .. })));
        assert!(spawned < 200 || step == 312);
        commands.clear();
    }
    assert_eq!(spawned, 200);
    for step in 313..320 {
        script.commands(step, &mut commands);
        assert!(commands.is_empty());
    }
    script.commands(320, &mut commands);
    assert_eq!(commands.len(), 10);
    assert_eq!(commands[2], Command::DestroyGroup { group: 40 });
    let Command::SpawnGroup { group: 40, bodies, joints } = &commands[3] else { panic!("{:?}", commands[3]) };
    assert_eq!((bodies.len(), joints.len()), (55, 50));
    // The hip of the first doll of column 0 on the second floor: -125 + 3.125 from the left, 85 + 0.95 high.
    assert_eq!(bodies[0].position, [-121.875, 85.95]);
}

#[test]
fn junkyard_pusher_follows_its_sine() {
    let (scene, script) = find("junkyard").unwrap().build();
    let mut commands = Vec::new();
    script.unwrap().commands(471, &mut commands);
    let [Command::SetTarget { body, position, angle }] = commands[..] else { panic!("{commands:?}") };
    assert_eq!(scene.bodies[body as usize].name.as_deref(), Some("pusher"));
    // 471 steps are a quarter of the period of 10 pi seconds, to half a step.
    assert!((position[0] - 60.0).abs() < 1e-3 && position[1] == 0.0 && angle == 0.0);
}

#[test]
fn corner_boxes_of_pyramids_have_the_expected_positions() {
    let scene = find("large_pyramid").unwrap().scene();
    assert_eq!(scene.bodies[1].position, [-49.5, 0.5]);
    assert_eq!(scene.bodies[100].position, [49.5, 0.5]);
    assert_eq!(scene.bodies[5050].position, [0.0, 99.5]);
    let scene = find("many_pyramids").unwrap().scene();
    assert_eq!(scene.bodies[1].position, [-109.0, 0.5]);
    assert_eq!(scene.bodies[55].position, [-104.5, 9.5]);
    let scene = find("spinner").unwrap().scene();
    assert_eq!(scene.bodies[2 + 91].position, [22.5, 2.0]);
    assert_eq!(scene.bodies[2 + 92].position, [-23.0, 2.5]);
}

#[test]
fn moving_discs_start_inside_the_room_within_the_speed_limit() {
    let scene = find("moving10k").unwrap().scene();
    let half = 100.0 * 0.886_227 / 2.0;
    let mut sum = [0.0f64; 2];
    for body in &scene.bodies[1..] {
        assert!(body.position.iter().all(|part| part.abs() < half - 0.25));
        let speed = (body.velocity[0] * body.velocity[0] + body.velocity[1] * body.velocity[1]).sqrt();
        assert!((0.999..5.001).contains(&speed));
        sum = [sum[0] + f64::from(body.velocity[0]), sum[1] + f64::from(body.velocity[1])];
    }
    // Directions are uniform: the mean of 10000 velocities of about 3 m/s is about 0.03 m/s.
    assert!(sum.iter().all(|part| (part / 10_000.0).abs() < 0.1), "{sum:?}");
}
