//! Where something is and how it is turned: a rotation followed by a translation.
//!
//! Invariant of a valid pose: everything finite, the rotation normalised.

use crate::rot::Rot;
use crate::vec2::Vec2;
use core::ops::Mul;

/// A rigid placement: local coordinates are turned by `q`, then moved by `p`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// Position of the local origin \[m\], finite.
    pub p: Vec2,
    /// Rotation of the local axes.
    pub q: Rot,
}

impl Pose {
    /// At the origin, not turned.
    pub const IDENTITY: Self = Self { p: Vec2::ZERO, q: Rot::IDENTITY };

    /// A pose from its position \[m\] and rotation.
    #[inline]
    #[must_use]
    pub const fn new(p: Vec2, q: Rot) -> Self {
        Self { p, q }
    }

    /// A pose at `p` \[m\], not turned.
    #[inline]
    #[must_use]
    pub const fn from_position(p: Vec2) -> Self {
        Self { p, q: Rot::IDENTITY }
    }

    /// A pose at the origin, turned by `angle` \[rad\], any finite value.
    #[inline]
    #[must_use]
    pub fn from_angle(angle: f32) -> Self {
        Self { p: Vec2::ZERO, q: Rot::from_angle(angle) }
    }

    /// The world position \[m\] of a local point \[m\].
    #[inline(always)]
    #[must_use]
    pub const fn transform_point(self, point: Vec2) -> Vec2 {
        let turned = self.q.rotate(point);
        Vec2::new(turned.x + self.p.x, turned.y + self.p.y)
    }

    /// The local position \[m\] of a world point \[m\].
    #[inline(always)]
    #[must_use]
    pub const fn inv_transform_point(self, point: Vec2) -> Vec2 {
        self.q.inv_rotate(Vec2::new(point.x - self.p.x, point.y - self.p.y))
    }

    /// The world direction of a local vector: turned, not moved.
    #[inline(always)]
    #[must_use]
    pub const fn transform_vector(self, vector: Vec2) -> Vec2 {
        self.q.rotate(vector)
    }

    /// The local direction of a world vector.
    #[inline(always)]
    #[must_use]
    pub const fn inv_transform_vector(self, vector: Vec2) -> Vec2 {
        self.q.inv_rotate(vector)
    }

    /// The pose that applies `other` first and `self` next; the same as `self * other`.
    #[inline(always)]
    #[must_use]
    #[allow(clippy::should_implement_trait, reason = "the operator exists too; this form works in constants")]
    pub const fn mul(self, other: Self) -> Self {
        Self { p: self.transform_point(other.p), q: self.q.mul(other.q) }
    }

    /// The pose of `other` as seen from `self`: `self⁻¹ * other`.
    #[inline(always)]
    #[must_use]
    pub const fn inv_mul(self, other: Self) -> Self {
        Self { p: self.inv_transform_point(other.p), q: self.q.inv_mul(other.q) }
    }

    /// The pose that undoes this one.
    #[inline]
    #[must_use]
    pub const fn inverse(self) -> Self {
        let p = self.q.inv_rotate(self.p);
        Self { p: Vec2::new(-p.x, -p.y), q: self.q.inverse() }
    }

    /// The pose at `alpha` \[-\] in \[0, 1\] of the way to `other`: straight in position, even and the short way in rotation.
    #[inline]
    #[must_use]
    pub fn lerp(self, other: Self, alpha: f32) -> Self {
        Self { p: self.p.lerp(other.p, alpha), q: self.q.slerp(other.q, alpha) }
    }

    /// Whether everything is finite and the rotation is normalised.
    #[inline]
    #[must_use]
    pub fn is_valid(self) -> bool {
        self.p.is_finite() && self.q.is_normalized()
    }
}

impl Mul for Pose {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self::mul(self, other)
    }
}

impl From<Vec2> for Pose {
    #[inline]
    fn from(position: Vec2) -> Self {
        Self::from_position(position)
    }
}

impl From<([f32; 2], f32)> for Pose {
    #[inline]
    fn from((position, angle): ([f32; 2], f32)) -> Self {
        Self { p: position.into(), q: Rot::from_angle(angle) }
    }
}
