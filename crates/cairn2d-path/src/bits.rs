//! Lines of open cells as bits, and scans along a line for the next jump point.
//!
//! Every line has a blocked bit before its first and after its last cell, and there is a blocked line on
//! either side. So a scan needs no bounds: it always ends at a blocked bit.
//!
//! The block scan is that of D. Harabor and A. Grastien, "Improving Jump Point Search" (ICAPS 2014): 64 cells
//! of three lines are tested at once.

/// Lines of bits. A set bit is an open cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bits {
    words: Vec<u64>,
    /// Words in a line.
    stride: usize,
}

/// Where a scan ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scan {
    /// Position of the jump point, or of the blocked cell.
    pub(crate) end: u32,
    /// Whether there is a jump point at `end`.
    pub(crate) jump: bool,
}

impl Bits {
    /// Blocked lines of `length` positions each, padding included.
    pub(crate) fn new(lines: usize, length: usize) -> Self {
        let stride = length.div_ceil(64);
        Self { words: vec![0; lines * stride], stride }
    }

    pub(crate) fn get(&self, line: u32, at: u32) -> bool {
        self.words[line as usize * self.stride + (at >> 6) as usize] >> (at & 63) & 1 != 0
    }

    /// The bits at `at - 1`, `at` and `at + 1`, from the lowest bit up.
    #[inline]
    pub(crate) fn three(&self, line: u32, at: u32) -> u32 {
        let (first, row) = (at - 1, line as usize * self.stride);
        let (word, shift) = ((first >> 6) as usize, first & 63);
        let mut bits = self.words[row + word] >> shift;
        if shift > 61 && word + 1 < self.stride {
            bits |= self.words[row + word + 1] << (64 - shift);
        }
        (bits & 7) as u32
    }

    pub(crate) fn set(&mut self, line: u32, at: u32, open: bool) {
        let word = &mut self.words[line as usize * self.stride + (at >> 6) as usize];
        let bit = 1 << (at & 63);
        *word = if open { *word | bit } else { *word & !bit };
    }

    /// Bytes of memory.
    pub(crate) fn memory(&self) -> usize {
        self.words.len() * 8
    }

    #[inline]
    fn line(&self, line: u32) -> &[u64] {
        let start = line as usize * self.stride;
        &self.words[start..start + self.stride]
    }

    /// Scans `line` upwards from the position after `from`.
    ///
    /// A jump point is an open cell beside which a neighbor line opens: its cell there is open, and the cell
    /// before that one is blocked.
    #[inline]
    pub(crate) fn scan_up(&self, line: u32, from: u32) -> Scan {
        let (below, middle, above) = (self.line(line - 1), self.line(line), self.line(line + 1));
        let first = from + 1;
        let mut word = (first >> 6) as usize;
        let mut mask = !0 << (first & 63);
        // The last bit of the word before, moved to the lowest bit.
        let before = |words: &[u64], word: usize| if word == 0 { 0 } else { words[word - 1] >> 63 };
        let mut carry = (before(below, word), before(above, word));
        loop {
            let (b, m, a) = (below[word], middle[word], above[word]);
            let opens = b & !(b << 1 | carry.0) | a & !(a << 1 | carry.1);
            let stop = (!m | opens) & mask;
            if stop != 0 {
                let bit = stop.trailing_zeros();
                return Scan { end: (word as u32) << 6 | bit, jump: m >> bit & 1 != 0 };
            }
            carry = (b >> 63, a >> 63);
            mask = !0;
            word += 1;
        }
    }

    /// As [`scan_up`](Self::scan_up), downwards from the position before `from`.
    #[inline]
    pub(crate) fn scan_down(&self, line: u32, from: u32) -> Scan {
        let (below, middle, above) = (self.line(line - 1), self.line(line), self.line(line + 1));
        let first = from - 1;
        let mut word = (first >> 6) as usize;
        let mut mask = !0 >> (63 - (first & 63));
        let after = |words: &[u64], word: usize| words.get(word + 1).map_or(0, |next| next << 63);
        let mut carry = (after(below, word), after(above, word));
        loop {
            let (b, m, a) = (below[word], middle[word], above[word]);
            let opens = b & !(b >> 1 | carry.0) | a & !(a >> 1 | carry.1);
            let stop = (!m | opens) & mask;
            if stop != 0 {
                let bit = 63 - stop.leading_zeros();
                return Scan { end: (word as u32) << 6 | bit, jump: m >> bit & 1 != 0 };
            }
            carry = (b << 63, a << 63);
            mask = !0;
            word -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    /// One cell at a time.
    fn naive(bits: &Bits, line: u32, from: u32, step: i64) -> Scan {
        let mut at = from;
        loop {
            let behind = at;
            at = (i64::from(at) + step) as u32;
            if !bits.get(line, at) {
                return Scan { end: at, jump: false };
            }
            if [line - 1, line + 1].iter().any(|&side| bits.get(side, at) && !bits.get(side, behind)) {
                return Scan { end: at, jump: true };
            }
        }
    }

    #[test]
    fn scans_agree_with_single_cells() {
        let mut random = Random::new(1);
        for length in [3, 5, 63, 64, 65, 66, 127, 128, 129, 130, 300] {
            for blocked in [0, 1, 5, 20, 50] {
                let mut bits = Bits::new(5, length);
                for line in 1..4 {
                    for at in 1..length as u32 - 1 {
                        bits.set(line, at, random.below(100) >= blocked);
                    }
                }
                for line in 1..4 {
                    for at in 1..length as u32 - 1 {
                        assert_eq!(bits.scan_up(line, at), naive(&bits, line, at, 1));
                        assert_eq!(bits.scan_down(line, at), naive(&bits, line, at, -1));
                        let three = (0..3).map(|i| u32::from(bits.get(line, at + i - 1)) << i).sum::<u32>();
                        assert_eq!(bits.three(line, at), three);
                    }
                }
            }
        }
    }
}
