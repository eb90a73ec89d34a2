//! Steps of a world at rest, in which no stage has anything to do.
//!
//! A world is at rest if no body is awake, nothing changed since the last step, and no table needs a look in
//! every step. All stages together would then only drop the events of the last step and count the step, but
//! they take ten times as long to find that out.

use crate::stages::scratch::Scratch;
use crate::state::State;

impl State {
    /// Returns whether the stages would change nothing. `scratch` must be as large as the stages make it, so
    /// that a later step with awake bodies allocates nothing.
    pub(crate) fn is_at_rest(&self, scratch: &Scratch) -> bool {
        let bodies = self.bodies.records.len();
        // Without awake bodies, no contact is awake and no constraint is in the graph (`state/sets.rs`).
        self.sets.awake().is_empty()
            && self.broad_phase.is_settled()
            && self.moves.is_settled(bodies)
            && scratch.embedded_bodies.has_len(bodies)
            && self.contacts.released.is_empty()
            && !self.graph.joints_changed.0
            && self.joints.watched.is_empty()
            && self.held.rows.is_empty()
            && self.sensors.is_empty()
            && !self.has_portals()
            && !self.config.is_layered()
    }

    /// Does what the stages do in a world at rest.
    pub(crate) fn step_at_rest(&mut self, dt: f32) {
        self.events.begin_step();
        self.last_dt = dt;
        self.fields.forces.clear();
        if self.config.continuous {
            // A copy of the static tree may be due.
            self.broad_phase.statics.expect_queries(self.config.lanes, 0);
        }
        self.events.end_step();
        self.step_count += 1;
    }
}
