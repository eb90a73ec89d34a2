//! Joins of faces whose common hull stays within a tolerance of them.
//!
//! A join fills the pockets between the hull and the border of the joined face. A point of a pocket has a
//! point of the border straight below it, seen from the hull's side, so its distance is at most the depth of
//! the pocket. Joins that make small hulls come first. What remains are the cuts that no tolerance permits to
//! leave out.
//!
//! Cost: a join looks at all edges of the new face, up to a budget that is linear in the corners. Outlines of
//! more than [`MAX_OUTLINE`] corners are not joined.

use crate::faces::Faces;
use crate::grid::{Node, cross, segment_distance_squared};
use crate::sweep::NONE;
use std::collections::BinaryHeap;

/// Largest number of corners of a joined outline, which bounds the time.
const MAX_OUTLINE: usize = 1000;

/// Corners of outlines that are looked at, per corner of the area, before no more joins are tried.
const BUDGET: usize = 512;

/// Limits of a join.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Largest depth of a pocket \[grid steps\].
    pub(crate) depth: f64,
    /// Largest distance of a dropped corner from its part \[grid steps\].
    pub(crate) loss: f64,
    pub(crate) max_corners: usize,
}

#[derive(PartialEq)]
struct Join {
    /// Perimeter of the hull: small and round faces first.
    perimeter: f64,
    depth: f64,
    half: u32,
    stamps: [u32; 2],
}

impl Eq for Join {}

impl Ord for Join {
    fn cmp(&self, other: &Join) -> core::cmp::Ordering {
        // The heap returns the largest.
        other.perimeter.total_cmp(&self.perimeter).then(other.half.cmp(&self.half))
    }
}

impl PartialOrd for Join {
    fn partial_cmp(&self, other: &Join) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// Faces with a number each.
pub(crate) struct Merger<'a> {
    faces: &'a mut Faces,
    /// Face of each live half-edge.
    face: Vec<u32>,
    /// Names the present outline of a face; no two outlines have the same.
    stamps: Vec<u32>,
    next_stamp: u32,
    limits: Limits,
    budget: usize,
    outline: Vec<Node>,
    hull: Hull,
}

/// The hull of an outline.
#[derive(Default)]
pub(crate) struct Hull {
    order: Vec<u32>,
    /// Positions of the corners in the outline, counter-clockwise.
    pub(crate) corners: Vec<u32>,
}

impl Hull {
    /// Finds the strict corners of the hull (Andrew's monotone chain).
    pub(crate) fn find(&mut self, outline: &[Node]) {
        self.order.clear();
        self.order.extend(0..outline.len() as u32);
        self.order.sort_unstable_by_key(|&at| (outline[at as usize], at));
        self.corners.clear();
        for pass in 0..2 {
            let floor = self.corners.len();
            for step in 0..self.order.len() {
                let at = if pass == 0 { self.order[step] } else { self.order[self.order.len() - 1 - step] };
                let point = outline[at as usize];
                while self.corners.len() >= floor + 2 {
                    let [a, b] = [2, 1].map(|back| outline[self.corners[self.corners.len() - back] as usize]);
                    if cross(a, b, point) > 0 {
                        break;
                    }
                    self.corners.pop();
                }
                self.corners.push(at);
            }
            // The last corner begins the other pass.
            self.corners.pop();
        }
    }

    /// Drops corners until `max` are left; returns the largest distance of a dropped one from the rest, or
    /// `None` if that is beyond `limit`. Drops the corner first that costs least.
    pub(crate) fn reduce(&mut self, outline: &[Node], max: usize, limit: f64) -> Option<f64> {
        if self.corners.len() <= max {
            return Some(0.0);
        }
        let full: Vec<Node> = self.corners.iter().map(|&at| outline[at as usize]).collect();
        // Positions in the full hull.
        let mut kept: Vec<usize> = (0..full.len()).collect();
        let mut largest = 0.0;
        while kept.len() > max {
            let count = kept.len();
            let mut best = (f64::INFINITY, 0);
            for index in 0..count {
                let (before, after) = (kept[(index + count - 1) % count], kept[(index + 1) % count]);
                let mut cost = 0.0;
                let mut at = (before + 1) % full.len();
                while at != after {
                    let distance = segment_distance_squared(full[at], full[before], full[after]);
                    cost = if distance > cost { distance } else { cost };
                    at = (at + 1) % full.len();
                }
                if cost < best.0 {
                    best = (cost, index);
                }
            }
            let distance = best.0.sqrt();
            largest = if distance > largest { distance } else { largest };
            if largest > limit {
                return None;
            }
            kept.remove(best.1);
        }
        self.corners = kept.into_iter().map(|at| self.corners[at]).collect();
        Some(largest)
    }

    /// Length of the hull's border.
    fn perimeter(&self, outline: &[Node]) -> f64 {
        let Some(&last) = self.corners.last() else { return 0.0 };
        let mut before = outline[last as usize];
        let mut sum = 0.0;
        for &corner in &self.corners {
            let node = outline[corner as usize];
            sum += (before.distance_squared(node) as f64).sqrt();
            before = node;
        }
        sum
    }

    /// Largest distance of the outline from the sides of its hull.
    pub(crate) fn depth(&self, outline: &[Node]) -> f64 {
        let mut largest = 0.0;
        for (index, &from) in self.corners.iter().enumerate() {
            let to = self.corners[if index + 1 == self.corners.len() { 0 } else { index + 1 }];
            let (a, b) = (outline[from as usize], outline[to as usize]);
            let (mut deepest, mut at) = (0, from as usize);
            loop {
                at = if at + 1 == outline.len() { 0 } else { at + 1 };
                if at == to as usize {
                    break;
                }
                let across = cross(a, b, outline[at]);
                deepest = if across > deepest { across } else { deepest };
            }
            if deepest > 0 {
                let depth = deepest as f64 / (a.distance_squared(b) as f64).sqrt();
                largest = if depth > largest { depth } else { largest };
            }
        }
        largest
    }
}

impl<'a> Merger<'a> {
    pub(crate) fn new(faces: &'a mut Faces, limits: Limits) -> Merger<'a> {
        let mut face = vec![NONE; faces.next.len()];
        let loops = faces.faces();
        let budget = BUDGET * faces.nodes.len() + (1 << 16);
        for (number, &half) in loops.iter().enumerate() {
            let mut at = half;
            loop {
                face[at as usize] = number as u32;
                at = faces.next[at as usize];
                if at == half {
                    break;
                }
            }
        }
        Merger {
            faces,
            face,
            stamps: (0..loops.len() as u32).collect(),
            next_stamp: loops.len() as u32,
            limits,
            budget,
            outline: Vec::new(),
            hull: Hull::default(),
        }
    }

    /// Joins faces until none fits; returns the largest depth of a join.
    pub(crate) fn run(&mut self) -> f64 {
        let all: Vec<u32> = self.faces.inner().collect();
        let mut heap: BinaryHeap<Join> = all.into_iter().filter_map(|half| self.evaluate(half)).collect();
        let mut largest = 0.0;
        while let Some(join) = heap.pop() {
            if !self.faces.is_live[join.half as usize] || self.stamps_of(join.half) != join.stamps {
                continue;
            }
            largest = if join.depth > largest { join.depth } else { largest };
            let start = self.join(join.half);
            let mut at = start;
            loop {
                heap.extend(self.evaluate(at));
                at = self.faces.next[at as usize];
                if at == start {
                    break;
                }
            }
        }
        largest
    }

    fn stamps_of(&self, half: u32) -> [u32; 2] {
        let twin = self.faces.twin[half as usize];
        [half, twin].map(|at| self.stamps[self.face[at as usize] as usize])
    }

    fn evaluate(&mut self, half: u32) -> Option<Join> {
        let twin = self.faces.twin[half as usize];
        if twin == NONE || self.budget == 0 {
            return None;
        }
        let (face, other) = (self.face[half as usize], self.face[twin as usize]);
        if face == other {
            return None;
        }
        // The outline of both, without the common edge. A second common edge would enclose a hole.
        self.outline.clear();
        for from in [half, twin] {
            let mut at = self.faces.next[from as usize];
            while at != from && self.outline.len() <= MAX_OUTLINE {
                let across = self.faces.twin[at as usize];
                if from == half && across != NONE && self.face[across as usize] == other {
                    return None;
                }
                self.outline.push(self.faces.start(at));
                at = self.faces.next[at as usize];
            }
            if self.outline.len() > MAX_OUTLINE {
                self.budget = self.budget.saturating_sub(self.outline.len());
                return None;
            }
        }
        self.budget = self.budget.saturating_sub(self.outline.len());
        self.hull.find(&self.outline);
        if self.hull.corners.len() < 3 {
            return None;
        }
        let depth = self.hull.depth(&self.outline);
        if depth > self.limits.depth {
            return None;
        }
        self.hull.reduce(&self.outline, self.limits.max_corners, self.limits.loss)?;
        let perimeter = self.hull.perimeter(&self.outline);
        Some(Join { perimeter, depth, half, stamps: self.stamps_of(half) })
    }

    /// Joins the faces beside an edge; returns a half-edge of the result.
    fn join(&mut self, half: u32) -> u32 {
        let twin = self.faces.twin[half as usize];
        let face = self.face[half as usize];
        let mut at = self.faces.next[twin as usize];
        while at != twin {
            self.face[at as usize] = face;
            at = self.faces.next[at as usize];
        }
        let start = self.faces.next[half as usize];
        self.faces.remove(half);
        self.stamps[face as usize] = self.next_stamp;
        self.next_stamp += 1;
        start
    }
}
