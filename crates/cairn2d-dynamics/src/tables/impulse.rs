//! Impulses on many bodies, for [`World::apply_impulses`](crate::World::apply_impulses).

use cairn2d_math::Vec2;

use crate::store::id::BodyId;
use crate::tables::check::{Bound, check, check_vector};
use crate::tables::error::{Owner, ValueError};

/// An impulse on one body, at its centre of mass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyImpulse {
    /// The body.
    pub body: BodyId,
    /// Impulse `[N*s]`.
    pub impulse: Vec2,
    /// Angular impulse `[N*m*s]`.
    pub angular: f32,
}

impl BodyImpulse {
    /// An impulse `[N*s]` with an angular impulse `[N*m*s]` on a body.
    pub fn new(body: BodyId, impulse: impl Into<Vec2>, angular: f32) -> BodyImpulse {
        BodyImpulse { body, impulse: impulse.into(), angular }
    }

    pub(crate) fn validate(&self) -> Result<(), ValueError> {
        let checked = check_vector("impulse", self.impulse)
            .and_then(|_| check("angular impulse", self.angular, Bound::Finite));
        checked.map(drop).map_err(|error| error.about(Owner::Body(self.body)))
    }
}

/// How many entries of [`World::apply_impulses`](crate::World::apply_impulses) did what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImpulseCounts {
    /// Entries that changed a velocity.
    pub applied: u32,
    /// Entries with an id that is stale or of another world.
    pub stale: u32,
    /// Entries of sleeping bodies below the wake threshold.
    pub asleep: u32,
    /// Entries of bodies that impulses do not move: static, kinematic, or without mass. Also those whose
    /// velocity would exceed 1e15.
    pub unmoved: u32,
}
