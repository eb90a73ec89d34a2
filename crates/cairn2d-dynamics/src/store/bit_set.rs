//! A growable set of slots, one bit each.

use crate::store::capacity::clone_with_capacity;

/// A set of small integers.
#[derive(Debug, Default)]
pub(crate) struct BitSet {
    words: Vec<u64>,
}

clone_with_capacity!(BitSet: words);

impl BitSet {
    pub(crate) fn contains(&self, index: u32) -> bool {
        self.words.get(index as usize / 64).is_some_and(|word| word >> (index % 64) & 1 != 0)
    }

    /// Appends the members that another set does not have, in ascending order.
    pub(crate) fn append_difference(&self, other: &BitSet, to: &mut Vec<u32>) {
        for (index, &word) in self.words.iter().enumerate() {
            let mut rest = word & !other.words.get(index).copied().unwrap_or(0);
            while rest != 0 {
                to.push(64 * index as u32 + rest.trailing_zeros());
                rest &= rest - 1;
            }
        }
    }

    /// Reserves space for integers below `count`; inserting them then does not allocate.
    pub(crate) fn ensure_len(&mut self, count: usize) {
        let words = count.div_ceil(64);
        if words > self.words.len() {
            self.words.resize(words, 0);
        }
    }

    /// Returns whether space for integers below `count` is reserved.
    pub(crate) fn has_len(&self, count: usize) -> bool {
        64 * self.words.len() >= count
    }

    /// Removes all members and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.words.clear();
    }

    pub(crate) fn insert(&mut self, index: u32) {
        let word = index as usize / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (index % 64);
    }

    pub(crate) fn remove(&mut self, index: u32) {
        if let Some(word) = self.words.get_mut(index as usize / 64) {
            *word &= !(1 << (index % 64));
        }
    }
}
