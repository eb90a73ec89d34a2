//! Position and rotation: a rotation followed by a translation.
//!
//! Invariant of a valid pose: all numbers finite, the rotation normalised.

use crate::rot::Rot;
use crate::vec2::Vec2;
use core::ops::Mul;

/// A rigid transform: local coordinates are rotated by `q`, then translated by `p`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Pose {
    /// Position of the local origin \[m\], finite.
    pub p: Vec2,
    /// Rotation of the local axes.
    pub q: Rot,
}

impl Pose {
    /// The identity: at the origin, not rotated.
    pub const IDENTITY: Self = Self { p: Vec2::ZERO, q: Rot::IDENTITY };

    /// A pose from its position \[m\] and rotation, or angle \[rad\].
    #[inline]
    #[must_use]
    pub fn new(p: impl Into<Vec2>, q: impl Into<Rot>) -> Self {
        Self { p: p.into(), q: q.into() }
    }

    /// A pose at `p` \[m\], not rotated.
    #[inline]
    #[must_use]
    pub fn from_position(p: impl Into<Vec2>) -> Self {
        Self { p: p.into(), q: Rot::IDENTITY }
    }

    /// A pose at the origin, rotated by `angle` \[rad\], any finite value.
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

    /// The world direction of a local vector: rotated, not translated.
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

    /// The pose that applies first `other`, then `self`; the same as `self * other`.
    #[inline(always)]
    #[must_use]
    #[allow(clippy::should_implement_trait, reason = "the operator exists too; this form works in constants")]
    pub const fn mul(self, other: Self) -> Self {
        Self { p: self.transform_point(other.p), q: self.q.mul(other.q) }
    }

    /// The pose of `other` in the frame of `self`: `self⁻¹ * other`.
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

    /// Interpolates to `other` with `alpha` \[-\] in \[0, 1\]: linear in position, at constant angular speed
    /// over the shorter angle in rotation.
    #[inline]
    #[must_use]
    pub fn lerp(self, other: Self, alpha: f32) -> Self {
        Self { p: self.p.lerp(other.p, alpha), q: self.q.slerp(other.q, alpha) }
    }

    /// Whether all numbers are finite and the rotation is normalised.
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

/// The world position of a local point, as [`Pose::transform_point`].
impl Mul<Vec2> for Pose {
    type Output = Vec2;
    #[inline(always)]
    fn mul(self, point: Vec2) -> Vec2 {
        self.transform_point(point)
    }
}

impl From<Vec2> for Pose {
    #[inline]
    fn from(position: Vec2) -> Self {
        Self::from_position(position)
    }
}

impl From<[f32; 2]> for Pose {
    #[inline]
    fn from(position: [f32; 2]) -> Self {
        Self::from_position(position)
    }
}

/// A position and an angle \[rad\] or a rotation.
impl<P: Into<Vec2>, Q: Into<Rot>> From<(P, Q)> for Pose {
    #[inline]
    fn from((position, rotation): (P, Q)) -> Self {
        Self::new(position, rotation)
    }
}

/// Reads as `(x, y) turned by angle`; a precision counts for all numbers.
impl core::fmt::Display for Pose {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.p.fmt(f)?;
        f.write_str(" turned by ")?;
        self.q.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::Pose;
    use crate::{Rot, vec2};
    use core::f32::consts::FRAC_PI_2;

    fn sample(i: i32) -> Pose {
        let i = i as f32;
        Pose::new(vec2(i * 0.7 - 3.0, 5.0 - i * i * 0.01), Rot::from_angle(i * 0.9))
    }

    #[test]
    fn pose_rotates_then_translates() {
        let pose = Pose::new(vec2(10.0, 20.0), Rot::from_angle(FRAC_PI_2));
        assert!(pose.transform_point(vec2(1.0, 2.0)).distance(vec2(8.0, 21.0)) < 1.0e-6);
        assert!(pose.transform_vector(vec2(1.0, 2.0)).distance(vec2(-2.0, 1.0)) < 1.0e-6);
        assert_eq!(Pose::from(([10.0, 20.0], FRAC_PI_2)), pose);
        assert_eq!(Pose::from(vec2(1.0, 2.0)), Pose::from_position(vec2(1.0, 2.0)));
        assert_eq!(Pose::from_angle(0.0), Pose::IDENTITY);
    }

    #[test]
    fn products_compose_and_inverses_undo() {
        for i in -20..20 {
            let (a, b, point) = (sample(i), sample(3 * i + 1), vec2(1.25, -0.5));
            let both = a.transform_point(b.transform_point(point));
            assert!((a * b).transform_point(point).distance(both) < 2.0e-5);
            assert!(a.inv_transform_point(a.transform_point(point)).distance(point) < 2.0e-5);
            assert!(a.inv_transform_vector(a.transform_vector(point)).distance(point) < 1.0e-6);
            assert!(a.inverse().transform_point(point).distance(a.inv_transform_point(point)) < 2.0e-5);
            let back = a * a.inv_mul(b);
            assert!(back.p.distance(b.p) < 2.0e-5 && back.q.x_axis().distance(b.q.x_axis()) < 1.0e-6);
        }
    }

    #[test]
    fn interpolation_hits_both_ends() {
        let (a, b) = (sample(2), sample(3));
        for (alpha, end) in [(0.0, a), (1.0, b)] {
            let pose = a.lerp(b, alpha);
            assert!(pose.p == end.p && pose.q.x_axis().distance(end.q.x_axis()) < 5.0e-7);
        }
        let middle = a.lerp(b, 0.5);
        assert!((a.q.inv_mul(middle.q).angle() - 0.45).abs() < 1.0e-6);
    }

    #[test]
    fn validity_needs_finite_and_normalised() {
        assert!(sample(7).is_valid());
        assert!(!Pose::from_position(vec2(f32::NAN, 0.0)).is_valid());
        assert!(!Pose::new(vec2(0.0, 0.0), Rot { c: 0.5, s: 0.5 }).is_valid());
        assert!(!Pose::from_angle(f32::INFINITY).is_valid());
    }
}
