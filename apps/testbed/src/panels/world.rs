//! Settings of the world and of the machine, live.

use cairn2d::LaneLevel;

use crate::session::{Edit, Session, WorldChange};

/// Shows the settings.
pub fn show(ui: &mut egui::Ui, session: &mut Session) {
    let config = session.world().config().clone();
    let mut changes = Vec::new();
    egui::Grid::new("world").num_columns(2).spacing([10.0, 4.0]).show(ui, |ui| {
        let mut gravity: [f32; 2] = config.gravity.into();
        ui.label("Gravity");
        ui.horizontal(|ui| {
            let mut changed = false;
            for (value, name) in gravity.iter_mut().zip(["gravity x", "gravity y"]) {
                let field = egui::DragValue::new(value).speed(0.1).range(-1000.0..=1000.0).max_decimals(2);
                let field = ui.add(field);
                field.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, name));
                changed |= field.changed();
            }
            ui.weak("m/s\u{b2}");
            if changed {
                changes.push(WorldChange::Gravity(gravity));
            }
        });
        ui.end_row();

        ui.label("Sub-steps");
        let mut sub_steps = config.sub_steps;
        if ui.add(egui::Slider::new(&mut sub_steps, 1..=32)).changed() {
            changes.push(WorldChange::SubSteps(sub_steps));
        }
        ui.end_row();

        ui.label("Steps per second");
        let mut hertz = session.scene().hertz;
        let field =
            egui::DragValue::new(&mut hertz).range(5.0..=1000.0).speed(1.0).max_decimals(0).suffix(" Hz");
        if ui.add(field).changed() {
            changes.push(WorldChange::Hertz(hertz));
        }
        ui.end_row();

        ui.label("Bodies");
        let (mut sleeping, mut continuous) = (config.sleeping, config.continuous);
        ui.horizontal(|ui| {
            if ui.checkbox(&mut sleeping, "sleep").changed() {
                changes.push(WorldChange::Sleeping(sleeping));
            }
            if ui.checkbox(&mut continuous, "continuous collision").changed() {
                changes.push(WorldChange::Continuous(continuous));
            }
        });
        ui.end_row();

        machine(ui, session, config.threads, config.lanes);
    });
    for change in changes {
        session.edit(Edit::World(change));
    }
}

/// Settings that do not affect results.
fn machine(ui: &mut egui::Ui, session: &mut Session, threads: usize, lanes: LaneLevel) {
    if cfg!(not(target_arch = "wasm32")) {
        ui.label("Threads");
        let most = std::thread::available_parallelism().map_or(1, core::num::NonZero::get).clamp(2, 64);
        let mut threads = threads;
        if ui.add(egui::Slider::new(&mut threads, 1..=most)).changed() {
            session.set_threads(threads);
        }
        ui.end_row();
    }
    ui.label("Lanes");
    egui::ComboBox::from_id_salt("lanes").selected_text(lanes.name()).show_ui(ui, |ui| {
        for level in LaneLevel::available() {
            if ui.selectable_label(level == lanes, level.name()).clicked() {
                session.set_lanes(level);
            }
        }
    });
    ui.end_row();
}
