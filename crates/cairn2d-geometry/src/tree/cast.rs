//! The cast of a point or a box against boxes: set up once, tested many times, by both trees.
//!
//! The slab method (Kay and Kajiya 1986) with two changes. The extent of a moving box is added to the
//! *origin*, not to the boxes: their lower borders are measured from its upper one and vice versa, so the
//! test costs the same for a ray and a box. And all rounding is outwards (Ize 2013, "Robust BVH Ray
//! Traversal"). The difference of two floats and its product with a reciprocal are each exact to half a unit
//! in the last place. Widening the far end by [`MARGIN`] therefore never loses a hit.

use cairn2d_math::{Aabb, Vec2};

/// Relative widening of the far end of the interval \[-\]. Covers the three roundings above, and reciprocals
/// that are subnormal because the translation is huge.
const MARGIN: f32 = 1.0 + 2.0e-6;

/// Translations below this \[m\] count as zero on that axis, because their reciprocal would overflow.
const STILL: f32 = 1.0e-30;

/// One axis of a cast.
#[derive(Clone, Copy, Debug)]
pub(super) struct CastAxis {
    /// Upper border of the moving box \[m\]: compared with the boxes' lower borders.
    pub(super) upper: f32,
    /// Lower border of the moving box \[m\]: compared with the boxes' upper borders.
    pub(super) lower: f32,
    /// One over the translation \[1/m\]; 0 for zero translation.
    pub(super) inverse: f32,
    /// Whether the translation is zero on this axis.
    pub(super) still: bool,
}

impl CastAxis {
    fn new(lower: f32, upper: f32, translation: f32, max_fraction: f32) -> Self {
        if translation.abs() >= STILL {
            return Self { upper, lower, inverse: 1.0 / translation, still: false };
        }
        let way = translation * max_fraction;
        let upper = if way > 0.0 { upper + way } else { upper };
        let lower = if way < 0.0 { lower + way } else { lower };
        Self { upper, lower, inverse: 0.0, still: true }
    }

    /// The interval of fractions \[-\] between the borders `min` and `max` \[m\]; reversed if it is empty.
    #[inline(always)]
    pub(super) fn clip(&self, min: f32, max: f32) -> (f32, f32) {
        if self.still {
            let meets = min <= self.upper && self.lower <= max;
            return if meets {
                (f32::NEG_INFINITY, f32::INFINITY)
            } else {
                (f32::INFINITY, f32::NEG_INFINITY)
            };
        }
        let (to_min, to_max) = ((min - self.upper) * self.inverse, (max - self.lower) * self.inverse);
        // The order follows from the direction; comparing compiles without a branch.
        if to_min < to_max { (to_min, to_max) } else { (to_max, to_min) }
    }
}

/// A point or box that moves along a segment, prepared for tests with boxes. One cast may walk several trees,
/// and each of them shortens it. For the crates of cairn2d.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct BoxCast {
    pub(super) x: CastAxis,
    pub(super) y: CastAxis,
    /// The current end of the cast \[-\].
    pub(super) max_fraction: f32,
    /// `max_fraction` with the outward rounding \[-\].
    pub(super) limit: f32,
}

impl BoxCast {
    /// Sets up the cast of `aabb` (a point for a ray); `None` for a negative fraction or input that is
    /// inverted or not finite.
    #[must_use]
    pub fn new(aabb: Aabb, translation: Vec2, max_fraction: f32) -> Option<Self> {
        let valid = aabb.is_valid() && translation.is_finite() && max_fraction.is_finite();
        if !valid || max_fraction < 0.0 {
            return None;
        }
        Some(Self {
            x: CastAxis::new(aabb.min.x, aabb.max.x, translation.x, max_fraction),
            y: CastAxis::new(aabb.min.y, aabb.max.y, translation.y, max_fraction),
            max_fraction,
            limit: max_fraction * MARGIN,
        })
    }

    /// The fraction \[-\] of the first contact with the box, or infinity.
    #[inline(always)]
    pub fn enter(&self, aabb: Aabb) -> f32 {
        let (near_x, far_x) = self.x.clip(aabb.min.x, aabb.max.x);
        let (near_y, far_y) = self.y.clip(aabb.min.y, aabb.max.y);
        let near = if near_x > near_y { near_x } else { near_y };
        let near = if near > 0.0 { near } else { 0.0 };
        let far = if far_x < far_y { far_x } else { far_y };
        if near <= widen(far) && near <= self.limit { near } else { f32::INFINITY }
    }

    /// Applies the result of a cast's callback (see [`super::DynamicTree::ray_cast`]); false ends the cast.
    #[inline(always)]
    pub fn shorten(&mut self, answer: f32) -> bool {
        if answer == 0.0 {
            return false;
        }
        if answer > 0.0 && answer < self.max_fraction {
            self.max_fraction = answer;
            self.limit = answer * MARGIN;
        }
        true
    }
}

/// A fraction \[-\] rounded outwards.
#[inline(always)]
pub(super) fn widen(far: f32) -> f32 {
    far * MARGIN
}
