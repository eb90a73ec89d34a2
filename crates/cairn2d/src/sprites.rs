//! The order in which sprites are drawn, and the batches of a renderer.
//!
//! Sprites are sorted by layer, then texture, then blend mode, and stay in the caller's order where these
//! are equal. The sort is a radix sort from the lowest digit, without the bits that all sprites share.

use core::ops::Range;

/// Largest number of a texture.
pub const MAX_TEXTURE: u32 = (1 << 24) - 1;

/// Bits of a digit of the sort.
const DIGIT: u32 = 11;
const VALUES: usize = 1 << DIGIT;
/// Digits of half of an entry.
const MOST_DIGITS: usize = HALF.div_ceil(DIGIT) as usize;
/// Bits of the halves of an entry of the sort, and the mask of the lower one.
const HALF: u32 = 32;
const LOW: u64 = u32::MAX as u64;
/// Sprites that are processed at once.
const BLOCK: usize = 256;

/// What the order of a sprite depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sprite {
    /// Layer; sprites of lower layers are drawn first. Any number but NaN.
    pub layer: f32,
    /// Number of the texture, up to [`MAX_TEXTURE`].
    pub texture: u32,
    /// Number of the blend mode.
    pub blend: u8,
}

/// Sprites in a row of the order that share layer, texture and blend mode, for one draw call.
#[derive(Clone, Debug, PartialEq)]
pub struct SpriteBatch {
    /// Layer of the sprites.
    pub layer: f32,
    /// Texture of the sprites.
    pub texture: u32,
    /// Blend mode of the sprites.
    pub blend: u8,
    /// Positions in [`SpriteOrder::order`].
    pub range: Range<usize>,
}

/// Error of [`SpriteOrder::update`], which then changes nothing.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpriteError {
    /// The layer of the sprite with this index is NaN.
    Layer(usize),
    /// The texture of the sprite with this index is above [`MAX_TEXTURE`].
    Texture {
        /// Index of the sprite.
        sprite: usize,
        /// Number of the texture.
        texture: u32,
    },
    /// The number of sprites is above 2^32 - 1.
    Count(usize),
}

impl SpriteError {
    /// The error with the index of its sprite moved up.
    fn after(self, count: usize) -> Self {
        match self {
            Self::Layer(sprite) => Self::Layer(sprite + count),
            Self::Texture { sprite, texture } => Self::Texture { sprite: sprite + count, texture },
            Self::Count(count) => Self::Count(count),
        }
    }
}

impl core::fmt::Display for SpriteError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Layer(sprite) => write!(f, "layer of sprite {sprite} is not a number"),
            Self::Texture { sprite, texture } => {
                write!(f, "texture of sprite {sprite} is {texture}, it must be at most {MAX_TEXTURE}")
            }
            Self::Count(count) => write!(f, "{count} sprites are more than {}", u32::MAX),
        }
    }
}

impl core::error::Error for SpriteError {}

/// Sorts sprites for drawing and groups them into batches. Allocates only while it grows.
///
/// # Cost
/// An update without changes only compares the sprites with the last ones. Otherwise the time is
/// proportional to their number.
///
/// # Examples
/// ```
/// use cairn2d::sprites::{Sprite, SpriteOrder};
///
/// let crate_of = |layer: f32| Sprite { layer, texture: 7, blend: 0 };
/// let mut order = SpriteOrder::new();
/// order.update(&[crate_of(2.0), crate_of(1.0), crate_of(2.0)])?;
/// assert_eq!(order.order(), [1, 0, 2]);
/// assert_eq!(order.batches().len(), 2);
/// # Ok::<(), cairn2d::sprites::SpriteError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SpriteOrder {
    /// Keys of the last sprites, in the caller's order.
    keys: Vec<u64>,
    order: Vec<u32>,
    batches: Vec<SpriteBatch>,
    /// Part of a packed key in the high half and the index in the low one, while they are sorted.
    entries: Vec<u64>,
    other_entries: Vec<u64>,
}

impl SpriteOrder {
    /// An order of no sprites.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sorts the sprites. Returns whether anything differs from the last update.
    ///
    /// # Errors
    /// The first sprite with a bad layer or texture; the order is unchanged then.
    pub fn update(&mut self, sprites: &[Sprite]) -> Result<bool, SpriteError> {
        if u32::try_from(sprites.len()).is_err() {
            return Err(SpriteError::Count(sprites.len()));
        }
        let equal = self.equal_count(sprites);
        if equal == sprites.len() && equal == self.keys.len() {
            return Ok(false);
        }
        // The last keys were made of good sprites, so equal ones are good.
        check(&sprites[equal..]).map_err(|error| error.after(equal))?;
        self.keys.truncate(equal);
        self.keys.extend(sprites[equal..].iter().map(key_of));
        self.order.clear();
        self.batches.clear();
        if self.keys.is_sorted() {
            self.order.extend(0..sprites.len() as u32);
            find_batches(self.keys.iter().copied().zip(0..), sprites, &mut self.batches);
        } else {
            self.sort(sprites);
        }
        Ok(true)
    }

    /// Indices of the sprites in the order in which they are drawn.
    #[must_use]
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The batches in the order in which they are drawn.
    #[must_use]
    pub fn batches(&self) -> &[SpriteBatch] {
        &self.batches
    }

    /// Number of leading sprites that are as in the last update, up to one less than a block.
    fn equal_count(&self, sprites: &[Sprite]) -> usize {
        let blocks = sprites.chunks(BLOCK).zip(self.keys.chunks(BLOCK));
        let is_equal = |(sprites, keys): &(&[Sprite], &[u64])| {
            // Without an exit in the middle, so that several are compared at once.
            let differs = |(sprite, key): (&Sprite, &u64)| {
                (key_of(sprite) ^ key) | u64::from(sprite.texture > MAX_TEXTURE)
            };
            sprites.len() == keys.len() && sprites.iter().zip(*keys).map(differs).fold(0, |a, b| a | b) == 0
        };
        blocks.take_while(is_equal).map(|(sprites, _)| sprites.len()).sum()
    }

    /// Sorts the keys with the indices of their sprites: the lowest 32 bits of the packed keys first, then
    /// those above, if there are any.
    fn sort(&mut self, sprites: &[Sprite]) {
        let Self { keys, order, batches, entries, other_entries } = self;
        let packing = Packing::of(keys);
        // Old entries are overwritten.
        entries.resize(keys.len(), 0);
        other_entries.resize(keys.len(), 0);
        let digits = Digits::of(packing.bits.min(HALF));
        let packed = keys.iter().zip(0u64..).map(|(&key, index)| packing.pack(key) << HALF | index);
        let mut starts = digits.starts(packed.clone());
        digits.sort(0, &mut starts[0], packed, entries);
        digits.sort_rest(1, &mut starts, entries, other_entries);
        if packing.bits > HALF {
            for entry in &mut *entries {
                let index = *entry & LOW;
                *entry = (packing.pack(keys[index as usize]) >> HALF << HALF) | index;
            }
            let digits = Digits::of(packing.bits - HALF);
            let mut starts = digits.starts(entries.iter().copied());
            digits.sort_rest(0, &mut starts, entries, other_entries);
        }
        order.extend(entries.iter().map(|&entry| entry as u32));
        if packing.bits > HALF {
            let sorted = order.iter().map(|&index| (keys[index as usize], index));
            find_batches(sorted, sprites, batches);
        } else {
            let sorted = entries.iter().map(|&entry| (entry >> HALF, entry as u32));
            find_batches(sorted, sprites, batches);
        }
    }
}

/// How the high half of entries is sorted: digit by digit from the lowest.
#[derive(Clone, Copy)]
struct Digits {
    /// Number of digits and the bits of each.
    count: u32,
    bits: u32,
}

impl Digits {
    fn of(bits: u32) -> Self {
        let count = bits.div_ceil(DIGIT).max(1);
        Self { count, bits: bits.div_ceil(count) }
    }

    /// Value of a digit of an entry.
    #[inline]
    fn value(self, digit: u32, entry: u64) -> usize {
        let shift = HALF + digit * self.bits;
        ((entry >> shift) as usize & ((1 << self.bits) - 1)) % VALUES
    }

    /// For each digit, the position of the first entry of each value.
    fn starts(self, entries: impl Iterator<Item = u64>) -> [[u32; VALUES]; MOST_DIGITS] {
        let mut starts = [[0u32; VALUES]; MOST_DIGITS];
        for entry in entries {
            // Digits beyond the last one are counted in vain, which is cheaper than a loop of unknown length.
            for (digit, counts) in (0..).zip(&mut starts[..2]) {
                counts[self.value(digit, entry)] += 1;
            }
            if self.count > 2 {
                starts[2][self.value(2, entry)] += 1;
            }
        }
        for counts in &mut starts {
            let mut start = 0;
            for count in counts {
                (*count, start) = (start, start + *count);
            }
        }
        starts
    }

    /// Writes the entries in the order of a digit. Entries with an equal one keep their order.
    fn sort(self, digit: u32, next: &mut [u32; VALUES], from: impl Iterator<Item = u64>, to: &mut [u64]) {
        for entry in from {
            let next = &mut next[self.value(digit, entry)];
            to[*next as usize] = entry;
            *next += 1;
        }
    }

    /// Sorts by all digits from the given one on.
    fn sort_rest(
        self,
        first: u32,
        starts: &mut [[u32; VALUES]; MOST_DIGITS],
        entries: &mut Vec<u64>,
        other: &mut Vec<u64>,
    ) {
        for digit in first..self.count {
            self.sort(digit, &mut starts[digit as usize], entries.iter().copied(), other);
            core::mem::swap(entries, other);
        }
    }
}

/// Rejects the first bad sprite.
fn check(sprites: &[Sprite]) -> Result<(), SpriteError> {
    let is_bad = |sprite: &Sprite| sprite.layer.is_nan() | (sprite.texture > MAX_TEXTURE);
    for (block, sprites) in sprites.chunks(BLOCK).enumerate() {
        if sprites.iter().fold(false, |bad, sprite| bad | is_bad(sprite))
            && let Some((index, sprite)) = sprites.iter().enumerate().find(|(_, sprite)| is_bad(sprite))
        {
            let index = block * BLOCK + index;
            return Err(if sprite.layer.is_nan() {
                SpriteError::Layer(index)
            } else {
                SpriteError::Texture { sprite: index, texture: sprite.texture }
            });
        }
    }
    Ok(())
}

/// Lists the runs of equal keys among sorted ones, each with the index of its sprite.
fn find_batches(
    sorted: impl Iterator<Item = (u64, u32)>,
    sprites: &[Sprite],
    batches: &mut Vec<SpriteBatch>,
) {
    let (mut last, mut count) = (0, 0);
    for (key, index) in sorted {
        if key != last || count == 0 {
            end_batch(batches, count);
            let Sprite { layer, texture, blend } = sprites[index as usize];
            batches.push(SpriteBatch { layer, texture, blend, range: count..count });
            last = key;
        }
        count += 1;
    }
    end_batch(batches, count);
}

/// Sets the end of the last batch.
fn end_batch(batches: &mut [SpriteBatch], end: usize) {
    if let Some(batch) = batches.last_mut() {
        batch.range.end = end;
    }
}

/// A number that orders sprites: layer, texture, blend mode from the highest bit down.
#[inline]
fn key_of(sprite: &Sprite) -> u64 {
    // Both zeros are one layer. Flipped like this, the bits of floats ascend with their values.
    let bits = (sprite.layer + 0.0).to_bits();
    let layer = if bits >> 31 == 0 { bits | 1 << 31 } else { !bits };
    u64::from(layer) << 32 | u64::from(sprite.texture & MAX_TEXTURE) << 8 | u64::from(sprite.blend)
}

/// Drops the bits that all keys share, which keeps their order.
struct Packing {
    /// Runs of bits that differ, from the lowest up. The rest are empty.
    runs: [Run; MAX_RUNS],
    /// Number of bits that are left.
    bits: u32,
}

#[derive(Clone, Copy, Default)]
struct Run {
    mask: u64,
    /// By how much the run moves down.
    shift: u32,
}

/// More runs than this are joined, with the equal bits between them.
const MAX_RUNS: usize = 4;

impl Packing {
    fn of(keys: &[u64]) -> Self {
        let first = keys.first().copied().unwrap_or(0);
        let mut differs = keys.iter().fold(0, |bits, key| bits | (key ^ first));
        let mut packing = Self { runs: [Run::default(); MAX_RUNS], bits: 0 };
        for count in 1..=MAX_RUNS {
            if differs == 0 {
                break;
            }
            let low = differs.trailing_zeros();
            let last = count == MAX_RUNS;
            let length =
                if last { 64 - low - differs.leading_zeros() } else { (differs >> low).trailing_ones() };
            let mask = (u64::MAX >> (64 - length)) << low;
            packing.runs[count - 1] = Run { mask, shift: low - packing.bits };
            packing.bits += length;
            differs &= !mask;
        }
        packing
    }

    #[inline]
    fn pack(&self, key: u64) -> u64 {
        self.runs.iter().fold(0, |packed, run| packed | (key & run.mask) >> run.shift)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small generator of random numbers (splitmix64).
    struct Random(u64);

    impl Random {
        fn below(&mut self, bound: u64) -> u64 {
            self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = self.0;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            (z ^ (z >> 31)) % bound
        }
    }

    fn random_sprite(random: &mut Random) -> Sprite {
        let layers = [-0.0, 0.0, 1.0, -1.0, 0.5, f32::INFINITY, f32::NEG_INFINITY, 1e-40, -3.25e8];
        let layer = match random.below(3) {
            0 => layers[random.below(9) as usize],
            1 => random.below(5) as f32,
            _ => (random.below(2000) as f32 - 1000.0) * 0.37,
        };
        let texture = if random.below(9) == 0 { MAX_TEXTURE } else { random.below(40) as u32 };
        Sprite { layer, texture, blend: random.below(3) as u8 }
    }

    #[test]
    fn order_is_that_of_a_stable_sort() {
        let mut random = Random(1);
        let mut order = SpriteOrder::new();
        for round in 0..200 {
            let count = [0, 1, 2, 17, 300, 5000][round % 6];
            let mut sprites: Vec<Sprite> = (0..count).map(|_| random_sprite(&mut random)).collect();
            order.update(&sprites).expect("good sprites");
            let mut expected: Vec<u32> = (0..count as u32).collect();
            expected.sort_by(|&a, &b| {
                let (a, b) = (sprites[a as usize], sprites[b as usize]);
                let by_layer = a.layer.partial_cmp(&b.layer).expect("numbers");
                by_layer.then(a.texture.cmp(&b.texture)).then(a.blend.cmp(&b.blend))
            });
            assert_eq!(order.order(), expected);
            assert_eq!(order.update(&sprites), Ok(false));
            let mut next = 0;
            for batch in order.batches() {
                assert_eq!(batch.range.start, next);
                assert!(!batch.range.is_empty());
                next = batch.range.end;
                for &index in &order.order()[batch.range.clone()] {
                    let sprite = sprites[index as usize];
                    assert!(sprite.layer == batch.layer);
                    assert_eq!((sprite.texture, sprite.blend), (batch.texture, batch.blend));
                }
            }
            assert_eq!(next, sprites.len());
            let alike = |a: &SpriteBatch, b: &SpriteBatch| {
                a.layer == b.layer && a.texture == b.texture && a.blend == b.blend
            };
            assert!(order.batches().windows(2).all(|pair| !alike(&pair[0], &pair[1])));
            // Fewer and other sprites are a change.
            if sprites.pop().is_some() {
                assert_eq!(order.update(&sprites), Ok(true));
                assert_eq!(order.order().len(), sprites.len());
            }
        }
    }

    #[test]
    fn bad_sprites_change_nothing() {
        let mut order = SpriteOrder::new();
        let good = [Sprite { layer: 2.0, ..Sprite::default() }, Sprite::default()];
        assert_eq!(order.update(&good), Ok(true));
        let mut bad = good;
        bad[1].layer = f32::NAN;
        assert_eq!(order.update(&bad), Err(SpriteError::Layer(1)));
        bad[1] = Sprite { texture: MAX_TEXTURE + 1, ..Sprite::default() };
        let error = SpriteError::Texture { sprite: 1, texture: MAX_TEXTURE + 1 };
        assert_eq!(order.update(&bad), Err(error));
        assert_eq!(order.order(), [1, 0]);
        assert_eq!(order.update(&good), Ok(false));
    }
}
