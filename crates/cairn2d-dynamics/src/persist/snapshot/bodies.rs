//! Bodies: data that changes in each step as columns, and properties that repeat only where they differ from
//! the body before.

use cairn2d_geometry::Mass;
use cairn2d_math::{Pose, Rot, Vec2};

use crate::state::State;
use crate::state::masses::inverses;
use crate::tables::body::{
    Bodies, BodyKick, BodyKind, BodyMotion, BodyPose, BodyRecord, BodyState, Locks, MAX_MASS, MAX_TIME_SCALE,
    MIN_TIME_SCALE, TimeScale, flag,
};
use crate::tables::check::{Bound, MAX_COORDINATE, MAX_MAGNITUDE, check};
use crate::tables::error::SnapshotError;

use super::bytes::{bits, finite, floats_of};
use super::{Read, Reader, Writer, ensure, refill};

/// Bytes of a body in the lists of moves.
const MOVE: usize = 16;

/// Words of the properties.
const PROPERTIES: usize = 17;

/// Bits for the optional parts of a body.
mod mark {
    pub(super) const SAME: u8 = 1;
    pub(super) const FORCES: u8 = 2;
    pub(super) const USER_DATA: u8 = 4;
    /// It had a move event in the last step.
    pub(super) const TOLD: u8 = 8;
    /// It was repositioned since the last step.
    pub(super) const PLACED: u8 = 16;
    pub(super) const ALL: u8 = 31;
}

/// Largest angular velocity of a body \[rad/s\]: calls accept at most [`MAX_MAGNITUDE`], and rounding may add
/// to it.
const MAX_SPIN: f32 = 1.01 * MAX_MAGNITUDE;

/// Shifts of the first word of properties.
const LOCK_SHIFT: u32 = 2;
const BULLET_BIT: u32 = 1 << 5;
const OVERRIDE_BIT: u32 = 1 << 6;
const FLAG_SHIFT: u32 = 8;
const DOMINANCE_SHIFT: u32 = 24;

impl State {
    pub(super) fn write_bodies(&self, out: &mut Writer<'_>) {
        let bodies = &self.bodies;
        // Lists all columns, so that a new one does not compile until it is handled. Each is written,
        // derived, or valid for one step only.
        let Bodies {
            pool: _,
            records: _,
            states,
            poses,
            motions,
            kicks: _,
            carries: _,
            kinematics,
            bullets,
            time_scales,
            dominances: _,
            cells: _,
            home,
        } = bodies;
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
        let mut former = None;
        for slot in bodies.slots() {
            let motion = &motions[slot as usize];
            let properties = self.properties_of(slot as usize);
            let same = former == Some(properties);
            // A negative zero is a value, too.
            let push = [motion.force.x, motion.force.y, motion.torque];
            let pushed = push.map(f32::to_bits) != [0; 3];
            let bit = |on: bool, bit: u8| if on { bit } else { 0 };
            out.byte(
                bit(same, mark::SAME)
                    | bit(pushed, mark::FORCES)
                    | bit(motion.user_data() != 0, mark::USER_DATA)
                    | bit(self.moves.was_told(slot), mark::TOLD)
                    | bit(self.moves.was_placed(slot), mark::PLACED),
            );
            if self.moves.was_told(slot) || self.moves.was_placed(slot) {
                out.weigh(1, MOVE);
            }
            if !same {
                out.words(properties);
            }
            if pushed {
                out.floats(push);
            }
            if motion.user_data() != 0 {
                out.long(motion.user_data());
            }
            former = Some(properties);
        }
        out.list(kinematics);
        out.list(bullets);
        out.count(time_scales.len());
        out.weigh(time_scales.len(), 2 * size_of::<TimeScale>());
        for &TimeScale { body, own, applied } in time_scales {
            out.words([body, own.to_bits(), applied.to_bits()]);
        }
        if bodies.is_large() {
            out.words(home.map(f32::to_bits));
            bodies.slots().for_each(|slot| out.words(bodies.cell(slot).map(f32::to_bits)));
        }
    }

    fn properties_of(&self, index: usize) -> [u32; PROPERTIES] {
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
            seam_index: _,
            head_joint: _,
            joint_count: _,
            mass,
            mass_override,
            locks: Locks { x, y, rotation },
            bullet,
            dominance,
            sweep_threshold,
        } = self.bodies.records[index];
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
        } = self.bodies.motions[index];
        let bit = |on: bool, bit: u32| if on { bit } else { 0 };
        let first = kind as u32
            | (u32::from(x) | u32::from(y) << 1 | u32::from(rotation) << 2) << LOCK_SHIFT
            | bit(bullet, BULLET_BIT)
            | bit(mass_override.is_some(), OVERRIDE_BIT)
            | flags << FLAG_SHIFT
            | u32::from(dominance.cast_unsigned()) << DOMINANCE_SHIFT;
        let own = mass_override.unwrap_or(Mass::ZERO);
        let floats = [
            mass.mass,
            mass.center.x,
            mass.center.y,
            mass.inertia,
            own.mass,
            own.center.x,
            own.center.y,
            own.inertia,
            gravity_scale,
            linear_damping,
            angular_damping,
            sleep_threshold,
            min_extent,
            extent,
            spin_extent,
            sweep_threshold,
        ];
        let mut words = [0; PROPERTIES];
        words[0] = first;
        words[1..].copy_from_slice(&bits(floats));
        words
    }

    pub(super) fn read_bodies(&mut self, from: &mut Reader<'_>) -> Read<()> {
        let bodies = &mut self.bodies;
        let count = bodies.pool.slot_count();
        bodies.clear_dominances();
        ensure(bodies.pool.is_alive(0), "the null body is missing")?;
        refill(&mut bodies.records, count, BodyRecord::new(BodyKind::Static));
        refill(&mut bodies.states, count, BodyState::default());
        refill(&mut bodies.poses, count, BodyPose::default());
        refill(&mut bodies.motions, count, BodyMotion::default());
        refill(&mut bodies.kicks, count, BodyKick::default());
        refill(&mut bodies.carries, count, [0.0; 4]);
        bodies.set_large(self.config.large_world);
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
                self.read_properties(slot, &mut former, from)?;
            }
        }
        self.read_body_lists(from)
    }

    fn read_properties(
        &mut self,
        index: usize,
        former: &mut Option<(BodyRecord, BodyMotion)>,
        from: &mut Reader<'_>,
    ) -> Read<()> {
        let bits = from.byte()?;
        ensure(bits <= mark::ALL, "a body has an unknown mark")?;
        if bits & (mark::TOLD | mark::PLACED) != 0 {
            from.weigh(1, MOVE)?;
        }
        if bits & mark::TOLD != 0 {
            self.moves.tell(index as u32);
        }
        if bits & mark::PLACED != 0 {
            self.moves.place(index as u32);
        }
        if bits & mark::SAME == 0 {
            *former = Some(properties(from.words()?)?);
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
            (own.force, own.torque) = (from.point()?, from.float()?);
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
            counts = [0, 1].map(|list| counts[list] + usize::from(is[list]));
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
        let count = from.count(12)?;
        from.weigh(count, 2 * size_of::<TimeScale>())?;
        for _ in 0..count {
            let (body, [own, applied]) = (from.word()?, from.floats()?);
            check("time scale", own, Bound::Range(MIN_TIME_SCALE, MAX_TIME_SCALE))?;
            check("applied time scale", applied, Bound::Range(1.0e-7, 1.0e7))?;
            let later = bodies.time_scales.last().is_none_or(|last| last.body < body);
            ensure(body != 0 && later && bodies.pool.is_alive(body), "a time scale has no body")?;
            bodies.time_scales.push(TimeScale { body, own, applied });
        }
        self.read_cells(from)
    }

    fn read_cells(&mut self, from: &mut Reader<'_>) -> Read<()> {
        if !self.config.large_world {
            return Ok(());
        }
        let home = from.floats()?;
        ensure(self.bodies.set_home(home), "the broad-phase origin is an invalid cell")?;
        for slot in 1..self.bodies.records.len() as u32 {
            if self.bodies.pool.is_alive(slot) {
                let cell = from.floats()?;
                ensure(self.bodies.set_cell(slot, cell), "a body has an invalid cell")?;
            }
        }
        Ok(())
    }
}

/// Returns whether coordinates are small enough that derived values stay finite.
fn near(coordinates: [f32; 4]) -> bool {
    coordinates.into_iter().all(|value| value.abs() <= 8.0 * MAX_COORDINATE)
}

/// Decodes the properties of a body.
fn properties(words: [u32; PROPERTIES]) -> Read<(BodyRecord, BodyMotion)> {
    let first = words[0];
    let kind = match first & 3 {
        0 => BodyKind::Static,
        1 => BodyKind::Kinematic,
        2 => BodyKind::Dynamic,
        _ => return Err(SnapshotError::Structure("a body has an unknown kind")),
    };
    let mut floats = [0; PROPERTIES - 1];
    floats.copy_from_slice(&words[1..]);
    let [mass, x, y, inertia, own_mass, own_x, own_y, own_inertia, rest @ ..] = finite(floats_of(floats))?;
    let [gravity_scale, linear_damping, angular_damping, rest @ ..] = rest;
    let [sleep_threshold, min_extent, extent, spin_extent, sweep_threshold] = rest;
    let sizes = [inertia, own_inertia, sleep_threshold, min_extent, extent, spin_extent, sweep_threshold];
    ensure(sizes.into_iter().all(|value| value >= 0.0), "an extent of a body is negative")?;
    check("mass", mass, Bound::Range(0.0, MAX_MASS))?;
    check("own mass", own_mass, Bound::Range(0.0, MAX_MASS))?;
    check("linear_damping", linear_damping, Bound::Range(0.0, 1.0e6))?;
    check("angular_damping", angular_damping, Bound::Range(0.0, 1.0e6))?;
    check("gravity_scale", gravity_scale, Bound::Range(-1.0e6, 1.0e6))?;
    ensure(near([x, y, own_x, own_y]), "a centre of mass is out of the world")?;
    let locks = first >> LOCK_SHIFT;
    let locks = Locks { x: locks & 1 != 0, y: locks & 2 != 0, rotation: locks & 4 != 0 };
    let flags = first >> FLAG_SHIFT & 0xffff;
    let fits = |bit: u32, is: bool| (flags & bit != 0) == is;
    let dynamic = kind == BodyKind::Dynamic;
    let fit = fits(flag::DYNAMIC, dynamic) && fits(flag::LOCK_X, locks.x) && fits(flag::LOCK_Y, locks.y);
    ensure(fit && flags <= flag::ALL, "the flags of a body do not fit it")?;
    ensure(dynamic || (mass == 0.0 && inertia == 0.0), "a body that is not dynamic has a mass")?;
    let mut record = BodyRecord::new(kind);
    record.mass = Mass { mass, center: Vec2 { x, y }, inertia };
    let own = Mass { mass: own_mass, center: Vec2 { x: own_x, y: own_y }, inertia: own_inertia };
    record.mass_override = (first & OVERRIDE_BIT != 0).then_some(own);
    record.locks = locks;
    record.bullet = first & BULLET_BIT != 0;
    record.dominance = ((first >> DOMINANCE_SHIFT) as u8).cast_signed();
    record.sweep_threshold = sweep_threshold;
    let mut motion = BodyMotion::default();
    (motion.gravity_scale, motion.flags) = (gravity_scale, flags);
    (motion.linear_damping, motion.angular_damping) = (linear_damping, angular_damping);
    (motion.sleep_threshold, motion.min_extent) = (sleep_threshold, min_extent);
    (motion.extent, motion.spin_extent) = (extent, spin_extent);
    Ok((record, motion))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bullets of 1e39 kg, whose inverse masses are almost 0, were separated by an infinite impulse.
    #[test]
    fn masses_that_no_body_can_have_are_refused() {
        let words = |mass: f32, kind: BodyKind| {
            let mut words = [0; PROPERTIES];
            (words[0], words[1]) = (kind as u32 | flag::DYNAMIC << FLAG_SHIFT, mass.to_bits());
            if kind != BodyKind::Dynamic {
                words[0] = kind as u32;
            }
            words
        };
        assert!(properties(words(1.0e30, BodyKind::Dynamic)).is_ok());
        for mass in [1.1e30, f32::MAX, -1.0, f32::INFINITY, f32::NAN] {
            assert!(properties(words(mass, BodyKind::Dynamic)).is_err(), "{mass}");
        }
        assert!(properties(words(0.0, BodyKind::Static)).is_ok());
        assert!(properties(words(1.0, BodyKind::Kinematic)).is_err());
    }
}
