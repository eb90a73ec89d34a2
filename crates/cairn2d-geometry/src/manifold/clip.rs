//! The contact between a reference edge and an incident edge, in the frame of the reference edge.
//!
//! In that frame x runs along the edge from its first end (0) to its second (`length`), y along its outward
//! normal. The incident edge runs the other way, so its end is `lo` and its start `up`: `lo.x <= up.x`,
//! except for rounding.
//!
//! Two candidates are computed. The *face* candidate clips the incident edge to the span of the reference
//! edge. The *corner* candidate applies if the nearest points of the two edges are ends of both: then the
//! direction between the two corners is the normal, as for tiny circles. The optimality conditions of the
//! nearest points (each end is the nearest point of its edge to the other end) decide between the two,
//! without iteration and without division by an edge length. The face candidate is preferred if the edges are
//! parallel (within 2 %) and one corner is straight above the other (within 1 %). Otherwise a stack of equal
//! rounded boxes would alternate between one and two points.

use super::faces::Edge;
use super::wide::{Raw, V, pack_id, select_mask};
use crate::constants::LINEAR_SLOP;
use cairn2d_math::lanes::Lanes;

/// Reference face A is kept unless B's separation is better by this much `[m]`.
pub(super) const FACE_HYSTERESIS: f32 = 0.1 * LINEAR_SLOP;

/// Whether the reference face is B's: better than A's, by the hysteresis if the shapes overlap or both faces
/// are parallel.
///
/// In these cases the choice would flicker. In all others the shapes are apart and only one of the faces may
/// hold the nearest point, so keeping the other would cost accuracy in proportion to the radii.
#[inline(always)]
pub(super) fn prefers_b<L: Lanes>(l: L, separation_a: L::F, separation_b: L::F, parallel: L::M) -> L::M {
    let better = l.gt(separation_b, separation_a);
    let clearly = l.gt(separation_b, separation_a + l.splat(FACE_HYSTERESIS));
    let apart = l.gt(l.max(separation_a, separation_b), l.splat(0.0));
    l.or(clearly, l.and(better, l.and_not(apart, parallel)))
}

/// Whether two unit normals are parallel, or opposite, within 0.01 rad.
#[inline(always)]
pub(super) fn are_parallel<L: Lanes>(l: L, a: V<L>, b: V<L>) -> L::M {
    l.lt(l.abs(a.cross(b)), l.splat(0.01))
}

/// A reference edge and an incident edge in the frame of the former.
#[derive(Clone, Copy)]
pub(super) struct EdgePair<L: Lanes> {
    pub(super) length: L::F,
    pub(super) lo: V<L>,
    pub(super) up: V<L>,
    /// From `lo` to `up`.
    pub(super) along: V<L>,
    pub(super) radius_ref: L::F,
    pub(super) radius_inc: L::F,
    pub(super) ids: PairIds<L>,
}

/// Ids of the four ends; `flip` if the reference edge belongs to B.
#[derive(Clone, Copy)]
pub(super) struct PairIds<L: Lanes> {
    pub(super) ref1: L::U,
    pub(super) ref2: L::U,
    pub(super) lo: L::U,
    pub(super) up: L::U,
    pub(super) flip: L::M,
}

impl<L: Lanes> PairIds<L> {
    #[inline(always)]
    fn pack(&self, l: L, reference: L::U, incident: L::U) -> L::U {
        l.select_u(self.flip, pack_id(l, incident, reference), pack_id(l, reference, incident))
    }
}

/// The frame of a reference edge in the frame of A.
#[derive(Clone, Copy)]
pub(super) struct EdgeFrame<L: Lanes> {
    pub(super) origin: V<L>,
    pub(super) normal: V<L>,
}

impl<L: Lanes> EdgeFrame<L> {
    /// A point of A's frame in the frame of the edge.
    #[inline(always)]
    fn seen(&self, point: V<L>) -> V<L> {
        let d = point - self.origin;
        V::new(self.normal.left().dot(d), self.normal.dot(d))
    }

    /// A vector of the edge's frame in the frame of A.
    #[inline(always)]
    fn vector(&self, v: V<L>) -> V<L> {
        self.normal.left().scale(v.x) + self.normal.scale(v.y)
    }

    /// A point of the edge's frame in the frame of A.
    #[inline(always)]
    fn point(&self, v: V<L>) -> V<L> {
        self.origin + self.vector(v)
    }
}

impl<L: Lanes> EdgePair<L> {
    /// Both edges relative to `reference`, and the frame of that edge.
    #[inline(always)]
    pub(super) fn new(
        l: L,
        reference: &Edge<L>,
        incident: &Edge<L>,
        radii: (L::F, L::F),
        flip: L::M,
    ) -> (EdgePair<L>, EdgeFrame<L>) {
        let frame = EdgeFrame { origin: reference.v1, normal: reference.normal };
        let (lo, up) = (frame.seen(incident.v2), frame.seen(incident.v1));
        let pair = EdgePair {
            length: frame.normal.left().dot(reference.v2 - reference.v1),
            lo,
            up,
            along: up - lo,
            radius_ref: l.select(flip, radii.1, radii.0),
            radius_inc: l.select(flip, radii.0, radii.1),
            ids: PairIds {
                ref1: reference.id1,
                ref2: reference.id2,
                lo: incident.id2,
                up: incident.id1,
                flip,
            },
        };
        (pair, frame)
    }

    /// Distance `[m]` of the incident edge beyond the span of the reference edge; negative if the spans
    /// overlap.
    #[inline(always)]
    pub(super) fn overshoot(&self, l: L) -> L::F {
        l.max(-self.up.x, self.lo.x - self.length)
    }

    /// The manifold in the frame of A, with its normal from A to B: the corner candidate if it applies, else
    /// the face.
    ///
    /// The corner candidate requires that the edges do not cross, which `apart` guarantees.
    #[inline(always)]
    pub(super) fn resolve(&self, l: L, frame: &EdgeFrame<L>, apart: Option<L::M>) -> Raw<L> {
        let face = self.face(l, frame);
        let corner = self.corner(l, apart);
        // Most batches have no corner, so this saves a square root and a division.
        if l.any(corner.applies) { self.with_corner(l, frame, &corner, face) } else { face }
    }

    /// The face candidate: both ends of the clipped incident edge; only its nearest end if the spans do not
    /// overlap.
    #[inline(always)]
    pub(super) fn face(&self, l: L, frame: &EdgeFrame<L>) -> Raw<L> {
        let (zero, one, half) = (l.splat(0.0), l.splat(1.0), l.splat(0.5));
        let e = self.along;
        // The lower bound keeps the division finite for a perpendicular incident edge, which is not clipped.
        let inv = one / l.max(e.x, l.splat(1.0e-9));
        let at_lo = l.min(l.max(-self.lo.x * inv, zero), one);
        let at_up = l.min(l.max((self.length - self.lo.x) * inv, zero), one);
        let lower = self.lo + e.scale(at_lo);
        // Computed from its own end, an unclipped upper point is exact.
        let upper = self.up - e.scale(one - at_up);
        let radius = self.radius_ref + self.radius_inc;
        let raise = self.radius_ref - self.radius_inc;
        Raw {
            normal: V::select(l, self.ids.flip, -frame.normal, frame.normal),
            point1: frame.point(V::new(lower.x, half * (lower.y + raise))),
            point2: frame.point(V::new(upper.x, half * (upper.y + raise))),
            separation1: lower.y - radius,
            separation2: upper.y - radius,
            id1: self.ids.pack(l, self.ids.ref1, self.ids.lo),
            id2: self.ids.pack(l, self.ids.ref2, self.ids.up),
            two: l.le(self.overshoot(l), zero),
        }
    }

    /// Whether two corners are nearest to each other, and which.
    #[inline(always)]
    pub(super) fn corner(&self, l: L, apart: Option<L::M>) -> Corner<L> {
        let zero = l.splat(0.0);
        let e = self.along;
        let shift = self.length * e.x;
        let lo_along = self.lo.dot(e);
        let up_along = self.up.dot(e) - shift;
        // Left: the nearest point of the reference edge is its first end; right: its second end.
        let left_lo = l.and(l.le(self.lo.x, zero), l.ge(lo_along, zero));
        let left = l.or(left_lo, l.le(self.up.x, zero));
        let right_up = l.and(l.ge(self.up.x, self.length), l.le(up_along, zero));
        let right = l.or(right_up, l.ge(self.lo.x, self.length));
        let is_lo = select_mask(l, right, l.not(right_up), left_lo);
        let q = V::select(l, is_lo, self.lo, self.up);
        let offset = V::new(q.x - l.select(right, self.length, zero), q.y);
        let squared = offset.dot(offset);
        let slop = l.splat(FACE_HYSTERESIS * FACE_HYSTERESIS);
        let slanted = l.gt(offset.x * offset.x, squared * l.splat(1.0e-4));
        let tilted = l.gt(l.abs(e.y), e.x * l.splat(0.02));
        let far = l.and(l.gt(squared, slop), l.or(slanted, tilted));
        let mut applies = l.and(l.or(left, right), far);
        if let Some(apart) = apart {
            applies = l.and(applies, apart);
        }
        Corner { applies, right, is_lo, q, offset, squared }
    }

    /// Replaces the face candidate by the corner candidate if it applies.
    #[inline(always)]
    pub(super) fn with_corner(&self, l: L, frame: &EdgeFrame<L>, corner: &Corner<L>, face: Raw<L>) -> Raw<L> {
        let Corner { applies, right, is_lo, q, offset, squared } = *corner;
        let distance = l.sqrt(l.select(applies, squared, l.splat(1.0)));
        let direction = offset.scale(l.splat(1.0) / distance);
        let back = l.splat(0.5) * (distance - self.radius_ref + self.radius_inc);
        let point = frame.point(q - direction.scale(back));
        let normal = frame.vector(direction);
        let normal = V::select(l, self.ids.flip, -normal, normal);
        let id_ref = l.select_u(right, self.ids.ref2, self.ids.ref1);
        let id_inc = l.select_u(is_lo, self.ids.lo, self.ids.up);
        let id = self.ids.pack(l, id_ref, id_inc);
        let separation = distance - (self.radius_ref + self.radius_inc);
        Raw {
            normal: V::select(l, applies, normal, face.normal),
            point1: V::select(l, applies, point, face.point1),
            separation1: l.select(applies, separation, face.separation1),
            id1: l.select_u(applies, id, face.id1),
            two: l.and_not(face.two, applies),
            ..face
        }
    }
}

/// Two corners that may be nearest to each other.
#[derive(Clone, Copy)]
pub(super) struct Corner<L: Lanes> {
    /// They are nearest, and well apart.
    pub(super) applies: L::M,
    /// The corner of the reference edge is its second end.
    right: L::M,
    /// The corner of the incident edge is `lo`.
    is_lo: L::M,
    /// The corner of the incident edge, and its position relative to the other.
    q: V<L>,
    offset: V<L>,
    squared: L::F,
}
