//! The time line below the picture: speed, seeking, edits, and kept futures.

use egui::{Ui, vec2};

use crate::session::Session;
use crate::session::pace::Pace;

use super::field::{self, field};

/// Shows the time line.
pub fn show(ui: &mut Ui, session: &mut Session) {
    ui.horizontal(|ui| {
        if field::button(ui, &field("<", "", "One step back (,)")) {
            session.step_back();
        }
        if field::button(ui, &field(">", "", "One step (.)")) {
            session.step_once();
        }
        speed(ui, session);
        if session.is_playback() {
            ui.separator();
            ui.strong("Recording");
            let verify = field("Verify", "", "Replay the recording and compare its state hashes");
            if let Some(told) = field::button(ui, &verify).then(|| session.verify()).flatten() {
                session.say(told);
            }
        }
        ui.separator();
        futures(ui, session);
        line(ui, session);
    });
}

fn speed(ui: &mut Ui, session: &mut Session) {
    let [low, high] = Pace::SPEEDS;
    let texts = field("Speed", "", "Simulated time per real time ([ and ], \\ for real time)");
    field::label(ui, &texts);
    field::factor(ui, &texts, &mut session.pace.speed, low..=high);
}

/// The menu of futures that an edit in the past has left.
fn futures(ui: &mut Ui, session: &mut Session) {
    let texts = field("Futures", "", "Futures that were left by an edit in their past");
    let branches = session.branches();
    let mut taken = None;
    field::menu(ui, &texts, !branches.is_empty(), |ui| {
        for (index, branch) in branches.iter().enumerate() {
            let (fork, end, edits) = (branch.fork, branch.end, branch.edits());
            let name = format!("Steps {fork} to {end}, {edits} edits");
            if field::button(ui, &field(&name, "", "Take this future; the present one is kept")) {
                taken = Some(index);
                ui.close();
            }
        }
    });
    if let Some(index) = taken {
        session.take_branch(index);
    }
}

/// Shows the time, the line and the step.
pub fn line(ui: &mut Ui, session: &mut Session) {
    let (step, last) = (session.step_index(), session.last_step());
    ui.label(format!("{:.2} s", step as f32 / session.scene().hertz));
    let mut at = session.seeking().map_or(step, |seeking| seeking.to);
    ui.spacing_mut().slider_width = (ui.available_width() - 130.0).max(60.0);
    let texts = field("time line", "step", "Go to any step up to the last simulated one; marks are edits");
    let response = field::line(ui, &texts, &mut at, last.max(1));
    let (left, right) = (response.rect.left() + 8.0, response.rect.right() - 8.0);
    let x = |step: f32| left + (right - left) * step / last.max(1) as f32;
    let (color, mut before) = (ui.visuals().warn_fg_color, f32::NEG_INFINITY);
    for mark in session.marks() {
        let mark = x(mark as f32);
        if mark - before > 2.0 {
            let size = vec2(2.0, response.rect.height());
            let tick = egui::Rect::from_center_size(egui::pos2(mark, response.rect.center().y), size);
            ui.painter().rect_filled(tick, 0.0, color);
            before = mark;
        }
    }
    if response.changed() && at != step {
        session.pace.paused = true;
        session.seek(at);
    }
    match session.seek_progress() {
        Some(progress) => ui.strong(format!("seeking {:.0} %", 100.0 * progress)),
        None => ui.label(format!("step {step}")),
    };
}
