//! Builders of joints. Every joint type has one; all turn into a [`JointDef`].

use cairn2d_math::{Pose, Rot, Vec2};

use crate::check::{Bound, check, check_position};
use crate::error::JointError;
use crate::id::BodyId;

use super::{JointKind, LoadLimit};

/// Where a joint holds its two bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Anchor {
    /// At one point of the world \[m\], as the bodies stand when the joint is made.
    World(Vec2),
    /// At two points of the world \[m\], one on each body, as they stand when the joint is made.
    WorldPair(Vec2, Vec2),
    /// At a frame on each body, in body coordinates: the point \[m\] and the direction from which angles count.
    Local {
        /// Frame on the first body.
        frame_a: Pose,
        /// Frame on the second body.
        frame_b: Pose,
    },
}

/// A spring that pulls a joint to a target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// Undamped frequency \[Hz\], at least 0; 0 is no spring.
    pub hertz: f32,
    /// Damping \[-\]: 1 is critical.
    pub damping_ratio: f32,
    /// Where it pulls to: angle \[rad\] of a revolute joint, ignored by a distance joint, whose length is the target.
    pub target: f32,
}

/// A motor that drives a joint with limited strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motor {
    /// Target speed: \[rad/s\] of a revolute joint, \[m/s\] of a distance joint.
    pub speed: f32,
    /// Largest torque \[N m\] or force \[N\], at least 0.
    pub strength: f32,
}

/// What all joints have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct JointBase {
    pub(crate) body_a: BodyId,
    pub(crate) body_b: BodyId,
    pub(crate) anchor: Anchor,
    pub(crate) collide_connected: bool,
    /// Frequency \[Hz\] and damping ratio of the constraint itself; `None` for the world's.
    pub(crate) softness: Option<(f32, f32)>,
    pub(crate) enabled: bool,
    pub(crate) break_at: LoadLimit,
    pub(crate) report_above: LoadLimit,
    pub(crate) user_data: u64,
}

impl JointBase {
    fn new(body_a: BodyId, body_b: BodyId) -> JointBase {
        let frame = Pose { p: Vec2::ZERO, q: Rot::IDENTITY };
        JointBase {
            body_a,
            body_b,
            anchor: Anchor::Local { frame_a: frame, frame_b: frame },
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

macro_rules! base_setters {
    () => {
        /// Holds both bodies at this point of the world \[m\], as they stand when the joint is made.
        pub fn at(mut self, point: impl Into<Vec2>) -> Self {
            self.base.anchor = Anchor::World(point.into());
            self
        }

        /// Holds the bodies at these points, in body coordinates \[m\].
        pub fn at_local(mut self, anchor_a: impl Into<Vec2>, anchor_b: impl Into<Vec2>) -> Self {
            let frame = |p| Pose { p, q: Rot::IDENTITY };
            self.base.anchor =
                Anchor::Local { frame_a: frame(anchor_a.into()), frame_b: frame(anchor_b.into()) };
            self
        }

        /// Holds the bodies at these frames, in body coordinates: points \[m\] and the directions from which angles count.
        pub fn at_frames(mut self, frame_a: Pose, frame_b: Pose) -> Self {
            self.base.anchor = Anchor::Local { frame_a, frame_b };
            self
        }

        /// Lets the joined bodies collide with each other. Default they do not.
        pub fn collide_connected(mut self, collide: bool) -> Self {
            self.base.collide_connected = collide;
            self
        }

        /// Stiffness \[Hz\] and damping ratio of the constraint itself. Default the world's.
        pub fn softness(mut self, hertz: f32, damping_ratio: f32) -> Self {
            self.base.softness = Some((hertz, damping_ratio));
            self
        }

        /// Breaks the joint when it bears more than this force \[N\] or this torque \[N m\], as means over a step; `None` is any. It is removed
        /// after the step, and [`Events::breaks`](crate::Events::breaks) tells. Default it bears anything.
        pub fn break_at(mut self, force: impl Into<Option<f32>>, torque: impl Into<Option<f32>>) -> Self {
            self.base.break_at = LoadLimit { force: force.into(), torque: torque.into() };
            self
        }

        /// Tells when the joint begins and ceases to bear more than this force \[N\] or this torque \[N m\], as means over a step; `None` is
        /// any: [`Events::overloads`](crate::Events::overloads). Default never.
        pub fn report_above(mut self, force: impl Into<Option<f32>>, torque: impl Into<Option<f32>>) -> Self {
            self.base.report_above = LoadLimit { force: force.into(), torque: torque.into() };
            self
        }

        /// Makes a joint that does nothing until it is enabled.
        pub fn disabled(mut self) -> Self {
            self.base.enabled = false;
            self
        }

        /// A number of yours that events and queries hand back. Default 0.
        pub fn user_data(mut self, user_data: u64) -> Self {
            self.base.user_data = user_data;
            self
        }
    };
}

/// A hinge: two bodies share a point and turn about it.
///
/// The angle is that of the second body's frame against the first one's, counter-clockwise, from -pi to pi.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Revolute {
    pub(crate) base: JointBase,
    pub(crate) limits: Option<(f32, f32)>,
    pub(crate) motor: Option<Motor>,
    pub(crate) spring: Option<Spring>,
}

impl Revolute {
    /// A free hinge between two bodies at their origins.
    pub fn new(body_a: BodyId, body_b: BodyId) -> Revolute {
        Revolute { base: JointBase::new(body_a, body_b), limits: None, motor: None, spring: None }
    }

    base_setters!();

    /// Keeps the angle between these \[rad\], both within ±pi. Default free.
    pub fn limits(mut self, lower: f32, upper: f32) -> Revolute {
        self.limits = Some((lower, upper));
        self
    }

    /// Drives the hinge at this speed \[rad/s\] with at most this torque \[N m\]. Speed 0 is friction.
    pub fn motor(mut self, speed: f32, max_torque: f32) -> Revolute {
        self.motor = Some(Motor { speed, strength: max_torque });
        self
    }

    /// Pulls the hinge to an angle \[rad\] with this frequency \[Hz\] and damping ratio.
    pub fn spring(mut self, hertz: f32, damping_ratio: f32, target: f32) -> Revolute {
        self.spring = Some(Spring { hertz, damping_ratio, target });
        self
    }
}

/// Keeps the distance between two points of two bodies: a rod, a rope or a spring.
///
/// Without spring it is a rigid rod of its length; with one it is elastic between its limits.
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Distance {
    pub(crate) base: JointBase,
    pub(crate) length: Option<f32>,
    pub(crate) limits: Option<(f32, f32)>,
    pub(crate) motor: Option<Motor>,
    pub(crate) spring: Option<Spring>,
}

impl Distance {
    /// A rod between the origins of two bodies, as long as they are apart when it is made.
    pub fn new(body_a: BodyId, body_b: BodyId) -> Distance {
        Distance {
            base: JointBase::new(body_a, body_b),
            length: None,
            limits: None,
            motor: None,
            spring: None,
        }
    }

    base_setters!();

    /// Ties the joint to one point of the world on each body \[m\], as they stand when the joint is made.
    pub fn between(mut self, point_a: impl Into<Vec2>, point_b: impl Into<Vec2>) -> Distance {
        self.base.anchor = Anchor::WorldPair(point_a.into(), point_b.into());
        self
    }

    /// Rest length \[m\], above 0. Default the distance when the joint is made.
    pub fn length(mut self, length: f32) -> Distance {
        self.length = Some(length);
        self
    }

    /// Keeps the distance between these \[m\]: a rope is `limits(0.0, length)` with a spring of 0 Hz. Takes effect together with a spring.
    pub fn limits(mut self, min: f32, max: f32) -> Distance {
        self.limits = Some((min, max));
        self
    }

    /// Drives the distance at this speed \[m/s\] with at most this force \[N\]. Takes effect together with a spring.
    pub fn motor(mut self, speed: f32, max_force: f32) -> Distance {
        self.motor = Some(Motor { speed, strength: max_force });
        self
    }

    /// Makes the rod elastic with this frequency \[Hz\] and damping ratio; 0 Hz leaves it slack between its limits.
    pub fn spring(mut self, hertz: f32, damping_ratio: f32) -> Distance {
        self.spring = Some(Spring { hertz, damping_ratio, target: 0.0 });
        self
    }
}

/// A joint of any type, to be handed to [`World::join`](crate::World::join).
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum JointDef {
    /// A hinge.
    Revolute(Revolute),
    /// A rod, rope or spring.
    Distance(Distance),
}

impl From<Revolute> for JointDef {
    fn from(def: Revolute) -> JointDef {
        JointDef::Revolute(def)
    }
}

impl From<Distance> for JointDef {
    fn from(def: Distance) -> JointDef {
        JointDef::Distance(def)
    }
}

impl JointDef {
    pub(crate) fn base(&self) -> &JointBase {
        match self {
            JointDef::Revolute(def) => &def.base,
            JointDef::Distance(def) => &def.base,
        }
    }

    /// Whether every number is usable. Ids are checked by the world.
    ///
    /// # Errors
    /// The first value that is not.
    pub fn validate(&self) -> Result<(), JointError> {
        self.base().validate()?;
        let (kind, limits, motor, spring) = match self {
            JointDef::Revolute(def) => (JointKind::Revolute, def.limits, def.motor, def.spring),
            JointDef::Distance(def) => (JointKind::Distance, def.limits, def.motor, def.spring),
        };
        if let Some((lower, upper)) = limits {
            check_limits(kind, lower, upper)?;
        }
        if let Some(motor) = &motor {
            check_motor(motor)?;
        }
        if let Some(spring) = &spring {
            check_spring(spring)?;
        }
        if let JointDef::Distance(Distance { length: Some(length), .. }) = self {
            check("length", *length, Bound::Range(1.0e-4, 1.0e6))?;
        }
        Ok(())
    }
}

pub(crate) fn check_limits(kind: JointKind, lower: f32, upper: f32) -> Result<(), JointError> {
    let (low, high) = match kind {
        JointKind::Revolute => (-4.0, 4.0),
        JointKind::Distance => (0.0, 1.0e6),
    };
    check("lower limit", lower, Bound::Range(low, high))?;
    check("upper limit", upper, Bound::Range(lower, high))?;
    Ok(())
}
