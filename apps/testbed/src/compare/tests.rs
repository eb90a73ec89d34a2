//! Two runs that must agree, and two that must differ by a known amount.

use super::*;
use crate::session::Edit;
use crate::session::make::Piece;
use cairn2d::vec2;

/// A paused session with a comparison.
fn pair(name: &str) -> (Session, Comparison) {
    let mut session = Session::open(name).unwrap();
    session.pace.paused = true;
    let comparison = Comparison::new(&session).unwrap();
    (session, comparison)
}

fn run(session: &mut Session, comparison: &mut Comparison, steps: u32) {
    for _ in 0..steps {
        session.step_once();
        session.frame(0.0);
        assert!(comparison.follow(session) && comparison.is_level(session));
    }
}

#[test]
fn equal_settings_have_no_difference_with_edits_and_rewinds() {
    let (mut session, mut comparison) = pair("wrecking_ball");
    run(&mut session, &mut comparison, 10);
    session.edit(Edit::Spawn(Box::new(Piece::Box.body(vec2(1.0, 9.0), 1.0))));
    run(&mut session, &mut comparison, 10);
    let at = session.world().body(session.world().bodies().last().unwrap()).unwrap().position();
    assert!(session.grab(3, at, 1.0));
    for way in 0..20 {
        session.drag(3, at + vec2(0.1 * way as f32, 0.05 * way as f32));
        // Edits while time stands still are repeated, too.
        assert!(comparison.follow(&session));
        run(&mut session, &mut comparison, 1);
    }
    session.release(3);
    run(&mut session, &mut comparison, 10);
    let (step, hash) = (session.step_index(), session.world().hash());
    assert_eq!(comparison.other().world().hash(), hash);
    for target in [step - 30, step, 0, step - 1] {
        session.seek(target);
        assert!(comparison.follow(&session) && comparison.is_level(&session), "{target}");
        assert_eq!(comparison.other().world().hash(), session.world().hash(), "{target}");
    }
    session.undo();
    assert!(comparison.follow(&session) && comparison.is_level(&session));
    assert_eq!(comparison.other().world().hash(), session.world().hash());
    assert_eq!((comparison.parted(), comparison.difference().largest), (None, None));
    let difference = comparison.difference();
    assert_eq!(difference.kinetic[0], difference.kinetic[1]);
}

#[test]
fn other_gravity_is_a_fall_of_another_length() {
    let text = r#"{"version": 1, "name": "fall", "hertz": 100, "world": {"gravity": [0, -10]},
        "bodies": [{"position": [0, 50], "shapes": [{"geometry": {"circle": {"radius": 0.5}}}]}]}"#;
    let scene = cairn2d_scenes::Scene::from_json(text).unwrap();
    let mut session = Session::open_scene(scene).unwrap();
    session.pace.paused = true;
    let mut comparison = Comparison::new(&session).unwrap();
    let mut changes = Changes::default();
    changes.set_world(WorldChange::Gravity([0.0, -7.0]));
    changes.set_world(WorldChange::Gravity([0.0, -6.0]));
    comparison.set_changes(&session, changes).unwrap();
    run(&mut session, &mut comparison, 100);
    let difference = *comparison.difference();
    // Half of 4 m/s² for a second.
    let (_, distance) = difference.largest.unwrap();
    assert!((distance - 2.0).abs() < 0.03, "{distance}");
    assert_eq!((difference.mean, difference.paired, difference.single), (distance, 1, [0, 0]));
    assert_eq!(comparison.parted(), Some(1));
    let mass = f64::from(core::f32::consts::PI * 0.25);
    assert!((difference.kinetic[0] - 50.0 * mass).abs() < 0.6 * mass, "{difference:?}");
    assert!((difference.kinetic[1] - 18.0 * mass).abs() < 0.3 * mass, "{difference:?}");
    // A free fall keeps its energy: mass times gravity times 50 m.
    assert!((difference.total[0] - 500.0 * mass).abs() < 0.5 * mass, "{difference:?}");
    assert!((difference.total[1] - 300.0 * mass).abs() < 0.5 * mass, "{difference:?}");
    // A change of the compared setting in the first run does not reach the second one.
    session.edit(Edit::World(WorldChange::Gravity([0.0, 0.0])));
    run(&mut session, &mut comparison, 1);
    assert_eq!(comparison.other().world().config().gravity, vec2(0.0, -6.0));
}

#[test]
fn other_parameters_and_sub_steps_part_the_runs_and_another_scene_ends_it() {
    let (mut session, mut comparison) = pair("pyramid990");
    let mut changes = Changes::default();
    changes.set_parameter("rows", 12.0);
    comparison.set_changes(&session, changes.clone()).unwrap();
    assert!(comparison.follow(&session));
    assert_eq!(comparison.other().world().bodies().count(), 79);
    assert_eq!((comparison.difference().paired, comparison.difference().single), (79, [912, 0]));
    // The first run takes another value of another parameter, which the second one takes over.
    session.set_parameter("friction", 0.3).unwrap();
    assert!(comparison.follow(&session));
    let expected = [("rows".to_owned(), 12.0), ("friction".to_owned(), 0.3)];
    assert_eq!(comparison.other().settings(), expected);
    changes.set_parameter("rows", 1.0e9);
    assert!(comparison.set_changes(&session, changes).is_err());
    let (mut session, mut comparison) = pair("card_house");
    let mut changes = Changes::default();
    changes.set_world(WorldChange::SubSteps(1));
    comparison.set_changes(&session, changes).unwrap();
    run(&mut session, &mut comparison, 30);
    assert!(comparison.parted().is_some() && comparison.difference().largest.is_some());
    session.replace(Session::open("domino").unwrap());
    assert!(!comparison.follow(&session));
}
