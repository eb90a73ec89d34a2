//! Sweep along one axis: boxes sorted by their lower border, each tested against those that begin before it
//! ends.
//!
//! "Sweep and prune" on a single axis (Baraff 1992), the one along which the boxes are spread most. The order
//! changes little from step to step, so insertion sort repairs it in one pass. If that takes more moves than
//! [`MOVES`] per box, a full sort runs instead. Equal borders are ordered by slot, so both give the same
//! order.
//!
//! A query starts at the first block of sixteen boxes that reaches it: `reach` holds the highest upper border
//! up to and including each block. It never decreases, so it is searched by bisection.

use core::ops::ControlFlow;

use cairn2d_geometry::Ray;
use cairn2d_geometry::wide_box::{PairSink, WIDTH, WideBox};
use cairn2d_math::lanes::{LaneLevel, Lanes};
use cairn2d_math::{Aabb, Vec2, with_lanes};

use crate::columns::Columns;
use crate::index::sealed::Operations;
use crate::ray_walk::ray_box;
use crate::sample::Sample;

/// Moves per box after which insertion sort stops.
const MOVES: usize = 4;

/// Factor by which the other axis must be wider \[-\] before the sweep changes its axis.
const AXIS_HYSTERESIS: f64 = 1.5;

/// Finds boxes by sorting them along one axis: the method for boxes strung out along a line.
#[derive(Clone, Debug, Default)]
pub struct Sweep {
    /// Whether boxes are sorted along y.
    vertical: bool,
    /// The lower border as an ordered integer in the high half, the slot in the low one.
    keys: Vec<u64>,
    /// The boxes in that order.
    columns: Columns,
    reach: Vec<f32>,
}

impl Operations for Sweep {
    const NAME: &'static str = "sweep";

    fn rebuild(&mut self, _: LaneLevel, boxes: &[Aabb]) {
        self.choose_axis(boxes);
        self.sort(boxes);
        self.columns.resize(boxes.len());
        for (i, &key) in self.keys.iter().enumerate() {
            self.columns.set(i, key as u32, boxes[key as u32 as usize]);
        }
        let upper = if self.vertical { &self.columns.max_y } else { &self.columns.max_x };
        self.reach.clear();
        let mut reach = f32::NEG_INFINITY;
        for block in upper[..boxes.len()].chunks(WIDTH) {
            reach = block.iter().fold(reach, |a, &b| if a > b { a } else { b });
            self.reach.push(reach);
        }
    }

    fn query(
        &self,
        level: LaneLevel,
        aabb: Aabb,
        found: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (from, to) = (self.on_axis(aabb.min), self.on_axis(aabb.max));
        let start = WIDTH * self.reach.partition_point(|&reach| reach < from);
        let end = self.lower()[..self.columns.len()].partition_point(|&lower| lower <= to);
        with_lanes!(level, l => self.columns.query(l, &WideBox::splat(l, aabb), start..end, found))
    }

    fn ray(&self, level: LaneLevel, ray: Ray, found: &mut dyn FnMut(u32) -> Option<f32>) {
        let _ = self.query(level, ray_box(&ray), &mut |slot| match found(slot) {
            Some(_) => ControlFlow::Continue(()),
            None => ControlFlow::Break(()),
        });
    }

    fn pairs(&self, level: LaneLevel, share: (usize, usize), out: &mut Vec<(u32, u32)>) {
        with_lanes!(level, l => self.pairs_with_lanes(l, share, out));
    }
}

impl Sweep {
    fn choose_axis(&mut self, boxes: &[Aabb]) {
        let sample = Sample::of(boxes);
        let (x, y) = (sample.range_x(), sample.range_y());
        let (x, y) = (x.1 - x.0, y.1 - y.0);
        if (self.vertical && x > AXIS_HYSTERESIS * y) || (!self.vertical && y > AXIS_HYSTERESIS * x) {
            self.vertical = !self.vertical;
        }
    }

    fn sort(&mut self, boxes: &[Aabb]) {
        let count = boxes.len();
        let known = self.keys.len();
        if known > count {
            self.keys.retain(|&key| (key as u32 as usize) < count);
        } else {
            self.keys.extend(known as u64..count as u64);
        }
        for key in &mut self.keys {
            let min = boxes[*key as u32 as usize].min;
            let lower = if self.vertical { min.y } else { min.x };
            *key = u64::from(sortable(lower)) << 32 | (*key & 0xFFFF_FFFF);
        }
        if !insertion_sort(&mut self.keys) {
            self.keys.sort_unstable();
        }
    }

    #[inline(always)]
    fn pairs_with_lanes<L: Lanes>(&self, l: L, share: (usize, usize), out: &mut Vec<(u32, u32)>) {
        let count = self.columns.len();
        let border = |k: usize| (count as u64 * k as u64 / share.1 as u64) as usize;
        let lower = self.lower();
        let mut sink = PairSink::new(out);
        for i in border(share.0)..border(share.0 + 1) {
            let aabb = self.columns.get(i);
            let end = self.on_axis(aabb.max);
            let wide = WideBox::splat(l, aabb);
            let mut at = i + 1;
            // The padding begins at infinity, which ends the loop at the last box if nothing else does.
            while lower[at] <= end {
                self.columns.pair(l, (self.columns.slot(i), &wide), at..at + WIDTH, &mut sink);
                at = (at + WIDTH).min(count);
            }
        }
        sink.finish();
    }

    /// The lower borders along the axis, with padding.
    fn lower(&self) -> &[f32] {
        if self.vertical { &self.columns.min_y } else { &self.columns.min_x }
    }

    #[inline(always)]
    const fn on_axis(&self, v: Vec2) -> f32 {
        if self.vertical { v.y } else { v.x }
    }
}

/// An integer with the same order as the float.
#[inline(always)]
const fn sortable(value: f32) -> u32 {
    let bits = value.to_bits();
    bits ^ (((bits as i32) >> 31) as u32 | 0x8000_0000)
}

/// Sorts an almost sorted list; stops early, with all keys present, if it takes too many moves.
fn insertion_sort(keys: &mut [u64]) -> bool {
    let mut budget = MOVES * keys.len() + WIDTH;
    for i in 1..keys.len() {
        let key = keys[i];
        let mut at = i;
        while at > 0 && keys[at - 1] > key {
            keys[at] = keys[at - 1];
            at -= 1;
        }
        keys[at] = key;
        let moves = i - at;
        if moves > budget {
            return false;
        }
        budget -= moves;
    }
    true
}
