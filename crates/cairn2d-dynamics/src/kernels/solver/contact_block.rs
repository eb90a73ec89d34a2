//! Blocks of contacts and the velocities of their bodies, as the contact kernels access them.

use cairn2d_math::lanes::{Lanes, MAX_LANES, SKIP_BIT};

use crate::kernels::disjoint::{Claimant, row_offset};
use crate::tables::body::BodyState;

use super::contact_rows::{extra, field, floats_of_block, mark, point};
use super::context::{BlockNumber, ContactPlan, SolverContext};
use super::dominance::hold_unwritten;

/// Access to one block of contacts.
#[derive(Clone, Copy)]
pub(super) struct Block {
    rows: *mut f32,
    extras: *mut f32,
    flags: *mut u32,
    pub(super) claimant: Claimant,
    pub(super) has_extras: bool,
    pub(super) is_soft: bool,
    is_held: bool,
    pub(super) is_embedded: bool,
    pub(super) is_carried: bool,
}

/// Offsets of the bodies of one side of a block, one per lane.
#[derive(Clone, Copy)]
pub(super) struct SideOffsets<'a> {
    pub(super) read: &'a [u32],
    /// The same, but for bodies that are read only that of a spare row.
    pub(super) written: &'a [u32],
}

impl SideOffsets<'_> {
    /// Slots of the bodies, for columns without spare rows. Those of bodies that are read only have the skip
    /// bit.
    #[inline(always)]
    pub(super) fn slots<L: Lanes>(&self, l: L) -> [u32; MAX_LANES] {
        const { assert!(row_offset::<BodyState>(1) == 4, "two shifts make a slot") };
        let mut slots = [SKIP_BIT; MAX_LANES];
        let (read, written) = (l.load_u(self.read), l.load_u(self.written));
        let body = l.shr_u::<2>(read);
        let body = l.select_u(l.eq_u(read, written), body, l.or_u(body, l.splat_u(SKIP_BIT)));
        l.store_u(body, &mut slots);
        slots
    }
}

impl Block {
    /// Returns block number `block` of the plan.
    #[inline(always)]
    pub(super) unsafe fn new<L: Lanes>(
        context: &SolverContext,
        plan: &ContactPlan,
        BlockNumber { number, claimant }: BlockNumber,
    ) -> Block {
        let index = number as usize;
        let (size, extra_size) = (field::COUNT * L::COUNT, extra::COUNT * L::COUNT);
        // SAFETY: `Solver::plan` made the plan for these columns, and `block` is one of its blocks.
        unsafe {
            let at = context.flags.write_row(claimant, plan.first_block + number);
            let flags = *at;
            let extra_first = plan.extra_offset + index * extra_size;
            Block {
                flags: at,
                claimant,
                rows: floats_of_block(&context.rows, claimant, plan.offset + index * size, size),
                extras: floats_of_block(&context.extras, claimant, extra_first, extra_size),
                has_extras: flags & mark::EXTRA != 0,
                is_soft: flags & mark::SOFT != 0,
                is_held: flags & mark::HELD != 0,
                is_embedded: flags & mark::EMBEDDED != 0,
                is_carried: flags & mark::CARRIED != 0,
            }
        }
    }

    #[inline(always)]
    pub(super) unsafe fn get<L: Lanes>(self, l: L, field: usize) -> L::F {
        // SAFETY: `ContactRows` reserves COUNT floats of every field for each block.
        unsafe { l.load_ptr(self.rows.add(field * L::COUNT)) }
    }

    #[inline(always)]
    pub(super) unsafe fn set<L: Lanes>(self, l: L, field: usize, value: L::F) {
        // SAFETY: as in `get`.
        unsafe { l.store_ptr(value, self.rows.add(field * L::COUNT)) }
    }

    #[inline(always)]
    pub(super) unsafe fn extra<L: Lanes>(self, l: L, field: usize) -> L::F {
        // SAFETY: as in `get`, for the extra block.
        unsafe { l.load_ptr(self.extras.add(field * L::COUNT)) }
    }

    #[inline(always)]
    pub(super) unsafe fn set_extra<L: Lanes>(self, l: L, field: usize, value: L::F) {
        // SAFETY: as in `extra`.
        unsafe { l.store_ptr(value, self.extras.add(field * L::COUNT)) }
    }

    /// Angular momentum that the stored impulses create when B has moved by this displacement relative to A
    /// `[N*m*s]`.
    #[inline(always)]
    pub(super) unsafe fn angular_momentum_error<L: Lanes>(self, l: L, [dx, dy]: [L::F; 2]) -> L::F {
        let [first, second] = field::POINTS;
        // SAFETY: as in `get`.
        unsafe {
            let (nx, ny) = (self.get(l, field::NORMAL_X), self.get(l, field::NORMAL_Y));
            let normal =
                self.get(l, first + point::NORMAL_IMPULSE) + self.get(l, second + point::NORMAL_IMPULSE);
            let tangent =
                self.get(l, first + point::TANGENT_IMPULSE) + self.get(l, second + point::TANGENT_IMPULSE);
            dx * (normal * ny - tangent * nx) - dy * (normal * nx + tangent * ny)
        }
    }

    /// Sets the flag for the angular-momentum correction. Returns whether it was not set before.
    #[inline(always)]
    pub(super) unsafe fn mark_spin_corrected(self) -> bool {
        // SAFETY: the flags of a block belong to it alone, by the layout of `Solver::plan`.
        unsafe {
            let is_new = *self.flags & mark::SPIN_CORRECTED == 0;
            *self.flags |= mark::SPIN_CORRECTED;
            is_new
        }
    }

    /// Returns the offsets of the bodies of side 0 or 1 as slices of the block, without a copy.
    #[inline(always)]
    pub(super) unsafe fn bodies<'a, L: Lanes>(self, side: usize) -> SideOffsets<'a> {
        // SAFETY: the fields hold COUNT offsets as bits. Only the prepare stage writes them, before the
        // passes over the block.
        unsafe {
            let read = self.rows.add(field::BODIES[side] * L::COUNT).cast::<u32>();
            let held = self.extras.add(extra::WRITTEN[side] * L::COUNT).cast::<u32>();
            let written = if self.is_held { held } else { read };
            SideOffsets {
                read: core::slice::from_raw_parts(read, L::COUNT),
                written: core::slice::from_raw_parts(written, L::COUNT),
            }
        }
    }
}

/// Velocities and inverse masses of one side of a block.
#[derive(Clone, Copy)]
pub(super) struct Side<L: Lanes> {
    pub(super) vx: L::F,
    pub(super) vy: L::F,
    pub(super) w: L::F,
    pub(super) im: L::F,
    pub(super) ii: L::F,
}

impl<L: Lanes> Side<L> {
    /// Reads the bodies of one side: velocities, inverse masses, and motion in this step (x, y, angle).
    #[inline(always)]
    pub(super) unsafe fn gather(
        l: L,
        context: &SolverContext,
        claimant: Claimant,
        bodies: SideOffsets<'_>,
    ) -> (Side<L>, [L::F; 3]) {
        // SAFETY: the prepare stage wrote the offsets, which are those of rows of the body columns.
        unsafe {
            let states = context.states.read_at(l, claimant, bodies.read).cast();
            let [vx, vy, w, im, dx, dy, da, ii] = l.gather8_at(states, bodies.read);
            let [im, ii] = hold_unwritten(l, context, bodies, [im, ii]);
            (Side { vx, vy, w, im, ii }, [dx, dy, da])
        }
    }

    /// Writes the velocities back, except those of bodies that are read only.
    #[inline(always)]
    pub(super) unsafe fn scatter(
        self,
        l: L,
        context: &SolverContext,
        claimant: Claimant,
        bodies: SideOffsets<'_>,
    ) {
        // SAFETY: the offsets are those of `gather` or of the spare row of the block, and no other constraint
        // of the color writes these rows.
        unsafe {
            let states = context.states.write_at(l, claimant, bodies.written).cast();
            l.scatter8_low_at(states, bodies.written, [self.vx, self.vy, self.w, self.im]);
        }
    }

    /// Adds an impulse (x, y) with the given angular part.
    #[inline(always)]
    pub(super) fn add_impulse(&mut self, x: L::F, y: L::F, turn: L::F) {
        self.vx = self.vx + self.im * x;
        self.vy = self.vy + self.im * y;
        self.w = self.w + self.ii * turn;
    }

    /// Subtracts an impulse (x, y) with the given angular part.
    #[inline(always)]
    pub(super) fn subtract_impulse(&mut self, x: L::F, y: L::F, turn: L::F) {
        self.vx = self.vx - self.im * x;
        self.vy = self.vy - self.im * y;
        self.w = self.w - self.ii * turn;
    }

    /// Returns the velocities of `other` in the lanes of the mask.
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

/// Returns the velocities of both sides of a block.
#[inline(always)]
pub(super) unsafe fn sides<L: Lanes>(l: L, context: &SolverContext, block: Block) -> [Side<L>; 2] {
    // SAFETY: the contact kernels pass a block of the current plan.
    unsafe {
        let (a, _) = Side::gather(l, context, block.claimant, block.bodies::<L>(0));
        let (b, _) = Side::gather(l, context, block.claimant, block.bodies::<L>(1));
        [a, b]
    }
}

/// Writes the velocities of both sides back.
#[inline(always)]
pub(super) unsafe fn put_sides<L: Lanes>(l: L, context: &SolverContext, block: Block, [a, b]: [Side<L>; 2]) {
    // SAFETY: the contact kernels pass a block of the current plan, whose bodies no other constraint of the
    // color writes.
    unsafe {
        a.scatter(l, context, block.claimant, block.bodies::<L>(0));
        b.scatter(l, context, block.claimant, block.bodies::<L>(1));
    }
}
