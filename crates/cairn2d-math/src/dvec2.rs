//! 64-bit positions for large worlds.
//!
//! All arithmetic of the engine uses differences, for which [`Vec2`] is sufficient. This type only holds
//! their reference points, so it has little more than sums. Invariant: as for [`Vec2`], plain IEEE arithmetic
//! in the order written.

use core::ops::{Add, Neg, Sub};

use crate::vec2::{Vec2, vec2};

/// A position in a large world, or the displacement between two, `x` to the right and `y` up.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DVec2 {
    /// Horizontal component, usually \[m\]; any value.
    pub x: f64,
    /// Vertical component, usually \[m\]; any value.
    pub y: f64,
}

impl DVec2 {
    /// The origin.
    pub const ZERO: Self = Self { x: 0.0, y: 0.0 };

    /// Makes a point from its components, usually \[m\].
    #[inline]
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The nearest 32-bit vector. Numbers beyond its range become infinite.
    #[inline]
    #[must_use]
    pub const fn to_vec2(self) -> Vec2 {
        vec2(self.x as f32, self.y as f32)
    }

    /// The point at `offset` from this one, rounded once: exact to half a bit where the sum is small.
    ///
    /// ```
    /// # mod cairn2d { pub use cairn2d_math::{DVec2, vec2}; }
    /// use cairn2d::{DVec2, vec2};
    /// let (here, there) = (DVec2::new(1.0e7 + 0.25, 0.0), DVec2::new(1.0e7, 0.0));
    /// assert_eq!((here - there).plus(vec2(0.5, 1.0)), vec2(0.75, 1.0));
    /// ```
    #[inline]
    #[must_use]
    pub const fn plus(self, offset: Vec2) -> Vec2 {
        vec2((self.x + offset.x as f64) as f32, (self.y + offset.y as f64) as f32)
    }

    /// Whether both components are finite.
    #[inline]
    #[must_use]
    pub const fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }
}

impl Add for DVec2 {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Add<Vec2> for DVec2 {
    type Output = Self;

    #[inline]
    fn add(self, other: Vec2) -> Self {
        self + Self::from(other)
    }
}

impl Sub for DVec2 {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Neg for DVec2 {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::new(-self.x, -self.y)
    }
}

impl From<Vec2> for DVec2 {
    #[inline]
    fn from(v: Vec2) -> Self {
        Self::new(f64::from(v.x), f64::from(v.y))
    }
}

impl From<[f64; 2]> for DVec2 {
    #[inline]
    fn from([x, y]: [f64; 2]) -> Self {
        Self::new(x, y)
    }
}

impl From<(f64, f64)> for DVec2 {
    #[inline]
    fn from((x, y): (f64, f64)) -> Self {
        Self::new(x, y)
    }
}

impl From<DVec2> for [f64; 2] {
    #[inline]
    fn from(v: DVec2) -> Self {
        [v.x, v.y]
    }
}

/// Reads as `(x, y)`; a precision counts for both numbers.
impl core::fmt::Display for DVec2 {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("(")?;
        self.x.fmt(f)?;
        f.write_str(", ")?;
        self.y.fmt(f)?;
        f.write_str(")")
    }
}
