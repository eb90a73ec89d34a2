//! `Core`: the input of GJK and casts, a few points and a radius.
//!
//! Every convex shape of the engine is the convex hull of its core points, rounded by a radius.

use cairn2d_math::Vec2;

/// The convex hull of some points, grown by a radius.
#[derive(Clone, Copy, Debug)]
pub struct Core<'a> {
    small: [Vec2; 2],
    count: usize,
    many: Option<&'a [Vec2]>,
    radius: f32,
}

impl<'a> Core<'a> {
    /// A disc of `radius` \[m\] (which may be 0) around a point \[m\].
    #[inline]
    pub fn point(point: Vec2, radius: f32) -> Core<'a> {
        Core { small: [point, point], count: 1, many: None, radius }
    }

    /// A segment \[m\] grown by `radius` \[m\].
    #[inline]
    pub fn segment(a: Vec2, b: Vec2, radius: f32) -> Core<'a> {
        Core { small: [a, b], count: 2, many: None, radius }
    }

    /// The hull of any points \[m\], in any order, grown by `radius` \[m\]. Empty lists count as the origin.
    #[inline]
    pub fn points_of(points: &'a [Vec2], radius: f32) -> Core<'a> {
        if points.is_empty() {
            return Core::point(Vec2::ZERO, radius);
        }
        Core { small: [points[0]; 2], count: points.len(), many: Some(points), radius }
    }

    /// The core points \[m\]; never empty.
    #[inline]
    pub fn points(&self) -> &[Vec2] {
        match self.many {
            Some(points) => points,
            None => &self.small[..self.count],
        }
    }

    /// The rounding radius \[m\].
    #[inline]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// The same points with another radius \[m\].
    #[inline]
    pub fn with_radius(self, radius: f32) -> Core<'a> {
        Core { radius, ..self }
    }

    /// Index of the core point farthest along `direction`; the first one among equals.
    pub fn support(&self, direction: Vec2) -> usize {
        let points = self.points();
        let mut best = 0;
        let mut best_value = points[0].dot(direction);
        for (i, p) in points[1..].iter().enumerate() {
            let value = p.dot(direction);
            if value > best_value {
                best = i + 1;
                best_value = value;
            }
        }
        best
    }
}
