//! Overlaps: which shapes a shape, a box or a point is in.

use core::ops::ControlFlow;

use cairn2d_geometry::{Shape, distance_between};
use cairn2d_math::{Aabb, Pose, StandardFloats, Vec2};

use crate::check::{Bound, check, check_position, check_vector};
use crate::error::QueryError;
use crate::id::ShapeId;
use crate::world::World;

use super::{QueryFilter, check_shape};

impl World {
    /// Visits the shapes that overlap or touch a shape, until `visit` breaks.
    ///
    /// # Errors
    /// An unusable shape or a pose that is not finite.
    pub fn overlap_shape(
        &self,
        shape: &Shape,
        pose: Pose,
        filter: QueryFilter<'_>,
        mut visit: impl FnMut(ShapeId) -> ControlFlow<()>,
    ) -> Result<(), QueryError> {
        StandardFloats::within(|| {
            check_shape(shape, pose)?;
            self.visit_boxes(shape.aabb(pose), filter, |other| {
                let at = self.pose_of_shape(other);
                let geometry = &self.shapes.records[other as usize].geometry;
                if self.passes(other, filter) && distance_between(geometry, at, shape, pose).distance <= 0.0 {
                    return visit(self.shapes.id(other));
                }
                ControlFlow::Continue(())
            });
            Ok(())
        })
    }

    /// Visits the shapes whose boxes overlap a box, until `visit` breaks. Boxes are exact, without the margin of the broad phase.
    ///
    /// # Errors
    /// A box that is not finite, or inverted.
    pub fn overlap_box(
        &self,
        aabb: Aabb,
        filter: QueryFilter<'_>,
        mut visit: impl FnMut(ShapeId) -> ControlFlow<()>,
    ) -> Result<(), QueryError> {
        StandardFloats::within(|| {
            check_vector("box minimum", aabb.min)?;
            check("box width", aabb.max.x - aabb.min.x, Bound::NonNegative)?;
            check("box height", aabb.max.y - aabb.min.y, Bound::NonNegative)?;
            self.visit_boxes(aabb, filter, |other| {
                let exact = self.shapes.records[other as usize].geometry.aabb(self.pose_of_shape(other));
                if self.passes(other, filter) && exact.overlaps(aabb) {
                    return visit(self.shapes.id(other));
                }
                ControlFlow::Continue(())
            });
            Ok(())
        })
    }

    /// Visits the shapes that contain a point, until `visit` breaks.
    ///
    /// # Errors
    /// A point that is not in the usable world.
    pub fn overlap_point(
        &self,
        point: impl Into<Vec2>,
        filter: QueryFilter<'_>,
        mut visit: impl FnMut(ShapeId) -> ControlFlow<()>,
    ) -> Result<(), QueryError> {
        StandardFloats::within(|| {
            let point = check_position("point", point.into())?;
            self.visit_boxes(Aabb::new(point, point), filter, |other| {
                let local = self.pose_of_shape(other).inv_transform_point(point);
                if self.passes(other, filter)
                    && self.shapes.records[other as usize].geometry.test_point(local)
                {
                    return visit(self.shapes.id(other));
                }
                ControlFlow::Continue(())
            });
            Ok(())
        })
    }
}
