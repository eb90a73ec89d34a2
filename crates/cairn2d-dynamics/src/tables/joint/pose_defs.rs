//! Builders of the joints that hold or drive the whole pose of one body against another: offset and angle.

use cairn2d_math::{Pose, Rot, Vec2};

use crate::store::id::BodyId;
use crate::tables::check::MAX_MAGNITUDE;

use super::def::{base_setters, joint_builder};
use super::{Anchor, JointBase, JointDef, JointKind, JointParts, LinearMotor, LinearSpring, Motor, Spring};

joint_builder!(
    /// A weld joint (fixed joint), two bodies that are one: neither offset nor angle changes, or only as far as springs let them.
    Weld
);

impl Weld {
    /// A rigid weld of two bodies, whose frames coincide.
    pub fn new(body_a: BodyId, body_b: BodyId) -> Weld {
        Weld { base: JointBase::new(body_a, body_b), parts: JointParts::default() }
    }

    base_setters!();

    /// Lets the anchors part against a spring of this frequency \[Hz\] and damping ratio; 0 Hz holds nothing. Default rigid.
    pub fn linear_spring(mut self, hertz: f32, damping_ratio: f32) -> Weld {
        self.parts.linear_spring = Some(LinearSpring { hertz, damping_ratio, max_force: MAX_MAGNITUDE });
        self
    }

    /// Lets the angle yield against a spring of this frequency \[Hz\], about the anchor, and damping ratio; 0 Hz holds nothing. Default rigid.
    pub fn angular_spring(mut self, hertz: f32, damping_ratio: f32) -> Weld {
        self.parts.spring = Some(Spring { hertz, damping_ratio, target: 0.0 });
        self
    }
}

joint_builder!(
    /// A motor joint (`b2MotorJoint`), also friction joint: drives the whole pose of the second body against the first, at a velocity or
    /// towards the first body's frame by springs, each part with a largest force or torque.
    ///
    /// With all velocities 0 it is friction, such as that of a body on the ground of a world seen from above. What is not asked for is free.
    ///
    /// # Examples
    /// ```
    /// # mod cairn2d { pub use cairn2d_dynamics::*; }
    /// use cairn2d::{Body, Drive, World, WorldConfig};
    /// # let mut world = World::new(WorldConfig::with_gravity([0.0, 0.0]))?;
    /// let ground = world.spawn(Body::fixed())?;
    /// let puck = world.spawn(Body::dynamic().velocity([5.0, 0.0]))?;
    /// world.join(Drive::friction(ground, puck, 3.0, 0.5))?;
    /// # Ok::<(), cairn2d_dynamics::Error>(())
    /// ```
    Drive
);

impl Drive {
    /// A joint that does nothing yet.
    pub fn new(body_a: BodyId, body_b: BodyId) -> Drive {
        let base = JointBase { collide_connected: true, ..JointBase::new(body_a, body_b) };
        Drive { base, parts: JointParts::default() }
    }

    /// Friction between two bodies of at most this force \[N\] and torque \[N m\], at the centre of the second.
    pub fn friction(body_a: BodyId, body_b: BodyId, max_force: f32, max_torque: f32) -> Drive {
        Drive::new(body_a, body_b).velocity([0.0, 0.0], max_force).spin(0.0, max_torque)
    }

    base_setters!();

    /// Drives the second anchor at this velocity against the first \[m/s\], in directions of the first frame, with at most this force \[N\].
    pub fn velocity(mut self, velocity: impl Into<Vec2>, max_force: f32) -> Drive {
        self.parts.linear_motor = Some(LinearMotor { velocity: velocity.into(), max_force });
        self
    }

    /// Drives the angle at this speed \[rad/s\] with at most this torque \[N m\].
    pub fn spin(mut self, speed: f32, max_torque: f32) -> Drive {
        self.parts.motor = Some(Motor { speed, strength: max_torque });
        self
    }

    /// Pulls the second anchor to the first with this frequency \[Hz\] and damping ratio, and at most this force \[N\].
    pub fn linear_spring(mut self, hertz: f32, damping_ratio: f32, max_force: f32) -> Drive {
        self.parts.linear_spring = Some(LinearSpring { hertz, damping_ratio, max_force });
        self
    }

    /// Turns the second frame to the first with this frequency \[Hz\] and damping ratio, and at most this torque \[N m\].
    pub fn angular_spring(mut self, hertz: f32, damping_ratio: f32, max_torque: f32) -> Drive {
        self.parts.spring = Some(Spring { hertz, damping_ratio, target: 0.0 });
        self.parts.spring_range = Some((-max_torque, max_torque));
        self
    }
}

joint_builder!(
    /// A mouse joint (target joint): takes hold of a body at a point and pulls that point to a target in the world, which may be moved at any time
    /// ([`JointMut::set_target`](crate::JointMut::set_target)): a mouse, a finger, a hand. Several may hold one body.
    Grab
);

impl Grab {
    /// Holds a body where this point of the world \[m\] is when the joint is made, and pulls it there, softly (5 Hz).
    pub fn new(body: BodyId, point: impl Into<Vec2>) -> Grab {
        let point = point.into();
        let mut base = JointBase { collide_connected: true, ..JointBase::new(body, body) };
        base.anchor = Anchor::WorldPair(point, point);
        let spring = LinearSpring { hertz: 5.0, damping_ratio: 1.0, max_force: MAX_MAGNITUDE };
        Grab { base, parts: JointParts { linear_spring: Some(spring), ..JointParts::default() } }
    }

    /// Pulls to this point of the world \[m\]. Default where the body was taken hold of.
    pub fn target(mut self, target: impl Into<Vec2>) -> Grab {
        if let Anchor::WorldPair(place, _) = &mut self.base.anchor {
            *place = target.into();
        }
        self
    }

    /// Pulls with this frequency \[Hz\] and damping ratio. Default 5 Hz and 1.
    pub fn spring(mut self, hertz: f32, damping_ratio: f32) -> Grab {
        self.parts.linear_spring =
            self.parts.linear_spring.map(|spring| LinearSpring { hertz, damping_ratio, ..spring });
        self
    }

    /// Pulls with at most this force \[N\]. Default without bound.
    pub fn max_force(mut self, max_force: f32) -> Grab {
        self.parts.linear_spring =
            self.parts.linear_spring.map(|spring| LinearSpring { max_force, ..spring });
        self
    }

    /// A number of yours that events and queries hand back. Default 0.
    pub fn user_data(mut self, user_data: u64) -> Grab {
        self.base.user_data = user_data;
        self
    }
}

joint_builder!(
    /// A filter joint (null joint): keeps two bodies from colliding, and does nothing else.
    Filter
);

impl Filter {
    /// Two bodies that pass through each other.
    pub fn new(body_a: BodyId, body_b: BodyId) -> Filter {
        Filter { base: JointBase::new(body_a, body_b), parts: JointParts::default() }
    }

    /// A number of yours that events and queries hand back. Default 0.
    pub fn user_data(mut self, user_data: u64) -> Filter {
        self.base.user_data = user_data;
        self
    }
}
