//! Making check sums fit, so that what is behind them is reached, from the descriptions of the formats.

/// Bytes of a snapshot before its body.
const SNAPSHOT_HEADER: usize = 32;

/// Bytes of a recording before its first part, and of a part before its content.
const FILE_HEADER: usize = 16;
const PART_HEADER: usize = 32;

/// Largest content of a part that is tried \[bytes\].
const MOST: usize = 1 << 20;

/// Makes length and check of a snapshot fit what follows its header.
pub(crate) fn snapshot(bytes: &mut [u8]) {
    if bytes.len() < SNAPSHOT_HEADER {
        return;
    }
    let (header, body) = bytes.split_at_mut(SNAPSHOT_HEADER);
    let flags = u64::from(u32::from_le_bytes([header[12], header[13], header[14], header[15]]));
    header[16..24].copy_from_slice(&(body.len() as u64).to_le_bytes());
    header[24..].copy_from_slice(&(check_of_snapshot(body) ^ flags).to_le_bytes());
}

fn word(bytes: &[u8], at: usize) -> u64 {
    (0..8).fold(0, |word, k| word | u64::from(bytes.get(at + k).copied().unwrap_or(0)) << (8 * k))
}

/// Running sums and sums of those in four lanes, mixed.
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

/// The header of a part of a recording but for its check, and its content as it stands in the file.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    header: [u8; PART_HEADER - 8],
    pub(crate) content: Vec<u8>,
}

/// The parts of a recording, as far as there are any; what follows the last one is left out.
pub(crate) fn parts_of(file: &[u8]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = file.get(FILE_HEADER..).unwrap_or_default();
    while let Some((header, behind)) = rest.split_first_chunk::<PART_HEADER>() {
        let length = u32::from_le_bytes([header[16], header[17], header[18], header[19]]) as usize;
        // The last part takes what there is.
        let (content, behind) = behind.split_at(length.min(behind.len()));
        let mut kept = [0; PART_HEADER - 8];
        kept.copy_from_slice(&header[..PART_HEADER - 8]);
        parts.push(Part { header: kept, content: content.to_vec() });
        rest = behind;
    }
    parts
}

impl Part {
    fn is_packed(&self) -> bool {
        self.header[1] == 1
    }

    fn unpacked_length(&self) -> usize {
        u32::from_le_bytes([self.header[20], self.header[21], self.header[22], self.header[23]]) as usize
    }

    /// The part with its content unpacked, where it is packed.
    pub(crate) fn unpacked(mut self) -> Part {
        if self.is_packed()
            && let Ok(content) = miniz_oxide::inflate::decompress_to_vec_with_limit(&self.content, MOST)
        {
            self.header[1] = 0;
            self.content = content;
        }
        self
    }
}

/// A recording of these parts; `None` where one unpacks to more than is tried.
pub(crate) fn recording_of(header: &[u8], parts: &[Part]) -> Option<Vec<u8>> {
    let mut file = header.get(..FILE_HEADER)?.to_vec();
    for part in parts {
        let mut header = part.header;
        header[16..20].copy_from_slice(&(part.content.len() as u32).to_le_bytes());
        if !part.is_packed() {
            header[20..24].copy_from_slice(&(part.content.len() as u32).to_le_bytes());
        } else if part.unpacked_length() > MOST {
            return None;
        }
        file.extend(header);
        file.extend(check_of_part(&header, &part.content).to_le_bytes());
        file.extend(&part.content);
    }
    Some(file)
}

/// The check of a part, as `docs/recording.md` describes it.
fn check_of_part(header: &[u8], content: &[u8]) -> u64 {
    let mut state = 0x6361_6972_6e32_645f_u64 ^ content.len() as u64;
    for bytes in [header, content] {
        for at in (0..=bytes.len()).step_by(8) {
            state = (state.rotate_left(5) ^ word(bytes, at)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
    }
    state ^ (state >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::originals;

    #[test]
    fn what_is_whole_is_mended_into_itself() {
        for original in originals::snapshots() {
            let mut mended = original.clone();
            mended[24..32].fill(0);
            snapshot(&mut mended);
            assert!(mended == original, "the check of snapshots is another one now");
        }
        for original in originals::recordings() {
            let parts = parts_of(&original);
            assert!(parts.len() >= 2);
            let mended = recording_of(&original, &parts).expect("small");
            assert!(original.starts_with(&mended), "the check of recordings is another one now");
        }
    }
}
