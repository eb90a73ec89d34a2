//! Builders of the joints that hold two points: hinges, rods and welds.

use cairn2d_math::{Pose, Rot, Vec2};

use crate::store::id::BodyId;

use super::def::{base_setters, joint_builder};
use super::{Anchor, JointBase, JointDef, JointKind, JointParts, Motor, Servo, Spring};

joint_builder!(
    /// A hinge (revolute joint): two bodies share a point and turn about it.
    ///
    /// The angle is that of the second body's frame against the first one's, counter-clockwise, from -pi to pi.
    Revolute
);

impl Revolute {
    /// A free hinge between two bodies at their origins.
    pub fn new(body_a: BodyId, body_b: BodyId) -> Revolute {
        Revolute { base: JointBase::new(body_a, body_b), parts: JointParts::default() }
    }

    base_setters!();

    /// Keeps the angle between these \[rad\], both within ±4. Default free.
    pub fn limits(mut self, lower: f32, upper: f32) -> Revolute {
        self.parts.limits = Some((lower, upper));
        self
    }

    /// Drives the hinge at this speed \[rad/s\] with at most this torque \[N m\]. Speed 0 is friction.
    pub fn motor(mut self, speed: f32, max_torque: f32) -> Revolute {
        self.parts.motor = Some(Motor { speed, strength: max_torque });
        self
    }

    /// Pulls the hinge to an angle \[rad\] with this frequency \[Hz\] and damping ratio.
    pub fn spring(mut self, hertz: f32, damping_ratio: f32, target: f32) -> Revolute {
        self.parts.spring = Some(Spring { hertz, damping_ratio, target });
        self
    }

    /// Drives the hinge to an angle \[rad\] the short way, at most at this speed \[rad/s\] and with at most this torque \[N m\], and holds it
    /// there. Takes the place of motor and spring.
    pub fn servo(mut self, target: f32, max_speed: f32, max_torque: f32) -> Revolute {
        self.parts.servo = Some(Servo { target, max_speed, strength: max_torque });
        self
    }
}

joint_builder!(
    /// A distance joint: keeps the distance between two points of two bodies: a rod, a rope or a spring.
    ///
    /// Alone it is a rigid rod of its length. With [`limits`](Self::limits) it is a rope, with [`spring`](Self::spring) elastic, with
    /// [`motor`](Self::motor) or [`servo`](Self::servo) a cylinder. Limits hold with any of them.
    Distance
);

impl Distance {
    /// A rod between the origins of two bodies, as long as they are apart when it is made.
    pub fn new(body_a: BodyId, body_b: BodyId) -> Distance {
        Distance { base: JointBase::new(body_a, body_b), parts: JointParts::default() }
    }

    base_setters!();

    /// Ties the joint to one point of the world on each body \[m\], as they stand when the joint is made.
    pub fn between(mut self, point_a: impl Into<Vec2>, point_b: impl Into<Vec2>) -> Distance {
        self.base.anchor = Anchor::WorldPair(point_a.into(), point_b.into());
        self
    }

    /// Length of the rod or rest length of the spring \[m\], above 0. Default the distance when the joint is made.
    pub fn length(mut self, length: f32) -> Distance {
        self.parts.length = Some(length);
        self
    }

    /// Keeps the distance between these \[m\]: a rope is `limits(0.0, length)`. Without a spring the distance is free between them.
    pub fn limits(mut self, min: f32, max: f32) -> Distance {
        self.parts.limits = Some((min, max));
        self
    }

    /// Drives the distance at this speed \[m/s\] with at most this force \[N\]. Without a spring nothing else holds the distance.
    pub fn motor(mut self, speed: f32, max_force: f32) -> Distance {
        self.parts.motor = Some(Motor { speed, strength: max_force });
        self
    }

    /// Makes the rod elastic with this frequency \[Hz\] and damping ratio; 0 Hz leaves it slack.
    pub fn spring(mut self, hertz: f32, damping_ratio: f32) -> Distance {
        self.parts.spring = Some(Spring { hertz, damping_ratio, target: 0.0 });
        self
    }

    /// Keeps the force of the spring between these \[N\]: the first at most 0, how hard it pulls, the second at least 0, how hard it
    /// pushes. Default without bounds.
    pub fn spring_range(mut self, lower: f32, upper: f32) -> Distance {
        self.parts.spring_range = Some((lower, upper));
        self
    }

    /// Drives the distance to a target \[m\], at most at this speed \[m/s\] and with at most this force \[N\], and holds it there. Takes
    /// the place of motor, spring and rest length.
    pub fn servo(mut self, target: f32, max_speed: f32, max_force: f32) -> Distance {
        self.parts.servo = Some(Servo { target, max_speed, strength: max_force });
        self
    }
}
