//! Fingers and mice: what is under a point, and how to take hold of it.
//!
//! A finger is thicker than a mouse pointer, so what is near counts too, and the nearest wins. Only dynamic
//! bodies can be picked: ground and lifts cannot be dragged, and sensors are in no query. Every finger has a
//! joint of its own, so several may hold one body or many.

use core::ops::ControlFlow;

use cairn2d_dynamics::{
    BodyKind, Grab, JointError, JointId, NearestResult, QueryFilter, ShapeId, ValueError, World,
};
use cairn2d_math::{StandardFloats, Vec2};

use crate::check::check;

/// Picks and drags bodies with mouse joints: how thick a finger or pointer is and how it pulls.
///
/// # Examples
/// ```
/// use cairn2d::pick::Finger;
/// use cairn2d::prelude::*;
/// # let mut world = World::new(WorldConfig::default())?;
/// let ball = world.spawn(Body::dynamic().at([1.0, 2.0]).with(Circle::new(0.5)))?;
/// let finger = Finger::default();
/// // Pressed, dragged, released.
/// if let Some(grip) = finger.grab(&mut world, [1.6, 2.0], QueryFilter::all())? {
///     for step in 0..60 {
///         if let Some(mut joint) = world.joint_mut(grip) {
///             joint.set_target([1.6 + 0.05 * step as f32, 2.0])?;
///         }
///         world.step(1.0 / 60.0)?;
///     }
///     world.unjoin(grip)?;
/// }
/// assert!(world.body(ball).is_some_and(|ball| ball.position().x > 3.0));
/// # Ok::<(), cairn2d::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finger {
    /// How far what it touches may be \[m\], 0 to 1e6. Default 0.25.
    pub radius: f32,
    /// How stiffly it pulls \[Hz\], 0 to 1e6. Default 5.
    pub hertz: f32,
    /// Damping of the pull \[-\], 0 to 1e4. Default 1.
    pub damping_ratio: f32,
    /// Largest pull, as the acceleration that it gives to the body alone \[m/s²\], 0 to 1e6. Default 500.
    pub max_acceleration: f32,
}

impl Default for Finger {
    fn default() -> Finger {
        Finger { radius: 0.25, hertz: 5.0, damping_ratio: 1.0, max_acceleration: 500.0 }
    }
}

impl Finger {
    /// The dynamic body that is nearest to a point of the world \[m\], within the radius; of several that it
    /// is inside of, the one it is in deepest.
    ///
    /// # Errors
    /// A point that is not in the usable world, or a radius out of range.
    pub fn pick(
        &self,
        world: &World,
        point: impl Into<Vec2>,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
    ) -> Result<Option<NearestResult>, ValueError> {
        StandardFloats::within(|| {
            check("finger radius", self.radius, (0.0, 1.0e6))?;
            let mut best: Option<NearestResult> = None;
            world.nearest_all(point, self.radius, filter, |found| {
                let dynamic = world.body(found.body).is_some_and(|body| body.kind() == BodyKind::Dynamic);
                if dynamic && best.is_none_or(|best| found.distance < best.distance) {
                    best = Some(found);
                }
                ControlFlow::Continue(())
            })?;
            Ok(best)
        })
    }

    /// Takes hold of what [`Finger::pick`] finds: at the point itself where it is inside, else at the nearest
    /// point of the surface. Move the grip with
    /// [`JointMut::set_target`](cairn2d_dynamics::JointMut::set_target), let go with [`World::unjoin`].
    ///
    /// # Errors
    /// A value out of range; nothing is held then.
    pub fn grab(
        &self,
        world: &mut World,
        point: impl Into<Vec2>,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
    ) -> Result<Option<JointId>, JointError> {
        StandardFloats::within(|| {
            check("finger hertz", self.hertz, (0.0, 1.0e6))?;
            check("finger damping ratio", self.damping_ratio, (0.0, 1.0e4))?;
            check("finger acceleration", self.max_acceleration, (0.0, 1.0e6))?;
            let point = point.into();
            let Some(found) = self.pick(world, point, filter)? else { return Ok(None) };
            let held = if found.distance > 0.0 { found.point } else { point };
            let mass = world.body(found.body).map_or(0.0, |body| body.mass().mass);
            // A mass may be so large that the product is out of range.
            let force = mass * self.max_acceleration;
            let force = if force < 1.0e15 { force } else { 1.0e15 };
            let grab = Grab::new(found.body, held).target(point).spring(self.hertz, self.damping_ratio);
            Ok(Some(world.join(grab.max_force(force))?))
        })
    }
}
