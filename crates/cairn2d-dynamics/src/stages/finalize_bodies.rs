//! Writes new poses, sleep timers and AABBs from the velocities and positions that the solver computed.

use cairn2d_math::with_lanes;
use cairn2d_tasks::for_each_slot;

use crate::kernels::disjoint::Sharing;
use crate::kernels::solver::{FinalizeLists, FinalizeScope, finalize_rows, level_for_bodies};
use crate::stages::StepContext;
use crate::stages::scratch::Scratch;
use crate::state::State;
use crate::tables::body::flag;
use crate::tables::solver_set::TIME_TO_SLEEP;

/// Number of bodies that one task finalizes; a multiple of every lane count.
pub(crate) const PART: usize = 1024;

/// Writes new poses, sleep timers and AABBs of all awake bodies.
pub(crate) fn finalize_bodies(state: &mut State, scratch: &mut Scratch, step: &mut StepContext) {
    let dt = step.constants.dt;
    let Scratch { finalized: lists, finalize_claims: claims, continuous, islands, .. } = scratch;
    continuous.forget_starts();
    if state.list_sweepers(continuous, dt) || state.bodies.has_bullets() {
        continuous.keep_starts(&state.bodies.poses);
    }
    let sharing = Sharing { tasks: 1, threads: step.tasks.is_some() };
    let scope = FinalizeScope {
        states: claims.states.share("states", state.bodies.states.unmarked(), sharing),
        poses: claims.poses.share("poses", state.bodies.poses.unmarked(), sharing),
        motions: claims.motions.share("motions", state.bodies.motions.unmarked(), sharing),
        dt,
        max_linear_speed: state.config.max_linear_speed,
        // A step of length 0 has no speed limit of its own and must not change angular velocities.
        max_angular_speed: if dt > 0.0 { step.constants.max_angular_speed } else { f32::MAX },
        sleeping: state.config.sleeping,
        time_to_sleep: TIME_TO_SLEEP,
        look_ahead: flag::BOUNCY | if state.any_crowd() { flag::CROWDED } else { 0 },
    };
    let awake = state.sets.awake();
    let parts = awake.len().div_ceil(PART);
    if lists.len() < parts {
        lists.resize_with(parts, || FinalizeLists::with_capacity(PART));
    }
    lists.iter_mut().for_each(FinalizeLists::clear);
    let level = level_for_bodies(state.config.lanes, awake.len());
    for_each_slot(step.tasks.as_deref(), &mut lists[..parts], &|index, list| {
        let first = index * PART;
        let slots = &awake[first..awake.len().min(first + PART)];
        // SAFETY: `State` owns the columns and is borrowed exclusively for this call. Awake bodies have
        // distinct rows, and no slot is in two parts.
        unsafe { with_lanes!(level, l => finalize_rows(l, &scope, (slots, first), list)) };
    });
    if step.tracked {
        // The states were written by the solver, poses and motions here.
        state.bodies.states.mark_rows(awake);
        state.bodies.poses.mark_rows(awake);
        state.bodies.motions.mark_rows(awake);
    }
    for &slot in lists.iter().flat_map(|list| &list.refresh) {
        state.renew_boxes(slot);
    }
    islands.ready_count = lists.iter().map(|list| list.ready_count).sum();
    step.report.capped_bodies = lists.iter().map(|list| list.capped_count).sum();
}
