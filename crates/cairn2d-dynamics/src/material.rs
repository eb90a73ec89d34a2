//! Surface of a shape and how the surfaces of two shapes combine.

use cairn2d_math::Vec2;

use crate::check::{Bound, check};
use crate::error::ValueError;

/// How two coefficients become one. Of two different rules the one declared later here wins, so both shapes agree on the order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Combine {
    /// sqrt(a b).
    #[default]
    GeometricMean,
    /// (a + b) / 2.
    Average,
    /// The smaller one.
    Min,
    /// a b.
    Multiply,
    /// The larger one.
    Max,
}

impl Combine {
    pub(crate) fn mix(self, other: Combine, a: f32, b: f32) -> f32 {
        match if self > other { self } else { other } {
            Combine::GeometricMean => (a * b).sqrt(),
            Combine::Average => 0.5 * (a + b),
            Combine::Min => {
                if a < b {
                    a
                } else {
                    b
                }
            }
            Combine::Multiply => a * b,
            Combine::Max => {
                if a > b {
                    a
                } else {
                    b
                }
            }
        }
    }
}

/// Surface of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Material {
    /// Coulomb friction \[-\], at least 0. Default 0.6.
    pub friction: f32,
    /// Bounce \[-\], 0 to 1. Default 0.
    pub restitution: f32,
    /// Resistance to rolling as a fraction of the radius \[-\], at least 0. Default 0.
    pub rolling_resistance: f32,
    /// Speed of the surface along its tangent, as of a conveyor belt \[m/s\]. Default 0.
    pub tangent_speed: f32,
    /// How friction combines. Default the geometric mean.
    pub friction_combine: Combine,
    /// How restitution combines. Default the larger one.
    pub restitution_combine: Combine,
}

impl Default for Material {
    fn default() -> Material {
        Material {
            friction: 0.6,
            restitution: 0.0,
            rolling_resistance: 0.0,
            tangent_speed: 0.0,
            friction_combine: Combine::GeometricMean,
            restitution_combine: Combine::Max,
        }
    }
}

impl Material {
    /// Whether every value is in its range.
    ///
    /// # Errors
    /// The first value that is not.
    pub fn validate(&self) -> Result<(), ValueError> {
        check("friction", self.friction, Bound::Range(0.0, 1.0e6))?;
        check("restitution", self.restitution, Bound::Range(0.0, 1.0))?;
        check("rolling_resistance", self.rolling_resistance, Bound::Range(0.0, 1.0e6))?;
        check("tangent_speed", self.tangent_speed, Bound::Range(-1.0e6, 1.0e6))?;
        Ok(())
    }

    /// Surface of the contact between two shapes; `radii` scale the rolling resistance.
    pub(crate) fn mix(a: &Material, b: &Material, radii: Vec2) -> MixedMaterial {
        let radius = if radii.x > radii.y { radii.x } else { radii.y };
        let rolling = if a.rolling_resistance > b.rolling_resistance {
            a.rolling_resistance
        } else {
            b.rolling_resistance
        };
        MixedMaterial {
            friction: a.friction_combine.mix(b.friction_combine, a.friction, b.friction),
            restitution: a.restitution_combine.mix(b.restitution_combine, a.restitution, b.restitution),
            rolling_resistance: rolling * radius,
            tangent_speed: a.tangent_speed + b.tangent_speed,
        }
    }
}

/// Surface of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MixedMaterial {
    pub(crate) friction: f32,
    pub(crate) restitution: f32,
    pub(crate) rolling_resistance: f32,
    pub(crate) tangent_speed: f32,
}
