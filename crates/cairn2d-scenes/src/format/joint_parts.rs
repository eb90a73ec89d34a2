//! The parts of joints as data: anchors, limits, motors, springs.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fields::is_zero;

/// The largest torque or force, of a motor without limit \[N m\] or \[N\].
pub const UNLIMITED: f32 = 1.0e15;

pub(super) fn unlimited() -> f32 {
    UNLIMITED
}

pub(super) fn is_unlimited(value: &f32) -> bool {
    *value == UNLIMITED
}

/// The anchor of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JointAnchor {
    /// In world coordinates \[m\]; the joint's angle is 0 in the poses of the file.
    World(WorldAnchor),
    /// A frame on each body.
    Local(LocalFrames),
}

impl JointAnchor {
    /// Returns an anchor at a point of the world \[m\].
    pub fn world(point: [f32; 2]) -> Self {
        JointAnchor::World(WorldAnchor::Point(point))
    }

    /// Returns an anchor at `a` on the first and `b` on the second body, in world coordinates \[m\].
    pub fn between(a: [f32; 2], b: [f32; 2]) -> Self {
        JointAnchor::World(WorldAnchor::Pair(PointPair { a, b }))
    }

    /// Returns an anchor at `a` in the first body's and at `b` in the second body's coordinates \[m\].
    pub fn local(a: [f32; 2], b: [f32; 2]) -> Self {
        JointAnchor::Local(LocalFrames { a, b, angle_a: 0.0, angle_b: 0.0 })
    }
}

/// One point of the world, or one for each body, which a distance joint and a pulley have \[m\].
#[derive(Clone, Copy, Debug, PartialEq, JsonSchema)]
#[schemars(untagged)]
pub enum WorldAnchor {
    /// One point.
    Point([f32; 2]),
    /// A point for each body.
    Pair(PointPair),
}

/// A point for each body of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PointPair {
    /// The point on the first body \[m\].
    pub a: [f32; 2],
    /// The point on the second body \[m\].
    pub b: [f32; 2],
}

/// A point and a direction on each body of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LocalFrames {
    /// The point in the first body's coordinates \[m\].
    pub a: [f32; 2],
    /// The point in the second body's coordinates \[m\].
    pub b: [f32; 2],
    /// The frame's angle on the first body \[rad\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub angle_a: f32,
    /// The frame's angle on the second body \[rad\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub angle_b: f32,
}

/// A range of lengths or angles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RangeDesc {
    /// The lower end \[m\] or \[rad\]; an angle of a hinge is from -4, a length from 0. Default: as low as
    /// can be.
    #[serde(default, alias = "min", skip_serializing_if = "Option::is_none")]
    pub lower: Option<f32>,
    /// The upper end, not below the lower end \[m\] or \[rad\]; an angle of a hinge is up to 4. Default: as
    /// high as can be.
    #[serde(default, alias = "max", skip_serializing_if = "Option::is_none")]
    pub upper: Option<f32>,
}

impl RangeDesc {
    /// Returns the range between two values.
    pub fn new(lower: f32, upper: f32) -> Self {
        Self { lower: Some(lower), upper: Some(upper) }
    }
}

/// A motor.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MotorDesc {
    /// The target speed \[m/s\] or \[rad/s\].
    pub speed: f32,
    /// The largest force \[N\] or torque \[N m\], from 0. Default: 1e15, the upper limit.
    #[serde(
        default = "unlimited",
        alias = "max_torque",
        alias = "max_force",
        skip_serializing_if = "is_unlimited"
    )]
    pub strength: f32,
}

/// A spring.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpringDesc {
    /// The frequency, from 0 \[Hz\].
    pub hertz: f32,
    /// The damping ratio, from 0; 1 is critical damping \[-\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub damping_ratio: f32,
    /// The target \[m\] or \[rad\]; ignored for a distance joint, which pulls to its `length`, and a linear
    /// spring, which pulls to 0. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub target: f32,
    /// The largest force \[N\] or torque \[N m\], from 0. Default: 1e15, the upper limit.
    #[serde(default = "unlimited", skip_serializing_if = "is_unlimited")]
    pub strength: f32,
    /// The largest force \[N\] or torque \[N m\] in the negative direction, from 0; a distance joint pulls
    /// with it. Default: `strength`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pull: Option<f32>,
}

impl SpringDesc {
    /// Returns a spring with unlimited force and target 0.
    pub fn new(hertz: f32, damping_ratio: f32) -> Self {
        Self { hertz, damping_ratio, target: 0.0, strength: UNLIMITED, pull: None }
    }
}

/// A motor that drives a joint to a target and holds it there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ServoDesc {
    /// The target \[m\] or \[rad\].
    pub target: f32,
    /// The largest speed, from 0 \[m/s\] or \[rad/s\].
    pub max_speed: f32,
    /// The largest force \[N\] or torque \[N m\], from 0. Default: 1e15, the upper limit.
    #[serde(default = "unlimited", skip_serializing_if = "is_unlimited")]
    pub strength: f32,
}

/// A motor of the offset of two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VelocityDesc {
    /// The target velocity of the second point relative to the first, in the first frame \[m/s\]. Default:
    /// [0, 0], which is friction.
    #[serde(default)]
    pub velocity: [f32; 2],
    /// The largest force, from 0 \[N\].
    pub max_force: f32,
}

/// The teeth of a ratchet.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RatchetDesc {
    /// The angle between teeth, at least 0.001 in size \[rad\]. With a positive pitch the angle can only
    /// grow, with a negative one only shrink.
    pub pitch: f32,
    /// The angle of one of the teeth \[rad\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub phase: f32,
}

/// The softness of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SoftnessDesc {
    /// The frequency, above 0 \[Hz\].
    pub hertz: f32,
    /// The damping ratio, from 0 \[-\].
    pub damping_ratio: f32,
}

/// The largest load of a joint, as means over a step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoadLimitDesc {
    /// The largest force, from 0 \[N\]. Default: unlimited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force: Option<f32>,
    /// The largest torque, from 0 \[N m\]. Default: unlimited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub torque: Option<f32>,
}
