//! Move events: of bodies that moved in a step, of bodies that a caller put elsewhere, and one last event of each that came to rest.
//!
//! A renderer that interpolates between the last two events of a body ([`Interpolated`](crate::Interpolated)) needs two equal ones to stand
//! still. So a body that had a move event in the last step and did not move in this one gets one more.
//!
//! Invariant: `listed` has the slots of the live bodies of the last step's move events, and `told` lists each of them, in any order. Slots of
//! bodies that were removed since may still be in `told`.

use cairn2d_math::DVec2;

use crate::bit_set::BitSet;
use crate::event::MoveEvent;
use crate::id::BodyId;
use crate::room::{clone_into_room, room};

use super::World;

/// Whose moves were told, and whose are still to be.
#[derive(Debug, Default)]
pub(crate) struct Moves {
    told: Vec<u32>,
    listed: BitSet,
    /// Bodies that were put elsewhere since the last step. Slots of removed bodies may be in the list, but not in the set.
    placed: Vec<u32>,
    is_placed: BitSet,
    /// Working memory: bodies of this step's events, entries of `told` that were seen, and bodies that came to rest.
    now: BitSet,
    seen: BitSet,
    rested: Vec<u32>,
    /// Bodies that there is room for.
    covered: usize,
}

clone_into_room!(Moves: told, listed, placed, is_placed; now, seen, rested, covered);

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
        for bits in [&mut self.listed, &mut self.is_placed, &mut self.now, &mut self.seen] {
            bits.cover(bodies);
        }
        // Twice, for slots of bodies that were removed.
        room(&mut self.told, 2 * bodies);
        room(&mut self.placed, bodies);
        room(&mut self.rested, bodies);
    }

    /// Finds the bodies that came to rest: told in the last step and not now. They are no longer listed.
    fn find_rested(&mut self) {
        let Moves { told, listed, now, seen, rested, covered, .. } = self;
        seen.clear();
        seen.cover(*covered);
        told.retain(|&slot| {
            let again = seen.contains(slot);
            seen.insert(slot);
            if now.contains(slot) {
                return !again;
            }
            if listed.contains(slot) {
                listed.remove(slot);
                rested.push(slot);
            }
            false
        });
        // A restored world has them in another order.
        rested.sort_unstable();
    }
}

impl World {
    /// Tells which bodies moved, after continuous collision had its say; then those that callers put elsewhere, then those at rest again.
    pub(crate) fn report_moves(&mut self) {
        let mut moves = core::mem::take(&mut self.moves);
        moves.reserve(self.bodies.records.len());
        let first = self.events.moves.len();
        for part in 0..=self.finalized.len() {
            let count = self.moved_in(part).len();
            for index in 0..count {
                let slot = self.moved_in(part)[index];
                self.report_move(slot);
                moves.tell(slot);
            }
        }
        let mut count = self.events.moves.len() - first;
        // In most steps the same bodies move as in the step before.
        if !moves.placed.is_empty() || count != moves.told.len() {
            moves.now.clear();
            moves.now.cover(moves.covered);
            for event in self.events.moves.since(first) {
                moves.now.insert(event.body.raw().slot());
            }
            moves.placed.sort_unstable();
            for index in 0..moves.placed.len() {
                let slot = moves.placed[index];
                if moves.is_placed.contains(slot) && !moves.now.contains(slot) {
                    self.report_move(slot);
                    moves.tell(slot);
                    moves.now.insert(slot);
                    count += 1;
                }
                moves.is_placed.remove(slot);
            }
            moves.placed.clear();
            if count != moves.told.len() {
                moves.find_rested();
                moves.rested.drain(..).for_each(|slot| self.report_move(slot));
            }
        }
        self.moves = moves;
    }

    /// Bodies that moved in a part of the finalize stage; those that continuous collision alone moved are the last part.
    fn moved_in(&self, part: usize) -> &[u32] {
        self.finalized.get(part).map_or(&self.continuous.moved, |list| &list.moved)
    }

    fn report_move(&mut self, slot: u32) {
        let pose = match self.bodies.is_large() {
            true => self.bodies.pose_from(slot, DVec2::ZERO).pose,
            false => self.bodies.poses[slot as usize].pose,
        };
        let event = MoveEvent {
            body: BodyId::from_raw(self.bodies.pool.id(slot)),
            user_data: self.bodies.motions[slot as usize].user_data(),
            pose,
        };
        self.events.moves.push(event);
    }
}
