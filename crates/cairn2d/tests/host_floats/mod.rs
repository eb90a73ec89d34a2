//! Hosts that changed how their threads calculate, for tests: rounding, flushing of subnormal numbers.
//!
//! The compiler takes the standard modes for granted, so what runs in others should do no arithmetic of its
//! own: it calls the engine.

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
        // SAFETY: writes four bytes, to where `word` is.
        unsafe { core::arch::asm!("stmxcsr [{}]", in(reg) &raw mut word, options(nostack)) };
        u64::from(word & !0x3f)
    }

    pub(crate) fn write(word: u64) {
        let word = word as u32;
        // SAFETY: reads four bytes, from where `word` is; no reserved bit is set.
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
        // SAFETY: reads a register that every program may read.
        unsafe { core::arch::asm!("mrs {}, fpcr", out(reg) word, options(nostack)) };
        word
    }

    pub(crate) fn write(word: u64) {
        // SAFETY: sets modes of this thread, no reserved bit.
        unsafe { core::arch::asm!("msr fpcr, {}", in(reg) word, options(nostack)) };
    }
}

/// Elsewhere the engine has no modes to guard against.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod control {
    pub(crate) const STANDARD: u64 = 0;
    pub(crate) const MODES: &[(&str, u64)] = &[];

    pub(crate) fn read() -> u64 {
        STANDARD
    }

    pub(crate) fn write(_: u64) {}
}

/// What a host did to a thread: a name and the word of its modes.
pub(crate) type Mode = (&'static str, u64);

pub(crate) use control::MODES;

/// Runs something on a thread that the host has changed, and checks that it is left as it was.
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

/// Changes this thread for good.
#[allow(dead_code, reason = "not every test has threads of its own")]
pub(crate) fn change(mode: Mode) {
    control::write(mode.1);
}

/// A call that nothing moves across.
#[inline(never)]
fn apart<R>(run: impl FnOnce() -> R) -> R {
    run()
}
