//! Doubly linked lists of the contacts and joints of a body, linked through the records themselves.
//!
//! A record of two bodies is in the list of each. Its entry there is an *edge*: slot times two plus side.
//! New edges go to the front, so a list needs no tail.
//!
//! Invariant: `previous` of every edge is the edge before it, counted from the head of its list.

use core::ops::IndexMut;

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
    /// Returns its edges, one for each body.
    fn edges(&mut self) -> &mut [Edge; 2];
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
    &mut records[edge as usize / 2].edges()[edge as usize % 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Linked for [Edge; 2] {
        fn edges(&mut self) -> &mut [Edge; 2] {
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
            unlink(&mut records, &mut head, edge);
            naive.retain(|&other| other != edge);
        }
        assert_eq!((walk(&records, head), head), (naive, NONE));
    }
}
