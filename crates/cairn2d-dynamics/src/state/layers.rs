//! Sleep in layers: which sleeping bodies must wake because of the bodies around them.
//!
//! A sleeping set is then a *unit*: one body, or bodies that joints connect. Sleeping bodies act on awake
//! ones as if they had infinite mass; their contacts stay in the constraint graph. A body stores the load
//! that its contacts balanced when it fell asleep. Contacts between sleeping bodies keep their impulses. So
//! the sum of load and impulses is the unbalanced impulse, without any further memory.
//!
//! Invariant: no sleeping body is carried by an awake one (`wake_carried`).
//!
//! - `load_sleepers` runs in each step. If awake bodies changed the balance of a sleeping one, the contacts
//!   with ground and sleeping bodies take over the difference, as far as they can push and rub. The bodies
//!   that carry it follow in turn. A body that stays unbalanced wakes.
//! - `wake_struck_sleepers` runs where contacts begin. A strike wakes as many bodies as its momentum can move
//!   faster than their sleep threshold.

use core::cmp::Reverse;
use std::collections::BinaryHeap;

use cairn2d_math::Vec2;

use crate::state::State;
use crate::state::balance::{Balance, MINOR_FORCE, Prop};
use crate::store::bit_set::BitSet;
use crate::store::each::Each;
use crate::store::slot::NONE;
use crate::tables::contact::FIXED;
use crate::tables::solver_set::FIRST_SLEEPING_SET;

/// Additional time for which a body that lost its balance must be slow before it falls asleep again `[s]`.
pub(crate) const WATCHED_TIME: f32 = 1.5;

/// Smallest cosine between a strike and the normal of a contact that passes it on `[-]`.
const PASSED_ON: f32 = 0.2;

/// Working memory of the search for bodies to wake.
#[derive(Debug, Default)]
pub(crate) struct LayerScratch {
    queue: Vec<u32>,
    /// Bodies to balance, highest first.
    heap: BinaryHeap<(u32, Reverse<u32>)>,
    /// Bodies that a strike reaches, nearest first.
    reached: Vec<u32>,
    waiting: BitSet,
    /// Bodies of islands that are at rest as a whole.
    pub(crate) calm: BitSet,
    pub(crate) props: Vec<Prop>,
    struck: Vec<u32>,
}

impl State {
    /// Returns whether a body is dynamic and asleep.
    fn is_asleep(&self, body: u32) -> bool {
        self.bodies.records[body as usize].set >= FIRST_SLEEPING_SET && self.dynamic(body).is_some()
    }

    /// Returns whether a contact carries the body of a side against its load.
    pub(crate) fn carries(&self, contact: u32, side: usize) -> bool {
        let body = self.contacts.records[contact as usize].bodies[side];
        let (load, push) = (self.load(body).impulse, self.reaction(contact, side).impulse);
        let weight = load.dot(load);
        if weight > 0.0 { push.dot(load) < -MINOR_FORCE * weight } else { push != Vec2::ZERO }
    }

    /// Wakes the sleeping bodies that bodies at or after this position of the awake list carry, and so on.
    pub(crate) fn wake_carried(&mut self, first: usize) {
        let mut position = first;
        while let Some(&body) = self.sets.awake().get(position) {
            position += 1;
            if self.dynamic(body).is_none() {
                continue;
            }
            let mut edges = self.bodies.records[body as usize].contact_edges();
            while let Some((contact, side)) = edges.next(&self.contacts.records) {
                let record = &self.contacts.records[contact as usize];
                let other = record.bodies[1 - side];
                if record.touching && self.is_asleep(other) && self.carries(contact, 1 - side) {
                    let set = self.bodies.records[other as usize].set;
                    self.take_out_sleepers(&[set]);
                    self.wake_island(set);
                }
            }
        }
    }

    /// Puts bodies to sleep, those that joints connect in one set.
    pub(crate) fn sleep_apart(&mut self, bodies: &[u32]) {
        if !self.config.is_layered() {
            return self.sleep_bodies(bodies);
        }
        for &first in bodies {
            if !self.is_awake(first) {
                continue;
            }
            let mut unit = vec![first];
            let mut next = 0;
            while let Some(&body) = unit.get(next) {
                next += 1;
                if self.dynamic(body).is_none() {
                    continue;
                }
                for (joint, side) in
                    self.bodies.records[body as usize].joint_edges().iter(&self.joints.records)
                {
                    let other = self.joints.records[joint as usize].bodies[1 - side];
                    if self.can_act(joint) && self.is_movable(other) && !unit.contains(&other) {
                        unit.push(other);
                    }
                }
            }
            unit.sort_unstable();
            self.sleep_bodies(&unit);
        }
    }

    /// Notes a contact that begins to touch. Wakes a sleeping body that meets ground.
    pub(crate) fn begin_touch_in_layers(&mut self, contact: u32) {
        let bodies = self.contacts.records[contact as usize].bodies;
        if bodies.iter().any(|&body| self.is_movable(body)) {
            if self.sets.sleeping_count() > 0 && bodies.iter().all(|&body| self.dynamic(body).is_some()) {
                self.sets.begun.push(contact);
            }
            // A kinematic body wakes, because the awake one rests on it from now on.
            for body in bodies {
                if self.dynamic(body).is_none() {
                    self.wake_if_asleep(body);
                }
            }
        } else {
            bodies.into_iter().for_each(|body| self.wake_if_asleep(body));
        }
    }

    /// Checks the sleeping bodies of a contact that ends to touch: in this step, or at once between steps.
    pub(crate) fn unload_sleepers(&mut self, contact: u32) {
        if !self.config.is_layered() {
            return;
        }
        for body in self.contacts.records[contact as usize].bodies {
            if !self.is_asleep(body) {
                continue;
            }
            if self.mid_step {
                self.sets.unloaded.push(body);
            } else {
                self.wake_if_asleep(body);
            }
        }
    }

    /// Wakes the sleeping bodies that the strikes of this step can move.
    pub(crate) fn wake_struck_sleepers(&mut self, scratch: &mut LayerScratch) {
        for index in 0..self.sets.begun.len() {
            let contact = self.sets.begun[index];
            let record = &self.contacts.records[contact as usize];
            if record.touching && record.list_index != NONE {
                self.strike(contact, scratch);
            }
        }
        self.sets.begun.clear();
    }

    /// Returns the speed of approach of the bodies of a contact `[m/s]`.
    fn approach(&self, contact: u32) -> f32 {
        let bodies = self.contacts.records[contact as usize].bodies;
        let (point, _) = self.contact_point(contact, 0);
        let frame = self.bodies.frame(bodies[0]);
        let [a, b] = bodies.each(|body| self.speed_at(body, point, frame));
        Vec2::from(self.contacts.manifolds[contact as usize].normal).dot(a - b)
    }

    /// Wakes the bodies that the bodies of a contact can move by striking each other.
    fn strike(&mut self, contact: u32, scratch: &mut LayerScratch) {
        let speed = self.approach(contact);
        let bodies = self.contacts.records[contact as usize].bodies;
        if !bodies.iter().any(|&body| speed > self.bodies.motions[body as usize].sleep_threshold) {
            return;
        }
        let normal = Vec2::from(self.contacts.manifolds[contact as usize].normal);
        for (side, direction) in [(1, normal), (0, -normal)] {
            if self.is_asleep(bodies[side]) || self.touches_sleeper(bodies[side]) {
                self.pass_on(bodies, side, direction * speed, scratch);
            }
        }
    }

    fn touches_sleeper(&self, body: u32) -> bool {
        self.bodies.records[body as usize].contact_edges().iter(&self.contacts.records).any(
            |(contact, side)| {
                let record = &self.contacts.records[contact as usize];
                record.touching && self.is_asleep(record.bodies[1 - side])
            },
        )
    }

    /// Wakes sleeping bodies in the order of their distance from a struck one, as long as the momentum of the
    /// striker gives all of them together a speed above their sleep threshold.
    fn pass_on(&mut self, bodies: [u32; 2], side: usize, velocity: Vec2, scratch: &mut LayerScratch) {
        let speed = velocity.length();
        let direction = velocity / speed;
        let striker = bodies[1 - side];
        let mut total = self.bodies.records[striker as usize].mass.mass;
        let momentum = total * speed;
        let LayerScratch { reached, waiting, .. } = scratch;
        reached.clear();
        waiting.clear();
        waiting.ensure_len(self.bodies.records.len());
        reached.push(bodies[side]);
        waiting.insert(bodies[side]);
        waiting.insert(striker);
        let mut next = 0;
        while let Some(&body) = reached.get(next) {
            next += 1;
            total += self.bodies.records[body as usize].mass.mass;
            if momentum <= self.bodies.motions[body as usize].sleep_threshold * total {
                break;
            }
            self.wake_if_asleep(body);
            for (contact, side) in
                self.bodies.records[body as usize].contact_edges().iter(&self.contacts.records)
            {
                let record = &self.contacts.records[contact as usize];
                let other = record.bodies[1 - side];
                if !record.touching || self.dynamic(other).is_none() || waiting.contains(other) {
                    continue;
                }
                let normal = Vec2::from(self.contacts.manifolds[contact as usize].normal);
                let outward = if side == 0 { normal } else { -normal };
                if outward.dot(direction) > PASSED_ON {
                    waiting.insert(other);
                    reached.push(other);
                }
            }
        }
    }

    /// Passes changed forces of awake bodies on through the sleeping ones. Wakes those that they move.
    pub(crate) fn load_sleepers(&mut self, scratch: &mut LayerScratch) {
        if self.sets.sleeping_count() == 0 || self.last_dt == 0.0 {
            self.sets.unloaded.clear();
            return;
        }
        self.list_loaded(scratch);
        let most = 1024 + 4 * self.sets.sleeping_body_count() as usize;
        let mut next = 0;
        while let Some((_, Reverse(body))) = scratch.heap.pop() {
            next += 1;
            scratch.waiting.remove(body);
            if !self.is_asleep(body) {
                continue;
            }
            match self.balance(body, &mut scratch.props) {
                Balance::Unchanged => {}
                Balance::Restored if next < most => {
                    for index in 0..scratch.props.len() {
                        let other = scratch.props[index].other;
                        if self.is_asleep(other) && !scratch.waiting.contains(other) {
                            scratch.waiting.insert(other);
                            scratch.heap.push((self.height(other), Reverse(other)));
                        }
                    }
                }
                Balance::Restored | Balance::Lost => {
                    let first = self.sets.awake().len();
                    self.wake_if_asleep(body);
                    // Bodies that have just lost their balance do not fall asleep again soon.
                    for position in first..self.sets.awake().len() {
                        let slot = self.sets.awake()[position];
                        self.bodies.motions[slot as usize].sleep_time = -WATCHED_TIME;
                    }
                }
            }
        }
    }

    /// Lists the sleeping bodies that awake bodies touch, or touched before this step. Wakes those that an
    /// awake body strikes.
    fn list_loaded(&mut self, scratch: &mut LayerScratch) {
        scratch.queue.clear();
        scratch.struck.clear();
        scratch.queue.append(&mut self.sets.unloaded);
        for color in &self.graph.colors {
            for &contact in &color.contacts {
                let [.., a, b] = self.contacts.pairs[contact as usize];
                if (a | b) & FIXED == 0 {
                    continue;
                }
                let (body, mover) = if a & FIXED != 0 { (a & !FIXED, b) } else { (b & !FIXED, a) };
                if !self.is_asleep(body) {
                    continue;
                }
                scratch.queue.push(body);
                let state = &self.bodies.states[mover as usize];
                let motion = &self.bodies.motions[mover as usize];
                let speed = state.velocity.length() + motion.extent * state.angular_velocity.abs();
                if speed > motion.sleep_threshold {
                    scratch.struck.push(contact);
                }
            }
        }
        for index in 0..scratch.struck.len() {
            self.strike(scratch.struck[index], scratch);
        }
        scratch.queue.sort_unstable();
        scratch.queue.dedup();
        scratch.waiting.clear();
        scratch.waiting.ensure_len(self.bodies.records.len());
        scratch.heap.clear();
        for &body in &scratch.queue {
            scratch.waiting.insert(body);
            scratch.heap.push((self.height(body), Reverse(body)));
        }
    }

    /// Returns the height of a body against gravity, as a number with the same order.
    fn height(&self, body: u32) -> u32 {
        let ([x, y], [from_x, from_y]) = (self.bodies.cell(body), self.bodies.broad_phase_origin);
        let center = self.bodies.poses[body as usize].center;
        let bits = (-self.config.gravity.dot(center + Vec2::new(x - from_x, y - from_y))).to_bits();
        if bits >> 31 == 0 { bits | 1 << 31 } else { !bits }
    }
}
