//! Dominance: of two dynamic bodies, the one with higher dominance acts as if it had infinite mass.
//!
//! Its slot in the constraint gets the skip bit, as slots of static bodies have. Kernels then use zero
//! inverse masses for it and write nothing back. Slots of sleeping bodies in contacts with awake ones are
//! marked the same way, by `State::mark_pair`. All of this runs only while some body has a dominance, or
//! bodies sleep in layers.

use cairn2d_math::lanes::{Lanes, SKIP_BIT};

use crate::kernels::disjoint::Claimant;

use super::contact_block::SideOffsets;
use super::context::SolverContext;

impl SolverContext {
    /// Whether any body has a dominance.
    #[inline(always)]
    pub(super) fn has_dominance(&self) -> bool {
        !self.dominances.is_null()
    }
}

/// Sets the skip bit, in each lane of a block, on the body with higher dominance. Pairs with a static or
/// kinematic body are skipped.
///
/// # Safety
/// The context views live columns, including that of dominances. Both pointers are to `count` body slots
/// that nothing else uses meanwhile.
pub(super) unsafe fn mark_leaders(
    context: &SolverContext,
    claimant: Claimant,
    [a, b]: [*mut u32; 2],
    count: usize,
) {
    for lane in 0..count {
        // SAFETY: the contract of this function covers the slots; those without the skip bit are rows of
        // the body columns.
        unsafe {
            let slots = [*a.add(lane), *b.add(lane)];
            if (slots[0] | slots[1]) & SKIP_BIT != 0 {
                continue;
            }
            let is_moved = |slot: u32| {
                let state = &*context.states.read_row(claimant, slot);
                state.inv_mass != 0.0 || state.inv_inertia != 0.0
            };
            let [first, second] = slots.map(|slot| *context.dominances.add(slot as usize));
            if first != second && is_moved(slots[0]) && is_moved(slots[1]) {
                *(if first > second { a } else { b }).add(lane) |= SKIP_BIT;
            }
        }
    }
}

/// Returns inverse mass and inertia of the bodies of a side of a block of contacts, zero for bodies that are
/// read only.
///
/// # Safety
/// The offsets have one element for each lane.
#[inline(always)]
pub(super) unsafe fn hold_unwritten<L: Lanes>(
    l: L,
    context: &SolverContext,
    bodies: SideOffsets<'_>,
    inverses: [L::F; 2],
) -> [L::F; 2] {
    if !context.has_dominance() {
        return inverses;
    }
    let free = l.eq_u(l.load_u(bodies.read), l.load_u(bodies.written));
    [l.select(free, inverses[0], l.zero()), l.select(free, inverses[1], l.zero())]
}

/// Returns inverse mass and inertia of the bodies of a side, zero for slots with the skip bit.
#[inline(always)]
pub(super) fn hold_marked<L: Lanes>(
    l: L,
    context: &SolverContext,
    slots: &[u32],
    inverses: [L::F; 2],
) -> [L::F; 2] {
    if !context.holds_bodies {
        return inverses;
    }
    let free = l.eq_u(l.and_u(l.load_u(slots), l.splat_u(SKIP_BIT)), l.splat_u(0));
    [l.select(free, inverses[0], l.zero()), l.select(free, inverses[1], l.zero())]
}
