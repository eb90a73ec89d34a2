//! Joint loads: forces and torques of the last step, break limits and report limits.

use cairn2d_math::{StandardFloats, Vec2};

use crate::api::{JointMut, JointRef};
use crate::persist::calls::Op;
use crate::tables::error::{JointError, Owner};
use crate::tables::joint::{Load, LoadLimit};

impl JointRef<'_> {
    /// Returns the force that the joint applied to the second body \[N\], averaged over its last active step.
    /// The first body got the opposite. A sudden impulse counts as impulse divided by the length of the step.
    pub fn reaction_force(&self) -> Vec2 {
        StandardFloats::within(|| {
            let [x, y, ..] = self.load();
            Vec2 { x, y }
        })
    }

    /// Returns the torque about the anchor that the joint applied to the second body \[N m\], averaged over
    /// its last active step. The first body got the opposite. Zero for a distance joint.
    pub fn reaction_torque(&self) -> f32 {
        StandardFloats::within(|| self.load()[2])
    }

    /// Returns the share of the motor in this load: torque \[N m\] of a hinge, force \[N\] of a distance
    /// joint.
    pub fn motor_load(&self) -> f32 {
        StandardFloats::within(|| self.load()[3])
    }

    /// Returns whether the joint is enabled. See [`JointMut::set_enabled`].
    pub fn is_enabled(&self) -> bool {
        self.record().enabled
    }

    /// Returns the load at which the joint breaks.
    pub fn break_at(&self) -> LoadLimit {
        self.world.state.joints.watch(self.slot).map_or(LoadLimit::default(), |watch| watch.break_at)
    }

    /// Returns the load above which the joint is reported.
    pub fn report_above(&self) -> LoadLimit {
        self.world.state.joints.watch(self.slot).map_or(LoadLimit::default(), |watch| watch.report_above)
    }

    /// Returns whether the load was above the report limit when the joint was last active.
    pub fn is_overloaded(&self) -> bool {
        self.world.state.joints.watch(self.slot).is_some_and(|watch| watch.overloaded)
    }

    fn load(&self) -> Load {
        self.world.state.joints.loads[self.slot as usize]
    }
}

impl JointMut<'_> {
    /// Enables or disables the joint. A disabled joint has no effect on its bodies, does not filter their
    /// collisions, and loses its impulses. Wakes both bodies.
    pub fn set_enabled(&mut self, enabled: bool) {
        StandardFloats::within(|| {
            if self.view().is_enabled() != enabled {
                self.world.state.switch_joint(self.slot, enabled);
            }
            self.note(Op::JointEnabled, &enabled);
        });
    }

    /// Sets the force \[N\] and the torque \[N m\] at which the joint breaks, 0 to 1e15, as means over a
    /// step. `None` sets no limit. A broken joint is removed after the step and listed in
    /// [`Events::breaks`](crate::Events::breaks).
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

    /// Sets the force \[N\] and the torque \[N m\] above which the joint is reported, 0 to 1e15, as means
    /// over a step. `None` sets no limit. See [`Events::overloads`](crate::Events::overloads).
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
