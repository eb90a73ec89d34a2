//! Drawing options of the world.

use crate::picture::Picture;
use crate::render::Coloring;

/// Shows the drawing options for editing.
pub fn show(ui: &mut egui::Ui, picture: &mut Picture) {
    let options = &mut picture.options;
    ui.columns(2, |columns| {
        let left: [(&mut bool, &str); 7] = [
            (&mut options.shapes, "shapes"),
            (&mut options.sensors, "sensors"),
            (&mut options.fields, "fields"),
            (&mut options.joints, "joints"),
            (&mut options.one_way, "one-way directions"),
            (&mut options.sleep, "sleep"),
            (&mut picture.grid, "grid"),
        ];
        for (on, name) in left {
            columns[0].checkbox(on, name);
        }
        let right: [(&mut bool, &str); 8] = [
            (&mut options.contacts, "contacts"),
            (&mut options.normals, "normals"),
            (&mut options.impulses, "impulses"),
            (&mut options.boxes, "AABBs"),
            (&mut options.velocities, "velocities"),
            (&mut options.centers, "centres of mass"),
            (&mut options.body_ids, "body ids"),
            (&mut options.joint_ids, "joint ids"),
        ];
        for (on, name) in right {
            columns[1].checkbox(on, name);
        }
    });
    ui.horizontal(|ui| {
        ui.label("Colors");
        ui.selectable_value(&mut options.coloring, Coloring::Kind, "by kind");
        ui.selectable_value(&mut options.coloring, Coloring::Body, "by body");
        ui.selectable_value(&mut options.coloring, Coloring::Island, "by island");
    });
    ui.checkbox(&mut options.graph_colors, "contacts by graph color");
    ui.checkbox(&mut picture.interpolate, "interpolate")
        .on_hover_text("Draw moving bodies between their last two poses");
}
