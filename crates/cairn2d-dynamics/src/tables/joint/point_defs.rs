//! Builders of revolute and distance joints.

use cairn2d_math::{Pose, Rot, Vec2};

use crate::store::id::BodyId;

use super::def::{base_setters, joint_builder};
use super::{Anchor, JointBase, JointDef, JointKind, JointParts, Motor, Servo, Spring};

joint_builder!(
    /// A revolute joint (hinge): two bodies share a point and rotate about it.
    ///
    /// The angle is that of the second frame relative to the first, counter-clockwise, from -pi to pi.
    Revolute
);

impl Revolute {
    /// Returns a free hinge between two bodies at their origins.
    pub fn new(body_a: BodyId, body_b: BodyId) -> Revolute {
        Revolute { base: JointBase::new(body_a, body_b), parts: JointParts::default() }
    }

    base_setters!();

    /// Sets the limits of the angle \[rad\], both within ±4. Default none.
    pub fn limits(mut self, lower: f32, upper: f32) -> Revolute {
        self.parts.limits = Some((lower, upper));
        self
    }

    /// Sets the motor: speed \[rad/s\] and largest torque \[N m\]. Speed 0 acts as friction.
    pub fn motor(mut self, speed: f32, max_torque: f32) -> Revolute {
        self.parts.motor = Some(Motor { speed, strength: max_torque });
        self
    }

    /// Sets the spring: frequency \[Hz\], damping ratio, and target angle \[rad\].
    pub fn spring(mut self, hertz: f32, damping_ratio: f32, target: f32) -> Revolute {
        self.parts.spring = Some(Spring { hertz, damping_ratio, target });
        self
    }

    /// Sets the servo: target angle \[rad\], largest speed \[rad/s\] and largest torque \[N m\]. It rotates
    /// the short way, holds the hinge at the target, and replaces motor and spring.
    pub fn servo(mut self, target: f32, max_speed: f32, max_torque: f32) -> Revolute {
        self.parts.servo = Some(Servo { target, max_speed, strength: max_torque });
        self
    }
}

joint_builder!(
    /// A distance joint between a point of each body: a rod, a rope or a spring.
    ///
    /// By default it is a rigid rod of its length. With [`limits`](Self::limits) it is a rope, with
    /// [`spring`](Self::spring) elastic, with [`motor`](Self::motor) or [`servo`](Self::servo) a cylinder.
    /// Limits can be combined with any of them.
    Distance
);

impl Distance {
    /// Returns a rod between the origins of two bodies; its length is their distance when the joint is
    /// created.
    pub fn new(body_a: BodyId, body_b: BodyId) -> Distance {
        Distance { base: JointBase::new(body_a, body_b), parts: JointParts::default() }
    }

    base_setters!();

    /// Anchors the joint at a point of the world on each body \[m\], for their poses when the joint is
    /// created.
    pub fn between(mut self, point_a: impl Into<Vec2>, point_b: impl Into<Vec2>) -> Distance {
        self.base.anchor = Anchor::WorldPair(point_a.into(), point_b.into());
        self
    }

    /// Sets the length of the rod or the rest length of the spring \[m\], above 0. Default the distance when
    /// the joint is created.
    pub fn length(mut self, length: f32) -> Distance {
        self.parts.length = Some(length);
        self
    }

    /// Sets the limits of the distance \[m\]: a rope is `limits(0.0, length)`. Without a spring the distance
    /// is free between them.
    pub fn limits(mut self, min: f32, max: f32) -> Distance {
        self.parts.limits = Some((min, max));
        self
    }

    /// Sets the motor: rate of the distance \[m/s\] and largest force \[N\]. Without a spring no other force
    /// holds the distance.
    pub fn motor(mut self, speed: f32, max_force: f32) -> Distance {
        self.parts.motor = Some(Motor { speed, strength: max_force });
        self
    }

    /// Makes the rod a spring: frequency \[Hz\] and damping ratio; 0 Hz has no force.
    pub fn spring(mut self, hertz: f32, damping_ratio: f32) -> Distance {
        self.parts.spring = Some(Spring { hertz, damping_ratio, target: 0.0 });
        self
    }

    /// Sets the bounds of the spring force \[N\]: the largest pull as a value of at most 0, and the largest
    /// push, at least 0. Default none.
    pub fn spring_range(mut self, lower: f32, upper: f32) -> Distance {
        self.parts.spring_range = Some((lower, upper));
        self
    }

    /// Sets the servo: target distance \[m\], largest speed \[m/s\] and largest force \[N\]. It holds the
    /// distance and replaces motor, spring and rest length.
    pub fn servo(mut self, target: f32, max_speed: f32, max_force: f32) -> Distance {
        self.parts.servo = Some(Servo { target, max_speed, strength: max_force });
        self
    }
}
