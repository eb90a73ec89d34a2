//! Joint views: short-lived access by id. A setter wakes both bodies and clears the impulses that no longer
//! apply.

use cairn2d_math::{DVec2, Pose, Rot, StandardFloats, Vec2};

use crate::persist::calls::Op;
use crate::persist::codec::Encode;
use crate::state::generic::Coordinate;
use crate::store::each::Each;
use crate::store::id::{BodyId, JointId};
use crate::store::slot::NONE;
use crate::tables::body::{BodyPose, BodyState};
use crate::tables::check::{Bound, check, check_position};
use crate::tables::error::{JointError, KindError, Owner};
use crate::tables::joint::{
    GenericConstraint, Joint, JointForm, JointImpulses, JointKind, JointParts, LinearMotor, LinearSpring,
    MAX_LENGTH, MIN_LENGTH, Motor, Servo, Spring, angle_near, check_frames, check_limits, check_linear_motor,
    check_linear_spring, check_motor, check_servo, check_softness, check_spring, check_spring_range,
};
use crate::world::World;

/// Read access to a joint.
#[derive(Clone, Copy, Debug)]
pub struct JointRef<'a> {
    pub(super) world: &'a World,
    pub(super) slot: u32,
}

/// Write access to a joint. [`JointMut::view`] gives read access.
#[derive(Debug)]
pub struct JointMut<'a> {
    pub(super) world: &'a mut World,
    pub(super) slot: u32,
}

impl<'a> JointRef<'a> {
    /// Returns the id.
    pub fn id(&self) -> JointId {
        self.world.state.joints.id(self.slot)
    }

    /// Returns the joint type.
    pub fn kind(&self) -> JointKind {
        self.record().kind
    }

    /// Returns the two joined bodies; the same one twice for a grab.
    pub fn bodies(&self) -> [BodyId; 2] {
        let [a, b] = self.record().bodies;
        let state = &self.world.state;
        [if a == 0 { b } else { a }, b].each(|body| state.bodies.id(state.owner_of(body)))
    }

    /// Returns the frames in body coordinates: points \[m\] and the directions of angle zero.
    pub fn frames(&self) -> [Pose; 2] {
        self.record().frames
    }

    /// Returns the frames in world coordinates. The points of a hinge coincide, except for its softness.
    pub fn world_frames(&self) -> [Pose; 2] {
        StandardFloats::within(|| {
            let frame = self.frame();
            self.near_frames().each(|pose| Pose { p: frame.plus(pose.p), q: pose.q })
        })
    }

    /// Returns the frames relative to a point of the world \[m\], as precise near that point as the engine
    /// itself.
    pub fn frames_from(&self, origin: impl Into<DVec2>) -> [Pose; 2] {
        let (origin, frames) = (origin.into(), self.frames());
        let bodies = self.record().bodies;
        StandardFloats::within(|| {
            [0, 1].each(|side| self.world.state.bodies.pose_from(bodies[side], origin).pose.mul(frames[side]))
        })
    }

    /// Returns whether the joined bodies may collide with each other.
    pub fn collide_connected(&self) -> bool {
        self.record().collide_connected
    }

    /// Returns the user data.
    pub fn user_data(&self) -> u64 {
        self.record().user_data
    }

    /// Returns the limits of the angle \[rad\] or the distance \[m\].
    pub fn limits(&self) -> Option<(f32, f32)> {
        self.parts().limits
    }

    /// Returns the linear motor of a drive.
    pub fn linear_motor(&self) -> Option<LinearMotor> {
        self.parts().linear_motor
    }

    /// Returns the linear spring between the anchors of a weld, a drive or a grab.
    pub fn linear_spring(&self) -> Option<LinearSpring> {
        self.parts().linear_spring
    }

    /// Returns the target of a grab in world coordinates \[m\]; `None` for the other types.
    pub fn target(&self) -> Option<Vec2> {
        (self.kind() == JointKind::Grab).then(|| self.record().frames[0].p)
    }

    /// Returns the servo.
    pub fn servo(&self) -> Option<Servo> {
        self.parts().servo
    }

    /// Returns the smallest and largest force \[N\] or torque \[N m\] of the spring; `None` for no bounds.
    pub fn spring_range(&self) -> Option<(f32, f32)> {
        self.parts().spring_range
    }

    /// Returns the motor.
    pub fn motor(&self) -> Option<Motor> {
        self.parts().motor
    }

    /// Returns the spring.
    pub fn spring(&self) -> Option<Spring> {
        self.parts().spring
    }

    /// Returns stiffness \[Hz\] and damping ratio of the constraint itself; `None` for the world's values.
    pub fn softness(&self) -> Option<(f32, f32)> {
        self.record().softness
    }

    /// Returns the rest length of a distance joint or of the rope of a pulley \[m\]; `None` for the other
    /// types.
    pub fn rest_length(&self) -> Option<f32> {
        self.kind().has_length().then(|| self.record().length)
    }

    /// Returns the angle of the second frame relative to the first \[rad\], counter-clockwise, from -pi to
    /// pi.
    pub fn angle(&self) -> f32 {
        StandardFloats::within(|| self.relative_rotation().angle())
    }

    /// Returns the distance between the two anchors \[m\].
    pub fn distance(&self) -> f32 {
        StandardFloats::within(|| self.offset().length())
    }

    /// Returns the position of the second anchor along the x axis of the first frame \[m\]: the slide of a
    /// prismatic, wheel or slot joint.
    pub fn slide(&self) -> f32 {
        StandardFloats::within(|| self.offset().dot(self.world_frames()[0].q.x_axis()))
    }

    /// Returns the coordinate of the joint:
    /// - rotary: the angle over all turns \[rad\];
    /// - revolute with limits: the angle over the turns since the limits were set \[rad\];
    /// - gear \[rad\] and rack \[m\]: the error of the constraint;
    /// - pulley: the length of the rope \[m\];
    /// - other types: the quantity whose rate is [`JointRef::speed`].
    pub fn coordinate(&self) -> f64 {
        StandardFloats::within(|| match self.record().kind.form() {
            JointForm::Row => self.generic().map_or(0.0, |coordinate| coordinate.value),
            JointForm::Distance => f64::from(self.distance()),
            JointForm::Line => f64::from(self.slide()),
            JointForm::Point => match self.world.state.joints.counted_angle(self.slot) {
                Some(known) => f64::from(angle_near(self.relative_rotation(), known)),
                None => f64::from(self.angle()),
            },
            JointForm::Pose | JointForm::Rows => f64::from(self.angle()),
        })
    }

    /// Returns the ratio of a gear or a pulley \[-\] or the radius of a rack \[m\]; `None` for the other
    /// types.
    pub fn ratio(&self) -> Option<f32> {
        self.parts().generic.ratio()
    }

    /// Returns the two points over which the rope of a pulley runs, in world coordinates \[m\]; `None` for
    /// the other types.
    pub fn pulley_points(&self) -> Option<[Vec2; 2]> {
        self.parts().generic.pulley_points()
    }

    /// Returns pitch and phase of the ratchet of a rotary joint \[rad\].
    pub fn ratchet(&self) -> Option<(f32, f32)> {
        self.parts().generic.ratchet()
    }

    /// Returns whether the joint is a pulley whose rope may go slack.
    pub fn is_slack(&self) -> bool {
        self.parts().generic.is_slack()
    }

    /// Returns the relative angular velocity \[rad/s\].
    pub fn angular_speed(&self) -> f32 {
        StandardFloats::within(|| {
            let [a, b] = self.states();
            b.angular_velocity - a.angular_velocity
        })
    }

    /// Returns the rate of the joint coordinate: the slide of a line joint or the length of a distance joint
    /// \[m/s\], the angle of the other types \[rad/s\].
    pub fn speed(&self) -> f32 {
        StandardFloats::within(|| {
            match self.record().kind.form() {
                JointForm::Point | JointForm::Pose | JointForm::Rows => self.angular_speed(),
                JointForm::Row => {
                    let Some(Coordinate { jacobian: [ax, ay, at, bx, by, bt], .. }) = self.generic() else {
                        return 0.0;
                    };
                    let [a, b] = self.states();
                    let along = |n: Vec2, turn: f32, state: &BodyState| {
                        n.dot(state.velocity) + turn * state.angular_velocity
                    };
                    along(Vec2::new(ax, ay), at, a) + along(Vec2::new(bx, by), bt, b)
                }
                JointForm::Distance => self.anchor_velocity().dot(self.direction()),
                JointForm::Line => {
                    // Relative to the line, which rotates with the first body.
                    let [a, _] = self.states();
                    let turning = Vec2::cross_sv(a.angular_velocity, self.offset());
                    (self.anchor_velocity() - turning).dot(self.world_frames()[0].q.x_axis())
                }
            }
        })
    }

    /// Returns the position error of the anchors \[m\], at least 0. A distance joint with a spring has no
    /// error within its limits.
    pub fn separation(&self) -> f32 {
        StandardFloats::within(|| {
            let (joint, parts, distance) = (self.record(), self.parts(), self.distance());
            let beyond = |value: f32| parts.limits.map_or(0.0, |limits| violation(value, limits));
            match joint.kind {
                JointKind::Revolute => distance,
                JointKind::Weld => parts.linear_spring.map_or(distance, |_| 0.0),
                JointKind::Drive | JointKind::Grab | JointKind::Filter | JointKind::Custom => 0.0,
                JointKind::Rotary | JointKind::Gear => 0.0,
                JointKind::Rack => self.coordinate().abs() as f32,
                JointKind::Pulley => {
                    let off = (self.coordinate() - f64::from(joint.length)) as f32;
                    if parts.generic.is_slack() && off < 0.0 { 0.0 } else { off.abs() }
                }
                JointKind::Distance if parts.is_rod() => (distance - joint.length).abs(),
                JointKind::Distance => beyond(distance),
                JointKind::Prismatic | JointKind::Wheel | JointKind::Slot => {
                    let across = self.offset().dot(self.world_frames()[0].q.y_axis()).abs();
                    let along = beyond(self.slide());
                    if along > across { along } else { across }
                }
            }
        })
    }

    /// Returns the angle error \[rad\], at least 0: the part beyond the limits of a hinge, or any angle of a
    /// slider or a rigid weld.
    pub fn angular_separation(&self) -> f32 {
        StandardFloats::within(|| {
            let joint = self.record();
            match (joint.kind, self.parts().limits) {
                (JointKind::Revolute, Some((lower, upper))) => {
                    let known = self.world.state.joints.counted_angle(self.slot);
                    let angle = angle_near(self.relative_rotation(), known.unwrap_or(0.5 * (lower + upper)));
                    violation(angle, (lower, upper))
                }
                (JointKind::Rotary, Some(limits)) => violation(self.coordinate() as f32, limits),
                (JointKind::Gear, _) => self.coordinate().abs() as f32,
                (JointKind::Prismatic, _) => self.angle().abs(),
                (JointKind::Weld, _) if self.parts().spring.is_none() => self.angle().abs(),
                _ => 0.0,
            }
        })
    }

    /// Returns the color in the constraint graph, see [`ContactRef::color`](crate::ContactRef::color); `None`
    /// for joints that are not active.
    pub fn color(&self) -> Option<u32> {
        let color = self.record().color;
        (color != NONE).then_some(color)
    }

    /// Returns whether the joint is active: it is enabled, one of its bodies is awake, and neither is
    /// disabled.
    pub fn is_active(&self) -> bool {
        self.record().color != NONE
    }

    pub(super) fn record(&self) -> &'a Joint {
        &self.world.state.joints.records[self.slot as usize]
    }

    fn parts(&self) -> &'a JointParts {
        self.world.state.joints.parts(self.slot)
    }

    fn generic(&self) -> Option<Coordinate> {
        self.world.state.coordinate(self.slot)
    }

    /// Returns the origin of the coordinates used here: the frame of the first body.
    fn frame(&self) -> DVec2 {
        self.world.state.bodies.frame(self.record().bodies[0])
    }

    fn poses(&self) -> [BodyPose; 2] {
        let frame = self.frame();
        self.record().bodies.each(|body| self.world.state.bodies.pose_from(body, frame))
    }

    fn near_frames(&self) -> [Pose; 2] {
        let (poses, frames) = (self.poses(), self.frames());
        [0, 1].each(|side| poses[side].pose.mul(frames[side]))
    }

    fn states(&self) -> [&'a BodyState; 2] {
        self.record().bodies.each(|body| &self.world.state.bodies.states[body as usize])
    }

    fn relative_rotation(&self) -> Rot {
        let [a, b] = self.world_frames();
        a.q.inv_mul(b.q)
    }

    /// Returns the velocity of the second anchor relative to the first \[m/s\].
    fn anchor_velocity(&self) -> Vec2 {
        let [a, b] = self.states();
        let [at_a, at_b] = self.near_frames().each(|frame| frame.p);
        let [center_a, center_b] = self.poses().each(|pose| pose.center);
        let velocity =
            |state: &BodyState, arm: Vec2| state.velocity + Vec2::cross_sv(state.angular_velocity, arm);
        velocity(b, at_b - center_b) - velocity(a, at_a - center_a)
    }

    /// Returns the vector from the first anchor to the second \[m\].
    fn offset(&self) -> Vec2 {
        let [a, b] = self.near_frames();
        b.p - a.p
    }

    /// Returns the unit vector from the first anchor to the second. If they coincide, returns the x axis of
    /// the first frame, like the solver.
    fn direction(&self) -> Vec2 {
        self.offset().normalize_or(self.world_frames()[0].q.x_axis())
    }
}

impl JointMut<'_> {
    /// Returns read access to the joint.
    pub fn view(&self) -> JointRef<'_> {
        JointRef { world: self.world, slot: self.slot }
    }

    /// Sets the limits of the angle \[rad\], both within ±4, or of the distance \[m\], at least 0. `None`
    /// removes them. A distance joint with limits is a rope between them, not a rigid rod.
    ///
    /// # Errors
    /// A limit out of range, an upper limit below the lower one, or a joint type without limits.
    pub fn set_limits(&mut self, limits: impl Into<Option<(f32, f32)>>) -> Result<(), JointError> {
        StandardFloats::within(|| {
            let limits = limits.into();
            self.expect(JointKind::has_limits, "this type of joint has no limits")?;
            if let Some((lower, upper)) = limits {
                check_limits(self.view().kind(), lower, upper)?;
            }
            self.change(|_, parts, impulses| {
                parts.limits = limits;
                (impulses.lower, impulses.upper) = (0.0, 0.0);
            });
            self.note(Op::JointLimits, &limits);
            Ok(())
        })
        .map_err(|error: JointError| error.about(Owner::Joint(self.view().id())))
    }

    /// Sets the motor; `None` removes it. A distance joint with a motor is not a rigid rod.
    ///
    /// # Errors
    /// A value out of range.
    pub fn set_motor(&mut self, motor: impl Into<Option<Motor>>) -> Result<(), JointError> {
        StandardFloats::within(|| {
            let motor = motor.into();
            self.expect(JointKind::has_motor, "this type of joint has no motor")?;
            motor.as_ref().map_or(Ok(()), check_motor)?;
            // Keep the impulse, so that a load does not drop when only the speed changes.
            self.change(|_, parts, _| parts.motor = motor);
            self.note(Op::JointMotor, &motor);
            Ok(())
        })
        .map_err(|error: JointError| error.about(Owner::Joint(self.view().id())))
    }

    /// Sets the spring; `None` removes it. A distance joint without spring, limits and motor is a rigid rod.
    ///
    /// # Errors
    /// A value out of range.
    pub fn set_spring(&mut self, spring: impl Into<Option<Spring>>) -> Result<(), JointError> {
        StandardFloats::within(|| {
            let spring = spring.into();
            self.expect(JointKind::has_spring, "this type of joint has no spring")?;
            spring.as_ref().map_or(Ok(()), check_spring)?;
            self.change(|joint, parts, impulses| {
                // The axis changes between rigid and soft, so its impulse no longer applies.
                if parts.spring.is_some() != spring.is_some() && joint.kind == JointKind::Weld {
                    impulses.spring = 0.0;
                }
                parts.spring = spring;
            });
            self.note(Op::JointSpring, &spring);
            Ok(())
        })
        .map_err(|error: JointError| error.about(Owner::Joint(self.view().id())))
    }

    /// Sets the servo; `None` removes it.
    ///
    /// # Errors
    /// A value out of range, or a joint type without a servo.
    pub fn set_servo(&mut self, servo: impl Into<Option<Servo>>) -> Result<(), JointError> {
        StandardFloats::within(|| {
            let servo = servo.into();
            self.expect(JointKind::has_servo, "this type of joint has no servo")?;
            servo.as_ref().map_or(Ok(()), check_servo)?;
            self.change(|_, parts, _| parts.servo = servo);
            self.note(Op::JointServo, &servo);
            Ok(())
        })
        .map_err(|error: JointError| error.about(Owner::Joint(self.view().id())))
    }

    /// Sets the linear motor of a drive; `None` removes it.
    ///
    /// # Errors
    /// A value out of range, or a joint of another type.
    pub fn set_linear_motor(&mut self, motor: impl Into<Option<LinearMotor>>) -> Result<(), JointError> {
        StandardFloats::within(|| {
            let motor = motor.into();
            self.expect(JointKind::has_linear_motor, "only drives have a linear motor")?;
            motor.as_ref().map_or(Ok(()), check_linear_motor)?;
            self.change(|_, parts, _| parts.linear_motor = motor);
            self.note(Op::JointLinearMotor, &motor);
            Ok(())
        })
        .map_err(|error: JointError| error.about(Owner::Joint(self.view().id())))
    }

    /// Sets the linear spring between the anchors of a weld, a drive or a grab. `None` removes it; a weld is
    /// then rigid.
    ///
    /// # Errors
    /// A value out of range, or a joint of another type.
    pub fn set_linear_spring(&mut self, spring: impl Into<Option<LinearSpring>>) -> Result<(), JointError> {
        StandardFloats::within(|| {
            let spring = spring.into();
            self.expect(JointKind::has_linear_spring, "only welds, drives and grabs have a linear spring")?;
            spring.as_ref().map_or(Ok(()), check_linear_spring)?;
            self.change(|_, parts, impulses| {
                if parts.linear_spring.is_some() != spring.is_some() {
                    impulses.linear = Vec2::ZERO;
                }
                parts.linear_spring = spring;
            });
            self.note(Op::JointLinearSpring, &spring);
            Ok(())
        })
        .map_err(|error: JointError| error.about(Owner::Joint(self.view().id())))
    }

    /// Sets the target of a grab in world coordinates \[m\], and wakes the body.
    ///
    /// # Errors
    /// A joint of another type, or a point outside the usable world.
    pub fn set_target(&mut self, target: impl Into<Vec2>) -> Result<(), JointError> {
        StandardFloats::within(|| {
            if self.view().kind() != JointKind::Grab {
                return Err(KindError::new("only grabs have a target").into());
            }
            let target = check_position("target", target.into())?;
            self.change(|joint, _, _| joint.frames[0].p = target);
            self.note(Op::JointTarget, &target);
            Ok(())
        })
        .map_err(|error: JointError| error.about(Owner::Joint(self.view().id())))
    }

    /// Sets the smallest force \[N\] or torque \[N m\] of the spring, at most 0, and the largest, at least 0.
    /// `None` removes the bounds.
    ///
    /// # Errors
    /// A value out of range.
    pub fn set_spring_range(&mut self, range: impl Into<Option<(f32, f32)>>) -> Result<(), JointError> {
        StandardFloats::within(|| {
            let range = range.into();
            self.expect(JointKind::has_spring, "this type of joint has no spring")?;
            if let Some((lower, upper)) = range {
                check_spring_range(lower, upper)?;
            }
            self.change(|_, parts, _| parts.spring_range = range);
            self.note(Op::JointSpringRange, &range);
            Ok(())
        })
        .map_err(|error: JointError| error.about(Owner::Joint(self.view().id())))
    }

    /// Sets stiffness \[Hz\] and damping ratio of the constraint itself; `None` uses the world's values.
    ///
    /// # Errors
    /// A value out of range.
    pub fn set_softness(&mut self, softness: impl Into<Option<(f32, f32)>>) -> Result<(), JointError> {
        StandardFloats::within(|| {
            let softness = softness.into();
            softness.map_or(Ok(()), check_softness)?;
            self.change(|joint, _, _| joint.softness = softness);
            self.note(Op::JointSoftness, &softness);
            Ok(())
        })
        .map_err(|error: JointError| error.about(Owner::Joint(self.view().id())))
    }

    /// Sets the ratio of a gear or a pulley \[-\] or the radius of a rack \[m\]. The constraint restarts from
    /// the current poses of the bodies.
    ///
    /// # Errors
    /// A joint of another type, or a value out of range. A pulley requires 1e-3 to 1e3; gear and rack require
    /// that range for the absolute value.
    pub fn set_ratio(&mut self, value: f32) -> Result<(), JointError> {
        StandardFloats::within(|| {
            let mut generic = self.view().parts().generic.clone();
            match &mut generic {
                GenericConstraint::Gear { ratio }
                | GenericConstraint::Rack { radius: ratio }
                | GenericConstraint::Pulley { ratio, .. } => {
                    *ratio = value;
                }
                _ => return Err(KindError::new("only gears, racks and pulleys have a ratio").into()),
            }
            generic.validate()?;
            self.change(|joint, parts, _| {
                parts.generic = generic;
                if joint.kind == JointKind::Pulley {
                    joint.length = 0.0;
                }
            });
            self.world.state.begin_track(self.slot);
            self.note(Op::JointRatio, &value);
            Ok(())
        })
        .map_err(|error: JointError| error.about(Owner::Joint(self.view().id())))
    }

    /// Sets pitch and phase of the ratchet of a rotary joint \[rad\]; `None` removes it.
    ///
    /// # Errors
    /// A joint of another type, or a value out of range. The absolute pitch must be at least 1e-3.
    pub fn set_ratchet(&mut self, ratchet: impl Into<Option<(f32, f32)>>) -> Result<(), JointError> {
        StandardFloats::within(|| {
            if self.view().kind() != JointKind::Rotary {
                return Err(KindError::new("only rotary joints have a ratchet").into());
            }
            let ratchet = ratchet.into();
            let generic = GenericConstraint::Angle { ratchet };
            generic.validate()?;
            self.change(|_, parts, _| parts.generic = generic);
            self.world.state.begin_ratchet(self.slot);
            self.note(Op::JointRatchet, &ratchet);
            Ok(())
        })
        .map_err(|error: JointError| error.about(Owner::Joint(self.view().id())))
    }

    /// Sets the rest length of a distance joint or of the rope of a pulley \[m\], above 0.
    ///
    /// # Errors
    /// A joint of another type, or a length out of range.
    pub fn set_length(&mut self, length: f32) -> Result<(), JointError> {
        StandardFloats::within(|| {
            self.expect(JointKind::has_length, "only distance joints and pulleys have a length")?;
            check("length", length, Bound::Range(MIN_LENGTH, MAX_LENGTH))?;
            self.change(|joint, _, _| joint.length = length);
            self.note(Op::JointLength, &length);
            Ok(())
        })
        .map_err(|error: JointError| error.about(Owner::Joint(self.view().id())))
    }

    /// Sets the frames in body coordinates: points \[m\] and the directions of angle zero.
    ///
    /// # Errors
    /// A point outside the usable world, or a rotation that is not of unit length.
    pub fn set_frames(
        &mut self,
        frame_a: impl Into<Pose>,
        frame_b: impl Into<Pose>,
    ) -> Result<(), JointError> {
        StandardFloats::within(|| {
            let (frame_a, frame_b) = (frame_a.into(), frame_b.into());
            check_frames(frame_a, frame_b)?;
            let frames = [frame_a, frame_b].each(|frame| Pose { p: frame.p, q: frame.q.normalize() });
            self.change(|joint, _, _| joint.frames = frames);
            if matches!(self.view().record().kind.form(), JointForm::Row | JointForm::Rows) {
                self.world.state.begin_track(self.slot);
            }
            self.note(Op::JointFrames, &(frame_a, frame_b));
            Ok(())
        })
        .map_err(|error: JointError| error.about(Owner::Joint(self.view().id())))
    }

    /// Sets whether the joined bodies may collide with each other.
    pub fn set_collide_connected(&mut self, collide: bool) {
        StandardFloats::within(|| {
            let Joint { collide_connected, bodies, enabled, .. } =
                self.world.state.joints.records[self.slot as usize];
            self.change(|joint, _, _| joint.collide_connected = collide);
            match (collide_connected || !enabled, collide || !enabled) {
                (true, false) => self.world.state.destroy_contacts_between(bodies),
                (false, true) => self.world.state.forget_pairs_between(bodies),
                _ => {}
            }
            self.note(Op::JointCollideConnected, &collide);
        });
    }

    /// Sets the user data.
    pub fn set_user_data(&mut self, user_data: u64) {
        self.world.state.joints.records[self.slot as usize].user_data = user_data;
        self.note(Op::JointUserData, &user_data);
    }

    /// Appends a call to the log, if the world is recorded.
    pub(super) fn note(&mut self, op: Op, arguments: &dyn Encode) {
        let id = self.view().id();
        self.world.note(op, &(id, arguments));
    }

    fn expect(&self, has: fn(JointKind) -> bool, or: &'static str) -> Result<(), JointError> {
        if has(self.view().kind()) { Ok(()) } else { Err(KindError::new(or).into()) }
    }

    /// Edits the record, the parts and the warm-start impulses. Wakes the bodies and refreshes the solver's
    /// copy.
    fn change(&mut self, edit: impl FnOnce(&mut Joint, &mut JointParts, &mut JointImpulses)) {
        let mut edit = Some(edit);
        self.change_dyn(&mut |joint, parts, impulses| {
            if let Some(edit) = edit.take() {
                edit(joint, parts, impulses);
            }
        });
    }

    /// Is [`change`](Self::change), compiled once for all setters.
    fn change_dyn(&mut self, edit: &mut dyn FnMut(&mut Joint, &mut JointParts, &mut JointImpulses)) {
        self.world.state.wake_joint(self.slot);
        let was_rigid = self.world.state.is_rigid(self.slot);
        let joints = &mut self.world.state.joints;
        let mut impulses = joints.impulses(self.slot);
        let mut parts = joints.parts(self.slot).clone();
        let was_rod = parts.is_rod();
        edit(&mut joints.records[self.slot as usize], &mut parts, &mut impulses);
        // The length changes between rigid and soft, so the impulses no longer apply.
        if joints.records[self.slot as usize].kind == JointKind::Distance && parts.is_rod() != was_rod {
            impulses = JointImpulses::default();
        }
        joints.set_parts(self.slot, parts);
        joints.refresh(self.slot, impulses);
        self.world.state.graph.joints_changed.0 = true;
        if self.world.state.is_rigid(self.slot) != was_rigid {
            self.world.state.follow_crowd(self.slot);
        }
    }
}

/// Returns the distance of a value from an interval, 0 inside.
fn violation(value: f32, (lower, upper): (f32, f32)) -> f32 {
    if value < lower {
        lower - value
    } else if value > upper {
        value - upper
    } else {
        0.0
    }
}

impl World {
    /// Returns read access to a joint; `None` for a stale id.
    pub fn joint(&self, id: JointId) -> Option<JointRef<'_>> {
        self.state.joints.find(id).map(|slot| JointRef { world: self, slot })
    }

    /// Returns write access to a joint; `None` for a stale id.
    pub fn joint_mut(&mut self, id: JointId) -> Option<JointMut<'_>> {
        self.state.joints.find(id).map(|slot| JointMut { world: self, slot })
    }
}
