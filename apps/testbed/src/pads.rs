//! Touch pads of games: areas over the picture that stand for the controls, for several fingers at once.

use cairn2d_scenes::Controls;
use egui::{Align2, Event, FontId, Pos2, Rect, Stroke, pos2, vec2};

use crate::pointer::Pointers;

/// Width and height of a pad, and the gap between two, in points of the screen.
const SIZE: f32 = 56.0;
const GAP: f32 = 8.0;
/// Distance of the pads from the border of the picture in points of the screen.
const MARGIN: f32 = 14.0;

/// A control of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pad {
    Left,
    Right,
    Up,
    Down,
    Fire,
    Special,
}

impl Pad {
    const ALL: [Pad; 6] = [Pad::Left, Pad::Right, Pad::Up, Pad::Down, Pad::Fire, Pad::Special];

    fn name(self) -> &'static str {
        match self {
            Pad::Left => "Left",
            Pad::Right => "Right",
            Pad::Up => "Up",
            Pad::Down => "Down",
            Pad::Fire => "Fire",
            Pad::Special => "Special",
        }
    }

    /// Its place in a picture: a cross on the left, the weapons on the right.
    fn place(self, picture: Rect) -> Rect {
        let step = SIZE + GAP;
        let (left, right) = (picture.left() + MARGIN, picture.right() - MARGIN - SIZE);
        let low = picture.bottom() - MARGIN - SIZE - 22.0;
        let corner = match self {
            Pad::Left => pos2(left, low),
            Pad::Down => pos2(left + step, low),
            Pad::Right => pos2(left + 2.0 * step, low),
            Pad::Up => pos2(left + step, low - step),
            Pad::Fire => pos2(right, low),
            Pad::Special => pos2(right, low - step),
        };
        Rect::from_min_size(corner, vec2(SIZE, SIZE))
    }
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
        self.picture.is_some_and(|picture| Pad::ALL.iter().any(|pad| pad.place(picture).contains(at)))
    }

    /// Reads the events of a frame; returns the held controls. Without a picture there are no pads.
    pub fn read(&mut self, events: &[Event], picture: Option<Rect>) -> Controls {
        self.picture = picture;
        let inside = |at: Pos2| {
            picture.is_some_and(|picture| Pad::ALL.iter().any(|pad| pad.place(picture).contains(at)))
        };
        let _ = self.pointers.read(events, inside);
        let held = |pad: Pad| {
            picture.is_some_and(|picture| {
                self.pointers.positions().any(|at| pad.place(picture).expand(0.5 * GAP).contains(at))
            })
        };
        Controls {
            left: held(Pad::Left),
            right: held(Pad::Right),
            up: held(Pad::Up),
            down: held(Pad::Down),
            fire: held(Pad::Fire),
            special: held(Pad::Special),
        }
    }

    /// Draws the pads.
    pub fn show(&self, ui: &egui::Ui) {
        let Some(picture) = self.picture else { return };
        let painter = ui.painter_at(picture);
        for pad in Pad::ALL {
            let place = pad.place(picture);
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
            for (index, pad) in Pad::ALL.iter().enumerate() {
                let place = pad.place(picture);
                assert!(picture.contains_rect(place), "{pad:?}");
                assert!(
                    Pad::ALL[..index].iter().all(|other| !other.place(picture).intersects(place)),
                    "{pad:?}"
                );
            }
            let at = |pad: Pad| pad.place(picture).center();
            let mut pads = Pads::default();
            let down =
                [touch(1, TouchPhase::Start, at(Pad::Left)), touch(2, TouchPhase::Start, at(Pad::Fire))];
            let held = pads.read(&down, Some(picture));
            assert_eq!(held, Controls { left: true, fire: true, ..Controls::NONE });
            // A thumb slides to another pad, and stays down without events.
            let held = pads.read(&[touch(1, TouchPhase::Move, at(Pad::Right))], Some(picture));
            assert_eq!(held, Controls { right: true, fire: true, ..Controls::NONE });
            assert_eq!(pads.read(&[], Some(picture)), held);
            let up = [touch(1, TouchPhase::End, at(Pad::Right)), touch(2, TouchPhase::Cancel, at(Pad::Fire))];
            assert_eq!(pads.read(&up, Some(picture)), Controls::NONE);
            assert!(pads.cover(at(Pad::Up)) && !pads.cover(picture.center_top()));
        }
    }
}
