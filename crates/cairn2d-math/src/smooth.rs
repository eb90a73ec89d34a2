//! Smoothing that does not depend on the step size, and angles brought back into one turn.
//!
//! The usual `x += (target - x) * 0.1` per frame slows down or speeds up with the frame rate. The exact solution of
//! "the distance shrinks by a fixed ratio per second" is an exponential: two half steps then do what one full step does.

use crate::trig::{exp, pow, reduce_quarter_turns};
use core::f32::consts::PI;
use core::ops::{Add, Mul, Sub};

/// Moves `current` towards `target` so that after one second `remaining_fraction_per_second` \[-\], in \[0, 1\], of the
/// distance is left: 0.1 leaves a tenth, 0 arrives at once, 1 never moves.
///
/// `dt` \[s\] is not negative. Exact in time: n steps of `dt / n` end where one step of `dt` does, up to rounding. Works
/// for `f32` and for [`Vec2`](crate::Vec2).
///
/// ```
/// use cairn2d_math::approach;
/// let one = approach(0.0, 10.0, 0.25, 1.0);
/// let two = approach(approach(0.0, 10.0, 0.25, 0.5), 10.0, 0.25, 0.5);
/// assert!((one - 7.5).abs() < 1e-5 && (two - 7.5).abs() < 1e-5);
/// ```
#[inline]
#[must_use]
pub fn approach<T>(current: T, target: T, remaining_fraction_per_second: f32, dt: f32) -> T
where
    T: Copy + Add<Output = T> + Sub<Output = T> + Mul<f32, Output = T>,
{
    target + (current - target) * pow(remaining_fraction_per_second, dt)
}

/// The factor by which something with decay rate `k` \[1/s\] shrinks in `dt` \[s\]: `exp(-k dt)`, in \[0, 1\] when neither
/// is negative.
#[inline]
#[must_use]
pub fn decay(k: f32, dt: f32) -> f32 {
    exp(-k * dt)
}

/// The same direction as an angle \[rad\] in (-π, π\]; any finite value, NaN otherwise. Values in range come back unchanged.
#[must_use]
pub fn wrap_angle(angle: f32) -> f32 {
    if angle > -PI && angle <= PI {
        return angle;
    }
    if angle == -PI {
        return PI;
    }
    if !angle.is_finite() {
        return f32::NAN;
    }
    let (quarters, rest) = reduce_quarter_turns(angle);
    // Three quarters forwards are one backwards; two are a half turn either way, whichever stays in range.
    let turn = match quarters {
        0 => 0.0,
        1 => 1.0,
        2 if rest <= 0.0 => 2.0,
        2 => -2.0,
        _ => -1.0,
    };
    let wrapped = (turn * core::f64::consts::FRAC_PI_2 + rest) as f32;
    // Rounding may reach the open end of the range, which is the same direction as the closed one.
    if wrapped <= -PI { PI } else { wrapped }
}

#[cfg(test)]
mod tests {
    use super::{approach, decay, wrap_angle};
    use crate::vec2;
    use core::f32::consts::PI;

    #[test]
    fn approach_does_not_depend_on_the_step_size() {
        for remaining in [0.001, 0.1, 0.5, 0.9] {
            for count in [1, 2, 7, 60, 1000] {
                let mut x = vec2(3.0, -40.0);
                for _ in 0..count {
                    x = approach(x, vec2(5.0, 60.0), remaining, 2.0 / count as f32);
                }
                let left = remaining * remaining;
                let expected = vec2(5.0 - 2.0 * left, 60.0 - 100.0 * left);
                assert!(
                    x.distance(expected) < 2.0e-3,
                    "{remaining} in {count} steps: {x:?}, not {expected:?}"
                );
            }
        }
    }

    #[test]
    fn approach_at_its_limits() {
        assert_eq!(approach(1.0, 9.0, 0.0, 0.1), 9.0);
        assert_eq!(approach(1.0, 9.0, 1.0, 0.1), 1.0);
        // The classic mistake is a factor that snaps to the target as the step shrinks.
        assert_eq!(approach(1.0, 9.0, 0.1, 0.0), 1.0);
        assert!((approach(1.0f32, 9.0, 0.1, 1.0) - 8.2).abs() < 1.0e-6);
    }

    #[test]
    fn decay_composes() {
        let mut velocity = 100.0;
        for _ in 0..240 {
            velocity *= decay(0.7, 1.0 / 240.0);
        }
        assert!((velocity - 100.0 * (-0.7f64).exp() as f32).abs() < 1.0e-3, "{velocity}");
        assert_eq!(decay(0.0, 5.0), 1.0);
    }

    #[test]
    fn angles_wrap_without_losing_the_excess() {
        assert_eq!(wrap_angle(PI), PI);
        assert_eq!(wrap_angle(-PI), PI);
        assert_eq!(wrap_angle(0.25), 0.25);
        assert!((wrap_angle(PI + 0.5) - (0.5 - PI)).abs() < 1.0e-6);
        assert!((wrap_angle(-PI - 0.5) - (PI - 0.5)).abs() < 1.0e-6);
        assert!(wrap_angle(f32::NAN).is_nan() && wrap_angle(f32::INFINITY).is_nan());
        let mut bits = 1u32;
        while bits < f32::INFINITY.to_bits() {
            for angle in [f32::from_bits(bits), -f32::from_bits(bits)] {
                let wrapped = wrap_angle(angle);
                assert!(wrapped > -PI && wrapped <= PI, "{angle} became {wrapped}");
                let (s, c) = f64::from(angle).sin_cos();
                let (t, d) = f64::from(wrapped).sin_cos();
                assert!((s - t).abs() + (c - d).abs() < 4.0e-7, "{angle} became {wrapped}");
            }
            bits += 10_007;
        }
    }
}
