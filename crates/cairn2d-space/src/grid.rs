//! The uniform grid: every box in the cell of its lower left corner, cells sorted by counting.
//!
//! **One cell per box.** A box whose upper right corner is at most one cell further, on both axes, is stored
//! only in the cell of its lower left corner. Two such boxes that touch are in the same cell or in
//! neighbouring ones. Half of the neighbours are searched: the rest of the own cell, the next one, and three
//! in the next row. This finds each pair once. Rows are contiguous, so the search covers two contiguous
//! ranges.
//!
//! **Large boxes** that reach further go to a separate list, so memory and the cost of a rebuild do not
//! depend on the number of cells that a box covers.
//!
//! **Rounding** loses no pair: all tests use integer cell numbers, and hold for any function from coordinates
//! to cells that never decreases. The one here rounds to nearest, and clamps at the borders of the region, so
//! outliers share border cells.
//!
//! A rebuild reads the boxes in the cell order of the last rebuild, so memory access is almost sequential.

use core::ops::{ControlFlow, Range};

use cairn2d_geometry::Ray;
use cairn2d_geometry::wide_box::{PairSink, WideBox};
use cairn2d_math::lanes::{LaneLevel, Lanes};
use cairn2d_math::{Aabb, Vec2, vec2, with_lanes};

use crate::columns::Columns;
use crate::index::sealed::Operations;
use crate::ray_walk::{CellRect, RayWalk, ray_box};
use crate::sample::Sample;
use crate::{Index, SpaceError};

/// Largest number of cells: a number per box \[-\], and a constant.
const CELLS_PER_BOX: f64 = 2.0;
const MORE_CELLS: f64 = 64.0;

/// Largest number of cells along a side; the float arithmetic is exact up to here.
const MAX_SIDE: f64 = 4_194_304.0;

/// Largest number of cells \[-\], so that 32 bits number them.
const MAX_CELLS: f64 = 1.0e9;

/// Share of the boxes that fit into a cell \[-\], unless cells would exceed a multiple of the mean size.
const FITTING: f64 = 0.97;
const MAX_MEAN_SIZES: f64 = 4.0;

/// Rebuilds after which the region is measured again.
const LAYOUT_AGE: u32 = 64;

/// Number of boxes that are read together.
const BLOCK: usize = 64;

/// The cell number of a large box.
const LARGE: u32 = u32::MAX;

/// Finds boxes by a uniform grid: the method for many boxes of similar size in one region.
///
/// Clusters far apart make it slow: the number of cells is bounded by the number of boxes, so each cluster
/// has few cells.
///
/// The cell size follows from the sizes of the boxes, or is given with [`Index::with_cell_size`].
#[derive(Clone, Debug, Default)]
pub struct Grid {
    given_size: Option<f32>,
    layout: Layout,
    /// The slots in the order of the next rebuild.
    order: Vec<u32>,
    /// Boxes and cells in that order.
    staged: Vec<(Aabb, u32)>,
    /// Where each cell ends in `columns`; it starts where the one before ends.
    ends: Vec<u32>,
    /// The boxes by cell, and the cell of each.
    columns: Columns,
    cells: Vec<u32>,
    large: Columns,
    bounds: Option<Aabb>,
    /// Measure of the cost of pairs: the sum of the squared counts of the cells, plus the large boxes.
    crowding: u64,
}

/// The region and size of the cells.
#[derive(Clone, Copy, Debug, Default)]
struct Layout {
    origin: Vec2,
    /// Cells per metre \[1/m\].
    inverse: f32,
    size: f32,
    /// The highest cell numbers, as floats.
    last: Vec2,
    /// Cells from row to row: one empty cell on each side.
    stride: usize,
    rows: usize,
    /// Number of rebuilds since the last layout, and the state then.
    age: u32,
    box_count: usize,
    crowding: u64,
}

impl Index<Grid> {
    /// An empty index on a grid with cells of at least `size` \[m\], positive; larger ones if such cells
    /// would be too many for the boxes.
    ///
    /// # Errors
    /// [`SpaceError::InvalidCellSize`].
    pub fn with_cell_size(size: f32) -> Result<Self, SpaceError> {
        if !(size.is_finite() && size > 0.0) {
            return Err(SpaceError::InvalidCellSize(size));
        }
        let mut index = Self::new();
        index.method.given_size = Some(size);
        Ok(index)
    }
}

impl Operations for Grid {
    const NAME: &'static str = "grid";

    fn rebuild(&mut self, level: LaneLevel, boxes: &[Aabb]) {
        self.keep_order(boxes.len());
        let grown = boxes.len().abs_diff(self.layout.box_count) > self.layout.box_count / 8;
        if grown || self.layout.age >= LAYOUT_AGE {
            self.lay_out(boxes);
        }
        self.layout.age += 1;
        self.file(level, boxes);
        // Much fuller cells mean that the boxes have moved elsewhere.
        if self.layout.age > 1 && self.crowding > 2 * self.layout.crowding + 4 * boxes.len() as u64 {
            self.lay_out(boxes);
            self.layout.age = 1;
            self.file(level, boxes);
        }
        if self.layout.age == 1 {
            self.layout.crowding = self.crowding;
        }
    }

    fn query(
        &self,
        level: LaneLevel,
        aabb: Aabb,
        found: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        with_lanes!(level, l => {
            let wide = WideBox::splat(l, aabb);
            let rect = self.layout.rect(aabb);
            // Without boxes there may be no cells.
            let rows = if self.columns.len() > 0 { rect.min_y..rect.max_y + 1 } else { 0..0 };
            for y in rows {
                self.columns.query(l, &wide, self.run(y, rect.min_x, rect.max_x), found)?;
            }
            self.large.query(l, &wide, 0..self.large.len(), found)
        })
    }

    fn ray(&self, level: LaneLevel, ray: Ray, found: &mut dyn FnMut(u32) -> Option<f32>) {
        let Some(bounds) = self.bounds else { return };
        let mut visit = |slot: u32| match found(slot) {
            Some(_) => ControlFlow::Continue(()),
            None => ControlFlow::Break(()),
        };
        let around = ray_box(&ray);
        let large = with_lanes!(level, l => {
            self.large.query(l, &WideBox::splat(l, around), 0..self.large.len(), &mut visit)
        });
        let Some(walk) = RayWalk::new(&ray, bounds, self.layout.size) else { return };
        if large.is_break() {
            return;
        }
        // For a ray with more pieces than boxes, testing all boxes is cheaper.
        if walk.count() > self.columns.len() as f64 {
            let all = 0..self.columns.len();
            let _ = with_lanes!(level, l => {
                self.columns.query(l, &WideBox::splat(l, around), all, &mut visit)
            });
            return;
        }
        self.walk(level, &walk, ray.max_fraction, found);
    }

    fn pairs(&self, level: LaneLevel, share: (usize, usize), out: &mut Vec<(u32, u32)>) {
        with_lanes!(level, l => {
            let mut sink = PairSink::new(out);
            self.pairs_of_small(l, part(self.columns.len(), share), &mut sink);
            self.pairs_of_large(l, share, &mut sink);
            sink.finish();
        });
    }
}

/// Rebuilding.
impl Grid {
    /// Makes `order` a permutation of the slots.
    fn keep_order(&mut self, count: usize) {
        if self.order.len() > count {
            self.order.retain(|&slot| (slot as usize) < count);
        } else {
            self.order.extend(self.order.len() as u32..count as u32);
        }
    }

    fn lay_out(&mut self, boxes: &[Aabb]) {
        let sample = Sample::of(boxes);
        let fitting = sample.size_quantile(FITTING);
        let most = MAX_MEAN_SIZES * sample.mean_size();
        let wanted = 1.001 * if fitting < most { fitting } else { most };
        let wanted = self.given_size.map_or(wanted, f64::from);
        self.layout = Layout::new(&sample, wanted, boxes.len());
    }

    /// Sorts all boxes into their cells.
    fn file(&mut self, level: LaneLevel, boxes: &[Aabb]) {
        self.ends.clear();
        self.ends.resize(self.layout.stride * (self.layout.rows + 1), 0);
        self.staged.resize(boxes.len(), (Aabb::EMPTY, 0));
        let (large_count, bounds) = with_lanes!(level, l => self.count(l, boxes));
        self.bounds = if boxes.is_empty() { None } else { Some(bounds) };
        let mut start = 0;
        let mut squares = 0;
        for end in &mut self.ends {
            let count = *end;
            *end = start;
            start += count;
            squares += u64::from(count) * u64::from(count);
        }
        let larges = large_count as u64;
        self.crowding = squares + larges * (16 + larges / 16);
        self.columns.resize(boxes.len() - large_count);
        self.cells.resize(boxes.len() - large_count, 0);
        self.large.resize(large_count);
        let mut larges = 0;
        for (&(aabb, cell), &slot) in self.staged.iter().zip(&self.order) {
            if cell == LARGE {
                self.large.set(larges, slot, aabb);
                larges += 1;
                continue;
            }
            let place = self.ends[cell as usize] as usize;
            self.ends[cell as usize] += 1;
            self.columns.set(place, slot, aabb);
            self.cells[place] = cell;
        }
        let small = self.columns.slots();
        self.order[..small.len()].copy_from_slice(small);
        self.order[small.len()..].copy_from_slice(self.large.slots());
    }

    /// Reads all boxes and counts the boxes per cell; returns the number of large ones, and the box around
    /// all.
    #[inline(always)]
    fn count<L: Lanes>(&mut self, _: L, boxes: &[Aabb]) -> (usize, Aabb) {
        let layout = self.layout;
        let mut bounds = Aabb::EMPTY;
        let mut large_count = 0;
        let blocks = self.order.chunks(BLOCK).zip(self.staged.chunks_mut(BLOCK));
        for (slots, staged) in blocks {
            // Reading first and computing later lets the processor wait for many boxes at the same time.
            let mut aabbs = [Aabb::EMPTY; BLOCK];
            for (aabb, &slot) in aabbs.iter_mut().zip(slots) {
                *aabb = boxes[slot as usize];
            }
            for (&aabb, staged) in aabbs.iter().zip(staged) {
                bounds = bounds.union(aabb);
                let [min_x, min_y, max_x, max_y] = layout.cells(aabb);
                let cell = if max_x - min_x <= 1 && max_y - min_y <= 1 {
                    let cell = min_y * layout.stride as u32 + min_x + 1;
                    self.ends[cell as usize] += 1;
                    cell
                } else {
                    large_count += 1;
                    LARGE
                };
                *staged = (aabb, cell);
            }
        }
        (large_count, bounds)
    }
}

/// Searching.
impl Grid {
    /// The range of the boxes of adjacent cells.
    #[inline(always)]
    fn run(&self, y: i64, min_x: i64, max_x: i64) -> Range<usize> {
        let row = y as usize * self.layout.stride + 1;
        let (first, last) = (row + min_x as usize, row + max_x as usize);
        self.ends[first - 1] as usize..self.ends[last] as usize
    }

    fn walk(
        &self,
        level: LaneLevel,
        walk: &RayWalk,
        max_fraction: f32,
        found: &mut dyn FnMut(u32) -> Option<f32>,
    ) {
        let mut limit = max_fraction;
        let mut before = None;
        for k in 0..walk.count() as usize {
            if walk.is_beyond(k, limit) {
                return;
            }
            let around = walk.piece(k);
            let rect = self.layout.rect(around);
            let mut visit = |slot: u32| match found(slot) {
                Some(shorter) => {
                    limit = shorter;
                    ControlFlow::Continue(())
                }
                None => ControlFlow::Break(()),
            };
            let going = rect.for_each_new_row(before, |y, min_x, max_x| {
                let run = self.run(y, min_x, max_x);
                run.start == run.end
                    || with_lanes!(level, l => {
                        // All boxes of a cell, not only those that touch this piece: the cell is not searched
                        // again.
                        self.columns.query(l, &WideBox::splat(l, EVERYWHERE), run.clone(), &mut visit)
                    })
                    .is_continue()
            });
            if !going {
                return;
            }
            before = Some(rect);
        }
    }

    /// The pairs of boxes in cells with boxes in cells.
    #[inline(always)]
    fn pairs_of_small<L: Lanes>(&self, l: L, range: Range<usize>, out: &mut PairSink) {
        let stride = self.layout.stride;
        for i in range {
            let cell = self.cells[i] as usize;
            let of = (self.columns.slot(i), &WideBox::splat(l, self.columns.get(i)));
            self.columns.pair(l, of, i + 1..self.ends[cell + 1] as usize, out);
            let next_row = self.ends[cell + stride - 2] as usize..self.ends[cell + stride + 1] as usize;
            self.columns.pair(l, of, next_row, out);
        }
    }

    /// The pairs of large boxes with those in cells and with each other.
    #[inline(always)]
    fn pairs_of_large<L: Lanes>(&self, l: L, share: (usize, usize), out: &mut PairSink) {
        for i in (share.0..self.large.len()).step_by(share.1) {
            let aabb = self.large.get(i);
            let of = (self.large.slot(i), &WideBox::splat(l, aabb));
            let rect = self.layout.rect(aabb);
            for y in rect.min_y..=rect.max_y {
                self.columns.pair(l, of, self.run(y, rect.min_x, rect.max_x), out);
            }
            self.large.pair(l, of, i + 1..self.large.len(), out);
        }
    }
}

/// A box that every box touches.
const EVERYWHERE: Aabb = Aabb { min: Vec2::splat(f32::MIN), max: Vec2::splat(f32::MAX) };

impl Layout {
    /// Cells of `wanted` \[m\] or more over the region of a sample.
    fn new(sample: &Sample, wanted: f64, box_count: usize) -> Self {
        let (x, y) = (sample.range_x(), sample.range_y());
        let (width, height) = (1.04 * (x.1 - x.0), 1.04 * (y.1 - y.0));
        let longer = if width > height { width } else { height };
        // A lower bound that keeps the number of cells representable, and is above zero.
        let least = longer * 1.0e-9 + 1.0e-30;
        let mut size = if wanted > least { wanted } else { least };
        let most = (CELLS_PER_BOX * box_count as f64 + MORE_CELLS).min(MAX_CELLS);
        let count = |size: f64| ((width / size).trunc() + 2.0, (height / size).trunc() + 2.0);
        let (mut columns, mut rows) = count(size);
        while columns * rows > most || columns > MAX_SIDE || rows > MAX_SIDE {
            let too_many = (columns * rows / most).sqrt();
            size *= if too_many > 1.0 { 1.1 * too_many } else { 1.1 };
            (columns, rows) = count(size);
        }
        let corner =
            |range: (f64, f64), extent: f64| ((range.0 + range.1 - extent) * 0.5 - 0.25 * size) as f32;
        Self {
            origin: vec2(corner(x, width), corner(y, height)),
            inverse: (1.0 / size) as f32,
            size: size as f32,
            last: vec2((columns - 1.0) as f32, (rows - 1.0) as f32),
            stride: columns as usize + 2,
            rows: rows as usize,
            age: 0,
            box_count,
            crowding: 0,
        }
    }

    /// The cells of the lower left and the upper right corner.
    #[inline(always)]
    fn cells(&self, aabb: Aabb) -> [u32; 4] {
        let corner = [aabb.min.x, aabb.min.y, aabb.max.x, aabb.max.y];
        let origin = [self.origin.x, self.origin.y, self.origin.x, self.origin.y];
        let last = [self.last.x, self.last.y, self.last.x, self.last.y];
        core::array::from_fn(|k| {
            let place = (corner[k] - origin[k]) * self.inverse;
            let place = if place > 0.0 { place } else { 0.0 };
            let place = if place < last[k] { place } else { last[k] };
            // Adding 2^23 rounds to a whole number and leaves it in the low bits: see `MAX_SIDE`.
            (place + 8_388_608.0).to_bits() & 0x7F_FFFF
        })
    }

    /// The cells of all boxes that can touch `aabb`.
    #[inline(always)]
    fn rect(&self, aabb: Aabb) -> CellRect {
        let [min_x, min_y, max_x, max_y] = self.cells(aabb).map(i64::from);
        CellRect { min_x: (min_x - 1).max(0), min_y: (min_y - 1).max(0), max_x, max_y }
    }
}

/// The range of one share.
fn part(count: usize, share: (usize, usize)) -> Range<usize> {
    let border = |k: usize| (count as u64 * k as u64 / share.1 as u64) as usize;
    border(share.0)..border(share.0 + 1)
}
