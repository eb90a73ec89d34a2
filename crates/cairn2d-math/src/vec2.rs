//! The vector type of the engine: points, displacements, velocities and impulses.
//!
//! One type instead of a point/vector pair: callers pass arrays, tuples and `glam` vectors anyway, and
//! conversions at each call would cost them more than the distinction saves. Invariant: operations are plain
//! IEEE arithmetic in the order written, so results have the same bits everywhere.

use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// A point or a displacement in the plane, `x` to the right and `y` up.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec2 {
    /// Horizontal component, usually \[m\]; any value.
    pub x: f32,
    /// Vertical component, usually \[m\]; any value.
    pub y: f32,
}

/// Makes a vector from its components, usually \[m\].
#[inline]
#[must_use]
pub const fn vec2(x: f32, y: f32) -> Vec2 {
    Vec2 { x, y }
}

impl Vec2 {
    /// The origin.
    pub const ZERO: Self = vec2(0.0, 0.0);
    /// The unit vector to the right.
    pub const X: Self = vec2(1.0, 0.0);
    /// The unit vector upwards.
    pub const Y: Self = vec2(0.0, 1.0);

    /// Least length \[m\] of a vector with a usable direction: the square of a shorter one loses bits to
    /// underflow.
    const MIN_LENGTH: f32 = 1.0e-18;

    /// Makes a vector from its components, usually \[m\].
    #[inline]
    #[must_use]
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    /// Makes a vector with both components equal to `value`, usually \[m\].
    #[inline]
    #[must_use]
    pub const fn splat(value: f32) -> Self {
        Self { x: value, y: value }
    }

    /// The unit vector at `angle` \[rad\] counter-clockwise from the x axis, any finite value.
    #[inline]
    #[must_use]
    pub fn from_angle(angle: f32) -> Self {
        let (s, c) = crate::trig::sin_cos(angle);
        vec2(c, s)
    }

    /// The dot product, in the square of the unit.
    #[inline(always)]
    #[must_use]
    pub const fn dot(self, other: Self) -> f32 {
        self.x * other.x + self.y * other.y
    }

    /// The z component of the cross product, positive when `other` lies counter-clockwise of `self`.
    #[inline(always)]
    #[must_use]
    pub const fn cross(self, other: Self) -> f32 {
        self.x * other.y - self.y * other.x
    }

    /// The cross product `scalar × vector`: for an angular velocity \[rad/s\] and a lever arm \[m\], the
    /// velocity \[m/s\].
    #[inline(always)]
    #[must_use]
    pub const fn cross_sv(scalar: f32, vector: Self) -> Self {
        vec2(-scalar * vector.y, scalar * vector.x)
    }

    /// The vector rotated by +90 degrees: `(-y, x)`.
    #[inline(always)]
    #[must_use]
    pub const fn perp(self) -> Self {
        vec2(-self.y, self.x)
    }

    /// The length; infinite if the square overflows (above about 1e19).
    #[inline]
    #[must_use]
    pub fn length(self) -> f32 {
        self.length_squared().sqrt()
    }

    /// The square of the length.
    #[inline(always)]
    #[must_use]
    pub const fn length_squared(self) -> f32 {
        self.dot(self)
    }

    /// The distance between two points.
    #[inline]
    #[must_use]
    pub fn distance(self, other: Self) -> f32 {
        (self - other).length()
    }

    /// The square of the distance between two points.
    #[inline]
    #[must_use]
    pub fn distance_squared(self, other: Self) -> f32 {
        (self - other).length_squared()
    }

    /// The unit vector in the same direction; `None` if the length is below 1e-18, overflows or is NaN.
    #[inline]
    #[must_use]
    pub fn normalize(self) -> Option<Self> {
        let length = self.length();
        if (Self::MIN_LENGTH..f32::INFINITY).contains(&length) { Some(self / length) } else { None }
    }

    /// The unit vector in the same direction, or `fallback` if [`Vec2::normalize`] returns `None`.
    #[inline]
    #[must_use]
    pub fn normalize_or(self, fallback: Self) -> Self {
        match self.normalize() {
            Some(unit) => unit,
            None => fallback,
        }
    }

    /// Interpolates from `self` to `other` at `fraction` \[-\]: exactly `self` at 0 and exactly `other` at 1.
    #[inline]
    #[must_use]
    pub fn lerp(self, other: Self, fraction: f32) -> Self {
        self * (1.0 - fraction) + other * fraction
    }

    /// The component-wise minimum.
    #[inline(always)]
    #[must_use]
    pub const fn min(self, other: Self) -> Self {
        vec2(if self.x < other.x { self.x } else { other.x }, if self.y < other.y { self.y } else { other.y })
    }

    /// The component-wise maximum.
    #[inline(always)]
    #[must_use]
    pub const fn max(self, other: Self) -> Self {
        vec2(if self.x > other.x { self.x } else { other.x }, if self.y > other.y { self.y } else { other.y })
    }

    /// The absolute value of each component.
    #[inline(always)]
    #[must_use]
    pub const fn abs(self) -> Self {
        vec2(self.x.abs(), self.y.abs())
    }

    /// Whether both components are finite.
    #[inline]
    #[must_use]
    pub const fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

impl Add for Vec2 {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        vec2(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Vec2 {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        vec2(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f32> for Vec2 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, scalar: f32) -> Self {
        vec2(self.x * scalar, self.y * scalar)
    }
}

impl Mul<Vec2> for f32 {
    type Output = Vec2;
    #[inline(always)]
    fn mul(self, vector: Vec2) -> Vec2 {
        vec2(self * vector.x, self * vector.y)
    }
}

/// Multiplies component-wise.
impl Mul for Vec2 {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        vec2(self.x * other.x, self.y * other.y)
    }
}

impl Div<f32> for Vec2 {
    type Output = Self;
    #[inline(always)]
    fn div(self, scalar: f32) -> Self {
        vec2(self.x / scalar, self.y / scalar)
    }
}

impl Div<Vec2> for f32 {
    type Output = Vec2;
    #[inline(always)]
    fn div(self, vector: Vec2) -> Vec2 {
        vec2(self / vector.x, self / vector.y)
    }
}

/// Divides component-wise.
impl Div for Vec2 {
    type Output = Self;
    #[inline(always)]
    fn div(self, other: Self) -> Self {
        vec2(self.x / other.x, self.y / other.y)
    }
}

impl Neg for Vec2 {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        vec2(-self.x, -self.y)
    }
}

impl AddAssign for Vec2 {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Vec2 {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl MulAssign<f32> for Vec2 {
    #[inline(always)]
    fn mul_assign(&mut self, scalar: f32) {
        *self = *self * scalar;
    }
}

impl DivAssign<f32> for Vec2 {
    #[inline(always)]
    fn div_assign(&mut self, scalar: f32) {
        *self = *self / scalar;
    }
}

impl From<[f32; 2]> for Vec2 {
    #[inline]
    fn from([x, y]: [f32; 2]) -> Self {
        vec2(x, y)
    }
}

impl From<(f32, f32)> for Vec2 {
    #[inline]
    fn from((x, y): (f32, f32)) -> Self {
        vec2(x, y)
    }
}

impl From<Vec2> for [f32; 2] {
    #[inline]
    fn from(vector: Vec2) -> Self {
        [vector.x, vector.y]
    }
}

impl From<Vec2> for (f32, f32) {
    #[inline]
    fn from(vector: Vec2) -> Self {
        (vector.x, vector.y)
    }
}

/// Reads as `(x, y)`; a precision counts for both numbers.
impl core::fmt::Display for Vec2 {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("(")?;
        self.x.fmt(f)?;
        f.write_str(", ")?;
        self.y.fmt(f)?;
        f.write_str(")")
    }
}

#[cfg(test)]
mod tests {
    use super::{Vec2, vec2};

    #[test]
    fn products_match_the_angle_between() {
        for i in 0..100 {
            let (angle_a, angle_b) = (i as f32 * 0.7, i as f32 * 0.31 + 1.0);
            let (a, b) = (Vec2::from_angle(angle_a) * 2.0, 3.0 * Vec2::from_angle(angle_b));
            let between = f64::from(angle_b) - f64::from(angle_a);
            assert!((f64::from(a.dot(b)) - 6.0 * between.cos()).abs() < 1.0e-5);
            assert!((f64::from(a.cross(b)) - 6.0 * between.sin()).abs() < 1.0e-5);
        }
    }

    #[test]
    fn perpendicular_is_to_the_left() {
        assert_eq!(Vec2::X.perp(), Vec2::Y);
        assert_eq!(vec2(3.0, 4.0).perp(), vec2(-4.0, 3.0));
        assert_eq!(Vec2::cross_sv(2.0, vec2(3.0, 4.0)), 2.0 * vec2(3.0, 4.0).perp());
        assert!(vec2(3.0, 4.0).cross(vec2(3.0, 4.0).perp()) > 0.0);
    }

    #[test]
    fn normalize_has_a_direction_or_none() {
        assert_eq!(vec2(3.0, 4.0).normalize(), Some(vec2(0.6, 0.8)));
        for scale in [1.0e-17, 1.0e-6, 1.0e6, 1.0e18] {
            let unit = (vec2(-3.0, 4.0) * scale).normalize().expect("long enough");
            assert!(unit.distance(vec2(-0.6, 0.8)) < 2.0e-7, "{scale}: {unit:?}");
        }
        for bad in [0.0, 1.0e-30, 1.0e30, f32::INFINITY, f32::NAN] {
            assert_eq!(vec2(bad, bad).normalize(), None, "{bad}");
            assert_eq!(vec2(bad, bad).normalize_or(Vec2::Y), Vec2::Y);
        }
    }

    #[test]
    fn lerp_hits_both_ends_exactly() {
        let (a, b) = (vec2(0.1, -1.0e7), vec2(0.7, 3.3));
        assert_eq!(a.lerp(b, 0.0), a);
        assert_eq!(a.lerp(b, 1.0), b);
        assert_eq!(vec2(2.0, 4.0).lerp(vec2(4.0, 0.0), 0.25), vec2(2.5, 3.0));
    }

    #[test]
    fn operators_work_by_component() {
        let (a, b) = (vec2(6.0, -8.0), vec2(2.0, 4.0));
        assert_eq!((a + b, a - b, -a), (vec2(8.0, -4.0), vec2(4.0, -12.0), vec2(-6.0, 8.0)));
        assert_eq!((a * b, a / b, 12.0 / a), (vec2(12.0, -32.0), vec2(3.0, -2.0), vec2(2.0, -1.5)));
        assert_eq!((a.min(b), a.max(b), a.abs()), (vec2(2.0, -8.0), vec2(6.0, 4.0), vec2(6.0, 8.0)));
        let mut c = a;
        c += b;
        c *= 3.0;
        c -= b;
        c /= 2.0;
        assert_eq!(c, vec2(11.0, -8.0));
        assert_eq!((a.length(), a.distance(b)), (10.0, 160.0f32.sqrt()));
    }

    #[test]
    fn arrays_and_tuples_convert() {
        assert_eq!(Vec2::from([1.0, 2.0]), Vec2::from((1.0, 2.0)));
        assert_eq!(<[f32; 2]>::from(vec2(1.0, 2.0)), [1.0, 2.0]);
        assert_eq!(<(f32, f32)>::from(vec2(1.0, 2.0)), (1.0, 2.0));
        assert!(vec2(1.0, f32::MAX).is_finite() && !vec2(f32::NAN, 0.0).is_finite());
    }

    #[test]
    fn squared_distance_matches_the_formula() {
        assert_eq!(vec2(1.0, -2.0).distance_squared(vec2(-2.0, 2.0)), 25.0);
        assert_eq!(vec2(0.5, 0.25).distance_squared(vec2(0.5, 0.25)), 0.0);
    }

    #[test]
    fn minimum_of_signed_zeros_is_the_second() {
        let (a, b) = (vec2(0.0, -0.0), vec2(-0.0, 0.0));
        for taken in [a.min(b), a.max(b)] {
            assert!(taken.x.is_sign_negative() && taken.y.is_sign_positive(), "{taken:?}");
        }
    }
}
