//! The spatial hash: grids without borders, one per size class, all in one table.
//!
//! A box belongs to the class whose cells, a power of two wide, are just larger than it. It is stored there
//! only in the cell of its lower left corner. As in `grid.rs`, boxes that touch are then at most one cell
//! apart. Cells are found by hashing (Teschner et al. 2003, "Optimized Spatial Hashing for Collision
//! Detection of Deformable Objects", with wrapping arithmetic on unsigned numbers and the high bits of the
//! product), tile by tile. Boxes are stored in the table by counting sort, without lists. Classes by size are
//! from Mirtich 1996 (hierarchical spatial hash tables).
//!
//! Different cells may share a bucket, so every box stores its own cell, which is compared.
//!
//! There are at most [`MAX_CLASSES`] classes: the emptiest are merged with the next larger ones. Only speed
//! depends on this, and on the clamping of cell numbers, which never decrease with the coordinate.

use core::ops::ControlFlow;

use cairn2d_geometry::Ray;
use cairn2d_geometry::wide_box::PairSink;
use cairn2d_math::lanes::LaneLevel;
use cairn2d_math::{Aabb, Vec2};

use crate::index::sealed::Operations;
use crate::ray_walk::{CellRect, RayWalk, ray_box};
use crate::sample::Sample;

/// Size classes in use at the same time.
const MAX_CLASSES: usize = 12;

/// Number of possible classes: one per exponent of a float.
const CLASSES: usize = 256;

/// Bound of cell numbers, so that the next one is always valid.
const LAST_CELL: i32 = 1 << 30;

/// Boxes that can be tested in the time of one piece of a ray \[-\].
const FEW_ENTRIES_PER_PIECE: f64 = 16.0;

/// Finds boxes by hashed grids, one per size class: the method for unequal sizes without bounds.
#[derive(Clone, Debug)]
pub struct SpatialHash {
    entries: Vec<Entry>,
    staged: Vec<Entry>,
    /// Where each bucket ends in `entries`; it starts where the one before ends.
    ends: Vec<u32>,
    /// The number of buckets is two to the power of this.
    bits: u32,
    /// The class in which boxes of each class are stored.
    filed_in: [u8; CLASSES],
    /// The classes in use, ascending.
    classes: Vec<u8>,
    bounds: Aabb,
}

/// A box in the table.
#[derive(Clone, Copy, Debug)]
struct Entry {
    aabb: Aabb,
    cell: Cell,
    slot: u32,
}

const _: () = assert!(size_of::<Entry>() == 32, "two entries per cache line");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell {
    x: i32,
    y: i32,
    class: u32,
}

impl Default for SpatialHash {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
            staged: Vec::new(),
            ends: vec![0],
            bits: 0,
            filed_in: [0; CLASSES],
            classes: Vec::new(),
            bounds: Aabb::EMPTY,
        }
    }
}

impl Operations for SpatialHash {
    const NAME: &'static str = "spatial hash";

    fn rebuild(&mut self, _: LaneLevel, boxes: &[Aabb]) {
        self.choose_classes(boxes);
        self.bits = usize::BITS - boxes.len().leading_zeros();
        self.ends.clear();
        self.ends.resize(1 << self.bits, 0);
        self.staged.clear();
        for (&aabb, slot) in boxes.iter().zip(0..) {
            let class = self.filed_in[class_of(aabb)];
            let (x, y) = cell_of(aabb.min, class);
            let cell = Cell { x, y, class: u32::from(class) };
            let bucket = self.bucket(cell);
            self.ends[bucket] += 1;
            self.staged.push(Entry { aabb, cell, slot });
        }
        let mut start = 0;
        for end in &mut self.ends {
            let count = *end;
            *end = start;
            start += count;
        }
        self.entries.clear();
        self.entries.extend_from_slice(&self.staged);
        for entry in &self.staged {
            let bucket = self.bucket(entry.cell);
            self.entries[self.ends[bucket] as usize] = *entry;
            self.ends[bucket] += 1;
        }
    }

    fn query(
        &self,
        _: LaneLevel,
        aabb: Aabb,
        found: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let rects = self.classes.iter().map(|&class| (class, rect(aabb, class)));
        // If searching the cells costs more than testing all boxes, test all boxes.
        if rects.clone().map(|(_, rect)| rect.count()).sum::<f64>() > self.entries.len() as f64 {
            return report(&self.entries, aabb, found);
        }
        for (class, rect) in rects {
            for y in rect.min_y..=rect.max_y {
                for x in rect.min_x..=rect.max_x {
                    let cell = Cell { x: x as i32, y: y as i32, class: u32::from(class) };
                    for entry in self.in_bucket(cell) {
                        if entry.cell == cell && entry.aabb.overlaps(aabb) {
                            found(entry.slot)?;
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn ray(&self, _: LaneLevel, ray: Ray, found: &mut dyn FnMut(u32) -> Option<f32>) {
        if self.entries.is_empty() {
            return;
        }
        let mut ray = ray;
        for &class in &self.classes {
            let Some(walk) = RayWalk::new(&ray, self.bounds, cell_size(class)) else { return };
            let around = ray_box(&ray);
            let mut visit = |slot: u32| match found(slot) {
                Some(limit) => {
                    ray.max_fraction = limit;
                    ControlFlow::Continue(())
                }
                None => ControlFlow::Break(()),
            };
            let going = if FEW_ENTRIES_PER_PIECE * walk.count() > self.entries.len() as f64 {
                let of_class = |entry: &&Entry| entry.cell.class == u32::from(class);
                report(self.entries.iter().filter(of_class), around, &mut visit)
            } else {
                self.walk(&walk, class, &mut visit)
            };
            if going.is_break() {
                return;
            }
        }
    }

    fn pairs(&self, _: LaneLevel, share: (usize, usize), out: &mut Vec<(u32, u32)>) {
        let border = |k: usize| (self.entries.len() as u64 * k as u64 / share.1 as u64) as usize;
        let mut sink = PairSink::new(out);
        for i in border(share.0)..border(share.0 + 1) {
            self.pairs_of(i, &mut sink);
        }
        sink.finish();
    }
}

/// Rebuilding.
impl SpatialHash {
    /// Selects the classes for the boxes.
    fn choose_classes(&mut self, boxes: &[Aabb]) {
        let mut counts = [0_u32; CLASSES];
        self.bounds = Aabb::EMPTY;
        for &aabb in boxes {
            counts[class_of(aabb)] += 1;
            self.bounds = self.bounds.union(aabb);
        }
        let finest = finest_class(boxes, self.bounds);
        for class in 0..finest {
            counts[finest] += core::mem::take(&mut counts[class]);
        }
        self.classes.clear();
        self.classes.extend((0..CLASSES).filter(|&class| counts[class] > 0).map(|class| class as u8));
        while self.classes.len() > MAX_CLASSES {
            let joinable = &self.classes[..self.classes.len() - 1];
            let least = joinable.iter().enumerate().min_by_key(|(_, class)| counts[**class as usize]);
            let Some((least, &class)) = least else { return };
            counts[self.classes[least + 1] as usize] += core::mem::take(&mut counts[class as usize]);
            self.classes.remove(least);
        }
        let mut larger = self.classes.iter().copied();
        let mut filed_in = larger.next().unwrap_or(0);
        for (class, slot) in self.filed_in.iter_mut().enumerate() {
            if class > filed_in as usize {
                filed_in = larger.next().unwrap_or(filed_in);
            }
            *slot = filed_in;
        }
    }

    /// Bucket of a cell: its position in a tile of as many cells as there are buckets, permuted by the hash
    /// of the tile. Adjacent cells thus mostly stay adjacent, and different tiles are mixed at random.
    #[inline(always)]
    const fn bucket(&self, cell: Cell) -> usize {
        let (side_x, side_y) = (self.bits / 2, self.bits - self.bits / 2);
        let place = (cell.x as u32 & ((1 << side_x) - 1)) | (cell.y as u32 & ((1 << side_y) - 1)) << side_x;
        let hash = ((cell.x >> side_x) as u32).wrapping_mul(1_640_531_513)
            ^ ((cell.y >> side_y) as u32).wrapping_mul(2_654_435_789)
            ^ cell.class.wrapping_mul(805_459_861);
        // A last product spreads the low bits over the high ones; the other products leave them in place.
        let tile = (hash.wrapping_mul(0x9E37_79B1) as u64) >> (32 - self.bits);
        place as usize ^ tile as usize
    }
}

/// Searching.
impl SpatialHash {
    #[inline(always)]
    fn in_bucket(&self, cell: Cell) -> &[Entry] {
        let bucket = self.bucket(cell);
        let start = if bucket == 0 { 0 } else { self.ends[bucket - 1] };
        &self.entries[start as usize..self.ends[bucket] as usize]
    }

    fn walk(
        &self,
        walk: &RayWalk,
        class: u8,
        visit: &mut dyn FnMut(u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut before = None;
        for k in 0..walk.count() as usize {
            let rect = rect(walk.piece(k), class);
            let going = rect.for_each_new_row(before, |y, min_x, max_x| {
                (min_x..=max_x).all(|x| {
                    let cell = Cell { x: x as i32, y: y as i32, class: u32::from(class) };
                    let mut here = self.in_bucket(cell).iter().filter(|entry| entry.cell == cell);
                    here.all(|entry| visit(entry.slot).is_continue())
                })
            });
            if !going {
                return ControlFlow::Break(());
            }
            before = Some(rect);
        }
        ControlFlow::Continue(())
    }

    /// The pairs of an entry: with the rest of its cell, half of the neighbours, and larger classes.
    fn pairs_of(&self, i: usize, out: &mut PairSink) {
        let entry = &self.entries[i];
        let Cell { x, y, class } = entry.cell;
        let bucket = self.bucket(entry.cell);
        for other in &self.entries[i + 1..self.ends[bucket] as usize] {
            if other.cell == entry.cell && other.aabb.overlaps(entry.aabb) {
                out.push_one(entry.slot, other.slot);
            }
        }
        for (dx, dy) in [(1, 0), (-1, 1), (0, 1), (1, 1)] {
            self.pairs_in_cell(entry, Cell { x: x + dx, y: y + dy, class }, out);
        }
        for &larger in self.classes.iter().rev().take_while(|&&larger| u32::from(larger) > class) {
            let rect = rect(entry.aabb, larger);
            for y in rect.min_y..=rect.max_y {
                for x in rect.min_x..=rect.max_x {
                    let cell = Cell { x: x as i32, y: y as i32, class: u32::from(larger) };
                    self.pairs_in_cell(entry, cell, out);
                }
            }
        }
    }

    #[inline(always)]
    fn pairs_in_cell(&self, entry: &Entry, cell: Cell, out: &mut PairSink) {
        for other in self.in_bucket(cell) {
            if other.cell == cell && other.aabb.overlaps(entry.aabb) {
                out.push_one(entry.slot, other.slot);
            }
        }
    }
}

/// Reports those of the entries that touch a box.
fn report<'a>(
    entries: impl IntoIterator<Item = &'a Entry>,
    aabb: Aabb,
    found: &mut dyn FnMut(u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for entry in entries {
        if entry.aabb.overlaps(aabb) {
            found(entry.slot)?;
        }
    }
    ControlFlow::Continue(())
}

/// The class of a box: the exponent of the float of its longer side.
#[inline(always)]
fn class_of(aabb: Aabb) -> usize {
    exponent(longer_side(aabb))
}

fn longer_side(aabb: Aabb) -> f32 {
    let (width, height) = (aabb.max.x - aabb.min.x, aabb.max.y - aabb.min.y);
    if width > height { width } else { height }
}

#[inline(always)]
const fn exponent(value: f32) -> usize {
    (value.to_bits() >> 23 & 0xFF) as usize
}

/// The smallest useful class. Smaller cells would exceed the cell numbers far from the origin, and a region
/// search would visit too many empty cells.
fn finest_class(boxes: &[Aabb], bounds: Aabb) -> usize {
    let far = [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y].map(|v| exponent(v.abs()));
    let countable = far.into_iter().fold(0, usize::max).saturating_sub(28);
    let sample = Sample::of(boxes);
    let (x, y) = (sample.range_x(), sample.range_y());
    let (width, height) = (x.1 - x.0, y.1 - y.0);
    let apart = if width > 0.0 && height > 0.0 {
        (width * height / boxes.len() as f64).sqrt()
    } else {
        (width + height) / (boxes.len() + 1) as f64
    };
    let apart = exponent(apart as f32);
    let usual = exponent(sample.size_quantile(0.5) as f32);
    let searchable = if usual > 0 && usual < apart { usual } else { apart };
    let finest = if searchable > countable { searchable } else { countable };
    finest.min(CLASSES - 1)
}

/// The width of the cells of a class \[m\].
fn cell_size(class: u8) -> f32 {
    // Above any side with this exponent. The last two classes have the same value here; only their
    // reciprocals differ.
    f32::from_bits((u32::from(class) + 1).min(0xFE) << 23)
}

/// One over the width of the cells of a class \[1/m\]: a power of two, so products are exact or tiny.
#[inline(always)]
const fn cells_per_metre(class: u8) -> f32 {
    let class = class as u32;
    f32::from_bits(if class < 253 { (253 - class) << 23 } else { 1 << (275 - class) })
}

/// The cell number of a point: rounded towards zero, which never decreases with the coordinate.
#[inline(always)]
fn cell_of(point: Vec2, class: u8) -> (i32, i32) {
    let scale = cells_per_metre(class);
    let number = |v: f32| ((v * scale) as i32).clamp(-LAST_CELL, LAST_CELL);
    (number(point.x), number(point.y))
}

/// The cells of all boxes of a class that can touch `aabb`.
#[inline(always)]
fn rect(aabb: Aabb, class: u8) -> CellRect {
    let (min, max) = (cell_of(aabb.min, class), cell_of(aabb.max, class));
    CellRect {
        min_x: i64::from(min.0) - 1,
        min_y: i64::from(min.1) - 1,
        max_x: i64::from(max.0),
        max_y: i64::from(max.1),
    }
}
