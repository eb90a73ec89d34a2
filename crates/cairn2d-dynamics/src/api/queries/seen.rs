//! Queries relative to a point of the world. Arguments and results are relative to that point, so they are
//! precise anywhere in a large world.

use core::ops::ControlFlow;

use cairn2d_geometry::{Ray, Shape, ShapeCast, Sweep};
use cairn2d_math::{Aabb, DVec2, Pose, StandardFloats, Vec2};

use crate::api::queries::{CastResult, NearestResult, QueryFilter, SeparationResult};
use crate::state::State;
use crate::store::id::{BodyId, ShapeId};
use crate::tables::error::{QueryError, ValueError};
use crate::world::World;

/// Queries relative to a point: all points, poses and AABBs count from there \[m\]. Each has the name of its
/// counterpart in [`World`].
///
/// # Examples
/// ```
/// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::{Circle, Ray}; }
/// use cairn2d::{Body, Circle, QueryFilter, Ray, World, WorldConfig};
///
/// let mut config = WorldConfig::default();
/// config.large_world = true;
/// let mut world = World::new(config)?;
/// let moon = world.spawn(Body::fixed().at64([4.0e7, 10.0]).with(Circle::new(0.5)))?;
/// let seen = world.seen_from([4.0e7, 0.0])?;
/// let hit = seen.cast_ray(Ray::new([0.0, 0.0], [0.0, 20.0]), QueryFilter::all())?.expect("it is above");
/// assert!(hit.body == moon && (hit.point.y - 9.5).abs() < 1e-5);
/// assert_eq!(seen.pose(moon).unwrap().p, [0.0, 10.0].into());
/// # Ok::<(), cairn2d_dynamics::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Seen<'a> {
    pub(super) state: &'a State,
    pub(super) origin: DVec2,
}

impl World {
    /// Returns queries relative to a point of the world \[m\], anywhere in a large world.
    ///
    /// # Errors
    /// A point outside the usable world.
    pub fn seen_from(&self, origin: impl Into<DVec2>) -> Result<Seen<'_>, ValueError> {
        let origin = self.state.check_place("origin", origin.into())?;
        Ok(Seen { state: &self.state, origin })
    }
}

impl State {
    /// Returns queries relative to the origin.
    pub(super) fn here(&self) -> Seen<'_> {
        Seen { state: self, origin: DVec2::ZERO }
    }
}

impl Seen<'_> {
    /// Returns the point that all coordinates are relative to \[m\].
    pub fn origin(&self) -> DVec2 {
        self.origin
    }

    /// Returns the pose of a body; `None` for a stale id.
    pub fn pose(&self, body: BodyId) -> Option<Pose> {
        StandardFloats::within(|| {
            self.state.bodies.find(body).map(|slot| self.state.bodies.pose_from(slot, self.origin).pose)
        })
    }

    /// As [`World::cast_ray`].
    ///
    /// # Errors
    /// A ray that is not finite.
    pub fn cast_ray(
        &self,
        ray: Ray,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
    ) -> Result<Option<CastResult>, ValueError> {
        let filter = filter.erased();
        StandardFloats::within(|| self.state.closest_of_ray(self.origin, ray, filter))
    }

    /// As [`World::cast_ray_all`].
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
        StandardFloats::within(|| self.state.ray_hits(self.origin, ray, filter, visit))
    }

    /// As [`World::cast_shape_with`].
    ///
    /// # Errors
    /// An invalid shape, or a value that is not finite.
    pub fn cast_shape_with(
        &self,
        cast: &ShapeCast<'_>,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
    ) -> Result<Option<CastResult>, QueryError> {
        let filter = filter.erased();
        StandardFloats::within(|| self.state.closest_of_cast(self.origin, cast, filter))
    }

    /// As [`World::cast_shape_all`].
    ///
    /// # Errors
    /// An invalid shape, or a value that is not finite.
    pub fn cast_shape_all(
        &self,
        cast: &ShapeCast<'_>,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
        visit: impl FnMut(CastResult) -> f32,
    ) -> Result<(), QueryError> {
        let filter = filter.erased();
        StandardFloats::within(|| self.state.cast_hits(self.origin, cast, filter, visit))
    }

    /// As [`World::cast_shape_turning`].
    ///
    /// # Errors
    /// An invalid shape, or a sweep that is not finite.
    pub fn cast_shape_turning(
        &self,
        shape: &Shape,
        sweep: &Sweep,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
    ) -> Result<Option<CastResult>, QueryError> {
        let filter = filter.erased();
        StandardFloats::within(|| self.state.turning_cast(self.origin, shape, sweep, filter))
    }

    /// As [`World::nearest`].
    ///
    /// # Errors
    /// A point farther from the origin of the queries than the usable world is wide, or a radius that is
    /// negative or not finite.
    pub fn nearest(
        &self,
        point: impl Into<Vec2>,
        radius: f32,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
    ) -> Result<Option<NearestResult>, ValueError> {
        let filter = filter.erased();
        StandardFloats::within(|| self.state.nearest_of(self.origin, point.into(), radius, filter))
    }

    /// As [`World::nearest_all`].
    ///
    /// # Errors
    /// A point farther from the origin of the queries than the usable world is wide, or a radius that is
    /// negative or not finite.
    pub fn nearest_all(
        &self,
        point: impl Into<Vec2>,
        radius: f32,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
        visit: impl FnMut(NearestResult) -> ControlFlow<()>,
    ) -> Result<(), ValueError> {
        let filter = filter.erased();
        StandardFloats::within(|| self.state.all_nearest(self.origin, (point.into(), radius), filter, visit))
    }

    /// As [`World::separations`].
    ///
    /// # Errors
    /// An invalid shape, a pose that is not finite, or a reach that is negative or not finite.
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
            self.state.all_separations(self.origin, (shape, pose, reach), filter, visit)
        })
    }

    /// As [`World::overlap_shape`].
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
        StandardFloats::within(|| self.state.overlaps_of_shape(self.origin, (shape, pose), filter, visit))
    }

    /// As [`World::overlap_box`].
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
        StandardFloats::within(|| self.state.overlaps_of_box(self.origin, aabb, filter, visit))
    }

    /// As [`World::overlap_point`].
    ///
    /// # Errors
    /// A point farther from the origin of the queries than the usable world is wide.
    pub fn overlap_point(
        &self,
        point: impl Into<Vec2>,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
        visit: impl FnMut(ShapeId) -> ControlFlow<()>,
    ) -> Result<(), ValueError> {
        let filter = filter.erased();
        StandardFloats::within(|| self.state.overlaps_of_point(self.origin, point.into(), filter, visit))
    }
}
