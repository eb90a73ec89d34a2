//! Splits recordings into parts, and joins parts into recordings.

use crate::mend;

/// Bytes of a recording before its first part, and of a part before its content.
const FILE_HEADER: usize = 16;
const PART_HEADER: usize = 32;

/// Largest content of a part that is unpacked `[bytes]`.
const MOST: usize = 1 << 20;

/// The header of a part of a recording without its checksum, and its content as stored in the file.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    header: [u8; PART_HEADER - 8],
    pub(crate) content: Vec<u8>,
}

/// The parts of a recording; bytes after the last one are dropped.
pub(crate) fn parts_of(file: &[u8]) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = file.get(FILE_HEADER..).unwrap_or_default();
    while let Some((header, behind)) = rest.split_first_chunk::<PART_HEADER>() {
        let length = u32::from_le_bytes([header[16], header[17], header[18], header[19]]) as usize;
        // The last part has the remaining bytes.
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

    /// The part with unpacked content, if it was packed.
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

/// A recording of these parts; `None` if one unpacks to more than the limit.
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
        file.extend(mend::check_of_part(&header, &part.content).to_le_bytes());
        file.extend(&part.content);
    }
    Some(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::originals;

    #[test]
    fn repair_of_a_valid_file_changes_nothing() {
        for original in originals::snapshots() {
            let mut mended = original.clone();
            mended[24..32].fill(0);
            mend::snapshot(&mut mended);
            assert!(mended == original, "the checksum of snapshots has changed");
        }
        for original in originals::recordings() {
            let parts = parts_of(&original);
            assert!(parts.len() >= 2);
            let mended = recording_of(&original, &parts).expect("small");
            assert!(original.starts_with(&mended), "the checksum of recordings has changed");
        }
    }
}
