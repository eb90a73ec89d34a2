//! Areas with holes: booleans, simplification, triangulation, convex decomposition and marching squares.
#![forbid(unsafe_code)]

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
