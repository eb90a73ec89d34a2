//! Settings of the world and of the machine, live.

use cairn2d::LaneLevel;
use egui::Ui;

use crate::session::{Edit, Session, WorldChange};

use super::field::{self, Field, field};

const GRAVITY: [Field<'static>; 2] = [
    field("gravity x", "m/s\u{b2}", "Acceleration of all bodies along x; a change wakes sleeping bodies"),
    field("gravity y", "m/s\u{b2}", "Acceleration of all bodies along y; a change wakes sleeping bodies"),
];
const SUB_STEPS: Field<'static> =
    field("Sub-steps", "", "Solver sub-steps of a step: more make joints and stacks stiffer, and cost time");
const HERTZ: Field<'static> = field("Step rate", "Hz", "Steps per second of simulated time");
const SLEEPING: Field<'static> =
    field("sleeping", "", "Islands at rest are no longer simulated until touched");
const CONTINUOUS: Field<'static> =
    field("continuous collision", "", "Fast bodies stop at thin walls instead of passing them (CCD)");
const THREADS: Field<'static> = field("Threads", "", "Threads of a step; the result does not depend on it");
const LANES: Field<'static> =
    field("SIMD", "", "Instruction set and width of the kernels; the result does not depend on it");

/// Shows the settings.
pub fn show(ui: &mut Ui, session: &mut Session) {
    let config = session.world().config().clone();
    let mut changes = Vec::new();
    egui::Grid::new("world").num_columns(2).spacing([10.0, 4.0]).show(ui, |ui| {
        let mut gravity: [f32; 2] = config.gravity.into();
        ui.label("Gravity");
        let changed = ui.horizontal(|ui| {
            let axes = gravity.iter_mut().zip(&GRAVITY);
            axes.fold(false, |changed, (value, texts)| {
                field::number(ui, texts, value, -1000.0..=1000.0) || changed
            })
        });
        if changed.inner {
            changes.push(WorldChange::Gravity(gravity));
        }
        ui.end_row();

        field::label(ui, &SUB_STEPS);
        let mut sub_steps = config.sub_steps;
        if field::slider(ui, &SUB_STEPS, &mut sub_steps, 1..=32) {
            changes.push(WorldChange::SubSteps(sub_steps));
        }
        ui.end_row();

        field::label(ui, &HERTZ);
        let mut hertz = session.scene().hertz;
        if field::number(ui, &HERTZ, &mut hertz, 5.0..=1000.0) {
            changes.push(WorldChange::Hertz(hertz));
        }
        ui.end_row();

        ui.label("Bodies");
        let (mut sleeping, mut continuous) = (config.sleeping, config.continuous);
        ui.horizontal(|ui| {
            if field::switch(ui, &SLEEPING, &mut sleeping) {
                changes.push(WorldChange::Sleeping(sleeping));
            }
            if field::switch(ui, &CONTINUOUS, &mut continuous) {
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
fn machine(ui: &mut Ui, session: &mut Session, mut threads: usize, mut lanes: LaneLevel) {
    if cfg!(not(target_arch = "wasm32")) {
        let most = std::thread::available_parallelism().map_or(1, core::num::NonZero::get).clamp(2, 64);
        field::label(ui, &THREADS);
        if field::slider(ui, &THREADS, &mut threads, 1..=most) {
            session.set_threads(threads);
        }
        ui.end_row();
    }
    field::label(ui, &LANES);
    let levels: Vec<(LaneLevel, &str, &str)> =
        LaneLevel::available().map(|level| (level, level.name(), LANES.hint)).collect();
    if field::list(ui, &LANES, &mut lanes, &levels) {
        session.set_lanes(lanes);
    }
    ui.end_row();
}
