//! Bodies as data: pose, motion, sleep, and their shapes and chains.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fields::{Bits, bits, is_default, is_false, is_one, is_true, is_zero, is_zero_pair};
use super::{ChainDesc, ShapeDesc};

/// How a body moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum BodyKind {
    /// Never moves.
    Static,
    /// Moves by its velocity alone; forces and contacts do not change it.
    Kinematic,
    /// Moves by its velocity, forces, contacts and joints.
    #[default]
    Dynamic,
}

/// One body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BodyDesc {
    /// The name that joints may use; unique in the scene. Default: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How the body moves. Default: dynamic.
    pub kind: BodyKind,
    /// The position of the body's origin \[m\]. Default: [0, 0].
    #[serde(skip_serializing_if = "is_zero_pair")]
    pub position: [f32; 2],
    /// The body's angle, counter-clockwise \[rad\]. Default: 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub angle: f32,
    /// The velocity of the body's origin \[m/s\]; ignored on a static body. Default: [0, 0].
    #[serde(skip_serializing_if = "is_zero_pair")]
    pub velocity: [f32; 2],
    /// The angular velocity, counter-clockwise \[rad/s\]. Default: 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub angular_velocity: f32,
    /// How fast the velocity decays, from 0 \[1/s\]. Default: 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub linear_damping: f32,
    /// How fast the angular velocity decays, from 0 \[1/s\]. Default: 0.
    #[serde(skip_serializing_if = "is_zero")]
    pub angular_damping: f32,
    /// A factor on the world's gravity \[-\]. Default: 1.
    #[serde(skip_serializing_if = "is_one")]
    pub gravity_scale: f32,
    /// Directions in which the body may not move. Default: none.
    #[serde(skip_serializing_if = "is_default")]
    pub locks: Locks,
    /// When the body may fall asleep. Default: below 0.05 m/s.
    #[serde(skip_serializing_if = "is_default")]
    pub sleep: SleepDesc,
    /// Whether the body starts awake. Default: true.
    #[serde(skip_serializing_if = "is_true")]
    pub awake: bool,
    /// Whether the body is a bullet: continuous collision keeps it and dynamic bodies from passing through
    /// each other. Default: false.
    #[serde(skip_serializing_if = "is_false")]
    pub bullet: bool,
    /// Whether the shapes are parts of one solid: what slides over them does not catch at inner edges, and
    /// the body is drawn as one. Default: false.
    #[serde(skip_serializing_if = "is_false")]
    pub joined: bool,
    /// The motion in a step above which continuous collision sweeps the body, as a share of the inner radius
    /// of its thinnest shape, from 0 \[-\]. Default: 0.5.
    #[serde(skip_serializing_if = "is_sweep_threshold")]
    pub sweep_threshold: f32,
    /// The factor on time for the body, 0.001 to 1000 \[-\]. Default: 1.
    #[serde(skip_serializing_if = "is_one")]
    pub time_scale: f32,
    /// The dominance, -128 to 127: of two dynamic bodies, the one with higher dominance acts as if it had
    /// infinite mass. Default: 0.
    #[serde(skip_serializing_if = "is_default")]
    pub dominance: i8,
    /// Mass, center and inertia that replace those of the shapes. Default: those of the shapes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass: Option<MassDesc>,
    /// Whether the body takes part in the simulation. Default: true.
    #[serde(skip_serializing_if = "is_true")]
    pub enabled: bool,
    /// A number for the user, which the engine ignores. Default: 0.
    #[serde(with = "bits", skip_serializing_if = "is_default")]
    #[schemars(with = "Bits")]
    pub user_data: u64,
    /// The body's shapes. Default: none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<ShapeDesc>,
    /// The body's chains of one-sided segments. Default: none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub chains: Vec<ChainDesc>,
}

impl Default for BodyDesc {
    fn default() -> Self {
        Self {
            name: None,
            kind: BodyKind::Dynamic,
            position: [0.0; 2],
            angle: 0.0,
            velocity: [0.0; 2],
            angular_velocity: 0.0,
            linear_damping: 0.0,
            angular_damping: 0.0,
            gravity_scale: 1.0,
            locks: Locks::default(),
            sleep: SleepDesc::default(),
            awake: true,
            bullet: false,
            joined: false,
            sweep_threshold: SWEEP_THRESHOLD,
            time_scale: 1.0,
            dominance: 0,
            mass: None,
            enabled: true,
            user_data: 0,
            shapes: Vec::new(),
            chains: Vec::new(),
        }
    }
}

impl BodyDesc {
    /// Returns a dynamic body without shapes at `position` \[m\].
    pub fn dynamic(position: [f32; 2]) -> Self {
        Self { position, ..Self::default() }
    }

    /// Returns a static body without shapes at `position` \[m\].
    pub fn fixed(position: [f32; 2]) -> Self {
        Self { kind: BodyKind::Static, position, ..Self::default() }
    }

    /// Returns a kinematic body without shapes at `position` \[m\].
    pub fn kinematic(position: [f32; 2]) -> Self {
        Self { kind: BodyKind::Kinematic, position, ..Self::default() }
    }

    /// Returns the body with one more shape.
    pub fn with(mut self, shape: ShapeDesc) -> Self {
        self.shapes.push(shape);
        self
    }

    /// Returns the body under a name.
    pub fn named(mut self, name: &str) -> Self {
        self.name = Some(name.to_owned());
        self
    }
}

/// Directions in which a body may not move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Locks {
    /// Whether the body keeps its x coordinate. Default: false.
    #[serde(skip_serializing_if = "is_false")]
    pub x: bool,
    /// Whether the body keeps its y coordinate. Default: false.
    #[serde(skip_serializing_if = "is_false")]
    pub y: bool,
    /// Whether the body keeps its angle. Default: false.
    #[serde(skip_serializing_if = "is_false")]
    pub rotation: bool,
}

/// When a body may fall asleep.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SleepDesc {
    /// Whether the body may fall asleep. Default: true.
    #[serde(skip_serializing_if = "is_true")]
    pub enabled: bool,
    /// The speed below which the body may fall asleep, from 0 \[m/s\]. Default: 0.05.
    #[serde(skip_serializing_if = "is_sleep_threshold")]
    pub threshold: f32,
}

const SWEEP_THRESHOLD: f32 = 0.5;

fn is_sweep_threshold(value: &f32) -> bool {
    *value == SWEEP_THRESHOLD
}

const SLEEP_THRESHOLD: f32 = 0.05;

fn is_sleep_threshold(value: &f32) -> bool {
    *value == SLEEP_THRESHOLD
}

impl Default for SleepDesc {
    fn default() -> Self {
        Self { enabled: true, threshold: SLEEP_THRESHOLD }
    }
}

/// Mass properties given by hand.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MassDesc {
    /// The mass, above 0 \[kg\].
    pub mass: f32,
    /// The center of mass in body coordinates \[m\]. Default: [0, 0].
    #[serde(default, skip_serializing_if = "is_zero_pair")]
    pub center: [f32; 2],
    /// The rotational inertia about the center of mass, from 0 (0: the body does not turn) \[kg m^2\].
    pub inertia: f32,
}
