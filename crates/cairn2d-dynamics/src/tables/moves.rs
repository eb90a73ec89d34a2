//! Move events: of bodies that moved in a step, of repositioned bodies, and one final event of each body that
//! came to rest.
//!
//! A renderer interpolates between the last two events of a body ([`Interpolated`](crate::Interpolated)). It
//! needs two equal ones to draw a body at rest. So a body with a move event in the last step that did not
//! move in this one gets one more.
//!
//! Invariant: `listed` has the slots of the live bodies of the last step's move events, and `reported` lists
//! each of them once. Slots of removed bodies may remain in `reported`. If a step has the events of the last
//! one in the same order, as in most steps, nothing changes.

use crate::store::bit_set::BitSet;
use crate::store::capacity::{clone_with_capacity, reserve_total};

/// Bodies with move events in the last step, and bodies that were repositioned since.
#[derive(Debug, Default)]
pub(crate) struct Moves {
    pub(crate) reported: Vec<u32>,
    pub(crate) listed: BitSet,
    /// Bodies that were repositioned since the last step. Slots of removed bodies may be in the list, but not
    /// in the set.
    pub(crate) placed: Vec<u32>,
    pub(crate) is_placed: BitSet,
    /// Scratch memory: bodies with events in this step, and bodies that came to rest.
    pub(crate) now: BitSet,
    pub(crate) rested: Vec<u32>,
    /// Number of bodies that memory is reserved for.
    pub(crate) body_count: usize,
}

clone_with_capacity!(Moves: reported, listed, placed, is_placed; now, rested, body_count);

impl Moves {
    /// Records that a body was repositioned between steps.
    pub(crate) fn place(&mut self, slot: u32) {
        if !self.is_placed.contains(slot) {
            self.is_placed.insert(slot);
            self.placed.push(slot);
        }
    }

    /// Removes a body.
    pub(crate) fn forget(&mut self, slot: u32) {
        self.listed.remove(slot);
        self.is_placed.remove(slot);
    }

    /// Removes all bodies and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.reported.clear();
        self.listed.clear();
        self.placed.clear();
        self.is_placed.clear();
    }

    /// Returns whether the body had a move event in the last step.
    pub(crate) fn was_reported(&self, slot: u32) -> bool {
        self.listed.contains(slot)
    }

    /// Returns whether the body was repositioned since the last step.
    pub(crate) fn was_placed(&self, slot: u32) -> bool {
        self.is_placed.contains(slot)
    }

    /// Returns whether a step in which no body moves has no move events either, and memory is reserved for
    /// this many bodies.
    pub(crate) fn is_settled(&self, bodies: usize) -> bool {
        self.reported.is_empty() && self.placed.is_empty() && self.body_count >= bodies
    }

    /// Records that a body has a move event in this step.
    #[inline(always)]
    pub(crate) fn report(&mut self, slot: u32) {
        if !self.listed.contains(slot) {
            self.listed.insert(slot);
            self.reported.push(slot);
        }
    }

    /// Reserves memory for this many bodies, so that no later call allocates.
    pub(crate) fn reserve(&mut self, bodies: usize) {
        if bodies <= self.body_count {
            return;
        }
        self.body_count = bodies;
        for bits in [&mut self.listed, &mut self.is_placed, &mut self.now] {
            bits.ensure_len(bodies);
        }
        reserve_total(&mut self.reported, bodies);
        reserve_total(&mut self.placed, bodies);
        reserve_total(&mut self.rested, bodies);
    }
}
