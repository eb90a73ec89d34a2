//! Passes over pose joints. The angle is an axis. The offset of the anchors is held rigidly or by a spring,
//! and driven by a motor, each with a largest force in any direction.
//!
//! The offset is solved before the angle, unlike for a revolute joint; [`aim`] says why.

use cairn2d_math::lanes::{Lanes, rotate};

use crate::tables::joint::feature;

use super::context::SolverContext;
use super::joint_axis::{among, spring_w};
use super::joint_exchange::{Held, Members};
use super::joint_kernels::{Axis, JointBlock, Pair, axis_impulse};
use super::joint_rows::{axis, field, pose};
use super::revolute_kernels::{moments, point_mass};

/// Largest impulse of an unbounded constraint `[N*s]`; its square is a finite float.
const UNBOUNDED: f32 = 1.0e18;

/// Least damping of a linear spring in a sub-step `[-]`.
const MIN_DAMPING: f32 = 1.0e-6;

/// Least inverse inertia about the anchor, as a share of that about the centres of mass `[-]`.
const LEAST_SHARE: f32 = 1.0e-5;

/// Fills the fields of a block of pose joints. Returns the angle `[rad]`.
///
/// # Safety
/// As for [`warm_start`], and the members are those of the block.
#[inline(always)]
pub(super) unsafe fn prepare<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: JointBlock,
    pair: &Pair<L>,
    members: Members<'_, L>,
    held: &Held<L>,
) -> L::F {
    // SAFETY: the contract of this function covers block and members.
    unsafe {
        prepare_hold(l, context, block, members, held.direction());
        aim(l, block, pair, block.get_all(l, field::ARMS));
        block.set_all(l, pose::IMPULSE, held.impulse);
        block.set_all(l, pose::LAG, [l.zero(), l.zero(), l.zero(), l.zero()]);
        block.set(l, pose::AXIS + axis::COORDINATE, held.angle);
        held.angle
    }
}

/// Fills the fields that hold and drive the offset of a pose joint.
#[inline(always)]
unsafe fn prepare_hold<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: JointBlock,
    members: Members<'_, L>,
    frame: (L::F, L::F),
) {
    let (constants, zero) = (&context.constants, l.zero());
    // SAFETY: `prepare` passes its block and the members of that block.
    unsafe {
        let rows = context.joints.pose_rows.read(l, block.claimant, members.joints);
        let row = members.gather(l, rows.cast());
        let [vx, vy, force, hertz, ratio, spring_force, _, _, _, _, _, _, x, y, _, _] = row;
        let h = l.splat(constants.h);
        let features = block.features(l).0;
        let rigid = among(l, features, feature::POINT);
        let spring = among(l, features, feature::POINT_SPRING);
        let [pull, damping, scale] = spring_w(l, (hertz, ratio), constants);
        // The pull is stored as a share of the damping, so an undamped spring needs a trace of damping.
        let damping = l.max(damping, l.splat(MIN_DAMPING));
        let soft = block.get_all(l, [field::SOFT_RATE, field::SOFT_MASS, field::SOFT_IMPULSE]);
        let held = |rigidly: L::F, softly: L::F| l.select(rigid, rigidly, l.select(spring, softly, zero));
        block.set(l, pose::HOLD_RATE, held(soft[0], pull / damping));
        block.set(l, pose::HOLD_MASS, held(soft[1], damping));
        block.set(l, pose::HOLD_SCALE, held(soft[2], scale));
        block.set(l, pose::HOLD_MAX, held(l.splat(UNBOUNDED), h * spring_force));
        let (vx, vy) = rotate(frame, (vx, vy));
        block.set_all(l, pose::MOTOR_VELOCITY, [vx, vy]);
        block.set(l, pose::MOTOR_MAX, h * force);
        block.set_all(l, pose::MOTOR_IMPULSE, [x, y]);
    }
}

/// Applies the impulses of the last step to the bodies of a block.
///
/// # Safety
/// The block is one of pose joints, and nothing else works on its bodies.
#[inline(always)]
pub(super) unsafe fn warm_start<L: Lanes>(l: L, context: &SolverContext, block: JointBlock) {
    // SAFETY: the contract of this function covers the block.
    unsafe {
        if in_trees(l, block) {
            return;
        }
        let mut pair = Pair::load(l, context, block);
        let [x, y, turn_a, turn_b] = impulse(l, block, block.get_all(l, field::ARMS));
        pair.add_impulse(x, y, [turn_a, turn_b]);
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
        if in_trees(l, block) {
            return;
        }
        let mut pair = Pair::load(l, context, block);
        let mut arms = block.get_all(l, field::ARMS);
        // The relax pass rotates the arms. The resulting difference of the impulses is applied at the
        // next biased pass.
        if biased {
            let [x, y, turn_a, turn_b] = block.get_all(l, pose::LAG);
            pair.add_impulse(x, y, [turn_a, turn_b]);
        } else {
            let before = impulse(l, block, arms);
            arms = pair.turn_arms(l, block);
            aim(l, block, &pair, arms);
            let after = impulse(l, block, arms);
            block.set_all(
                l,
                pose::LAG,
                [after[0] - before[0], after[1] - before[1], after[2] - before[2], after[3] - before[3]],
            );
        }
        solve_motor(l, block, &mut pair, arms);
        solve_hold(l, block, &mut pair, arms, biased);
        let mut angle: Axis<L> = Axis {
            block,
            first: pose::AXIS,
            features: block.features(l).0,
            coordinate: block.get(l, pose::AXIS + axis::COORDINATE) + (pair.b.da - pair.a.da),
            speed: pair.b.w - pair.a.w,
            inverse_mass: block.get(l, pose::INVERSE_INERTIA),
            added: l.zero(),
        };
        angle.solve(l, context, biased);
        let added = angle.added;
        let [x, y] = block.get_all(l, pose::COUPLING);
        let (x, y) = (-(added * x), -(added * y));
        let [turn_a, turn_b] = moments(arms, (x, y));
        pair.add_impulse(x, y, [turn_a + added, turn_b + added]);
        if !biased {
            add_load(l, block);
        }
        pair.store(l, context);
    }
}

/// Returns whether the trees solve all joints of a block. They have the skip bit in other blocks.
#[inline(always)]
unsafe fn in_trees<L: Lanes>(l: L, block: JointBlock) -> bool {
    // SAFETY: the passes of this file call it with a live block.
    l.all(l.gt(unsafe { block.get(l, field::TREE) }, l.zero()))
}

/// Adds the impulses of the sub-step to the load of the step.
#[inline(always)]
unsafe fn add_load<L: Lanes>(l: L, block: JointBlock) {
    // SAFETY: `solve` passes its own block.
    unsafe {
        let [x, y, ..] = impulse(l, block, block.get_all(l, field::ARMS));
        // The lagging part has not been applied yet.
        let [lag_x, lag_y, ..] = block.get_all(l, pose::LAG);
        let turn = axis_impulse(l, block, pose::AXIS);
        block.add_load(l, 0, [x - lag_x, y - lag_y, turn, block.get(l, pose::AXIS + axis::MOTOR_IMPULSE)]);
    }
}

/// Computes the effective masses for the present arms.
///
/// If a rigid point holds the offset, a torque includes the point impulse that keeps the offset (see
/// `line_kernels`). The angle is then solved with the inertia about the anchor, so a protruding beam does
/// not sag.
///
/// # Safety
/// As for [`warm_start`].
#[inline(always)]
pub(super) unsafe fn aim<L: Lanes>(l: L, block: JointBlock, pair: &Pair<L>, arms: [L::F; 4]) {
    let (a, b) = (&pair.a, &pair.b);
    let [ax, ay, bx, by] = arms;
    let (zero, one) = (l.zero(), l.splat(1.0));
    // SAFETY: the contract of this function covers the block.
    unsafe {
        let mass = point_mass(l, [a.im + b.im, a.ii, b.ii], arms);
        block.set_all(l, pose::MASS, mass);
        let rigid = has(l, block, feature::POINT);
        let (pull_x, pull_y) = (-(a.ii * ay + b.ii * by), a.ii * ax + b.ii * bx);
        let (x, y) = along_mass(mass, (pull_x, pull_y));
        let (x, y) = (l.select(rigid, x, zero), l.select(rigid, y, zero));
        block.set_all(l, pose::COUPLING, [x, y]);
        let alone = a.ii + b.ii;
        let inverse = l.max(alone - (pull_x * x + pull_y * y), l.splat(LEAST_SHARE) * alone);
        let usable = l.and(l.gt(inverse, l.splat(f32::MIN_POSITIVE)), l.lt(inverse, l.splat(f32::MAX)));
        block.set(l, pose::INVERSE_INERTIA, l.select(usable, inverse, zero));
        block.set(l, pose::AXIS + axis::MASS, l.select(usable, one / inverse, zero));
    }
}

/// Solves the motor of the offset.
#[inline(always)]
unsafe fn solve_motor<L: Lanes>(l: L, block: JointBlock, pair: &mut Pair<L>, arms: [L::F; 4]) {
    // SAFETY: `solve` passes its own block.
    unsafe {
        let motor = has(l, block, feature::POINT_MOTOR);
        if !l.any(motor) {
            return;
        }
        let [wanted_x, wanted_y] = block.get_all(l, pose::MOTOR_VELOCITY);
        let (vx, vy) = anchor_velocity(pair, arms);
        let change = along_mass(block.get_all(l, pose::MASS), (vx - wanted_x, vy - wanted_y));
        let [old_x, old_y] = block.get_all(l, pose::MOTOR_IMPULSE);
        let bound = block.get(l, pose::MOTOR_MAX);
        let (x, y) = shortened(l, (old_x - change.0, old_y - change.1), bound);
        let (x, y) = (l.select(motor, x, old_x), l.select(motor, y, old_y));
        block.set_all(l, pose::MOTOR_IMPULSE, [x, y]);
        let (x, y) = (x - old_x, y - old_y);
        pair.add_impulse(x, y, moments(arms, (x, y)));
    }
}

/// Solves the hold of the offset: a rigid point in both passes, or a spring in the biased pass only.
#[inline(always)]
unsafe fn solve_hold<L: Lanes>(l: L, block: JointBlock, pair: &mut Pair<L>, arms: [L::F; 4], biased: bool) {
    // SAFETY: `solve` passes its own block.
    unsafe {
        let bits = if biased { feature::POINT | feature::POINT_SPRING } else { feature::POINT };
        let held = has(l, block, bits);
        if !l.any(held) {
            return;
        }
        let (mut vx, mut vy) = anchor_velocity(pair, arms);
        let [old_x, old_y] = block.get_all(l, pose::IMPULSE);
        let (mut x, mut y) = (old_x, old_y);
        if biased {
            let [rate, stiff, back] = block.get_all(l, [pose::HOLD_RATE, pose::HOLD_MASS, pose::HOLD_SCALE]);
            let (apart_x, apart_y) = pair.separation(l, block, arms);
            (vx, vy) = (stiff * (vx + rate * apart_x), stiff * (vy + rate * apart_y));
            (x, y) = (x - back * x, y - back * y);
        }
        let change = along_mass(block.get_all(l, pose::MASS), (vx, vy));
        let bound = block.get(l, pose::HOLD_MAX);
        let (x, y) = shortened(l, (x - change.0, y - change.1), bound);
        let (x, y) = (l.select(held, x, old_x), l.select(held, y, old_y));
        block.set_all(l, pose::IMPULSE, [x, y]);
        let (x, y) = (x - old_x, y - old_y);
        pair.add_impulse(x, y, moments(arms, (x, y)));
    }
}

/// Lanes with one of these features.
#[inline(always)]
unsafe fn has<L: Lanes>(l: L, block: JointBlock, bits: u32) -> L::M {
    // SAFETY: `solve_motor`, `solve_hold` and `aim` pass a live block.
    let features = unsafe { block.features(l).0 };
    l.not(l.eq_u(l.and_u(features, l.splat_u(bits)), l.splat_u(0)))
}

/// Velocity of the anchor on B relative to the anchor on A `[m/s]`.
#[inline(always)]
fn anchor_velocity<L: Lanes>(pair: &Pair<L>, [ax, ay, bx, by]: [L::F; 4]) -> (L::F, L::F) {
    let (a, b) = (&pair.a, &pair.b);
    ((b.vx - b.w * by) - (a.vx - a.w * ay), (b.vy + b.w * bx) - (a.vy + a.w * ax))
}

/// Returns the impulse that changes the velocity of the offset by this amount.
#[inline(always)]
fn along_mass<F>([xx, xy, yy]: [F; 3], (vx, vy): (F, F)) -> (F, F)
where
    F: Copy + core::ops::Mul<Output = F> + core::ops::Add<Output = F>,
{
    (xx * vx + xy * vy, xy * vx + yy * vy)
}

/// Returns the vector, scaled to at most this length.
#[inline(always)]
fn shortened<L: Lanes>(l: L, (x, y): (L::F, L::F), bound: L::F) -> (L::F, L::F) {
    let length = l.sqrt(x * x + y * y);
    let long = l.gt(length, bound);
    let scale = bound / l.select(long, length, l.splat(1.0));
    (l.select(long, x * scale, x), l.select(long, y * scale, y))
}

/// Returns all impulses together: x and y on B, and the angular parts on A and on B.
#[inline(always)]
unsafe fn impulse<L: Lanes>(l: L, block: JointBlock, arms: [L::F; 4]) -> [L::F; 4] {
    // SAFETY: the passes of this file call it with a live block.
    unsafe {
        let [x, y] = block.get_all(l, pose::IMPULSE);
        let [motor_x, motor_y] = block.get_all(l, pose::MOTOR_IMPULSE);
        let [coupled_x, coupled_y] = block.get_all(l, pose::COUPLING);
        let turn = axis_impulse(l, block, pose::AXIS);
        let (x, y) = (x + motor_x - turn * coupled_x, y + motor_y - turn * coupled_y);
        let [turn_a, turn_b] = moments(arms, (x, y));
        [x, y, turn_a + turn, turn_b + turn]
    }
}
