//! Solver sets: groups of bodies that share a fate. A body is always in exactly one.
//!
//! The first three are lists, in which a body knows its position. The others are sleeping islands: chains through the records of their bodies,
//! because islands come in all sizes and a list each would need memory whenever one falls asleep that is larger than those before. Nobody
//! leaves an island alone: it wakes as a whole.

use crate::store::room::clone_into_room;
use crate::store::slot::NONE;
use crate::tables::body::SetIndex;

/// Bodies that never move.
pub(crate) const STATIC_SET: SetIndex = 0;
/// Bodies taken out of the simulation.
pub(crate) const DISABLED_SET: SetIndex = 1;
/// Bodies that are simulated.
pub(crate) const AWAKE_SET: SetIndex = 2;
/// First of the sleeping sets: one per sleeping island.
pub(crate) const FIRST_SLEEPING_SET: SetIndex = 3;

/// A sleeping island: `first` and its successors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Island {
    pub(crate) first: u32,
    pub(crate) body_count: u32,
}

/// What stands for an island whose number is free.
const NO_ISLAND: Island = Island { first: NONE, body_count: 0 };

/// All solver sets; numbers of islands are reused.
#[derive(Debug, Default)]
pub(crate) struct SolverSets {
    /// Slots of the static, disabled and awake bodies.
    pub(crate) lists: [Vec<u32>; FIRST_SLEEPING_SET as usize],
    /// The island of each sleeping set.
    pub(crate) islands: Vec<Island>,
    /// Sets of islands that are free, to be used again from the end.
    pub(crate) free: Vec<SetIndex>,
}

clone_into_room!(SolverSets: lists, islands, free);

impl SolverSets {
    pub(crate) fn awake(&self) -> &[u32] {
        &self.lists[AWAKE_SET as usize]
    }

    /// Makes room for as many islands as there are bodies, so that falling asleep never allocates.
    pub(crate) fn cover(&mut self, body_count: usize) {
        self.islands.reserve(body_count.saturating_sub(self.islands.len()));
        self.free.reserve(body_count.saturating_sub(self.free.len()));
    }

    /// A sleeping set of this chain of bodies.
    pub(crate) fn open(&mut self, island: Island) -> SetIndex {
        if let Some(set) = self.free.pop() {
            self.islands[(set - FIRST_SLEEPING_SET) as usize] = island;
            return set;
        }
        self.islands.push(island);
        FIRST_SLEEPING_SET + self.islands.len() as SetIndex - 1
    }

    /// Dissolves a sleeping set. Its bodies are still chained.
    pub(crate) fn close(&mut self, set: SetIndex) -> Island {
        self.free.push(set);
        core::mem::replace(&mut self.islands[(set - FIRST_SLEEPING_SET) as usize], NO_ISLAND)
    }

    /// Sleeping islands.
    pub(crate) fn sleeping_count(&self) -> u32 {
        (self.islands.len() - self.free.len()) as u32
    }

    pub(crate) fn sleeping_body_count(&self) -> u32 {
        self.islands.iter().map(|island| island.body_count).sum()
    }
}
