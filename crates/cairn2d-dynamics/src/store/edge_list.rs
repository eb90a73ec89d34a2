//! Doubly linked lists of the contacts and joints of a body, linked through the records themselves.
//!
//! A record of two bodies is in the list of each. Its entry there is an *edge*: slot times two plus side.
//! New edges go to the front, so a list needs no tail.
//!
//! Invariant: `previous` of every edge is the edge before it, counted from the head of its list.

use core::ops::{Index, IndexMut};

use crate::store::slot::NONE;

/// Neighbours of an edge in the list of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) next: u32,
    pub(crate) previous: u32,
}

impl Edge {
    pub(crate) const UNLINKED: Edge = Edge { next: NONE, previous: NONE };
}

/// A record of two bodies.
pub(crate) trait Linked {
    /// Returns the slots of the bodies.
    fn bodies(&self) -> [u32; 2];

    /// Returns its edges, one for each body.
    fn edges(&self) -> &[Edge; 2];

    /// Returns its edges for writing.
    fn edges_mut(&mut self) -> &mut [Edge; 2];
}

/// A walk along the edges of a body, newest first. It borrows nothing between two edges, so that the loop may
/// change the tables. It has passed a record before it returns it, so the loop may remove that record, but no
/// later one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edges(u32);

impl Edges {
    /// Returns a walk along the list with this head.
    pub(crate) fn from_head(head: u32) -> Edges {
        Edges(head)
    }

    /// Returns the slot of the next record, and the side of it that is of this body.
    #[inline]
    pub(crate) fn next(&mut self, records: &impl Index<usize, Output: Linked>) -> Option<(u32, usize)> {
        let edge = self.0;
        if edge == NONE {
            return None;
        }
        let (slot, side) = (edge / 2, edge as usize % 2);
        self.0 = records[slot as usize].edges()[side].next;
        Some((slot, side))
    }

    /// Returns the slots and sides that are left, for loops that change nothing.
    pub(crate) fn iter<R: Index<usize, Output: Linked>>(
        mut self,
        records: &R,
    ) -> impl Iterator<Item = (u32, usize)> + use<'_, R> {
        core::iter::from_fn(move || self.next(records))
    }
}

/// Inserts an edge at the front of the list with this head.
pub(crate) fn link(records: &mut impl IndexMut<usize, Output: Linked>, head: &mut u32, edge: u32) {
    let next = core::mem::replace(head, edge);
    *at(records, edge) = Edge { next, previous: NONE };
    if next != NONE {
        at(records, next).previous = edge;
    }
}

/// Removes an edge from the list with this head.
pub(crate) fn unlink(records: &mut impl IndexMut<usize, Output: Linked>, head: &mut u32, edge: u32) {
    let Edge { next, previous } = *at(records, edge);
    if previous == NONE {
        *head = next;
    } else {
        at(records, previous).next = next;
    }
    if next != NONE {
        at(records, next).previous = previous;
    }
}

/// The links of an edge: those of one side of a record.
fn at(records: &mut impl IndexMut<usize, Output: Linked>, edge: u32) -> &mut Edge {
    &mut records[edge as usize / 2].edges_mut()[edge as usize % 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Linked for [Edge; 2] {
        fn bodies(&self) -> [u32; 2] {
            [NONE; 2]
        }

        fn edges(&self) -> &[Edge; 2] {
            self
        }

        fn edges_mut(&mut self) -> &mut [Edge; 2] {
            self
        }
    }

    fn walk(records: &[[Edge; 2]], head: u32) -> Vec<u32> {
        let (mut list, mut edge, mut previous) = (Vec::new(), head, NONE);
        while edge != NONE {
            let here = records[edge as usize / 2][edge as usize % 2];
            assert_eq!(here.previous, previous);
            list.push(edge);
            (previous, edge) = (edge, here.next);
        }
        list
    }

    #[test]
    fn a_list_follows_a_naive_one() {
        let mut records = [[Edge::UNLINKED; 2]; 6];
        let (mut head, mut naive) = (NONE, Vec::new());
        for edge in [3, 0, 11, 6, 9] {
            link(&mut records, &mut head, edge);
            naive.insert(0, edge);
        }
        // From the middle, the front, the end, and the last one.
        for edge in [11, 9, 3, 6, 0] {
            assert_eq!(walk(&records, head), naive);
            let edges = Edges::from_head(head).iter(&records).map(|(slot, side)| 2 * slot + side as u32);
            assert!(edges.eq(naive.iter().copied()));
            unlink(&mut records, &mut head, edge);
            naive.retain(|&other| other != edge);
        }
        assert_eq!((walk(&records, head), head), (naive, NONE));
    }
}
