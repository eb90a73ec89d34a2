//! Wide arithmetic that several solver stages share.
//!
//! The rotation of a sub-step is the hot one: polynomials instead of a table or a division, and a Newton step
//! instead of a square root to normalize. Both are exact enough that a free rotation keeps its length at 1
//! and its angle to one part in ten million, which is the rounding error of the step alone.

use super::{Lanes, Scalar};
use crate::rot::Rot;

/// The largest angle \[rad\] of [`small_rotation`]; larger ones are clamped.
pub const MAX_SMALL_ROTATION: f32 = core::f32::consts::FRAC_PI_2;

/// The rotation by a small angle \[rad\]: within 2e-7 up to π/4, within 5e-6 up to π/2, clamped to ±π/2
/// beyond.
///
/// The same bits as [`small_rotation_w`] on any lanes. A NaN turns by π/2.
#[inline]
#[must_use]
pub fn small_rotation(angle: f32) -> Rot {
    let (c, s) = small_rotation_w(Scalar, angle);
    Rot { c, s }
}

/// Cosine and sine of a small angle \[rad\] per lane: within 2e-7 up to π/4, within 5e-6 up to π/2, clamped
/// beyond.
#[inline(always)]
pub fn small_rotation_w<L: Lanes>(l: L, angle: L::F) -> (L::F, L::F) {
    // The constants are the second operands, so a NaN is replaced by the bound.
    let x = l.max(l.min(angle, l.splat(MAX_SMALL_ROTATION)), l.splat(-MAX_SMALL_ROTATION));
    let z = x * x;
    let k = |value: f32| l.splat(value);
    // Taylor series to x^9 and x^10, Horner from the smallest term.
    let sin_tail = k(1.0 / 120.0) + z * (k(-1.0 / 5040.0) + z * k(1.0 / 362_880.0));
    let sin = x + x * (z * (k(-1.0 / 6.0) + z * sin_tail));
    let cos_tail = k(-1.0 / 720.0) + z * (k(1.0 / 40_320.0) + z * k(-1.0 / 3_628_800.0));
    let cos = k(1.0) + z * (k(-0.5) + z * (k(1.0 / 24.0) + z * cos_tail));
    (cos, sin)
}

/// Turns `(x, y)` by the rotation `(c, s)`.
#[inline(always)]
pub fn rotate<F>((c, s): (F, F), (x, y): (F, F)) -> (F, F)
where
    F: Copy + core::ops::Mul<Output = F> + core::ops::Add<Output = F> + core::ops::Sub<Output = F>,
{
    (c * x - s * y, s * x + c * y)
}

/// Normalizes a rotation whose length differs from 1 by `e` to within about `1.5 e²`: one Newton step for the
/// inverse square root from the estimate 1, without a division.
#[inline(always)]
pub fn renormalize<L: Lanes>(l: L, (c, s): (L::F, L::F)) -> (L::F, L::F) {
    let scale = l.splat(1.5) - l.splat(0.5) * (c * c + s * s);
    (c * scale, s * scale)
}
