//! The picture in the middle: passes the pointer to the tools, and draws the world.

use egui::{Event, Pos2, Rect, Sense, TouchPhase};

use crate::camera::Camera;
use crate::session::Session;
use crate::tools::{Phase, Toolbox, Touch};

/// Zoom per point of the wheel.
const WHEEL: f32 = 0.0035;

/// The pointer over the picture.
#[derive(Debug, Default)]
pub struct Pointer {
    /// Whether the left button is down in the picture.
    pressed: bool,
    /// Fingers that went down in the picture.
    fingers: Vec<u64>,
}

impl Pointer {
    /// Passes mouse and fingers to the tools and the camera. Returns the area of the picture.
    pub fn show(
        &mut self,
        ui: &mut egui::Ui,
        session: &mut Session,
        toolbox: &mut Toolbox,
        camera: &mut Camera,
    ) -> Rect {
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::click_and_drag());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, "world"));
        camera.size = rect.size().into();
        let local = |at: Pos2| [at.x - rect.left(), at.y - rect.top()];
        let add = ui.input(|input| input.modifiers.shift);
        let touches = self.touches(ui, rect);
        if touches.is_empty() && self.fingers.is_empty() {
            self.mouse(&response, local, add, (session, toolbox, camera));
        }
        for (finger, phase, at) in touches {
            toolbox.touch(Touch { finger, phase, at: local(at), add }, session, camera);
        }
        self.look(ui, &response, local, (toolbox, camera));
        rect
    }

    /// Touches from the raw events, because egui itself only follows the first finger.
    fn touches(&mut self, ui: &egui::Ui, rect: Rect) -> Vec<(u64, Phase, Pos2)> {
        let of = |event: &Event| match event {
            // Finger 0 is the mouse.
            Event::Touch { id, phase, pos, .. } => Some((id.0.wrapping_add(1).max(1), *phase, *pos)),
            _ => None,
        };
        let events: Vec<_> = ui.input(|input| input.events.iter().filter_map(of).collect());
        // A window may cover the picture.
        let free = |at: Pos2| ui.ctx().layer_id_at(at).is_none_or(|layer| layer == ui.layer_id());
        let mut touches = Vec::new();
        for (finger, phase, at) in events {
            let known = self.fingers.contains(&finger);
            match phase {
                TouchPhase::Start if rect.contains(at) && free(at) => {
                    self.fingers.push(finger);
                    touches.push((finger, Phase::Down, at));
                }
                TouchPhase::Move if known => touches.push((finger, Phase::Move, at)),
                TouchPhase::End | TouchPhase::Cancel if known => {
                    self.fingers.retain(|&other| other != finger);
                    touches.push((finger, Phase::Up, at));
                }
                _ => {}
            }
        }
        touches
    }

    fn mouse(
        &mut self,
        response: &egui::Response,
        local: impl Fn(Pos2) -> [f32; 2],
        add: bool,
        (session, toolbox, camera): (&mut Session, &mut Toolbox, &mut Camera),
    ) {
        let mut touch = |phase: Phase, at: Pos2| {
            toolbox.touch(Touch { finger: 0, phase, at: local(at), add }, session, camera);
        };
        let pointer = response.ctx.input(|input| {
            let pointer = &input.pointer;
            (pointer.primary_pressed(), pointer.primary_down(), pointer.latest_pos(), pointer.press_origin())
        });
        let (pressed, down, Some(at), origin) = pointer else { return };
        if pressed && response.contains_pointer() && !self.pressed {
            self.pressed = true;
            touch(Phase::Down, origin.unwrap_or(at));
        }
        if self.pressed {
            touch(if down { Phase::Move } else { Phase::Up }, at);
            self.pressed = down;
        }
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
        if let Some(pinch) = pinch.filter(|_| toolbox.may_pinch() && !self.fingers.is_empty()) {
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
