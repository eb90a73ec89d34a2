//! Shapes in a box with what rasterising needs of their bodies.

use core::ops::ControlFlow;

use cairn2d_math::{Aabb, DVec2, Pose, StandardFloats, Vec2};

use crate::api::queries::{QueryFilter, Seen};
use crate::state::State;
use crate::store::id::{BodyId, ShapeId};
use crate::tables::error::ValueError;
use crate::world::World;

/// A shape in a box, with the motion of its body. [`World::shape`] has the geometry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeInBox {
    /// The shape.
    pub shape: ShapeId,
    /// Its body.
    pub body: BodyId,
    /// Pose of the body `[m]`; the geometry is in its coordinates.
    pub pose: Pose,
    /// Centre of mass of the body `[m]`.
    pub center: Vec2,
    /// Velocity of the centre of mass `[m/s]`.
    pub velocity: Vec2,
    /// Angular velocity `[rad/s]`.
    pub angular_velocity: f32,
}

impl ShapeInBox {
    /// Velocity of a point of the body `[m/s]`, in the coordinates of the query.
    pub fn velocity_at(&self, point: impl Into<Vec2>) -> Vec2 {
        let arm = point.into() - self.center;
        StandardFloats::within(|| self.velocity + Vec2::cross_sv(self.angular_velocity, arm))
    }
}

impl World {
    /// Replaces the content of `found` by the shapes whose exact boxes overlap a box `[m]`, in ascending slot
    /// order.
    ///
    /// The order depends on neither the trees nor the lanes. `found` keeps its memory.
    ///
    /// # Errors
    /// A box that is not finite, or inverted; `found` is then empty.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d {
    /// #     pub use cairn2d_dynamics::*;
    /// #     pub use cairn2d_geometry::Circle;
    /// #     pub use cairn2d_math::Aabb;
    /// # }
    /// use cairn2d::{Aabb, Body, Circle, QueryFilter, World, WorldConfig};
    /// let mut world = World::new(WorldConfig::default())?;
    /// let ball = Body::dynamic().at([1.0, 2.0]).velocity([3.0, 0.0]).with(Circle::new(0.5));
    /// let ball = world.spawn(ball)?;
    /// let mut found = Vec::new();
    /// let cells = Aabb::new([0.0, 0.0], [4.0, 4.0]);
    /// world.shapes_in_box(cells, QueryFilter::all(), &mut found)?;
    /// assert_eq!((found[0].body, found[0].velocity), (ball, [3.0, 0.0].into()));
    /// let inside = found[0].pose.inv_transform_point([1.2, 2.0].into());
    /// assert!(world.shape(found[0].shape).unwrap().geometry().test_point(inside));
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn shapes_in_box(
        &self,
        aabb: Aabb,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
        found: &mut Vec<ShapeInBox>,
    ) -> Result<(), ValueError> {
        self.state.here().shapes_in_box(aabb, filter, found)
    }
}

impl Seen<'_> {
    /// As [`World::shapes_in_box`].
    ///
    /// # Errors
    /// A box that is not finite, or inverted; `found` is then empty.
    pub fn shapes_in_box(
        &self,
        aabb: Aabb,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
        found: &mut Vec<ShapeInBox>,
    ) -> Result<(), ValueError> {
        let filter = filter.erased();
        StandardFloats::within(|| self.state.list_shapes_in_box(self.origin, aabb, filter, found))
    }
}

impl State {
    fn list_shapes_in_box(
        &self,
        origin: DVec2,
        aabb: Aabb,
        filter: QueryFilter<'_>,
        found: &mut Vec<ShapeInBox>,
    ) -> Result<(), ValueError> {
        found.clear();
        self.overlaps_of_box(origin, aabb, filter, |shape| {
            let slot = shape.raw().slot();
            let body = self.shapes.records[slot as usize].body;
            let place = self.bodies.pose_from(body, origin);
            let state = &self.bodies.states[body as usize];
            found.push(ShapeInBox {
                shape,
                body: self.bodies.id(body),
                pose: place.pose,
                center: place.center,
                velocity: state.velocity,
                angular_velocity: state.angular_velocity,
            });
            ControlFlow::Continue(())
        })?;
        found.sort_unstable_by_key(|entry| entry.shape.raw().slot());
        Ok(())
    }
}
