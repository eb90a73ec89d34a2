//! Binary encoding of numbers in snapshots and recordings. It is little-endian on every machine, floats are
//! stored as their bits, and no number is as wide as a pointer. Integers that are usually small are
//! varints: groups of seven bits, lowest first.
//!
//! Invariant: reading beyond the end returns `None`.

/// Removes and returns the first `N` bytes.
#[inline]
pub(crate) fn take_array<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (array, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*array)
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
        let [byte] = take_array(bytes)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_come_back_and_cut_off_ones_do_not() {
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
}
