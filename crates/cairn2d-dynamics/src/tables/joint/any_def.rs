//! Setters of joint definitions whose type is only known at run time, for example from a file.

use cairn2d_math::{Pose, Rot, Vec2};

use crate::tables::error::{JointError, KindError};

use super::def::{JointDef, LinearMotor, LinearSpring, base_setters};
use super::{Anchor, Motor, Servo, Spring};

/// Setters of parts that only some joint types have. [`JointDef::validate`] rejects parts that the type does
/// not support. The builders of the types document the effect of each part.
impl JointDef {
    base_setters!();

    /// Rotates both frames to a direction of any length: the line of a line joint. Default the x axis.
    pub fn along(mut self, direction: impl Into<Vec2>) -> JointDef {
        self.base.along = direction.into();
        self
    }

    /// Sets the limits of the coordinate \[m\] or \[rad\].
    pub fn limits(mut self, lower: f32, upper: f32) -> JointDef {
        self.parts.limits = Some((lower, upper));
        self
    }

    /// Sets the motor: speed \[m/s\] or \[rad/s\] and largest force \[N\] or torque \[N m\].
    pub fn motor(mut self, speed: f32, strength: f32) -> JointDef {
        self.parts.motor = Some(Motor { speed, strength });
        self
    }

    /// Sets the spring: frequency \[Hz\], damping ratio, and target \[m\] or \[rad\].
    pub fn spring(mut self, hertz: f32, damping_ratio: f32, target: f32) -> JointDef {
        self.parts.spring = Some(Spring { hertz, damping_ratio, target });
        self
    }

    /// Sets the smallest force \[N\] or torque \[N m\] of the spring, at most 0, and the largest, at least 0.
    pub fn spring_range(mut self, lower: f32, upper: f32) -> JointDef {
        self.parts.spring_range = Some((lower, upper));
        self
    }

    /// Sets the servo: target \[m\] or \[rad\], largest speed \[m/s\] or \[rad/s\], and largest force \[N\]
    /// or torque \[N m\].
    pub fn servo(mut self, target: f32, max_speed: f32, strength: f32) -> JointDef {
        self.parts.servo = Some(Servo { target, max_speed, strength });
        self
    }

    /// Sets the linear motor: velocity of the second anchor relative to the first \[m/s\], and largest force
    /// \[N\].
    pub fn linear_motor(mut self, velocity: impl Into<Vec2>, max_force: f32) -> JointDef {
        self.parts.linear_motor = Some(LinearMotor { velocity: velocity.into(), max_force });
        self
    }

    /// Sets the linear spring between the anchors: frequency \[Hz\], damping ratio, and largest force \[N\].
    pub fn linear_spring(mut self, hertz: f32, damping_ratio: f32, max_force: f32) -> JointDef {
        self.parts.linear_spring = Some(LinearSpring { hertz, damping_ratio, max_force });
        self
    }

    /// Sets the rest length of a distance joint or of the rope of a pulley \[m\], above 0.
    pub fn length(mut self, length: f32) -> JointDef {
        self.parts.length = Some(length);
        self
    }

    /// Checks that the type supports all parts.
    pub(super) fn validate_type(&self) -> Result<(), JointError> {
        let (kind, parts) = (self.kind, &self.parts);
        let springs = parts.spring.is_some() || parts.spring_range.is_some();
        let there = [
            (parts.limits.is_some(), kind.has_limits(), "this type of joint has no limits"),
            (parts.motor.is_some(), kind.has_motor(), "this type of joint has no motor"),
            (springs, kind.has_spring(), "this type of joint has no spring"),
            (parts.servo.is_some(), kind.has_servo(), "this type of joint has no servo"),
            (parts.linear_motor.is_some(), kind.has_linear_motor(), "only drives have a linear motor"),
            (
                parts.linear_spring.is_some(),
                kind.has_linear_spring(),
                "only welds, drives and grabs have a linear spring",
            ),
            (parts.length.is_some(), kind.has_length(), "only distance joints and pulleys have a length"),
        ];
        let refused = there.into_iter().find(|&(given, has, _)| given && !has);
        refused.map_or(Ok(()), |(_, _, reason)| Err(KindError::new(reason).into()))
    }
}
