//! Statistics of a sample of boxes: sizes and positions.
//!
//! Cell layout and method choice need rough figures that outliers cannot distort, at a cost that is small
//! beside a rebuild. A fixed number of boxes is picked by a multiplicative hash, because a stride could match
//! the order of their creation. Quantiles come from sorted lists.

use cairn2d_math::Aabb;

/// Number of sampled boxes.
const SAMPLE_COUNT: usize = 256;

/// Share of the boxes on each side that is not part of the region \[-\].
const OUTSIDE: f64 = 0.01;

/// Sizes and positions of sampled boxes, sorted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    /// The longer sides \[m\].
    sizes: [f32; SAMPLE_COUNT],
    /// Centres \[m\].
    x: [f32; SAMPLE_COUNT],
    y: [f32; SAMPLE_COUNT],
    count: usize,
}

impl Sample {
    pub(crate) fn of(boxes: &[Aabb]) -> Self {
        let mut sample = Self {
            sizes: [0.0; SAMPLE_COUNT],
            x: [0.0; SAMPLE_COUNT],
            y: [0.0; SAMPLE_COUNT],
            count: boxes.len().min(SAMPLE_COUNT),
        };
        for k in 0..sample.count {
            let aabb = boxes[pick(k, boxes.len())];
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
    pub(crate) fn mean_size(&self) -> f64 {
        let sum: f64 = self.sizes[..self.count].iter().map(|&size| f64::from(size)).sum();
        if self.count > 0 { sum / self.count as f64 } else { 0.0 }
    }

    /// The longer side \[m\] that a share \[-\] of the boxes does not exceed.
    pub(crate) fn size_quantile(&self, part: f64) -> f64 {
        quantile(&self.sizes[..self.count], part)
    }

    /// Range of almost all centres \[m\], from and to.
    pub(crate) fn range_x(&self) -> (f64, f64) {
        range(&self.x[..self.count])
    }

    /// As [`range_x`](Self::range_x), for the other axis.
    pub(crate) fn range_y(&self) -> (f64, f64) {
        range(&self.y[..self.count])
    }
}

/// Average number of boxes that begin between the two ends of a box \[-\], along the axis on which they are
/// spread most. A sweep along that axis tests each box against these.
pub(crate) fn active_count(boxes: &[Aabb]) -> f64 {
    let sample = Sample::of(boxes);
    let (x, y) = (sample.range_x(), sample.range_y());
    let vertical = y.1 - y.0 > x.1 - x.0;
    let count = sample.count;
    let mut spans = [(0.0_f32, 0.0_f32); SAMPLE_COUNT];
    for (k, span) in spans[..count].iter_mut().enumerate() {
        let aabb = boxes[pick(k, boxes.len())];
        *span = if vertical { (aabb.min.y, aabb.max.y) } else { (aabb.min.x, aabb.max.x) };
    }
    spans[..count].sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let mut active = 0;
    for (k, span) in spans[..count].iter().enumerate() {
        active += spans[k + 1..count].iter().take_while(|other| other.0 <= span.1).count();
    }
    if count > 1 { active as f64 / count as f64 * (boxes.len() - 1) as f64 / (count - 1) as f64 } else { 0.0 }
}

/// Index of sample `k`.
fn pick(k: usize, box_count: usize) -> usize {
    let hash = u64::from((k as u32).wrapping_mul(0x9E37_79B1));
    if box_count <= SAMPLE_COUNT { k } else { ((hash * box_count as u64) >> 32) as usize }
}

fn quantile(sorted: &[f32], part: f64) -> f64 {
    let last = sorted.len().saturating_sub(1);
    sorted.get((last as f64 * part) as usize).map_or(0.0, |&value| f64::from(value))
}

fn range(sorted: &[f32]) -> (f64, f64) {
    (quantile(sorted, OUTSIDE), quantile(sorted, 1.0 - OUTSIDE))
}
