//! Point queries on one shape: containment, and the nearest point of the surface.

use super::{Core, Shape};
use crate::double::D2;
use cairn2d_math::Vec2;

/// The point of a surface nearest to a query point, in the frame of the shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Nearest point \[m\] of the surface.
    pub point: Vec2,
    /// Unit normal of the surface there, from the shape outwards.
    pub normal: Vec2,
    /// Signed distance \[m\]: positive outside, negative inside.
    pub distance: f32,
}

impl Shape {
    /// True if a local point \[m\] is inside or on the surface. Segments have no inside, so the result is
    /// false for them.
    pub fn test_point(&self, point: impl Into<Vec2>) -> bool {
        let point = point.into();
        !self.is_line() && self.nearest_point(point).distance <= 0.0
    }

    /// The point of the surface nearest to a local point \[m\].
    ///
    /// The normal is always a unit vector: for a point exactly on a segment it is the right side of `a -> b`,
    /// for the centre of a circle the y axis.
    pub fn nearest_point(&self, point: impl Into<Vec2>) -> Nearest {
        let point = point.into();
        let nearest = nearest_to_core(&self.core(), D2::from(point));
        Nearest {
            point: nearest.point.narrow(),
            normal: nearest.normal.narrow(),
            distance: nearest.distance as f32,
        }
    }
}

/// [`Nearest`] in double precision.
pub(crate) struct Nearest2 {
    pub(crate) point: D2,
    pub(crate) normal: D2,
    pub(crate) distance: f64,
}

/// Nearest point of a grown core. Cores of three or more points must be counter-clockwise convex polygons.
pub(crate) fn nearest_to_core(shape: &Core<'_>, query: D2) -> Nearest2 {
    let core = match *shape.points() {
        [p] => from_point(D2::from(p), query, D2::new(0.0, 1.0)),
        [a, b] => nearest_on_segment(D2::from(a), D2::from(b), query),
        ref corners => nearest_on_polygon(corners, query),
    };
    let radius = f64::from(shape.radius());
    Nearest2 {
        point: core.point + core.normal * radius,
        normal: core.normal,
        distance: core.distance - radius,
    }
}

fn from_point(p: D2, query: D2, fallback: D2) -> Nearest2 {
    let offset = query - p;
    let normal = offset.normalize().unwrap_or(fallback);
    Nearest2 { point: p, normal, distance: offset.length() }
}

pub(crate) fn nearest_on_segment(a: D2, b: D2, query: D2) -> Nearest2 {
    let d = b - a;
    let length_squared = d.length_squared();
    let fallback = d.right().normalize().unwrap_or(D2::new(0.0, 1.0));
    let t = (query - a).dot(d);
    let p = if t <= 0.0 || length_squared == 0.0 {
        a
    } else if t >= length_squared {
        b
    } else {
        a.lerp(b, t / length_squared)
    };
    from_point(p, query, fallback)
}

fn nearest_on_polygon(corners: &[Vec2], query: D2) -> Nearest2 {
    let n = corners.len();
    let mut deepest = (f64::MIN, D2::ZERO);
    let mut outside: Option<Nearest2> = None;
    for i in 0..n {
        let (a, b) = (D2::from(corners[i]), D2::from(corners[(i + 1) % n]));
        let Some(normal) = (b - a).right().normalize() else { continue };
        let height = (query - a).dot(normal);
        if height > deepest.0 {
            deepest = (height, normal);
        }
        if height > 0.0 {
            let candidate = nearest_on_segment(a, b, query);
            if outside.as_ref().is_none_or(|best| candidate.distance < best.distance) {
                outside = Some(candidate);
            }
        }
    }
    // Inside, the nearest surface is the face with the least depth, and the projection onto it is always
    // within the face.
    let (height, normal) = deepest;
    outside.unwrap_or(Nearest2 { point: query - normal * height, normal, distance: height })
}
