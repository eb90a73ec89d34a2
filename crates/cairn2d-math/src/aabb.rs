//! Axis-aligned boxes: closed rectangles that bound shapes in the broad phase.
//!
//! Invariant of a valid box: finite, `min <= max` on both axes. [`Aabb::EMPTY`] is deliberately not valid: it
//! is the neutral element of `union`. The segment clip is the slab method (Kay and Kajiya 1986), with a
//! separate test for zero components, so that `0 * inf` never occurs.

use crate::vec2::{Vec2, vec2};

/// A closed axis-aligned rectangle.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aabb {
    /// Lower left corner \[m\].
    pub min: Vec2,
    /// Upper right corner \[m\].
    pub max: Vec2,
}

impl Aabb {
    /// The empty box: the start value of a union. Not valid by itself.
    pub const EMPTY: Self = Self { min: Vec2::splat(f32::INFINITY), max: Vec2::splat(f32::NEG_INFINITY) };

    /// A box from its lower left and upper right corner \[m\].
    #[inline]
    #[must_use]
    pub fn new(min: impl Into<Vec2>, max: impl Into<Vec2>) -> Self {
        Self { min: min.into(), max: max.into() }
    }

    /// A box from its centre \[m\] and half its width and height \[m\], not negative.
    #[inline]
    #[must_use]
    pub fn from_center_half(center: impl Into<Vec2>, half_extents: impl Into<Vec2>) -> Self {
        let (center, half_extents) = (center.into(), half_extents.into());
        Self { min: center - half_extents, max: center + half_extents }
    }

    /// The smallest box around `points` \[m\]; [`Aabb::EMPTY`] for none.
    #[inline]
    #[must_use]
    pub fn from_points<P: Copy + Into<Vec2>>(points: &[P]) -> Self {
        points.iter().fold(Self::EMPTY, |aabb, &p| {
            let p = p.into();
            Self { min: aabb.min.min(p), max: aabb.max.max(p) }
        })
    }

    /// The smallest box that contains both.
    #[inline(always)]
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Whether `other` lies in this box, borders included.
    #[inline(always)]
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        self.min.x <= other.min.x
            && self.min.y <= other.min.y
            && other.max.x <= self.max.x
            && other.max.y <= self.max.y
    }

    /// Whether `point` \[m\] lies in this box, border included.
    #[inline]
    #[must_use]
    pub fn contains_point(self, point: impl Into<Vec2>) -> bool {
        let point = point.into();
        self.min.x <= point.x && point.x <= self.max.x && self.min.y <= point.y && point.y <= self.max.y
    }

    /// Whether the boxes share a point; touching counts.
    #[inline(always)]
    #[must_use]
    pub const fn overlaps(self, other: Self) -> bool {
        self.min.x <= other.max.x
            && other.min.x <= self.max.x
            && self.min.y <= other.max.y
            && other.min.y <= self.max.y
    }

    /// The centre \[m\].
    #[inline]
    #[must_use]
    pub fn center(self) -> Vec2 {
        // Halving first keeps boxes near the end of the float range from overflowing.
        self.min * 0.5 + self.max * 0.5
    }

    /// Half the width and height \[m\].
    #[inline]
    #[must_use]
    pub fn half_extents(self) -> Vec2 {
        self.max * 0.5 - self.min * 0.5
    }

    /// The length of the border \[m\], the cost measure of the trees.
    #[inline(always)]
    #[must_use]
    pub const fn perimeter(self) -> f32 {
        2.0 * ((self.max.x - self.min.x) + (self.max.y - self.min.y))
    }

    /// The box grown by `margin` \[m\] on every side.
    #[inline(always)]
    #[must_use]
    pub const fn expand(self, margin: f32) -> Self {
        Self {
            min: vec2(self.min.x - margin, self.min.y - margin),
            max: vec2(self.max.x + margin, self.max.y + margin),
        }
    }

    /// The box moved by `translation` \[m\].
    #[inline]
    #[must_use]
    pub fn translate(self, translation: impl Into<Vec2>) -> Self {
        let translation = translation.into();
        Self { min: self.min + translation, max: self.max + translation }
    }

    /// Whether the box is finite and `min <= max`.
    #[inline]
    #[must_use]
    pub const fn is_valid(self) -> bool {
        self.min.is_finite() && self.max.is_finite() && self.min.x <= self.max.x && self.min.y <= self.max.y
    }

    /// Entry of a segment into the box: the first fraction \[-\] in \[0, `max_fraction`\] at which
    /// `origin + fraction * translation` is in the closed box. 0 if it starts inside, `None` if it misses.
    ///
    /// A translation may be zero on one axis or on both; with both, the result tells whether `origin` is
    /// inside.
    #[must_use]
    pub fn ray_cast(
        self,
        origin: impl Into<Vec2>,
        translation: impl Into<Vec2>,
        max_fraction: f32,
    ) -> Option<f32> {
        let (origin, translation) = (origin.into(), translation.into());
        let span = clip_slab((0.0, max_fraction), (self.min.x, self.max.x), origin.x, translation.x)?;
        let span = clip_slab(span, (self.min.y, self.max.y), origin.y, translation.y)?;
        Some(span.0)
    }
}

/// Reads as `(x, y) to (x, y)`; a precision counts for all numbers.
impl core::fmt::Display for Aabb {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.min.fmt(f)?;
        f.write_str(" to ")?;
        self.max.fmt(f)
    }
}

impl Default for Aabb {
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Clips the interval of fractions to the range in which the coordinate is between the two borders.
#[inline]
fn clip_slab(span: (f32, f32), border: (f32, f32), origin: f32, translation: f32) -> Option<(f32, f32)> {
    if translation == 0.0 {
        // Parallel to the slab: all fractions are inside or none is.
        let inside = border.0 <= origin && origin <= border.1;
        return if inside && span.0 <= span.1 { Some(span) } else { None };
    }
    let to_min = (border.0 - origin) / translation;
    let to_max = (border.1 - origin) / translation;
    let (near, far) = if translation > 0.0 { (to_min, to_max) } else { (to_max, to_min) };
    // NaN passes this comparison, so that the last line turns it into a miss.
    let lower = if span.0 >= near { span.0 } else { near };
    let upper = if span.1 <= far { span.1 } else { far };
    if lower <= upper { Some((lower, upper)) } else { None }
}

#[cfg(test)]
mod tests {
    use super::Aabb;
    use crate::{Vec2, vec2};

    const UNIT: Aabb = Aabb { min: vec2(-1.0, -1.0), max: vec2(1.0, 1.0) };

    #[test]
    fn measures_of_a_box() {
        let aabb = Aabb::from_center_half(vec2(3.0, -2.0), vec2(1.0, 0.5));
        assert_eq!(aabb, Aabb::new(vec2(2.0, -2.5), vec2(4.0, -1.5)));
        assert_eq!(
            (aabb.center(), aabb.half_extents(), aabb.perimeter()),
            (vec2(3.0, -2.0), vec2(1.0, 0.5), 6.0)
        );
        assert_eq!(aabb.expand(0.5), Aabb::new(vec2(1.5, -3.0), vec2(4.5, -1.0)));
        assert_eq!(aabb.translate(vec2(-3.0, 2.0)), Aabb::from_center_half(Vec2::ZERO, vec2(1.0, 0.5)));
        let huge = Aabb::new(Vec2::splat(f32::MIN), Vec2::splat(f32::MAX));
        assert!(huge.center() == Vec2::ZERO && huge.half_extents().is_finite());
    }

    #[test]
    fn union_starts_from_empty() {
        let points = [vec2(1.0, 5.0), vec2(-2.0, 3.0), vec2(0.0, 4.0)];
        let aabb = Aabb::from_points(&points);
        assert_eq!(aabb, Aabb::new(vec2(-2.0, 3.0), vec2(1.0, 5.0)));
        assert_eq!(Aabb::EMPTY.union(aabb), aabb);
        assert_eq!(Aabb::from_points::<Vec2>(&[]), Aabb::EMPTY);
        assert!(!Aabb::EMPTY.is_valid() && aabb.is_valid() && !Aabb::EMPTY.overlaps(aabb));
        assert!(points.iter().all(|&p| aabb.contains_point(p)));
        assert!(aabb.union(UNIT).contains(UNIT) && !aabb.contains(UNIT));
    }

    #[test]
    fn overlap_is_closed() {
        for (x, y, expected) in [(2.0, 0.0, true), (2.001, 0.0, false), (2.0, -2.0, true), (0.0, 2.5, false)]
        {
            let other = UNIT.translate(vec2(x, y));
            assert_eq!((UNIT.overlaps(other), other.overlaps(UNIT)), (expected, expected), "{x} {y}");
        }
    }

    #[test]
    fn ray_cast_along_the_axes() {
        assert_eq!(UNIT.ray_cast(vec2(-3.0, 0.5), vec2(4.0, 0.0), 1.0), Some(0.5));
        assert_eq!(UNIT.ray_cast(vec2(-3.0, 0.5), vec2(4.0, 0.0), 0.4), None);
        assert_eq!(UNIT.ray_cast(vec2(-3.0, 1.0), vec2(4.0, -0.0), 1.0), Some(0.5));
        assert_eq!(UNIT.ray_cast(vec2(-3.0, 1.5), vec2(4.0, 0.0), 1.0), None);
        assert_eq!(UNIT.ray_cast(vec2(0.5, 9.0), vec2(0.0, 4.0), 1.0), None);
        assert_eq!(UNIT.ray_cast(vec2(0.5, 0.5), vec2(1.0, 1.0), 1.0), Some(0.0));
        assert_eq!(UNIT.ray_cast(vec2(0.5, 0.5), Vec2::ZERO, 1.0), Some(0.0));
        assert_eq!(UNIT.ray_cast(vec2(1.5, 0.5), Vec2::ZERO, 1.0), None);
        assert_eq!(UNIT.ray_cast(vec2(-3.0, f32::NAN), vec2(4.0, 1.0), 1.0), None);
        assert_eq!(Aabb::EMPTY.ray_cast(Vec2::ZERO, Vec2::X, 1.0), None);
    }

    #[test]
    fn ray_cast_agrees_with_sampling() {
        let mut seed = 1u32;
        let mut random = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / 8_388_608.0 * 3.0 - 3.0
        };
        let mut hits = 0;
        for _ in 0..3000 {
            let (origin, translation) = (vec2(random(), random()), vec2(random(), random()) * 2.0);
            let at = |fraction: f32| origin + fraction * translation;
            let first =
                (0..=1000).map(|i| i as f32 / 1000.0).find(|&fraction| UNIT.contains_point(at(fraction)));
            match (UNIT.ray_cast(origin, translation, 1.0), first) {
                (Some(fraction), Some(sampled)) => {
                    hits += 1;
                    assert!(fraction <= sampled + 1.0e-5 && sampled - fraction < 1.1e-3);
                }
                // Sampling misses a corner that is grazed for less than one sample.
                (Some(fraction), None) => {
                    assert!(UNIT.expand(1.0e-5).contains_point(at(fraction)));
                    assert!(!UNIT.contains_point(at(fraction + 2.0e-3)));
                }
                (None, sampled) => assert_eq!(sampled, None),
            }
        }
        assert!(hits > 500, "only {hits} hits");
    }

    #[test]
    fn perimeter_counts_both_sides_at_any_position() {
        assert_eq!(Aabb::new(vec2(-3.0, 2.0), vec2(1.0, 5.0)).perimeter(), 14.0);
    }

    #[test]
    fn aabb_with_one_bad_number_is_invalid() {
        for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
            for place in 0..4 {
                let mut numbers = [-1.0, -1.0, 1.0, 1.0];
                numbers[place] = bad;
                let [a, b, c, d] = numbers;
                assert!(!Aabb::new(vec2(a, b), vec2(c, d)).is_valid(), "{numbers:?}");
            }
        }
        assert!(!Aabb::new(vec2(1.0, -1.0), vec2(-1.0, 1.0)).is_valid());
        assert!(!Aabb::new(vec2(-1.0, 1.0), vec2(1.0, -1.0)).is_valid());
        assert!(UNIT.is_valid());
    }
}
