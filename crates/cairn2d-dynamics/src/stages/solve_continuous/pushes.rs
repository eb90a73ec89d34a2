//! Velocities of bodies that a fast kinematic body pushes.
//!
//! At the time of impact a fast surface gives the body its velocity along the normal. The body moves on
//! with that velocity until the surface hits it again. Otherwise it would move by metres without a
//! velocity, and the contact solver would throw it off in the next step. Slow surfaces are left to the
//! contact solver, which also computes friction and hit events.
//!
//! Invariant: no body moves farther in a step than the speed limit allows.

use cairn2d_geometry::Sweep;
use cairn2d_geometry::manifold::{LocalManifold, collide};
use cairn2d_math::{Pose, Rot, Vec2};

use crate::stages::solve_continuous::Nearby;
use crate::stages::solve_continuous::impact::{Ground, ImpactVerdict, MovingShape, impact_before, is_still};
use crate::stages::solve_continuous::kinematics::Kinematics;
use crate::state::State;
use crate::store::each::Each;
use crate::store::slot::NONE;

/// Most pushes of a body in a step; after the last, it moves with the surface.
const MOST_PUSHES: usize = 4;

/// Motion of a surface in a step from which it pushes a body here, as a share of the thickness of the body
/// `[-]`.
const PUSH_SHARE: f32 = 0.25;

/// Iterations over the points of a manifold, whose impulses affect each other.
const ROUNDS: usize = 8;

/// Rotation up to which a surface carries a body along `[rad]`.
const MOST_TURN: f32 = 0.5;

/// A body that hits a static or kinematic one in this step.
pub(super) struct GroundHit {
    pub(super) body: u32,
    pub(super) ground: u32,
    /// Shape of the ground and shape of the body.
    pub(super) shapes: [u32; 2],
    /// Fraction of the step at the impact `[-]`.
    pub(super) time: f32,
}

/// One point of the manifold.
#[derive(Clone, Copy)]
struct GroundPush {
    /// From the centre of mass of the body `[m]`.
    arm: Vec2,
    /// Least velocity of the point along the normal `[m/s]`.
    wanted: f32,
    /// Change of velocity along the normal per impulse `[1/kg]`.
    inv_mass: f32,
    /// Accumulated impulse `[N*s]`.
    impulse: f32,
}

impl State {
    /// Returns `end` with the centre of mass moved back to the distance that the speed limit allows.
    pub(super) fn within_reach(&self, sweep: &Sweep, end: Pose, dt: f32) -> Pose {
        let center = end.transform_point(sweep.local_center);
        let (way, most) = (center - sweep.c1, self.config.max_linear_speed * dt);
        let length = way.length();
        if length <= most {
            return end;
        }
        // The sum starts at the start of the sweep, because a far end has little precision.
        Pose { p: sweep.c1 + way * (most / length) - end.q.rotate(sweep.local_center), ..end }
    }

    /// Returns the pose after the step of a body that hits ground at a time `[-]` of its sweep. A moving
    /// surface that pushes it gives it its velocity.
    pub(super) fn pushed(&mut self, hit: GroundHit, way: &Sweep, dt: f32, nearby: &mut Vec<Nearby>) -> Pose {
        let GroundHit { body, ground, time, .. } = hit;
        let ground_sweep = self.bodies.sweep_beside(ground, body, &self.ground_sweep(ground, dt));
        let stopped = way.pose_at(time);
        if is_still(&ground_sweep) {
            return stopped;
        }
        // A body with joints stays with the ground, so that the other body of the joint can stay with it.
        if self.bodies.records[body as usize].joint_count > 0 || !self.is_swept_fast(body, &ground_sweep) {
            return self.stay(&GroundHit { time, ..hit }, (stopped, way), &ground_sweep, dt);
        }
        // The body moves on with the velocity of each push until the surface hits it again or a wall
        // stops it.
        let (mut time, mut pose, mut shapes) = (time, stopped, hit.shapes);
        for _ in 0..MOST_PUSHES {
            self.push((body, pose), shapes, ground_sweep.pose_at(time), dt);
            let rest = self.way_on(body, pose, (1.0 - time) * dt);
            let ground_rest = part_from(&ground_sweep, time);
            let (share, met) = self.next_push((body, ground), &rest, &ground_rest);
            let wall = self.first_impact(body, &rest, nearby, &Kinematics::default());
            if wall.time <= share {
                return self.within_reach(way, rest.pose_at(wall.time), dt);
            }
            pose = rest.pose_at(share);
            time += share * (1.0 - time);
            shapes = met;
        }
        // A surface that rotates far would carry the body around, so the body is left where it passes.
        let turn = (1.0 - time) * ground_sweep.q1.inv_mul(ground_sweep.q2).angle().abs();
        if turn < MOST_TURN {
            return self.stay(&GroundHit { body, ground, shapes, time }, (pose, way), &ground_sweep, dt);
        }
        self.push((body, pose), shapes, ground_sweep.pose_at(1.0), dt);
        pose
    }

    /// Moves a body along with the ground from the time of the hit on. Returns its pose after the step.
    fn stay(&mut self, hit: &GroundHit, (pose, way): (Pose, &Sweep), ground: &Sweep, dt: f32) -> Pose {
        let body = hit.body;
        let end = self.carried(hit.ground, (body, pose), hit.time, dt);
        let end = self.within_reach(way, end, dt);
        self.push((body, end), hit.shapes, ground.pose_at(1.0), dt);
        let center = end.transform_point(way.local_center);
        let carried = pose.transform_point(way.local_center).distance(center);
        let (state, motion) = (&self.bodies.states[body as usize], &self.bodies.motions[body as usize]);
        let own = state.velocity.length() * (1.0 - hit.time) * dt;
        let ground_state = self.bodies.states[hit.ground as usize];
        let locks = self.bodies.records[body as usize].locks;
        if carried > own + PUSH_SHARE * motion.min_extent && !locks.x && !locks.y {
            // The body is caught in the ground and was moved as one with it.
            let arm = center - ground.c2;
            let state = &mut self.bodies.states[body as usize];
            state.velocity = ground_state.velocity + Vec2::cross_sv(ground_state.angular_velocity, arm);
            self.limit_velocity(body);
        }
        end
    }

    /// Whether a ground body moves far in a step, compared with the size of a body near it.
    fn is_swept_fast(&self, body: u32, ground: &Sweep) -> bool {
        let place = &self.bodies.poses[body as usize];
        let turn = ground.q1.inv_mul(ground.q2).angle().abs();
        let motion = ground.c1.distance(ground.c2) + turn * place.center.distance(ground.c2);
        motion > PUSH_SHARE * self.bodies.motions[body as usize].min_extent
    }

    /// Returns the sweep of a body from `pose` over a time `[s]` at its velocity.
    fn way_on(&self, body: u32, pose: Pose, time: f32) -> Sweep {
        let local_center = self.bodies.poses[body as usize].local_center;
        let state = &self.bodies.states[body as usize];
        let start = pose.transform_point(local_center);
        let q = (pose.q * Rot::from_angle(state.angular_velocity * time)).normalize();
        Sweep { local_center, c1: start, c2: start + state.velocity * time, q1: pose.q, q2: q }
    }

    /// Returns the next time of impact of a body with the ground that pushed it `[-]`, 1 for none, and the
    /// two shapes.
    fn next_push(&self, (body, ground): (u32, u32), way: &Sweep, ground_way: &Sweep) -> (f32, [u32; 2]) {
        let (mut first, mut met) = (1.0, [NONE; 2]);
        for shape in self.solid_shapes_of(body) {
            let record = &self.shapes.records[shape as usize];
            let centroid = record.geometry.centroid();
            let path = [0.0, 1.0].each(|time| way.pose_at(time).transform_point(centroid));
            let mover = MovingShape { shape: &record.geometry, sweep: way, path };
            for piece in self.solid_shapes_of(ground) {
                let other = &self.shapes.records[piece as usize];
                if record.filter.allows(&other.filter) {
                    let pose = ground_way.pose_at(1.0);
                    let ground = Ground { shape: &other.geometry, pose, sweep: *ground_way };
                    let time = impact_before(&ground, &mover, first, |_| ImpactVerdict::Stops).time;
                    if time < first {
                        (first, met) = (time, [piece, shape]);
                    }
                }
            }
        }
        (first, met)
    }

    /// Gives a body the normal velocity of a kinematic surface that is fast for the size of the body.
    fn push(&mut self, (body, pose): (u32, Pose), shapes: [u32; 2], ground_pose: Pose, dt: f32) {
        let [ground_shape, shape] = shapes.each(|shape| &self.shapes.records[shape as usize]);
        let ground_state = self.bodies.states[ground_shape.body as usize];
        let ground_center =
            ground_pose.transform_point(self.bodies.poses[ground_shape.body as usize].local_center);
        let center = pose.transform_point(self.bodies.poses[body as usize].local_center);
        let manifold = collide(&ground_shape.geometry, &shape.geometry, ground_pose.inv_mul(pose));
        let normal = ground_pose.transform_vector(manifold.normal);
        let least = PUSH_SHARE * self.bodies.motions[body as usize].min_extent / dt;
        let surface = |point: Vec2| {
            let arm = point - ground_center;
            normal.dot(ground_state.velocity + Vec2::cross_sv(ground_state.angular_velocity, arm))
        };
        let state = self.bodies.states[body as usize];
        let locks = self.bodies.records[body as usize].locks;
        let free = |locked: bool| if locked { 0.0 } else { state.inv_mass };
        let inv_masses = Vec2::new(free(locks.x), free(locks.y));
        let material = self.mix(shapes);
        let LocalManifold { points, count, .. } = manifold;
        let mut pushes = points.each(|point| {
            let point = ground_pose.transform_point(point.point);
            let arm = point - center;
            let (own, surface) = (along(state.velocity, state.angular_velocity, arm, normal), surface(point));
            let approach = surface - own;
            let bounces = approach > self.config.restitution_threshold;
            let bounce = if bounces { material.restitution * approach } else { 0.0 };
            let wanted = if surface > least && approach > 0.0 { surface + bounce } else { f32::MIN };
            let lever = arm.cross(normal);
            let inv_mass = normal.x * normal.x * inv_masses.x
                + normal.y * normal.y * inv_masses.y
                + lever * lever * state.inv_inertia;
            GroundPush { arm, wanted, inv_mass, impulse: 0.0 }
        });
        // Sequential impulses: accumulated impulses stay non-negative.
        let (mut velocity, mut spin) = (state.velocity, state.angular_velocity);
        for _ in 0..ROUNDS {
            for push in pushes[..count].iter_mut().filter(|push| push.inv_mass > 0.0) {
                let missing = push.wanted - along(velocity, spin, push.arm, normal);
                let impulse = push.impulse + missing / push.inv_mass;
                let change = if impulse > 0.0 { impulse } else { 0.0 } - push.impulse;
                push.impulse += change;
                velocity += Vec2::new(normal.x * inv_masses.x, normal.y * inv_masses.y) * change;
                spin += push.arm.cross(normal) * state.inv_inertia * change;
            }
        }
        if velocity.is_finite() && spin.is_finite() && pushes[..count].iter().any(|push| push.impulse > 0.0) {
            let state = &mut self.bodies.states[body as usize];
            (state.velocity, state.angular_velocity) = (velocity, spin);
            self.limit_velocity(body);
        }
    }
}

/// Velocity of a point of a body along a normal `[m/s]`.
fn along(velocity: Vec2, angular_velocity: f32, arm: Vec2, normal: Vec2) -> f32 {
    normal.dot(velocity + Vec2::cross_sv(angular_velocity, arm))
}

/// Returns the rest of a sweep from a time `[-]` on.
fn part_from(sweep: &Sweep, time: f32) -> Sweep {
    Sweep { c1: sweep.c1.lerp(sweep.c2, time), q1: sweep.pose_at(time).q, ..*sweep }
}
