//! The picture in the middle: passes the pointer to the tools, and draws the world.

use egui::{Pos2, Rect, Sense};

use crate::camera::Camera;
use crate::pointer::{Contact, Pointers};
use crate::session::Session;
use crate::tools::{Toolbox, Touch};

/// Zoom per point of the wheel.
const WHEEL: f32 = 0.0035;

/// The pointer over the picture.
#[derive(Debug, Default)]
pub struct Pointer {
    pointers: Pointers,
}

impl Pointer {
    /// Passes mouse and fingers to the tools and the camera, without those that begin on a covered part.
    /// Returns the area of the picture.
    pub fn show(
        &mut self,
        ui: &mut egui::Ui,
        (session, toolbox, camera): (&mut Session, &mut Toolbox, &mut Camera),
        covered: impl Fn(Pos2) -> bool,
    ) -> Rect {
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "world"));
        camera.size = rect.size().into();
        let local = |at: Pos2| [at.x - rect.left(), at.y - rect.top()];
        let context = ui.ctx().clone();
        let (events, add) = context.input(|input| (input.events.clone(), input.modifiers.shift));
        // A window may cover the picture, and the border of a panel may be dragged.
        let free = |at: Pos2| context.layer_id_at(at).is_none_or(|layer| layer == ui.layer_id());
        let taken = context.dragged_id().is_some_and(|id| id != response.id);
        let inside = |at: Pos2| rect.contains(at) && free(at) && !taken && !covered(at);
        for Contact { finger, phase, at } in self.pointers.read(&events, inside) {
            toolbox.touch(Touch { finger, phase, at: local(at), add }, session, camera);
        }
        if self.pointers.is_idle() && toolbox.fingers() > 0 {
            toolbox.cancel(session);
        }
        toolbox.hover = response.hover_pos().map(local);
        self.look(ui, &response, local, (toolbox, camera));
        rect
    }

    /// Moves the camera by wheel, pinch, and the other buttons.
    fn look(
        &self,
        ui: &egui::Ui,
        response: &egui::Response,
        local: impl Fn(Pos2) -> [f32; 2],
        (toolbox, camera): (&Toolbox, &mut Camera),
    ) {
        for button in [egui::PointerButton::Secondary, egui::PointerButton::Middle] {
            if response.dragged_by(button) {
                camera.pan(response.drag_delta().into());
            }
        }
        let (scroll, zoom, pinch) =
            ui.input(|input| (input.smooth_scroll_delta().y, input.zoom_delta(), input.multi_touch()));
        if let Some(pinch) = pinch.filter(|_| toolbox.may_pinch() && self.pointers.touches()) {
            camera.pan(pinch.translation_delta.into());
            camera.zoom_at(local(pinch.center_pos), pinch.zoom_delta);
        } else if let Some(at) = response.hover_pos() {
            let factor = zoom * (WHEEL * scroll).exp();
            if factor != 1.0 && factor.is_finite() {
                camera.zoom_at(local(at), factor);
            }
        }
    }
}
