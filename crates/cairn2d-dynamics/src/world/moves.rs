//! Move events: of bodies that moved in a step, of bodies that a caller put elsewhere, and one last event of each that came to rest.
//!
//! A renderer that interpolates between the last two events of a body ([`Interpolated`](crate::Interpolated)) needs two equal ones to stand
//! still. So a body that had a move event in the last step and did not move in this one gets one more.
//!
//! Invariant: `listed` has the slots of the live bodies of the last step's move events, and `told` lists each of them once. Slots of bodies
//! that were removed since may still be in `told`. Where a step has the events of the last one in the same order, as in most steps of a world at
//! work, nothing changes.

use cairn2d_math::DVec2;

use crate::stages::scratch::Scratch;
use crate::state::State;
use crate::store::bit_set::BitSet;
use crate::store::id::BodyId;
use crate::store::room::{clone_into_room, room};
use crate::tables::body::Bodies;
use crate::tables::event::MoveEvent;

/// Whose moves were told, and whose are still to be.
#[derive(Debug, Default)]
pub(crate) struct Moves {
    told: Vec<u32>,
    listed: BitSet,
    /// Bodies that were put elsewhere since the last step. Slots of removed bodies may be in the list, but not in the set.
    placed: Vec<u32>,
    is_placed: BitSet,
    /// Working memory: bodies of this step's events, and bodies that came to rest.
    now: BitSet,
    rested: Vec<u32>,
    /// Bodies that there is room for.
    covered: usize,
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

impl State {
    /// Tells which bodies moved, after continuous collision had its say; then those that callers put elsewhere, then those at rest again.
    pub(crate) fn report_moves(&mut self, scratch: &Scratch) {
        let mut moves = core::mem::take(&mut self.moves);
        moves.reserve(self.bodies.records.len());
        let first = self.events.moves.len();
        // Those of the last step in the same order, as far as there are any.
        let mut same = moves.told.as_slice();
        let mut is_same = true;
        for list in scratch.finalized.iter().map(|list| &list.moved).chain([&scratch.continuous.moved]) {
            self.events.moves.extend(list.iter().map(|&slot| move_of(&self.bodies, slot)));
            match same.strip_prefix(list.as_slice()) {
                Some(rest) => same = rest,
                None => is_same = false,
            }
        }
        if !is_same || !same.is_empty() || !moves.placed.is_empty() {
            self.report_other_moves(first, &mut moves);
        }
        self.moves = moves;
    }

    /// Tells the moves of bodies that callers put elsewhere and the last ones of bodies that came to rest, after those from `first` on.
    fn report_other_moves(&mut self, first: usize, moves: &mut Moves) {
        let Moves { told, listed, placed, is_placed, now, rested, covered } = moves;
        let slot_of = |event: &MoveEvent| event.body.raw().slot();
        now.clear();
        now.cover(*covered);
        self.events.moves.since(first).iter().for_each(|event| now.insert(slot_of(event)));
        placed.sort_unstable();
        for slot in placed.drain(..) {
            if is_placed.contains(slot) && !now.contains(slot) {
                self.events.moves.push(move_of(&self.bodies, slot));
                now.insert(slot);
            }
            is_placed.remove(slot);
        }
        rested.extend(told.iter().filter(|&&slot| listed.contains(slot) && !now.contains(slot)));
        // A restored world has them in another order.
        rested.sort_unstable();
        told.clear();
        told.extend(self.events.moves.since(first).iter().map(slot_of));
        core::mem::swap(listed, now);
        self.events.moves.extend(rested.drain(..).map(|slot| move_of(&self.bodies, slot)));
    }
}

/// The move event of a body.
#[inline(always)]
fn move_of(bodies: &Bodies, slot: u32) -> MoveEvent {
    let pose = match bodies.is_large() {
        true => bodies.pose_from(slot, DVec2::ZERO).pose,
        false => bodies.poses[slot as usize].pose,
    };
    let user_data = bodies.motions[slot as usize].user_data();
    MoveEvent { body: BodyId::from_raw(bodies.pool.id(slot)), user_data, pose }
}
