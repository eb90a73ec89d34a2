//! Settings that may change while a world runs, beside gravity, threads and lanes.

use cairn2d_math::StandardFloats;

use crate::persist::calls::Op;
use crate::tables::check::{Bound, check};
use crate::tables::error::ValueError;
use crate::tables::solver_set::FIRST_SLEEPING_SET;

use super::World;

impl World {
    /// Changes the number of sub-steps of a step, 1 to 64. Sleeping bodies stay asleep.
    ///
    /// # Errors
    /// A count out of range.
    pub fn set_sub_steps(&mut self, sub_steps: u32) -> Result<(), ValueError> {
        StandardFloats::within(|| {
            check("sub_steps", sub_steps as f32, Bound::Range(1.0, 64.0))?;
            self.state.config.sub_steps = sub_steps;
            self.note(Op::SetSubSteps, &sub_steps);
            Ok(())
        })
    }

    /// Lets islands at rest fall asleep from now on, or wakes all that sleep and keeps them awake.
    pub fn set_sleeping(&mut self, sleeping: bool) {
        StandardFloats::within(|| {
            self.state.config.sleeping = sleeping;
            self.note(Op::SetSleeping, &sleeping);
            if sleeping {
                return;
            }
            for slot in 0..self.state.bodies.records.len() as u32 {
                if self.state.bodies.pool.is_alive(slot)
                    && self.state.bodies.records[slot as usize].set >= FIRST_SLEEPING_SET
                {
                    self.state.wake_body(slot);
                }
            }
        });
    }

    /// Changes whether fast bodies are stopped at static and kinematic shapes that they would pass through.
    pub fn set_continuous(&mut self, continuous: bool) {
        StandardFloats::within(|| {
            self.state.config.continuous = continuous;
            self.note(Op::SetContinuous, &continuous);
        });
    }
}
