//! Last-in-first-out lists on the stack, whose storage is written by the first push only.

#![expect(unsafe_code, reason = "storage that was not written is not cleared for each query")]

use core::mem::MaybeUninit;

/// A last-in-first-out list on the stack that spills to the heap.
///
/// No tree of usual height ever spills. A degenerate one costs an allocation instead of a panic.
///
/// Invariant: the first `len` values of `fixed` are written, and `len` is at most `N`.
pub(super) struct SpillStack<T: Copy, const N: usize> {
    fixed: [MaybeUninit<T>; N],
    len: usize,
    spill: Vec<T>,
}

impl<T: Copy, const N: usize> SpillStack<T, N> {
    /// An empty stack.
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self { fixed: [const { MaybeUninit::uninit() }; N], len: 0, spill: Vec::new() }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, value: T) {
        if let Some(slot) = self.fixed.get_mut(self.len) {
            slot.write(value);
            self.len += 1;
        } else {
            self.push_spill(value);
        }
    }

    #[cold]
    fn push_spill(&mut self, value: T) {
        self.spill.push(value);
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<T> {
        // The spill only has values pushed after the fixed part was full, so it is always the newer end.
        if self.len == N
            && let Some(value) = self.spill.pop()
        {
            return Some(value);
        }
        self.len = self.len.checked_sub(1)?;
        // SAFETY: by the invariant, the value below the former `len` was written and lies in the array.
        Some(unsafe { self.fixed.get_unchecked(self.len).assume_init() })
    }
}

/// A last-in-first-out list of keyed values on the stack. Values of one batch come out by ascending key, of
/// equal ones the first pushed.
///
/// Invariant: the first `len` entries are written, and `len` is at most `N`.
pub(super) struct BatchStack<const N: usize> {
    entries: [MaybeUninit<Entry>; N],
    len: usize,
}

/// A box on its way through a walk.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    /// The key: a fraction \[-\] or a squared distance.
    pub(super) key: f32,
    /// Index of the box on its level.
    pub(super) child: u32,
    /// The level of the group that holds the box: 0 for the box of an item.
    pub(super) level: u32,
}

impl<const N: usize> BatchStack<N> {
    /// An empty stack.
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self { entries: [const { MaybeUninit::uninit() }; N], len: 0 }
    }

    /// The bottom of the batch that begins now.
    #[inline(always)]
    pub(super) const fn begin(&self) -> usize {
        self.len
    }

    /// Adds an entry to the batch from `bottom` on.
    ///
    /// # Panics
    /// If the stack is full.
    #[inline(always)]
    pub(super) fn push(&mut self, bottom: usize, entry: Entry) {
        assert!(self.len < N, "a group per level fits");
        // Insertion sort, latest at the bottom: there are seldom more than a few.
        let mut at = self.len;
        while at > bottom {
            // SAFETY: `at - 1` is below `len`, and by the invariant all entries there are written.
            let below = unsafe { self.entries.get_unchecked(at - 1).assume_init() };
            if below.key > entry.key {
                break;
            }
            self.entries[at].write(below);
            at -= 1;
        }
        self.entries[at].write(entry);
        self.len += 1;
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<Entry> {
        self.len = self.len.checked_sub(1)?;
        // SAFETY: by the invariant, the entry below the former `len` was written and lies in the array.
        Some(unsafe { self.entries.get_unchecked(self.len).assume_init() })
    }
}

#[cfg(test)]
mod tests {
    use super::{BatchStack, Entry, SpillStack};
    use crate::tree::tests::Rng;

    #[test]
    fn the_stack_spills_and_keeps_its_order() {
        let mut stack = SpillStack::<u32, 4>::new();
        let mut model = Vec::new();
        let mut rng = Rng::new(9);
        for i in 0..10_000 {
            if rng.below(100) < 52 {
                stack.push(i);
                model.push(i);
            } else {
                assert_eq!(stack.pop(), model.pop());
            }
        }
        assert!(model.len() > 4);
        while let Some(expected) = model.pop() {
            assert_eq!(stack.pop(), Some(expected));
        }
        assert_eq!(stack.pop(), None);
    }

    #[test]
    fn batches_come_out_by_key_and_then_by_order() {
        let mut stack = BatchStack::<8>::new();
        let push = |stack: &mut BatchStack<8>, bottom, key, child| {
            stack.push(bottom, Entry { key, child, level: 0 });
        };
        push(&mut stack, 0, 0.5, 100);
        let bottom = stack.begin();
        for (child, key) in [3.0, 1.0, 2.0, 1.0, 9.0].into_iter().enumerate() {
            push(&mut stack, bottom, key, child as u32);
        }
        let order: Vec<u32> = core::iter::from_fn(|| stack.pop()).map(|entry| entry.child).collect();
        assert_eq!(order, [1, 3, 2, 0, 4, 100]);
    }
}
