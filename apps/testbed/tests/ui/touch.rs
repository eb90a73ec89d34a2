//! Fingers as a browser and a desktop report them, event by event and frame by frame.

use cairn2d_testbed::App;
use cairn2d_testbed::tools::Tool;
use egui::{Event, Modifiers, PointerButton, Pos2, TouchPhase, vec2};
use egui_kittest::Harness;

use crate::{finger, some_body, window};

fn press(harness: &Harness<'_, App>, pressed: bool, pos: Pos2) {
    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    harness.event(Event::PointerButton { pos, button, pressed, modifiers });
}

/// A finger goes down in a page: a frame runs between the emulated press and the touch.
fn down(harness: &mut Harness<'_, App>, id: u64, at: Pos2) {
    harness.event(Event::PointerMoved(at));
    press(harness, true, at);
    harness.run_steps(1);
    press(harness, true, at);
    finger(harness, id, TouchPhase::Start, at);
    harness.run_steps(1);
}

/// A finger goes up in a page.
fn up(harness: &mut Harness<'_, App>, id: u64, at: Pos2) {
    press(harness, false, at);
    harness.run_steps(1);
    press(harness, false, at);
    harness.event(Event::PointerGone);
    finger(harness, id, TouchPhase::End, at);
    harness.run_steps(1);
}

fn is_free(harness: &Harness<'_, App>) {
    let app = harness.state();
    assert_eq!(app.toolbox.fingers(), 0);
    assert!((0..20).all(|finger| !app.session.holds(finger)), "a finger still holds a body");
    assert_eq!(app.session.world().joints().count(), 0);
}

#[test]
fn a_lifted_finger_leaves_nothing_held_and_the_next_tap_drags_nothing() {
    let mut harness = window("domino");
    let (id, at) = some_body(&harness);
    down(&mut harness, 0, at);
    assert_eq!(harness.state().toolbox.fingers(), 1, "one finger, and no mouse beside it");
    assert_eq!(harness.state().session.world().joints().count(), 1);
    for way in 1..8 {
        let to = at + vec2(3.0 * way as f32, -4.0 * way as f32);
        harness.event(Event::PointerMoved(to));
        finger(&harness, 0, TouchPhase::Move, to);
        harness.run_steps(1);
    }
    up(&mut harness, 0, at + vec2(21.0, -28.0));
    is_free(&harness);
    harness.run_steps(60);
    let before = crate::position(&harness, id);
    let empty = harness.state().view().center_top() + vec2(0.0, 40.0);
    down(&mut harness, 1, empty);
    harness.run_steps(20);
    up(&mut harness, 1, empty);
    is_free(&harness);
    assert!(crate::position(&harness, id).distance(before) < 0.3, "a tap moved a body that nothing holds");
}

#[test]
fn a_tap_acts_once_with_every_tool() {
    let mut harness = window("domino");
    let at = some_body(&harness).1 - vec2(0.0, 120.0);
    let count = |harness: &Harness<'_, App>| harness.state().session.world().bodies().count();
    let edits = |harness: &Harness<'_, App>| harness.state().session.log().len();
    harness.state_mut().toolbox.tool = Tool::Spawn;
    let before = count(&harness);
    down(&mut harness, 3, at);
    up(&mut harness, 3, at);
    assert_eq!(count(&harness), before + 1);
    harness.state_mut().toolbox.tool = Tool::Bomb;
    let before = edits(&harness);
    down(&mut harness, 4, at);
    up(&mut harness, 4, at);
    assert_eq!(edits(&harness), before + 1, "one explosion");
    for tool in Tool::ALL {
        harness.state_mut().toolbox.tool = tool;
        down(&mut harness, 5, at);
        up(&mut harness, 5, at);
        is_free_of_fingers(&harness, tool);
    }
}

fn is_free_of_fingers(harness: &Harness<'_, App>, tool: Tool) {
    assert_eq!(harness.state().toolbox.fingers(), 0, "{tool:?}");
}

#[test]
fn two_and_three_fingers_lift_in_any_order() {
    let places = {
        let harness = window("domino");
        let at = some_body(&harness).1;
        [at, at + vec2(60.0, -100.0), at + vec2(-40.0, -140.0)]
    };
    for order in [[0usize, 1, 2], [2, 1, 0], [1, 2, 0], [1, 0, 2]] {
        let mut harness = window("domino");
        for (id, at) in places.into_iter().enumerate() {
            down(&mut harness, id as u64, at);
        }
        assert_eq!(harness.state().toolbox.fingers(), 3);
        for id in order {
            up(&mut harness, id as u64, places[id]);
        }
        is_free(&harness);
    }
}

#[test]
fn a_cancelled_touch_and_a_lost_window_release_the_body() {
    for lost in [false, true] {
        let mut harness = window("domino");
        let at = some_body(&harness).1;
        down(&mut harness, 0, at);
        assert_eq!(harness.state().session.world().joints().count(), 1);
        if lost {
            harness.event(Event::WindowFocused(false));
        } else {
            finger(&harness, 0, TouchPhase::Cancel, at);
        }
        harness.run_steps(2);
        is_free(&harness);
    }
}

#[test]
fn opening_another_scene_under_a_finger_holds_nothing() {
    let mut harness = window("domino");
    let at = some_body(&harness).1;
    down(&mut harness, 0, at);
    harness.state_mut().open("seesaw");
    harness.run_steps(2);
    let joints = harness.state().session.world().joints().count();
    finger(&harness, 0, TouchPhase::Move, at + vec2(30.0, 0.0));
    harness.run_steps(2);
    up(&mut harness, 0, at);
    assert_eq!(
        (harness.state().toolbox.fingers(), harness.state().session.world().joints().count()),
        (0, joints)
    );
}
