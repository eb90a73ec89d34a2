//! A block of contacts and the velocities of its bodies, as the contact kernels read and write them.

use cairn2d_math::lanes::Lanes;

use super::contact_rows::{extra, field, mark, point};
use super::context::{ContactPlan, SolverContext};
use super::dominance::hold_marked;

/// One block of contacts as the kernels see it.
#[derive(Clone, Copy)]
pub(super) struct Block {
    rows: *mut f32,
    extras: *mut f32,
    flags: *mut u32,
    pub(super) has_extras: bool,
    pub(super) is_soft: bool,
}

impl Block {
    #[inline(always)]
    pub(super) unsafe fn new<L: Lanes>(context: &SolverContext, plan: &ContactPlan, block: u32) -> Block {
        let index = block as usize;
        // SAFETY: the plan was made for these columns and `block` is one of its blocks.
        unsafe {
            let at = context.flags.add(plan.first_block as usize + index);
            let flags = *at;
            Block {
                flags: at,
                rows: context.rows.add(plan.offset + index * field::COUNT * L::COUNT),
                extras: context.extras.add(plan.extra_offset + index * extra::COUNT * L::COUNT),
                has_extras: flags & mark::EXTRA != 0,
                is_soft: flags & mark::SOFT != 0,
            }
        }
    }

    #[inline(always)]
    pub(super) unsafe fn get<L: Lanes>(self, l: L, field: usize) -> L::F {
        // SAFETY: the block holds COUNT floats of every field.
        unsafe { l.load_ptr(self.rows.add(field * L::COUNT)) }
    }

    #[inline(always)]
    pub(super) unsafe fn set<L: Lanes>(self, l: L, field: usize, value: L::F) {
        // SAFETY: as above.
        unsafe { l.store_ptr(value, self.rows.add(field * L::COUNT)) }
    }

    #[inline(always)]
    pub(super) unsafe fn extra<L: Lanes>(self, l: L, field: usize) -> L::F {
        // SAFETY: as above, for the extra block.
        unsafe { l.load_ptr(self.extras.add(field * L::COUNT)) }
    }

    #[inline(always)]
    pub(super) unsafe fn set_extra<L: Lanes>(self, l: L, field: usize, value: L::F) {
        // SAFETY: as above.
        unsafe { l.store_ptr(value, self.extras.add(field * L::COUNT)) }
    }

    /// Angular momentum that the impulses make which the block holds, when B has moved by this much more than A.
    #[inline(always)]
    pub(super) unsafe fn twist<L: Lanes>(self, l: L, [dx, dy]: [L::F; 2]) -> L::F {
        let [first, second] = field::POINTS;
        // SAFETY: as above.
        unsafe {
            let (nx, ny) = (self.get(l, field::NORMAL_X), self.get(l, field::NORMAL_Y));
            let normal =
                self.get(l, first + point::NORMAL_IMPULSE) + self.get(l, second + point::NORMAL_IMPULSE);
            let tangent =
                self.get(l, first + point::TANGENT_IMPULSE) + self.get(l, second + point::TANGENT_IMPULSE);
            dx * (normal * ny - tangent * nx) - dy * (normal * nx + tangent * ny)
        }
    }

    /// Marks the block as one whose twist is taken back in this step. Returns whether it was not marked before.
    #[inline(always)]
    pub(super) unsafe fn mark_twisted(self) -> bool {
        // SAFETY: the flags of a block belong to it alone.
        unsafe {
            let is_new = *self.flags & mark::TWISTED == 0;
            *self.flags |= mark::TWISTED;
            is_new
        }
    }

    /// Slots of the bodies on one side, where they stand: lanes read them one by one, and the optimiser would copy them one by one.
    #[inline(always)]
    pub(super) unsafe fn slots<'a, L: Lanes>(self, field: usize) -> &'a [u32] {
        // SAFETY: the field holds COUNT slots as bits. Only the prepare stage writes them, before the passes over the block.
        unsafe { core::slice::from_raw_parts(self.rows.add(field * L::COUNT).cast::<u32>(), L::COUNT) }
    }
}

/// Velocities of one side of a block.
#[derive(Clone, Copy)]
pub(super) struct Side<L: Lanes> {
    pub(super) vx: L::F,
    pub(super) vy: L::F,
    pub(super) w: L::F,
    pub(super) im: L::F,
    pub(super) ii: L::F,
}

impl<L: Lanes> Side<L> {
    /// Reads the bodies of one side: their velocities, and their motion in this step (x, y, angle).
    #[inline(always)]
    pub(super) unsafe fn gather(l: L, context: &SolverContext, slots: &[u32]) -> (Side<L>, [L::F; 3]) {
        // SAFETY: the caller vouches that the slots are rows of the body columns.
        let [vx, vy, w, im, dx, dy, da, ii] = unsafe { l.gather8(context.states.cast_const().cast(), slots) };
        let [im, ii] = hold_marked(l, context, slots, [im, ii]);
        (Side { vx, vy, w, im, ii }, [dx, dy, da])
    }

    /// Writes the velocities back; bodies that are not dynamic are left alone.
    #[inline(always)]
    pub(super) unsafe fn scatter(self, l: L, context: &SolverContext, slots: &[u32]) {
        // SAFETY: the caller vouches for the slots, and that nothing else works on these bodies.
        unsafe { l.scatter8_low(context.states.cast(), slots, [self.vx, self.vy, self.w, self.im]) };
    }

    /// Adds an impulse (x, y) with the given angular part, times `sign`.
    #[inline(always)]
    pub(super) fn push(&mut self, x: L::F, y: L::F, turn: L::F) {
        self.vx = self.vx + self.im * x;
        self.vy = self.vy + self.im * y;
        self.w = self.w + self.ii * turn;
    }

    #[inline(always)]
    pub(super) fn pull(&mut self, x: L::F, y: L::F, turn: L::F) {
        self.vx = self.vx - self.im * x;
        self.vy = self.vy - self.im * y;
        self.w = self.w - self.ii * turn;
    }

    /// The velocities of `other` where the mask says so.
    #[inline(always)]
    pub(super) fn select(self, l: L, mask: L::M, other: Side<L>) -> Side<L> {
        Side {
            vx: l.select(mask, other.vx, self.vx),
            vy: l.select(mask, other.vy, self.vy),
            w: l.select(mask, other.w, self.w),
            ..self
        }
    }
}

/// The velocities of both sides of a block.
#[inline(always)]
pub(super) unsafe fn sides<L: Lanes>(l: L, context: &SolverContext, block: Block) -> [Side<L>; 2] {
    // SAFETY: the caller vouches for the block.
    unsafe {
        let (a, _) = Side::gather(l, context, block.slots::<L>(field::BODY_A));
        let (b, _) = Side::gather(l, context, block.slots::<L>(field::BODY_B));
        [a, b]
    }
}

/// Writes them back.
#[inline(always)]
pub(super) unsafe fn put_sides<L: Lanes>(l: L, context: &SolverContext, block: Block, [a, b]: [Side<L>; 2]) {
    // SAFETY: the caller vouches for the block, and that nothing else works on its bodies.
    unsafe {
        a.scatter(l, context, block.slots::<L>(field::BODY_A));
        b.scatter(l, context, block.slots::<L>(field::BODY_B));
    }
}
