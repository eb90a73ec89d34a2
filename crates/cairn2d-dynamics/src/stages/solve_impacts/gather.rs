//! Builds clusters of simultaneous impacts and applies the velocities that [`cluster`](super::cluster)
//! computes.

use core::cmp::Reverse;

use cairn2d_math::{Rot, Vec2};

use crate::kernels::solver::VEERING;
use crate::state::State;
use crate::store::each::Each;
use crate::store::edge_list::Edges;
use crate::store::slot::NONE;
use crate::tables::body::flag;

use super::cluster::{ImpactBody, ImpactPoint};
use super::prediction::Trajectory;
use super::{Impacts, TOUCH};

/// Impacts with at most this difference in time count as simultaneous `[s]`.
const SIMULTANEOUS: f32 = 1.0e-6;

/// Points of a cluster from which no further contacts are added.
const MOST_POINTS: usize = 256;

impl State {
    /// Starts a cluster with the next impacts, all that are simultaneous. Returns whether there are any.
    pub(super) fn gather_seeds(&mut self, impacts: &mut Impacts) -> bool {
        impacts.cluster.clear();
        impacts.before.clear();
        impacts.members.clear();
        impacts.contacts.clear();
        let mut first = None;
        while let Some(&Reverse((time, contact, count))) = impacts.coming.peek() {
            let time = f32::from_bits(time);
            if first.is_some_and(|first| time > first + SIMULTANEOUS)
                || impacts.cluster.points.len() >= MOST_POINTS
            {
                break;
            }
            impacts.coming.pop();
            if !impacts.budget.allows(self, contact) {
                // Left to the solver, like the rest of its region.
                continue;
            }
            let [a, b] = self.contacts.records[contact as usize].bodies;
            // An impact of one of the bodies since the prediction makes it stale. The queue may also hold a
            // contact several times.
            let fresh = impacts.counts[a as usize] + impacts.counts[b as usize] == count;
            if fresh && !impacts.contacts.contains(&contact) {
                impacts.time = *first.get_or_insert(time);
                self.add_to_cluster(impacts, contact, 0.0);
            }
        }
        first.is_some()
    }

    /// Adds touching contacts of the cluster's bodies that approach by now. Resting ones do not affect the
    /// impact law.
    ///
    /// The speed threshold rises as restitution falls. Otherwise a whole pile with low restitution would be
    /// added.
    pub(super) fn draw_in(&mut self, impacts: &mut Impacts) {
        let mut index = 0;
        while index < impacts.members.len() && impacts.cluster.points.len() < MOST_POINTS {
            let body = impacts.members[index];
            self.draw_in_contacts_of(body, impacts);
            if !self.images.is_empty() {
                for other in self.others_of(body) {
                    if self.impact_body(other) == body {
                        self.draw_in_contacts_of(other, impacts);
                    }
                }
            }
            index += 1;
        }
    }

    fn draw_in_contacts_of(&mut self, body: u32, impacts: &mut Impacts) {
        let record = &self.bodies.records[body as usize];
        let mut edges = Edges::from_head(if record.is_dynamic() { record.head_contact } else { NONE });
        while let Some((slot, _)) = edges.next(&self.contacts.records) {
            let restitution = self.contacts.surfaces[slot as usize].restitution;
            if restitution >= self.config.exact_restitution
                && !self.is_left_to_solver(slot)
                && !impacts.contacts.contains(&slot)
            {
                let least = self.config.restitution_threshold * (1.0 - restitution);
                self.add_to_cluster(impacts, slot, if least > 0.0 { least } else { 0.0 });
            }
        }
    }

    /// Returns the body that stands for a body in a cluster: the owner of an image that is not turned.
    fn impact_body(&self, body: u32) -> u32 {
        if self.images.is_empty() || !self.is_image(body) || self.turn_to(body) != Rot::IDENTITY {
            return body;
        }
        self.owner_of(body)
    }

    /// Returns whether a cluster has the same body behind a turned opening. Both would act with the whole
    /// mass.
    fn has_turned_image(&self, impacts: &Impacts, body: u32) -> bool {
        let (body, owner) = (self.impact_body(body), self.owner_of(body));
        impacts.members.iter().any(|&member| member != body && self.owner_of(member) == owner)
    }

    /// Adds the touching points of a contact if one of them approaches faster than `least` `[m/s]`. Its
    /// bodies are added too and wake.
    fn add_to_cluster(&mut self, impacts: &mut Impacts, contact: u32, least: f32) {
        let slots = self.contacts.records[contact as usize].bodies;
        if !self.images.is_empty() && slots.iter().any(|&body| self.has_turned_image(impacts, body)) {
            return;
        }
        let trajectories = slots.each(|body| self.trajectory_in(impacts, body, slots[0]));
        let reach =
            |side: usize| trajectories[side].spin.abs() * self.bodies.motions[slots[side] as usize].extent;
        if (trajectories[1].velocity - trajectories[0].velocity).length() + (reach(0) + reach(1)) <= least {
            return;
        }
        let touch = self.touch_at(contact, &trajectories, impacts.time);
        let approaches = |&(gap, approach): &(f32, f32)| gap <= TOUCH && approach > least;
        if !touch.points().iter().any(approaches) || touch.passes(self, contact) {
            return;
        }
        slots.into_iter().for_each(|body| self.wake_if_asleep(body));
        let surface = self.contacts.surfaces[contact as usize];
        let bodies = [0, 1].each(|side| self.place_in_cluster(impacts, slots[side], &trajectories[side]));
        for (point, &(gap, _)) in touch.manifold.points().iter().zip(touch.points()) {
            if gap > TOUCH {
                continue;
            }
            let at = touch.poses[0].transform_point(point.point);
            let arms = [0, 1].each(|side| {
                let arm = at - touch.poses[side].transform_point(trajectories[side].local_center);
                [f64::from(arm.x), f64::from(arm.y)]
            });
            impacts.contacts.push(contact);
            impacts.cluster.points.push(ImpactPoint {
                bodies,
                normal: [f64::from(touch.normal.x), f64::from(touch.normal.y)],
                arms,
                restitution: f64::from(surface.restitution),
                friction: f64::from(surface.friction),
                tangent_speed: f64::from(surface.tangent_speed),
                ..ImpactPoint::default()
            });
        }
    }

    /// Trajectory of a body, with its current velocity if it is in the cluster.
    fn trajectory_in(&self, impacts: &Impacts, body: u32, first: u32) -> Trajectory {
        let mut trajectory = self.trajectory(body, first);
        if let Some(now) =
            impacts.cluster.bodies.get(impacts.places[self.impact_body(body) as usize] as usize)
        {
            // The velocity counts from the start of the step; the displacement is corrected so that the
            // present position stays the same.
            let velocity = Vec2::new(now.velocity[0] as f32, now.velocity[1] as f32);
            let gain = velocity - trajectory.velocity_at(impacts.time);
            let spin = now.spin as f32 - trajectory.spin;
            trajectory.velocity += gain;
            trajectory.spin += spin;
            trajectory.shift -= gain * impacts.time;
            trajectory.turn -= spin * impacts.time;
        }
        trajectory
    }

    /// Returns the position of a body in the cluster, and adds it if it is new.
    fn place_in_cluster(&self, impacts: &mut Impacts, body: u32, trajectory: &Trajectory) -> u32 {
        let body = self.impact_body(body);
        let index = body as usize;
        if impacts.places[index] == NONE {
            impacts.places[index] = impacts.members.len() as u32;
            impacts.members.push(body);
            let (state, flags) = (&self.bodies.states[index], self.bodies.motions[index].flags);
            let movable = self.bodies.records[index].is_dynamic();
            let free = |bit: u32| if movable && flags & bit == 0 { f64::from(state.inv_mass) } else { 0.0 };
            let velocity = trajectory.velocity_at(impacts.time);
            let body = ImpactBody {
                velocity: [f64::from(velocity.x), f64::from(velocity.y)],
                spin: f64::from(trajectory.spin),
                inv_mass: [free(flag::LOCK_X), free(flag::LOCK_Y)],
                inv_inertia: if movable { f64::from(state.inv_inertia) } else { 0.0 },
            };
            impacts.cluster.bodies.push(body);
            impacts.before.push(body);
        }
        impacts.places[index]
    }

    /// Writes the new velocities of a cluster's bodies, as if they held from the start of the step. AABBs
    /// were predicted with the old velocities, so the difference is charged to their margins.
    pub(super) fn apply_impulses(&mut self, impacts: &Impacts, dt: f32) {
        let time = impacts.time;
        for ((&body, before), after) in
            impacts.members.iter().zip(&impacts.before).zip(&impacts.cluster.bodies)
        {
            let gain = |axis: usize| (after.velocity[axis] - before.velocity[axis]) as f32;
            let (gain, spin) = (Vec2::new(gain(0), gain(1)), (after.spin - before.spin) as f32);
            if self.bodies.records[body as usize].is_dynamic() {
                let state = &mut self.bodies.states[body as usize];
                state.velocity += gain;
                state.angular_velocity += spin;
                state.delta_position -= gain * time;
                state.delta_angle -= spin * time;
                let motion = &mut self.bodies.motions[body as usize];
                if motion.flags & flag::BOUNCY != 0 {
                    motion.margin_left -= VEERING * (gain.length() + spin.abs() * motion.spin_extent) * dt;
                }
                if !self.images.is_empty() {
                    self.share_impulse(body, (gain, spin), time, dt);
                }
            }
        }
    }

    /// Gives the change of velocity of a body to all others that stand for the same one.
    fn share_impulse(&mut self, body: u32, (gain, spin): (Vec2, f32), time: f32, dt: f32) {
        let gain = self.turn_to(body).inv_rotate(gain);
        for other in self.others_of(body) {
            let gain = self.turn_to(other).rotate(gain);
            let state = &mut self.bodies.states[other as usize];
            state.velocity += gain;
            state.angular_velocity += spin;
            state.delta_position -= gain * time;
            state.delta_angle -= spin * time;
            let motion = &mut self.bodies.motions[other as usize];
            motion.margin_left -= VEERING * (gain.length() + spin.abs() * motion.spin_extent) * dt;
        }
    }
}
