//! Kinds of samples.

/// A value of a field: `u8` or `f32`.
pub trait Sample: Copy + sealed::Sealed {
    /// Writes a bit per sample that is at least the threshold.
    #[doc(hidden)]
    fn solid(row: &[Self], threshold: Self, bits: &mut [u64]);

    /// Where the threshold lies between two samples, 0 to 1.
    #[doc(hidden)]
    fn fraction(from: Self, to: Self, threshold: Self) -> f32;

    /// Whether the mean of four samples is at least the threshold.
    #[doc(hidden)]
    fn is_mean_solid(corners: [Self; 4], threshold: Self) -> bool;
}

mod sealed {
    pub trait Sealed {}

    impl Sealed for u8 {}

    impl Sealed for f32 {}
}

impl Sample for u8 {
    fn solid(row: &[u8], threshold: u8, bits: &mut [u64]) {
        let mut chunks = row.chunks_exact(64);
        let mut word = 0;
        for chunk in &mut chunks {
            let mut packed = 0;
            for (k, bytes) in chunk.chunks_exact(8).enumerate() {
                let mut eight = [0; 8];
                eight.copy_from_slice(bytes);
                packed |= u64::from(at_least(u64::from_le_bytes(eight), threshold)) << (8 * k);
            }
            bits[word] = packed;
            word += 1;
        }
        let rest = chunks.remainder();
        if !rest.is_empty() {
            bits[word] = pack(rest, |&sample| sample >= threshold);
        }
    }

    #[inline]
    fn fraction(from: u8, to: u8, threshold: u8) -> f32 {
        let (from, to, threshold) = (f32::from(from), f32::from(to), f32::from(threshold));
        (threshold - from) / (to - from)
    }

    fn is_mean_solid(corners: [u8; 4], threshold: u8) -> bool {
        corners.iter().map(|&corner| u32::from(corner)).sum::<u32>() >= 4 * u32::from(threshold)
    }
}

impl Sample for f32 {
    fn solid(row: &[f32], threshold: f32, bits: &mut [u64]) {
        for (chunk, word) in row.chunks(64).zip(bits) {
            *word = pack(chunk, |&sample| sample >= threshold);
        }
    }

    #[inline]
    fn fraction(from: f32, to: f32, threshold: f32) -> f32 {
        let share = (threshold - from) / (to - from);
        // Infinite samples and those that are no numbers have no share.
        if (0.0..=1.0).contains(&share) { share } else { 0.5 }
    }

    fn is_mean_solid([a, b, c, d]: [f32; 4], threshold: f32) -> bool {
        // The sums of opposite corners do not depend on the order in which cells are read.
        (a + c) + (b + d) >= 4.0 * threshold
    }
}

fn pack<S>(samples: &[S], is_solid: impl Fn(&S) -> bool) -> u64 {
    samples.iter().enumerate().fold(0, |bits, (k, sample)| bits | u64::from(is_solid(sample)) << k)
}

/// A bit for each of eight bytes that is at least the threshold.
///
/// Bytes are compared in 16-bit fields, where `256 + byte - threshold` has bit 8 if there is no borrow.
#[inline]
fn at_least(bytes: u64, threshold: u8) -> u8 {
    const FIELDS: u64 = 0x00FF_00FF_00FF_00FF;
    const ONES: u64 = 0x0001_0001_0001_0001;
    const BITS: u64 = 0x0100_0100_0100_0100;
    let subtract = ONES * u64::from(threshold);
    let even = (((bytes & FIELDS) | BITS) - subtract) & BITS;
    let odd = ((((bytes >> 8) & FIELDS) | BITS) - subtract) & BITS;
    // Bits 8, 24, 40, 56 of `even` are bytes 0, 2, 4, 6; the product moves them to bits 56, 58, 60, 62.
    let gather = |fields: u64| {
        let bits = fields >> 8;
        (bits | bits >> 14 | bits >> 28 | bits >> 42) & 0b0101_0101
    };
    (gather(even) | gather(odd) << 1) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_bytes_are_compared_like_one_at_a_time() {
        let mut state = 1_u64;
        for round in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let bytes = (state ^ state >> 29).to_le_bytes();
            let threshold = (round % 256) as u8;
            let expected = pack(&bytes, |&byte| byte >= threshold) as u8;
            assert_eq!(at_least(u64::from_le_bytes(bytes), threshold), expected, "{bytes:?} {threshold}");
        }
    }
}
