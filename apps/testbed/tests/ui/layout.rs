//! Where the parts of the window are: nothing moves under the cursor, and the view shows the scene.

use cairn2d_testbed::App;
use cairn2d_testbed::tools::Tool;
use egui::{Event, Key, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;

use crate::{position, some_body, step_index, window, window_of};

/// The sizes of the issue: a laptop, a small window, a phone.
pub(crate) const SIZES: [[f32; 2]; 3] = [[1280.0, 800.0], [900.0, 600.0], [390.0, 844.0]];

#[test]
fn the_picture_and_the_buttons_stay_where_they_are_when_the_tool_changes() {
    for size in [[1400.0, 900.0], SIZES[0], SIZES[1]] {
        let mut harness = window_of("domino", size);
        let places = |harness: &Harness<'_, App>| {
            let buttons = ["Scenes", "Restart", "Undo", "File", "Help", "Hand", "Pour"];
            let buttons = buttons.map(|name| harness.get_by_label(name).rect());
            (harness.state().view(), buttons)
        };
        let before = places(&harness);
        for tool in Tool::ALL {
            harness.get_by_label(tool.name()).click();
            harness.run_steps(3);
            assert_eq!(harness.state().toolbox.tool, tool);
            assert_eq!(places(&harness), before, "{tool:?} at {size:?}");
        }
        harness.key_press(Key::P);
        harness.run_steps(3);
        harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::R);
        harness.run_steps(3);
        assert_eq!(places(&harness), before, "paused and recording at {size:?}");
    }
}

#[test]
fn the_card_of_the_scene_is_scrolled_into_view() {
    for size in &SIZES[..2] {
        for name in ["brick hall", "tile town"] {
            // The first frame of a window on the desktop has another size than the others.
            let mut harness = window_of(&name.replace(' ', "_"), [1600.0, 1000.0]);
            harness.set_size((*size).into());
            harness.run_steps(60);
            let window = egui::Rect::from_min_size(egui::Pos2::ZERO, (*size).into());
            let at = harness.get_by_label(name).rect();
            assert!(window.contains_rect(at), "{name} at {at:?} in {size:?}");
        }
    }
}

#[test]
fn all_buttons_of_the_bars_are_inside_of_the_window() {
    for size in &SIZES[..2] {
        let harness = window_of("domino", *size);
        let window = egui::Rect::from_min_size(egui::Pos2::ZERO, (*size).into());
        for name in ["Scenes", "Pause", "Record", "Settings", "Theme", "Help", "Hand", "Pour"] {
            let at = harness.get_by_label(name).rect();
            assert!(window.contains_rect(at), "{name} at {at:?} in {size:?}");
        }
    }
}

#[test]
fn an_embedded_window_has_the_picture_and_few_buttons() {
    for size in [[640.0, 400.0], SIZES[2], [320.0, 240.0]] {
        let mut harness = window_of("domino", size);
        harness.state_mut().embedded = true;
        harness.run_steps(3);
        let window = egui::Rect::from_min_size(egui::Pos2::ZERO, size.into());
        for name in ["Pause", "Step", "Restart", "Open in the testbed"] {
            let at = harness.get_by_label(name).rect();
            assert!(window.contains_rect(at), "{name} at {at:?} in {size:?}");
        }
        for name in ["Scenes", "Settings", "Undo", "Hand"] {
            assert!(harness.query_by_label(name).is_none(), "{name} in {size:?}");
        }
        let [width, height] = harness.state().camera.size;
        assert_eq!(width, size[0]);
        assert!(height > size[1] - 40.0, "{height} of {size:?}");
        harness.get_by_label("Pause").click();
        harness.run_steps(3);
        assert!(harness.state().session.pace.paused);
    }
}

#[test]
fn letters_in_a_field_are_no_shortcuts() {
    let mut harness = window("domino");
    harness.run_steps(20);
    let (step, tool) = (step_index(&harness), harness.state().toolbox.tool);
    for field in ["Search scenes", "Position x"] {
        if field == "Position x" {
            let id = some_body(&harness).0;
            harness.state_mut().session.selection.click(Some(id), false);
            harness.run_steps(2);
        }
        harness.get_by_label(field).click();
        harness.run_steps(2);
        for text in ["r", "p", "5", ".", "[", " "] {
            harness.event(Event::Text(text.to_owned()));
            let key = Key::from_name(text).unwrap_or(Key::Space);
            harness.key_press(key);
            harness.run_steps(1);
        }
        let app = harness.state();
        assert!(
            !app.session.pace.paused && app.session.step_index() > step,
            "{field}: {}",
            step_index(&harness)
        );
        assert_eq!((app.toolbox.tool, app.session.pace.speed), (tool, 1.0), "{field}");
        harness.key_press(Key::Escape);
        harness.run_steps(2);
    }
    // The options of a tool are fields too.
    harness.get_by_label("Bomb").click();
    harness.run_steps(2);
    harness.get_by_role_and_label(egui::accesskit::Role::SpinButton, "Blast radius").click();
    harness.run_steps(2);
    harness.event(Event::Text("7".to_owned()));
    harness.key_press(Key::Num7);
    harness.run_steps(2);
    assert_eq!(harness.state().toolbox.tool, Tool::Bomb);
}

/// A number beyond the range of its field changes nothing, and a message names the field, the number and the
/// range. A number within the range counts, also in a world that runs.
#[test]
fn fields_refuse_numbers_beyond_their_ranges() {
    let mut harness = window("domino");
    let id = some_body(&harness).0;
    harness.state_mut().session.selection.click(Some(id), false);
    harness.run_steps(2);
    let enter = |harness: &mut Harness<'_, App>, field: &str, text: &str| {
        harness.get_by_role_and_label(egui::accesskit::Role::SpinButton, field).click();
        harness.run_steps(2);
        harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
        harness.run_steps(1);
        for letter in text.chars() {
            harness.event(Event::Text(letter.to_string()));
            harness.run_steps(2);
        }
        harness.key_press(Key::Enter);
        harness.run_steps(2);
    };
    let shape = |harness: &Harness<'_, App>| {
        let world = harness.state().session.world();
        let shape = world.body(id).and_then(|body| body.shapes().next());
        world.shape(shape.expect("it has one")).map(|shape| (shape.density(), shape.material().friction))
    };
    let before = shape(&harness).expect("it is there");
    for (field, text, range) in [
        ("Density", "-3", "0 to 1000000"),
        ("Friction", "1000", "0 to 100"),
        ("Friction", "x", "0 to 100"),
        ("Gravity scale", "-101", "-100 to 100"),
        ("Dominance", "128", "-127 to 127"),
        ("Mass", "0", "to 1000000000"),
    ] {
        enter(&mut harness, field, text);
        let said = harness.get_all_by_label_contains(range).count();
        assert!(said > 0, "{field}: {text}");
        assert!(harness.get_all_by_label_contains(&format!("{field}: {text:?}")).count() > 0, "{field}");
        harness.run_steps(300);
        assert_eq!(harness.query_all_by_label_contains(range).count(), 0, "the message ends");
    }
    assert_eq!(shape(&harness), Some(before));
    let body = harness.state().session.world().body(id).expect("it is there");
    assert_eq!((body.dominance(), body.gravity_scale()), (0, 1.0));
    // The ends of a range belong to it.
    enter(&mut harness, "Time scale", "0.001");
    let body = harness.state().session.world().body(id).expect("it is there");
    assert_eq!(body.time_scale(), 0.001);
    enter(&mut harness, "Density", "2.5");
    assert_eq!(shape(&harness), Some((2.5, before.1)));
    enter(&mut harness, "Position x", "3");
    assert!((position(&harness, id).x - 3.0).abs() < 0.5, "{:?}", position(&harness, id));
}

#[test]
fn the_view_is_fitted_again_until_the_user_moves_it() {
    let mut harness = window("large_pyramid");
    harness.key_press(Key::P);
    harness.run_steps(2);
    let shown = |harness: &Harness<'_, App>| {
        let app = harness.state();
        let seen = app.camera.bounds();
        let interest = app.session.interest();
        let inside = interest.iter().filter(|&&at| seen.contains_point(at)).count();
        inside as f32 / interest.len() as f32
    };
    for size in SIZES {
        harness.set_size(size.into());
        harness.run_steps(3);
        assert!(shown(&harness) > 0.95, "{size:?}: {}", shown(&harness));
    }
    harness.state_mut().camera.zoom_at([50.0, 50.0], 3.0);
    harness.run_steps(2);
    let scale = harness.state().camera.scale;
    harness.set_size(vec2(1280.0, 800.0));
    harness.run_steps(3);
    assert_eq!(harness.state().camera.scale, scale, "the view of the user stays");
    harness.key_press(Key::Home);
    harness.run_steps(3);
    assert!(shown(&harness) > 0.95 && harness.state().framing.is_automatic());
}

#[test]
fn a_scene_that_drives_away_stays_in_view() {
    let mut harness = window("heavy_cart");
    for _ in 0..20 {
        harness.run_steps(30);
        let app = harness.state();
        let seen = app.camera.bounds();
        let interest = app.session.interest();
        let inside = interest.iter().filter(|&&at| seen.contains_point(at)).count();
        assert!(2 * inside > interest.len(), "step {}: {inside} in view", app.session.step_index());
    }
    let (id, _) = some_body(&harness);
    assert!(position(&harness, id).is_finite());
}

#[test]
fn a_recording_that_has_ended_plays_again() {
    let mut recorded = cairn2d_testbed::session::Session::open("domino").expect("it opens");
    recorded.record().expect("it has no functions");
    for _ in 0..12 {
        recorded.step_once();
        recorded.frame(0.02);
    }
    recorded.end_recording();
    let bytes = recorded.take_recorded().expect("it has ended");
    let mut harness = window("seesaw");
    harness.state_mut().open_file("take.crec", &bytes);
    harness.run_steps(40);
    assert!(harness.state().session.pace.paused && step_index(&harness) == 12);
    harness.get_by_label("Play").click();
    harness.run_steps(5);
    assert!(!harness.state().session.pace.paused && step_index(&harness) < 12);
    harness.run_steps(40);
    assert_eq!(step_index(&harness), 12);
}
