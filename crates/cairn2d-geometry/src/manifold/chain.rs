//! One-sided chain segments against all shapes: no contact from behind, no ghost collisions at the joints.
//!
//! The chain as a whole is a surface with one normal at every point of an edge and, at a convex joint, all
//! directions between the normals of its two edges. A segment may only return a normal of that set: its own,
//! or one between its own and a neighbour's if the joint is convex (the *cone*). The result of the
//! separating-axis test is compared with the cone:
//!
//! * inside: the result is used;
//! * leaning over an end with a flat or concave joint: the normal snaps to the segment's own, and only the
//!   part above the segment counts, because the neighbour covers the rest;
//! * beyond a neighbour's normal, or from behind: no contact, because it belongs to the neighbour.
//!
//! If the cores overlap, axes outside the cone are not considered. If the neighbour's own normal would push
//! the shape out over a shorter distance, the contact is left to the neighbour. (After Box2D's smooth chains;
//! the rule for overlapping cores is our own.)

use super::clip::{EdgePair, FACE_HYSTERESIS, are_parallel, prefers_b};
use super::faces::{Edge, Faces};
use super::polygon::{circle_contact, incident_edge};
use super::wide::{ManifoldW, Raw, V};
use super::{CompiledKernel, PairKind, SliceFaces, row_of, with_faces};
use crate::Shape;
use cairn2d_math::Pose;
use cairn2d_math::lanes::{AnyLanes, Lanes, Scalar};
use core::fmt;

/// Joints that turn by less than this (the sine of the angle, `[-]`) count as flat.
const CONVEX_TOLERANCE: f32 = 0.01;

/// Tolerance `[-]` of the cone (the sine of an angle). Without it, rounding could make both segments reject a
/// shape that rests exactly on the border between them.
const CONE_TOLERANCE: f32 = 1.0e-3;

/// The code that collides chain segments. On WebAssembly a chain segment carries a reference to it, so that
/// it is linked only if chains are used; elsewhere it is always linked.
#[derive(Clone, Copy)]
pub(crate) struct ChainKernels(#[cfg(target_family = "wasm")] &'static Kernels);

pub(super) struct Kernels {
    /// The kernel of many pairs of a kind.
    pub(super) batch: fn(AnyLanes, PairKind) -> Option<CompiledKernel>,
    /// A chain segment and a polygon of more than eight corners.
    pub(super) large: fn(&Shape, &Shape, Pose) -> Option<ManifoldW<Scalar>>,
}

const KERNELS: Kernels = Kernels { batch: CompiledKernel::of_chain, large: chain_large };

impl ChainKernels {
    /// The kernels. Code that names this constant links them.
    pub(crate) const LINK: ChainKernels = ChainKernels(
        #[cfg(target_family = "wasm")]
        &KERNELS,
    );

    #[inline]
    pub(super) fn get(self) -> &'static Kernels {
        #[cfg(target_family = "wasm")]
        return self.0;
        #[cfg(not(target_family = "wasm"))]
        &KERNELS
    }
}

impl PartialEq for ChainKernels {
    fn eq(&self, _: &ChainKernels) -> bool {
        true
    }
}

impl fmt::Debug for ChainKernels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("linked")
    }
}

fn chain_large(chain: &Shape, polygon: &Shape, rel: Pose) -> Option<ManifoldW<Scalar>> {
    let l = Scalar;
    let center = V::splat(l, rel.transform_point(polygon.centroid()));
    with_faces(polygon, |vertices, normals| {
        let chain = ChainW::from_gather(row_of(chain));
        chain_polygon(l, &chain, &SliceFaces::new(vertices, normals, rel), center, polygon.radius())
    })
}

/// Lanes of chain segments.
#[derive(Clone, Copy)]
pub(super) struct ChainW<L: Lanes> {
    pub(super) p1: V<L>,
    pub(super) p2: V<L>,
    pub(super) ghost1: V<L>,
    pub(super) ghost2: V<L>,
}

impl<L: Lanes> ChainW<L> {
    #[inline(always)]
    pub(super) fn from_gather(row: [L::F; 8]) -> ChainW<L> {
        ChainW {
            p1: V::new(row[0], row[1]),
            p2: V::new(row[2], row[3]),
            ghost1: V::new(row[4], row[5]),
            ghost2: V::new(row[6], row[7]),
        }
    }
}

/// The directions in which a segment may push.
#[derive(Clone, Copy)]
struct Cone<L: Lanes> {
    /// Unit direction of the segment.
    along: V<L>,
    /// Unit normal of the segment, of the one before and of the one after.
    normal: V<L>,
    normal1: V<L>,
    normal2: V<L>,
    convex1: L::M,
    convex2: L::M,
}

/// The decision about a normal.
#[derive(Clone, Copy)]
struct Verdict<L: Lanes> {
    admit: L::M,
    snap: L::M,
}

impl<L: Lanes> Cone<L> {
    #[inline(always)]
    fn new(l: L, chain: &ChainW<L>) -> Cone<L> {
        let unit_x = V::new(l.splat(1.0), l.splat(0.0));
        let (along, _) = (chain.p2 - chain.p1).direction_or(l, unit_x);
        let (along1, _) = (chain.p1 - chain.ghost1).direction_or(l, along);
        let (along2, _) = (chain.ghost2 - chain.p2).direction_or(l, along);
        let tolerance = l.splat(CONVEX_TOLERANCE);
        Cone {
            along,
            normal: along.right(),
            normal1: along1.right(),
            normal2: along2.right(),
            convex1: l.ge(along1.cross(along), tolerance),
            convex2: l.ge(along.cross(along2), tolerance),
        }
    }

    /// Whether a unit direction is strictly to one side of the normal, and within the cone.
    #[inline(always)]
    fn contains(&self, l: L, direction: V<L>) -> L::M {
        let zero = l.splat(0.0);
        let lean = direction.dot(self.along);
        let least = l.splat(-CONE_TOLERANCE);
        let tail = l.and(l.lt(lean, zero), l.ge(self.normal1.cross(direction), least));
        let head = l.and(l.gt(lean, zero), l.ge(direction.cross(self.normal2), least));
        l.or(l.and(self.convex1, tail), l.and(self.convex2, head))
    }

    #[inline(always)]
    fn judge(&self, l: L, direction: V<L>) -> Verdict<L> {
        let zero = l.splat(0.0);
        let lean = direction.dot(self.along);
        let admit = self.contains(l, direction);
        let convex = l.or(l.and(self.convex1, l.lt(lean, zero)), l.and(self.convex2, l.gt(lean, zero)));
        let in_front = l.gt(direction.dot(self.normal), zero);
        Verdict { admit, snap: l.and_not(in_front, convex) }
    }

    /// Whether a point is behind the segment and behind both convex neighbours.
    #[inline(always)]
    fn is_behind(&self, l: L, chain: &ChainW<L>, point: V<L>) -> L::M {
        let zero = l.splat(0.0);
        let behind = l.lt(self.normal.dot(point - chain.p1), zero);
        let front1 = l.and(self.convex1, l.ge(self.normal1.dot(point - chain.p1), zero));
        let front2 = l.and(self.convex2, l.ge(self.normal2.dot(point - chain.p2), zero));
        l.and_not(behind, l.or(front1, front2))
    }
}

/// A chain segment against a circle whose centre is given in the frame of A.
///
/// Exact by Voronoi regions: beyond an end, the circle belongs to this segment only if it is not above the
/// neighbour.
#[inline(always)]
pub(super) fn chain_circle<L: Lanes>(l: L, chain: &ChainW<L>, center: V<L>, radius: L::F) -> ManifoldW<L> {
    let zero = l.splat(0.0);
    let cone = Cone::new(l, chain);
    let height = cone.normal.dot(center - chain.p1);
    let from1 = center - chain.p1;
    let from2 = center - chain.p2;
    let before = l.lt(cone.along.dot(from1), zero);
    let after = l.gt(cone.along.dot(from2), zero);
    // A small overlap of the regions, so that rounding cannot make both sides reject a centre on the border.
    let border = l.splat(FACE_HYSTERESIS);
    let theirs1 = l.lt(cone.normal1.left().dot(from1), -border);
    let theirs2 = l.gt(cone.normal2.left().dot(from2), border);
    let theirs = l.or(l.and(before, theirs1), l.and(after, theirs2));
    let allowed = l.and_not(l.ge(height, zero), theirs);

    let at_end = l.or(l.and(before, cone.convex1), l.and(after, cone.convex2));
    let (direction, length) = V::select(l, before, from1, from2).direction_or(l, cone.normal);
    let normal = V::select(l, at_end, direction, cone.normal);
    let distance = l.select(at_end, length, height);
    let mut manifold = circle_contact(l, center, normal, distance, (zero, radius));
    manifold.valid1 = l.and(manifold.valid1, allowed);
    manifold
}

/// A chain segment against a polygon or capsule in the frame of A, with its centroid and radius `[m]`.
#[inline(always)]
pub(super) fn chain_polygon<L: Lanes>(
    l: L,
    chain: &ChainW<L>,
    b: &impl Faces<L>,
    centroid: V<L>,
    radius: L::F,
) -> ManifoldW<L> {
    let zero = l.splat(0.0);
    let hysteresis = l.splat(FACE_HYSTERESIS);
    let cone = Cone::new(l, chain);
    let edge_a =
        Edge { v1: chain.p1, v2: chain.p2, normal: cone.normal, id1: l.splat_u(1), id2: l.splat_u(2) };

    // Separations along the segment's normal, from behind, and along the faces of B.
    let above = b.lowest(l, cone.normal) - cone.normal.dot(chain.p1);
    let below = b.lowest(l, -cone.normal) + cone.normal.dot(chain.p1);
    let faces = search_faces(l, chain, &cone, b);
    let apart = l.gt(l.max(l.max(above, below), faces.any), zero);
    let separation_b = l.select(apart, faces.any, faces.inside);
    let edge_b = Edge::select(l, apart, &faces.edge_any, &faces.edge_inside);
    let flip = prefers_b(l, above, separation_b, are_parallel(l, cone.normal, edge_b.normal));

    // The segment's own face gives the contact if a normal snaps; else the face or corners that the test
    // found.
    let radii = (zero, radius);
    let never = l.lt(zero, zero);
    let incident = incident_edge(l, b, cone.normal);
    let (pair_a, frame_a) = EdgePair::new(l, &edge_a, &incident, radii, never);
    let own = pair_a.face(l, &frame_a);
    let corner_a = pair_a.corner(l, Some(apart));
    let found_a = pair_a.with_corner(l, &frame_a, &corner_a, own);
    let (pair_b, frame_b) = EdgePair::new(l, &b.numbered(l, edge_b), &edge_a, radii, flip);
    let found_b = pair_b.resolve(l, &frame_b, Some(apart));

    let found = Raw::select(l, flip, &found_b, &found_a);
    let is_own = l.not(l.or(flip, corner_a.applies));
    let verdict = cone.judge(l, found.normal);
    // Overlap: the axis is from the cone, or is the segment's own normal. The own face also covers the region
    // just beyond an end, which handles rounding and corners that are too upright for the corner case.
    let admit = l.and_not(l.or(verdict.admit, l.not(apart)), is_own);
    let use_own = l.or(is_own, l.and_not(verdict.snap, admit));
    let raw = Raw::select(l, admit, &found, &own);
    let border = hysteresis + l.splat(0.01) * l.max(above, zero);
    let answers = l.or(admit, l.and(use_own, l.le(pair_a.overshoot(l), border)));

    let outside = l.select(apart, l.splat(f32::NEG_INFINITY), neighbour_separation(l, chain, &cone, b));
    let theirs = l.gt(outside, l.max(above, separation_b) + hysteresis);
    let from_behind = l.or(
        cone.is_behind(l, chain, centroid),
        l.and(l.gt(below, zero), l.gt(below, l.max(above, faces.any))),
    );
    raw.finish(l, Some(l.and_not(answers, l.or(theirs, from_behind))))
}

/// The faces of B that are farthest from the segment: of all, and of those whose direction lies in the cone.
#[derive(Clone, Copy)]
struct FaceSearch<L: Lanes> {
    any: L::F,
    edge_any: Edge<L>,
    inside: L::F,
    edge_inside: Edge<L>,
}

#[inline(always)]
fn search_faces<L: Lanes>(l: L, chain: &ChainW<L>, cone: &Cone<L>, b: &impl Faces<L>) -> FaceSearch<L> {
    let none = l.splat(f32::NEG_INFINITY);
    let first = b.edge(l, 0);
    let mut best = FaceSearch { any: none, edge_any: first, inside: none, edge_inside: first };
    for j in 0..b.edge_count() {
        let candidate = b.edge(l, j);
        let n = candidate.normal;
        let separation = l.min(n.dot(chain.p1), n.dot(chain.p2)) - n.dot(candidate.v1);
        let better = l.gt(separation, best.any);
        best.any = l.select(better, separation, best.any);
        best.edge_any = Edge::select(l, better, &candidate, &best.edge_any);
        let better = l.and(l.gt(separation, best.inside), cone.contains(l, -n));
        best.inside = l.select(better, separation, best.inside);
        best.edge_inside = Edge::select(l, better, &candidate, &best.edge_inside);
    }
    best
}

/// Separation of B above the segment along the normals of its convex neighbours: the larger one.
#[inline(always)]
fn neighbour_separation<L: Lanes>(l: L, chain: &ChainW<L>, cone: &Cone<L>, b: &impl Faces<L>) -> L::F {
    let none = l.splat(f32::NEG_INFINITY);
    let at1 = b.lowest(l, cone.normal1) - cone.normal1.dot(chain.p1);
    let at2 = b.lowest(l, cone.normal2) - cone.normal2.dot(chain.p2);
    l.max(l.select(cone.convex1, at1, none), l.select(cone.convex2, at2, none))
}
