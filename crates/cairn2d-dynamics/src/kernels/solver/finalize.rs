//! Wide finalize kernel: computes new poses, sleep timers and AABB margins from the motion of the step.
//!
//! **Predicted AABBs.** Contacts of elastic bodies must exist before an impact, so their AABBs cover the
//! motion of the next step too. New AABBs reach further than that. They also cover the step after it, while
//! the body moves uniformly and is within its margin.
//!
//! A deviation from uniform motion in a step is charged to the margin three times, because it repeats in
//! the next step. Constraints may change a velocity by any amount, so a whole step of motion is charged for
//! constrained bodies. If the margin is used up, `renew_boxes` tests whether the AABBs still cover the next
//! motion.
//!
//! AABBs are also renewed when a caller sets a velocity, and impacts charge their own changes. The lengths
//! of all motions are charged, so shapes never leave their AABBs.
//!
//! Besides rows, the kernel returns lists of bodies: moved, with used-up margin, fast, and stopped.

use cairn2d_math::lanes::{Lanes, MAX_LANES, SKIP_BIT, renormalize, small_rotation_w};
use cairn2d_math::{Pose, Rot, Vec2};

use crate::kernels::disjoint::{Claimant, DisjointRows, RowClaims};
use crate::tables::body::{BodyMotion, BodyPose, BodyState, flag};
use crate::tables::check::MAX_COORDINATE;

use super::context::fill_lanes;

/// A body that moved far enough in this step to pass through a thin shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FastBody {
    pub(crate) body: u32,
    /// Centre of mass and rotation before the step.
    pub(crate) start: Pose,
}

/// Results of the stage, in the order of the awake bodies.
#[derive(Clone, Debug, Default)]
pub(crate) struct FinalizeLists {
    pub(crate) moved: Vec<u32>,
    pub(crate) fast: Vec<FastBody>,
    /// Bodies whose AABBs must be renewed.
    pub(crate) refresh: Vec<u32>,
    /// Number of bodies that have been slow for long enough to sleep.
    pub(crate) ready_count: u32,
    /// Number of bodies that were stopped or slowed down.
    pub(crate) capped_count: u32,
}

impl FinalizeLists {
    /// Empty lists with capacity for this many bodies.
    pub(crate) fn with_capacity(bodies: usize) -> FinalizeLists {
        FinalizeLists {
            moved: Vec::with_capacity(bodies),
            fast: Vec::with_capacity(bodies),
            refresh: Vec::with_capacity(bodies),
            ..FinalizeLists::default()
        }
    }

    pub(crate) fn clear(&mut self) {
        self.moved.clear();
        self.fast.clear();
        self.refresh.clear();
        self.ready_count = 0;
        self.capped_count = 0;
    }
}

/// Columns and constants of the stage.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FinalizeScope {
    pub(crate) states: DisjointRows<BodyState>,
    pub(crate) poses: DisjointRows<BodyPose>,
    pub(crate) motions: DisjointRows<BodyMotion>,
    pub(crate) dt: f32,
    /// Speed above which a body is slowed down `[m/s]`.
    pub(crate) max_linear_speed: f32,
    /// The same for its angular velocity `[rad/s]`.
    pub(crate) max_angular_speed: f32,
    pub(crate) sleeping: bool,
    pub(crate) time_to_sleep: f32,
    /// Flags that tell whether the AABBs of a body must cover the motion of a step: if `BOUNCY` is the only
    /// one of them that is set.
    pub(crate) look_ahead: u32,
}

/// Motion from which a body is fast, as a share of its thinnest shape `[-]`.
const FAST_SHARE: f32 = 0.5;

/// Factor on the speed limit for counting capped bodies `[-]`; a speed that was just cut must not count
/// again due to rounding.
const SPEED_TOLERANCE: f32 = 1.0001;

/// Rotation above which the short polynomial of [`small_rotation_w`] is not accurate enough `[rad]`.
const SMALL_TURN: f32 = 0.25 * core::f32::consts::PI;

/// Speed over a step below which a body with constraints does not move `[m/s]`. A stack that is kept awake
/// has velocities of a few units in the last place, whose mean is not zero. Friction acts on velocities and
/// not on positions, so near the origin, where positions are precise enough, boxes would creep. A metre
/// from the origin, positions round off as much.
const CREEP: f32 = 4.0e-6;

/// Coordinate or extent from which the rounding of a motion is charged to the margin `[m]`.
const FAR: f32 = 512.0;

/// Factor by which a change of motion per step is charged to the margin of an elastic body `[-]`.
pub(crate) const VEERING: f32 = 3.0;

/// Upper bound of the rounding of a motion, as a share of the coordinate or the extent `[-]`.
const ROUNDING: f32 = 1.5e-7;

/// Claims of the columns that the stage writes.
#[derive(Clone, Debug, Default)]
pub(crate) struct FinalizeClaims {
    pub(crate) states: RowClaims,
    pub(crate) poses: RowClaims,
    pub(crate) motions: RowClaims,
}

/// Finalizes the bodies in these slots. `first` is the position of the first one in the list of all bodies.
///
/// # Safety
/// The scope views live columns, the slots are distinct rows of them, and nothing else uses these rows.
#[inline(always)]
pub(crate) unsafe fn finalize_rows<L: Lanes>(
    l: L,
    scope: &FinalizeScope,
    (slots, first): (&[u32], usize),
    out: &mut FinalizeLists,
) {
    let mut space = [0; MAX_LANES];
    for (number, chunk) in slots.chunks(L::COUNT).enumerate() {
        let block = Claimant::new(0, (first / L::COUNT + number) as u32);
        let index = fill_lanes::<L>(chunk, SKIP_BIT, &mut space);
        let live = u32::MAX >> (32 - chunk.len());
        // SAFETY: the contract of this function covers the slots; empty lanes read the null body and write
        // nothing.
        unsafe { finalize_block(l, scope, block, (index, chunk, live), out) };
    }
}

/// Finalizes the bodies of one block of lanes.
#[inline(always)]
unsafe fn finalize_block<L: Lanes>(
    l: L,
    scope: &FinalizeScope,
    block: Claimant,
    (index, chunk, live): (&[u32], &[u32], u32),
    out: &mut FinalizeLists,
) {
    let zero = l.zero();
    // SAFETY: `finalize_rows` passes rows of live columns.
    unsafe {
        let [vx, vy, w, im, dx, dy, da, ii] = l.gather8(scope.states.read(l, block, index).cast(), index);
        let [_, _, c, s, cx, cy, lx, ly] = l.gather8(scope.poses.read(l, block, index).cast(), index);
        let motion = l.gather16(scope.motions.read(l, block, index).cast(), index);
        let [_, _, _, gravity_scale, linear_damping, angular_damping, threshold, sleep_time, ..] = motion;
        let [.., margin, thin, flags, count, extent, spin_extent, _, _] = motion;
        let flag_bits = l.f_to_bits(flags);

        // Bodies out of range or with a velocity that is not finite stop where they are.
        let inside = l.and(within(l, cx + dx, MAX_COORDINATE), within(l, cy + dy, MAX_COORDINATE));
        let finite = l.and(l.and(within(l, vx, f32::MAX), within(l, vy, f32::MAX)), within(l, w, f32::MAX));
        let sound = l.and(l.and(inside, finite), within(l, da, f32::MAX));
        out.capped_count += (!l.bits(sound) & live).count_ones();
        let (vx, vy, w) = (l.select(sound, vx, zero), l.select(sound, vy, zero), l.select(sound, w, zero));
        // Impulses of the last sub-step may have left a speed above the limit.
        let linear = l.sqrt(vx * vx + vy * vy);
        let over = l.gt(linear, l.splat(scope.max_linear_speed * SPEED_TOLERANCE));
        out.capped_count += (l.bits(over) & live).count_ones();
        let cut = l.select(over, l.splat(scope.max_linear_speed) / linear, l.splat(1.0));
        let (vx, vy, linear) = (vx * cut, vy * cut, l.min(linear, l.splat(scope.max_linear_speed)));
        let spin = l.splat(scope.max_angular_speed);
        let w = l.select(l.gt(l.abs(w), spin), l.select(l.gt(w, zero), spin, -spin), w);
        let (dx, dy, da) = (l.select(sound, dx, zero), l.select(sound, dy, zero), l.select(sound, da, zero));
        let dynamic = l.not(l.eq_u(l.and_u(flag_bits, l.splat_u(flag::DYNAMIC)), l.splat_u(0)));
        let bound = l.and_not(dynamic, l.eq_u(l.f_to_bits(count), l.splat_u(0)));
        let creep = l.select(bound, l.splat(CREEP * scope.dt), zero);
        let dx = l.select(l.lt(l.abs(dx), creep), zero, dx);
        let dy = l.select(l.lt(l.abs(dy), creep), zero, dy);

        let turn = l.abs(da);
        let large = l.bits(l.gt(turn, l.splat(SMALL_TURN))) & live;
        let (mut turn_c, mut turn_s) = small_rotation_w(l, da);
        if large != 0 {
            (turn_c, turn_s) = large_rotations(l, da, (turn_c, turn_s), large);
        }
        // A body that did not rotate keeps its rotation to the bit.
        let (qc, qs) = renormalize(l, (c * turn_c - s * turn_s, s * turn_c + c * turn_s));
        let still = l.eq(da, zero);
        let (qc, qs) = (l.select(still, c, qc), l.select(still, s, qs));
        let (nx, ny) = (cx + dx, cy + dy);
        let (px, py) = (nx - (qc * lx - qs * ly), ny - (qs * lx + qc * ly));
        l.scatter8(scope.poses.write(l, block, index).cast(), index, [px, py, qc, qs, nx, ny, lx, ly]);
        l.scatter8(scope.states.write(l, block, index).cast(), index, [vx, vy, w, im, zero, zero, zero, ii]);

        let distance = l.sqrt(dx * dx + dy * dy);
        let reach = distance + extent * turn;
        let fast = l.and(dynamic, l.gt(reach, l.splat(FAST_SHARE) * thin));
        let moved = l.not(l.and(still, l.eq(distance, zero)));
        // Far from the origin, rounding can double the motion of a body.
        let far = l.max(l.max(l.abs(nx), l.abs(ny)), spin_extent);
        let astray = l.select(l.and(moved, l.gt(far, l.splat(FAR))), far * l.splat(ROUNDING), zero);
        let used = distance + spin_extent * turn + astray;
        let margin = margin - used;
        let bouncy = l.eq_u(l.and_u(flag_bits, l.splat_u(scope.look_ahead)), l.splat_u(flag::BOUNCY));
        let margin = if l.bits(bouncy) & live != 0 {
            let ahead = ahead(l, [vx, vy, w, linear], [dx, dy, da], (spin_extent, count), scope.dt);
            margin - l.select(bouncy, ahead, zero)
        } else {
            margin
        };
        let spent = l.lt(margin, zero);
        let spin = extent * l.abs(w);
        let speed = l.max(spin, linear);
        let kept = l.eq_u(l.and_u(flag_bits, l.splat_u(flag::CAN_SLEEP)), l.splat_u(0));
        // Any motion keeps static and kinematic bodies awake.
        let restless = l.or(kept, l.gt(speed, l.select(dynamic, threshold, zero)));
        let drowsy = if scope.sleeping { sleep_time + l.splat(scope.dt) } else { zero };
        let sleep_time = l.select(restless, zero, drowsy);
        let base: *mut f32 = scope.motions.write(l, block, index).cast();
        l.scatter_block::<16>(base, index.as_ptr(), [zero, zero, zero, gravity_scale]);
        let timers = [linear_damping, angular_damping, threshold, sleep_time];
        l.scatter_block::<16>(base.wrapping_add(4), index.as_ptr(), timers);
        l.scatter_block::<16>(base.wrapping_add(8), index.as_ptr(), [margin, thin, flags, count]);

        let starts = if l.bits(fast) & live != 0 { Some(lane_arrays(l, [cx, cy, c, s])) } else { None };
        for (lane, &slot) in chunk.iter().enumerate() {
            if l.bits(moved) >> lane & 1 != 0 {
                out.moved.push(slot);
            }
            if l.bits(spent) >> lane & 1 != 0 {
                out.refresh.push(slot);
            }
            if let (Some([x, y, c, s]), true) = (&starts, l.bits(fast) >> lane & 1 != 0) {
                let start = Pose { p: Vec2::new(x[lane], y[lane]), q: Rot { c: c[lane], s: s[lane] } };
                out.fast.push(FastBody { body: slot, start });
            }
        }
        let ready = l.bits(l.ge(sleep_time, l.splat(scope.time_to_sleep))) & live;
        out.ready_count += ready.count_ones();
    }
}

/// Returns the extra charge to the margin of an elastic body, beyond its motion.
#[inline(always)]
fn ahead<L: Lanes>(
    l: L,
    [vx, vy, w, linear]: [L::F; 4],
    [dx, dy, da]: [L::F; 3],
    (spin_extent, count): (L::F, L::F),
    dt: f32,
) -> L::F {
    let dt = l.splat(dt);
    let (veer_x, veer_y, veer_a) = (vx * dt - dx, vy * dt - dy, w * dt - da);
    let veer = l.sqrt(veer_x * veer_x + veer_y * veer_y) + spin_extent * l.abs(veer_a);
    let next = (linear + spin_extent * l.abs(w)) * dt;
    // A body without constraints accelerates evenly, so its deviation before the middle of the step equals
    // that after it.
    l.select(l.eq_u(l.f_to_bits(count), l.splat_u(0)), l.splat(2.0 * VEERING) * veer, next)
}

/// Whether a value is at most this far from zero; false for NaN.
#[inline(always)]
fn within<L: Lanes>(l: L, value: L::F, limit: f32) -> L::M {
    l.le(l.abs(value), l.splat(limit))
}

/// Replaces the rotations of lanes with large angles by exact ones.
#[inline(never)]
fn large_rotations<L: Lanes>(l: L, angle: L::F, small: (L::F, L::F), lanes: u32) -> (L::F, L::F) {
    let [angles, mut c, mut s, _] = lane_arrays(l, [angle, small.0, small.1, small.0]);
    for lane in (0..L::COUNT).filter(|lane| lanes >> lane & 1 != 0) {
        let turn = Rot::from_angle(angles[lane]);
        (c[lane], s[lane]) = (turn.c, turn.s);
    }
    (l.load(&c), l.load(&s))
}

#[inline(always)]
fn lane_arrays<L: Lanes>(l: L, values: [L::F; 4]) -> [[f32; MAX_LANES]; 4] {
    let mut arrays = [[0.0; MAX_LANES]; 4];
    for (value, array) in values.into_iter().zip(&mut arrays) {
        l.store(value, array);
    }
    arrays
}
