//! Setters of a body, forces and impulses. A change of motion wakes the body.

use cairn2d_geometry::Mass;
use cairn2d_math::{DVec2, Pose, Rot, StandardFloats, Vec2};

use crate::api::BodyMut;
use crate::persist::calls::Op;
use crate::persist::codec::Encode;
use crate::store::id::ShapeId;
use crate::tables::body::{
    BodyKind, Locks, MAX_TIME_SCALE, MIN_TIME_SCALE, check_angle, check_mass, check_static_velocity, flag,
};
use crate::tables::check::{Bound, check, check_point, check_position, check_vector};
use crate::tables::error::{BodyError, KindError, Owner};

impl BodyMut<'_> {
    /// Moves the body to a pose at once, without collisions on the way. Wakes the body and all bodies that
    /// touch it.
    ///
    /// # Errors
    /// A position outside the usable world, or a rotation that is not of unit length.
    pub fn set_pose(&mut self, pose: impl Into<Pose>) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            let pose = pose.into();
            check_position("position", pose.p)?;
            self.put(pose.p.into(), pose.q)?;
            self.note(Op::BodyPose, &pose);
            Ok(())
        })
        .map_err(|error: BodyError| error.about(Owner::Body(self.id())))
    }

    /// Like [`set_pose`](Self::set_pose), for any position in a large world.
    ///
    /// # Errors
    /// A position outside the usable world, or a rotation that is not of unit length.
    pub fn set_pose64(&mut self, position: impl Into<DVec2>, rotation: Rot) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            let position = self.world.state.check_place("position", position.into())?;
            self.put(position, rotation)?;
            self.note(Op::BodyPose64, &(position, rotation));
            Ok(())
        })
        .map_err(|error: BodyError| error.about(Owner::Body(self.id())))
    }

    /// Moves the body at once and keeps its rotation, see [`set_pose`](Self::set_pose).
    ///
    /// # Errors
    /// A position outside the usable world.
    pub fn set_position(&mut self, position: impl Into<Vec2>) -> Result<(), BodyError> {
        self.set_pose(Pose { p: position.into(), q: self.rotation() })
    }

    /// Like [`set_position`](Self::set_position), for any position in a large world.
    ///
    /// # Errors
    /// A position outside the usable world.
    pub fn set_position64(&mut self, position: impl Into<DVec2>) -> Result<(), BodyError> {
        self.set_pose64(position, self.rotation())
    }

    /// Rotates the body to an angle \[rad\] at once and keeps its position, see [`set_pose`](Self::set_pose).
    ///
    /// # Errors
    /// An angle that is not finite, or of more than a million.
    pub fn set_angle(&mut self, angle: f32) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            check_angle(angle)?;
            self.set_pose64(self.position64(), Rot::from_angle(angle))
        })
        .map_err(|error: BodyError| error.about(Owner::Body(self.id())))
    }

    fn put(&mut self, position: DVec2, rotation: Rot) -> Result<(), BodyError> {
        let norm = rotation.c * rotation.c + rotation.s * rotation.s;
        check("rotation length", norm, Bound::Range(0.998, 1.002))?;
        self.world.state.wake_touching(self.slot);
        self.world.state.bodies.place(self.slot, position, rotation.normalize());
        self.world.state.moves.place(self.slot);
        self.world.state.forget_angles_of(self.slot);
        self.world.state.mark_contacts_placed(self.slot);
        if self.is_enabled() {
            self.world.state.refresh_boxes(self.slot);
        }
        Ok(())
    }

    /// Sets the velocity of the centre of mass \[m/s\], limited to the world's maximum speed.
    ///
    /// # Errors
    /// A component that is not finite, or a nonzero velocity for a static body.
    pub fn set_velocity(&mut self, velocity: impl Into<Vec2>) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            let velocity = check_vector("velocity", velocity.into())?;
            check_static_velocity(self.kind(), velocity, 0.0)?;
            if self.kind() != BodyKind::Static {
                self.wake_if(velocity != Vec2::ZERO);
                self.world.state.bodies.states[self.slot as usize].velocity = velocity;
                self.world.state.limit_velocity(self.slot);
                self.world.state.follow_velocity(self.slot);
            }
            self.note(Op::BodyVelocity, &velocity);
            Ok(())
        })
        .map_err(|error: BodyError| error.about(Owner::Body(self.id())))
    }

    /// Sets the angular velocity \[rad/s\]. A body with locked rotation keeps zero.
    ///
    /// # Errors
    /// A value that is not finite, or a nonzero value for a static body.
    pub fn set_angular_velocity(&mut self, angular_velocity: f32) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            check("angular_velocity", angular_velocity, Bound::Finite)?;
            check_static_velocity(self.kind(), Vec2::ZERO, angular_velocity)?;
            if self.kind() != BodyKind::Static && !self.locks().rotation {
                self.wake_if(angular_velocity != 0.0);
                self.world.state.bodies.states[self.slot as usize].angular_velocity = angular_velocity;
            }
            self.note(Op::BodyAngularVelocity, &angular_velocity);
            Ok(())
        })
        .map_err(|error: BodyError| error.about(Owner::Body(self.id())))
    }

    /// Sets the velocity of a kinematic body such that it reaches a pose after `dt` \[s\]. Wakes the body
    /// and, if it moves, all bodies that touch it.
    ///
    /// # Errors
    /// A body that is not kinematic, a pose out of range, or a time that is not above 0.
    pub fn set_target(&mut self, pose: impl Into<Pose>, dt: f32) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            let pose = pose.into();
            check_position("target", pose.p)?;
            self.aim_at(pose.p.into(), pose.q, dt)?;
            self.note(Op::BodyTarget, &(pose, dt));
            Ok(())
        })
        .map_err(|error: BodyError| error.about(Owner::Body(self.id())))
    }

    /// Like [`set_target`](Self::set_target), for any position in a large world.
    ///
    /// # Errors
    /// A body that is not kinematic, a position or rotation out of range, or a time that is not above 0.
    pub fn set_target64(
        &mut self,
        position: impl Into<DVec2>,
        rotation: Rot,
        dt: f32,
    ) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            let position = self.world.state.check_place("target", position.into())?;
            self.aim_at(position, rotation, dt)?;
            self.note(Op::BodyTarget64, &(position, rotation, dt));
            Ok(())
        })
        .map_err(|error: BodyError| error.about(Owner::Body(self.id())))
    }

    fn aim_at(&mut self, position: DVec2, rotation: Rot, dt: f32) -> Result<(), BodyError> {
        if self.kind() != BodyKind::Kinematic {
            return Err(KindError::new("only kinematic bodies have a target").into());
        }
        let norm = rotation.c * rotation.c + rotation.s * rotation.s;
        check("target rotation length", norm, Bound::Range(0.998, 1.002))?;
        check("time", dt, Bound::Range(1.0e-6, 1.0e3))?;
        let now = self.world.state.bodies.poses[self.slot as usize];
        let target = (position - self.world.state.bodies.frame(self.slot)).to_vec2();
        let goal = target + rotation.rotate(now.local_center);
        let velocity = (goal - now.center) / dt;
        let angular_velocity = now.pose.q.inv_mul(rotation).angle() / dt;
        self.world.state.wake_body(self.slot);
        self.wake_if(velocity != Vec2::ZERO || angular_velocity != 0.0);
        let state = &mut self.world.state.bodies.states[self.slot as usize];
        (state.velocity, state.angular_velocity) = (velocity, angular_velocity);
        self.world.state.limit_velocity(self.slot);
        self.world.state.follow_velocity(self.slot);
        Ok(())
    }

    /// Applies a force at the centre of mass during the next step \[N\]. Wakes the body.
    ///
    /// # Errors
    /// A component that is not finite, a sum of forces that would overflow, or a body that forces do not
    /// move.
    pub fn apply_force(&mut self, force: impl Into<Vec2>) -> Result<(), BodyError> {
        if self.world.state.config.is_large() {
            let center = self.center64();
            return self.apply_force_at64(force, center);
        }
        let center = self.center();
        self.apply_force_at(force, center)
    }

    /// Applies a force \[N\] at a point in world coordinates \[m\] during the next step. Wakes the body.
    ///
    /// # Errors
    /// A value that is not finite, a sum that would overflow, or a body that forces do not move.
    pub fn apply_force_at(
        &mut self,
        force: impl Into<Vec2>,
        point: impl Into<Vec2>,
    ) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            let force = check_vector("force", force.into())?;
            let point = check_point("point", point.into())?;
            self.add_force(force, self.arm_to(point.into()))?;
            self.note(Op::BodyForce, &(force, point));
            Ok(())
        })
        .map_err(|error: BodyError| error.about(Owner::Body(self.id())))
    }

    /// Like [`apply_force_at`](Self::apply_force_at), for any point in a large world.
    ///
    /// # Errors
    /// A value that is not finite, a sum that would overflow, or a body that forces do not move.
    pub fn apply_force_at64(
        &mut self,
        force: impl Into<Vec2>,
        point: impl Into<DVec2>,
    ) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            let force = check_vector("force", force.into())?;
            let point = self.world.state.check_far_point(point.into())?;
            self.add_force(force, self.arm_to(point))?;
            self.note(Op::BodyForce64, &(force, point));
            Ok(())
        })
        .map_err(|error: BodyError| error.about(Owner::Body(self.id())))
    }

    fn add_force(&mut self, force: Vec2, arm: Vec2) -> Result<(), BodyError> {
        let torque = arm.cross(force);
        let motion = &self.world.state.bodies.motions[self.slot as usize];
        let sum = check_vector("sum of forces", motion.force + force)?;
        let turn = check("sum of torques", motion.torque + torque, Bound::Finite)?;
        self.expect_movable()?;
        self.world.state.wake_body(self.slot);
        let motion = &mut self.world.state.bodies.motions[self.slot as usize];
        motion.force = sum;
        motion.torque = turn;
        Ok(())
    }

    /// Applies a torque during the next step \[N m\]. Wakes the body.
    ///
    /// # Errors
    /// A value that is not finite, a sum that would overflow, or a body that forces do not move.
    pub fn apply_torque(&mut self, torque: f32) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            check("torque", torque, Bound::Finite)?;
            let sum = self.world.state.bodies.motions[self.slot as usize].torque + torque;
            check("sum of torques", sum, Bound::Finite)?;
            self.expect_movable()?;
            self.world.state.wake_body(self.slot);
            self.world.state.bodies.motions[self.slot as usize].torque = sum;
            self.note(Op::BodyTorque, &torque);
            Ok(())
        })
        .map_err(|error: BodyError| error.about(Owner::Body(self.id())))
    }

    /// Applies an impulse \[N s\] at the centre of mass, which changes the velocity at once. Wakes the body.
    ///
    /// # Errors
    /// A component that is not finite, or a body that forces do not move.
    pub fn apply_impulse(&mut self, impulse: impl Into<Vec2>) -> Result<(), BodyError> {
        if self.world.state.config.is_large() {
            let center = self.center64();
            return self.apply_impulse_at64(impulse, center);
        }
        let center = self.center();
        self.apply_impulse_at(impulse, center)
    }

    /// Applies an impulse \[N s\] at a point in world coordinates \[m\], which changes the velocity at once.
    /// Wakes the body.
    ///
    /// # Errors
    /// A value that is not finite, a velocity that would overflow, or a body that forces do not move.
    pub fn apply_impulse_at(
        &mut self,
        impulse: impl Into<Vec2>,
        point: impl Into<Vec2>,
    ) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            let impulse = check_vector("impulse", impulse.into())?;
            let point = check_point("point", point.into())?;
            self.add_impulse(impulse, self.arm_to(point.into()))?;
            self.note(Op::BodyImpulse, &(impulse, point));
            Ok(())
        })
        .map_err(|error: BodyError| error.about(Owner::Body(self.id())))
    }

    /// Like [`apply_impulse_at`](Self::apply_impulse_at), for any point in a large world.
    ///
    /// # Errors
    /// A value that is not finite, a velocity that would overflow, or a body that forces do not move.
    pub fn apply_impulse_at64(
        &mut self,
        impulse: impl Into<Vec2>,
        point: impl Into<DVec2>,
    ) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            let impulse = check_vector("impulse", impulse.into())?;
            let point = self.world.state.check_far_point(point.into())?;
            self.add_impulse(impulse, self.arm_to(point))?;
            self.note(Op::BodyImpulse64, &(impulse, point));
            Ok(())
        })
        .map_err(|error: BodyError| error.about(Owner::Body(self.id())))
    }

    fn add_impulse(&mut self, impulse: Vec2, arm: Vec2) -> Result<(), BodyError> {
        let state = &self.world.state.bodies.states[self.slot as usize];
        let turn = arm.cross(impulse);
        let velocity = check_vector("velocity", state.velocity + impulse * state.inv_mass)?;
        let spin =
            check("angular_velocity", state.angular_velocity + turn * state.inv_inertia, Bound::Finite)?;
        self.expect_movable()?;
        self.world.state.wake_body(self.slot);
        let state = &mut self.world.state.bodies.states[self.slot as usize];
        state.velocity = velocity;
        state.angular_velocity = spin;
        self.world.state.limit_velocity(self.slot);
        self.world.state.follow_velocity(self.slot);
        Ok(())
    }

    /// Applies an angular impulse \[N m s\], which changes the angular velocity at once. Wakes the body.
    ///
    /// # Errors
    /// A value that is not finite, a velocity that would overflow, or a body that forces do not move.
    pub fn apply_angular_impulse(&mut self, impulse: f32) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            check("angular impulse", impulse, Bound::Finite)?;
            let state = &self.world.state.bodies.states[self.slot as usize];
            let spin = check(
                "angular_velocity",
                state.angular_velocity + impulse * state.inv_inertia,
                Bound::Finite,
            )?;
            self.expect_movable()?;
            self.world.state.wake_body(self.slot);
            self.world.state.bodies.states[self.slot as usize].angular_velocity = spin;
            self.note(Op::BodyAngularImpulse, &impulse);
            Ok(())
        })
        .map_err(|error: BodyError| error.about(Owner::Body(self.id())))
    }

    /// Sets the factor on gravity \[-\], -1e6 to 1e6. Wakes the body.
    ///
    /// # Errors
    /// A value out of range.
    pub fn set_gravity_scale(&mut self, scale: f32) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            check("gravity_scale", scale, Bound::Range(-1.0e6, 1.0e6))?;
            self.world.state.wake_body(self.slot);
            self.world.state.bodies.motions[self.slot as usize].gravity_scale = scale;
            self.note(Op::BodyGravityScale, &scale);
            Ok(())
        })
        .map_err(|error: BodyError| error.about(Owner::Body(self.id())))
    }

    /// Sets the damping rates of velocity and angular velocity \[1/s\], 0 to 1e6.
    ///
    /// # Errors
    /// A value out of range.
    pub fn set_damping(&mut self, linear: f32, angular: f32) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            check("linear_damping", linear, Bound::Range(0.0, 1.0e6))?;
            check("angular_damping", angular, Bound::Range(0.0, 1.0e6))?;
            let motion = &mut self.world.state.bodies.motions[self.slot as usize];
            motion.linear_damping = linear;
            motion.angular_damping = angular;
            self.note(Op::BodyDamping, &(linear, angular));
            Ok(())
        })
        .map_err(|error: BodyError| error.about(Owner::Body(self.id())))
    }

    /// Sets the locked directions, in which the body does not move. Wakes the body.
    pub fn set_locks(&mut self, locks: Locks) {
        StandardFloats::within(|| {
            self.world.state.wake_body(self.slot);
            self.world.state.bodies.records[self.slot as usize].locks = locks;
            let motion = &mut self.world.state.bodies.motions[self.slot as usize];
            motion.flags &= !(flag::LOCK_X | flag::LOCK_Y);
            motion.flags |= if locks.x { flag::LOCK_X } else { 0 };
            motion.flags |= if locks.y { flag::LOCK_Y } else { 0 };
            self.world.state.update_mass(self.slot);
            self.note(Op::BodyLocks, &locks);
        });
    }

    /// Sets mass, centre and inertia, in place of those computed from the shapes. `None` uses the shapes
    /// again. Wakes the body.
    ///
    /// # Errors
    /// A value out of range.
    pub fn set_mass(&mut self, mass: Option<Mass>) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            if let Some(mass) = &mass {
                check_mass(mass)?;
            }
            self.world.state.wake_body(self.slot);
            self.world.state.bodies.records[self.slot as usize].mass_override = mass;
            self.world.state.update_mass(self.slot);
            self.note(Op::BodyMass, &mass);
            Ok(())
        })
        .map_err(|error: BodyError| error.about(Owner::Body(self.id())))
    }

    /// Sets the sleep threshold, the speed under which the body may fall asleep \[m/s\].
    ///
    /// # Errors
    /// A value that is negative or not finite.
    pub fn set_sleep_threshold(&mut self, speed: f32) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            check("sleep_threshold", speed, Bound::NonNegative)?;
            self.world.state.bodies.motions[self.slot as usize].sleep_threshold = speed;
            self.note(Op::BodySleepThreshold, &speed);
            Ok(())
        })
        .map_err(|error: BodyError| error.about(Owner::Body(self.id())))
    }

    /// Sets whether the body is a bullet, see [`Body::bullet`](crate::Body::bullet).
    #[cfg(feature = "bullets")]
    pub fn set_bullet(&mut self, bullet: bool) {
        StandardFloats::within(|| {
            self.world.state.bodies.set_bullet(self.slot, bullet);
            self.note(Op::BodyBullet, &bullet);
        });
    }

    /// Sets the threshold of continuous collision (CCD) \[-\], see
    /// [`Body::sweep_threshold`](crate::Body::sweep_threshold).
    ///
    /// # Errors
    /// A value that is negative or not finite.
    pub fn set_sweep_threshold(&mut self, share: f32) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            check("sweep_threshold", share, Bound::NonNegative)?;
            self.world.state.bodies.records[self.slot as usize].sweep_threshold = share;
            self.world.state.update_extent(self.slot);
            self.note(Op::BodySweepThreshold, &share);
            Ok(())
        })
        .map_err(|error: BodyError| error.about(Owner::Body(self.id())))
    }

    /// Sets the dominance, see [`Body::dominance`](crate::Body::dominance). Wakes the body and all bodies
    /// that touch it.
    pub fn set_dominance(&mut self, dominance: i8) {
        StandardFloats::within(|| {
            if self.world.state.bodies.dominance(self.slot) != dominance {
                self.world.state.wake_touching(self.slot);
                self.world.state.bodies.set_dominance(self.slot, dominance);
            }
            self.note(Op::BodyDominance, &dominance);
        });
    }

    /// Sets the time scale of the body \[-\], 1e-3 to 1e3. At 0.5 the body moves, falls and accelerates in
    /// slow motion. Wakes it.
    ///
    /// Its velocities change at once; they are always those seen in the world. Damping then acts by this
    /// factor; gravity, forces and fields act by its square. Contacts and joints see a slower body, not a
    /// heavier one.
    ///
    /// # Errors
    /// A value out of range.
    pub fn set_time_scale(&mut self, scale: f32) -> Result<(), BodyError> {
        StandardFloats::within(|| {
            check("time_scale", scale, Bound::Range(MIN_TIME_SCALE, MAX_TIME_SCALE))?;
            self.world.state.wake_body(self.slot);
            self.world.state.set_time_scale(self.slot, scale);
            self.note(Op::BodyTimeScale, &scale);
            Ok(())
        })
        .map_err(|error: BodyError| error.about(Owner::Body(self.id())))
    }

    /// Sets whether the body may fall asleep. A body that may not sleep keeps its whole island awake,
    /// or with sleep in layers the bodies that it carries.
    pub fn set_can_sleep(&mut self, can_sleep: bool) {
        StandardFloats::within(|| {
            if !can_sleep {
                self.world.state.wake_body(self.slot);
            }
            let motion = &mut self.world.state.bodies.motions[self.slot as usize];
            motion.flags =
                if can_sleep { motion.flags | flag::CAN_SLEEP } else { motion.flags & !flag::CAN_SLEEP };
            self.note(Op::BodyCanSleep, &can_sleep);
        });
    }

    /// Wakes the body and its island, or with sleep in layers the body, those joined to it, and those that it
    /// carries.
    pub fn wake(&mut self) {
        StandardFloats::within(|| {
            self.world.state.wake_body(self.slot);
            self.note(Op::BodyWake, &());
        });
    }

    /// Puts the body and its island to sleep at once: all bodies that contacts or joints connect to it.
    /// Returns whether the body sleeps now. Useful for levels that start at rest, and for bodies out of
    /// sight.
    ///
    /// The body stays awake if the world has sleeping disabled, or if a body of the island may not sleep or
    /// touches moving ground. A static, disabled or moving kinematic body does not sleep either.
    pub fn sleep(&mut self) -> bool {
        StandardFloats::within(|| {
            let sleeps = self.world.state.sleep_island_of(self.slot);
            self.note(Op::BodySleep, &());
            sleeps
        })
    }

    /// Sets the kind of the body. Its contacts end and are found again in the next step. Wakes the body and
    /// all bodies that touch it. A body that becomes static stops. A body that becomes dynamic gets the mass
    /// of its shapes, or its mass override.
    pub fn set_kind(&mut self, kind: BodyKind) {
        StandardFloats::within(|| {
            self.world.state.change_kind(self.slot, kind);
            self.note(Op::BodyKindSet, &kind);
        });
    }

    /// Opens the one-way shapes that hold the body, until the body has left them. Wakes it. Returns the
    /// number of opened contacts.
    pub fn drop_through(&mut self) -> usize {
        StandardFloats::within(|| {
            let count = self.world.state.drop_contacts(self.slot, None);
            self.note(Op::BodyDropThrough, &());
            count
        })
    }

    /// Opens one one-way shape for the body, if the shape holds it. Wakes the body. Returns whether the shape
    /// held it.
    pub fn drop_through_shape(&mut self, platform: ShapeId) -> bool {
        StandardFloats::within(|| {
            let Some(slot) = self.world.state.shapes.find(platform) else { return false };
            let let_go = self.world.state.drop_contacts(self.slot, Some(slot)) > 0;
            self.note(Op::BodyDropThroughShape, &platform);
            let_go
        })
    }

    /// Disables or enables the body. A disabled body is not simulated. Wakes all bodies that touch it.
    pub fn set_enabled(&mut self, enabled: bool) {
        StandardFloats::within(|| {
            if enabled {
                self.world.state.enable_body(self.slot);
            } else {
                self.world.state.disable_body(self.slot);
            }
            self.note(Op::BodyEnabled, &enabled);
        });
    }

    /// Sets the user data.
    pub fn set_user_data(&mut self, user_data: u64) {
        self.world.state.bodies.motions[self.slot as usize].set_user_data(user_data);
        self.note(Op::BodyUserData, &user_data);
    }

    /// Appends a call to the log, if the world is recorded.
    fn note(&mut self, op: Op, arguments: &dyn Encode) {
        let id = self.id();
        self.world.note(op, &(id, arguments));
    }

    /// Returns an error for a body that forces and impulses do not move.
    fn expect_movable(&self) -> Result<(), KindError> {
        match self.kind() {
            BodyKind::Static => Err(KindError::new("forces do not move a static body")),
            BodyKind::Kinematic => {
                Err(KindError::new("forces do not move a kinematic body; set its velocity instead"))
            }
            BodyKind::Dynamic if self.mass().mass == 0.0 => Err(KindError::new(
                "forces do not move a body without mass; give a shape a density or the body a mass",
            )),
            BodyKind::Dynamic => Ok(()),
        }
    }

    fn wake_if(&mut self, moves: bool) {
        if moves {
            self.world.state.wake_touching(self.slot);
        }
    }
}
