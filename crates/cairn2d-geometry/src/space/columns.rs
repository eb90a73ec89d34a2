//! Boxes coordinate by coordinate, tested sixteen at a time, and the buffer that collects pairs.
//!
//! What brute force, sweep and grid share. A test always covers sixteen boxes from any place on, whatever the lanes, so
//! neither answers nor their order depend on the lanes; [`PADDING`] boxes that touch nothing follow the last one.

use core::ops::{ControlFlow, Range};

use cairn2d_math::lanes::Lanes;
use cairn2d_math::{Aabb, vec2};

/// Boxes per test.
pub(super) const WIDTH: usize = 16;

/// Boxes behind the last one, so that a test may start at any of them, and one place behind.
const PADDING: usize = WIDTH;

/// Pairs that are collected before they go to the caller's list; a power of two.
const PAIR_BUFFER: usize = 512;

/// Boxes \[m\] and the slots they belong to.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    pub(super) min_x: Vec<f32>,
    pub(super) min_y: Vec<f32>,
    pub(super) max_x: Vec<f32>,
    pub(super) max_y: Vec<f32>,
    slots: Vec<u32>,
    count: usize,
}

impl Columns {
    pub(super) const fn len(&self) -> usize {
        self.count
    }

    pub(super) fn slot(&self, i: usize) -> u32 {
        self.slots[i]
    }

    /// The slots of all boxes.
    pub(super) fn slots(&self) -> &[u32] {
        &self.slots[..self.count]
    }

    /// Makes room for `count` boxes, each of which must then be [`set`](Self::set).
    pub(super) fn resize(&mut self, count: usize) {
        let len = count + PADDING;
        self.count = count;
        for (column, fill) in [
            (&mut self.min_x, f32::INFINITY),
            (&mut self.min_y, f32::INFINITY),
            (&mut self.max_x, f32::NEG_INFINITY),
            (&mut self.max_y, f32::NEG_INFINITY),
        ] {
            column.resize(len, fill);
            column[count..].fill(fill);
        }
        self.slots.resize(len, 0);
    }

    #[inline(always)]
    pub(super) fn set(&mut self, i: usize, slot: u32, aabb: Aabb) {
        self.min_x[i] = aabb.min.x;
        self.min_y[i] = aabb.min.y;
        self.max_x[i] = aabb.max.x;
        self.max_y[i] = aabb.max.y;
        self.slots[i] = slot;
    }

    #[inline(always)]
    pub(super) fn get(&self, i: usize) -> Aabb {
        Aabb::new(vec2(self.min_x[i], self.min_y[i]), vec2(self.max_x[i], self.max_y[i]))
    }

    /// One bit for each of the boxes `at..at + count`, of which at most sixteen are looked at, that touches `wide`.
    #[inline(always)]
    pub(super) fn overlaps<L: Lanes>(&self, l: L, wide: &WideBox<L>, at: usize, count: usize) -> u32 {
        let window = at..at + WIDTH;
        let (min_x, min_y) = (&self.min_x[window.clone()], &self.min_y[window.clone()]);
        let (max_x, max_y) = (&self.max_x[window.clone()], &self.max_y[window]);
        let mut bits = 0;
        let mut lane = 0;
        while lane < WIDTH && lane < count {
            let x = l.and(l.le(l.load(&min_x[lane..]), wide.max_x), l.le(wide.min_x, l.load(&max_x[lane..])));
            let y = l.and(l.le(l.load(&min_y[lane..]), wide.max_y), l.le(wide.min_y, l.load(&max_y[lane..])));
            bits |= l.bits(l.and(x, y)) << lane;
            lane += L::COUNT;
        }
        bits & low_bits(count)
    }

    /// Calls `found` with the slot of every box in the range that touches `wide`, in order.
    #[inline(always)]
    pub(super) fn query<L: Lanes>(
        &self,
        l: L,
        wide: &WideBox<L>,
        range: Range<usize>,
        found: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut at = range.start;
        while at < range.end {
            let mut bits = self.overlaps(l, wide, at, range.end - at);
            while bits != 0 {
                found(self.slots[at + bits.trailing_zeros() as usize])?;
                bits &= bits - 1;
            }
            at += WIDTH;
        }
        ControlFlow::Continue(())
    }

    /// Collects the pairs of a slot with every box in the range that touches `wide`.
    #[inline(always)]
    pub(super) fn pair<L: Lanes>(
        &self,
        l: L,
        of: (u32, &WideBox<L>),
        range: Range<usize>,
        out: &mut PairSink,
    ) {
        let mut at = range.start;
        while at < range.end {
            let bits = self.overlaps(l, of.1, at, range.end - at);
            out.push(of.0, &self.slots[at..at + WIDTH], bits);
            at += WIDTH;
        }
    }
}

/// The lowest `count` of sixteen bits.
#[inline(always)]
const fn low_bits(count: usize) -> u32 {
    if count < WIDTH { (1 << count) - 1 } else { (1 << WIDTH) - 1 }
}

/// The same box in every lane.
#[derive(Clone, Copy)]
pub(super) struct WideBox<L: Lanes> {
    min_x: L::F,
    min_y: L::F,
    max_x: L::F,
    max_y: L::F,
}

impl<L: Lanes> WideBox<L> {
    #[inline(always)]
    pub(super) fn splat(l: L, aabb: Aabb) -> Self {
        Self {
            min_x: l.splat(aabb.min.x),
            min_y: l.splat(aabb.min.y),
            max_x: l.splat(aabb.max.x),
            max_y: l.splat(aabb.max.y),
        }
    }
}

/// Pairs of slots on their way out, the smaller slot first.
///
/// Whether a test finds nothing, one or two is close to random, and a branch on it would be mispredicted about once per
/// pair. So two pairs are always written and only counted if they exist.
pub(super) struct PairSink<'a> {
    pairs: [(u32, u32); PAIR_BUFFER],
    len: usize,
    out: &'a mut Vec<(u32, u32)>,
}

impl<'a> PairSink<'a> {
    #[inline(always)]
    pub(super) fn new(out: &'a mut Vec<(u32, u32)>) -> Self {
        Self { pairs: [(0, 0); PAIR_BUFFER], len: 0, out }
    }

    /// Adds the pairs of one slot with those of `others`, sixteen at least, that the bits name.
    #[inline(always)]
    pub(super) fn push(&mut self, slot: u32, others: &[u32], mut bits: u32) {
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
    pub(super) fn push_one(&mut self, a: u32, b: u32) {
        if self.len > PAIR_BUFFER - WIDTH {
            self.flush();
        }
        self.write(a, b);
        self.len += 1;
    }

    /// Hands over what is left.
    #[inline(always)]
    pub(super) fn finish(mut self) {
        self.flush();
    }

    #[inline(always)]
    fn write(&mut self, a: u32, b: u32) {
        self.pairs[self.len & (PAIR_BUFFER - 1)] = if a < b { (a, b) } else { (b, a) };
    }

    #[inline(never)]
    fn flush(&mut self) {
        self.out.extend_from_slice(&self.pairs[..self.len]);
        self.len = 0;
    }
}
