//! Sorting pairs: least significant digit first, over the digits that differ.
//!
//! Each method finds pairs in its own order; this sort makes the results of all methods equal. Digits in
//! which all pairs agree, such as the high ones of small item numbers, cost only the count.

/// Bits per digit, and digits per item number.
const DIGIT_BITS: u32 = 11;
const DIGIT_COUNT: usize = 3;
const DIGITS: usize = 1 << DIGIT_BITS;

/// Shorter lists are sorted by comparison, which is faster than clearing and summing the counters.
const RADIX_COUNT: usize = 2048;

/// Working memory of the sort.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairSort {
    other: Vec<(u32, u32)>,
    counts: Vec<[u32; DIGITS]>,
}

impl PairSort {
    /// Sorts the pairs by their first number, equal ones by the second.
    pub(crate) fn sort(&mut self, pairs: &mut Vec<(u32, u32)>) {
        if pairs.len() < RADIX_COUNT || u32::try_from(pairs.len()).is_err() {
            pairs.sort_unstable();
            return;
        }
        self.counts.clear();
        self.counts.resize(2 * DIGIT_COUNT, [0; DIGITS]);
        self.count_digits(pairs);
        self.other.resize(pairs.len(), (0, 0));
        for pass in 0..2 * DIGIT_COUNT {
            if turn_into_starts(&mut self.counts[pass], pairs.len()) {
                let shift = DIGIT_BITS * (pass % DIGIT_COUNT) as u32;
                let starts = &mut self.counts[pass];
                if pass < DIGIT_COUNT {
                    scatter(pairs, &mut self.other, starts, |pair| digit(pair.1, shift));
                } else {
                    scatter(pairs, &mut self.other, starts, |pair| digit(pair.0, shift));
                }
                core::mem::swap(pairs, &mut self.other);
            }
        }
    }

    fn count_digits(&mut self, pairs: &[(u32, u32)]) {
        let (second, first) = self.counts.split_at_mut(DIGIT_COUNT);
        for &(a, b) in pairs {
            for (k, (counts_a, counts_b)) in first.iter_mut().zip(second.iter_mut()).enumerate() {
                counts_a[digit(a, DIGIT_BITS * k as u32)] += 1;
                counts_b[digit(b, DIGIT_BITS * k as u32)] += 1;
            }
        }
    }
}

#[inline(always)]
const fn digit(number: u32, shift: u32) -> usize {
    (number >> shift) as usize & (DIGITS - 1)
}

/// Turns counts into start indices; false if all pairs share one digit, so that the pass can be skipped.
fn turn_into_starts(counts: &mut [u32; DIGITS], total: usize) -> bool {
    let mut start = 0;
    let mut differ = true;
    for count in counts {
        let here = *count;
        differ &= (here as usize) < total;
        *count = start;
        start += here;
    }
    differ
}

#[inline(always)]
fn scatter(
    from: &[(u32, u32)],
    to: &mut [(u32, u32)],
    starts: &mut [u32; DIGITS],
    digit: impl Fn((u32, u32)) -> usize,
) {
    for &pair in from {
        let start = &mut starts[digit(pair)];
        to[*start as usize] = pair;
        *start += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::PairSort;
    use crate::testing::Random;

    #[test]
    fn matches_the_standard_sort() {
        let mut sort = PairSort::default();
        for (count, mask) in [(10, u32::MAX), (5000, u32::MAX), (3000, 0x3FF), (9000, 0xFFFF_0000), (4000, 0)]
        {
            let mut random = Random::new(u64::from(mask) + count);
            let mut pairs: Vec<_> =
                (0..count).map(|_| (random.next() as u32 & mask, random.next() as u32 & mask)).collect();
            let mut expected = pairs.clone();
            expected.sort_unstable();
            sort.sort(&mut pairs);
            assert_eq!(pairs, expected);
        }
    }
}
