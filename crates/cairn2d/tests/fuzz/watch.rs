//! The current call of the fuzzer, for a report if the process hangs or crashes.

use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::{PROGRESS, REPLAY, SEED};

/// Seconds that a call may take \[s\]; the slowest take milliseconds.
const PATIENCE: u32 = 60;

thread_local! {
    /// The current call of this thread, shared with the watchdog.
    static HERE: Cell<(u32, Option<&'static AtomicU64>)> = const { Cell::new((0, None)) };

    /// The file for the current seed.
    static FILE: RefCell<Option<File>> = const { RefCell::new(None) };
}

/// Starts the watchdog for this thread; a call without progress for a minute ends the process.
pub fn begin() {
    let now: &'static AtomicU64 = Box::leak(Box::new(AtomicU64::new(u64::MAX)));
    HERE.set((0, Some(now)));
    if let Some(path) = std::env::var_os(PROGRESS) {
        FILE.set(Some(File::create(path).expect("the file for the progress can be made")));
    }
    std::thread::spawn(move || {
        let (mut last, mut since) = (u64::MAX, 0);
        loop {
            std::thread::sleep(Duration::from_secs(1));
            let place = now.load(Ordering::Relaxed);
            since = if place == last { since + 1 } else { 0 };
            last = place;
            // A finished thread, or one between calls, makes no progress either; only calls are watched.
            if place != u64::MAX && since >= PATIENCE {
                let (seed, call) = (place >> 16, place & 0xffff);
                eprintln!("call {call} of seed {seed} does not end.\nTo replay: {SEED}={seed} {REPLAY}");
                std::process::abort();
            }
        }
    });
}

/// Writes the seed of the sequence that begins.
pub fn note(seed: u64) {
    FILE.with_borrow_mut(|file| {
        if let Some(file) = file {
            let written = file.seek(SeekFrom::Start(0)).and_then(|_| write!(file, "{seed:20}"));
            written.expect("the progress can be written");
        }
    });
}

/// A call begins.
pub fn at(seed: u64, call: u32) {
    let (_, now) = HERE.get();
    HERE.set((call, now));
    if let Some(now) = now {
        now.store(seed << 16 | u64::from(call), Ordering::Relaxed);
    }
}

/// A plan has ended.
pub fn rest() {
    if let (_, Some(now)) = HERE.get() {
        now.store(u64::MAX, Ordering::Relaxed);
    }
}

/// The last call that began on this thread.
pub fn last() -> u32 {
    HERE.get().0
}
