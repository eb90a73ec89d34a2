//! Move events: of bodies that moved in a step, of bodies that a caller put elsewhere, and one last event of each that came to rest.
//!
//! A renderer that interpolates between the last two events of a body ([`Interpolated`](crate::Interpolated)) needs two equal ones to stand
//! still. So a body that had a move event in the last step and did not move in this one gets one more.
//!
//! Invariant: `listed` has the slots of the live bodies of the last step's move events, and `told` lists each of them once. Slots of bodies
//! that were removed since may still be in `told`. Where a step has the events of the last one in the same order, as in most steps of a world at
//! work, nothing changes.

use crate::store::bit_set::BitSet;
use crate::store::room::{clone_into_room, room};

/// Whose moves were told, and whose are still to be.
#[derive(Debug, Default)]
pub(crate) struct Moves {
    pub(crate) told: Vec<u32>,
    pub(crate) listed: BitSet,
    /// Bodies that were put elsewhere since the last step. Slots of removed bodies may be in the list, but not in the set.
    pub(crate) placed: Vec<u32>,
    pub(crate) is_placed: BitSet,
    /// Working memory: bodies of this step's events, and bodies that came to rest.
    pub(crate) now: BitSet,
    pub(crate) rested: Vec<u32>,
    /// Bodies that there is room for.
    pub(crate) covered: usize,
}

clone_into_room!(Moves: told, listed, placed, is_placed; now, rested, covered);

impl Moves {
    /// Notes that a body was put elsewhere between steps.
    pub(crate) fn place(&mut self, slot: u32) {
        if !self.is_placed.contains(slot) {
            self.is_placed.insert(slot);
            self.placed.push(slot);
        }
    }

    /// Forgets a body that is removed.
    pub(crate) fn forget(&mut self, slot: u32) {
        self.listed.remove(slot);
        self.is_placed.remove(slot);
    }

    /// Forgets all bodies and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.told.clear();
        self.listed.clear();
        self.placed.clear();
        self.is_placed.clear();
    }

    /// Whether the last step told that the body moved.
    pub(crate) fn was_told(&self, slot: u32) -> bool {
        self.listed.contains(slot)
    }

    /// Whether the body was put elsewhere since the last step.
    pub(crate) fn was_placed(&self, slot: u32) -> bool {
        self.is_placed.contains(slot)
    }

    /// Records that a body has a move event in this step.
    #[inline(always)]
    pub(crate) fn tell(&mut self, slot: u32) {
        if !self.listed.contains(slot) {
            self.listed.insert(slot);
            self.told.push(slot);
        }
    }

    /// Makes room for this many bodies, so that nothing here allocates.
    pub(crate) fn reserve(&mut self, bodies: usize) {
        if bodies <= self.covered {
            return;
        }
        self.covered = bodies;
        for bits in [&mut self.listed, &mut self.is_placed, &mut self.now] {
            bits.cover(bodies);
        }
        room(&mut self.told, bodies);
        room(&mut self.placed, bodies);
        room(&mut self.rested, bodies);
    }
}
