//! Values and actions of several selected bodies.

use cairn2d::BodyId;
use egui::Ui;

use crate::session::{BodyChange, Session};

use super::field::{self, Field, field};
use super::inspector::{KINDS, remove};

const PUSH: Field<'static> =
    field("Push", "m/s", "Velocity that is added to each selected dynamic body, whatever its mass");
const COPY: Field<'static> =
    field("Copy", "m", "Displacement of the copies; joints between selected bodies are copied too");
/// Largest velocity and displacement of a field.
const FASTEST: f32 = 1000.0;
const FARTHEST: f32 = 1.0e5;

/// The numbers of the actions.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Velocity of a push `[m/s]`.
    pub push: [f32; 2],
    /// Displacement of copies `[m]`.
    pub offset: [f32; 2],
}

impl Default for Options {
    fn default() -> Self {
        Self { push: [0.0, 5.0], offset: [1.0, 1.0] }
    }
}

/// Shows several selected bodies.
pub(super) fn show(ui: &mut Ui, session: &mut Session, bodies: &[BodyId], options: &mut Options) {
    ui.strong(format!("{} bodies", bodies.len()));
    let views = || bodies.iter().filter_map(|&id| session.world().body(id));
    let mass: f32 = views().map(|body| body.mass().mass).sum();
    let energy: f32 = views().map(|body| body.kinetic_energy()).sum();
    let asleep = views().filter(|body| body.is_asleep()).count();
    ui.label(format!("{mass:.3} kg, {energy:.3} J kinetic energy, {asleep} asleep"));
    egui::Grid::new("several").num_columns(3).spacing([10.0, 4.0]).show(ui, |ui| {
        pair(ui, &PUSH, &mut options.push, FASTEST);
        if field::button(ui, &field("push", "", "Add the velocity to the selected dynamic bodies")) {
            session.push_selected(options.push.into());
        }
        ui.end_row();
        pair(ui, &COPY, &mut options.offset, FARTHEST);
        if field::button(ui, &field("copy", "", "Copy the selected bodies, and select the copies")) {
            session.copy_selected(options.offset.into());
        }
        ui.end_row();
    });
    ui.horizontal_wrapped(|ui| {
        for (texts, kind) in KINDS {
            if field::button(ui, &texts) {
                session.change_selected(&[BodyChange::Kind(kind)]);
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        let freeze = field("freeze", "", "Stop the selected bodies, and lock x, y and rotation");
        if field::button(ui, &freeze) {
            session.freeze_selected(true);
        }
        if field::button(ui, &field("unfreeze", "", "Unlock x, y and rotation of the selected bodies")) {
            session.freeze_selected(false);
        }
        if field::button(ui, &field("wake", "", "Wake all selected bodies")) {
            session.change_selected(&[BodyChange::Awake(true)]);
        }
        if field::button(ui, &field("stop", "", "Set linear and angular velocities to zero")) {
            session.change_selected(&[BodyChange::Velocity([0.0; 2]), BodyChange::AngularVelocity(0.0)]);
        }
    });
    remove(ui, session);
}

/// Two numbers with their name before them.
fn pair(ui: &mut Ui, texts: &Field<'_>, value: &mut [f32; 2], most: f32) {
    field::label(ui, texts);
    ui.horizontal(|ui| {
        for (axis, value) in ["x", "y"].into_iter().zip(value) {
            let name = format!("{} {axis}", texts.name);
            field::number(ui, &Field { name: &name, ..*texts }, value, -most..=most);
        }
    });
}
