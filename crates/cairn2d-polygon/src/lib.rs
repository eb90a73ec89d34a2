//! Areas with holes, for colliders, terrain and fracture: booleans, simplification, triangulation, convex
//! decomposition with a tolerance, slicing, Voronoi cells and marching squares.
//!
//! An area is a [`MultiPolygon`], made from any rings. [`decompose`] divides it into convex parts, and
//! [`Certificate`] measures how well parts stand for an area. [`march`] makes areas and lines from samples.
//!
//! All functions are pure. Geometry is exact on a grid of 2^-24 of the largest coordinate: orientations are
//! integers, and the overlay library works on integers only. Distances and sums are IEEE doubles in a fixed
//! order. So results have the same bits on every machine. Bad input is a [`PolygonError`], and no input
//! panics.
//!
//! Lengths are metres.
//!
//! ```
//! use cairn2d_math::vec2;
//! use cairn2d_polygon::{Certificate, Decompose, FillRule, MultiPolygon, decompose};
//!
//! let frame = [vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, 4.0), vec2(0.0, 4.0)];
//! let hole = [vec2(1.0, 1.0), vec2(3.0, 1.0), vec2(3.0, 3.0), vec2(1.0, 3.0)];
//! let area = MultiPolygon::from_rings([&frame[..], &hole[..]], FillRule::EvenOdd)?;
//! let result = decompose(&area, &Decompose { tolerance: 0.01, ..Decompose::default() })?;
//! assert_eq!(result.parts.len(), 4);
//!
//! // Measured from the result alone.
//! let proof = Certificate::measure(&area, &result.parts)?;
//! assert!(proof.outside <= 0.01 && proof.uncovered <= 0.01);
//! # Ok::<(), cairn2d_polygon::PolygonError>(())
//! ```
#![forbid(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../../../docs/polygons.md")]
struct Page;

mod area;
mod certificate;
mod cover;
mod decompose;
mod error;
mod faces;
mod grid;
pub mod march;
mod merge;
mod partition;
mod rings;
mod simplify;
mod slice;
mod sweep;
mod triangles;
mod voronoi;
mod width;

pub use area::{MAX_CROSSINGS, MAX_POINTS, MultiPolygon};
pub use certificate::Certificate;
pub use cover::MAX_CORNERS as MAX_COVER_CORNERS;
pub use decompose::{Decompose, Decomposition, Mode, Parts, decompose};
pub use error::PolygonError;
pub use rings::{Boolean, FillRule};
pub use triangles::{Simplification, Triangles, triangulate};
pub use voronoi::{Cell, MAX_SITES, scatter, voronoi};
