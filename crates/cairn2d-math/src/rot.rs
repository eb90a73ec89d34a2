//! Rotations as unit complex numbers: angles never wrap, and rotating a vector costs four multiplications.
//!
//! Invariant: `c*c + s*s` is 1 within a few rounding errors. Products keep it only approximately, so
//! functions that accumulate rotations (`integrate`, interpolation) normalise.

use crate::trig;
use crate::vec2::{Vec2, vec2};
use core::ops::Mul;

/// A rotation, stored as the cosine and sine of its angle.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rot {
    /// Cosine of the angle \[-\], in \[-1, 1\].
    pub c: f32,
    /// Sine of the angle \[-\], in \[-1, 1\].
    pub s: f32,
}

impl Default for Rot {
    #[inline]
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl Rot {
    /// No rotation.
    pub const IDENTITY: Self = Self { c: 1.0, s: 0.0 };

    /// Largest difference of `c*c + s*s` from 1 of a valid rotation.
    const NORMALIZED_TOLERANCE: f32 = 1.0e-3;

    /// The rotation by `angle` \[rad\], counter-clockwise, any finite value; NaN otherwise.
    #[inline]
    #[must_use]
    pub fn from_angle(angle: f32) -> Self {
        let (s, c) = trig::sin_cos(angle);
        Self { c, s }
    }

    /// The rotation whose cosine and sine have the ratio of `c` and `s`; `None` if both are zero or one is
    /// not finite.
    #[inline]
    #[must_use]
    pub fn from_cos_sin(c: f32, s: f32) -> Option<Self> {
        let unit = vec2(c, s).normalize()?;
        Some(Self { c: unit.x, s: unit.y })
    }

    /// The angle \[rad\], in \[-π, π\].
    #[inline]
    #[must_use]
    pub fn angle(self) -> f32 {
        trig::atan2(self.s, self.c)
    }

    /// The rotation that applies first `other`, then `self`; the same as `self * other`.
    #[inline(always)]
    #[must_use]
    #[allow(clippy::should_implement_trait, reason = "the operator exists too; this form works in constants")]
    pub const fn mul(self, other: Self) -> Self {
        Self { c: self.c * other.c - self.s * other.s, s: self.s * other.c + self.c * other.s }
    }

    /// The inverse rotation.
    #[inline(always)]
    #[must_use]
    pub const fn inverse(self) -> Self {
        Self { c: self.c, s: -self.s }
    }

    /// The rotation from `self` to `other`: `self⁻¹ * other`.
    #[inline(always)]
    #[must_use]
    pub const fn inv_mul(self, other: Self) -> Self {
        Self { c: self.c * other.c + self.s * other.s, s: self.c * other.s - self.s * other.c }
    }

    /// The vector rotated by this rotation.
    #[inline(always)]
    #[must_use]
    pub const fn rotate(self, v: Vec2) -> Vec2 {
        vec2(self.c * v.x - self.s * v.y, self.s * v.x + self.c * v.y)
    }

    /// The vector rotated by the inverse rotation.
    #[inline(always)]
    #[must_use]
    pub const fn inv_rotate(self, v: Vec2) -> Vec2 {
        vec2(self.c * v.x + self.s * v.y, self.c * v.y - self.s * v.x)
    }

    /// The rotated x axis.
    #[inline(always)]
    #[must_use]
    pub const fn x_axis(self) -> Vec2 {
        vec2(self.c, self.s)
    }

    /// The rotated y axis.
    #[inline(always)]
    #[must_use]
    pub const fn y_axis(self) -> Vec2 {
        vec2(-self.s, self.c)
    }

    /// The same direction with unit length; the identity if there is no direction.
    #[inline]
    #[must_use]
    pub fn normalize(self) -> Self {
        match Self::from_cos_sin(self.c, self.s) {
            Some(rot) => rot,
            None => Self::IDENTITY,
        }
    }

    /// The rotation after a further rotation by `angle_delta` \[rad\], any finite value; normalised, so
    /// errors do not accumulate.
    #[inline]
    #[must_use]
    pub fn integrate(self, angle_delta: f32) -> Self {
        Self::from_angle(angle_delta).mul(self).normalize()
    }

    /// Cheap interpolation over the shorter angle, at `fraction` \[-\] in \[0, 1\]; not at constant speed for
    /// large angles.
    ///
    /// Opposite rotations have no shorter angle; the result is then `self` up to the middle and `other` after
    /// it.
    #[inline]
    #[must_use]
    pub fn nlerp(self, other: Self, fraction: f32) -> Self {
        let mixed = self.x_axis().lerp(other.x_axis(), fraction);
        match Self::from_cos_sin(mixed.x, mixed.y) {
            Some(rot) => rot,
            None => self,
        }
    }

    /// Interpolation over the shorter angle at constant angular speed, at `fraction` \[-\] in \[0, 1\].
    #[inline]
    #[must_use]
    pub fn slerp(self, other: Self, fraction: f32) -> Self {
        self.integrate(self.inv_mul(other).angle() * fraction)
    }

    /// Whether the length is 1 within the tolerance of valid rotations; false if a component is not finite.
    #[inline]
    #[must_use]
    pub fn is_normalized(self) -> bool {
        (self.x_axis().length_squared() - 1.0).abs() < Self::NORMALIZED_TOLERANCE
    }

    /// Whether both components are finite.
    #[inline]
    #[must_use]
    pub const fn is_finite(self) -> bool {
        self.c.is_finite() && self.s.is_finite()
    }
}

/// The vector turned by the rotation, as [`Rot::rotate`].
impl Mul<Vec2> for Rot {
    type Output = Vec2;
    #[inline(always)]
    fn mul(self, v: Vec2) -> Vec2 {
        self.rotate(v)
    }
}

/// The rotation by an angle \[rad\], as [`Rot::from_angle`].
impl From<f32> for Rot {
    #[inline]
    fn from(angle: f32) -> Self {
        Self::from_angle(angle)
    }
}

/// Reads as its angle \[rad\].
impl core::fmt::Display for Rot {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.angle().fmt(f)?;
        f.write_str(" rad")
    }
}

impl Mul for Rot {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self::mul(self, other)
    }
}

#[cfg(test)]
mod tests {
    use super::Rot;
    use crate::vec2;
    use core::f32::consts::{FRAC_PI_2, PI};

    fn close(a: Rot, b: Rot) -> bool {
        a.x_axis().distance(b.x_axis()) < 5.0e-7
    }

    #[test]
    fn products_add_angles() {
        for i in -30..30 {
            let (a, b) = (i as f32 * 0.37, i as f32 * -0.11 + 0.5);
            let (p, q) = (Rot::from_angle(a), Rot::from_angle(b));
            assert!(close(p * q, Rot::from_angle(a + b)));
            assert!(close(p.inv_mul(q), Rot::from_angle(b - a)));
            assert!(close(p.inverse() * p, Rot::IDENTITY));
            let v = vec2(1.5, -2.5);
            assert!(p.inv_rotate(p.rotate(v)).distance(v) < 1.0e-6);
            assert!((p * q).rotate(v).distance(p.rotate(q.rotate(v))) < 1.0e-6);
        }
    }

    #[test]
    fn angle_undoes_from_angle() {
        // The floats nearest to ±π are beyond it and belong to the other end of the range.
        for i in -999..=999 {
            let angle = i as f32 * (PI / 1000.0);
            assert!((Rot::from_angle(angle).angle() - angle).abs() < 4.0e-7, "{angle}");
        }
        assert_eq!(Rot::from_angle(FRAC_PI_2).x_axis().y, 1.0);
        assert_eq!(Rot::IDENTITY.y_axis(), vec2(0.0, 1.0));
    }

    #[test]
    fn integration_keeps_length_and_angle() {
        let mut rot = Rot::IDENTITY;
        for _ in 0..100_000 {
            rot = rot.integrate(0.013);
        }
        assert!((rot.x_axis().length() - 1.0).abs() < 2.0e-7);
        let expected = Rot::from_angle((f64::from(0.013f32) * 1.0e5 % (2.0 * core::f64::consts::PI)) as f32);
        // 1e5 roundings of 6e-8 each average out.
        assert!(rot.x_axis().distance(expected.x_axis()) < 1.0e-4, "{rot:?} {expected:?}");
        assert!(close(Rot::IDENTITY.integrate(1.0e5), Rot::from_angle(1.0e5)));
    }

    #[test]
    fn interpolation_goes_the_short_way() {
        let (a, b) = (Rot::from_angle(3.0), Rot::from_angle(-3.0));
        for i in 0..=10 {
            let t = i as f32 / 10.0;
            let expected = Rot::from_angle(3.0 + t * (2.0 * PI - 6.0));
            assert!(close(a.slerp(b, t), expected));
            assert!(a.nlerp(b, t).x_axis().distance(expected.x_axis()) < 1.0e-3);
        }
        let half = Rot::from_angle(0.4).slerp(Rot::from_angle(2.4), 0.25);
        assert!(close(half, Rot::from_angle(0.9)));
        // Opposite rotations have no shorter angle, but the result is always a rotation.
        let (one, other) = (Rot::IDENTITY, Rot { c: -1.0, s: 0.0 });
        assert!(one.nlerp(other, 0.5).is_normalized() && one.slerp(other, 0.5).is_normalized());
        assert!(close(one.nlerp(other, 1.0), other));
    }

    #[test]
    fn normalization_accepts_any_input() {
        assert_eq!(Rot::from_cos_sin(0.0, -3.0), Some(Rot { c: 0.0, s: -1.0 }));
        for (c, s) in [(0.0, 0.0), (f32::NAN, 0.0), (f32::INFINITY, 1.0)] {
            assert_eq!(Rot::from_cos_sin(c, s), None);
            assert!(!Rot { c, s }.is_normalized());
            assert_eq!(Rot { c, s }.normalize(), Rot::IDENTITY);
        }
        assert!(!Rot::from_angle(f32::NAN).is_finite());
    }

    #[test]
    fn the_y_axis_is_a_quarter_turn_from_the_x_axis() {
        let q = Rot::from_angle(0.3);
        assert_eq!(q.y_axis(), vec2(-q.s, q.c));
        assert_eq!((q.x_axis().dot(q.y_axis()), q.x_axis().cross(q.y_axis()) > 0.99), (0.0, true));
    }

    #[test]
    fn a_rotation_is_finite_if_both_parts_are() {
        assert!(Rot::from_angle(2.0).is_finite());
        assert!(!Rot { c: f32::NAN, s: 0.0 }.is_finite() && !Rot { c: 1.0, s: f32::INFINITY }.is_finite());
    }
}
