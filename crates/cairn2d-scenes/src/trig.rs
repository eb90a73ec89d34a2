//! Sine and cosine for scene data, the same bits on every machine.
//!
//! The platform's functions differ in their last bits between machines, and a built-in scene must not. Scene
//! data is made once, so the method is simple and slow. It reduces the angle to an eighth of a turn in `f64`,
//! sums the Taylor series to `f64` accuracy with basic arithmetic only, and rounds to `f32` at the end.

use core::f64::consts::FRAC_2_PI;

// π/2 in two parts, so that subtracting a multiple of it keeps the low bits: the high part has 33 significant
// bits.
const HALF_PI_HIGH: f64 = 1.570_796_326_734_125_6;
const HALF_PI_LOW: f64 = 6.077_100_506_506_192e-11;

/// Returns (cos, sin) of an angle \[rad\], best within a million turns.
pub(crate) fn cos_sin(angle: f32) -> [f32; 2] {
    cos_sin_f64(f64::from(angle))
}

/// Returns (cos, sin) of an angle given with `f64` accuracy \[rad\].
pub(crate) fn cos_sin_f64(angle: f64) -> [f32; 2] {
    let quarter = (angle * FRAC_2_PI).round();
    let rest = (angle - quarter * HALF_PI_HIGH) - quarter * HALF_PI_LOW;
    let (cos, sin) = (series(rest, 0), rest * series(rest, 1));
    let [cos, sin] = match quarter.rem_euclid(4.0) as u32 {
        0 => [cos, sin],
        1 => [-sin, cos],
        2 => [-cos, -sin],
        _ => [sin, -cos],
    };
    // Adding zero turns -0.0 into 0.0, so that the left end of a circle has the expected y.
    [cos as f32 + 0.0, sin as f32 + 0.0]
}

/// Returns `vector` turned by `angle` \[rad\], counter-clockwise.
pub(crate) fn rotate(vector: [f32; 2], angle: f32) -> [f32; 2] {
    if angle == 0.0 {
        return vector;
    }
    let [cos, sin] = cos_sin(angle);
    [cos * vector[0] - sin * vector[1], sin * vector[0] + cos * vector[1]]
}

/// Sums `1 - x²/((o+1)(o+2)) + ...` for an order `o` of 0 (cosine) or 1 (sine divided by x), from the
/// smallest term up.
fn series(x: f64, order: u32) -> f64 {
    const TERMS: u32 = 9;
    let square = x * x;
    let mut sum = 1.0;
    for term in (1..=TERMS).rev() {
        let last = f64::from(2 * term + order);
        sum = 1.0 - square / (last * (last - 1.0)) * sum;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::{cos_sin, rotate};

    #[test]
    fn agrees_with_the_platform_in_double_precision() {
        for step in -40_000..40_000 {
            let angle = step as f32 * 0.0123;
            let [cos, sin] = cos_sin(angle);
            let wide = f64::from(angle);
            assert!((f64::from(cos) - wide.cos()).abs() < 3.1e-8, "cos {angle}");
            assert!((f64::from(sin) - wide.sin()).abs() < 3.1e-8, "sin {angle}");
        }
    }

    #[test]
    fn rotates_counter_clockwise() {
        let [x, y] = rotate([2.0, 0.0], core::f32::consts::FRAC_PI_2);
        assert!(x.abs() < 1e-6 && (y - 2.0).abs() < 1e-6);
    }
}
