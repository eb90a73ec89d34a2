//! Joints: record, parts, impulses and angle tracking. The rows for the lanes are rebuilt from these.

use cairn2d_math::Pose;

use crate::persist::codec::{Decode, Decoded, Encode, Reader, Writer, fields, finite};
use crate::persist::hash::StateHasher;
use crate::state::State;
use crate::store::slot::NONE;
use crate::tables::check::{Bound, MAX_COORDINATE, check};
use crate::tables::joint::{
    AngleTrack, AxisRow, Joint, JointForm, JointImpulses, JointKind, JointParts, LoadLimit, MAX_LENGTH,
    MOST_COUNTED, ROWS, RowLine, UNKNOWN_ANGLE, check_softness, feature,
};

use super::budget::{JOINT_PARTS, JOINT_ROWS, WATCH};
use super::{Read, ensure};

/// Largest tracked angle of a body \[rad\]. A step adds at most a million, which rounding discards at this
/// size, so angles stay below.
const MAX_TURNS: f64 = 1.0e24;

/// Largest reference value, so that teeth stay in the accepted range.
const MAX_REFERENCE: f64 = 1.0e28;

/// Largest tooth of a ratchet \[rad\], above every angle and ratio that the other two limits permit.
const MAX_TOOTH: f64 = 1.0e32;

fields!(JointImpulses { linear, linear_motor, spring, motor, lower, upper, angle });

impl State {
    pub(super) fn write_joints(&self, out: &mut Writer<'_>) {
        let mut any_rows = false;
        for slot in self.joints.pool.slots() {
            let joint = &self.joints.records[slot as usize];
            (joint.kind, joint.collide_connected, joint.enabled).encode(out);
            out.words(joint.bodies);
            (joint.frames, joint.softness, joint.length, joint.user_data).encode(out);
            self.joints.impulses(slot).encode(out);
            let parts = (joint.parts != NONE).then(|| self.joints.parts(slot));
            out.charge(usize::from(parts.is_some()), JOINT_PARTS);
            parts.encode(out);
            let watch = self.joints.watch(slot);
            out.charge(usize::from(watch.is_some()), WATCH);
            watch.map(|watch| (watch.break_at, watch.report_above, watch.overloaded)).encode(out);
            any_rows |= row_count(joint.kind.form()) > 0;
            self.write_rows(slot, joint.kind.form(), out);
        }
        if any_rows {
            out.charge(self.joints.pool.slot_count(), JOINT_ROWS);
        }
    }

    /// Writes the rows of the last step: Jacobians, and the impulses of custom constraints.
    fn write_rows(&self, slot: u32, form: JointForm, out: &mut Writer<'_>) {
        let count = row_count(form);
        if count > 0 {
            let AngleTrack { turns, reference, tooth, prior_impulse } = self.joints.tracks[slot as usize];
            [turns[0], turns[1], reference, tooth].iter().for_each(|value| out.long(value.to_bits()));
            out.floats(prior_impulse);
        }
        for row in slot as usize * ROWS..slot as usize * ROWS + count {
            let RowLine { jacobian, coordinate, features } = self.joints.lines[row];
            out.floats(jacobian);
            out.words([coordinate.to_bits(), features]);
            if form == JointForm::Rows {
                let axis = &self.joints.line_axes[row];
                out.floats([axis.spring, axis.motor, axis.lower_impulse, axis.upper_impulse]);
            }
        }
    }

    pub(super) fn read_joints(&mut self, from: &mut Reader<'_>) -> Read<()> {
        let count = self.joints.pool.slot_count();
        ensure(count < 1 << 31, "there are too many joints")?;
        self.joints.axes.reserve_exact(count);
        self.joints.poses.reserve_exact(count);
        for slot in 0..count as u32 {
            if self.joints.pool.is_alive(slot) {
                self.read_joint(slot, from)?;
            }
        }
        self.make_room_for_loads();
        Ok(())
    }

    fn read_joint(&mut self, slot: u32, from: &mut Reader<'_>) -> Read<()> {
        let (kind, collide_connected, enabled): (JointKind, _, _) = from.value()?;
        let bodies = from.words()?;
        let held = kind == JointKind::Grab;
        let exist = bodies.iter().all(|&body| self.bodies.pool.is_alive(body));
        let fit = exist && bodies[0] != bodies[1] && (bodies[0] == 0) == held && bodies[1] != 0;
        ensure(fit, "a joint does not fit its bodies")?;
        let frames: [Pose; 2] = from.value()?;
        for frame in frames {
            // From one end of the world to the other, rotated.
            let far = Bound::Range(-4.0 * MAX_COORDINATE, 4.0 * MAX_COORDINATE);
            check("anchor x", frame.p.x, far)?;
            check("anchor y", frame.p.y, far)?;
        }
        let (softness, length, user_data): (Option<(f32, f32)>, _, _) = from.value()?;
        softness.map_or(Ok(()), check_softness)?;
        check("length", length, Bound::Range(0.0, MAX_LENGTH))?;
        let impulses: JointImpulses = from.value()?;
        let angle = impulses.angle;
        ensure(angle.abs() < MOST_COUNTED || angle == UNKNOWN_ANGLE, "a joint has turned too far")?;
        from.joint = Some(self.joints.id(slot));
        let parts: Option<JointParts> = from.value()?;
        from.charge(usize::from(parts.is_some()), JOINT_PARTS)?;
        let parts = parts.unwrap_or_default();
        parts.validate(kind)?;
        self.joints.records[slot as usize] = Joint {
            kind,
            bodies,
            frames,
            collide_connected,
            enabled,
            softness,
            length,
            user_data,
            ..Joint::VACANT
        };
        self.joints.set_parts(slot, parts);
        self.joints.refresh(slot, impulses);
        let watch: Option<(LoadLimit, LoadLimit, bool)> = from.value()?;
        if let Some((break_at, report_above, overloaded)) = watch {
            from.charge(1, WATCH)?;
            break_at.validate()?;
            report_above.validate()?;
            let any = !break_at.is_none() || !report_above.is_none();
            ensure(any && !(overloaded && report_above.is_none()), "a joint is watched without a limit")?;
            self.joints.set_limits(slot, break_at, report_above);
            self.joints.set_overloaded(slot, overloaded);
        }
        self.read_rows(slot, kind.form(), from)
    }

    fn read_rows(&mut self, slot: u32, form: JointForm, from: &mut Reader<'_>) -> Read<()> {
        let count = row_count(form);
        if count == 0 {
            return Ok(());
        }
        let joints = &mut self.joints;
        if joints.tracks.is_empty() {
            // Reserve the largest possible number, so that the list does not move repeatedly.
            from.charge(joints.records.len(), JOINT_ROWS)?;
            joints.lines.reserve_exact(ROWS * joints.records.len());
            joints.line_axes.reserve_exact(ROWS * joints.records.len());
            joints.tracks.reserve_exact(joints.records.len());
        }
        joints.ensure_rows(slot);
        let track = AngleTrack {
            turns: [from.double(MAX_TURNS)?, from.double(MAX_TURNS)?],
            reference: from.double(MAX_REFERENCE)?,
            tooth: from.double(MAX_TOOTH)?,
            prior_impulse: from.floats()?,
        };
        joints.tracks[slot as usize] = track;
        for row in slot as usize * ROWS..slot as usize * ROWS + count {
            let jacobian = from.floats()?;
            let [coordinate, features] = from.words()?;
            let [coordinate] = finite([f32::from_bits(coordinate)])?;
            ensure(features & !feature::ALL == 0, "a row has an unknown feature")?;
            joints.lines[row] = RowLine { jacobian, coordinate, features };
            if form == JointForm::Rows {
                let [spring, motor, lower_impulse, upper_impulse] = from.floats()?;
                joints.line_axes[row] =
                    AxisRow { spring, motor, lower_impulse, upper_impulse, ..AxisRow::default() };
            }
        }
        Ok(())
    }

    pub(super) fn hash_joints(&self, hasher: &mut StateHasher) {
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
                    let AngleTrack { turns, reference, tooth, .. } = self.joints.tracks[slot as usize];
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
    }
}

/// Returns the number of coordinates of a joint.
fn row_count(form: JointForm) -> usize {
    match form {
        JointForm::Row => 1,
        JointForm::Rows => ROWS,
        JointForm::Point | JointForm::Distance | JointForm::Line | JointForm::Pose => 0,
    }
}
