//! The binary encoding of snapshots and of the call log.
//!
//! It is little-endian on every machine, floats are stored as their bits, and no number is as wide as a
//! pointer. Integers that are usually small are *varints*: groups of seven bits, lowest first. `values.rs`
//! encodes numbers, ids and lists, `definitions.rs` what callers define: bodies, shapes, joints, fields,
//! settings.
//!
//! **Memory.** Code that allocates for a value of a snapshot first calls [`Reader::charge`], and the writer
//! counts the same. The allocation budget is [`GRANT`] times the bytes of a snapshot. A world may need more,
//! because of free slots or repeated properties. Its snapshot then ends with enough zeros.
//!
//! Invariant: a reader returns nothing beyond its end, no count without the bytes for it, and for a snapshot
//! no number that is not finite and no memory beyond the allocation budget.

pub(crate) mod definitions;
pub(crate) mod values;

use core::ops::Range;

use crate::persist::calls::Functions;
use crate::store::id::JointId;
use crate::tables::error::{CallError, SnapshotError};

pub(crate) use values::{Decode, Encode, FunctionSet, fields, function_index, variants};

/// A fault of encoded bytes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum DecodeError {
    /// The bytes end within a value.
    Truncated,
    /// The bytes are not the expected value, which is named here.
    Malformed(&'static str),
    /// A callback was set that a call log cannot contain, and the reader has none.
    Missing { what: &'static str, index: u32 },
    /// The constraint of this custom joint is missing.
    Constraint(JointId),
}

/// Result of reading a value.
pub(crate) type Decoded<T> = Result<T, DecodeError>;

impl From<DecodeError> for SnapshotError {
    fn from(error: DecodeError) -> SnapshotError {
        match error {
            DecodeError::Truncated => SnapshotError::Truncated,
            DecodeError::Malformed(what) | DecodeError::Missing { what, .. } => {
                SnapshotError::Structure(what)
            }
            DecodeError::Constraint(joint) => SnapshotError::Constraint(joint),
        }
    }
}

impl From<DecodeError> for CallError {
    fn from(error: DecodeError) -> CallError {
        match error {
            DecodeError::Truncated => CallError::Truncated,
            DecodeError::Malformed(what) => CallError::Malformed(what),
            DecodeError::Missing { what, index } => CallError::Missing { what, index },
            DecodeError::Constraint(joint) => CallError::Snapshot(SnapshotError::Constraint(joint)),
        }
    }
}

/// Allocation budget per byte of a snapshot \[bytes\].
///
/// Two would be too few. A contact of shapes that are only near takes 20 bytes and a row of 213 in the
/// tables. A snapshot padded to half of that would take more than 600 bytes for a body in a crowd.
const GRANT: u64 = 3;

/// Allocation budget of any snapshot, in addition.
const FREE: u64 = 1 << 16;

/// Bytes of a slot in a growing list, including spare capacity.
const LISTED: usize = 8;

/// Writer of a snapshot or of a call log.
pub(crate) struct Writer<'a> {
    pub(crate) out: &'a mut Vec<u8>,
    /// Memory that reading will allocate.
    charged: u64,
    /// Number of callbacks so far in a call log, which stores their numbers. `None` for a snapshot.
    functions: Option<&'a mut u32>,
}

impl<'a> Writer<'a> {
    /// Returns a writer of a snapshot that appends to `out`.
    pub(crate) fn of_snapshot(out: &'a mut Vec<u8>) -> Writer<'a> {
        Writer { out, charged: 0, functions: None }
    }

    /// Returns a writer of a call log that appends to `out` and counts callbacks.
    pub(crate) fn of_calls(out: &'a mut Vec<u8>, functions: &'a mut u32) -> Writer<'a> {
        Writer { out, charged: 0, functions: Some(functions) }
    }

    /// Counts the memory that reading will allocate for this many items of this size.
    pub(crate) fn charge(&mut self, count: usize, size: usize) {
        self.charged += count as u64 * size as u64;
    }

    /// Appends as many zeros as the allocation budget requires. `header` is the length of the preceding
    /// bytes.
    pub(crate) fn pad(self, header: usize) {
        let zeros = padding(self.charged, self.out.len() - header);
        self.out.resize(self.out.len() + zeros, 0);
    }

    #[inline]
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

    #[inline]
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

    /// Writes a count as a varint.
    pub(crate) fn count(&mut self, count: usize) {
        put_varint(self.out, u64::from(count as u32));
    }

    /// Writes a list of words with its length.
    pub(crate) fn list(&mut self, list: &[u32]) {
        self.count(list.len());
        self.charge(list.len(), LISTED);
        self.column(list.len(), list.iter().map(|&word| [word]));
    }

    /// Writes a list of values with its length. Reading will allocate `size` bytes for each.
    pub(crate) fn values<T: Encode>(&mut self, list: &[T], size: usize) {
        self.charge(list.len(), size);
        list.encode(self);
    }

    /// Writes all words.
    pub(crate) fn all(&mut self, words: impl Iterator<Item = u32>) {
        for word in words {
            self.words([word]);
        }
    }

    /// Writes a value, or nothing if its bytes equal those of the last value written with the same `last`.
    /// Returns whether they are equal.
    pub(crate) fn unless_repeated(&mut self, last: &mut Range<usize>, value: impl Encode) -> bool {
        let start = self.out.len();
        value.encode(self);
        let same = self.out[start..] == self.out[last.clone()];
        if same {
            self.out.truncate(start);
        } else {
            *last = start..self.out.len();
        }
        same
    }
}

/// Returns the number of zeros at the end of a snapshot of this length.
fn padding(charged: u64, length: usize) -> usize {
    let length = length as u64;
    (charged.saturating_sub(FREE).div_ceil(GRANT)).saturating_sub(length) as usize
}

/// Reader of a snapshot or of a call log.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub(crate) bytes: &'a [u8],
    length: usize,
    charged: u64,
    /// Supplies the callbacks, which no bytes contain.
    pub(crate) functions: &'a dyn Functions,
    /// The joint being read from a snapshot.
    pub(crate) joint: Option<JointId>,
    /// Whether numbers must be finite and memory must be within the allocation budget. The values of a call
    /// log are checked by the functions that they are passed to.
    is_checked: bool,
}

impl<'a> Reader<'a> {
    /// Returns a reader of a snapshot.
    pub(crate) fn of_snapshot(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes, length: bytes.len(), charged: 0, functions: &(), joint: None, is_checked: true }
    }

    /// Returns a reader of a call log.
    pub(crate) fn of_calls(bytes: &'a [u8], functions: &'a dyn Functions) -> Reader<'a> {
        Reader { functions, is_checked: false, ..Reader::of_snapshot(bytes) }
    }

    /// Returns this reader with another source of callbacks.
    pub(crate) fn with_functions<'b>(self, functions: &'b dyn Functions) -> Reader<'b>
    where
        'a: 'b,
    {
        Reader { functions, ..self }
    }

    /// Returns the number of bytes read so far.
    pub(crate) fn position(&self) -> usize {
        self.length - self.bytes.len()
    }

    /// Charges the memory for this many items of this size to the allocation budget.
    pub(crate) fn charge(&mut self, count: usize, size: usize) -> Decoded<()> {
        self.charged = self.charged.saturating_add((count as u64).saturating_mul(size as u64));
        let fits = !self.is_checked || self.charged <= FREE + GRANT * self.length as u64;
        require(fits, "the snapshot exceeds its allocation budget")
    }

    /// Checks that only padding zeros remain.
    pub(crate) fn end(self) -> Decoded<()> {
        let zeros = padding(self.charged, self.position());
        let fits = self.bytes.len() == zeros && self.bytes.iter().fold(0, |all, byte| all | byte) == 0;
        require(fits, "there are bytes behind the end")
    }

    /// Returns the next bytes.
    #[inline]
    pub(crate) fn bytes(&mut self, count: usize) -> Decoded<&'a [u8]> {
        let (bytes, rest) = self.bytes.split_at_checked(count).ok_or(DecodeError::Truncated)?;
        self.bytes = rest;
        Ok(bytes)
    }

    /// Returns the next `N` bytes.
    #[inline]
    pub(crate) fn array<const N: usize>(&mut self) -> Decoded<[u8; N]> {
        let (array, rest) = self.bytes.split_first_chunk().ok_or(DecodeError::Truncated)?;
        self.bytes = rest;
        Ok(*array)
    }

    /// Reads a value.
    #[inline]
    pub(crate) fn value<T: Decode>(&mut self) -> Decoded<T> {
        T::decode(self)
    }

    #[inline]
    pub(crate) fn words<const N: usize>(&mut self) -> Decoded<[u32; N]> {
        let bytes = self.bytes(4 * N)?.as_chunks::<4>().0;
        Ok(bytes.first_chunk().map_or([0; N], words_of))
    }

    /// Reads floats. Those of a snapshot must be finite.
    #[inline]
    pub(crate) fn floats<const N: usize>(&mut self) -> Decoded<[f32; N]> {
        let floats = floats_of(self.words::<N>()?);
        if self.is_checked { finite(floats) } else { Ok(floats) }
    }

    pub(crate) fn long(&mut self) -> Decoded<u64> {
        Ok(u64::from_le_bytes(self.array()?))
    }

    /// Reads a double with a magnitude of at most `limit`.
    pub(crate) fn double(&mut self, limit: f64) -> Decoded<f64> {
        let double = f64::from_bits(self.long()?);
        if double.abs() <= limit { Ok(double) } else { Err(NOT_FINITE) }
    }

    /// Reads a varint.
    pub(crate) fn varint(&mut self) -> Decoded<u64> {
        let value = take_varint(&mut self.bytes);
        // A number that is too wide is malformed; a number without an end is truncated.
        value.ok_or(if self.bytes.is_empty() {
            DecodeError::Truncated
        } else {
            DecodeError::Malformed("whole number")
        })
    }

    /// Reads a count of items of at least `size` bytes each, which must remain.
    #[inline]
    pub(crate) fn count(&mut self, size: usize) -> Decoded<usize> {
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
    fn long_count(&mut self, size: usize) -> Decoded<usize> {
        let count = self.varint()?;
        let there = count.saturating_mul(size as u64) <= self.bytes.len() as u64;
        let count = u32::try_from(count).ok().filter(|_| there);
        count.map(|count| count as usize).ok_or(DecodeError::Truncated)
    }

    /// Reads this many words.
    pub(crate) fn all(&mut self, count: usize) -> Decoded<impl Iterator<Item = u32> + use<'a>> {
        Ok(self.rows(count)?.map(|[word]| word))
    }

    /// Reads this many rows of words.
    pub(crate) fn rows<const N: usize>(
        &mut self,
        count: usize,
    ) -> Decoded<impl Iterator<Item = [u32; N]> + use<'a, N>> {
        let bytes = self.bytes(count.saturating_mul(4 * N))?;
        Ok(bytes.as_chunks::<4>().0.as_chunks().0.iter().map(words_of))
    }

    /// Reads a list of words with its length into `list`, whose memory is reused.
    pub(crate) fn list(&mut self, list: &mut Vec<u32>) -> Decoded<()> {
        let count = self.count(4)?;
        self.charge(count, LISTED)?;
        list.clear();
        list.extend(self.all(count)?);
        Ok(())
    }

    /// Reads a list of values with its length, and charges `size` bytes for each.
    pub(crate) fn values<T: Decode>(&mut self, size: usize) -> Decoded<Vec<T>> {
        let mut ahead = *self;
        let count = ahead.count(1)?;
        self.charge(count, size)?;
        self.value()
    }
}

/// Appends an integer as a varint.
pub(crate) fn put_varint(out: &mut Vec<u8>, value: u64) {
    let mut left = value;
    while left >= 0x80 {
        out.push(left as u8 | 0x80);
        left >>= 7;
    }
    out.push(left as u8);
}

/// Removes and returns a varint, or `None` if it is cut off or wider than 64 bits.
#[inline(never)]
pub(crate) fn take_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let bits = u64::from(byte & 0x7f);
        // The shift dropped bits: the value is wider than 64 bits.
        if (bits << shift) >> shift != bits {
            return None;
        }
        value |= bits << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

const NOT_FINITE: DecodeError = DecodeError::Malformed("a number is not finite");

/// Returns an error unless a condition holds.
pub(crate) fn require(holds: bool, what: &'static str) -> Decoded<()> {
    if holds { Ok(()) } else { Err(DecodeError::Malformed(what)) }
}

/// Returns floats that must all be finite.
#[inline]
pub(crate) fn finite<const N: usize>(floats: [f32; N]) -> Decoded<[f32; N]> {
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

#[inline]
fn words_of<const N: usize>(bytes: &[[u8; 4]; N]) -> [u32; N] {
    let mut words = [0; N];
    for (word, bytes) in words.iter_mut().zip(bytes) {
        *word = u32::from_le_bytes(*bytes);
    }
    words
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
    fn values_round_trip_and_a_reader_stops_at_its_end() {
        let mut bytes = Vec::new();
        let mut writer = Writer::of_snapshot(&mut bytes);
        for count in [0, 1, 127, 128, 300, 70_000, 0x0fff_ffff] {
            writer.count(count);
        }
        writer.floats([1.5, -0.0, f32::NAN]);
        writer.long((-2.0e9_f64).to_bits());
        writer.list(&[7, 8]);
        let mut reader = Reader::of_snapshot(&bytes);
        for count in [0, 1, 127, 128, 300, 70_000, 0x0fff_ffff] {
            assert_eq!(reader.count(0), Ok(count));
        }
        assert_eq!(reader.floats::<2>().map(bits), Ok([0x3fc0_0000, 1 << 31]));
        assert_eq!(reader.value::<f32>(), Err(NOT_FINITE));
        assert_eq!(reader.double(2.0e9), Ok(-2.0e9));
        let mut list = vec![1, 2, 3];
        assert_eq!((reader.list(&mut list), list), (Ok(()), vec![7, 8]));
        assert_eq!(reader.value::<u8>(), Err(DecodeError::Truncated));
        // A count above the remaining bytes must not allocate.
        let mut reader = Reader::of_snapshot(&[0xff, 0xff, 0xff, 0xff, 0x0f, 0]);
        assert_eq!(reader.count(4), Err(DecodeError::Truncated));
    }

    #[test]
    fn varints_round_trip_and_truncated_ones_are_rejected() {
        for value in [0, 1, 127, 128, 300, 70_000, u64::from(u32::MAX), u64::MAX] {
            let mut bytes = Vec::new();
            put_varint(&mut bytes, value);
            assert_eq!(bytes.len(), (64 - value.leading_zeros()).div_ceil(7).max(1) as usize);
            let mut left = &bytes[..];
            assert_eq!((take_varint(&mut left), left), (Some(value), &[][..]));
            assert_eq!(take_varint(&mut &bytes[..bytes.len() - 1]), None);
        }
        let too_wide = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2];
        assert_eq!(take_varint(&mut &too_wide[..]), None);
    }

    #[test]
    fn every_bit_and_every_exchange_changes_the_checksum() {
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
