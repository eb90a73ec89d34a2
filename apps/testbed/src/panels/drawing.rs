//! Drawing options of the world.

use crate::picture::{Colors, Picture};

use super::field::{self, Field, field};

const COLORS: Field<'static> = field("Colors", "", "What the color of a body says");

/// The colorings with their texts.
const COLORINGS: [(Colors, &str, &str); 5] = [
    (Colors::Automatic, "automatic", "By team in games, by body elsewhere"),
    (Colors::Body, "by body", "Neighbors have different colors"),
    (Colors::Team, "by team", "Bodies with the same lowest category of their filter share a color"),
    (Colors::Island, "by island", "Bodies of an island share a color"),
    (Colors::Kind, "by kind", "Static, kinematic, dynamic, bullet"),
];

/// Shows the drawing options for editing.
pub fn show(ui: &mut egui::Ui, picture: &mut Picture) {
    ui.horizontal(|ui| {
        field::label(ui, &COLORS);
        field::list(ui, &COLORS, &mut picture.colors, &COLORINGS);
    });
    ui.columns(2, |columns| {
        for (index, (texts, on)) in picture.switches().into_iter().enumerate() {
            field::switch(&mut columns[index % 2], &texts, on);
        }
    });
}
