//! Integrates velocities by forces, and positions by velocities, in each sub-step.
//!
//! Anchors and normals of contacts are fixed within a step. So all impulses so far act on a body as one
//! velocity change, the warm-start delta. It is the velocity at the end of a sub-step less the velocity just
//! after gravity was added. From the second sub-step on, warm starting adds it per body, and no pass over
//! the contacts is needed.

use cairn2d_math::lanes::{Lanes, MAX_LANES, SKIP_BIT};

use super::context::{BlockNumber, BlockRange, SolverContext, fill_lanes};

/// Returns the slots of the bodies of a block. Empty lanes read the null body and write nothing.
#[inline(always)]
unsafe fn body_slots<'a, L: Lanes>(
    context: &SolverContext,
    block: u32,
    space: &'a mut [u32; MAX_LANES],
) -> &'a [u32] {
    let first = block as usize * L::COUNT;
    let count = (context.awake_count as usize - first).min(L::COUNT);
    // SAFETY: `SolverContext` lists `awake_count` slots, and `first + count` does not exceed it.
    let awake = unsafe { core::slice::from_raw_parts(context.awake.add(first), count) };
    fill_lanes::<L>(awake, SKIP_BIT, space)
}

/// Adds gravity, forces and damping, and from the second sub-step on the warm-start delta.
///
/// # Safety
/// The context views live columns; no other thread works on these blocks.
#[inline(always)]
pub(crate) unsafe fn integrate_velocities<L: Lanes>(
    l: L,
    context: &SolverContext,
    blocks: BlockRange,
    first: bool,
) {
    let constants = &context.constants;
    let max_speed = l.splat(constants.max_linear_speed);
    let max_spin = l.splat(constants.max_angular_speed);
    let mut space = [0; MAX_LANES];
    for BlockNumber { number: block, claimant } in blocks {
        // SAFETY: slots of awake bodies and of the null body are rows of the columns, and the solver set
        // lists each slot once.
        unsafe {
            let slots = body_slots::<L>(context, block, &mut space);
            let [vx, vy, w, im] = l.gather8_low(context.states.read(l, claimant, slots).cast(), slots);
            let [dvx, dvy, dw, decay, spin_decay, free_x, free_y, _] =
                l.gather8(context.deltas.cast(), slots);
            let (mut x, mut y, mut spin) = (vx * decay + dvx, vy * decay + dvy, w * spin_decay + dw);
            let speed = l.sqrt(x * x + y * y);
            let scale = l.select(l.gt(speed, max_speed), max_speed / speed, l.splat(1.0));
            x = x * scale * free_x;
            y = y * scale * free_y;
            spin = l.max(l.min(spin, max_spin), -max_spin);
            let free_velocities = context.free_velocities.write(l, claimant, slots);
            if !first {
                // The warm-start delta is the velocity after the last sub-step less the one before its
                // impulses.
                let [cx, cy, cw, _] = l.gather4(context.free_velocities.read(l, claimant, slots), slots);
                let (gx, gy, gw) = (x, y, spin);
                x = x + (vx - cx);
                y = y + (vy - cy);
                spin = spin + (w - cw);
                l.scatter4(free_velocities, slots, [gx, gy, gw, l.zero()]);
            } else {
                l.scatter4(free_velocities, slots, [x, y, spin, l.zero()]);
            }
            l.scatter8_low(context.states.write(l, claimant, slots).cast(), slots, [x, y, spin, im]);
        }
    }
}

/// Integrates the positions of bodies by their velocities.
///
/// A body without constraints moves by the mean of its velocities before and after the sub-step
/// (trapezoidal rule). It follows its parabola exactly, and a damped flight to second order. A constrained
/// body uses the velocity that the solver computed, and its push velocity (`split_push.rs`).
///
/// No body moves faster than the speed limits, even if the impulses of this sub-step exceed them. So a step
/// moves a body by at most the limit times the length of the step.
///
/// # Safety
/// As for [`integrate_velocities`].
#[inline(always)]
pub(crate) unsafe fn integrate_positions<L: Lanes>(l: L, context: &SolverContext, blocks: BlockRange) {
    let h = l.splat(context.constants.h);
    let half_h = l.splat(0.5 * context.constants.h);
    let longest = l.splat(context.constants.max_linear_speed * context.constants.h);
    let most_turn = l.splat(context.constants.max_angular_speed * context.constants.h);
    // Velocity lost to damping as a share of the rest, 1 / decay - 1. A series keeps it finite when the
    // decay is 0.
    let lost = |decay: L::F| (l.splat(1.0) - decay) * (l.splat(2.0) - decay);
    let (has_pushes, most_push) = (context.has_pushes(), l.splat(context.constants.push_speed));
    let mut space = [0; MAX_LANES];
    for BlockNumber { number: block, claimant } in blocks {
        // SAFETY: as in `integrate_velocities`.
        unsafe {
            let slots = body_slots::<L>(context, block, &mut space);
            let [vx, vy, w, im, dx, dy, da, ii] =
                l.gather8(context.states.read(l, claimant, slots).cast(), slots);
            let [dvx, dvy, dw, decay, spin_decay, free_x, free_y, constraints] =
                l.gather8(context.deltas.cast(), slots);
            let half = l.select(l.eq(constraints, l.zero()), half_h, l.zero());
            let (loss, spin_loss) = (lost(decay), lost(spin_decay));
            // Velocity gained by forces in this sub-step; a locked direction neither moves nor gains.
            let (gain_x, gain_y) = (dvx - (vx - dvx) * loss, dvy - (vy - dvy) * loss);
            let gain = dw - (w - dw) * spin_loss;
            let (mut moving_x, mut moving_y, mut turning) = (vx, vy, w);
            if has_pushes {
                let [push_x, push_y, push_w, _] = l.gather4(context.pushes.read(l, claimant, slots), slots);
                // A body that several others push moves no faster than one that a single body pushes.
                let speed = l.sqrt(push_x * push_x + push_y * push_y);
                let share = l.select(l.gt(speed, most_push), most_push / speed, l.splat(1.0));
                (moving_x, moving_y) = (vx + share * push_x, vy + share * push_y);
                turning = w + push_w;
                l.scatter4(context.pushes.write(l, claimant, slots), slots, [l.zero(); 4]);
            }
            let (mut x, mut y) =
                ((h * moving_x - half * gain_x) * free_x, (h * moving_y - half * gain_y) * free_y);
            let square = x * x + y * y;
            let far = l.gt(square, longest * longest);
            if l.any(far) {
                let share = l.select(far, longest / l.sqrt(square), l.splat(1.0));
                (x, y) = (x * share, y * share);
            }
            let turn = l.max(l.min(h * turning - half * gain, most_turn), -most_turn);
            let moved = [vx, vy, w, im, dx + x, dy + y, da + turn, ii];
            l.scatter8(context.states.write(l, claimant, slots).cast(), slots, moved);
        }
    }
}
