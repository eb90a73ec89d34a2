//! Lists of the contacts and of the joints of a body, linked through the records themselves.
//!
//! A record of two bodies is in a list of each. Its place in them is an *edge*: slot times two plus side. Lists have no end to look for:
//! what is new comes first.
//!
//! Invariant: walking a list from its head, every edge names the one before it.

use core::ops::IndexMut;

use crate::store::slot::NONE;

/// The neighbours of an edge in the list of a body.
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
    /// Its edges, one for each body.
    fn edges(&mut self) -> &mut [Edge; 2];
}

/// Puts an edge first into the list with this head.
pub(crate) fn link(records: &mut impl IndexMut<usize, Output: Linked>, head: &mut u32, edge: u32) {
    let next = core::mem::replace(head, edge);
    *at(records, edge) = Edge { next, previous: NONE };
    if next != NONE {
        at(records, next).previous = edge;
    }
}

/// Takes an edge out of the list with this head.
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
