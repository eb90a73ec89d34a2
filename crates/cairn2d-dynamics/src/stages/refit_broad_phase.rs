//! The tree of moving shapes follows its boxes.

use crate::stages::StepContext;
use crate::stages::scratch::Scratch;
use crate::state::State;

/// The tree of moving shapes follows the new boxes.
pub(crate) fn refit_broad_phase(state: &mut State, _scratch: &mut Scratch, step: &mut StepContext) {
    state.broad_phase.moving.refit(state.config.lanes, step.tasks.as_deref());
}
