//! The parts of a file: framing, checksums and compression.
//!
//! Invariant: a checksum is verified before the content of its part is read. Decompression never produces
//! more than the declared size, which is limited.

use crate::error::RecordError;

/// First bytes of a recording.
pub(crate) const MARK: [u8; 8] = *b"cairnrec";

/// Last bytes of a finished recording.
pub(crate) const END_MARK: [u8; 8] = *b"cairnend";

/// Version of the file format; the version of the call encoding is stored beside it.
pub(crate) const VERSION: u16 = 1;

/// Bytes before the first part: mark, both versions, 4 reserved bytes.
pub(crate) const FILE_HEADER: usize = 16;

/// Bytes before the content of a part.
pub(crate) const PART_HEADER: usize = 32;

/// Bytes after the index: position of the index, and the end mark.
pub(crate) const TRAILER: usize = 16;

/// Largest content of a part \[bytes\].
pub(crate) const MOST: usize = 1 << 28;

/// Kind of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Initial world and title.
    Start,
    /// Calls in order.
    Calls,
    /// The state after a step.
    Keyframe,
    /// Positions of the parts.
    Index,
}

impl Kind {
    fn from_byte(byte: u8) -> Option<Kind> {
        [Kind::Start, Kind::Calls, Kind::Keyframe, Kind::Index].into_iter().find(|&kind| kind as u8 == byte)
    }
}

/// Header of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// Position in the file.
    pub(crate) at: usize,
    pub(crate) kind: Kind,
    pub(crate) packed: bool,
    /// Number of steps before it.
    pub(crate) first_step: u64,
    /// Steps in it.
    pub(crate) steps: u32,
    /// Sizes of the content in the file and decompressed \[bytes\].
    pub(crate) length: usize,
    pub(crate) unpacked: usize,
    check: u64,
}

impl Part {
    /// Position of the next part.
    pub(crate) fn end(&self) -> usize {
        self.at + PART_HEADER + self.length
    }

    /// Reads the header of a part; `None` if the file ends within the part or no part begins at `at`.
    pub(crate) fn read(bytes: &[u8], at: usize) -> Option<Part> {
        let header: &[u8; PART_HEADER] = bytes.get(at..)?.first_chunk()?;
        let long = |from: usize| u64::from_le_bytes(core::array::from_fn(|i| header[from + i]));
        let word = |from: usize| u32::from_le_bytes(core::array::from_fn(|i| header[from + i]));
        let part = Part {
            at,
            kind: Kind::from_byte(header[0])?,
            packed: header[1] == 1,
            steps: word(4),
            first_step: long(8),
            length: word(16) as usize,
            unpacked: word(20) as usize,
            check: long(24),
        };
        let plain = part.packed || part.length == part.unpacked;
        let fits = header[1] <= 1 && header[2..4] == [0, 0] && part.unpacked <= MOST && plain;
        (fits && part.end() <= bytes.len()).then_some(part)
    }

    /// The decompressed content.
    pub(crate) fn content(&self, bytes: &[u8]) -> Result<Vec<u8>, RecordError> {
        let damaged = RecordError::Damaged { at: self.at };
        let body = bytes.get(self.at + PART_HEADER..self.end()).ok_or(damaged.clone())?;
        if check_of(&bytes[self.at..self.at + PART_HEADER - 8], body) != self.check {
            return Err(damaged);
        }
        if !self.packed {
            return Ok(body.to_vec());
        }
        let content = miniz_oxide::inflate::decompress_to_vec_with_limit(body, self.unpacked);
        match content {
            Ok(content) if content.len() == self.unpacked => Ok(content),
            _ => Err(RecordError::Malformed { at: self.at, what: "the part cannot be decompressed" }),
        }
    }

    /// Whether its checksum matches.
    pub(crate) fn is_whole(&self, bytes: &[u8]) -> bool {
        let body = &bytes[self.at + PART_HEADER..self.end()];
        check_of(&bytes[self.at..self.at + PART_HEADER - 8], body) == self.check
    }
}

/// Appends a part; compressed if that makes it smaller.
pub(crate) fn write_part(
    out: &mut Vec<u8>,
    kind: Kind,
    (first_step, steps): (u64, u32),
    content: &[u8],
) -> Result<(), RecordError> {
    if content.len() > MOST {
        return Err(RecordError::TooLarge { bytes: content.len() });
    }
    // Higher levels do not make calls and snapshots smaller.
    let packed = miniz_oxide::deflate::compress_to_vec(content, 6);
    let (method, body) = if packed.len() < content.len() { (1, packed.as_slice()) } else { (0, content) };
    let begin = out.len();
    out.extend([kind as u8, method, 0, 0]);
    out.extend(steps.to_le_bytes());
    out.extend(first_step.to_le_bytes());
    out.extend((body.len() as u32).to_le_bytes());
    out.extend((content.len() as u32).to_le_bytes());
    let check = check_of(&out[begin..], body);
    out.extend(check.to_le_bytes());
    out.extend(body);
    Ok(())
}

/// A 64-bit checksum of a header and its content: multiply and rotate, eight bytes at a time. It detects
/// accidental damage, not forgery.
pub(crate) fn check_of(header: &[u8], body: &[u8]) -> u64 {
    let mut state: u64 = 0x6361_6972_6e32_645f ^ body.len() as u64;
    for bytes in [header, body] {
        let mut chunks = bytes.chunks_exact(8);
        for chunk in &mut chunks {
            state = mix(state, u64::from_le_bytes(core::array::from_fn(|i| chunk[i])));
        }
        let rest = chunks.remainder();
        state = mix(state, u64::from_le_bytes(core::array::from_fn(|i| rest.get(i).copied().unwrap_or(0))));
    }
    state ^ (state >> 29)
}

fn mix(state: u64, word: u64) -> u64 {
    (state.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Returns the file header.
pub(crate) fn file_header() -> Vec<u8> {
    let mut out = MARK.to_vec();
    out.extend(VERSION.to_le_bytes());
    out.extend(cairn2d::CALLS_VERSION.to_le_bytes());
    out.extend([0; 4]);
    out
}

/// Checks that the bytes begin with a file header of a known version.
pub(crate) fn check_file_header(bytes: &[u8]) -> Result<(), RecordError> {
    if !bytes.starts_with(&MARK) {
        return Err(RecordError::Mark);
    }
    let header: &[u8; FILE_HEADER] = bytes.first_chunk().ok_or(RecordError::Truncated)?;
    let word = |from: usize| u16::from_le_bytes([header[from], header[from + 1]]);
    for (found, known) in [(word(8), VERSION), (word(10), cairn2d::CALLS_VERSION)] {
        if found != known {
            return Err(RecordError::Version { found, known });
        }
    }
    if header[12..] != [0; 4] {
        return Err(RecordError::Malformed { at: 0, what: "reserved bytes of the header are set" });
    }
    Ok(())
}
