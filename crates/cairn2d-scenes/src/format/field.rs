//! Fields and blasts as data: what acts on bodies by where they are, and what happens once.

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

/// Something that acts on all dynamic bodies in an area.
///
/// Where fields of one kind overlap, all act, those of higher priority first; an exclusive one silences those
/// of its kind that come after it, world gravity included. Gravity and attractors are one kind here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FieldDesc {
    /// Where it acts. Default: everywhere.
    #[serde(default, skip_serializing_if = "is_default")]
    pub area: AreaDesc,
    /// What it does.
    pub effect: EffectDesc,
    /// Which field comes first where several overlap: that of higher priority. Default: 0.
    #[serde(default, skip_serializing_if = "is_default")]
    pub priority: i32,
    /// Whether it silences fields of its kind that come after it. Default: only gravity and conveyors do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exclusive: Option<bool>,
    /// The categories of the bodies it acts on. Default: all.
    #[serde(default = "all_bits", with = "bits", skip_serializing_if = "is_all_bits")]
    #[schemars(with = "Bits")]
    pub mask: u64,
    /// Whether it acts at all. Default: true.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub enabled: bool,
    /// A number the engine keeps and never looks at. Default: 0.
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

/// Where a field acts, in world coordinates.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AreaDesc {
    /// The whole world.
    #[default]
    Everywhere,
    /// A box.
    Box(BoxAreaDesc),
    /// A disc; not for water.
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
    /// Points whose convex hull it is, at least three \[m\].
    pub points: Vec<[f32; 2]>,
}

/// What a field does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EffectDesc {
    /// Another gravity.
    Gravity(GravityDesc),
    /// Pulls to a point.
    Attractor(AttractorDesc),
    /// Pushes what stands in the way.
    Wind(WindDesc),
    /// Slows down.
    Drag(DragDesc),
    /// Drives along.
    Conveyor(ConveyorDesc),
    /// A floor seen from above.
    Floor(FloorDesc),
    /// Carries what floats.
    Water(WaterDesc),
    /// Lets time pass slower or faster.
    TimeFlow(TimeFlowDesc),
}

/// Another gravity.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GravityDesc {
    /// The acceleration \[m/s²\].
    pub acceleration: [f32; 2],
}

/// How a pull depends on the distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FalloffDesc {
    /// The same at every distance.
    Constant,
    /// By the distance.
    Inverse,
    /// By its square, as between planets.
    #[default]
    InverseSquare,
}

/// Pulls to a point.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttractorDesc {
    /// The point \[m\].
    pub center: [f32; 2],
    /// The acceleration at a distance of 1 m; below 0 it repels \[m/s²\].
    pub strength: f32,
    /// How it depends on the distance. Default: by its square.
    #[serde(default, skip_serializing_if = "is_default")]
    pub falloff: FalloffDesc,
    /// The distance within which the pull goes down to nothing, from 0.001 \[m\]. Default: 0.1.
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

/// Damping towards the velocity of what fills the area.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DragDesc {
    /// How fast the velocity decays, from 0 \[1/s\].
    pub linear: f32,
    /// How fast the spin decays, from 0 \[1/s\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub angular: f32,
    /// The velocity of what fills the area \[m/s\]. Default: none.
    #[serde(default, skip_serializing_if = "is_zero_pair")]
    pub velocity: [f32; 2],
}

/// Drives bodies along a direction.
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
    /// The velocity of the floor \[m/s\]. Default: none.
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
    /// The velocity of the liquid \[m/s\]. Default: none.
    #[serde(default, skip_serializing_if = "is_zero_pair")]
    pub velocity: [f32; 2],
}

/// Another flow of time.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TimeFlowDesc {
    /// Time in the area per time in the world, 0.001 to 1000 \[-\].
    pub scale: f32,
}

/// An explosion that happens once, before a step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BlastDesc {
    /// Before which step, counted from 0.
    pub step: u32,
    /// Where \[m\].
    pub center: [f32; 2],
    /// The distance up to which it has its full strength, from 0 \[m\].
    pub radius: f32,
    /// The distance beyond over which it goes down to nothing, from 0 \[m\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub falloff: f32,
    /// The impulse per metre that a shape is wide across the blast \[N s/m\].
    pub impulse_per_length: f32,
}
