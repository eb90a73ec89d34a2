//! Access to the fields of a block in lanes.

use cairn2d_math::lanes::Lanes;

use super::each::Each;

/// Fields of a block of constraints, or of a body or joint in it: as many floats each as there are lanes.
#[derive(Clone, Copy)]
pub(super) struct Fields(pub(super) *mut f32);

impl Fields {
    /// Returns a field.
    ///
    /// # Safety
    /// The block is live and has this field.
    #[inline(always)]
    pub(super) unsafe fn get<L: Lanes>(self, l: L, field: usize) -> L::F {
        // SAFETY: the contract of this function.
        unsafe { l.load_ptr(self.0.add(field * L::COUNT)) }
    }

    /// Writes a field.
    ///
    /// # Safety
    /// As for [`Fields::get`].
    #[inline(always)]
    pub(super) unsafe fn set<L: Lanes>(self, l: L, field: usize, value: L::F) {
        // SAFETY: the contract of this function.
        unsafe { l.store_ptr(value, self.0.add(field * L::COUNT)) }
    }

    /// Returns several fields.
    ///
    /// # Safety
    /// As for [`Fields::get`].
    #[inline(always)]
    pub(super) unsafe fn get_all<L: Lanes, A: Each<usize>>(self, l: L, fields: A) -> A::Of<L::F> {
        fields.each(
            #[inline(always)]
            // SAFETY: the contract of this function.
            |field| unsafe { self.get(l, field) },
        )
    }

    /// Writes several fields.
    ///
    /// # Safety
    /// As for [`Fields::get`].
    #[inline(always)]
    pub(super) unsafe fn set_all<L: Lanes, A: Each<usize>>(self, l: L, fields: A, values: A::Of<L::F>) {
        fields.each_with(
            values,
            #[inline(always)]
            // SAFETY: the contract of this function.
            |field, value| unsafe { self.set(l, field, value) },
        );
    }

    /// Returns body slots as a slice of the block, without a copy.
    ///
    /// # Safety
    /// The block is live and has this field, which is not written while the slots are in use.
    #[inline(always)]
    pub(super) unsafe fn slots<'a, L: Lanes>(self, field: usize) -> &'a [u32] {
        // SAFETY: the field holds COUNT slots as bits.
        unsafe { core::slice::from_raw_parts(self.0.add(field * L::COUNT).cast::<u32>(), L::COUNT) }
    }

    /// Returns a pointer to body slots, for writing.
    ///
    /// # Safety
    /// As for [`Fields::get`].
    #[inline(always)]
    pub(super) unsafe fn slot_field<L: Lanes>(self, field: usize) -> *mut u32 {
        // SAFETY: as in `slots`.
        unsafe { self.0.add(field * L::COUNT).cast() }
    }
}
