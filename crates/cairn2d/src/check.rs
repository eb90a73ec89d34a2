//! Range checks for the numbers of characters and vehicles.

use cairn2d_dynamics::ValueError;
use cairn2d_math::Vec2;

/// Returns the value if it is within the bounds, both included, else an error that names it.
pub(crate) fn check(name: &'static str, value: f32, (low, high): (f32, f32)) -> Result<f32, ValueError> {
    // Written so that NaN fails.
    if value >= low && value <= high { Ok(value) } else { Err(ValueError::new(name, value, low, high)) }
}

/// Returns the vector if no component exceeds `most` in magnitude, else an error that names it.
pub(crate) fn check_vector(name: &'static str, value: Vec2, most: f32) -> Result<Vec2, ValueError> {
    check(name, value.x, (-most, most))?;
    check(name, value.y, (-most, most))?;
    Ok(value)
}
