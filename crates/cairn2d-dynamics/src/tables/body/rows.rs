//! Body data as rows that lanes can gather, one row of each kind per body slot.
//!
//! All data of a body stays at its slot for its whole life. Solver sets are lists of slots, so falling asleep
//! moves four bytes. Slot 0 is the null body: static, at the origin, without a public id. Empty lanes refer
//! to it.

use cairn2d_math::{Pose, Rot, Vec2};

/// Solver state of a body, 32 bytes: velocity, inverse mass, motion of this step, inverse inertia.
///
/// Constraints change only the first half, so a scatter writes 16 bytes.
#[repr(C, align(32))]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct BodyState {
    pub(crate) velocity: Vec2,
    pub(crate) angular_velocity: f32,
    pub(crate) inv_mass: f32,
    pub(crate) delta_position: Vec2,
    pub(crate) delta_angle: f32,
    pub(crate) inv_inertia: f32,
}

/// Pose and centre of mass of a body, 32 bytes.
#[repr(C, align(32))]
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BodyPose {
    /// Origin and rotation.
    pub(crate) pose: Pose,
    /// Centre of mass.
    pub(crate) center: Vec2,
    /// Centre of mass in body coordinates; `center` is the same point in the frame of the body.
    pub(crate) local_center: Vec2,
}

impl Default for BodyPose {
    fn default() -> BodyPose {
        BodyPose { pose: Pose::IDENTITY, center: Vec2::ZERO, local_center: Vec2::ZERO }
    }
}

/// Velocity delta of a body per sub-step, constant in a step, 32 bytes: `v = v * decay + dv`.
#[repr(C, align(32))]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BodyDelta {
    pub(crate) velocity: Vec2,
    pub(crate) angular_velocity: f32,
    pub(crate) linear_decay: f32,
    pub(crate) angular_decay: f32,
    /// 0 for a locked axis, else 1.
    pub(crate) free: Vec2,
    /// Number of the constraints of the body, or [`BodyDelta::JOINTED`] if a joint is among them. Without any
    /// it is ballistic: its parabola is integrated exactly.
    pub(crate) constraints: f32,
}

impl BodyDelta {
    /// Value of [`BodyDelta::constraints`] for a body with joints.
    pub(crate) const JOINTED: f32 = -1.0;

    /// The row of a body without forces.
    pub(crate) const NONE: BodyDelta = BodyDelta {
        velocity: Vec2::ZERO,
        angular_velocity: 0.0,
        linear_decay: 1.0,
        angular_decay: 1.0,
        free: Vec2::new(1.0, 1.0),
        constraints: 0.0,
    };
}

/// Data of a body that a step reads once, 64 bytes.
#[repr(C, align(64))]
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BodyMotion {
    pub(crate) force: Vec2,
    pub(crate) torque: f32,
    pub(crate) gravity_scale: f32,
    pub(crate) linear_damping: f32,
    pub(crate) angular_damping: f32,
    pub(crate) sleep_threshold: f32,
    /// Time that the body has been slow \[s\].
    pub(crate) sleep_time: f32,
    /// Remaining motion until the AABBs of the body must be rebuilt \[m\].
    pub(crate) margin_left: f32,
    /// Inner radius of the thinnest shape \[m\], scaled by the sweep threshold. A body that moves by half of
    /// it in a step is fast.
    pub(crate) min_extent: f32,
    pub(crate) flags: u32,
    /// Constraints of this body in the constraint graph.
    pub(crate) constraint_count: u32,
    /// Farthest point of any shape from the centre of mass \[m\].
    pub(crate) extent: f32,
    /// Motion of the AABBs per rotation \[m/rad\]: `extent`, or 0 for circles about the centre of mass.
    pub(crate) spin_extent: f32,
    /// User data, low half first.
    pub(crate) user_data: [u32; 2],
}

impl BodyMotion {
    /// Returns whether only gravity acts on the body: no force, torque, damping or lock.
    #[inline(always)]
    pub(crate) fn is_free(&self) -> bool {
        let BodyMotion { force, torque, linear_damping, angular_damping, .. } = *self;
        let acting = [force.x, force.y, torque, linear_damping, angular_damping];
        let bits = acting.iter().fold(0, |bits, value| bits | value.to_bits());
        bits | self.flags & (flag::LOCK_X | flag::LOCK_Y) == 0
    }

    /// Returns the user data. It is stored here because every body that moves reports it.
    pub(crate) fn user_data(&self) -> u64 {
        u64::from(self.user_data[0]) | u64::from(self.user_data[1]) << 32
    }

    pub(crate) fn set_user_data(&mut self, user_data: u64) {
        self.user_data = [user_data as u32, (user_data >> 32) as u32];
    }
}

/// Bits of [`BodyMotion::flags`].
pub(crate) mod flag {
    pub(crate) const DYNAMIC: u32 = 1;
    pub(crate) const LOCK_X: u32 = 2;
    pub(crate) const LOCK_Y: u32 = 4;
    pub(crate) const CAN_SLEEP: u32 = 8;
    /// A shape of the body has restitution: its AABBs reach as far as it moves in a step.
    pub(crate) const BOUNCY: u32 = 16;
    /// The body is in a crowd of bouncy contacts, which the solver handles. Unused while no world has more
    /// contacts than a crowd.
    pub(crate) const CROWDED: u32 = 32;
    /// The body is the image of another one in a portal.
    pub(crate) const IMAGE: u32 = 64;
    /// The shapes of the body are parts of one solid, whose inner edges hit nothing.
    pub(crate) const JOINED: u32 = 128;
    /// All bits.
    pub(crate) const ALL: u32 = 255;
}

const _: () = assert!(size_of::<BodyState>() == 32 && size_of::<BodyPose>() == 32);
const _: () = assert!(size_of::<BodyDelta>() == 32 && size_of::<BodyMotion>() == 64);

impl BodyPose {
    /// Sets the origin and the rotation and updates the centre of mass.
    pub(crate) fn place(&mut self, p: Vec2, q: Rot) {
        self.pose = Pose { p, q };
        self.center = p + q.rotate(self.local_center);
    }

    /// Sets the centre of mass in body coordinates.
    pub(crate) fn set_local_center(&mut self, local_center: Vec2) {
        self.local_center = local_center;
        self.center = self.pose.p + self.pose.q.rotate(local_center);
    }
}
