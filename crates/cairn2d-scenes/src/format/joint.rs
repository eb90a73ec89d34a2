//! Joints as data.
//!
//! An anchor is given either once in world coordinates, which is convenient in a file, or in the coordinates of each
//! body, which is exact. [`super::Scene::local_frames`] turns the first form into the second for engines that want it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fields::{Bits, bits, is_default, is_false, is_true, is_zero};
use super::joint_kinds::{FilterJointDesc, GearDesc, LineDesc, PoseDesc, PulleyDesc, RackDesc, RotaryDesc};

fn yes() -> bool {
    true
}

/// The largest torque or force: that of a motor without limit \[N m\] or \[N\].
pub const UNLIMITED: f32 = 1.0e15;

const LONGEST: f32 = 1.0e6;

pub(super) fn unlimited() -> f32 {
    UNLIMITED
}

pub(super) fn is_unlimited(value: &f32) -> bool {
    *value == UNLIMITED
}

fn longest() -> f32 {
    LONGEST
}

fn is_longest(value: &f32) -> bool {
    *value == LONGEST
}

/// A body, by its index in the list of bodies or by its name.
///
/// In a group that a script spawns, an index counts in that group; a name is looked up in the group, then in the scene.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(untagged)]
pub enum BodyRef {
    /// The index in the list of bodies.
    Index(u32),
    /// The name of a body.
    Name(String),
}

/// One joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JointDesc {
    /// Two bodies turn about a common point.
    Revolute(RevoluteDesc),
    /// Two points keep their distance.
    Distance(DistanceDesc),
    /// A body slides along a line and does not turn.
    Prismatic(LineDesc),
    /// A wheel on its suspension.
    Wheel(LineDesc),
    /// A pin in a slot.
    Slot(LineDesc),
    /// Two bodies are one, rigid or soft.
    Weld(PoseDesc),
    /// A body is driven against another, each way with a largest force or torque, or has friction on it.
    Drive(PoseDesc),
    /// Two bodies do not collide.
    Filter(FilterJointDesc),
    /// What acts on an angle over any number of turns.
    Rotary(RotaryDesc),
    /// Two bodies turn at a ratio.
    Gear(GearDesc),
    /// A pinion moves a rack.
    Rack(RackDesc),
    /// A rope over two points.
    Pulley(PulleyDesc),
}

impl JointDesc {
    /// Returns the name of its type in a file.
    pub fn kind(&self) -> &'static str {
        match self {
            JointDesc::Revolute(_) => "revolute",
            JointDesc::Distance(_) => "distance",
            JointDesc::Prismatic(_) => "prismatic",
            JointDesc::Wheel(_) => "wheel",
            JointDesc::Slot(_) => "slot",
            JointDesc::Weld(_) => "weld",
            JointDesc::Drive(_) => "drive",
            JointDesc::Filter(_) => "filter",
            JointDesc::Rotary(_) => "rotary",
            JointDesc::Gear(_) => "gear",
            JointDesc::Rack(_) => "rack",
            JointDesc::Pulley(_) => "pulley",
        }
    }

    /// Returns the two bodies of the joint.
    pub fn bodies(&self) -> (&BodyRef, &BodyRef) {
        match self {
            JointDesc::Revolute(joint) => (&joint.body_a, &joint.body_b),
            JointDesc::Distance(joint) => (&joint.body_a, &joint.body_b),
            JointDesc::Prismatic(joint) | JointDesc::Wheel(joint) | JointDesc::Slot(joint) => {
                (&joint.body_a, &joint.body_b)
            }
            JointDesc::Weld(joint) | JointDesc::Drive(joint) => (&joint.body_a, &joint.body_b),
            JointDesc::Filter(joint) => (&joint.body_a, &joint.body_b),
            JointDesc::Rotary(joint) => (&joint.body_a, &joint.body_b),
            JointDesc::Gear(joint) => (&joint.body_a, &joint.body_b),
            JointDesc::Rack(joint) => (&joint.body_a, &joint.body_b),
            JointDesc::Pulley(joint) => (&joint.body_a, &joint.body_b),
        }
    }
}

/// Two bodies turn about a common point.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RevoluteDesc {
    /// The first body.
    pub body_a: BodyRef,
    /// The second body; the joint's angle is its angle seen from the first body.
    pub body_b: BodyRef,
    /// The common point.
    pub at: JointAnchor,
    /// Whether the two bodies collide with each other. Default: false.
    #[serde(default, skip_serializing_if = "is_false")]
    pub collide_connected: bool,
    /// The range of the joint's angle. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<LimitsDesc>,
    /// A motor that drives the joint's angular velocity. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motor: Option<AngularMotorDesc>,
    /// A spring towards an angle. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spring: Option<AngularSpringDesc>,
    /// The softness of the joint itself. Default: the world's `joint_hertz` and `joint_damping_ratio`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub softness: Option<SoftnessDesc>,
    /// What the joint bears before it breaks and is removed. Default: anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub break_at: Option<LoadLimitDesc>,
    /// The load above which the joint is reported. Default: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report_above: Option<LoadLimitDesc>,
    /// Whether the joint does anything. Default: true.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub enabled: bool,
    /// A number the engine keeps and never looks at. Default: 0.
    #[serde(default, with = "bits", skip_serializing_if = "is_default")]
    #[schemars(with = "Bits")]
    pub user_data: u64,
}

impl RevoluteDesc {
    /// Returns a free hinge between the bodies with the given indices.
    pub fn new(body_a: u32, body_b: u32, at: JointAnchor) -> Self {
        Self {
            body_a: BodyRef::Index(body_a),
            body_b: BodyRef::Index(body_b),
            at,
            collide_connected: false,
            limits: None,
            motor: None,
            spring: None,
            softness: None,
            break_at: None,
            report_above: None,
            enabled: true,
            user_data: 0,
        }
    }
}

/// Where a joint holds its bodies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum JointAnchor {
    /// A point in world coordinates \[m\]; the joint's angle is 0 in the pose of the file.
    World([f32; 2]),
    /// A frame on each body.
    Local(LocalFrames),
}

impl JointAnchor {
    /// Returns an anchor at `a` in the first body's and at `b` in the second body's coordinates \[m\].
    pub fn local(a: [f32; 2], b: [f32; 2]) -> Self {
        JointAnchor::Local(LocalFrames { a, b, angle_a: 0.0, angle_b: 0.0 })
    }
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

/// A range.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LimitsDesc {
    /// The lower end \[rad\].
    pub lower: f32,
    /// The upper end, not below the lower end \[rad\].
    pub upper: f32,
}

/// A motor about a point.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AngularMotorDesc {
    /// The wanted angular velocity of the second body seen from the first \[rad/s\].
    pub speed: f32,
    /// The largest torque, from 0 \[N m\]. Default: 1e15, the largest there is.
    #[serde(default = "unlimited", skip_serializing_if = "is_unlimited")]
    pub max_torque: f32,
}

/// A spring about a point.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AngularSpringDesc {
    /// The frequency, from 0 \[Hz\].
    pub hertz: f32,
    /// The damping ratio, from 0; 1 is critical damping \[-\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub damping_ratio: f32,
    /// The joint angle the spring pulls to \[rad\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub target: f32,
}

/// The most that a joint bears, as means over a step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LoadLimitDesc {
    /// The largest force, from 0 \[N\]. Default: any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub force: Option<f32>,
    /// The largest torque, from 0 \[N m\]. Default: any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub torque: Option<f32>,
}

/// How soft a joint is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SoftnessDesc {
    /// The frequency, above 0 \[Hz\].
    pub hertz: f32,
    /// The damping ratio, from 0 \[-\].
    pub damping_ratio: f32,
}

/// Two points keep their distance.
///
/// Without a spring the distance is rigid. With a spring it is elastic within the range from `min_length` to `max_length`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DistanceDesc {
    /// The first body.
    pub body_a: BodyRef,
    /// The second body.
    pub body_b: BodyRef,
    /// The two points.
    pub at: DistanceAnchors,
    /// Whether the two bodies collide with each other. Default: false.
    #[serde(default, skip_serializing_if = "is_false")]
    pub collide_connected: bool,
    /// The rest length, above 0 \[m\]. Default: the distance of the points in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<f32>,
    /// The range of the length. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<LengthLimitsDesc>,
    /// A spring towards the rest length. Default: none, the length is rigid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spring: Option<LinearSpringDesc>,
    /// A motor that drives the change of the length. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motor: Option<LinearMotorDesc>,
    /// The softness of the joint itself. Default: the world's `joint_hertz` and `joint_damping_ratio`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub softness: Option<SoftnessDesc>,
    /// What the joint bears before it breaks and is removed. Default: anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub break_at: Option<LoadLimitDesc>,
    /// The load above which the joint is reported. Default: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report_above: Option<LoadLimitDesc>,
    /// Whether the joint does anything. Default: true.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub enabled: bool,
    /// A number the engine keeps and never looks at. Default: 0.
    #[serde(default, with = "bits", skip_serializing_if = "is_default")]
    #[schemars(with = "Bits")]
    pub user_data: u64,
}

impl DistanceDesc {
    /// Returns a rigid rod between the bodies with the given indices.
    pub fn new(body_a: u32, body_b: u32, at: DistanceAnchors) -> Self {
        Self {
            body_a: BodyRef::Index(body_a),
            body_b: BodyRef::Index(body_b),
            at,
            collide_connected: false,
            length: None,
            limits: None,
            spring: None,
            motor: None,
            softness: None,
            break_at: None,
            report_above: None,
            enabled: true,
            user_data: 0,
        }
    }
}

/// The two points of a distance joint.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DistanceAnchors {
    /// Both points in world coordinates.
    World(PointPair),
    /// Each point in the coordinates of its body.
    Local(PointPair),
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

/// A range of lengths.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LengthLimitsDesc {
    /// The shortest length, from 0 \[m\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub min: f32,
    /// The longest length, not below the shortest \[m\]. Default: 1e6, the largest there is.
    #[serde(default = "longest", skip_serializing_if = "is_longest")]
    pub max: f32,
}

/// A spring along a line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinearSpringDesc {
    /// The frequency, from 0 \[Hz\].
    pub hertz: f32,
    /// The damping ratio, from 0; 1 is critical damping \[-\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub damping_ratio: f32,
}

/// A motor along a line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LinearMotorDesc {
    /// The wanted speed, positive when the length grows \[m/s\].
    pub speed: f32,
    /// The largest force, from 0 \[N\]. Default: 1e15, the largest there is.
    #[serde(default = "unlimited", skip_serializing_if = "is_unlimited")]
    pub max_force: f32,
}
