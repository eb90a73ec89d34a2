//! Solver sets: all static, all disabled, or all awake bodies, or one sleeping island. A body is always in
//! exactly one.
//!
//! The first three are lists, and a body stores its position in its list. The others are sleeping islands,
//! which are chains through the body records. Islands differ in size, so a list for each would allocate
//! whenever a larger island than before fell asleep. No body leaves an island alone: it wakes as a whole.

use crate::store::capacity::clone_with_capacity;
use crate::store::slot::NONE;
use crate::tables::body::SetIndex;

/// Time for which a body must be slow before it may sleep \[s\].
pub(crate) const TIME_TO_SLEEP: f32 = 0.5;

/// Static bodies.
pub(crate) const STATIC_SET: SetIndex = 0;
/// Disabled bodies.
pub(crate) const DISABLED_SET: SetIndex = 1;
/// Awake bodies.
pub(crate) const AWAKE_SET: SetIndex = 2;
/// First of the sleeping sets: one per sleeping island.
pub(crate) const FIRST_SLEEPING_SET: SetIndex = 3;

/// A sleeping island: `first` and its successors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Island {
    pub(crate) first: u32,
    pub(crate) body_count: u32,
}

/// Stands for a free island number.
const NO_ISLAND: Island = Island { first: NONE, body_count: 0 };

/// All solver sets; free island numbers are reused.
#[derive(Debug, Default)]
pub(crate) struct SolverSets {
    /// Slots of the static, disabled and awake bodies.
    pub(crate) lists: [Vec<u32>; FIRST_SLEEPING_SET as usize],
    /// The island of each sleeping set.
    pub(crate) islands: Vec<Island>,
    /// Free sets of islands, reused from the end.
    pub(crate) free: Vec<SetIndex>,
    /// Contacts that began to touch in this step and may wake sleeping bodies. Empty between steps.
    pub(crate) begun: Vec<u32>,
    /// Sleeping bodies that lost a contact in this step. Empty between steps.
    pub(crate) unloaded: Vec<u32>,
}

clone_with_capacity!(SolverSets: lists, islands, free, begun, unloaded);

impl SolverSets {
    pub(crate) fn awake(&self) -> &[u32] {
        &self.lists[AWAKE_SET as usize]
    }

    /// Reserves memory for as many islands as bodies, so that falling asleep never allocates.
    pub(crate) fn ensure_len(&mut self, body_count: usize) {
        self.islands.reserve(body_count.saturating_sub(self.islands.len()));
        self.free.reserve(body_count.saturating_sub(self.free.len()));
    }

    /// Creates a sleeping set of this chain of bodies. Returns its index.
    pub(crate) fn open(&mut self, island: Island) -> SetIndex {
        if let Some(set) = self.free.pop() {
            self.islands[(set - FIRST_SLEEPING_SET) as usize] = island;
            return set;
        }
        self.islands.push(island);
        FIRST_SLEEPING_SET + self.islands.len() as SetIndex - 1
    }

    /// Frees a sleeping set. Its bodies stay chained.
    pub(crate) fn close(&mut self, set: SetIndex) -> Island {
        self.free.push(set);
        core::mem::replace(&mut self.islands[(set - FIRST_SLEEPING_SET) as usize], NO_ISLAND)
    }

    /// Returns the number of sleeping islands.
    pub(crate) fn sleeping_count(&self) -> u32 {
        (self.islands.len() - self.free.len()) as u32
    }

    pub(crate) fn sleeping_body_count(&self) -> u32 {
        self.islands.iter().map(|island| island.body_count).sum()
    }
}
