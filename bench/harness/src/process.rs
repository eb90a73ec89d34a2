//! Memory and processor time of this process on Linux; elsewhere all figures are 0.
//!
//! Processor time is measured beside wall time, because it shows the time that other programs took, and
//! corrects it on one thread.

/// Returns the resident memory now \[KiB\].
pub(crate) fn resident() -> u64 {
    status("VmRSS:")
}

/// Returns the peak of resident memory since the last [`reset_peak`] \[KiB\].
pub(crate) fn peak() -> u64 {
    status("VmHWM:")
}

/// Returns freed memory to the system and restarts the measurement of the peak.
pub(crate) fn reset_peak() {
    trim();
    // Kernels without this file keep the peak since the start, which is still an honest upper bound.
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}

/// Returns the processor time that all threads of this process have used \[ms\].
#[cfg(target_os = "linux")]
pub(crate) fn processor_time() -> f64 {
    #[repr(C)]
    struct Time {
        seconds: core::ffi::c_long,
        nanoseconds: core::ffi::c_long,
    }
    unsafe extern "C" {
        fn clock_gettime(clock: core::ffi::c_int, time: *mut Time) -> core::ffi::c_int;
    }
    const CLOCK_PROCESS_CPUTIME_ID: core::ffi::c_int = 2;
    let mut time = Time { seconds: 0, nanoseconds: 0 };
    // SAFETY: the structure has the layout of the system's `timespec` and lives during the call.
    unsafe {
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &mut time);
    }
    time.seconds as f64 * 1e3 + time.nanoseconds as f64 * 1e-6
}

/// Returns 0: there is no such clock here.
#[cfg(not(target_os = "linux"))]
pub(crate) fn processor_time() -> f64 {
    0.0
}

fn status(field: &str) -> u64 {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(field)).unwrap_or_default();
    line.trim().trim_end_matches("kB").trim().parse().unwrap_or_default()
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn trim() {
    unsafe extern "C" {
        fn malloc_trim(pad: usize) -> core::ffi::c_int;
    }
    // SAFETY: the function only hands unused pages back to the system and may be called at any time.
    unsafe {
        malloc_trim(0);
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn trim() {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::{peak, processor_time, reset_peak, resident};

    #[test]
    fn processor_time_counts_work_but_not_sleep() {
        let start = processor_time();
        std::thread::sleep(std::time::Duration::from_millis(50));
        let slept = processor_time();
        assert!(slept - start < 40.0);
        let clock = std::time::Instant::now();
        while clock.elapsed().as_millis() < 200 {}
        assert!(processor_time() > slept);
    }

    #[test]
    fn peak_memory_follows_usage() {
        let before = resident();
        let block = vec![1u8; 64 << 20];
        assert!(core::hint::black_box(&block)[12345] == 1);
        assert!(resident() >= before + 60_000);
        drop(block);
        assert!(peak() >= before + 60_000);
        reset_peak();
        assert!(peak() < before + 30_000);
    }
}
