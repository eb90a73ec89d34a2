//! A look at a few of many boxes: how large they are and where.
//!
//! Whoever lays out cells or chooses a method needs rough figures that outliers cannot spoil, at a cost that does not
//! matter beside a rebuild. So a fixed number of boxes is picked by a multiplicative hash (a stride could fall in step with
//! the order in which somebody made them), and quantiles are read off sorted lists.

use cairn2d_math::Aabb;

/// How many boxes are looked at.
const SAMPLE_COUNT: usize = 256;

/// Part of the boxes to each side that does not count as part of the region \[-\].
const OUTSIDE: f64 = 0.01;

/// Sizes and places of some boxes, sorted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// The longer sides \[m\].
    sizes: [f32; SAMPLE_COUNT],
    /// Centres \[m\].
    x: [f32; SAMPLE_COUNT],
    y: [f32; SAMPLE_COUNT],
    count: usize,
}

impl Sample {
    pub(super) fn of(boxes: &[Aabb]) -> Self {
        let mut sample = Self {
            sizes: [0.0; SAMPLE_COUNT],
            x: [0.0; SAMPLE_COUNT],
            y: [0.0; SAMPLE_COUNT],
            count: boxes.len().min(SAMPLE_COUNT),
        };
        for k in 0..sample.count {
            let hash = u64::from((k as u32).wrapping_mul(0x9E37_79B1));
            let all = boxes.len() <= SAMPLE_COUNT;
            let aabb = boxes[if all { k } else { ((hash * boxes.len() as u64) >> 32) as usize }];
            let half = aabb.half_extents();
            sample.sizes[k] = 2.0 * if half.x > half.y { half.x } else { half.y };
            let center = aabb.center();
            (sample.x[k], sample.y[k]) = (center.x, center.y);
        }
        for list in [&mut sample.sizes, &mut sample.x, &mut sample.y] {
            list[..sample.count].sort_unstable_by(f32::total_cmp);
        }
        sample
    }

    /// The mean of the longer sides \[m\].
    pub(super) fn mean_size(&self) -> f64 {
        let sum: f64 = self.sizes[..self.count].iter().map(|&size| f64::from(size)).sum();
        if self.count > 0 { sum / self.count as f64 } else { 0.0 }
    }

    /// The longer side \[m\] that a part \[-\] of the boxes does not exceed.
    pub(super) fn size_quantile(&self, part: f64) -> f64 {
        quantile(&self.sizes[..self.count], part)
    }

    /// Where almost all centres lie \[m\], from and to.
    pub(super) fn range_x(&self) -> (f64, f64) {
        range(&self.x[..self.count])
    }

    /// As [`range_x`](Self::range_x), for the other axis.
    pub(super) fn range_y(&self) -> (f64, f64) {
        range(&self.y[..self.count])
    }

    /// How evenly the centres fill their region: the part \[-\] of its 16 by 16 cells that as many even ones would leave
    /// no emptier, 1 for even, near 0 for a few clusters. Needs the boxes again, because the lists here are sorted apart.
    pub(super) fn evenness(&self, boxes: &[Aabb]) -> f64 {
        const SIDE: usize = 16;
        if boxes.is_empty() {
            return 1.0;
        }
        let (x, y) = (self.range_x(), self.range_y());
        let mut taken = [false; SIDE * SIDE];
        let cell = |p: f32, (from, to): (f64, f64)| {
            let place = (f64::from(p) - from) / (to - from) * SIDE as f64;
            // What is not a number, for a region without width, goes to the first cell.
            (if place > 0.0 { place as usize } else { 0 }).min(SIDE - 1)
        };
        let mut different = 0;
        let looks = 4 * SAMPLE_COUNT;
        let step = boxes.len().div_ceil(looks).max(1);
        let mut looked = 0_u32;
        for aabb in boxes.iter().step_by(step) {
            let center = aabb.center();
            let place = cell(center.x, x) + SIDE * cell(center.y, y);
            different += u32::from(!taken[place]);
            taken[place] = true;
            looked += 1;
        }
        let cells = if x.1 > x.0 && y.1 > y.0 { (SIDE * SIDE) as f64 } else { SIDE as f64 };
        // Expected number of cells that so many even throws hit, by the approximation c t / (c + t), which is never above
        // the true one by more than a few percent and needs no logarithm.
        let expected = cells * f64::from(looked) / (cells + f64::from(looked));
        let evenness = f64::from(different) / expected;
        if evenness < 1.0 { evenness } else { 1.0 }
    }
}

fn quantile(sorted: &[f32], part: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    sorted.get((last as f64 * part) as usize).map_or(0.0, |&value| f64::from(value))
}

fn range(sorted: &[f32]) -> (f64, f64) {
    (quantile(sorted, OUTSIDE), quantile(sorted, 1.0 - OUTSIDE))
}
