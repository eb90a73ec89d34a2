//! Prepares the axis of a joint at the start of a step: spring, motor and limits from its row.

use cairn2d_math::lanes::{Lanes, rotate};

use crate::tables::joint::feature;

use super::context::{SolverContext, StepConstants};
use super::joint_kernels::JointBlock;
use super::joint_rows::axis;
use super::softness::{STIFF, STIFFEST};
use super::wide_angle::angle_w;

/// Fills the fields of an axis from its row. Returns the reference of its angle: an angle, and the cosine
/// and sine of the rotation by which angles are counted from it.
///
/// # Safety
/// The axis of the block begins at this field.
#[inline(always)]
pub(super) unsafe fn fill_axis<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: JointBlock,
    (first, features): (usize, L::U),
    row: [L::F; 16],
) -> [L::F; 3] {
    let (constants, zero) = (&context.constants, l.zero());
    let [lower, upper, speed, strength, row @ ..] = row;
    let [hertz, ratio, target, near, c, s, least, most, held, motor, low, high] = row;
    // SAFETY: the contract of this function covers the block.
    unsafe {
        let set = |field: usize, value: L::F| block.set(l, first + field, value);
        let [rate, damping, scale] = spring_w(l, (hertz, ratio), constants);
        let h = l.splat(constants.h);
        set(axis::TARGET, target);
        set(axis::SPRING_RATE, rate);
        set(axis::SPRING_DAMPING, damping);
        set(axis::SPRING_SCALE, scale);
        set(axis::SPRING_MIN, h * least);
        set(axis::SPRING_MAX, h * most);
        set(axis::MOTOR_SPEED, speed);
        set(axis::MOTOR_MAX, h * strength);
        set(axis::LOWER, lower);
        set(axis::UPPER, upper);
        // The holding impulse of a row belongs to the spring or to the rod; a distance joint stores that of
        // its rod elsewhere.
        let rod = among(l, features, feature::ROD);
        set(axis::SPRING_IMPULSE, l.select(rod, zero, held));
        set(axis::ROD_IMPULSE, l.select(rod, held, zero));
        set(axis::MOTOR_IMPULSE, motor);
        set(axis::LOWER_IMPULSE, low);
        set(axis::UPPER_IMPULSE, high);
        [near, c, s]
    }
}

/// Computes the motor speeds of servos for this step. A servo covers half of the distance to its target in a
/// step. Its speed stays below its limit, and low enough for half of its strength to stop it before the
/// target.
///
/// # Safety
/// As for [`fill_axis`].
#[inline(always)]
pub(super) unsafe fn prepare_servo<L: Lanes>(
    l: L,
    context: &SolverContext,
    block: JointBlock,
    (first, features): (usize, L::U),
    coordinate: L::F,
) {
    let constants = &context.constants;
    // SAFETY: the contract of this function covers the block.
    unsafe {
        let servo = among(l, features, feature::SERVO);
        if !l.any(servo) {
            return;
        }
        let get = |field: usize| block.get(l, first + field);
        let (speed, mass) = (get(axis::MOTOR_SPEED), get(axis::MASS));
        let movable = l.gt(mass, l.zero());
        let push = get(axis::MOTOR_MAX) * l.splat(constants.inv_h) / l.select(movable, mass, l.splat(1.0));
        let error = get(axis::TARGET) - coordinate;
        let most = l.min(speed, l.sqrt(push * l.abs(error)));
        let wanted = l.max(l.min(error * l.splat(0.5 / constants.dt), most), -most);
        block.set(l, first + axis::MOTOR_SPEED, l.select(servo, wanted, speed));
    }
}

/// Returns the angle between the frames of two bodies, counted from a reference `[rad]`.
#[inline(always)]
pub(super) fn angle_from<L: Lanes>(
    l: L,
    [(ac, as_), (bc, bs)]: [(L::F, L::F); 2],
    [near, c, s]: [L::F; 3],
) -> L::F {
    let (turn_c, turn_s) = rotate((ac, -as_), (bc, bs));
    let (turn_c, turn_s) = rotate((turn_c, turn_s), (c, s));
    near + angle_w(l, turn_c, turn_s)
}

/// Returns the coefficients of a spring with exact decay. They are the speed change per displacement, and
/// the shares of speed and impulse that the spring removes.
///
/// One mass on the spring follows the differential equation in every sub-step. The impulse is
/// `-m ((1 - a) v + b x)`, plus the share `a` of the last impulse. With `a = exp(-2 damping_ratio w h)` and
/// `b = a w² h` the amplitude decays exactly. A constant load stretches the spring by exactly `g / w²`, and
/// the frequency is right to second order. This is symplectic Euler with exact damping. A series replaces
/// the exponential; its error is far below that of the frequency.
///
/// An implicit spring would lose three quarters of its amplitude in ten seconds at 1 Hz. An explicit spring
/// may gain energy if it is stiff for the sub-step, so above [`STIFF`] it becomes increasingly implicit. It
/// then loses energy, even if a hundred springs act on one body.
#[inline(always)]
pub(super) fn spring_w<L: Lanes>(
    l: L,
    (hertz, damping_ratio): (L::F, L::F),
    constants: &StepConstants,
) -> [L::F; 3] {
    let (one, two, h) = (l.splat(1.0), l.splat(2.0), l.splat(constants.h));
    let omega = l.splat(core::f32::consts::TAU) * hertz;
    let swing = l.min(omega * h, l.splat(STIFFEST));
    let omega = swing * l.splat(constants.inv_h);
    let fade = damping_ratio * swing;
    let loss = two * fade + l.max(two * fade * fade, swing * swing - l.splat(STIFF));
    let kept = one / (one + loss);
    [kept * (omega * swing), kept * loss, kept]
}

/// Lanes with one of these features.
#[inline(always)]
pub(super) fn among<L: Lanes>(l: L, features: L::U, bits: u32) -> L::M {
    l.not(l.eq_u(l.and_u(features, l.splat_u(bits)), l.splat_u(0)))
}
