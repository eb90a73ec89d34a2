//! Signed distances from a point or a shape to nearby shapes.

use core::ops::ControlFlow;

use cairn2d_geometry::{Shape, separation_between};
use cairn2d_math::{Aabb, DVec2, Pose, StandardFloats, Vec2};

use crate::api::queries::{CAST_ROUNDING, QueryFilter, check_shape};
use crate::state::State;
use crate::store::id::{BodyId, ShapeId};
use crate::tables::check::{Bound, check, check_point};
use crate::tables::error::{QueryError, ValueError};
use crate::world::World;

/// The nearest point of a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestResult {
    /// The shape.
    pub shape: ShapeId,
    /// Its body.
    pub body: BodyId,
    /// The point on its surface \[m\].
    pub point: Vec2,
    /// Distance to the surface \[m\], negative inside.
    pub distance: f32,
    /// Outward unit normal of the surface there: the gradient of the distance.
    pub normal: Vec2,
}

/// Distance between the caller's shape and a shape of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeparationResult {
    /// The shape of the world.
    pub shape: ShapeId,
    /// Its body.
    pub body: BodyId,
    /// Distance of the surfaces \[m\], negative for overlap. Its amount is then the shortest displacement
    /// that separates them.
    pub distance: f32,
    /// Point on the surface of the world's shape \[m\], nearest to the caller's shape or deepest in it.
    pub point: Vec2,
    /// Point on the surface of the caller's shape \[m\], nearest to the world's shape or deepest in it.
    pub own_point: Vec2,
    /// Unit vector from the world's shape to the caller's: the gradient of the distance.
    pub normal: Vec2,
}

impl World {
    /// Returns the shape whose surface is nearest to a point, at most `radius` \[m\] away. The distance is
    /// negative inside a shape.
    ///
    /// # Errors
    /// A point outside the usable world, or a radius that is negative or not finite.
    pub fn nearest(
        &self,
        point: impl Into<Vec2>,
        radius: f32,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
    ) -> Result<Option<NearestResult>, ValueError> {
        let filter = filter.erased();
        StandardFloats::within(|| {
            let point = point.into();
            self.state.nearest_of(DVec2::ZERO, point, radius, filter)
        })
    }

    /// Visits the shapes whose surface is at most `radius` \[m\] from a point, or that contain it, until
    /// `visit` breaks.
    ///
    /// # Errors
    /// A point outside the usable world, or a radius that is negative or not finite.
    pub fn nearest_all(
        &self,
        point: impl Into<Vec2>,
        radius: f32,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
        visit: impl FnMut(NearestResult) -> ControlFlow<()>,
    ) -> Result<(), ValueError> {
        let filter = filter.erased();
        StandardFloats::within(|| self.state.all_nearest(DVec2::ZERO, (point.into(), radius), filter, visit))
    }

    /// Visits the shapes that overlap the caller's shape or are at most `reach` \[m\] away, until `visit`
    /// breaks. Each result includes the contact plane, which a character must stay in front of. Chain
    /// segments count only if the shape's centre is on their solid side.
    ///
    /// # Errors
    /// An invalid shape, a pose that is not finite, or a reach that is negative or not finite.
    ///
    /// # Examples
    /// ```
    /// use core::ops::ControlFlow;
    /// # mod cairn2d {
    /// #     pub use cairn2d_dynamics::*;
    /// #     pub use cairn2d_geometry::{Capsule, Rect};
    /// #     pub use cairn2d_math::{Pose, vec2};
    /// # }
    /// use cairn2d::{Body, Capsule, Pose, QueryFilter, Rect, World, WorldConfig, vec2};
    ///
    /// let mut world = World::new(WorldConfig::default())?;
    /// world.spawn(Body::fixed().with(Rect::half(5.0, 1.0)))?;
    /// let hero = Capsule::vertical(0.5, 0.25).into();
    /// let mut planes = Vec::new();
    /// world.separations(&hero, Pose::from_position(vec2(0.0, 1.8)), 0.1, QueryFilter::all(), |plane| {
    ///     planes.push((plane.normal, plane.distance));
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(planes.len(), 1);
    /// assert!(planes[0].0 == vec2(0.0, 1.0) && (planes[0].1 - 0.05).abs() < 1e-6);
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn separations(
        &self,
        shape: &Shape,
        pose: Pose,
        reach: f32,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
        visit: impl FnMut(SeparationResult) -> ControlFlow<()>,
    ) -> Result<(), QueryError> {
        let filter = filter.erased();
        StandardFloats::within(|| {
            self.state.all_separations(DVec2::ZERO, (shape, pose, reach), filter, visit)
        })
    }
}

/// Visits a shape within a limit \[m\] and returns the new limit.
type Visit<'a> = &'a mut dyn FnMut(u32, f32) -> f32;

impl State {
    /// Like `World::nearest`, relative to a point.
    pub(super) fn nearest_of(
        &self,
        origin: DVec2,
        point: Vec2,
        radius: f32,
        filter: QueryFilter<'_>,
    ) -> Result<Option<NearestResult>, ValueError> {
        let point = check_point("point", point)?;
        check("radius", radius, Bound::NonNegative)?;
        // The trees have the coordinates of the point, but for rounding, which the margin covers.
        let area = self.bodies.seen_box(origin, Aabb::new(point, point));
        let spread = if area.min == point { 0.0 } else { area.max.distance(area.min) };
        let center = area.center();
        let reach = if center.x.abs() > center.y.abs() { center.x.abs() } else { center.y.abs() };
        let margin = |limit: f32| limit + spread + CAST_ROUNDING * (reach + limit);
        let mut best: Option<NearestResult> = None;
        let mut walk = |tree: &dyn Fn(f32, Visit<'_>)| {
            let start = margin(best.map_or(radius, |best| reach_of(&best)));
            tree(start, &mut |other, limit| {
                let found = self.nearest_on((other, origin), (point, radius), filter);
                let Some(found) = found.filter(|found| best.is_none_or(|best| is_nearer(found, &best)))
                else {
                    return limit;
                };
                best = Some(found);
                margin(reach_of(&found))
            });
        };
        let (level, phase) = (self.config.lanes, &self.broad_phase);
        walk(&|limit, visit| phase.moving.visit_near(level, center, limit, visit));
        for tree in [&phase.statics.tree, &phase.sleeping] {
            walk(&|limit, visit| tree.visit_near(level, center, limit, visit));
        }
        if filter.sees_sensors {
            walk(&|limit, visit| self.sensors.tree.visit_near(center, limit, u64::MAX, visit));
        }
        Ok(best)
    }

    /// Returns the nearest point of a shape that the filter accepts, within a radius.
    fn nearest_on(
        &self,
        (other, origin): (u32, DVec2),
        (point, radius): (Vec2, f32),
        filter: QueryFilter<'_>,
    ) -> Option<NearestResult> {
        if !self.passes(other, filter) || self.is_of_image(other) {
            return None;
        }
        let record = &self.shapes.records[other as usize];
        let pose = self.pose_of_shape_from(other, origin);
        let found = record.geometry.nearest_point(pose.inv_transform_point(point));
        if found.distance > radius {
            return None;
        }
        Some(NearestResult {
            shape: self.shapes.id(other),
            body: self.bodies.id(record.body),
            point: pose.transform_point(found.point),
            distance: found.distance,
            normal: pose.transform_vector(found.normal),
        })
    }

    /// Like `World::nearest_all`, relative to a point.
    pub(super) fn all_nearest(
        &self,
        origin: DVec2,
        (point, radius): (Vec2, f32),
        filter: QueryFilter<'_>,
        mut visit: impl FnMut(NearestResult) -> ControlFlow<()>,
    ) -> Result<(), ValueError> {
        let point = check_point("point", point)?;
        check("radius", radius, Bound::NonNegative)?;
        self.visit_boxes(
            (Aabb::new(point, point).expand(radius), origin),
            filter,
            &mut |other, _| match self.nearest_on((other, origin), (point, radius), filter) {
                Some(found) => visit(found),
                None => ControlFlow::Continue(()),
            },
        );
        Ok(())
    }

    /// Like `World::separations`, relative to a point.
    pub(super) fn all_separations(
        &self,
        origin: DVec2,
        (shape, pose, reach): (&Shape, Pose, f32),
        filter: QueryFilter<'_>,
        mut visit: impl FnMut(SeparationResult) -> ControlFlow<()>,
    ) -> Result<(), QueryError> {
        check_shape(shape, pose)?;
        check("reach", reach, Bound::NonNegative)?;
        let center = pose.transform_point(shape.centroid());
        self.visit_boxes((shape.aabb(pose).expand(reach), origin), filter, &mut |other, at| {
            let record = &self.shapes.records[other as usize];
            if !self.passes(other, filter)
                || self.is_of_image(other)
                || record.geometry.is_behind(at.inv_transform_point(center))
            {
                return ControlFlow::Continue(());
            }
            let found = separation_between(&record.geometry, at, shape, pose);
            if found.distance > reach || !self.may_hold(other, found.normal, found.distance, filter) {
                return ControlFlow::Continue(());
            }
            visit(SeparationResult {
                shape: self.shapes.id(other),
                body: self.bodies.id(record.body),
                distance: found.distance,
                point: found.point_a,
                own_point: found.point_b,
                normal: found.normal,
            })
        });
        Ok(())
    }
}

/// Returns the distance up to which another shape may be nearer \[m\]: shapes around the point compare by
/// depth.
fn reach_of(best: &NearestResult) -> f32 {
    if best.distance > 0.0 { best.distance } else { 0.0 }
}

/// Returns whether a result is nearer than another one; of equal ones, the lower shape id is.
fn is_nearer(found: &NearestResult, best: &NearestResult) -> bool {
    found.distance < best.distance || (found.distance == best.distance && found.shape < best.shape)
}
