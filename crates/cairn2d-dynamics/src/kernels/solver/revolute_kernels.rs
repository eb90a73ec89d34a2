//! Passes over revolute joints: an axis for the angle, then the point that both bodies share.
//!
//! The point is solved as one 2x2 system, because separate coordinates would need several passes to
//! converge. Its determinant is a sum of non-negative terms. So it does not cancel, and it is positive if a
//! body can move.

use cairn2d_math::lanes::Lanes;

use crate::tables::joint::{MOST_COUNTED, UNKNOWN_ANGLE, feature};

use super::context::SolverContext;
use super::joint_axis::among;
use super::joint_exchange::Held;
use super::joint_kernels::{Axis, JointBlock, Pair, axis_impulse};
use super::joint_rows::{axis, field, revolute};

/// Fills the fields of a block of revolute joints. Returns the angle `[rad]`.
///
/// # Safety
/// As for [`warm_start`].
#[inline(always)]
pub(super) unsafe fn prepare<L: Lanes>(
    l: L,
    block: JointBlock,
    pair: &Pair<L>,
    held: &Held<L>,
    with_axis: bool,
) -> L::F {
    // SAFETY: the contract of this function covers the block.
    unsafe {
        let inverse_masses = [pair.a.im + pair.b.im, pair.a.ii, pair.b.ii];
        let arms = block.get_all(l, field::ARMS);
        block.set_all(l, revolute::MASS, point_mass(l, inverse_masses, arms));
        block.set_all(l, revolute::IMPULSE, held.impulse);
        block.set_all(l, revolute::LAG, [l.zero(), l.zero()]);
        if with_axis {
            let turning = pair.a.ii + pair.b.ii;
            let usable = l.gt(turning, l.splat(f32::MIN_POSITIVE));
            let mass = l.select(usable, l.splat(1.0) / turning, l.zero());
            block.set(l, revolute::AXIS + axis::MASS, mass);
            block.set(l, revolute::AXIS + axis::COORDINATE, held.angle);
        }
        held.angle
    }
}

/// Returns the angles of joints with limits over whole turns: those nearest to the last step, if known.
/// Without limits an angle counts from the target, within half a turn.
///
/// The computed angle jumps by a whole turn at half a turn, so a limit there or beyond would have no
/// effect. A joint that is driven that far past a narrower limit is held too.
///
/// # Safety
/// As for [`warm_start`].
#[inline(always)]
pub(super) unsafe fn count_turns<L: Lanes>(l: L, block: JointBlock, measured: L::F, former: L::F) -> L::F {
    use core::f32::consts::TAU;
    // Adding and subtracting this rounds to the nearest integer.
    const ROUND: f32 = 12_582_912.0;
    // SAFETY: the contract of this function covers the block.
    let features = unsafe { block.features(l).0 };
    let known = l.and(among(l, features, feature::LIMITS), l.lt(l.abs(former), l.splat(MOST_COUNTED)));
    let turns = ((former - measured) * l.splat(1.0 / TAU) + l.splat(ROUND)) - l.splat(ROUND);
    let other = l.and_not(known, l.eq(turns, l.zero()));
    l.select(other, measured + l.splat(TAU) * turns, measured)
}

/// Returns the angles of joints with limits after the step, over whole turns; [`UNKNOWN_ANGLE`] for others.
///
/// # Safety
/// The block is one of revolute joints, and nothing writes to its bodies.
#[inline(always)]
pub(super) unsafe fn counted_angle<L: Lanes>(l: L, context: &SolverContext, block: JointBlock) -> L::F {
    let unknown = l.splat(UNKNOWN_ANGLE);
    // SAFETY: the contract of this function covers the block.
    unsafe {
        let (features, _, any) = block.features(l);
        if !any {
            return unknown;
        }
        let Pair { a, b, .. } = Pair::load(l, context, block);
        let angle = block.get(l, revolute::AXIS + axis::COORDINATE) + (b.da - a.da);
        let limited = among(l, features, feature::LIMITS);
        l.select(l.and(limited, l.lt(l.abs(angle), l.splat(MOST_COUNTED))), angle, unknown)
    }
}

/// Applies the impulses of the last step to the bodies of a block.
///
/// # Safety
/// The block is one of revolute joints, and nothing else works on its bodies.
#[inline(always)]
pub(super) unsafe fn warm_start<L: Lanes>(l: L, context: &SolverContext, block: JointBlock) {
    // SAFETY: the contract of this function covers the block.
    unsafe {
        let (_, some, any) = block.features(l);
        let tree = in_tree(l, block);
        if !any && l.all(tree) {
            return;
        }
        let mut pair = Pair::load(l, context, block);
        let [x, y] = block.get_all(l, revolute::IMPULSE);
        let (x, y) = (l.select(tree, l.zero(), x), l.select(tree, l.zero(), y));
        let mut turns = moments(block.get_all(l, field::ARMS), (x, y));
        if any {
            let turn = axis_impulse(l, block, revolute::AXIS);
            turns[0] = l.select(some, turns[0] + turn, turns[0]);
            turns[1] = l.select(some, turns[1] + turn, turns[1]);
        }
        pair.add_impulse(x, y, turns);
        pair.store(l, context);
    }
}

/// Runs one pass over a block.
///
/// # Safety
/// As for [`warm_start`].
#[inline(always)]
pub(super) unsafe fn solve<L: Lanes>(l: L, context: &SolverContext, block: JointBlock, biased: bool) {
    // SAFETY: the contract of this function covers the block.
    unsafe {
        let tree = in_tree(l, block);
        if l.all(tree) && !block.features(l).2 {
            return;
        }
        let mut pair = Pair::load(l, context, block);
        let impulse = block.get_all(l, revolute::IMPULSE);
        let (arms, mass);
        if biased {
            let [lag_a, lag_b] = block.get_all(l, revolute::LAG);
            pair.a.w = l.select(tree, pair.a.w, pair.a.w - pair.a.ii * lag_a);
            pair.b.w = l.select(tree, pair.b.w, pair.b.w + pair.b.ii * lag_b);
            arms = block.get_all(l, field::ARMS);
            mass = block.get_all(l, revolute::MASS);
        } else {
            // The relax pass rotates the arms. The difference of the moments is applied at the next
            // biased pass.
            let before = moments(block.get_all(l, field::ARMS), (impulse[0], impulse[1]));
            arms = pair.turn_arms(l, block);
            let after = moments(arms, (impulse[0], impulse[1]));
            block.set_all(l, revolute::LAG, [after[0] - before[0], after[1] - before[1]]);
            mass = point_mass(l, [pair.a.im + pair.b.im, pair.a.ii, pair.b.ii], arms);
            block.set_all(l, revolute::MASS, mass);
        }
        solve_angle(l, context, block, &mut pair, biased);
        let before = pair;
        solve_point(l, block, &mut pair, arms, mass, biased);
        if l.any(tree) {
            pair.restore(l, tree, &before);
        }
        pair.store(l, context);
    }
}

/// Lanes whose point the trees solve, and empty ones.
#[inline(always)]
unsafe fn in_tree<L: Lanes>(l: L, block: JointBlock) -> L::M {
    // SAFETY: the passes of this file call it with a live block.
    l.gt(unsafe { block.get(l, field::TREE) }, l.zero())
}

/// Solves spring, motor and limits of the angle.
#[inline(always)]
unsafe fn solve_angle<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: JointBlock,
    pair: &mut Pair<L>,
    biased: bool,
) {
    // SAFETY: `solve` passes its own block.
    unsafe {
        let (_, some, any) = block.features(l);
        if !any {
            return;
        }
        let Pair { a, b, .. } = pair;
        let mut angle: Axis<L> = Axis {
            block,
            first: revolute::AXIS,
            features: block.features(l).0,
            coordinate: block.get(l, revolute::AXIS + axis::COORDINATE) + (b.da - a.da),
            speed: b.w - a.w,
            inverse_mass: a.ii + b.ii,
            added: l.zero(),
        };
        angle.solve(l, context, biased);
        a.w = l.select(some, a.w - a.ii * angle.added, a.w);
        b.w = l.select(some, b.w + b.ii * angle.added, b.w);
        if !biased {
            let turn = l.select(some, axis_impulse(l, block, revolute::AXIS), l.zero());
            let motor = l.select(some, block.get(l, revolute::AXIS + axis::MOTOR_IMPULSE), l.zero());
            block.add_load(l, 2, [turn, motor]);
        }
    }
}

/// Solves the point that both bodies share.
#[inline(always)]
unsafe fn solve_point<L: Lanes>(
    l: L,
    block: JointBlock,
    pair: &mut Pair<L>,
    arms: [L::F; 4],
    [xx, xy, yy]: [L::F; 3],
    biased: bool,
) {
    let [ax, ay, bx, by] = arms;
    let (a, b) = (&pair.a, &pair.b);
    let mut vx = (b.vx - b.w * by) - (a.vx - a.w * ay);
    let mut vy = (b.vy + b.w * bx) - (a.vy + a.w * ax);
    // SAFETY: `solve` passes its own block.
    unsafe {
        let [old_x, old_y] = block.get_all(l, revolute::IMPULSE);
        let (mut x, mut y) = (old_x, old_y);
        if biased {
            let fields = [field::SOFT_RATE, field::SOFT_MASS, field::SOFT_IMPULSE];
            let [rate, stiff, back] = block.get_all(l, fields);
            let (apart_x, apart_y) = pair.separation(l, block, arms);
            (vx, vy) = (stiff * (vx + rate * apart_x), stiff * (vy + rate * apart_y));
            (x, y) = (x - back * x, y - back * y);
        }
        x = x - (xx * vx + xy * vy);
        y = y - (xy * vx + yy * vy);
        block.set_all(l, revolute::IMPULSE, [x, y]);
        if !biased {
            block.add_load(l, 0, [x, y]);
        }
        let (x, y) = (x - old_x, y - old_y);
        pair.add_impulse(x, y, moments(arms, (x, y)));
    }
}

/// Returns the angular parts of an impulse at the anchors, on A and on B.
#[inline(always)]
pub(super) fn moments<F>([ax, ay, bx, by]: [F; 4], (x, y): (F, F)) -> [F; 2]
where
    F: Copy + core::ops::Mul<Output = F> + core::ops::Sub<Output = F>,
{
    [ax * y - ay * x, bx * y - by * x]
}

/// Returns the effective mass of the point constraint: the inverse of its symmetric matrix, or zero if no
/// body can move.
#[inline(always)]
pub(super) fn point_mass<L: Lanes>(l: L, [im, ia, ib]: [L::F; 3], [ax, ay, bx, by]: [L::F; 4]) -> [L::F; 3] {
    let (xx, yy) = (im + (ia * (ay * ay) + ib * (by * by)), im + (ia * (ax * ax) + ib * (bx * bx)));
    let trace = xx + yy;
    let movable = l.and(l.gt(trace, l.splat(f32::MIN_POSITIVE)), l.lt(trace, l.splat(f32::MAX)));
    // Division by the trace keeps all squares in range for any masses.
    let scale = l.splat(1.0) / l.select(movable, trace, l.splat(1.0));
    let (im, ia, ib, xx, yy) = (im * scale, ia * scale, ib * scale, xx * scale, yy * scale);
    let xy = -(ia * (ax * ay) + ib * (bx * by));
    // xx * yy - xy * xy would cancel for long arms; this is the same, term by term.
    let cross = ax * by - ay * bx;
    let spread = ia * (ax * ax + ay * ay) + ib * (bx * bx + by * by);
    let determinant = im * im + im * spread + (ia * ib) * (cross * cross);
    let usable = l.and(movable, l.gt(determinant, l.splat(f32::MIN_POSITIVE)));
    let inverse = scale / l.select(usable, determinant, l.splat(1.0));
    let inverse = l.select(usable, inverse, l.zero());
    [yy * inverse, -(xy * inverse), xx * inverse]
}
