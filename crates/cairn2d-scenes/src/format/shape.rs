//! Shapes and chains as data: geometry, surface, filter.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fields::{Bits, bits, is_default, is_false, is_one, is_zero, one};
use super::geometry::{BoxDesc, CapsuleDesc, CircleDesc, Geometry, PolygonDesc, SegmentDesc};

/// One shape of a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ShapeDesc {
    /// The geometry in body coordinates.
    pub geometry: Geometry,
    /// The mass per area, from 0 \[kg/m^2\]. Default: 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub density: f32,
    /// The surface: the name of an entry in `materials`, or its properties. Default: the default material.
    #[serde(default, skip_serializing_if = "is_default")]
    pub material: MaterialRef,
    /// The collision filter. Default: collides with everything.
    #[serde(default, skip_serializing_if = "is_default")]
    pub filter: FilterDesc,
    /// The only side from which the shape is solid. Default: solid from all sides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_way: Option<OneWayDesc>,
    /// The approach speed above which a hit is reported, from 0 \[m/s\]. Default: hits are not reported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report_hits_above: Option<f32>,
    /// Whether the shape is a sensor: without collision response and mass, it only detects overlaps. Default:
    /// false.
    #[serde(default, skip_serializing_if = "is_false")]
    pub sensor: bool,
    /// Whether sensors detect the shape. Default: true, but false for a sensor and on a static body.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sensor_events: Option<bool>,
    /// A number for the user, which the engine ignores. Default: 0.
    #[serde(default, with = "bits", skip_serializing_if = "is_default")]
    #[schemars(with = "Bits")]
    pub user_data: u64,
}

impl ShapeDesc {
    /// Returns a shape of density 1 with the default material, which collides with everything.
    pub fn new(geometry: Geometry) -> Self {
        Self {
            geometry,
            density: 1.0,
            material: MaterialRef::default(),
            filter: FilterDesc::default(),
            one_way: None,
            report_hits_above: None,
            sensor: false,
            sensor_events: None,
            user_data: 0,
        }
    }

    /// Returns a circle about the body's origin with a radius \[m\] above 0.
    pub fn circle(radius: f32) -> Self {
        Self::new(Geometry::Circle(CircleDesc { center: [0.0; 2], radius }))
    }

    /// Returns a capsule around the segment from `a` to `b` \[m\] with a radius \[m\] above 0.
    pub fn capsule(a: [f32; 2], b: [f32; 2], radius: f32) -> Self {
        Self::new(Geometry::Capsule(CapsuleDesc { a, b, radius }))
    }

    /// Returns a segment from `a` to `b` \[m\].
    pub fn segment(a: [f32; 2], b: [f32; 2]) -> Self {
        Self::new(Geometry::Segment(SegmentDesc { a, b }))
    }

    /// Returns an upright box about the body's origin with half extents \[m\] above 0.
    pub fn half_box(x: f32, y: f32) -> Self {
        Self::box_at([x, y], [0.0; 2])
    }

    /// Returns an upright box with half extents \[m\] above 0 about `center` \[m\].
    pub fn box_at(half: [f32; 2], center: [f32; 2]) -> Self {
        Self::new(Geometry::Box(BoxDesc { half, center, angle: 0.0, radius: 0.0 }))
    }

    /// Returns the convex hull of `points` \[m\], rounded by `radius` \[m\] from 0.
    pub fn polygon(points: impl Into<Vec<[f32; 2]>>, radius: f32) -> Self {
        Self::new(Geometry::Polygon(PolygonDesc { points: points.into(), radius, exact: false }))
    }

    /// Returns the shape with another density, from 0 \[kg/m^2\].
    pub fn density(mut self, density: f32) -> Self {
        self.density = density;
        self
    }

    /// Returns the shape with a material given in place.
    pub fn material(mut self, material: MaterialDesc) -> Self {
        self.material = MaterialRef::Inline(material);
        self
    }

    /// Returns the shape with a default material but for its friction, from 0 \[-\].
    pub fn friction(self, friction: f32) -> Self {
        self.material(MaterialDesc { friction, ..MaterialDesc::default() })
    }

    /// Returns the shape as a sensor.
    pub fn sensor(mut self) -> Self {
        self.sensor = true;
        self
    }

    /// Returns the shape solid from above only.
    pub fn one_way(mut self) -> Self {
        self.one_way = Some(OneWayDesc::default());
        self
    }

    /// Returns the shape with another filter.
    pub fn filter(mut self, filter: FilterDesc) -> Self {
        self.filter = filter;
        self
    }
}

/// A chain of one-sided segments that collides smoothly along its corners.
///
/// A chain is solid on the left of its direction and collides on the right: points listed clockwise make a
/// container.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ChainDesc {
    /// The points in body coordinates \[m\]. At least three if closed, else at least four; the first and the
    /// last of an open chain only give the directions at its ends and carry no segment.
    #[schemars(length(min = 3))]
    pub points: Vec<[f32; 2]>,
    /// Whether the last point is joined to the first. Default: false.
    #[serde(default, skip_serializing_if = "is_false")]
    pub closed: bool,
    /// The surface: the name of an entry in `materials`, or its properties. Default: the default material.
    #[serde(default, skip_serializing_if = "is_default")]
    pub material: MaterialRef,
    /// The surfaces of the segments one by one, each the name of an entry in `materials`, or its properties.
    /// Default: that of the chain, also for segments beyond the list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub materials: Vec<MaterialRef>,
    /// The only side from which the segments are solid, in addition to being one-sided. Default: no
    /// restriction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub one_way: Option<OneWayDesc>,
    /// The collision filter. Default: collides with everything.
    #[serde(default, skip_serializing_if = "is_default")]
    pub filter: FilterDesc,
}

impl ChainDesc {
    /// Returns the number of segments the chain makes.
    pub fn segment_count(&self) -> usize {
        if self.closed { self.points.len() } else { self.points.len().saturating_sub(3) }
    }
}

/// The surface of a shape: a name in the scene's table of materials, or the properties themselves.
#[derive(Clone, Debug, PartialEq, JsonSchema)]
#[schemars(untagged)]
pub enum MaterialRef {
    /// The properties.
    Inline(MaterialDesc),
    /// The name of an entry in `materials`.
    Name(String),
}

impl Default for MaterialRef {
    fn default() -> Self {
        MaterialRef::Inline(MaterialDesc::default())
    }
}

/// The properties of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MaterialDesc {
    /// The Coulomb friction coefficient, from 0 \[-\]. Default: 0.6.
    #[serde(skip_serializing_if = "is_default_friction")]
    pub friction: f32,
    /// The share of the approach speed that a bounce returns, from 0 to 1 \[-\]. Default: 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub restitution: f32,
    /// The rolling resistance, as a share of the radius, from 0 \[-\]. Default: 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub rolling_resistance: f32,
    /// The speed of the surface along its tangent, as on a conveyor belt \[m/s\]. Default: 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub tangent_speed: f32,
    /// The friction that must be overcome before sliding begins, from 0 \[-\]. Default: `friction`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub static_friction: Option<f32>,
    /// The softness of contacts with the surface. Default: that of the world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub softness: Option<ContactSoftnessDesc>,
    /// The id of the surface in `material_pairs`. Default: 0.
    #[serde(with = "bits", skip_serializing_if = "is_default")]
    #[schemars(with = "Bits")]
    pub id: u64,
    /// The rule that combines the friction of two surfaces. Default: geometric_mean.
    #[serde(skip_serializing_if = "is_geometric_mean")]
    pub friction_mix: MixRule,
    /// The rule that combines the restitution of two surfaces. Default: maximum.
    #[serde(skip_serializing_if = "is_maximum")]
    pub restitution_mix: MixRule,
}

const FRICTION: f32 = 0.6;

fn is_default_friction(value: &f32) -> bool {
    *value == FRICTION
}

fn is_geometric_mean(rule: &MixRule) -> bool {
    *rule == MixRule::GeometricMean
}

fn is_maximum(rule: &MixRule) -> bool {
    *rule == MixRule::Maximum
}

impl Default for MaterialDesc {
    fn default() -> Self {
        Self {
            friction: FRICTION,
            restitution: 0.0,
            rolling_resistance: 0.0,
            tangent_speed: 0.0,
            static_friction: None,
            softness: None,
            id: 0,
            friction_mix: MixRule::GeometricMean,
            restitution_mix: MixRule::Maximum,
        }
    }
}

/// The softness of a contact: a spring with a damper.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ContactSoftnessDesc {
    /// The frequency at which a body would oscillate on the contact, above 0 \[Hz\].
    pub hertz: f32,
    /// The damping ratio, from 0 \[-\].
    pub damping_ratio: f32,
}

/// The surface of contacts between two materials, instead of their combination. Omitted values are combined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MaterialPairDesc {
    /// The id of one material. Default: 0.
    #[serde(with = "bits", skip_serializing_if = "is_default")]
    #[schemars(with = "Bits")]
    pub a: u64,
    /// The id of the other material. Default: 0.
    #[serde(with = "bits", skip_serializing_if = "is_default")]
    #[schemars(with = "Bits")]
    pub b: u64,
    /// The Coulomb friction coefficient, from 0 \[-\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friction: Option<f32>,
    /// The friction that must be overcome before sliding begins, from 0 \[-\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub static_friction: Option<f32>,
    /// The share of the approach speed that a bounce returns, from 0 to 1 \[-\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restitution: Option<f32>,
    /// The rolling resistance, as a share of the radius, from 0 \[-\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rolling_resistance: Option<f32>,
    /// The softness of the contact.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub softness: Option<ContactSoftnessDesc>,
}

/// A rule that combines the values of two surfaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MixRule {
    /// The square root of the product.
    GeometricMean,
    /// The mean of both.
    Average,
    /// The smaller one.
    Minimum,
    /// The product.
    Multiply,
    /// The larger one.
    Maximum,
}

/// A shape that is solid from one side only.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct OneWayDesc {
    /// The direction out of the solid side, in body coordinates, of any length above 0. Default: [0, 1].
    pub direction: [f32; 2],
    /// The largest angle between the direction and the normal of a solid contact, from 0 to pi \[rad\].
    /// Default: pi / 3.
    pub half_angle: f32,
}

impl Default for OneWayDesc {
    fn default() -> Self {
        Self { direction: [0.0, 1.0], half_angle: core::f32::consts::FRAC_PI_3 }
    }
}

/// A collision filter.
///
/// Two shapes with the same group other than 0 always collide if it is positive and never if it is negative.
/// Else they collide if each one's category is in the other one's mask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct FilterDesc {
    /// The categories the shape belongs to, as bits. Default: 1.
    #[serde(with = "bits", skip_serializing_if = "is_first_category")]
    #[schemars(with = "Bits")]
    pub category: u64,
    /// The categories the shape collides with, as bits. Default: all.
    #[serde(with = "bits", skip_serializing_if = "is_all")]
    #[schemars(with = "Bits")]
    pub mask: u64,
    /// A group that overrides categories, 0 for none. Default: 0.
    #[serde(skip_serializing_if = "is_default")]
    pub group: i32,
}

fn is_first_category(category: &u64) -> bool {
    *category == 1
}

fn is_all(mask: &u64) -> bool {
    *mask == u64::MAX
}

impl Default for FilterDesc {
    fn default() -> Self {
        Self { category: 1, mask: u64::MAX, group: 0 }
    }
}
