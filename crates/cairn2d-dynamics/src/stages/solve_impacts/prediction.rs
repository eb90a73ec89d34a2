//! Predicts impacts: whether and when the shapes of a contact touch in this step, and the manifold at that
//! time.

use core::cmp::Reverse;

use cairn2d_geometry::manifold::{LocalManifold, collide};
use cairn2d_geometry::{Shape, Sweep, TimeOfImpact, first_touch};
use cairn2d_math::{Pose, Rot, Vec2};

use crate::state::State;
use crate::store::each::Each;
use crate::store::slot::NONE;
use crate::tables::body::{BodyKind, BodyPose, BodyState};
use crate::tables::contact::{OneWayState, mark};
use crate::tables::solver_set::AWAKE_SET;

use super::{Impacts, MOST_IMPACTS_OF_ONE, PARTING, TOUCH};

/// Separation below which a time of impact is not corrected further `[m]`.
const EXACT: f32 = 1.0e-6;

/// Separation from which separating shapes no longer touch `[m]`.
const CLEAR: f32 = 2.0 * TOUCH;

/// Most corrections of a time of impact. Usual ones need two; a path that bends by 10 cm in the step needs
/// up to five.
const REFINEMENTS: u32 = 8;

/// Predicted motion of a body in this step.
#[derive(Clone, Copy)]
pub(super) struct Trajectory {
    pub(super) pose: Pose,
    pub(super) local_center: Vec2,
    pub(super) center: Vec2,
    pub(super) velocity: Vec2,
    pub(super) spin: f32,
    pub(super) acceleration: Vec2,
    pub(super) shift: Vec2,
    pub(super) turn: f32,
}

impl Trajectory {
    #[inline(always)]
    fn center_at(&self, time: f32) -> Vec2 {
        self.center + self.shift + (self.velocity + self.acceleration * (0.5 * time)) * time
    }

    fn pose_at(&self, time: f32) -> Pose {
        let center = self.center_at(time);
        let angle = self.turn + self.spin * time;
        let q = if angle == 0.0 { self.pose.q } else { (self.pose.q * Rot::from_angle(angle)).normalize() };
        Pose { p: center - q.rotate(self.local_center), q }
    }

    pub(super) fn velocity_at(&self, time: f32) -> Vec2 {
        self.velocity + self.acceleration * time
    }

    /// Velocity of the point of the body that is at `at` when the body has this pose.
    #[inline(always)]
    fn velocity_of_point(&self, at: Vec2, pose: Pose, time: f32) -> Vec2 {
        let arm = at - pose.transform_point(self.local_center);
        self.velocity_at(time) + Vec2::cross_sv(self.spin, arm)
    }
}

/// Prediction for a contact in the rest of the step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PredictedImpact {
    /// Left to the solver: too slow for restitution, or touching already.
    Slow,
    /// The shapes move but do not touch.
    Apart,
    /// The shapes touch at this time `[s]`.
    Impact(f32),
}

/// Relative motion of two centres, and the sum of the extents of both bodies `[m]`.
struct Approach {
    offset: Vec2,
    velocity: Vec2,
    reach: f32,
}

impl Approach {
    /// The relative motion of two trajectories between two times, taken as straight.
    fn of(trajectories: &[Trajectory; 2], reach: f32, [from, to]: [f32; 2]) -> Approach {
        let offset = |time: f32| trajectories[1].center_at(time) - trajectories[0].center_at(time);
        let velocity = (offset(to) - offset(from)) / (to - from);
        Approach { offset: offset(from) - velocity * from, velocity, reach }
    }

    fn distance(&self, time: f32) -> f32 {
        (self.offset + self.velocity * time).length()
    }

    /// Smallest distance between two times `[m]`.
    fn closest(&self, from: f32, to: f32) -> f32 {
        let speed = self.velocity.length_squared();
        let time = if speed > 0.0 { -self.offset.dot(self.velocity) / speed } else { from };
        let time = if time > from { time } else { from };
        self.distance(if time < to { time } else { to })
    }

    /// Returns the first time at which discs with this sum of radii touch, if it lies between two times.
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

/// Manifold of two shapes at some time of the step, with speeds of approach.
pub(super) struct PredictedTouch {
    pub(super) manifold: LocalManifold,
    pub(super) poses: [Pose; 2],
    pub(super) normal: Vec2,
    /// Separation `[m]` and speed of approach `[m/s]` at each point.
    pub(super) points: [(f32, f32); 2],
}

impl PredictedTouch {
    pub(super) fn points(&self) -> &[(f32, f32)] {
        &self.points[..self.manifold.count]
    }

    /// Whether one of the shapes is one-way and the other passes through it.
    pub(super) fn passes(&self, state: &State, contact: u32) -> bool {
        let shapes = state.contacts.records[contact as usize].shapes;
        let rotations = self.poses.each(|pose| pose.q);
        state.shapes.one_way_count > 0 && !state.one_way_holds(shapes, self.normal, rotations)
    }

    /// Returns the largest speed of approach of the touching points `[m/s]`; `None` if no point touches.
    fn approach(&self) -> Option<f32> {
        let touching = self.points().iter().filter(|&&(gap, _)| gap <= TOUCH);
        touching.map(|&(_, approach)| approach).reduce(|most, next| if next > most { next } else { most })
    }
}

impl State {
    /// Predicts the next impact of a contact from this time of the step on, and adds it to the queue.
    pub(super) fn predict_impact(
        &self,
        impacts: &mut Impacts,
        contact: u32,
        from: f32,
        dt: f32,
    ) -> PredictedImpact {
        let [a, b] = self.contacts.records[contact as usize].bodies;
        let count = impacts.counts[a as usize] + impacts.counts[b as usize];
        if count >= MOST_IMPACTS_OF_ONE {
            return PredictedImpact::Slow;
        }
        let prediction = self.look_ahead(contact, from, dt);
        if let PredictedImpact::Impact(time) = prediction {
            if self.lets_pass_at(contact, time) {
                return PredictedImpact::Slow;
            }
            // Times are not negative, so their bits sort like the times.
            impacts.coming.push(Reverse((time.to_bits(), contact, count)));
        }
        prediction
    }

    /// Predicts whether and when the shapes of a contact touch at more than the threshold speed.
    fn look_ahead(&self, contact: u32, from: f32, dt: f32) -> PredictedImpact {
        let record = &self.contacts.records[contact as usize];
        let [a, b] = record.bodies.each(|body| &self.bodies.states[body as usize]);
        let [extent_a, extent_b] = record.bodies.each(|body| self.bodies.motions[body as usize].extent);
        let linear = (b.velocity - a.velocity).length();
        let turning = a.angular_velocity.abs() * extent_a + b.angular_velocity.abs() * extent_b;
        // Most contacts rest, so this cheap test comes first.
        let [pull_a, pull_b] = record.bodies.each(|body| self.pull_on(body).length());
        let gained = (pull_a + pull_b) * dt;
        let threshold = self.impact_threshold(if pull_a > pull_b { pull_a * dt } else { pull_b * dt });
        if linear + turning + gained <= threshold {
            return PredictedImpact::Slow;
        }
        if self.is_left_to_solver(contact) {
            return PredictedImpact::Slow;
        }
        let place = |body: u32| {
            self.bodies.relative_pose(body, record.bodies[0]).center
                + self.bodies.states[body as usize].delta_position
        };
        // Static bodies store no extent.
        let fixed = |body: u32| self.bodies.records[body as usize].kind == BodyKind::Static;
        let unbounded = record.bodies.into_iter().any(fixed);
        let way = Approach {
            offset: place(record.bodies[1]) - place(record.bodies[0]),
            velocity: b.velocity - a.velocity,
            reach: if unbounded { f32::MAX } else { extent_a + extent_b },
        };
        if way.closest(from, dt) > way.reach + gained * dt {
            return PredictedImpact::Apart;
        }
        // Shapes that separate or touch gently may rotate and hit with another corner. That is at most
        // twice as fast as the rotation of the farthest point.
        let turning = if self.discs(contact).iter().all(Option::is_some) { 0.0 } else { 2.0 * turning };
        let mut held = None;
        if record.touching {
            let approach = self.approach_by_manifold(contact) + gained;
            if approach <= threshold {
                // A contact whose shapes separate must not be held by the solver only because it is near.
                let parts = approach < -PARTING;
                held = Some(if parts { PredictedImpact::Apart } else { PredictedImpact::Slow });
            }
            if let Some(held) = held
                && turning + approach <= threshold
            {
                return held;
            }
        }
        let trajectories = self.trajectories(contact);
        let mut start = from;
        if way.distance(from) - way.reach <= TOUCH
            && let Some(approach) = self.touch_at(contact, &trajectories, from).approach()
        {
            if approach > threshold {
                return PredictedImpact::Impact(from);
            }
            let otherwise = held.unwrap_or(PredictedImpact::Slow);
            start = from + CLEAR / -approach;
            if approach >= -PARTING || turning + approach <= threshold || start >= dt {
                return otherwise;
            }
            held = Some(otherwise);
        }
        match self.next_meeting(contact, (&trajectories, &way), [start, dt], threshold) {
            PredictedImpact::Impact(time) => PredictedImpact::Impact(time),
            other => held.unwrap_or(other),
        }
    }

    /// Speed of approach from which shapes bounce `[m/s]`; `gained` is the change of speed by forces in the
    /// step. A slower body would be back within the step, so it rests, and only the solver can hold it. A
    /// body stopped by continuous collision has the speed of a whole step too much, hence twice the gain.
    fn impact_threshold(&self, gained: f32) -> f32 {
        let threshold = self.config.restitution_threshold;
        if 2.0 * gained > threshold { 2.0 * gained } else { threshold }
    }

    /// Whether separating shapes overlap again by the end of the step if only forces act on them.
    pub(super) fn falls_back(&self, contact: u32, dt: f32) -> bool {
        let mut trajectories = self.trajectories(contact);
        for (trajectory, body) in trajectories.iter_mut().zip(self.contacts.records[contact as usize].bodies)
        {
            trajectory.acceleration = self.pull_on(body);
        }
        self.touch_at(contact, &trajectories, dt).points().iter().any(|&(gap, _)| gap < -TOUCH)
    }

    /// Predicts the next impact of separate shapes above the threshold speed.
    fn next_meeting(
        &self,
        contact: u32,
        (trajectories, way): (&[Trajectory; 2], &Approach),
        [from, dt]: [f32; 2],
        threshold: f32,
    ) -> PredictedImpact {
        let mut time = match self.first_touch(contact, trajectories, way, [from, dt]) {
            Ok(time) => time,
            Err(prediction) => return prediction,
        };
        // The search knows straight paths only and stops slightly early. A falling body is off by a
        // fraction of a millimetre. A fast one may be off by more than manifolds reach.
        for _ in 0..REFINEMENTS {
            // No manifold yet: search again from here on.
            let touch = self.touch_at(contact, trajectories, time);
            if touch.points().is_empty() {
                let way = Approach::of(trajectories, way.reach, [time, dt]);
                match self.first_touch(contact, trajectories, &way, [time, dt]) {
                    Ok(next) => time = next,
                    Err(prediction) => return prediction,
                }
                continue;
            }
            let nearest =
                |first: (f32, f32), &point: &(f32, f32)| if point.0 < first.0 { point } else { first };
            let (gap, approach) = touch.points().iter().fold((f32::MAX, 0.0), nearest);
            if approach <= 0.0 || gap.abs() <= EXACT {
                break;
            }
            time += gap / approach;
            time = if time > from { time } else { from };
            if time >= dt {
                return PredictedImpact::Apart;
            }
        }
        let fast = |approach: f32| approach > threshold;
        if self.touch_at(contact, trajectories, time).approach().is_some_and(fast) {
            PredictedImpact::Impact(time)
        } else {
            PredictedImpact::Slow
        }
    }

    /// Whether the other shape passes through a one-way shape at this time.
    fn lets_pass_at(&self, contact: u32, time: f32) -> bool {
        self.contacts.records[contact as usize].one_way_state != OneWayState::None
            && self.touch_at(contact, &self.trajectories(contact), time).passes(self, contact)
    }

    /// Whether only the solver can handle a contact. These are contacts that pass through a one-way shape,
    /// that a hook may disable, or that are soft. Pairs with a leader by dominance have other effective
    /// masses. Contacts beside ground may lie at an internal edge.
    pub(super) fn is_left_to_solver(&self, contact: u32) -> bool {
        if self.is_masked_at_opening(contact) {
            return true;
        }
        let record = &self.contacts.records[contact as usize];
        matches!(self.one_way_state(contact), OneWayState::Passing | OneWayState::Dropped)
            || record.hook_index != NONE
            || self.contacts.impulses[contact as usize].is_marked(mark::SOFT)
            || self.bodies.leader(record.bodies).is_some()
            || self.touches_adjacent_ground(contact)
    }

    /// Returns the first time of touch under uniform motion, or the prediction if there is none.
    fn first_touch(
        &self,
        contact: u32,
        trajectories: &[Trajectory; 2],
        way: &Approach,
        [from, dt]: [f32; 2],
    ) -> Result<f32, PredictedImpact> {
        if let [Some(a), Some(b)] = self.discs(contact) {
            return Approach { reach: a + b, ..*way }.first_touch(from, dt).ok_or(PredictedImpact::Apart);
        }
        let shapes = self.contacts.records[contact as usize]
            .shapes
            .map(|shape| &self.shapes.records[shape as usize].geometry);
        let [sweep_a, sweep_b] = trajectories.each_ref().map(|trajectory| {
            Sweep::between(trajectory.pose_at(from), trajectory.pose_at(dt), trajectory.local_center)
        });
        match first_touch(&shapes[0].core(), &sweep_a, &shapes[1].core(), &sweep_b, 1.0) {
            TimeOfImpact::Hit(impact) => Ok(from + impact.fraction * (dt - from)),
            TimeOfImpact::Separated => Err(PredictedImpact::Apart),
            _ => Err(PredictedImpact::Slow),
        }
    }

    /// Radii of those shapes of a contact that are discs about the centres of mass of their bodies `[m]`.
    fn discs(&self, contact: u32) -> [Option<f32>; 2] {
        let record = &self.contacts.records[contact as usize];
        [0, 1].each(|side| match self.shapes.records[record.shapes[side] as usize].geometry {
            Shape::Circle(disc)
                if disc.center == self.bodies.poses[record.bodies[side] as usize].local_center =>
            {
                Some(disc.radius)
            }
            _ => None,
        })
    }

    /// Upper bound of the speed at which the shapes of a touching contact approach along the normal of its
    /// manifold `[m/s]`.
    fn approach_by_manifold(&self, contact: u32) -> f32 {
        let record = &self.contacts.records[contact as usize];
        let [a, b] = record
            .bodies
            .each(|body| (&self.bodies.states[body as usize], &self.bodies.poses[body as usize]));
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

    /// Trajectories of both bodies of a contact, in the frame of the first one.
    pub(super) fn trajectories(&self, contact: u32) -> [Trajectory; 2] {
        let bodies = self.contacts.records[contact as usize].bodies;
        bodies.each(|body| self.trajectory(body, bodies[0]))
    }

    /// Trajectory of a body in the frame of `first`.
    pub(super) fn trajectory(&self, body: u32, first: u32) -> Trajectory {
        let (pose, state) = (self.bodies.relative_pose(body, first), &self.bodies.states[body as usize]);
        Trajectory {
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

    /// Acceleration of an unsupported body; zero if a joint or a contact with an impulse supports it
    /// `[m/s²]`.
    fn free_acceleration(&self, body: u32) -> Vec2 {
        let (record, state) = (&self.bodies.records[body as usize], &self.bodies.states[body as usize]);
        if record.set != AWAKE_SET || state.inv_mass == 0.0 || record.joint_count > 0 {
            return Vec2::ZERO;
        }
        if !self.images.is_empty() {
            if self.is_image(body) {
                return self.turn_to(body).rotate(self.free_acceleration(self.owner_of(body)));
            }
            if self.images_of(body).into_iter().any(|image| self.is_carried(image)) {
                return Vec2::ZERO;
            }
        }
        if self.is_carried(body) { Vec2::ZERO } else { self.pull_on(body) }
    }

    /// Whether a contact with an impulse supports a body.
    fn is_carried(&self, body: u32) -> bool {
        let edges = self.bodies.records[body as usize].contact_edges();
        for (contact, _) in edges.iter(&self.contacts.records) {
            let [first, second] = self.contacts.impulses[contact as usize].points;
            let touching = self.contacts.records[contact as usize].touching;
            if touching && (first[0] > 0.0 || second[0] > 0.0) {
                return true;
            }
        }
        false
    }

    /// Computes the manifold of a contact at some time of the step.
    pub(super) fn touch_at(&self, contact: u32, trajectories: &[Trajectory; 2], time: f32) -> PredictedTouch {
        let record = &self.contacts.records[contact as usize];
        let [a, b] = record.shapes.each(|shape| &self.shapes.records[shape as usize].geometry);
        let poses = trajectories.each_ref().map(|trajectory| trajectory.pose_at(time));
        let manifold = collide(a, b, poses[0].inv_mul(poses[1]));
        let normal = poses[0].q.rotate(manifold.normal);
        let points = manifold.points.each(|point| {
            let at = poses[0].transform_point(point.point);
            let v = trajectories[0].velocity_of_point(at, poses[0], time);
            let w = trajectories[1].velocity_of_point(at, poses[1], time);
            (point.separation, (v - w).dot(normal))
        });
        PredictedTouch { manifold, poses, normal, points }
    }
}
