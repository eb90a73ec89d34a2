//! Brute force: every box against every other, sixteen at a time.
//!
//! The fastest method for a few boxes. It is also the simplest, so the other methods are tested against it.

use core::ops::ControlFlow;

use cairn2d_geometry::Ray;
use cairn2d_geometry::wide_box::{PairSink, WideBox};
use cairn2d_math::lanes::{LaneLevel, Lanes};
use cairn2d_math::{Aabb, with_lanes};

use crate::columns::Columns;
use crate::index::sealed::Operations;
use crate::ray_walk::ray_box;

/// Finds boxes by testing all of them: the method for up to about sixty boxes.
#[derive(Clone, Debug, Default)]
pub struct BruteForce {
    columns: Columns,
}

impl Operations for BruteForce {
    const NAME: &'static str = "brute force";

    fn rebuild(&mut self, _: LaneLevel, boxes: &[Aabb]) {
        self.columns.resize(boxes.len());
        for (i, &aabb) in boxes.iter().enumerate() {
            self.columns.set(i, i as u32, aabb);
        }
    }

    fn query(
        &self,
        level: LaneLevel,
        aabb: Aabb,
        found: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        with_lanes!(level, l => self.columns.query(l, &WideBox::splat(l, aabb), 0..self.columns.len(), found))
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

impl BruteForce {
    #[inline(always)]
    fn pairs_with_lanes<L: Lanes>(&self, l: L, share: (usize, usize), out: &mut Vec<(u32, u32)>) {
        let count = self.columns.len();
        let mut sink = PairSink::new(out);
        // Interleaved, because the first boxes have the most partners.
        for i in (share.0..count).step_by(share.1) {
            let wide = WideBox::splat(l, self.columns.get(i));
            self.columns.pair(l, (i as u32, &wide), i + 1..count, &mut sink);
        }
        sink.finish();
    }
}
