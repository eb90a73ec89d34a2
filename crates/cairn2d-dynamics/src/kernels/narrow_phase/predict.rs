//! Predicted poses: manifolds of slow touching shapes are computed for the end of the step.
//!
//! The solver keeps normals and lever arms for a whole step. So the force on a rocking or rolling body lags,
//! and its swing grows from step to step. With `n` sub-steps and a swing of `w` radians per step, the
//! determinant of a step is `1 + w^2 (1 - 1/n) / 2`. If manifolds are computed a fraction `f` of the step
//! ahead, it becomes `1 + w^2 ((1 - 1/n) / 2 - f)`. So the swing decays for `f = 1`. Without prediction,
//! pairs of bodies in a heap keep rocking and keep the heap awake. docs/notes/solver.md has the
//! measurements.
//!
//! Fast contacts are not predicted, because impulses act before the bodies arrive. Contacts with a large
//! load are not predicted either. Integration with `f = 1` is unstable for `w > 1.33`, which small bodies
//! between heavy ones exceed.

use cairn2d_geometry::LINEAR_SLOP;
use cairn2d_math::lanes::{Lanes, small_rotation_w};

use crate::kernels::solver::LEAST_CORRECTED_MOTION;

/// Largest relative motion of the centres in a step if one body is static or kinematic `[m]`. Between
/// dynamic bodies the limit is `LEAST_CORRECTED_MOTION`. Above it, the solver applies the angular-momentum
/// correction to arms of the start of the step.
const MAX_MOTION: f32 = LINEAR_SLOP;

/// Largest rotation of a body in a step `[rad]`.
const MAX_TURN: f32 = 0.1;

/// Largest load of a contact `[-]`: the motion of a body by its force in a step, over the radius of gyration
/// of the body. It is about `w^2`.
const MAX_LOAD: f32 = 0.4;

/// Poses of bodies, one per lane.
#[derive(Clone, Copy)]
pub(super) struct BodyLanes<L: Lanes> {
    pub(super) px: L::F,
    pub(super) py: L::F,
    pub(super) c: L::F,
    pub(super) s: L::F,
    pub(super) cx: L::F,
    pub(super) cy: L::F,
    pub(super) lx: L::F,
    pub(super) ly: L::F,
}

/// Velocities and inverse masses of bodies, one per lane.
#[derive(Clone, Copy)]
pub(super) struct MotionLanes<L: Lanes> {
    pub(super) vx: L::F,
    pub(super) vy: L::F,
    pub(super) w: L::F,
    pub(super) inv_mass: L::F,
    pub(super) inv_inertia: L::F,
}

/// Constants of the prediction in one step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PosePrediction {
    /// Length of the step `[s]`.
    dt: f32,
    /// Length of the step times the number of sub-steps, over the largest load `[s]`.
    load: f32,
}

impl PosePrediction {
    pub(crate) fn new(dt: f32, sub_steps: u32) -> PosePrediction {
        PosePrediction { dt, load: dt * sub_steps as f32 / MAX_LOAD }
    }

    /// Returns the poses for which a manifold is computed. These are the poses at the end of the step, or
    /// unchanged ones if the contact is fast or loaded. `impulse` is the normal impulse of all points in
    /// the last sub-step `[N*s]`.
    #[inline(always)]
    pub(super) fn poses<L: Lanes>(
        self,
        l: L,
        [a, b]: [BodyLanes<L>; 2],
        motions: [MotionLanes<L>; 2],
        impulse: L::F,
    ) -> [BodyLanes<L>; 2] {
        let dt = l.splat(self.dt);
        let [ma, mb] = motions;
        let (dx, dy) = (dt * (mb.vx - ma.vx), dt * (mb.vy - ma.vy));
        let fixed = l.le(l.min(ma.inv_mass, mb.inv_mass), l.zero());
        let most = l.select(fixed, l.splat(MAX_MOTION), l.splat(LEAST_CORRECTED_MOTION));
        let slow = l.lt(dx * dx + dy * dy, most * most);
        let turn = dt * l.max(l.abs(ma.w), l.abs(mb.w));
        let slow = l.and(slow, l.lt(turn, l.splat(MAX_TURN)));
        if !l.any(slow) {
            return [a, b];
        }
        let load = l.splat(self.load) * impulse;
        // Multiplied in this order, because load and inverse mass may both be near the ends of the range.
        let push = |motion: MotionLanes<L>| (load * motion.inv_mass) * (load * motion.inv_inertia);
        let light = l.lt(l.max(push(ma), push(mb)), l.splat(1.0));
        let predicted = l.and(slow, light);
        [a.after(l, (dt, predicted), ma), b.after(l, (dt, predicted), mb)]
    }
}

impl<L: Lanes> BodyLanes<L> {
    /// Returns the poses after `dt` in the predicted lanes; other lanes keep their bits. Centres of mass
    /// stay, because manifolds do not read them.
    #[inline(always)]
    fn after(self, l: L, (dt, predicted): (L::F, L::M), motion: MotionLanes<L>) -> BodyLanes<L> {
        let (turn_c, turn_s) = small_rotation_w(l, dt * motion.w);
        let (c, s) = (self.c * turn_c - self.s * turn_s, self.s * turn_c + self.c * turn_s);
        let (dc, ds) = (c - self.c, s - self.s);
        let px = self.px + (dt * motion.vx - (dc * self.lx - ds * self.ly));
        let py = self.py + (dt * motion.vy - (ds * self.lx + dc * self.ly));
        let pick = |after: L::F, before: L::F| l.select(predicted, after, before);
        BodyLanes {
            px: pick(px, self.px),
            py: pick(py, self.py),
            c: pick(c, self.c),
            s: pick(s, self.s),
            ..self
        }
    }
}
