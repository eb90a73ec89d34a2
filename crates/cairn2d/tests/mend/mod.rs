//! Repairs checksums of deliberately changed files, so that readers reach the changed content. Written from
//! the format descriptions (`docs/recording.md`, `snapshot` of the dynamics crate); shared by the programs
//! that change bytes.

#![allow(dead_code, reason = "each program uses what it needs")]

/// Bytes of a snapshot before its body.
pub(crate) const SNAPSHOT_HEADER: usize = 32;

/// Bytes of a delta before its body.
pub(crate) const DELTA_HEADER: usize = 48;

/// Updates length and checksum in the header of a snapshot; leaves input without a whole header unchanged.
pub(crate) fn snapshot(bytes: &mut [u8]) {
    let Some((header, body)) = bytes.split_at_mut_checked(SNAPSHOT_HEADER) else { return };
    let flags = u64::from(u32::from_le_bytes([header[12], header[13], header[14], header[15]]));
    header[16..24].copy_from_slice(&(body.len() as u64).to_le_bytes());
    header[24..].copy_from_slice(&(check_of_snapshot(body) ^ flags).to_le_bytes());
}

/// Updates the checksum in the header of a delta.
pub(crate) fn delta(bytes: &mut [u8]) {
    let Some((header, body)) = bytes.split_at_mut_checked(DELTA_HEADER) else { return };
    header[40..].copy_from_slice(&check_of_snapshot(body).to_le_bytes());
}

/// Mixes running sums, and sums of these, in four lanes.
fn check_of_snapshot(bytes: &[u8]) -> u64 {
    let whole = bytes.len() / 32 * 32;
    let mut hash = bytes.len() as u64;
    for lane in 0..4 {
        let (mut sum, mut order) = (0x9e37_79b9_7f4a_7c15_u64, 0_u64);
        for at in (8 * lane..whole).step_by(32) {
            sum = sum.wrapping_add(word(bytes, at));
            order = order.wrapping_add(sum);
        }
        for value in [word(bytes, whole + 8 * lane), sum, order] {
            hash = (hash.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            hash ^= hash >> 29;
        }
    }
    let mixed = (hash ^ (hash >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    mixed ^ (mixed >> 29)
}

/// The checksum of a part of a recording.
pub(crate) fn check_of_part(header: &[u8], content: &[u8]) -> u64 {
    let mut state = 0x6361_6972_6e32_645f_u64 ^ content.len() as u64;
    for bytes in [header, content] {
        for at in (0..=bytes.len()).step_by(8) {
            state = (state.rotate_left(5) ^ word(bytes, at)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }
    state ^ (state >> 29)
}

/// Eight bytes, padded with zeros.
fn word(bytes: &[u8], at: usize) -> u64 {
    (0..8).fold(0, |word, k| word | u64::from(bytes.get(at + k).copied().unwrap_or(0)) << (8 * k))
}
