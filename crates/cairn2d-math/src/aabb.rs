//! Axis-aligned boxes: closed rectangles that bound shapes in the broad phase.
//!
//! Invariant of a valid box: finite, `min <= max` on both axes. [`Aabb::EMPTY`] is deliberately not valid: it is the
//! neutral element of `union`. The segment clip is the slab method (Kay and Kajiya 1986), with zero components tested
//! apart so that no `0 * inf` ever arises.

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
    /// The box that contains nothing: the start value of a union. Not valid by itself.
    pub const EMPTY: Self = Self { min: Vec2::splat(f32::INFINITY), max: Vec2::splat(f32::NEG_INFINITY) };

    /// A box from its lower left and upper right corner \[m\].
    #[inline]
    #[must_use]
    pub const fn new(min: Vec2, max: Vec2) -> Self {
        Self { min, max }
    }

    /// A box from its centre \[m\] and half its width and height \[m\], not negative.
    #[inline]
    #[must_use]
    pub fn from_center_half(center: Vec2, half_extents: Vec2) -> Self {
        Self { min: center - half_extents, max: center + half_extents }
    }

    /// The smallest box around `points` \[m\]; [`Aabb::EMPTY`] for none.
    #[must_use]
    pub fn from_points(points: &[Vec2]) -> Self {
        points.iter().fold(Self::EMPTY, |aabb, &p| Self { min: aabb.min.min(p), max: aabb.max.max(p) })
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
    pub const fn contains_point(self, point: Vec2) -> bool {
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

    /// The length of the border \[m\]: the cost measure of the tree.
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
    pub fn translate(self, translation: Vec2) -> Self {
        Self { min: self.min + translation, max: self.max + translation }
    }

    /// Whether the box is finite and `min <= max`.
    #[inline]
    #[must_use]
    pub const fn is_valid(self) -> bool {
        self.min.is_finite() && self.max.is_finite() && self.min.x <= self.max.x && self.min.y <= self.max.y
    }

    /// Where the segment enters the box: the first fraction \[-\] in \[0, `max_fraction`\] at which
    /// `origin + fraction * translation` lies in the closed box, 0 when it starts inside, `None` when it misses.
    ///
    /// A translation component of zero is fine, and so are both: then the answer says whether `origin` lies inside.
    #[must_use]
    pub fn ray_cast(self, origin: Vec2, translation: Vec2, max_fraction: f32) -> Option<f32> {
        let span = clip_slab((0.0, max_fraction), (self.min.x, self.max.x), origin.x, translation.x)?;
        let span = clip_slab(span, (self.min.y, self.max.y), origin.y, translation.y)?;
        Some(span.0)
    }
}

impl Default for Aabb {
    #[inline]
    fn default() -> Self {
        Self::EMPTY
    }
}

/// Cuts the interval of fractions down to where the coordinate lies between the two borders.
#[inline]
fn clip_slab(span: (f32, f32), border: (f32, f32), origin: f32, translation: f32) -> Option<(f32, f32)> {
    if translation == 0.0 {
        // Parallel to the slab: either all fractions lie inside or none does.
        let inside = border.0 <= origin && origin <= border.1;
        return if inside && span.0 <= span.1 { Some(span) } else { None };
    }
    let to_min = (border.0 - origin) / translation;
    let to_max = (border.1 - origin) / translation;
    let (near, far) = if translation > 0.0 { (to_min, to_max) } else { (to_max, to_min) };
    let lower = if near > span.0 { near } else { span.0 };
    let upper = if far < span.1 { far } else { span.1 };
    // A comparison that is false for NaN, so that bad input misses.
    if lower <= upper { Some((lower, upper)) } else { None }
}
