//! What happened in the last step, as slices in a deterministic order.

use cairn2d_math::{Pose, Vec2};

use crate::id::{BodyId, ContactId, ShapeId};
use crate::room::room;

/// One side of a contact event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Party {
    /// The shape.
    pub shape: ShapeId,
    /// Its body.
    pub body: BodyId,
    /// User data of the shape.
    pub shape_data: u64,
    /// User data of the body.
    pub body_data: u64,
}

/// Two shapes began or ceased to touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TouchEvent {
    /// The contact; the same in the begin and the end event.
    pub contact: ContactId,
    /// First shape.
    pub a: Party,
    /// Second shape.
    pub b: Party,
}

/// Two shapes met faster than one of them asked to be told about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HitEvent {
    /// The contact.
    pub contact: ContactId,
    /// First shape.
    pub a: Party,
    /// Second shape.
    pub b: Party,
    /// Where they met \[m\].
    pub point: Vec2,
    /// Unit vector from the first shape to the second.
    pub normal: Vec2,
    /// Speed at which they approached along the normal \[m/s\], positive.
    pub approach_speed: f32,
    /// Impulse along the normal in this step, all points together \[N s\].
    pub impulse: f32,
}

/// A body moved in the last step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveEvent {
    /// The body.
    pub body: BodyId,
    /// Its user data.
    pub user_data: u64,
    /// Its new pose.
    pub pose: Pose,
}

/// A body fell asleep or woke.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SleepEvent {
    /// The body.
    pub body: BodyId,
    /// Its user data.
    pub user_data: u64,
}

/// Everything that happened in the last step, and between it and the step before.
///
/// Every list is in an order that depends on nothing but the history of the world. The lists are emptied when the next step begins.
#[derive(Clone, Debug, Default)]
pub struct Events {
    pub(crate) begins: Vec<TouchEvent>,
    pub(crate) ends: Vec<TouchEvent>,
    pub(crate) hits: Vec<HitEvent>,
    pub(crate) moves: Vec<MoveEvent>,
    pub(crate) sleeps: Vec<SleepEvent>,
    pub(crate) wakes: Vec<SleepEvent>,
}

impl Events {
    /// Shapes that began to touch.
    pub fn begins(&self) -> &[TouchEvent] {
        &self.begins
    }

    /// Shapes that ceased to touch, because they parted or because one of them was removed. The ids of removed ones are stale.
    pub fn ends(&self) -> &[TouchEvent] {
        &self.ends
    }

    /// Shapes that met faster than they asked to be told about.
    pub fn hits(&self) -> &[HitEvent] {
        &self.hits
    }

    /// Bodies that moved.
    pub fn moves(&self) -> &[MoveEvent] {
        &self.moves
    }

    /// Bodies that fell asleep.
    pub fn sleeps(&self) -> &[SleepEvent] {
        &self.sleeps
    }

    /// Bodies that woke.
    pub fn wakes(&self) -> &[SleepEvent] {
        &self.wakes
    }

    /// Makes room for so many bodies that move, fall asleep and wake in one step, and contacts that begin and end.
    pub(crate) fn reserve(&mut self, bodies: usize, contacts: usize) {
        room(&mut self.begins, contacts);
        room(&mut self.ends, contacts);
        room(&mut self.moves, bodies);
        room(&mut self.sleeps, bodies);
        room(&mut self.wakes, bodies);
    }

    pub(crate) fn clear(&mut self) {
        self.begins.clear();
        self.ends.clear();
        self.hits.clear();
        self.moves.clear();
        self.sleeps.clear();
        self.wakes.clear();
    }
}
