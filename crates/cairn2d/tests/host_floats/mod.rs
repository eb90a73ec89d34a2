//! Threads with non-standard float modes, for tests: rounding, flushing of subnormal numbers.
//!
//! The compiler assumes the standard modes, so code under other modes must do no arithmetic of its own: it
//! only calls the engine.

#[cfg(target_arch = "x86_64")]
mod control {
    pub(crate) const STANDARD: u64 = 0x1f80;

    /// Down, up, toward zero; denormals are zero, flushed to zero; flushed and rounded down.
    pub(crate) const MODES: &[(&str, u64)] = &[
        ("down", 0x3f80),
        ("up", 0x5f80),
        ("toward zero", 0x7f80),
        ("flushing", 0x9fc0),
        ("flushing and down", 0xbfc0),
    ];

    pub(crate) fn read() -> u64 {
        let mut word: u32 = 0;
        // SAFETY: `word` is a local variable of four bytes, which the instruction writes.
        unsafe { core::arch::asm!("stmxcsr [{}]", in(reg) &raw mut word, options(nostack)) };
        u64::from(word & !0x3f)
    }

    pub(crate) fn write(word: u64) {
        let word = word as u32;
        // SAFETY: `word` is a local variable of four bytes, which the instruction reads; no reserved bit is
        // set.
        unsafe { core::arch::asm!("ldmxcsr [{}]", in(reg) &raw const word, options(nostack)) };
    }
}

#[cfg(target_arch = "aarch64")]
mod control {
    pub(crate) const STANDARD: u64 = 0;

    /// Up, down, toward zero; flushed to zero; flushed and rounded down.
    pub(crate) const MODES: &[(&str, u64)] = &[
        ("up", 1 << 22),
        ("down", 2 << 22),
        ("toward zero", 3 << 22),
        ("flushing", 1 << 24),
        ("flushing and down", 6 << 22),
    ];

    pub(crate) fn read() -> u64 {
        let word: u64;
        // SAFETY: every program may read this register.
        unsafe { core::arch::asm!("mrs {}, fpcr", out(reg) word, options(nostack)) };
        word
    }

    pub(crate) fn write(word: u64) {
        // SAFETY: sets float modes of this thread and no reserved bit.
        unsafe { core::arch::asm!("msr fpcr, {}", in(reg) word, options(nostack)) };
    }
}

/// Other targets have no float modes.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod control {
    pub(crate) const STANDARD: u64 = 0;
    pub(crate) const MODES: &[(&str, u64)] = &[];

    pub(crate) fn read() -> u64 {
        STANDARD
    }

    pub(crate) fn write(_: u64) {}
}

/// A float mode of a thread: a name and its control word.
pub(crate) type Mode = (&'static str, u64);

pub(crate) use control::MODES;

/// Runs a function in a float mode of this thread, and checks that the mode is unchanged afterwards.
pub(crate) fn with<R>(mode: Mode, run: impl FnOnce() -> R) -> R {
    struct Back;
    impl Drop for Back {
        fn drop(&mut self) {
            control::write(control::STANDARD);
        }
    }
    let back = Back;
    control::write(mode.1);
    let result = apart(run);
    let left = control::read();
    drop(back);
    assert_eq!(left, mode.1, "{}: the engine left other modes", mode.0);
    result
}

/// Changes the float mode of this thread permanently.
#[allow(dead_code, reason = "not every test has threads of its own")]
pub(crate) fn change(mode: Mode) {
    control::write(mode.1);
}

/// A call that the compiler does not inline or reorder.
#[inline(never)]
fn apart<R>(run: impl FnOnce() -> R) -> R {
    run()
}
