//! Queries through portals: the same query again behind an opening that it meets, at the mapped place.
//!
//! Ground behind an opening is invisible to a query that passes it, as to a body in it.

use core::ops::ControlFlow;

use cairn2d_geometry::{LINEAR_SLOP, Ray, Shape, ShapeCast};
use cairn2d_math::{Aabb, DVec2, Pose, Vec2};

use crate::api::queries::{CastResult, QueryFilter};
use crate::state::State;

/// Tests a shape at a pose behind an opening.
type Overlap<'a> = &'a mut dyn FnMut((&Shape, Pose), QueryFilter<'_>) -> ControlFlow<()>;

/// An opening on the path of a query.
#[derive(Clone, Copy, Debug)]
struct Passed {
    portal: u32,
    side: u32,
    /// Share of the path before the opening \[-\].
    fraction: f32,
}

impl State {
    /// Returns the first opening that a point enters on a path, after a share of it.
    fn opening_on(&self, start: Vec2, way: Vec2, from: f32, most: f32) -> Option<Passed> {
        let mut first: Option<Passed> = None;
        for portal in self.portals.pool.slots() {
            let half = 0.5 * self.portals.rows[portal as usize].width;
            for side in 0..2 {
                let opening = self.opening(portal, side);
                let [a, b] = [start, start + way].map(|point| opening.inv_transform_point(point));
                // A path along the plane never meets it.
                let fraction = a.y / (a.y - b.y);
                let x = a.x + fraction * (b.x - a.x);
                let enters = b.y < a.y && fraction >= from && fraction <= most && x.abs() <= half;
                if enters && first.is_none_or(|first| fraction < first.fraction) {
                    first = Some(Passed { portal, side, fraction });
                }
            }
        }
        first
    }

    /// Whether a query goes through portals.
    #[inline]
    pub(super) fn goes_through(&self, origin: DVec2, filter: QueryFilter<'_>) -> bool {
        filter.depth > 0 && !self.portals.is_empty() && origin == DVec2::ZERO
    }

    /// Returns the closest hit of a ray, also behind openings.
    pub(super) fn closest_of_ray_through(&self, ray: Ray, filter: QueryFilter<'_>) -> Option<CastResult> {
        let passed = if filter.depth > 0 {
            self.opening_on(ray.origin, ray.translation, 0.0, ray.max_fraction)
        } else {
            None
        };
        let Some(Passed { portal, side, fraction }) = passed else {
            return self.closest_before(ray, filter);
        };
        let near = Ray { max_fraction: fraction, ..ray };
        if let Some(hit) = self.closest_before(near, filter.entering((portal, side))) {
            return Some(hit);
        }
        let far = self.ray_behind(ray, (portal, side), fraction);
        let hit = self.closest_of_ray_through(far, filter.leaving((portal, 1 - side)))?;
        Some(CastResult { fraction: hit.fraction + fraction, ..hit })
    }

    /// Returns the rest of a ray behind an opening.
    fn ray_behind(&self, ray: Ray, (portal, side): (u32, u32), fraction: f32) -> Ray {
        let way = self.passage(portal, side);
        Ray {
            origin: way.point(ray.origin + ray.translation * fraction),
            translation: way.vector(ray.translation),
            max_fraction: ray.max_fraction - fraction,
        }
    }

    /// Visits all hits of a ray, also behind openings.
    pub(super) fn ray_hits_through(
        &self,
        ray: Ray,
        filter: QueryFilter<'_>,
        visit: &mut dyn FnMut(CastResult) -> f32,
    ) {
        let (mut ray, mut filter, mut before) = (ray, filter, 0.0);
        loop {
            let passed = if filter.depth > 0 {
                self.opening_on(ray.origin, ray.translation, 0.0, ray.max_fraction)
            } else {
                None
            };
            let end = passed.map_or(ray.max_fraction, |passed| passed.fraction);
            let here = passed.map_or(filter, |passed| filter.entering((passed.portal, passed.side)));
            let mut limit = ray.max_fraction;
            self.ray_hits_before(Ray { max_fraction: end, ..ray }, here, &mut |hit| {
                let most = visit(CastResult { fraction: hit.fraction + before, ..hit }) - before;
                limit = if most < limit { most } else { limit };
                if most < 0.0 { 0.0 } else { most }
            });
            let Some(Passed { portal, side, fraction }) = passed.filter(|_| limit > end) else { return };
            ray = self.ray_behind(Ray { max_fraction: limit, ..ray }, (portal, side), fraction);
            filter = filter.leaving((portal, 1 - side));
            before += fraction;
        }
    }

    /// Returns the closest hit of a cast, also behind openings that the centroid of its shape passes.
    pub(super) fn closest_of_cast_through(
        &self,
        cast: &ShapeCast<'_>,
        from: f32,
        filter: QueryFilter<'_>,
    ) -> Option<CastResult> {
        let center = cast.pose.transform_point(cast.shape.centroid());
        let passed = if filter.depth > 0 {
            self.opening_on(center, cast.translation, from, cast.max_fraction)
        } else {
            None
        };
        let Some(Passed { portal, side, fraction }) = passed else {
            return self.closest_of_cast_before(cast, filter);
        };
        let near = self.closest_of_cast_before(cast, filter.entering((portal, side)));
        let way = self.passage(portal, side);
        let most = near.map_or(cast.max_fraction, |hit| hit.fraction);
        let far = ShapeCast {
            pose: way.pose(cast.pose),
            translation: way.vector(cast.translation),
            ..cast.up_to(most)
        };
        let far = self.closest_of_cast_through(&far, fraction, filter.leaving((portal, 1 - side)));
        far.filter(|far| near.is_none_or(|near| far.fraction < near.fraction)).or(near)
    }

    /// Visits the shapes that a shape overlaps behind the openings that it reaches into.
    pub(super) fn overlaps_behind(
        &self,
        (shape, pose): (&Shape, Pose),
        filter: QueryFilter<'_>,
        visit: Overlap<'_>,
    ) -> ControlFlow<()> {
        if filter.depth == 0 {
            return ControlFlow::Continue(());
        }
        for portal in self.portals.pool.slots() {
            let half = 0.5 * self.portals.rows[portal as usize].width;
            for side in 0..2 {
                let opening = self.opening(portal, side);
                let rel = opening.inv_mul(pose);
                let Aabb { min, max } = shape.aabb(rel);
                let is_before = rel.transform_point(shape.centroid()).y >= 0.0;
                let reaches = min.y <= 0.0 && max.y >= 0.0 && min.x <= half && max.x >= -half;
                if !is_before || !reaches || filter.opened.contains(&Some((portal, side))) {
                    continue;
                }
                let there = self.passage(portal, side).pose(pose);
                let filter = filter.leaving((portal, 1 - side));
                visit((shape, there), filter)?;
                self.overlaps_behind((shape, there), filter, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns whether a shape lies behind an opening that a query passes.
    pub(super) fn is_behind_query(&self, shape: u32, filter: QueryFilter<'_>) -> bool {
        filter.opened.into_iter().flatten().any(|(portal, side)| {
            !self.portals.rows[portal as usize].has_rim(shape)
                && self.is_behind(shape, self.opening(portal, side))
        })
    }

    /// Returns whether a point of a hit lies before the openings that a query passes.
    pub(super) fn is_before_query(&self, point: Vec2, filter: QueryFilter<'_>) -> bool {
        filter.opened.into_iter().flatten().all(|(portal, side)| {
            self.opening(portal, side).inv_transform_point(point).y >= -2.0 * LINEAR_SLOP
        })
    }
}
