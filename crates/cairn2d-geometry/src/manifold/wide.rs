//! The values that all manifold kernels share: lanes of vectors and poses, and the manifold they return.
//!
//! Every kernel is written once, generic over the lanes: the scalar `collide` runs it with one lane, the
//! narrow phase with 4, 8 or 16. Invariant: each lane is computed independently, with `+ - * / sqrt` and
//! selections only, so the result of a pair does not depend on the lane width or on the other pairs.

#[cfg(any(test, not(target_family = "wasm")))]
use super::Row;
use crate::constants::SPECULATIVE_MARGIN;
use cairn2d_math::lanes::Lanes;
use cairn2d_math::{Pose, Vec2};
use core::ops::{Add, Neg, Sub};

/// Lanes of relative poses: body B in the local frame of body A.
#[derive(Clone, Copy)]
pub struct PoseW<L: Lanes> {
    /// Position x `[m]`.
    pub px: L::F,
    /// Position y `[m]`.
    pub py: L::F,
    /// Cosine of the rotation `[-]`.
    pub c: L::F,
    /// Sine of the rotation `[-]`.
    pub s: L::F,
}

impl<L: Lanes> PoseW<L> {
    /// The same pose in every lane.
    #[inline(always)]
    pub fn splat(l: L, pose: Pose) -> PoseW<L> {
        PoseW { px: l.splat(pose.p.x), py: l.splat(pose.p.y), c: l.splat(pose.q.c), s: l.splat(pose.q.s) }
    }

    #[inline(always)]
    pub(super) fn rotate(self, v: V<L>) -> V<L> {
        V { x: self.c * v.x - self.s * v.y, y: self.s * v.x + self.c * v.y }
    }

    #[inline(always)]
    pub(super) fn apply(self, v: V<L>) -> V<L> {
        self.rotate(v) + V { x: self.px, y: self.py }
    }
}

impl<L: Lanes> core::fmt::Debug for PoseW<L> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("PoseW").field("lanes", &L::COUNT).finish_non_exhaustive()
    }
}

/// Lanes of manifolds in the local frame of body A, as the kernels return them.
///
/// If `valid1` is false the pair does not touch; `valid2` implies `valid1`. Values of absent points are
/// finite for finite input and depend on the pair alone, but have no meaning.
#[derive(Clone, Copy)]
pub struct ManifoldW<L: Lanes> {
    /// Unit normal from A to B, x `[-]`.
    pub normal_x: L::F,
    /// Unit normal from A to B, y `[-]`.
    pub normal_y: L::F,
    /// First point, midway between the two surfaces, x `[m]`.
    pub point1_x: L::F,
    /// First point, y `[m]`.
    pub point1_y: L::F,
    /// Distance `[m]` of the surfaces at the first point; negative when they overlap.
    pub separation1: L::F,
    /// Feature id of the first point; never 0.
    pub id1: L::U,
    /// Second point, x `[m]`.
    pub point2_x: L::F,
    /// Second point, y `[m]`.
    pub point2_y: L::F,
    /// Distance `[m]` of the surfaces at the second point; negative when they overlap.
    pub separation2: L::F,
    /// Feature id of the second point; never 0.
    pub id2: L::U,
    /// There is at least one point.
    pub valid1: L::M,
    /// There are two points.
    pub valid2: L::M,
}

impl<L: Lanes> core::fmt::Debug for ManifoldW<L> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("ManifoldW").field("lanes", &L::COUNT).finish_non_exhaustive()
    }
}

/// Lanes of vectors.
#[derive(Clone, Copy)]
pub(super) struct V<L: Lanes> {
    pub(super) x: L::F,
    pub(super) y: L::F,
}

impl<L: Lanes> V<L> {
    #[inline(always)]
    pub(super) fn new(x: L::F, y: L::F) -> V<L> {
        V { x, y }
    }

    #[inline(always)]
    pub(super) fn splat(l: L, v: Vec2) -> V<L> {
        V { x: l.splat(v.x), y: l.splat(v.y) }
    }

    #[inline(always)]
    pub(super) fn dot(self, other: V<L>) -> L::F {
        self.x * other.x + self.y * other.y
    }

    #[inline(always)]
    pub(super) fn cross(self, other: V<L>) -> L::F {
        self.x * other.y - self.y * other.x
    }

    #[inline(always)]
    pub(super) fn scale(self, factor: L::F) -> V<L> {
        V { x: self.x * factor, y: self.y * factor }
    }

    /// Rotated by 90° counter-clockwise.
    #[inline(always)]
    pub(super) fn left(self) -> V<L> {
        V { x: -self.y, y: self.x }
    }

    /// Rotated by 90° clockwise: the outward normal of a counter-clockwise edge.
    #[inline(always)]
    pub(super) fn right(self) -> V<L> {
        V { x: self.y, y: -self.x }
    }

    /// From the frame with the first axis `self` into the frame in which `self` is given.
    #[inline(always)]
    pub(super) fn out_of(self, v: V<L>) -> V<L> {
        self.scale(v.x) + self.left().scale(v.y)
    }

    /// Into the frame with the first axis `self`.
    #[inline(always)]
    pub(super) fn into_axes(self, v: V<L>) -> V<L> {
        V { x: self.dot(v), y: self.left().dot(v) }
    }

    /// `a` where the mask is set, else `b`.
    #[inline(always)]
    pub(super) fn select(l: L, mask: L::M, a: V<L>, b: V<L>) -> V<L> {
        V { x: l.select(mask, a.x, b.x), y: l.select(mask, a.y, b.y) }
    }

    /// Direction and length `[m]`; if the length is below a micrometre, the direction is `fallback` and the
    /// length 0.
    #[inline(always)]
    pub(super) fn direction_or(self, l: L, fallback: V<L>) -> (V<L>, L::F) {
        let squared = self.dot(self);
        let usable = l.gt(squared, l.splat(1.0e-12));
        let length = l.sqrt(l.select(usable, squared, l.splat(1.0)));
        let direction = self.scale(l.splat(1.0) / length);
        (V::select(l, usable, direction, fallback), l.select(usable, length, l.splat(0.0)))
    }
}

impl<L: Lanes> Add for V<L> {
    type Output = V<L>;
    #[inline(always)]
    fn add(self, other: V<L>) -> V<L> {
        V { x: self.x + other.x, y: self.y + other.y }
    }
}

impl<L: Lanes> Sub for V<L> {
    type Output = V<L>;
    #[inline(always)]
    fn sub(self, other: V<L>) -> V<L> {
        V { x: self.x - other.x, y: self.y - other.y }
    }
}

impl<L: Lanes> Neg for V<L> {
    type Output = V<L>;
    #[inline(always)]
    fn neg(self) -> V<L> {
        V { x: -self.x, y: -self.y }
    }
}

/// Lanes of small shape rows: a box with an orientation and a radius, which also describes circles (no
/// extents) and capsules (no height).
#[derive(Clone, Copy)]
pub(super) struct BoxW<L: Lanes> {
    /// Half extents `[m]`.
    pub(super) half: V<L>,
    /// Centre `[m]` in the body frame.
    pub(super) center: V<L>,
    /// First axis in the body frame.
    pub(super) axis: V<L>,
    /// Rounding radius `[m]`.
    pub(super) radius: L::F,
}

impl<L: Lanes> BoxW<L> {
    #[inline(always)]
    pub(super) fn from_gather(row: [L::F; 8]) -> BoxW<L> {
        BoxW {
            half: V::new(row[0], row[1]),
            center: V::new(row[2], row[3]),
            axis: V::new(row[4], row[5]),
            radius: row[7],
        }
    }

    #[cfg(any(test, not(target_family = "wasm")))]
    #[inline(always)]
    pub(super) fn splat(l: L, row: &Row) -> BoxW<L> {
        BoxW {
            half: V::new(l.splat(row[0]), l.splat(row[1])),
            center: V::new(l.splat(row[2]), l.splat(row[3])),
            axis: V::new(l.splat(row[4]), l.splat(row[5])),
            radius: l.splat(row[7]),
        }
    }
}

/// Two candidate points before the comparison with the margin.
#[derive(Clone, Copy)]
pub(super) struct Raw<L: Lanes> {
    pub(super) normal: V<L>,
    pub(super) point1: V<L>,
    pub(super) point2: V<L>,
    pub(super) separation1: L::F,
    pub(super) separation2: L::F,
    pub(super) id1: L::U,
    pub(super) id2: L::U,
    /// The second candidate exists.
    pub(super) two: L::M,
}

impl<L: Lanes> Raw<L> {
    /// A single point, stored twice, so that no lane has values of another case.
    #[inline(always)]
    pub(super) fn single(l: L, normal: V<L>, point: V<L>, separation: L::F, id: L::U) -> Raw<L> {
        Raw {
            normal,
            point1: point,
            point2: point,
            separation1: separation,
            separation2: separation,
            id1: id,
            id2: id,
            two: l.lt(separation, separation),
        }
    }

    /// `a` where the mask is set, else `b`.
    #[inline(always)]
    pub(super) fn select(l: L, mask: L::M, a: &Raw<L>, b: &Raw<L>) -> Raw<L> {
        Raw {
            normal: V::select(l, mask, a.normal, b.normal),
            point1: V::select(l, mask, a.point1, b.point1),
            point2: V::select(l, mask, a.point2, b.point2),
            separation1: l.select(mask, a.separation1, b.separation1),
            separation2: l.select(mask, a.separation2, b.separation2),
            id1: l.select_u(mask, a.id1, b.id1),
            id2: l.select_u(mask, a.id2, b.id2),
            two: select_mask(l, mask, a.two, b.two),
        }
    }

    /// Drops candidates beyond the margin and moves a remaining second one to the first position.
    #[inline(always)]
    pub(super) fn finish(self, l: L, allowed: Option<L::M>) -> ManifoldW<L> {
        let margin = l.splat(SPECULATIVE_MARGIN);
        let near1 = l.le(self.separation1, margin);
        let near2 = l.and(self.two, l.le(self.separation2, margin));
        let any = l.or(near1, near2);
        let p1 = V::select(l, near1, self.point1, self.point2);
        let valid1 = match allowed {
            Some(allowed) => l.and(any, allowed),
            None => any,
        };
        ManifoldW {
            normal_x: self.normal.x,
            normal_y: self.normal.y,
            point1_x: p1.x,
            point1_y: p1.y,
            separation1: l.select(near1, self.separation1, self.separation2),
            id1: l.select_u(near1, self.id1, self.id2),
            point2_x: self.point2.x,
            point2_y: self.point2.y,
            separation2: self.separation2,
            id2: self.id2,
            valid1,
            valid2: l.and(valid1, l.and(near1, near2)),
        }
    }
}

/// `a` where the mask is set, else `b`.
#[inline(always)]
pub(super) fn select_mask<L: Lanes>(l: L, mask: L::M, a: L::M, b: L::M) -> L::M {
    l.or(l.and(mask, a), l.and_not(b, mask))
}

/// The id of a contact point between feature `a` of A and feature `b` of B, both counted from 1.
#[inline(always)]
pub(super) fn pack_id<L: Lanes>(l: L, a: L::U, b: L::U) -> L::U {
    l.or_u(l.shl_u::<16>(a), b)
}
