//! Worlds that a player passed and kept, so that going back is quick.
//!
//! They are snapshots, a third of the size of a world; only a world with functions of the caller's is kept as
//! a copy. Invariant: all are a multiple of `way` steps from the beginning, and together about as large as
//! `LIMIT` at most: when they are larger, every second one goes.

use cairn2d::World;

use crate::error::RecordError;

/// Worlds kept over the length of a recording, if they are small.
const MOST: u64 = 24;

/// Fewest steps between two of them.
const LEAST_WAY: u64 = 30;

/// Size of all together \[bytes\].
const LIMIT: usize = 128 << 20;

/// What a body in a copied world is taken for \[bytes\]: with its shapes and contacts, and their room in the
/// scratch memory.
const BODY: usize = 2048;

/// A place in a recording: the part, and the byte of its calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) part: usize,
    pub(crate) offset: usize,
}

/// A world as it was after a step.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) step: u64,
    pub(crate) place: Place,
    state: State,
}

#[derive(Clone, Debug)]
enum State {
    Snapshot(Vec<u8>),
    Copy(Box<World>),
}

impl Kept {
    fn size(&self) -> usize {
        match &self.state {
            State::Snapshot(bytes) => bytes.len(),
            State::Copy(world) => world.bodies().count() * BODY,
        }
    }

    /// The world again.
    pub(crate) fn world(&self) -> Result<World, RecordError> {
        match &self.state {
            State::Snapshot(bytes) => crate::recording::load_world(bytes),
            State::Copy(world) => Ok(World::clone(world)),
        }
    }
}

/// The worlds that were kept, in the order of their steps.
#[derive(Clone, Debug)]
pub(crate) struct Rewind {
    way: u64,
    limit: usize,
    size: usize,
    kept: Vec<Kept>,
}

impl Rewind {
    /// For a recording of this many steps.
    pub(crate) fn new(steps: u64) -> Rewind {
        Rewind { way: (steps / MOST).max(LEAST_WAY), limit: LIMIT, size: 0, kept: Vec::new() }
    }

    /// Keeps a world if it is time.
    pub(crate) fn offer(&mut self, step: u64, place: Place, world: &World) {
        if !step.is_multiple_of(self.way) {
            return;
        }
        let Err(at) = self.kept.binary_search_by_key(&step, |kept| kept.step) else { return };
        let state = if world.has_functions() {
            State::Copy(Box::new(world.clone()))
        } else {
            State::Snapshot(world.snapshot())
        };
        let kept = Kept { step, place, state };
        self.size += kept.size();
        self.kept.insert(at, kept);
        while self.size > self.limit && self.kept.len() > 1 {
            self.way *= 2;
            self.kept.retain(|kept| kept.step.is_multiple_of(self.way));
            self.size = self.kept.iter().map(Kept::size).sum();
        }
    }

    /// The last one that is not after a step.
    pub(crate) fn before(&self, step: u64) -> Option<&Kept> {
        let after = self.kept.partition_point(|kept| kept.step <= step);
        self.kept[..after].last()
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
            assert!(rewind.size <= rewind.limit && rewind.kept.len() <= 6, "step {step}");
        }
        let steps: Vec<u64> = rewind.kept.iter().map(|kept| kept.step).collect();
        assert_eq!(steps, [120, 240, 360, 480, 600, 720]);
        assert_eq!(rewind.before(500).map(|kept| kept.step), Some(480));
        assert_eq!(rewind.before(100).map(|kept| kept.step), None);
        let again = rewind.before(500).expect("there is one").world().expect("its own");
        assert_eq!(again.hash(), world.hash());
    }
}
