//! Sweeps compared with the platform's f64 functions, the special cases of IEEE 754, and checksums that must
//! be the same on every machine.

use super::{acos, asin, atan2, cos, exp, exp_m1, ln, pow, sin, sin_cos, tan};
use core::f32::consts::{FRAC_PI_2, FRAC_PI_4, PI};

/// The distance in units in the last place of the exact result.
fn ulps(got: f32, want: f64) -> f64 {
    let rounded = want as f32;
    if rounded.is_infinite() || rounded.is_nan() {
        return if got == rounded || got.is_nan() && rounded.is_nan() { 0.0 } else { f64::INFINITY };
    }
    let above = f32::from_bits(rounded.abs().to_bits() + 1);
    let unit = if above.is_finite() { f64::from(above) - f64::from(rounded.abs()) } else { 2.0f64.powi(104) };
    (f64::from(got) - want).abs() / unit
}

/// Every `step`-th positive finite float, and the same with a minus.
fn all_floats(step: usize) -> impl Iterator<Item = f32> {
    (0..f32::INFINITY.to_bits()).step_by(step).flat_map(|bits| [f32::from_bits(bits), -f32::from_bits(bits)])
}

/// `count` floats evenly from `from` to `to`.
fn range(from: f32, to: f32, count: u32) -> impl Iterator<Item = f32> {
    (0..=count).map(move |i| from + (to - from) * (i as f32 / count as f32))
}

#[track_caller]
fn check(inputs: impl Iterator<Item = f32>, function: fn(f32) -> f32, exact: fn(f64) -> f64) {
    let mut worst = (0.0, 0.0);
    for x in inputs {
        let error = ulps(function(x), exact(f64::from(x)));
        if error > worst.0 {
            worst = (error, x);
        }
    }
    // Rounding itself costs half a unit.
    assert!(worst.0 < 0.505, "{} ulp at {}", worst.0, worst.1);
}

#[test]
fn sine_and_cosine_are_correctly_rounded() {
    check(range(-1.0e5, 1.0e5, 500_000), sin, f64::sin);
    check(range(-1.0e5, 1.0e5, 500_000), cos, f64::cos);
    check(range(-7.0, 7.0, 500_000), sin, f64::sin);
    check(range(-7.0, 7.0, 500_000), cos, f64::cos);
    check(all_floats(4_001), sin, f64::sin);
    check(all_floats(4_001), cos, f64::cos);
}

#[test]
fn sine_near_multiples_of_a_quarter_turn() {
    // An inaccurate reduction fails first at the floats nearest to multiples of π/2.
    for n in 1..200_000u32 {
        let near = (f64::from(n) * core::f64::consts::FRAC_PI_2) as f32;
        for x in [f32::from_bits(near.to_bits() - 1), near, f32::from_bits(near.to_bits() + 1)] {
            let (s, c) = sin_cos(x);
            let (exact_s, exact_c) = f64::from(x).sin_cos();
            assert!(ulps(s, exact_s) < 0.51 && ulps(c, exact_c) < 0.51, "{x}");
        }
    }
}

#[test]
fn tangent_is_correctly_rounded() {
    check(range(-50.0, 50.0, 500_000), tan, f64::tan);
    check(all_floats(8_009), tan, f64::tan);
}

#[test]
fn inverse_functions_are_correctly_rounded() {
    check(range(-1.0, 1.0, 500_000), asin, f64::asin);
    check(range(-1.0, 1.0, 500_000), acos, f64::acos);
    check(all_floats(4_001).filter(|x| x.abs() <= 1.0), asin, f64::asin);
    check(all_floats(4_001), |x| atan2(x, 1.0), f64::atan);
    check(all_floats(4_001), |x| atan2(2.0, x), |x| 2.0f64.atan2(x));
    for i in 0..1_000_000u32 {
        let angle = f64::from(i) * 6.4e-6;
        let radius = f64::from(i % 17 + 1) * 0.37;
        let (y, x) = ((radius * angle.sin()) as f32, (radius * angle.cos()) as f32);
        assert!(ulps(atan2(y, x), f64::from(y).atan2(f64::from(x))) < 0.505, "atan2({y}, {x})");
    }
}

#[test]
fn exponentials_are_correctly_rounded() {
    check(range(-105.0, 89.5, 500_000), exp, f64::exp);
    check(all_floats(4_001), exp, f64::exp);
    check(range(-2.0, 2.0, 500_000), exp_m1, f64::exp_m1);
    check(all_floats(4_001), exp_m1, f64::exp_m1);
    check(range(0.5, 2.0, 500_000), ln, f64::ln);
    check(all_floats(4_001).map(f32::abs), ln, f64::ln);
}

#[test]
fn powers_are_correctly_rounded() {
    for i in 0..1000u32 {
        for j in 0..1000u32 {
            let base = 0.001 + i as f32 * 0.017;
            let exponent = (j as f32 - 500.0) * 0.061;
            let exact = f64::from(base).powf(f64::from(exponent));
            assert!(ulps(pow(base, exponent), exact) < 0.505, "pow({base}, {exponent})");
        }
    }
}

/// Equal bits, or two NaNs.
#[track_caller]
fn assert_bits(got: f32, want: f32) {
    assert!(got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan(), "got {got}, want {want}");
}

#[test]
fn powers_follow_the_special_cases_of_ieee_754() {
    let special = [
        0.0,
        1.0,
        0.5,
        2.0,
        3.0,
        2.5,
        16_777_215.0,
        16_777_216.0,
        1.0e30,
        1.0e-30,
        1.0e-45,
        f32::MAX,
        f32::INFINITY,
        f32::NAN,
    ];
    for base in special.iter().flat_map(|&x| [x, -x]) {
        for exponent in special.iter().flat_map(|&x| [x, -x]) {
            let got = pow(base, exponent);
            let want = f64::from(base).powf(f64::from(exponent));
            // One case is within 1e-14 of the middle between two floats, where both are valid.
            let close = ulps(got, want) < 0.500_001 && got.is_sign_negative() == want.is_sign_negative();
            assert!(
                close || got.is_nan() && want.is_nan(),
                "pow({base}, {exponent}): got {got}, want {want}"
            );
        }
    }
}

#[test]
fn arc_tangent_knows_signed_zeros_and_infinities() {
    let special = [0.0, 1.0, 1.0e-45, f32::MAX, f32::INFINITY, f32::NAN];
    for y in special.iter().flat_map(|&y| [y, -y]) {
        for x in special.iter().flat_map(|&x| [x, -x]) {
            assert_bits(atan2(y, x), f64::from(y).atan2(f64::from(x)) as f32);
        }
    }
    assert_bits(atan2(1.0, 1.0), FRAC_PI_4);
    assert_bits(atan2(0.0, -1.0), PI);
    assert_bits(atan2(-0.0, -1.0), -PI);
}

#[test]
fn exact_values_and_bad_input() {
    assert_eq!(sin_cos(0.0), (0.0, 1.0));
    assert_bits(sin(-0.0), -0.0);
    assert_bits(tan(-0.0), -0.0);
    assert_bits(asin(1.0), FRAC_PI_2);
    assert_bits(acos(-1.0), PI);
    assert_bits(acos(1.0), 0.0);
    assert_bits(exp(0.0), 1.0);
    assert_bits(exp(f32::NEG_INFINITY), 0.0);
    assert_bits(exp(f32::INFINITY), f32::INFINITY);
    assert_bits(exp_m1(-0.0), -0.0);
    assert_bits(exp_m1(f32::NEG_INFINITY), -1.0);
    assert_bits(ln(1.0), 0.0);
    assert_bits(ln(0.0), f32::NEG_INFINITY);
    assert_bits(ln(-0.0), f32::NEG_INFINITY);
    assert_bits(ln(f32::INFINITY), f32::INFINITY);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        assert!(
            sin(bad).is_nan()
                && cos(bad).is_nan()
                && tan(bad).is_nan()
                && asin(bad).is_nan()
                && acos(bad).is_nan()
        );
    }
    assert!(asin(1.000_001).is_nan() && acos(-1.000_001).is_nan() && ln(-1.0e-45).is_nan());
    assert!(exp(f32::NAN).is_nan() && exp_m1(f32::NAN).is_nan() && ln(f32::NAN).is_nan());
    assert!(pow(-2.0, 0.5).is_nan() && atan2(f32::NAN, 1.0).is_nan());
}

/// FNV-1a over the output bits for inputs from the whole float range.
fn checksum(function: fn(f32) -> f32) -> u64 {
    all_floats(4_999).fold(0xCBF2_9CE4_8422_2325, |hash, x| {
        let y = function(x);
        // The bits of a NaN differ between processors. The replacement is not a NaN, because the optimiser
        // would drop the test otherwise.
        let bits = if y.is_nan() { 1 } else { y.to_bits() };
        (hash ^ u64::from(bits)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

#[test]
fn output_bits_are_pinned() {
    let got = [
        checksum(sin),
        checksum(cos),
        checksum(tan),
        checksum(asin),
        checksum(acos),
        checksum(|x| atan2(x, 0.7)),
        checksum(|x| atan2(-0.3, x)),
        checksum(exp),
        checksum(exp_m1),
        checksum(ln),
        checksum(|x| pow(x.abs(), 0.3)),
        checksum(|x| pow(1.01, x)),
    ];
    assert_eq!(got.map(|sum| format!("{sum:016x}")), PINNED);
}

/// One per function above; the same in every profile and on every processor.
const PINNED: [&str; 12] = [
    "e33322548e4489d1",
    "07436fae97178fb3",
    "90b59a4ac94b21b7",
    "2af2eff172000b57",
    "6408c5560aeff5f1",
    "ff6671cb9810cf07",
    "b291c134dc10a505",
    "506a30bb6c85922e",
    "6606cf7a3f8bc52a",
    "06ee4f14eee35f8e",
    "7a90b79dc58df3b9",
    "67ef3d6f15330cc8",
];
