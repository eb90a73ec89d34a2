//! The window without a display, driven by mouse, keyboard and accessibility labels.

use cairn2d::{BodyId, BodyKind};
use cairn2d_testbed::App;
use cairn2d_testbed::session::Source;
use egui::{Key, Modifiers, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};

mod dialogs;
mod layout;
mod phone;
mod touch;

/// A window with a scene.
fn window(scene: &str) -> Harness<'static, App> {
    window_of(scene, [1400.0, 900.0])
}

/// A window of this size with a scene.
fn window_of(scene: &str, size: [f32; 2]) -> Harness<'static, App> {
    let scene = scene.to_owned();
    let builder = Harness::builder().with_size(size).with_step_dt(1.0 / 60.0).with_max_steps(8);
    let mut harness = builder.build_eframe(move |context| {
        let mut app = App::new(context);
        app.open(&scene);
        app
    });
    harness.run_steps(3);
    harness
}

fn step_index(harness: &Harness<'_, App>) -> u32 {
    harness.state().session.step_index()
}

/// The first dynamic body, and its position on the screen.
fn some_body(harness: &Harness<'_, App>) -> (BodyId, Pos2) {
    let app = harness.state();
    let world = app.session.world();
    let dynamic = |id: &BodyId| world.body(*id).is_some_and(|body| body.kind() == BodyKind::Dynamic);
    let id = world.bodies().find(dynamic).expect("there is one");
    let at = world.body(id).expect("it is there").position();
    (id, app.place_of(at).into())
}

fn position(harness: &Harness<'_, App>, id: BodyId) -> cairn2d::Vec2 {
    harness.state().session.world().body(id).expect("it is there").position()
}

#[test]
fn pause_single_step_and_play_work() {
    let mut harness = window("domino");
    let before = step_index(&harness);
    harness.run_steps(10);
    assert!(step_index(&harness) >= before + 9);
    harness.get_by_label("Pause").click();
    harness.run_steps(3);
    let stopped = step_index(&harness);
    harness.run_steps(10);
    assert_eq!(step_index(&harness), stopped);
    harness.get_by_label("Step").click();
    harness.run_steps(3);
    assert_eq!(step_index(&harness), stopped + 1);
    harness.key_press(Key::Period);
    harness.run_steps(3);
    assert_eq!(step_index(&harness), stopped + 2);
    harness.key_press(Key::Comma);
    harness.run_steps(3);
    assert_eq!(step_index(&harness), stopped + 1);
    harness.get_by_label("Play").click();
    harness.run_steps(10);
    assert!(step_index(&harness) > stopped + 5);
}

#[test]
fn hand_grabs_and_throws_a_body() {
    let mut harness = window("domino");
    let (id, at) = some_body(&harness);
    let before = position(&harness, id);
    harness.drag_at(at);
    harness.run_steps(2);
    assert!(harness.state().session.holds(0));
    for way in 0..20 {
        harness.hover_at(at + egui::vec2(2.0 * way as f32, -6.0 * way as f32));
        harness.run_steps(1);
    }
    harness.drop_at(at + egui::vec2(40.0, -120.0));
    harness.run_steps(2);
    assert!(!harness.state().session.holds(0));
    assert!(position(&harness, id).y > before.y + 0.2, "{:?}", position(&harness, id));
    let speed = harness.state().session.world().body(id).expect("it is there").velocity().length();
    assert!(speed > 0.5, "{speed}");
}

#[test]
fn inspector_edits_a_body_and_undo_reverts_it() {
    let mut harness = window("domino");
    harness.key_press(Key::P);
    harness.run_steps(2);
    let (id, at) = some_body(&harness);
    harness.drag_at(at);
    harness.run_steps(1);
    harness.drop_at(at);
    harness.run_steps(2);
    assert_eq!(harness.state().session.selection.bodies(), [id]);
    let was = position(&harness, id);
    let field = harness.get_by_label("Position y");
    field.set_value_accesskit(12.5);
    harness.run_steps(3);
    assert_eq!(position(&harness, id).y, 12.5);
    assert_eq!(position(&harness, id).x, was.x);
    harness.get_by_label("bullet").click();
    harness.run_steps(3);
    assert!(harness.state().session.world().body(id).expect("it is there").is_bullet());
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run_steps(3);
    assert!(!harness.state().session.world().body(id).expect("it is there").is_bullet());
    harness.get_by_label("Undo").click();
    harness.run_steps(3);
    assert_eq!(position(&harness, id), was);
    harness.get_by_label("Redo").click();
    harness.run_steps(3);
    assert_eq!(position(&harness, id).y, 12.5);
    harness.key_press(Key::Delete);
    harness.run_steps(3);
    assert!(harness.state().session.world().body(id).is_none());
}

#[test]
fn search_opens_a_scene_and_restart_keeps_the_camera() {
    let mut harness = window("domino");
    let field = harness.get_by_label("Search scenes");
    field.focus();
    harness.run_steps(2);
    harness.get_by_label("Search scenes").type_text("wrecking");
    harness.run_steps(3);
    assert!(harness.query_by_label("domino").is_none());
    harness.get_by_label("wrecking ball").click();
    harness.run_steps(3);
    assert_eq!(*harness.state().session.source(), Source::BuiltIn("wrecking_ball"));
    harness.run_steps(20);
    harness.state_mut().camera.zoom_at([300.0, 200.0], 1.7);
    let camera = harness.state().camera;
    harness.get_by_label("Restart").click();
    harness.run_steps(1);
    harness.run_steps(1);
    assert!(step_index(&harness) < 5);
    assert_eq!((harness.state().camera.scale, harness.state().camera.center), (camera.scale, camera.center));
}

/// The cards of the catalogue in a window and on a phone, without a mouse.
#[test]
fn arrow_keys_choose_a_scene() {
    for size in [[1400.0, 900.0], [390.0, 844.0]] {
        let mut harness = window_of("domino", size);
        if size[0] < 600.0 {
            harness.get_by_label("Scenes").click();
            harness.run_steps(3);
        }
        harness.get_by_label("Search scenes").focus();
        harness.run_steps(2);
        let focused = |harness: &Harness<'_, App>| {
            let node = harness.root().children_recursive().find(|node| node.is_focused());
            node.and_then(|node| node.accesskit_node().label()).unwrap_or_default()
        };
        assert_eq!(focused(&harness), "Search scenes");
        let first = cairn2d_scenes::all()[0].name;
        let mut names = Vec::new();
        for key in [Key::ArrowDown, Key::ArrowRight, Key::ArrowDown, Key::ArrowUp, Key::ArrowLeft] {
            harness.key_press(key);
            harness.run_steps(3);
            names.push(focused(&harness).replace(' ', "_"));
        }
        let second = cairn2d_scenes::all()[1].name;
        assert_eq!((&names[0][..], &names[1][..]), (first, second), "{size:?}");
        assert_eq!((&names[3][..], &names[4][..]), (second, first), "{size:?}");
        assert!(names[2] != second && cairn2d_scenes::find(&names[2]).is_ok(), "{names:?}");
        harness.key_press(Key::ArrowUp);
        harness.run_steps(3);
        assert_eq!(focused(&harness), "Search scenes");
        for _ in 0..40 {
            harness.key_press(Key::ArrowDown);
            harness.run_steps(3);
        }
        // The focused card is in view, far below the first.
        let name = focused(&harness);
        let card = harness.get_by_role_and_label(egui::accesskit::Role::Button, &name).rect();
        let window = egui::Rect::from_min_size(Pos2::ZERO, size.into());
        assert!(window.contains_rect(card), "{name}: {card:?} in {size:?}");
        harness.key_press(Key::Enter);
        harness.run_steps(3);
        let found = cairn2d_scenes::find(&name.replace(' ', "_")).expect("it is a scene").name;
        assert_eq!(*harness.state().session.source(), Source::BuiltIn(found));
    }
}

#[test]
fn world_settings_apply_at_once() {
    let mut harness = window("domino");
    harness.get_by_label("gravity y").set_value_accesskit(3.0);
    harness.run_steps(3);
    assert_eq!(harness.state().session.world().config().gravity.y, 3.0);
    harness.get_by_label("continuous collision").click();
    harness.run_steps(3);
    assert!(!harness.state().session.world().config().continuous);
    assert_eq!(harness.state().session.log().len(), 2);
}

#[test]
fn a_comparison_runs_along_and_names_the_difference() {
    let mut harness = window("card_house");
    harness.get_by_label("Comparison").click();
    harness.run_steps(20);
    harness.get_by_label("Compare").click();
    harness.run_steps(5);
    let slider = harness.get_by_role_and_label(egui::accesskit::Role::Slider, "Sub-steps of run 2");
    slider.set_value_accesskit(1.0);
    harness.run_steps(60);
    let two = harness.state().comparison.as_ref().expect("it goes on");
    assert_eq!(two.other().world().config().sub_steps, 1);
    assert_eq!(harness.state().session.world().config().sub_steps, 4);
    assert!(two.is_level(&harness.state().session) && two.parted().is_some());
    let (body, _) = two.difference().largest.expect("the runs differ");
    harness.get_by_label_contains(&format!(", {body}")).click();
    harness.run_steps(4);
    assert_eq!(harness.state().session.selection.bodies().len(), 1);
    // A view beside the first one takes half of its width.
    let width = harness.state().view().width();
    harness.get_by_label("side by side").scroll_to_me();
    harness.run_steps(10);
    harness.get_by_label("side by side").click();
    harness.run_steps(4);
    let half = harness.state().view().width();
    assert!((2.0 * half - width).abs() < 4.0, "{half} of {width}");
    harness.get_by_label("End comparison").click();
    harness.run_steps(3);
    assert!(harness.state().comparison.is_none());
}

#[test]
fn a_rectangle_of_bodies_is_copied_pushed_frozen_and_removed() {
    let mut harness = window("domino");
    harness.key_press(Key::P);
    harness.get_by_label("Select").click();
    harness.run_steps(3);
    let view = harness.state().view().shrink(4.0);
    harness.drag_at(view.left_top());
    harness.run_steps(1);
    harness.hover_at(view.center());
    harness.run_steps(1);
    harness.drop_at(view.right_bottom());
    harness.run_steps(3);
    let selected = |harness: &Harness<'_, App>| harness.state().session.selection.bodies().to_vec();
    let first = selected(&harness);
    assert!(first.len() >= 15);
    let count = harness.state().session.world().bodies().count();
    let offset = harness.get_by_role_and_label(egui::accesskit::Role::SpinButton, "Copy y");
    offset.set_value_accesskit(9.0);
    harness.run_steps(2);
    harness.get_by_label("copy").click();
    harness.run_steps(3);
    let copies = selected(&harness);
    assert_eq!((copies.len(), copies.contains(&first[0])), (first.len(), false));
    let lifted = position(&harness, copies[0]) - position(&harness, first[0]);
    assert!((lifted - cairn2d::vec2(1.0, 9.0)).length() < 1e-3, "{lifted:?}");
    let speed = |harness: &Harness<'_, App>| {
        harness.state().session.world().body(copies[0]).map(|body| body.velocity().y)
    };
    // The copy falls as its original does.
    let slow = speed(&harness).expect("it is there");
    assert!((-1.0..=0.0).contains(&slow), "{slow}");
    harness.get_by_label("push").click();
    harness.run_steps(3);
    let fast = speed(&harness).expect("it is there");
    assert_eq!(fast, slow + 5.0);
    harness.get_by_label("freeze").click();
    harness.run_steps(3);
    assert_eq!(speed(&harness), Some(0.0));
    let locks = harness.state().session.world().body(copies[0]).expect("it is there").locks();
    assert!(locks.x && locks.y && locks.rotation);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::D);
    harness.run_steps(3);
    assert_eq!(harness.state().session.world().bodies().count(), count + 2 * first.len());
    harness.get_by_label(&format!("Remove {} bodies", first.len())).click();
    harness.run_steps(3);
    assert_eq!(harness.state().session.world().bodies().count(), count + first.len());
    // Undo takes back whole actions.
    for (bodies, speed_now) in [(2, Some(0.0)), (1, Some(0.0)), (1, Some(fast)), (1, Some(slow)), (0, None)] {
        harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        harness.run_steps(3);
        let now = harness.state().session.world().bodies().count();
        assert_eq!((now, speed(&harness)), (count + bodies * first.len(), speed_now));
    }
}

#[test]
fn keys_select_tools_and_open_help() {
    let mut harness = window("domino");
    harness.key_press(Key::Num5);
    harness.run_steps(2);
    assert_eq!(harness.state().toolbox.tool, cairn2d_testbed::tools::Tool::Bomb);
    assert!(harness.query_by_label_contains("Zoom to the cursor").is_none());
    harness.key_press(Key::F1);
    harness.run_steps(4);
    assert!(harness.query_by_label_contains("Zoom to the cursor").is_some());
}

#[test]
fn spawn_tool_adds_a_body_at_the_click() {
    let mut harness = window("domino");
    let count = harness.state().session.world().bodies().count();
    harness.get_by_label("Spawn").click();
    harness.run_steps(2);
    let at = some_body(&harness).1 - egui::vec2(0.0, 150.0);
    harness.drag_at(at);
    harness.run_steps(1);
    harness.drop_at(at);
    harness.run_steps(2);
    assert_eq!(harness.state().session.world().bodies().count(), count + 1);
}

#[test]
fn every_scene_opens_and_draws() {
    let mut harness = window("domino");
    for scene in cairn2d_scenes::all() {
        harness.state_mut().open(scene.name);
        harness.run_steps(2);
        assert_eq!(*harness.state().session.source(), Source::BuiltIn(scene.name));
        let scale = harness.state().camera.scale;
        assert!(scale.is_finite() && scale > 1.0e-2, "{}: {scale}", scene.name);
    }
}

fn finger(harness: &Harness<'_, App>, id: u64, phase: egui::TouchPhase, pos: Pos2) {
    let (device_id, id) = (egui::TouchDeviceId(0), egui::TouchId(id));
    harness.event(egui::Event::Touch { device_id, id, phase, pos, force: None });
}

#[test]
fn two_fingers_drag_bodies_or_zoom_on_the_background() {
    let mut harness = window("domino");
    let places: Vec<Pos2> = {
        let app = harness.state();
        let world = app.session.world();
        let dynamic =
            world.bodies().filter_map(|id| world.body(id)).filter(|b| b.kind() == BodyKind::Dynamic);
        dynamic.map(|body| app.place_of(body.position()).into()).collect()
    };
    for (id, at) in [(7, places[1]), (8, places[9])] {
        finger(&harness, id, egui::TouchPhase::Start, at);
    }
    harness.run_steps(2);
    assert!(harness.state().session.holds(8) && harness.state().session.holds(9));
    assert_eq!(harness.state().session.world().joints().count(), 2);
    for (id, at) in [(7, places[1]), (8, places[9])] {
        finger(&harness, id, egui::TouchPhase::End, at);
    }
    harness.run_steps(2);
    assert_eq!(harness.state().session.world().joints().count(), 0);
    let scale = harness.state().camera.scale;
    let middle = places[5] - egui::vec2(0.0, 250.0);
    // The operating system also reports the first finger as a pointer.
    harness.hover_at(middle);
    for (id, side) in [(1, -1.0), (2, 1.0)] {
        finger(&harness, id, egui::TouchPhase::Start, middle + egui::vec2(side * 40.0, 0.0));
    }
    harness.run_steps(1);
    for way in 1..10 {
        for (id, side) in [(1, -1.0), (2, 1.0)] {
            let at = middle + egui::vec2(side * (40.0 + 8.0 * way as f32), 0.0);
            finger(&harness, id, egui::TouchPhase::Move, at);
        }
        harness.run_steps(1);
    }
    let grown = harness.state().camera.scale / scale;
    assert!((2.0..4.0).contains(&grown), "{grown}");
}

/// A file that is dropped.
#[derive(Debug)]
struct Dropped(&'static str, Vec<u8>);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &std::path::Path {
        std::path::Path::new(self.0)
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        Ok(self.1.clone())
    }
}

#[test]
fn dropped_files_are_opened_or_rejected() {
    let mut harness = window("domino");
    let mut drop_file = |name: &'static str, bytes: Vec<u8>| {
        harness.input_mut().dropped_files = vec![std::sync::Arc::new(Dropped(name, bytes))];
        harness.run_steps(2);
        harness.state().session.source().clone()
    };
    let scene = cairn2d_scenes::find("seesaw").expect("it exists").scene().to_json().expect("it is valid");
    assert_eq!(drop_file("mine.json", scene.into_bytes()), Source::Other("seesaw".to_owned()));
    assert_eq!(drop_file("broken.json", b"{".to_vec()), Source::Other("seesaw".to_owned()));
    let mut recorded = cairn2d_testbed::session::Session::open("bridge").expect("it opens");
    recorded.record().expect("it has no functions");
    recorded.step_once();
    recorded.frame(0.02);
    recorded.end_recording();
    let bytes = recorded.take_recorded().expect("it has ended");
    assert_eq!(drop_file("take.crec", bytes), Source::Other("bridge".to_owned()));
    assert!(harness.state().session.is_playback());
    assert!(harness.query_by_label("Verify").is_some());
}

#[test]
fn pasted_link_opens_its_scene() {
    let mut harness = window("domino");
    let link = cairn2d_testbed::session::Session::open("seesaw").expect("it opens").link().expect("it fits");
    harness.event(egui::Event::Paste(format!("https://example.org/#{link}")));
    harness.run_steps(2);
    assert_eq!(*harness.state().session.source(), Source::BuiltIn("seesaw"));
    harness.event(egui::Event::Paste("not a link".to_owned()));
    harness.run_steps(2);
    assert_eq!(*harness.state().session.source(), Source::BuiltIn("seesaw"));
}

#[test]
fn games_play_automatically_until_input_and_can_rewind() {
    let game = cairn2d_scenes::all()
        .iter()
        .find(|scene| scene.category.to_string() == "games")
        .expect("there is one");
    let mut harness = window(game.name);
    assert!(harness.state().session.is_game() && !harness.state().session.is_played());
    harness.run_steps(20);
    let begin = step_index(&harness);
    harness.key_down(Key::ArrowLeft);
    harness.run_steps(5);
    assert!(harness.state().session.is_played());
    harness.key_down(Key::Space);
    harness.run_steps(30);
    assert!(step_index(&harness) > begin + 20, "Space fires and does not pause");
    harness.key_up(Key::Space);
    harness.key_up(Key::ArrowLeft);
    harness.run_steps(10);
    // A replay of the input gives the same bits.
    let (step, hash) = (step_index(&harness), harness.state().session.world().hash());
    let session = &mut harness.state_mut().session;
    session.seek(0);
    session.seek(step);
    assert_eq!(session.world().hash(), hash);
    assert!(session.log().len() >= 4);
}
