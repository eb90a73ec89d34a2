//! Events that happened since the last step and are to be told with the next one. What the last step told is not kept.

use cairn2d_math::{Pose, Rot, Vec2};

use crate::error::SnapshotError;
use crate::event::{
    Events, HitEvent, JointEvent, MoveEvent, Party, SensorEvent, SensorEventKind, SleepEvent, TouchEvent,
};
use crate::id::{BodyId, ContactId, JointId, ShapeId};

use super::{Read, Reader, Writer};

impl Events {
    pub(super) fn write(&self, out: &mut Writer<'_>) {
        for list in [&self.begins, &self.ends] {
            out.count(list.untold().len());
            for TouchEvent { contact, a, b } in list.untold() {
                out.long(contact.to_bits());
                [a, b].into_iter().for_each(|party| write_party(party, out));
            }
        }
        out.count(self.sensors.untold().len());
        for SensorEvent { kind, sensor, visitor } in self.sensors.untold() {
            out.byte(u8::from(*kind == SensorEventKind::End));
            [sensor, visitor].into_iter().for_each(|party| write_party(party, out));
        }
        out.count(self.hits.untold().len());
        for HitEvent { contact, a, b, point, normal, approach_speed, impulse } in self.hits.untold() {
            out.long(contact.to_bits());
            [a, b].into_iter().for_each(|party| write_party(party, out));
            out.floats([point.x, point.y, normal.x, normal.y, *approach_speed, *impulse]);
        }
        out.count(self.moves.untold().len());
        for MoveEvent { body, user_data, pose } in self.moves.untold() {
            out.long(body.to_bits());
            out.long(*user_data);
            out.floats([pose.p.x, pose.p.y, pose.q.c, pose.q.s]);
        }
        for list in [&self.sleeps, &self.wakes] {
            out.count(list.untold().len());
            for SleepEvent { body, user_data } in list.untold() {
                out.long(body.to_bits());
                out.long(*user_data);
            }
        }
        for list in [&self.breaks, &self.overloads, &self.overload_ends] {
            out.count(list.untold().len());
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
            for _ in 0..from.count(72)? {
                let contact = id(from, ContactId::from_bits)?;
                list.push(TouchEvent { contact, a: party(from)?, b: party(from)? });
            }
        }
        for _ in 0..from.count(65)? {
            let kind = if from.flag()? { SensorEventKind::End } else { SensorEventKind::Begin };
            self.sensors.push(SensorEvent { kind, sensor: party(from)?, visitor: party(from)? });
        }
        for _ in 0..from.count(96)? {
            let contact = id(from, ContactId::from_bits)?;
            let (a, b) = (party(from)?, party(from)?);
            let [x, y, normal_x, normal_y, approach_speed, impulse] = from.floats()?;
            let (point, normal) = (Vec2 { x, y }, Vec2 { x: normal_x, y: normal_y });
            self.hits.push(HitEvent { contact, a, b, point, normal, approach_speed, impulse });
        }
        for _ in 0..from.count(32)? {
            let (body, user_data) = (id(from, BodyId::from_bits)?, from.long()?);
            let [x, y, c, s] = from.floats()?;
            self.moves.push(MoveEvent { body, user_data, pose: Pose { p: Vec2 { x, y }, q: Rot { c, s } } });
        }
        for list in [&mut self.sleeps, &mut self.wakes] {
            for _ in 0..from.count(16)? {
                list.push(SleepEvent { body: id(from, BodyId::from_bits)?, user_data: from.long()? });
            }
        }
        for list in [&mut self.breaks, &mut self.overloads, &mut self.overload_ends] {
            for _ in 0..from.count(60)? {
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

/// An id, which need not be of anything that still lives.
fn id<T>(from: &mut Reader<'_>, of_bits: fn(u64) -> Option<T>) -> Read<T> {
    of_bits(from.long()?).ok_or(SnapshotError::Structure("an id is none"))
}
