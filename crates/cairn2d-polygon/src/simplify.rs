//! Simplification of rings with a certified distance.
//!
//! Corners are removed one by one, the one with the smallest error first. The error of a side is a bound of
//! the distance of all corners that it replaces: measured for short chains, summed by the triangle inequality
//! for long ones. A corner stays if another corner lies in the triangle that its removal gives away, so rings
//! never cross or swap sides. All sides are within the tolerance of the chains they replace, and the chains
//! of the sides.
//!
//! Source: the order is that of Visvalingam and Whyatt, "Line generalisation by repeated elimination of
//! points" (1993), with distance in place of area.

use crate::grid::{Node, cross, segment_distance_squared};
use crate::rings::Rings;
use std::collections::BinaryHeap;

/// Chains of up to this many corners are measured; the error of longer ones is bounded.
const MEASURED: usize = 24;

/// A corner that may be removed: ordered by error, then by index.
#[derive(PartialEq)]
struct Candidate {
    error: f64,
    corner: u32,
    stamp: u32,
}

impl Eq for Candidate {}

impl Ord for Candidate {
    fn cmp(&self, other: &Candidate) -> core::cmp::Ordering {
        // The heap returns the largest.
        other.error.total_cmp(&self.error).then(other.corner.cmp(&self.corner))
    }
}

impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Candidate) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Simplified rings and how far they are from the given ones.
pub(crate) struct Simplified {
    pub(crate) rings: Rings,
    /// Bound of the distance \[grid steps\].
    pub(crate) error: f64,
}

struct Removal<'a> {
    nodes: &'a [Node],
    before: Vec<u32>,
    after: Vec<u32>,
    /// Error of the side that starts at a corner.
    errors: Vec<f64>,
    stamps: Vec<u32>,
    is_live: Vec<bool>,
    is_locked: Vec<bool>,
    buckets: Buckets,
}

/// Simplifies clean rings. `is_locked` tells which corners stay.
pub(crate) fn simplify(rings: &Rings, tolerance: f64, is_locked: impl Fn(Node) -> bool) -> Simplified {
    let count = rings.nodes.len();
    let mut work = Removal {
        nodes: &rings.nodes,
        before: vec![0; count],
        after: vec![0; count],
        errors: vec![0.0; count],
        stamps: vec![0; count],
        is_live: vec![true; count],
        is_locked: rings.nodes.iter().map(|&node| is_locked(node)).collect(),
        buckets: Buckets::new(rings),
    };
    let mut left: Vec<u32> = Vec::with_capacity(rings.ends.len());
    let mut ring_of: Vec<u32> = vec![0; count];
    let mut start = 0;
    for (ring, &end) in rings.ends.iter().enumerate() {
        for index in start..end {
            work.before[index as usize] = if index == start { end - 1 } else { index - 1 };
            work.after[index as usize] = if index + 1 == end { start } else { index + 1 };
            ring_of[index as usize] = ring as u32;
        }
        left.push(end - start);
        start = end;
    }
    let mut heap: BinaryHeap<Candidate> =
        (0..count as u32).filter_map(|c| work.candidate(c, tolerance)).collect();
    let mut largest = 0.0;
    while let Some(Candidate { error, corner, stamp }) = heap.pop() {
        let ring = ring_of[corner as usize] as usize;
        if work.stamps[corner as usize] != stamp || !work.is_live[corner as usize] || left[ring] <= 3 {
            continue;
        }
        if work.is_blocked(corner) {
            continue;
        }
        let (a, c) = work.remove(corner, error);
        left[ring] -= 1;
        largest = if error > largest { error } else { largest };
        for corner in [a, c] {
            work.stamps[corner as usize] += 1;
            heap.extend(work.candidate(corner, tolerance));
        }
    }
    work.finish(rings, largest)
}

impl Removal<'_> {
    fn candidate(&self, corner: u32, tolerance: f64) -> Option<Candidate> {
        let index = corner as usize;
        if self.is_locked[index] {
            return None;
        }
        let (a, c) = (self.before[index], self.after[index]);
        let [pa, pb, pc] = [a, corner, c].map(|at| self.nodes[at as usize]);
        let own = segment_distance_squared(pb, pa, pc).sqrt();
        // A bit more than the rounding of the distance itself.
        let own = own + own * 1.0e-12;
        if own > tolerance {
            return None;
        }
        let (first, second) = (self.errors[a as usize], self.errors[index]);
        let bound = own + if first > second { first } else { second };
        let error = match self.measured(a, c) {
            Some(error) if error < bound => error,
            _ => bound,
        };
        (error <= tolerance).then_some(Candidate { error, corner, stamp: self.stamps[index] })
    }

    /// Largest distance of the given corners between two corners, if they are few.
    fn measured(&self, a: u32, c: u32) -> Option<f64> {
        let (pa, pc) = (self.nodes[a as usize], self.nodes[c as usize]);
        let mut at = self.next_given(a);
        let mut largest = 0.0;
        for _ in 0..MEASURED {
            if at == c {
                let distance = f64::sqrt(largest);
                return Some(distance + distance * 1.0e-12);
            }
            let distance = segment_distance_squared(self.nodes[at as usize], pa, pc);
            largest = if distance > largest { distance } else { largest };
            at = self.next_given(at);
        }
        None
    }

    fn next_given(&self, corner: u32) -> u32 {
        self.buckets.next[corner as usize]
    }

    /// Whether another live corner lies in the triangle of a corner and its neighbours.
    fn is_blocked(&self, corner: u32) -> bool {
        let (a, c) = (self.before[corner as usize], self.after[corner as usize]);
        let [pa, pb, pc] = [a, corner, c].map(|at| self.nodes[at as usize]);
        let turn = cross(pa, pb, pc);
        if pa == pc {
            return true;
        }
        let (low, high) = (
            Node::new(pa.x.min(pb.x).min(pc.x), pa.y.min(pb.y).min(pc.y)),
            Node::new(pa.x.max(pb.x).max(pc.x), pa.y.max(pb.y).max(pc.y)),
        );
        let (pa, pc) = if turn < 0 { (pc, pa) } else { (pa, pc) };
        self.buckets.any(low, high, |other| {
            let p = self.nodes[other as usize];
            other != corner
                && other != a
                && other != c
                && self.is_live[other as usize]
                && cross(pa, pb, p) >= 0
                && cross(pb, pc, p) >= 0
                && cross(pc, pa, p) >= 0
        })
    }

    fn remove(&mut self, corner: u32, error: f64) -> (u32, u32) {
        let (a, c) = (self.before[corner as usize], self.after[corner as usize]);
        self.is_live[corner as usize] = false;
        self.after[a as usize] = c;
        self.before[c as usize] = a;
        self.errors[a as usize] = error;
        (a, c)
    }

    fn finish(self, rings: &Rings, error: f64) -> Simplified {
        let mut kept = Rings::default();
        let mut start = 0;
        for &end in &rings.ends {
            let live = (start..end).filter(|&index| self.is_live[index as usize]);
            kept.push(live.map(|index| self.nodes[index as usize]));
            start = end;
        }
        Simplified { rings: kept, error }
    }
}

/// Corners by square cells, to find those in a box.
struct Buckets {
    low: Node,
    shift: u32,
    columns: usize,
    rows: usize,
    starts: Vec<u32>,
    corners: Vec<u32>,
    /// The next corner of the given ring.
    next: Vec<u32>,
}

impl Buckets {
    fn new(rings: &Rings) -> Buckets {
        let [low, high] = rings.bounds().unwrap_or_default();
        let (width, height) = (i64::from(high.x) - i64::from(low.x), i64::from(high.y) - i64::from(low.y));
        // About two corners a cell if they were spread evenly.
        let mut shift = 0;
        while ((width >> shift) + 1) * ((height >> shift) + 1) > rings.nodes.len().max(1) as i64 {
            shift += 1;
        }
        let (columns, rows) = ((width >> shift) as usize + 1, (height >> shift) as usize + 1);
        let mut buckets = Buckets {
            low,
            shift,
            columns,
            rows,
            starts: vec![0; columns * rows + 1],
            corners: vec![0; rings.nodes.len()],
            next: Vec::with_capacity(rings.nodes.len()),
        };
        let cells: Vec<usize> = rings.nodes.iter().map(|&node| buckets.cell(node)).collect();
        for &cell in &cells {
            buckets.starts[cell + 1] += 1;
        }
        for cell in 0..columns * rows {
            buckets.starts[cell + 1] += buckets.starts[cell];
        }
        let mut filled = buckets.starts.clone();
        for (corner, &cell) in cells.iter().enumerate() {
            buckets.corners[filled[cell] as usize] = corner as u32;
            filled[cell] += 1;
        }
        let mut start = 0;
        for &end in &rings.ends {
            buckets.next.extend((start..end).map(|index| if index + 1 == end { start } else { index + 1 }));
            start = end;
        }
        buckets
    }

    fn place(&self, node: Node) -> (usize, usize) {
        let x = (i64::from(node.x) - i64::from(self.low.x)) >> self.shift;
        let y = (i64::from(node.y) - i64::from(self.low.y)) >> self.shift;
        (x as usize, y as usize)
    }

    fn cell(&self, node: Node) -> usize {
        let (x, y) = self.place(node);
        y * self.columns + x
    }

    /// Whether `test` holds for a corner in the cells of a box.
    fn any(&self, low: Node, high: Node, test: impl Fn(u32) -> bool) -> bool {
        let ((left, bottom), (right, top)) = (self.place(low), self.place(high));
        (bottom..=top.min(self.rows - 1)).any(|row| {
            let cells = row * self.columns + left..row * self.columns + right.min(self.columns - 1) + 1;
            let corners = self.starts[cells.start] as usize..self.starts[cells.end] as usize;
            self.corners[corners].iter().any(|&corner| test(corner))
        })
    }
}
