//! Loads of joints: what they bear, limits, events.

use cairn2d_math::{StandardFloats, Vec2};

use crate::api::{JointMut, JointRef};
use crate::persist::calls::Op;
use crate::tables::error::{JointError, Owner};
use crate::tables::joint::{Load, LoadLimit};

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
