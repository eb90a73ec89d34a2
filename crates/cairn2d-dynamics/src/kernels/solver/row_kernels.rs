//! Passes over generic rows: coordinates of any kind, each with a spring, motor, rod and limits.
//!
//! The Jacobian of a row is fixed for the step, like the normal of a contact, and its coordinate changes
//! linearly with the motion. The next step computes the coordinate anew, so errors on curved paths do not
//! accumulate. The warm-start delta of the body stages is then complete, without a lag.

use cairn2d_math::lanes::Lanes;

use super::context::SolverContext;
use super::each::Each;
use super::joint_axis::{fill_axis, prepare_servo};
use super::joint_exchange::{Members, line_slots};
use super::joint_kernels::{Axis, JointBlock, Pair, axis_impulse};
use super::joint_rows::{axis, field, row};

/// Copies the rows of a block with their Jacobians and axes, and computes their effective masses.
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
    rows: usize,
) {
    let columns = &context.joints;
    for index in 0..rows {
        let first = row::first(index);
        // SAFETY: `Joints` has `ROWS` lines for every joint up to the last one of these forms.
        unsafe {
            let lines = Members { joints: &line_slots(members.joints, index), ..members };
            let line = l.gather8(columns.lines.cast(), lines.joints);
            let [directions @ .., coordinate, features] = line.each(
                #[inline(always)]
                |value| l.select(members.live, value, l.zero()),
            );
            row::JACOBIAN.each_with(
                directions,
                #[inline(always)]
                |field, value| block.set(l, first + field, value),
            );
            block.set(l, first + row::FEATURES, features);
            // A single row has its axis in the column of other joints.
            let axis_row = match rows {
                1 => members.gather(l, columns.axes.read(l, block.claimant, members.joints).cast()),
                _ => lines.gather(l, columns.line_axes.read(l, block.claimant, lines.joints).cast()),
            };
            let place = (first + row::AXIS, l.f_to_bits(features));
            fill_axis(l, context, block, place, axis_row);
            block.set(l, place.0 + axis::COORDINATE, coordinate);
            set_effective_mass(l, block, pair, index);
            prepare_servo(l, context, block, place, coordinate);
        }
    }
}

/// Applies the impulses of the last step to the bodies of a block.
///
/// # Safety
/// The block has this many rows, and nothing else works on its bodies.
#[inline(always)]
pub(super) unsafe fn warm_start<L: Lanes>(l: L, context: &SolverContext, block: JointBlock, rows: usize) {
    // SAFETY: the contract of this function covers the block.
    unsafe {
        let mut pair = Pair::load(l, context, block);
        for index in 0..rows {
            let impulse = axis_impulse(l, block, row::first(index) + row::AXIS);
            apply_impulse(&mut pair, jacobian(l, block, index), impulse);
        }
        pair.store(l, context);
    }
}

/// Runs one pass over a block.
///
/// # Safety
/// As for [`warm_start`].
#[inline(always)]
pub(super) unsafe fn solve<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: JointBlock,
    rows: usize,
    biased: bool,
) {
    // SAFETY: the contract of this function covers the block.
    unsafe {
        let mut pair = Pair::load(l, context, block);
        for index in 0..rows {
            let (first, directions) = (row::first(index), jacobian(l, block, index));
            // Later rows of the joint see the velocities that earlier rows changed.
            let (a, b) = (&pair.a, &pair.b);
            let [ax, ay, at, bx, by, bt] = directions;
            let moved = (ax * a.dx + ay * a.dy + at * a.da) + (bx * b.dx + by * b.dy + bt * b.da);
            let mut coordinate: Axis<L> = Axis {
                block,
                first: first + row::AXIS,
                features: l.f_to_bits(block.get(l, first + row::FEATURES)),
                coordinate: block.get(l, first + row::AXIS + axis::COORDINATE) + moved,
                speed: (ax * a.vx + ay * a.vy + at * a.w) + (bx * b.vx + by * b.vy + bt * b.w),
                inverse_mass: block.get(l, first + row::INVERSE_MASS),
                added: l.zero(),
            };
            coordinate.solve(l, context, biased);
            apply_impulse(&mut pair, directions, coordinate.added);
            if !biased {
                add_load(l, block, index, directions);
            }
        }
        pair.store(l, context);
    }
}

/// Computes the effective mass of a row.
///
/// # Safety
/// As for [`warm_start`].
#[inline(always)]
unsafe fn set_effective_mass<L: Lanes>(l: L, block: JointBlock, pair: &Pair<L>, index: usize) {
    let (zero, one) = (l.zero(), l.splat(1.0));
    // SAFETY: the contract of this function covers the block.
    unsafe {
        let [ax, ay, at, bx, by, bt] = jacobian(l, block, index);
        let (a, b) = (&pair.a, &pair.b);
        let inverse =
            (a.im * (ax * ax + ay * ay) + a.ii * (at * at)) + (b.im * (bx * bx + by * by) + b.ii * (bt * bt));
        let usable = l.and(l.gt(inverse, l.splat(f32::MIN_POSITIVE)), l.lt(inverse, l.splat(f32::MAX)));
        let first = row::first(index);
        block.set(l, first + row::INVERSE_MASS, l.select(usable, inverse, zero));
        let mass = l.select(usable, one / l.select(usable, inverse, one), zero);
        block.set(l, first + row::AXIS + axis::MASS, mass);
    }
}

/// Adds the impulse of a row in this sub-step to the load of the step.
#[inline(always)]
unsafe fn add_load<L: Lanes>(l: L, block: JointBlock, index: usize, directions: [L::F; 6]) {
    // SAFETY: `solve` passes its own block.
    unsafe {
        let [_, _, _, bx, by, bt] = directions;
        let first = row::first(index) + row::AXIS;
        let impulse = axis_impulse(l, block, first);
        let [_, _, arm_x, arm_y] = block.get_all(l, field::ARMS);
        let about_anchor = bt - (arm_x * by - arm_y * bx);
        let motor = block.get(l, first + axis::MOTOR_IMPULSE);
        block.add_load(l, 0, [impulse * bx, impulse * by, impulse * about_anchor, motor]);
    }
}

/// Returns the Jacobian of a row.
#[inline(always)]
unsafe fn jacobian<L: Lanes>(l: L, block: JointBlock, index: usize) -> [L::F; 6] {
    let first = row::first(index);
    let [ax, ay, at, bx, by, bt] = row::JACOBIAN;
    let fields = [first + ax, first + ay, first + at, first + bx, first + by, first + bt];
    // SAFETY: the functions of this file pass a live block.
    unsafe { block.get_all(l, fields) }
}

/// Applies an impulse along a row.
#[inline(always)]
fn apply_impulse<L: Lanes>(pair: &mut Pair<L>, [ax, ay, at, bx, by, bt]: [L::F; 6], impulse: L::F) {
    let (a, b) = (&mut pair.a, &mut pair.b);
    a.vx = a.vx + a.im * (impulse * ax);
    a.vy = a.vy + a.im * (impulse * ay);
    a.w = a.w + a.ii * (impulse * at);
    b.vx = b.vx + b.im * (impulse * bx);
    b.vy = b.vy + b.im * (impulse * by);
    b.w = b.w + b.ii * (impulse * bt);
}
