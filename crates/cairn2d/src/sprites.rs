//! The order in which sprites are drawn, and the batches of a renderer.
//!
//! Sprites are sorted by layer, then texture, then blend mode, and stay in the caller's order where these are
//! equal. The sort is a radix sort from the lowest digit, without the bits that all sprites share.

use core::ops::Range;

/// Largest number of a texture.
pub const MAX_TEXTURE: u32 = (1 << 24) - 1;

/// Bits of a digit of the sort.
const DIGIT: u32 = 11;
const VALUES: usize = 1 << DIGIT;

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
/// An update without changes only compares the sprites with the last ones. Otherwise the time is proportional
/// to their number.
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
    /// Keys and indices while they are sorted.
    pairs: Vec<(u64, u32)>,
    other_pairs: Vec<(u64, u32)>,
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
        let same = |pair: &(&Sprite, &u64)| pair.0.texture <= MAX_TEXTURE && key_of(pair.0) == *pair.1;
        let equal = sprites.iter().zip(&self.keys).take_while(same).count();
        if equal == sprites.len() && equal == self.keys.len() {
            return Ok(false);
        }
        // The last keys were made of good sprites, so equal ones are good.
        for (index, sprite) in sprites.iter().enumerate().skip(equal) {
            if sprite.layer.is_nan() {
                return Err(SpriteError::Layer(index));
            }
            if sprite.texture > MAX_TEXTURE {
                return Err(SpriteError::Texture { sprite: index, texture: sprite.texture });
            }
        }
        self.keys.truncate(equal);
        self.keys.extend(sprites[equal..].iter().map(key_of));
        self.order.clear();
        self.batches.clear();
        if self.keys.is_sorted() {
            self.order.extend(0..sprites.len() as u32);
            find_batches(self.keys.iter().copied().zip(0..), sprites, &mut self.batches);
        } else {
            self.sort_pairs();
            self.order.extend(self.pairs.iter().map(|pair| pair.1));
            find_batches(self.pairs.iter().copied(), sprites, &mut self.batches);
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

    /// Sorts the packed keys with the indices of their sprites.
    fn sort_pairs(&mut self) {
        let packing = Packing::of(&self.keys);
        self.pairs.clear();
        self.pairs.extend(self.keys.iter().map(|&key| packing.pack(key)).zip(0..));
        self.other_pairs.clear();
        self.other_pairs.resize(self.pairs.len(), (0, 0));
        for digit in 0..packing.bits.div_ceil(DIGIT) {
            let value = |key: u64| (key >> (digit * DIGIT)) as usize & (VALUES - 1);
            // Position of the next key of each value.
            let mut next = [0u32; VALUES];
            for pair in &self.pairs {
                next[value(pair.0)] += 1;
            }
            let mut start = 0;
            for next in &mut next {
                (*next, start) = (start, start + *next);
            }
            for &pair in &self.pairs {
                let next = &mut next[value(pair.0)];
                self.other_pairs[*next as usize] = pair;
                *next += 1;
            }
            core::mem::swap(&mut self.pairs, &mut self.other_pairs);
        }
    }
}

/// Lists the runs of equal keys among sorted ones, each with the index of its sprite.
fn find_batches(
    sorted: impl Iterator<Item = (u64, u32)>,
    sprites: &[Sprite],
    batches: &mut Vec<SpriteBatch>,
) {
    let mut last = None;
    for (position, (key, index)) in sorted.enumerate() {
        match batches.last_mut() {
            Some(batch) if last == Some(key) => batch.range.end = position + 1,
            _ => {
                let Sprite { layer, texture, blend } = sprites[index as usize];
                batches.push(SpriteBatch { layer, texture, blend, range: position..position + 1 });
                last = Some(key);
            }
        }
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
    /// Runs of bits that differ, from the lowest up.
    runs: [Run; MAX_RUNS],
    count: usize,
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
const MAX_RUNS: usize = 8;

impl Packing {
    fn of(keys: &[u64]) -> Self {
        let first = keys.first().copied().unwrap_or(0);
        let mut differs = keys.iter().fold(0, |bits, key| bits | (key ^ first));
        let mut packing = Self { runs: [Run::default(); MAX_RUNS], count: 0, bits: 0 };
        while differs != 0 {
            let low = differs.trailing_zeros();
            let last = packing.count + 1 == MAX_RUNS;
            let length =
                if last { 64 - low - differs.leading_zeros() } else { (differs >> low).trailing_ones() };
            let mask = (u64::MAX >> (64 - length)) << low;
            packing.runs[packing.count] = Run { mask, shift: low - packing.bits };
            packing.count += 1;
            packing.bits += length;
            differs &= !mask;
        }
        packing
    }

    #[inline]
    fn pack(&self, key: u64) -> u64 {
        self.runs[..self.count].iter().fold(0, |packed, run| packed | (key & run.mask) >> run.shift)
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
