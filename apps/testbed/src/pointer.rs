//! Mouse and fingers from the raw events of the window.
//!
//! A touch screen reports a finger twice: as a touch, and as the left button of an emulated mouse. In a page
//! the emulated press comes one frame before the touch. A touch therefore takes over a press of the mouse
//! beside it, and while any finger is down, events of the mouse are ignored. Invariant: after the last finger
//! and the button are up, nothing is down.

use std::collections::BTreeSet;

use egui::{Event, PointerButton, Pos2, TouchPhase};

use crate::tools::Phase;

/// Number of the finger that stands for the mouse.
const MOUSE: u64 = 0;
/// Largest distance of an emulated press from its touch, in points of the screen.
const SAME: f32 = 40.0;

/// Something that a finger does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// The finger; 0 is the mouse.
    pub finger: u64,
    /// Its phase.
    pub phase: Phase,
    /// Position in points of the window.
    pub at: Pos2,
}

/// A touch that went down in the picture.
#[derive(Clone, Copy, Debug)]
struct Held {
    /// The id of the touch, as the window reports it.
    id: u64,
    /// The finger of the tools that it moves.
    finger: u64,
    at: Pos2,
}

/// The mouse and the fingers that are down.
#[derive(Clone, Debug, Default)]
pub struct Pointers {
    /// Position of the mouse while its left button is down, if that went down in the picture.
    mouse: Option<Pos2>,
    /// Touches that went down in the picture.
    held: Vec<Held>,
    /// Touches that are down anywhere.
    down: BTreeSet<u64>,
}

impl Pointers {
    /// Whether no gesture is in progress.
    pub fn is_idle(&self) -> bool {
        self.mouse.is_none() && self.held.is_empty()
    }

    /// Whether a finger is down in the picture.
    pub fn touches(&self) -> bool {
        !self.held.is_empty()
    }

    /// Positions of the mouse and the fingers that are down, in points of the window.
    pub fn positions(&self) -> impl Iterator<Item = Pos2> {
        self.held.iter().map(|held| held.at).chain(self.mouse)
    }

    /// Converts the events of a frame, in their order. `inside` returns whether a press at a position belongs
    /// to the picture.
    pub fn read(&mut self, events: &[Event], inside: impl Fn(Pos2) -> bool) -> Vec<Contact> {
        let mut contacts = Vec::new();
        let mut add = |finger: u64, phase: Phase, at: Pos2| contacts.push(Contact { finger, phase, at });
        for event in events {
            match *event {
                Event::Touch { id, phase, pos, .. } => self.touch((id.0, phase, pos), &inside, &mut add),
                Event::PointerButton { pos, button: PointerButton::Primary, pressed, .. } => {
                    let free = self.down.is_empty() && self.mouse.is_none();
                    if pressed && free && inside(pos) {
                        self.mouse = Some(pos);
                        add(MOUSE, Phase::Down, pos);
                    } else if !pressed && self.mouse.take().is_some() {
                        add(MOUSE, Phase::Up, pos);
                    }
                }
                Event::PointerMoved(at) => {
                    if let Some(mouse) = self.mouse.as_mut().filter(|_| self.down.is_empty()) {
                        *mouse = at;
                        add(MOUSE, Phase::Move, at);
                    }
                }
                // The window gets no more events of what is down.
                Event::WindowFocused(false) => {
                    let mouse = self.mouse.take().map(|at| (MOUSE, at));
                    for (finger, at) in self.held.drain(..).map(|held| (held.finger, held.at)).chain(mouse) {
                        add(finger, Phase::Cancel, at);
                    }
                    self.down.clear();
                }
                _ => {}
            }
        }
        contacts
    }

    fn touch(
        &mut self,
        (id, phase, at): (u64, TouchPhase, Pos2),
        inside: &impl Fn(Pos2) -> bool,
        add: &mut impl FnMut(u64, Phase, Pos2),
    ) {
        let known = self.held.iter().position(|held| held.id == id);
        match phase {
            TouchPhase::Start => {
                self.down.insert(id);
                // A second start of the same touch: its end was lost.
                if let Some(lost) = known {
                    add(self.held.swap_remove(lost).finger, Phase::Cancel, at);
                }
                if self.mouse.take_if(|mouse| mouse.distance(at) < SAME).is_some() {
                    self.held.push(Held { id, finger: MOUSE, at });
                    add(MOUSE, Phase::Move, at);
                } else if inside(at) {
                    let finger = id.wrapping_add(1).max(1);
                    self.held.push(Held { id, finger, at });
                    add(finger, Phase::Down, at);
                }
            }
            TouchPhase::Move => {
                if let Some(known) = known {
                    self.held[known].at = at;
                    add(self.held[known].finger, Phase::Move, at);
                }
            }
            TouchPhase::End | TouchPhase::Cancel => {
                self.down.remove(&id);
                if let Some(known) = known {
                    let phase = if phase == TouchPhase::End { Phase::Up } else { Phase::Cancel };
                    add(self.held.remove(known).finger, phase, at);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Modifiers, TouchDeviceId, TouchId, pos2};

    pub(crate) fn touch(id: u64, phase: TouchPhase, pos: Pos2) -> Event {
        Event::Touch { device_id: TouchDeviceId(0), id: TouchId(id), phase, pos, force: None }
    }

    fn button(pressed: bool, pos: Pos2) -> Event {
        Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE }
    }

    /// Fingers that are down according to the contacts of frames; each may go down once and up once.
    fn play(frames: &[Vec<Event>]) -> Vec<Contact> {
        let mut pointers = Pointers::default();
        let mut all = Vec::new();
        let mut down = BTreeSet::new();
        for events in frames {
            for contact in pointers.read(events, |at| at.x < 500.0) {
                match contact.phase {
                    Phase::Down => assert!(down.insert(contact.finger), "{contact:?} is down already"),
                    Phase::Move => assert!(down.contains(&contact.finger), "{contact:?} is not down"),
                    Phase::Up | Phase::Cancel => {
                        assert!(down.remove(&contact.finger), "{contact:?} is not down");
                    }
                }
                all.push(contact);
            }
        }
        assert!(down.is_empty() && pointers.is_idle(), "{down:?} stays down");
        all
    }

    #[test]
    fn a_tap_in_a_page_is_one_press_and_leaves_nothing_down() {
        // A browser runs a frame after `pointerdown` and after `pointerup`, before the touch is reported.
        let at = pos2(100.0, 80.0);
        let frames = [
            vec![Event::PointerMoved(at), button(true, at)],
            vec![button(true, at), touch(4, TouchPhase::Start, at)],
            vec![Event::PointerMoved(pos2(110.0, 90.0)), touch(4, TouchPhase::Move, pos2(110.0, 90.0))],
            vec![button(false, pos2(110.0, 90.0))],
            vec![button(false, at), Event::PointerGone, touch(4, TouchPhase::End, pos2(110.0, 90.0))],
            vec![],
        ];
        let contacts = play(&frames);
        let count = |phase| contacts.iter().filter(|contact| contact.phase == phase).count();
        assert_eq!((count(Phase::Down), count(Phase::Up)), (1, 1), "{contacts:?}");
        assert!(contacts.iter().any(|contact| contact.at == pos2(110.0, 90.0)));
    }

    #[test]
    fn a_desktop_touch_screen_gives_one_press_per_finger() {
        // The desktop reports the touch first, then the emulated button in the same frame.
        let (a, b) = (pos2(100.0, 80.0), pos2(300.0, 80.0));
        let frames = [
            vec![touch(0, TouchPhase::Start, a), Event::PointerMoved(a), button(true, a)],
            vec![touch(1, TouchPhase::Start, b)],
            vec![touch(0, TouchPhase::End, a), button(false, a), Event::PointerGone],
            vec![touch(1, TouchPhase::Move, a)],
            vec![touch(1, TouchPhase::Cancel, b)],
        ];
        let contacts = play(&frames);
        let phases: Vec<(u64, Phase)> = contacts.iter().map(|one| (one.finger, one.phase)).collect();
        let expected =
            [(1, Phase::Down), (2, Phase::Down), (1, Phase::Up), (2, Phase::Move), (2, Phase::Cancel)];
        assert_eq!(phases, expected);
    }

    #[test]
    fn every_order_of_lifting_three_fingers_leaves_nothing_down() {
        let places = [pos2(50.0, 50.0), pos2(150.0, 60.0), pos2(250.0, 70.0)];
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let mut frames: Vec<Vec<Event>> = Vec::new();
            for (id, &at) in places.iter().enumerate() {
                // Each finger of a page is a pointer of its own; egui sees them all as one mouse.
                frames.push(vec![button(true, at)]);
                frames.push(vec![touch(id as u64, TouchPhase::Start, at)]);
            }
            for id in order {
                frames.push(vec![button(false, places[id])]);
                frames.push(vec![touch(id as u64, TouchPhase::End, places[id])]);
            }
            frames.push(vec![Event::PointerMoved(places[0]), button(true, pos2(900.0, 0.0))]);
            assert_eq!(play(&frames).iter().filter(|one| one.phase == Phase::Down).count(), 3);
        }
    }

    #[test]
    fn a_mouse_drags_over_the_border_and_lost_focus_releases_all() {
        let (inside, outside) = (pos2(10.0, 10.0), pos2(800.0, 10.0));
        let frames =
            [vec![button(true, inside)], vec![Event::PointerMoved(outside)], vec![button(false, outside)]];
        assert_eq!(play(&frames).len(), 3);
        assert!(play(&[vec![button(true, outside)], vec![button(false, inside)]]).is_empty());
        let frames = [
            vec![button(true, inside)],
            vec![touch(9, TouchPhase::Start, pos2(400.0, 300.0))],
            vec![Event::WindowFocused(false)],
            vec![button(false, inside), touch(9, TouchPhase::End, inside)],
        ];
        let contacts = play(&frames);
        assert_eq!(contacts.iter().filter(|one| one.phase == Phase::Cancel).count(), 2, "{contacts:?}");
    }

    #[test]
    fn random_sequences_keep_presses_and_releases_in_pairs() {
        let mut seed = 7u32;
        let mut random = |below: u32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) % below
        };
        for _ in 0..300 {
            let mut frames: Vec<Vec<Event>> = (0..40)
                .map(|_| {
                    (0..random(3))
                        .map(|_| {
                            let at = pos2(random(600) as f32, random(400) as f32);
                            match random(8) {
                                0 => button(true, at),
                                1 => button(false, at),
                                2 => Event::PointerMoved(at),
                                3 => Event::WindowFocused(false),
                                4 => touch(u64::from(random(3)), TouchPhase::Start, at),
                                5 => touch(u64::from(random(3)), TouchPhase::Move, at),
                                6 => touch(u64::from(random(3)), TouchPhase::Cancel, at),
                                _ => touch(u64::from(random(3)), TouchPhase::End, at),
                            }
                        })
                        .collect()
                })
                .collect();
            let at = pos2(1.0, 1.0);
            frames.push((0..3).map(|id| touch(id, TouchPhase::End, at)).collect());
            frames.push(vec![button(false, at)]);
            play(&frames);
        }
    }
}
