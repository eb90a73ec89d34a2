//! Breaks or reports joints whose load exceeds a limit.

use crate::stages::StepContext;
use crate::stages::scratch::Scratch;
use crate::state::State;
use crate::store::capacity::reserve_total;
use crate::tables::joint::LoadChange;

/// Breaks joints above their limit and reports begin and end of overloads.
pub(crate) fn break_joints(state: &mut State, scratch: &mut Scratch, step: &mut StepContext) {
    // A step of length 0 computes no loads.
    if state.joints.watched.is_empty() || step.constants.h == 0.0 {
        return;
    }
    let load_changes = &mut scratch.load_changes;
    // Reserves the maximum, so that breaking many joints at once allocates nothing.
    reserve_total(load_changes, state.joints.watched.capacity());
    state.joints.list_changes(load_changes);
    for &(slot, load_change) in &*load_changes {
        match load_change {
            LoadChange::Breaks => {
                let event = state.joint_event(slot);
                state.events.breaks.push(event);
                state.release_joint(slot);
                step.report.broken_joints += 1;
            }
            LoadChange::Overloaded => {
                state.joints.set_overloaded(slot, true);
                let event = state.joint_event(slot);
                state.events.overloads.push(event);
            }
            LoadChange::Relieved => state.end_overload(slot),
        }
    }
}
