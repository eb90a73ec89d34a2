//! A global allocator that counts, for the test programs that prove the absence of allocations.
//!
//! Most functions count the calling thread alone, so that the test harness does not interfere.
//! `allocations_of_all_threads` includes the engine's own pool; only a program with a single test can use it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

struct Counting;

thread_local! {
    /// Allocations of this thread so far.
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };

    /// The largest single allocation of this thread \[bytes\].
    static LARGEST: Cell<usize> = const { Cell::new(0) };

    /// Memory that this thread allocated and did not free \[bytes\].
    static LIVE_HERE: Cell<i64> = const { Cell::new(0) };

    /// The maximum of `LIVE_HERE` \[bytes\].
    static PEAK_HERE: Cell<i64> = const { Cell::new(0) };

    /// Number of allocations of this thread before one fails.
    static UNTIL_FAILURE: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Allocated memory of all threads \[bytes\].
static LIVE: AtomicI64 = AtomicI64::new(0);

/// Allocations of all threads so far.
static ALL_ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

/// Allocations of all threads so far.
#[allow(dead_code, reason = "not every test program asks for it")]
pub(crate) fn allocations_of_all_threads() -> u64 {
    ALL_ALLOCATIONS.load(Ordering::Relaxed)
}

/// Allocations of this thread so far.
#[allow(dead_code, reason = "not every test program asks for it")]
pub(crate) fn allocations() -> u64 {
    ALLOCATIONS.get()
}

/// The largest single allocation of this thread since the last reset \[bytes\].
#[allow(dead_code, reason = "not every test program asks for it")]
pub(crate) fn largest() -> usize {
    LARGEST.get()
}

/// Resets the largest allocation.
#[allow(dead_code, reason = "not every test program asks for it")]
pub(crate) fn forget_largest() {
    LARGEST.set(0);
}

/// Allocated memory of all threads \[bytes\].
#[allow(dead_code, reason = "not every test program asks for it")]
pub(crate) fn live() -> i64 {
    LIVE.load(Ordering::Relaxed)
}

/// Memory that this thread allocated and did not free \[bytes\], without frees by other threads.
#[allow(dead_code, reason = "not every test program asks for it")]
pub(crate) fn live_here() -> i64 {
    LIVE_HERE.get()
}

/// The maximum of `live_here` \[bytes\].
#[allow(dead_code, reason = "not every test program asks for it")]
pub(crate) fn peak_here() -> i64 {
    PEAK_HERE.get()
}

/// Resets the maximum to the current value.
#[allow(dead_code, reason = "not every test program asks for it")]
pub(crate) fn forget_peak() {
    PEAK_HERE.set(LIVE_HERE.get());
}

/// Makes allocations of this thread fail after this many more.
#[allow(dead_code, reason = "not every test program asks for it")]
pub(crate) fn fail_after(allocations: u64) {
    UNTIL_FAILURE.set(allocations);
}

/// Whether an allocation is to fail.
fn fails() -> bool {
    let left = UNTIL_FAILURE.try_with(|left| match left.get() {
        u64::MAX => u64::MAX,
        count => left.replace(count.saturating_sub(1)),
    });
    left == Ok(0)
}

fn count_live(change: i64) {
    LIVE.fetch_add(change, Ordering::Relaxed);
    let _ = LIVE_HERE.try_with(|live| {
        live.set(live.get() + change);
        let _ = PEAK_HERE.try_with(|peak| peak.set(peak.get().max(live.get())));
    });
}

fn count(size: usize) {
    ALL_ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
    // The last allocations of a thread come after its locals were dropped, and are not counted.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
    let _ = LARGEST.try_with(|largest| largest.set(largest.get().max(size)));
}

// SAFETY: every call is passed to the system's allocator unchanged, except for those that are to fail.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if fails() {
            return core::ptr::null_mut();
        }
        count(layout.size());
        count_live(layout.size() as i64);
        // SAFETY: the caller keeps the contract.
        unsafe { System.alloc(layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if fails() {
            return core::ptr::null_mut();
        }
        count(size);
        count_live(size as i64 - layout.size() as i64);
        // SAFETY: the caller keeps the contract.
        unsafe { System.realloc(at, layout, size) }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count_live(-(layout.size() as i64));
        // SAFETY: the caller keeps the contract.
        unsafe { System.dealloc(at, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;
