//! Compact formatting of floats in messages, to keep WebAssembly modules small.
//!
//! The standard library formats floats with tables and long division, which would take 2.5 % of the engine
//! module for the browser. The output here is the same: the shortest digits that parse to the same float.
//! They are found one digit after the other in double precision, which represents every float exactly and has
//! digits to spare.

use core::fmt;

/// A float as text, without an exponent.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Shown(pub f32);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[cfg(target_family = "wasm")]
        return show(self.0, f);
        #[cfg(not(target_family = "wasm"))]
        fmt::Display::fmt(&self.0, f)
    }
}

/// Largest number of digits.
#[cfg(any(test, target_family = "wasm"))]
const MOST_DIGITS: i32 = 9;

#[cfg(any(test, target_family = "wasm"))]
fn show(value: f32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if value.is_nan() {
        return f.write_str("NaN");
    }
    if value.is_sign_negative() {
        f.write_str("-")?;
    }
    let size = f64::from(value.abs());
    if size == 0.0 {
        return f.write_str("0");
    }
    if size > f64::from(f32::MAX) {
        return f.write_str("inf");
    }
    // The power of ten of the first digit.
    let mut power = 38;
    while power > -45 && ten_to(power) > size {
        power -= 1;
    }
    for count in 1..=MOST_DIGITS {
        let last = power + 1 - count;
        let digits = (scaled(size, -last) + 0.5).floor();
        if count == MOST_DIGITS || scaled(digits, last) as f32 == value.abs() {
            return write_digits(digits as u64, last, f);
        }
    }
    Ok(())
}

/// A number times a power of ten, rounded only once if possible.
#[cfg(any(test, target_family = "wasm"))]
fn scaled(number: f64, power: i32) -> f64 {
    if power < 0 { number / ten_to(-power) } else { number * ten_to(power) }
}

/// A power of ten from -45 to 54; exact up to 22.
#[cfg(any(test, target_family = "wasm"))]
fn ten_to(power: i32) -> f64 {
    let mut value = 1.0;
    for _ in 0..power.abs() {
        value *= 10.0;
    }
    if power < 0 { 1.0 / value } else { value }
}

/// Writes an integer times a power of ten.
#[cfg(any(test, target_family = "wasm"))]
fn write_digits(mut digits: u64, mut last: i32, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    // A 9 that was rounded up becomes 10.
    while last < 0 && digits.is_multiple_of(10) {
        (digits, last) = (digits / 10, last + 1);
    }
    // From the last digit to the first; the longest have 39 before the point and 54 after it.
    let mut text = [b'0'; 64];
    let mut place = last.min(0);
    let mut at = text.len();
    while digits > 0 || place <= 0 {
        if place == 0 && last < 0 {
            at -= 1;
            text[at] = b'.';
        }
        at -= 1;
        if place >= last {
            text[at] = b'0' + (digits % 10) as u8;
            digits /= 10;
        }
        place += 1;
    }
    f.write_str(core::str::from_utf8(&text[at..]).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Tried(f32);

    impl fmt::Display for Tried {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            show(self.0, f)
        }
    }

    fn check(value: f32) {
        assert_eq!(Tried(value).to_string(), value.to_string());
    }

    #[test]
    fn floats_are_formatted_like_the_standard_library() {
        for value in [0.0, 1.0, 10.0, 0.1, 0.3, 100.0, 123.456, 1.0e-3, 1.0e9, 16_777_216.0, 1.0e6, 1.0e-4] {
            check(value);
            check(-value);
        }
        for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN_POSITIVE, -0.0] {
            check(value);
        }
        // All magnitudes, and random digits.
        let mut bits: u32 = 12_345;
        for _ in 0..200_000 {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let value = f32::from_bits(bits);
            if value.is_finite() && value.abs() > 1.0e-30 {
                check(value);
            }
        }
    }

    #[test]
    fn formatted_floats_parse_to_the_same_value() {
        let mut bits: u32 = 54_321;
        for _ in 0..100_000 {
            bits = bits.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let value = f32::from_bits(bits & 0x3fff_ffff);
            let read: f32 = Tried(value).to_string().parse().expect("a number");
            assert_eq!(read.to_bits(), value.to_bits());
        }
    }
}
