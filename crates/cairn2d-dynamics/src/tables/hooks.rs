//! Hooks: callbacks that decide about contacts. The pair filter accepts or rejects pairs of shapes; the
//! pre-solve hook sets the response of a contact in a step. A guard holds back the panic of any callback
//! until the step ends.
//!
//! Hooks are plain `Fn`, `Send` and `Sync`, so the compiler prevents data races. They run only for shapes
//! with `IntoShape::hooked`, so other shapes cost nothing. Clones of a world share them.

use core::fmt;
use std::sync::Arc;

use cairn2d_math::Vec2;
use cairn2d_tasks::PanicGuard;

use crate::store::id::ContactId;
use crate::tables::event::Party;

/// Two shapes whose AABBs overlap, as passed to a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShapePair {
    /// First shape.
    pub a: Party,
    /// Second shape.
    pub b: Party,
    /// Material ids of both.
    pub materials: [u64; 2],
}

/// Decides whether two shapes may collide, beyond their [`CollisionFilter`](crate::CollisionFilter).
pub type PairFilter = dyn Fn(&ShapePair) -> bool + Send + Sync;

/// Decides how a contact responds in this step.
pub type PreSolve = dyn Fn(&ContactSituation) -> ContactResponse + Send + Sync;

/// A contact before the solver runs, or an impact of continuous collision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactSituation {
    /// The contact, `None` for an impact of continuous collision.
    pub contact: Option<ContactId>,
    /// The two shapes.
    pub pair: ShapePair,
    /// Unit vector from the first shape to the second.
    pub normal: Vec2,
    /// Point where the shapes are nearest to each other or overlap most \[m\].
    pub point: Vec2,
    /// Separation of the surfaces there \[m\], negative for overlap.
    pub separation: f32,
    /// Velocity of the second shape there, relative to the first \[m/s\].
    pub velocity: Vec2,
    /// The default response. A hook that returns it changes nothing.
    pub response: ContactResponse,
}

/// How a contact responds in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactResponse {
    /// Whether the contact acts at all. A disabled contact counts as not touching, with the corresponding
    /// touch events.
    pub enabled: bool,
    /// Coulomb friction \[-\], at least 0.
    pub friction: f32,
    /// Restitution \[-\], 0 to 1.
    pub restitution: f32,
    /// Tangent speed of the surface \[m/s\].
    pub tangent_speed: f32,
}

impl ContactResponse {
    /// Returns this response, with each value out of range replaced by that of `other`.
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

/// The hooks of a world.
#[derive(Default)]
pub(crate) struct Hooks {
    pub(crate) pair_filter: Option<Arc<PairFilter>>,
    pub(crate) pre_solve: Option<Arc<PreSolve>>,
    /// Holds back panics of hooks and custom joints.
    pub(crate) guard: PanicGuard,
    /// Holds back panics of the clock. The clock never changes a result, even if it panics.
    pub(crate) clock_guard: PanicGuard,
}

impl Hooks {
    /// Returns whether the pair filter accepts a pair. `pair` is evaluated only if there is a filter.
    pub(crate) fn allows(&self, pair: impl FnOnce() -> ShapePair) -> bool {
        let Some(filter) = &self.pair_filter else { return true };
        self.guard.call(|| filter(&pair())).unwrap_or(true)
    }

    /// Returns the response of a contact, from the pre-solve hook if there is one.
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
