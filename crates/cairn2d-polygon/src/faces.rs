//! Faces of a triangulation that grow by the removal of inner edges.

use crate::grid::{Node, cross};
use crate::sweep::{Mesh, NONE};

/// A subdivision of the area into faces, by half-edges.
///
/// Invariant: `next` and `prev` are inverse; `twin` of a live inner half-edge is live.
#[derive(Clone, Debug)]
pub(crate) struct Faces {
    pub(crate) nodes: Vec<Node>,
    pub(crate) origin: Vec<u32>,
    pub(crate) twin: Vec<u32>,
    pub(crate) next: Vec<u32>,
    pub(crate) prev: Vec<u32>,
    pub(crate) is_live: Vec<bool>,
}

impl Faces {
    pub(crate) fn new(mesh: Mesh) -> Faces {
        let count = mesh.origin.len() as u32;
        let next = (0..count).map(|half| if half % 3 == 2 { half - 2 } else { half + 1 }).collect();
        let prev = (0..count).map(|half| if half % 3 == 0 { half + 2 } else { half - 1 }).collect();
        Faces {
            nodes: mesh.nodes,
            is_live: vec![true; count as usize],
            origin: mesh.origin,
            twin: mesh.twin,
            next,
            prev,
        }
    }

    #[inline]
    pub(crate) fn start(&self, half: u32) -> Node {
        self.nodes[self.origin[half as usize] as usize]
    }

    #[inline]
    pub(crate) fn end(&self, half: u32) -> Node {
        self.start(self.next[half as usize])
    }

    /// Turn at the start of `half` between the end of `after` and the start of `before`.
    #[inline]
    fn turn(&self, before: u32, after: u32) -> i64 {
        cross(self.start(before), self.start(after), self.end(after))
    }

    /// Whether the two faces beside an inner edge are convex together at both of its ends.
    pub(crate) fn is_removable(&self, half: u32) -> bool {
        let twin = self.twin[half as usize];
        self.is_convex_without(half, twin) && self.is_convex_without(twin, half)
    }

    /// The same at the start of `half` only.
    #[inline]
    pub(crate) fn is_convex_without(&self, half: u32, twin: u32) -> bool {
        self.turn(self.prev[half as usize], self.next[twin as usize]) >= 0
    }

    /// Joins the two faces beside an inner edge.
    pub(crate) fn remove(&mut self, half: u32) {
        let twin = self.twin[half as usize];
        for (a, b) in [(half, twin), (twin, half)] {
            let (before, after) = (self.prev[a as usize], self.next[b as usize]);
            self.next[before as usize] = after;
            self.prev[after as usize] = before;
            self.is_live[a as usize] = false;
        }
    }

    /// Replaces the edge between two triangles by the other diagonal.
    pub(crate) fn flip(&mut self, half: u32) {
        let twin = self.twin[half as usize];
        let (a1, a2) = (self.next[half as usize], self.prev[half as usize]);
        let (b1, b2) = (self.next[twin as usize], self.prev[twin as usize]);
        let (top, bottom) = (self.origin[a2 as usize], self.origin[b2 as usize]);
        self.origin[half as usize] = bottom;
        self.origin[twin as usize] = top;
        for cycle in [[half, a2, b1], [twin, b2, a1]] {
            for k in 0..3 {
                self.next[cycle[k] as usize] = cycle[(k + 1) % 3];
                self.prev[cycle[(k + 1) % 3] as usize] = cycle[k];
            }
        }
    }

    /// Puts an edge between two corners of one face, in the place of a removed one. Corners are named by the
    /// half-edges that start there.
    pub(crate) fn insert(&mut self, half: u32, from: u32, to: u32) {
        let twin = self.twin[half as usize];
        let (before_from, before_to) = (self.prev[from as usize], self.prev[to as usize]);
        self.origin[half as usize] = self.origin[from as usize];
        self.origin[twin as usize] = self.origin[to as usize];
        for (edge, before, after) in [(half, before_from, to), (twin, before_to, from)] {
            self.prev[edge as usize] = before;
            self.next[before as usize] = edge;
            self.next[edge as usize] = after;
            self.prev[after as usize] = edge;
            self.is_live[edge as usize] = true;
        }
    }

    /// Number of strict corners of the face that the removal of an inner edge makes, if at most `limit`, and
    /// if the face is not much longer than that for corners on straight sides.
    pub(crate) fn corners_without(&self, half: u32, limit: usize) -> Option<usize> {
        let twin = self.twin[half as usize];
        let (mut count, mut steps) = (0, 4 * limit + 64);
        for (from, other) in [(half, twin), (twin, half)] {
            // The corner at the end of the removed edge.
            count += usize::from(self.turn(self.prev[other as usize], self.next[from as usize]) != 0);
            let mut at = self.next[self.next[from as usize] as usize];
            while at != from {
                count += usize::from(self.turn(self.prev[at as usize], at) != 0);
                steps -= 1;
                if count > limit || steps == 0 {
                    return None;
                }
                at = self.next[at as usize];
            }
        }
        (count <= limit).then_some(count)
    }

    /// Corners of a face, counter-clockwise.
    pub(crate) fn outline(&self, face: u32, out: &mut Vec<Node>) {
        out.clear();
        let mut at = face;
        loop {
            out.push(self.start(at));
            at = self.next[at as usize];
            if at == face {
                return;
            }
        }
    }

    /// One half-edge of each face.
    pub(crate) fn faces(&self) -> Vec<u32> {
        let mut is_seen = vec![false; self.next.len()];
        let mut faces = Vec::new();
        for half in 0..self.next.len() as u32 {
            if self.is_live[half as usize] && !is_seen[half as usize] {
                faces.push(half);
                let mut at = half;
                while !is_seen[at as usize] {
                    is_seen[at as usize] = true;
                    at = self.next[at as usize];
                }
            }
        }
        faces
    }

    /// Inner edges, one half of each.
    pub(crate) fn inner(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.twin.len() as u32).filter(|&half| {
            self.is_live[half as usize] && self.twin[half as usize] != NONE && half < self.twin[half as usize]
        })
    }
}
