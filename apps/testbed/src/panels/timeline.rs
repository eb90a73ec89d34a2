//! The time line below the picture: speed, and seeking.

use crate::session::Session;
use crate::session::pace::Pace;

/// Shows the time line.
pub fn show(ui: &mut egui::Ui, session: &mut Session) {
    ui.horizontal(|ui| {
        if ui.button("<").on_hover_text("One step back (,)").clicked() {
            session.step_back();
        }
        if ui.button(">").on_hover_text("One step (.)").clicked() {
            session.step_once();
        }
        let [low, high] = Pace::SPEEDS;
        let speed = egui::Slider::new(&mut session.pace.speed, low..=high).logarithmic(true);
        ui.add(speed.text("speed").custom_formatter(|speed, _| format!("{speed:.2}x")));
        if session.is_playback() {
            ui.separator();
            ui.strong("Recording");
            let verify =
                ui.button("Verify").on_hover_text("Replay the recording and compare its state hashes");
            if let Some(told) = verify.clicked().then(|| session.verify()).flatten() {
                session.say(told);
            }
        }
        ui.separator();
        let (step, last) = (session.step_index(), session.last_step());
        let seconds = step as f32 / session.scene().hertz;
        ui.label(format!("{seconds:.2} s"));
        let mut at = step;
        ui.spacing_mut().slider_width = (ui.available_width() - 110.0).max(60.0);
        let line = egui::Slider::new(&mut at, 0..=last.max(1)).show_value(false);
        let line = ui.add(line).on_hover_text("Go to any step up to the last simulated one");
        line.widget_info(|| egui::WidgetInfo::slider(true, f64::from(step), "time line"));
        if line.changed() && at != step {
            session.pace.paused = true;
            session.seek(at);
        }
        ui.label(format!("step {step}"));
    });
}
