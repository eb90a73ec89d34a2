//! Lengths that the whole engine uses.
//!
//! They are tuned for moving bodies of 0.1 m to 10 m, as in every engine of this family. Other sizes work,
//! but the slop becomes visible below and float precision above.

/// Overlap \[m\] that the solver permits, so that resting contacts stay touching from step to step.
pub const LINEAR_SLOP: f32 = 0.005;

/// Largest separation of contact points \[m\]: the distance at which speculative points appear.
pub const SPECULATIVE_MARGIN: f32 = 4.0 * LINEAR_SLOP;

/// Largest magnitude \[m\] of any coordinate, length or radius that a shape may have.
pub const MAX_COORDINATE: f32 = 1.0e6;

/// Smallest half extent and smallest non-zero radius \[m\] that a shape may have.
pub const MIN_EXTENT: f32 = 1.0e-4;

/// Largest number of corners of a [`Polygon`](crate::Polygon).
pub const MAX_POLYGON_VERTICES: usize = 4096;

/// Corners that a [`Polygon`](crate::Polygon) stores inline; larger ones are on the heap.
pub const INLINE_VERTICES: usize = 8;
