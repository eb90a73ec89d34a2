//! The clock for the engine, which reads none itself.

use std::sync::OnceLock;
use std::time::Instant;

/// Time since the first call `[ns]`; never goes back.
#[must_use]
pub fn nanoseconds() -> u64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_nanos() as u64
}
