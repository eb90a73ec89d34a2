//! Shape casts: along a line, and along a line with rotation.

use cairn2d_geometry::{CastHit, MAX_COORDINATE, Shape, ShapeCast, Sweep, TimeOfImpact, first_touch};
use cairn2d_math::{Aabb, DVec2, Pose, StandardFloats, Vec2};

use crate::api::queries::internal_edges::CastApproach;
use crate::api::queries::{QueryFilter, check_rotation, check_shape};
use crate::state::State;
use crate::store::id::{BodyId, ShapeId};
use crate::tables::check::{Bound, check, check_point, check_vector};
use crate::tables::error::{QueryError, ValueError};
use crate::world::World;

/// First contact of a ray or a cast shape with a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastResult {
    /// The shape that was hit.
    pub shape: ShapeId,
    /// Its body.
    pub body: BodyId,
    /// Fraction of the translation at the hit \[-\].
    pub fraction: f32,
    /// Hit point \[m\].
    pub point: Vec2,
    /// Outward unit normal of the shape at the hit; zero if the cast began inside. Adjacent shapes of one
    /// body, or of static bodies, count as one surface: a floor of tiles has no internal edges.
    pub normal: Vec2,
}

impl World {
    /// Returns the first shape that a moving shape hits. Shapes that overlap at the start are hit at fraction
    /// 0.
    ///
    /// # Errors
    /// An invalid shape, or a pose or translation that is not finite.
    pub fn cast_shape(
        &self,
        shape: &Shape,
        pose: Pose,
        translation: impl Into<Vec2>,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
    ) -> Result<Option<CastResult>, QueryError> {
        self.cast_shape_with(&ShapeCast::new(shape, pose, translation), filter)
    }

    /// Like [`cast_shape`](Self::cast_shape), with the options of a [`ShapeCast`]: a clearance, and
    /// permission to separate from an initial overlap.
    ///
    /// # Errors
    /// An invalid shape, or a value that is not finite.
    pub fn cast_shape_with(
        &self,
        cast: &ShapeCast<'_>,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
    ) -> Result<Option<CastResult>, QueryError> {
        self.state.here().cast_shape_with(cast, filter)
    }

    /// Visits the shapes that a moving shape hits, in no particular order. `visit` returns the fraction up to
    /// which to continue: the fraction of the hit for closer hits only, 1 for all, 0 to stop.
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
        StandardFloats::within(|| self.state.cast_hits(DVec2::ZERO, cast, filter, visit))
    }

    /// Returns the first shape that a moving and rotating shape hits. Its reference point moves straight, and
    /// its angle changes linearly by less than half a turn. Fractions are fractions of the sweep; a hit is
    /// accurate to a tenth of a millimetre.
    ///
    /// Shapes that overlap at the start are hit at fraction 0. The normal is zero if more than their rounded
    /// borders overlap. A chain segment is hit only if the shape's centre begins on its solid side.
    ///
    /// # Errors
    /// An invalid shape, or a sweep that is not finite.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d {
    /// #     pub use cairn2d_dynamics::*;
    /// #     pub use cairn2d_geometry::{Circle, Rect, Sweep};
    /// #     pub use cairn2d_math::{Pose, Vec2};
    /// # }
    /// use cairn2d::{Body, Circle, Pose, QueryFilter, Rect, Sweep, Vec2, World, WorldConfig};
    ///
    /// let mut world = World::new(WorldConfig::default())?;
    /// let post = world.spawn(Body::fixed().at([0.0, 2.0]).with(Circle::new(0.1)))?;
    /// // A door that opens by a quarter turn around its hinge.
    /// let door = Rect::half(1.5, 0.1).at([1.5, 0.0]).into();
    /// let opening = Sweep::between(Pose::IDENTITY, Pose::from_angle(1.57), Vec2::ZERO);
    /// let hit = world.cast_shape_turning(&door, &opening, QueryFilter::all())?;
    /// assert_eq!(hit.map(|hit| hit.body), Some(post));
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    pub fn cast_shape_turning(
        &self,
        shape: &Shape,
        sweep: &Sweep,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
    ) -> Result<Option<CastResult>, QueryError> {
        let filter = filter.erased();
        StandardFloats::within(|| self.state.turning_cast(DVec2::ZERO, shape, sweep, filter))
    }
}

impl State {
    /// Like `World::cast_shape_with`, relative to a point.
    pub(super) fn closest_of_cast(
        &self,
        origin: DVec2,
        cast: &ShapeCast<'_>,
        filter: QueryFilter<'_>,
    ) -> Result<Option<CastResult>, QueryError> {
        check_cast(cast)?;
        if self.goes_through(origin, filter) {
            return Ok(self.closest_of_cast_through(cast, 0.0, filter));
        }
        Ok(self.closest_on_cast(origin, cast, filter))
    }

    /// Returns the closest hit of a cast from the origin of the world, without portals.
    pub(super) fn closest_of_cast_before(
        &self,
        cast: &ShapeCast<'_>,
        filter: QueryFilter<'_>,
    ) -> Option<CastResult> {
        self.closest_on_cast(DVec2::ZERO, cast, filter)
    }

    fn closest_on_cast(
        &self,
        origin: DVec2,
        cast: &ShapeCast<'_>,
        filter: QueryFilter<'_>,
    ) -> Option<CastResult> {
        let bounds = (cast.shape.aabb(cast.pose).expand(cast.clearance), origin);
        let motion = (cast.translation, cast.max_fraction);
        let own = Moved::new(cast);
        self.closest_hit(bounds, motion, filter, |other, max_fraction| {
            self.cast_hit((other, origin), (&cast.up_to(max_fraction), own), filter)
        })
    }

    /// Like `World::cast_shape_all`, relative to a point.
    pub(super) fn cast_hits(
        &self,
        origin: DVec2,
        cast: &ShapeCast<'_>,
        filter: QueryFilter<'_>,
        mut visit: impl FnMut(CastResult) -> f32,
    ) -> Result<(), QueryError> {
        check_cast(cast)?;
        let own = Moved::new(cast);
        let mut on_box = |other: u32, max_fraction: f32| {
            if !self.passes(other, filter) {
                return max_fraction;
            }
            let found = self.cast_hit((other, origin), (&cast.up_to(max_fraction), own), filter);
            found.map_or(max_fraction, |hit| visit(hit).min(max_fraction))
        };
        let aabb = cast.shape.aabb(cast.pose).expand(cast.clearance);
        self.cast_box((aabb, origin), (cast.translation, cast.max_fraction), filter, &mut on_box);
        Ok(())
    }

    /// Returns the hit of a cast, which is relative to a point, with one shape.
    fn cast_hit(
        &self,
        (other, origin): (u32, DVec2),
        (cast, own): (&ShapeCast<'_>, Moved),
        filter: QueryFilter<'_>,
    ) -> Option<CastResult> {
        let geometry = &self.shapes.records[other as usize].geometry;
        let CastHit { fraction, point, normal } =
            cast.against(geometry, self.pose_of_shape_from(other, origin))?;
        let body = self.shapes.records[other as usize].body;
        if !self.is_visible(body, origin.plus(point))
            || !self.is_before_query(point, filter)
            || !self.may_meet(other, normal, cast.translation, filter)
        {
            return None;
        }
        let approach = CastApproach {
            origin,
            way: cast.translation,
            from: own.center + cast.translation * fraction - point,
            extent: own.extent,
            may_pass: cast.may_leave || fraction > 0.0,
        };
        let hit = self.cast_result(other, fraction, point, normal);
        self.beside_neighbors((other, hit), approach, filter)
    }

    /// Like `World::cast_shape_turning`, relative to a point.
    pub(super) fn turning_cast(
        &self,
        origin: DVec2,
        shape: &Shape,
        sweep: &Sweep,
        filter: QueryFilter<'_>,
    ) -> Result<Option<CastResult>, QueryError> {
        check_sweep(sweep)?;
        shape.validate()?;
        let (mut first, way) = (None, sweep.c2 - sweep.c1);
        let mut on_box = |other: u32, max_fraction: f32| {
            if !self.passes(other, filter) {
                return max_fraction;
            }
            let found = self
                .turning_hit((other, origin), shape, sweep, max_fraction)
                .filter(|hit| self.may_meet(other, hit.normal, way, filter))
                .and_then(|hit| {
                    let approach = CastApproach { origin, ..turning_approach(shape, sweep, &hit) };
                    self.beside_neighbors((other, hit), approach, filter)
                });
            first = found.or(first);
            found.map_or(max_fraction, |hit| hit.fraction)
        };
        let reach = Vec2::splat(shape.max_extent_from(sweep.local_center));
        let aabb = Aabb::new(sweep.c1 - reach, sweep.c1 + reach);
        self.cast_box((aabb, origin), (way, 1.0), filter, &mut on_box);
        Ok(first)
    }

    /// Returns the hit of a sweep with one shape.
    fn turning_hit(
        &self,
        (other, origin): (u32, DVec2),
        shape: &Shape,
        sweep: &Sweep,
        most: f32,
    ) -> Option<CastResult> {
        let geometry = &self.shapes.records[other as usize].geometry;
        let pose = self.pose_of_shape_from(other, origin);
        if let Shape::ChainSegment(chain) = geometry {
            let center = sweep.pose_at(0.0).transform_point(shape.centroid());
            if chain.normal().dot(pose.inv_transform_point(center) - chain.a) < 0.0 {
                return None;
            }
        }
        match first_touch(&geometry.core(), &Sweep::fixed(pose), &shape.core(), sweep, most) {
            TimeOfImpact::Separated => None,
            TimeOfImpact::Hit(impact) => {
                // The impact point is midway between the surfaces, which practically coincide.
                Some(self.cast_result(other, impact.fraction, impact.point, impact.normal))
            }
            TimeOfImpact::Failed { fraction } if fraction > 0.0 => {
                Some(self.cast_result(other, fraction, sweep.pose_at(fraction).p, Vec2::ZERO))
            }
            _ => Some(self.cast_result(other, 0.0, sweep.c1, Vec2::ZERO)),
        }
    }
}

/// What internal edges need of the shape that is cast.
#[derive(Clone, Copy)]
struct Moved {
    /// Its centre at the start \[m\].
    center: Vec2,
    /// Its smallest extent \[m\].
    extent: f32,
}

impl Moved {
    fn new(cast: &ShapeCast<'_>) -> Moved {
        let center = cast.pose.transform_point(cast.shape.centroid());
        Moved { center, extent: cast.shape.min_extent() }
    }
}

fn check_cast(cast: &ShapeCast<'_>) -> Result<(), QueryError> {
    check_vector("translation", cast.translation)?;
    check("max_fraction", cast.max_fraction, Bound::NonNegative)?;
    check("clearance", cast.clearance, Bound::Range(0.0, MAX_COORDINATE))?;
    check_shape(cast.shape, cast.pose)
}

/// Returns the approach of a swept shape at its hit.
fn turning_approach(shape: &Shape, sweep: &Sweep, hit: &CastResult) -> CastApproach {
    const SPAN: f32 = 0.01;
    let pose = sweep.pose_at(hit.fraction);
    let local = pose.inv_transform_point(hit.point);
    let [before, after] =
        [hit.fraction - SPAN, hit.fraction + SPAN].map(|at| sweep.pose_at(at.clamp(0.0, 1.0)));
    CastApproach {
        origin: DVec2::ZERO,
        way: after.transform_point(local) - before.transform_point(local),
        from: pose.transform_point(shape.centroid()) - hit.point,
        extent: shape.min_extent(),
        may_pass: hit.fraction > 0.0,
    }
}

fn check_sweep(sweep: &Sweep) -> Result<(), ValueError> {
    check_point("sweep start", sweep.c1)?;
    check_point("sweep end", sweep.c2)?;
    check_point("sweep local_center", sweep.local_center)?;
    check_rotation("sweep rotation length", sweep.q1)?;
    check_rotation("sweep rotation length", sweep.q2)
}
