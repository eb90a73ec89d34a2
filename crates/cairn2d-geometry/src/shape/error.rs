//! Errors of shapes. Every message names the wrong value.

use cairn2d_math::{Shown, Vec2};
use core::fmt;

/// An invalid shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A radius, extent or coordinate that is not finite.
    NotFinite {
        /// Its name, for instance `box half extent y`.
        what: &'static str,
        /// Its value.
        value: f32,
    },
    /// A radius, extent or coordinate outside its range.
    OutOfRange {
        /// Its name, for instance `circle radius`.
        what: &'static str,
        /// Its value \[m\].
        value: f32,
        /// Smallest allowed value \[m\].
        min: f32,
        /// Largest allowed value \[m\].
        max: f32,
    },
    /// A segment shorter than [`LINEAR_SLOP`](crate::LINEAR_SLOP).
    TooShort {
        /// Its length \[m\].
        length: f32,
    },
    /// A rotation that is not a unit complex number.
    Rotation {
        /// Its cosine.
        c: f32,
        /// Its sine.
        s: f32,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ShapeError::NotFinite { what, value } => {
                write!(f, "{what} is {}, which is not finite", Shown(value))
            }
            ShapeError::OutOfRange { what, value, min, max } => {
                let [value, min, max] = [value, min, max].map(Shown);
                write!(f, "{what} is {value}, outside of {min} to {max} m")
            }
            ShapeError::TooShort { length } => {
                let [length, least] = [length, crate::LINEAR_SLOP].map(Shown);
                write!(f, "segment length is {length}, shorter than {least} m")
            }
            ShapeError::Rotation { c, s } => {
                write!(f, "box rotation is ({}, {}), which is not of unit length", Shown(c), Shown(s))
            }
        }
    }
}

impl core::error::Error for ShapeError {}

/// An invalid chain.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ChainError {
    /// Fewer points than this kind of chain needs.
    TooFewPoints {
        /// Points given.
        count: usize,
        /// Points needed.
        needed: usize,
    },
    /// A point that is not finite, or beyond [`MAX_COORDINATE`](crate::MAX_COORDINATE).
    BadPoint {
        /// Its position in the list.
        index: usize,
        /// Its value.
        point: Vec2,
    },
    /// Two neighbouring points closer than [`LINEAR_SLOP`](crate::LINEAR_SLOP).
    TooClose {
        /// Position in the list of the first of the two.
        index: usize,
        /// Their distance \[m\].
        distance: f32,
    },
}

impl fmt::Display for ChainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ChainError::TooFewPoints { count, needed } => {
                write!(f, "chain has {count} points, at least {needed} are needed")
            }
            ChainError::BadPoint { index, point } => {
                let [x, y] = [point.x, point.y].map(Shown);
                write!(f, "chain point {index} is ({x}, {y}), not finite or too far out")
            }
            ChainError::TooClose { index, distance } => {
                write!(f, "chain point {index} is only {distance} m from the next one")
            }
        }
    }
}

impl core::error::Error for ChainError {}

/// Checks a length-like value \[m\] against a closed range.
pub(crate) fn check_range(what: &'static str, value: f32, min: f32, max: f32) -> Result<(), ShapeError> {
    if !value.is_finite() {
        return Err(ShapeError::NotFinite { what, value });
    }
    if value < min || value > max {
        return Err(ShapeError::OutOfRange { what, value, min, max });
    }
    Ok(())
}

/// Checks both coordinates of a point.
pub(crate) fn check_point(what: [&'static str; 2], point: Vec2) -> Result<(), ShapeError> {
    let max = crate::MAX_COORDINATE;
    check_range(what[0], point.x, -max, max)?;
    check_range(what[1], point.y, -max, max)
}
