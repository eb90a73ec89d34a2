//! Ray casts: the first hit, any hit, all hits, and lists of rays.

#[cfg(doc)]
use cairn2d_geometry::MIN_EXTENT;
use cairn2d_geometry::{Circle, Ray, Shape, ShapeCast};
use cairn2d_math::{Aabb, DVec2, Pose, StandardFloats};

use crate::api::queries::internal_edges::CastApproach;
use crate::api::queries::{CastResult, QueryFilter, check_ray};
use crate::state::State;
use crate::store::id::ShapeId;
use crate::tables::error::{QueryError, ValueError};
use crate::world::World;

impl World {
    /// Returns the first shape that a ray hits.
    ///
    /// # Errors
    /// A ray that is not finite.
    pub fn cast_ray(
        &self,
        ray: Ray,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
    ) -> Result<Option<CastResult>, ValueError> {
        self.state.here().cast_ray(ray, filter)
    }

    /// Visits the shapes that a ray hits, in no particular order. `visit` returns the fraction up to which to
    /// continue: the fraction of the hit for closer hits only, 1 for all, 0 to stop.
    ///
    /// # Errors
    /// A ray that is not finite.
    pub fn cast_ray_all(
        &self,
        ray: Ray,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
        visit: impl FnMut(CastResult) -> f32,
    ) -> Result<(), ValueError> {
        let filter = filter.erased();
        StandardFloats::within(|| self.state.ray_hits(DVec2::ZERO, ray, filter, visit))
    }

    /// Returns any shape that a ray hits, not necessarily the first: the fastest line-of-sight test.
    ///
    /// # Errors
    /// A ray that is not finite.
    pub fn cast_ray_any(
        &self,
        ray: Ray,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
    ) -> Result<Option<CastResult>, ValueError> {
        let mut any = None;
        self.cast_ray_all(ray, filter, |hit| {
            any = Some(hit);
            0.0
        })?;
        Ok(any)
    }

    /// Replaces `hits` with all shapes that a ray hits, sorted by fraction and then by shape.
    ///
    /// # Errors
    /// A ray that is not finite; `hits` is then empty.
    pub fn cast_ray_sorted(
        &self,
        ray: Ray,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
        hits: &mut Vec<CastResult>,
    ) -> Result<(), ValueError> {
        hits.clear();
        self.cast_ray_all(ray, filter, |hit| {
            hits.push(hit);
            ray.max_fraction
        })?;
        hits.sort_unstable_by(|a, b| a.fraction.total_cmp(&b.fraction).then(a.shape.cmp(&b.shape)));
        Ok(())
    }

    /// Replaces `hits` with the first hit of each ray, in the order of the rays, as
    /// [`cast_ray`](Self::cast_ray) returns it. For more speed, split the list among threads; all may query
    /// the same `&World`.
    ///
    /// # Errors
    /// The first ray that is not finite; `hits` is then empty.
    pub fn cast_rays(
        &self,
        rays: &[Ray],
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
        hits: &mut Vec<Option<CastResult>>,
    ) -> Result<(), ValueError> {
        hits.clear();
        if rays.is_empty() {
            return Ok(());
        }
        rays.iter().try_for_each(check_ray)?;
        let filter = filter.erased();
        StandardFloats::within(|| self.state.closest_of_rays(rays, filter, hits));
        Ok(())
    }

    /// Returns the first shape that a disc hits whose centre follows a ray. The `radius` \[m\] is at least
    /// [`MIN_EXTENT`].
    ///
    /// # Errors
    /// A ray that is not finite or a radius out of range.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::{Ray, Rect}; }
    /// use cairn2d::{Body, QueryFilter, Ray, Rect, World, WorldConfig};
    ///
    /// let mut world = World::new(WorldConfig::default())?;
    /// world.spawn(Body::fixed().at([5.0, 1.0]).with(Rect::half(1.0, 0.8)))?;
    /// let ray = Ray::new([0.0, 0.0], [10.0, 0.0]);
    /// assert!(world.cast_ray(ray, QueryFilter::all())?.is_none());
    /// assert!(world.cast_circle(ray, 0.5, QueryFilter::all())?.is_some());
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn cast_circle(
        &self,
        ray: Ray,
        radius: f32,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
    ) -> Result<Option<CastResult>, QueryError> {
        check_ray(&ray)?;
        let disc = Shape::from(Circle::new(radius));
        let cast = ShapeCast::new(&disc, Pose::from_position(ray.origin), ray.translation);
        self.cast_shape_with(&cast.up_to(ray.max_fraction), filter)
    }
}

impl State {
    /// Like `World::cast_ray`, relative to a point.
    pub(super) fn closest_of_ray(
        &self,
        origin: DVec2,
        ray: Ray,
        filter: QueryFilter<'_>,
    ) -> Result<Option<CastResult>, ValueError> {
        check_ray(&ray)?;
        Ok(self.closest_of_valid_ray(origin, ray, filter))
    }

    /// Like `World::cast_rays`, for valid rays.
    fn closest_of_rays(&self, rays: &[Ray], filter: QueryFilter<'_>, hits: &mut Vec<Option<CastResult>>) {
        self.broad_phase.statics.tree.expect_queries(self.config.lanes, rays.len());
        self.broad_phase.sleeping.expect_queries(self.config.lanes, rays.len());
        hits.extend(rays.iter().map(|&ray| self.closest_of_valid_ray(DVec2::ZERO, ray, filter)));
    }

    fn closest_of_valid_ray(&self, origin: DVec2, ray: Ray, filter: QueryFilter<'_>) -> Option<CastResult> {
        if self.goes_through(origin, filter) {
            return self.closest_of_ray_through(ray, filter);
        }
        self.closest_on_ray(origin, ray, filter)
    }

    /// Returns the closest hit of a ray from the origin of the world, without portals.
    pub(super) fn closest_before(&self, ray: Ray, filter: QueryFilter<'_>) -> Option<CastResult> {
        self.closest_on_ray(DVec2::ZERO, ray, filter)
    }

    fn closest_on_ray(&self, origin: DVec2, ray: Ray, filter: QueryFilter<'_>) -> Option<CastResult> {
        let bounds = (Aabb::new(ray.origin, ray.origin), origin);
        let motion = (ray.translation, ray.max_fraction);
        self.closest_hit(bounds, motion, filter, |shape, max_fraction| {
            self.ray_hit((shape, origin), &Ray { max_fraction, ..ray }, filter)
        })
    }

    /// Like `World::cast_ray_all`, relative to a point.
    pub(super) fn ray_hits(
        &self,
        origin: DVec2,
        ray: Ray,
        filter: QueryFilter<'_>,
        mut visit: impl FnMut(CastResult) -> f32,
    ) -> Result<(), ValueError> {
        check_ray(&ray)?;
        if self.goes_through(origin, filter) {
            self.ray_hits_through(ray, filter, &mut visit);
        } else {
            self.hits_on_ray(origin, ray, filter, &mut visit);
        }
        Ok(())
    }

    /// Visits the hits of a ray from the origin of the world, without portals.
    pub(super) fn ray_hits_before(
        &self,
        ray: Ray,
        filter: QueryFilter<'_>,
        visit: &mut dyn FnMut(CastResult) -> f32,
    ) {
        self.hits_on_ray(DVec2::ZERO, ray, filter, visit);
    }

    fn hits_on_ray(
        &self,
        origin: DVec2,
        ray: Ray,
        filter: QueryFilter<'_>,
        visit: &mut dyn FnMut(CastResult) -> f32,
    ) {
        let aabb = Aabb::new(ray.origin, ray.origin);
        let mut on_box = |shape: u32, max_fraction: f32| {
            if !self.passes(shape, filter) {
                return max_fraction;
            }
            let found = self.ray_hit((shape, origin), &Ray { max_fraction, ..ray }, filter);
            found.map_or(max_fraction, |hit| visit(hit).min(max_fraction))
        };
        self.cast_box((aabb, origin), (ray.translation, ray.max_fraction), filter, &mut on_box);
    }

    /// Returns the hit of a ray, which is relative to a point, with one shape.
    fn ray_hit(
        &self,
        (shape, origin): (u32, DVec2),
        ray: &Ray,
        filter: QueryFilter<'_>,
    ) -> Option<CastResult> {
        let geometry = &self.shapes.records[shape as usize].geometry;
        let hit = geometry.ray_cast_at(self.pose_of_shape_from(shape, origin), ray)?;
        let body = self.shapes.records[shape as usize].body;
        if !self.is_visible(body, origin.plus(hit.point))
            || !self.may_meet(shape, hit.normal, ray.translation, filter)
        {
            return None;
        }
        let (way, from) = (ray.translation, -ray.translation);
        let approach = CastApproach { origin, way, from, extent: 0.0, may_pass: true };
        let hit = self.cast_result(shape, hit.fraction, hit.point, hit.normal);
        self.beside_neighbors((shape, hit), approach, filter)
    }
}
