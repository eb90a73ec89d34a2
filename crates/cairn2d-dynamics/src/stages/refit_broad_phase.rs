//! Refits the tree of moving shapes to their AABBs.

use crate::stages::StepContext;
use crate::stages::scratch::Scratch;
use crate::state::State;

/// Refits the tree of moving shapes to the new AABBs.
pub(crate) fn refit_broad_phase(state: &mut State, _scratch: &mut Scratch, step: &mut StepContext) {
    state.broad_phase.moving.refit(state.config.lanes, step.tasks.as_deref());
}
