//! Worlds that a player passed and kept, so that going back is quick.

use cairn2d::World;

/// Worlds kept over the length of a recording.
const MOST: u64 = 24;

/// Fewest steps between two of them.
const LEAST_WAY: u64 = 30;

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
    pub(crate) world: World,
}

/// The worlds that were kept, in the order of their steps.
#[derive(Clone, Debug)]
pub(crate) struct Rewind {
    way: u64,
    kept: Vec<Kept>,
}

impl Rewind {
    /// For a recording of this many steps.
    pub(crate) fn new(steps: u64) -> Rewind {
        Rewind { way: (steps / MOST).max(LEAST_WAY), kept: Vec::new() }
    }

    /// Keeps a world if it is time.
    pub(crate) fn offer(&mut self, step: u64, place: Place, world: &World) {
        if !step.is_multiple_of(self.way) {
            return;
        }
        if let Err(at) = self.kept.binary_search_by_key(&step, |kept| kept.step) {
            self.kept.insert(at, Kept { step, place, world: world.clone() });
        }
    }

    /// The last one that is not after a step.
    pub(crate) fn before(&self, step: u64) -> Option<&Kept> {
        let after = self.kept.partition_point(|kept| kept.step <= step);
        self.kept[..after].last()
    }
}
