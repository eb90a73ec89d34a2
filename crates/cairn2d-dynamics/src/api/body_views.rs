//! Views of bodies: short-lived access by id, and all getters. The setters are in `body_setters.rs`.

use cairn2d_geometry::Mass;
use cairn2d_math::{DVec2, Pose, Rot, StandardFloats, Vec2};

use crate::store::id::{BodyId, ContactId, JointId, ShapeId};
use crate::store::slot::NONE;
use crate::tables::body::{BodyKind, BodyPose, Locks, flag};
use crate::tables::solver_set::{AWAKE_SET, DISABLED_SET, FIRST_SLEEPING_SET};
use crate::world::World;

/// A body, to be looked at.
#[derive(Clone, Copy, Debug)]
pub struct BodyRef<'a> {
    world: &'a World,
    slot: u32,
}

/// A body, to be changed.
#[derive(Debug)]
pub struct BodyMut<'a> {
    pub(super) world: &'a mut World,
    pub(super) slot: u32,
}

macro_rules! body_getters {
    ($($view:ident),*) => {
        $(impl $view<'_> {
            /// Its id.
            pub fn id(&self) -> BodyId {
                self.world.state.bodies.id(self.slot)
            }

            /// How it moves.
            pub fn kind(&self) -> BodyKind {
                self.world.state.bodies.records[self.slot as usize].kind
            }

            /// Position of its origin \[m\] and its rotation.
            pub fn pose(&self) -> Pose {
                self.place_from(DVec2::ZERO).pose
            }

            /// Its pose as seen from a point of the world \[m\], which is as precise near that point as the engine itself, wherever it is: for
            /// drawing, from the middle of the picture.
            pub fn pose_from(&self, origin: impl Into<DVec2>) -> Pose {
                self.place_from(origin.into()).pose
            }

            /// Position of its origin \[m\], without the rounding of [`position`](Self::position) in a large world.
            pub fn position64(&self) -> DVec2 {
                StandardFloats::within(|| self.world.state.bodies.position(self.slot))
            }

            /// Its centre of mass in the world \[m\], without the rounding of [`center`](Self::center) in a large world.
            pub fn center64(&self) -> DVec2 {
                StandardFloats::within(|| self.world.state.bodies.frame(self.slot) + self.place().center)
            }

            /// Position of its origin \[m\].
            pub fn position(&self) -> Vec2 {
                self.pose().p
            }

            /// Its rotation.
            pub fn rotation(&self) -> Rot {
                self.pose().q
            }

            /// Its rotation \[rad\], from -pi to pi.
            pub fn angle(&self) -> f32 {
                StandardFloats::within(|| self.pose().q.angle())
            }

            /// Its centre of mass in the world \[m\].
            pub fn center(&self) -> Vec2 {
                self.place_from(DVec2::ZERO).center
            }

            /// Velocity of its centre of mass \[m/s\].
            pub fn velocity(&self) -> Vec2 {
                self.world.state.bodies.states[self.slot as usize].velocity
            }

            /// Angular velocity \[rad/s\].
            pub fn angular_velocity(&self) -> f32 {
                self.world.state.bodies.states[self.slot as usize].angular_velocity
            }

            /// Velocity of one of its points, given in the world \[m/s\].
            pub fn velocity_at(&self, point: impl Into<Vec2>) -> Vec2 {
                StandardFloats::within(|| {
                    let point: Vec2 = point.into();
                    self.velocity() + Vec2::cross_sv(self.angular_velocity(), self.arm_to(point.into()))
                })
            }

            /// Where it will be after a time \[s\] if it goes on as it moves now and nothing acts on it: no gravity, no contact.
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

            /// Where it is as seen from a point. What is only read needs no standard modes.
            fn place_from(&self, origin: DVec2) -> BodyPose {
                if self.world.state.bodies.is_large() || origin != DVec2::ZERO {
                    return StandardFloats::within(|| self.world.state.bodies.pose_from(self.slot, origin));
                }
                *self.place()
            }

            /// Where it is in its frame.
            fn place(&self) -> &BodyPose {
                &self.world.state.bodies.poses[self.slot as usize]
            }

            /// From its centre of mass to a point of the world \[m\].
            pub(super) fn arm_to(&self, point: DVec2) -> Vec2 {
                (point - self.world.state.bodies.frame(self.slot)).to_vec2() - self.place().center
            }

            /// Mass, centre of mass in body coordinates, and inertia about it. Zero unless the body is dynamic.
            pub fn mass(&self) -> Mass {
                self.world.state.bodies.records[self.slot as usize].mass
            }

            /// The mass that was given in place of that of the shapes, see [`Body::mass`](crate::Body::mass).
            pub fn given_mass(&self) -> Option<Mass> {
                self.world.state.bodies.records[self.slot as usize].mass_override
            }

            /// Energy of its motion \[J\].
            pub fn kinetic_energy(&self) -> f32 {
                StandardFloats::within(|| {
                    let (mass, spin) = (self.mass(), self.angular_velocity());
                    0.5 * (mass.mass * self.velocity().length_squared() + mass.inertia * spin * spin)
                })
            }

            /// Whether it is simulated: neither asleep, disabled nor static.
            pub fn is_awake(&self) -> bool {
                self.world.state.bodies.records[self.slot as usize].set == AWAKE_SET
            }

            /// Whether it sleeps.
            pub fn is_asleep(&self) -> bool {
                self.world.state.bodies.records[self.slot as usize].set >= FIRST_SLEEPING_SET
            }

            /// Whether it takes part in the simulation.
            pub fn is_enabled(&self) -> bool {
                self.world.state.bodies.records[self.slot as usize].set != DISABLED_SET
            }

            /// Factor on gravity \[-\].
            pub fn gravity_scale(&self) -> f32 {
                self.world.state.bodies.motions[self.slot as usize].gravity_scale
            }

            /// Rate at which velocity decays \[1/s\].
            pub fn linear_damping(&self) -> f32 {
                self.world.state.bodies.motions[self.slot as usize].linear_damping
            }

            /// Rate at which angular velocity decays \[1/s\].
            pub fn angular_damping(&self) -> f32 {
                self.world.state.bodies.motions[self.slot as usize].angular_damping
            }

            /// Directions in which it cannot be moved.
            pub fn locks(&self) -> Locks {
                self.world.state.bodies.records[self.slot as usize].locks
            }

            /// Sleep threshold: speed under which it may fall asleep \[m/s\].
            pub fn sleep_threshold(&self) -> f32 {
                self.world.state.bodies.motions[self.slot as usize].sleep_threshold
            }

            /// Whether it and dynamic bodies never pass through each other, see [`Body::bullet`](crate::Body::bullet).
            pub fn is_bullet(&self) -> bool {
                self.world.state.bodies.records[self.slot as usize].bullet
            }

            /// Threshold of continuous collision (CCD): motion in a step from which its way is swept, see
            /// [`Body::sweep_threshold`](crate::Body::sweep_threshold) \[-\].
            pub fn sweep_threshold(&self) -> f32 {
                self.world.state.bodies.records[self.slot as usize].sweep_threshold
            }

            /// How fast time passes for it \[-\], as it was given; areas with a flow of time of their own add to that.
            pub fn time_scale(&self) -> f32 {
                self.world.state.bodies.time_scale(self.slot).own
            }

            /// Its dominance, see [`Body::dominance`](crate::Body::dominance).
            pub fn dominance(&self) -> i8 {
                self.world.state.bodies.dominance(self.slot)
            }

            /// Whether it may fall asleep.
            pub fn can_sleep(&self) -> bool {
                self.world.state.bodies.motions[self.slot as usize].flags & flag::CAN_SLEEP != 0
            }

            /// Your number.
            pub fn user_data(&self) -> u64 {
                self.world.state.bodies.motions[self.slot as usize].user_data()
            }

            /// Its shapes in the order in which they were added: those of [`Body::with`](crate::Body::with) first.
            ///
            /// # Cost
            /// Walks the list of the shapes once before the first one.
            pub fn shapes(&self) -> impl Iterator<Item = ShapeId> + '_ {
                self.world.state.shapes_in_order(self.slot).map(|shape| self.world.state.shapes.id(shape))
            }

            /// Its contacts, touching or not, newest first.
            pub fn contacts(&self) -> impl Iterator<Item = ContactId> + '_ {
                let mut edge = self.world.state.bodies.records[self.slot as usize].head_contact;
                core::iter::from_fn(move || {
                    let contact = (edge != NONE).then_some(edge / 2)?;
                    edge = self.world.state.contacts.records[contact as usize].edges[edge as usize % 2].next;
                    Some(self.world.state.contacts.id(contact))
                })
            }

            /// Its joints, newest first.
            pub fn joints(&self) -> impl Iterator<Item = JointId> + '_ {
                let mut edge = self.world.state.bodies.records[self.slot as usize].head_joint;
                core::iter::from_fn(move || {
                    let joint = (edge != NONE).then_some(edge / 2)?;
                    edge = self.world.state.joints.records[joint as usize].edges[edge as usize % 2].next;
                    Some(self.world.state.joints.id(joint))
                })
            }
        })*
    };
}

body_getters!(BodyRef, BodyMut);

impl World {
    /// A body to look at; `None` for a stale id.
    pub fn body(&self, id: BodyId) -> Option<BodyRef<'_>> {
        self.state.bodies.find(id).map(|slot| BodyRef { world: self, slot })
    }

    /// A body to change; `None` for a stale id.
    pub fn body_mut(&mut self, id: BodyId) -> Option<BodyMut<'_>> {
        self.state.bodies.find(id).map(|slot| BodyMut { world: self, slot })
    }
}
