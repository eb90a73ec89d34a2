//! Queries: all on `&World`, current at any time, also before the first step and right after a change.

use core::ops::ControlFlow;

use cairn2d_geometry::{CastHit, Ray, Shape, distance_between, shape_cast_between};
use cairn2d_math::{Aabb, Pose, Vec2};

use crate::check::{Bound, check, check_position, check_vector};
use crate::error::QueryError;
use crate::filter::CollisionFilter;
use crate::id::{BodyId, ShapeId};

use super::World;

/// Which shapes a query sees. The default sees all.
#[derive(Clone, Copy, Default)]
#[must_use]
pub struct QueryFilter<'a> {
    groups: Option<CollisionFilter>,
    ignored_body: Option<BodyId>,
    predicate: Option<&'a dyn Fn(ShapeId) -> bool>,
}

impl<'a> QueryFilter<'a> {
    /// All shapes.
    pub fn all() -> QueryFilter<'a> {
        QueryFilter::default()
    }

    /// Only shapes that a shape with this filter would collide with.
    pub fn colliding(mut self, filter: CollisionFilter) -> QueryFilter<'a> {
        self.groups = Some(filter);
        self
    }

    /// Not the shapes of this body.
    pub fn ignore(mut self, body: BodyId) -> QueryFilter<'a> {
        self.ignored_body = Some(body);
        self
    }

    /// Only shapes that satisfy this.
    pub fn only(mut self, predicate: &'a dyn Fn(ShapeId) -> bool) -> QueryFilter<'a> {
        self.predicate = Some(predicate);
        self
    }
}

impl core::fmt::Debug for QueryFilter<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("QueryFilter")
            .field("groups", &self.groups)
            .field("ignored_body", &self.ignored_body)
            .field("predicate", &self.predicate.is_some())
            .finish()
    }
}

/// Where a ray or a moving shape first met a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastResult {
    /// The shape that was met.
    pub shape: ShapeId,
    /// Its body.
    pub body: BodyId,
    /// Share of the translation up to there \[-\].
    pub fraction: f32,
    /// Where \[m\].
    pub point: Vec2,
    /// Outward unit normal of the shape there; zero when the cast began inside.
    pub normal: Vec2,
}

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

impl World {
    /// The first shape on the way of a ray.
    ///
    /// # Errors
    /// A ray that is not finite.
    pub fn cast_ray(&self, ray: Ray, filter: QueryFilter<'_>) -> Result<Option<CastResult>, QueryError> {
        let mut first = None;
        self.cast_ray_all(ray, filter, |hit| {
            first = Some(hit);
            hit.fraction
        })?;
        Ok(first)
    }

    /// Visits the shapes on the way of a ray, in no particular order. `visit` returns how much of the ray is still of interest: the
    /// fraction of the hit to look for closer ones only, 1 to go on, 0 to stop.
    ///
    /// # Errors
    /// A ray that is not finite.
    pub fn cast_ray_all(
        &self,
        ray: Ray,
        filter: QueryFilter<'_>,
        mut visit: impl FnMut(CastResult) -> f32,
    ) -> Result<(), QueryError> {
        check_ray(&ray)?;
        let aabb = Aabb::new(ray.origin, ray.origin);
        let mut on_box = |shape: u32, max_fraction: f32| {
            let limited = Ray { max_fraction, ..ray };
            if !self.passes(shape, filter) {
                return max_fraction;
            }
            match self.shapes.records[shape as usize]
                .geometry
                .ray_cast_at(self.pose_of_shape(shape), &limited)
            {
                Some(hit) => {
                    visit(self.cast_result(shape, hit.fraction, hit.point, hit.normal)).min(max_fraction)
                }
                None => max_fraction,
            }
        };
        self.cast_box(aabb, ray.translation, ray.max_fraction, &mut on_box);
        Ok(())
    }

    /// The first shape on the way of a moving shape. Shapes that overlap at the start are met at fraction 0.
    ///
    /// # Errors
    /// An unusable shape, or a pose or translation that is not finite.
    pub fn cast_shape(
        &self,
        shape: &Shape,
        pose: Pose,
        translation: impl Into<Vec2>,
        filter: QueryFilter<'_>,
    ) -> Result<Option<CastResult>, QueryError> {
        let translation = check_vector("translation", translation.into())?;
        check_shape(shape, pose)?;
        let mut first = None;
        let mut on_box = |other: u32, max_fraction: f32| {
            if !self.passes(other, filter) {
                return max_fraction;
            }
            let ground = &self.shapes.records[other as usize].geometry;
            let at = self.pose_of_shape(other);
            match shape_cast_between(ground, at, shape, pose, translation, max_fraction) {
                Some(CastHit { fraction, point, normal }) => {
                    first = Some(self.cast_result(other, fraction, point, normal));
                    fraction
                }
                None => max_fraction,
            }
        };
        self.cast_box(shape.aabb(pose), translation, 1.0, &mut on_box);
        Ok(first)
    }

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
        check_shape(shape, pose)?;
        self.visit_boxes(shape.aabb(pose), |other| {
            let at = self.pose_of_shape(other);
            let geometry = &self.shapes.records[other as usize].geometry;
            if self.passes(other, filter) && distance_between(geometry, at, shape, pose).distance <= 0.0 {
                return visit(self.shapes.id(other));
            }
            ControlFlow::Continue(())
        });
        Ok(())
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
        check_vector("box minimum", aabb.min)?;
        check("box width", aabb.max.x - aabb.min.x, Bound::NonNegative)?;
        check("box height", aabb.max.y - aabb.min.y, Bound::NonNegative)?;
        self.visit_boxes(aabb, |other| {
            let exact = self.shapes.records[other as usize].geometry.aabb(self.pose_of_shape(other));
            if self.passes(other, filter) && exact.overlaps(aabb) {
                return visit(self.shapes.id(other));
            }
            ControlFlow::Continue(())
        });
        Ok(())
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
        let point = check_position("point", point.into())?;
        self.visit_boxes(Aabb::new(point, point), |other| {
            let local = self.pose_of_shape(other).inv_transform_point(point);
            if self.passes(other, filter) && self.shapes.records[other as usize].geometry.test_point(local) {
                return visit(self.shapes.id(other));
            }
            ControlFlow::Continue(())
        });
        Ok(())
    }

    /// The shape whose surface is nearest to a point, at most `radius` \[m\] away. Inside a shape the distance is negative.
    ///
    /// # Errors
    /// A point that is not in the usable world, or a radius that is negative or not finite.
    pub fn nearest(
        &self,
        point: impl Into<Vec2>,
        radius: f32,
        filter: QueryFilter<'_>,
    ) -> Result<Option<NearestResult>, QueryError> {
        let point = check_position("point", point.into())?;
        check("radius", radius, Bound::NonNegative)?;
        let mut best: Option<NearestResult> = None;
        self.visit_boxes(Aabb::new(point, point).expand(radius), |other| {
            if !self.passes(other, filter) {
                return ControlFlow::Continue(());
            }
            let pose = self.pose_of_shape(other);
            let found =
                self.shapes.records[other as usize].geometry.nearest_point(pose.inv_transform_point(point));
            let limit = best.map_or(radius, |best| best.distance);
            if found.distance <= limit && (best.is_none() || found.distance < limit) {
                best = Some(NearestResult {
                    shape: self.shapes.id(other),
                    body: self.bodies.id(self.shapes.records[other as usize].body),
                    point: pose.transform_point(found.point),
                    distance: found.distance,
                    normal: pose.transform_vector(found.normal),
                });
            }
            ControlFlow::Continue(())
        });
        Ok(best)
    }

    pub(crate) fn pose_of_shape(&self, shape: u32) -> Pose {
        self.bodies.poses[self.shapes.records[shape as usize].body as usize].pose
    }

    fn passes(&self, shape: u32, filter: QueryFilter<'_>) -> bool {
        let record = &self.shapes.records[shape as usize];
        filter.groups.is_none_or(|groups| groups.allows(&record.filter))
            && filter.ignored_body.is_none_or(|body| body != self.bodies.id(record.body))
            && filter.predicate.is_none_or(|predicate| predicate(self.shapes.id(shape)))
    }

    fn cast_result(&self, shape: u32, fraction: f32, point: Vec2, normal: Vec2) -> CastResult {
        let body = self.bodies.id(self.shapes.records[shape as usize].body);
        CastResult { shape: self.shapes.id(shape), body, fraction, point, normal }
    }

    /// Visits the shapes whose boxes of the broad phase overlap a box.
    fn visit_boxes(&self, aabb: Aabb, mut visit: impl FnMut(u32) -> ControlFlow<()>) {
        let mut flow = ControlFlow::Continue(());
        let mut on_box = |shape: u32| {
            flow = visit(shape);
            flow
        };
        self.broad_phase.moving.query(self.config.lanes, aabb, &mut on_box);
        for tree in [&self.broad_phase.sleeping, self.broad_phase.statics.tree()] {
            if flow.is_continue() {
                let mut on_box = |shape: u32| {
                    flow = visit(shape);
                    flow
                };
                let _ = tree.query(aabb, u64::MAX, &mut on_box);
            }
        }
    }

    /// Hands the shapes whose boxes a moving box touches to `hit`, which shortens the way.
    fn cast_box(
        &self,
        aabb: Aabb,
        translation: Vec2,
        max_fraction: f32,
        hit: &mut dyn FnMut(u32, f32) -> f32,
    ) {
        let mut left = max_fraction;
        let mut shorten = |shape: u32, fraction: f32| {
            left = hit(shape, fraction);
            left
        };
        self.broad_phase.moving.box_cast(self.config.lanes, aabb, translation, max_fraction, &mut shorten);
        for tree in [&self.broad_phase.sleeping, self.broad_phase.statics.tree()] {
            let most = left;
            tree.box_cast(aabb, translation, most, u64::MAX, |shape, fraction| {
                left = hit(shape, fraction);
                left
            });
        }
    }
}

fn check_ray(ray: &Ray) -> Result<(), QueryError> {
    check_position("ray origin", ray.origin)?;
    check_vector("ray translation", ray.translation)?;
    check("ray max_fraction", ray.max_fraction, Bound::NonNegative)?;
    Ok(())
}

fn check_shape(shape: &Shape, pose: Pose) -> Result<(), QueryError> {
    shape.validate()?;
    check_position("pose", pose.p)?;
    let norm = pose.q.c * pose.q.c + pose.q.s * pose.q.s;
    check("pose rotation length", norm, Bound::Range(0.998, 1.002))?;
    Ok(())
}
