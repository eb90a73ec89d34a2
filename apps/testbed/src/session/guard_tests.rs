//! Hostile links and files: they open within a counted budget, and report what was left out.

use super::guard::STEP;
use super::link::test_link;
use super::*;
use cairn2d_scenes::format::{BodyDesc, ShapeDesc};
use serde_json::{Value, json};

fn open(shared: &Value) -> Session {
    Session::open_link(&test_link(&shared.to_string())).unwrap_or_else(|why| panic!("{why}"))
}

fn refused(shared: &Value) -> String {
    Session::open_link(&test_link(&shared.to_string())).err().expect("it is refused")
}

fn spent(session: &Session) -> u64 {
    session.guard.as_ref().expect("a link is guarded").spent
}

fn crowd(count: usize, at: impl Fn(usize) -> [f32; 2]) -> Value {
    let body = |index: usize| {
        let [x, y] = at(index);
        json!({"kind": "dynamic", "position": [x, y], "shapes": [{"geometry": {"circle": {"radius": 0.5}}}]})
    };
    json!({"whole": {"version": 1, "name": "crowd", "bodies": (0..count).map(body).collect::<Vec<_>>()}})
}

/// Opened within the budget, paused before its first step.
#[track_caller]
fn stands_before_the_first_step(shared: &Value, bodies: u32) {
    let mut session = open(shared);
    assert_eq!(session.world().counts().bodies, bodies);
    assert_eq!(session.world().counts().contacts, 0, "no step was taken");
    // A link that was shared at its first step runs at once, and stops in its first frame.
    session.frame(0.02);
    assert!(session.pace.paused && session.step_index() == 0);
    let message = session.take_message().expect("it says why");
    assert!(message.contains("Paused before step 1"), "{message}");
    assert!(spent(&session) <= STEP, "{}", spent(&session));
}

#[test]
fn a_crowd_in_one_point_opens_and_waits() {
    // 578 letters that took 34 s and 459 MB, and neighbours.
    for step in [0, 1, 600, u32::MAX] {
        let scene = crowd(2000, |_| [0.0, 0.0]);
        let link = test_link(&json!({"scene": scene, "step": step}).to_string());
        assert!(link.len() < 1500, "{}", link.len());
        stands_before_the_first_step(&json!({"scene": scene, "step": step}), 2000);
    }
    let spread = |index: usize| [1.0e-4 * index as f32, 1.0e-4 * (index % 7) as f32];
    stands_before_the_first_step(&json!({"scene": crowd(3000, spread), "step": 9}), 3000);
    let body = r#"{"kind":"dynamic","shapes":[{"geometry":{"box":{"half":[1,1]}}}]}"#;
    let body: Value = serde_json::from_str(body).unwrap();
    let edits: Vec<Value> = (0..2000).map(|index| json!([0, index, {"spawn": body}])).collect();
    let spawned = json!({"scene": {"built_in": "domino"}, "edits": edits});
    let domino = Session::open("domino").unwrap().world().counts().bodies;
    stands_before_the_first_step(&spawned, domino + 2000);
}

#[test]
fn play_goes_on_one_step_at_a_time_when_it_is_asked_for() {
    let mut session = open(&json!({"scene": crowd(500, |_| [0.0, 0.0])}));
    for step in 0..3 {
        session.pace.paused = false;
        session.frame(0.1);
        if session.step_index() == step {
            assert!(session.pace.paused);
            session.step_once();
            session.frame(0.1);
        }
        assert_eq!(session.step_index(), step + 1);
    }
}

#[test]
fn thousands_of_explosions_are_left_out_and_told() {
    let blast = json!({"explode": {"center": [0, 5], "radius": 50, "strength": 10}});
    for (scene, step) in [("large_pyramid", 0), ("large_pyramid", 3), ("many_pyramids", 0)] {
        let edits: Vec<Value> = (0..2000).map(|index| json!([step, index, blast])).collect();
        let shared = json!({"scene": {"built_in": scene}, "edits": edits, "step": step});
        assert!(test_link(&shared.to_string()).len() < 8000);
        let mut session = open(&shared);
        let message = session.take_message().expect("it says what it left out");
        assert!(message.contains("Left out") && message.contains("edits"), "{message}");
        let kept = session.log().len();
        assert!(kept > 10 && kept < 200, "{kept}");
        assert_eq!(session.step_index(), step);
        assert!(spent(&session) <= 4 * STEP, "{}", spent(&session));
    }
    // A few edits are all applied, and explosions of the scene itself are counted too.
    let few: Vec<Value> = (0..50).map(|index| json!([0, index, blast])).collect();
    assert_eq!(open(&json!({"scene": {"built_in": "domino"}, "edits": few})).log().len(), 50);
    let mut scene = crowd(1500, |index| [3.0 * index as f32, 0.0]);
    let due = json!({"step": 0, "center": [0, 0], "radius": 5000, "impulse_per_length": 1});
    scene["whole"]["blasts"] = vec![due; 2000].into();
    stands_before_the_first_step(&json!({"scene": scene}), 1500);
}

#[test]
fn a_long_replay_ends_within_its_budget() {
    let link = test_link(&json!({"scene": {"built_in": "large_pyramid"}, "step": 1800}).to_string());
    let guard = Guard { replay: 3_000_000, ..Guard::default() };
    let mut session = Session::open_guarded(&link, None, guard).unwrap();
    assert!((2..60).contains(&session.step_index()), "{}", session.step_index());
    assert!(spent(&session) <= 3_200_000, "{}", spent(&session));
    let message = session.take_message().expect("it says where it stopped");
    assert!(message.contains("Stopped at step"), "{message}");
    let mut far = open(&json!({"scene": {"built_in": "domino"}, "step": 4_000_000_000u32}));
    assert_eq!((far.step_index(), far.pace.paused), (1800, true));
    assert!(far.take_message().unwrap().contains("not 4000000000"));
    assert!(far.last_step() <= 1_000_000);
    // A clock ends a replay, whatever the steps cost.
    fn slow() -> u64 {
        use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
        static NOW: AtomicU64 = AtomicU64::new(0);
        NOW.fetch_add(1_100_000_000, Relaxed)
    }
    let link = test_link(&json!({"scene": {"built_in": "domino"}, "step": 100}).to_string());
    let slowly = Session::open_link_within(&link, Some(slow)).unwrap();
    assert!(slowly.step_index() < 5, "{}", slowly.step_index());
    assert_eq!(Session::open_link(&link).unwrap().step_index(), 100);
}

#[test]
fn long_names_and_texts_are_refused_in_few_words() {
    let long = "tumbler".repeat(150_000);
    let named = |key: &str| json!({"scene": {"whole": {"version": 1, "name": "x", key: long}}});
    let unknown = json!({"scene": {"built_in": long}});
    for shared in [unknown, named("name"), named("script"), named("description"), named(&long)] {
        let why = refused(&shared);
        assert!(why.len() < 2500, "{} letters", why.len());
    }
    let letters = format!("1.{}", "A".repeat(64_001));
    assert!(Session::open_link(&letters).err().unwrap().contains("letters"));
    assert!(Session::open_link(&"#".repeat(10_000_000)).is_err());
    assert!(Session::open_link(&format!("{}#1.", "x".repeat(10_000_000))).is_err());
    let deep = format!("{{\"scene\":{{\"whole\":{}", "[".repeat(1_000_000));
    assert!(Session::open_link(&test_link(&deep)).is_err());
}

#[test]
fn counts_beyond_the_limits_of_a_link_are_refused() {
    let whole = |list: &str, one: Value, count: usize| {
        let mut scene = json!({"version": 1, "name": "x", "bodies": [{}]});
        scene[list] = vec![one; count].into();
        json!({"scene": {"whole": scene}})
    };
    assert!(refused(&whole("bodies", json!({}), 25_001)).contains("bodies: 25001"));
    assert!(refused(&whole("bodies", json!({}), 900_000)).contains("objects"));
    assert!(refused(&whole("material_pairs", json!({"a": 1, "b": 2}), 2000)).contains("materials"));
    let chain: Vec<[u32; 2]> = (0..60_000).map(|x| [x % 2, 0]).collect();
    assert!(refused(&whole("bodies", json!({"chains": [{"points": chain}]}), 1)).contains("shapes"));
    let release = json!([7, u32::MAX, {"release": {"finger": 1}}]);
    let mut session = open(&json!({"scene": {"built_in": "domino"}, "edits": vec![release; 60_000]}));
    assert!(session.take_message().unwrap().contains("Left out 10000 edits"));
    // New gestures come after those of the link.
    assert!(session.edit(Edit::World(WorldChange::Sleeping(false))));
}

#[test]
fn a_scene_of_a_file_is_guarded_and_one_of_the_library_is_not() {
    let mut scene = Scene::new("crowd", "");
    for _ in 0..1000 {
        scene.add(BodyDesc::dynamic([0.0, 0.0]).with(ShapeDesc::circle(0.5)));
    }
    let mut session = Session::open_scene(scene).unwrap();
    session.frame(0.02);
    assert!(session.pace.paused && session.step_index() == 0);
    for name in ["many_pyramids", "large_pyramid"] {
        let mut session = Session::open(name).unwrap();
        session.frame(0.02);
        assert_eq!(session.step_index(), 1, "{name}");
    }
}
