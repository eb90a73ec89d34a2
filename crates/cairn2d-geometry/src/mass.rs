//! Mass, centre of mass and rotational inertia of shapes.
//!
//! All sums run in double precision relative to a point of the shape itself, so a shape far from the origin
//! has the same inertia as one at the origin. (Summing about the origin and subtracting `m d²` loses all
//! digits there.) Rounded polygons are summed by their exact pieces: the core, one rectangle per edge, one
//! disc sector per corner.

use crate::double::D2;
use cairn2d_math::{Vec2, atan2};

const PI: f64 = core::f64::consts::PI;

/// Mass of a shape or body.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mass {
    /// Mass \[kg\], at least 0.
    pub mass: f32,
    /// Centre of mass \[m\] in the local frame.
    pub center: Vec2,
    /// Rotational inertia [kg m²] about the centre of mass, at least 0.
    pub inertia: f32,
}

impl Mass {
    /// No mass, at the origin.
    pub const ZERO: Mass = Mass { mass: 0.0, center: Vec2::ZERO, inertia: 0.0 };

    /// Rotational inertia [kg m²] about any point \[m\] of the local frame (parallel-axis theorem).
    pub fn inertia_about(&self, point: Vec2) -> f32 {
        self.inertia + self.mass * self.center.distance_squared(point)
    }

    /// The total mass of several parts. Parts without mass do not count, not even for the centre.
    pub fn sum(parts: impl IntoIterator<Item = Mass>) -> Mass {
        let mut total = Total::default();
        for part in parts {
            total.add(f64::from(part.mass), D2::from(part.center), f64::from(part.inertia));
        }
        total.mass(1.0)
    }

    /// The same mass spread by `factor` [-], at least 0: mass and inertia scale, the centre stays.
    pub fn scaled(self, factor: f32) -> Mass {
        Mass { mass: self.mass * factor, center: self.center, inertia: self.inertia * factor }
    }
}

/// Sums parts without loss of precision by position or cancellation.
///
/// Invariant: `inertia` is about `center` of everything added so far.
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    area: f64,
    center: D2,
    inertia: f64,
}

impl Total {
    /// Adds a part by its area, centre and inertia about its own centre.
    fn add(&mut self, area: f64, center: D2, inertia: f64) {
        if area <= 0.0 {
            return;
        }
        let sum = self.area + area;
        let offset = center - self.center;
        // Two bodies about their common centre: the reduced mass times the squared distance.
        self.inertia += inertia + self.area * area / sum * offset.length_squared();
        self.center = self.center + offset * (area / sum);
        self.area = sum;
    }

    fn mass(&self, density: f32) -> Mass {
        let density = f64::from(density);
        Mass {
            mass: (self.area * density) as f32,
            center: self.center.narrow(),
            inertia: (self.inertia * density) as f32,
        }
    }
}

/// Mass of a disc: radius \[m\], density [kg/m²].
pub(crate) fn circle(center: Vec2, radius: f32, density: f32) -> Mass {
    let r2 = f64::from(radius) * f64::from(radius);
    let area = PI * r2;
    Total { area, center: D2::from(center), inertia: 0.5 * area * r2 }.mass(density)
}

/// Mass of a capsule: radius \[m\], density [kg/m²].
pub(crate) fn capsule(a: Vec2, b: Vec2, radius: f32, density: f32) -> Mass {
    let (a, b, r) = (D2::from(a), D2::from(b), f64::from(radius));
    let length = (b - a).length();
    let center = a.lerp(b, 0.5);
    let mut total = Total { area: PI * r * r, center, inertia: 0.0 };
    // The two half discs: their inertia about the disc centre is that of a disc. They are offset by half the
    // length, and the centroid of each is 4r/(3 pi) farther out.
    let (half, bulge) = (0.5 * length, 4.0 * r / (3.0 * PI));
    total.inertia = total.area * (0.5 * r * r + half * half + 2.0 * half * bulge);
    let rectangle = 2.0 * r * length;
    total.add(rectangle, center, rectangle * (4.0 * r * r + length * length) / 12.0);
    total.mass(density)
}

/// Mass of a strictly convex polygon, counter-clockwise, grown by `radius` \[m\]: density [kg/m²].
pub(crate) fn polygon(vertices: &[Vec2], radius: f32, density: f32) -> Mass {
    let mut total = core_total(vertices);
    if radius > 0.0 {
        add_rounding(&mut total, vertices, f64::from(radius));
    }
    total.mass(density)
}

/// Centre of area \[m\] of a simple polygon.
pub(crate) fn polygon_centroid(vertices: &[Vec2]) -> Vec2 {
    core_total(vertices).center.narrow()
}

/// The polygon as a fan of triangles from its first corner.
fn core_total(vertices: &[Vec2]) -> Total {
    let origin = D2::from(vertices[0]);
    let mut twice_area = 0.0;
    let mut first_moment = D2::ZERO;
    let mut second_moment = 0.0;
    for pair in vertices[1..].windows(2) {
        let (e1, e2) = (D2::from(pair[0]) - origin, D2::from(pair[1]) - origin);
        let cross = e1.cross(e2);
        twice_area += cross;
        first_moment = first_moment + (e1 + e2) * cross;
        second_moment += cross * (e1.dot(e1) + e1.dot(e2) + e2.dot(e2));
    }
    if twice_area <= 0.0 || !twice_area.is_finite() {
        // Only shapes that fail validation get here; they get no mass, and one of their points as the centre.
        return Total { area: 0.0, center: origin, inertia: 0.0 };
    }
    let center = first_moment * (1.0 / (3.0 * twice_area));
    let inertia = second_moment / 12.0 - 0.5 * twice_area * center.length_squared();
    Total { area: 0.5 * twice_area, center: origin + center, inertia }
}

/// Adds a rectangle outside of every edge and a disc sector at every corner.
fn add_rounding(total: &mut Total, vertices: &[Vec2], r: f64) {
    let n = vertices.len();
    let at = |i: usize| D2::from(vertices[i % n]);
    for i in 0..n {
        let (a, b) = (at(i), at(i + 1));
        let Some(normal) = (b - a).right().normalize() else { continue };
        let Some(next) = (at(i + 2) - b).right().normalize() else { continue };
        let length = (b - a).length();
        let area = length * r;
        let middle = a.lerp(b, 0.5) + normal * (0.5 * r);
        total.add(area, middle, area * (length * length + r * r) / 12.0);
        let angle = f64::from(atan2(normal.cross(next) as f32, normal.dot(next) as f32));
        let area = 0.5 * angle * r * r;
        // First moment of the sector about its corner: r^3/3 times the integral of the unit vector over its
        // directions.
        let moment = (normal - next).left() * (r * r * r / 3.0);
        if area > 0.0 {
            let offset = moment * (1.0 / area);
            total.add(area, b + offset, area * (0.5 * r * r - offset.length_squared()));
        }
    }
}

#[cfg(test)]
mod tests;
