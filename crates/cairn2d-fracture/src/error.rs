//! Errors of fracture.

use core::fmt;

use cairn2d::{BodyError, BodyId, ValueError, Vec2};

/// Why a body was not broken. The world is then as it was.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum FractureError {
    /// A stale id, or a piece that the world rejects.
    Body(BodyError),
    /// A setting out of range.
    Value(ValueError),
    /// No shape of the body has an area.
    NoArea(BodyId),
    /// The shapes of the body are so thin for their length that the rounding of corners takes most of their
    /// area.
    TooThin(BodyId),
    /// The body is in the list of breakable bodies already.
    Twice(BodyId),
}

impl fmt::Display for FractureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FractureError::Body(error) => write!(f, "{error}"),
            FractureError::Value(error) => write!(f, "{error}"),
            FractureError::NoArea(body) => write!(f, "{body} has no shape with an area"),
            FractureError::TooThin(body) => write!(f, "the shapes of {body} are too thin for their length"),
            FractureError::Twice(body) => write!(f, "{body} is breakable already"),
        }
    }
}

impl core::error::Error for FractureError {}

impl From<BodyError> for FractureError {
    fn from(error: BodyError) -> FractureError {
        FractureError::Body(error)
    }
}

impl From<ValueError> for FractureError {
    fn from(error: ValueError) -> FractureError {
        FractureError::Value(error)
    }
}

pub(crate) fn check(name: &'static str, value: f32, low: f32, high: f32) -> Result<(), ValueError> {
    // Written so that NaN fails.
    if value >= low && value <= high { Ok(()) } else { Err(ValueError::new(name, value, low, high)) }
}

/// The error of a body that is not there.
pub(crate) fn stale(body: BodyId) -> FractureError {
    FractureError::Body(BodyError::Stale(body.to_string()))
}

/// Largest coordinate of a pattern or a cut \[m\].
pub(crate) const FARTHEST: f32 = 1.0e6;

pub(crate) fn check_point(name: &'static str, point: Vec2) -> Result<(), ValueError> {
    check(name, point.x, -FARTHEST, FARTHEST)?;
    check(name, point.y, -FARTHEST, FARTHEST)
}
