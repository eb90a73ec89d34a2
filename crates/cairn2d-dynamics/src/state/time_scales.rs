//! Time scales of bodies.

use crate::state::State;
use crate::tables::body::TimeScale;

impl State {
    /// Sets the time scale of a body itself.
    pub(crate) fn set_time_scale(&mut self, slot: u32, own: f32) {
        let entry = self.bodies.time_scale(slot);
        // The factor of areas stays until the next step updates it.
        self.apply_time_scale(TimeScale { own, ..entry }, entry.applied / entry.own * own);
    }

    /// Scales the velocities of a body whose time scale changes.
    pub(crate) fn apply_time_scale(&mut self, entry: TimeScale, applied: f32) {
        if applied != entry.applied {
            let state = &mut self.bodies.states[entry.body as usize];
            let ratio = applied / entry.applied;
            state.velocity *= ratio;
            state.angular_velocity *= ratio;
            self.limit_velocity(entry.body);
        }
        self.bodies.note_time_scale(TimeScale { applied, ..entry });
    }
}
