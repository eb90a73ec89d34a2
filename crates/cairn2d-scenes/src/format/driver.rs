//! Drivers as data: characters, cars and figures, and their programs.
//!
//! A driver moves a body of the scene, or the joints of a figure, before each step. Its program is a list of
//! acts, each for a number of steps; after the last act the first one follows.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::BodyRef;
use super::fields::{is_false, is_one, is_zero, one};
use super::joint_parts::{UNLIMITED, is_unlimited, unlimited};

/// A controller that moves a body or joints before each step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DriverDesc {
    /// A character that walks, jumps and rides.
    Character(CharacterDesc),
    /// A car seen from the side, on sprung wheels.
    SprungCar(SprungCarDesc),
    /// A car seen from above.
    TopDownCar(TopDownCarDesc),
    /// Joints that follow poses.
    Figure(FigureDesc),
}

/// A character that walks, jumps and rides; its body shows its position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CharacterDesc {
    /// A kinematic body with one convex shape.
    pub body: BodyRef,
    /// The steepest slope it can walk on, from 0 to 1.5 \[rad\]. Default: 0.87.
    #[serde(default = "max_slope", skip_serializing_if = "is_max_slope")]
    pub max_slope: f32,
    /// The highest step it climbs, from 0 to 100 \[m\]. Default: 0.3.
    #[serde(default = "step_height", skip_serializing_if = "is_step_height")]
    pub step_height: f32,
    /// The mass with which it pushes dynamic bodies, from 0 \[kg\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub push_mass: f32,
    /// Its program. Default: it stands.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub program: Vec<WalkDesc>,
}

/// An act of a character.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WalkDesc {
    /// The number of steps, at least 1.
    pub steps: u32,
    /// Its speed, positive to the right \[m/s\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub walk: f32,
    /// The speed at which it jumps in the first of these steps, from 0 \[m/s\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub jump: f32,
}

/// A car seen from the side, on sprung wheels without mass.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SprungCarDesc {
    /// The chassis, a dynamic body.
    pub body: BodyRef,
    /// The speed up to which the engine pulls, from 0 \[m/s\].
    pub top_speed: f32,
    /// The wheels.
    pub wheels: Vec<SprungWheelDesc>,
    /// What the driver does. Default: nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub program: Vec<DriveDesc>,
}

/// A sprung wheel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SprungWheelDesc {
    /// The upper end of the strut on the chassis \[m\].
    pub mount: [f32; 2],
    /// The length of the unloaded strut, above 0 \[m\].
    pub length: f32,
    /// The radius of the wheel, above 0 \[m\].
    pub radius: f32,
    /// The frequency of the spring, above 0 \[Hz\]. Default: 2.
    #[serde(default = "hertz", skip_serializing_if = "is_hertz")]
    pub hertz: f32,
    /// The damping ratio of the spring, from 0 \[-\]. Default: 0.7.
    #[serde(default = "damping_ratio", skip_serializing_if = "is_damping_ratio")]
    pub damping_ratio: f32,
    /// The torque of the engine at full throttle, from 0 \[N m\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub torque: f32,
    /// The torque of the brake, from 0 \[N m\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub brake: f32,
    /// A kinematic body that shows the wheel; it should collide with nothing. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shown_by: Option<BodyRef>,
}

/// A car seen from above, in a world without gravity; it faces along the x axis of its body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TopDownCarDesc {
    /// The car, a dynamic body.
    pub body: BodyRef,
    /// The speed up to which the engine pulls, from 0 \[m/s\].
    pub top_speed: f32,
    /// The wheels.
    pub wheels: Vec<TopDownWheelDesc>,
    /// What the driver does. Default: nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub program: Vec<DriveDesc>,
}

/// A wheel of a car seen from above.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TopDownWheelDesc {
    /// The position on the body \[m\].
    pub position: [f32; 2],
    /// The largest force its tyre can bear, from 0 \[N\].
    pub grip: f32,
    /// Whether it is steered. Default: false.
    #[serde(default, skip_serializing_if = "is_false")]
    pub steered: bool,
    /// The force of the engine at full throttle, from 0 \[N\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub drive: f32,
}

/// An act of the driver of a car.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DriveDesc {
    /// The number of steps, at least 1.
    pub steps: u32,
    /// From -1, full reverse, to 1 \[-\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub throttle: f32,
    /// From 0 to 1 \[-\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub brake: f32,
    /// The angle of the steered wheels, from -1.4 to 1.4 \[rad\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub steer: f32,
}

/// Hinges and rotary joints whose springs pull to a sequence of poses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FigureDesc {
    /// The joints, by their indices in the list of joints.
    pub joints: Vec<u32>,
    /// The frequency of the springs, from 0 \[Hz\]. Default: 6.
    #[serde(default = "muscle_hertz", skip_serializing_if = "is_muscle_hertz")]
    pub hertz: f32,
    /// The damping ratio of the springs, from 0 \[-\]. Default: 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub damping_ratio: f32,
    /// The largest torque, from 0 \[N m\]. Default: 1e15, the upper limit.
    #[serde(default = "unlimited", skip_serializing_if = "is_unlimited")]
    pub strength: f32,
    /// The poses. Default: none, which leaves the joints unchanged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub program: Vec<FigurePoseDesc>,
}

/// A pose that a figure reaches by interpolation from the pose before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FigurePoseDesc {
    /// The number of steps to reach it, at least 1.
    pub steps: u32,
    /// The angle of each joint \[rad\].
    pub angles: Vec<f32>,
}

impl FigureDesc {
    /// Returns a figure of the joints with the given indices that has no poses yet.
    pub fn new(joints: Vec<u32>) -> Self {
        Self { joints, hertz: muscle_hertz(), damping_ratio: 1.0, strength: UNLIMITED, program: Vec::new() }
    }
}

impl DriverDesc {
    /// Returns the body that is driven; a figure has many.
    pub fn body(&self) -> Option<&BodyRef> {
        match self {
            DriverDesc::Character(driver) => Some(&driver.body),
            DriverDesc::SprungCar(driver) => Some(&driver.body),
            DriverDesc::TopDownCar(driver) => Some(&driver.body),
            DriverDesc::Figure(_) => None,
        }
    }
}

impl CharacterDesc {
    /// Returns a character that stands.
    pub fn new(body: u32) -> Self {
        let (max_slope, step_height) = (max_slope(), step_height());
        Self { body: BodyRef::Index(body), max_slope, step_height, push_mass: 0.0, program: Vec::new() }
    }
}

impl SprungWheelDesc {
    /// Returns a wheel that is not driven, with the default spring.
    pub fn new(mount: [f32; 2], length: f32, radius: f32) -> Self {
        let (hertz, damping_ratio) = (hertz(), damping_ratio());
        Self { mount, length, radius, hertz, damping_ratio, torque: 0.0, brake: 0.0, shown_by: None }
    }
}

/// Returns the index of the act of a program at a step, and the number of steps of the act before it.
pub(crate) fn act<T>(program: &[T], steps: impl Fn(&T) -> u32, step: u32) -> Option<(usize, u32)> {
    let total: u64 = program.iter().map(|act| u64::from(steps(act))).sum();
    let mut left = u64::from(step).checked_rem(total)?;
    for (index, act) in program.iter().enumerate() {
        let length = u64::from(steps(act));
        if left < length {
            return Some((index, left as u32));
        }
        left -= length;
    }
    None
}

fn muscle_hertz() -> f32 {
    6.0
}

fn is_muscle_hertz(value: &f32) -> bool {
    *value == muscle_hertz()
}

fn max_slope() -> f32 {
    0.87
}

fn is_max_slope(value: &f32) -> bool {
    *value == max_slope()
}

fn step_height() -> f32 {
    0.3
}

fn is_step_height(value: &f32) -> bool {
    *value == step_height()
}

fn hertz() -> f32 {
    2.0
}

fn is_hertz(value: &f32) -> bool {
    *value == hertz()
}

fn damping_ratio() -> f32 {
    0.7
}

fn is_damping_ratio(value: &f32) -> bool {
    *value == damping_ratio()
}
