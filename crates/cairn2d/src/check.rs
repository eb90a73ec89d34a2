//! The gate for numbers of what is built on the engine here: characters and vehicles.

use cairn2d_dynamics::ValueError;
use cairn2d_math::Vec2;

/// Passes a value on if it is between two others, both included, or says what is wrong with it.
pub(crate) fn check(name: &'static str, value: f32, (low, high): (f32, f32)) -> Result<f32, ValueError> {
    // Written so that NaN fails.
    if value >= low && value <= high { Ok(value) } else { Err(ValueError::new(name, value, low, high)) }
}

/// Passes a vector on if none of its components is larger than this.
pub(crate) fn check_vector(name: &'static str, value: Vec2, most: f32) -> Result<Vec2, ValueError> {
    check(name, value.x, (-most, most))?;
    check(name, value.y, (-most, most))?;
    Ok(value)
}
