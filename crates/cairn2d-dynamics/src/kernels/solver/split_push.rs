//! Split push: the part of the push out of a deep overlap that moves bodies without becoming velocity.
//!
//! The bias of a biased pass is part of the accumulated impulse, and the relax pass takes it back. One pass
//! does not take all of it back where a body overlaps several others, so bodies that begin in each other
//! would fly apart. Above [`KEPT_SHARE`] of the push speed, a push therefore changes the *push velocity* of
//! both bodies instead. Push velocities move bodies in the next integration of positions and are zero again
//! afterwards. They are the pseudo-velocities of Erin Catto, "Modeling and Solving Constraints", GDC 2009.
//!
//! This applies to embedded contacts (`state/embedded.rs`) of dynamic bodies of similar mass that are slow
//! relative to each other. What a load needs stays in the bias. A pass gives back a share of the impulse, and
//! only the bias restores it, so without it a heavy body would sink through a light one.
//!
//! A world without embedded contacts does not enter this file.

use cairn2d_math::lanes::Lanes;

use super::contact_block::{Block, Side};
use super::contact_kernels::{Point, couplings};
use super::contact_rows::{extra, field};
use super::context::SolverContext;
use super::each::Each;
use crate::kernels::sync::Ordering;

/// Share of the push speed up to which a push is part of the bias `[-]`; see `docs/notes/solver.md`.
pub(crate) const KEPT_SHARE: f32 = 0.0625;

/// Multiple of the speed that balances the load of a point, which stays in the bias too `[-]`.
const LOAD_SHARE: f32 = 2.0;

/// Multiple of the speed at which points already part, by which the kept part is reduced `[-]`.
const PARTING_SHARE: f32 = 8.0;

/// Speed along the tangent below which a push is split, as a multiple of the kept speed `[-]`. A push
/// without velocity on bodies that pass each other would change their angular momentum.
const SLOW_SHARE: f32 = 4.0;

/// Largest ratio of the masses of bodies whose push is split `[-]`. Push velocities do not accumulate, so
/// they would move a light body into the ground and not lift the heavy one on it.
const ALIKE: f32 = 8.0;

/// A block with a deep overlap in a biased pass.
pub(super) struct DeepBlock<'a, L: Lanes> {
    pub(super) block: Block,
    pub(super) points: [Point<L>; 2],
    pub(super) sides: [&'a Side<L>; 2],
    /// Mass scale and impulse scale of the lanes.
    pub(super) softness: [L::F; 2],
    /// Lanes whose contacts have their own softness; their push is part of the bias.
    pub(super) own: L::M,
}

impl SolverContext {
    /// Whether a push velocity is not zero, or was in this step.
    #[inline(always)]
    pub(super) fn has_pushes(&self) -> bool {
        // SAFETY: `Solver::solve` owns the flag for as long as the context is used.
        unsafe { (*self.pushed).load(Ordering::Relaxed) }
    }
}

/// Moves what exceeds the kept part of the bias speeds `pushes` of both points to the push velocities of
/// the bodies. Returns the bias speeds that are left `[m/s]`, at most zero.
///
/// # Safety
/// As for [`solve`](super::contact_kernels::solve), whose block this is.
#[cold]
#[inline(never)]
pub(super) unsafe fn split_pushes<L: Lanes>(
    l: L,
    context: &SolverContext,
    deep: &DeepBlock<'_, L>,
    pushes: [L::F; 2],
) -> [L::F; 2] {
    // A function that is not inlined has the instructions of the lanes only in here.
    l.vectorize(
        #[inline(always)]
        // SAFETY: the contract of this function is that of `split`.
        || unsafe { split(l, context, deep, pushes) },
    )
}

/// The work of [`split_pushes`].
#[inline(always)]
unsafe fn split<L: Lanes>(
    l: L,
    context: &SolverContext,
    deep: &DeepBlock<'_, L>,
    pushes: [L::F; 2],
) -> [L::F; 2] {
    let (zero, block, [a, b]) = (l.zero(), deep.block, deep.sides);
    let [mass_scale, impulse_scale] = deep.softness;
    let (usual, one) = (l.splat(context.constants.kept_push), l.splat(1.0));
    // SAFETY: the block belongs to the caller.
    let (nx, ny) = unsafe { (block.get(l, field::NORMAL_X), block.get(l, field::NORMAL_Y)) };
    let sliding = (b.vx - a.vx) * ny - (b.vy - a.vy) * nx;
    let slow = l.lt(l.abs(sliding), l.splat(SLOW_SHARE) * usual);
    let alike = l.le(l.max(a.im, b.im), l.splat(ALIKE) * l.min(a.im, b.im));
    // SAFETY: the block belongs to the caller, and its flag is set.
    let embedded = l.gt(unsafe { block.extra(l, extra::EMBEDDED) }, zero);
    let splits = l.and_not(l.and(embedded, l.and(slow, alike)), deep.own);
    let kept = pushes.each_with(
        deep.points,
        #[inline(always)]
        |push, Point { velocity, mass, impulse, .. }| {
            let given_back = impulse_scale * impulse;
            let restoring = l.select(l.gt(mass, zero), given_back / (mass_scale * mass), zero);
            let parting = l.splat(PARTING_SHARE) * velocity;
            let needed = l.max(l.min((usual - parting) / usual, one), zero);
            // The load explains overlaps up to this push. Other lanes must not depend on whether a lane of
            // their block is deep.
            let most = usual + l.splat(LOAD_SHARE) * restoring;
            let split = l.and(l.lt(push, -most), splits);
            l.select(split, -(needed * most), push)
        },
    );
    if !l.any(l.or(l.gt(kept[0], pushes[0]), l.gt(kept[1], pushes[1]))) {
        return pushes;
    }
    // SAFETY: the block belongs to the caller, and no other constraint of its color writes these bodies.
    unsafe {
        let slots = [block.bodies::<L>(0).slots(l), block.bodies::<L>(1).slots(l)];
        let (slots_a, slots_b) = (&slots[0][..L::COUNT], &slots[1][..L::COUNT]);
        let [ax, ay, aw, _] = l.gather4(context.pushes.read(l, block.claimant, slots_a), slots_a);
        let [bx, by, bw, _] = l.gather4(context.pushes.read(l, block.claimant, slots_b), slots_b);
        let parting = nx * (bx - ax) + ny * (by - ay);
        let wanted = [kept[0] - pushes[0], kept[1] - pushes[1]];
        let alone = deep.points.each_with(
            wanted,
            #[inline(always)]
            |Point { mass, arm_a, arm_b, .. }, wanted| {
                let missing = wanted - (parting + (bw * arm_b - aw * arm_a));
                l.select(l.gt(wanted, zero), l.max(mass * missing, zero), zero)
            },
        );
        // As in `symmetric_impulses`, both points start from the same velocities and share equally.
        let [c1, c2] = couplings(l, block);
        let first = l.max(alone[0] - c1 * alone[1], zero);
        let second = l.max(alone[1] - c2 * alone[0], zero);
        let (x, y) = ((first + second) * nx, (first + second) * ny);
        let [first_point, second_point] = deep.points;
        let turn_a = first * first_point.arm_a + second * second_point.arm_a;
        let turn_b = first * first_point.arm_b + second * second_point.arm_b;
        let pushed_a = [ax - a.im * x, ay - a.im * y, aw - a.ii * turn_a, zero];
        let pushed_b = [bx + b.im * x, by + b.im * y, bw + b.ii * turn_b, zero];
        l.scatter4(context.pushes.write(l, block.claimant, slots_a), slots_a, pushed_a);
        l.scatter4(context.pushes.write(l, block.claimant, slots_b), slots_b, pushed_b);
        (*context.pushed).store(true, Ordering::Relaxed);
        kept
    }
}
