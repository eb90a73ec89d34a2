//! The bar above the picture: time, tools, undo, files, visibility.

use crate::session::Session;
use crate::session::make::Piece;
use crate::tools::{Tool, Toolbox};

use super::help::{Action, hint};

/// Shows the bar. Returns the requested action.
pub fn show(ui: &mut egui::Ui, session: &Session, toolbox: &mut Toolbox) -> Option<Action> {
    let mut asked = None;
    ui.horizontal_wrapped(|ui| {
        let mut button = |ui: &mut egui::Ui, text: &str, action: Action, enabled: bool| {
            let button = ui.add_enabled(enabled, egui::Button::new(text));
            if button.on_hover_text(hint(ui.ctx(), action)).clicked() {
                asked = Some(action);
            }
        };
        button(ui, if session.pace.paused { "Play" } else { "Pause" }, Action::Pause, true);
        button(ui, "Step", Action::Step, true);
        button(ui, "Restart", Action::Restart, true);
        ui.separator();
        tools(ui, toolbox);
        ui.separator();
        button(ui, "Undo", Action::Undo, session.can_undo());
        button(ui, "Redo", Action::Redo, session.can_redo());
        ui.separator();
        button(ui, "Fit", Action::Fit, true);
        button(ui, "Save", Action::Save, true);
        button(ui, "Share", Action::Share, !session.is_playback());
        let recording = session.is_recording();
        button(
            ui,
            if recording { "Stop recording" } else { "Record" },
            Action::Record,
            !session.is_playback(),
        );
        ui.separator();
        button(ui, "Scenes", Action::Catalogue, true);
        button(ui, "Settings", Action::Settings, true);
        button(ui, "Theme", Action::Theme, true);
        button(ui, "Help", Action::Help, true);
    });
    asked
}

fn tools(ui: &mut egui::Ui, toolbox: &mut Toolbox) {
    for (index, tool) in Tool::ALL.into_iter().enumerate() {
        let label = ui.selectable_label(toolbox.tool == tool, tool.name());
        if label.on_hover_text(format!("{} ({})", tool.hint(), index + 1)).clicked() {
            toolbox.tool = tool;
        }
    }
    match toolbox.tool {
        Tool::Spawn => {
            egui::ComboBox::from_id_salt("piece").selected_text(toolbox.piece.name()).width(84.0).show_ui(
                ui,
                |ui| {
                    for piece in Piece::ALL {
                        ui.selectable_value(&mut toolbox.piece, piece, piece.name());
                    }
                },
            );
            ui.add(egui::DragValue::new(&mut toolbox.size).range(0.02..=100.0).speed(0.02).suffix(" m"))
                .on_hover_text("Size");
        }
        Tool::Bomb => {
            ui.add(
                egui::DragValue::new(&mut toolbox.bomb_radius).range(0.1..=1000.0).speed(0.1).suffix(" m"),
            )
            .on_hover_text("Radius");
            let strength =
                egui::DragValue::new(&mut toolbox.bomb_strength).range(-1000.0..=1000.0).speed(0.5);
            ui.add(strength.suffix(" N s/m"))
                .on_hover_text("Impulse per metre of width; below 0 it pulls inwards");
        }
        Tool::Dig => {
            ui.add(
                egui::DragValue::new(&mut toolbox.brush_radius).range(0.05..=1000.0).speed(0.05).suffix(" m"),
            )
            .on_hover_text("Radius");
            ui.checkbox(&mut toolbox.brush_fills, "Fill").on_hover_text("Add ground instead of removing it");
        }
        Tool::Pour => {
            ui.add(
                egui::DragValue::new(&mut toolbox.pour_radius).range(0.02..=1000.0).speed(0.02).suffix(" m"),
            )
            .on_hover_text("Radius");
        }
        _ => {}
    }
}
