//! Held bodies: not slow, but in one place, because other bodies enclose them.
//!
//! A body is slow if it moves at less than its sleep threshold. A light body between much heavier ones may
//! never be slow: its contacts throw it back and forth by some millimetres, at a multiple of the threshold.
//! So the poses of bodies that are not slow are compared over time. A body that stays within 1 cm for half a
//! second drifts less than a slow one may in this time, and does not keep its island awake.
//!
//! The sleep test of Jolt Physics compares poses too, there of all bodies.

use cairn2d_math::Vec2;

use crate::state::State;
use crate::store::capacity::reserve_total;
use crate::store::saved::{Words, part};
use crate::tables::body::flag;
use crate::tables::solver_set::TIME_TO_SLEEP;

/// Largest displacement of a held body, as the time in which a body passes it at its sleep threshold \[s\]:
/// 1 cm at 5 cm/s.
const HELD_RANGE: f32 = 0.2;

/// Largest speed of a held body, as a multiple of its sleep threshold \[-\].
const HELD_SPEED: f32 = 10.0;

/// Time for which the pose of a body is kept after it has become slow \[s\]. Bodies of a heap take turns in
/// being slow.
const KEPT_TIME: f32 = 2.0;

/// Pose of a body at the begin of the time for which it has stayed there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeldRow {
    body: u32,
    center: Vec2,
    /// Direction of the first axis of the body.
    axis: Vec2,
    /// Low half of the number of steps before that time.
    since: u32,
}

impl Words for HeldRow {
    type Words = [u32; 6];
    const COUNT: usize = 6;

    fn words(&self) -> [u32; 6] {
        let HeldRow { body, center, axis, since } = *self;
        let [a, b, c, d] = [center.x, center.y, axis.x, axis.y].map(f32::to_bits);
        [body, since, a, b, c, d]
    }

    fn from_words(words: &[u32]) -> Option<HeldRow> {
        let (&[body, since], numbers) = words.split_first_chunk()?;
        let [a, b, c, d] = <[f32; 4]>::from_words(numbers)?;
        Some(HeldRow { body, center: Vec2::new(a, b), axis: Vec2::new(c, d), since })
    }
}

part! {
    /// Bodies that were awake and not slow lately, with the place in which they have stayed. A body that has
    /// left the awake set stays listed until poses are compared again.
    HeldBodies {
        saved {
            /// In ascending order of bodies.
            rows: HeldRow;
        }
    }
}

impl HeldBodies {
    /// Reserves memory for this many bodies.
    pub(crate) fn reserve(&mut self, bodies: usize) {
        reserve_total(&mut self.rows, bodies);
    }

    /// Returns whether the rows are in order.
    pub(crate) fn is_sorted(&self) -> bool {
        self.rows.is_sorted_by(|a, b| a.body < b.body)
    }

    fn place(&self, body: u32) -> Result<usize, usize> {
        self.rows.binary_search_by_key(&body, |row| row.body)
    }
}

impl State {
    /// Restarts the time of a body that a call wakes, or that leaves its set.
    pub(crate) fn restart_held(&mut self, body: u32) {
        if let Ok(place) = self.held.place(body) {
            self.held.rows[place].since = self.step_count as u32;
        }
    }

    /// Returns whether a row is old enough.
    fn is_long(&self, row: &HeldRow) -> bool {
        (self.step_count as u32).wrapping_sub(row.since) as f32 * self.last_dt >= TIME_TO_SLEEP
    }

    /// Returns the bodies held for long enough to fall asleep. One may have left the awake set.
    pub(crate) fn held_bodies(&self) -> impl Iterator<Item = u32> {
        self.held.rows.iter().filter(|row| self.is_long(row)).map(|row| row.body)
    }

    /// Compares the poses of bodies that are not slow with those of earlier searches. `found` is working
    /// memory.
    pub(crate) fn update_held(&mut self, found: &mut Vec<HeldRow>) {
        found.clear();
        // More bodies may be slow at once than ever before.
        reserve_total(found, self.sets.awake().len());
        for &body in self.sets.awake() {
            let slow_for = self.bodies.motions[body as usize].sleep_time;
            let is_listed = if slow_for < TIME_TO_SLEEP {
                self.may_be_held(body)
            } else {
                slow_for < KEPT_TIME && self.held.place(body).is_ok()
            };
            if is_listed {
                let place = &self.bodies.poses[body as usize];
                let (center, axis, since) = (place.center, place.pose.q.x_axis(), self.step_count as u32);
                found.push(HeldRow { body, center, axis, since });
            }
        }
        found.sort_unstable_by_key(|row| row.body);
        let mut former = self.held.rows.iter().peekable();
        for row in found.iter_mut() {
            while former.next_if(|former| former.body < row.body).is_some() {}
            let Some(former) = former.next_if(|former| former.body == row.body) else { continue };
            let motion = &self.bodies.motions[row.body as usize];
            let moved = former.center.distance(row.center) + motion.extent * former.axis.distance(row.axis);
            if moved <= HELD_RANGE * motion.sleep_threshold {
                *row = *former;
            }
        }
        core::mem::swap(&mut self.held.rows, found);
    }

    /// Returns whether at least two bodies touch a body, and it is not too fast.
    fn may_be_held(&self, body: u32) -> bool {
        let (record, motion) = (&self.bodies.records[body as usize], &self.bodies.motions[body as usize]);
        if record.contact_count < 2 || !record.is_dynamic() || motion.flags & flag::CAN_SLEEP == 0 {
            return false;
        }
        let state = &self.bodies.states[body as usize];
        let speed = state.velocity.length() + motion.extent * state.angular_velocity.abs();
        if speed > HELD_SPEED * motion.sleep_threshold {
            return false;
        }
        let mut others = record.contact_edges().iter(&self.contacts.records).filter_map(|(contact, side)| {
            let record = &self.contacts.records[contact as usize];
            record.touching.then_some(record.bodies[1 - side])
        });
        others.next().is_some_and(|first| others.any(|other| other != first))
    }
}
