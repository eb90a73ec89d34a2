//! Smoothing that does not depend on the step size, and wrapping of angles.
//!
//! The usual `x += (target - x) * 0.1` per frame depends on the frame rate. The exact solution of "the
//! distance shrinks by a fixed ratio per second" is an exponential: two half steps give the same result as
//! one full step.

use crate::trig::{exp, pow, reduce_quarter_turns};
use crate::vec2::Vec2;
use core::f32::consts::PI;
use core::ops::{Add, Mul, Sub};

/// Moves `current` towards `target` so that after one second a fraction `remaining_fraction_per_second`
/// \[-\], in \[0, 1\], of the distance remains: 0.1 leaves a tenth, 0 arrives at once, 1 never moves.
///
/// `dt` \[s\] is not negative. Exact in time: n steps of `dt / n` give the same result as one step of `dt`,
/// up to rounding. Works for `f32` and for [`Vec2`](crate::Vec2).
///
/// ```
/// # mod cairn2d { pub use cairn2d_math as math; }
/// use cairn2d::math::approach;
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

/// The factor of an exponential decay with rate `k` \[1/s\] after `dt` \[s\]: `exp(-k dt)`, in \[0, 1\] if
/// neither is negative.
#[inline]
#[must_use]
pub fn decay(k: f32, dt: f32) -> f32 {
    exp(-k * dt)
}

/// As [`approach`], with the half-life \[s\] of the distance, from 0, which arrives at once.
///
/// ```
/// # mod cairn2d { pub use cairn2d_math as math; }
/// use cairn2d::math::approach_half;
/// assert!((approach_half(0.0, 8.0, 0.5, 1.0) - 6.0).abs() < 1e-5);
/// ```
#[inline]
#[must_use]
pub fn approach_half<T>(current: T, target: T, half_life: f32, dt: f32) -> T
where
    T: Copy + Add<Output = T> + Sub<Output = T> + Mul<f32, Output = T>,
{
    target + (current - target) * half(half_life, dt)
}

/// As [`approach_half`], for an angle \[rad\], over the shorter difference. In (-π, π\].
#[must_use]
pub fn approach_angle(current: f32, target: f32, half_life: f32, dt: f32) -> f32 {
    wrap_angle(target + wrap_angle(current - target) * half(half_life, dt))
}

/// As [`approach_half`], for a quantity on a logarithmic scale, such as the zoom of a camera: the ratio to
/// the target shrinks evenly, so zooming in and out are symmetric. Both values are above 0.
///
/// ```
/// # mod cairn2d { pub use cairn2d_math as math; }
/// use cairn2d::math::approach_ratio;
/// // Halfway from 1 to 16 is 4.
/// assert!((approach_ratio(1.0, 16.0, 0.5, 0.5) - 4.0).abs() < 1e-5);
/// ```
#[must_use]
pub fn approach_ratio(current: f32, target: f32, half_life: f32, dt: f32) -> f32 {
    target * pow(current / target, half(half_life, dt))
}

/// Interpolates two values on a logarithmic scale at `share` \[-\]: `from` at 0, `to` at 1, both above 0.
#[must_use]
pub fn lerp_ratio(from: f32, to: f32, share: f32) -> f32 {
    from * pow(to / from, share)
}

/// The new centre \[m\] of a camera that zooms from one scale to another \[px/m\] while the point `fixed`
/// \[m\], such as the one under the cursor, stays in place in the picture.
///
/// ```
/// # mod cairn2d { pub use cairn2d_math::vec2; pub use cairn2d_math as math; }
/// use cairn2d::vec2;
/// use cairn2d::math::zoom_about;
/// let (center, fixed) = (vec2(0.0, 0.0), vec2(4.0, 2.0));
/// let zoomed = zoom_about(center, 10.0, 20.0, fixed);
/// assert_eq!((fixed - zoomed) * 20.0, (fixed - center) * 10.0);
/// ```
#[inline]
#[must_use]
pub fn zoom_about(center: impl Into<Vec2>, from: f32, to: f32, fixed: impl Into<Vec2>) -> Vec2 {
    let (center, fixed) = (center.into(), fixed.into());
    fixed + (center - fixed) * (from / to)
}

/// A value that follows a target smoothly, with a velocity: the value after `dt` \[s\], and its velocity then
/// \[1/s\].
///
/// It is a critically damped spring: it never overshoots, and starts and arrives smoothly. From rest it
/// covers half of the distance in the half-life \[s\], from 0, which arrives at once. Exact in time while the
/// target is constant: n steps of `dt / n` give the same result as one of `dt`.
///
/// ```
/// # mod cairn2d { pub use cairn2d_math as math; }
/// use cairn2d::math::follow;
/// let (there, speed) = follow(0.0, 0.0, 10.0, 0.5, 0.5);
/// assert!((there - 5.0).abs() < 1e-4 && speed > 0.0);
/// ```
#[must_use]
pub fn follow<T>(current: T, velocity: T, target: T, half_life: f32, dt: f32) -> (T, T)
where
    T: Copy + Add<Output = T> + Sub<Output = T> + Mul<f32, Output = T>,
{
    // The frequency w for which (1 + w h) exp(-w h) is one half at the half-life h.
    const HALF_WAY: f32 = 1.678_347;
    let off = current - target;
    if dt == 0.0 {
        return (current, velocity);
    }
    if half_life <= 0.0 {
        return (target, velocity * 0.0);
    }
    let frequency = HALF_WAY / half_life;
    let left = decay(frequency, dt);
    // off(t) = (off + slope t) exp(-w t) solves off'' + 2 w off' + w² off = 0.
    let slope = velocity + off * frequency;
    (target + (off + slope * dt) * left, (velocity - slope * (frequency * dt)) * left)
}

/// The share that remains after `dt` with a half-life, both \[s\].
fn half(half_life: f32, dt: f32) -> f32 {
    if dt == 0.0 {
        1.0
    } else if half_life <= 0.0 {
        0.0
    } else {
        pow(0.5, dt / half_life)
    }
}

/// The equivalent angle \[rad\] in (-π, π\]; NaN for values that are not finite. Values in range are returned
/// unchanged.
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
    // Three quarters forwards are one backwards; two are a half turn in the direction that stays in range.
    let turn = match quarters {
        0 => 0.0,
        1 => 1.0,
        2 if rest <= 0.0 => 2.0,
        2 => -2.0,
        _ => -1.0,
    };
    let wrapped = (turn * core::f64::consts::FRAC_PI_2 + rest) as f32;
    // Rounding may give the open end of the range, which is the same direction as the closed one.
    if wrapped <= -PI { PI } else { wrapped }
}

#[cfg(test)]
mod tests {
    use super::{
        approach, approach_angle, approach_half, approach_ratio, decay, follow, lerp_ratio, wrap_angle,
    };
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
        // A common error is a factor that jumps to the target as the step shrinks.
        assert_eq!(approach(1.0, 9.0, 0.1, 0.0), 1.0);
        assert!((approach(1.0f32, 9.0, 0.1, 1.0) - 8.2).abs() < 1.0e-6);
    }

    #[test]
    fn half_lives_halve_whatever_the_step_size() {
        for count in [1, 2, 7, 60, 1000] {
            let dt = 0.75 / count as f32;
            let (mut x, mut angle, mut zoom) = (8.0f32, 3.0f32, 64.0f32);
            let (mut place, mut velocity) = (vec2(8.0, -2.0), vec2(1.0, 5.0));
            for _ in 0..count {
                x = approach_half(x, 0.0, 0.25, dt);
                angle = approach_angle(angle, -3.0, 0.25, dt);
                zoom = approach_ratio(zoom, 1.0, 0.25, dt);
                (place, velocity) = follow(place, velocity, vec2(3.0, 1.0), 0.5, dt);
            }
            assert!((x - 1.0).abs() < 1.0e-4, "{count}: {x}");
            // From 3 to -3 it is 0.283 over the shorter difference, across 180 degrees.
            let left = wrap_angle(angle + 3.0);
            assert!((left + (2.0 * PI - 6.0) / 8.0).abs() < 1.0e-4, "{count}: {left}");
            // Three quarters of a doubling remain of six doublings.
            assert!((zoom - 2.0f32.powf(0.75)).abs() < 1.0e-3, "{count}: {zoom}");
            let once = follow(vec2(8.0, -2.0), vec2(1.0, 5.0), vec2(3.0, 1.0), 0.5, 0.75);
            assert!(
                place.distance(once.0) < 1.0e-3 && velocity.distance(once.1) < 1.0e-3,
                "{count}: {place:?}"
            );
        }
        assert_eq!(approach_half(1.0, 9.0, 0.0, 0.1), 9.0);
        assert_eq!(approach_half(1.0, 9.0, 0.0, 0.0), 1.0);
        assert!((lerp_ratio(2.0, 32.0, 0.25) - 4.0).abs() < 1.0e-5);
    }

    #[test]
    fn smoothed_value_follows_its_differential_equation_without_overshoot() {
        let frequency = 1.678_346_99f64 / 0.5;
        let (mut x, mut v) = (10.0f64, 0.0f64);
        let (dt, count) = (1.0e-5, 100_000);
        for _ in 0..count {
            // Midpoint rule, good to 1e-9 here.
            let force = |x: f64, v: f64| -2.0 * frequency * v - frequency * frequency * x;
            let (xm, vm) = (x + 0.5 * dt * v, v + 0.5 * dt * force(x, v));
            (x, v) = (x + dt * vm, v + dt * force(xm, vm));
        }
        let (place, speed) = follow(10.0f32, 0.0, 0.0, 0.5, 1.0);
        assert!((f64::from(place) - x).abs() < 1.0e-4 && (f64::from(speed) - v).abs() < 1.0e-3);
        let mut last = 10.0f32;
        for step in 1..200 {
            let (here, speed) = follow(10.0f32, 0.0, 0.0, 0.5, 0.02 * step as f32);
            assert!(here < last && here > 0.0 && speed < 0.0);
            last = here;
        }
        assert_eq!(follow(10.0f32, 3.0, 1.0, 0.0, 0.1), (1.0, 0.0));
        assert_eq!(follow(10.0f32, 3.0, 1.0, 0.5, 0.0), (10.0, 3.0));
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

    #[test]
    fn ratio_interpolation_is_geometric() {
        assert!((lerp_ratio(3.0, 48.0, 0.25) - 6.0).abs() < 1.0e-5);
        assert!((lerp_ratio(8.0, 2.0, 0.5) - 4.0).abs() < 1.0e-5);
    }
}
