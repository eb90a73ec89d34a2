//! The closest hit of a cast, over all trees.
//!
//! Among hits at the same fraction, the lowest shape id wins. The answer therefore depends on neither the
//! order of the tests nor the shape of the trees, and each tree may be walked in the order that is fastest.

use cairn2d_geometry::tree::BoxCast;
use cairn2d_math::{Aabb, DVec2, Vec2};

use crate::api::queries::{CastResult, QueryFilter};
use crate::state::State;

/// The closest hit so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closest {
    pub(super) hit: Option<CastResult>,
    /// Fraction up to which shapes are tested \[-\]: one float above that of the hit, because rounding may
    /// hide a tie.
    limit: f32,
}

impl Closest {
    fn new(max_fraction: f32) -> Closest {
        Closest { hit: None, limit: max_fraction }
    }

    fn offer(&mut self, hit: CastResult) {
        let closer = self.hit.is_none_or(|best| {
            hit.fraction < best.fraction || (hit.fraction == best.fraction && hit.shape < best.shape)
        });
        if closer {
            self.hit = Some(hit);
            let above = hit.fraction.next_up();
            self.limit = if above < self.limit { above } else { self.limit };
        }
    }
}

impl State {
    /// Returns the closest hit of a moving AABB, which is relative to a point. `test` returns the hit of one
    /// shape up to a fraction.
    pub(super) fn closest_hit(
        &self,
        (aabb, origin): (Aabb, DVec2),
        (translation, max_fraction): (Vec2, f32),
        filter: QueryFilter<'_>,
        test: impl Fn(u32, f32) -> Option<CastResult>,
    ) -> Option<CastResult> {
        let aabb = self.cast_bounds((aabb, origin), translation);
        let mut cast = BoxCast::new(aabb, translation, max_fraction)?;
        let mut closest = Closest::new(max_fraction);
        let mut on_box = |shape: u32, _: f32| {
            let limit = closest.limit;
            if self.passes(shape, filter)
                && let Some(hit) = test(shape, limit)
            {
                closest.offer(hit);
            }
            // A walk ends at 0, but other shapes may touch the start too. A negative number changes nothing.
            if closest.limit < limit { closest.limit } else { -1.0 }
        };
        let (level, phase) = (self.config.lanes, &self.broad_phase);
        // A hit is more likely among the larger number of shapes, and shortens the other walks.
        let moving_first = phase.moving.len() > phase.statics.tree.len();
        if moving_first {
            phase.moving.cast_closest(level, &mut cast, &mut on_box);
        }
        phase.statics.tree.cast_closest(level, &mut cast, &mut on_box);
        phase.sleeping.cast_closest(level, &mut cast, &mut on_box);
        if !moving_first {
            phase.moving.cast_closest(level, &mut cast, &mut on_box);
        }
        if filter.sees_sensors {
            self.sensors.tree.cast(&mut cast, u64::MAX, &mut on_box);
        }
        closest.hit
    }
}
