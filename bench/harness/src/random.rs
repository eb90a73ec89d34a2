//! Random numbers of the scenes, the same on every machine.

/// A linear congruential generator; Knuth, "The Art of Computer Programming", volume 2, MMIX.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// Returns a generator of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// Returns a number from 0 to below 1.
    pub(crate) fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1_u32 << 24) as f32
    }

    pub(crate) fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.unit()
    }

    /// Returns a whole number below a limit.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        ((self.unit() * limit as f32) as u32).min(limit.saturating_sub(1))
    }

    /// Returns a point of a square about the origin.
    pub(crate) fn point(&mut self, side: f32) -> [f32; 2] {
        [self.between(-0.5 * side, 0.5 * side), self.between(-0.5 * side, 0.5 * side)]
    }
}
