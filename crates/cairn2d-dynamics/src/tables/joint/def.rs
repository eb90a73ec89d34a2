//! The shared part of all joint builders: anchors, the base, springs, motors and validation. Every builder
//! converts to a [`JointDef`].

use cairn2d_math::{Pose, Rot, Vec2};

use crate::store::id::BodyId;
use crate::tables::check::{Bound, MAX_MAGNITUDE, check, check_position};
use crate::tables::error::{JointError, KindError, Owner, ValueError};
use crate::tables::parts::{GENERIC_JOINTS, check_part};

use super::generic::GenericConstraint;
use super::{JointForm, JointKind, LoadLimit, MAX_LENGTH, MIN_LENGTH};

/// Anchors of a joint on its two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Anchor {
    /// One point of the world \[m\], for the poses of the bodies when the joint is created.
    World(Vec2),
    /// Two points of the world \[m\], one on each body, for their poses when the joint is created.
    WorldPair(Vec2, Vec2),
    /// A frame on each body, in body coordinates: the point \[m\] and the direction of angle zero.
    Local {
        /// Frame on the first body.
        frame_a: Pose,
        /// Frame on the second body.
        frame_b: Pose,
    },
}

/// A spring that pulls the joint coordinate to a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// Undamped frequency \[Hz\], at least 0; 0 is no spring.
    pub hertz: f32,
    /// Damping \[-\]: 1 is critical.
    pub damping_ratio: f32,
    /// Target: angle \[rad\] of a revolute joint. A distance joint ignores it; its target is its length.
    pub target: f32,
}

/// A motor that drives the speed of a joint with bounded force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motor {
    /// Target speed: \[rad/s\] of a revolute joint, \[m/s\] of a distance joint.
    pub speed: f32,
    /// Largest torque \[N m\] or force \[N\], at least 0.
    pub strength: f32,
}

/// A servo that drives a joint to a target and holds it there, with bounded speed and force.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Servo {
    /// Target: angle \[rad\], slide or distance \[m\].
    pub target: f32,
    /// Largest speed \[rad/s\] or \[m/s\], at least 0.
    pub max_speed: f32,
    /// Largest torque \[N m\] or force \[N\], at least 0.
    pub strength: f32,
}

/// The part that all joints have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct JointBase {
    pub(crate) body_a: BodyId,
    pub(crate) body_b: BodyId,
    pub(crate) anchor: Anchor,
    /// Direction to which both frames are rotated, of any length.
    pub(crate) along: Vec2,
    pub(crate) collide_connected: bool,
    /// Frequency \[Hz\] and damping ratio of the constraint itself; `None` for the world's.
    pub(crate) softness: Option<(f32, f32)>,
    pub(crate) enabled: bool,
    pub(crate) break_at: LoadLimit,
    pub(crate) report_above: LoadLimit,
    pub(crate) user_data: u64,
}

impl JointBase {
    pub(crate) fn new(body_a: BodyId, body_b: BodyId) -> JointBase {
        let frame = Pose { p: Vec2::ZERO, q: Rot::IDENTITY };
        JointBase {
            body_a,
            body_b,
            anchor: Anchor::Local { frame_a: frame, frame_b: frame },
            along: Vec2::X,
            collide_connected: false,
            softness: None,
            enabled: true,
            break_at: LoadLimit::default(),
            report_above: LoadLimit::default(),
            user_data: 0,
        }
    }

    fn validate(&self) -> Result<(), JointError> {
        match self.anchor {
            Anchor::World(point) => {
                check_position("anchor", point)?;
            }
            Anchor::WorldPair(a, b) => {
                check_position("anchor a", a)?;
                check_position("anchor b", b)?;
            }
            Anchor::Local { frame_a, frame_b } => {
                check_frames(frame_a, frame_b)?;
            }
        }
        self.break_at.validate()?;
        self.report_above.validate()?;
        check("axis x", self.along.x, Bound::Range(-1.0e6, 1.0e6))?;
        check("axis y", self.along.y, Bound::Range(-1.0e6, 1.0e6))?;
        check("axis length", self.along.length(), Bound::Range(1.0e-6, 1.0e7))?;
        self.softness.map_or(Ok(()), check_softness)
    }
}

pub(crate) fn check_frames(frame_a: Pose, frame_b: Pose) -> Result<(), JointError> {
    for (name, frame) in [("anchor a", frame_a), ("anchor b", frame_b)] {
        check_position(name, frame.p)?;
        let norm = frame.q.c * frame.q.c + frame.q.s * frame.q.s;
        check("frame rotation length", norm, Bound::Range(0.998, 1.002))?;
    }
    Ok(())
}

pub(crate) fn check_softness((hertz, damping_ratio): (f32, f32)) -> Result<(), JointError> {
    check("joint hertz", hertz, Bound::Range(1.0e-3, 1.0e6))?;
    check("joint damping ratio", damping_ratio, Bound::Range(0.0, 1.0e4))?;
    Ok(())
}

pub(crate) fn check_spring(spring: &Spring) -> Result<(), JointError> {
    check("spring hertz", spring.hertz, Bound::Range(0.0, 1.0e6))?;
    check("spring damping ratio", spring.damping_ratio, Bound::Range(0.0, 1.0e4))?;
    check("spring target", spring.target, Bound::Range(-1.0e6, 1.0e6))?;
    Ok(())
}

pub(crate) fn check_motor(motor: &Motor) -> Result<(), JointError> {
    check("motor speed", motor.speed, Bound::Range(-1.0e6, 1.0e6))?;
    check("motor strength", motor.strength, Bound::NonNegative)?;
    Ok(())
}

pub(crate) fn check_servo(servo: &Servo) -> Result<(), JointError> {
    check("servo target", servo.target, Bound::Range(-1.0e6, 1.0e6))?;
    check("servo speed", servo.max_speed, Bound::Range(0.0, 1.0e6))?;
    check("servo strength", servo.strength, Bound::NonNegative)?;
    Ok(())
}

pub(crate) fn check_limits(kind: JointKind, lower: f32, upper: f32) -> Result<(), JointError> {
    let (low, high) = kind.limit_range();
    check("lower limit", lower, Bound::Range(low, high))?;
    check("upper limit", upper, Bound::Range(low, high))?;
    if upper < lower {
        return Err(ValueError::below("upper limit", upper, "lower limit", lower).into());
    }
    Ok(())
}

/// The parts that only some joint types have.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct JointParts {
    pub(crate) limits: Option<(f32, f32)>,
    pub(crate) motor: Option<Motor>,
    pub(crate) spring: Option<Spring>,
    pub(crate) servo: Option<Servo>,
    /// Smallest and largest force \[N\] or torque \[N m\] of the spring.
    pub(crate) spring_range: Option<(f32, f32)>,
    /// Rest length of a distance joint \[m\].
    pub(crate) length: Option<f32>,
    pub(crate) linear_motor: Option<LinearMotor>,
    pub(crate) linear_spring: Option<LinearSpring>,
    pub(crate) generic: GenericConstraint,
}

/// A motor that drives the relative velocity of two anchors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearMotor {
    /// Velocity of the second anchor relative to the first, in axes of the first frame \[m/s\].
    pub velocity: Vec2,
    /// Largest force \[N\], at least 0.
    pub max_force: f32,
}

/// A spring that pulls the anchor of the second body to that of the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LinearSpring {
    /// Undamped frequency \[Hz\], at least 0; 0 is no spring.
    pub hertz: f32,
    /// Damping \[-\]: 1 is critical.
    pub damping_ratio: f32,
    /// Largest force \[N\], at least 0.
    pub max_force: f32,
}

impl JointParts {
    /// Returns whether a distance joint with these parts is a rigid rod, with a fixed length.
    pub(crate) fn is_rod(&self) -> bool {
        self.spring.is_none() && self.servo.is_none() && self.limits.is_none() && self.motor.is_none()
    }

    pub(crate) fn validate(&self, kind: JointKind) -> Result<(), JointError> {
        if let Some((lower, upper)) = self.limits {
            check_limits(kind, lower, upper)?;
        }
        self.motor.as_ref().map_or(Ok(()), check_motor)?;
        self.spring.as_ref().map_or(Ok(()), check_spring)?;
        self.servo.as_ref().map_or(Ok(()), check_servo)?;
        if let Some((lower, upper)) = self.spring_range {
            check_spring_range(lower, upper)?;
        }
        if let Some(length) = self.length {
            check("length", length, Bound::Range(MIN_LENGTH, MAX_LENGTH))?;
        }
        let is_generic = matches!(kind.form(), JointForm::Row | JointForm::Rows);
        check_part("generic_joints", GENERIC_JOINTS, is_generic)?;
        self.generic.validate()?;
        if !self.generic.fits(kind) {
            return Err(JointError::Kind(KindError::new(
                "this type of joint does not support this generic constraint",
            )));
        }
        self.linear_motor.as_ref().map_or(Ok(()), check_linear_motor)?;
        self.linear_spring.as_ref().map_or(Ok(()), check_linear_spring)
    }
}

pub(crate) fn check_linear_motor(motor: &LinearMotor) -> Result<(), JointError> {
    check("linear velocity x", motor.velocity.x, Bound::Range(-1.0e6, 1.0e6))?;
    check("linear velocity y", motor.velocity.y, Bound::Range(-1.0e6, 1.0e6))?;
    check("linear motor force", motor.max_force, Bound::NonNegative)?;
    Ok(())
}

pub(crate) fn check_linear_spring(spring: &LinearSpring) -> Result<(), JointError> {
    check("linear spring hertz", spring.hertz, Bound::Range(0.0, 1.0e6))?;
    check("linear spring damping ratio", spring.damping_ratio, Bound::Range(0.0, 1.0e4))?;
    check("linear spring force", spring.max_force, Bound::NonNegative)?;
    Ok(())
}

pub(crate) fn check_spring_range(lower: f32, upper: f32) -> Result<(), JointError> {
    check("upper spring force", upper, Bound::NonNegative)?;
    check("lower spring force", lower, Bound::Range(-MAX_MAGNITUDE, 0.0))?;
    Ok(())
}

/// A joint of any type, for [`World::join`](crate::World::join). Every builder converts to one; its type
/// determines the supported parts.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct JointDef {
    pub(crate) kind: JointKind,
    pub(crate) base: JointBase,
    pub(crate) parts: JointParts,
}

impl JointDef {
    /// Returns the joint type.
    pub fn kind(&self) -> JointKind {
        self.kind
    }

    /// Checks that the type supports all parts and that every number is valid. The world checks the ids.
    ///
    /// # Errors
    /// The first unsupported part or invalid value.
    pub fn validate(&self) -> Result<(), JointError> {
        self.validate_type()
            .and_then(|()| self.base.validate())
            .and_then(|()| self.parts.validate(self.kind))
            .map_err(|error| error.about(Owner::NewJoint(self.kind)))
    }
}

/// Defines the builder of a joint type: the base, the parts, and the conversion to a [`JointDef`].
macro_rules! joint_builder {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq)]
        #[must_use]
        pub struct $name {
            pub(crate) base: JointBase,
            pub(crate) parts: JointParts,
        }

        impl From<$name> for JointDef {
            fn from(def: $name) -> JointDef {
                JointDef { kind: JointKind::$name, base: def.base, parts: def.parts }
            }
        }
    };
}

/// Setters of the base: anchors, softness and the other properties of all types.
macro_rules! base_setters {
    () => {
        /// Anchors both bodies at this point of the world \[m\], for their poses when the joint is created.
        pub fn at(mut self, point: impl Into<Vec2>) -> Self {
            self.base.anchor = Anchor::World(point.into());
            self
        }

        /// Anchors the bodies at these points in body coordinates \[m\].
        pub fn at_local(mut self, anchor_a: impl Into<Vec2>, anchor_b: impl Into<Vec2>) -> Self {
            let frame = |p| Pose { p, q: Rot::IDENTITY };
            self.base.anchor =
                Anchor::Local { frame_a: frame(anchor_a.into()), frame_b: frame(anchor_b.into()) };
            self
        }

        /// Anchors the bodies at these frames in body coordinates: points \[m\] and the directions of angle
        /// zero.
        pub fn at_frames(mut self, frame_a: impl Into<Pose>, frame_b: impl Into<Pose>) -> Self {
            self.base.anchor = Anchor::Local { frame_a: frame_a.into(), frame_b: frame_b.into() };
            self
        }

        /// Sets whether the joined bodies may collide with each other. Default false.
        pub fn collide_connected(mut self, collide: bool) -> Self {
            self.base.collide_connected = collide;
            self
        }

        /// Sets stiffness \[Hz\] and damping ratio of the constraint itself. Default the world's.
        pub fn softness(mut self, hertz: f32, damping_ratio: f32) -> Self {
            self.base.softness = Some((hertz, damping_ratio));
            self
        }

        /// Sets the force \[N\] and the torque \[N m\] at which the joint breaks, as means over a step.
        /// `None` is no limit, which is the default. A broken joint is removed after the step and listed in
        /// [`Events::breaks`](crate::Events::breaks).
        pub fn break_at(mut self, force: impl Into<Option<f32>>, torque: impl Into<Option<f32>>) -> Self {
            self.base.break_at =
                crate::tables::joint::LoadLimit { force: force.into(), torque: torque.into() };
            self
        }

        /// Sets the force \[N\] and the torque \[N m\] above which the joint is reported, as means over a
        /// step. `None` is no limit, which is the default. See
        /// [`Events::overloads`](crate::Events::overloads).
        pub fn report_above(mut self, force: impl Into<Option<f32>>, torque: impl Into<Option<f32>>) -> Self {
            self.base.report_above =
                crate::tables::joint::LoadLimit { force: force.into(), torque: torque.into() };
            self
        }

        /// Makes a joint that has no effect until it is enabled.
        pub fn disabled(mut self) -> Self {
            self.base.enabled = false;
            self
        }

        /// Sets the user data, which events and queries return. Default 0.
        pub fn user_data(mut self, user_data: u64) -> Self {
            self.base.user_data = user_data;
            self
        }
    };
}

pub(crate) use {base_setters, joint_builder};
