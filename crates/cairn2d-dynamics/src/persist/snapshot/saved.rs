//! Saved worlds: a copy of a state that is updated column by column, only where the source changed.

use crate::state::State;
use crate::store::column::Keep;

impl State {
    /// Takes over the changes of another state: all data that a snapshot contains.
    pub(crate) fn keep_all(&mut self, source: &State, how: Keep) {
        let State { bodies, shapes, joints, fields, contacts, sets, graph, broad_phase, .. } = source;
        self.bodies.keep(bodies, how);
        self.shapes.keep(shapes, how);
        self.joints.keep(joints, how);
        self.fields.keep(fields, how);
        self.contacts.keep(contacts, how);
        self.sets.clone_from(sets);
        self.graph.clone_from(graph);
        self.broad_phase.keep(broad_phase, how);
        let State { config, material_pairs, seams, sensors, events, moves, step_count, last_dt, .. } = source;
        let (threads, lanes) = (self.config.threads, self.config.lanes);
        self.config.clone_from(config);
        (self.config.threads, self.config.lanes) = (threads, lanes);
        self.material_pairs.clone_from(material_pairs);
        self.seams.clone_from(seams);
        self.sensors.keep(sensors, how);
        self.events.take_untold(events);
        self.moves.clone_from(moves);
        (self.step_count, self.last_dt, self.mid_step) = (*step_count, *last_dt, source.mid_step);
    }
}
