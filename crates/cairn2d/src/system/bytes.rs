//! Bytes and hashes of the state of a system.
//!
//! Numbers are little-endian and floats are stored as their bits, so the bytes are the same on every machine.
//! Invariant: reading never goes beyond the end, and a count is checked against the bytes that are left.

use core::fmt;

use cairn2d_dynamics::ValueError;
use cairn2d_math::Vec2;

use crate::check::check;

/// Why the bytes of one system were rejected.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum BytesError {
    /// The bytes end within the state.
    Truncated,
    /// This many bytes follow the state.
    Trailing(usize),
    /// The system does not support this version of its format.
    Version(u32),
    /// A number is out of its range.
    Value(ValueError),
    /// The parts of the state are inconsistent.
    Structure(&'static str),
}

impl fmt::Display for BytesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BytesError::Truncated => f.write_str("the bytes end within the state"),
            BytesError::Trailing(count) => write!(f, "{count} bytes follow the state"),
            BytesError::Version(version) => write!(f, "version {version} of the state is not supported"),
            BytesError::Value(error) => write!(f, "{error}"),
            BytesError::Structure(reason) => f.write_str(reason),
        }
    }
}

impl core::error::Error for BytesError {}

impl From<ValueError> for BytesError {
    fn from(error: ValueError) -> BytesError {
        BytesError::Value(error)
    }
}

/// Appends numbers to bytes.
#[derive(Debug)]
pub struct BytesWriter<'a> {
    out: &'a mut Vec<u8>,
}

impl<'a> BytesWriter<'a> {
    /// Returns a writer that appends to these bytes.
    pub fn new(out: &'a mut Vec<u8>) -> BytesWriter<'a> {
        BytesWriter { out }
    }

    /// Appends an integer of 32 bits.
    pub fn u32(&mut self, value: u32) -> &mut Self {
        self.out.extend(value.to_le_bytes());
        self
    }

    /// Appends an integer of 64 bits.
    pub fn u64(&mut self, value: u64) -> &mut Self {
        self.out.extend(value.to_le_bytes());
        self
    }

    /// Appends the bits of a float.
    pub fn f32(&mut self, value: f32) -> &mut Self {
        self.u32(value.to_bits())
    }

    /// Appends the bits of a vector.
    pub fn vec2(&mut self, value: Vec2) -> &mut Self {
        self.f32(value.x).f32(value.y)
    }
}

/// Reads numbers from bytes of any source.
#[derive(Clone, Debug)]
pub struct BytesReader<'a> {
    left: &'a [u8],
}

impl<'a> BytesReader<'a> {
    /// Returns a reader at the beginning of these bytes.
    pub fn new(bytes: &'a [u8]) -> BytesReader<'a> {
        BytesReader { left: bytes }
    }

    /// Reads a number of bytes.
    ///
    /// # Errors
    /// Too few bytes.
    pub fn bytes(&mut self, count: usize) -> Result<&'a [u8], BytesError> {
        let (bytes, left) = self.left.split_at_checked(count).ok_or(BytesError::Truncated)?;
        self.left = left;
        Ok(bytes)
    }

    /// Reads an integer of 32 bits.
    ///
    /// # Errors
    /// Too few bytes.
    pub fn u32(&mut self) -> Result<u32, BytesError> {
        let (bytes, left) = self.left.split_first_chunk().ok_or(BytesError::Truncated)?;
        self.left = left;
        Ok(u32::from_le_bytes(*bytes))
    }

    /// Reads an integer of 64 bits.
    ///
    /// # Errors
    /// Too few bytes.
    pub fn u64(&mut self) -> Result<u64, BytesError> {
        let (bytes, left) = self.left.split_first_chunk().ok_or(BytesError::Truncated)?;
        self.left = left;
        Ok(u64::from_le_bytes(*bytes))
    }

    /// Reads a float from `low` to `high`.
    ///
    /// # Errors
    /// Too few bytes, or a float out of range or NaN; the error has this name.
    pub fn f32(&mut self, name: &'static str, low: f32, high: f32) -> Result<f32, BytesError> {
        let value = f32::from_bits(self.u32()?);
        Ok(check(name, value, (low, high))?)
    }

    /// Reads a vector whose components are at most `most` in magnitude.
    ///
    /// # Errors
    /// As for [`f32`](BytesReader::f32).
    pub fn vec2(&mut self, name: &'static str, most: f32) -> Result<Vec2, BytesError> {
        Ok(Vec2::new(self.f32(name, -most, most)?, self.f32(name, -most, most)?))
    }

    /// Reads the number of items of a list, each of which takes at least `size` bytes, 1 or more. Memory for
    /// that many items is safe to reserve: the bytes that are left hold them.
    ///
    /// # Errors
    /// Too few bytes for the number, or for so many items.
    pub fn count(&mut self, size: usize) -> Result<usize, BytesError> {
        let count = self.u32()? as usize;
        if count > self.left.len() / size.max(1) {
            return Err(BytesError::Truncated);
        }
        Ok(count)
    }

    /// Checks that all bytes were read.
    ///
    /// # Errors
    /// The number of bytes that are left.
    pub fn end(&self) -> Result<(), BytesError> {
        if self.left.is_empty() { Ok(()) } else { Err(BytesError::Trailing(self.left.len())) }
    }
}

/// A 64-bit hash of words, the same on every machine: multiply and shift. It detects differences, not
/// forgery.
#[derive(Clone, Copy, Debug)]
pub struct SystemHasher(u64);

impl Default for SystemHasher {
    fn default() -> SystemHasher {
        SystemHasher(0x7379_7374_656d_2d31)
    }
}

impl SystemHasher {
    /// Adds a word.
    pub fn word(&mut self, word: u64) {
        let mixed = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // Without the shift, the top bit of a word would do what a bit of the next one does. Without the sum,
        // a state of zero would ignore zeros.
        self.0 = (mixed ^ (mixed >> 32)).wrapping_add(0x6361_6972_6e73_7973);
    }

    /// Adds the bits of floats.
    pub fn floats(&mut self, floats: &[f32]) {
        for value in floats {
            self.word(u64::from(value.to_bits()));
        }
    }

    /// Adds bytes and their number.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    /// Returns the hash, in which every added bit affects all bits.
    pub fn finish(self) -> u64 {
        let mixed = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ (mixed >> 29)
    }
}
