//! Differences of snapshots: pieces of an earlier snapshot, and new bytes between them.
//!
//! Both snapshots are scanned from front to back. While bytes at a constant distance are equal, the piece is
//! copied. Where they differ, bytes are written literally until they are equal again. Insertions and removals
//! change the distance. The current bytes are then searched near the present position, and in a table of
//! blocks of the earlier snapshot. The table has only blocks that occur once, so that a run of zeros does not
//! mislead the search. Pieces are used in their order, none twice.
//!
//! **Layout.** A header of 48 bytes: magic number, version, 4 zeros; length and checksum of the earlier
//! snapshot, from its header; length of the whole snapshot; checksum of the rest. Then, until the whole
//! snapshot is complete: the number of literal bytes; the number of skipped bytes of the earlier snapshot
//! minus that (zigzag); the number of copied bytes; and the literal bytes. Counts are in groups of seven
//! bits.
//!
//! **Untrusted bytes.** No byte of the earlier snapshot is used twice, so the result is never longer than
//! both inputs together. It is then read like any other snapshot.

use crate::persist::codec::{Reader, check_of, put_varint, take_varint};
use crate::store::each::Each;
use crate::tables::error::SnapshotError;

use super::{HEADER, Read, VERSION, ensure};

/// First bytes of a difference.
const MARK: [u8; 8] = *b"cairn2dd";

/// Length of the header.
const DELTA_HEADER: usize = 48;

/// Number of equal bytes for which a piece is worthwhile at the same distance, and at another one. Rows of
/// tables resemble their neighbours, so a shorter match does not prove that the distance is right.
const SAME: usize = 12;

const ELSEWHERE: usize = 64;

/// Number of different bytes after which other distances are searched, and the interval of the search. The
/// interval has no common factor with the length of a block, so that every offset in a block occurs soon.
const LOST: usize = 64;

const LOOK_EVERY: usize = 17;

/// Range of the search nearby, length of a sufficient match, and minimum interval. The interval doubles each
/// time, because this search takes longer than a table look-up.
const NEAR: usize = 512;

const NEAR_SAME: usize = 4096;

const NEAR_EVERY: usize = 2048;

/// Bytes of a block of the table.
const BLOCK: usize = 16;

/// Returns length and checksum from the header of a snapshot, which identify it.
fn identity(snapshot: &[u8]) -> [u8; 16] {
    snapshot.get(16..).and_then(|rest| rest.first_chunk()).copied().unwrap_or_default()
}

pub(crate) fn write_delta(base: &[u8], whole: &[u8], out: &mut Vec<u8>) {
    out.clear();
    out.resize(DELTA_HEADER, 0);
    let mut walk = Walk { base, whole, literal: 0, used: 0, out };
    walk.run();
    let (header, body) = out.split_at_mut(DELTA_HEADER);
    header[..8].copy_from_slice(&MARK);
    header[8..12].copy_from_slice(&VERSION.to_le_bytes());
    header[16..32].copy_from_slice(&identity(base));
    header[32..40].copy_from_slice(&(whole.len() as u64).to_le_bytes());
    header[40..].copy_from_slice(&check_of(body).to_le_bytes());
}

/// Both snapshots, and the progress of writing.
struct Walk<'a> {
    base: &'a [u8],
    whole: &'a [u8],
    /// Start of the bytes that are not written yet.
    literal: usize,
    /// Start of the part of the base that is still usable.
    used: usize,
    out: &'a mut Vec<u8>,
}

impl Walk<'_> {
    fn run(&mut self) {
        let (mut at, mut from) = (0, 0);
        let mut blocks = None;
        let (mut look_at, mut look_near_at, mut gap) = (LOST, LOST, LOST);
        while at < self.whole.len() {
            let count = self.same(from, at, usize::MAX);
            if count >= SAME || (count > 0 && at + count == self.whole.len()) {
                (at, from) = self.piece(from, at, count);
                if count >= ELSEWHERE {
                    (look_at, look_near_at, gap) = (at + LOST, at + LOST, LOST);
                }
                continue;
            }
            let mut place = None;
            if at >= look_near_at {
                look_near_at = at + gap;
                gap = (2 * gap).min(NEAR_EVERY);
                place = self.find_near(from, at);
            }
            if place.is_none() && at >= look_at {
                look_at = at + LOOK_EVERY;
                let blocks = blocks.get_or_insert_with(|| Blocks::of(self.base));
                place = blocks.find(self.base, &self.whole[at..]);
                place = place.filter(|&place| place >= self.used && self.is_worth(place, from, at));
            }
            if let Some(place) = place {
                (at, from) = self.piece(place, at, self.same(place, at, usize::MAX));
                (look_at, look_near_at, gap) = (at + LOST, at + LOST, LOST);
                continue;
            }
            // Numbers have four bytes. At other places, a piece begins some bytes before it is found, and its
            // start is corrected.
            (at, from) = (at + 4, from + 4);
        }
        if self.literal < self.whole.len() {
            self.write(self.used + (self.whole.len() - self.literal), self.whole.len(), 0);
        }
    }

    /// Returns the position of the current bytes near a place: that of the longest match.
    fn find_near(&self, from: usize, at: usize) -> Option<usize> {
        let first = self.whole.get(at..)?.first_chunk::<8>()?;
        let start = from.saturating_sub(NEAR).max(self.used);
        let around = self.base.get(start..(from + NEAR).min(self.base.len()))?;
        let mut best = (ELSEWHERE - 1, None);
        for (offset, window) in around.windows(8).enumerate() {
            if window == first {
                let count = self.same(start + offset, at, NEAR_SAME);
                if count > best.0 {
                    best = (count, Some(start + offset));
                }
            }
        }
        best.1
    }

    /// Returns whether to continue at another place. Skipped bytes of the base are lost, so a longer skip
    /// requires a longer match.
    fn is_worth(&self, place: usize, from: usize, at: usize) -> bool {
        let count = self.same(place, at, usize::MAX);
        count >= ELSEWHERE && place <= from + 64 * count + 4096
    }

    /// Returns the number of equal bytes from here on, up to a limit.
    fn same(&self, from: usize, at: usize, most: usize) -> usize {
        let (base, whole) =
            (self.base.get(from..).unwrap_or_default(), self.whole.get(at..).unwrap_or_default());
        let whole = &whole[..whole.len().min(most)];
        let (base_words, whole_words) = (base.as_chunks::<8>().0, whole.as_chunks::<8>().0);
        let words = base_words.iter().zip(whole_words).take_while(|(a, b)| a == b).count();
        let rest = base[8 * words..].iter().zip(&whole[8 * words..]);
        8 * words + rest.take_while(|(a, b)| a == b).count()
    }

    /// Writes a piece from its true start. Returns its ends in both snapshots.
    fn piece(&mut self, mut from: usize, mut at: usize, count: usize) -> (usize, usize) {
        let (end_at, end_from) = (at + count, from + count);
        while at > self.literal && from > self.used && self.whole[at - 1] == self.base[from - 1] {
            (at, from) = (at - 1, from - 1);
        }
        self.write(from, at, end_at - at);
        (self.literal, self.used) = (end_at, end_from);
        (end_at, end_from)
    }

    /// Writes the literal bytes up to a position, and a piece.
    fn write(&mut self, from: usize, at: usize, count: usize) {
        let literal = at - self.literal;
        let shift = from as i64 - self.used as i64 - literal as i64;
        put_varint(self.out, literal as u64);
        put_varint(self.out, (shift << 1 ^ shift >> 63).cast_unsigned());
        put_varint(self.out, count as u64);
        self.out.extend_from_slice(&self.whole[self.literal..at]);
    }
}

/// Positions of the blocks that occur once in a snapshot.
struct Blocks {
    /// Block number by hash.
    places: Vec<u32>,
    shift: u32,
}

/// Values for no block and for several blocks.
const NO_BLOCK: u32 = u32::MAX;

const MANY_BLOCKS: u32 = u32::MAX - 1;

impl Blocks {
    fn of(base: &[u8]) -> Blocks {
        let blocks = base.as_chunks::<BLOCK>().0;
        let bits = (2 * blocks.len()).next_power_of_two().ilog2().max(4);
        let mut table = Blocks { places: vec![NO_BLOCK; 1 << bits], shift: 64 - bits };
        for (number, block) in blocks.iter().enumerate() {
            let hash = table.hash(block);
            let place = &mut table.places[hash];
            match *place {
                NO_BLOCK => *place = number as u32,
                MANY_BLOCKS => {}
                // If two different blocks have the same hash, the first one stays.
                former if blocks[former as usize] == *block => *place = MANY_BLOCKS,
                _ => {}
            }
        }
        table
    }

    fn hash(&self, block: &[u8; BLOCK]) -> usize {
        let [low, high] =
            [0, 8].each(|at| block[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes)));
        let mixed = (low ^ high.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        ((mixed ^ mixed >> 31).wrapping_mul(0xd6e8_feb8_6659_fd93) >> self.shift) as usize
    }

    /// Returns the position of these bytes in the base.
    fn find(&self, base: &[u8], bytes: &[u8]) -> Option<usize> {
        let block = bytes.first_chunk::<BLOCK>()?;
        let number = self.places[self.hash(block)] as usize;
        let known = base.as_chunks::<BLOCK>().0.get(number).filter(|known| *known == block);
        known.map(|_| BLOCK * number)
    }
}

pub(crate) fn merge(base: &[u8], delta: &[u8], whole: &mut Vec<u8>) -> Read<()> {
    let mut header = Reader::of_snapshot(delta);
    if header.array().ok() != Some(MARK) {
        return Err(SnapshotError::Mark);
    }
    let [version, zeros] = header.words()?;
    if version != VERSION {
        return Err(SnapshotError::Version(version));
    }
    let own = header.bytes(16)?;
    let (length, check) = (header.long()?, header.long()?);
    let mut left = header.bytes;
    if check_of(left) != check {
        return Err(SnapshotError::Check(check));
    }
    if base.len() < HEADER || identity(base) != own {
        return Err(SnapshotError::Base);
    }
    let most = (base.len() + delta.len()) as u64;
    ensure(zeros == 0 && length <= most, "a difference exceeds the base")?;
    let length = length as usize;
    whole.clear();
    whole.reserve_exact(length);
    let mut used = 0_usize;
    while !left.is_empty() {
        let mut count = || take_varint(&mut left).ok_or(SnapshotError::Truncated);
        let (literal, zigzag, copied) = (count()?, count()?, count()?);
        let shift = (zigzag >> 1).cast_signed() ^ -(zigzag & 1).cast_signed();
        let passed = literal.checked_add_signed(shift).ok_or(SnapshotError::Truncated)?;
        let bytes = usize::try_from(literal).ok().and_then(|literal| left.split_at_checked(literal));
        let (bytes, rest) = bytes.ok_or(SnapshotError::Truncated)?;
        let first = usize::try_from(passed).ok().and_then(|passed| used.checked_add(passed));
        let end = first.and_then(|first| first.checked_add(usize::try_from(copied).ok()?));
        let (first, end) = first.zip(end).ok_or(SnapshotError::Truncated)?;
        // The last piece may skip beyond the end of the base and copy nothing.
        let piece = if first == end { Some(&[][..]) } else { base.get(first..end) };
        let piece = piece.ok_or(SnapshotError::Truncated)?;
        ensure(
            bytes.len() + piece.len() <= length - whole.len(),
            "a difference is longer than its header says",
        )?;
        whole.extend_from_slice(bytes);
        whole.extend_from_slice(piece);
        (used, left) = (end, rest);
    }
    ensure(whole.len() == length, "a difference is shorter than its header says")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(seed: &mut u64) -> usize {
        *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*seed >> 33) as usize
    }

    /// Returns bytes with the header of a snapshot.
    fn bytes(count: usize, seed: &mut u64) -> Vec<u8> {
        let mut bytes: Vec<u8> = (0..HEADER + count).map(|_| next(seed) as u8 & 0x3f).collect();
        bytes[HEADER + count / 2..HEADER + count / 2 + count / 8].fill(0);
        bytes
    }

    #[test]
    fn whatever_changed_comes_back_to_the_byte_and_no_larger_than_it_has_to_be() {
        let mut seed = 5;
        for round in 0..400 {
            let base = bytes(4000 + next(&mut seed) % 9, &mut seed);
            let mut whole = base.clone();
            let changes = next(&mut seed) % 8;
            for _ in 0..changes {
                let at = next(&mut seed) % (whole.len() - 100);
                match next(&mut seed) % 4 {
                    0 => drop(whole.drain(at..at + next(&mut seed) % 90)),
                    1 => drop(whole.splice(at..at, bytes(next(&mut seed) % 60, &mut seed))),
                    2 => whole[at..at + 40].fill(7),
                    _ => whole[at] ^= 1,
                }
            }
            let mut delta = Vec::new();
            write_delta(&base, &whole, &mut delta);
            let mut made = vec![1, 2, 3];
            merge(&base, &delta, &mut made).expect("it was just made");
            assert_eq!(made, whole, "round {round}");
            // Each change costs its new bytes and the bytes until the scan is aligned again.
            assert!(delta.len() < DELTA_HEADER + 16 + 700 * changes, "round {round}: {} bytes", delta.len());
        }
    }

    #[test]
    fn another_base_is_told_and_no_bytes_make_more_than_there_is() {
        let mut seed = 6;
        let (base, other) = (bytes(900, &mut seed), bytes(900, &mut seed));
        let mut delta = Vec::new();
        write_delta(&base, &other, &mut delta);
        let mut made = Vec::new();
        assert_eq!(merge(&other, &delta, &mut made), Err(SnapshotError::Base));
        assert_eq!(merge(&[], &delta, &mut made), Err(SnapshotError::Base));
        assert_eq!(merge(&base, &base, &mut made), Err(SnapshotError::Mark));
        let mut nothing = Vec::new();
        write_delta(&[], &other, &mut nothing);
        assert_eq!(merge(&[], &nothing, &mut made), Err(SnapshotError::Base));
        for _ in 0..20_000 {
            let mut delta = delta.clone();
            let at = 32 + next(&mut seed) % (delta.len() - 32);
            delta[at] = next(&mut seed) as u8;
            let check = check_of(&delta[DELTA_HEADER..]);
            delta[40..48].copy_from_slice(&check.to_le_bytes());
            let mut made = Vec::new();
            let _ = merge(&base, &delta, &mut made);
            assert!(made.capacity() <= base.len() + delta.len());
        }
    }
}
