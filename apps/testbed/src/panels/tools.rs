//! The strip of the tools and of the options of the chosen one. Its height is the same for all tools.

use egui::Ui;

use crate::session::make::Piece;
use crate::tools::{Tool, Toolbox};

use super::field::{self, field};

/// Height of the strip in points of the screen.
pub const HEIGHT: f32 = 34.0;

/// Shows the tools, then the options of the chosen one.
pub fn show(ui: &mut Ui, toolbox: &mut Toolbox) {
    ui.horizontal_centered(|ui| {
        choose(ui, toolbox);
        ui.separator();
        egui::ScrollArea::horizontal().id_salt("options").auto_shrink(false).show(ui, |ui| {
            ui.horizontal_centered(|ui| options(ui, toolbox));
        });
    });
}

/// Shows the tools to choose from.
pub fn choose(ui: &mut Ui, toolbox: &mut Toolbox) {
    for (index, tool) in Tool::ALL.into_iter().enumerate() {
        let key = if index < 10 { format!(" (key {})", (index + 1) % 10) } else { String::new() };
        let hint = format!("{}{key}", tool.hint());
        field::choice(ui, &field(tool.name(), "", &hint), &mut toolbox.tool, tool);
    }
}

/// Shows the options of the chosen tool.
pub fn options(ui: &mut Ui, toolbox: &mut Toolbox) {
    match toolbox.tool {
        Tool::Spawn => {
            let shape = field("Shape", "", "Shape of the bodies that are added");
            let all = Piece::ALL.map(|piece| (piece, piece.name(), piece.hint()));
            field::label(ui, &shape);
            field::list(ui, &shape, &mut toolbox.piece, &all);
            let size = field("Size", "m", "Diameter or side of the bodies that are added");
            number(ui, &size, &mut toolbox.size, [0.02, 100.0]);
        }
        Tool::Bomb => {
            let radius = field("Blast radius", "m", "Distance at which the explosion has no effect any more");
            number(ui, &radius, &mut toolbox.bomb_radius, [0.1, 1000.0]);
            let strength =
                field("Impulse", "N s/m", "Impulse per metre of facing width; negative pulls inwards");
            number(ui, &strength, &mut toolbox.bomb_strength, [-1000.0, 1000.0]);
        }
        Tool::Dig => {
            let radius = field("Brush radius", "m", "Radius of the brush that carves or fills ground");
            number(ui, &radius, &mut toolbox.brush_radius, [0.05, 1000.0]);
            let fill = field("Fill", "", "Add ground instead of removing it");
            field::switch(ui, &fill, &mut toolbox.brush_fills);
        }
        Tool::Pour => {
            let radius = field("Jet radius", "m", "Radius of the disc in which water appears");
            number(ui, &radius, &mut toolbox.pour_radius, [0.02, 1000.0]);
        }
        Tool::Hand | Tool::Select | Tool::Draw | Tool::Erase | Tool::Pin | Tool::Cut | Tool::Portal => {
            ui.weak(toolbox.tool.hint());
        }
    }
}

fn number(ui: &mut Ui, field: &field::Field<'_>, value: &mut f32, [low, high]: [f32; 2]) {
    field::label(ui, field);
    field::number(ui, field, value, low..=high);
}
