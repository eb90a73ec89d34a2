//! Sliders for the parameters of the scene. Each change restarts it.

use cairn2d_scenes::Parameter;
use egui::Ui;

use crate::session::Session;

use super::field::{self, Field, field};

const DEFAULTS: Field<'static> =
    field("Defaults", "", "Restart the scene with the default values of all parameters");

/// Shows the parameters.
pub fn show(ui: &mut Ui, session: &mut Session) {
    let parameters = session.parameters().to_vec();
    if parameters.is_empty() {
        ui.weak("A recording has no parameters.");
        return;
    }
    let mut asked = None;
    egui::Grid::new("parameters").num_columns(2).spacing([10.0, 4.0]).show(ui, |ui| {
        for parameter in &parameters {
            let hint = format!("{}; a change restarts the scene", parameter.description);
            let name = parameter.name.replace('_', " ");
            if let Some(value) = row(ui, parameter, &field(&name, parameter.unit, &hint)) {
                asked = Some(session.set_parameter(parameter.name, value));
            }
            ui.end_row();
        }
    });
    let is_changed = parameters.iter().any(|parameter| parameter.value != parameter.default);
    if field::wide_button(ui, &DEFAULTS, (0.0, is_changed)) {
        asked = Some(session.set_parameters(&[]));
    }
    if let Some(Err(why)) = asked {
        session.say(why);
    }
}

/// Shows a parameter in a row of a grid, with these texts. Returns another value.
pub(super) fn row(ui: &mut Ui, parameter: &Parameter, texts: &Field<'_>) -> Option<f32> {
    field::short_label(ui, texts, &parameter.name.replace('_', " "));
    let [least, most] = parameter.range;
    let mut value = parameter.value;
    let changed = if parameter.is_whole {
        let mut count = value as i32;
        let changed = field::slider(ui, texts, &mut count, least as i32..=most as i32);
        value = count as f32;
        changed
    } else {
        field::slider(ui, texts, &mut value, least..=most)
    };
    changed.then_some(value)
}
