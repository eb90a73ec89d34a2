//! Areas of fields.

use cairn2d_geometry::{HalfPlane, HullError, Polygon, Shape};
use cairn2d_math::{Aabb, Pose, Vec2};

use crate::tables::check::{Bound, MAX_COORDINATE, check, check_position};
use crate::tables::error::{FieldError, KindError};

/// The area of a field, in world coordinates.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Area {
    /// The whole world.
    Everywhere,
    /// An axis-aligned rectangle \[m\].
    Box(Aabb),
    /// A disc.
    Circle {
        /// Its centre \[m\].
        center: Vec2,
        /// Its radius \[m\], above 0.
        radius: f32,
    },
    /// A convex polygon with sharp corners \[m\].
    Polygon(Polygon),
}

impl Area {
    /// Returns a rectangle from its lowest to its highest corner \[m\].
    pub fn rect(min: impl Into<Vec2>, max: impl Into<Vec2>) -> Area {
        Area::Box(Aabb { min: min.into(), max: max.into() })
    }

    /// Returns a disc around a point \[m\] with this radius \[m\].
    pub fn circle(center: impl Into<Vec2>, radius: f32) -> Area {
        Area::Circle { center: center.into(), radius }
    }

    /// Returns the convex hull of these points \[m\].
    ///
    /// # Errors
    /// Too few points, or points without area.
    pub fn polygon(points: &[impl Into<Vec2> + Copy]) -> Result<Area, HullError> {
        Polygon::new(points).map(Area::Polygon)
    }

    /// Returns whether a point \[m\] is in the area.
    pub fn contains(&self, point: impl Into<Vec2>) -> bool {
        let point = point.into();
        match self {
            Area::Everywhere => true,
            Area::Box(bounds) => bounds.contains_point(point),
            Area::Circle { center, radius } => point.distance(*center) <= *radius,
            Area::Polygon(_) => self.planes().all(|plane| plane.normal.dot(point) <= plane.offset),
        }
    }

    /// Returns whether an object within this distance of a point could be in the area.
    pub(crate) fn is_near(&self, point: Vec2, distance: f32) -> bool {
        let bounds = match self {
            Area::Everywhere => return true,
            Area::Box(bounds) => *bounds,
            Area::Circle { center, radius } => Aabb::from_center_half(*center, Vec2::splat(*radius)),
            Area::Polygon(polygon) => Aabb::from_points(polygon.vertices()),
        };
        bounds.expand(distance).contains_point(point)
    }

    /// Returns the half-planes whose intersection is the area, with offsets from a nearby point. None for a
    /// disc and the whole world.
    pub(crate) fn planes_from(&self, origin: Vec2) -> impl Iterator<Item = HalfPlane> + '_ {
        let count = match self {
            Area::Everywhere | Area::Circle { .. } => 0,
            Area::Box(_) => 4,
            Area::Polygon(polygon) => polygon.vertices().len(),
        };
        (0..count).map(move |side| {
            let (normal, point) = match self {
                Area::Box(bounds) => match side {
                    0 => (Vec2::X, bounds.max),
                    1 => (Vec2::Y, bounds.max),
                    2 => (-Vec2::X, bounds.min),
                    _ => (-Vec2::Y, bounds.min),
                },
                Area::Polygon(polygon) => (polygon.normals()[side], polygon.vertices()[side]),
                _ => (Vec2::X, origin),
            };
            HalfPlane { normal, offset: normal.dot(point - origin) }
        })
    }

    fn planes(&self) -> impl Iterator<Item = HalfPlane> + '_ {
        self.planes_from(Vec2::ZERO)
    }

    pub(crate) fn validate(&self) -> Result<(), FieldError> {
        match self {
            Area::Everywhere => {}
            Area::Box(bounds) => {
                check_position("area min", bounds.min)?;
                check_position("area max", bounds.max)?;
                check("area width", bounds.max.x - bounds.min.x, Bound::NonNegative)?;
                check("area height", bounds.max.y - bounds.min.y, Bound::NonNegative)?;
            }
            Area::Circle { center, radius } => {
                check_position("area center", *center)?;
                check("area radius", *radius, Bound::Range(1.0e-6, MAX_COORDINATE))?;
            }
            Area::Polygon(polygon) => {
                Shape::from(polygon.clone()).validate()?;
                if polygon.radius() > 0.0 {
                    return Err(KindError::new("areas have sharp corners").into());
                }
            }
        }
        Ok(())
    }

    /// Returns the area displaced by a vector.
    pub(crate) fn shifted(&self, by: Vec2) -> Area {
        match self {
            Area::Everywhere => Area::Everywhere,
            Area::Box(bounds) => Area::Box(Aabb { min: bounds.min + by, max: bounds.max + by }),
            Area::Circle { center, radius } => Area::Circle { center: *center + by, radius: *radius },
            Area::Polygon(polygon) => Area::Polygon(polygon.transformed(Pose::from_position(by))),
        }
    }

    /// Visits all numbers of the area, for the hash.
    pub(crate) fn numbers(&self, mut visit: impl FnMut(&[f32])) {
        match self {
            Area::Everywhere => visit(&[]),
            Area::Box(bounds) => visit(&[bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y]),
            Area::Circle { center, radius } => visit(&[center.x, center.y, *radius]),
            Area::Polygon(polygon) => {
                polygon.vertices().iter().for_each(|vertex| visit(&[vertex.x, vertex.y]));
            }
        }
    }
}
