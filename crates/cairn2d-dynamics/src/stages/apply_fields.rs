//! Computes field forces and time scales of awake bodies.

use cairn2d_math::{DVec2, Pose};

use crate::stages::StepContext;
use crate::stages::scratch::Scratch;
use crate::state::State;
use crate::tables::body::Bodies;
use crate::tables::field::{Effect, FieldForces, Fields, Subject, active, time_flow};
use crate::tables::parts::FIELDS;

/// Bounds of the product of all time scales of a body `[-]`.
const SLOWEST: f32 = 1.0e-6;

const FASTEST: f32 = 1.0e6;

/// Computes the field forces of every awake body in this step.
pub(crate) fn apply_fields(state: &mut State, _scratch: &mut Scratch, step: &mut StepContext) {
    state.find_field_forces(step.constants.dt);
}

impl State {
    /// Computes field forces and time scales for a step of length `dt` `[s]`.
    pub(crate) fn find_field_forces(&mut self, dt: f32) {
        self.fields.forces.clear();
        if dt == 0.0 {
            return;
        }
        self.enter_time_flows();
        if !FIELDS || self.fields.order.is_empty() {
            return;
        }
        let State { bodies, shapes, sets, config, fields, .. } = self;
        let Fields { records, order, outline, forces, .. } = fields;
        for &slot in sets.awake() {
            let Some(subject) = subject(bodies, slot, dt) else { continue };
            let head = bodies.records[slot as usize].head_shape;
            let solid = shapes.list_from(head).map(|shape| &shapes.records[shape as usize]);
            let solid = solid.filter(|shape| !shape.is_sensor);
            let solid = solid.map(|shape| (&shape.geometry, shape.filter.category));
            let surroundings = (config.gravity, &mut *outline);
            if let Some(acting) = FieldForces::of(active(order, records), &subject, solid, surroundings) {
                forces.push((slot, acting));
            }
        }
        // Later stages look bodies up by slot.
        forces.sort_unstable_by_key(|&(slot, _)| slot);
    }

    /// Updates the time scale of every awake dynamic body for this step.
    pub(crate) fn enter_time_flows(&mut self) {
        let any_flow =
            FIELDS && self.fields.active().any(|field| matches!(field.effect, Effect::TimeFlow(_)));
        if !any_flow && self.bodies.time_scales.iter().all(|entry| entry.own == entry.applied) {
            return;
        }
        for position in 0..self.sets.awake().len() {
            let slot = self.sets.awake()[position];
            if self.dynamic(slot).is_none() {
                continue;
            }
            let entry = self.bodies.time_scale(slot);
            let solid = self.shapes_of(slot).map(|shape| &self.shapes.records[shape as usize]);
            let solid = solid.filter(|shape| !shape.is_sensor);
            let shapes = solid.map(|shape| (&shape.geometry, shape.filter.category));
            let center = self.bodies.pose_from(slot, DVec2::ZERO).center;
            let flow = time_flow(self.fields.active(), center, shapes);
            // Bounds keep the time scale in range if many areas overlap.
            let wanted = entry.own * flow;
            let wanted = if wanted > FASTEST { FASTEST } else { wanted };
            let wanted = if wanted < SLOWEST { SLOWEST } else { wanted };
            if wanted != entry.applied {
                self.apply_time_scale(entry, wanted);
            }
        }
    }
}

/// Returns the state of a body that fields act on, half a step ahead; `None` if it has infinite mass and
/// inertia.
fn subject(bodies: &Bodies, slot: u32, dt: f32) -> Option<Subject> {
    let index = slot as usize;
    let (state, motion) = (&bodies.states[index], &bodies.motions[index]);
    if state.inv_mass == 0.0 && state.inv_inertia == 0.0 {
        return None;
    }
    let pose = bodies.pose_from(slot, DVec2::ZERO);
    let q = pose.pose.q.integrate(0.5 * dt * state.angular_velocity);
    Some(Subject {
        center: pose.center + state.velocity * (0.5 * dt),
        pose: Pose { p: -q.rotate(pose.local_center), q },
        velocity: state.velocity,
        angular_velocity: state.angular_velocity,
        inv_mass: state.inv_mass,
        inv_inertia: state.inv_inertia,
        gravity_scale: motion.gravity_scale,
        force: motion.force,
        torque: motion.torque,
        linear_damping: motion.linear_damping,
        extent: motion.extent,
        dt,
    })
}
