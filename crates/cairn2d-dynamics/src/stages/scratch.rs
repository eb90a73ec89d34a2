//! Working memory of the stages. It carries no result from one step to the next.

use core::fmt;

use crate::kernels::narrow_phase::NarrowPhase;
use crate::kernels::solver::{FinalizeClaims, FinalizeLists, ImageLink, Solver};
use crate::stages::finalize_bodies::PART;
use crate::stages::sleep_islands::IslandFinder;
use crate::stages::solve_constraints::ColumnSearch;
use crate::stages::solve_continuous::Continuous;
use crate::stages::solve_impacts::Impacts;
use crate::stages::update_contacts::InternalEdges;
use crate::stages::update_sensors::SensorSearch;
use crate::state::layers::LayerScratch;
use crate::state::portals::PortalScratch;
use crate::store::bit_set::BitSet;
use crate::tables::broad_phase::{KnownContacts, NewPair};
use crate::tables::joint::LoadChange;

/// Memory of the stages between steps; after warm-up a step allocates nothing.
#[derive(Default)]
pub(crate) struct Scratch {
    pub(crate) narrow_phase: NarrowPhase,
    pub(crate) solver: Solver,
    pub(crate) impacts: Impacts,
    pub(crate) columns: ColumnSearch,
    pub(crate) islands: IslandFinder,
    pub(crate) layers: LayerScratch,
    pub(crate) finalized: Vec<FinalizeLists>,
    pub(crate) finalize_claims: FinalizeClaims,
    pub(crate) continuous: Continuous,
    /// New pairs of the broad phase, and shapes that have a contact with the current one.
    pub(crate) pairs: Vec<NewPair>,
    pub(crate) known: KnownContacts,
    /// New contacts of shapes that were placed where they are.
    pub(crate) embedded: Vec<u32>,
    /// Bodies of embedded contacts, while their marks spread.
    pub(crate) embedded_bodies: BitSet,
    pub(crate) internal_edges: InternalEdges,
    pub(crate) sensors: SensorSearch,
    pub(crate) portals: PortalScratch,
    /// Images of this solve, sorted by slot.
    pub(crate) image_links: Vec<ImageLink>,
    /// Joints whose load crossed a limit in this step.
    pub(crate) load_changes: Vec<(u32, LoadChange)>,
    /// New static shapes of a call between steps.
    pub(crate) statics: Vec<u32>,
}

/// Memory that [`World::step_with`](crate::World::step_with) works in, for many worlds in turn. It holds no
/// results, so the order of the worlds changes nothing, and a clone is empty. It grows to what the largest
/// world needs.
#[derive(Debug, Default)]
pub struct WorkingMemory {
    scratch: Scratch,
    /// Set during a step. Still set before the next one if a step panicked.
    pub(crate) lent: bool,
}

impl Clone for WorkingMemory {
    fn clone(&self) -> WorkingMemory {
        WorkingMemory::default()
    }
}

impl WorkingMemory {
    /// Returns the memory for a step, without lists of the last one. A panic may have left it half written,
    /// so it is then replaced.
    pub(crate) fn lend(&mut self) -> &mut Scratch {
        if core::mem::replace(&mut self.lent, true) {
            self.scratch = Scratch::default();
        }
        self.scratch.forget();
        &mut self.scratch
    }
}

/// Working memory of a world, from the first call that needs it on. Worlds that
/// [`World::step_with`](crate::World::step_with) steps have none.
#[derive(Default)]
pub(crate) struct OwnScratch(Option<Box<Scratch>>);

impl OwnScratch {
    /// Returns the memory.
    pub(crate) fn get(&mut self) -> &mut Scratch {
        self.0.get_or_insert_default()
    }

    /// Clears lists of the last step.
    pub(crate) fn forget(&mut self) {
        if let Some(scratch) = &mut self.0 {
            scratch.forget();
        }
    }
}

/// Working memory differs between equal worlds, so it is not shown.
impl fmt::Debug for Scratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scratch").finish_non_exhaustive()
    }
}

/// Equal worlds may differ in whether they have it, so that is not shown either.
impl fmt::Debug for OwnScratch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnScratch").finish_non_exhaustive()
    }
}

impl Scratch {
    /// Reserves the lists of `finalize_bodies` for this many awake bodies.
    pub(crate) fn reserve_finalized(&mut self, bodies: usize) {
        let parts = bodies.div_ceil(PART);
        if self.finalized.len() < parts {
            self.finalized.resize_with(parts, || FinalizeLists::with_capacity(PART));
        }
        // The null body has a row too.
        let FinalizeClaims { states, poses, motions } = &mut self.finalize_claims;
        [states, poses, motions].into_iter().for_each(|column| column.reserve(bodies + 1));
    }

    /// Clears lists of the last step, because their slots may belong to other objects now.
    pub(crate) fn forget(&mut self) {
        self.impacts.hits.clear();
        self.finalized.iter_mut().for_each(FinalizeLists::clear);
        self.solver.hits.clear();
    }
}
