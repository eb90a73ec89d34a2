//! Impacts of what bounces: at their time within the step, all that meet at once together, before forces act.
//!
//! The soft contacts of the solver know a contact only when the step begins or ends, and one after the other. Neither does for a
//! bounce: its height depends on where and how fast bodies meet, and a row of balls on who is asked first. So contacts with restitution whose
//! bodies will meet in this step faster than the threshold are taken out of the solver's hands. In the order of their times the bodies
//! are put where they meet, the cluster of touching contacts around them is resolved by the law in [`cluster`], and what they do next is
//! looked at again.
//!
//! An impulse at time `t` of the step is an impulse at its beginning and a displacement of `-t` times the change of velocity: afterwards the
//! body is where it should be. So nothing but velocities and motions of the step ([`BodyState`](crate::body::BodyState)) is written, the
//! solver adds gravity as to anybody else, and a free ball follows its parabola to the impact and away from it exactly. Who is supported
//! (by a joint or a contact that carried something in the last step) is taken to move evenly.
//!
//! This is for contacts with at least `WorldConfig::exact_restitution`, and for no more than a crowd of them: the rest bounces in the
//! restitution pass of the solver, as does whatever is left over when a step has seen too many impacts.
//!
//! What bounces has boxes that reach as far as it will move in a step, so that contacts are known in time (`refresh_boxes`).

mod cluster;

use core::cmp::Reverse;
use std::collections::BinaryHeap;

use cairn2d_geometry::manifold::{LocalManifold, collide};
use cairn2d_geometry::{LINEAR_SLOP, Shape, Sweep, TimeOfImpact, first_touch};
use cairn2d_math::{Pose, Rot, Vec2};

use crate::body::{BodyKind, BodyPose, BodyState, NONE, flag};
use crate::contact::{Gate, INERT};
use crate::event::HitEvent;
use crate::narrow_phase::manifold_rows;
use crate::room::room;
use crate::solver_set::AWAKE_SET;
use crate::world::{StepContext, World};

use cluster::{Cluster, ImpactBody, ImpactPoint};

/// Distance up to which surfaces touch \[m\].
const TOUCH: f32 = 0.1 * LINEAR_SLOP;

/// Impacts that are no farther apart in time happen at once \[s\].
const SIMULTANEOUS: f32 = 1.0e-6;

/// Speed at which surfaces part for good, as far as this step goes \[m/s\].
const PARTING: f64 = 0.1;

/// Contacts that bounce above which they are a crowd. Looking ahead takes about a microsecond for each.
const CROWD: usize = 1024;

/// Impacts of one body in one step; what comes after is for the solver.
const MOST_IMPACTS_OF_ONE: u32 = 8;

/// Impacts in one step, likewise: a heap that rains down must not take the time of a hundred steps.
const MOST_IMPACTS: u32 = 256;

/// Points of a cluster from which on no further contacts are taken in.
const MOST_POINTS: usize = 256;

/// Distance from which a time of impact is not corrected further \[m\].
const EXACT: f32 = 1.0e-6;

/// Corrections of a time of impact.
const REFINEMENTS: u32 = 3;

/// Memory of the stage, kept between steps.
#[derive(Clone, Debug, Default)]
pub(crate) struct Impacts {
    /// Impacts to come, the first on top: time as ordered bits, contact, and how many impacts its bodies had when it was foreseen.
    coming: BinaryHeap<Reverse<(u32, u32, u32)>>,
    /// Impacts of each body slot in this step, and where it is in the cluster. Reset by walking `touched` and `members`.
    counts: Vec<u32>,
    places: Vec<u32>,
    touched: Vec<u32>,
    /// The cluster under way.
    members: Vec<u32>,
    cluster: Cluster,
    /// The bodies as they came.
    before: Vec<ImpactBody>,
    /// When it meets \[s\].
    time: f32,
    /// Contacts that the solver leaves alone in this step.
    released: Vec<u32>,
    /// Contact of each point.
    contacts: Vec<u32>,
    /// Impacts that were asked for.
    pub(crate) hits: Vec<HitEvent>,
}

impl Impacts {
    /// Makes room for this many body slots.
    pub(crate) fn reserve(&mut self, count: usize) {
        room(&mut self.counts, count);
        room(&mut self.places, count);
        room(&mut self.touched, count);
        room(&mut self.members, count);
    }

    /// A step begins.
    fn begin(&mut self, body_count: usize) {
        self.hits.clear();
        self.coming.clear();
        if self.counts.len() < body_count {
            self.counts.resize(body_count, 0);
            self.places.resize(body_count, NONE);
        }
        for body in self.touched.drain(..) {
            self.counts[body as usize] = 0;
        }
    }
}

/// A body on its way through the step.
#[derive(Clone, Copy)]
struct Flight {
    pose: Pose,
    local_center: Vec2,
    center: Vec2,
    velocity: Vec2,
    spin: f32,
    acceleration: Vec2,
    shift: Vec2,
    turn: f32,
}

impl Flight {
    fn pose_at(&self, time: f32) -> Pose {
        let center = self.center + self.shift + (self.velocity + self.acceleration * (0.5 * time)) * time;
        let angle = self.turn + self.spin * time;
        let q = if angle == 0.0 { self.pose.q } else { (self.pose.q * Rot::from_angle(angle)).normalize() };
        Pose { p: center - q.rotate(self.local_center), q }
    }

    fn velocity_at(&self, time: f32) -> Vec2 {
        self.velocity + self.acceleration * time
    }
}

/// What will become of a contact in the rest of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Foresight {
    /// A matter for the solver: too slow to bounce, or touching already.
    Slow,
    /// They move, but do not meet.
    Apart,
    /// They meet at this time \[s\].
    Impact(f32),
}

/// How the centres of two bodies move against each other, and how far from them the bodies reach together.
struct Approach {
    offset: Vec2,
    velocity: Vec2,
    reach: f32,
}

impl Approach {
    fn distance(&self, time: f32) -> f32 {
        (self.offset + self.velocity * time).length()
    }

    /// Smallest distance between two times.
    fn closest(&self, from: f32, to: f32) -> f32 {
        let speed = self.velocity.length_squared();
        let time = if speed > 0.0 { -self.offset.dot(self.velocity) / speed } else { from };
        let time = if time > from { time } else { from };
        self.distance(if time < to { time } else { to })
    }

    /// When discs that reach this far together touch first between two times.
    fn first_touch(&self, from: f32, to: f32) -> Option<f32> {
        let start = self.offset + self.velocity * from;
        let (speed, closing) = (self.velocity.length_squared(), -start.dot(self.velocity));
        let inside = closing * closing - speed * (start.length_squared() - self.reach * self.reach);
        if closing <= 0.0 || inside < 0.0 {
            return None;
        }
        let time = from + (closing - inside.sqrt()) / speed;
        (time < to).then_some(if time > from { time } else { from })
    }
}

/// How two shapes are to each other at some time: the points, from where to where, and what is fastest.
struct Meeting {
    manifold: LocalManifold,
    poses: [Pose; 2],
    normal: Vec2,
    /// Separation \[m\] and speed of approach \[m/s\] at each point.
    points: [(f32, f32); 2],
}

impl Meeting {
    fn points(&self) -> &[(f32, f32)] {
        &self.points[..self.manifold.count]
    }
}

impl World {
    /// Bounces what meets in this step.
    pub(crate) fn solve_impacts(&mut self, step: &mut StepContext) {
        let mut impacts = core::mem::take(&mut self.impacts);
        impacts.begin(self.bodies.records.len());
        for contact in impacts.released.drain(..) {
            // Whatever contact has the slot now begins without slack anyway.
            self.contacts.impulses[contact as usize].slack = 0.0;
        }
        let dt = step.constants.dt;
        if dt > 0.0 && self.bounces_exactly() {
            for index in 0..self.contacts.bouncy.len() {
                let contact = self.contacts.bouncy[index];
                if self.foresee(&mut impacts, contact, 0.0, dt) == Foresight::Apart {
                    self.release(&mut impacts, contact);
                }
            }
            while step.report.impacts < MOST_IMPACTS && self.gather_seeds(&mut impacts) {
                self.collide_cluster(&mut impacts, dt);
                step.report.impacts += 1;
            }
        }
        self.impacts = impacts;
    }

    /// Whether impacts are resolved exactly in this step. In a crowd nobody sees the difference, and looking ahead for every pair would cost
    /// more than all the rest: there the bounces of the solver do.
    pub(crate) fn bounces_exactly(&self) -> bool {
        self.contacts.bouncy.len() <= CROWD
    }

    /// Leaves a contact to itself in this step: the solver, which knows straight ways and fixed normals only, could see an impact too early, or
    /// where there is none.
    fn release(&mut self, impacts: &mut Impacts, contact: u32) {
        let slack = &mut self.contacts.impulses[contact as usize].slack;
        if self.contacts.records[contact as usize].touching && *slack == 0.0 {
            *slack = INERT;
            impacts.released.push(contact);
        }
    }

    /// Lets bodies fly whose every contact is left to itself in this step.
    pub(crate) fn let_released_fly(&mut self) {
        let Impacts { released, places, .. } = &mut self.impacts;
        let bodies = |contact: u32| self.contacts.records[contact as usize].bodies;
        for body in released.iter().flat_map(|&contact| bodies(contact)) {
            // The places are free now; they count from NONE up.
            let count = &mut places[body as usize];
            *count = count.wrapping_add(1);
            if count.wrapping_add(1) == self.bodies.motions[body as usize].constraint_count {
                self.bodies.kicks[body as usize].ballistic = 1.0;
            }
        }
        released.iter().flat_map(|&contact| bodies(contact)).for_each(|body| places[body as usize] = NONE);
        // Others may push those that do not fly, and then the ground must hold them.
        for &contact in released.iter() {
            let bound = |body: u32| self.bodies.kicks[body as usize].ballistic == 0.0;
            let [a, b] = self.contacts.records[contact as usize].bodies;
            let fixed = |body: u32| !self.bodies.records[body as usize].is_dynamic();
            if (fixed(a) && bound(b)) || (fixed(b) && bound(a)) {
                self.contacts.impulses[contact as usize].slack = 0.0;
            }
        }
    }

    /// Whether only the solver knows what a contact does: a one-way shape may let pass, a hook may forbid it, a soft surface swings, and of what a
    /// body meets while it slides along ground, neighbouring ground may hide it.
    fn is_left_to_solver(&self, contact: u32) -> bool {
        let record = &self.contacts.records[contact as usize];
        record.gate != Gate::None
            || record.hook_index != NONE
            || self.contacts.impulses[contact as usize].rare > 1.5
            || self.slides_beside(contact)
    }

    /// Lists the next impact of a contact, from this time of the step on.
    fn foresee(&self, impacts: &mut Impacts, contact: u32, from: f32, dt: f32) -> Foresight {
        let [a, b] = self.contacts.records[contact as usize].bodies;
        let count = impacts.counts[a as usize] + impacts.counts[b as usize];
        if count >= MOST_IMPACTS_OF_ONE {
            return Foresight::Slow;
        }
        let foresight = self.look_ahead(contact, from, dt);
        if let Foresight::Impact(time) = foresight {
            // Times are not negative, so their bits are in their order.
            impacts.coming.push(Reverse((time.to_bits(), contact, count)));
        }
        foresight
    }

    /// Whether and when the shapes of a contact meet faster than the threshold.
    fn look_ahead(&self, contact: u32, from: f32, dt: f32) -> Foresight {
        let record = &self.contacts.records[contact as usize];
        let [a, b] = record.bodies.map(|body| &self.bodies.states[body as usize]);
        let [extent_a, extent_b] = record.bodies.map(|body| self.bodies.motions[body as usize].extent);
        let linear = (b.velocity - a.velocity).length();
        let turning = a.angular_velocity.abs() * extent_a + b.angular_velocity.abs() * extent_b;
        let threshold = self.config.restitution_threshold;
        // Most contacts rest, so this comes before anything that costs. What pulls harder is seen as soon as it has made something faster.
        let gained = 2.0 * self.config.gravity.length() * dt;
        if linear + turning + gained <= threshold {
            return Foresight::Slow;
        }
        if self.is_left_to_solver(contact) {
            return Foresight::Slow;
        }
        let place = |body: u32| {
            self.bodies.poses[body as usize].center + self.bodies.states[body as usize].delta_position
        };
        // Static bodies do not know how far they reach.
        let fixed = |body: u32| self.bodies.records[body as usize].kind == BodyKind::Static;
        let unbounded = record.bodies.into_iter().any(fixed);
        let way = Approach {
            offset: place(record.bodies[1]) - place(record.bodies[0]),
            velocity: b.velocity - a.velocity,
            reach: if unbounded { f32::MAX } else { extent_a + extent_b },
        };
        if way.closest(from, dt) > way.reach + gained * dt {
            return Foresight::Apart;
        }
        if record.touching {
            let approach = self.approach_by_manifold(contact) + gained;
            if approach <= threshold {
                return if approach < -threshold { Foresight::Apart } else { Foresight::Slow };
            }
        }
        let flights = record.bodies.map(|body| self.flight(body));
        let fast = |meeting: &Meeting| {
            meeting.points().iter().any(|&(gap, approach)| gap <= TOUCH && approach > threshold)
        };
        if way.distance(from) - way.reach <= TOUCH {
            let now = self.touch_at(contact, &flights, from);
            if now.points().iter().any(|&(gap, _)| gap <= TOUCH) {
                return if fast(&now) { Foresight::Impact(from) } else { Foresight::Slow };
            }
        }
        let mut time = match self.first_touch(contact, &flights, &way, [from, dt]) {
            Ok(time) => time,
            Err(foresight) => return foresight,
        };
        // The search knows straight ways only, and stops a little before; what falls is off by a fraction of a millimetre.
        for _ in 0..REFINEMENTS {
            let meeting = self.touch_at(contact, &flights, time);
            let nearest =
                |first: (f32, f32), &point: &(f32, f32)| if point.0 < first.0 { point } else { first };
            let (gap, approach) = meeting.points().iter().fold((f32::MAX, 0.0), nearest);
            if approach <= 0.0 || gap.abs() <= EXACT {
                break;
            }
            time += gap / approach;
            time = if time > from { time } else { from };
            if time >= dt {
                return Foresight::Apart;
            }
        }
        if fast(&self.touch_at(contact, &flights, time)) { Foresight::Impact(time) } else { Foresight::Slow }
    }

    /// When the shapes of a contact first touch if they move evenly, or what becomes of them if they do not.
    fn first_touch(
        &self,
        contact: u32,
        flights: &[Flight; 2],
        way: &Approach,
        [from, dt]: [f32; 2],
    ) -> Result<f32, Foresight> {
        let shapes = self.contacts.records[contact as usize]
            .shapes
            .map(|shape| &self.shapes.records[shape as usize].geometry);
        let disc = |side: usize| match shapes[side] {
            Shape::Circle(disc) if disc.center == flights[side].local_center => Some(disc.radius),
            _ => None,
        };
        if let (Some(a), Some(b)) = (disc(0), disc(1)) {
            return Approach { reach: a + b, ..*way }.first_touch(from, dt).ok_or(Foresight::Apart);
        }
        let [sweep_a, sweep_b] = flights
            .each_ref()
            .map(|flight| Sweep::between(flight.pose_at(from), flight.pose_at(dt), flight.local_center));
        match first_touch(&shapes[0].core(), &sweep_a, &shapes[1].core(), &sweep_b, 1.0) {
            TimeOfImpact::Hit(impact) => Ok(from + impact.fraction * (dt - from)),
            TimeOfImpact::Separated => Err(Foresight::Apart),
            _ => Err(Foresight::Slow),
        }
    }

    /// Speed at which the shapes of a touching contact approach along the normal of its manifold, at most \[m/s\].
    fn approach_by_manifold(&self, contact: u32) -> f32 {
        let record = &self.contacts.records[contact as usize];
        let [a, b] =
            record.bodies.map(|body| (&self.bodies.states[body as usize], &self.bodies.poses[body as usize]));
        let manifold = &self.contacts.manifolds[contact as usize];
        let normal = Vec2::from(manifold.normal);
        let mut most = f32::MIN;
        for point in &manifold.points[..manifold.point_count as usize] {
            let velocity = |(state, pose): (&BodyState, &BodyPose), anchor: [f32; 2]| {
                state.velocity + Vec2::cross_sv(state.angular_velocity, pose.pose.q.rotate(anchor.into()))
            };
            let approach = (velocity(a, point.a) - velocity(b, point.b)).dot(normal);
            most = if approach > most { approach } else { most };
        }
        most
    }

    fn flight(&self, body: u32) -> Flight {
        let index = body as usize;
        let (pose, state) = (&self.bodies.poses[index], &self.bodies.states[index]);
        Flight {
            pose: pose.pose,
            local_center: pose.local_center,
            center: pose.center,
            velocity: state.velocity,
            spin: state.angular_velocity,
            acceleration: self.free_acceleration(body),
            shift: state.delta_position,
            turn: state.delta_angle,
        }
    }

    /// Acceleration of a body that nothing supports \[m/s²\], otherwise none.
    fn free_acceleration(&self, body: u32) -> Vec2 {
        let (record, state) = (&self.bodies.records[body as usize], &self.bodies.states[body as usize]);
        if record.set != AWAKE_SET || state.inv_mass == 0.0 || record.joint_count > 0 {
            return Vec2::ZERO;
        }
        let mut edge = record.head_contact;
        while edge != NONE {
            let contact = &self.contacts.records[edge as usize / 2];
            let [first, second] = self.contacts.impulses[edge as usize / 2].points;
            if contact.touching && (first[0] > 0.0 || second[0] > 0.0) {
                return Vec2::ZERO;
            }
            edge = contact.edges[edge as usize % 2].next;
        }
        let motion = &self.bodies.motions[body as usize];
        let pull = self.config.gravity * motion.gravity_scale + motion.force * state.inv_mass;
        let free = |bit: u32, pull: f32| if motion.flags & bit == 0 { pull } else { 0.0 };
        Vec2::new(free(flag::LOCK_X, pull.x), free(flag::LOCK_Y, pull.y))
    }

    /// The shapes of a contact as they are to each other at some time of the step.
    fn touch_at(&self, contact: u32, flights: &[Flight; 2], time: f32) -> Meeting {
        let record = &self.contacts.records[contact as usize];
        let [a, b] = record.shapes.map(|shape| &self.shapes.records[shape as usize].geometry);
        let poses = flights.each_ref().map(|flight| flight.pose_at(time));
        let manifold = collide(a, b, poses[0].inv_mul(poses[1]));
        let normal = poses[0].q.rotate(manifold.normal);
        let points = manifold.points.map(|point| {
            let at = poses[0].transform_point(point.point);
            let [v, w] = [0, 1].map(|side| {
                let arm = at - poses[side].transform_point(flights[side].local_center);
                flights[side].velocity_at(time) + Vec2::cross_sv(flights[side].spin, arm)
            });
            (point.separation, (v - w).dot(normal))
        });
        Meeting { manifold, poses, normal, points }
    }

    /// Begins a cluster with the contacts that meet next, all at once. Returns whether there are any.
    fn gather_seeds(&mut self, impacts: &mut Impacts) -> bool {
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
            let [a, b] = self.contacts.records[contact as usize].bodies;
            // What one of them met since this was foreseen has changed its way; and several may name the same contact.
            let fresh = impacts.counts[a as usize] + impacts.counts[b as usize] == count;
            if fresh && !impacts.contacts.contains(&contact) {
                impacts.time = *first.get_or_insert(time);
                self.add_to_cluster(impacts, contact, 0.0);
            }
        }
        first.is_some()
    }

    /// Lets a cluster bounce round by round, and takes in what is drawn into it.
    fn collide_cluster(&mut self, impacts: &mut Impacts, dt: f32) {
        loop {
            self.draw_in(impacts);
            if !impacts.cluster.round() {
                break;
            }
        }
        impacts.cluster.rub();
        if impacts.cluster.bodies.iter().all(ImpactBody::is_finite) {
            self.apply_impulses(impacts);
            self.report_impacts(impacts);
        }
        for index in 0..impacts.members.len() {
            let body = impacts.members[index];
            impacts.places[body as usize] = NONE;
            let count = &mut impacts.counts[body as usize];
            if self.bodies.records[body as usize].is_dynamic() {
                if *count == 0 {
                    impacts.touched.push(body);
                }
                *count += 1;
            }
        }
        for index in 0..impacts.members.len() {
            let body = impacts.members[index];
            if self.bodies.records[body as usize].is_dynamic() {
                self.foresee_around(impacts, body, dt);
            }
        }
    }

    /// Takes in contacts of the bodies of a cluster that touch and approach by now: what only rests against it does not matter to the law.
    ///
    /// How fast they must be grows with what they lose anyhow: a pile that hardly bounces would otherwise be drawn in as a whole.
    fn draw_in(&mut self, impacts: &mut Impacts) {
        let mut index = 0;
        while index < impacts.members.len() && impacts.cluster.points.len() < MOST_POINTS {
            let body = impacts.members[index];
            let record = &self.bodies.records[body as usize];
            let mut edge = if record.is_dynamic() { record.head_contact } else { NONE };
            while edge != NONE {
                let (slot, side) = (edge / 2, edge as usize % 2);
                edge = self.contacts.records[slot as usize].edges[side].next;
                let restitution = self.contacts.surfaces[slot as usize].restitution;
                if restitution >= self.config.exact_restitution && !impacts.contacts.contains(&slot) {
                    let least = self.config.restitution_threshold * (1.0 - restitution);
                    self.add_to_cluster(impacts, slot, if least > 0.0 { least } else { 0.0 });
                }
            }
            index += 1;
        }
    }

    /// Adds the points in which a contact touches now if one of them approaches faster than `least` \[m/s\], and its bodies, which wake.
    fn add_to_cluster(&mut self, impacts: &mut Impacts, contact: u32, least: f32) {
        let slots = self.contacts.records[contact as usize].bodies;
        let flights = slots.map(|body| self.flight_in(impacts, body));
        let reach = |side: usize| flights[side].spin.abs() * self.bodies.motions[slots[side] as usize].extent;
        if (flights[1].velocity - flights[0].velocity).length() + (reach(0) + reach(1)) <= least {
            return;
        }
        let meeting = self.touch_at(contact, &flights, impacts.time);
        let approaches = |&(gap, approach): &(f32, f32)| gap <= TOUCH && approach > least;
        if !meeting.points().iter().any(approaches) {
            return;
        }
        slots.into_iter().for_each(|body| self.wake_if_asleep(body));
        let surface = self.contacts.surfaces[contact as usize];
        let bodies = [0, 1].map(|side| self.place_in_cluster(impacts, slots[side], &flights[side]));
        for (point, &(gap, _)) in meeting.manifold.points().iter().zip(meeting.points()) {
            if gap > TOUCH {
                continue;
            }
            let at = meeting.poses[0].transform_point(point.point);
            let arms = [0, 1].map(|side| {
                let arm = at - meeting.poses[side].transform_point(flights[side].local_center);
                [f64::from(arm.x), f64::from(arm.y)]
            });
            impacts.contacts.push(contact);
            impacts.cluster.points.push(ImpactPoint {
                bodies,
                normal: [f64::from(meeting.normal.x), f64::from(meeting.normal.y)],
                arms,
                restitution: f64::from(surface.restitution),
                friction: f64::from(surface.friction),
                tangent_speed: f64::from(surface.tangent_speed),
                ..ImpactPoint::default()
            });
        }
    }

    /// The way of a body, with the velocity it has by now if it is in the cluster.
    fn flight_in(&self, impacts: &Impacts, body: u32) -> Flight {
        let mut flight = self.flight(body);
        if let Some(now) = impacts.cluster.bodies.get(impacts.places[body as usize] as usize) {
            // As if it had had it from the beginning: where it is now stays the same.
            let velocity = Vec2::new(now.velocity[0] as f32, now.velocity[1] as f32);
            let gain = velocity - flight.velocity_at(impacts.time);
            let spin = now.spin as f32 - flight.spin;
            flight.velocity += gain;
            flight.spin += spin;
            flight.shift -= gain * impacts.time;
            flight.turn -= spin * impacts.time;
        }
        flight
    }

    /// Where a body is in the cluster; it is added if it is new.
    fn place_in_cluster(&self, impacts: &mut Impacts, body: u32, flight: &Flight) -> u32 {
        let index = body as usize;
        if impacts.places[index] == NONE {
            impacts.places[index] = impacts.members.len() as u32;
            impacts.members.push(body);
            let (state, flags) = (&self.bodies.states[index], self.bodies.motions[index].flags);
            let movable = self.bodies.records[index].is_dynamic();
            let free = |bit: u32| if movable && flags & bit == 0 { f64::from(state.inv_mass) } else { 0.0 };
            let velocity = flight.velocity_at(impacts.time);
            let body = ImpactBody {
                velocity: [f64::from(velocity.x), f64::from(velocity.y)],
                spin: f64::from(flight.spin),
                inv_mass: [free(flag::LOCK_X), free(flag::LOCK_Y)],
                inv_inertia: if movable { f64::from(state.inv_inertia) } else { 0.0 },
            };
            impacts.cluster.bodies.push(body);
            impacts.before.push(body);
        }
        impacts.places[index]
    }

    /// Gives the bodies of a cluster their new velocities, as if they had had them from the beginning of the step on.
    fn apply_impulses(&mut self, impacts: &Impacts) {
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
            }
        }
    }

    /// Lets contacts that did not touch yet begin, and lists the hits.
    fn report_impacts(&mut self, impacts: &mut Impacts) {
        let mut first = 0;
        while first < impacts.cluster.points.len() {
            let contact = impacts.contacts[first];
            let end = first + impacts.contacts[first..].iter().take_while(|&&other| other == contact).count();
            let (mut impulse, mut approach_speed, mut parting) = (0.0, 0.0, true);
            for point in &impacts.cluster.points[first..end] {
                let speed = point.approach(&impacts.before) as f32;
                impulse += point.impulse as f32;
                approach_speed = if speed > approach_speed { speed } else { approach_speed };
                parting &= point.approach(&impacts.cluster.bodies) < -PARTING;
            }
            first = end;
            if impulse > 0.0 && impulse.is_finite() {
                let (point, normal) = self.begin_impact(contact, impacts.time);
                if parting {
                    self.release(impacts, contact);
                }
                if approach_speed > self.contacts.impulses[contact as usize].hit_threshold {
                    let touch = self.touch_event(contact);
                    let (contact, a, b) = (touch.contact, touch.a, touch.b);
                    impacts.hits.push(HitEvent { contact, a, b, point, normal, approach_speed, impulse });
                }
            }
        }
    }

    /// Lets a contact begin that did not touch when the step began, as it is now. Returns where and along which normal its shapes meet.
    fn begin_impact(&mut self, contact: u32, time: f32) -> (Vec2, Vec2) {
        let index = contact as usize;
        let flights = self.contacts.records[index].bodies.map(|body| self.flight(body));
        let meeting = self.touch_at(contact, &flights, time);
        if !self.contacts.records[index].touching && meeting.manifold.count > 0 {
            let centers = flights.map(|flight| flight.local_center);
            (self.contacts.manifolds[index], self.contacts.references[index]) =
                manifold_rows(&meeting.manifold, meeting.poses, centers);
            self.contacts.impulses[index].points = [[0.0; 2]; 2];
            self.toggle_contact(contact);
            // What ended when this step began goes on instead of beginning again.
            let id = self.contacts.id(contact);
            if self.events.ends.take_back(|end| end.contact == id) {
                self.events.begins.take_back(|begin| begin.contact == id);
            }
        }
        (meeting.poses[0].transform_point(meeting.manifold.points[0].point), meeting.normal)
    }

    /// Looks at the contacts of a body again.
    fn foresee_around(&mut self, impacts: &mut Impacts, body: u32, dt: f32) {
        let mut edge = self.bodies.records[body as usize].head_contact;
        while edge != NONE {
            let (slot, side) = (edge / 2, edge as usize % 2);
            edge = self.contacts.records[slot as usize].edges[side].next;
            if self.contacts.surfaces[slot as usize].restitution >= self.config.exact_restitution
                && self.foresee(impacts, slot, impacts.time, dt) == Foresight::Apart
            {
                self.release(impacts, slot);
            }
        }
    }
}
