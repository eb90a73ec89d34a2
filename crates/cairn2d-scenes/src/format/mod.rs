//! The scene format: data types, reading and writing JSON, and the JSON Schema.
//!
//! A scene describes a world before its first step. The types are plain data with public fields;
//! [`Scene::from_json`] and [`Scene::to_json`] are exact inverses of each other, to the bit. Reading checks
//! everything: names and indices have objects, and every number is in its documented range.
//! `docs/scene-format.md` describes the format.
//!
//! Enums are externally tagged (`{"circle": {...}}`), because the other forms need buffering, which would
//! lose the place of an error in the file.

mod body;
mod driver;
mod error;
mod field;
mod fields;
mod geometry;
mod joint;
mod joint_parts;
mod locate;
mod portal;
mod pretty;
mod resolve;
mod schema;
mod shape;
mod validate;

use std::collections::BTreeMap;

use cairn2d::{DVec2, StandardFloats};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use body::{BodyDesc, BodyKind, Locks, MassDesc, SleepDesc};
pub(crate) use driver::act;
pub use driver::{
    CharacterDesc, DriveDesc, DriverDesc, FigureDesc, FigurePoseDesc, SprungCarDesc, SprungWheelDesc,
    TopDownCarDesc, TopDownWheelDesc, WalkDesc,
};
pub use error::{Place, SceneError, SceneErrorKind, place_of_path, read_json};
pub use field::{
    AreaDesc, AttractorDesc, BlastDesc, BoxAreaDesc, CircleAreaDesc, ConveyorDesc, DragDesc, EffectDesc,
    FalloffDesc, FieldDesc, FloorDesc, GravityDesc, PolygonAreaDesc, TimeFlowDesc, WaterDesc, WindDesc,
};
pub use geometry::*;
pub use joint::{BodyRef, JointDesc, JointParts};
pub use joint_parts::{
    JointAnchor, LoadLimitDesc, LocalFrames, MotorDesc, PointPair, RangeDesc, RatchetDesc, ServoDesc,
    SoftnessDesc, SpringDesc, UNLIMITED, VelocityDesc, WorldAnchor,
};
pub(crate) use portal::OpeningKey;
pub use portal::{OpeningDesc, PortalDesc};
pub use resolve::{BodyNames, joint_frames, rest_length};
pub use schema::schema;
pub use shape::{
    ChainDesc, ContactSoftnessDesc, FilterDesc, MaterialDesc, MaterialPairDesc, MaterialRef, MixRule,
    OneWayDesc, ShapeDesc,
};

use crate::limits::Limits;
use fields::is_default;

use crate::instantiate;

/// The version of the format this program reads and writes.
pub const VERSION: u32 = 1;

/// A world before its first step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// The version of the format: 1.
    pub version: u32,
    /// The name of the scene.
    pub name: String,
    /// What the scene shows, in a sentence. Default: empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The suggested number of steps. Default: 600.
    #[serde(default = "default_steps", skip_serializing_if = "is_default_steps")]
    pub steps: u32,
    /// Steps per second, from 1 to 100000 \[Hz\]. Default: 60.
    #[serde(default = "default_hertz", skip_serializing_if = "is_default_hertz")]
    pub hertz: f32,
    /// The built-in script that acts on the world between steps, such as `rain`. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
    /// The suggested view. Default: the moving bodies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub camera: Option<CameraDesc>,
    /// Settings of the world.
    #[serde(default, skip_serializing_if = "is_default")]
    pub world: WorldSettings,
    /// Materials by name, for shapes to refer to. Default: none.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub materials: BTreeMap<String, MaterialDesc>,
    /// Surfaces of contacts between two materials, by the materials' ids. Default: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub material_pairs: Vec<MaterialPairDesc>,
    /// The bodies. Default: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bodies: Vec<BodyDesc>,
    /// The joints. Default: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joints: Vec<JointDesc>,
    /// The pairs of connected openings. Default: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub portals: Vec<PortalDesc>,
    /// The characters, cars and figures that move bodies. Default: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drivers: Vec<DriverDesc>,
    /// Fields. Default: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldDesc>,
    /// Explosions. Default: none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blasts: Vec<BlastDesc>,
}

const STEPS: u32 = 600;
const HERTZ: f32 = 60.0;

fn default_steps() -> u32 {
    STEPS
}

fn is_default_steps(steps: &u32) -> bool {
    *steps == STEPS
}

fn default_hertz() -> f32 {
    HERTZ
}

fn is_default_hertz(hertz: &f32) -> bool {
    *hertz == HERTZ
}

impl Scene {
    /// Returns an empty scene of 600 steps at 60 Hz.
    pub fn new(name: &str, description: &str) -> Self {
        Self {
            version: VERSION,
            name: name.to_owned(),
            description: description.to_owned(),
            steps: STEPS,
            hertz: HERTZ,
            script: None,
            camera: None,
            world: WorldSettings::default(),
            materials: BTreeMap::new(),
            material_pairs: Vec::new(),
            bodies: Vec::new(),
            joints: Vec::new(),
            portals: Vec::new(),
            drivers: Vec::new(),
            fields: Vec::new(),
            blasts: Vec::new(),
        }
    }

    /// Reads and checks a scene.
    ///
    /// A scene beyond [`Limits::FILE`], text that is not JSON, fields that are missing, unknown or of the
    /// wrong type, values out of range, names or indices without an object, and anything the engine rejects.
    /// Each has the path of the field and its line and column.
    pub fn from_json(text: &str) -> Result<Self, SceneError> {
        StandardFloats::within(|| {
            Limits::FILE.check_text(text)?;
            let scene: Self = read_json(text)?;
            Limits::FILE.check(&scene)?;
            validate::check(&scene).map_err(|problem| problem.in_text(text))?;
            instantiate::try_out(&scene).map_err(|error| error.in_text(text))?;
            Ok(scene)
        })
    }

    /// Checks that names and indices have objects, that every number is in its documented range, and that the
    /// engine can make the world.
    ///
    /// # Errors
    /// The first field that breaks a rule, or the first that the engine rejects, with its path.
    ///
    /// # Cost
    /// The cost of making the world once.
    pub fn validate(&self) -> Result<(), SceneError> {
        StandardFloats::within(|| {
            self.check_rules()?;
            instantiate::try_out(self)
        })
    }

    /// Checks the rules of the format, without the engine.
    pub(crate) fn check_rules(&self) -> Result<(), SceneError> {
        validate::check(self).map_err(validate::Problem::without_text)
    }

    /// Writes the scene as formatted JSON; fields with their default value are omitted.
    ///
    /// # Errors
    /// A scene that [`Scene::validate`] rejects or that is beyond [`Limits::FILE`], because it could not be
    /// read back.
    pub fn to_json(&self) -> Result<String, SceneError> {
        StandardFloats::within(|| {
            Limits::FILE.check(self)?;
            self.validate()?;
            let compact = serde_json::to_string(self).map_err(|error| {
                SceneError::new(SceneErrorKind::Structure, String::new(), error.to_string())
            })?;
            Ok(pretty::pretty(&compact))
        })
    }

    /// Returns a material by reference; `None` if the name is unknown.
    pub fn material(&self, reference: &MaterialRef) -> Option<MaterialDesc> {
        match reference {
            MaterialRef::Inline(material) => Some(*material),
            MaterialRef::Name(name) => self.materials.get(name).copied(),
        }
    }

    /// Returns the number of shapes, counting each segment of a chain.
    pub fn shape_count(&self) -> usize {
        shape_count(&self.bodies)
    }

    /// Adds a body and returns its index.
    pub fn add(&mut self, body: BodyDesc) -> u32 {
        self.bodies.push(body);
        (self.bodies.len() - 1) as u32
    }

    /// Returns the world position from which the coordinates of the scene count \[m\].
    pub fn origin(&self) -> DVec2 {
        self.world.origin.map_or(DVec2::ZERO, DVec2::from)
    }

    /// Adds a joint and returns its index.
    pub fn join(&mut self, joint: JointDesc) -> u32 {
        self.joints.push(joint);
        (self.joints.len() - 1) as u32
    }
}

/// Returns the number of shapes of some bodies, counting each segment of a chain.
pub fn shape_count(bodies: &[BodyDesc]) -> usize {
    let segments = |body: &BodyDesc| body.chains.iter().map(ChainDesc::segment_count).sum::<usize>();
    bodies.iter().map(|body| body.shapes.len() + segments(body)).sum()
}

/// Settings of a world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct WorldSettings {
    /// Makes the world a large one with the scene at this position \[m\], up to 100,000,000; all other
    /// coordinates are relative to it. Such a scene has no drivers, no pulleys and no portals, and its
    /// fields act everywhere. Default: an ordinary world.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<[f64; 2]>,
    /// The acceleration of gravity \[m/s^2\]. Default: [0, -10].
    #[serde(skip_serializing_if = "is_gravity")]
    pub gravity: [f32; 2],
    /// The number of sub-steps of a step, from 1 to 64. Default: 4.
    #[serde(skip_serializing_if = "is_sub_steps")]
    #[schemars(range(min = 1, max = 64))]
    pub sub_steps: u32,
    /// Whether bodies at rest may fall asleep. Default: true.
    #[serde(skip_serializing_if = "fields::is_true")]
    pub sleeping: bool,
    /// Whether fast bodies are swept so that they do not pass through others. Default: true.
    #[serde(skip_serializing_if = "fields::is_true")]
    pub continuous: bool,
    /// The approach speed above which bodies bounce, from 0 \[m/s\]. Default: 1.
    #[serde(skip_serializing_if = "fields::is_one")]
    pub restitution_threshold: f32,
    /// The restitution from which contacts use exact impact times, from 0 \[-\]; above 1 none do. Default:
    /// 0.25.
    #[serde(skip_serializing_if = "is_exact_restitution")]
    pub exact_restitution: f32,
    /// The largest speed of a body, above 0 \[m/s\]. Default: 400.
    #[serde(skip_serializing_if = "is_max_linear_speed")]
    pub max_linear_speed: f32,
    /// The largest spin of a body, above 0 \[rad/s\]. Default: 1,000,000, in practice unlimited.
    #[serde(skip_serializing_if = "is_max_angular_speed")]
    pub max_angular_speed: f32,
    /// The stiffness of contacts, above 0 \[Hz\]. Default: 30.
    #[serde(skip_serializing_if = "is_contact_hertz")]
    pub contact_hertz: f32,
    /// The damping ratio of contacts, from 0 \[-\]. Default: 10.
    #[serde(skip_serializing_if = "is_contact_damping_ratio")]
    pub contact_damping_ratio: f32,
    /// The largest speed at which overlapping bodies are pushed apart, from 0 \[m/s\]. Default: 3.
    #[serde(skip_serializing_if = "is_push_speed")]
    pub push_speed: f32,
    /// The stiffness of joints, above 0 \[Hz\]. Default and bound: a quarter of the sub-step rate.
    #[serde(skip_serializing_if = "is_joint_hertz")]
    pub joint_hertz: f32,
    /// The damping ratio of joints, from 0 \[-\]. Default: 2.
    #[serde(skip_serializing_if = "is_joint_damping_ratio")]
    pub joint_damping_ratio: f32,
}

impl WorldSettings {
    /// The default settings.
    pub const DEFAULT: Self = Self {
        origin: None,
        gravity: [0.0, -10.0],
        sub_steps: 4,
        sleeping: true,
        continuous: true,
        restitution_threshold: 1.0,
        exact_restitution: 0.25,
        max_linear_speed: 400.0,
        max_angular_speed: 1.0e6,
        contact_hertz: 30.0,
        contact_damping_ratio: 10.0,
        push_speed: 3.0,
        joint_hertz: 1.0e6,
        joint_damping_ratio: 2.0,
    };
}

impl Default for WorldSettings {
    fn default() -> Self {
        Self::DEFAULT
    }
}

fn is_gravity(value: &[f32; 2]) -> bool {
    value[1] == WorldSettings::DEFAULT.gravity[1] && fields::is_zero(&value[0])
}

fn is_sub_steps(value: &u32) -> bool {
    *value == WorldSettings::DEFAULT.sub_steps
}

fn is_exact_restitution(value: &f32) -> bool {
    *value == WorldSettings::DEFAULT.exact_restitution
}

fn is_max_linear_speed(value: &f32) -> bool {
    *value == WorldSettings::DEFAULT.max_linear_speed
}

fn is_max_angular_speed(value: &f32) -> bool {
    *value == WorldSettings::DEFAULT.max_angular_speed
}

fn is_contact_hertz(value: &f32) -> bool {
    *value == WorldSettings::DEFAULT.contact_hertz
}

fn is_contact_damping_ratio(value: &f32) -> bool {
    *value == WorldSettings::DEFAULT.contact_damping_ratio
}

fn is_push_speed(value: &f32) -> bool {
    *value == WorldSettings::DEFAULT.push_speed
}

fn is_joint_hertz(value: &f32) -> bool {
    *value == WorldSettings::DEFAULT.joint_hertz
}

fn is_joint_damping_ratio(value: &f32) -> bool {
    *value == WorldSettings::DEFAULT.joint_damping_ratio
}

/// The suggested view of the scene.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CameraDesc {
    /// The center of the picture \[m\].
    pub center: [f32; 2],
    /// The visible height, above 0 \[m\].
    pub height: f32,
}

#[cfg(test)]
pub(crate) mod tests;
