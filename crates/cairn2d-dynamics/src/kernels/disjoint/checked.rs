//! Shared rows with checks: every access of a checked call is compared with the last accesses of the same
//! task.

use core::ops::Range;
use core::sync::atomic::{AtomicU64, Ordering};

use cairn2d_math::lanes::{Lanes, MAX_LANES, SKIP_BIT};

use super::{Sharing, row_offset};

/// Claims of one column, kept between steps.
#[derive(Debug, Default)]
pub(crate) struct RowClaims {
    rows: Vec<RowClaim>,
    /// First epoch that no claim has; an epoch is a task of a call of [`RowClaims::share`].
    next_epoch: u32,
    /// Number of calls of [`RowClaims::share`] so far.
    calls: u32,
}

/// Number of first calls that are all checked. Afterwards one of [`INTERVAL`] is: checks of all calls took a
/// fifth of the time of long tests.
const FIRST: u32 = 64;
/// A prime, so that the kernels of a step take turns. The feature `validate` checks all calls.
const INTERVAL: u32 = if cfg!(feature = "validate") { 1 } else { 7 };

/// Claims mean something during a call only, so a copy begins without.
impl Clone for RowClaims {
    fn clone(&self) -> RowClaims {
        RowClaims::default()
    }
}

/// Last accesses of one row: the epoch in the upper half, and below it the block. Epoch 0 means never.
#[derive(Debug, Default)]
struct RowClaim {
    /// Block and lane.
    writer: AtomicU64,
    reader: AtomicU64,
}

/// Reader of a row that several blocks read.
const SEVERAL: u32 = u32::MAX;

impl RowClaims {
    /// Reserves memory for this many rows, so that [`share`](Self::share) does not allocate.
    pub(crate) fn reserve(&mut self, count: usize) {
        if self.rows.len() < count {
            self.rows.resize_with(count, RowClaim::default);
        }
    }

    /// Returns a view of the rows of a column for the tasks of one call.
    ///
    /// Its user keeps the column and these claims borrowed as long as it uses the view. The name stands in
    /// the message of a failed check.
    pub(crate) fn share<T>(
        &mut self,
        name: &'static str,
        rows: &mut [T],
        sharing: Sharing,
    ) -> DisjointRows<T> {
        self.share_raw(name, (rows.as_mut_ptr(), rows.len()), sharing)
    }

    /// Returns a view of a column as [`share`](Self::share), from its first row and its length.
    pub(crate) fn share_raw<T>(
        &mut self,
        name: &'static str,
        (rows, len): (*mut T, usize),
        sharing: Sharing,
    ) -> DisjointRows<T> {
        self.reserve(len);
        if self.next_epoch == 0 || self.next_epoch > u32::MAX - sharing.tasks {
            // The epochs have been used up, which takes years.
            self.rows.fill_with(RowClaim::default);
            self.next_epoch = 1;
        }
        let first_epoch = self.next_epoch;
        self.next_epoch += sharing.tasks;
        let checked = self.calls < FIRST || self.calls.is_multiple_of(INTERVAL);
        self.calls = self.calls.checked_add(1).unwrap_or(FIRST);
        DisjointRows { rows, claims: self.rows.as_ptr(), len, name, checked, first_epoch, sharing }
    }
}

/// Identity of a lane of a block of a task, in the name of which kernels access rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Claimant {
    task: u32,
    block: u32,
    lane: u32,
}

/// Number of the only block of a task that one thread runs in order.
const WHOLE_TASK: u32 = (1 << 28) - 1;

/// Lanes of a block in a claim.
const LANES: u32 = 16;
const _: () = assert!(MAX_LANES <= LANES as usize);

impl Claimant {
    /// Returns the identity of all blocks of a task, which one thread runs in order.
    pub(crate) fn of_task(task: u32) -> Claimant {
        Claimant::new(task, WHOLE_TASK)
    }

    /// Returns the identity of a block, a number below 2^28 - 1.
    pub(crate) fn new(task: u32, block: u32) -> Claimant {
        Claimant { task, block, lane: 0 }
    }

    /// Returns the identity of the block this many numbers further on.
    pub(crate) fn offset(self, blocks: u32) -> Claimant {
        let block = if self.block == WHOLE_TASK { WHOLE_TASK } else { self.block + blocks };
        Claimant { block, ..self }
    }

    /// Returns the identity of a lane of this block.
    pub(crate) fn lane(self, lane: usize) -> Claimant {
        Claimant { lane: lane as u32, ..self }
    }
}

/// Rows of a column that the blocks of a task share.
#[derive(Debug)]
pub(crate) struct DisjointRows<T> {
    rows: *mut T,
    claims: *const RowClaim,
    len: usize,
    name: &'static str,
    /// Whether accesses of this call are checked.
    checked: bool,
    first_epoch: u32,
    sharing: Sharing,
}

impl<T> Clone for DisjointRows<T> {
    fn clone(&self) -> DisjointRows<T> {
        *self
    }
}

impl<T> Copy for DisjointRows<T> {}

impl<T> DisjointRows<T> {
    /// Returns a pointer to the first row, from which the block reads the rows of its lanes. The skip bit is
    /// ignored.
    ///
    /// # Safety
    /// The column and its claims are still borrowed by the user of the view; so for all methods. The slots
    /// have one element for each lane.
    #[inline(always)]
    pub(crate) unsafe fn read<L: Lanes>(&self, _: L, by: Claimant, slots: &[u32]) -> *const T {
        if self.checked {
            self.claim_reads(by, &slots[..L::COUNT]);
        }
        self.rows
    }

    /// Returns a pointer to the first row, from which the block writes the rows of its lanes. Lanes with the
    /// skip bit write nothing.
    ///
    /// # Safety
    /// As for [`DisjointRows::read`].
    #[inline(always)]
    pub(crate) unsafe fn write<L: Lanes>(&self, _: L, by: Claimant, slots: &[u32]) -> *mut T {
        if self.checked {
            self.claim_writes(by, &slots[..L::COUNT]);
        }
        self.rows
    }

    /// Returns a pointer to the first row, from which the block reads the rows at these
    /// [`row_offset`](super::row_offset)s.
    ///
    /// # Safety
    /// As for [`DisjointRows::read`].
    #[inline(always)]
    pub(crate) unsafe fn read_at<L: Lanes>(&self, _: L, by: Claimant, offsets: &[u32]) -> *const T {
        if self.checked {
            self.claim_reads_at(by, &offsets[..L::COUNT]);
        }
        self.rows
    }

    /// Returns a pointer to the first row, from which the block writes the rows at these
    /// [`row_offset`](super::row_offset)s. Spare rows behind the column belong to the block.
    ///
    /// # Safety
    /// As for [`DisjointRows::read`].
    #[inline(always)]
    pub(crate) unsafe fn write_at<L: Lanes>(&self, _: L, by: Claimant, offsets: &[u32]) -> *mut T {
        if self.checked {
            self.claim_writes_at(by, &offsets[..L::COUNT]);
        }
        self.rows
    }

    /// Returns a pointer to one row, which the block reads.
    ///
    /// # Safety
    /// As for [`DisjointRows::read`].
    pub(crate) unsafe fn read_row(&self, by: Claimant, row: u32) -> *const T {
        if self.checked {
            self.claim_read(row, by);
        }
        self.rows.wrapping_add(row as usize)
    }

    /// Returns a pointer to one row, which the block reads and writes.
    ///
    /// # Safety
    /// As for [`DisjointRows::read`].
    pub(crate) unsafe fn write_row(&self, by: Claimant, row: u32) -> *mut T {
        if self.checked {
            self.claim_write(row, by);
        }
        self.rows.wrapping_add(row as usize)
    }

    /// Returns a pointer to the first row, from which the block reads and writes the rows of a range.
    ///
    /// # Safety
    /// As for [`DisjointRows::read`].
    #[inline(always)]
    pub(crate) unsafe fn write_range(&self, by: Claimant, rows: Range<usize>) -> *mut T {
        if self.checked {
            self.claim_range(by, rows);
        }
        self.rows
    }

    #[inline(never)]
    fn claim_reads(&self, by: Claimant, slots: &[u32]) {
        for &slot in slots {
            self.claim_read(slot & !SKIP_BIT, by);
        }
    }

    #[inline(never)]
    fn claim_writes(&self, by: Claimant, slots: &[u32]) {
        for (lane, &slot) in slots.iter().enumerate() {
            if slot & SKIP_BIT == 0 {
                self.claim_write(slot, by.lane(lane));
            }
        }
    }

    #[inline(never)]
    fn claim_reads_at(&self, by: Claimant, offsets: &[u32]) {
        for &offset in offsets {
            self.claim_read(row_of::<T>(offset), by);
        }
    }

    #[inline(never)]
    fn claim_writes_at(&self, by: Claimant, offsets: &[u32]) {
        for (lane, &offset) in offsets.iter().enumerate() {
            let row = row_of::<T>(offset);
            if (row as usize) < self.len {
                self.claim_write(row, by.lane(lane));
            }
        }
    }

    #[inline(never)]
    fn claim_range(&self, by: Claimant, rows: Range<usize>) {
        for row in rows {
            self.claim_write(row as u32, by);
        }
    }

    #[inline(always)]
    fn claim_read(&self, row: u32, by: Claimant) {
        let RowClaim { reader, writer } = self.claim(row);
        let epoch = self.epoch(by);
        let next = |last: u64| match last {
            _ if last >> 32 != epoch => Some(epoch << 32 | u64::from(by.block)),
            _ if [by.block, SEVERAL].contains(&(last as u32)) => None,
            _ => Some(epoch << 32 | u64::from(SEVERAL)),
        };
        if self.sharing.threads {
            // An error means that nothing had to be changed.
            let _ = reader.fetch_update(Ordering::SeqCst, Ordering::SeqCst, next);
        } else if let Some(word) = next(reader.load(Ordering::Relaxed)) {
            reader.store(word, Ordering::Relaxed);
        }
        let last = writer.load(Ordering::SeqCst);
        if last >> 32 == epoch && last as u32 / LANES != by.block {
            self.fail(row, by, "written and read", last as u32 / LANES);
        }
    }

    /// Claims are published before the other ones are loaded. So of two threads at one row, at least one
    /// finds the claim of the other.
    #[inline(always)]
    fn claim_write(&self, row: u32, by: Claimant) {
        let RowClaim { reader, writer } = self.claim(row);
        let epoch = self.epoch(by);
        let word = epoch << 32 | u64::from(by.block * LANES + by.lane);
        let last = if self.sharing.threads {
            writer.swap(word, Ordering::SeqCst)
        } else {
            let last = writer.load(Ordering::Relaxed);
            writer.store(word, Ordering::Relaxed);
            last
        };
        if last >> 32 == epoch && last != word {
            self.fail(row, by, "written twice", last as u32 / LANES);
        }
        let last = reader.load(Ordering::SeqCst);
        if last >> 32 == epoch && last as u32 != by.block {
            self.fail(row, by, "read and written", last as u32);
        }
    }

    #[inline(always)]
    fn claim(&self, row: u32) -> &RowClaim {
        assert!((row as usize) < self.len, "column `{}` has no row {row}", self.name);
        // SAFETY: `share` made a claim for each row, and the claims are borrowed by the contract of the
        // methods.
        unsafe { &*self.claims.wrapping_add(row as usize) }
    }

    #[inline(always)]
    fn epoch(&self, by: Claimant) -> u64 {
        debug_assert!(by.task < self.sharing.tasks);
        u64::from(self.first_epoch + by.task)
    }

    #[cold]
    #[inline(never)]
    fn fail(&self, row: u32, by: Claimant, how: &str, other: u32) -> ! {
        let (name, Claimant { task, block, .. }) = (self.name, by);
        // Blocks are equal if two lanes of one block share the row.
        let other = if other == SEVERAL { "several blocks".to_owned() } else { format!("block {other}") };
        panic!("column `{name}`: row {row} is {how} in task {task}, by {other} and block {block}")
    }
}

/// Returns the row at an offset.
fn row_of<T>(offset: u32) -> u32 {
    let per_row = row_offset::<T>(1);
    assert!(offset.is_multiple_of(per_row), "{offset} is no offset of a row");
    offset / per_row
}

// SAFETY: blocks write disjoint rows, which every access checks.
unsafe impl<T: Send> Send for DisjointRows<T> {}
// SAFETY: as for `Send`.
unsafe impl<T: Send> Sync for DisjointRows<T> {}
