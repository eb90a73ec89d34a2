//! Validation of numbers: every value of a caller passes [`check`] before it changes a world.

use cairn2d_math::{DVec2, Vec2};

use crate::tables::error::ValueError;

/// Largest coordinate of a position \[m\].
pub const MAX_COORDINATE: f32 = 1.0e6;

/// Largest coordinate of a point argument \[m\]. Centres of mass and shapes lie up to 1,000,000 m from the
/// origin of their body in each direction. So a rotated body at a corner of the usable world has points this
/// far out.
pub(crate) const MAX_POINT: f32 = 4.0 * MAX_COORDINATE;

/// Largest coordinate of a position in a large world \[m\], see
/// [`WorldConfig::large_world`](crate::WorldConfig::large_world).
pub const MAX_COORDINATE_64: f64 = 1.0e8;

/// Largest accepted magnitude of velocities, forces and the like. Larger values could overflow.
pub(crate) const MAX_MAGNITUDE: f32 = 1.0e15;

/// Valid range of a value.
#[derive(Clone, Copy)]
pub(crate) enum Bound {
    /// Finite, with a magnitude of at most [`MAX_MAGNITUDE`].
    Finite,
    /// Zero up to [`MAX_MAGNITUDE`].
    NonNegative,
    /// Between these two values, both included.
    Range(f32, f32),
}

/// Returns the value, or an error if it is out of range.
#[inline]
pub(crate) fn check(name: &'static str, value: f32, bound: Bound) -> Result<f32, ValueError> {
    let (low, high) = match bound {
        Bound::Finite => (-MAX_MAGNITUDE, MAX_MAGNITUDE),
        Bound::NonNegative => (0.0, MAX_MAGNITUDE),
        Bound::Range(low, high) => (low, high),
    };
    // Written so that NaN fails.
    if value >= low && value <= high { Ok(value) } else { Err(ValueError::new(name, value, low, high)) }
}

/// Checks a position inside the usable world.
pub(crate) fn check_position(name: &'static str, value: Vec2) -> Result<Vec2, ValueError> {
    check(name, value.x, Bound::Range(-MAX_COORDINATE, MAX_COORDINATE))?;
    check(name, value.y, Bound::Range(-MAX_COORDINATE, MAX_COORDINATE))?;
    Ok(value)
}

/// Checks a point of a body inside the usable world, or the start of a query.
pub(crate) fn check_point(name: &'static str, value: Vec2) -> Result<Vec2, ValueError> {
    check(name, value.x, Bound::Range(-MAX_POINT, MAX_POINT))?;
    check(name, value.y, Bound::Range(-MAX_POINT, MAX_POINT))?;
    Ok(value)
}

/// Checks a position inside a large world.
pub(crate) fn check_position64(name: &'static str, value: DVec2) -> Result<DVec2, ValueError> {
    for coordinate in [value.x, value.y] {
        // NaN is in no range.
        if !(-MAX_COORDINATE_64..=MAX_COORDINATE_64).contains(&coordinate) {
            let most = MAX_COORDINATE_64 as f32;
            return Err(ValueError::new(name, coordinate as f32, -most, most));
        }
    }
    Ok(value)
}

/// Checks that any other vector is finite.
pub(crate) fn check_vector(name: &'static str, value: Vec2) -> Result<Vec2, ValueError> {
    check(name, value.x, Bound::Finite)?;
    check(name, value.y, Bound::Finite)?;
    Ok(value)
}
