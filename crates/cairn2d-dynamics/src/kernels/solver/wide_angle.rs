//! Angle of a rotation, in all lanes.

use cairn2d_math::lanes::Lanes;

/// Angle of the direction `(c, s)` from -pi to pi, within 5e-7 `[rad]`. The direction need not have unit
/// length; the zero vector gives 0.
///
/// The direction is folded to half an octant, where eight terms of the Taylor series are exact to 2e-8.
#[inline(always)]
pub(super) fn angle_w<L: Lanes>(l: L, c: L::F, s: L::F) -> L::F {
    use core::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};
    const TAN_EIGHTH: f32 = 0.414_213_57;
    let k = |value: f32| l.splat(value);
    let (ac, as_) = (l.abs(c), l.abs(s));
    let steep = l.gt(as_, ac);
    let (small, large) = (l.select(steep, ac, as_), l.select(steep, as_, ac));
    // tan(a - pi/4) is (tan(a) - 1) / (tan(a) + 1).
    let high = l.gt(small, k(TAN_EIGHTH) * large);
    let numerator = l.select(high, small - large, small);
    let denominator = l.select(high, small + large, large);
    let some = l.gt(denominator, l.zero());
    let t = l.select(some, numerator, l.zero()) / l.select(some, denominator, k(1.0));
    let z = t * t;
    let tail = k(-1.0 / 11.0) + z * (k(1.0 / 13.0) + z * k(-1.0 / 15.0));
    let series = k(-1.0 / 3.0) + z * (k(1.0 / 5.0) + z * (k(-1.0 / 7.0) + z * (k(1.0 / 9.0) + z * tail)));
    let octant = l.select(high, k(FRAC_PI_4), l.zero()) + (t + t * (z * series));
    let quadrant = l.select(steep, k(FRAC_PI_2) - octant, octant);
    let half = l.select(l.lt(c, l.zero()), k(PI) - quadrant, quadrant);
    l.select(l.lt(s, l.zero()), -half, half)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cairn2d_math::lanes::Scalar;

    #[test]
    fn angles_agree_with_the_exact_ones() {
        let mut worst = 0.0_f64;
        for step in -200_000..=200_000 {
            let angle = f64::from(step) / 200_000.0 * core::f64::consts::PI;
            for length in [1.0, 1.0e-3, 300.0] {
                let (c, s) = ((length * angle.cos()) as f32, (length * angle.sin()) as f32);
                let exact = f64::from(s).atan2(f64::from(c));
                worst = worst.max((f64::from(angle_w(Scalar, c, s)) - exact).abs());
            }
        }
        assert!(worst < 5.0e-7, "{worst}");
    }

    #[test]
    fn the_axes_and_nothing() {
        use core::f32::consts::{FRAC_PI_2, PI};
        let cases = [
            (1.0, 0.0, 0.0),
            (0.0, 1.0, FRAC_PI_2),
            (-1.0, 0.0, PI),
            (0.0, -1.0, -FRAC_PI_2),
            (0.0, 0.0, 0.0),
        ];
        for (c, s, angle) in cases {
            assert_eq!(angle_w(Scalar, c, s), angle, "({c}, {s})");
        }
    }
}
