//! Trigonometry and exponentials with the same bits on every machine.
//!
//! Every function computes in f64 with only `+ - * /`, `sqrt` and integer operations, all of which IEEE 754
//! defines exactly, and rounds to f32 once at the end. The series are Taylor series on reduced arguments,
//! truncated where the remainder is far below half an f32 ulp. They have no fitted coefficients, so they are
//! easy to verify. Range reduction of large angles follows Payne and Hanek (1983) with the bits of 2/π as
//! integers.
//! Invariant: finite input gives a finite result if the mathematical function is finite.

use core::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_2, FRAC_PI_4, LN_2, LOG2_E, PI, SQRT_2};

/// The sine and cosine of `x` \[rad\], any finite value; correctly rounded in all but rare cases. NaN
/// otherwise.
#[must_use]
pub fn sin_cos(x: f32) -> (f32, f32) {
    if !x.is_finite() {
        return (f32::NAN, f32::NAN);
    }
    if x == 0.0 {
        // Exact, and common: most bodies do not rotate.
        return (x, 1.0);
    }
    let (sin, cos) = sin_cos_wide(x);
    (sin as f32, cos as f32)
}

/// The sine of `x` \[rad\], any finite value; NaN otherwise.
#[inline]
#[must_use]
pub fn sin(x: f32) -> f32 {
    sin_cos(x).0
}

/// The cosine of `x` \[rad\], any finite value; NaN otherwise.
#[inline]
#[must_use]
pub fn cos(x: f32) -> f32 {
    sin_cos(x).1
}

/// The tangent of `x` \[rad\], any finite value; NaN otherwise.
#[must_use]
pub fn tan(x: f32) -> f32 {
    if !x.is_finite() {
        return f32::NAN;
    }
    let (sin, cos) = sin_cos_wide(x);
    (sin / cos) as f32
}

/// The angle \[rad\] of the point `(x, y)`, in \[-π, π\]; 0 at the origin, IEEE 754 rules for signed zeros
/// and infinities.
#[must_use]
pub fn atan2(y: f32, x: f32) -> f32 {
    if x.is_nan() || y.is_nan() {
        return f32::NAN;
    }
    if y == 0.0 && x > 0.0 {
        // Exact, and common: the angle between equal rotations.
        return y;
    }
    // Infinities become the corresponding directions.
    let (y, x) = if y.is_infinite() || x.is_infinite() {
        let unit = |v: f32| if v.is_infinite() { 1.0f32.copysign(v) } else { 0.0f32.copysign(v) };
        (unit(y), unit(x))
    } else {
        (y, x)
    };
    atan2_wide(f64::from(y), f64::from(x)) as f32
}

/// The angle \[rad\] in \[-π/2, π/2\] whose sine is `x`; NaN outside \[-1, 1\].
#[must_use]
pub fn asin(x: f32) -> f32 {
    let x = f64::from(x);
    atan2_wide(x, ((1.0 - x) * (1.0 + x)).sqrt()) as f32
}

/// The angle \[rad\] in \[0, π\] whose cosine is `x`; NaN outside \[-1, 1\].
#[must_use]
pub fn acos(x: f32) -> f32 {
    let x = f64::from(x);
    atan2_wide(((1.0 - x) * (1.0 + x)).sqrt(), x) as f32
}

/// The exponential function; 0 or infinity if the result is outside of the float range.
#[must_use]
pub fn exp(x: f32) -> f32 {
    exp_wide(f64::from(x)) as f32
}

/// `exp(x) - 1` without cancellation near zero.
#[must_use]
pub fn exp_m1(x: f32) -> f32 {
    let x = f64::from(x);
    if x.abs() < 1.0e-4 {
        // Four terms reach 1e-18 here, where subtracting 1 would lose up to a third of the digits.
        return (x * (1.0 + x * (1.0 / 2.0 + x * (1.0 / 6.0 + x * (1.0 / 24.0))))) as f32;
    }
    (exp_wide(x) - 1.0) as f32
}

/// The natural logarithm; negative infinity at 0, NaN below.
#[must_use]
pub fn ln(x: f32) -> f32 {
    if x.is_nan() || x < 0.0 {
        f32::NAN
    } else if x == 0.0 {
        f32::NEG_INFINITY
    } else if x == f32::INFINITY {
        f32::INFINITY
    } else {
        ln_wide(f64::from(x)) as f32
    }
}

/// `base` to the power of `exponent`, with the special cases of IEEE 754 `pow`; NaN for a negative base and a
/// fractional exponent.
#[must_use]
pub fn pow(base: f32, exponent: f32) -> f32 {
    if exponent == 0.0 || base == 1.0 {
        return 1.0;
    }
    if base.is_nan() || exponent.is_nan() {
        return f32::NAN;
    }
    let parity = integer_parity(exponent);
    let magnitude = pow_magnitude(base.abs(), exponent);
    if base.is_sign_positive() {
        return magnitude;
    }
    match parity {
        Parity::Odd => -magnitude,
        Parity::Even => magnitude,
        // Only zero and infinity have a fractional power on the negative side.
        Parity::Fractional if base == 0.0 || base.is_infinite() => magnitude,
        Parity::Fractional if exponent.is_infinite() => magnitude,
        Parity::Fractional => f32::NAN,
    }
}

/// The fraction bits of 2/π, most significant first; 256 bits suffice for every f32 exponent.
const TWO_OVER_PI: [u64; 4] =
    [0xA2F9_836E_4E44_1529, 0xFC27_57D1_F534_DDC0, 0xDB62_9599_3C43_9041, 0xFE51_63AB_DEBB_C561];

/// The quarter turn nearest to `x` modulo 4, and the remaining angle \[rad\] in about \[-π/4, π/4\]. `x` must
/// be finite.
pub(crate) fn reduce_quarter_turns(x: f32) -> (u32, f64) {
    if x.abs() >= 16_777_216.0 {
        return reduce_large(x);
    }
    let x = f64::from(x);
    // π/2 in two pieces: the first has 25 bits, so its product with the 24-bit quarter count is exact.
    const HIGH: f64 = f64::from_bits(0x3FF9_21FB_5000_0000);
    const LOW: f64 = 1.589_325_477_352_819_7e-8;
    let half = if x < 0.0 { -0.5 } else { 0.5 };
    let quarters = (x * (1.0 / FRAC_PI_2) + half) as i32;
    let n = f64::from(quarters);
    ((quarters & 3) as u32, (x - n * HIGH) - n * LOW)
}

/// Payne-Hanek reduction for values from 2^24 up, all of which are integers times a power of two.
fn reduce_large(x: f32) -> (u32, f64) {
    let bits = x.to_bits();
    let mantissa = u128::from(bits & 0x007F_FFFF | 0x0080_0000);
    let exponent = (bits >> 23 & 0xFF) - 150;
    // Bits of 2/π above this position only count whole turns. 88 bits from there leave 62 exact fraction
    // bits.
    let window = two_over_pi_bits(exponent as i32 - 1);
    let product = (mantissa * window) & ((1 << 88) - 1);
    // Two bits of quarter, 86 of fraction; rounding to the nearest quarter makes the fraction signed.
    let fraction_bits = product & ((1 << 86) - 1);
    let round_up = fraction_bits >> 85 == 1;
    let quarters = ((product >> 86) as u32 + u32::from(round_up)) & 3;
    let signed = (fraction_bits >> 24) as i64 - if round_up { 1 << 62 } else { 0 };
    let angle = signed as f64 * (FRAC_PI_2 / (1u64 << 62) as f64);
    if x < 0.0 { (quarters.wrapping_neg() & 3, -angle) } else { (quarters, angle) }
}

/// 88 bits of 2/π from bit `start`; bit 0 is the one with weight 1/2, and bits before it are zero.
fn two_over_pi_bits(start: i32) -> u128 {
    (0..88).fold(0u128, |window, i| {
        let place = start - 1 + i;
        let bit =
            if place < 0 { 0 } else { TWO_OVER_PI[place as usize / 64] >> (63 - place as usize % 64) & 1 };
        window << 1 | u128::from(bit)
    })
}

/// Sine and cosine before the final rounding. `x` must be finite.
fn sin_cos_wide(x: f32) -> (f64, f64) {
    let (quarter, r) = reduce_quarter_turns(x);
    let sin = sin_series(r);
    let cos = cos_series(r);
    match quarter {
        0 => (sin, cos),
        1 => (cos, -sin),
        2 => (-sin, -cos),
        _ => (-cos, sin),
    }
}

/// Sine on \[-0.8, 0.8\]; the first omitted term is below 3e-14 of the result.
fn sin_series(x: f64) -> f64 {
    let z = x * x;
    let tail = 1.0 / 362_880.0 + z * (-1.0 / 39_916_800.0 + z * (1.0 / 6_227_020_800.0));
    // A product, so that the sign of zero is kept.
    x * (1.0 + z * (-1.0 / 6.0 + z * (1.0 / 120.0 + z * (-1.0 / 5040.0 + z * tail))))
}

/// Cosine on \[-0.8, 0.8\]; the first omitted term is below 1e-15.
fn cos_series(x: f64) -> f64 {
    let z = x * x;
    let tail =
        1.0 / 40_320.0 + z * (-1.0 / 3_628_800.0 + z * (1.0 / 479_001_600.0 - z * (1.0 / 87_178_291_200.0)));
    1.0 + z * (-0.5 + z * (1.0 / 24.0 + z * (-1.0 / 720.0 + z * tail)))
}

/// The angle of `(x, y)` before the final rounding; NaN in, NaN out.
fn atan2_wide(y: f64, x: f64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    let (ax, ay) = (x.abs(), y.abs());
    let steep = ay > ax;
    let (small, large) = if steep { (ax, ay) } else { (ay, ax) };
    let ratio = if large == 0.0 { 0.0 } else { small / large };
    let octant = atan_unit(ratio);
    let quadrant = if steep { FRAC_PI_2 - octant } else { octant };
    let half = if x.is_sign_negative() { PI - quadrant } else { quadrant };
    half.copysign(y)
}

/// The arc tangent of a ratio in \[0, 1\].
fn atan_unit(t: f64) -> f64 {
    // tan(π/8); above it the addition theorem folds the argument around π/4.
    const TAN_PI_8: f64 = SQRT_2 - 1.0;
    if t > TAN_PI_8 { FRAC_PI_4 + atan_series((t - 1.0) / (t + 1.0)) } else { atan_series(t) }
}

/// The arc tangent on \[-0.4143, 0.4143\]; the first omitted term is below 1e-12.
fn atan_series(t: f64) -> f64 {
    const TERMS: i32 = 14;
    let z = t * t;
    let mut sum = 0.0;
    let mut k = TERMS;
    while k > 0 {
        // Horner's rule from the smallest term: 1/3, 1/5, ... with alternating signs.
        sum = z * (1.0 / f64::from(2 * k + 1) - sum);
        k -= 1;
    }
    t - t * sum
}

/// The exponential of any f64, saturating at the f32 range with a margin.
fn exp_wide(x: f64) -> f64 {
    if x.is_nan() {
        return f64::NAN;
    }
    if x > 90.0 {
        return f64::INFINITY;
    }
    if x < -110.0 {
        return 0.0;
    }
    let half = if x < 0.0 { -0.5 } else { 0.5 };
    let n = (x * LOG2_E + half) as i32;
    let r = x - f64::from(n) * LN_2;
    // |r| <= 0.347, where the thirteenth term is below 1e-15.
    const INVERSE_FACTORIALS: [f64; 12] = [
        1.0 / 39_916_800.0,
        1.0 / 3_628_800.0,
        1.0 / 362_880.0,
        1.0 / 40_320.0,
        1.0 / 5040.0,
        1.0 / 720.0,
        1.0 / 120.0,
        1.0 / 24.0,
        1.0 / 6.0,
        1.0 / 2.0,
        1.0,
        1.0,
    ];
    let series = INVERSE_FACTORIALS.iter().fold(0.0, |sum, &coefficient| sum * r + coefficient);
    // Two to the n as bits; n stays within +-160, far inside the f64 exponent range.
    series * f64::from_bits(((n + 1023) as u64) << 52)
}

/// The natural logarithm of a positive finite f64 that is not subnormal.
fn ln_wide(x: f64) -> f64 {
    let bits = x.to_bits();
    let mut exponent = (bits >> 52) as i32 - 1023;
    let mut mantissa = f64::from_bits(bits & 0x000F_FFFF_FFFF_FFFF | 0x3FF0_0000_0000_0000);
    if mantissa > SQRT_2 {
        mantissa *= 0.5;
        exponent += 1;
    }
    debug_assert!((FRAC_1_SQRT_2 * 0.99..=SQRT_2).contains(&mantissa), "mantissa {mantissa} not reduced");
    // ln m = 2 artanh((m-1)/(m+1)), with the argument below 0.172.
    let t = (mantissa - 1.0) / (mantissa + 1.0);
    let z = t * t;
    const ODD: [f64; 9] = [
        1.0 / 19.0,
        1.0 / 17.0,
        1.0 / 15.0,
        1.0 / 13.0,
        1.0 / 11.0,
        1.0 / 9.0,
        1.0 / 7.0,
        1.0 / 5.0,
        1.0 / 3.0,
    ];
    let tail = ODD.iter().fold(0.0, |sum, &coefficient| sum * z + coefficient);
    f64::from(exponent) * LN_2 + 2.0 * (t + t * z * tail)
}

/// Parity of an exponent.
enum Parity {
    Even,
    Odd,
    Fractional,
}

/// Classifies a finite or infinite exponent; infinity counts as even, as in IEEE 754.
fn integer_parity(y: f32) -> Parity {
    let magnitude = y.abs();
    // From 2^24 up every f32 is an even integer.
    if magnitude >= 16_777_216.0 {
        return Parity::Even;
    }
    let whole = magnitude as u32;
    if whole as f32 != magnitude {
        Parity::Fractional
    } else if whole & 1 == 1 {
        Parity::Odd
    } else {
        Parity::Even
    }
}

/// The power of a base that is not negative.
fn pow_magnitude(base: f32, exponent: f32) -> f32 {
    let grows = (base > 1.0) == (exponent > 0.0);
    if base == 1.0 {
        1.0
    } else if base == 0.0 || base.is_infinite() || exponent.is_infinite() {
        if grows { f32::INFINITY } else { 0.0 }
    } else {
        exp_wide(f64::from(exponent) * ln_wide(f64::from(base))) as f32
    }
}

#[cfg(test)]
mod tests;
