//! Fields and explosions as data: effects on bodies in an area, and effects at one step.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fields::{Bits, bits, is_default, is_one, is_true, is_zero, is_zero_pair, one};

fn yes() -> bool {
    true
}

fn all_bits() -> u64 {
    u64::MAX
}

fn is_all_bits(mask: &u64) -> bool {
    *mask == u64::MAX
}

/// An effect on all dynamic bodies in an area.
///
/// Where fields of one kind overlap, all act, in the order of priority from high to low. An exclusive one
/// disables those of its kind that follow, world gravity included. Gravity and attractors are one kind here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FieldDesc {
    /// The area. Default: everywhere.
    #[serde(default, skip_serializing_if = "is_default")]
    pub area: AreaDesc,
    /// The effect.
    pub effect: EffectDesc,
    /// The priority where several fields overlap; a higher one comes first. Default: 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub priority: i32,
    /// Whether it disables fields of its kind that follow. Default: true for gravity and conveyors, else
    /// false.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exclusive: Option<bool>,
    /// The categories of the bodies it acts on. Default: all.
    #[serde(default = "all_bits", with = "bits", skip_serializing_if = "is_all_bits")]
    #[schemars(with = "Bits")]
    pub mask: u64,
    /// Whether it acts. Default: true.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub enabled: bool,
    /// A number for the user, which the engine ignores. Default: 0.
    #[serde(default, with = "bits", skip_serializing_if = "is_default")]
    #[schemars(with = "Bits")]
    pub user_data: u64,
}

impl FieldDesc {
    /// Returns a field of priority 0.
    pub fn new(area: AreaDesc, effect: EffectDesc) -> Self {
        Self { area, effect, priority: 0, exclusive: None, mask: u64::MAX, enabled: true, user_data: 0 }
    }
}

/// The area of a field, in world coordinates.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AreaDesc {
    /// The whole world.
    #[default]
    Everywhere,
    /// A box.
    Box(BoxAreaDesc),
    /// A disc; not allowed for water.
    Circle(CircleAreaDesc),
    /// A convex polygon.
    Polygon(PolygonAreaDesc),
}

impl AreaDesc {
    /// Returns a box from its lowest to its highest corner \[m\].
    pub fn rect(min: [f32; 2], max: [f32; 2]) -> Self {
        AreaDesc::Box(BoxAreaDesc { min, max })
    }
}

/// A box.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoxAreaDesc {
    /// The lowest corner \[m\].
    pub min: [f32; 2],
    /// The highest corner, not below the lowest \[m\].
    pub max: [f32; 2],
}

/// A disc.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CircleAreaDesc {
    /// The center \[m\].
    pub center: [f32; 2],
    /// The radius, from 0.0001 \[m\].
    pub radius: f32,
}

/// A convex polygon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PolygonAreaDesc {
    /// Points whose convex hull is the polygon, at least three \[m\].
    pub points: Vec<[f32; 2]>,
}

/// The effect of a field.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EffectDesc {
    /// Local gravity.
    Gravity(GravityDesc),
    /// Acceleration towards a point.
    Attractor(AttractorDesc),
    /// Aerodynamic drag and lift.
    Wind(WindDesc),
    /// Damping.
    Drag(DragDesc),
    /// Acceleration to a velocity along a direction.
    Conveyor(ConveyorDesc),
    /// A floor seen from above.
    Floor(FloorDesc),
    /// Buoyancy and drag.
    Water(WaterDesc),
    /// A factor on time.
    TimeFlow(TimeFlowDesc),
}

/// Local gravity, which replaces or adds to the world's.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GravityDesc {
    /// The acceleration \[m/s²\].
    pub acceleration: [f32; 2],
}

/// How an attraction depends on the distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FalloffDesc {
    /// Independent of the distance.
    Constant,
    /// Proportional to 1 / distance.
    Inverse,
    /// Proportional to 1 / distance², as between planets.
    #[default]
    InverseSquare,
}

/// Acceleration towards a point.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttractorDesc {
    /// The point \[m\].
    pub center: [f32; 2],
    /// The acceleration at a distance of 1 m; below 0 it repels \[m/s²\].
    pub strength: f32,
    /// How it depends on the distance. Default: inverse square.
    #[serde(default, skip_serializing_if = "is_default")]
    pub falloff: FalloffDesc,
    /// The distance within which the acceleration falls to 0 at the center, from 0.001 \[m\]. Default: 0.1.
    #[serde(default = "min_distance", skip_serializing_if = "is_min_distance")]
    pub min_distance: f32,
}

const MIN_DISTANCE: f32 = 0.1;

fn min_distance() -> f32 {
    MIN_DISTANCE
}

fn is_min_distance(value: &f32) -> bool {
    *value == MIN_DISTANCE
}

const AIR: f32 = 1.2;

fn air() -> f32 {
    AIR
}

fn is_air(value: &f32) -> bool {
    *value == AIR
}

/// Wind.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WindDesc {
    /// The velocity of the air \[m/s\].
    pub velocity: [f32; 2],
    /// The density of the air, from 0 \[kg/m²\]. Default: 1.2.
    #[serde(default = "air", skip_serializing_if = "is_air")]
    pub density: f32,
    /// The drag coefficient, from 0 \[-\]. Default: 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub drag: f32,
    /// The lift coefficient, from 0 \[-\]. Default: 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub lift: f32,
}

/// Damping towards the velocity of the medium in the area.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DragDesc {
    /// How fast the velocity decays, from 0 \[1/s\].
    pub linear: f32,
    /// How fast the spin decays, from 0 \[1/s\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub angular: f32,
    /// The velocity of the medium \[m/s\]. Default: [0, 0].
    #[serde(default, skip_serializing_if = "is_zero_pair")]
    pub velocity: [f32; 2],
}

/// Accelerates bodies to a speed along a direction.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ConveyorDesc {
    /// The direction and the speed \[m/s\].
    pub velocity: [f32; 2],
    /// The largest acceleration, from 0 \[m/s²\].
    pub max_acceleration: f32,
}

/// A floor seen from above: dry friction under the whole body.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FloorDesc {
    /// The largest deceleration, from 0 \[m/s²\].
    pub deceleration: f32,
    /// The velocity of the floor \[m/s\]. Default: [0, 0].
    #[serde(default, skip_serializing_if = "is_zero_pair")]
    pub velocity: [f32; 2],
}

/// A liquid.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WaterDesc {
    /// The density, from 0 \[kg/m²\].
    pub density: f32,
    /// The drag per displaced mass, from 0 \[1/s\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub drag: f32,
    /// The velocity of the liquid \[m/s\]. Default: [0, 0].
    #[serde(default, skip_serializing_if = "is_zero_pair")]
    pub velocity: [f32; 2],
}

/// A factor on time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TimeFlowDesc {
    /// Time in the area per time in the world, 0.001 to 1000 \[-\].
    pub scale: f32,
}

/// An explosion before one step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlastDesc {
    /// The step before which it happens, from 0.
    pub step: u32,
    /// The center \[m\].
    pub center: [f32; 2],
    /// The distance with full strength, from 0 \[m\].
    pub radius: f32,
    /// The further distance over which the strength falls to 0, from 0 \[m\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub falloff: f32,
    /// The impulse per metre of a shape's width across the direction from the center \[N s/m\].
    pub impulse_per_length: f32,
}
