//! Contacts and joints of images in portals. An image has a state of its own, which is only a copy. Before
//! each of them it gets the state of its owner, seen through the portal. Afterwards the owner gets the
//! change.
//!
//! They are in the overflow color, which one thread solves in order and one at a time. So no other
//! constraint writes the owner in between, and the kernels of contacts need not know images.

use crate::kernels::disjoint::Claimant;
use crate::kernels::sync::Ordering;
use crate::tables::body::BodyState;
use crate::tables::contact::FIXED;
use crate::tables::parts::PORTALS;

use cairn2d_math::{Rot, Vec2};

use super::SolverStage;
use super::context::{ContactPlan, SolverContext};
use super::joint_rows::JointPlan;

/// An image and the body that it stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ImageLink {
    pub(crate) image: u32,
    pub(crate) owner: u32,
    /// Rotation from the owner to the image.
    pub(crate) turn: Rot,
    /// Velocity of the image if its owner rests `[m/s]`, `[rad/s]`: that of moving openings.
    pub(crate) velocity: Vec2,
    pub(crate) angular_velocity: f32,
}

impl ImageLink {
    /// Returns the state of the image after a time since the start of the step `[s]`.
    pub(crate) fn seen(&self, owner: &BodyState, time: f32) -> BodyState {
        BodyState {
            velocity: self.turn.rotate(owner.velocity) + self.velocity,
            angular_velocity: owner.angular_velocity + self.angular_velocity,
            delta_position: self.turn.rotate(owner.delta_position) + self.velocity * time,
            delta_angle: owner.delta_angle + self.angular_velocity * time,
            ..*owner
        }
    }

    /// Gives the owner the change of velocity of the image.
    fn give_back(&self, owner: &mut BodyState, before: &BodyState, after: &BodyState) {
        let is_plain =
            self.turn == Rot::IDENTITY && self.velocity == Vec2::ZERO && self.angular_velocity == 0.0;
        if is_plain {
            // Without rounding, so that aligned openings change nothing.
            owner.velocity = after.velocity;
            owner.angular_velocity = after.angular_velocity;
            return;
        }
        owner.velocity += self.turn.inv_rotate(after.velocity - before.velocity);
        owner.angular_velocity += after.angular_velocity - before.angular_velocity;
    }
}

impl SolverContext {
    /// Returns whether the solve has images.
    #[inline(always)]
    pub(super) fn has_images(&self) -> bool {
        PORTALS && self.image_count > 0
    }

    /// Advances the time of the images when the bodies have moved.
    pub(super) fn count_sub_step(&self, stage: SolverStage) {
        // Joints are relaxed before contacts.
        if matches!(stage, SolverStage::RelaxContacts | SolverStage::RelaxJoints) {
            // SAFETY: `Solver::solve` owns the counter for as long as the context is used.
            unsafe { (*self.moved_sub_steps).fetch_add(1, Ordering::Relaxed) };
        }
    }

    /// Returns the bodies of the contact of a block of the overflow color.
    ///
    /// # Safety
    /// The block belongs to the plan, which is that of the overflow color.
    pub(super) unsafe fn bodies_of_contact(&self, plan: &ContactPlan, block: u32) -> [u32; 2] {
        // SAFETY: a block of the overflow color has one contact, which is a row of the column.
        let [.., a, b] = unsafe { *self.pairs.add(*plan.contacts.add(block as usize) as usize) };
        [a, b]
    }

    /// Returns the bodies of the joint of a block of the overflow color.
    ///
    /// # Safety
    /// The block belongs to the plan, which is that of the overflow color, and no other thread runs it.
    pub(super) unsafe fn bodies_of_joint(
        &self,
        plan: &JointPlan,
        (block, claimant): (u32, Claimant),
    ) -> [u32; 2] {
        // SAFETY: a block of the overflow color has one joint, which is a row of the column.
        unsafe { (*self.joints.joints.write_row(claimant, *plan.joints.add(block as usize))).bodies }
    }

    /// Runs one block of the overflow color with the states of the images among its bodies up to date.
    ///
    /// # Safety
    /// The bodies are those of the block, which is of the overflow color, and no other thread runs it.
    pub(super) unsafe fn with_images(&self, bodies: [u32; 2], claimant: Claimant, run: impl FnOnce()) {
        let mut links = [None; 2];
        // SAFETY: the bodies of a constraint are rows of the columns. One thread runs all blocks of this
        // color, so it may write the rows of both bodies and their owners.
        unsafe {
            let all = core::slice::from_raw_parts(self.images, self.image_count as usize);
            let time = (*self.moved_sub_steps).load(Ordering::Relaxed) as f32 * self.constants.h;
            for (link, body) in links.iter_mut().zip(bodies) {
                let known = all.binary_search_by_key(&body, |link| link.image);
                let found = known.ok().filter(|_| body & FIXED == 0).and_then(|place| all.get(place));
                if let Some(found) = found {
                    let owner = *self.states.write_row(claimant, found.owner);
                    let seen = found.seen(&owner, time);
                    *self.states.write_row(claimant, found.image) = seen;
                    *link = Some((found, seen));
                }
            }
            run();
            for (link, before) in links.iter().flatten() {
                let after = *self.states.write_row(claimant, link.image);
                link.give_back(&mut *self.states.write_row(claimant, link.owner), before, &after);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(velocity: Vec2, angular_velocity: f32) -> BodyState {
        BodyState { velocity, angular_velocity, inv_mass: 0.5, inv_inertia: 2.0, ..BodyState::default() }
    }

    #[test]
    fn an_image_moves_like_its_owner_behind_a_moving_opening() {
        let turn = Rot::from_angle(0.7);
        let link =
            ImageLink { image: 2, owner: 1, turn, velocity: Vec2::new(0.0, 3.0), angular_velocity: 0.5 };
        let owner = state(Vec2::new(1.0, -2.0), 4.0);
        let seen = link.seen(&owner, 0.25);
        assert!((seen.velocity - link.velocity).length() - owner.velocity.length() < 1.0e-6);
        assert_eq!(
            (seen.angular_velocity, seen.delta_position, seen.inv_mass),
            (4.5, Vec2::new(0.0, 0.75), 0.5)
        );
        // An impulse on the image is the rotated impulse on its owner.
        let (mut changed, impulse) = (owner, Vec2::new(0.3, 0.1));
        let after = BodyState { velocity: seen.velocity + impulse, angular_velocity: 5.0, ..seen };
        link.give_back(&mut changed, &seen, &after);
        assert!(turn.rotate(changed.velocity - owner.velocity).distance(impulse) < 1.0e-6);
        assert_eq!(changed.angular_velocity, 4.5);
    }

    #[test]
    fn an_aligned_image_gives_back_every_bit() {
        let link = ImageLink {
            image: 2,
            owner: 1,
            turn: Rot::IDENTITY,
            velocity: Vec2::ZERO,
            angular_velocity: 0.0,
        };
        let owner = state(Vec2::new(0.1, -1.0e6), 1.0e-3);
        let seen = link.seen(&owner, 0.01);
        let after = state(Vec2::new(1.0e-5, 0.3), 7.0);
        let mut changed = owner;
        link.give_back(&mut changed, &seen, &after);
        assert_eq!((changed.velocity, changed.angular_velocity), (after.velocity, 7.0));
    }
}
