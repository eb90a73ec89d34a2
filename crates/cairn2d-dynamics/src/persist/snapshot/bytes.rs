//! Bytes of a snapshot, on top of `codec.rs`: written and read number by number and row by row.
//!
//! **Memory.** Code that allocates for a read value first calls [`Reader::weigh`], and the writer counts the
//! same. The allocation budget is [`GRANT`] times the bytes of a snapshot. A world may need more, because of
//! free slots or repeated properties. Its snapshot then ends with enough zeros.
//!
//! Invariant: a reader returns nothing beyond its end, no count without the bytes for it, and no memory
//! beyond the allocation budget.

use cairn2d_math::{Aabb, Pose, Rot, Vec2};

use crate::store::codec::{put_varint, take_array, take_varint};
use crate::tables::error::SnapshotError;

/// Result of reading.
pub(crate) type Read<T> = Result<T, SnapshotError>;

/// Allocation budget per byte of a snapshot \[bytes\].
///
/// Two would be too few. A contact of shapes that are only near takes 20 bytes and a row of 213 in the
/// tables. A snapshot padded to half of that would take more than 600 bytes for a body in a crowd.
const GRANT: u64 = 3;

/// Allocation budget of any snapshot, in addition.
const FREE: u64 = 1 << 16;

/// Writer of a snapshot.
pub(crate) struct Writer<'a> {
    pub(crate) out: &'a mut Vec<u8>,
    /// Memory that reading will allocate.
    weight: u64,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(out: &'a mut Vec<u8>) -> Writer<'a> {
        Writer { out, weight: 0 }
    }

    /// Counts the memory that reading will allocate for this many items of this size.
    pub(crate) fn weigh(&mut self, count: usize, size: usize) {
        self.weight += count as u64 * size as u64;
    }

    /// Appends as many zeros as the allocation budget requires. `header` is the length of the preceding
    /// bytes.
    pub(crate) fn pad(self, header: usize) {
        let zeros = padding(self.weight, self.out.len() - header);
        self.out.resize(self.out.len() + zeros, 0);
    }

    pub(crate) fn byte(&mut self, byte: u8) {
        self.out.push(byte);
    }

    #[inline]
    pub(crate) fn words<const N: usize>(&mut self, words: [u32; N]) {
        let mut bytes = [[0; 4]; N];
        for (bytes, word) in bytes.iter_mut().zip(words) {
            *bytes = word.to_le_bytes();
        }
        self.out.extend_from_slice(bytes.as_flattened());
    }

    pub(crate) fn floats<const N: usize>(&mut self, floats: [f32; N]) {
        self.words(bits(floats));
    }

    /// Writes a row of words for each of `count` items.
    #[inline]
    pub(crate) fn column<const N: usize>(&mut self, count: usize, rows: impl Iterator<Item = [u32; N]>) {
        self.out.reserve(4 * N * count);
        rows.for_each(|row| self.words(row));
    }

    pub(crate) fn long(&mut self, long: u64) {
        self.out.extend_from_slice(&long.to_le_bytes());
    }

    pub(crate) fn double(&mut self, double: f64) {
        self.long(double.to_bits());
    }

    /// Writes a number that is usually small, in groups of seven bits, lowest first.
    pub(crate) fn count(&mut self, count: usize) {
        put_varint(self.out, u64::from(count as u32));
    }

    /// Writes a list with its length.
    pub(crate) fn list(&mut self, list: &[u32]) {
        self.count(list.len());
        self.weigh(list.len(), LISTED);
        self.column(list.len(), list.iter().map(|&word| [word]));
    }

    /// Writes all words.
    pub(crate) fn all(&mut self, words: impl Iterator<Item = u32>) {
        for word in words {
            self.words([word]);
        }
    }

    /// Writes an optional value: a byte, and the value if there is one.
    pub(crate) fn option<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        self.byte(u8::from(value.is_some()));
        if let Some(value) = value {
            write(self, value);
        }
    }
}

/// Returns the number of zeros at the end of a snapshot of this length.
fn padding(weight: u64, length: usize) -> usize {
    let length = length as u64;
    (weight.saturating_sub(FREE).div_ceil(GRANT)).saturating_sub(length) as usize
}

/// Bytes of a slot in a growing list, including spare capacity.
const LISTED: usize = 8;

/// Reader of a snapshot.
pub(crate) struct Reader<'a> {
    pub(crate) bytes: &'a [u8],
    length: usize,
    weight: u64,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, length: bytes.len(), weight: 0 }
    }

    /// Charges the memory for this many items of this size to the allocation budget.
    pub(crate) fn weigh(&mut self, count: usize, size: usize) -> Read<()> {
        self.weight = self.weight.saturating_add((count as u64).saturating_mul(size as u64));
        ensure(self.weight <= FREE + GRANT * self.length as u64, "the snapshot exceeds its allocation budget")
    }

    /// Checks that only padding zeros remain.
    pub(crate) fn end(self) -> Read<()> {
        let zeros = padding(self.weight, self.length - self.bytes.len());
        let fits = self.bytes.len() == zeros && self.bytes.iter().fold(0, |all, byte| all | byte) == 0;
        ensure(fits, "there are bytes behind the end")
    }

    /// Returns the next bytes.
    #[inline]
    pub(crate) fn bytes(&mut self, count: usize) -> Read<&'a [u8]> {
        let (bytes, rest) = self.bytes.split_at_checked(count).ok_or(SnapshotError::Truncated)?;
        self.bytes = rest;
        Ok(bytes)
    }

    #[inline]
    pub(crate) fn byte(&mut self) -> Read<u8> {
        let [byte] = take_array(&mut self.bytes).ok_or(SnapshotError::Truncated)?;
        Ok(byte)
    }

    /// Reads a byte that is 0 or 1.
    pub(crate) fn flag(&mut self) -> Read<bool> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(SnapshotError::Structure("a flag is neither 0 nor 1")),
        }
    }

    #[inline]
    pub(crate) fn words<const N: usize>(&mut self) -> Read<[u32; N]> {
        let bytes = self.bytes(4 * N)?.as_chunks::<4>().0;
        Ok(bytes.first_chunk().map_or([0; N], words_of))
    }

    pub(crate) fn word(&mut self) -> Read<u32> {
        let [word] = self.words()?;
        Ok(word)
    }

    /// Reads floats, finite or not.
    pub(crate) fn raw_floats<const N: usize>(&mut self) -> Read<[f32; N]> {
        Ok(floats_of(self.words::<N>()?))
    }

    /// Reads floats that must be finite.
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

    /// Reads a pose with a rotation of unit length.
    pub(crate) fn pose(&mut self) -> Read<Pose> {
        let [x, y, c, s] = self.floats()?;
        let pose = Pose { p: Vec2 { x, y }, q: Rot { c, s } };
        if is_rotation(pose.q) {
            Ok(pose)
        } else {
            Err(SnapshotError::Structure("a rotation is not of unit length"))
        }
    }

    pub(crate) fn long(&mut self) -> Read<u64> {
        let [low, high] = self.words()?;
        Ok(u64::from(low) | u64::from(high) << 32)
    }

    /// Reads a double with a magnitude of at most `limit`.
    pub(crate) fn double(&mut self, limit: f64) -> Read<f64> {
        let double = f64::from_bits(self.long()?);
        if double.abs() <= limit { Ok(double) } else { Err(NOT_FINITE) }
    }

    /// Reads a count of items of at least `size` bytes each, which must remain.
    #[inline]
    pub(crate) fn count(&mut self, size: usize) -> Read<usize> {
        // Most counts are a single byte.
        match self.bytes.split_first() {
            Some((&byte, rest)) if byte < 0x80 && usize::from(byte) * size <= rest.len() => {
                self.bytes = rest;
                Ok(usize::from(byte))
            }
            _ => self.long_count(size),
        }
    }

    #[cold]
    fn long_count(&mut self, size: usize) -> Read<usize> {
        let count = take_varint(&mut self.bytes).ok_or(SnapshotError::Truncated)?;
        let there = count.saturating_mul(size as u64) <= self.bytes.len() as u64;
        let count = u32::try_from(count).ok().filter(|_| there);
        count.map(|count| count as usize).ok_or(SnapshotError::Truncated)
    }

    /// Reads this many words.
    pub(crate) fn all(&mut self, count: usize) -> Read<impl Iterator<Item = u32> + use<'a>> {
        let bytes = self.bytes(count.saturating_mul(4))?;
        Ok(bytes.as_chunks::<4>().0.iter().map(|&bytes| u32::from_le_bytes(bytes)))
    }

    /// Reads this many rows of words.
    pub(crate) fn rows<const N: usize>(
        &mut self,
        count: usize,
    ) -> Read<impl Iterator<Item = [u32; N]> + use<'a, N>> {
        let bytes = self.bytes(count.saturating_mul(4 * N))?;
        Ok(bytes.as_chunks::<4>().0.as_chunks().0.iter().map(words_of))
    }

    /// Reads a list with its length into `list`, whose memory is reused.
    pub(crate) fn list(&mut self, list: &mut Vec<u32>) -> Read<()> {
        let count = self.count(4)?;
        self.weigh(count, LISTED)?;
        list.clear();
        list.extend(self.all(count)?);
        Ok(())
    }

    /// Reads an optional value.
    pub(crate) fn option<T>(&mut self, read: impl FnOnce(&mut Self) -> Read<T>) -> Read<Option<T>> {
        Ok(if self.flag()? { Some(read(self)?) } else { None })
    }
}

const NOT_FINITE: SnapshotError = SnapshotError::Structure("a number is not finite");

/// Replaces the contents of a list with copies of a value, without spare capacity.
pub(crate) fn refill<T: Clone>(list: &mut Vec<T>, count: usize, value: T) {
    list.clear();
    list.reserve_exact(count);
    list.resize(count, value);
}

/// Returns an error unless a condition holds.
pub(crate) fn ensure(holds: bool, what: &'static str) -> Read<()> {
    if holds { Ok(()) } else { Err(SnapshotError::Structure(what)) }
}

/// Returns floats that must all be finite.
#[inline]
pub(crate) fn finite<const N: usize>(floats: [f32; N]) -> Read<[f32; N]> {
    if are_finite(&floats) { Ok(floats) } else { Err(NOT_FINITE) }
}

/// Returns whether all floats are finite.
#[inline]
pub(crate) fn are_finite(floats: &[f32]) -> bool {
    // No branch per number: the exponent of a number that is not finite has all bits set, and adding one
    // carries into the sign.
    floats.iter().fold(0, |all, float| all | (float.to_bits() & EXPONENT).wrapping_add(1 << 23)) >> 31 == 0
}

/// The exponent bits of a float.
const EXPONENT: u32 = 0x7f80_0000;

/// Converts floats to words.
#[inline]
pub(crate) fn bits<const N: usize>(floats: [f32; N]) -> [u32; N] {
    let mut words = [0; N];
    for (word, float) in words.iter_mut().zip(floats) {
        *word = float.to_bits();
    }
    words
}

/// Converts words to floats.
#[inline]
pub(crate) fn floats_of<const N: usize>(words: [u32; N]) -> [f32; N] {
    let mut floats = [0.0; N];
    for (float, word) in floats.iter_mut().zip(words) {
        *float = f32::from_bits(word);
    }
    floats
}

/// Returns whether this is a rotation, up to rounding.
pub(crate) fn is_rotation(q: Rot) -> bool {
    (0.99..=1.01).contains(&(q.c * q.c + q.s * q.s))
}

#[inline]
fn words_of<const N: usize>(bytes: &[[u8; 4]; N]) -> [u32; N] {
    let mut words = [0; N];
    for (word, bytes) in words.iter_mut().zip(bytes) {
        *word = u32::from_le_bytes(*bytes);
    }
    words
}

/// Returns the corners of an AABB as floats.
pub(crate) fn corners(aabb: Aabb) -> [f32; 4] {
    [aabb.min.x, aabb.min.y, aabb.max.x, aabb.max.y]
}

/// Returns the AABB with these corners.
pub(crate) fn box_of([min_x, min_y, max_x, max_y]: [f32; 4]) -> Aabb {
    Aabb { min: Vec2 { x: min_x, y: min_y }, max: Vec2 { x: max_x, y: max_y } }
}

/// Largest coordinate of an AABB \[m\]. AABBs extend ahead of fast bodies, and sums of their perimeters must
/// be finite.
const MAX_BOX: f32 = 1.0e30;

/// Returns whether an AABB is valid and small enough that derived values stay finite.
pub(crate) fn is_usable(aabb: Aabb) -> bool {
    aabb.is_valid() && corners(aabb).into_iter().all(|value| value.abs() <= MAX_BOX)
}

/// Returns the checksum of a snapshot: two running sums in each of four lanes of 64 bits, mixed at the end.
/// Any change of a single word changes it.
pub(crate) fn check_of(bytes: &[u8]) -> u64 {
    let (mut sums, mut orders) = ([0x9e37_79b9_7f4a_7c15_u64; 4], [0_u64; 4]);
    let (chunks, remainder) = bytes.as_chunks::<32>();
    for chunk in chunks {
        let words = longs_of(chunk);
        for ((sum, order), word) in sums.iter_mut().zip(&mut orders).zip(words) {
            *sum = sum.wrapping_add(word);
            *order = order.wrapping_add(*sum);
        }
    }
    let mut last = [0; 32];
    last[..remainder.len()].copy_from_slice(remainder);
    let mut hash = bytes.len() as u64;
    for ((word, sum), order) in longs_of(&last).into_iter().zip(sums).zip(orders) {
        for word in [word, sum, order] {
            hash = (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            // The top bit of a word must affect other bits.
            hash ^= hash >> 29;
        }
    }
    let mixed = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ (mixed >> 29)
}

fn longs_of(bytes: &[u8; 32]) -> [u64; 4] {
    let mut longs = [0; 4];
    for (long, bytes) in longs.iter_mut().zip(bytes.as_chunks::<8>().0) {
        *long = u64::from_le_bytes(*bytes);
    }
    longs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_a_reader_ends_where_it_ends() {
        let mut bytes = Vec::new();
        let mut writer = Writer::new(&mut bytes);
        for count in [0, 1, 127, 128, 300, 70_000, 0x0fff_ffff] {
            writer.count(count);
        }
        writer.floats([1.5, -0.0, f32::NAN]);
        writer.double(-2.0e9);
        writer.list(&[7, 8]);
        let mut reader = Reader::new(&bytes);
        for count in [0, 1, 127, 128, 300, 70_000, 0x0fff_ffff] {
            assert_eq!(reader.count(0), Ok(count));
        }
        assert_eq!(
            reader.raw_floats::<2>().map(|[a, b]| [a.to_bits(), b.to_bits()]),
            Ok([0x3fc0_0000, 1 << 31])
        );
        assert_eq!(reader.float(), Err(NOT_FINITE));
        assert_eq!(reader.double(2.0e9), Ok(-2.0e9));
        let mut list = vec![1, 2, 3];
        assert_eq!((reader.list(&mut list), list), (Ok(()), vec![7, 8]));
        assert_eq!(reader.byte(), Err(SnapshotError::Truncated));
        // A count above the remaining bytes must not allocate.
        let mut reader = Reader::new(&[0xff, 0xff, 0xff, 0xff, 0x0f, 0]);
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
