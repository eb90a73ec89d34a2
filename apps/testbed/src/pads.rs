//! Touch pads of games: areas over the picture that stand for the controls, for several fingers at once.

use cairn2d_scenes::{Control, Controls};
use egui::{Align2, Event, FontId, Pos2, Rect, Stroke, pos2, vec2};

use crate::pointer::Pointers;

/// Width and height of a pad, and the gap between two, in points of the screen.
const SIZE: f32 = 56.0;
const GAP: f32 = 8.0;
/// Distance of the pads from the border of the picture in points of the screen.
const MARGIN: f32 = 14.0;

/// Place of the pad of a control in a picture: a cross on the left, the weapons on the right.
fn place(control: Control, picture: Rect) -> Rect {
    let step = SIZE + GAP;
    let (left, right) = (picture.left() + MARGIN, picture.right() - MARGIN - SIZE);
    let low = picture.bottom() - MARGIN - SIZE - 22.0;
    let corner = match control {
        Control::Left => pos2(left, low),
        Control::Down => pos2(left + step, low),
        Control::Right => pos2(left + 2.0 * step, low),
        Control::Up => pos2(left + step, low - step),
        Control::Fire => pos2(right, low),
        Control::Special => pos2(right, low - step),
    };
    Rect::from_min_size(corner, vec2(SIZE, SIZE))
}

/// Returns whether a position in a picture belongs to a pad.
fn is_on_pad(at: Pos2, picture: Option<Rect>) -> bool {
    picture.is_some_and(|picture| Control::ALL.iter().any(|&pad| place(pad, picture).contains(at)))
}

/// The fingers on the pads.
#[derive(Clone, Debug, Default)]
pub struct Pads {
    pointers: Pointers,
    /// The picture in which the pads are shown, if they are.
    picture: Option<Rect>,
}

impl Pads {
    /// Whether a position belongs to a pad.
    pub fn cover(&self, at: Pos2) -> bool {
        is_on_pad(at, self.picture)
    }

    /// Reads the events of a frame; returns the held controls. Without a picture there are no pads.
    pub fn read(&mut self, events: &[Event], picture: Option<Rect>) -> Controls {
        self.picture = picture;
        let _ = self.pointers.read(events, |at| is_on_pad(at, picture));
        Controls::of(|pad| {
            picture.is_some_and(|picture| {
                self.pointers.positions().any(|at| place(pad, picture).expand(0.5 * GAP).contains(at))
            })
        })
    }

    /// Draws the pads.
    pub fn show(&self, ui: &egui::Ui) {
        let Some(picture) = self.picture else { return };
        let painter = ui.painter_at(picture);
        for pad in Control::ALL {
            let place = place(pad, picture);
            let is_held = self.pointers.positions().any(|at| place.contains(at));
            let visuals = ui.visuals();
            let fill = if is_held { visuals.selection.bg_fill } else { visuals.panel_fill };
            painter.rect_filled(place, 10.0, fill.gamma_multiply(0.75));
            let stroke = Stroke::new(1.0, visuals.weak_text_color());
            painter.rect_stroke(place, 10.0, stroke, egui::StrokeKind::Inside);
            let font = FontId::proportional(13.0);
            painter.text(
                place.center(),
                Align2::CENTER_CENTER,
                pad.name(),
                font,
                visuals.strong_text_color(),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{TouchDeviceId, TouchId, TouchPhase};

    fn touch(id: u64, phase: TouchPhase, pos: Pos2) -> Event {
        Event::Touch { device_id: TouchDeviceId(0), id: TouchId(id), phase, pos, force: None }
    }

    #[test]
    fn two_thumbs_steer_and_fire_at_once() {
        for size in [vec2(390.0, 740.0), vec2(844.0, 300.0)] {
            let picture = Rect::from_min_size(Pos2::ZERO, size);
            for (index, &pad) in Control::ALL.iter().enumerate() {
                let area = place(pad, picture);
                assert!(picture.contains_rect(area), "{pad:?}");
                assert!(
                    Control::ALL[..index].iter().all(|&other| !place(other, picture).intersects(area)),
                    "{pad:?}"
                );
            }
            let at = |pad: Control| place(pad, picture).center();
            let mut pads = Pads::default();
            let down = [
                touch(1, TouchPhase::Start, at(Control::Left)),
                touch(2, TouchPhase::Start, at(Control::Fire)),
            ];
            let held = pads.read(&down, Some(picture));
            assert_eq!(held, Controls { left: true, fire: true, ..Controls::NONE });
            // A thumb slides to another pad, and stays down without events.
            let held = pads.read(&[touch(1, TouchPhase::Move, at(Control::Right))], Some(picture));
            assert_eq!(held, Controls { right: true, fire: true, ..Controls::NONE });
            assert_eq!(pads.read(&[], Some(picture)), held);
            let up = [
                touch(1, TouchPhase::End, at(Control::Right)),
                touch(2, TouchPhase::Cancel, at(Control::Fire)),
            ];
            assert_eq!(pads.read(&up, Some(picture)), Controls::NONE);
            assert!(pads.cover(at(Control::Up)) && !pads.cover(picture.center_top()));
        }
    }
}
