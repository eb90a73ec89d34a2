//! Prepares and finishes generic constraints: gears, racks, pulleys, ratchets and constraints of the
//! caller.
//!
//! Before the solve it writes their Jacobian rows and turns velocities to the new directions. After it, it
//! advances the tracked angles.

use cairn2d_math::Vec2;

use crate::state::State;
use crate::state::generic::{ConstraintEnd, Coordinate, tooth};
use crate::store::each::Each;
use crate::tables::constraint_graph::COLOR_COUNT;
use crate::tables::joint::{
    AxisRow, ConstraintRow, FAR, GenericConstraint, JointEnds, JointForm, ROWS, RowLine, axis_row, feature,
};
use crate::tables::parts::GENERIC_JOINTS;

/// Square of the change of a Jacobian between steps, relative to its own, beyond which it has jumped `[-]`.
/// Norms are weighted by inverse masses; the bound is about half a right angle.
const MOST_TURN: f32 = 0.6;

/// Speed along a row above which it is removed before the first sub-step `[m/s]` or `[rad/s]`. A solve
/// leaves less.
const JERK: f32 = 0.05;

/// Largest rotation of a body in a step that angle tracking accepts `[rad]`.
const MOST_TURNED: f32 = 1.0e6;

/// Iterations over the rows of one joint.
const ROUNDS: u32 = 8;

/// Change of a coordinate due to the motion of both ends, by its Jacobian.
fn moved([a, b]: &[ConstraintEnd; 2], jacobian: &[f32; 6]) -> f64 {
    let motion = a.motion.iter().chain(&b.motion);
    jacobian.iter().zip(motion).map(|(along, way)| f64::from(*along) * f64::from(*way)).sum()
}

/// Converts a row of the caller to the form of the solver. Impulses of the same row in the last step are
/// kept for warm starting.
fn written(row: &ConstraintRow, former: &AxisRow) -> (RowLine, AxisRow) {
    let ConstraintRow { linear_a, angular_a, linear_b, angular_b, .. } = *row;
    let bit = |on: bool, bit: u32| if on { bit } else { 0 };
    let spring = row.spring.filter(|spring| spring.hertz > 0.0 && !row.rigid);
    let features = bit(row.rigid, feature::ROD)
        | bit(spring.is_some(), feature::SPRING)
        | bit(row.motor.is_some(), feature::MOTOR)
        | bit(row.limits.is_some(), feature::LIMITS);
    let jacobian = [linear_a.x, linear_a.y, angular_a, linear_b.x, linear_b.y, angular_b];
    let if_active = |on: bool, impulse: f32| if on { impulse } else { 0.0 };
    let mut axis = AxisRow {
        spring_range: [-FAR, FAR],
        spring: if_active(row.rigid || spring.is_some(), former.spring),
        motor: if_active(row.motor.is_some(), former.motor),
        lower_impulse: if_active(row.limits.is_some(), former.lower_impulse),
        upper_impulse: if_active(row.limits.is_some(), former.upper_impulse),
        ..AxisRow::default()
    };
    if let Some((lower, upper)) = row.limits {
        (axis.lower, axis.upper) = (lower, upper);
    }
    if let Some(spring) = spring {
        (axis.spring_hertz, axis.spring_damping_ratio) = (spring.hertz, spring.damping_ratio);
        axis.spring_target = spring.target;
    }
    if let Some(motor) = row.motor {
        (axis.motor_speed, axis.motor_strength) = (motor.speed, motor.strength);
    }
    (RowLine { jacobian, coordinate: row.value, features }, axis)
}

impl State {
    /// Writes the rows of all active generic constraints.
    pub(crate) fn prepare_generic_constraints(&mut self, dt: f32) {
        if !GENERIC_JOINTS || self.joints.tracks.is_empty() {
            return;
        }
        for color in 0..COLOR_COUNT {
            for form in [JointForm::Row, JointForm::Rows] {
                for index in 0..self.graph.colors[color].joints.of(form).len() {
                    let slot = self.graph.colors[color].joints.of(form)[index];
                    self.joints.tracks[slot as usize].turns = self.turns(slot);
                    match form {
                        JointForm::Rows => self.prepare_custom(slot, dt),
                        _ => self.prepare_relation(slot, dt),
                    }
                }
            }
        }
    }

    /// Adds the rotations of the step to the tracked angles, and the impulses of `turn_velocities` to the
    /// loads.
    pub(crate) fn finish_generic_constraints(&mut self, dt: f32) {
        if !GENERIC_JOINTS || self.joints.tracks.is_empty() {
            return;
        }
        for color in &self.graph.colors {
            for form in [JointForm::Row, JointForm::Rows] {
                for &slot in color.joints.of(form) {
                    let bodies = self.joints.records[slot as usize].bodies;
                    for (turns, body) in self.joints.tracks[slot as usize].turns.iter_mut().zip(bodies) {
                        let turn = self.bodies.states[body as usize].delta_angle;
                        // A body that rotates faster than the range of the solver is stopped at its old
                        // angle.
                        if turn.abs() <= MOST_TURNED {
                            *turns += f64::from(turn);
                        }
                    }
                    let prior_impulse = self.joints.tracks[slot as usize].prior_impulse;
                    for (load, prior_impulse) in
                        self.joints.loads[slot as usize].iter_mut().zip(prior_impulse)
                    {
                        *load += prior_impulse / dt;
                    }
                }
            }
        }
    }

    /// Rotates the velocities of both bodies to the new directions of rows that hold a coordinate.
    ///
    /// The direction of a row is fixed within a step. A body on a curve ends the step along the old
    /// direction, so it has a speed against the new row. The solve would remove that speed in every step,
    /// and brake a bead on a wire. So the velocities are reflected at the mean of both directions. That
    /// turns one direction into the other and conserves energy for any masses.
    ///
    /// Speed along the rows that remains came from outside of the solve, for example from a wheel that was
    /// set spinning. It is removed before the first sub-step, which would move far with it.
    fn turn_velocities(&mut self, slot: u32, rows: &[[[f32; 6]; 2]]) {
        let bodies = self.joints.records[slot as usize].bodies.each(|body| body as usize);
        let states = bodies.each(|body| self.bodies.states[body]);
        let [a, b] = &states;
        let velocity =
            [a.velocity.x, a.velocity.y, a.angular_velocity, b.velocity.x, b.velocity.y, b.angular_velocity];
        // A body that leads by dominance acts as if it had infinite mass.
        let mut weights = [a.inv_mass, a.inv_mass, a.inv_inertia, b.inv_mass, b.inv_mass, b.inv_inertia];
        if let Some(leader) = self.bodies.leader(bodies.each(|body| body as u32)) {
            weights[3 * leader..][..3].fill(0.0);
        }
        let dot = |x: &[f32; 6], y: &[f32; 6]| (0..6).map(|part| x[part] * y[part]).sum::<f32>();
        let weighted = |x: &[f32; 6]| core::array::from_fn::<f32, 6, _>(|part| x[part] * weights[part]);
        let mut push = [0.0_f32; 6];
        // Rows of one joint act on the same bodies, so several of them are iterated.
        for _ in 0..if rows.len() > 1 { ROUNDS } else { 1 } {
            for [former, now] in rows {
                let half = core::array::from_fn::<f32, 6, _>(|part| 0.5 * (former[part] + now[part]));
                let change = core::array::from_fn::<f32, 6, _>(|part| now[part] - former[part]);
                let inverse = dot(&weighted(&half), &half);
                // A new direction, or one that jumped, has no velocity that followed it.
                if dot(&weighted(&change), &change) < MOST_TURN * inverse {
                    let missing = dot(&change, &velocity) + dot(&half, &weighted(&push));
                    let impulse = missing / inverse;
                    (0..6).for_each(|part| push[part] -= impulse * half[part]);
                }
            }
        }
        for [_, now] in rows {
            let (speed, inverse) =
                (dot(now, &velocity) + dot(now, &weighted(&push)), dot(&weighted(now), now));
            if speed.abs() > JERK && inverse > f32::MIN_POSITIVE {
                (0..6).for_each(|part| push[part] -= speed / inverse * now[part]);
            }
        }
        let turned = core::array::from_fn::<f32, 6, _>(|part| velocity[part] + push[part] * weights[part]);
        // Values out of range leave the velocities as they are.
        if !turned.iter().chain(&push).all(|value| value.abs() < FAR) {
            return;
        }
        for (body, [x, y, spin]) in
            bodies.into_iter().zip([[turned[0], turned[1], turned[2]], [turned[3], turned[4], turned[5]]])
        {
            let state = &mut self.bodies.states[body];
            (state.velocity, state.angular_velocity) = (Vec2::new(x, y), spin);
        }
        let frame = self.joints.records[slot as usize].frames[1].p;
        let pose = &self.bodies.poses[bodies[1]];
        let arm = pose.pose.transform_point(frame) - pose.center;
        let force = Vec2::new(push[3], push[4]);
        self.joints.tracks[slot as usize].prior_impulse = [force.x, force.y, push[5] - arm.cross(force)];
    }

    /// Writes the row of a built-in generic constraint, with its spring, motor and limits.
    fn prepare_relation(&mut self, slot: u32, dt: f32) {
        let generic = &self.joints.parts(slot).generic;
        let bends = matches!(generic, GenericConstraint::Rack { .. } | GenericConstraint::Pulley { .. });
        let ahead = if bends { 0.5 * dt } else { 0.0 };
        let Some(Coordinate { value, jacobian }) = self.coordinate_ahead(slot, ahead) else { return };
        self.joints.tracks[slot as usize].prior_impulse = [0.0; 3];
        // A slack rope holds nothing.
        let tight = bends && self.joints.axes[slot as usize].upper_impulse > 0.0;
        if self.joints.rows[slot as usize].features & feature::ROD != 0 || tight {
            let former = self.joints.lines[slot as usize * ROWS].jacobian;
            self.turn_velocities(slot, &[[former, jacobian]]);
        }
        let impulses = self.joints.impulses(slot);
        let index = slot as usize;
        let features = self.joints.rows[index].features;
        let (joint, parts) = (&self.joints.records[index], self.joints.parts(slot));
        let mut axis = axis_row(joint, parts, features, impulses);
        let mut track = self.joints.tracks[index];
        let less = |limit: f32| (f64::from(limit) - value) as f32;
        match parts.generic {
            GenericConstraint::Angle { ratchet } => {
                axis.spring_target = less(axis.spring_target);
                (axis.lower, axis.upper) = (less(axis.lower), less(axis.upper));
                if let Some((pitch, phase)) = ratchet {
                    let (pitch, reached) =
                        (f64::from(pitch), tooth(value, f64::from(pitch), f64::from(phase)));
                    let further = (reached - track.tooth) * pitch > 0.0;
                    track.tooth = if further { reached } else { track.tooth };
                    let stop = (track.tooth - value) as f32;
                    if pitch > 0.0 && stop > axis.lower {
                        axis.lower = stop;
                    }
                    if pitch < 0.0 && stop < axis.upper {
                        axis.upper = stop;
                    }
                }
            }
            GenericConstraint::Pulley { .. } => {
                let end = (f64::from(joint.length) - value) as f32;
                (axis.spring_target, axis.lower, axis.upper) = (end, -FAR, end);
            }
            _ => axis.spring_target = -value as f32,
        }
        self.joints.tracks[index] = track;
        self.joints.axes[index] = axis;
        self.joints.lines[index * ROWS] = RowLine { jacobian, coordinate: 0.0, features };
    }

    /// Calls a constraint of the caller for its rows and writes them.
    fn prepare_custom(&mut self, slot: u32, dt: f32) {
        let GenericConstraint::Custom(constraint) = &self.joints.parts(slot).generic else { return };
        let ends = self.ends_ahead(slot, 0.5 * dt);
        let ends_now = self.joint_ends(slot, &ends, dt);
        let rows = self.hooks.guard.call(|| constraint.0.rows(&ends_now)).unwrap_or_default();
        self.joints.tracks[slot as usize].prior_impulse = [0.0; 3];
        let (mut turning, mut count) = ([[[0.0; 6]; 2]; ROWS], 0);
        for (index, row) in rows.into_iter().enumerate() {
            let place = slot as usize * ROWS + index;
            let (former_line, former) = (self.joints.lines[place], self.joints.line_axes[place]);
            let usable = row.filter(ConstraintRow::is_usable);
            let (mut line, axis) = usable.map_or_else(Default::default, |row| written(&row, &former));
            line.coordinate = (f64::from(line.coordinate) - moved(&ends, &line.jacobian)) as f32;
            if line.features & feature::ROD != 0 {
                let held = former_line.features & feature::ROD != 0;
                turning[count] = [if held { former_line.jacobian } else { [0.0; 6] }, line.jacobian];
                count += 1;
            }
            (self.joints.lines[place], self.joints.line_axes[place]) = (line, axis);
        }
        if count > 0 {
            self.turn_velocities(slot, &turning[..count]);
        }
        let own = &self.joints.lines[slot as usize * ROWS..][..ROWS];
        let features = own.iter().fold(0, |all, line| all | line.features);
        self.joints.rows[slot as usize].features = features;
    }

    /// Returns the state of both bodies for a constraint of the caller.
    fn joint_ends(&self, slot: u32, [a, b]: &[ConstraintEnd; 2], dt: f32) -> JointEnds {
        let bodies = self.joints.records[slot as usize].bodies;
        let states = bodies.each(|body| &self.bodies.states[body as usize]);
        JointEnds {
            frames: [a.frame, b.frame],
            centers: [a.center, b.center],
            origin: self.bodies.frame(bodies[0]),
            velocities: states.each(|state| state.velocity),
            angular_velocities: states.each(|state| state.angular_velocity),
            turns: [a.turn, b.turn],
            angle: b.turn - a.turn - self.joints.tracks[slot as usize].reference,
            dt,
        }
    }
}
