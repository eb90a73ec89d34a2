//! Joints whose load exceeds a limit break or are reported.

use crate::stages::StepContext;
use crate::stages::scratch::Scratch;
use crate::state::State;
use crate::tables::joint::Verdict;

impl State {
    /// Joints that bear too much break or are reported.
    pub(crate) fn break_joints(&mut self, _scratch: &mut Scratch, step: &mut StepContext) {
        // A step of no length measures nothing.
        if self.joints.watched.is_empty() || step.constants.h == 0.0 {
            return;
        }
        self.joints.judge();
        let verdicts = core::mem::take(&mut self.joints.verdicts);
        for &(slot, verdict) in &verdicts {
            match verdict {
                Verdict::Breaks => {
                    let event = self.joint_event(slot);
                    self.events.breaks.push(event);
                    self.release_joint(slot);
                    step.report.broken_joints += 1;
                }
                Verdict::Overloaded => {
                    self.joints.set_overloaded(slot, true);
                    let event = self.joint_event(slot);
                    self.events.overloads.push(event);
                }
                Verdict::Relieved => self.end_overload(slot),
            }
        }
        self.joints.verdicts = verdicts;
    }
}
