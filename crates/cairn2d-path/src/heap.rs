//! The open list: a heap with four children a node.

/// A cell on the open list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// Cost to the goal through this cell, at least.
    pub(crate) total: u64,
    /// Cost from the start to this cell.
    pub(crate) cost: u64,
    /// The cell, as a number of the owner's choice.
    pub(crate) cell: u32,
}

impl Entry {
    /// Lower totals come first; of equal ones the cell that is nearer to the goal.
    #[inline]
    fn before(&self, other: &Self) -> bool {
        // Without a branch, which would be mispredicted half of the time.
        (self.total < other.total) | ((self.total == other.total) & (self.cost > other.cost))
    }
}

/// A priority queue. Its order depends on the calls only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heap {
    /// An entry that comes before all others. Most searches go on from the node that they reached last,
    /// which then never enters the heap.
    front: Option<Entry>,
    entries: Vec<Entry>,
}

impl Heap {
    pub(crate) fn clear(&mut self) {
        self.front = None;
        self.entries.clear();
    }

    #[inline]
    pub(crate) fn push(&mut self, entry: Entry) {
        match self.front {
            Some(front) if entry.before(&front) => {
                self.front = Some(entry);
                self.push_behind(front);
            }
            None if self.entries.first().is_none_or(|first| entry.before(first)) => self.front = Some(entry),
            _ => self.push_behind(entry),
        }
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<Entry> {
        self.front.take().or_else(|| self.pop_behind())
    }

    /// Adds an entry to the heap.
    fn push_behind(&mut self, entry: Entry) {
        let mut at = self.entries.len();
        self.entries.push(entry);
        while at > 0 {
            let parent = (at - 1) / 4;
            if !entry.before(&self.entries[parent]) {
                break;
            }
            self.entries[at] = self.entries[parent];
            at = parent;
        }
        self.entries[at] = entry;
    }

    /// Takes the first entry of the heap.
    fn pop_behind(&mut self) -> Option<Entry> {
        let first = *self.entries.first()?;
        let last = self.entries.pop()?;
        let count = self.entries.len();
        if count == 0 {
            return Some(first);
        }
        let mut at = 0;
        loop {
            let first_child = 4 * at + 1;
            let mut least = first_child;
            match self.entries.get(first_child..first_child + 4) {
                Some([a, b, c, d]) => {
                    // Two rounds, of which the first has comparisons that do not wait for each other.
                    let (low, ab) = if b.before(a) { (1, b) } else { (0, a) };
                    let (high, cd) = if d.before(c) { (3, d) } else { (2, c) };
                    least += if cd.before(ab) { high } else { low };
                }
                _ if first_child >= count => break,
                _ => {
                    for child in first_child + 1..count {
                        if self.entries[child].before(&self.entries[least]) {
                            least = child;
                        }
                    }
                }
            }
            if !self.entries[least].before(&last) {
                break;
            }
            self.entries[at] = self.entries[least];
            at = least;
        }
        self.entries[at] = last;
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[test]
    fn entries_come_in_order() {
        let mut random = Random::new(7);
        let mut heap = Heap::default();
        let mut kept = Vec::new();
        for round in 0..5_000 {
            if random.below(3) > 0 || round < 20 {
                let entry = Entry {
                    total: random.below(100).into(),
                    cost: random.below(10).into(),
                    cell: random.below(1000),
                };
                heap.push(entry);
                kept.push((entry.total, u64::MAX - entry.cost));
            } else {
                kept.sort_unstable();
                let popped = heap.pop().map(|entry| (entry.total, u64::MAX - entry.cost));
                assert_eq!(popped, (!kept.is_empty()).then(|| kept.remove(0)));
            }
        }
    }
}
