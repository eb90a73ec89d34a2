//! The bar above the picture: scenes, time, undo, view, files, panels. One row of constant height.

use egui::Ui;

use crate::session::Session;

use super::field::{self, field};
use super::help::{Action, hint};

/// Height of the bar in points of the screen.
pub const HEIGHT: f32 = 34.0;
/// Widths of the buttons whose text changes, so that the others stay in place.
const PAUSE: f32 = 60.0;
const RECORD: f32 = 112.0;

/// Shows the bar. Returns the requested action.
pub fn show(ui: &mut Ui, session: &Session) -> Option<Action> {
    let mut asked = None;
    ui.horizontal_centered(|ui| {
        let mut button = |ui: &mut Ui, text: &str, action: Action, shape: (f32, bool)| {
            let hint = hint(ui.ctx(), action);
            if field::wide_button(ui, &field(text, "", &hint), shape) {
                asked = Some(action);
            }
        };
        let (live, recording) = (!session.is_playback(), session.is_recording());
        button(ui, "Scenes", Action::Catalogue, (0.0, true));
        ui.separator();
        button(ui, if session.pace.paused { "Play" } else { "Pause" }, Action::Pause, (PAUSE, true));
        button(ui, "Step", Action::Step, (0.0, true));
        button(ui, "Restart", Action::Restart, (0.0, true));
        ui.separator();
        button(ui, "Undo", Action::Undo, (0.0, session.can_undo()));
        button(ui, "Redo", Action::Redo, (0.0, session.can_redo()));
        button(ui, "Fit", Action::Fit, (0.0, true));
        ui.separator();
        if let Some(action) = files(ui, live) {
            asked = Some(action);
        }
        let mut button = |ui: &mut Ui, text: &str, action: Action, shape: (f32, bool)| {
            let hint = hint(ui.ctx(), action);
            if field::wide_button(ui, &field(text, "", &hint), shape) {
                asked = Some(action);
            }
        };
        button(ui, if recording { "Stop recording" } else { "Record" }, Action::Record, (RECORD, live));
        ui.separator();
        button(ui, "Settings", Action::Settings, (0.0, true));
        button(ui, "Theme", Action::Theme, (0.0, true));
        button(ui, "Help", Action::Help, (0.0, true));
    });
    asked
}

/// Shows the bar of a window that is part of another page. Returns the requested action, and whether to open
/// the scene in a page of its own.
pub fn embedded(ui: &mut Ui, session: &Session) -> (Option<Action>, bool) {
    let (mut asked, mut opens_alone) = (None, false);
    ui.horizontal_centered(|ui| {
        let play = if session.pace.paused { "Play" } else { "Pause" };
        let buttons =
            [(play, Action::Pause, PAUSE), ("Step", Action::Step, 0.0), ("Restart", Action::Restart, 0.0)];
        for (name, action, width) in buttons {
            let hint = hint(ui.ctx(), action);
            if field::wide_button(ui, &field(name, "", &hint), (width, true)) {
                asked = Some(action);
            }
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let open =
                field("Open in the testbed", "", "Open the scene and its edits with all tools, in a new tab");
            opens_alone = field::wide_button(ui, &open, (0.0, true));
        });
    });
    (asked, opens_alone)
}

/// The menu of files. Returns the requested action.
fn files(ui: &mut Ui, live: bool) -> Option<Action> {
    let mut asked = None;
    field::menu(ui, &field("File", "", "Open and save files, copy a link"), true, |ui| {
        let entries = [
            ("Open", Action::Open, true),
            ("Save scene", Action::Save, true),
            ("Save snapshot", Action::Snapshot, true),
            ("Copy link", Action::Share, live),
        ];
        for (name, action, enabled) in entries {
            let hint = hint(ui.ctx(), action);
            if field::wide_button(ui, &field(name, "", &hint), (120.0, enabled)) {
                asked = Some(action);
                ui.close();
            }
        }
    });
    asked
}
