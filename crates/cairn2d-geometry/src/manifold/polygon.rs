//! Convex polygons against polygons, capsules and circles.
//!
//! Polygon against polygon uses the separating-axis test over the face normals of both, with a small
//! preference for A. It then clips the incident edge to the reference edge (E. Catto, "Contact Manifolds",
//! GDC 2007). The face normal with the largest separation belongs to an edge at the nearest points. So if the
//! shapes are apart, one of the two edges of the manifold contains a nearest point, and `clip` decides
//! whether both nearest points are corners.

use super::clip::{EdgePair, are_parallel, prefers_b};
use super::faces::{Edge, Faces};
use super::wide::{ManifoldW, Raw, V, pack_id};
use cairn2d_math::lanes::Lanes;

/// Two polygons, capsules or segments, both in the frame of A, with their radii `[m]`.
///
/// `SEGMENTS` for two capsules: their axes have no area, so face normals alone cannot prove that they are
/// apart. But corners cannot be the nearest points of two crossing segments either.
#[inline(always)]
pub(super) fn polygon_polygon<L: Lanes, const SEGMENTS: bool>(
    l: L,
    a: &impl Faces<L>,
    b: &impl Faces<L>,
    radii: (L::F, L::F),
) -> ManifoldW<L> {
    let (separation_a, edge_a) = best_face(l, a, b);
    let (separation_b, edge_b) = best_face(l, b, a);
    let flip = prefers_b(l, separation_a, separation_b, are_parallel(l, edge_a.normal, edge_b.normal));
    let reference = Edge::select(l, flip, &edge_b, &edge_a);
    let incident =
        Edge::select(l, flip, &incident_edge(l, a, reference.normal), &incident_edge(l, b, reference.normal));
    let (pair, frame) = EdgePair::new(l, &reference, &incident, radii, flip);
    let apart = if SEGMENTS { None } else { Some(l.gt(l.max(separation_a, separation_b), l.splat(0.0))) };
    pair.resolve(l, &frame, apart).finish(l, None)
}

/// The face of `a` with the largest separation of `b`, and that separation `[m]`.
#[inline(always)]
pub(super) fn best_face<L: Lanes>(l: L, a: &impl Faces<L>, b: &impl Faces<L>) -> (L::F, Edge<L>) {
    let mut best = l.splat(f32::NEG_INFINITY);
    let mut edge = a.edge(l, 0);
    for i in 0..a.edge_count() {
        let candidate = a.edge(l, i);
        let separation = b.lowest(l, candidate.normal) - candidate.normal.dot(candidate.v1);
        let better = l.gt(separation, best);
        best = l.select(better, separation, best);
        edge = Edge::select(l, better, &candidate, &edge);
    }
    (best, a.numbered(l, edge))
}

/// The edge whose normal is most opposite to a direction.
#[inline(always)]
pub(super) fn incident_edge<L: Lanes>(l: L, shape: &impl Faces<L>, direction: V<L>) -> Edge<L> {
    let mut edge = shape.edge(l, 0);
    let mut least = direction.dot(edge.normal);
    for j in 1..shape.edge_count() {
        let candidate = shape.edge(l, j);
        let facing = direction.dot(candidate.normal);
        let better = l.lt(facing, least);
        least = l.select(better, facing, least);
        edge = Edge::select(l, better, &candidate, &edge);
    }
    shape.numbered(l, edge)
}

/// A polygon against a circle whose centre is given in the frame of A; radii `[m]` of both.
#[inline(always)]
pub(super) fn polygon_circle<L: Lanes>(
    l: L,
    a: &impl Faces<L>,
    center: V<L>,
    radii: (L::F, L::F),
) -> ManifoldW<L> {
    let zero = l.splat(0.0);
    let mut best = l.splat(f32::NEG_INFINITY);
    let mut edge = a.edge(l, 0);
    for i in 0..a.edge_count() {
        let candidate = a.edge(l, i);
        let separation = candidate.normal.dot(center - candidate.v1);
        let better = l.gt(separation, best);
        best = l.select(better, separation, best);
        edge = Edge::select(l, better, &candidate, &edge);
    }
    let along = edge.v2 - edge.v1;
    let before = l.le((center - edge.v1).dot(along), zero);
    let after = l.ge((center - edge.v2).dot(along), zero);
    let to_corner = center - V::select(l, before, edge.v1, edge.v2);
    let (direction, length) = to_corner.direction_or(l, edge.normal);
    let at_corner = l.and(l.or(before, after), l.and(l.gt(best, zero), l.gt(length, zero)));
    let normal = V::select(l, at_corner, direction, edge.normal);
    let distance = l.select(at_corner, length, best);
    circle_contact(l, center, normal, distance, radii)
}

/// The single point of a circle's contact, whose centre is at `distance` `[m]` from A's core along the
/// normal.
///
/// The id is the same for all features, so that impulses persist while the circle rolls from an edge onto a
/// corner.
#[inline(always)]
pub(super) fn circle_contact<L: Lanes>(
    l: L,
    center: V<L>,
    normal: V<L>,
    distance: L::F,
    radii: (L::F, L::F),
) -> ManifoldW<L> {
    let back = l.splat(0.5) * (distance - radii.0 + radii.1);
    let id = pack_id(l, l.splat_u(1), l.splat_u(1));
    let separation = distance - (radii.0 + radii.1);
    Raw::single(l, normal, center - normal.scale(back), separation, id).finish(l, None)
}
