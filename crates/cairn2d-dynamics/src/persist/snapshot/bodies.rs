//! Bodies: data that changes in each step as columns, and properties that repeat only where they differ from
//! the body before.

use cairn2d_geometry::Mass;
use cairn2d_math::{Pose, Rot, Vec2};

use crate::persist::codec::{Decode, Decoded, Encode, Reader, Writer, bits, fields, finite, floats_of};
use crate::persist::hash::StateHasher;
use crate::state::State;
use crate::state::masses::inverses;
use crate::store::each::Each;
use crate::tables::body::{
    BodyKind, BodyMotion, BodyPose, BodyRecord, Locks, MAX_MASS, MAX_TIME_SCALE, MIN_TIME_SCALE, TimeScale,
    flag,
};
use crate::tables::check::{Bound, MAX_COORDINATE, MAX_MAGNITUDE, check};
use crate::tables::error::SnapshotError;

use super::{Read, ensure};

/// Bytes of a body in the lists of moves, and of a time scale in a growing list.
const MOVE: usize = 16;
const TIME_SCALE: usize = 36;

fields!(TimeScale { body, own, applied });

/// Bits for the optional parts of a body.
mod mark {
    pub(super) const SAME: u8 = 1;
    pub(super) const FORCES: u8 = 2;
    pub(super) const USER_DATA: u8 = 4;
    /// It had a move event in the last step.
    pub(super) const REPORTED: u8 = 8;
    /// It was repositioned since the last step.
    pub(super) const PLACED: u8 = 16;
    pub(super) const ALL: u8 = 31;
}

/// Largest angular velocity of a body \[rad/s\]: calls accept at most [`MAX_MAGNITUDE`], and rounding may add
/// to it.
const MAX_SPIN: f32 = 1.01 * MAX_MAGNITUDE;

impl State {
    pub(super) fn write_bodies(&self, out: &mut Writer<'_>) {
        let bodies = &self.bodies;
        let (states, poses, motions) = (&bodies.states, &bodies.poses, &bodies.motions);
        let row = |slot: u32| {
            let index = slot as usize;
            let BodyPose { pose, center, local_center: _ } = &poses[index];
            let (state, motion) = (&states[index], &motions[index]);
            bits([
                pose.p.x,
                pose.p.y,
                pose.q.c,
                pose.q.s,
                center.x,
                center.y,
                state.velocity.x,
                state.velocity.y,
                state.angular_velocity,
                motion.sleep_time,
                motion.margin_left,
            ])
        };
        out.column(bodies.count() as usize, bodies.slots().map(row));
        let mut last = 0..0;
        for slot in bodies.slots() {
            let motion = &motions[slot as usize];
            let start = out.out.len();
            out.byte(0);
            let properties = BodyProperties(&bodies.records[slot as usize], motion);
            let same = out.unless_repeated(&mut last, properties);
            // A negative zero is a value, too.
            let push = [motion.force.x, motion.force.y, motion.torque];
            let pushed = push.map(f32::to_bits) != [0; 3];
            let bit = |on: bool, bit: u8| if on { bit } else { 0 };
            out.out[start] = bit(same, mark::SAME)
                | bit(pushed, mark::FORCES)
                | bit(motion.user_data() != 0, mark::USER_DATA)
                | bit(self.moves.was_reported(slot), mark::REPORTED)
                | bit(self.moves.was_placed(slot), mark::PLACED);
            if self.moves.was_reported(slot) || self.moves.was_placed(slot) {
                out.charge(1, MOVE);
            }
            if pushed {
                out.floats(push);
            }
            if motion.user_data() != 0 {
                out.long(motion.user_data());
            }
        }
        out.list(&bodies.kinematics);
        out.list(&bodies.bullets);
        out.values(&bodies.time_scales, TIME_SCALE);
        if bodies.is_large() {
            out.floats(bodies.broad_phase_origin);
            bodies.slots().for_each(|slot| out.floats(bodies.cell(slot)));
        }
    }

    pub(super) fn read_bodies(&mut self, from: &mut Reader<'_>) -> Read<()> {
        let bodies = &mut self.bodies;
        let count = bodies.pool.slot_count();
        ensure(bodies.pool.is_alive(0), "the null body is missing")?;
        bodies.set_large(self.config.is_large());
        bodies.set_layered(self.config.is_layered());
        self.moves.clear();
        let rows = from.rows::<11>(bodies.pool.count() as usize - 1)?;
        for (slot, row) in bodies.pool.slots().skip(1).zip(rows) {
            let [px, py, c, s, cx, cy, vx, vy, angular_velocity, sleep_time, margin_left] =
                finite(floats_of(row))?;
            let pose = Pose { p: Vec2 { x: px, y: py }, q: Rot { c, s } };
            ensure(pose.q.is_normalized() && near([px, py, cx, cy]), "a body is out of the world")?;
            let speed = Vec2 { x: vx, y: vy }.length();
            let fast = speed <= 1.001 * self.config.max_linear_speed && angular_velocity.abs() <= MAX_SPIN;
            ensure(fast, "a body is faster than the world allows")?;
            let index = slot as usize;
            (bodies.poses[index].pose, bodies.poses[index].center) = (pose, Vec2 { x: cx, y: cy });
            let (state, motion) = (&mut bodies.states[index], &mut bodies.motions[index]);
            state.velocity = Vec2 { x: vx, y: vy };
            state.angular_velocity = angular_velocity;
            (motion.sleep_time, motion.margin_left) = (sleep_time, margin_left);
        }
        let mut former = None;
        for slot in 1..count {
            if self.bodies.pool.is_alive(slot as u32) {
                self.read_body(slot, &mut former, from)?;
            }
        }
        self.read_body_lists(from)
    }

    fn read_body(
        &mut self,
        index: usize,
        former: &mut Option<(BodyRecord, BodyMotion)>,
        from: &mut Reader<'_>,
    ) -> Read<()> {
        let bits: u8 = from.value()?;
        ensure(bits <= mark::ALL, "a body has an unknown mark")?;
        if bits & (mark::REPORTED | mark::PLACED) != 0 {
            from.charge(1, MOVE)?;
        }
        if bits & mark::REPORTED != 0 {
            self.moves.report(index as u32);
        }
        if bits & mark::PLACED != 0 {
            self.moves.place(index as u32);
        }
        if bits & mark::SAME == 0 {
            *former = Some(read_properties(from)?);
        }
        let (record, motion) =
            former.as_ref().ok_or(SnapshotError::Structure("the first body repeats a previous one"))?;
        let bodies = &mut self.bodies;
        bodies.records[index] = *record;
        bodies.set_dominance(index as u32, record.dominance);
        bodies.poses[index].local_center = record.mass.center;
        let own = &mut bodies.states[index];
        [own.inv_mass, own.inv_inertia] = inverses(record.mass, record.locks);
        let still = own.velocity == Vec2::ZERO && own.angular_velocity == 0.0;
        ensure(still || record.kind != BodyKind::Static, "a static body moves")?;
        let (sleep_time, margin_left) = (bodies.motions[index].sleep_time, bodies.motions[index].margin_left);
        let own = &mut bodies.motions[index];
        *own = *motion;
        (own.sleep_time, own.margin_left) = (sleep_time, margin_left);
        if bits & mark::FORCES != 0 {
            (own.force, own.torque) = from.value()?;
        }
        if bits & mark::USER_DATA != 0 {
            own.set_user_data(from.long()?);
        }
        Ok(())
    }

    fn read_body_lists(&mut self, from: &mut Reader<'_>) -> Read<()> {
        let bodies = &mut self.bodies;
        from.list(&mut bodies.kinematics)?;
        from.list(&mut bodies.bullets)?;
        // Each list must contain every such body once. A visited body loses its mark, and the marks are
        // restored at the end.
        let is = |record: &BodyRecord| [record.kind == BodyKind::Kinematic, record.bullet];
        let mut counts = [0; 2];
        for slot in bodies.pool.slots().skip(1) {
            let is = is(&bodies.records[slot as usize]);
            counts = [0, 1].each(|list| counts[list] + usize::from(is[list]));
        }
        for (list, slots) in [&bodies.kinematics, &bodies.bullets].into_iter().enumerate() {
            ensure(slots.len() == counts[list], "a list of bodies is too short or too long")?;
            for &slot in slots {
                let record = bodies.records.get_mut(slot as usize).filter(|record| is(record)[list]);
                let record = record.ok_or(SnapshotError::Structure("a body is in the wrong list"))?;
                match list {
                    0 => record.kind = BodyKind::Static,
                    _ => record.bullet = false,
                }
            }
            for &slot in slots {
                let record = &mut bodies.records[slot as usize];
                match list {
                    0 => record.kind = BodyKind::Kinematic,
                    _ => record.bullet = true,
                }
            }
        }
        bodies.time_scales.clear();
        for entry in from.values(TIME_SCALE)? {
            let TimeScale { body, own, applied } = entry;
            check("time scale", own, Bound::Range(MIN_TIME_SCALE, MAX_TIME_SCALE))?;
            check("applied time scale", applied, Bound::Range(1.0e-7, 1.0e7))?;
            let later = bodies.time_scales.last().is_none_or(|last| last.body < body);
            ensure(body != 0 && later && bodies.pool.is_alive(body), "a time scale has no body")?;
            bodies.time_scales.push(entry);
        }
        self.read_cells(from)
    }

    fn read_cells(&mut self, from: &mut Reader<'_>) -> Read<()> {
        if !self.config.is_large() {
            return Ok(());
        }
        let broad_phase_origin = from.floats()?;
        ensure(
            self.bodies.set_broad_phase_origin(broad_phase_origin),
            "the broad-phase origin is an invalid cell",
        )?;
        for slot in 1..self.bodies.records.len() as u32 {
            if self.bodies.pool.is_alive(slot) {
                let cell = from.floats()?;
                ensure(self.bodies.set_cell(slot, cell), "a body has an invalid cell")?;
            }
        }
        Ok(())
    }

    pub(super) fn hash_bodies(&self, hasher: &mut StateHasher) {
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
            hasher.floats(&self.bodies.broad_phase_origin);
        }
    }

    pub(super) fn hash_time_scales(&self, hasher: &mut StateHasher) {
        for entry in &self.bodies.time_scales {
            hasher.word(u64::from(entry.body));
            hasher.floats(&[entry.own, entry.applied]);
        }
    }
}

/// Returns whether coordinates are small enough that derived values stay finite.
fn near<const N: usize>(coordinates: [f32; N]) -> bool {
    coordinates.into_iter().all(|value| value.abs() <= 8.0 * MAX_COORDINATE)
}

/// The properties of a body, which usually repeat.
struct BodyProperties<'a>(&'a BodyRecord, &'a BodyMotion);

impl Encode for BodyProperties<'_> {
    fn encode(&self, to: &mut Writer<'_>) {
        // Lists all fields, so that a new one does not compile until it is handled. Unnamed fields are in a
        // column, derived from lists, or valid for one step only.
        let BodyRecord {
            kind,
            set: _,
            set_link: _,
            head_shape: _,
            shape_count: _,
            head_contact: _,
            contact_count: _,
            ground_count: _,
            internal_edge_index: _,
            head_joint: _,
            joint_count: _,
            mass,
            mass_override,
            locks,
            bullet,
            dominance,
            sweep_threshold,
        } = self.0;
        let BodyMotion {
            force: _,
            torque: _,
            gravity_scale,
            linear_damping,
            angular_damping,
            sleep_threshold,
            sleep_time: _,
            margin_left: _,
            min_extent,
            flags,
            constraint_count: _,
            extent,
            spin_extent,
            user_data: _,
        } = self.1;
        (kind, locks, bullet, dominance, flags, mass_override).encode(to);
        let Mass { mass, center, inertia } = mass;
        to.floats([*mass, center.x, center.y, *inertia, *gravity_scale, *linear_damping, *angular_damping]);
        to.floats([*sleep_threshold, *min_extent, *extent, *spin_extent, *sweep_threshold]);
    }
}

fn read_properties(from: &mut Reader<'_>) -> Read<(BodyRecord, BodyMotion)> {
    let (kind, locks, bullet, dominance, flags, mass_override): (_, Locks, _, _, u32, Option<Mass>) =
        from.value()?;
    let (mass, [gravity_scale, linear_damping, angular_damping]): (Mass, _) = from.value()?;
    let [sleep_threshold, min_extent, extent, spin_extent, sweep_threshold] = from.floats()?;
    let sizes = [sleep_threshold, min_extent, extent, spin_extent, sweep_threshold];
    ensure(sizes.into_iter().all(|value| value >= 0.0), "an extent of a body is negative")?;
    for mass in [Some(mass), mass_override].into_iter().flatten() {
        check("mass", mass.mass, Bound::Range(0.0, MAX_MASS))?;
        ensure(mass.inertia >= 0.0, "a moment of inertia is negative")?;
        ensure(near([mass.center.x, mass.center.y]), "a centre of mass is out of the world")?;
    }
    check("linear_damping", linear_damping, Bound::Range(0.0, 1.0e6))?;
    check("angular_damping", angular_damping, Bound::Range(0.0, 1.0e6))?;
    check("gravity_scale", gravity_scale, Bound::Range(-1.0e6, 1.0e6))?;
    let fits = |bit: u32, is: bool| (flags & bit != 0) == is;
    let dynamic = kind == BodyKind::Dynamic;
    let fit = fits(flag::DYNAMIC, dynamic) && fits(flag::LOCK_X, locks.x) && fits(flag::LOCK_Y, locks.y);
    ensure(fit && flags <= flag::ALL, "the flags of a body do not fit it")?;
    let has_mass = mass.mass != 0.0 || mass.inertia != 0.0;
    ensure(dynamic || !has_mass, "a body that is not dynamic has a mass")?;
    let new = BodyRecord::new(kind);
    let record = BodyRecord { mass, mass_override, locks, bullet, dominance, sweep_threshold, ..new };
    let motion = BodyMotion {
        gravity_scale,
        linear_damping,
        angular_damping,
        sleep_threshold,
        min_extent,
        flags,
        extent,
        spin_extent,
        ..BodyMotion::default()
    };
    Ok((record, motion))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bullets of 1e39 kg, whose inverse masses are almost 0, were separated by an infinite impulse.
    #[test]
    fn masses_that_no_body_can_have_are_rejected() {
        let read = |mass: f32, kind: BodyKind| {
            let mut record = BodyRecord::new(kind);
            record.mass.mass = mass;
            let flags = if kind == BodyKind::Dynamic { flag::DYNAMIC } else { 0 };
            let (motion, mut bytes) = (BodyMotion { flags, ..BodyMotion::default() }, Vec::new());
            BodyProperties(&record, &motion).encode(&mut Writer::of_snapshot(&mut bytes));
            read_properties(&mut Reader::of_snapshot(&bytes))
        };
        assert!(read(1.0e30, BodyKind::Dynamic).is_ok());
        for mass in [1.1e30, f32::MAX, -1.0, f32::INFINITY, f32::NAN] {
            assert!(read(mass, BodyKind::Dynamic).is_err(), "{mass}");
        }
        assert!(read(0.0, BodyKind::Static).is_ok());
        assert!(read(1.0, BodyKind::Kinematic).is_err());
    }
}
