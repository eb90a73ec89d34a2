//! Worlds that a player saves while it plays, so that seeking back is fast.
//!
//! They are snapshots, a third of the size of a world; a world with functions is saved as a copy. Invariant:
//! all are at multiples of `interval` steps from the beginning, and together at most about `LIMIT` bytes.
//! Above that, every second one is dropped.

use cairn2d::World;

use crate::error::RecordError;

/// Number of saved worlds over the length of a recording, if they are small.
const MOST: u64 = 24;

/// Fewest steps between two saved worlds.
const MIN_INTERVAL: u64 = 30;

/// Largest size of all saved worlds \[bytes\].
const LIMIT: usize = 128 << 20;

/// Estimated size of a body in a copied world \[bytes\], with its shapes, contacts and scratch memory.
const BODY: usize = 2048;

/// A position in a recording: the part, and the byte offset in its calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) part: usize,
    pub(crate) offset: usize,
}

/// A world after a step.
#[derive(Clone, Debug)]
pub(crate) struct SavedState {
    pub(crate) step: u64,
    pub(crate) place: Place,
    state: State,
}

#[derive(Clone, Debug)]
enum State {
    Snapshot(Vec<u8>),
    Copy(Box<World>),
}

impl SavedState {
    fn size(&self) -> usize {
        match &self.state {
            State::Snapshot(bytes) => bytes.len(),
            State::Copy(world) => world.bodies().count() * BODY,
        }
    }

    /// Makes the world.
    pub(crate) fn world(&self) -> Result<World, RecordError> {
        match &self.state {
            State::Snapshot(bytes) => crate::recording::load_world(bytes),
            State::Copy(world) => Ok(World::clone(world)),
        }
    }
}

/// The saved worlds in the order of their steps.
#[derive(Clone, Debug)]
pub(crate) struct Rewind {
    interval: u64,
    limit: usize,
    size: usize,
    saved: Vec<SavedState>,
}

impl Rewind {
    /// For a recording with this many steps.
    pub(crate) fn new(steps: u64) -> Rewind {
        Rewind { interval: (steps / MOST).max(MIN_INTERVAL), limit: LIMIT, size: 0, saved: Vec::new() }
    }

    /// Saves a world if its step is due.
    pub(crate) fn offer(&mut self, step: u64, place: Place, world: &World) {
        if !step.is_multiple_of(self.interval) {
            return;
        }
        let Err(at) = self.saved.binary_search_by_key(&step, |saved| saved.step) else { return };
        let state = if world.has_functions() {
            State::Copy(Box::new(world.clone()))
        } else {
            State::Snapshot(world.snapshot())
        };
        let saved = SavedState { step, place, state };
        self.size += saved.size();
        self.saved.insert(at, saved);
        while self.size > self.limit && self.saved.len() > 1 {
            self.interval *= 2;
            self.saved.retain(|saved| saved.step.is_multiple_of(self.interval));
            self.size = self.saved.iter().map(SavedState::size).sum();
        }
    }

    /// The last saved world that is not after a step.
    pub(crate) fn before(&self, step: u64) -> Option<&SavedState> {
        let after = self.saved.partition_point(|saved| saved.step <= step);
        self.saved[..after].last()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn2d::prelude::*;

    #[test]
    fn every_second_one_goes_when_they_are_too_large() {
        let mut world = World::new(WorldConfig::default()).expect("valid");
        world.spawn(Body::dynamic().with(Circle::new(0.5))).expect("valid");
        let one = world.snapshot().len();
        let mut rewind = Rewind { limit: 6 * one + one / 2, ..Rewind::new(30 * MOST) };
        let place = Place { part: 0, offset: 0 };
        for step in 1..=30 * MOST {
            rewind.offer(step, place, &world);
            assert!(rewind.size <= rewind.limit && rewind.saved.len() <= 6, "step {step}");
        }
        let steps: Vec<u64> = rewind.saved.iter().map(|saved| saved.step).collect();
        assert_eq!(steps, [120, 240, 360, 480, 600, 720]);
        assert_eq!(rewind.before(500).map(|saved| saved.step), Some(480));
        assert_eq!(rewind.before(100).map(|saved| saved.step), None);
        let again = rewind.before(500).expect("there is one").world().expect("its own");
        assert_eq!(again.hash(), world.hash());
    }
}
