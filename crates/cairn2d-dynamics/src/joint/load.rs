//! What a joint bears: the load of a step, the limits above which a joint breaks or is reported, and the list of joints that have any.
//!
//! Invariant: a joint is in the list if and only if it has a limit, so that joints without limits cost nothing.

use crate::body::NONE;
use crate::check::{Bound, check};
use crate::error::JointError;

use super::Joints;

/// What a joint did to its second body in the last step, as a mean over the step: force x, y \[N\], torque about the anchor \[N m\], and
/// what the motor contributed to them \[N m\] or \[N\].
pub(crate) type Load = [f32; 4];

/// The most that a joint bears.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LoadLimit {
    /// Largest force \[N\], 0 to 1e15; `None` for any.
    pub force: Option<f32>,
    /// Largest torque \[N m\], 0 to 1e15; `None` for any.
    pub torque: Option<f32>,
}

impl LoadLimit {
    /// Whether there is no limit at all.
    pub fn is_none(&self) -> bool {
        self.force.is_none() && self.torque.is_none()
    }

    pub(crate) fn validate(&self) -> Result<(), JointError> {
        for (name, limit) in [("force limit", self.force), ("torque limit", self.torque)] {
            if let Some(limit) = limit {
                check(name, limit, Bound::NonNegative)?;
            }
        }
        Ok(())
    }

    fn is_exceeded(&self, [x, y, torque, _]: Load) -> bool {
        // A square that leaves the range of floats is infinite, and above every limit.
        let force = (x * x + y * y).sqrt();
        self.force.is_some_and(|most| force > most) || self.torque.is_some_and(|most| torque.abs() > most)
    }
}

/// The limits of a joint and what became of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) break_at: LoadLimit,
    pub(crate) report_above: LoadLimit,
    /// Whether the last load was above what is reported.
    pub(crate) overloaded: bool,
    /// Place in the list, `NONE` without limits.
    pub(crate) index: u32,
}

impl Watch {
    pub(crate) fn new(break_at: LoadLimit, report_above: LoadLimit) -> Watch {
        Watch { break_at, report_above, overloaded: false, index: NONE }
    }

    /// Whether something is to be done about a load.
    pub(crate) fn verdict(&self, load: Load) -> Option<Verdict> {
        let over = self.report_above.is_exceeded(load);
        if self.break_at.is_exceeded(load) {
            Some(Verdict::Breaks)
        } else if over == self.overloaded {
            None
        } else {
            Some(if over { Verdict::Overloaded } else { Verdict::Relieved })
        }
    }
}

/// What a load does to a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Breaks,
    Overloaded,
    Relieved,
}

impl Joints {
    /// Makes the list of watched joints follow the limits of a joint.
    pub(crate) fn update_watch(&mut self, slot: u32) {
        let watch = &mut self.records[slot as usize].watch;
        let wanted = !(watch.break_at.is_none() && watch.report_above.is_none());
        if wanted && watch.index == NONE {
            watch.index = self.watched.len() as u32;
            self.watched.push(slot);
            // Room for the stage to list them all.
            crate::room::room(&mut self.verdicts, self.watched.capacity());
        } else if !wanted {
            self.forget_watch(slot);
        }
    }

    /// Takes a joint out of the list, if it is there.
    pub(crate) fn forget_watch(&mut self, slot: u32) {
        let index = core::mem::replace(&mut self.records[slot as usize].watch.index, NONE);
        if index == NONE {
            return;
        }
        self.watched.swap_remove(index as usize);
        if let Some(&moved) = self.watched.get(index as usize) {
            self.records[moved as usize].watch.index = index;
        }
    }

    /// Lists what the loads of the last step do to the watched joints that were active, in ascending slot order.
    pub(crate) fn judge(&mut self) {
        let Joints { watched, verdicts, records, loads, .. } = self;
        verdicts.clear();
        for &slot in &*watched {
            let record = &records[slot as usize];
            if record.color != NONE
                && let Some(verdict) = record.watch.verdict(loads[slot as usize])
            {
                verdicts.push((slot, verdict));
            }
        }
        verdicts.sort_unstable_by_key(|entry| entry.0);
    }
}
