//! The open list: a heap with four children a node.

/// A cell on the open list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    /// Cost to the goal through this cell, at least.
    pub(crate) total: u64,
    /// Cost from the start to this cell.
    pub(crate) cost: u64,
    /// Index of the cell.
    pub(crate) cell: u32,
}

impl Entry {
    /// Lower totals come first; of equal ones the cell that is nearer to the goal.
    fn before(&self, other: &Self) -> bool {
        self.total < other.total || self.total == other.total && self.cost > other.cost
    }
}

/// A priority queue. Its order depends on the calls only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heap {
    entries: Vec<Entry>,
}

impl Heap {
    pub(crate) fn clear(&mut self) {
        self.entries.clear();
    }

    pub(crate) fn push(&mut self, entry: Entry) {
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

    pub(crate) fn pop(&mut self) -> Option<Entry> {
        let first = *self.entries.first()?;
        let last = self.entries.pop()?;
        let count = self.entries.len();
        if count == 0 {
            return Some(first);
        }
        let mut at = 0;
        loop {
            let children = 4 * at + 1..(4 * at + 5).min(count);
            let Some(least) =
                children.reduce(|a, b| if self.entries[b].before(&self.entries[a]) { b } else { a })
            else {
                break;
            };
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
