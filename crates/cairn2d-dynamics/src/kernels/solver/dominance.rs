//! Bodies of unlike dominance: the one with more of it acts on the other as if it were of infinite mass.
//!
//! Its slot is marked in the constraint like that of a body that nothing moves. The kernels then take its inverse masses for zero, and write
//! nothing back for it. All of this is asked for only while some body has a dominance, which is when the column is there.

use cairn2d_math::lanes::{Lanes, SKIP_BIT};

use super::context::SolverContext;

impl SolverContext {
    /// Whether any body has a dominance.
    #[inline(always)]
    pub(super) fn has_dominance(&self) -> bool {
        !self.dominances.is_null()
    }
}

/// Marks, of the two bodies of each lane of a block, the one that is not moved by the other. Bodies that nothing moves lead nobody.
///
/// # Safety
/// The context views live columns and has the one of dominances; at both places are so many slots of bodies, of which nothing else is made use
/// of meanwhile.
pub(super) unsafe fn mark_leaders(context: &SolverContext, [a, b]: [*mut u32; 2], count: usize) {
    for lane in 0..count {
        // SAFETY: the caller vouches for the slots, which are rows of the body columns unless they are marked.
        unsafe {
            let slots = [*a.add(lane), *b.add(lane)];
            if (slots[0] | slots[1]) & SKIP_BIT != 0 {
                continue;
            }
            let is_moved = |slot: u32| {
                let state = &*context.states.add(slot as usize);
                state.inv_mass != 0.0 || state.inv_inertia != 0.0
            };
            let [first, second] = slots.map(|slot| *context.dominances.add(slot as usize));
            if first != second && is_moved(slots[0]) && is_moved(slots[1]) {
                *(if first > second { a } else { b }).add(lane) |= SKIP_BIT;
            }
        }
    }
}

/// Inverse mass and inertia of the bodies of a side, zero for those that are marked.
#[inline(always)]
pub(super) fn hold_marked<L: Lanes>(
    l: L,
    context: &SolverContext,
    slots: &[u32],
    inverses: [L::F; 2],
) -> [L::F; 2] {
    if !context.has_dominance() {
        return inverses;
    }
    let free = l.eq_u(l.and_u(l.load_u(slots), l.splat_u(SKIP_BIT)), l.splat_u(0));
    [l.select(free, inverses[0], l.zero()), l.select(free, inverses[1], l.zero())]
}
