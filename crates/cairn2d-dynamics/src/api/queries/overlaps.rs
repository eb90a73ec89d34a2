//! Overlap queries: the shapes that overlap a shape, an AABB or a point.

use core::ops::ControlFlow;

use cairn2d_geometry::{Rect, Shape, overlaps};
use cairn2d_math::{Aabb, DVec2, Pose, StandardFloats, Vec2};

use crate::api::queries::{QueryFilter, check_shape};
use crate::state::State;
use crate::store::id::ShapeId;
use crate::tables::check::{Bound, check, check_point, check_vector};
use crate::tables::error::{QueryError, ValueError};
use crate::world::World;

impl World {
    /// Visits the shapes that overlap or touch a shape, until `visit` breaks.
    ///
    /// # Errors
    /// An invalid shape or a pose that is not finite.
    pub fn overlap_shape(
        &self,
        shape: &Shape,
        pose: Pose,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
        visit: impl FnMut(ShapeId) -> ControlFlow<()>,
    ) -> Result<(), QueryError> {
        let filter = filter.erased();
        StandardFloats::within(|| self.state.overlaps_of_shape(DVec2::ZERO, (shape, pose), filter, visit))
    }

    /// Visits the shapes whose AABBs overlap an AABB, until `visit` breaks. AABBs are exact, without the
    /// margin of the broad phase.
    ///
    /// # Errors
    /// An AABB that is not finite, or inverted.
    pub fn overlap_box(
        &self,
        aabb: Aabb,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
        visit: impl FnMut(ShapeId) -> ControlFlow<()>,
    ) -> Result<(), ValueError> {
        let filter = filter.erased();
        StandardFloats::within(|| self.state.overlaps_of_box(DVec2::ZERO, aabb, filter, visit))
    }

    /// Visits the shapes that contain a point, until `visit` breaks.
    ///
    /// # Errors
    /// A point outside the usable world.
    pub fn overlap_point(
        &self,
        point: impl Into<Vec2>,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
        visit: impl FnMut(ShapeId) -> ControlFlow<()>,
    ) -> Result<(), ValueError> {
        let filter = filter.erased();
        StandardFloats::within(|| self.state.overlaps_of_point(DVec2::ZERO, point.into(), filter, visit))
    }
}

impl State {
    /// Like `World::overlap_shape`, relative to a point.
    pub(super) fn overlaps_of_shape(
        &self,
        origin: DVec2,
        (shape, pose): (&Shape, Pose),
        filter: QueryFilter<'_>,
        mut visit: impl FnMut(ShapeId) -> ControlFlow<()>,
    ) -> Result<(), QueryError> {
        check_shape(shape, pose)?;
        let mut flow = self.overlaps_at(origin, (shape, pose), filter, &mut visit);
        if self.goes_through(origin, filter) && flow.is_continue() {
            flow = self.overlaps_behind((shape, pose), filter, &mut |there, filter| {
                self.overlaps_at(origin, there, filter, &mut visit)
            });
        }
        let _ = flow;
        Ok(())
    }

    fn overlaps_at(
        &self,
        origin: DVec2,
        (shape, pose): (&Shape, Pose),
        filter: QueryFilter<'_>,
        visit: &mut dyn FnMut(ShapeId) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        self.visit_boxes((shape.aabb(pose), origin), filter, &mut |other, at| {
            let geometry = &self.shapes.records[other as usize].geometry;
            if self.passes(other, filter) && overlaps(geometry, at, shape, pose) && !self.is_of_image(other) {
                flow = visit(self.shapes.id(other));
                return flow;
            }
            ControlFlow::Continue(())
        });
        flow
    }

    /// Like `World::overlap_box`, relative to a point.
    pub(super) fn overlaps_of_box(
        &self,
        origin: DVec2,
        aabb: Aabb,
        filter: QueryFilter<'_>,
        mut visit: impl FnMut(ShapeId) -> ControlFlow<()>,
    ) -> Result<(), ValueError> {
        check_vector("box minimum", aabb.min)?;
        check("box width", aabb.max.x - aabb.min.x, Bound::NonNegative)?;
        check("box height", aabb.max.y - aabb.min.y, Bound::NonNegative)?;
        let mut flow = ControlFlow::Continue(());
        self.visit_boxes((aabb, origin), filter, &mut |other, pose| {
            let exact = self.shapes.records[other as usize].geometry.aabb(pose);
            if self.passes(other, filter) && exact.overlaps(aabb) && !self.is_of_image(other) {
                flow = visit(self.shapes.id(other));
                return flow;
            }
            ControlFlow::Continue(())
        });
        if self.goes_through(origin, filter)
            && flow.is_continue()
            && aabb.min.x < aabb.max.x
            && aabb.min.y < aabb.max.y
        {
            let half = aabb.half_extents();
            let shape = Shape::from(Rect::half(half.x, half.y));
            let _ = self.overlaps_behind(
                (&shape, Pose::from_position(aabb.center())),
                filter,
                &mut |there, filter| self.overlaps_at(origin, there, filter, &mut visit),
            );
        }
        Ok(())
    }

    /// Like `World::overlap_point`, relative to a point.
    pub(super) fn overlaps_of_point(
        &self,
        origin: DVec2,
        point: Vec2,
        filter: QueryFilter<'_>,
        mut visit: impl FnMut(ShapeId) -> ControlFlow<()>,
    ) -> Result<(), ValueError> {
        let point = check_point("point", point)?;
        self.visit_boxes((Aabb::new(point, point), origin), filter, &mut |other, pose| {
            let local = pose.inv_transform_point(point);
            let record = &self.shapes.records[other as usize];
            if self.passes(other, filter)
                && record.geometry.test_point(local)
                && self.is_visible(record.body, origin.plus(point))
            {
                return visit(self.shape_id(other));
            }
            ControlFlow::Continue(())
        });
        Ok(())
    }
}
