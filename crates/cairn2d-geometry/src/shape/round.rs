//! The shapes that are a point or a segment with a radius: circle, capsule, segment.
//!
//! Plain data with public fields, which [`Shape::validate`](crate::Shape::validate) checks.

use cairn2d_math::Vec2;

/// A disc around a centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    /// Centre \[m\] in the body frame.
    pub center: Vec2,
    /// Radius \[m\], from [`MIN_EXTENT`](crate::MIN_EXTENT) to [`MAX_COORDINATE`](crate::MAX_COORDINATE).
    pub radius: f32,
}

impl Circle {
    /// A disc of this radius \[m\] around the origin of the body.
    pub const fn new(radius: f32) -> Circle {
        Circle { center: Vec2::ZERO, radius }
    }

    /// The same disc around another centre \[m\].
    pub fn at(self, center: impl Into<Vec2>) -> Circle {
        Circle { center: center.into(), ..self }
    }
}

/// All points within a radius of the segment from `a` to `b`.
///
/// A capsule shorter than [`LINEAR_SLOP`](crate::LINEAR_SLOP) has no usable axis: `Shape::from` turns it into
/// the circle of the same radius around its middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    /// Centre \[m\] of the first half disc.
    pub a: Vec2,
    /// Centre \[m\] of the second half disc.
    pub b: Vec2,
    /// Radius \[m\], from [`MIN_EXTENT`](crate::MIN_EXTENT) to [`MAX_COORDINATE`](crate::MAX_COORDINATE).
    pub radius: f32,
}

impl Capsule {
    /// The capsule between two half-disc centres \[m\] with this radius \[m\].
    pub fn new(a: impl Into<Vec2>, b: impl Into<Vec2>, radius: f32) -> Capsule {
        Capsule { a: a.into(), b: b.into(), radius }
    }

    /// A horizontal capsule around the origin: centres at ±`half` \[m\] on the x axis.
    pub const fn horizontal(half: f32, radius: f32) -> Capsule {
        Capsule { a: Vec2::new(-half, 0.0), b: Vec2::new(half, 0.0), radius }
    }

    /// A vertical capsule around the origin: centres at ±`half` \[m\] on the y axis.
    pub const fn vertical(half: f32, radius: f32) -> Capsule {
        Capsule { a: Vec2::new(0.0, -half), b: Vec2::new(0.0, half), radius }
    }
}

/// A line segment that collides on both sides, without thickness and mass. Usually on static bodies only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    /// First end \[m\] in the body frame.
    pub a: Vec2,
    /// Second end \[m\] in the body frame, at least [`LINEAR_SLOP`](crate::LINEAR_SLOP) away from the first.
    pub b: Vec2,
}

impl Segment {
    /// The segment between two points \[m\].
    pub fn new(a: impl Into<Vec2>, b: impl Into<Vec2>) -> Segment {
        Segment { a: a.into(), b: b.into() }
    }
}
