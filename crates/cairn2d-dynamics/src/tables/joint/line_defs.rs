//! Builders of the joints on a line: sliders, wheels on their suspension, pins in slots.
//!
//! The line is the x axis of the first frame and moves with the first body; the slide is how far along it the second anchor is.

use cairn2d_math::{Pose, Rot, Vec2};

use crate::store::id::BodyId;

use super::def::{base_setters, joint_builder};
use super::{Anchor, JointBase, JointDef, JointKind, JointParts, Motor, Servo, Spring};

/// Which way the line of a joint runs.
macro_rules! line_setters {
    () => {
        /// Direction of the line, of any length: in the world as the bodies stand when the joint is made, for local anchors in the
        /// coordinates of the first body. Default the x axis.
        pub fn along(mut self, direction: impl Into<Vec2>) -> Self {
            self.base.along = direction.into();
            self
        }

        /// Keeps the slide between these \[m\]; 0 is where the anchors coincide. Default free.
        pub fn limits(mut self, lower: f32, upper: f32) -> Self {
            self.parts.limits = Some((lower, upper));
            self
        }
    };
}

joint_builder!(
    /// A slider (prismatic joint): the second body moves along a line of the first and does not turn against it.
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
    /// A free slider between two bodies, along the x axis.
    pub fn new(body_a: BodyId, body_b: BodyId) -> Prismatic {
        Prismatic { base: JointBase::new(body_a, body_b), parts: JointParts::default() }
    }

    base_setters!();
    line_setters!();

    /// Drives the slide at this speed \[m/s\] with at most this force \[N\]. Speed 0 is friction.
    pub fn motor(mut self, speed: f32, max_force: f32) -> Prismatic {
        self.parts.motor = Some(Motor { speed, strength: max_force });
        self
    }

    /// Pulls the slide to a place \[m\] with this frequency \[Hz\] and damping ratio.
    pub fn spring(mut self, hertz: f32, damping_ratio: f32, target: f32) -> Prismatic {
        self.parts.spring = Some(Spring { hertz, damping_ratio, target });
        self
    }

    /// Keeps the force of the spring between these \[N\]: the first at most 0, against the direction of the line, the second at least 0,
    /// along it. Default without bounds.
    pub fn spring_range(mut self, lower: f32, upper: f32) -> Prismatic {
        self.parts.spring_range = Some((lower, upper));
        self
    }

    /// Drives the slide to a target \[m\], at most at this speed \[m/s\] and with at most this force \[N\], and holds it there. Takes the
    /// place of motor and spring.
    pub fn servo(mut self, target: f32, max_speed: f32, max_force: f32) -> Prismatic {
        self.parts.servo = Some(Servo { target, max_speed, strength: max_force });
        self
    }
}

joint_builder!(
    /// A wheel joint, a wheel on its suspension: the second body slides along a line of the first, on a spring, and turns freely or by a motor.
    Wheel
);

impl Wheel {
    /// A wheel that slides and turns freely; its line is the x axis, so give it a direction.
    pub fn new(chassis: BodyId, wheel: BodyId) -> Wheel {
        Wheel { base: JointBase::new(chassis, wheel), parts: JointParts::default() }
    }

    base_setters!();
    line_setters!();

    /// Suspension: pulls the slide to 0 with this frequency \[Hz\] and damping ratio.
    pub fn spring(mut self, hertz: f32, damping_ratio: f32) -> Wheel {
        self.parts.spring = Some(Spring { hertz, damping_ratio, target: 0.0 });
        self
    }

    /// Turns the wheel at this speed \[rad/s\] with at most this torque \[N m\]. Speed 0 is a brake.
    pub fn motor(mut self, speed: f32, max_torque: f32) -> Wheel {
        self.parts.motor = Some(Motor { speed, strength: max_torque });
        self
    }
}

joint_builder!(
    /// A pin in a slot (pin-slot joint, groove joint in Chipmunk): a point of the second body slides along a line of the first; both turn freely.
    Slot
);

impl Slot {
    /// A slot without ends along the x axis of the first body, with a pin on the second.
    pub fn new(body_a: BodyId, body_b: BodyId) -> Slot {
        Slot { base: JointBase::new(body_a, body_b), parts: JointParts::default() }
    }

    base_setters!();
    line_setters!();
}
