//! The layout of a phone, 390 x 844.

use cairn2d_testbed::session::Source;
use cairn2d_testbed::tools::Tool;
use egui::accesskit::Role;
use egui::{Key, Pos2, Rect, TouchPhase, vec2};
use egui_kittest::kittest::Queryable;

use crate::layout::SIZES;
use crate::{finger, step_index, window_of};

const PHONE: [f32; 2] = SIZES[2];

#[test]
fn the_bar_of_a_phone_has_large_buttons_inside_of_the_window() {
    let mut harness = window_of("domino", PHONE);
    let window = Rect::from_min_size(Pos2::ZERO, PHONE.into());
    for name in ["Pause", "Undo", "Scenes", "Tools", "Settings", "More"] {
        let at = harness.get_by_label(name).rect();
        assert!(window.contains_rect(at) && at.height() >= 44.0 && at.width() >= 44.0, "{name}: {at:?}");
    }
    let line = harness.get_by_role_and_label(Role::Slider, "time line").rect();
    assert!(window.contains_rect(line) && line.width() > 150.0, "{line:?}");
    let view = harness.state().view();
    assert!(view.width() == PHONE[0] && view.height() > 0.8 * PHONE[1], "{view:?}");
    harness.get_by_label("Tools").click();
    harness.run_steps(3);
    assert_eq!(harness.state().view(), view, "a sheet covers the picture and does not move it");
    for tool in Tool::ALL {
        let at = harness.get_by_label(tool.name()).rect();
        assert!(window.contains_rect(at) && at.height() >= 40.0, "{tool:?}: {at:?}");
    }
    harness.get_by_label("Bomb").click();
    harness.run_steps(3);
    assert_eq!(harness.state().toolbox.tool, Tool::Bomb);
    harness.get_by_label("More").click();
    harness.run_steps(3);
    for name in ["Step", "Restart", "Fit", "Open", "Save snapshot", "Copy link", "Theme", "Help"] {
        let at = harness.get_by_label(name).rect();
        assert!(window.contains_rect(at) && at.height() >= 44.0, "{name}: {at:?}");
    }
}

#[test]
fn a_scene_is_chosen_from_the_sheet() {
    let mut harness = window_of("domino", PHONE);
    harness.get_by_label("Scenes").click();
    harness.run_steps(3);
    harness.get_by_label("Search scenes").focus();
    harness.run_steps(2);
    harness.get_by_label("Search scenes").type_text("seesaw");
    harness.run_steps(3);
    harness.get_by_label("seesaw").click();
    harness.run_steps(3);
    assert_eq!(*harness.state().session.source(), Source::BuiltIn("seesaw"));
    assert!(harness.query_by_label("Search scenes").is_none(), "the sheet has closed");
}

#[test]
fn the_help_fits_every_window() {
    for size in SIZES {
        let mut harness = window_of("domino", size);
        harness.key_press(Key::F1);
        harness.run_steps(6);
        let window = Rect::from_min_size(Pos2::ZERO, size.into());
        let help = harness.get_by_role_and_label(Role::Window, "Help").rect();
        assert!(window.contains_rect(help), "{help:?} in {size:?}");
    }
}

#[test]
fn thumbs_steer_a_game() {
    let mut harness = window_of("asteroids", PHONE);
    let view = harness.state().view();
    let (left, fire) = (view.left_bottom() + vec2(40.0, -60.0), view.right_bottom() + vec2(-40.0, -60.0));
    assert!(!harness.state().session.is_played());
    finger(&harness, 1, TouchPhase::Start, left);
    finger(&harness, 2, TouchPhase::Start, fire);
    harness.run_steps(5);
    let app = harness.state();
    assert!(app.session.is_played() && app.toolbox.fingers() == 0, "pads are no tools");
    let step = step_index(&harness);
    finger(&harness, 1, TouchPhase::End, left);
    finger(&harness, 2, TouchPhase::End, fire);
    harness.run_steps(5);
    assert!(step_index(&harness) > step);
}
