//! The stages of a step, in the order of `World::step`, and the context they hand on. A stage writes to the state and to its working memory.

pub(crate) mod apply_fields;
pub(crate) mod break_joints;
pub(crate) mod finalize_bodies;
pub(crate) mod finish_step;
pub(crate) mod refit_broad_phase;
pub(crate) mod scratch;
pub(crate) mod sleep_islands;
pub(crate) mod solve_constraints;
pub(crate) mod solve_continuous;
pub(crate) mod solve_impacts;
pub(crate) mod update_contacts;
pub(crate) mod update_pairs;
pub(crate) mod update_sensors;

use std::sync::Arc;

use cairn2d_tasks::TaskSystem;

use crate::kernels::solver::StepConstants;
use crate::stages::scratch::Scratch;
use crate::state::State;
use crate::tables::report::StepReport;

/// A stage of the step.
pub(crate) type StageFn = fn(&mut State, &mut Scratch, &mut StepContext);

/// What the stages of one step hand on to each other.
pub(crate) struct StepContext {
    /// The threads of this step, `None` for the caller alone.
    pub(crate) tasks: Option<Arc<dyn TaskSystem>>,
    pub(crate) constants: StepConstants,
    pub(crate) report: StepReport,
    /// Whether rows that are written must be marked, because somebody keeps a copy of the world.
    pub(crate) kept: bool,
    /// When the last stage ended, by the clock that the caller lent.
    pub(crate) time: u64,
}
