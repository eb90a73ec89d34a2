//! Convex shapes as edges with outward normals, in lanes: the input of the polygon kernels.
//!
//! Invariant of the padded form: edge `i` of a shape with `n` edges is edge `i mod n`. Copies follow the
//! originals with exactly equal values, so a search with strict comparisons never selects them. A lane's
//! result therefore does not depend on the loop length that other lanes need. A segment or capsule is a
//! polygon of two edges.

use super::wide::{BoxW, PoseW, V};
use cairn2d_math::lanes::{Lanes, Scalar};
use cairn2d_math::{Pose, Vec2};
use core::cell::Cell;

/// An edge from `v1` to `v2`, counter-clockwise around its shape. Ids are vertex indices counted from 1.
#[derive(Clone, Copy)]
pub(super) struct Edge<L: Lanes> {
    pub(super) v1: V<L>,
    pub(super) v2: V<L>,
    pub(super) normal: V<L>,
    pub(super) id1: L::U,
    pub(super) id2: L::U,
}

impl<L: Lanes> Edge<L> {
    /// `a` where the mask is set, else `b`.
    #[inline(always)]
    pub(super) fn select(l: L, mask: L::M, a: &Edge<L>, b: &Edge<L>) -> Edge<L> {
        Edge {
            v1: V::select(l, mask, a.v1, b.v1),
            v2: V::select(l, mask, a.v2, b.v2),
            normal: V::select(l, mask, a.normal, b.normal),
            id1: l.select_u(mask, a.id1, b.id1),
            id2: l.select_u(mask, a.id2, b.id2),
        }
    }
}

/// The edges of lanes of convex shapes. `edge_count` is at least that of every lane.
pub(super) trait Faces<L: Lanes> {
    /// Number of edges that a search visits.
    fn edge_count(&self) -> usize;
    /// Start of edge `i`; `i` may be `edge_count`, which is the end of the last edge.
    fn vertex(&self, i: usize) -> V<L>;
    /// Outward unit normal of edge `i`.
    fn normal(&self, i: usize) -> V<L>;
    /// Number of edges of each lane.
    fn lane_counts(&self) -> L::U;

    /// Least dot product of a vertex with a direction.
    #[inline(always)]
    fn lowest(&self, l: L, direction: V<L>) -> L::F {
        let mut least = direction.dot(self.vertex(0));
        for j in 1..self.edge_count() {
            least = l.min(direction.dot(self.vertex(j)), least);
        }
        least
    }

    /// Edge `i` without its ids, which `numbered` adds after the search.
    #[inline(always)]
    fn edge(&self, l: L, i: usize) -> Edge<L> {
        let index = l.splat_u(i as u32);
        Edge { v1: self.vertex(i), v2: self.vertex(i + 1), normal: self.normal(i), id1: index, id2: index }
    }

    /// Replaces the index in `id1` by the ids of both ends.
    #[inline(always)]
    fn numbered(&self, l: L, edge: Edge<L>) -> Edge<L> {
        let next = l.add_u(edge.id1, l.splat_u(1));
        let wraps = l.eq_u(next, self.lane_counts());
        Edge { id1: next, id2: l.select_u(wraps, l.splat_u(1), l.add_u(next, l.splat_u(1))), ..edge }
    }
}

/// Up to `N` edges per lane, padded by repetition. `N` is a power of two.
#[derive(Clone, Copy)]
pub(super) struct PaddedFaces<L: Lanes, const N: usize> {
    pub(super) vx: [L::F; N],
    pub(super) vy: [L::F; N],
    pub(super) nx: [L::F; N],
    pub(super) ny: [L::F; N],
    pub(super) counts: L::U,
    pub(super) bound: usize,
}

impl<L: Lanes, const N: usize> PaddedFaces<L, N> {
    /// The same edges in the frame that the pose maps into.
    #[inline(always)]
    pub(super) fn transformed(mut self, pose: PoseW<L>) -> PaddedFaces<L, N> {
        for i in 0..N {
            let v = pose.apply(V::new(self.vx[i], self.vy[i]));
            let n = pose.rotate(V::new(self.nx[i], self.ny[i]));
            (self.vx[i], self.vy[i]) = (v.x, v.y);
            (self.nx[i], self.ny[i]) = (n.x, n.y);
        }
        self
    }
}

impl<L: Lanes> PaddedFaces<L, 2> {
    /// The two sides of a capsule's axis.
    #[inline(always)]
    pub(super) fn from_capsule(l: L, capsule: &BoxW<L>) -> PaddedFaces<L, 2> {
        let reach = capsule.axis.scale(capsule.half.x);
        let (a, b) = (capsule.center - reach, capsule.center + reach);
        let n = capsule.axis.right();
        PaddedFaces {
            vx: [a.x, b.x],
            vy: [a.y, b.y],
            nx: [n.x, -n.x],
            ny: [n.y, -n.y],
            counts: l.splat_u(2),
            bound: 2,
        }
    }
}

#[cfg(any(test, not(target_family = "wasm")))]
impl<const N: usize> PaddedFaces<Scalar, N> {
    /// One polygon with at most `N` corners.
    pub(super) fn from_slices(vertices: &[Vec2], normals: &[Vec2]) -> PaddedFaces<Scalar, N> {
        let n = vertices.len();
        let mut faces = PaddedFaces {
            vx: [0.0; N],
            vy: [0.0; N],
            nx: [0.0; N],
            ny: [0.0; N],
            counts: n as u32,
            bound: n,
        };
        let mut from = 0;
        for i in 0..N {
            (faces.vx[i], faces.vy[i]) = (vertices[from].x, vertices[from].y);
            (faces.nx[i], faces.ny[i]) = (normals[from].x, normals[from].y);
            from = if from + 1 == n { 0 } else { from + 1 };
        }
        faces
    }
}

impl<L: Lanes, const N: usize> Faces<L> for PaddedFaces<L, N> {
    #[inline(always)]
    fn edge_count(&self) -> usize {
        self.bound
    }

    #[inline(always)]
    fn vertex(&self, i: usize) -> V<L> {
        V::new(self.vx[i & (N - 1)], self.vy[i & (N - 1)])
    }

    #[inline(always)]
    fn normal(&self, i: usize) -> V<L> {
        V::new(self.nx[i & (N - 1)], self.ny[i & (N - 1)])
    }

    #[inline(always)]
    fn lane_counts(&self) -> L::U {
        self.counts
    }
}

/// A polygon of any size, transformed by `pose` while it is read: the slow path for more than eight corners.
#[derive(Clone, Debug)]
pub(super) struct SliceFaces<'a> {
    vertices: &'a [Vec2],
    normals: &'a [Vec2],
    pose: Pose,
    /// The corner at which the last search for the lowest one ended.
    last: Cell<usize>,
}

impl<'a> SliceFaces<'a> {
    pub(super) fn new(vertices: &'a [Vec2], normals: &'a [Vec2], pose: Pose) -> SliceFaces<'a> {
        SliceFaces { vertices, normals, pose, last: Cell::new(0) }
    }
}

impl Faces<Scalar> for SliceFaces<'_> {
    fn edge_count(&self) -> usize {
        self.vertices.len()
    }

    fn vertex(&self, i: usize) -> V<Scalar> {
        let wrapped = if i == self.vertices.len() { 0 } else { i };
        V::splat(Scalar, self.pose.transform_point(self.vertices[wrapped]))
    }

    fn normal(&self, i: usize) -> V<Scalar> {
        V::splat(Scalar, self.pose.transform_vector(self.normals[i]))
    }

    /// Walks downhill from the end of the last search. On a convex outline every walk ends at the lowest
    /// corner. Callers try the normals of another polygon in order, so all their walks together go around
    /// only once.
    fn lowest(&self, _: Scalar, direction: V<Scalar>) -> f32 {
        let n = self.vertices.len();
        let height = |j: usize| direction.dot(self.vertex(j));
        let mut at = self.last.get();
        let mut least = height(at);
        for step in [1, n - 1] {
            loop {
                let next = (at + step) % n;
                let candidate = height(next);
                if candidate >= least || candidate.is_nan() {
                    break;
                }
                (at, least) = (next, candidate);
            }
        }
        self.last.set(at);
        least
    }

    fn lane_counts(&self) -> <Scalar as Lanes>::U {
        Scalar.splat_u(self.vertices.len() as u32)
    }
}
