//! Runs the solver: prepares velocity deltas and generic constraints, then sub-steps over the constraint
//! graph.

mod columns;
mod generic;

pub(crate) use columns::ColumnSearch;

use cairn2d_math::Vec2;

use crate::kernels::solver::{SolveScope, StepConstants};
use crate::stages::StepContext;
use crate::stages::scratch::Scratch;
use crate::stages::solve_impacts::Impacts;
use crate::state::State;
use crate::tables::body::{BodyDelta, TimeScale, flag};

/// Returns the factor that damping `[1/s]` applies to a velocity over `h` `[s]`, and the effective time of
/// an acceleration `[s]`. Both solve v' = a - damping v exactly.
pub(super) fn damped(damping: f32, h: f32) -> (f32, f32) {
    let x = damping * h;
    if x == 0.0 {
        return (1.0, h);
    }
    let decay = cairn2d_math::exp(-x);
    // For small damping, (1 - decay) / damping cancels; a series replaces it.
    let time = if x < 0.1 {
        h * (1.0 - x * (0.5 - x * (1.0 / 6.0 - x * (1.0 / 24.0))))
    } else {
        (1.0 - decay) / damping
    };
    (decay, time)
}

/// Writes counters of the report, prepares bodies and solves all constraints in sub-steps.
pub(crate) fn solve_constraints(state: &mut State, scratch: &mut Scratch, step: &mut StepContext) {
    step.report.awake_bodies = state.sets.awake().len() as u32 - state.image_counts()[0];
    step.report.awake_contacts = state.contacts.awake_count() as u32;
    step.report.solved_contacts = state.graph.contact_count() as u32;
    step.report.solved_joints = state.graph.joint_count as u32;
    let is_constrained = step.report.solved_contacts + step.report.solved_joints > 0;
    if is_constrained {
        step.report.overflow_constraints = state.graph.overflow_count();
    }
    if step.constants.h == 0.0 {
        step.report.colors = state.graph.color_count();
        scratch.solver.hits.clear();
        // A step of length 0 changes no velocity and no position.
        return;
    }
    scratch.columns.reserve(state.bodies.records.len());
    state.prepare_bodies((&mut scratch.impacts, &mut scratch.columns), &step.constants);
    state.scale_deltas(&step.constants);
    state.apply_field_forces(&step.constants);
    state.prepare_generic_constraints(step.constants.dt);
    let joints_changed = state.graph.joints_changed.0;
    state.graph.joints_changed.0 = false;
    state.link_solver_images(&mut scratch.image_links);
    state.carry_columns(&mut scratch.columns, &step.constants);
    let scope = SolveScope {
        bodies: &mut state.bodies,
        contacts: &mut state.contacts,
        joints: &mut state.joints,
        graph: &state.graph,
        forest: &mut state.forest,
        awake: state.sets.awake(),
        level: state.config.lanes,
        tasks: step.tasks.as_deref(),
        sub_steps: state.config.sub_steps,
        joints_changed,
        has_sleepers: state.config.is_layered() && state.sets.sleeping_count() > 0,
        images: &scratch.image_links,
    };
    scratch.solver.solve(step.constants, scope);
    if is_constrained {
        step.report.colors = scratch.solver.color_count();
    }
    state.show_images(&scratch.image_links, step.constants.dt);
    if step.tracked {
        state.contacts.mark_solved(scratch.solver.any_spin_corrected());
    }
    // In every step, so that a later one with embedded contacts allocates nothing.
    scratch.embedded_bodies.ensure_len(state.bodies.records.len());
    if scratch.solver.any_embedded {
        state.spread_embedded((&mut scratch.embedded, &mut scratch.embedded_bodies), &step.constants);
    }
    state.finish_generic_constraints(step.constants.dt);
}

impl State {
    /// Overwrites the velocity deltas of bodies that fields act on.
    pub(crate) fn apply_field_forces(&mut self, constants: &StepConstants) {
        for (slot, acting) in &self.fields.forces {
            let index = *slot as usize;
            let (motion, state) = (&self.bodies.motions[index], &self.bodies.states[index]);
            let scale = self.bodies.time_scale(*slot).applied;
            let delta = &mut self.bodies.deltas[index];
            let (decay, time) = damped((motion.linear_damping + acting.linear_damping) * scale, constants.h);
            let (angular_decay, angular_time) =
                damped((motion.angular_damping + acting.angular_damping) * scale, constants.h);
            let (time, angular_time) = (time * scale * scale, angular_time * scale * scale);
            let free = acting.gravity * motion.gravity_scale + acting.acceleration;
            let free = if state.inv_mass > 0.0 { free } else { Vec2::ZERO };
            delta.velocity = free * time + (motion.force + acting.force) * (time * state.inv_mass);
            delta.angular_velocity = angular_time * state.inv_inertia * (motion.torque + acting.torque);
            delta.linear_decay = decay;
            delta.angular_decay = angular_decay;
        }
    }

    /// Overwrites the velocity deltas of bodies with a time scale; `apply_field_forces` does so for bodies in
    /// fields.
    pub(crate) fn scale_deltas(&mut self, constants: &StepConstants) {
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
            let delta = &mut self.bodies.deltas[body as usize];
            delta.velocity = self.config.gravity * pull + motion.force * (time * state.inv_mass);
            delta.angular_velocity = angular_time * state.inv_inertia * motion.torque;
            (delta.linear_decay, delta.angular_decay) = (decay, angular_decay);
        }
    }

    /// Marks bodies with joints, whose contacts the load memory treats as in columns. Shared loads would
    /// throw such a body when it slips off an edge.
    fn mark_jointed(&mut self) {
        if self.graph.joint_count == 0 {
            return;
        }
        for &joint in self.graph.colors.iter().flat_map(|color| color.joints.all()) {
            for body in self.joints.records[joint as usize].bodies {
                self.bodies.deltas[body as usize].constraints = BodyDelta::JOINTED;
            }
        }
    }

    /// Writes the velocity delta of every awake body: gravity, forces and damping of one sub-step.
    fn prepare_bodies(
        &mut self,
        (impacts, columns): (&mut Impacts, &mut ColumnSearch),
        constants: &StepConstants,
    ) {
        columns.leaves.clear();
        let (gravity, h) = (self.config.gravity, constants.h);
        for &slot in self.sets.awake() {
            let index = slot as usize;
            let (motion, state) = (&self.bodies.motions[index], &self.bodies.states[index]);
            let delta = &mut self.bodies.deltas[index];
            let constraints = motion.constraint_count as f32;
            if motion.constraint_count == 1 {
                columns.leaves.push(slot);
            }
            if motion.is_free() {
                // No damping, force or lock: the common case needs no exponential.
                let pull = if state.inv_mass > 0.0 { h * motion.gravity_scale } else { 0.0 };
                *delta = BodyDelta { velocity: gravity * pull, constraints, ..BodyDelta::NONE };
                continue;
            }
            let (decay, time) = damped(motion.linear_damping, h);
            let (angular_decay, angular_time) = damped(motion.angular_damping, h);
            let free = |bit: u32| if motion.flags & bit == 0 { 1.0 } else { 0.0 };
            let pull = if state.inv_mass > 0.0 { time * motion.gravity_scale } else { 0.0 };
            delta.velocity = gravity * pull + motion.force * (time * state.inv_mass);
            delta.angular_velocity = angular_time * state.inv_inertia * motion.torque;
            delta.linear_decay = decay;
            delta.angular_decay = angular_decay;
            delta.free.x = free(flag::LOCK_X);
            delta.free.y = free(flag::LOCK_Y);
            delta.constraints = constraints;
        }
        self.mark_jointed();
        self.make_released_ballistic(impacts);
    }
}
