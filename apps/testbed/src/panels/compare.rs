//! The comparison with a second run of the scene: its settings, and the difference.

use cairn2d::BodyId;
use egui::Ui;

use crate::compare::{Arrangement, Changes, Comparison, Difference};
use crate::session::{Session, WorldChange};

use super::field::{self, Field, field};
use super::parameters;

const START: Field<'static> =
    field("Compare", "", "Run the scene a second time with other settings, in the same steps");
const END: Field<'static> = field("End comparison", "", "Remove the second run");
const SHOWN: Field<'static> = field("View", "", "How the second run is shown");
const ARRANGEMENTS: [(Arrangement, &str, &str); 2] = [
    (Arrangement::Ghosts, "outlines", "Outlines of the bodies of the second run over the first one"),
    (Arrangement::SideBySide, "side by side", "The second run in its own view on the right"),
];
const SUB_STEPS: Field<'static> =
    field("Sub-steps of run 2", "", "Solver sub-steps of a step of the second run");
const GRAVITY: Field<'static> =
    field("Gravity y of run 2", "m/s\u{b2}", "Acceleration along y in the second run");
const SLEEPING: Field<'static> = field("sleeping in run 2", "", "Islands of the second run may fall asleep");
const CONTINUOUS: Field<'static> =
    field("continuous collision in run 2", "", "Fast bodies of the second run stop at thin walls (CCD)");
const LARGEST: Field<'static> = field(
    "Largest distance",
    "m",
    "Between the centers of mass of a body in both runs; bodies are paired by id",
);
const MEAN: Field<'static> = field("Mean distance", "m", "Of the centers of mass of all paired bodies");
const PARTED: Field<'static> =
    field("First difference", "step", "The first step after which a pose differed");
const KINETIC: Field<'static> = field("Kinetic energy", "J", "Of all dynamic bodies, in both runs");
const TOTAL: Field<'static> = field(
    "Total energy",
    "J",
    "Kinetic energy and potential energy in the gravity of the world, in both runs",
);

/// Shows the comparison for editing.
pub fn show(ui: &mut Ui, session: &mut Session, comparison: &mut Option<Comparison>) {
    let Some(two) = comparison else {
        if field::wide_button(ui, &START, (0.0, !session.is_playback())) {
            match Comparison::new(session) {
                Ok(new) => *comparison = Some(new),
                Err(why) => session.say(why),
            }
        }
        return;
    };
    ui.horizontal(|ui| {
        field::label(ui, &SHOWN);
        for (value, name, hint) in ARRANGEMENTS {
            field::choice(ui, &field(name, "", hint), &mut two.arrangement, value);
        }
    });
    let mut changes = two.changes().clone();
    ui.strong("Settings of run 2");
    egui::Grid::new("compared").num_columns(2).spacing([10.0, 4.0]).show(ui, |ui| {
        settings(ui, two.other(), &mut changes);
    });
    switches(ui, two.other(), &mut changes);
    ui.strong("Difference of run 1 and run 2");
    if changes != *two.changes()
        && let Err(why) = two.set_changes(session, changes)
    {
        session.say(why);
    }
    if two.is_level(session) {
        let chosen = difference(ui, two.difference(), two.parted());
        if let Some(body) = chosen.filter(|&body| session.world().body(body).is_some()) {
            session.selection.click(Some(body), false);
        }
    } else {
        let (at, step) = (two.other().step_index(), session.step_index());
        ui.weak(format!("Run 2 is at step {at} of {step}"));
    }
    if field::button(ui, &END) {
        *comparison = None;
    }
}

/// The settings of the second run.
fn settings(ui: &mut Ui, other: &Session, changes: &mut Changes) {
    let config = other.world().config().clone();
    field::short_label(ui, &SUB_STEPS, "Sub-steps");
    let mut sub_steps = config.sub_steps;
    if field::slider(ui, &SUB_STEPS, &mut sub_steps, 1..=32) {
        changes.set_world(WorldChange::SubSteps(sub_steps));
    }
    ui.end_row();
    field::short_label(ui, &GRAVITY, "Gravity y");
    let mut gravity: [f32; 2] = config.gravity.into();
    if field::number(ui, &GRAVITY, &mut gravity[1], -1000.0..=1000.0) {
        changes.set_world(WorldChange::Gravity(gravity));
    }
    ui.end_row();
    for parameter in other.parameters() {
        let name = format!("{} of run 2", parameter.name.replace('_', " "));
        if let Some(value) =
            parameters::row(ui, parameter, &field(&name, parameter.unit, parameter.description))
        {
            changes.set_parameter(parameter.name, value);
        }
        ui.end_row();
    }
}

/// The switches of the second run.
fn switches(ui: &mut Ui, other: &Session, changes: &mut Changes) {
    let config = other.world().config();
    let (mut sleeping, mut continuous) = (config.sleeping, config.continuous);
    if field::switch(ui, &SLEEPING, &mut sleeping) {
        changes.set_world(WorldChange::Sleeping(sleeping));
    }
    if field::switch(ui, &CONTINUOUS, &mut continuous) {
        changes.set_world(WorldChange::Continuous(continuous));
    }
}

/// The numbers of a difference. Returns the body to select.
fn difference(ui: &mut Ui, difference: &Difference, parted: Option<u32>) -> Option<BodyId> {
    let mut chosen = None;
    egui::Grid::new("difference").num_columns(2).spacing([10.0, 4.0]).show(ui, |ui| {
        field::label(ui, &LARGEST);
        match difference.largest {
            None => {
                ui.label("0 m");
            }
            Some((body, distance)) => {
                let name = format!("{distance:.4} m, {body}");
                if field::button(ui, &field(&name, "", "Select this body in the first run")) {
                    chosen = Some(body);
                }
            }
        }
        ui.end_row();
        let first = parted.map_or("none seen".to_owned(), |step| format!("step {step}"));
        let both = |[a, b]: [f64; 2]| format!("{a:.3} J, {b:.3} J");
        for (texts, value) in [
            (MEAN, format!("{:.4} m", difference.mean)),
            (PARTED, first),
            (KINETIC, both(difference.kinetic)),
            (TOTAL, both(difference.total)),
        ] {
            field::label(ui, &texts);
            ui.label(value);
            ui.end_row();
        }
    });
    let [one, two] = difference.single;
    let moved = format!("{} of {} paired bodies differ", difference.moved, difference.paired);
    ui.weak(if one + two == 0 { moved } else { format!("{moved}; {one} and {two} without a partner") });
    chosen
}
