//! Blocks of eight cells: the rows of a linear system are those of all blocks that hold a liquid cell.
//!
//! Slots are the cells of the blocks in order, so the neighbours of a cell within its row of the grid are
//! one slot away; where there is no such neighbour, its weight is zero. Blocks above and below are looked up.
//! The first and the last block hold no cells, and their values are zero.

use core::array::from_fn;
use core::ops::Range;

use cairn2d::tasks::for_each_slot;

use crate::runs::{Means, RUNS};

/// Cells of a block.
pub(crate) const WIDTH: usize = 8;

/// Least blocks of a part of a loop: handing out fewer takes longer than the work.
const LEAST: usize = 256;

/// A part of a loop: its entries, and its result.
type Part<'a, C> = (usize, &'a mut [f32], &'a mut C);

/// Blocks in a grid of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks {
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// Numbers of blocks by place, 0 for none.
    map: Vec<u32>,
    /// Places of blocks.
    places: Vec<u32>,
    /// Blocks above and below each block, 0 for none.
    pub(crate) above: Vec<u32>,
    pub(crate) below: Vec<u32>,
}

impl Blocks {
    /// Allocates for a number of blocks in a grid of so many places.
    pub(crate) fn reserve(&mut self, blocks: usize, places: usize) {
        self.map.clear();
        self.map.reserve(places);
        for list in [&mut self.places, &mut self.above, &mut self.below] {
            list.clear();
            list.reserve(blocks + 2);
        }
    }

    /// Begins a set of blocks within a grid of them.
    pub(crate) fn begin(&mut self, columns: usize, rows: usize) {
        (self.columns, self.rows) = (columns, rows);
        self.map.clear();
        self.map.resize(columns * rows, 0);
    }

    /// Adds the block of a place, its column and that of the rows before it; more than once is allowed.
    pub(crate) fn touch(&mut self, place: usize) {
        self.map[place] = 1;
    }

    /// Numbers the blocks row by row.
    pub(crate) fn number(&mut self) {
        self.places.clear();
        self.places.push(0);
        for (place, number) in self.map.iter_mut().enumerate().filter(|(_, number)| **number != 0) {
            *number = self.places.len() as u32;
            self.places.push(place as u32);
        }
        self.places.push(0);
        for list in [&mut self.above, &mut self.below] {
            list.clear();
            list.resize(self.places.len(), 0);
        }
        for block in self.inner() {
            let place = self.places[block] as usize;
            self.above[block] = self.map.get(place + self.columns).copied().unwrap_or(0);
            self.below[block] = place.checked_sub(self.columns).map_or(0, |place| self.map[place]);
        }
    }

    /// The number of the block at a place, 0 if there is none.
    pub(crate) fn find(&self, place: usize) -> u32 {
        self.map[place]
    }

    /// Column and row of a block.
    pub(crate) fn place(&self, block: usize) -> (usize, usize) {
        let place = self.places[block] as usize;
        (place % self.columns, place / self.columns)
    }

    /// The cell of a slot, in a grid as wide as the blocks.
    pub(crate) fn cell(&self, slot: u32) -> usize {
        self.places[slot as usize / WIDTH] as usize * WIDTH + slot as usize % WIDTH
    }

    /// The first cell of a block, in a grid as wide as the blocks.
    #[inline]
    pub(crate) fn first_cell(&self, block: usize) -> usize {
        self.places[block] as usize * WIDTH
    }

    /// The blocks with cells.
    pub(crate) fn inner(&self) -> Range<usize> {
        1..self.places.len().max(2) - 1
    }

    /// Number of slots, those of the first and last block included.
    pub(crate) fn slots(&self) -> usize {
        self.places.len().max(2) * WIDTH
    }
}

/// Eight values from a slot on.
#[inline(always)]
pub(crate) fn at(values: &[f32], slot: usize) -> [f32; WIDTH] {
    let mut block = [0.0; WIDTH];
    block.copy_from_slice(&values[slot..slot + WIDTH]);
    block
}

/// Makes a list so long, with zeros in the first and the last block.
pub(crate) fn resize_ends(values: &mut Vec<f32>, slots: usize) {
    values.resize(slots, 0.0);
    values[..WIDTH].fill(0.0);
    values[slots - WIDTH..].fill(0.0);
}

/// Calls `work` for parts of a list of slots, without the first and last block, on all threads. It gets the
/// first slot of the part. Parts depend on the number of blocks alone.
pub(crate) fn for_each_part(
    blocks: &Blocks,
    values: &mut [f32],
    means: Means<'_>,
    work: &(dyn Fn(usize, &mut [f32]) + Sync),
) {
    let mut own = [(); RUNS];
    for_each_part_with(blocks, values, &mut own, means, &|first, values, ()| work(first, values));
}

/// [`for_each_part`] with a result of each part.
pub(crate) fn for_each_part_with<C: Send>(
    blocks: &Blocks,
    values: &mut [f32],
    own: &mut [C; RUNS],
    means: Means<'_>,
    work: &(dyn Fn(usize, &mut [f32], &mut C) + Sync),
) {
    let inner = blocks.inner();
    let length = part_length(blocks);
    let values = &mut values[inner.start * WIDTH..inner.end * WIDTH];
    let count = values.len().div_ceil(length);
    let mut parts: [Option<Part<'_, C>>; RUNS] = from_fn(|_| None);
    for (index, ((part, values), own)) in parts.iter_mut().zip(values.chunks_mut(length)).zip(own).enumerate()
    {
        *part = Some((inner.start * WIDTH + index * length, values, own));
    }
    for_each_slot(means.tasks, &mut parts[..count], &|_, part| {
        if let Some((first, values, own)) = part {
            work(*first, values, own);
        }
    });
}

/// Slots of a part.
pub(crate) fn part_length(blocks: &Blocks) -> usize {
    blocks.inner().len().div_ceil(RUNS).max(LEAST) * WIDTH
}
