//! The state hash: one number that depends on every bit of the state.

use crate::state::State;
use crate::tables::contact::Gate;
use crate::tables::joint::{JointForm, ROWS, Track};

/// A simple 64-bit hash of words: multiply and rotate, the same on every machine.
#[derive(Clone, Copy)]
struct StateHasher(u64);

impl StateHasher {
    fn word(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    #[cfg_attr(target_family = "wasm", inline(never))]
    fn floats(&mut self, floats: &[f32]) {
        for value in floats {
            self.word(u64::from(value.to_bits()));
        }
    }

    fn finish(self) -> u64 {
        // A last mixing, so that a change in the last word affects all bits.
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ (mixed >> 29)
    }
}

impl State {
    pub(crate) fn hash_of_all(&self) -> u64 {
        let mut hasher = StateHasher(self.step_count);
        self.hash_bodies(&mut hasher);
        for slot in self.shapes.pool.slots() {
            let aabb = self.shapes.boxes[slot as usize];
            hasher.floats(&[aabb.min.x, aabb.min.y, aabb.max.x, aabb.max.y]);
        }
        for slot in self.contacts.pool.slots() {
            let index = slot as usize;
            let (record, impulse) = (&self.contacts.records[index], &self.contacts.impulses[index]);
            hasher.word(u64::from(record.shapes[0]) << 32 | u64::from(record.shapes[1]));
            hasher.word(u64::from(record.color) << 32 | u64::from(record.touching));
            let (manifold, reference) = (&self.contacts.manifolds[index], &self.contacts.references[index]);
            if manifold.point_count > 0 {
                hasher.floats(&manifold.normal);
                hasher.floats(&reference.a);
                hasher.floats(&reference.b);
            }
            for side in 0..manifold.point_count as usize {
                hasher.word(u64::from(manifold.ids[side]));
                hasher.floats(&[manifold.bases[side]]);
                hasher.floats(&manifold.points[side].a);
                hasher.floats(&manifold.points[side].b);
                hasher.floats(&impulse.points[side]);
            }
            hasher.floats(&[impulse.rolling]);
            let gate = self.gate(slot);
            if gate != Gate::None {
                hasher.word(gate as u64);
            }
        }
        for slot in self.joints.pool.slots() {
            let impulses = self.joints.impulses(slot);
            hasher.word(u64::from(slot));
            hasher.floats(&[impulses.linear.x, impulses.linear.y, impulses.spring]);
            hasher.floats(&[impulses.motor, impulses.lower, impulses.upper]);
            let record = &self.joints.records[slot as usize];
            // Within half a turn of the middle, the angle follows from the poses.
            let axis = self.joints.axes.get(slot as usize);
            let middle = axis.map_or(0.0, |axis| 0.5 * (axis.lower + axis.upper));
            let counted = self.joints.counted_angle(slot);
            if let Some(angle) = counted.filter(|angle| (angle - middle).abs() > core::f32::consts::PI) {
                hasher.floats(&[angle]);
            }
            let watch = self.joints.watch(slot);
            if !record.enabled || watch.is_some() {
                let overloaded = watch.is_some_and(|watch| watch.overloaded);
                hasher.word(u64::from(record.enabled) << 1 | u64::from(overloaded));
                let limits =
                    watch.map_or_else(Default::default, |watch| [watch.break_at, watch.report_above]);
                for limit in limits.into_iter().flat_map(|limit| [limit.force, limit.torque]) {
                    // No limit is below 0.
                    hasher.floats(&[limit.unwrap_or(-1.0)]);
                }
            }
            match record.kind.form() {
                JointForm::Pose => hasher.floats(&[impulses.linear_motor.x, impulses.linear_motor.y]),
                JointForm::Row | JointForm::Rows => {
                    let Track { turns, reference, tooth, .. } = self.joints.tracks[slot as usize];
                    for value in [turns[0], turns[1], reference, tooth] {
                        hasher.word(value.to_bits());
                    }
                    let place = slot as usize * ROWS;
                    for line in &self.joints.lines[place..][..ROWS] {
                        hasher.floats(&line.jacobian);
                    }
                    for axis in &self.joints.line_axes[place..][..ROWS] {
                        hasher.floats(&[axis.spring, axis.motor, axis.lower_impulse, axis.upper_impulse]);
                    }
                }
                _ => {}
            }
        }
        for entry in &self.bodies.time_scales {
            hasher.word(u64::from(entry.body));
            hasher.floats(&[entry.own, entry.applied]);
        }
        for visit in self.sensors.visits() {
            hasher.word(u64::from(visit.sensor) << 32 | u64::from(visit.visitor));
        }
        for &slot in &self.fields.order {
            let field = &self.fields.records[slot as usize];
            hasher.word(u64::from(slot) << 32 | u64::from(field.priority as u32));
            hasher.word(field.mask);
            let kind = u64::from(field.effect.kind_bit()) << 2;
            hasher.word(kind | u64::from(field.enabled) << 1 | u64::from(field.exclusive));
            hasher.floats(&field.effect.numbers());
            field.area.numbers(|numbers| hasher.floats(numbers));
        }
        hasher.finish()
    }

    fn hash_bodies(&self, hasher: &mut StateHasher) {
        for slot in self.bodies.slots() {
            let index = slot as usize;
            let (pose, state) = (&self.bodies.poses[index], &self.bodies.states[index]);
            let motion = &self.bodies.motions[index];
            hasher.word(u64::from(slot) << 32 | u64::from(self.bodies.records[index].set));
            hasher.floats(&[pose.pose.p.x, pose.pose.p.y, pose.pose.q.c, pose.pose.q.s]);
            hasher.floats(&[pose.center.x, pose.center.y, state.velocity.x, state.velocity.y]);
            hasher.floats(&[state.angular_velocity, state.inv_mass, state.inv_inertia, motion.sleep_time]);
            hasher.floats(&[motion.force.x, motion.force.y, motion.torque, motion.margin_left]);
            if self.bodies.is_large() {
                hasher.floats(&self.bodies.cell(slot));
            }
            let dominance = self.bodies.dominance(slot);
            if dominance != 0 {
                hasher.word(u64::from(dominance.cast_unsigned()));
            }
        }
        if self.bodies.is_large() {
            hasher.floats(&self.bodies.home);
        }
    }
}
