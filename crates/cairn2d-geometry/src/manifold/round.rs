//! Boxes, capsules and circles in closed form: box against box, and boxes and capsules against a circle.
//!
//! These kernels read small rows only (extents, centre, axis, radius). A capsule is a box without height and
//! a circle a box without extents, so one kernel collides all of them with a circle.

use super::clip::{EdgeFrame, EdgePair, PairIds, prefers_b};
use super::faces::PaddedFaces;
use super::polygon::{circle_contact, polygon_polygon};
use super::wide::{BoxW, ManifoldW, PoseW, V, select_mask};
use cairn2d_math::lanes::Lanes;

/// A box, capsule, segment or circle against a circle.
#[inline(always)]
pub(super) fn rect_circle<L: Lanes>(l: L, a: &BoxW<L>, b: &BoxW<L>, rel: PoseW<L>) -> ManifoldW<L> {
    let zero = l.splat(0.0);
    let center = rel.apply(b.center);
    let offset = center - a.center;
    let seen = a.axis.into_axes(offset);
    let nearest =
        V::new(l.max(l.min(seen.x, a.half.x), -a.half.x), l.max(l.min(seen.y, a.half.y), -a.half.y));
    // Inside, the normal is that of the nearest face; it is also the fallback if the centres coincide.
    let depth_x = a.half.x - l.abs(seen.x);
    let depth_y = a.half.y - l.abs(seen.y);
    let through_x = l.lt(depth_x, depth_y);
    let one = l.splat(1.0);
    let sign_x = l.select(l.lt(seen.x, zero), -one, one);
    let sign_y = l.select(l.lt(seen.y, zero), -one, one);
    let way_out = V::new(l.select(through_x, sign_x, zero), l.select(through_x, zero, sign_y));
    let (direction, length) = (seen - nearest).direction_or(l, way_out);
    let inside = l.le(length, zero);
    let distance = l.select(inside, -l.min(depth_x, depth_y), length);
    let normal = a.axis.out_of(direction);
    circle_contact(l, center, normal, distance, (a.radius, b.radius))
}

/// A capsule or segment against a capsule: the two sides of each axis are its faces.
#[inline(always)]
pub(super) fn capsule_capsule<L: Lanes>(l: L, a: &BoxW<L>, b: &BoxW<L>, rel: PoseW<L>) -> ManifoldW<L> {
    let faces_a = PaddedFaces::from_capsule(l, a);
    let faces_b = PaddedFaces::from_capsule(l, b).transformed(rel);
    polygon_polygon::<L, true>(l, &faces_a, &faces_b, (a.radius, b.radius))
}

/// Two boxes with sharp corners.
///
/// The eight face separations need no vertices: a box extends by `h . |axis|` along an axis. All values are
/// dot products of the four axes and the offset of the centres; only the result is in coordinates of body A.
#[inline(always)]
pub(super) fn rect_rect<L: Lanes>(l: L, a: &BoxW<L>, b: &BoxW<L>, rel: PoseW<L>) -> ManifoldW<L> {
    let zero = l.splat(0.0);
    let center_b = rel.apply(b.center);
    let axis_b = rel.rotate(b.axis);
    let offset = center_b - a.center;
    // Cosine and sine of B's box relative to A's; both directions use them, because only magnitudes matter
    // here.
    let r = a.axis.into_axes(axis_b);
    let r = V::new(l.abs(r.x), l.abs(r.y));
    let face_a = RectFace::farthest(l, a.axis.into_axes(offset), a.half, b.half, r);
    let face_b = RectFace::farthest(l, axis_b.into_axes(-offset), b.half, a.half, r);
    // All faces of the two boxes are parallel or none are, so this does not depend on the choice of faces.
    let least = l.min(r.x, r.y);
    let most = l.max(r.x, r.y);
    let flip = prefers_b(l, face_a.separation, face_b.separation, l.lt(least, l.splat(0.01)));

    // The reference face: normal n, tangent n.left(), from the centre of its box to the face and to its ends.
    let n = V::select(l, flip, face_b.normal(l, axis_b), face_a.normal(l, a.axis));
    let half_ref = V::select(l, flip, b.half, a.half);
    let on_x = select_mask(l, flip, face_b.on_x, face_a.on_x);
    let reach = l.select(on_x, half_ref.x, half_ref.y);
    let reach_along = l.select(on_x, half_ref.y, half_ref.x);
    let index = l.select_u(flip, face_b.index(l), face_a.index(l));
    let separation = l.max(face_a.separation, face_b.separation);

    // The incident face is most opposite to n: it is along the same axis as the reference face unless the
    // boxes are rotated by more than 45 degrees. Relative to the reference face, with n up and the tangent to
    // the right (which mirrors quarter turns), its normal m and its direction have the components `most` and
    // `least` of r.
    let half_inc = V::select(l, flip, a.half, b.half);
    let axis_inc = V::select(l, flip, a.axis, axis_b);
    let inc_on_x = l.not(l.xor(on_x, l.gt(r.x, r.y)));
    let half_m = l.select(inc_on_x, half_inc.x, half_inc.y);
    let half_along = l.select(inc_on_x, half_inc.y, half_inc.x);
    let facing = axis_inc.into_axes(n);
    let up = l.select(inc_on_x, facing.x, facing.y);
    let side = l.select(inc_on_x, -facing.y, facing.x);
    // The face's axis points against n or along it; the latter reverses the face.
    let m = V::new(flip_sign(l, side, up), -most);
    let incident = RectFace { separation, on_x: inc_on_x, negative: l.gt(up, zero) };
    let index_inc = incident.index(l);
    let to_incident = V::select(l, flip, -offset, offset);
    let center = V::new(n.left().dot(to_incident) + reach_along, n.dot(to_incident) - reach);
    let middle = center + m.scale(half_m);
    let step = m.right().scale(half_along);

    let pair = EdgePair {
        length: reach_along + reach_along,
        lo: middle + step,
        up: middle - step,
        along: -(step + step),
        radius_ref: zero,
        radius_inc: zero,
        ids: PairIds {
            ref1: l.add_u(index, l.splat_u(1)),
            ref2: next_corner_id(l, index),
            lo: next_corner_id(l, index_inc),
            up: l.add_u(index_inc, l.splat_u(1)),
            flip,
        },
    };
    let center_ref = V::select(l, flip, center_b, a.center);
    let first_corner = center_ref + n.scale(reach) - n.left().scale(reach_along);
    let frame = EdgeFrame { origin: first_corner, normal: n };
    pair.resolve(l, &frame, Some(l.gt(separation, zero))).finish(l, None)
}

/// A face of a box.
#[derive(Clone, Copy)]
struct RectFace<L: Lanes> {
    /// Separation of the other box `[m]`.
    separation: L::F,
    /// Its normal is the box's first axis, else the second; or the opposite of that.
    on_x: L::M,
    negative: L::M,
}

impl<L: Lanes> RectFace<L> {
    /// The face of a box (half extents `half`) with the largest separation of another one with centre `d` in
    /// its frame and absolute axis `r`.
    #[inline(always)]
    fn farthest(l: L, d: V<L>, half: V<L>, other: V<L>, r: V<L>) -> RectFace<L> {
        let x = l.abs(d.x) - (half.x + r.dot(other));
        let y = l.abs(d.y) - (half.y + (r.x * other.y + r.y * other.x));
        let on_x = l.gt(x, y);
        RectFace { separation: l.max(x, y), on_x, negative: l.lt(l.select(on_x, d.x, d.y), l.splat(0.0)) }
    }

    #[inline(always)]
    fn normal(&self, l: L, axis: V<L>) -> V<L> {
        let normal = V::select(l, self.on_x, axis, axis.left());
        V::select(l, self.negative, -normal, normal)
    }

    /// Index of the corner at the start of the face: 0 below, 1 right, 2 above, 3 left.
    #[inline(always)]
    fn index(&self, l: L) -> L::U {
        let on_x = l.select_u(self.negative, l.splat_u(3), l.splat_u(1));
        let on_y = l.select_u(self.negative, l.splat_u(0), l.splat_u(2));
        l.select_u(self.on_x, on_x, on_y)
    }
}

/// `-value` if `sign` is not negative, else `value`.
#[inline(always)]
fn flip_sign<L: Lanes>(l: L, value: L::F, sign: L::F) -> L::F {
    let sign = l.and_u(l.f_to_bits(-sign), l.splat_u(1 << 31));
    l.f_from_bits(l.xor_u(l.f_to_bits(value), sign))
}

/// Id (from 1) of the corner at the end of a box's edge.
#[inline(always)]
fn next_corner_id<L: Lanes>(l: L, index: L::U) -> L::U {
    l.add_u(l.and_u(l.add_u(index, l.splat_u(1)), l.splat_u(3)), l.splat_u(1))
}
