//! Boxes, capsules and circles in closed form: box against box, anything with a centre line against a circle.
//!
//! Everything here reads small rows only (extents, centre, axis, radius). A capsule is a box without height and a circle a
//! box without extents, so one kernel collides all of them with a circle.

use super::clip::{EdgeFrame, EdgePair, PairIds, prefers_b};
use super::faces::PaddedFaces;
use super::polygon::{circle_contact, polygon_polygon};
use super::wide::{BoxW, ManifoldW, PoseW, Raw, V};
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
    // Inside, the way out is through the nearest face; this also is the fixed axis for a centre on a centre.
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

/// A face of a box: its outward normal in the box's frame and the index of its first corner.
#[derive(Clone, Copy)]
struct RectFace<L: Lanes> {
    separation: L::F,
    normal: V<L>,
    index: L::U,
}

/// Two boxes with sharp corners.
///
/// Works in the frame of A's box. The eight face separations need no vertices: a box reaches `h . |axis|` along an axis.
#[inline(always)]
pub(super) fn rect_rect<L: Lanes>(l: L, a: &BoxW<L>, b: &BoxW<L>, rel: PoseW<L>) -> ManifoldW<L> {
    // Box B in the frame of box A: centre d, first axis r; e is d in the frame of box B.
    let offset = rel.apply(b.center) - a.center;
    let d = a.axis.into_axes(offset);
    let axis = rel.rotate(b.axis);
    let r = a.axis.into_axes(axis);
    let e = r.into_axes(d);
    let absolute = V::new(l.abs(r.x), l.abs(r.y));

    let face_a = rect_face(l, d, a.half, b.half, absolute);
    let face_b = rect_face(l, -e, b.half, a.half, absolute);
    let faces = [face_a.normal, r.out_of(face_b.normal)];
    let flip = prefers_b(l, face_a.separation, face_b.separation, faces);
    let face = RectFace {
        separation: l.select(flip, face_b.separation, face_a.separation),
        normal: V::select(l, flip, face_b.normal, face_a.normal),
        index: l.select_u(flip, face_b.index, face_a.index),
    };

    // From here on in the frame of the reference box, then of its face (normal n, tangent t = n turned left).
    let half_ref = V::select(l, flip, b.half, a.half);
    let half_inc = V::select(l, flip, a.half, b.half);
    let center = V::select(l, flip, -e, d);
    let turn = V::new(r.x, l.select(flip, -r.y, r.y));
    let n = face.normal;
    let extent = V::new(l.abs(n.x), l.abs(n.y));
    let reach = extent.dot(half_ref);
    let reach_along = extent.dot(V::new(half_ref.y, half_ref.x));
    // Components of n along both axes of the incident box; the face that looks most against n is the incident one.
    let px = n.dot(turn);
    let py = n.dot(turn.left());
    let zero = l.splat(0.0);
    let one = l.splat(1.0);
    let on_x = l.gt(l.abs(px), l.abs(py));
    let positive = l.gt(l.select(on_x, px, py), zero);
    let sign = l.select(positive, -one, one);
    let facing: V<L> = V::new(l.select(on_x, sign, zero), l.select(on_x, zero, sign));
    let index_inc = face_index(l, on_x, positive);
    // The incident normal m in the face frame (x along t, y along n), and the edge direction: m turned left, which in
    // this left-handed frame is a turn to the right.
    let m = V::new(facing.y * px - facing.x * py, facing.x * px + facing.y * py);
    let along = m.right();
    let half_m = l.select(on_x, half_inc.x, half_inc.y);
    let half_along = l.select(on_x, half_inc.y, half_inc.x);
    let middle = V::new(n.left().dot(center) + reach_along, n.dot(center) - reach) + m.scale(half_m);
    let step = along.scale(half_along);

    let pair = EdgePair {
        length: reach_along + reach_along,
        lo: middle + step,
        up: middle - step,
        radius_ref: zero,
        radius_inc: zero,
        ids: PairIds {
            ref1: l.add_u(face.index, l.splat_u(1)),
            ref2: next_corner_id(l, face.index),
            lo: next_corner_id(l, index_inc),
            up: l.add_u(index_inc, l.splat_u(1)),
            flip,
        },
    };
    let (is_corner, corner) = pair.corner(l, Some(l.gt(face.separation, zero)));
    let raw = Raw::select(l, is_corner, &corner, &pair.face(l));

    // Back: reference box -> box A -> body A. The frame's origin is the first corner of the reference edge.
    let first = n.scale(reach) - n.left().scale(reach_along);
    let normal_a = V::select(l, flip, r.out_of(n), n);
    let origin_a = V::select(l, flip, r.out_of(first) + d, first);
    let frame = EdgeFrame { origin: a.axis.out_of(origin_a) + a.center, normal: a.axis.out_of(normal_a) };
    frame.place(l, &raw, flip).finish(l, None)
}

/// The face of a box (half extents `half`) from which another box is farthest: centre `d`, absolute axis `r`.
#[inline(always)]
fn rect_face<L: Lanes>(l: L, d: V<L>, half: V<L>, other: V<L>, r: V<L>) -> RectFace<L> {
    let x = l.abs(d.x) - (half.x + r.dot(other));
    let y = l.abs(d.y) - (half.y + r.x * other.y + r.y * other.x);
    let on_x = l.gt(x, y);
    let zero = l.splat(0.0);
    let one = l.splat(1.0);
    let negative = l.lt(l.select(on_x, d.x, d.y), zero);
    let sign = l.select(negative, -one, one);
    RectFace {
        separation: l.select(on_x, x, y),
        normal: V::new(l.select(on_x, sign, zero), l.select(on_x, zero, sign)),
        index: face_index(l, on_x, negative),
    }
}

/// Index of the face along x or y, on the negative or positive side: 0 below, 1 right, 2 above, 3 left.
#[inline(always)]
fn face_index<L: Lanes>(l: L, on_x: L::M, negative: L::M) -> L::U {
    let horizontal = l.select_u(negative, l.splat_u(3), l.splat_u(1));
    let vertical = l.select_u(negative, l.splat_u(0), l.splat_u(2));
    l.select_u(on_x, horizontal, vertical)
}

/// Id (from 1) of the corner where a box's edge ends.
#[inline(always)]
fn next_corner_id<L: Lanes>(l: L, index: L::U) -> L::U {
    l.add_u(l.and_u(l.add_u(index, l.splat_u(1)), l.splat_u(3)), l.splat_u(1))
}
