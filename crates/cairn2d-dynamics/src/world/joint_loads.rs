//! What joints bear: reading it, limits that break or report a joint, and switching joints on and off.
//!
//! Invariant: a joint counts as overloaded from its event of [`Events::overloads`](crate::Events::overloads) to that of
//! [`Events::overload_ends`](crate::Events::overload_ends), and only while it has a limit.

use cairn2d_math::{StandardFloats, Vec2};

use crate::persist::calls::Op;
use crate::stages::scratch::Scratch;
use crate::state::State;
use crate::tables::body::NONE;
use crate::tables::error::{JointError, Owner};
use crate::tables::event::JointEvent;
use crate::tables::joint::{Joint, JointImpulses, Load, LoadLimit, Verdict};

use super::step::StepContext;
use super::{JointMut, JointRef};

impl JointRef<'_> {
    /// Force that the joint applied to the second body \[N\], as the mean over the last step in which it was active; the first body got the
    /// opposite. A blow within the step counts with its impulse divided by the length of the step.
    pub fn reaction_force(&self) -> Vec2 {
        StandardFloats::within(|| {
            let [x, y, ..] = self.load();
            Vec2 { x, y }
        })
    }

    /// Torque about the anchor that the joint applied to the second body \[N m\], as the mean over the last step in which it was active; the
    /// first body got the opposite. Zero for a distance joint.
    pub fn reaction_torque(&self) -> f32 {
        StandardFloats::within(|| self.load()[2])
    }

    /// What the motor contributed to that: torque \[N m\] of a hinge, force \[N\] of a distance joint.
    pub fn motor_load(&self) -> f32 {
        StandardFloats::within(|| self.load()[3])
    }

    /// Whether it is switched on. See [`JointMut::set_enabled`].
    pub fn is_enabled(&self) -> bool {
        self.record().enabled
    }

    /// The load at which it breaks.
    pub fn break_at(&self) -> LoadLimit {
        self.world.state.joints.watch(self.slot).map_or(LoadLimit::default(), |watch| watch.break_at)
    }

    /// The load above which it is reported.
    pub fn report_above(&self) -> LoadLimit {
        self.world.state.joints.watch(self.slot).map_or(LoadLimit::default(), |watch| watch.report_above)
    }

    /// Whether it bore more than is to be reported when it was last active.
    pub fn is_overloaded(&self) -> bool {
        self.world.state.joints.watch(self.slot).is_some_and(|watch| watch.overloaded)
    }

    fn load(&self) -> Load {
        self.world.state.joints.loads[self.slot as usize]
    }
}

impl JointMut<'_> {
    /// Switches the joint on or off. One that is off does nothing, as if it were not there: it neither holds its bodies nor keeps them from
    /// colliding, and forgets what it bore. Both bodies wake.
    pub fn set_enabled(&mut self, enabled: bool) {
        StandardFloats::within(|| {
            if self.view().is_enabled() != enabled {
                self.world.state.switch_joint(self.slot, enabled);
            }
            self.note(Op::JointEnabled, &enabled);
        });
    }

    /// Changes the force \[N\] and the torque \[N m\] at which the joint breaks, 0 to 1e15, as means over a step; `None` is any. It is removed
    /// after the step, and [`Events::breaks`](crate::Events::breaks) tells.
    ///
    /// # Errors
    /// A value out of range.
    pub fn set_break_at(
        &mut self,
        force: impl Into<Option<f32>>,
        torque: impl Into<Option<f32>>,
    ) -> Result<(), JointError> {
        StandardFloats::within(|| {
            let limit = LoadLimit { force: force.into(), torque: torque.into() };
            limit.validate().map_err(|error| error.about(Owner::Joint(self.view().id())))?;
            let report_above = self.view().report_above();
            self.world.state.watch_joint(self.slot, limit, report_above);
            self.note(Op::JointBreakAt, &(limit.force, limit.torque));
            Ok(())
        })
    }

    /// Changes the force \[N\] and the torque \[N m\] above which the joint is reported, 0 to 1e15, as means over a step; `None` is any. See
    /// [`Events::overloads`](crate::Events::overloads).
    ///
    /// # Errors
    /// A value out of range.
    pub fn set_report_above(
        &mut self,
        force: impl Into<Option<f32>>,
        torque: impl Into<Option<f32>>,
    ) -> Result<(), JointError> {
        StandardFloats::within(|| {
            let limit = LoadLimit { force: force.into(), torque: torque.into() };
            limit.validate().map_err(|error| error.about(Owner::Joint(self.view().id())))?;
            if limit.is_none() {
                self.world.state.end_overload(self.slot);
            }
            let break_at = self.view().break_at();
            self.world.state.watch_joint(self.slot, break_at, limit);
            self.note(Op::JointReportAbove, &(limit.force, limit.torque));
            Ok(())
        })
    }
}

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

    /// Tells the end of an overload, if the joint has any.
    pub(crate) fn end_overload(&mut self, slot: u32) {
        if self.joints.set_overloaded(slot, false) {
            let event = self.joint_event(slot);
            self.events.overload_ends.push(event);
        }
    }

    /// Makes room for the events of the joints with limits.
    pub(crate) fn make_room_for_loads(&mut self) {
        self.events.reserve_loads(self.joints.watched.capacity());
    }

    /// Checks the load of a joint and the list of those with limits.
    pub(crate) fn validate_load(&self, slot: u32) -> Result<(), String> {
        let index = self.joints.records[slot as usize].watch_index;
        match self.joints.watch(slot) {
            None if index != NONE => return Err(format!("joint {slot} is watched by mistake")),
            Some(watch) if watch.joint != slot => {
                return Err(format!("joint {slot} is not where it is watched"));
            }
            Some(watch) if watch.break_at.is_none() && watch.report_above.is_none() => {
                return Err(format!("joint {slot} is watched without a limit"));
            }
            Some(watch) if watch.overloaded && watch.report_above.is_none() => {
                return Err(format!("joint {slot} is overloaded without a limit"));
            }
            _ => {}
        }
        if self.joints.loads[slot as usize].iter().any(|value| !value.is_finite()) {
            return Err(format!("the load of joint {slot} is not finite"));
        }
        Ok(())
    }

    fn watch_joint(&mut self, slot: u32, break_at: LoadLimit, report_above: LoadLimit) {
        self.joints.set_limits(slot, break_at, report_above);
        self.make_room_for_loads();
    }

    fn switch_joint(&mut self, slot: u32, enabled: bool) {
        self.wake_joint(slot);
        let Joint { bodies, collide_connected, .. } = self.joints.records[slot as usize];
        self.joints.records[slot as usize].enabled = enabled;
        if enabled {
            self.refresh_joint_color(slot);
            if !collide_connected {
                self.destroy_contacts_between(bodies);
            }
            return;
        }
        self.end_overload(slot);
        self.remove_joint_from_graph(slot);
        // The bodies may be anywhere when it is switched on again.
        self.joints.refresh(slot, JointImpulses::default());
        self.joints.loads[slot as usize] = [0.0; 4];
        if !collide_connected {
            self.forget_pairs_between(bodies);
        }
    }

    fn joint_event(&self, slot: u32) -> JointEvent {
        let record = &self.joints.records[slot as usize];
        let [x, y, torque, _] = self.joints.loads[slot as usize];
        JointEvent {
            joint: self.joints.id(slot),
            user_data: record.user_data,
            bodies: record.bodies.map(|body| self.bodies.id(body)),
            body_data: record.bodies.map(|body| self.bodies.motions[body as usize].user_data()),
            force: Vec2 { x, y },
            torque,
        }
    }
}
