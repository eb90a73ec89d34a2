//! The definition of an explosion.

use cairn2d_math::Vec2;

use crate::tables::check::{Bound, MAX_COORDINATE, check, check_position};
use crate::tables::error::ValueError;
use crate::tables::setters::setters;

/// An explosion around a point.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
#[must_use]
pub struct Explosion {
    /// Centre \[m\].
    pub center: Vec2,
    /// Radius of full strength \[m\], 0 to 1e6.
    pub radius: f32,
    /// Distance beyond the radius over which the strength decreases to zero \[m\], 0 to 1e6. Default 0.
    pub falloff: f32,
    /// Impulse per metre of a shape's width across the blast \[N s/m\], within ±1e6; a negative one attracts.
    pub impulse_per_length: f32,
    /// Categories of affected shapes. Default all.
    pub mask: u64,
}

setters!(Explosion { radius: f32, impulse_per_length: f32 } into { center: Vec2 });

impl Explosion {
    /// Returns an explosion around a point \[m\], with this radius \[m\] and this impulse per metre of
    /// width \[N s/m\].
    pub fn new(center: impl Into<Vec2>, radius: f32, impulse_per_length: f32) -> Explosion {
        Explosion { center: center.into(), radius, falloff: 0.0, impulse_per_length, mask: u64::MAX }
    }

    /// Sets the distance beyond the radius over which the strength decreases to zero \[m\].
    pub fn falloff(mut self, falloff: f32) -> Explosion {
        self.falloff = falloff;
        self
    }

    /// Sets the categories of affected shapes.
    pub fn mask(mut self, mask: u64) -> Explosion {
        self.mask = mask;
        self
    }

    pub(crate) fn validate(&self) -> Result<(), ValueError> {
        check_position("explosion center", self.center)?;
        check("explosion radius", self.radius, Bound::Range(0.0, MAX_COORDINATE))?;
        check("explosion falloff", self.falloff, Bound::Range(0.0, MAX_COORDINATE))?;
        check("impulse per length", self.impulse_per_length, Bound::Range(-MAX_COORDINATE, MAX_COORDINATE))?;
        Ok(())
    }

    /// Returns the share of the full strength at this distance \[m\].
    pub(crate) fn share(&self, distance: f32) -> f32 {
        let beyond = distance - self.radius;
        if beyond <= 0.0 {
            1.0
        } else if beyond < self.falloff {
            1.0 - beyond / self.falloff
        } else {
            0.0
        }
    }
}
