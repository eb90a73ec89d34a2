//! Solver sets: lists of bodies that share a fate. A body is always in exactly one.

use crate::body::SetIndex;

/// Bodies that never move.
pub(crate) const STATIC_SET: SetIndex = 0;
/// Bodies taken out of the simulation.
pub(crate) const DISABLED_SET: SetIndex = 1;
/// Bodies that are simulated.
pub(crate) const AWAKE_SET: SetIndex = 2;
/// First of the sleeping sets: one per sleeping island.
pub(crate) const FIRST_SLEEPING_SET: SetIndex = 3;

/// A list of body slots.
#[derive(Clone, Debug, Default)]
pub(crate) struct SolverSet {
    pub(crate) bodies: Vec<u32>,
}

/// All solver sets; sleeping ones are reused when empty.
#[derive(Clone, Debug)]
pub(crate) struct SolverSets {
    pub(crate) sets: Vec<SolverSet>,
    free: Vec<SetIndex>,
}

impl SolverSets {
    pub(crate) fn new() -> SolverSets {
        SolverSets { sets: vec![SolverSet::default(); FIRST_SLEEPING_SET as usize], free: Vec::new() }
    }

    pub(crate) fn awake(&self) -> &[u32] {
        &self.sets[AWAKE_SET as usize].bodies
    }

    /// An empty sleeping set.
    pub(crate) fn open(&mut self) -> SetIndex {
        self.free.pop().unwrap_or_else(|| {
            self.sets.push(SolverSet::default());
            self.sets.len() as SetIndex - 1
        })
    }

    /// Gives an empty sleeping set back.
    pub(crate) fn close(&mut self, set: SetIndex) {
        debug_assert!(self.sets[set as usize].bodies.is_empty(), "set {set} still holds bodies");
        self.free.push(set);
    }

    /// Sleeping islands.
    pub(crate) fn sleeping_count(&self) -> u32 {
        (self.sets.len() - FIRST_SLEEPING_SET as usize - self.free.len()) as u32
    }

    pub(crate) fn sleeping_body_count(&self) -> u32 {
        self.sets[FIRST_SLEEPING_SET as usize..].iter().map(|set| set.bodies.len() as u32).sum()
    }
}
