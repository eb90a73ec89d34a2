//! Joints whose load exceeds a limit break or are reported.

use crate::stages::StepContext;
use crate::stages::scratch::Scratch;
use crate::state::State;
use crate::store::room::room;
use crate::tables::joint::Verdict;

/// Joints that bear too much break or are reported.
pub(crate) fn break_joints(state: &mut State, scratch: &mut Scratch, step: &mut StepContext) {
    // A step of no length measures nothing.
    if state.joints.watched.is_empty() || step.constants.h == 0.0 {
        return;
    }
    let verdicts = &mut scratch.verdicts;
    // So that a step in which more joints break than in any before allocates nothing.
    room(verdicts, state.joints.watched.capacity());
    state.joints.judge(verdicts);
    for &(slot, verdict) in &*verdicts {
        match verdict {
            Verdict::Breaks => {
                let event = state.joint_event(slot);
                state.events.breaks.push(event);
                state.release_joint(slot);
                step.report.broken_joints += 1;
            }
            Verdict::Overloaded => {
                state.joints.set_overloaded(slot, true);
                let event = state.joint_event(slot);
                state.events.overloads.push(event);
            }
            Verdict::Relieved => state.end_overload(slot),
        }
    }
}
