//! Builders of line joints: prismatic, wheel and slot joints.
//!
//! The line is the x axis of the first frame and moves with the first body. The slide is the position of the
//! second anchor along it.

use cairn2d_math::{Pose, Rot, Vec2};

use crate::store::id::BodyId;

use super::def::{base_setters, joint_builder};
use super::{Anchor, JointBase, JointDef, JointKind, JointParts, Motor, Servo, Spring};

/// Setters of the direction and the limits of a line.
macro_rules! line_setters {
    () => {
        /// Sets the direction of the line, of any length. It is in world axes for the poses of the bodies
        /// when the joint is created; with local anchors, in axes of the first body. Default the x axis.
        pub fn along(mut self, direction: impl Into<Vec2>) -> Self {
            self.base.along = direction.into();
            self
        }

        /// Sets the limits of the slide \[m\]; at 0 the anchors coincide. Default none.
        pub fn limits(mut self, lower: f32, upper: f32) -> Self {
            self.parts.limits = Some((lower, upper));
            self
        }
    };
}

joint_builder!(
    /// A prismatic joint (slider): the second body moves along a line of the first without relative rotation.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; }
    /// use cairn2d::{Body, Prismatic, World, WorldConfig};
    /// # let mut world = World::new(WorldConfig::default())?;
    /// let shaft = world.spawn(Body::fixed())?;
    /// let cabin = world.spawn(Body::dynamic().at([0.0, 2.0]))?;
    /// let lift = Prismatic::new(shaft, cabin).at([0.0, 2.0]).along([0.0, 1.0]).limits(0.0, 12.0);
    /// world.join(lift.motor(1.5, 20_000.0))?;
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    Prismatic
);

impl Prismatic {
    /// Returns a free slider between two bodies, along the x axis.
    pub fn new(body_a: BodyId, body_b: BodyId) -> Prismatic {
        Prismatic { base: JointBase::new(body_a, body_b), parts: JointParts::default() }
    }

    base_setters!();
    line_setters!();

    /// Sets the motor: slide speed \[m/s\] and largest force \[N\]. Speed 0 acts as friction.
    pub fn motor(mut self, speed: f32, max_force: f32) -> Prismatic {
        self.parts.motor = Some(Motor { speed, strength: max_force });
        self
    }

    /// Sets the spring: frequency \[Hz\], damping ratio, and target of the slide \[m\].
    pub fn spring(mut self, hertz: f32, damping_ratio: f32, target: f32) -> Prismatic {
        self.parts.spring = Some(Spring { hertz, damping_ratio, target });
        self
    }

    /// Sets the bounds of the spring force \[N\]: the first at most 0, against the direction of the line, the
    /// second at least 0, along it. Default none.
    pub fn spring_range(mut self, lower: f32, upper: f32) -> Prismatic {
        self.parts.spring_range = Some((lower, upper));
        self
    }

    /// Sets the servo: target of the slide \[m\], largest speed \[m/s\] and largest force \[N\]. It holds the
    /// slide at the target and replaces motor and spring.
    pub fn servo(mut self, target: f32, max_speed: f32, max_force: f32) -> Prismatic {
        self.parts.servo = Some(Servo { target, max_speed, strength: max_force });
        self
    }
}

joint_builder!(
    /// A wheel joint, a wheel on a suspension. The second body slides along a line of the first on a spring,
    /// and rotates freely or by a motor.
    Wheel
);

impl Wheel {
    /// Returns a wheel that slides and rotates freely. The line is the x axis, so set a direction.
    pub fn new(chassis: BodyId, wheel: BodyId) -> Wheel {
        Wheel { base: JointBase::new(chassis, wheel), parts: JointParts::default() }
    }

    base_setters!();
    line_setters!();

    /// Sets the suspension, a spring that pulls the slide to 0: frequency \[Hz\] and damping ratio.
    pub fn spring(mut self, hertz: f32, damping_ratio: f32) -> Wheel {
        self.parts.spring = Some(Spring { hertz, damping_ratio, target: 0.0 });
        self
    }

    /// Sets the motor of the wheel: speed \[rad/s\] and largest torque \[N m\]. Speed 0 acts as a brake.
    pub fn motor(mut self, speed: f32, max_torque: f32) -> Wheel {
        self.parts.motor = Some(Motor { speed, strength: max_torque });
        self
    }
}

joint_builder!(
    /// A pin-slot joint (groove joint in Chipmunk): a point of the second body slides along a line of the
    /// first. Both bodies rotate freely.
    Slot
);

impl Slot {
    /// Returns a slot without ends along the x axis of the first body, with a pin on the second.
    pub fn new(body_a: BodyId, body_b: BodyId) -> Slot {
        Slot { base: JointBase::new(body_a, body_b), parts: JointParts::default() }
    }

    base_setters!();
    line_setters!();
}
