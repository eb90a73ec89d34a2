//! Shapes, hulls, masses, distances, casts, contact manifolds and bounding-volume trees of the cairn2d
//! physics engine.
//!
//! All functions are pure: no global state, no clock, no I/O, and the same bits on every machine. Shapes are
//! plain data in the local frame of a body. [`Shape::validate`] rejects values that are not finite, and
//! degenerate shapes.
//!
//! Lengths are metres, angles radians, densities kg/m². Functions of two shapes use the local frame of the
//! first one (`rel` is the pose of B in the frame of A), where coordinates are small and precise. Those named
//! `*_between` take two world poses and return world coordinates.
#![deny(unsafe_code)]

pub mod cast;
pub mod constants;
mod distance;
mod double;
pub mod hull;
mod internal_edge;
pub mod manifold;
mod mass;
mod outline;
mod overlap;
pub mod ray;
mod separation;
mod shape;
#[cfg(test)]
mod testing;
pub mod time_of_impact;
pub mod tools;
pub mod tree;
#[doc(hidden)]
pub mod wide_box;

pub use cast::{CastHit, ShapeCast, shape_cast, shape_cast_between};
pub use constants::{LINEAR_SLOP, MAX_COORDINATE, MAX_POLYGON_VERTICES, MIN_EXTENT, SPECULATIVE_MARGIN};
pub use distance::{Distance, DistanceCache, distance, distance_between, distance_cached};
pub use hull::{HullError, convex_hull};
pub use internal_edge::GroundPoint;
pub use mass::Mass;
pub use outline::{HalfPlane, Outline, Region, Windward};
pub use overlap::overlaps;
pub use ray::{Ray, RayHit};
pub use separation::{Separation, separation_between};
#[doc(hidden)]
pub use shape::ShapeVariant;
pub use shape::{
    Capsule, Chain, ChainError, ChainSegment, Circle, Core, Nearest, Polygon, Rect, Segment, Shape,
    ShapeError, ShapeKind,
};
pub use time_of_impact::{Impact, Sweep, TimeOfImpact, first_touch, time_of_impact};
