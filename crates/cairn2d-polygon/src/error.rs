//! Errors of input that cannot become an area.

use cairn2d_math::{Shown, Vec2};
use core::fmt;

/// Error of points or settings that this crate rejects.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum PolygonError {
    /// A point is not finite.
    NotFinite {
        /// Position of the point, counted over all rings.
        index: usize,
        /// Its value \[m\].
        point: Vec2,
    },
    /// A point is beyond [`MAX_COORDINATE`](cairn2d_geometry::MAX_COORDINATE).
    TooLarge {
        /// Position of the point, counted over all rings.
        index: usize,
        /// Its value \[m\].
        point: Vec2,
    },
    /// More points than [`MAX_POINTS`](crate::MAX_POINTS).
    TooManyPoints {
        /// Points counted until the limit was passed.
        count: usize,
    },
    /// More crossings of edges than [`MAX_CROSSINGS`](crate::MAX_CROSSINGS).
    TooManyCrossings {
        /// Crossings counted until the limit was passed, or fewer if too many pairs of edges are near each
        /// other.
        count: usize,
    },
    /// A setting is not finite, or outside of its range.
    BadSetting {
        /// Name of the setting.
        name: &'static str,
        /// Its value.
        value: f32,
    },
    /// A field of samples whose length is not its width times its height, or that is too large.
    BadField {
        /// Samples in a row.
        width: usize,
        /// Rows.
        height: usize,
        /// Samples given.
        len: usize,
    },
}

impl fmt::Display for PolygonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            PolygonError::NotFinite { index, point } => {
                write!(f, "polygon point {index} is ({}, {}), not finite", Shown(point.x), Shown(point.y))
            }
            PolygonError::TooLarge { index, point } => {
                write!(f, "polygon point {index} is ({}, {}), too far out", Shown(point.x), Shown(point.y))
            }
            PolygonError::TooManyPoints { count } => {
                write!(f, "polygon of {count} or more points, at most {} are allowed", crate::MAX_POINTS)
            }
            PolygonError::TooManyCrossings { count } => {
                write!(
                    f,
                    "polygon edges may cross {count} times, at most {} are allowed",
                    crate::MAX_CROSSINGS
                )
            }
            PolygonError::BadSetting { name, value } => {
                write!(f, "{name} is {}, out of range", Shown(value))
            }
            PolygonError::BadField { width, height, len } => {
                write!(f, "field of {width} x {height} samples with {len} values")
            }
        }
    }
}

impl core::error::Error for PolygonError {}
