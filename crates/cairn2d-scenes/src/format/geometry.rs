//! Geometry of shapes as data: types, rules, and conversion from and to the shapes of the engine. A new type
//! of shape changes no other file of this crate.

use cairn2d::geometry::{HullError, ShapeVariant};
use cairn2d::{Capsule, Circle, Polygon, Rect, Segment, Shape, Vec2};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fields::{is_false, is_zero, is_zero_pair};
use super::validate::{
    Checked, MAX_COORDINATE, MIN_EXTENT, Problem, extent, number, point, points, rounding, within,
};

/// The geometry of a shape, in body coordinates.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Geometry {
    /// A disc.
    Circle(CircleDesc),
    /// All points within a distance of a segment.
    Capsule(CapsuleDesc),
    /// A segment without thickness that collides on both sides; it has no mass.
    Segment(SegmentDesc),
    /// A rectangle, rounded if it has a radius.
    Box(BoxDesc),
    /// The convex hull of points, rounded if it has a radius.
    Polygon(PolygonDesc),
}

impl Geometry {
    /// Returns the geometry of a shape, or `None` for a segment of a chain.
    pub(crate) fn of(shape: &Shape) -> Option<Geometry> {
        Some(match shape.variant() {
            ShapeVariant::Circle(circle) => {
                Geometry::Circle(CircleDesc { center: circle.center.into(), radius: circle.radius })
            }
            ShapeVariant::Capsule(capsule) => Geometry::Capsule(CapsuleDesc {
                a: capsule.a.into(),
                b: capsule.b.into(),
                radius: capsule.radius,
            }),
            ShapeVariant::Segment(segment) => {
                Geometry::Segment(SegmentDesc { a: segment.a.into(), b: segment.b.into() })
            }
            ShapeVariant::Polygon(polygon) => match polygon.as_rect() {
                Some(rect) => Geometry::Box(BoxDesc {
                    half: rect.half.into(),
                    center: rect.center.into(),
                    angle: rect.rotation.angle(),
                    radius: rect.radius,
                }),
                None => {
                    let corners = polygon.vertices();
                    let is_own_hull = Polygon::new(corners).is_ok_and(|hull| hull.vertices() == corners);
                    let points = corners.iter().map(|&point| point.into()).collect();
                    Geometry::Polygon(PolygonDesc { points, radius: polygon.radius(), exact: !is_own_hull })
                }
            },
            ShapeVariant::ChainSegment(_) => return None,
        })
    }

    /// Returns the shape of the engine.
    ///
    /// # Errors
    /// Points without a hull.
    pub(crate) fn shape(&self) -> Result<Shape, HullError> {
        Ok(match self {
            Geometry::Circle(circle) => Circle::new(circle.radius).at(circle.center).into(),
            Geometry::Capsule(capsule) => Capsule::new(capsule.a, capsule.b, capsule.radius).into(),
            Geometry::Segment(segment) => Segment::new(segment.a, segment.b).into(),
            Geometry::Box(rect) => {
                let [x, y] = rect.half;
                Rect::half(x, y).at(rect.center).rotated(rect.angle).rounded(rect.radius).into()
            }
            Geometry::Polygon(polygon) => polygon.corners()?.rounded(polygon.radius).into(),
        })
    }

    /// Returns whether the shape has an area, and so a mass.
    pub(crate) fn has_area(&self) -> bool {
        !matches!(self, Geometry::Segment(_))
    }

    /// Checks the numbers against the ranges of the engine.
    pub(super) fn check(&self) -> Checked {
        match self {
            Geometry::Circle(circle) => {
                let inner = || {
                    point("center", circle.center)?;
                    extent("radius", circle.radius)
                };
                inner().map_err(|problem: Problem| problem.field("circle"))
            }
            Geometry::Capsule(capsule) => {
                let inner = || {
                    point("a", capsule.a)?;
                    point("b", capsule.b)?;
                    extent("radius", capsule.radius)
                };
                inner().map_err(|problem: Problem| problem.field("capsule"))
            }
            Geometry::Segment(segment) => {
                let inner = || {
                    point("a", segment.a)?;
                    point("b", segment.b)
                };
                inner().map_err(|problem: Problem| problem.field("segment"))
            }
            Geometry::Box(rectangle) => {
                let inner = || {
                    for (axis, half) in rectangle.half.iter().enumerate() {
                        number(*half, MIN_EXTENT, MAX_COORDINATE)
                            .map_err(|problem| problem.index(axis).field("half"))?;
                    }
                    point("center", rectangle.center)?;
                    within("angle", rectangle.angle, -1.0e6, 1.0e6)?;
                    rounding(rectangle.radius)
                };
                inner().map_err(|problem: Problem| problem.field("box"))
            }
            Geometry::Polygon(polygon) => {
                let inner = || {
                    points(&polygon.points, 3)?;
                    rounding(polygon.radius)
                };
                inner().map_err(|problem: Problem| problem.field("polygon"))
            }
        }
    }
}

/// A disc.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CircleDesc {
    /// The center \[m\]. Default: [0, 0].
    #[serde(default, skip_serializing_if = "is_zero_pair")]
    pub center: [f32; 2],
    /// The radius, above 0 \[m\].
    pub radius: f32,
}

/// All points within a distance of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CapsuleDesc {
    /// One end of the segment \[m\].
    pub a: [f32; 2],
    /// The other end of the segment \[m\].
    pub b: [f32; 2],
    /// The radius, above 0 \[m\].
    pub radius: f32,
}

/// A segment without thickness.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SegmentDesc {
    /// One end \[m\].
    pub a: [f32; 2],
    /// The other end \[m\].
    pub b: [f32; 2],
}

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoxDesc {
    /// Half the width and half the height without the rounding, above 0 \[m\].
    pub half: [f32; 2],
    /// The center \[m\]. Default: [0, 0].
    #[serde(default, skip_serializing_if = "is_zero_pair")]
    pub center: [f32; 2],
    /// The angle in body coordinates, counter-clockwise \[rad\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub angle: f32,
    /// The rounding added on all sides, from 0 \[m\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub radius: f32,
}

/// The convex hull of points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PolygonDesc {
    /// At least three points, in any order unless they are `exact` \[m\].
    #[schemars(length(min = 3))]
    pub points: Vec<[f32; 2]>,
    /// The rounding added on all sides, from 0 \[m\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub radius: f32,
    /// Whether the points are the corners of a convex polygon, counter-clockwise, used unchanged. Otherwise
    /// the corners are those of the convex hull that stick out. Default: false.
    #[serde(default, skip_serializing_if = "is_false")]
    pub exact: bool,
}

impl PolygonDesc {
    /// Returns the polygon before rounding.
    fn corners(&self) -> Result<Polygon, HullError> {
        if self.exact {
            let corners: Vec<Vec2> = self.points.iter().map(|&point| point.into()).collect();
            return Polygon::from_vertices(&corners);
        }
        Polygon::new(&self.points)
    }
}
