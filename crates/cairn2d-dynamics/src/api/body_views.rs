//! Body views: short-lived access by id, and all getters. The setters are in `body_setters.rs`.

use cairn2d_geometry::Mass;
use cairn2d_math::{DVec2, Pose, Rot, StandardFloats, Vec2};

use crate::store::id::{BodyId, ContactId, JointId, ShapeId};
use crate::tables::body::{Body, BodyKind, BodyPose, Locks, Place, flag};
use crate::tables::solver_set::{AWAKE_SET, DISABLED_SET, FIRST_SLEEPING_SET};
use crate::world::World;

/// Read access to a body.
#[derive(Clone, Copy, Debug)]
pub struct BodyRef<'a> {
    world: &'a World,
    slot: u32,
}

/// Write access to a body, and its getters.
#[derive(Debug)]
pub struct BodyMut<'a> {
    pub(super) world: &'a mut World,
    pub(super) slot: u32,
}

macro_rules! body_getters {
    ($($view:ident),*) => {
        $(impl $view<'_> {
            /// Returns the id.
            pub fn id(&self) -> BodyId {
                self.world.state.bodies.id(self.slot)
            }

            /// Returns whether the body is static, kinematic or dynamic.
            pub fn kind(&self) -> BodyKind {
                self.world.state.bodies.records[self.slot as usize].kind
            }

            /// Returns the position of the origin \[m\] and the rotation.
            #[inline]
            pub fn pose(&self) -> Pose {
                if self.world.state.bodies.is_large() { self.far_pose() } else { self.place().pose }
            }

            /// Returns the pose relative to a point of the world \[m\]. In a large world, it is as precise
            /// near that point as the engine itself. Use it to draw relative to the camera.
            pub fn pose_from(&self, origin: impl Into<DVec2>) -> Pose {
                self.place_from(origin.into()).pose
            }

            /// Returns the position of the origin \[m\], without the rounding of [`position`](Self::position)
            /// in a large world.
            pub fn position64(&self) -> DVec2 {
                StandardFloats::within(|| self.world.state.bodies.position(self.slot))
            }

            /// Returns the centre of mass in world coordinates \[m\], without the rounding of
            /// [`center`](Self::center) in a large world.
            pub fn center64(&self) -> DVec2 {
                StandardFloats::within(|| self.world.state.bodies.frame(self.slot) + self.place().center)
            }

            /// Returns the position of the origin \[m\].
            pub fn position(&self) -> Vec2 {
                self.pose().p
            }

            /// Returns the rotation.
            pub fn rotation(&self) -> Rot {
                self.pose().q
            }

            /// Returns the rotation \[rad\], from -pi to pi.
            pub fn angle(&self) -> f32 {
                StandardFloats::within(|| self.pose().q.angle())
            }

            /// Returns the centre of mass in world coordinates \[m\].
            pub fn center(&self) -> Vec2 {
                self.place_from(DVec2::ZERO).center
            }

            /// Returns the velocity of the centre of mass \[m/s\].
            pub fn velocity(&self) -> Vec2 {
                self.world.state.bodies.states[self.slot as usize].velocity
            }

            /// Returns the angular velocity \[rad/s\].
            pub fn angular_velocity(&self) -> f32 {
                self.world.state.bodies.states[self.slot as usize].angular_velocity
            }

            /// Returns the velocity \[m/s\] of a point of the body, given in world coordinates \[m\].
            pub fn velocity_at(&self, point: impl Into<Vec2>) -> Vec2 {
                StandardFloats::within(|| {
                    let point: Vec2 = point.into();
                    self.velocity() + Vec2::cross_sv(self.angular_velocity(), self.arm_to(point.into()))
                })
            }

            /// Returns the definition of a body with the same properties and motion, without shapes. The mass
            /// is that of [`given_mass`](Self::given_mass).
            pub fn def(&self) -> Body {
                StandardFloats::within(|| {
                    let (state, slot) = (&self.world.state, self.slot as usize);
                    let (record, motion) = (&state.bodies.records[slot], &state.bodies.motions[slot]);
                    let place = self.place();
                    let to_origin = place.pose.p - place.center;
                    let spin = self.angular_velocity();
                    let position = if state.bodies.is_large() {
                        Place::Far(self.position64())
                    } else {
                        Place::Near(place.pose.p)
                    };
                    Body {
                        position,
                        rotation: place.pose.q,
                        angle: place.pose.q.angle(),
                        velocity: self.velocity() + Vec2::cross_sv(spin, to_origin),
                        angular_velocity: spin,
                        linear_damping: motion.linear_damping,
                        angular_damping: motion.angular_damping,
                        gravity_scale: motion.gravity_scale,
                        sleep_threshold: motion.sleep_threshold,
                        can_sleep: self.can_sleep(),
                        awake: !self.is_asleep(),
                        enabled: self.is_enabled(),
                        locks: record.locks,
                        bullet: record.bullet,
                        joined: self.is_joined(),
                        sweep_threshold: record.sweep_threshold,
                        time_scale: self.time_scale(),
                        dominance: self.dominance(),
                        mass: record.mass_override,
                        user_data: motion.user_data(),
                        ..Body::new(record.kind)
                    }
                })
            }

            /// Returns the pose after a time \[s\] of motion at the current velocities, without gravity and
            /// contacts.
            pub fn pose_after(&self, time: f32) -> Pose {
                StandardFloats::within(|| {
                    let turn = Rot::from_angle(self.angular_velocity() * time);
                    let q = (self.rotation() * turn).normalize();
                    let place = self.place();
                    let local_center = self.rotation().inv_rotate(place.center - place.pose.p);
                    let p = place.center + self.velocity() * time - q.rotate(local_center);
                    Pose { p: self.world.state.bodies.frame(self.slot).plus(p), q }
                })
            }

            #[inline(never)]
            fn far_pose(&self) -> Pose {
                self.place_from(DVec2::ZERO).pose
            }

            /// Returns position and centre relative to a point. Plain reads run without standard float modes.
            fn place_from(&self, origin: DVec2) -> BodyPose {
                if self.world.state.bodies.is_large() || origin != DVec2::ZERO {
                    return StandardFloats::within(|| self.world.state.bodies.pose_from(self.slot, origin));
                }
                *self.place()
            }

            /// Returns position and centre in the frame of the body.
            #[inline]
            fn place(&self) -> &BodyPose {
                &self.world.state.bodies.poses[self.slot as usize]
            }

            /// Returns the vector from the centre of mass to a point of the world \[m\].
            pub(super) fn arm_to(&self, point: DVec2) -> Vec2 {
                (point - self.world.state.bodies.frame(self.slot)).to_vec2() - self.place().center
            }

            /// Returns the mass, the centre of mass in body coordinates, and the inertia about it. Zero
            /// unless the body is dynamic.
            pub fn mass(&self) -> Mass {
                self.world.state.bodies.records[self.slot as usize].mass
            }

            /// Returns the mass override, which replaces the mass of the shapes, see
            /// [`Body::mass`](crate::Body::mass).
            pub fn given_mass(&self) -> Option<Mass> {
                self.world.state.bodies.records[self.slot as usize].mass_override
            }

            /// Returns the kinetic energy \[J\].
            pub fn kinetic_energy(&self) -> f32 {
                StandardFloats::within(|| {
                    let (mass, spin) = (self.mass(), self.angular_velocity());
                    0.5 * (mass.mass * self.velocity().length_squared() + mass.inertia * spin * spin)
                })
            }

            /// Returns whether the body is awake: neither asleep, disabled nor static.
            pub fn is_awake(&self) -> bool {
                self.world.state.bodies.records[self.slot as usize].set == AWAKE_SET
            }

            /// Returns whether the body sleeps.
            pub fn is_asleep(&self) -> bool {
                self.world.state.bodies.records[self.slot as usize].set >= FIRST_SLEEPING_SET
            }

            /// Returns whether the body is enabled. A disabled body is not simulated.
            pub fn is_enabled(&self) -> bool {
                self.world.state.bodies.records[self.slot as usize].set != DISABLED_SET
            }

            /// Returns the factor on gravity \[-\].
            pub fn gravity_scale(&self) -> f32 {
                self.world.state.bodies.motions[self.slot as usize].gravity_scale
            }

            /// Returns the damping rate of the velocity \[1/s\].
            pub fn linear_damping(&self) -> f32 {
                self.world.state.bodies.motions[self.slot as usize].linear_damping
            }

            /// Returns the damping rate of the angular velocity \[1/s\].
            pub fn angular_damping(&self) -> f32 {
                self.world.state.bodies.motions[self.slot as usize].angular_damping
            }

            /// Returns the locked directions, in which the body does not move.
            pub fn locks(&self) -> Locks {
                self.world.state.bodies.records[self.slot as usize].locks
            }

            /// Returns the sleep threshold, the speed under which the body may fall asleep \[m/s\].
            pub fn sleep_threshold(&self) -> f32 {
                self.world.state.bodies.motions[self.slot as usize].sleep_threshold
            }

            /// Returns whether continuous collision applies between this body and dynamic bodies, see
            /// [`Body::bullet`](crate::Body::bullet).
            pub fn is_bullet(&self) -> bool {
                self.world.state.bodies.records[self.slot as usize].bullet
            }

            /// Returns whether the shapes of the body are parts of one solid, see
            /// [`Body::joined`](crate::Body::joined).
            pub fn is_joined(&self) -> bool {
                self.world.state.bodies.motions[self.slot as usize].flags & flag::JOINED != 0
            }

            /// Returns the threshold of continuous collision (CCD) \[-\]: the motion in a step above which
            /// the path is swept. See [`Body::sweep_threshold`](crate::Body::sweep_threshold).
            pub fn sweep_threshold(&self) -> f32 {
                self.world.state.bodies.records[self.slot as usize].sweep_threshold
            }

            /// Returns the time scale of the body itself \[-\], without the time scale of the areas around
            /// it.
            pub fn time_scale(&self) -> f32 {
                self.world.state.bodies.time_scale(self.slot).own
            }

            /// Returns the dominance, see [`Body::dominance`](crate::Body::dominance).
            pub fn dominance(&self) -> i8 {
                self.world.state.bodies.dominance(self.slot)
            }

            /// Returns whether the body may fall asleep.
            pub fn can_sleep(&self) -> bool {
                self.world.state.bodies.motions[self.slot as usize].flags & flag::CAN_SLEEP != 0
            }

            /// Returns the user data.
            pub fn user_data(&self) -> u64 {
                self.world.state.bodies.motions[self.slot as usize].user_data()
            }

            /// Returns the shapes in the order in which they were added, those of
            /// [`Body::with`](crate::Body::with) first.
            ///
            /// # Cost
            /// Walks the list of shapes once before it returns the first one.
            pub fn shapes(&self) -> impl Iterator<Item = ShapeId> + '_ {
                self.world.state.shapes_in_order(self.slot).map(|shape| self.world.state.shapes.id(shape))
            }

            /// Returns the contacts, touching or not, newest first.
            pub fn contacts(&self) -> impl Iterator<Item = ContactId> + '_ {
                let contacts = &self.world.state.contacts;
                let edges = self.world.state.bodies.records[self.slot as usize].contact_edges();
                edges.iter(&contacts.records).map(|(contact, _)| contacts.id(contact))
            }

            /// Returns the joints, newest first.
            pub fn joints(&self) -> impl Iterator<Item = JointId> + '_ {
                let (joints, bodies) = (&self.world.state.joints, &self.world.state.bodies);
                // Joints that go through openings are on images.
                let images = self.world.state.images_of(self.slot).into_iter();
                core::iter::once(self.slot).chain(images).flat_map(|body| {
                    let edges = bodies.records[body as usize].joint_edges();
                    edges.iter(&joints.records).map(|(joint, _)| joints.id(joint))
                })
            }
        })*
    };
}

body_getters!(BodyRef, BodyMut);

impl World {
    /// Returns read access to a body; `None` for a stale id.
    pub fn body(&self, id: BodyId) -> Option<BodyRef<'_>> {
        self.state.find_own(id).map(|slot| BodyRef { world: self, slot })
    }

    /// Returns write access to a body; `None` for a stale id.
    pub fn body_mut(&mut self, id: BodyId) -> Option<BodyMut<'_>> {
        self.state.find_own(id).map(|slot| BodyMut { world: self, slot })
    }
}
