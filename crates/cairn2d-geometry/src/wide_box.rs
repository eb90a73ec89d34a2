//! Boxes tested sixteen at a time with any lanes, and the buffer that collects pairs; shared by the packed
//! tree and `cairn2d-space`.
//!
//! Hidden from the documentation: not part of the public interface.
//!
//! A test always covers sixteen boxes, so neither results nor their order depend on the lanes.

use cairn2d_math::Aabb;
use cairn2d_math::lanes::Lanes;

/// Boxes per test.
pub const WIDTH: usize = 16;

/// Pairs that are buffered before they are appended to the caller's list; a power of two.
const PAIR_BUFFER: usize = 128;

/// The same box in every lane, ready for comparisons with many.
#[derive(Clone, Copy, Debug)]
pub struct WideBox<L: Lanes> {
    min_x: L::F,
    min_y: L::F,
    max_x: L::F,
    max_y: L::F,
}

impl<L: Lanes> WideBox<L> {
    #[inline(always)]
    pub fn splat(l: L, aabb: Aabb) -> Self {
        Self {
            min_x: l.splat(aabb.min.x),
            min_y: l.splat(aabb.min.y),
            max_x: l.splat(aabb.max.x),
            max_y: l.splat(aabb.max.y),
        }
    }

    /// One bit for each box from `lane` on, as many as there are lanes, that touches this one. The boxes are
    /// given by their least x, least y, greatest x and greatest y.
    #[inline(always)]
    pub fn touches(&self, l: L, [min_x, min_y, max_x, max_y]: [&[f32]; 4], lane: usize) -> u32 {
        let x = l.and(l.le(l.load(&min_x[lane..]), self.max_x), l.le(self.min_x, l.load(&max_x[lane..])));
        let y = l.and(l.le(l.load(&min_y[lane..]), self.max_y), l.le(self.min_y, l.load(&max_y[lane..])));
        l.bits(l.and(x, y)) << lane
    }
}

/// A buffer of pairs of slots, the smaller slot first.
///
/// The number of hits of a test is nearly random, and a branch on it would be mispredicted about once per
/// pair. Two pairs are therefore always written, but only counted if they exist.
#[derive(Debug)]
pub struct PairSink<'a> {
    pairs: [(u32, u32); PAIR_BUFFER],
    len: usize,
    out: &'a mut Vec<(u32, u32)>,
}

impl<'a> PairSink<'a> {
    #[inline(always)]
    pub fn new(out: &'a mut Vec<(u32, u32)>) -> Self {
        Self { pairs: [(0, 0); PAIR_BUFFER], len: 0, out }
    }

    /// Adds the pairs of one slot with those of `others`, at least sixteen, that the bits select.
    #[inline(always)]
    pub fn push(&mut self, slot: u32, others: &[u32], mut bits: u32) {
        debug_assert!(others.len() >= WIDTH, "sixteen slots, got {}", others.len());
        if self.len > PAIR_BUFFER - WIDTH {
            self.flush();
        }
        for _ in 0..2 {
            self.write(slot, others[bits.trailing_zeros() as usize & (WIDTH - 1)]);
            self.len += usize::from(bits != 0);
            bits &= bits.wrapping_sub(1);
        }
        while bits != 0 {
            self.write(slot, others[bits.trailing_zeros() as usize & (WIDTH - 1)]);
            self.len += 1;
            bits &= bits - 1;
        }
    }

    /// Adds one pair.
    #[inline(always)]
    pub fn push_one(&mut self, a: u32, b: u32) {
        if self.len > PAIR_BUFFER - WIDTH {
            self.flush();
        }
        self.write(a, b);
        self.len += 1;
    }

    /// Appends the remaining pairs to the list.
    #[inline(always)]
    pub fn finish(mut self) {
        self.flush();
    }

    #[inline(always)]
    fn write(&mut self, a: u32, b: u32) {
        self.pairs[self.len & (PAIR_BUFFER - 1)] = if a < b { (a, b) } else { (b, a) };
    }

    #[inline(never)]
    pub fn flush(&mut self) {
        self.out.extend_from_slice(&self.pairs[..self.len]);
        self.len = 0;
    }
}
