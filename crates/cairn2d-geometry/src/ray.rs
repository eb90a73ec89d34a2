//! Rays against single shapes.
//!
//! A ray is a directed segment: `origin + fraction * translation` for fractions from 0 to `max_fraction`. It
//! hits the first point at which it enters a shape. The special cases are the same for every shape with an
//! inside:
//!
//! * a start inside or on the surface: a hit at fraction 0 with a zero normal, because the ray enters no
//!   surface;
//! * zero length: a hit as above, or none;
//! * grazing (along a face or through a corner): a hit or none, never a wrong normal;
//! * segments are hit from both sides, chain segments only from the colliding side; a ray along the segment
//!   misses it;
//! * values that are not finite: no hit.

use crate::double::{D2, DPose};
use crate::shape::{ChainSegment, Core, Shape, nearest_to_core};
use cairn2d_math::{Pose, Vec2};

/// A directed segment to cast against shapes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Start \[m\].
    pub origin: Vec2,
    /// Displacement from the start to the end at fraction 1 \[m\].
    pub translation: Vec2,
    /// Hits beyond this fraction of the translation [-] are ignored; 1 by default, at least 0.
    pub max_fraction: f32,
}

impl Ray {
    /// The ray from `origin` \[m\] over `translation` \[m\].
    pub fn new(origin: impl Into<Vec2>, translation: impl Into<Vec2>) -> Ray {
        Ray { origin: origin.into(), translation: translation.into(), max_fraction: 1.0 }
    }

    /// The ray between two points \[m\].
    pub fn between(from: impl Into<Vec2>, to: impl Into<Vec2>) -> Ray {
        let origin = from.into();
        Ray::new(origin, to.into() - origin)
    }

    /// The point \[m\] at a fraction [-] of the translation.
    pub fn at(&self, fraction: f32) -> Vec2 {
        self.origin + self.translation * fraction
    }

    /// True when every value is finite and `max_fraction` is not negative.
    pub fn is_valid(&self) -> bool {
        self.origin.is_finite()
            && self.translation.is_finite()
            && self.max_fraction.is_finite()
            && self.max_fraction >= 0.0
    }
}

/// Entry of a ray into a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// Fraction [-] of the translation, from 0 to the ray's `max_fraction`.
    pub fraction: f32,
    /// The point \[m\] there.
    pub point: Vec2,
    /// Outward unit normal of the surface there; zero when the ray starts inside.
    pub normal: Vec2,
}

impl Shape {
    /// Casts a ray in the frame of the shape. See the [module](crate::ray) for the special cases.
    pub fn ray_cast(&self, ray: &Ray) -> Option<RayHit> {
        self.ray_cast_at(Pose::IDENTITY, ray)
    }

    /// Casts a ray given in world coordinates against the shape at `pose`.
    pub fn ray_cast_at(&self, pose: Pose, ray: &Ray) -> Option<RayHit> {
        if !ray.is_valid() {
            return None;
        }
        let frame = DPose::from(pose);
        let line = Line {
            origin: frame.inv_transform(D2::from(ray.origin)),
            translation: frame.inv_rotate(D2::from(ray.translation)),
            max: f64::from(ray.max_fraction),
        };
        let (fraction, normal) = match self {
            Shape::Segment(segment) => line.segment(D2::from(segment.a), D2::from(segment.b)),
            Shape::ChainSegment(chain) => line.chain(chain),
            Shape::Circle(_) | Shape::Capsule(_) | Shape::Polygon(_) => line.solid(&self.core()),
        }?;
        // Only a shape or pose that is not finite gets here; it is not hit.
        if !(0.0..=line.max).contains(&fraction) {
            return None;
        }
        let rounded = fraction as f32;
        Some(RayHit {
            fraction: if rounded > ray.max_fraction { ray.max_fraction } else { rounded },
            point: (D2::from(ray.origin) + D2::from(ray.translation) * fraction).narrow(),
            normal: frame.rotate(normal).narrow(),
        })
    }
}

/// A ray in the frame of a shape, in double precision. Hits are pairs of a fraction and a normal.
pub(crate) struct Line {
    pub(crate) origin: D2,
    pub(crate) translation: D2,
    pub(crate) max: f64,
}

/// Where a ray enters a core.
pub(crate) enum CoreEntry {
    /// Nowhere.
    Miss,
    /// It starts inside or on the surface.
    Inside,
    /// At a fraction of the translation, through a surface with this normal.
    At(f64, D2),
}

impl Line {
    fn segment(&self, a: D2, b: D2) -> Option<(f64, D2)> {
        let normal = (b - a).right().normalize()?;
        let facing = if normal.dot(self.origin - a) < 0.0 { -normal } else { normal };
        self.face(a, b, facing, 0.0)
    }

    fn chain(&self, chain: &ChainSegment) -> Option<(f64, D2)> {
        let (a, b) = (D2::from(chain.a), D2::from(chain.b));
        let normal = (b - a).right().normalize()?;
        if normal.dot(self.origin - a) < 0.0 {
            return None;
        }
        self.face(a, b, normal, 0.0)
    }

    fn solid(&self, shape: &Core<'_>) -> Option<(f64, D2)> {
        let radius = f64::from(shape.radius());
        let starts_inside = || nearest_to_core(shape, self.origin).distance <= 0.0;
        match self.enter_rounded(shape.points(), radius, starts_inside) {
            CoreEntry::Miss => None,
            CoreEntry::Inside => Some((0.0, D2::ZERO)),
            CoreEntry::At(fraction, normal) => Some((fraction, normal)),
        }
    }

    /// Entry into a convex core with rounded corners. `starts_inside` is called only if the start may be
    /// inside.
    pub(crate) fn enter_rounded(
        &self,
        points: &[Vec2],
        radius: f64,
        starts_inside: impl FnOnce() -> bool,
    ) -> CoreEntry {
        let entry =
            |hit: Option<(f64, D2)>| hit.map_or(CoreEntry::Miss, |(at, normal)| CoreEntry::At(at, normal));
        if points.len() < 3 {
            return if starts_inside() { CoreEntry::Inside } else { entry(self.rounded(points, radius)) };
        }
        let Some((fraction, edge)) = self.convex(points, radius) else { return CoreEntry::Miss };
        let Some(edge) = edge else {
            let inside = radius == 0.0 || starts_inside();
            return if inside { CoreEntry::Inside } else { entry(self.rounded(points, radius)) };
        };
        let (a, b) = (D2::from(points[edge]), D2::from(points[(edge + 1) % points.len()]));
        let along = (self.origin + self.translation * fraction - a).dot(b - a);
        if radius == 0.0 || (0.0..=(b - a).length_squared()).contains(&along) {
            return entry((b - a).right().normalize().map(|normal| (fraction, normal)));
        }
        entry(self.rounded(points, radius))
    }

    /// Entry into a convex polygon whose edges are moved outwards by `offset`: the fraction and the edge
    /// that is crossed last, or no edge for a start inside. `None` for a miss.
    ///
    /// Source: Cyrus and Beck, "Generalized Two- and Three-Dimensional Line Clipping", 1978.
    fn convex(&self, corners: &[Vec2], offset: f64) -> Option<(f64, Option<usize>)> {
        let n = corners.len();
        let (mut enter, mut leave) = (0.0, self.max);
        let mut entered = None;
        for i in 0..n {
            let (a, b) = (D2::from(corners[i]), D2::from(corners[if i + 1 < n { i + 1 } else { 0 }]));
            // Fractions need no unit normals: both the height and the speed are multiples of the length.
            let normal = (b - a).right();
            let margin = if offset > 0.0 { offset * normal.length() } else { 0.0 };
            let height = normal.dot(self.origin - a) - margin;
            let speed = normal.dot(self.translation);
            if speed < 0.0 {
                // Compared without division by a speed that may be tiny.
                if height > enter * -speed {
                    enter = height / -speed;
                    entered = Some(i);
                }
            } else if speed > 0.0 {
                if height + leave * speed > 0.0 {
                    leave = -height / speed;
                }
            } else if height > 0.0 {
                return None;
            }
            if enter > leave {
                return None;
            }
        }
        Some((enter, entered))
    }

    /// Entry into a rounded core from outside: the first of the discs at its points and the offset edges.
    fn rounded(&self, points: &[Vec2], radius: f64) -> Option<(f64, D2)> {
        let n = points.len();
        let mut best: Option<(f64, D2)> = None;
        for i in 0..n {
            let (a, b) = (D2::from(points[i]), D2::from(points[(i + 1) % n]));
            let edge = (b - a).right().normalize().and_then(|normal| self.face(a, b, normal, radius));
            for hit in [self.disc(a, radius), edge].into_iter().flatten() {
                if best.is_none_or(|b| hit.0 < b.0) {
                    best = Some(hit);
                }
            }
        }
        best
    }

    /// Crosses the edge `a b`, moved outwards by `offset`, against `normal`.
    fn face(&self, a: D2, b: D2, normal: D2, offset: f64) -> Option<(f64, D2)> {
        let speed = -normal.dot(self.translation);
        let height = normal.dot(self.origin - a) - offset;
        if speed <= 0.0 || height < 0.0 || height > self.max * speed {
            return None;
        }
        let fraction = height / speed;
        let along = (self.origin + self.translation * fraction - a).dot(b - a);
        if along < 0.0 || along > (b - a).length_squared() { None } else { Some((fraction, normal)) }
    }

    /// Entry into a disc from outside.
    fn disc(&self, center: D2, radius: f64) -> Option<(f64, D2)> {
        let direction = self.translation.normalize()?;
        let offset = center - self.origin;
        let along = offset.dot(direction);
        let aside = offset - direction * along;
        let half_chord_squared = radius * radius - aside.length_squared();
        if half_chord_squared < 0.0 {
            return None;
        }
        let distance = along - half_chord_squared.sqrt();
        let fraction = distance / self.translation.length();
        if distance < 0.0 || fraction > self.max {
            return None;
        }
        let normal = (self.origin + direction * distance - center).normalize()?;
        Some((fraction, normal))
    }
}

#[cfg(test)]
mod tests;
