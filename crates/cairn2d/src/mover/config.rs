//! Settings of a character.

use cairn2d_dynamics::ValueError;
use cairn2d_math::Vec2;

use crate::check::check;
use crate::setters::setters;

/// Settings of a [`Character`](super::Character). Start from the default and change what you need.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct CharacterConfig {
    /// Direction opposite to the ground: a unit vector. Default (0, 1).
    pub up: Vec2,
    /// Gap that the character keeps from all shapes \[m\], from 0.001 to 0.1. Default 0.01.
    pub skin: f32,
    /// Steepest walkable slope \[rad\], from 0 to 1.5. Default 0.87, which is 50 degrees.
    pub max_slope: f32,
    /// Highest step that the character climbs without a jump \[m\], from 0 to 100. Default 0.3.
    pub step_height: f32,
    /// Largest drop of the ground that a walking character follows without losing the ground \[m\], from 0
    /// to 100. Default 0.3.
    pub snap_distance: f32,
    /// Acceleration and deceleration of walking \[m/s²\], from 0 to 1e6. Default 60.
    pub ground_acceleration: f32,
    /// Sideways acceleration in the air \[m/s²\], from 0 to 1e6. There is no deceleration in the air.
    /// Default 20.
    pub air_acceleration: f32,
    /// Factor on the gravity of the world \[-\], from -100 to 100. Default 1.
    pub gravity_scale: f32,
    /// Fastest fall against `up` \[m/s\], from 0 to 1e4. Default 50.
    pub max_fall_speed: f32,
}

setters!(CharacterConfig {
    skin: f32,
    max_slope: f32,
    step_height: f32,
    snap_distance: f32,
    ground_acceleration: f32,
    air_acceleration: f32,
    gravity_scale: f32,
    max_fall_speed: f32,
} into { up: Vec2 });

impl Default for CharacterConfig {
    fn default() -> CharacterConfig {
        CharacterConfig {
            up: Vec2::Y,
            skin: 0.01,
            max_slope: 0.87,
            step_height: 0.3,
            snap_distance: 0.3,
            ground_acceleration: 60.0,
            air_acceleration: 20.0,
            gravity_scale: 1.0,
            max_fall_speed: 50.0,
        }
    }
}

impl CharacterConfig {
    /// Checks every setting.
    ///
    /// # Errors
    /// The first value out of its range, by name.
    pub fn validate(&self) -> Result<(), ValueError> {
        check("up length", self.up.length(), (0.999, 1.001))?;
        check("skin", self.skin, (1.0e-3, 0.1))?;
        check("max_slope", self.max_slope, (0.0, 1.5))?;
        check("step_height", self.step_height, (0.0, 100.0))?;
        check("snap_distance", self.snap_distance, (0.0, 100.0))?;
        check("ground_acceleration", self.ground_acceleration, (0.0, 1.0e6))?;
        check("air_acceleration", self.air_acceleration, (0.0, 1.0e6))?;
        check("gravity_scale", self.gravity_scale, (-100.0, 100.0))?;
        check("max_fall_speed", self.max_fall_speed, (0.0, 1.0e4))?;
        Ok(())
    }
}
