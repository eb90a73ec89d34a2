//! Manifolds of touching shapes are made for the poses at the end of the step, as far as the velocities tell.
//!
//! The solver holds normals and lever arms for a whole step. A body that rocks or rolls on a round one is then driven by a force that lags
//! behind it, and swings wider from step to step: with `n` sub-steps and a swing of `w` radians per step, the determinant of a step is
//! `1 + w^2 (1 - 1/n) / 2`. A manifold made a fraction `f` of the step ahead turns it into `1 + w^2 ((1 - 1/n) / 2 - f)`, which decays for
//! `f = 1`. Without it, pairs of pebbles inside a heap rock for ever and keep the heap awake. docs/solver.md has the measurements.
//!
//! Only what moves slowly and bears little is led: a fast motion would take arms and normals away from where the impulses act, and a step
//! of `f = 1` is unstable for `w > 1.33`, where a small body is pressed between heavy ones.

use cairn2d_geometry::LINEAR_SLOP;
use cairn2d_math::lanes::{Lanes, small_rotation_w};

use crate::solver::LEAST_TWISTING_MOTION;

/// Motion of a body against one that contacts do not move, in a step, up to which manifolds are led \[m\]. Of two bodies that contacts move,
/// it is that from which the solver takes back angular momentum: it counts from the start of the step, and the arms of a led manifold belong to
/// its end.
const MAX_MOTION: f32 = LINEAR_SLOP;

/// Turn of a body in a step, up to which manifolds are led \[rad\].
const MAX_TURN: f32 = 0.1;

/// Load of a contact up to which manifolds are led \[-\]: how far it would move a body in a step, over the body's radius of gyration. It is
/// about the square of `w`.
const MAX_LOAD: f32 = 0.4;

/// Where a body is.
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

/// How a body moves.
#[derive(Clone, Copy)]
pub(super) struct MotionLanes<L: Lanes> {
    pub(super) vx: L::F,
    pub(super) vy: L::F,
    pub(super) w: L::F,
    pub(super) inv_mass: L::F,
    pub(super) inv_inertia: L::F,
}

/// Constants of a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lead {
    /// Length of the step \[s\].
    dt: f32,
    /// Step times number of sub-steps over the largest load \[s\].
    load: f32,
}

impl Lead {
    pub(crate) fn new(dt: f32, sub_steps: u32) -> Lead {
        Lead { dt, load: dt * sub_steps as f32 / MAX_LOAD }
    }

    /// Returns the poses of both bodies for which the manifold is made. `impulse` is the normal impulse of all points in the last sub-step
    /// \[N s\].
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
        let most = l.select(fixed, l.splat(MAX_MOTION), l.splat(LEAST_TWISTING_MOTION));
        let slow = l.lt(dx * dx + dy * dy, most * most);
        let turn = dt * l.max(l.abs(ma.w), l.abs(mb.w));
        let slow = l.and(slow, l.lt(turn, l.splat(MAX_TURN)));
        if !l.any(slow) {
            return [a, b];
        }
        let load = l.splat(self.load) * impulse;
        // Load times inverse mass, in this order: both may be near the ends of the range.
        let push = |motion: MotionLanes<L>| (load * motion.inv_mass) * (load * motion.inv_inertia);
        let light = l.lt(l.max(push(ma), push(mb)), l.splat(1.0));
        let led = l.and(slow, light);
        [a.after(l, (dt, led), ma), b.after(l, (dt, led), mb)]
    }
}

impl<L: Lanes> BodyLanes<L> {
    /// The pose after a time, in the lanes that are led; others keep their bits. The centre of mass stays, as manifolds do not need it.
    #[inline(always)]
    fn after(self, l: L, (dt, led): (L::F, L::M), motion: MotionLanes<L>) -> BodyLanes<L> {
        let (turn_c, turn_s) = small_rotation_w(l, dt * motion.w);
        let (c, s) = (self.c * turn_c - self.s * turn_s, self.s * turn_c + self.c * turn_s);
        let (dc, ds) = (c - self.c, s - self.s);
        let px = self.px + (dt * motion.vx - (dc * self.lx - ds * self.ly));
        let py = self.py + (dt * motion.vy - (ds * self.lx + dc * self.ly));
        let pick = |led_to: L::F, stays: L::F| l.select(led, led_to, stays);
        BodyLanes {
            px: pick(px, self.px),
            py: pick(py, self.py),
            c: pick(c, self.c),
            s: pick(s, self.s),
            ..self
        }
    }
}
