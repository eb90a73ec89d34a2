//! The tree of moving shapes follows its boxes.

use crate::stages::StepContext;
use crate::stages::scratch::Scratch;
use crate::state::State;

impl State {
    /// The tree of moving shapes follows the new boxes.
    pub(crate) fn refit_broad_phase(&mut self, _scratch: &mut Scratch, step: &mut StepContext) {
        self.broad_phase.moving.refit(self.config.lanes, step.tasks.as_deref());
    }
}
