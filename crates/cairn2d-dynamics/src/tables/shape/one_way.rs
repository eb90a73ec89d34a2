//! The definition of one-way shapes.

use cairn2d_math::{Rot, Vec2};

use crate::tables::check::{Bound, check};
use crate::tables::error::ValueError;

/// Makes a shape solid from one side only: bodies rest on it and pass through it from all other sides.
///
/// The state of a contact is decided when it begins, by its normal and its motion. A body from the open side
/// passes until it has left the shape again. A body that lands on the solid side is held until it separates,
/// wherever the contact moves meanwhile. Continuous collision follows the same rule, and queries do so on
/// request. A contact that lets a body pass does not touch and has no touch events.
///
/// # Examples
/// ```
/// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::{Circle, Rect}; }
/// use cairn2d::{Body, Circle, IntoShape, OneWay, Rect, World, WorldConfig};
///
/// let mut world = World::new(WorldConfig::default())?;
/// world.spawn(Body::fixed().with(Rect::half(2.0, 0.1).one_way(OneWay::UP)))?;
/// let ball = Circle::new(0.2);
/// let jumper = world.spawn(Body::dynamic().at([0.0, -1.0]).velocity([0.0, 7.0]).with(ball))?;
/// for _ in 0..120 {
///     world.step(1.0 / 60.0)?;
/// }
/// assert!((world.body(jumper).unwrap().position().y - 0.3).abs() < 0.01);
/// world.body_mut(jumper).unwrap().drop_through();
/// for _ in 0..60 {
///     world.step(1.0 / 60.0)?;
/// }
/// assert!(world.body(jumper).unwrap().position().y < -1.0);
/// # Ok::<(), cairn2d_dynamics::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneWay {
    /// Outward direction of the solid side, in the frame of the body, with any length above 0.
    pub direction: Vec2,
    /// Largest angle between the direction and the normal of a solid contact \[rad\], 0 to pi.
    pub half_angle: f32,
}

impl OneWay {
    /// Solid from above, for normals within 60 degrees of the y axis.
    pub const UP: OneWay = OneWay { direction: Vec2::Y, half_angle: core::f32::consts::FRAC_PI_3 };

    /// Returns a setting that is solid for normals within `half_angle` \[rad\] of `direction`.
    pub fn new(direction: impl Into<Vec2>, half_angle: f32) -> OneWay {
        OneWay { direction: direction.into(), half_angle }
    }

    /// Checks that every value is in its range.
    pub(crate) fn validate(&self) -> Result<(), ValueError> {
        check("one_way direction x", self.direction.x, Bound::Range(-1.0e6, 1.0e6))?;
        check("one_way direction y", self.direction.y, Bound::Range(-1.0e6, 1.0e6))?;
        check("one_way direction length", self.direction.length(), Bound::Range(1.0e-6, 2.0e6))?;
        check("one_way half_angle", self.half_angle, Bound::Range(0.0, core::f32::consts::PI))?;
        Ok(())
    }

    /// Returns whether a shape with this rotation is solid for a unit normal that points out of it.
    pub(crate) fn holds(&self, rotation: Rot, normal: Vec2) -> bool {
        self.out(rotation).dot(normal) >= Rot::from_angle(self.half_angle).c - 1.0e-5
    }

    /// Returns the unit direction of a shape with this rotation, in world axes.
    pub(crate) fn out(&self, rotation: Rot) -> Vec2 {
        rotation.rotate(self.direction.normalize_or(Vec2::Y))
    }
}
