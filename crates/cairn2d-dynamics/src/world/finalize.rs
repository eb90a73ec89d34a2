//! New poses, sleep timers and boxes: what the solver moved becomes where things are.

use cairn2d_math::with_lanes;

use crate::body::BodyKind;
use crate::event::MoveEvent;
use crate::id::BodyId;
use crate::island::TIME_TO_SLEEP;
use crate::solver::{FinalizeScope, finalize_bodies};
use crate::solver_set::FIRST_SLEEPING_SET;

use super::World;
use super::step::StepContext;

impl World {
    /// New poses, sleep timers and boxes.
    pub(crate) fn finalize_bodies(&mut self, step: &mut StepContext) {
        let dt = step.constants.dt;
        let mut lists = core::mem::take(&mut self.finalized);
        lists.clear();
        let scope = FinalizeScope {
            states: self.bodies.states.as_mut_ptr(),
            poses: self.bodies.poses.as_mut_ptr(),
            motions: self.bodies.motions.as_mut_ptr(),
            dt,
            max_linear_speed: self.config.max_linear_speed,
            sleeping: self.config.sleeping,
            time_to_sleep: TIME_TO_SLEEP,
        };
        let awake = self.sets.awake();
        // SAFETY: the columns are borrowed for this call; slots of awake bodies are distinct rows.
        unsafe { with_lanes!(self.config.lanes, l => finalize_bodies(l, &scope, awake, &mut lists)) };
        for &slot in &lists.moved {
            let event = MoveEvent {
                body: BodyId::from_raw(self.bodies.pool.id(slot)),
                user_data: self.bodies.motions[slot as usize].user_data(),
                pose: self.bodies.poses[slot as usize].pose,
            };
            self.events.moves.push(event);
        }
        for &slot in &lists.refresh {
            self.refresh_boxes(slot);
        }
        self.islands.ready_count = lists.ready_count;
        step.report.continuous_bodies = lists.fast.len() as u32;
        step.report.capped_bodies = lists.capped_count;
        self.finalized = lists;
    }

    /// Wakes the island of a body if it sleeps; an awake body is left alone.
    pub(crate) fn wake_if_asleep(&mut self, slot: u32) {
        let set = self.bodies.records[slot as usize].set;
        if set >= FIRST_SLEEPING_SET {
            self.wake_set(set);
        }
    }

    /// Whether continuous collision looks at a body.
    pub(crate) fn is_continuous(&self, slot: u32) -> bool {
        self.config.continuous && self.bodies.records[slot as usize].kind == BodyKind::Dynamic
    }
}
