//! Events since the last step, which the next step delivers. Events of the last step are not included.

use crate::persist::codec::{Decode, DecodeError, Decoded, Encode, Reader, Writer, fields, variants};
use crate::tables::event::{
    Events, HitEvent, JointEvent, MoveEvent, Party, SensorEvent, SensorEventKind, SleepEvent, TouchEvent,
};

/// Memory of an event of any kind in a growing list.
const EVENT: usize = 304;

const _: () = assert!(3 * size_of::<HitEvent>() <= EVENT && 3 * size_of::<JointEvent>() <= EVENT);

fields!(Party { shape, body, shape_data, body_data });
fields!(TouchEvent { contact, a, b });
variants!(SensorEventKind { Begin = 0, End = 1 }, "kind of sensor event");
fields!(SensorEvent { kind, sensor, visitor });
fields!(HitEvent { contact, a, b, point, normal, approach_speed, impulse });
fields!(MoveEvent { body, user_data, pose });
fields!(SleepEvent { body, user_data });
fields!(JointEvent { joint, user_data, bodies, body_data, force, torque });

impl Events {
    pub(super) fn write(&self, out: &mut Writer<'_>) {
        // Lists all event lists, so that a new one does not compile until it is written. Teleports happen in
        // steps only, so none is undelivered.
        #[rustfmt::skip]
        let Events {
            begins, ends, sensors, hits, moves, sleeps, wakes, breaks, overloads, overload_ends, teleports: _,
        } = self;
        [begins, ends].into_iter().for_each(|list| out.values(list.undelivered(), EVENT));
        out.values(sensors.undelivered(), EVENT);
        out.values(hits.undelivered(), EVENT);
        out.values(moves.undelivered(), EVENT);
        [sleeps, wakes].into_iter().for_each(|list| out.values(list.undelivered(), EVENT));
        for list in [breaks, overloads, overload_ends] {
            out.values(list.undelivered(), EVENT);
        }
    }

    pub(super) fn read(&mut self, from: &mut Reader<'_>) -> Decoded<()> {
        self.clear();
        for list in [&mut self.begins, &mut self.ends] {
            list.extend(from.values(EVENT)?.into_iter());
        }
        self.sensors.extend(from.values(EVENT)?.into_iter());
        self.hits.extend(from.values(EVENT)?.into_iter());
        self.moves.extend(from.values(EVENT)?.into_iter());
        for list in [&mut self.sleeps, &mut self.wakes] {
            list.extend(from.values(EVENT)?.into_iter());
        }
        for list in [&mut self.breaks, &mut self.overloads, &mut self.overload_ends] {
            list.extend(from.values(EVENT)?.into_iter());
        }
        Ok(())
    }
}
