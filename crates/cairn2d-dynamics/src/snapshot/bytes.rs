//! Bytes of a snapshot: little-endian whatever the machine, written and read number by number and row by row.
//!
//! Invariant: a reader hands out nothing beyond its end, and no count for which it has not the bytes.

use cairn2d_math::{Aabb, Pose, Rot, Vec2};

use crate::error::SnapshotError;

/// What reading gives.
pub(crate) type Read<T> = Result<T, SnapshotError>;

/// Appends to a snapshot.
pub(crate) struct Writer<'a>(pub(crate) &'a mut Vec<u8>);

impl Writer<'_> {
    pub(crate) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    pub(crate) fn words<const N: usize>(&mut self, words: [u32; N]) {
        self.0.extend_from_slice(words.map(u32::to_le_bytes).as_flattened());
    }

    pub(crate) fn floats<const N: usize>(&mut self, floats: [f32; N]) {
        self.words(floats.map(f32::to_bits));
    }

    pub(crate) fn long(&mut self, long: u64) {
        self.0.extend_from_slice(&long.to_le_bytes());
    }

    pub(crate) fn double(&mut self, double: f64) {
        self.long(double.to_bits());
    }

    /// A number that is small as a rule, in groups of seven bits, the lowest first.
    pub(crate) fn count(&mut self, count: usize) {
        let mut left = count as u32;
        while left >= 0x80 {
            self.byte(left as u8 | 0x80);
            left >>= 7;
        }
        self.byte(left as u8);
    }

    /// A list with its length.
    pub(crate) fn list(&mut self, list: &[u32]) {
        self.count(list.len());
        self.all(list.iter().copied());
    }

    /// As many words as there are.
    pub(crate) fn all(&mut self, words: impl Iterator<Item = u32>) {
        self.0.extend(words.flat_map(u32::to_le_bytes));
    }

    /// What may not be there: a byte that tells, and the rest.
    pub(crate) fn option<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        self.byte(u8::from(value.is_some()));
        if let Some(value) = value {
            write(self, value);
        }
    }
}

/// Reads a snapshot from its beginning to its end.
pub(crate) struct Reader<'a>(pub(crate) &'a [u8]);

impl<'a> Reader<'a> {
    /// The next bytes.
    pub(crate) fn bytes(&mut self, count: usize) -> Read<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(count).ok_or(SnapshotError::Truncated)?;
        self.0 = rest;
        Ok(bytes)
    }

    pub(crate) fn byte(&mut self) -> Read<u8> {
        let (&byte, rest) = self.0.split_first().ok_or(SnapshotError::Truncated)?;
        self.0 = rest;
        Ok(byte)
    }

    /// A byte that is 0 or 1.
    pub(crate) fn flag(&mut self) -> Read<bool> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(SnapshotError::Structure("a flag is neither 0 nor 1")),
        }
    }

    pub(crate) fn words<const N: usize>(&mut self) -> Read<[u32; N]> {
        Ok(words_of(self.bytes(4 * N)?))
    }

    pub(crate) fn word(&mut self) -> Read<u32> {
        let [word] = self.words()?;
        Ok(word)
    }

    /// Floats as they are, finite or not.
    pub(crate) fn raw_floats<const N: usize>(&mut self) -> Read<[f32; N]> {
        Ok(self.words::<N>()?.map(f32::from_bits))
    }

    /// Floats, all of them finite.
    pub(crate) fn floats<const N: usize>(&mut self) -> Read<[f32; N]> {
        finite(self.raw_floats()?)
    }

    pub(crate) fn float(&mut self) -> Read<f32> {
        let [float] = self.floats()?;
        Ok(float)
    }

    pub(crate) fn point(&mut self) -> Read<Vec2> {
        let [x, y] = self.floats()?;
        Ok(Vec2 { x, y })
    }

    /// A pose with a rotation of unit length.
    pub(crate) fn pose(&mut self) -> Read<Pose> {
        let [x, y, c, s] = self.floats()?;
        let pose = Pose { p: Vec2 { x, y }, q: Rot { c, s } };
        if is_rotation(pose.q) { Ok(pose) } else { Err(SnapshotError::Structure("a rotation is none")) }
    }

    pub(crate) fn long(&mut self) -> Read<u64> {
        let [low, high] = self.words()?;
        Ok(u64::from(low) | u64::from(high) << 32)
    }

    pub(crate) fn double(&mut self) -> Read<f64> {
        let double = f64::from_bits(self.long()?);
        if double.abs() <= 1.0e30 { Ok(double) } else { Err(NOT_FINITE) }
    }

    /// A count of things that have at least `size` bytes each, which must be there.
    pub(crate) fn count(&mut self, size: usize) -> Read<usize> {
        let mut count = 0_usize;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            count |= usize::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return if count.saturating_mul(size) <= self.0.len() {
                    Ok(count)
                } else {
                    Err(SnapshotError::Truncated)
                };
            }
        }
        Err(SnapshotError::Structure("a count is too long"))
    }

    /// As many words.
    pub(crate) fn all(&mut self, count: usize) -> Read<impl Iterator<Item = u32> + use<'a>> {
        let bytes = self.bytes(count.saturating_mul(4))?;
        Ok(bytes.chunks_exact(4).map(|bytes| words_of::<1>(bytes)[0]))
    }

    /// As many rows of words.
    pub(crate) fn rows<const N: usize>(
        &mut self,
        count: usize,
    ) -> Read<impl Iterator<Item = [u32; N]> + use<'a, N>> {
        let bytes = self.bytes(count.saturating_mul(4 * N))?;
        Ok(bytes.chunks_exact(4 * N).map(words_of))
    }

    /// A list with its length, into one whose memory is kept.
    pub(crate) fn list(&mut self, list: &mut Vec<u32>) -> Read<()> {
        let count = self.count(4)?;
        list.clear();
        list.extend(self.all(count)?);
        Ok(())
    }

    /// What may not be there.
    pub(crate) fn option<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<Option<T>> {
        Ok(if self.flag()? { Some(read(self)?) } else { None })
    }
}

const NOT_FINITE: SnapshotError = SnapshotError::Structure("a number is not finite");

/// Says what is wrong unless it is not.
pub(crate) fn ensure(holds: bool, what: &'static str) -> Read<()> {
    if holds { Ok(()) } else { Err(SnapshotError::Structure(what)) }
}

/// Passes on floats that are all finite.
pub(crate) fn finite<const N: usize>(floats: [f32; N]) -> Read<[f32; N]> {
    // No branch per number.
    let sound = floats.iter().fold(true, |sound, float| sound & float.is_finite());
    if sound { Ok(floats) } else { Err(NOT_FINITE) }
}

/// Whether this is a rotation but for rounding.
pub(crate) fn is_rotation(q: Rot) -> bool {
    (0.99..=1.01).contains(&(q.c * q.c + q.s * q.s))
}

fn words_of<const N: usize>(bytes: &[u8]) -> [u32; N] {
    let mut words = [0; N];
    for (word, bytes) in words.iter_mut().zip(bytes.chunks_exact(4)) {
        let mut array = [0; 4];
        array.copy_from_slice(bytes);
        *word = u32::from_le_bytes(array);
    }
    words
}

/// The corners of a box as floats.
pub(crate) fn corners(aabb: Aabb) -> [f32; 4] {
    [aabb.min.x, aabb.min.y, aabb.max.x, aabb.max.y]
}

/// The box with these corners.
pub(crate) fn box_of([min_x, min_y, max_x, max_y]: [f32; 4]) -> Aabb {
    Aabb { min: Vec2 { x: min_x, y: min_y }, max: Vec2 { x: max_x, y: max_y } }
}

/// Check of a snapshot: two running sums in each of eight lanes, mixed at the end. Any change of a single word changes it.
pub(crate) fn check_of(bytes: &[u8]) -> u64 {
    let (mut sums, mut orders) = ([0x9e37_79b9_u32; 8], [0_u32; 8]);
    let mut chunks = bytes.chunks_exact(32);
    for chunk in &mut chunks {
        let words: [u32; 8] = words_of(chunk);
        for lane in 0..8 {
            sums[lane] = sums[lane].wrapping_add(words[lane]);
            orders[lane] = orders[lane].wrapping_add(sums[lane]);
        }
    }
    let mut last = [0; 32];
    last[..chunks.remainder().len()].copy_from_slice(chunks.remainder());
    let words: [u32; 8] = words_of(&last);
    let mut hash = bytes.len() as u64;
    for lane in 0..8 {
        for word in [words[lane], sums[lane], orders[lane]] {
            hash = (hash.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }
    let mixed = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ (mixed >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_a_reader_ends_where_it_ends() {
        let mut bytes = Vec::new();
        let mut writer = Writer(&mut bytes);
        for count in [0, 1, 127, 128, 300, 70_000, 0x0fff_ffff] {
            writer.count(count);
        }
        writer.floats([1.5, -0.0, f32::NAN]);
        writer.double(-2.0e9);
        writer.list(&[7, 8]);
        let mut reader = Reader(&bytes);
        for count in [0, 1, 127, 128, 300, 70_000, 0x0fff_ffff] {
            assert_eq!(reader.count(0), Ok(count));
        }
        assert_eq!(
            reader.raw_floats::<2>().map(|[a, b]| [a.to_bits(), b.to_bits()]),
            Ok([0x3fc0_0000, 1 << 31])
        );
        assert_eq!(reader.float(), Err(NOT_FINITE));
        assert_eq!(reader.double(), Ok(-2.0e9));
        let mut list = vec![1, 2, 3];
        assert_eq!((reader.list(&mut list), list), (Ok(()), vec![7, 8]));
        assert_eq!(reader.byte(), Err(SnapshotError::Truncated));
        // A count of more than there is asks for no memory.
        let mut reader = Reader(&[0xff, 0xff, 0xff, 0xff, 0x0f, 0]);
        assert_eq!(reader.count(4), Err(SnapshotError::Truncated));
    }

    #[test]
    fn every_bit_and_every_exchange_changes_the_check() {
        let bytes: Vec<u8> = (0..200_u32).map(|i| (i * i) as u8).collect();
        let check = check_of(&bytes);
        for bit in 0..8 * bytes.len() {
            let mut other = bytes.clone();
            other[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(check_of(&other), check, "bit {bit}");
        }
        for word in 0..40 {
            let mut other = bytes.clone();
            let (first, second) = other.split_at_mut(4 * word + 4);
            first[4 * word..].swap_with_slice(&mut second[28..32]);
            assert!(other == bytes || check_of(&other) != check, "word {word}");
        }
        assert_ne!(check_of(&bytes[..199]), check);
    }
}
