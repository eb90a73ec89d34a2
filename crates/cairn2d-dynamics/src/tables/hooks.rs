//! Functions of the caller's that decide about contacts: which pairs of shapes meet at all, and what a contact does in a step. And what
//! becomes of the panic of any function of the caller's that a step asks.
//!
//! They are plain `Fn`, `Send` and `Sync`, so that the compiler keeps them from races, and only shapes that ask for them (`IntoShape::hooked`)
//! pay for them. Clones of a world share them.

use core::fmt;
use std::sync::Arc;

use cairn2d_math::Vec2;
use cairn2d_tasks::PanicGuard;

use crate::store::id::ContactId;
use crate::tables::event::Party;

/// Two shapes that come near each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapePair {
    /// One shape.
    pub a: Party,
    /// The other one.
    pub b: Party,
    /// Material ids of both.
    pub materials: [u64; 2],
}

/// Decides whether two shapes may collide, beyond their [`CollisionFilter`](crate::CollisionFilter).
pub type PairFilter = dyn Fn(&ShapePair) -> bool + Send + Sync;

/// Decides what a contact does in this step.
pub type PreSolve = dyn Fn(&ContactSituation) -> ContactResponse + Send + Sync;

/// A contact that is about to be solved, or an impact that continuous collision found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactSituation {
    /// The contact, `None` for an impact of continuous collision.
    pub contact: Option<ContactId>,
    /// The two shapes.
    pub pair: ShapePair,
    /// Unit vector from the first shape to the second.
    pub normal: Vec2,
    /// Where the shapes are nearest to each other or overlap most \[m\].
    pub point: Vec2,
    /// Distance of the surfaces there \[m\], negative when they overlap.
    pub separation: f32,
    /// Velocity of the second shape there, as the first one sees it \[m/s\].
    pub velocity: Vec2,
    /// What the contact does if the hook returns this.
    pub response: ContactResponse,
}

/// What a contact does in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactResponse {
    /// Whether the contact acts at all. One that does not counts as not touching, with the events that come of it.
    pub enabled: bool,
    /// Coulomb friction \[-\], at least 0.
    pub friction: f32,
    /// Bounce \[-\], 0 to 1.
    pub restitution: f32,
    /// Speed of the surface along its tangent \[m/s\].
    pub tangent_speed: f32,
}

impl ContactResponse {
    /// The same, but each value that is out of its range as in `other`: nothing bad gets in.
    pub(crate) fn or(self, other: ContactResponse) -> ContactResponse {
        let pick = |value: f32, low: f32, high: f32, other: f32| {
            if value >= low && value <= high { value } else { other }
        };
        ContactResponse {
            enabled: self.enabled,
            friction: pick(self.friction, 0.0, 1.0e6, other.friction),
            restitution: pick(self.restitution, 0.0, 1.0, other.restitution),
            tangent_speed: pick(self.tangent_speed, -1.0e6, 1.0e6, other.tangent_speed),
        }
    }
}

/// The functions of a world.
#[derive(Default)]
pub(crate) struct Hooks {
    pub(crate) pair_filter: Option<Arc<PairFilter>>,
    pub(crate) pre_solve: Option<Arc<PreSolve>>,
    /// Of hooks and custom joints.
    pub(crate) guard: PanicGuard,
    /// Of the clock, which changes no result, not even when it panics.
    pub(crate) clock_guard: PanicGuard,
}

impl Hooks {
    /// Whether a pair may collide, as the filter says.
    pub(crate) fn allows(&self, pair: impl FnOnce() -> ShapePair) -> bool {
        let Some(filter) = &self.pair_filter else { return true };
        self.guard.call(|| filter(&pair())).unwrap_or(true)
    }

    /// What a contact is to do.
    pub(crate) fn respond(&self, situation: &ContactSituation) -> ContactResponse {
        let answer = self.pre_solve.as_ref().and_then(|hook| self.guard.call(|| hook(situation)));
        answer.map_or(situation.response, |answer| answer.or(situation.response))
    }
}

impl Clone for Hooks {
    fn clone(&self) -> Hooks {
        Hooks {
            pair_filter: self.pair_filter.clone(),
            pre_solve: self.pre_solve.clone(),
            guard: PanicGuard::default(),
            clock_guard: PanicGuard::default(),
        }
    }
}

impl fmt::Debug for Hooks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hooks")
            .field("pair_filter", &self.pair_filter.is_some())
            .field("pre_solve", &self.pre_solve.is_some())
            .finish_non_exhaustive()
    }
}
