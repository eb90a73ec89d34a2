//! Rows of columns that the blocks of a parallel task share.
//!
//! Kernels write rows of one column from several threads, through pointers. This is sound if **no row that
//! one block of a task writes is used by another block of that task**. A [`DisjointRows`] is such a pointer.
//! Every access names the rows and the [`Claimant`] that uses them.
//!
//! Debug builds and the cargo feature `validate` check the rule. [`RowClaims`] then stores, for each row, the
//! last task and block that wrote it and that read it. An access that breaks the rule panics with the column,
//! the row and both blocks. So does a row beyond the end of the column. Other builds keep the pointer alone:
//! claims and claimants have no size and no code. A debug build checks the first calls that share a column,
//! and then one of seven; `validate` checks all.
//!
//! A write is claimed per lane, so two lanes of one block that write the same row are found too. A read is
//! claimed per block, because empty lanes repeat the rows of other lanes.

#[cfg(any(debug_assertions, feature = "validate"))]
mod checked;
#[cfg(not(any(debug_assertions, feature = "validate")))]
mod unchecked;

#[cfg(any(debug_assertions, feature = "validate"))]
pub(crate) use checked::{Claimant, DisjointRows, RowClaims};
#[cfg(not(any(debug_assertions, feature = "validate")))]
pub(crate) use unchecked::{BareClaimant as Claimant, BareClaims as RowClaims, BareRows as DisjointRows};

/// Use of a column by the tasks of one call.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(any(debug_assertions, feature = "validate")), expect(dead_code, reason = "read by the check"))]
pub(crate) struct Sharing {
    /// Number of tasks, which run one after the other. A claimant's task is below it.
    pub(crate) tasks: u32,
    /// Whether blocks of a task may run on several threads.
    pub(crate) threads: bool,
}

/// Returns the offset of a row in words of eight bytes, with which gathers and scatters compute no address.
#[inline(always)]
pub(crate) const fn row_offset<T>(row: u32) -> u32 {
    const { assert!(size_of::<T>().is_multiple_of(8), "rows consist of words") };
    row * (size_of::<T>() / 8) as u32
}

#[cfg(all(test, any(debug_assertions, feature = "validate")))]
mod tests;
