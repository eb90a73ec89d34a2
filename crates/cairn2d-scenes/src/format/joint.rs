//! Joints as data: every type has a subset of one list of parts.
//!
//! The table [`TYPES`] lists the parts of each type; reading, checking, the schema and the engine's side use
//! it. An anchor is given either in world coordinates, which is convenient in a file, or in the coordinates
//! of each body, which is exact.

use cairn2d::JointKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fields::{Bits, bits, is_default, is_false, is_true};
use super::joint_parts::{
    JointAnchor, LoadLimitDesc, MotorDesc, RangeDesc, RatchetDesc, ServoDesc, SoftnessDesc, SpringDesc,
    VelocityDesc,
};

fn yes() -> bool {
    true
}

/// A body, by its index in the list of bodies or by its name.
///
/// In a group that a script spawns, an index counts in that group; a name is looked up in the group, then in
/// the scene.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(untagged)]
pub enum BodyRef {
    /// The index in the list of bodies.
    Index(u32),
    /// The name of a body.
    Name(String),
}

/// Properties of a joint type, besides bodies, `enabled` and `user_data`.
pub(super) struct JointType {
    /// Its name in a file.
    pub(super) name: &'static str,
    pub(super) required: &'static [&'static str],
    pub(super) optional: &'static [&'static str],
    /// The range of its limits \[rad\] or \[m\].
    pub(super) range: (f32, f32),
    /// Default of `collide_connected`.
    collides: bool,
}

/// Parts of every type but a filter.
pub(super) const HELD: [&str; 5] = ["at", "collide_connected", "softness", "break_at", "report_above"];

const FAR: f32 = 1.0e6;

const fn held(name: &'static str, optional: &'static [&'static str]) -> JointType {
    JointType { name, required: &["at"], optional, range: (-FAR, FAR), collides: false }
}

const fn related(
    name: &'static str,
    required: &'static [&'static str],
    optional: &'static [&'static str],
) -> JointType {
    JointType { name, required, optional, range: (-FAR, FAR), collides: true }
}

/// Declares the types: the variants of [`JointDesc`], and what each one has.
macro_rules! joint_types {
    ($($(#[$doc:meta])* $kind:ident: $type:expr;)*) => {
        /// One joint.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum JointDesc {
            $($(#[$doc])* $kind(JointParts),)*
        }

        /// All types, in the order of the variants.
        pub(super) const TYPES: &[JointType] = &[$($type),*];

        impl JointDesc {
            /// Returns its bodies and parts.
            pub fn parts(&self) -> &JointParts {
                match self {
                    $(JointDesc::$kind(parts) => parts,)*
                }
            }

            /// Returns its bodies and parts for changes.
            pub fn parts_mut(&mut self) -> &mut JointParts {
                match self {
                    $(JointDesc::$kind(parts) => parts,)*
                }
            }

            pub(super) fn joint_type(&self) -> &'static JointType {
                match self {
                    $(JointDesc::$kind(_) => const { &$type },)*
                }
            }

            /// Returns a joint of a type of the engine; `None` if files cannot have it.
            pub(crate) fn of_kind(kind: JointKind, parts: JointParts) -> Option<JointDesc> {
                match kind {
                    $(JointKind::$kind => Some(JointDesc::$kind(parts)),)*
                    _ => None,
                }
            }
        }
    };
}

joint_types! {
    /// Two bodies rotate about a common point.
    Revolute: JointType {
        range: (-4.0, 4.0),
        ..held("revolute", &["limits", "motor", "spring", "servo"])
    };
    /// Two points keep a distance: rigid, or elastic with a spring, or within limits.
    Distance: JointType {
        range: (0.0, FAR),
        ..held("distance", &["length", "limits", "motor", "spring", "servo"])
    };
    /// A body slides along a line without rotation.
    Prismatic: held("prismatic", &["along", "limits", "motor", "spring", "servo"]);
    /// A wheel on a suspension.
    Wheel: held("wheel", &["along", "limits", "motor", "spring"]);
    /// A pin in a slot.
    Slot: held("slot", &["along", "limits"]);
    /// Two bodies are fixed to each other, rigid or soft.
    Weld: held("weld", &["linear_spring", "spring"]);
    /// A body is driven relative to another with a bounded force and torque, or has friction on it.
    Drive: held("drive", &["linear_spring", "spring", "linear_motor", "motor"]);
    /// Two bodies do not collide with each other.
    Filter: JointType { required: &[], ..held("filter", &[]) };
    /// Limits, motors and springs for an angle over any number of turns; the angle is 0 in the poses of the
    /// file.
    Rotary: related("rotary", &[], &["limits", "motor", "spring", "servo", "ratchet"]);
    /// Two bodies rotate at a ratio.
    Gear: related("gear", &["ratio"], &[]);
    /// A pinion, the first body, moves a rack.
    Rack: related("rack", &["at", "radius"], &["along"]);
    /// A rope from the first body over two points of the world to the second.
    Pulley: related("pulley", &["at", "over_a", "over_b"], &["ratio", "length", "slack"]);
}

impl JointDesc {
    /// Returns the name of its type in a file.
    pub fn kind(&self) -> &'static str {
        self.joint_type().name
    }

    /// Returns the two bodies of the joint.
    pub fn bodies(&self) -> (&BodyRef, &BodyRef) {
        let parts = self.parts();
        (&parts.body_a, &parts.body_b)
    }

    /// Returns whether the two bodies collide with each other.
    pub fn collides(&self) -> bool {
        self.parts().collide_connected.unwrap_or(self.joint_type().collides)
    }

    /// Returns the range of its angle \[rad\] or of its length or translation \[m\]; an open end is at the
    /// largest value of the type.
    pub fn limits(&self) -> Option<(f32, f32)> {
        let (lower, upper) = self.joint_type().range;
        self.parts().limits.map(|limits| (limits.lower.unwrap_or(lower), limits.upper.unwrap_or(upper)))
    }
}

/// The bodies of a joint and all parts that joints may have. The check of a scene rejects parts that a type
/// does not have.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct JointParts {
    /// The first body: with the line of a slider, or the pinion.
    pub body_a: BodyRef,
    /// The second body: on the line of a slider, or the rack.
    pub body_b: BodyRef,
    /// The anchor: one point, or two for a distance joint or a pulley.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<JointAnchor>,
    /// The direction of the line, of any length: in world coordinates if `at` is, else in the frames.
    /// Default: the x axis.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub along: Option<[f32; 2]>,
    /// Whether the two bodies collide with each other. Default: true for a rotary joint, a gear, a rack and a
    /// pulley, else false.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collide_connected: Option<bool>,
    /// The length of a rod or a rope, above 0 \[m\]. Default: the distance in the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<f32>,
    /// The range of the angle \[rad\], the translation or the length \[m\]. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limits: Option<RangeDesc>,
    /// A motor of the angle, the translation or the length; that of a wheel joint rotates the wheel. Default:
    /// none.
    #[serde(default, alias = "spin", skip_serializing_if = "Option::is_none")]
    pub motor: Option<MotorDesc>,
    /// A spring of the angle, the translation or the length; a rod and a weld without it are rigid. Default:
    /// none.
    #[serde(default, alias = "angular_spring", skip_serializing_if = "Option::is_none")]
    pub spring: Option<SpringDesc>,
    /// A servo of the angle, the translation or the length. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub servo: Option<ServoDesc>,
    /// A motor of the offset of a drive. Default: none.
    #[serde(default, alias = "velocity", skip_serializing_if = "Option::is_none")]
    pub linear_motor: Option<VelocityDesc>,
    /// A spring that pulls the second body's point to that of the first; a weld without it is rigid. Default:
    /// none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub linear_spring: Option<SpringDesc>,
    /// A ratchet, which keeps the angle from turning back beyond a tooth. Default: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratchet: Option<RatchetDesc>,
    /// The rotation of the second body per rotation of the first, from 0.001 to 1000 in size; for a pulley
    /// the factor on its side of the rope, above 0 \[-\]. Default of a pulley: 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ratio: Option<f32>,
    /// The radius of the pinion, from 0.001 to 1000 in size; the sign is the direction \[m\].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub radius: Option<f32>,
    /// The point over which the rope of the first body runs, in world coordinates \[m\].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over_a: Option<[f32; 2]>,
    /// The point over which the rope of the second body runs, in world coordinates \[m\].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub over_b: Option<[f32; 2]>,
    /// Whether the rope may be slack. Default: false, so that it also pushes.
    #[serde(default, skip_serializing_if = "is_false")]
    pub slack: bool,
    /// The softness of the joint itself. Default: the world's `joint_hertz` and `joint_damping_ratio`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub softness: Option<SoftnessDesc>,
    /// The load above which the joint breaks and is removed. Default: unlimited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub break_at: Option<LoadLimitDesc>,
    /// The load above which the joint is reported. Default: never.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report_above: Option<LoadLimitDesc>,
    /// Whether the joint acts. Default: true.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub enabled: bool,
    /// A number for the user, which the engine ignores. Default: 0.
    #[serde(default, with = "bits", skip_serializing_if = "is_default")]
    #[schemars(with = "Bits")]
    pub user_data: u64,
}

impl JointParts {
    /// Returns a joint without parts between the bodies with the given indices.
    pub fn new(body_a: u32, body_b: u32) -> Self {
        Self {
            body_a: BodyRef::Index(body_a),
            body_b: BodyRef::Index(body_b),
            at: None,
            along: None,
            collide_connected: None,
            length: None,
            limits: None,
            motor: None,
            spring: None,
            servo: None,
            linear_motor: None,
            linear_spring: None,
            ratchet: None,
            ratio: None,
            radius: None,
            over_a: None,
            over_b: None,
            slack: false,
            softness: None,
            break_at: None,
            report_above: None,
            enabled: true,
            user_data: 0,
        }
    }

    /// Returns a joint at an anchor between the bodies with the given indices, without further parts.
    pub fn at(body_a: u32, body_b: u32, at: JointAnchor) -> Self {
        Self { at: Some(at), ..Self::new(body_a, body_b) }
    }

    /// Returns the anchor; the origins of the bodies if none is given.
    pub fn anchor(&self) -> JointAnchor {
        self.at.unwrap_or(JointAnchor::local([0.0; 2], [0.0; 2]))
    }

    /// The names of the present parts that not every type has.
    pub(super) fn given(&self) -> impl Iterator<Item = &'static str> {
        let given = [
            ("at", self.at.is_some()),
            ("collide_connected", self.collide_connected.is_some()),
            ("softness", self.softness.is_some()),
            ("break_at", self.break_at.is_some()),
            ("report_above", self.report_above.is_some()),
            ("along", self.along.is_some()),
            ("length", self.length.is_some()),
            ("limits", self.limits.is_some()),
            ("motor", self.motor.is_some()),
            ("spring", self.spring.is_some()),
            ("servo", self.servo.is_some()),
            ("linear_motor", self.linear_motor.is_some()),
            ("linear_spring", self.linear_spring.is_some()),
            ("ratchet", self.ratchet.is_some()),
            ("ratio", self.ratio.is_some()),
            ("radius", self.radius.is_some()),
            ("over_a", self.over_a.is_some()),
            ("over_b", self.over_b.is_some()),
            ("slack", self.slack),
        ];
        given.into_iter().filter_map(|(name, there)| there.then_some(name))
    }
}
