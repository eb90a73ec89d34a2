//! Finds slow bodies that fast kinematic bodies may have passed over.
//!
//! A *sweeper* is a kinematic body that moves by more than its thickness in a step. A slow body could be
//! before it at one moment and behind it at the next, but slow bodies are not swept. So bodies that a
//! sweeper may have passed over are swept like fast ones, sleeping bodies included.
//!
//! Without sweepers it costs one comparison for each kinematic body.

use core::ops::ControlFlow;

use cairn2d_math::{Aabb, DVec2, Pose, Vec2};

use crate::kernels::solver::FastBody;
use crate::stages::solve_continuous::Continuous;
use crate::state::State;
use crate::tables::body::{BodyPose, DEFAULT_SWEEP_THRESHOLD as FAST_SHARE};
use crate::tables::solver_set::DISABLED_SET;

/// A kinematic body that moves by more than its thickness in this step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweeper {
    /// AABB of all points that it may have touched, in its frame.
    area: Aabb,
    /// Its centre of mass after the step, in its frame.
    center: Vec2,
    frame: DVec2,
    /// Motion of its centre `[m]`, and its rotation `[rad]`.
    way: f32,
    turn: f32,
    /// Inner radius of its thinnest shape `[m]`.
    thin: f32,
}

impl Sweeper {
    /// Upper bound of the motion of its points within this distance of its centre `[m]`.
    fn motion_within(&self, distance: f32) -> f32 {
        self.way + self.turn * distance
    }
}

impl State {
    /// Lists the sweepers of this step and returns whether there are any. Called before bodies move.
    pub(crate) fn list_sweepers(&self, continuous: &mut Continuous, dt: f32) -> bool {
        continuous.sweepers.clear();
        if !self.config.continuous {
            return false;
        }
        for &body in &self.bodies.kinematics {
            let (state, motion) = (&self.bodies.states[body as usize], &self.bodies.motions[body as usize]);
            let (way, turn) = (state.velocity.length() * dt, state.angular_velocity.abs() * dt);
            if way + turn * motion.extent <= motion.min_extent
                || self.bodies.records[body as usize].set == DISABLED_SET
            {
                continue;
            }
            let start = self.bodies.poses[body as usize].center;
            let center = start + state.velocity * dt;
            let area = Aabb::from_points(&[start, center]).expand(motion.extent);
            let (frame, thin) = (self.bodies.frame(body), motion.min_extent);
            continuous.sweepers.push(Sweeper { area, center, frame, way, turn, thin });
        }
        !continuous.sweepers.is_empty()
    }

    /// Appends slow bodies that a sweeper may have passed over to the fast ones: awake bodies in their
    /// order, then sleeping ones by slot.
    pub(super) fn add_swept_over(&self, scratch: &mut Continuous) {
        let Continuous { sweepers, fast, movers, found, .. } = scratch;
        if sweepers.is_empty() {
            return;
        }
        let (count, mut next) = (fast.len(), 0);
        for &body in self.sets.awake() {
            // Fast bodies have the same order as awake ones.
            if next < count && fast[next].body == body {
                next += 1;
                continue;
            }
            let start = &movers.starts[body as usize];
            if self.bodies.records[body as usize].is_dynamic() && self.is_swept_over(sweepers, body, start) {
                fast.push(FastBody { body, start: Pose { p: start.center, q: start.pose.q } });
            }
        }
        found.clear();
        for sweeper in sweepers.iter() {
            let area = self.bodies.seen_box(sweeper.frame, sweeper.area);
            let _ = self.broad_phase.sleeping.query(area, u64::MAX, |shape| {
                found.push(self.shapes.records[shape as usize].body);
                ControlFlow::Continue(())
            });
        }
        found.sort_unstable();
        found.dedup();
        for &body in found.iter() {
            let pose = &self.bodies.poses[body as usize];
            if self.bodies.records[body as usize].is_dynamic() && self.is_swept_over(sweepers, body, pose) {
                fast.push(FastBody { body, start: Pose { p: pose.center, q: pose.pose.q } });
            }
        }
    }

    /// Whether one of the sweepers may have passed over a body that began the step at `start`.
    fn is_swept_over(&self, sweepers: &[Sweeper], body: u32, start: &BodyPose) -> bool {
        let (motion, pose) = (&self.bodies.motions[body as usize], &self.bodies.poses[body as usize]);
        let way = start.center.distance(pose.center);
        let own = way + motion.extent * start.pose.q.inv_mul(pose.pose.q).angle().abs();
        let (reach, frame) = (way + motion.extent, self.bodies.frame(body));
        sweepers.iter().any(|sweeper| {
            let center = (frame - sweeper.frame).plus(pose.center);
            let distance = sweeper.center.distance(center) + sweeper.way + reach;
            sweeper.area.expand(reach).contains_point(center)
                && sweeper.motion_within(distance) + own > sweeper.thin + FAST_SHARE * motion.min_extent
        })
    }
}
