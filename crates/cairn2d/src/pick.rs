//! Picking with fingers and mice: the body under a point, and dragging it.
//!
//! A finger is thicker than a mouse pointer, so bodies near the point count too, and the nearest wins. Only
//! dynamic bodies can be picked. Static and kinematic bodies cannot be dragged, and queries skip sensors.
//! Every finger has its own joint, so several fingers may hold one body.

use core::ops::ControlFlow;

use cairn2d_dynamics::{
    BodyKind, Grab, JointError, JointId, NearestResult, QueryFilter, ShapeId, ValueError, World,
};
use cairn2d_math::{StandardFloats, Vec2};

use crate::check::check;

/// Picks and drags bodies with mouse joints: radius of the finger and strength of its pull.
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
    /// Largest distance of a picked body from the point \[m\], 0 to 1e6. Default 0.25.
    pub radius: f32,
    /// Stiffness of the pull \[Hz\], 0 to 1e6. Default 5.
    pub hertz: f32,
    /// Damping ratio of the pull \[-\], 0 to 1e4. Default 1.
    pub damping_ratio: f32,
    /// Largest acceleration that the pull gives to the body alone \[m/s²\], 0 to 1e6. Default 500.
    pub max_acceleration: f32,
}

impl Default for Finger {
    fn default() -> Finger {
        Finger { radius: 0.25, hertz: 5.0, damping_ratio: 1.0, max_acceleration: 500.0 }
    }
}

impl Finger {
    /// The dynamic body nearest to a world position \[m\], within the radius. Of several bodies that contain
    /// the point, the one with the deepest overlap.
    ///
    /// # Errors
    /// A point outside of the usable world, or a radius out of range.
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

    /// Joins the body that [`Finger::pick`] finds: at the point itself if it is inside, else at the nearest
    /// point of the surface. Move the target with
    /// [`JointMut::set_target`](cairn2d_dynamics::JointMut::set_target), release with [`World::unjoin`].
    ///
    /// # Errors
    /// A value out of range; no joint is made then.
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
            // For a very large mass the product may be out of range.
            let force = mass * self.max_acceleration;
            let force = if force < 1.0e15 { force } else { 1.0e15 };
            let grab = Grab::new(found.body, held).target(point).spring(self.hertz, self.damping_ratio);
            Ok(Some(world.join(grab.max_force(force))?))
        })
    }
}
