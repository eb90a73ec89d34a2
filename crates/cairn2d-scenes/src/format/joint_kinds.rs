//! The joints beyond hinge and rod as data: lines, poses and relations. What a type does not have is refused when the scene is checked.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fields::{is_false, is_zero};
use super::joint::{BodyRef, DistanceAnchors, JointAnchor, SoftnessDesc, UNLIMITED, is_unlimited, unlimited};

fn along_x() -> [f32; 2] {
    [1.0, 0.0]
}

fn is_along_x(along: &[f32; 2]) -> bool {
    *along == along_x()
}

fn one() -> f32 {
    1.0
}

fn is_one(value: &f32) -> bool {
    *value == 1.0
}

/// A point of the second body on a line of the first: a slider, a wheel on its suspension, a pin in a slot.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LineDesc {
    /// The body with the line.
    pub body_a: BodyRef,
    /// The body on the line.
    pub body_b: BodyRef,
    /// The point.
    pub at: JointAnchor,
    /// The direction of the line, of any length: in the world if `at` is, else in the first frame. Default: the x axis.
    #[serde(default = "along_x", skip_serializing_if = "is_along_x")]
    pub along: [f32; 2],
    /// Whether the two bodies collide with each other. Default: false.
    #[serde(default, skip_serializing_if = "is_false")]
    pub collide_connected: bool,
    /// The range of the slide \[m\]. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<RangeDesc>,
    /// A motor: of the slide \[m/s\], \[N\], or of a wheel \[rad/s\], \[N m\]; a slot has none. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motor: Option<MotorDesc>,
    /// A spring of the slide; that of a wheel pulls to 0, and a slot has none. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spring: Option<SpringDesc>,
    /// A servo of the slide of a slider \[m\], \[m/s\], \[N\]. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub servo: Option<ServoDesc>,
    /// The softness of the joint itself. Default: the world's `joint_hertz` and `joint_damping_ratio`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub softness: Option<SoftnessDesc>,
}

impl LineDesc {
    /// Returns a free line between the bodies with the given indices.
    pub fn new(body_a: u32, body_b: u32, at: JointAnchor, along: [f32; 2]) -> Self {
        Self {
            body_a: BodyRef::Index(body_a),
            body_b: BodyRef::Index(body_b),
            at,
            along,
            collide_connected: false,
            limits: None,
            motor: None,
            spring: None,
            servo: None,
            softness: None,
        }
    }
}

/// Offset and angle of the second body against the first, held or driven.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PoseDesc {
    /// The first body.
    pub body_a: BodyRef,
    /// The second body.
    pub body_b: BodyRef,
    /// The point; what pulls, pulls the second body's to the first one's.
    pub at: JointAnchor,
    /// Whether the two bodies collide with each other. Default: false.
    #[serde(default, skip_serializing_if = "is_false")]
    pub collide_connected: bool,
    /// A spring between the points. Default: none, a weld is rigid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub linear_spring: Option<BoundedSpringDesc>,
    /// A spring of the angle. Default: none, a weld is rigid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub angular_spring: Option<BoundedSpringDesc>,
    /// A motor of the offset; a weld has none. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub velocity: Option<VelocityDesc>,
    /// A motor of the angle \[rad/s\], \[N m\]; a weld has none. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spin: Option<MotorDesc>,
    /// The softness of the joint itself. Default: the world's `joint_hertz` and `joint_damping_ratio`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub softness: Option<SoftnessDesc>,
}

impl PoseDesc {
    /// Returns a joint between the bodies with the given indices that has nothing yet: a rigid weld, an idle drive.
    pub fn new(body_a: u32, body_b: u32, at: JointAnchor) -> Self {
        Self {
            body_a: BodyRef::Index(body_a),
            body_b: BodyRef::Index(body_b),
            at,
            collide_connected: false,
            linear_spring: None,
            angular_spring: None,
            velocity: None,
            spin: None,
            softness: None,
        }
    }
}

/// Two bodies that do not collide with each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FilterJointDesc {
    /// The first body.
    pub body_a: BodyRef,
    /// The second body.
    pub body_b: BodyRef,
}

/// What acts on the angle of the second body against the first, over any number of turns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RotaryDesc {
    /// The first body.
    pub body_a: BodyRef,
    /// The second body; the angle is 0 in the poses of the file.
    pub body_b: BodyRef,
    /// The range of the angle \[rad\]. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<RangeDesc>,
    /// A motor \[rad/s\], \[N m\]. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub motor: Option<MotorDesc>,
    /// A spring. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spring: Option<SpringDesc>,
    /// A servo \[rad\], \[rad/s\], \[N m\]. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub servo: Option<ServoDesc>,
    /// Teeth over which the angle does not fall back. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratchet: Option<RatchetDesc>,
}

impl RotaryDesc {
    /// Returns a joint between the bodies with the given indices that does nothing yet.
    pub fn new(body_a: u32, body_b: u32) -> Self {
        let [body_a, body_b] = [body_a, body_b].map(BodyRef::Index);
        Self { body_a, body_b, limits: None, motor: None, spring: None, servo: None, ratchet: None }
    }
}

/// Two bodies that turn at a ratio.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GearDesc {
    /// The first body.
    pub body_a: BodyRef,
    /// The second body.
    pub body_b: BodyRef,
    /// How far the second body turns when the first turns by 1, from 0.001 to 1000 in size \[-\].
    pub ratio: f32,
}

/// A pinion that moves a rack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RackDesc {
    /// The pinion.
    pub body_a: BodyRef,
    /// The rack.
    pub body_b: BodyRef,
    /// The centre of the pinion in world coordinates \[m\].
    pub at: [f32; 2],
    /// The direction in which a pinion that turns counter-clockwise moves the rack, in the world. Default: the x axis.
    #[serde(default = "along_x", skip_serializing_if = "is_along_x")]
    pub along: [f32; 2],
    /// The radius of the pinion, from 0.001 to 1000 in size \[m\].
    pub radius: f32,
}

/// A rope from the first body over two points of the world to the second.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PulleyDesc {
    /// The first body.
    pub body_a: BodyRef,
    /// The second body.
    pub body_b: BodyRef,
    /// Where the rope is tied to the bodies.
    pub at: DistanceAnchors,
    /// The point over which the rope of the first body runs, in world coordinates \[m\].
    pub over_a: [f32; 2],
    /// The point over which the rope of the second body runs, in world coordinates \[m\].
    pub over_b: [f32; 2],
    /// How often the side of the second body counts, from 0.001 to 1000 \[-\]. Default: 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub ratio: f32,
    /// The length of the rope, above 0 \[m\]. Default: that in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<f32>,
    /// Whether the rope hangs when it is not pulled. Default: false, it pushes as well.
    #[serde(default, skip_serializing_if = "is_false")]
    pub slack: bool,
}

/// A range of lengths or angles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RangeDesc {
    /// The lower end \[m\] or \[rad\].
    pub lower: f32,
    /// The upper end, not below the lower end \[m\] or \[rad\].
    pub upper: f32,
}

/// A motor.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MotorDesc {
    /// The wanted speed \[m/s\] or \[rad/s\].
    pub speed: f32,
    /// The largest force \[N\] or torque \[N m\], from 0. Default: 1e15, the largest there is.
    #[serde(default = "unlimited", skip_serializing_if = "is_unlimited")]
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
    /// Where the spring pulls to \[m\] or \[rad\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub target: f32,
}

/// A spring with a largest force or torque.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoundedSpringDesc {
    /// The frequency, from 0 \[Hz\].
    pub hertz: f32,
    /// The damping ratio, from 0; 1 is critical damping \[-\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub damping_ratio: f32,
    /// The largest force \[N\] or torque \[N m\], from 0; that of a weld has no bound. Default: 1e15, the largest there is.
    #[serde(default = "unlimited", skip_serializing_if = "is_unlimited")]
    pub strength: f32,
}

impl BoundedSpringDesc {
    /// Returns a spring without bound.
    pub fn new(hertz: f32, damping_ratio: f32) -> Self {
        Self { hertz, damping_ratio, strength: UNLIMITED }
    }
}

/// A motor that drives a joint to a target and holds it there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ServoDesc {
    /// Where it drives to \[m\] or \[rad\].
    pub target: f32,
    /// The largest speed, from 0 \[m/s\] or \[rad/s\].
    pub max_speed: f32,
    /// The largest force \[N\] or torque \[N m\], from 0. Default: 1e15, the largest there is.
    #[serde(default = "unlimited", skip_serializing_if = "is_unlimited")]
    pub strength: f32,
}

/// A motor of the offset of two bodies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VelocityDesc {
    /// The wanted velocity of the second point against the first, in the first frame \[m/s\]. Default: none, it is friction.
    #[serde(default)]
    pub velocity: [f32; 2],
    /// The largest force, from 0 \[N\].
    pub max_force: f32,
}

/// The teeth of a ratchet.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RatchetDesc {
    /// From tooth to tooth, at least 0.001 in size; the angle only grows if it is positive, else only shrinks \[rad\].
    pub pitch: f32,
    /// Where one of the teeth is \[rad\]. Default: 0.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub phase: f32,
}
