//! Moving shapes: along a line, and along a line while turning.

use cairn2d_geometry::{CastHit, MAX_COORDINATE, Shape, ShapeCast, Sweep, TimeOfImpact, first_touch};
use cairn2d_math::{Aabb, DVec2, Pose, StandardFloats, Vec2};

use crate::api::queries::seams::Approach;
use crate::api::queries::{QueryFilter, check_rotation, check_shape};
use crate::state::State;
use crate::store::id::{BodyId, ShapeId};
use crate::tables::check::{Bound, check, check_point, check_vector};
use crate::tables::error::{QueryError, ValueError};
use crate::world::World;

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
    /// Outward unit normal of the shape there; zero when the cast began inside. Where shapes of one body, or of static bodies, lie side by
    /// side, it is that of the surface that they have together: a floor of tiles has no sides within.
    pub normal: Vec2,
}

impl World {
    /// The first shape on the way of a moving shape. Shapes that overlap at the start are met at fraction 0.
    ///
    /// # Errors
    /// An unusable shape, or a pose or translation that is not finite.
    pub fn cast_shape(
        &self,
        shape: &Shape,
        pose: Pose,
        translation: impl Into<Vec2>,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
    ) -> Result<Option<CastResult>, QueryError> {
        self.cast_shape_with(&ShapeCast::new(shape, pose, translation), filter)
    }

    /// As [`cast_shape`](Self::cast_shape), with the other rules of a [`ShapeCast`]: a gap that is kept, leave to part.
    ///
    /// # Errors
    /// An unusable shape, or a value that is not finite.
    pub fn cast_shape_with(
        &self,
        cast: &ShapeCast<'_>,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
    ) -> Result<Option<CastResult>, QueryError> {
        self.state.here().cast_shape_with(cast, filter)
    }

    /// Visits the shapes on the way of a moving shape, in no particular order. `visit` returns how much of the way is still of interest:
    /// the fraction of the hit to look for closer ones only, 1 to go on, 0 to stop.
    ///
    /// # Errors
    /// An unusable shape, or a value that is not finite.
    pub fn cast_shape_all(
        &self,
        cast: &ShapeCast<'_>,
        filter: QueryFilter<'_, impl Fn(ShapeId) -> bool>,
        visit: impl FnMut(CastResult) -> f32,
    ) -> Result<(), QueryError> {
        let filter = filter.erased();
        StandardFloats::within(|| self.state.cast_hits(DVec2::ZERO, cast, filter, visit))
    }

    /// The first shape on the way of a shape that moves and turns: its reference point goes straight, its angle changes evenly, by less
    /// than half a turn. Fractions are those of the sweep; surfaces meet within a tenth of a millimetre.
    ///
    /// Shapes that overlap at the start are met at fraction 0, with no normal if more than their roundings do. A chain segment is met
    /// only if the shape's centre begins on the colliding side.
    ///
    /// # Errors
    /// An unusable shape, or a sweep that is not finite.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; pub use cairn2d_geometry::{Circle, Rect, Sweep}; pub use cairn2d_math::{Pose, Vec2}; }
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
    /// The same as seen from a point.
    pub(super) fn cast_hits(
        &self,
        origin: DVec2,
        cast: &ShapeCast<'_>,
        filter: QueryFilter<'_>,
        mut visit: impl FnMut(CastResult) -> f32,
    ) -> Result<(), QueryError> {
        check_vector("translation", cast.translation)?;
        check("max_fraction", cast.max_fraction, Bound::NonNegative)?;
        check("clearance", cast.clearance, Bound::Range(0.0, MAX_COORDINATE))?;
        check_shape(cast.shape, cast.pose)?;
        let (center, extent) = (cast.pose.transform_point(cast.shape.centroid()), cast.shape.min_extent());
        let mut on_box = |other: u32, max_fraction: f32| {
            if !self.passes(other, filter) {
                return max_fraction;
            }
            let geometry = &self.shapes.records[other as usize].geometry;
            let found = cast
                .up_to(max_fraction)
                .against(geometry, self.pose_of_shape_from(other, origin))
                .filter(|hit| self.may_meet(other, hit.normal, cast.translation, filter))
                .and_then(|CastHit { fraction, point, normal }| {
                    let approach = Approach {
                        origin,
                        way: cast.translation,
                        from: center + cast.translation * fraction - point,
                        extent,
                        may_pass: cast.may_leave || fraction > 0.0,
                    };
                    let hit = self.cast_result(other, fraction, point, normal);
                    self.beside_neighbors((other, hit), approach, filter)
                });
            found.map_or(max_fraction, |hit| visit(hit).min(max_fraction))
        };
        let aabb = cast.shape.aabb(cast.pose).expand(cast.clearance);
        self.cast_box((aabb, origin), (cast.translation, cast.max_fraction), filter, &mut on_box);
        Ok(())
    }

    /// The same as seen from a point.
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
                    let approach = Approach { origin, ..turning_approach(shape, sweep, &hit) };
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

    /// Where a sweep meets one shape.
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
                // The impact is midway between the surfaces, which are as good as one.
                Some(self.cast_result(other, impact.fraction, impact.point, impact.normal))
            }
            TimeOfImpact::Failed { fraction } if fraction > 0.0 => {
                Some(self.cast_result(other, fraction, sweep.pose_at(fraction).p, Vec2::ZERO))
            }
            _ => Some(self.cast_result(other, 0.0, sweep.c1, Vec2::ZERO)),
        }
    }
}

/// How a shape on a sweep comes to what it hit.
fn turning_approach(shape: &Shape, sweep: &Sweep, hit: &CastResult) -> Approach {
    const SPAN: f32 = 0.01;
    let pose = sweep.pose_at(hit.fraction);
    let local = pose.inv_transform_point(hit.point);
    let [before, after] =
        [hit.fraction - SPAN, hit.fraction + SPAN].map(|at| sweep.pose_at(at.clamp(0.0, 1.0)));
    Approach {
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
