//! Shared rows without checks: a bare pointer.

use core::ops::Range;

use cairn2d_math::lanes::Lanes;

use super::Sharing;

/// Claims of one column; empty in this build.
#[derive(Clone, Debug, Default)]
pub(crate) struct BareClaims;

impl BareClaims {
    #[inline(always)]
    pub(crate) fn reserve(&mut self, _: usize) {}

    #[inline(always)]
    pub(crate) fn share<T>(&mut self, _: &'static str, rows: &mut [T], _: Sharing) -> BareRows<T> {
        BareRows(rows.as_mut_ptr())
    }

    #[inline(always)]
    pub(crate) fn share_raw<T>(
        &mut self,
        _: &'static str,
        (rows, _): (*mut T, usize),
        _: Sharing,
    ) -> BareRows<T> {
        BareRows(rows)
    }
}

/// Identity of a block; empty in this build.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BareClaimant;

impl BareClaimant {
    #[inline(always)]
    pub(crate) fn new(_: u32, _: u32) -> BareClaimant {
        BareClaimant
    }

    #[inline(always)]
    pub(crate) fn of_task(_: u32) -> BareClaimant {
        BareClaimant
    }

    #[inline(always)]
    pub(crate) fn offset(self, _: u32) -> BareClaimant {
        BareClaimant
    }

    #[inline(always)]
    pub(crate) fn lane(self, _: usize) -> BareClaimant {
        BareClaimant
    }
}

/// Rows of a column that blocks share; the checked version documents the methods.
#[derive(Debug)]
pub(crate) struct BareRows<T>(*mut T);

impl<T> Clone for BareRows<T> {
    #[inline(always)]
    fn clone(&self) -> BareRows<T> {
        *self
    }
}

impl<T> Copy for BareRows<T> {}

impl<T> BareRows<T> {
    #[inline(always)]
    pub(crate) unsafe fn read<L: Lanes>(&self, _: L, _: BareClaimant, _: &[u32]) -> *const T {
        self.0
    }

    #[inline(always)]
    pub(crate) unsafe fn write<L: Lanes>(&self, _: L, _: BareClaimant, _: &[u32]) -> *mut T {
        self.0
    }

    #[inline(always)]
    pub(crate) unsafe fn read_at<L: Lanes>(&self, _: L, _: BareClaimant, _: &[u32]) -> *const T {
        self.0
    }

    #[inline(always)]
    pub(crate) unsafe fn write_at<L: Lanes>(&self, _: L, _: BareClaimant, _: &[u32]) -> *mut T {
        self.0
    }

    #[inline(always)]
    pub(crate) unsafe fn read_row(&self, _: BareClaimant, row: u32) -> *const T {
        self.0.wrapping_add(row as usize)
    }

    #[inline(always)]
    pub(crate) unsafe fn write_row(&self, _: BareClaimant, row: u32) -> *mut T {
        self.0.wrapping_add(row as usize)
    }

    #[inline(always)]
    pub(crate) unsafe fn write_range(&self, _: BareClaimant, _: Range<usize>) -> *mut T {
        self.0
    }
}

// SAFETY: blocks write disjoint rows, which the checked version proves in tests.
unsafe impl<T: Send> Send for BareRows<T> {}
// SAFETY: as for `Send`.
unsafe impl<T: Send> Sync for BareRows<T> {}
