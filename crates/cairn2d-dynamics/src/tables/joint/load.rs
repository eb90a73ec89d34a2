//! Joint loads: the load of a step, the limits above which a joint breaks or is reported, and the list of
//! joints with limits.
//!
//! Invariant: a joint is in the list if and only if it has a limit, so that joints without limits cost
//! nothing.

use crate::store::slot::NONE;
use crate::tables::check::{Bound, check};
use crate::tables::error::JointError;

use super::Joints;

/// Load of a joint on its second body, as a mean over the last step: force x, y \[N\], torque about the
/// anchor \[N m\], and the share of the motor \[N m\] or \[N\].
pub(crate) type Load = [f32; 4];

/// Limits of the load of a joint.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LoadLimit {
    /// Largest force \[N\], 0 to 1e15; `None` for no limit.
    pub force: Option<f32>,
    /// Largest torque \[N m\], 0 to 1e15; `None` for no limit.
    pub torque: Option<f32>,
}

impl LoadLimit {
    /// Returns whether there is no limit.
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
        // A square that overflows is infinite, and above every limit.
        let force = (x * x + y * y).sqrt();
        self.force.is_some_and(|most| force > most) || self.torque.is_some_and(|most| torque.abs() > most)
    }
}

/// The load limits of a joint and its overload state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Watch {
    pub(crate) joint: u32,
    pub(crate) break_at: LoadLimit,
    pub(crate) report_above: LoadLimit,
    /// Whether the last load was above the report limit.
    pub(crate) overloaded: bool,
}

impl Watch {
    /// Returns the effect of a load, `None` if nothing changes.
    pub(crate) fn load_change(&self, load: Load) -> Option<LoadChange> {
        let over = self.report_above.is_exceeded(load);
        if self.break_at.is_exceeded(load) {
            Some(LoadChange::Breaks)
        } else if over == self.overloaded {
            None
        } else {
            Some(if over { LoadChange::Overloaded } else { LoadChange::Relieved })
        }
    }
}

/// Effect of a load on a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LoadChange {
    Breaks,
    Overloaded,
    Relieved,
}

impl Joints {
    /// Returns the load limits and the overload state of a joint, if it has limits.
    pub(crate) fn watch(&self, slot: u32) -> Option<&Watch> {
        self.watched.get(self.records[slot as usize].watch_index as usize)
    }

    /// Sets the load limits of a joint.
    pub(crate) fn set_limits(&mut self, slot: u32, break_at: LoadLimit, report_above: LoadLimit) {
        let record = &mut self.records[slot as usize];
        if break_at.is_none() && report_above.is_none() {
            self.forget_watch(slot);
        } else if let Some(watch) = self.watched.get_mut(record.watch_index as usize) {
            (watch.break_at, watch.report_above) = (break_at, report_above);
        } else {
            record.watch_index = self.watched.len() as u32;
            self.watched.push(Watch { joint: slot, break_at, report_above, overloaded: false });
        }
    }

    /// Sets the overload state of a joint. Returns the previous state.
    pub(crate) fn set_overloaded(&mut self, slot: u32, overloaded: bool) -> bool {
        let watch = self.watched.get_mut(self.records[slot as usize].watch_index as usize);
        watch.is_some_and(|watch| core::mem::replace(&mut watch.overloaded, overloaded))
    }

    /// Removes a joint from the list, if it is there.
    pub(crate) fn forget_watch(&mut self, slot: u32) {
        let index = core::mem::replace(&mut self.records[slot as usize].watch_index, NONE);
        if index == NONE {
            return;
        }
        self.watched.swap_remove(index as usize);
        if let Some(moved) = self.watched.get(index as usize) {
            self.records[moved.joint as usize].watch_index = index;
        }
    }

    /// Lists the effects of the last loads on the watched joints that were active, in ascending slot order.
    pub(crate) fn list_changes(&self, load_changes: &mut Vec<(u32, LoadChange)>) {
        let Joints { watched, records, loads, .. } = self;
        load_changes.clear();
        for watch in watched {
            let slot = watch.joint as usize;
            if records[slot].color != NONE
                && let Some(load_change) = watch.load_change(loads[slot])
            {
                load_changes.push((watch.joint, load_change));
            }
        }
        load_changes.sort_unstable_by_key(|entry| entry.0);
    }
}
