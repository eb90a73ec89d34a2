//! Lines of open cells as bits, and scans along a line for the next jump point.
//!
//! Every line has blocked bits before its first and after its last cell, and there is a blocked line on
//! either side. So a scan needs no bounds: it always ends at a blocked bit.
//!
//! The block scan is that of D. Harabor and A. Grastien, "Improving Jump Point Search" (ICAPS 2014). Here
//! the bits at which a scan stops are stored for both directions, so a scan reads one line instead of
//! three.

use core::ops::Range;

/// Position of the first cell of a line. The bits before it are blocked.
pub(crate) const FIRST: u32 = 64;

/// Cells that a window of 64 bits from any position holds for certain, without the one at its position.
const WINDOW: u32 = 56;

/// Lines of bits. A set bit is an open cell.
///
/// Invariant: a bit of `stops_up` is set where the cell is blocked, or where the cell beside it is open and
/// the one before that is blocked: a jump point of a scan upwards. `stops_down` is the same for a scan
/// downwards. The first and the last line are blocked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bits {
    open: Vec<u8>,
    stops_up: Vec<u8>,
    stops_down: Vec<u8>,
    /// Bytes in a line.
    stride: usize,
}

impl Bits {
    /// Lines of `length` blocked cells. The first and the last line are padding.
    pub(crate) fn new(lines: usize, length: usize) -> Self {
        let stride = FIRST as usize / 8 + length.div_ceil(8) + 8;
        let bytes = lines * stride;
        Self { open: vec![0; bytes], stops_up: vec![0xff; bytes], stops_down: vec![0xff; bytes], stride }
    }

    #[inline]
    pub(crate) fn get(&self, line: u32, at: u32) -> bool {
        self.open[line as usize * self.stride + (at >> 3) as usize] >> (at & 7) & 1 != 0
    }

    /// The bits at `at - 1`, `at` and `at + 1`, from the lowest bit up.
    #[inline]
    pub(crate) fn three(&self, line: u32, at: u32) -> u32 {
        let first = at - 1;
        (load(&self.open, line as usize * self.stride + (first >> 3) as usize) >> (first & 7) & 7) as u32
    }

    /// Sets a bit. [`refresh`](Self::refresh) must follow before the next scan.
    pub(crate) fn put(&mut self, line: u32, at: u32, open: bool) {
        let byte = &mut self.open[line as usize * self.stride + (at >> 3) as usize];
        let bit = 1 << (at & 7);
        *byte = if open { *byte | bit } else { *byte & !bit };
    }

    /// Copies the open cells of a block, without padding, to all lines. `line` and `at` are the first of
    /// the block; `at` is a multiple of eight. [`refresh`](Self::refresh) must follow before the next scan.
    pub(crate) fn copy_block(&mut self, from: &Self, line: u32, at: u32) {
        let padding = FIRST as usize / 8;
        let bytes = self.stride - padding - 8;
        let lines = self.open.len() / self.stride - 2;
        for (index, to) in self.open.chunks_mut(self.stride).skip(1).take(lines).enumerate() {
            let start = (line as usize + index + 1) * from.stride + padding + (at >> 3) as usize;
            let line_end = (line as usize + index + 2) * from.stride;
            let to = &mut to[padding..padding + bytes];
            match from.open.get(start..line_end) {
                Some(cells) if cells.len() >= bytes => to.copy_from_slice(&cells[..bytes]),
                _ => to.fill(0),
            }
        }
    }

    /// Computes the stops of all lines and positions that depend on these bits.
    pub(crate) fn refresh(&mut self, lines: Range<u32>, positions: Range<u32>) {
        let all_lines = self.open.len() / self.stride;
        let first_byte = ((positions.start - 1) >> 3) as usize;
        let last_byte = (positions.end >> 3) as usize;
        for line in (lines.start as usize - 1).max(1)..(lines.end as usize + 1).min(all_lines - 1) {
            let row = line * self.stride;
            for byte in row + first_byte..=row + last_byte {
                let [below, above] = [byte - self.stride, byte + self.stride];
                let open = |at: usize| self.open.get(at).copied().unwrap_or(0);
                let opens_up = |at: usize| open(at) & !(open(at) << 1 | open(at - 1) >> 7);
                let opens_down = |at: usize| open(at) & !(open(at) >> 1 | open(at + 1) << 7);
                self.stops_up[byte] = !self.open[byte] | opens_up(below) | opens_up(above);
                self.stops_down[byte] = !self.open[byte] | opens_down(below) | opens_down(above);
            }
        }
    }

    /// Number of cells at which a scan upwards ends although they are open.
    pub(crate) fn jump_count(&self) -> usize {
        let ends =
            self.open.iter().zip(&self.stops_up).map(|(open, stops)| (open & stops).count_ones() as usize);
        ends.sum()
    }

    /// Bytes of memory.
    pub(crate) fn memory(&self) -> usize {
        3 * self.open.len()
    }

    /// Whether a scan upwards (`UP`) or downwards stops at the position.
    #[inline]
    pub(crate) fn stops<const UP: bool>(&self, line: u32, at: u32) -> bool {
        let stops = if UP { &self.stops_up } else { &self.stops_down };
        stops[line as usize * self.stride + (at >> 3) as usize] >> (at & 7) & 1 != 0
    }

    /// Offset of a line, by which scans name it.
    #[inline]
    pub(crate) fn line(&self, line: u32) -> usize {
        line as usize * self.stride
    }

    /// Offset of the next line (`UP`) or of the one before.
    #[inline]
    pub(crate) fn next_line<const UP: bool>(&self, line: usize) -> usize {
        if UP { line + self.stride } else { line - self.stride }
    }

    /// As [`get`](Self::get), by the offset of a line.
    #[inline]
    pub(crate) fn is_open(&self, line: usize, at: u32) -> bool {
        self.open[line + (at >> 3) as usize] >> (at & 7) & 1 != 0
    }

    /// Scans a line from the position after `from` (`UP`), or downwards from the one before, and returns
    /// the position of the first jump point or blocked cell.
    ///
    /// A jump point is an open cell beside which a neighbor line opens: its cell there is open, and the
    /// cell before that one is blocked.
    #[inline(always)]
    pub(crate) fn scan<const UP: bool>(&self, line: usize, from: u32) -> u32 {
        // Without the position itself: the lowest bit of a window upwards, the highest of one downwards.
        const ABOVE: u64 = (1 << (WINDOW + 1)) - 2;
        const BELOW: u64 = ((1 << WINDOW) - 1) << (63 - WINDOW);
        let mut at = from;
        loop {
            let byte = line + (at >> 3) as usize;
            if UP {
                let stop = load(&self.stops_up, byte) >> (at & 7) & ABOVE;
                if stop != 0 {
                    return at + stop.trailing_zeros();
                }
                at += WINDOW;
            } else {
                let stop = load(&self.stops_down, byte - 7) << (7 - (at & 7)) & BELOW;
                if stop != 0 {
                    return at - stop.leading_zeros();
                }
                at -= WINDOW;
            }
        }
    }
}

/// Eight bytes from `byte` on, the first lowest.
#[inline]
fn load(bytes: &[u8], byte: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[byte..byte + 8]);
    u64::from_le_bytes(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    /// One cell at a time.
    fn naive(bits: &Bits, line: u32, from: u32, step: i64) -> u32 {
        let mut at = from;
        loop {
            let behind = at;
            at = (i64::from(at) + step) as u32;
            if !bits.get(line, at) {
                return at;
            }
            if [line - 1, line + 1].iter().any(|&side| bits.get(side, at) && !bits.get(side, behind)) {
                return at;
            }
        }
    }

    #[test]
    fn scans_agree_with_single_cells() {
        let mut random = Random::new(1);
        for length in [1, 5, 55, 56, 57, 63, 64, 65, 66, 127, 128, 129, 130, 300] {
            for blocked in [0, 1, 5, 20, 50] {
                let mut bits = Bits::new(5, length);
                for line in 1..4 {
                    for at in FIRST..FIRST + length as u32 {
                        bits.put(line, at, random.below(100) >= blocked);
                    }
                }
                bits.refresh(1..4, FIRST..FIRST + length as u32);
                // Single changes refresh little.
                for _ in 0..20 {
                    let (line, at) = (1 + random.below(3), FIRST + random.below(length as u32));
                    bits.put(line, at, random.below(2) == 0);
                    bits.refresh(line..line + 1, at..at + 1);
                }
                for line in 1..4 {
                    for at in FIRST..FIRST + length as u32 {
                        assert_eq!(bits.scan::<true>(bits.line(line), at), naive(&bits, line, at, 1));
                        assert_eq!(bits.scan::<false>(bits.line(line), at), naive(&bits, line, at, -1));
                        let three = (0..3).map(|i| u32::from(bits.get(line, at + i - 1)) << i).sum::<u32>();
                        assert_eq!(bits.three(line, at), three);
                    }
                }
            }
        }
    }
}
