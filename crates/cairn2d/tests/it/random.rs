//! Random numbers for tests: small, seeded, the same on every machine.

use cairn2d::prelude::*;

/// A xorshift generator (Marsaglia 2003), scrambled by a multiplication.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    /// A generator for this seed; any seed will do.
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// Any 64 bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `count`, which is above 0.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        ((self.bits() >> 33) as usize) % count
    }

    /// A number from `low` to `high`.
    pub(crate) fn range(&mut self, low: f32, high: f32) -> f32 {
        let unit = (self.bits() >> 40) as f32 / (1_u32 << 24) as f32;
        low + (high - low) * unit
    }

    /// A point of the square from `-half` to `half`.
    pub(crate) fn point(&mut self, half: f32) -> Vec2 {
        vec2(self.range(-half, half), self.range(-half, half))
    }

    /// A pose in the square from `-half` to `half`, with any angle.
    pub(crate) fn pose(&mut self, half: f32) -> Pose {
        Pose { p: self.point(half), q: Rot::from_angle(self.range(-3.0, 3.0)) }
    }

    /// A convex shape about `size` \[m\] across, of every kind that a moving body may have.
    pub(crate) fn shape(&mut self, size: f32) -> Shape {
        let offset = self.point(0.2 * size);
        match self.below(4) {
            0 => Circle { center: offset, radius: self.range(0.3, 0.6) * size }.into(),
            1 => {
                let half = vec2(self.range(0.2, 0.5), self.range(0.0, 0.4)) * size;
                Capsule { a: offset - half, b: offset + half, radius: self.range(0.1, 0.3) * size }.into()
            }
            2 => {
                let (x, y) = (self.range(0.2, 0.6) * size, self.range(0.2, 0.6) * size);
                Rect::half(x, y).at(offset).rotated(self.range(-3.0, 3.0)).into()
            }
            _ => Polygon::regular(3 + self.below(6), self.range(0.4, 0.7) * size)
                .expect("a regular polygon is convex")
                .into(),
        }
    }
}
