//! The shapes of bodies, and their individual properties: bounds, mass, point queries.
//!
//! A shape is in the local frame of its body. Constructors do not check values (so that they can be `const`
//! and chained); [`Shape::validate`] does, and a world calls it before it accepts a shape.

mod chain;
mod convex_core;
mod error;
mod polygon;
mod query;
mod rect;
mod round;

pub use chain::{Chain, ChainSegment};
pub use convex_core::Core;
pub use error::{ChainError, ShapeError};
pub use polygon::Polygon;
pub use query::Nearest;
pub(crate) use query::{nearest_on_segment, nearest_to_core};
pub use rect::Rect;
pub use round::{Capsule, Circle, Segment};

use crate::constants::{LINEAR_SLOP, MAX_COORDINATE, MIN_EXTENT};
use crate::mass::{self, Mass};
use cairn2d_math::{Aabb, Pose, StandardFloats, Vec2};
use error::{check_point, check_range};
use std::sync::Arc;

/// Any shape, in the local frame of its body.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shape {
    /// A disc.
    Circle(Circle),
    /// A segment with a radius.
    Capsule(Capsule),
    /// A two-sided line segment.
    Segment(Segment),
    /// A convex polygon, boxes included. It is shared, because it would be five times as large as any other
    /// shape; cloning a shape, or a world of them, copies no corners.
    Polygon(Arc<Polygon>),
    /// A one-sided line segment of a chain.
    ChainSegment(ChainSegment),
}

/// A [`Shape`] by reference, as an enum for matches without a wildcard.
///
/// The crates of this workspace match it where they must handle every shape, so that a new variant is a
/// compile error there. It is hidden because [`Shape`] is `#[non_exhaustive]` for users, and this enum grows
/// with it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum ShapeVariant<'a> {
    /// [`Shape::Circle`].
    Circle(&'a Circle),
    /// [`Shape::Capsule`].
    Capsule(&'a Capsule),
    /// [`Shape::Segment`].
    Segment(&'a Segment),
    /// [`Shape::Polygon`].
    Polygon(&'a Arc<Polygon>),
    /// [`Shape::ChainSegment`].
    ChainSegment(&'a ChainSegment),
}

/// The kind of a [`Shape`], in the order in which pairs are collided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ShapeKind {
    /// [`Shape::Circle`].
    Circle,
    /// [`Shape::Capsule`].
    Capsule,
    /// [`Shape::Segment`].
    Segment,
    /// [`Shape::Polygon`].
    Polygon,
    /// [`Shape::ChainSegment`].
    ChainSegment,
}

impl Shape {
    /// Checks every value: finite, within [`MAX_COORDINATE`], not smaller than [`MIN_EXTENT`].
    ///
    /// # Errors
    /// The first invalid value, with its name.
    pub fn validate(&self) -> Result<(), ShapeError> {
        StandardFloats::within(|| match self {
            Shape::Circle(circle) => {
                check_range("circle radius", circle.radius, MIN_EXTENT, MAX_COORDINATE)?;
                check_point(["circle center x", "circle center y"], circle.center)
            }
            Shape::Capsule(capsule) => {
                check_range("capsule radius", capsule.radius, MIN_EXTENT, MAX_COORDINATE)?;
                check_point(["capsule point a x", "capsule point a y"], capsule.a)?;
                check_point(["capsule point b x", "capsule point b y"], capsule.b)
            }
            Shape::Segment(segment) => check_segment(segment.a, segment.b),
            Shape::Polygon(polygon) => polygon.validate(),
            Shape::ChainSegment(chain) => {
                check_point(["chain segment ghost a x", "chain segment ghost a y"], chain.ghost_a)?;
                check_point(["chain segment ghost b x", "chain segment ghost b y"], chain.ghost_b)?;
                check_segment(chain.a, chain.b)
            }
        })
    }

    /// The shape by reference, for a match without a wildcard.
    #[doc(hidden)]
    #[inline]
    pub fn variant(&self) -> ShapeVariant<'_> {
        match self {
            Shape::Circle(circle) => ShapeVariant::Circle(circle),
            Shape::Capsule(capsule) => ShapeVariant::Capsule(capsule),
            Shape::Segment(segment) => ShapeVariant::Segment(segment),
            Shape::Polygon(polygon) => ShapeVariant::Polygon(polygon),
            Shape::ChainSegment(chain) => ShapeVariant::ChainSegment(chain),
        }
    }

    /// Whether the shape is a line without radius, which has neither area nor inside.
    #[doc(hidden)]
    pub fn is_line(&self) -> bool {
        match self {
            Shape::Segment(_) | Shape::ChainSegment(_) => true,
            Shape::Circle(_) | Shape::Capsule(_) | Shape::Polygon(_) => false,
        }
    }

    /// The kind of the shape.
    pub fn kind(&self) -> ShapeKind {
        match self {
            Shape::Circle(_) => ShapeKind::Circle,
            Shape::Capsule(_) => ShapeKind::Capsule,
            Shape::Segment(_) => ShapeKind::Segment,
            Shape::Polygon(_) => ShapeKind::Polygon,
            Shape::ChainSegment(_) => ShapeKind::ChainSegment,
        }
    }

    /// Radius \[m\] by which the core points are grown: 0 for segments and sharp polygons.
    pub fn radius(&self) -> f32 {
        match self {
            Shape::Circle(circle) => circle.radius,
            Shape::Capsule(capsule) => capsule.radius,
            Shape::Polygon(polygon) => polygon.radius(),
            Shape::Segment(_) | Shape::ChainSegment(_) => 0.0,
        }
    }

    /// The core points and the radius of the shape.
    #[inline]
    pub fn core(&self) -> Core<'_> {
        match self {
            Shape::Circle(circle) => Core::point(circle.center, circle.radius),
            Shape::Capsule(capsule) => Core::segment(capsule.a, capsule.b, capsule.radius),
            Shape::Segment(segment) => Core::segment(segment.a, segment.b, 0.0),
            Shape::Polygon(polygon) => Core::points_of(polygon.vertices(), polygon.radius()),
            Shape::ChainSegment(chain) => Core::segment(chain.a, chain.b, 0.0),
        }
    }

    /// The tightest box around the shape at `pose`.
    #[inline]
    pub fn aabb(&self, pose: Pose) -> Aabb {
        match self {
            Shape::Circle(circle) => box_around(&[circle.center], circle.radius, pose),
            Shape::Capsule(capsule) => box_around(&[capsule.a, capsule.b], capsule.radius, pose),
            Shape::Segment(segment) => box_around(&[segment.a, segment.b], 0.0, pose),
            Shape::Polygon(polygon) => box_around(polygon.vertices(), polygon.radius(), pose),
            Shape::ChainSegment(chain) => box_around(&[chain.a, chain.b], 0.0, pose),
        }
    }

    /// Mass of the shape, rounding included: density [kg/m²], at least 0. Segments have none.
    pub fn mass(&self, density: f32) -> Mass {
        StandardFloats::within(|| match self {
            Shape::Circle(circle) => mass::circle(circle.center, circle.radius, density),
            Shape::Capsule(capsule) => mass::capsule(capsule.a, capsule.b, capsule.radius, density),
            Shape::Polygon(polygon) => mass::polygon(polygon.vertices(), polygon.radius(), density),
            Shape::Segment(_) | Shape::ChainSegment(_) => Mass { center: self.centroid(), ..Mass::ZERO },
        })
    }

    /// Centre of area \[m\] without rounding; the middle of a segment.
    pub fn centroid(&self) -> Vec2 {
        match self {
            Shape::Circle(circle) => circle.center,
            Shape::Capsule(capsule) => capsule.a.lerp(capsule.b, 0.5),
            Shape::Segment(segment) => segment.a.lerp(segment.b, 0.5),
            Shape::Polygon(polygon) => polygon.centroid(),
            Shape::ChainSegment(chain) => chain.a.lerp(chain.b, 0.5),
        }
    }

    /// Returns half of the axis from one rounded or square end of a long shape to the other \[m\]: of a
    /// capsule or a rectangle; zero for other shapes.
    #[doc(hidden)]
    pub fn long_axis(&self) -> Vec2 {
        match self {
            Shape::Capsule(capsule) => (capsule.b - capsule.a) * 0.5,
            Shape::Polygon(polygon) => polygon.as_rect().map_or(Vec2::ZERO, |rect| {
                let long = rect.half.x - rect.half.y;
                let axis = if long > 0.0 { Vec2::new(long, 0.0) } else { Vec2::new(0.0, -long) };
                rect.rotation.rotate(axis)
            }),
            Shape::Circle(_) | Shape::Segment(_) | Shape::ChainSegment(_) => Vec2::ZERO,
        }
    }

    /// Returns the unit normal of a segment on the side of a point. Shapes with an area need none, and get
    /// one that is not used.
    #[doc(hidden)]
    pub fn side_normal(&self, of: Vec2) -> Vec2 {
        match self {
            Shape::Segment(segment) => {
                let normal = (segment.b - segment.a).normalize_or(Vec2::X).perp();
                if normal.dot(of) < 0.0 { -normal } else { normal }
            }
            Shape::ChainSegment(chain) => chain.normal(),
            Shape::Circle(_) | Shape::Capsule(_) | Shape::Polygon(_) => Vec2::Y,
        }
    }

    /// Returns whether a point is behind a one-sided shape, on the side that does not collide.
    #[doc(hidden)]
    pub fn is_behind(&self, point: Vec2) -> bool {
        match self {
            Shape::ChainSegment(chain) => chain.normal().dot(point - chain.a) < 0.0,
            Shape::Circle(_) | Shape::Capsule(_) | Shape::Segment(_) | Shape::Polygon(_) => false,
        }
    }

    /// Returns a core point after both edges at it moved inwards by a distance above 0 \[m\]. Points of
    /// shapes without edges stay.
    #[doc(hidden)]
    pub fn inset_point(&self, index: usize, inset: f32) -> Vec2 {
        let point = self.core().points()[index];
        match self {
            Shape::Polygon(polygon) => {
                let normals = polygon.normals();
                let before = normals[(index + normals.len() - 1) % normals.len()];
                point - (before + normals[index]) * (inset / (1.0 + before.dot(normals[index])))
            }
            Shape::Circle(_) | Shape::Capsule(_) | Shape::Segment(_) | Shape::ChainSegment(_) => point,
        }
    }

    /// Distance \[m\] from the centroid to the nearest surface, below which a displacement cannot tunnel
    /// through a wall. 0 for segments.
    pub fn min_extent(&self) -> f32 {
        match self {
            Shape::Circle(circle) => circle.radius,
            Shape::Capsule(capsule) => capsule.radius,
            Shape::Segment(_) | Shape::ChainSegment(_) => 0.0,
            Shape::Polygon(polygon) => {
                let depths = polygon.vertices().iter().zip(polygon.normals());
                let depths = depths.map(|(&vertex, normal)| normal.dot(vertex - polygon.centroid()));
                let least = depths.fold(f32::MAX, |least, depth| if depth < least { depth } else { least });
                // A million metres from the origin, rounding may give a thin shape a negative extent.
                least.max(0.0) + polygon.radius()
            }
        }
    }

    /// Distance \[m\] from a local point to the farthest point of the shape: the radius that it sweeps in
    /// rotation.
    pub fn max_extent_from(&self, local_point: Vec2) -> f32 {
        let mut most = 0.0;
        for point in self.core().points() {
            let squared = point.distance_squared(local_point);
            most = if squared > most { squared } else { most };
        }
        most.sqrt() + self.radius()
    }

    /// The same shape in the frame that `pose` maps into.
    pub fn transformed(&self, pose: Pose) -> Shape {
        StandardFloats::within(|| {
            let map = |p: Vec2| pose.transform_point(p);
            match self {
                Shape::Circle(circle) => Shape::Circle(Circle { center: map(circle.center), ..*circle }),
                Shape::Capsule(c) => Shape::Capsule(Capsule { a: map(c.a), b: map(c.b), ..*c }),
                Shape::Segment(segment) => Shape::Segment(Segment { a: map(segment.a), b: map(segment.b) }),
                Shape::Polygon(polygon) => polygon.transformed(pose).into(),
                Shape::ChainSegment(chain) => Shape::ChainSegment(ChainSegment {
                    ghost_a: map(chain.ghost_a),
                    a: map(chain.a),
                    b: map(chain.b),
                    ghost_b: map(chain.ghost_b),
                    kernels: chain.kernels,
                }),
            }
        })
    }
}

/// The tightest box around points \[m\] at `pose`, grown by `radius` \[m\].
// Each kind of shape has its own loop, because the number of points is a constant for most of them.
#[inline(always)]
fn box_around(points: &[Vec2], radius: f32, pose: Pose) -> Aabb {
    let first = pose.transform_point(points[0]);
    let mut bounds = Aabb { min: first, max: first };
    for &point in &points[1..] {
        let p = pose.transform_point(point);
        bounds = Aabb { min: bounds.min.min(p), max: bounds.max.max(p) };
    }
    bounds.expand(radius)
}

impl From<Circle> for Shape {
    fn from(circle: Circle) -> Shape {
        Shape::Circle(circle)
    }
}

impl From<Capsule> for Shape {
    /// A capsule shorter than [`LINEAR_SLOP`] becomes a circle around its middle.
    fn from(capsule: Capsule) -> Shape {
        if capsule.a.distance(capsule.b) < LINEAR_SLOP {
            Shape::Circle(Circle { center: capsule.a.lerp(capsule.b, 0.5), radius: capsule.radius })
        } else {
            Shape::Capsule(capsule)
        }
    }
}

impl From<Segment> for Shape {
    fn from(segment: Segment) -> Shape {
        Shape::Segment(segment)
    }
}

impl From<Polygon> for Shape {
    fn from(polygon: Polygon) -> Shape {
        Shape::Polygon(Arc::new(polygon))
    }
}

impl From<Rect> for Shape {
    fn from(rect: Rect) -> Shape {
        StandardFloats::within(|| Shape::Polygon(Arc::new(Polygon::of_rect(rect))))
    }
}

impl From<ChainSegment> for Shape {
    fn from(chain: ChainSegment) -> Shape {
        Shape::ChainSegment(chain)
    }
}

/// Checks both ends \[m\] and the length of a segment.
fn check_segment(a: Vec2, b: Vec2) -> Result<(), ShapeError> {
    check_point(["segment point a x", "segment point a y"], a)?;
    check_point(["segment point b x", "segment point b y"], b)?;
    let length = a.distance(b);
    if length < LINEAR_SLOP {
        return Err(ShapeError::TooShort { length });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
