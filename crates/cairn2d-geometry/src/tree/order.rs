//! The order of a packed tree: Morton codes of the box centres, sorted by radix.
//!
//! **Codes.** A centre becomes two 16-bit cell numbers, interleaved. The cells are square, and the grid is laid around the
//! mean of a sample, [`SPREAD`] mean deviations wide to each side: with the plain extent, a single body that falls forever
//! would end up sharing the grid with one cell for everybody else. What lies outside counts as on the border, which only
//! costs speed. Even a uniform crowd, four deviations wide, still gets 4096 cells across.
//!
//! **Sorting.** Least significant digit first and stable, so equal codes stay by item number. Codes and item numbers travel
//! together in 64 bits.

use cairn2d_math::lanes::{LaneLevel, Lanes};
use cairn2d_math::{Aabb, Vec2, vec2, with_lanes};

use super::packed::{NO_ITEM, WIDTH};

/// Half the width of the grid in mean absolute deviations \[-\].
const SPREAD: f32 = 32.0;

/// How many centres are looked at to place the grid.
const SAMPLE_COUNT: usize = 1024;

/// Bits per pass of the sort, and passes over the 32 bits of a code.
const DIGIT_BITS: u32 = 11;
const PASS_COUNT: usize = 3;
const DIGITS: usize = 1 << DIGIT_BITS;

/// Working memory of the sort.
#[derive(Clone, Debug, Default)]
pub(super) struct OrderScratch {
    keys: Vec<u64>,
    other: Vec<u64>,
    counts: Vec<[u32; DIGITS]>,
}

impl OrderScratch {
    /// Writes the item numbers of `boxes` in the order of the curve; places beyond are left alone.
    pub(super) fn sort(&mut self, level: LaneLevel, boxes: &[Aabb], items: &mut [[u32; WIDTH]]) {
        self.keys.resize(boxes.len(), 0);
        self.other.resize(boxes.len(), 0);
        self.counts.clear();
        self.counts.resize(PASS_COUNT, [0; DIGITS]);
        let grid = Grid::around(boxes);
        with_lanes!(level, lanes => encode(lanes, grid, boxes, &mut self.keys));
        self.count_digits();
        for pass in 0..PASS_COUNT {
            if turn_into_starts(&mut self.counts[pass], boxes.len()) {
                scatter(&self.keys, &mut self.other, &mut self.counts[pass], 32 + DIGIT_BITS * pass as u32);
                core::mem::swap(&mut self.keys, &mut self.other);
            }
        }
        for (item, &key) in items.as_flattened_mut().iter_mut().zip(&self.keys) {
            debug_assert_ne!(key as u32, NO_ITEM);
            *item = key as u32;
        }
    }

    fn count_digits(&mut self) {
        let [first, second, third] = &mut self.counts[..] else { return };
        for &key in &self.keys {
            first[digit(key, 32)] += 1;
            second[digit(key, 32 + DIGIT_BITS)] += 1;
            third[digit(key, 32 + 2 * DIGIT_BITS)] += 1;
        }
    }
}

/// Where cells are.
#[derive(Clone, Copy, Debug)]
struct Grid {
    /// Twice the lower left corner \[m\].
    origin: Vec2,
    /// Cells per twice the metre.
    scale: f32,
}

impl Grid {
    fn around(boxes: &[Aabb]) -> Self {
        // A multiplicative hash picks the sample: item numbers often repeat a spatial pattern that a stride could hit.
        let count = boxes.len().min(SAMPLE_COUNT);
        let sample = |k: usize| {
            let hash = u64::from((k as u32).wrapping_mul(0x9E37_79B1));
            let i = if count < SAMPLE_COUNT { k } else { ((hash * boxes.len() as u64) >> 32) as usize };
            let b = boxes[i];
            (f64::from(b.min.x) + f64::from(b.max.x), f64::from(b.min.y) + f64::from(b.max.y))
        };
        let (mut x, mut y) = (0.0, 0.0);
        for k in 0..count {
            let c = sample(k);
            (x, y) = (x + c.0, y + c.1);
        }
        let (x, y) = (x / count as f64, y / count as f64);
        let (mut spread_x, mut spread_y) = (0.0, 0.0);
        for k in 0..count {
            let c = sample(k);
            (spread_x, spread_y) = (spread_x + (c.0 - x).abs(), spread_y + (c.1 - y).abs());
        }
        let spread = if spread_x > spread_y { spread_x } else { spread_y } / count as f64;
        let half = SPREAD * if spread > 1.0e-30 { spread as f32 } else { 1.0e-30 };
        Self { origin: vec2(x as f32 - half, y as f32 - half), scale: 32768.0 / half }
    }
}

/// Writes code and number of every item.
#[inline(always)]
fn encode<L: Lanes>(_: L, grid: Grid, boxes: &[Aabb], keys: &mut [u64]) {
    for (i, (key, aabb)) in keys.iter_mut().zip(boxes).enumerate() {
        let x = cell((aabb.min.x + aabb.max.x - grid.origin.x) * grid.scale);
        let y = cell((aabb.min.y + aabb.max.y - grid.origin.y) * grid.scale);
        let code = spread_bits(x) | spread_bits(y) << 1;
        *key = u64::from(code) << 32 | i as u64;
    }
}

/// A cell number of 16 bits; what is not a number goes to the border.
#[inline(always)]
fn cell(position: f32) -> u32 {
    let position = if position > 0.0 { position } else { 0.0 };
    let position = if position < 65535.0 { position } else { 65535.0 };
    // Adding 2^23 rounds to a whole number and leaves it in the low bits: cheaper than a saturating conversion.
    (position + 8_388_608.0).to_bits() & 0xFFFF
}

/// Moves bit `i` of 16 bits to bit `2 i`.
#[inline(always)]
const fn spread_bits(x: u32) -> u32 {
    let x = (x | x << 8) & 0x00FF_00FF;
    let x = (x | x << 4) & 0x0F0F_0F0F;
    let x = (x | x << 2) & 0x3333_3333;
    (x | x << 1) & 0x5555_5555
}

#[inline(always)]
const fn digit(key: u64, shift: u32) -> usize {
    (key >> shift) as usize & (DIGITS - 1)
}

/// Turns counts into places; false if all keys share one digit, so that the pass would change nothing.
fn turn_into_starts(counts: &mut [u32; DIGITS], total: usize) -> bool {
    let mut start = 0;
    let mut largest = 0;
    for count in counts {
        let here = *count;
        largest = if here > largest { here } else { largest };
        *count = start;
        start += here;
    }
    (largest as usize) < total
}

fn scatter(from: &[u64], to: &mut [u64], starts: &mut [u32; DIGITS], shift: u32) {
    for &key in from {
        let start = &mut starts[digit(key, shift)];
        to[*start as usize] = key;
        *start += 1;
    }
}
