//! The order of a packed tree: positions of the box centres on a Hilbert curve, sorted by radix.
//!
//! **Codes.** A centre becomes two 16-bit cell numbers, and those a position on the curve. (Morton order is
//! simpler, but its jumps split groups: their perimeter is a third larger, and finding pairs takes 40 %
//! longer.) The cells are square. The grid is placed around the mean of a sample, [`SPREAD`] mean deviations
//! wide to each side, because with the plain extent a single body that falls forever would leave one cell for
//! all other bodies. Centres outside count as on the border. Even a uniform crowd, four deviations wide,
//! still has 4096 cells across.
//!
//! **Crowds.** If more than a group of items share [`CROWDED`] cells, this range of the curve is sorted again
//! by its own grid, recursively. This happens for distant crowds, which make cells large, and at the border.
//! The common case costs one comparison per item.
//!
//! **Sorting.** Least significant digit first and stable, so equal codes are in the order of item numbers. A
//! key has the code and the item number in 64 bits.

use cairn2d_math::lanes::{LaneLevel, Lanes};
use cairn2d_math::{Aabb, Vec2, vec2, with_lanes};

use super::packed::NO_ITEM;
use super::room;
use crate::wide_box::WIDTH;

/// Half the width of the grid in mean absolute deviations \[-\].
const SPREAD: f32 = 32.0;

/// Number of sampled centres that place the grid.
const SAMPLE_COUNT: usize = 1024;

/// Bits per pass of the sort, and passes over the 32 bits of a code.
const DIGIT_BITS: u32 = 11;
const PASS_COUNT: usize = 3;
const DIGITS: usize = 1 << DIGIT_BITS;

/// Shorter lists are sorted by comparison, which is faster than clearing and summing the counters.
const RADIX_COUNT: usize = 512;

/// Largest depth of nested grids: each is thousands of times finer than the one around it.
const DEPTH: u32 = 4;

/// Cells that contain more than a group in a crowd: the order within a cell is by item number, which has no
/// spatial meaning.
const CROWDED: u32 = 4;

/// Items that are encoded together.
const BLOCK: usize = 32;

/// Working memory of the sort.
#[derive(Clone, Debug, Default)]
pub(super) struct OrderScratch {
    keys: Vec<u64>,
    other: Vec<u64>,
    counts: Vec<[u32; DIGITS]>,
}

impl OrderScratch {
    /// Reserves memory to sort this many items.
    pub(super) fn reserve(&mut self, count: usize) {
        room(&mut self.keys, count);
        room(&mut self.other, count);
        room(&mut self.counts, PASS_COUNT);
    }

    /// Takes the memory of one word per item, all 0.
    pub(super) fn take_marks(&mut self, count: usize) -> Vec<u64> {
        let mut marks = core::mem::take(&mut self.keys);
        marks.clear();
        marks.resize(count, 0);
        marks
    }

    /// Returns the memory.
    pub(super) fn give_marks(&mut self, marks: Vec<u64>) {
        self.keys = marks;
    }

    /// Writes the item numbers of `boxes` in the order of the curve; entries beyond stay unchanged.
    pub(super) fn sort(&mut self, level: LaneLevel, boxes: &[Aabb], items: &mut [[u32; WIDTH]]) {
        self.keys.resize(boxes.len(), 0);
        let grid = Grid::around(boxes.len(), |i| boxes[i]);
        with_lanes!(level, lanes => encode(lanes, grid, boxes, &mut self.keys));
        if boxes.len() < RADIX_COUNT {
            // The keys are distinct and hold the item numbers, so this is the same order.
            self.keys.sort_unstable();
        } else {
            self.radix_sort();
        }
        if self.is_crowded() {
            sort_crowds(boxes, &mut self.keys, DEPTH);
        }
        for (item, &key) in items.as_flattened_mut().iter_mut().zip(&self.keys) {
            *item = item_of(key);
            debug_assert_ne!(*item, NO_ITEM, "item numbers stay below that of padding");
        }
    }

    /// Whether there is a crowd.
    fn is_crowded(&self) -> bool {
        let later = self.keys.get(WIDTH..).unwrap_or_default();
        // No branch per item.
        self.keys.iter().zip(later).fold(false, |crowded, (&a, &b)| crowded | are_close(a, b))
    }

    fn radix_sort(&mut self) {
        self.other.resize(self.keys.len(), 0);
        self.counts.clear();
        self.counts.resize(PASS_COUNT, [0; DIGITS]);
        self.count_digits();
        for pass in 0..PASS_COUNT {
            if turn_into_starts(&mut self.counts[pass], self.keys.len()) {
                scatter(&self.keys, &mut self.other, &mut self.counts[pass], 32 + DIGIT_BITS * pass as u32);
                core::mem::swap(&mut self.keys, &mut self.other);
            }
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

/// Sorts every crowd by its own grid, recursively up to `depth`.
fn sort_crowds(boxes: &[Aabb], keys: &mut [u64], depth: u32) {
    let mut start = 0;
    while start + WIDTH < keys.len() && depth > 0 {
        if !are_close(keys[start], keys[start + WIDTH]) {
            start += 1;
            continue;
        }
        let mut end = start + WIDTH + 1;
        while end < keys.len() && are_close(keys[end - WIDTH], keys[end]) {
            end += 1;
        }
        // Items that no finer grid divides are at one position.
        if end - start < keys.len() || depth == DEPTH {
            sort_crowd(boxes, &mut keys[start..end]);
            sort_crowds(boxes, &mut keys[start..end], depth - 1);
        }
        start = end;
    }
}

/// Sorts items by a grid around them.
fn sort_crowd(boxes: &[Aabb], keys: &mut [u64]) {
    let grid = Grid::around(keys.len(), |i| boxes[item_of(keys[i]) as usize]);
    for keys in keys.chunks_mut(BLOCK) {
        let mut block = ([Aabb::EMPTY; BLOCK], [0; BLOCK]);
        for (aabb, &key) in block.0.iter_mut().zip(&*keys) {
            *aabb = boxes[item_of(key) as usize];
        }
        encode_block(grid, &block.0, 0, &mut block.1);
        for (key, place) in keys.iter_mut().zip(block.1) {
            *key = u64::from(cell_of(place)) << 32 | u64::from(item_of(*key));
        }
    }
    keys.sort_unstable();
}

#[inline(always)]
const fn item_of(key: u64) -> u32 {
    key as u32
}

/// Whether two items, the first one a group before the second, belong to a crowd.
#[inline(always)]
const fn are_close(a: u64, b: u64) -> bool {
    cell_of(b) - cell_of(a) < CROWDED
}

/// The position on the curve in a key.
#[inline(always)]
const fn cell_of(key: u64) -> u32 {
    (key >> 32) as u32
}

/// The position and size of cells.
#[derive(Clone, Copy, Debug)]
struct Grid {
    /// Twice the lower left corner \[m\].
    origin: Vec2,
    /// Cells per twice the metre.
    scale: f32,
}

impl Grid {
    /// A grid around the boxes with numbers below `total`.
    fn around(total: usize, of: impl Fn(usize) -> Aabb) -> Self {
        // A multiplicative hash picks the sample: item numbers often repeat a spatial pattern, which a stride
        // could match.
        let count = total.min(SAMPLE_COUNT);
        let sample = |k: usize| {
            let hash = u64::from((k as u32).wrapping_mul(0x9E37_79B1));
            let i = if count < SAMPLE_COUNT { k } else { ((hash * total as u64) >> 32) as usize };
            let b = of(i);
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
    let mut number = 0;
    let (blocks, rest) = boxes.as_chunks::<BLOCK>();
    let (key_blocks, key_rest) = keys.as_chunks_mut::<BLOCK>();
    for (keys, boxes) in key_blocks.iter_mut().zip(blocks) {
        encode_block(grid, boxes, number, keys);
        number += BLOCK as u32;
    }
    let mut last = ([Aabb::EMPTY; BLOCK], [0; BLOCK]);
    last.0[..rest.len()].copy_from_slice(rest);
    encode_block(grid, &last.0, number, &mut last.1);
    key_rest.copy_from_slice(&last.1[..rest.len()]);
}

#[inline(always)]
fn encode_block(grid: Grid, boxes: &[Aabb; BLOCK], number: u32, keys: &mut [u64; BLOCK]) {
    let (mut x, mut y) = ([0; BLOCK], [0; BLOCK]);
    for i in 0..BLOCK {
        let Aabb { min, max } = boxes[i];
        x[i] = cell((min.x + max.x - grid.origin.x) * grid.scale);
        y[i] = cell((min.y + max.y - grid.origin.y) * grid.scale);
    }
    // Two cell numbers per word, for half the work in `hilbert_bits`.
    let pack = |cells: &[u32; BLOCK]| -> [u32; BLOCK / 2] {
        core::array::from_fn(|i| cells[i] | cells[i + BLOCK / 2] << 16)
    };
    let (x, y) = (pack(&x), pack(&y));
    let high = hilbert_bits(&x, &y);
    for i in 0..BLOCK / 2 {
        let low = x[i] ^ y[i];
        let first = spread_bits(high[i] & 0xFFFF) << 1 | spread_bits(low & 0xFFFF);
        let second = spread_bits(high[i] >> 16) << 1 | spread_bits(low >> 16);
        keys[i] = u64::from(first) << 32 | u64::from(number + i as u32);
        keys[i + BLOCK / 2] = u64::from(second) << 32 | u64::from(number + (i + BLOCK / 2) as u32);
    }
}

/// The higher bit of each pair of bits of a position on the Hilbert curve; the lower one is `x ^ y`.
///
/// From the highest bit down, a square is divided into four, and each quarter has a rotated copy of the whole
/// curve. Exchange of `x` and `y` (`swap`) and a half turn (`flip`) describe all rotations that occur, and
/// each level changes them depending on the quarter. Every step works on one bit position of whole words, and
/// the rotations propagate down.
#[inline(always)]
fn hilbert_bits(x: &[u32; BLOCK / 2], y: &[u32; BLOCK / 2]) -> [u32; BLOCK / 2] {
    let (mut swap, mut flip, mut high) = ([0_u32; BLOCK / 2], [0_u32; BLOCK / 2], [0_u32; BLOCK / 2]);
    let mut bit = 0x8000_8000_u32;
    for _ in 0..16 {
        for i in 0..BLOCK / 2 {
            let (x, differ) = (x[i], x[i] ^ y[i]);
            let turned = x ^ (swap[i] & differ) ^ flip[i];
            high[i] |= turned & bit;
            swap[i] = (flip[i] ^ x ^ !(swap[i] | differ)) >> 1;
            flip[i] = (flip[i] ^ (differ & turned)) >> 1;
        }
        bit >>= 1;
    }
    high
}

/// A cell number of 16 bits; NaN goes to the border.
#[inline(always)]
fn cell(position: f32) -> u32 {
    let position = if position > 0.0 { position } else { 0.0 };
    let position = if position < 65535.0 { position } else { 65535.0 };
    // Adding 2^23 rounds to an integer in the low bits, which is cheaper than a saturating conversion.
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

/// Turns counts into start indices; false if all keys share one digit, so that the pass can be skipped.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::tests::Rng;

    /// The definition of a Hilbert curve: it visits every cell once, and each step leads to a neighbour.
    #[test]
    fn hilbert_curve_visits_adjacent_cells() {
        const SIDE: u32 = 128;
        let mut places = Vec::new();
        for start in (0..SIDE * SIDE).step_by(BLOCK / 2) {
            // The upper halves of the words have the mirror image, which must not affect the lower ones.
            let cell = |i: usize| ((start + i as u32) % SIDE, (start + i as u32) / SIDE);
            let word = |v: u32| v << 9 | (SIDE - 1 - v) << 25;
            let x: [u32; BLOCK / 2] = core::array::from_fn(|i| word(cell(i).0));
            let y: [u32; BLOCK / 2] = core::array::from_fn(|i| word(cell(i).1));
            let high = hilbert_bits(&x, &y);
            for i in 0..BLOCK / 2 {
                let code = |shift: u32| {
                    let low = (x[i] ^ y[i]) >> shift & 0xFFFF;
                    spread_bits(high[i] >> shift & 0xFFFF) << 1 | spread_bits(low)
                };
                let (cx, cy) = cell(i);
                places.push((code(0), 0, cx as i32, cy as i32));
                places.push((code(16), 1, (SIDE - 1 - cx) as i32, (SIDE - 1 - cy) as i32));
            }
        }
        places.sort_unstable();
        assert_eq!(places.len(), 2 * (SIDE * SIDE) as usize);
        for two in places.chunks(2) {
            assert_eq!((two[0].0, two[0].2, two[0].3), (two[1].0, two[1].2, two[1].3));
        }
        for step in places.windows(3).step_by(2) {
            assert_eq!((step[2].2 - step[0].2).abs() + (step[2].3 - step[0].3).abs(), 1, "{step:?}");
        }
    }

    #[test]
    fn radix_sort_matches_the_standard_one() {
        let mut rng = Rng::new(41);
        for (count, mask) in [(1, !0), (700, !0), (5000, 0x8000_7001), (5000, 0), (3000, 0xFF)] {
            let key = |i: u64, rng: &mut Rng| (rng.bits() >> 32 & mask) << 32 | i;
            let mut scratch =
                OrderScratch { keys: (0..count).map(|i| key(i, &mut rng)).collect(), ..Default::default() };
            let mut expected = scratch.keys.clone();
            expected.sort_unstable();
            scratch.radix_sort();
            assert_eq!(scratch.keys, expected);
        }
    }
}
