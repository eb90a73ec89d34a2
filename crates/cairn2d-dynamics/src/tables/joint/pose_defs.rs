//! Builders of joints on the whole relative pose, offset and angle: weld, drive, grab and filter joints.

use cairn2d_math::{Pose, Rot, Vec2};

use crate::store::id::BodyId;
use crate::tables::check::MAX_MAGNITUDE;

use super::def::{base_setters, joint_builder};
use super::{Anchor, JointBase, JointDef, JointKind, JointParts, LinearMotor, LinearSpring, Motor, Spring};

joint_builder!(
    /// A weld joint (fixed joint): offset and angle of two bodies stay fixed, or vary as far as springs
    /// permit.
    Weld
);

impl Weld {
    /// Returns a rigid weld of two bodies, whose frames coincide.
    pub fn new(body_a: BodyId, body_b: BodyId) -> Weld {
        Weld { base: JointBase::new(body_a, body_b), parts: JointParts::default() }
    }

    base_setters!();

    /// Makes the offset elastic: frequency \[Hz\] and damping ratio of the spring; 0 Hz has no force. Default
    /// rigid.
    pub fn linear_spring(mut self, hertz: f32, damping_ratio: f32) -> Weld {
        self.parts.linear_spring = Some(LinearSpring { hertz, damping_ratio, max_force: MAX_MAGNITUDE });
        self
    }

    /// Makes the angle elastic: frequency \[Hz\] about the anchor and damping ratio of the spring; 0 Hz has
    /// no torque. Default rigid.
    pub fn angular_spring(mut self, hertz: f32, damping_ratio: f32) -> Weld {
        self.parts.spring = Some(Spring { hertz, damping_ratio, target: 0.0 });
        self
    }
}

joint_builder!(
    /// A motor joint (`b2MotorJoint`), also a friction joint: drives the pose of the second body relative to
    /// the first. Motors drive the relative velocities, springs pull towards the first body's frame, and each
    /// has a largest force or torque.
    ///
    /// With all velocities 0 it is friction, such as that of a body on the ground in a top-down view.
    /// Components without motor and spring are free.
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
    /// Returns a joint without motors and springs, which has no effect yet.
    pub fn new(body_a: BodyId, body_b: BodyId) -> Drive {
        let base = JointBase { collide_connected: true, ..JointBase::new(body_a, body_b) };
        Drive { base, parts: JointParts::default() }
    }

    /// Returns friction between two bodies of at most this force \[N\] and torque \[N m\], at the centre of
    /// the second.
    pub fn friction(body_a: BodyId, body_b: BodyId, max_force: f32, max_torque: f32) -> Drive {
        Drive::new(body_a, body_b).velocity([0.0, 0.0], max_force).spin(0.0, max_torque)
    }

    base_setters!();

    /// Sets the linear motor: velocity of the second anchor relative to the first, in axes of the first frame
    /// \[m/s\], and largest force \[N\].
    pub fn velocity(mut self, velocity: impl Into<Vec2>, max_force: f32) -> Drive {
        self.parts.linear_motor = Some(LinearMotor { velocity: velocity.into(), max_force });
        self
    }

    /// Sets the angular motor: speed \[rad/s\] and largest torque \[N m\].
    pub fn spin(mut self, speed: f32, max_torque: f32) -> Drive {
        self.parts.motor = Some(Motor { speed, strength: max_torque });
        self
    }

    /// Sets the spring between the anchors: frequency \[Hz\], damping ratio, and largest force \[N\].
    pub fn linear_spring(mut self, hertz: f32, damping_ratio: f32, max_force: f32) -> Drive {
        self.parts.linear_spring = Some(LinearSpring { hertz, damping_ratio, max_force });
        self
    }

    /// Sets the spring between the angles of the frames: frequency \[Hz\], damping ratio, and largest torque
    /// \[N m\].
    pub fn angular_spring(mut self, hertz: f32, damping_ratio: f32, max_torque: f32) -> Drive {
        self.parts.spring = Some(Spring { hertz, damping_ratio, target: 0.0 });
        self.parts.spring_range = Some((-max_torque, max_torque));
        self
    }
}

joint_builder!(
    /// A mouse joint (target joint): pulls a point of a body to a target in the world, such as a mouse
    /// pointer. The target can move at any time ([`JointMut::set_target`](crate::JointMut::set_target)). A
    /// body can have several.
    Grab
);

impl Grab {
    /// Returns a joint that pulls a body at a point of the world \[m\], softly (5 Hz). The target is the same
    /// point.
    pub fn new(body: BodyId, point: impl Into<Vec2>) -> Grab {
        let point = point.into();
        let mut base = JointBase { collide_connected: true, ..JointBase::new(body, body) };
        base.anchor = Anchor::WorldPair(point, point);
        let spring = LinearSpring { hertz: 5.0, damping_ratio: 1.0, max_force: MAX_MAGNITUDE };
        Grab { base, parts: JointParts { linear_spring: Some(spring), ..JointParts::default() } }
    }

    /// Sets the target, a point of the world \[m\]. Default the grabbed point.
    pub fn target(mut self, target: impl Into<Vec2>) -> Grab {
        if let Anchor::WorldPair(place, _) = &mut self.base.anchor {
            *place = target.into();
        }
        self
    }

    /// Sets frequency \[Hz\] and damping ratio of the pull. Default 5 Hz and 1.
    pub fn spring(mut self, hertz: f32, damping_ratio: f32) -> Grab {
        self.parts.linear_spring =
            self.parts.linear_spring.map(|spring| LinearSpring { hertz, damping_ratio, ..spring });
        self
    }

    /// Sets the largest force \[N\]. Default none.
    pub fn max_force(mut self, max_force: f32) -> Grab {
        self.parts.linear_spring =
            self.parts.linear_spring.map(|spring| LinearSpring { max_force, ..spring });
        self
    }

    /// Sets the user data, which events and queries return. Default 0.
    pub fn user_data(mut self, user_data: u64) -> Grab {
        self.base.user_data = user_data;
        self
    }
}

joint_builder!(
    /// A filter joint (null joint): disables collisions between two bodies and has no other effect.
    Filter
);

impl Filter {
    /// Returns a joint that disables the collisions of two bodies.
    pub fn new(body_a: BodyId, body_b: BodyId) -> Filter {
        Filter { base: JointBase::new(body_a, body_b), parts: JointParts::default() }
    }

    /// Sets the user data, which events and queries return. Default 0.
    pub fn user_data(mut self, user_data: u64) -> Filter {
        self.base.user_data = user_data;
        self
    }
}
