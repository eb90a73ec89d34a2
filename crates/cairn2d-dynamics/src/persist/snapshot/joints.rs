//! Joints: record, parts, impulses and angle tracking. The rows for the lanes are rebuilt from these.

use std::sync::Arc;

use cairn2d_math::{Pose, Vec2};

use crate::state::State;
use crate::store::edge_list::Edge;
use crate::store::slot::NONE;
use crate::tables::check::{Bound, MAX_COORDINATE, check};
use crate::tables::error::SnapshotError;
use crate::tables::joint::{
    AxisRow, Joint, JointForm, JointImpulses, JointKind, JointParts, JointRow, Joints, LinearMotor,
    LinearSpring, LoadLimit, MAX_LENGTH, MOST_COUNTED, Motor, ROWS, Relation, RowLine, Servo,
    SharedConstraint, Spring, Track, UNKNOWN_ANGLE, check_softness, feature,
};

use super::bytes::finite;
use super::room::{JOINT_PARTS, JOINT_ROWS, WATCH};
use super::{Constraints, Read, Reader, Writer, ensure, refill};

/// Largest tracked angle of a body \[rad\]. A step adds at most a million, which rounding discards at this
/// size, so angles stay below.
const MAX_TURNS: f64 = 1.0e24;

/// Largest reference value, so that teeth stay in the accepted range.
const MAX_REFERENCE: f64 = 1.0e28;

/// Largest tooth of a ratchet \[rad\], above every angle and ratio that the other two limits permit.
const MAX_TOOTH: f64 = 1.0e32;

/// Types of joints in the order of their numbers.
const KINDS: [JointKind; 14] = [
    JointKind::Revolute,
    JointKind::Distance,
    JointKind::Prismatic,
    JointKind::Wheel,
    JointKind::Slot,
    JointKind::Weld,
    JointKind::Drive,
    JointKind::Grab,
    JointKind::Filter,
    JointKind::Rotary,
    JointKind::Gear,
    JointKind::Rack,
    JointKind::Pulley,
    JointKind::Custom,
];

/// Kinds of generic constraints by their number.
mod tag {
    pub(super) const NONE: u8 = 0;
    pub(super) const ANGLE: u8 = 1;
    pub(super) const GEAR: u8 = 2;
    pub(super) const RACK: u8 = 3;
    pub(super) const PULLEY: u8 = 4;
    pub(super) const CUSTOM: u8 = 5;
}

impl State {
    pub(super) fn write_joints(&self, out: &mut Writer<'_>) {
        // Lists all columns, so that a new one does not compile until it is handled. Rows for the lanes are
        // rebuilt.
        let Joints {
            pool,
            records,
            parts: _,
            rows: _,
            axes: _,
            loads,
            watched: _,
            poses: _,
            lines: _,
            line_axes: _,
            tracks: _,
        } = &self.joints;
        let mut any_rows = false;
        for slot in pool.slots() {
            let joint = &records[slot as usize];
            out.byte(joint.kind as u8);
            out.byte(u8::from(joint.collide_connected) | u8::from(joint.enabled) << 1);
            out.words(joint.bodies);
            for frame in joint.frames {
                out.floats([frame.p.x, frame.p.y, frame.q.c, frame.q.s]);
            }
            out.option(joint.softness, |out, (hertz, damping_ratio)| out.floats([hertz, damping_ratio]));
            out.floats([joint.length]);
            out.long(joint.user_data);
            let JointImpulses { linear, linear_motor, spring, motor, lower, upper, angle } =
                self.joints.impulses(slot);
            out.floats([
                linear.x,
                linear.y,
                linear_motor.x,
                linear_motor.y,
                spring,
                motor,
                lower,
                upper,
                angle,
            ]);
            out.floats(loads[slot as usize]);
            out.option((joint.parts != NONE).then_some(()), |out, ()| {
                out.weigh(1, JOINT_PARTS);
                write_parts(self.joints.parts(slot), out);
            });
            out.option(self.joints.watch(slot), |out, watch| {
                out.weigh(1, WATCH);
                for limit in [watch.break_at, watch.report_above] {
                    out.option(limit.force, |out, force| out.floats([force]));
                    out.option(limit.torque, |out, torque| out.floats([torque]));
                }
                out.byte(u8::from(watch.overloaded));
            });
            any_rows |= row_count(joint.kind.form()) > 0;
            self.write_rows(slot, joint.kind.form(), out);
        }
        if any_rows {
            out.weigh(pool.slot_count(), JOINT_ROWS);
        }
    }

    /// Writes the rows of the last step: Jacobians, and the impulses of custom constraints.
    fn write_rows(&self, slot: u32, form: JointForm, out: &mut Writer<'_>) {
        let count = row_count(form);
        if count > 0 {
            let Track { turns, reference, tooth, kick } = self.joints.tracks[slot as usize];
            [turns[0], turns[1], reference, tooth].iter().for_each(|&value| out.double(value));
            out.floats(kick);
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

    pub(super) fn read_joints(&mut self, from: &mut Reader<'_>, constraints: &Constraints<'_>) -> Read<()> {
        let count = self.joints.pool.slot_count();
        ensure(count < 1 << 31, "there are too many joints")?;
        self.joints.clear();
        refill(&mut self.joints.records, count, Joint::VACANT);
        refill(&mut self.joints.rows, count, JointRow::default());
        refill(&mut self.joints.loads, count, [0.0; 4]);
        self.joints.axes.reserve_exact(count);
        self.joints.poses.reserve_exact(count);
        for slot in 0..count as u32 {
            if self.joints.pool.is_alive(slot) {
                self.read_joint(slot, from, constraints)?;
            }
        }
        self.make_room_for_loads();
        Ok(())
    }

    fn read_joint(&mut self, slot: u32, from: &mut Reader<'_>, constraints: &Constraints<'_>) -> Read<()> {
        let kind = KINDS.get(from.byte()? as usize).copied();
        let kind = kind.ok_or(SnapshotError::Structure("a joint has an unknown kind"))?;
        let bits = from.byte()?;
        let bodies = from.words()?;
        let held = kind == JointKind::Grab;
        let exist = bodies.iter().all(|&body| self.bodies.pool.is_alive(body));
        let fit = exist && bodies[0] != bodies[1] && (bodies[0] == 0) == held && bodies[1] != 0;
        ensure(bits <= 3 && fit, "a joint does not fit its bodies")?;
        let frames: [Pose; 2] = [from.pose()?, from.pose()?];
        for frame in frames {
            // From one end of the world to the other, rotated.
            let far = Bound::Range(-4.0 * MAX_COORDINATE, 4.0 * MAX_COORDINATE);
            check("anchor x", frame.p.x, far)?;
            check("anchor y", frame.p.y, far)?;
        }
        let softness = from.option(|from| from.floats().map(|[hertz, damping]| (hertz, damping)))?;
        softness.map_or(Ok(()), check_softness)?;
        let (length, user_data) = (from.float()?, from.long()?);
        check("length", length, Bound::Range(0.0, MAX_LENGTH))?;
        let [x, y, motor_x, motor_y, spring, motor, lower, upper, angle] = from.floats()?;
        ensure(angle.abs() < MOST_COUNTED || angle == UNKNOWN_ANGLE, "a joint has turned too far")?;
        let impulses = JointImpulses {
            linear: Vec2 { x, y },
            linear_motor: Vec2 { x: motor_x, y: motor_y },
            spring,
            motor,
            lower,
            upper,
            angle,
        };
        self.joints.loads[slot as usize] = from.floats()?;
        let id = self.joints.id(slot);
        let custom = || constraints(id).ok_or(SnapshotError::Constraint(id));
        let parts = from.option(|from| {
            from.weigh(1, JOINT_PARTS)?;
            read_parts(from, &custom)
        })?;
        let parts = parts.unwrap_or_default();
        parts.validate(kind)?;
        self.joints.records[slot as usize] = Joint {
            kind,
            bodies,
            frames,
            collide_connected: bits & 1 != 0,
            enabled: bits & 2 != 0,
            softness,
            length,
            user_data,
            ..Joint::VACANT
        };
        self.joints.set_parts(slot, parts);
        self.joints.refresh(slot, impulses);
        let watch = from.option(|from| {
            from.weigh(1, WATCH)?;
            let mut limits = [LoadLimit::default(); 2];
            for limit in &mut limits {
                (limit.force, limit.torque) = (from.option(Reader::float)?, from.option(Reader::float)?);
                limit.validate()?;
            }
            Ok((limits, from.flag()?))
        })?;
        if let Some(([break_at, report_above], overloaded)) = watch {
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
            from.weigh(joints.records.len(), JOINT_ROWS)?;
            joints.lines.reserve_exact(ROWS * joints.records.len());
            joints.line_axes.reserve_exact(ROWS * joints.records.len());
            joints.tracks.reserve_exact(joints.records.len());
        }
        joints.cover_rows(slot);
        let track = Track {
            turns: [from.double(MAX_TURNS)?, from.double(MAX_TURNS)?],
            reference: from.double(MAX_REFERENCE)?,
            tooth: from.double(MAX_TOOTH)?,
            kick: from.floats()?,
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
}

/// Returns the number of coordinates of a joint.
fn row_count(form: JointForm) -> usize {
    match form {
        JointForm::Row => 1,
        JointForm::Rows => ROWS,
        JointForm::Point | JointForm::Distance | JointForm::Line | JointForm::Pose => 0,
    }
}

fn write_parts(parts: &JointParts, out: &mut Writer<'_>) {
    let JointParts { limits, motor, spring, servo, spring_range, length, .. } = parts;
    out.option(*limits, |out, (lower, upper)| out.floats([lower, upper]));
    out.option(*motor, |out, motor| out.floats([motor.speed, motor.strength]));
    out.option(*spring, |out, spring| out.floats([spring.hertz, spring.damping_ratio, spring.target]));
    out.option(*servo, |out, servo| out.floats([servo.target, servo.max_speed, servo.strength]));
    out.option(*spring_range, |out, (lower, upper)| out.floats([lower, upper]));
    out.option(*length, |out, length| out.floats([length]));
    out.option(parts.linear_motor, |out, motor| {
        out.floats([motor.velocity.x, motor.velocity.y, motor.max_force]);
    });
    out.option(parts.linear_spring, |out, spring| {
        out.floats([spring.hertz, spring.damping_ratio, spring.max_force]);
    });
    match parts.relation {
        Relation::None => out.byte(tag::NONE),
        Relation::Angle { ratchet } => {
            out.byte(tag::ANGLE);
            out.option(ratchet, |out, (pitch, phase)| out.floats([pitch, phase]));
        }
        Relation::Gear { ratio } => {
            out.byte(tag::GEAR);
            out.floats([ratio]);
        }
        Relation::Rack { radius } => {
            out.byte(tag::RACK);
            out.floats([radius]);
        }
        Relation::Pulley { grounds: [a, b], ratio, slack } => {
            out.byte(tag::PULLEY);
            out.floats([a.x, a.y, b.x, b.y, ratio]);
            out.byte(u8::from(slack));
        }
        Relation::Custom(_) => out.byte(tag::CUSTOM),
    }
}

fn read_parts(
    from: &mut Reader<'_>,
    custom: &dyn Fn() -> Read<Arc<dyn crate::tables::joint::CustomConstraint>>,
) -> Read<JointParts> {
    let pair = |from: &mut Reader<'_>| from.floats().map(|[a, b]| (a, b));
    Ok(JointParts {
        limits: from.option(pair)?,
        motor: from.option(|from| from.floats().map(|[speed, strength]| Motor { speed, strength }))?,
        spring: from.option(|from| {
            let [hertz, damping_ratio, target] = from.floats()?;
            Ok(Spring { hertz, damping_ratio, target })
        })?,
        servo: from.option(|from| {
            let [target, max_speed, strength] = from.floats()?;
            Ok(Servo { target, max_speed, strength })
        })?,
        spring_range: from.option(pair)?,
        length: from.option(Reader::float)?,
        linear_motor: from
            .option(|from| Ok(LinearMotor { velocity: from.point()?, max_force: from.float()? }))?,
        linear_spring: from.option(|from| {
            let [hertz, damping_ratio, max_force] = from.floats()?;
            Ok(LinearSpring { hertz, damping_ratio, max_force })
        })?,
        relation: match from.byte()? {
            tag::NONE => Relation::None,
            tag::ANGLE => Relation::Angle { ratchet: from.option(pair)? },
            tag::GEAR => Relation::Gear { ratio: from.float()? },
            tag::RACK => Relation::Rack { radius: from.float()? },
            tag::PULLEY => Relation::Pulley {
                grounds: [from.point()?, from.point()?],
                ratio: from.float()?,
                slack: from.flag()?,
            },
            tag::CUSTOM => Relation::Custom(SharedConstraint(custom()?)),
            _ => return Err(SnapshotError::Structure("a generic constraint has an unknown kind")),
        },
    })
}

impl Joint {
    /// Content of a free slot.
    const VACANT: Joint = Joint {
        kind: JointKind::Filter,
        bodies: [NONE; 2],
        edges: [Edge::UNLINKED; 2],
        frames: [Pose::IDENTITY; 2],
        collide_connected: false,
        enabled: false,
        softness: None,
        length: 0.0,
        parts: NONE,
        watch_index: NONE,
        user_data: 0,
        color: NONE,
        color_index: NONE,
    };
}
