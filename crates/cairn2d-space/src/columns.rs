//! Boxes as columns of coordinates, shared by brute force, sweep and grid.
//!
//! A test covers sixteen boxes from any index; [`PADDING`] boxes that touch nothing follow the last one.

use core::ops::{ControlFlow, Range};

use cairn2d_geometry::wide_box::{PairSink, WIDTH, WideBox};
use cairn2d_math::lanes::Lanes;
use cairn2d_math::{Aabb, vec2};

/// Number of boxes after the last one, so that a test may start at any box or one index after it.
const PADDING: usize = WIDTH;

/// Boxes \[m\] and the slots they belong to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    pub(crate) min_x: Vec<f32>,
    pub(crate) min_y: Vec<f32>,
    pub(crate) max_x: Vec<f32>,
    pub(crate) max_y: Vec<f32>,
    slots: Vec<u32>,
    count: usize,
}

impl Columns {
    pub(crate) const fn len(&self) -> usize {
        self.count
    }

    pub(crate) fn slot(&self, i: usize) -> u32 {
        self.slots[i]
    }

    /// The slots of all boxes.
    pub(crate) fn slots(&self) -> &[u32] {
        &self.slots[..self.count]
    }

    /// Reserves `count` boxes, each of which must then be [`set`](Self::set).
    pub(crate) fn resize(&mut self, count: usize) {
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
    pub(crate) fn set(&mut self, i: usize, slot: u32, aabb: Aabb) {
        self.min_x[i] = aabb.min.x;
        self.min_y[i] = aabb.min.y;
        self.max_x[i] = aabb.max.x;
        self.max_y[i] = aabb.max.y;
        self.slots[i] = slot;
    }

    #[inline(always)]
    pub(crate) fn get(&self, i: usize) -> Aabb {
        Aabb::new(vec2(self.min_x[i], self.min_y[i]), vec2(self.max_x[i], self.max_y[i]))
    }

    /// One bit for each of the boxes `at..at + count`, of which at most sixteen are looked at, that touches
    /// `wide`.
    #[inline(always)]
    pub(crate) fn overlaps<L: Lanes>(&self, l: L, wide: &WideBox<L>, at: usize, count: usize) -> u32 {
        let window = at..at + WIDTH;
        let boxes = [&self.min_x, &self.min_y, &self.max_x, &self.max_y];
        let boxes = boxes.map(|column| &column[window.clone()]);
        let mut bits = 0;
        let mut lane = 0;
        while lane < WIDTH && lane < count {
            bits |= wide.touches(l, boxes, lane);
            lane += L::COUNT;
        }
        bits & low_bits(count)
    }

    /// Calls `found` with the slot of every box in the range that touches `wide`, in order.
    #[inline(always)]
    pub(crate) fn query<L: Lanes>(
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
    pub(crate) fn pair<L: Lanes>(
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
