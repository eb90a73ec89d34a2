//! The stages of a step, in the order of `World::step`, and the context they share. A stage writes to the
//! state and to its scratch memory.

pub(crate) mod apply_fields;
pub(crate) mod break_joints;
pub(crate) mod finalize_bodies;
pub(crate) mod finish_step;
pub(crate) mod refit_broad_phase;
pub(crate) mod rest;
pub(crate) mod scratch;
pub(crate) mod sleep_islands;
pub(crate) mod sleep_layers;
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

/// Data that the stages of one step share.
pub(crate) struct StepContext {
    /// Threads of this step; `None` runs everything on the calling thread.
    pub(crate) tasks: Option<Arc<dyn TaskSystem>>,
    pub(crate) constants: StepConstants,
    pub(crate) report: StepReport,
    /// Whether written rows must be stamped, because a copy of the world exists.
    pub(crate) tracked: bool,
    /// Time when the last stage ended, by the clock that the caller supplied.
    pub(crate) time: u64,
}
