//! Bodies for which time passes slower or faster than in the world, by themselves or by where they are.
//!
//! A body that lives at `s` times the speed of the world is, as the world sees it, one with `s` times its velocity, `s` times its damping and
//! `s²` times its accelerations: d²x/dt² = s² d²x/dτ² with τ = s t. So nothing but velocities, when the scale changes, and what
//! acts on the body in a step is scaled, and the solver sees a body like any other. Without such bodies and fields nothing is done.
//!
//! Invariant: the velocity of a body is scaled by the `applied` of its entry in `Bodies::time_scales`, by 1 if it has none.

use cairn2d_math::DVec2;

use crate::kernels::solver::StepConstants;
use crate::state::State;
use crate::tables::body::TimeScale;
use crate::tables::field::{Effect, time_flow};

use super::step::damped;

impl State {
    /// Gives a body a time scale of its own.
    pub(crate) fn set_time_scale(&mut self, slot: u32, own: f32) {
        let entry = self.bodies.time_scale(slot);
        // What areas make of it stays until the next step looks.
        self.apply_time_scale(TimeScale { own, ..entry }, entry.applied / entry.own * own);
    }

    /// Scales the velocities of a body that live by another time from now on.
    fn apply_time_scale(&mut self, entry: TimeScale, applied: f32) {
        if applied != entry.applied {
            let state = &mut self.bodies.states[entry.body as usize];
            let ratio = applied / entry.applied;
            state.velocity *= ratio;
            state.angular_velocity *= ratio;
            self.limit_velocity(entry.body);
        }
        self.bodies.note_time_scale(TimeScale { applied, ..entry });
    }

    /// Finds out how fast time passes for every awake body in this step.
    pub(crate) fn enter_time_flows(&mut self) {
        let any_flow = self.fields.active().any(|field| matches!(field.effect, Effect::TimeFlow(_)));
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
            // However many areas overlap, time neither stops nor runs away.
            let wanted = entry.own * flow;
            let wanted = if wanted > FASTEST { FASTEST } else { wanted };
            let wanted = if wanted < SLOWEST { SLOWEST } else { wanted };
            if wanted != entry.applied {
                self.apply_time_scale(entry, wanted);
            }
        }
    }

    /// Scales what acts in each sub-step on the bodies outside of fields; `push_bodies` does it for those in fields.
    pub(crate) fn scale_kicks(&mut self, constants: &StepConstants) {
        for index in 0..self.bodies.time_scales.len() {
            let TimeScale { body, applied: scale, .. } = self.bodies.time_scales[index];
            if !self.is_awake(body) {
                continue;
            }
            let (motion, state) = (&self.bodies.motions[body as usize], &self.bodies.states[body as usize]);
            let (decay, time) = damped(motion.linear_damping * scale, constants.h);
            let (angular_decay, angular_time) = damped(motion.angular_damping * scale, constants.h);
            let (time, angular_time) = (time * scale * scale, angular_time * scale * scale);
            let pull = if state.inv_mass > 0.0 { time * motion.gravity_scale } else { 0.0 };
            let kick = &mut self.bodies.kicks[body as usize];
            kick.velocity = self.config.gravity * pull + motion.force * (time * state.inv_mass);
            kick.angular_velocity = angular_time * state.inv_inertia * motion.torque;
            (kick.linear_decay, kick.angular_decay) = (decay, angular_decay);
        }
    }
}

/// Bounds of the product of all scales of a body \[-\].
const SLOWEST: f32 = 1.0e-6;
const FASTEST: f32 = 1.0e6;
