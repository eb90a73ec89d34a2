//! Random numbers for cases: small, seeded, the same on every machine.

/// A xorshift generator (Marsaglia 2003), scrambled by a multiplication.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Returns a number below `count`.
    pub(crate) fn below(&mut self, count: u64) -> u64 {
        (self.bits() >> 33) % count
    }

    /// Returns a number from `low` to `high`.
    pub(crate) fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * ((self.bits() >> 40) as f32 / (1_u32 << 24) as f32)
    }

    /// Returns a point of the square from `-half` to `half`.
    pub(crate) fn point(&mut self, half: f32) -> [f32; 2] {
        [self.range(-half, half), self.range(-half, half)]
    }
}
