//! Events since the last step, which the next step delivers. Events of the last step are not included.

use cairn2d_math::{Pose, Rot, Vec2};

use crate::store::id::{BodyId, ContactId, JointId, ShapeId};
use crate::tables::error::SnapshotError;
use crate::tables::event::{
    Events, HitEvent, JointEvent, MoveEvent, Party, SensorEvent, SensorEventKind, SleepEvent, TouchEvent,
};

use super::{Read, Reader, Writer};

impl Events {
    pub(super) fn write(&self, out: &mut Writer<'_>) {
        // Lists all event lists, so that a new one does not compile until it is written.
        let Events { begins, ends, sensors, hits, moves, sleeps, wakes, breaks, overloads, overload_ends } =
            self;
        for list in [begins, ends] {
            write_count(list.untold().len(), 72, out);
            for TouchEvent { contact, a, b } in list.untold() {
                out.long(contact.to_bits());
                [a, b].into_iter().for_each(|party| write_party(party, out));
            }
        }
        write_count(sensors.untold().len(), 65, out);
        for SensorEvent { kind, sensor, visitor } in sensors.untold() {
            out.byte(u8::from(*kind == SensorEventKind::End));
            [sensor, visitor].into_iter().for_each(|party| write_party(party, out));
        }
        write_count(hits.untold().len(), 96, out);
        for HitEvent { contact, a, b, point, normal, approach_speed, impulse } in hits.untold() {
            out.long(contact.to_bits());
            [a, b].into_iter().for_each(|party| write_party(party, out));
            out.floats([point.x, point.y, normal.x, normal.y, *approach_speed, *impulse]);
        }
        write_count(moves.untold().len(), 32, out);
        for MoveEvent { body, user_data, pose } in moves.untold() {
            out.long(body.to_bits());
            out.long(*user_data);
            out.floats([pose.p.x, pose.p.y, pose.q.c, pose.q.s]);
        }
        for list in [sleeps, wakes] {
            write_count(list.untold().len(), 16, out);
            for SleepEvent { body, user_data } in list.untold() {
                out.long(body.to_bits());
                out.long(*user_data);
            }
        }
        for list in [breaks, overloads, overload_ends] {
            write_count(list.untold().len(), 60, out);
            for JointEvent { joint, user_data, bodies, body_data, force, torque } in list.untold() {
                out.long(joint.to_bits());
                out.long(*user_data);
                bodies.iter().for_each(|body| out.long(body.to_bits()));
                body_data.iter().for_each(|&data| out.long(data));
                out.floats([force.x, force.y, *torque]);
            }
        }
    }

    pub(super) fn read(&mut self, from: &mut Reader<'_>) -> Read<()> {
        self.clear();
        for list in [&mut self.begins, &mut self.ends] {
            for _ in 0..count(from, 72)? {
                let contact = id(from, ContactId::from_bits)?;
                list.push(TouchEvent { contact, a: party(from)?, b: party(from)? });
            }
        }
        for _ in 0..count(from, 65)? {
            let kind = if from.flag()? { SensorEventKind::End } else { SensorEventKind::Begin };
            self.sensors.push(SensorEvent { kind, sensor: party(from)?, visitor: party(from)? });
        }
        for _ in 0..count(from, 96)? {
            let contact = id(from, ContactId::from_bits)?;
            let (a, b) = (party(from)?, party(from)?);
            let [x, y, normal_x, normal_y, approach_speed, impulse] = from.floats()?;
            let (point, normal) = (Vec2 { x, y }, Vec2 { x: normal_x, y: normal_y });
            self.hits.push(HitEvent { contact, a, b, point, normal, approach_speed, impulse });
        }
        for _ in 0..count(from, 32)? {
            let (body, user_data) = (id(from, BodyId::from_bits)?, from.long()?);
            let [x, y, c, s] = from.floats()?;
            self.moves.push(MoveEvent { body, user_data, pose: Pose { p: Vec2 { x, y }, q: Rot { c, s } } });
        }
        for list in [&mut self.sleeps, &mut self.wakes] {
            for _ in 0..count(from, 16)? {
                list.push(SleepEvent { body: id(from, BodyId::from_bits)?, user_data: from.long()? });
            }
        }
        for list in [&mut self.breaks, &mut self.overloads, &mut self.overload_ends] {
            for _ in 0..count(from, 60)? {
                list.push(JointEvent {
                    joint: id(from, JointId::from_bits)?,
                    user_data: from.long()?,
                    bodies: [id(from, BodyId::from_bits)?, id(from, BodyId::from_bits)?],
                    body_data: [from.long()?, from.long()?],
                    force: from.point()?,
                    torque: from.float()?,
                });
            }
        }
        Ok(())
    }
}

/// Returns the memory of an event of at least this size in a growing list.
const fn weight(size: usize) -> usize {
    2 * size + 16
}

fn write_count(count: usize, size: usize, out: &mut Writer<'_>) {
    out.count(count);
    out.weigh(count, weight(size));
}

/// Reads the number of events of at least this size.
fn count(from: &mut Reader<'_>, size: usize) -> Read<usize> {
    let count = from.count(size)?;
    from.weigh(count, weight(size))?;
    Ok(count)
}

fn write_party(party: &Party, out: &mut Writer<'_>) {
    out.long(party.shape.to_bits());
    out.long(party.body.to_bits());
    out.long(party.shape_data);
    out.long(party.body_data);
}

fn party(from: &mut Reader<'_>) -> Read<Party> {
    Ok(Party {
        shape: id(from, ShapeId::from_bits)?,
        body: id(from, BodyId::from_bits)?,
        shape_data: from.long()?,
        body_data: from.long()?,
    })
}

/// Reads an id, whose object may no longer exist.
fn id<T>(from: &mut Reader<'_>, of_bits: fn(u64) -> Option<T>) -> Read<T> {
    of_bits(from.long()?).ok_or(SnapshotError::Structure("an id is invalid"))
}
