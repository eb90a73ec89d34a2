//! Load limits of joints, and enabling and disabling of joints.

use cairn2d_math::Vec2;

use crate::state::State;
use crate::store::each::Each;
use crate::store::slot::NONE;
use crate::tables::event::JointEvent;
use crate::tables::joint::{Joint, JointImpulses, LoadLimit};

impl State {
    /// Ends the overload of a joint with an event, if there is one.
    pub(crate) fn end_overload(&mut self, slot: u32) {
        if self.joints.set_overloaded(slot, false) {
            let event = self.joint_event(slot);
            self.events.overload_ends.push(event);
        }
    }

    /// Reserves memory for the events of the joints with limits.
    pub(crate) fn make_room_for_loads(&mut self) {
        self.events.reserve_loads(self.joints.watched.capacity());
    }

    /// Checks the load of a joint and the list of joints with limits.
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

    pub(crate) fn watch_joint(&mut self, slot: u32, break_at: LoadLimit, report_above: LoadLimit) {
        self.joints.set_limits(slot, break_at, report_above);
        self.make_room_for_loads();
    }

    pub(crate) fn switch_joint(&mut self, slot: u32, enabled: bool) {
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
        // The bodies may be anywhere when the joint is enabled again.
        self.joints.refresh(slot, JointImpulses::default());
        self.joints.loads[slot as usize] = [0.0; 4];
        if !collide_connected {
            self.forget_pairs_between(bodies);
        }
    }

    pub(crate) fn joint_event(&self, slot: u32) -> JointEvent {
        let record = &self.joints.records[slot as usize];
        let [x, y, torque, _] = self.joints.loads[slot as usize];
        JointEvent {
            joint: self.joints.id(slot),
            user_data: record.user_data,
            bodies: record.bodies.each(|body| self.bodies.id(self.owner_of(body))),
            body_data: record.bodies.each(|body| self.bodies.motions[body as usize].user_data()),
            force: Vec2 { x, y },
            torque,
        }
    }
}
